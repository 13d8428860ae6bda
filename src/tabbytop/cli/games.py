"""`tabbytop games`: what there is."""

from __future__ import annotations

import json

from rich.console import Console
from rich.padding import Padding

from tabbytop.core.game import Value
from tabbytop.games import IDS, find


def run(as_json: bool) -> None:
    if as_json:
        print(json.dumps([find(game).describe() for game in IDS], ensure_ascii=False, indent=2))
        return
    console = Console()
    for game in map(find, IDS):
        console.print(f"[bold]{game.id}[/]  {game.name}, {game.counts} players, {game.minutes} minutes")
        console.print(Padding(game.summary, (0, 0, 0, 2), expand=False), style="dim")
        for option in game.options:
            usual = {_written(option.default(players)) for players in game.players}
            default = usual.pop() if len(usual) == 1 else "the number of players"
            said = f"[bold]-o {option.name}=[/]{option.expects}, usually {default}"
            console.print(Padding(said, (0, 0, 0, 4), expand=False), highlight=False)
            console.print(Padding(option.help, (0, 0, 0, 8), expand=False), style="dim")
        console.print()


def _written(value: Value) -> str:
    return json.dumps(value) if isinstance(value, bool) else str(value)
