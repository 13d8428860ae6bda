"""Every game, player count and option value that the suites run over."""

from __future__ import annotations

from typing import Any, NamedTuple

from tabbytop.core.game import Choice, Options, Switch
from tabbytop.games import IDS, find

# Besides each option's default, the values of numbers that are worth a match of their own.
NUMBERS: dict[tuple[str, str], tuple[int, ...]] = {
    ("catsle", "rounds"): (1, 2),
    ("festival", "target"): (1, 10),
    ("festival", "games"): (1, 4),
    ("sorting", "weeks"): (1, 2),
}

# Matches of one deal, where a whole one would show no more.
SHORT: dict[str, dict[str, Any]] = {"catsle": {"rounds": 1}, "festival": {"games": 1}, "sorting": {"weeks": 1}}


class Case(NamedTuple):
    game: str
    players: int
    options: Options

    def __str__(self) -> str:
        options = "".join(f"-{key}={value}" for key, value in self.options.items())
        return f"{self.game}-{self.players}{options}"


def _cases() -> list[Case]:
    """Each option takes each of its values, the others at their defaults; and all last values together."""
    cases = []
    for game in map(find, IDS):
        for players in game.players:
            variants: list[Options] = [{}]
            extreme: Options = {}
            for option in game.options:
                values: tuple[int | bool | str, ...]
                if isinstance(option, Choice):
                    values = option.words
                elif isinstance(option, Switch):
                    values = (False, True)
                else:
                    values = NUMBERS[game.id, option.name]
                extreme[option.name] = values[-1]
                variants += [{option.name: value} for value in values if value != option.default(players)]
            variants.append(extreme)
            if game.id == "festival":
                variants += [{"mode": mode, "games": 4} for mode in ("experienced", "advanced")]
            cases += [Case(game.id, players, game.check_options(players, variant)) for variant in variants]
    unique = {str(case): case for case in cases}
    return list(unique.values())


CASES = _cases()
DEFAULTS = [Case(game.id, n, game.check_options(n, {})) for game in map(find, IDS) for n in game.players]
