"""Anyone's program as a bot: one for each seat and match, and whatever it does, it does no harm."""

from __future__ import annotations

import json
import os
import shlex
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import tabbytop
from cases import SHORT
from tabbytop import BadOption, Match
from tabbytop.bots.players import decide, dismiss, lineup, played, several
from tabbytop.bots.program import LONGEST, Failed, Process, Program, luck_of
from tabbytop.bots.seat import Seat
from tabbytop.cli import tournament
from tabbytop.cli.simulate import show
from tabbytop.core.errors import BotFailed
from tabbytop.games import IDS
from tabbytop.games import find as find_game
from tabbytop.lab.statistics import Statistics
from tabbytop.lab.tournament import Plan, deals, play_deal
from tabbytop.play.crowd import Crowd
from tabbytop.play.setup import prepare

EXAMPLE = Path(__file__).parent.parent / "examples" / "cautious_bot.py"
PYTHON = shlex.quote(sys.executable)

every_game = pytest.mark.parametrize("game", IDS)


class Spy:
    """A program that plays the first legal move and writes down, for each process, what it was asked."""

    def __init__(self, folder: Path) -> None:
        self._heard = folder / "heard"
        self._heard.mkdir()
        script = folder / "spy.py"
        script.write_text(
            "import json, os, sys\n"
            f"heard = open({str(self._heard)!r} + '/' + str(os.getpid()), 'a')\n"
            "for line in sys.stdin:\n"
            "    question = json.loads(line)\n"
            "    print(line.strip(), file=heard, flush=True)\n"
            "    print(json.dumps({'move': question['legal'][0]}), flush=True)\n"
        )
        self.name = f"exec:{PYTHON} {script}"

    def processes(self) -> dict[int, list[dict[str, object]]]:
        return {
            int(file.name): [json.loads(line) for line in file.read_text().splitlines()]
            for file in self._heard.iterdir()
        }

    def seats(self) -> list[set[int]]:
        """On which seats each process sat."""
        return [{question["view"]["seat"] for question in heard} for heard in self.processes().values()]  # type: ignore[index]


@pytest.fixture
def spy(tmp_path: Path) -> Spy:
    return Spy(tmp_path)


def gone(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    stat = Path(f"/proc/{process}/stat")  # dead, and nobody has asked for its exit code yet
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z"


def soon_gone(process: int) -> bool:
    until = time.monotonic() + 5
    while not gone(process) and time.monotonic() < until:
        time.sleep(0.02)
    return gone(process)


@pytest.fixture
def seat() -> Seat:
    return Seat(tabbytop.new("catsle", seed=1))


def failure(command: str, seat: Seat, seconds: float = 10) -> str:
    """What is said of a program that fails. It is let go at once."""
    program = Program(command, seconds)
    with pytest.raises(BotFailed) as told:
        program.choose(seat, 1)
    assert program._process is None
    return str(told.value)


def written(code: str, folder: Path) -> str:
    script = folder / "bot.py"
    script.write_text(code)
    return f"{PYTHON} {script}"


def test_anyones_program_can_take_a_seat() -> None:
    bots = lineup(f"exec:{PYTHON} {EXAMPLE}", 3)
    match = tabbytop.new("catsle", seed=1, rounds=1)
    while not match.over:
        decide(match, bots)
    dismiss(bots)
    assert match.over


# Each sees one seat of one match


@pytest.mark.parametrize("names", ["{spy}", "{spy},{spy},{spy}"])
def test_a_program_on_several_seats_runs_once_for_each(names: str, spy: Spy) -> None:
    match, bots = tabbytop.new("catsle", seed=1, rounds=1), lineup(names.format(spy=spy.name), 3)
    while not match.over:
        decide(match, bots)
    dismiss(bots)
    assert sorted(spy.seats(), key=min) == [{0}, {1}, {2}]
    assert all(soon_gone(process) for process in spy.processes())


@pytest.mark.parametrize("bots", [2, 3])
def test_in_a_tournament_no_process_sees_two_hands_of_a_deal(bots: int, spy: Spy) -> None:
    names = (spy.name, "heuristic", spy.name)[:bots]
    plan = Plan("catsle", 3, find_game("catsle").check_options(3, {"rounds": 1}), names, 1)
    done = play_deal(plan, 0)
    assert len(done["scores"]) == len(plan.lineups())
    seated = sum(names[who] == spy.name for lineup in plan.lineups() for who in lineup)
    seats = spy.seats()
    assert len(seats) == seated
    assert all(len(one) == 1 for one in seats)
    assert all(soon_gone(process) for process in spy.processes())


def test_the_next_match_of_a_run_is_played_by_new_processes(spy: Spy) -> None:
    crowd = Crowd(prepare("catsle", 3, {"rounds": 1}, None, 1))
    assert sum(match.over for match in played(crowd, spy.name, 2)) == 2
    assert sorted(map(sorted, spy.seats())) == [[0], [0], [1], [1], [2], [2]]


# What it is told


@every_game
def test_what_a_program_is_given_as_a_seed_is_the_same_in_every_world_the_seat_can_imagine(game: str) -> None:
    def given(match: Match) -> int:
        seat = Seat(match)
        return luck_of({"view": seat.view().json(), "legal": match.moves()})

    match, seeds = tabbytop.new(game, seed=1, **SHORT.get(game, {})), set()
    for number in range(25):
        seed = given(match)
        assert {given(match.imagine(match.seat, 1000 * number + world)) for world in range(4)} == {seed}
        seeds.add(seed)
        match.play(match.legal()[-1])
        if match.over:
            break
    assert len(seeds) > 8
    assert max(seeds) < 2**53


def test_the_seed_of_the_match_does_not_reach_a_program(spy: Spy, seat: Seat) -> None:
    for seed in (1, 2, 1 << 60):
        program = Program(spy.name.removeprefix("exec:"))
        program.choose(seat, seed)
        program.close()
    asked = [question for heard in spy.processes().values() for question in heard]
    assert len(asked) == 3
    assert asked[0] == asked[1] == asked[2]


# What it may do wrong


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("pass", "ended with exit code 0 instead of answering"),
        ("import sys; sys.exit(3)", "ended with exit code 3 instead of answering"),
        ("input(); print('hello')", """expected a line like {"move": "..."}; got 'hello'"""),
        ("input(); print('[]')", """expected a line like {"move": "..."}; got '[]'"""),
        ("input(); print('[' * 50_000)", 'expected a line like {"move": "..."}'),
        ("""input(); print('{"move": ["sing"]}')""", "; got ['sing']"),
        ("""input(); print('{"move": "sing"}')""", "; got 'sing'"),
        ("import time; time.sleep(30)", "no answer within 0.5 seconds"),
        ("import os, time; os.close(1); time.sleep(30)", "closed its output instead of answering"),
        ("import sys; input(); sys.stdout.buffer.write(bytes([255, 10]))", "expected UTF-8; got '\\\\xff'"),
        ("input(); print('a' * 100_000)", f"expected a line of at most {LONGEST} bytes; got 'aaa"),
        ("while True: print('a' * 100_000, end='')", f"expected a line of at most {LONGEST} bytes; got 'aaa"),
    ],
)
def test_a_program_that_does_not_answer_is_named(code: str, reason: str, tmp_path: Path, seat: Seat) -> None:
    command = written(code, tmp_path)
    told = failure(command, seat, 0.5 if "sleep" in code else 10)
    assert told.startswith(f"exec:{command}: ")
    assert reason in told


def test_a_program_that_is_not_there_is_named(seat: Seat) -> None:
    assert failure("/nowhere/bot", seat).startswith("exec:/nowhere/bot: cannot be started: ")


def test_a_program_that_failed_is_started_anew_when_asked_again(tmp_path: Path, seat: Seat) -> None:
    been = tmp_path / "been"
    command = written(
        "import json, pathlib, sys, time\n"
        f"been = pathlib.Path({str(been)!r})\n"
        "if not been.exists():\n"
        "    been.touch()\n"
        "    time.sleep(30)\n"
        "print(json.dumps({'move': json.loads(input())['legal'][0]}))\n",
        tmp_path,
    )
    program = Program(command, 1)
    with pytest.raises(BotFailed, match="no answer"):
        program.choose(seat, 1)
    assert program.choose(seat, 1) in seat.legal()
    program.close()


@pytest.fixture
def slow() -> Iterator[None]:
    """A part of the test that has to be over within seconds."""
    began = time.monotonic()
    yield
    assert time.monotonic() - began < 6


@pytest.mark.usefixtures("slow")
def test_what_a_program_started_goes_with_it(tmp_path: Path, seat: Seat) -> None:
    child = tmp_path / "child"
    assert "no answer within 0.5 s" in failure(f"sh -c 'sleep 60 & echo $! > {child}; sleep 60; true'", seat, 0.5)
    assert soon_gone(int(child.read_text()))


@pytest.mark.usefixtures("slow")
def test_a_program_that_escapes_with_its_output_open_holds_nobody_up(tmp_path: Path, seat: Seat) -> None:
    code = "import subprocess, time; subprocess.Popen(['sleep', '8'], start_new_session=True); time.sleep(60)"
    assert "no answer within 0.5 s" in failure(written(code, tmp_path), seat, 0.5)


@pytest.mark.usefixtures("slow")
def test_a_program_that_does_not_read_has_no_longer_than_others() -> None:
    process = Process(f"{PYTHON} -c 'import time; time.sleep(60)'")
    with pytest.raises(Failed, match="no answer within"):
        process.ask("a" * 1_000_000, 0.5)  # more than there is room for
    process.end()


@pytest.mark.usefixtures("slow")
def test_a_program_that_does_not_stop_talking_is_stopped(seat: Seat) -> None:
    program = Program("yes")
    with pytest.raises(BotFailed, match="got 'y'"):
        program.choose(seat, 1)
    assert program._process is None


def test_of_a_program_that_talks_on_little_is_kept(tmp_path: Path, seat: Seat) -> None:
    answer = json.dumps({"move": seat.text(seat.legal()[0])})
    program = Program(written(f"input()\nwhile True:\n    print({answer!r}, flush=True)", tmp_path))
    assert program.choose(seat, 1) == seat.legal()[0]
    time.sleep(0.3)
    assert program._process is not None
    assert program._process._lines.qsize() < 5
    with pytest.raises(BotFailed, match="answered twice, or before it was asked; got"):
        program.choose(seat, 1)
    assert program._process is None


# How it is named


def test_a_comma_in_quotes_is_part_of_a_command() -> None:
    names = """kitten, exec:bot --x '1,2' "a,\\"b" c\\,d ,tabby"""
    assert [bot.name for bot in several(names)] == ["kitten", """exec:bot --x '1,2' "a,\\"b" c\\,d""", "tabby"]


def test_a_comma_that_lacks_its_quotes_is_explained() -> None:
    with pytest.raises(BadOption, match="got '2'; a comma that belongs to a command stands in quotes"):
        lineup("exec:bot --x 1,2", 3)
    with pytest.raises(BadOption, match=r"a quote in .* does not end"):
        lineup("exec:bot '1,2", 2)


def test_the_name_of_a_program_is_printed_as_it_was_given(capsys: pytest.CaptureFixture[str]) -> None:
    setup = prepare("catsle", 3, {"rounds": 1}, None, 1)
    statistics = Statistics(setup)
    statistics.add(Crowd(setup).play(0, 5))
    show(statistics.summary(), "exec:env [x]=1 [/]", 1.0)
    assert "exec:env [x]=1 [/]" in capsys.readouterr().out


def test_a_tournament_prints_the_name_of_a_program_as_it_was_given(
    spy: Spy, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = spy.name.replace("exec:", "exec:env '[x]=1' ")
    monkeypatch.setenv("COLUMNS", "400")
    monkeypatch.setattr(tournament, "deals", partial(deals, workers=1))
    tournament.run("catsle", 3, f"{name},random", 2, 1, ["rounds=1"], None, None, None, as_json=False)
    assert name in capsys.readouterr().out
