"""The Python interface, as its users would try it."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path

import numpy as np
import pytest

import tabbytop
from tabbytop import BadComponents, BadOption, BadRecord, IllegalMove, UnknownGame


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(UnknownGame, match="the games are festival, familiar, catsle, ahoy, sorting; got 'chess'"):
        tabbytop.new("chess")


@pytest.mark.parametrize("players", [2, 6, -1, True, "4"])
def test_a_wrong_number_of_players_is_refused(players: int) -> None:
    with pytest.raises(BadOption, match="catsle is for 3-5 players; got"):
        tabbytop.new("catsle", players=players)


def test_wrong_options_are_refused() -> None:
    with pytest.raises(BadOption, match="catsle has the options rounds, leader, removed; got 'moons'"):
        tabbytop.new("catsle", moons=3)
    for value in (0, -1, 1.5, True, "three", 10**9):
        with pytest.raises(BadOption, match="rounds is a whole number from 1 to 1000000; got"):
            tabbytop.new("catsle", rounds=value)
    for other in ("three", 1, None):
        with pytest.raises(BadOption, match="leader is two or first; got"):
            tabbytop.new("catsle", leader=other)
    with pytest.raises(BadOption, match="declare is true or false; got 1"):
        tabbytop.new("sorting", declare=1)


@pytest.mark.parametrize("seed", [-1, 1 << 64, 1.0, "x", True])
def test_a_wrong_seed_is_refused(seed: int) -> None:
    with pytest.raises(BadOption, match=r"a seed is a whole number from 0 to 2\*\*64-1; got"):
        tabbytop.new("ahoy", seed=seed)


def test_the_largest_seed_is_as_good_as_any() -> None:
    match = tabbytop.new("ahoy", seed=(1 << 64) - 1)
    assert match.seed == (1 << 64) - 1
    assert match.record() == tabbytop.new("ahoy", seed=(1 << 64) - 1).record()


def test_without_a_seed_every_match_is_another() -> None:
    assert tabbytop.new("catsle").record()["events"] != tabbytop.new("catsle").record()["events"]


def test_moves_are_taken_as_numbers_or_as_text() -> None:
    one, other, third = (tabbytop.new("catsle", seed=3) for _ in range(3))
    action = one.legal()[2]
    one.play(action)
    other.play(one.text(action))
    third.play(np.int16(action))  # type: ignore[arg-type]  # what a learner's argmax gives
    assert one.record() == other.record() == third.record()
    assert one.history == [action]


@pytest.mark.parametrize("move", ["play R99", "", "R1", 10**30, -3, 2.0, None])
def test_anything_else_is_refused(move: str) -> None:
    match = tabbytop.new("catsle", seed=3)
    before = match.state
    with pytest.raises(IllegalMove, match=r"seat \d may play .*; got"):
        match.play(move)
    assert match.state == before
    assert match.history == []


def test_nothing_can_be_played_when_the_match_is_over() -> None:
    match = tabbytop.new("sorting", seed=1, weeks=1)
    while not match.over:
        match.play(match.legal()[0])
    with pytest.raises(IllegalMove, match="the match is over; got"):
        match.play(0)


def test_no_more_can_be_taken_back_than_was_played() -> None:
    match = tabbytop.new("catsle", seed=1)
    for moves in (1, 0, -1, True, "x", None):
        with pytest.raises(BadOption, match="of 0 moves at least one can be taken back; got"):
            match.undo(moves)  # type: ignore[arg-type]  # what people try


def test_a_seat_that_is_not_there_sees_nothing() -> None:
    for seat in (3, -2, True, "0"):
        with pytest.raises(BadOption, match="a seat is from 0 to 2, or -1 for a spectator; got"):
            tabbytop.new("catsle", players=3).view(seat)  # type: ignore[arg-type]  # what people try
    for nobody in (3, -1, None):
        with pytest.raises(BadOption, match="a seat is from 0 to 2; got"):
            tabbytop.new("catsle", players=3).imagine(nobody, 1)  # type: ignore[arg-type]  # what people try


def test_other_junk_is_refused_by_name() -> None:
    match = tabbytop.new("catsle", seed=1)
    for seed in (1 << 70, -1, 1.5, "x", None):
        with pytest.raises(BadOption, match="a seed is a whole number"):
            match.imagine(0, seed)  # type: ignore[arg-type]  # what people try
    for since in (-5, "x", 1.0):
        with pytest.raises(BadOption, match="since is a number of lines"):
            match.view(0, since=since)  # type: ignore[arg-type]  # what people try
    for action in (-1, 9999, "play R1"):
        with pytest.raises(BadOption, match="a move is a number from 0 to 124"):
            match.text(action)  # type: ignore[arg-type]  # what people try
    for components in (5, 1.5, b"x"):
        with pytest.raises(BadOption, match="components are a file or tables"):
            tabbytop.new("catsle", components=components)  # type: ignore[arg-type]  # what people try
    for path in ("a\0b", 5):
        with pytest.raises(BadRecord, match="cannot be read"):
            list(tabbytop.read_records(path))  # type: ignore[arg-type]  # what people try


def test_numbers_and_nests_beyond_reason_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "x"
    for text, reason in (("9" * 5000, "a number is too long"), ("[" * 100_000, "nested too deep|not JSON")):
        file.write_text(text)
        with pytest.raises(BadRecord, match=reason):
            list(tabbytop.read_records(file))
    for text in ("x = " + "9" * 5000, "x = " + "[" * 5000):
        file.write_text(text)
        with pytest.raises(BadComponents, match="not TOML"):
            tabbytop.new("catsle", components=file)


def test_nothing_true_can_be_got_out_of_an_imagined_match() -> None:
    match = tabbytop.new("ahoy", players=3, seed=5)
    match.play("fish 2")
    world = match.imagine(1, 9)
    assert world.history == []
    assert world.seed == 9
    assert tabbytop.Match(world.setup, world.history).record()["events"] != match.record()["events"][:1]


def test_the_log_can_be_asked_for_since_a_line() -> None:
    match = tabbytop.new("catsle", seed=1)
    for _ in range(20):
        match.play(match.legal()[0])
    whole = match.view(1, since=0)
    assert len(whole.log) > 20
    assert match.view(1) == whole
    later = match.view(1, since=15)
    assert later.log == whole.log[15:]
    assert later.since == 15
    while not match.over:
        match.play(match.legal()[0])
    assert len(match.view(1).log) == 150
    assert match.view(1).log == match.view(1, since=0).log[-150:]


def test_an_imagined_match_has_no_record() -> None:
    world = tabbytop.new("catsle", seed=1).imagine(0, 1)
    assert world.view(0).log == ()
    with pytest.raises(BadOption, match="an imagined match has no past to record"):
        world.record()
    with pytest.raises(BadOption, match="an imagined match has no past to go back to"):
        world.undo()


def test_an_unfinished_record_is_played_on_as_the_match_would_have_been() -> None:
    """The generator goes on where it was, so later deals are the same, too."""
    match = tabbytop.new("catsle", seed=8, rounds=2)
    for _ in range(50):
        match.play(match.legal()[0])
    again = tabbytop.from_record(json.loads(json.dumps(match.record())))
    for one in (match, again):
        while not one.over:
            one.play(one.legal()[0])
    assert again.record() == match.record()


def test_a_match_from_a_record_can_be_taken_back_and_goes_another_way() -> None:
    match = tabbytop.new("catsle", seed=8, rounds=1)
    while not match.over:
        match.play(match.legal()[0])
    record = match.record()
    del record["seed"]
    again = tabbytop.from_record(record)
    again.undo(len(again.history))
    assert again.history == []
    assert again.record()["events"] == record["events"][:1]
    again.play(again.legal()[-1])
    assert again.record()["events"][0] == record["events"][0]


def test_records_of_a_file_are_read_with_their_line_numbers(tmp_path: Path) -> None:
    file = tmp_path / "two.jsonl"
    record = json.dumps(tabbytop.new("ahoy", seed=1).record())
    file.write_text(f"{record}\n\n{record}\n")
    assert [number for number, _ in tabbytop.read_records(file)] == [1, 3]
    file.write_text(f"{record}\n{record[:-20]}\n")
    with pytest.raises(BadRecord, match="line 2: not JSON"):
        list(tabbytop.read_records(file))
    with pytest.raises(BadRecord, match="cannot be read: No such file"):
        list(tabbytop.read_records(tmp_path / "none.jsonl"))


def recorded() -> dict[str, object]:
    match = tabbytop.new("catsle", seed=5, rounds=1)
    while not match.over:
        match.play(match.legal()[0])
    return match.record(legal=True)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda r: r.pop("format"), "format is 'tabbytop-record/1'; got None"),
        (lambda r: r.pop("game"), "game is missing"),
        (lambda r: r["options"].pop("leader"), "every option; leader is missing"),
        (lambda r: r["events"].clear(), "the first deal is missing"),
        (lambda r: r["events"].pop(0), "event 1: expected a deal event, got a move"),
        (lambda r: r.update(players=None), "players is missing"),
        (lambda r: r["events"].__setitem__(0, {"\x1b[31m": 1}), r"event 1: expected a deal event, got one with '\\x1b"),
        (lambda r: r["events"].pop(), "there is a result, but the match is not over"),
        (lambda r: r["events"].append(r["events"][-1]), r"event \d+: the match was over before this"),
        (lambda r: r.pop("result"), "the match is over, but there is no result"),
        (lambda r: r["result"]["scores"].append(0), "the result is .*; got"),
        (lambda r: r["events"][1].update(seat=9), "event 2: seat . is to move; got seat 9"),
        (lambda r: r["events"][1].update(move="play R99"), "event 2: seat . may play .*; got 'play R99'"),
        (lambda r: r["events"][1]["legal"].pop(), "event 2: legal moves are .*; got"),
        (lambda r: r["events"][1].update(extra=1), "event 2: expected a move of seat"),
        (lambda r: r["events"][0]["deal"]["hands"][0].pop(), "event 1: hands has 11 codes here; got 10"),
        (lambda r: r["events"][0]["deal"].update(start=3), "event 1: start is a seat from 0 to 2; got 3"),
        (
            lambda r: r["events"][0]["deal"].pop("aside"),
            "event 1: a deal event here has hands, extra, aside, start; got",
        ),
        (lambda r: r["events"][0]["deal"]["aside"].__setitem__(0, "K1"), "event 1: there is no 'K1' among"),
        (
            lambda r: r["events"][0]["deal"]["aside"].__setitem__(0, r["events"][0]["deal"]["aside"][1]),
            "is dealt more often than it exists",
        ),
    ],
)
def test_a_wrong_record_is_refused_with_its_event(change: object, reason: str) -> None:
    record = recorded()
    assert callable(change)
    change(record)
    with pytest.raises(BadRecord, match=reason):
        tabbytop.from_record(record)


def test_components_that_are_not_there_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadComponents, match="cannot be read: No such file"):
        tabbytop.new("catsle", components=tmp_path / "none.toml")


def test_a_match_can_be_copied_deeply_and_pickled() -> None:
    match = tabbytop.new("festival", seed=4)
    for _ in range(7):
        match.play(match.legal()[0])
    for other in (copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        assert other.state == match.state
        assert other.record() == match.record()
        other.play(other.legal()[-1])
        assert other.history != match.history
    with pytest.raises(BadOption, match="imagined"):
        pickle.dumps(match.imagine(0, 1))
