"""The command line, as it is typed."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import select
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

import tabbytop
from cases import DEFAULTS, Case
from tabbytop.games import IDS

Done = subprocess.CompletedProcess[str]


def tabbytop_command(*words: str, home: Path | None = None, typed: str = "") -> Done:
    env = os.environ | {"COLUMNS": "100", "NO_COLOR": "1"}
    if home:
        env |= {"XDG_DATA_HOME": str(home)}
    return subprocess.run(
        [sys.executable, "-m", "tabbytop.cli.main", *words],
        capture_output=True, text=True, env=env, input=typed, check=False, timeout=300,
    )  # fmt: skip


def refused(*words: str) -> str:
    """One line on standard error, exit code 2, nothing else."""
    done = tabbytop_command(*words)
    assert done.returncode == 2, done
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr.strip()


def test_games_lists_all_five() -> None:
    done = tabbytop_command("games")
    assert done.returncode == 0
    for game in IDS:
        assert game in done.stdout
    told = json.loads(tabbytop_command("games", "--json").stdout)
    assert [game["id"] for game in told] == list(IDS)


def test_games_and_help_do_without_the_compiler() -> None:
    code = "import sys; from tabbytop.cli import games, main; games.run(True); assert 'numba' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


@pytest.mark.parametrize("case", DEFAULTS, ids=str)
def test_simulate_writes_records_that_replay_accepts(case: Case, tmp_path: Path) -> None:
    file = tmp_path / "matches.jsonl"
    words = ["simulate", case.game, "--players", str(case.players), "--matches", "3", "--seed", "4"]
    done = tabbytop_command(*words, "--records", str(file), "--legal", "--json")
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert (summary["matches"], summary["players"], summary["options"]) == (3, case.players, case.options)
    again = tmp_path / "again.jsonl"
    tabbytop_command(*words, "--records", str(again), "--legal")
    assert file.read_bytes() == again.read_bytes()
    counted = json.loads(tabbytop_command(*words, "--json").stdout)
    assert {k: v for k, v in counted.items() if k != "seconds"} == {k: v for k, v in summary.items() if k != "seconds"}
    checked = tabbytop_command("replay", str(file))
    assert checked.returncode == 0, checked.stderr
    assert "3 records" in checked.stdout


def test_simulate_sums_up_in_words() -> None:
    done = tabbytop_command("simulate", "familiar", "-k", "50")
    assert done.returncode == 0
    assert "the team" in done.stdout
    assert "Oi...only this?" in done.stdout


def test_wrong_input_is_answered_in_one_line() -> None:
    assert refused("simulate", "chess") == (
        "tabbytop: the games are festival, familiar, catsle, ahoy, sorting; got 'chess'"
    )
    assert refused("simulate", "ahoy", "-n", "7") == "tabbytop: ahoy is for 2-6 players; got 7"
    assert "got 'moons'" in refused("simulate", "catsle", "-o", "moons=3")
    assert "rounds is a whole number from 1" in refused("simulate", "catsle", "-o", "rounds=none")
    assert "an option is written key=value" in refused("simulate", "catsle", "-o", "rounds")
    assert "--matches" in refused("simulate", "catsle", "-k", "0")
    assert "--legal goes with --records" in refused("simulate", "catsle", "--legal")
    assert "cannot be written" in refused("simulate", "catsle", "--records", "/nowhere/x")
    assert "No such option" in refused("simulate", "catsle", "--quick")
    assert "No such command" in refused("sing")
    assert "no unfinished match of ahoy" in tabbytop_command("play", "ahoy", "--resume", home=Path("/nowhere")).stderr


def test_a_wrong_record_is_answered_with_line_and_event(tmp_path: Path) -> None:
    file = tmp_path / "matches.jsonl"
    record = tabbytop.new("catsle", seed=1).record()
    record["events"].append({"seat": 0, "move": "play X"})
    lines = [json.dumps(tabbytop.new("catsle", seed=1).record()), json.dumps(record)]
    file.write_text("\n".join(lines))
    answer = refused("replay", str(file))
    assert "matches.jsonl: line 2: event 2: seat " in answer
    assert " may play " in answer
    file.write_text(lines[0][:100])
    assert "line 1: not JSON" in refused("replay", str(file))
    file.write_text("")
    assert "no record" in refused("replay", str(file))
    assert "cannot be read" in refused("replay", str(tmp_path))
    assert "no record number 4" in refused("replay", str(_write(file, lines[0])), "--show", "--number", "4")


def _write(file: Path, text: str) -> Path:
    file.write_text(text)
    return file


def test_a_wrong_components_file_is_answered_with_its_line(tmp_path: Path) -> None:
    from tabbytop import games

    shipped = (Path(games.__file__).parent / "familiar" / "components.toml").read_text()
    lines = [line for line in shipped.splitlines() if '"E14"' not in line]
    mine = _write(tmp_path / "mine.toml", "\n".join(lines))
    answer = refused("simulate", "familiar", "--components", str(mine))
    assert "mine.toml, line " in answer
    assert "27" in answer
    assert "26" in answer


def test_replay_shows_a_match_through_a_seats_eyes(tmp_path: Path) -> None:
    file = tmp_path / "one.jsonl"
    tabbytop_command("simulate", "catsle", "-k", "1", "-o", "rounds=1", "--records", str(file))
    done = tabbytop_command("replay", str(file), "--show", "--seat", "1")
    assert done.returncode == 0
    assert "Your hand" in done.stdout
    assert "The match is over" in done.stdout
    assert "a seat is from 0 to 2" in refused("replay", str(file), "--show", "--seat", "5")


@pytest.mark.parametrize("game", IDS)
def test_a_match_can_be_played_to_its_end_by_typing_numbers(game: str, tmp_path: Path) -> None:
    done = tabbytop_command("play", game, "--seed", "3", "--bots", "random", home=tmp_path, typed="1\n" * 600)
    assert done.returncode == 0, done.stderr
    assert "Your move:" in done.stdout
    assert "The match is over" in done.stdout
    assert list(tmp_path.rglob("*.json")) == []


def test_play_asks_for_a_game_and_answers_what_it_does_not_understand(tmp_path: Path) -> None:
    typed = "chess\n3\n9\n4\nsing\nhint\nrules\nlog\nundo\n?\n1\nundo\nleave\n"
    done = tabbytop_command("play", home=tmp_path, typed=typed)
    assert done.returncode == 0, done.stderr
    for part in (
        "got 'chess'",
        "got 'sing'",
        "C3.2",
        "nothing of yours",
        "taken back",
        "tabbytop play catsle --resume",
    ):
        assert part in done.stdout


def test_a_match_that_was_left_is_resumed_where_it_was(tmp_path: Path) -> None:
    left = tabbytop_command("play", "sorting", "--seed", "2", "--bots", "random", home=tmp_path, typed="1\n1\n")
    assert left.returncode == 0
    kept = list(tmp_path.rglob("*.json"))
    assert len(kept) == 1
    moves = len(json.loads(kept[0].read_text())["events"])
    resumed = tabbytop_command("play", "--resume", home=tmp_path, typed="1\n")
    assert resumed.returncode == 0, resumed.stderr
    assert len(json.loads(kept[0].read_text())["events"]) > moves


def test_ctrl_c_leaves_cleanly_and_says_how_to_go_on(tmp_path: Path) -> None:
    """In a real terminal: control-C is typed at the prompt."""
    keyboard, terminal = pty.openpty()
    env = os.environ | {"XDG_DATA_HOME": str(tmp_path), "TERM": "dumb", "COLUMNS": "100"}
    # The child takes the terminal as its own before it becomes the program, so that control-C reaches it; and hears it,
    # even if these tests were started in the background, where it is ignored.
    take = (
        "import fcntl, os, signal, sys, termios; signal.signal(signal.SIGINT, signal.SIG_DFL); "
        "fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
    )
    program = [sys.executable, "-m", "tabbytop.cli.main", "play", "ahoy", "--seed", "1", "--bots", "random"]
    with subprocess.Popen(
        [sys.executable, "-c", take, *program],
        stdin=terminal, stdout=terminal, stderr=terminal, env=env, start_new_session=True,
    ) as child:  # fmt: skip
        os.close(terminal)
        seen = _read_until(keyboard, "Your move:")
        seen += _read_until(keyboard, "--resume", press=b"\x03")
        assert child.wait(30) == 0
    assert "Traceback" not in seen
    assert len(list(tmp_path.rglob("ahoy-*.json"))) == 1


def _read_until(keyboard: int, words: str, press: bytes = b"") -> str:
    """What the program writes up to these words; a key is pressed again if nothing comes of it, as people do."""
    seen = ""
    deadline = time.monotonic() + 60
    os.write(keyboard, press)
    while words not in seen and time.monotonic() < deadline:
        if select.select([keyboard], [], [], 3)[0]:
            seen += os.read(keyboard, 4096).decode(errors="replace")
        else:
            os.write(keyboard, press)
    assert words in seen, seen
    return seen


def test_bench_of_search_prints_what_its_readers_parse(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tabbytop.bots.players import STRENGTHS
    from tabbytop.cli import bench_search

    monkeypatch.setattr(bench_search, "DECISIONS", 2)
    monkeypatch.setattr(bench_search, "TRIES", 1)
    bench_search.run(peer=False, as_json=True)
    figures = json.loads(capsys.readouterr().out)
    assert [(row["game"], row["players"]) for row in figures["search"]] == [(c.game, c.players) for c in DEFAULTS]
    for row in figures["search"]:
        for kind in ("at_random", "by_thumb"):
            assert row[kind]["moves_per_second"] > row[kind]["simulations_per_second"] > 0
    for row in figures["strengths"]:
        assert all(0 < row[name]["median_ms"] <= row[name]["p99_ms"] for name in STRENGTHS)
    bench_search.show(figures)
    assert "by rules of thumb" in capsys.readouterr().out


def test_bench_prints_what_its_readers_parse(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tabbytop.cli import bench

    monkeypatch.setattr(bench, "SECONDS", 0.003)
    bench.run(peer=False, as_json=True)
    figures = json.loads(capsys.readouterr().out)
    assert set(figures) == {"play", "step"}
    for way in ("play", "step"):
        assert [(row["game"], row["players"], row["options"]) for row in figures[way]] == [tuple(c) for c in DEFAULTS]
        assert all(row["moves_per_second"] > 0 for row in figures[way])
    bench.run(peer=False, as_json=False)
    assert "random play" in capsys.readouterr().out


def test_damaged_kept_matches_are_named_and_left_alone(tmp_path: Path) -> None:
    tabbytop_command("play", "sorting", "--seed", "2", "--bots", "random", home=tmp_path, typed="1\n")
    (good,) = tmp_path.rglob("*.json")
    record = json.loads(good.read_text())
    for number, text in enumerate(
        ["{", "[]", "9" * 5000, json.dumps(record | {"you": 9}), json.dumps(record | {"you": None})]
    ):
        damaged = good.with_name(f"sorting-damaged{number}.json")
        damaged.write_text(text)
        os.utime(damaged, (time.time() + 100, time.time() + 100))
    done = tabbytop_command("play", "--resume", home=tmp_path, typed="1\n")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("cannot be resumed") == 5
    assert "Your move:" in done.stdout
    assert len(list(tmp_path.rglob("*.json"))) == 6


def test_what_has_no_effect_is_refused() -> None:
    assert "--resume goes on with a match as it was begun" in refused("play", "catsle", "--resume", "-n", "4")
    assert "--number and --seat go with --show" in refused("replay", "x.jsonl", "--seat", "1")


def test_without_a_command_it_serves_and_a_port_in_use_is_said() -> None:
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with contextlib.suppress(OSError):  # somebody plays here: just as well
            other.bind(("127.0.0.1", 8140))
            other.listen()
        assert "port 8140 is in use" in refused()


def test_a_full_disk_and_a_poor_terminal_are_no_accidents() -> None:
    assert "cannot be written: No space left" in refused("simulate", "catsle", "-k", "3", "--records", "/dev/full")
    done = subprocess.run(
        [sys.executable, "-m", "tabbytop.cli.main", "play", "catsle", "--seed", "1", "--bots", "random"],
        env=os.environ | {"PYTHONIOENCODING": "ascii", "XDG_DATA_HOME": "/proc/nope"},
        input="", capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "Your hand" in done.stdout
    assert done.returncode == 2
    assert "cannot be kept" in done.stderr
