"""What a match is made of before anyone moves: game, players, options, components, seed, and a script for chance."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from tabbytop import games
from tabbytop.core.components import Sheet
from tabbytop.core.errors import BadOption
from tabbytop.core.game import Game, Options, Value
from tabbytop.play import engine

SEEDS = 1 << 64


@dataclass(frozen=True)
class Setup:
    game: Game
    players: int
    options: Options
    sheet: Sheet
    seed: int
    config: np.ndarray  # made of all this but the seed
    script: tuple[Mapping[str, object], ...] = field(default=())  # what chance has to decide first, by a record

    @property
    def parts(self) -> games.Parts:
        return games.parts(self.game.id)

    @property
    def shipped_components(self) -> bool:
        """Whether the component tables are those that come with the project."""
        return self.sheet is games.components(self.game.id)

    def __deepcopy__(self, _: object) -> Setup:
        return self  # it never changes

    def __reduce__(self) -> tuple[object, ...]:
        """What it was made of: a game, which is found by its name, holds functions that nobody could write down."""
        tables = None if self.shipped_components else self.sheet.tables
        return _again, (self.game.id, self.players, self.options, tables, self.seed, self.script)

    def begin(self) -> np.ndarray:
        """A slot with the match at its first turn of chance."""
        parts = self.parts
        slots = np.zeros(1, engine.slot(parts.config.CONFIG, parts.rules.STATE))
        slots["c"] = self.config
        engine.start(slots, signed(self.seed))
        return slots


def prepare(
    game: str,
    players: int | None,
    options: Mapping[str, object],
    components: Path | str | Mapping[str, object] | None,
    seed: int | None,
) -> Setup:
    """Check everything that a match is made of. Without a seed it gets one that cannot be guessed."""
    found = games.find(game)
    count = found.check_players(found.players[0] if players is None else players)
    sheet = games.components(game)
    if components is not None:
        if not isinstance(components, Mapping | Path | str):
            raise BadOption(f"components are a file or tables; got {components!r:.80}")
        sheet = Sheet(components) if isinstance(components, Mapping) else Sheet.read(Path(components))
        games.parts(game).config.check(sheet)
    seed = secrets.randbelow(SEEDS) if seed is None else check_seed(seed)
    checked = found.check_options(count, options)
    if components is None:
        config = _shipped(game, count, tuple(checked.items()))
    else:
        config = games.parts(game).config.configure(count, checked, sheet)
    return Setup(found, count, checked, sheet, seed, config)


def _again(
    game: str,
    players: int,
    options: Options,
    components: Mapping[str, object] | None,
    seed: int,
    script: tuple[Mapping[str, object], ...],
) -> Setup:
    return replace(prepare(game, players, options, components, seed), script=script)


@lru_cache(256)  # options are numbers of strangers' choice
def _shipped(game: str, players: int, options: tuple[tuple[str, Value], ...]) -> np.ndarray:
    """The configuration with the components that come with the project: made once, for it takes longer than a match."""
    config: np.ndarray = games.parts(game).config.configure(players, dict(options), games.components(game))
    return config


def check_seed(seed: object) -> int:
    if type(seed) is not int or not 0 <= seed < SEEDS:
        raise BadOption(f"a seed is a whole number from 0 to 2**64-1; got {seed!r:.80}")
    return seed


def signed(seed: int) -> int:
    """The same 64 bits as the int64 that compiled code takes."""
    return seed - SEEDS if seed >= SEEDS // 2 else seed
