"""`tabbytop games`: what there is."""

from __future__ import annotations

import json

from rich.console import Console
from rich.table import Table

from tabbytop.core.game import Game
from tabbytop.games import IDS, find


def run(as_json: bool) -> None:
    if as_json:
        print(json.dumps([describe(find(game)) for game in IDS], ensure_ascii=False, indent=2))
        return
    console = Console()
    for game in map(find, IDS):
        console.print(f"[bold]{game.id}[/]  {game.name}, {game.counts} players, {game.minutes} minutes")
        console.print(f"  {game.summary}", style="dim")
        options = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
        for option in game.options:
            usual = {str(option.default(players)).lower() for players in game.players}
            default = usual.pop() if len(usual) == 1 else "as many as players"
            options.add_row(f"-o {option.name}=", option.expects, f"(usually {default})", option.help)
        console.print(options)
        console.print()


def describe(game: Game) -> dict[str, object]:
    """A game as plain data."""
    return {
        "id": game.id,
        "name": game.name,
        "players": list(game.players),
        "minutes": game.minutes,
        "summary": game.summary,
        "options": [
            {
                "name": option.name,
                "expects": option.expects,
                "default": {str(players): option.default(players) for players in game.players},
                "help": option.help,
            }
            for option in game.options
        ],
    }
