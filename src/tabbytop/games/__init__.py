"""The five games. Their names and options are here at once; rules are loaded when a match needs them."""

from __future__ import annotations

import importlib
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from tabbytop.core.components import Sheet
from tabbytop.core.errors import UnknownGame
from tabbytop.core.game import Game

IDS = ("festival", "familiar", "catsle", "ahoy", "sorting")


class Parts(NamedTuple):
    """The modules of one game. All five have the same."""

    config: ModuleType
    rules: ModuleType
    worlds: ModuleType
    observation: ModuleType
    notation: ModuleType
    view: ModuleType


def find(game_id: str) -> Game:
    """A game by its id."""
    if game_id not in IDS:
        raise UnknownGame(f"the games are {', '.join(IDS)}; got {game_id!r:.80}")
    module = importlib.import_module(f"tabbytop.games.{game_id}.game")
    game: Game = module.GAME
    return game


@cache
def parts(game_id: str) -> Parts:
    """Load a game's rules. (Slow the first time: this is where the compiler comes in.)"""
    game = find(game_id).id
    return Parts(*(importlib.import_module(f"tabbytop.games.{game}.{name}") for name in Parts._fields))


@cache
def components(game_id: str) -> Sheet:
    """The component tables that come with the project."""
    sheet = Sheet.read(Path(__file__).parent / find(game_id).id / "components.toml")
    parts(game_id).config.check(sheet)
    return sheet
