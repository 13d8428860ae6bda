"""`tabbytop play`: a person at the terminal against players who choose at random."""

from __future__ import annotations

import json
import os
import random
import time
from pathlib import Path

import platformdirs
from rich.console import Console
from rich.markdown import Markdown

from tabbytop import games
from tabbytop.cli import screen
from tabbytop.core.errors import BadOption
from tabbytop.play.match import Match
from tabbytop.play.record import from_record
from tabbytop.play.setup import prepare

UNFINISHED = Path(platformdirs.user_data_dir("tabbytop")) / "unfinished"
HELP = "a number or a move as it is written; [b]undo[/], [b]log[/], [b]rules[/], or [b]leave[/] (Ctrl-C): go on later"


class Leave(Exception):
    """The person wants to go; the match is kept."""


def run(
    game: str | None,
    players: int | None,
    options: list[str],
    components: Path | None,
    seed: int | None,
    seat: int,
    *,
    resume: bool,
) -> None:
    console = Console()
    if resume:
        sitting = Sitting.resumed(console, game)
    else:
        try:
            game = game or _ask_for_a_game(console)
        except (KeyboardInterrupt, EOFError):
            console.print("\nSee you.")
            return
        given = games.find(game).parse_options(options)
        setup = prepare(game, players, given, components, seed)
        if not 0 <= seat < setup.players:
            raise BadOption(f"your seat is from 0 to {setup.players - 1}; got {seat}")
        UNFINISHED.mkdir(parents=True, exist_ok=True)
        kept = UNFINISHED / f"{game}-{time.time_ns()}.json"
        sitting = Sitting(console, Match(setup), seat, kept)
    sitting.play()


def _ask_for_a_game(console: Console) -> str:
    console.print("[bold]Which game?[/]")
    for number, game in enumerate(map(games.find, games.IDS), 1):
        console.print(f"  {number} [bold]{game.name}[/] ({game.id}), {game.counts} players")
        console.print(f"    {game.summary}", style="dim")
    while True:
        answer = console.input("Number or name: ").strip()
        if answer.isdecimal() and 1 <= int(answer) <= len(games.IDS):
            return games.IDS[int(answer) - 1]
        if answer in games.IDS:
            return answer
        console.print(f"a number from 1 to {len(games.IDS)}, or {', '.join(games.IDS)}; got {answer!r}", markup=False)


class Sitting:
    """One person at one match, from sitting down to the end or to leaving."""

    def __init__(self, console: Console, match: Match, seat: int, kept: Path) -> None:
        self._console = console
        self._match = match
        self._seat = seat
        self._kept = kept
        self._told = 0
        self._decisions: list[int] = []  # after how many moves the person had to decide

    @classmethod
    def resumed(cls, console: Console, game: str | None) -> Sitting:
        """The match that was left last."""
        if game is not None:
            games.find(game)
        found = sorted(UNFINISHED.glob(f"{game or '*'}-*.json"), key=lambda path: path.stat().st_mtime)
        if not found:
            raise BadOption(f"there is no unfinished match{f' of {game}' if game else ''} to resume")
        record = json.loads(found[-1].read_text(encoding="utf-8"))
        return cls(console, from_record(record), int(record["you"]), found[-1])

    def play(self) -> None:
        match = self._match
        self._console.print(f"[bold]{match.game.name}[/]: {HELP}\n")
        try:
            while not match.over:
                if match.seat == self._seat:
                    self._decide()
                    self._keep()
                else:
                    # The same opponents each time the match is resumed or a move taken back.
                    chooser = random.Random(f"{match.seed} {match.history}")
                    match.play(chooser.choice(match.legal()))
        except (Leave, KeyboardInterrupt, EOFError):
            self._keep()
            command = os.environ.get("TABBYTOP_COMMAND", "tabbytop")  # how the person called it
            self._console.print(f"\nThe match is kept. Go on with: [bold]{command} play {match.game.id} --resume[/]")
            return
        self._kept.unlink(missing_ok=True)
        self._show()
        view = match.view(self._seat)
        screen.outcome(self._console, view, screen.names(view))

    def _keep(self) -> None:
        """Written beside and moved into place, so that a crash leaves the old one whole."""
        record = self._match.record() | {"you": self._seat}
        fresh = self._kept.with_suffix(".new")
        fresh.write_text(json.dumps(record, ensure_ascii=False), encoding="utf-8")
        fresh.replace(self._kept)

    def _show(self) -> None:
        """What happened since the person last looked, and the table as it is now."""
        view = self._match.view(self._seat)
        names = screen.names(view)
        screen.tell(self._console, view, names, view.log[self._told :])
        self._told = len(view.log)
        self._console.print()
        screen.table(self._console, view, names)

    def _decide(self) -> None:
        self._show()
        legal = self._match.legal()
        moves = [self._match.text(action) for action in legal]
        screen.moves(self._console, moves)
        while True:
            answer = self._console.input("[bold]Your move:[/] ").strip()
            if answer.isdecimal() and 1 <= int(answer) <= len(legal):
                answer = moves[int(answer) - 1]
            if answer in moves:
                self._decisions.append(len(self._match.history))
                self._match.play(answer)
                return
            if answer == "undo" and self._undo():
                return
            self._answer(answer, moves)

    def _answer(self, word: str, moves: list[str]) -> None:
        if word == "leave":
            raise Leave
        if word == "rules":
            page = Path(games.__file__).parent / self._match.game.id / "rules.md"
            self._console.print(Markdown(page.read_text(encoding="utf-8")))
        elif word == "log":
            view = self._match.view(self._seat)
            screen.tell(self._console, view, screen.names(view), view.log)
        elif word == "undo":
            self._console.print("There is nothing of yours to take back.")
        elif word in ("", "?", "help"):
            self._console.print(HELP[0].upper() + HELP[1:])
        else:
            self._console.print(
                f"You may {', '.join(moves)}; got {word!r}", markup=False, highlight=False, style="yellow"
            )

    def _undo(self) -> bool:
        """Back to the person's decision before this one."""
        if not self._decisions:
            return False
        self._match.undo(len(self._match.history) - self._decisions.pop())
        self._told = len(self._match.view(self._seat).log)
        self._console.rule("taken back", style="dim")
        return True
