"""`tabbytop play`: a person at the terminal against bots."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import platformdirs
from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding
from rich.text import Text

from tabbytop import games
from tabbytop.bots.players import STRENGTHS, Random, decide, dismiss, lineup, luck
from tabbytop.bots.seat import Seat
from tabbytop.bots.words import advise, why
from tabbytop.cli import screen
from tabbytop.core.errors import BadOption, BadRecord, TabbytopError
from tabbytop.play.match import Match
from tabbytop.play.record import from_record
from tabbytop.play.setup import prepare

UNFINISHED = Path(platformdirs.user_data_dir("tabbytop")) / "unfinished"
HELP = (
    "a number or a move as it is written; [b]hint[/], [b]undo[/], [b]log[/], [b]rules[/], "
    "or [b]leave[/] (Ctrl-C): go on later"
)
FOR_PROGRAMS = "## Moves by number"  # with what follows it


class Leave(Exception):
    """The person wants to go; the match is kept."""


def run(
    game: str | None,
    players: int | None,
    options: list[str],
    components: Path | None,
    seed: int | None,
    seat: int,
    bots: str,
    *,
    resume: bool,
) -> None:
    console = Console()
    if resume:
        if players is not None or options or components is not None or seed is not None or seat:
            raise BadOption("--resume goes on with a match as it was begun: only a game can be named with it")
        sitting = Sitting.resumed(console, game, bots)
    else:
        try:
            if game is None:
                game = _ask_for_a_game(console)
                players = players or _ask_for_players(console, game)
        except (KeyboardInterrupt, EOFError):
            console.print("\nSee you.")
            return
        given = games.find(game).parse_options(options)
        setup = prepare(game, players, given, components, seed)
        if not 0 <= seat < setup.players:
            raise BadOption(f"your seat is from 0 to {setup.players - 1}; got {seat}")
        kept = UNFINISHED / f"{game}-{time.time_ns()}.json"
        sitting = Sitting(console, Match(setup), seat, bots, kept)
    sitting.play()


def _ask_for_a_game(console: Console) -> str:
    console.print("[bold]Which game?[/]")
    for number, game in enumerate(map(games.find, games.IDS), 1):
        console.print(f"  {number} [bold]{game.name}[/] ({game.id}), {game.counts} players")
        console.print(Padding(game.summary, (0, 0, 0, 4), expand=False), style="dim")
    return _ask(console, "Number or name", {str(n): game for n, game in enumerate(games.IDS, 1)}, games.IDS)


def _ask_for_players(console: Console, game: str) -> int:
    counts = [str(count) for count in games.find(game).players]
    return int(counts[0] if len(counts) == 1 else _ask(console, f"How many play ({', '.join(counts)})", {}, counts))


def _ask(console: Console, question: str, numbered: Mapping[str, str], names: Sequence[str]) -> str:
    while True:
        answer = console.input(f"{question}: ").strip()
        answer = numbered.get(answer, answer)
        if answer in names:
            return answer
        console.print(f"expected {' or '.join(names)}; got {answer!r:.40}", markup=False, highlight=False)


def _read(file: Path, bots: str) -> tuple[Match, int, str]:
    """A kept match: the record, the person's seat, and the bots."""
    try:
        record = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise BadRecord(f"not a kept match: {error}") from None
    match = from_record(record)
    seat = record.get("you")
    if type(seat) is not int or not 0 <= seat < match.players:
        raise BadRecord(f"you is a seat from 0 to {match.players - 1}; got {seat!r:.40}")
    return match, seat, str(record.get("bots", bots))


class Sitting:
    """One person at one match, from sitting down to the end or to leaving."""

    def __init__(self, console: Console, match: Match, seat: int, bots: str, kept: Path) -> None:
        others = lineup(bots, match.players - 1)
        self._bots = [*others[:seat], Random(), *others[seat:]]  # nobody asks the one in the person's place
        self._names = bots
        self._who = screen.names(match.view(seat), [bot.name for bot in self._bots])
        self._console = console
        self._match = match
        self._seat = seat
        self._kept = kept
        self._told = 0
        self._decisions: list[int] = []  # after how many moves the person had to decide

    @classmethod
    def resumed(cls, console: Console, game: str | None, bots: str) -> Sitting:
        """The match that was left last. A file that cannot be used is named and left alone; an older one serves."""
        if game is not None:
            games.find(game)
        found = sorted(UNFINISHED.glob(f"{game or '*'}-*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
        for file in found:
            try:
                match, seat, names = _read(file, bots)
                return cls(console, match, seat, names, file)
            except TabbytopError as error:
                console.print(f"{file} cannot be resumed: {error}", style="yellow", markup=False, highlight=False)
        raise BadOption(f"there is no unfinished match{f' of {game}' if game else ''} to resume")

    def play(self) -> None:
        match = self._match
        self._console.print(f"[bold]{match.game.name}[/]: {HELP}\n")
        try:
            while not match.over:
                if match.seat == self._seat:
                    self._decide()
                    self._keep()
                else:
                    with self._console.status("thinking (the first time, the bots have to be compiled)"):
                        decide(match, self._bots)
        except (Leave, KeyboardInterrupt, EOFError):
            self._keep()
            command = os.environ.get("TABBYTOP_COMMAND", "tabbytop")  # how the person called it
            self._console.print(f"\nThe match is kept. Go on with: [bold]{command} play {match.game.id} --resume[/]")
            return
        finally:
            dismiss(self._bots)
        self._show()
        screen.outcome(self._console, match.view(self._seat), self._who)
        self._kept.unlink(missing_ok=True)

    def _keep(self) -> None:
        """Written beside and moved into place, so that a crash leaves the old one whole."""
        record = self._match.record() | {"you": self._seat, "bots": self._names}
        fresh = self._kept.with_suffix(".new")
        try:
            self._kept.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_text(json.dumps(record, ensure_ascii=False), encoding="utf-8")
            fresh.replace(self._kept)
        except OSError as error:
            raise BadOption(f"{self._kept}: the match cannot be kept: {error.strerror}") from None

    def _show(self) -> None:
        """What happened since the person last looked, and the table as it is now."""
        view = self._match.view(self._seat, since=self._told)
        screen.tell(self._console, view, self._who, view.log)
        self._told += len(view.log)
        self._console.print()
        screen.table(self._console, view, self._who)

    def _decide(self) -> None:
        self._show()
        legal = self._match.legal()
        moves = [self._match.text(action) for action in legal]
        screen.moves(self._console, moves)
        numbered = {str(number): move for number, move in enumerate(moves, 1)}
        while True:
            answer = self._console.input("[bold]Your move:[/] ").strip()
            answer = numbered.get(answer, answer)
            if answer in moves:
                self._decisions.append(len(self._match.history))
                self._match.play(answer)
                return
            if answer == "undo" and self._undo():
                return
            self._answer(answer, moves)

    def _answer(self, word: str, moves: list[str]) -> None:
        if word in ("leave", "quit", "exit", "q"):
            raise Leave
        if word == "rules":
            page = Path(games.__file__).parent / self._match.game.id / "rules.md"
            for_players, *_ = page.read_text(encoding="utf-8").partition(FOR_PROGRAMS)
            self._console.print(Markdown(for_players))
        elif word == "log":
            view = self._match.view(self._seat, since=0)
            screen.tell(self._console, view, self._who, view.log)
        elif word == "hint":
            seat = Seat(self._match)
            advice = advise(seat, STRENGTHS["tiger"], luck(self._match))
            self._console.print(Text.assemble((advice.moves[0][0], "bold"), ". ", why(seat, advice)), highlight=False)
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
        self._told = len(self._match.view(self._seat, since=0).log)
        self._console.rule("taken back", style="dim")
        return True
