"""Records: a match as one JSON object that a person can read and a program can replay."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from tabbytop.core.contract import CHANCE
from tabbytop.core.errors import BadRecord, TabbytopError
from tabbytop.play import engine
from tabbytop.play.match import Match, numbers
from tabbytop.play.replay import Replay
from tabbytop.play.setup import SEEDS, Setup, prepare

FORMAT = "tabbytop-record/1"
COMPONENTS = "tabbytop-components"  # the tables of one's own box, which a replay needs


def write(match: Match, *, legal: bool) -> dict[str, Any]:
    """The record of a match so far; with all legal moves at each decision when asked for."""
    setup = match.setup
    names = setup.parts.notation.ACTIONS
    replay = Replay(setup)
    history = match.history
    events: list[dict[str, Any]] = []
    moves = 0
    while True:
        while replay.slots[0].s.seat == CHANCE:
            events.append(replay.chance())
        if moves == len(history):
            break
        event: dict[str, Any] = {"seat": int(replay.slots[0].s.seat), "move": names[history[moves]]}
        if legal:
            event["legal"] = _legal(replay, names)
        events.append(event)
        replay.move(history[moves])
        moves += 1
    record: dict[str, Any] = {
        "format": FORMAT,
        "game": setup.game.id,
        "players": setup.players,
        "options": dict(setup.options),
        "seed": setup.seed,
        "events": events,
    }
    if not setup.shipped_components:
        record[COMPONENTS] = dict(setup.sheet.tables)
    if match.over:
        record["result"] = match.result
    return record


def from_record(record: object) -> Match:
    """The match that a record tells of, checked in every detail; it can be played on if it is not over."""
    setup = _setup(record)
    assert isinstance(record, Mapping)
    events = record.get("events")
    if not isinstance(events, list):
        raise BadRecord(f"events is a list; got {events!r:.80}")
    replay = Replay(setup)
    script: list[Mapping[str, object]] = []
    moves: list[int] = []
    for number, event in enumerate(events, 1):
        try:
            if not isinstance(event, dict):
                raise BadRecord(f"an event is an object; got {event!r:.80}")
            if replay.slots[0].s.seat == CHANCE:
                replay.chance(event)
                script.append(event)
            else:
                moves.append(_move(setup, replay, event))
        except TabbytopError as error:
            raise BadRecord(f"event {number}: {error}") from None
    if not script:
        raise BadRecord("the first deal is missing")
    match = Match(replace(setup, script=tuple(script)), moves)
    _check_result(match, record)
    return match


def _setup(record: object) -> Setup:
    if not isinstance(record, Mapping):
        raise BadRecord(f"a record is a JSON object; got {record!r:.80}")
    if record.get("format") != FORMAT:
        raise BadRecord(f"format is {FORMAT!r}; got {record.get('format')!r:.80}")
    for key in ("game", "players", "options"):
        if record.get(key) is None:
            raise BadRecord(f"{key} is missing")
    options, seed, components = record["options"], record.get("seed"), record.get(COMPONENTS)
    if not isinstance(options, dict):
        raise BadRecord(f"options is an object; got {options!r:.80}")
    known = isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed < SEEDS
    tables = components if isinstance(components, dict) else None
    setup = prepare(str(record["game"]), record["players"], options, tables, seed if known else None)
    missing = [name for name in setup.options if name not in options]
    if missing:
        raise BadRecord(f"a record holds every option; {', '.join(missing)} is missing")
    return setup


def _move(setup: Setup, replay: Replay, event: dict[str, object]) -> int:
    """One recorded move, checked and made."""
    names = setup.parts.notation.ACTIONS
    seat = int(replay.slots[0].s.seat)
    if seat < 0:
        raise BadRecord("the match was over before this")
    if "move" not in event or not set(event) <= {"seat", "move", "legal"}:
        raise BadRecord(f"expected a move of seat {seat}; got an event with {', '.join(map(repr, event)) or 'nothing'}")
    move, legal = event["move"], _legal(replay, names)
    if type(event.get("seat")) is not int or event["seat"] != seat:
        raise BadRecord(f"seat {seat} is to move; got seat {event.get('seat')!r}")
    if not isinstance(move, str) or move not in legal:
        raise BadRecord(f"seat {seat} may {', '.join(legal)}; got {move!r:.80}")
    if "legal" in event and event["legal"] != legal:
        raise BadRecord(f"legal moves are {', '.join(legal)}; got {event['legal']!r}")
    action = numbers(names)[move]
    replay.move(action)
    return action


def _legal(replay: Replay, names: tuple[str, ...]) -> list[str]:
    choices = engine.advance(replay.slots)
    return sorted(names[action] for action in replay.slots[0].legal[:choices])


def _check_result(match: Match, record: Mapping[str, object]) -> None:
    if not match.over:
        if "result" in record:
            raise BadRecord("there is a result, but the match is not over")
    elif "result" not in record:
        raise BadRecord("the match is over, but there is no result")
    elif record["result"] != match.result:
        raise BadRecord(f"the result is {json.dumps(match.result)}; got {json.dumps(record['result'])}")


def read_records(path: Path | str) -> Iterator[tuple[int, Match]]:
    """The matches of a file, one record to a line, with their line numbers. The first that is wrong is an error."""
    try:
        with Path(path).open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield number, _read_line(line, number)
    except (OSError, ValueError, TypeError) as error:
        if isinstance(error, TabbytopError):
            raise
        reason = error.strerror if isinstance(error, OSError) else "not a text file"
        raise BadRecord(f"{path}: cannot be read: {reason}") from None


def _read_line(line: str, number: int) -> Match:
    try:
        return from_record(json.loads(line))
    except json.JSONDecodeError as error:
        raise BadRecord(f"line {number}: not JSON: {error.msg} at character {error.pos + 1}") from None
    except RecursionError:
        raise BadRecord(f"line {number}: not a record: nested too deep") from None
    except TabbytopError as error:
        raise BadRecord(f"line {number}: {error}") from None
    except ValueError:  # a number of thousands of digits
        raise BadRecord(f"line {number}: not a record: a number is too long") from None
