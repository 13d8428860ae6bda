"""A table made of its log: who may sit, what lies face down, what is told to whom."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tabbytop.core.errors import IllegalMove
from tabbytop.core.view import SPECTATOR, Entry
from tabbytop.games import IDS, find
from tabbytop.games.familiar import view
from tabbytop.play.match import Match
from tabbytop.server.entries import ENTRY, Changed, Hired, Left, Moved, Said, Sat
from tabbytop.server.errors import Refused
from tabbytop.server.messages import REACTIONS, News
from tabbytop.server.replays import missed, replay
from tabbytop.server.table import Held, Who
from tables import NOW, begun, leaks, play_on, table_of, told


def test_seats_are_taken_once_and_names_are_told_apart() -> None:
    table = table_of("catsle", 3)
    assert table.sit("Mia", None) == Sat(seat=0, name="Mia", colour=0)
    table.add(Sat(seat=0, name="Mia"), NOW)
    assert table.sit("Tom", None).seat == 1
    assert table.sit("Tom", 2).seat == 2
    for name, seat, why in (("Tom", 0, "taken"), ("Mia", 1, "called Mia"), ("Tom", 5, "seats are from 0 to 2")):
        with pytest.raises(Refused, match=why):
            table.sit(name, seat)
    table.add(Hired(seat=1, bot="lynx"), NOW)
    table.add(Sat(seat=2, name="Tom"), NOW)
    with pytest.raises(Refused, match="all seats are taken"):
        table.sit("Ann", None)


def test_everybody_has_a_colour_of_their_own_and_bots_take_what_is_left() -> None:
    table = table_of("ahoy", 6)
    table.add(table.sit("Mia", 0, 1), NOW)
    table.add(Hired(seat=3, bot="tabby"), NOW)
    table.add(table.sit("Tom", 1, 1), NOW)  # Mia has it
    table.add(table.sit("Ann", 2, 3), NOW)  # a bot had it
    assert [seated.colour for seated in table.lobby().seats] == [1, 2, 3, 4, 5, 0]
    chair = table.chairs[0]
    table.add(table.change(0, "Mimi", 2), NOW)  # Tom has it, and Ann the next
    assert table.chairs[0] is chair  # whoever listens there is still the same person
    assert [(seated.name, seated.colour) for seated in table.lobby().seats[:3]] == [("Mimi", 4), ("Tom", 2), ("Ann", 3)]
    assert table.update(Who(1), 0, NOW).news[-1].text == "Mimi"
    later, earlier = table.change(0, "Mi", None), table.change(0, None, 0)  # what is not said stays
    assert (later.name, later.colour, earlier.name, earlier.colour) == ("Mi", 4, "Mimi", 0)
    with pytest.raises(Refused, match="called Tom"):
        table.change(0, "Tom", None)
    for entry in table.start("kitten"):
        table.add(entry, NOW)
    assert sorted(seated.colour for seated in table.lobby().seats) == [0, 1, 2, 3, 4, 5]
    with pytest.raises(Refused, match="begun"):
        table.change(0, "Mia", 0)


def test_people_of_a_log_without_colours_have_those_of_their_seats() -> None:
    table = table_of("catsle", 3)
    for seat in (0, 2):
        table.add(ENTRY.validate_json(f'{{"kind": "sat", "seat": {seat}, "name": "p{seat}"}}'), NOW)
    table.add(Changed(seat=0, name="p0", colour=2), NOW)
    assert [seated.colour for seated in table.lobby().seats] == [2, 1, 3]


def test_free_seats_go_to_bots_at_the_start_and_nobody_sits_down_afterwards() -> None:
    table = table_of("catsle", 3)
    table.add(Sat(seat=1, name="Mia"), NOW)
    for entry in table.start("kitten"):
        table.add(entry, NOW)
    assert [(seat.kind, seat.bot) for seat in table.lobby().seats] == [
        ("bot", "kitten"), ("person", None), ("bot", "kitten"),
    ]  # fmt: skip
    assert table.state == "playing"
    with pytest.raises(Refused, match="begun"):
        table.sit("Tom", None)
    with pytest.raises(Refused, match="begun"):
        table.place(0, None)


def test_who_opened_the_table_may_send_somebody_away_or_replace_them_before_the_start() -> None:
    table = table_of("catsle", 3)
    table.add(Sat(seat=0, name="Mia"), NOW)
    assert table.place(0, None) == [Left(seat=0)]
    assert table.place(0, "tiger") == [Left(seat=0), Hired(seat=0, bot="tiger")]
    assert table.place(1, None) == []


def test_a_move_out_of_turn_is_refused_in_words() -> None:
    table = begun("catsle", 3)
    assert table.match is not None
    due = table.match.seat
    with pytest.raises(Refused, match="not your turn"):
        table.choose((due + 1) % 3, table.legal(due)[0])
    with pytest.raises(IllegalMove, match=r"you may .*; got 'fly'"):
        table.choose(due, "fly")


@pytest.mark.parametrize(("game", "players"), [("ahoy", 2), ("ahoy", 3), ("ahoy", 6), ("festival", 3), ("festival", 4)])
def test_choices_may_be_made_in_any_order_and_give_the_same_match(game: str, players: int) -> None:
    one, other = begun(game, players, 7), begun(game, players, 7)
    for _ in play_on(one, random.Random(3)):
        pass
    assert one.match is not None
    for action in one.match.history:
        assert other.match is not None
        other.add(Moved(seat=other.match.seat, action=action, by="person"), NOW)
    assert one.match.over
    assert told(one, 0) == told(other, 0)


def test_A3_1_a_left_paw_may_be_changed_after_the_right_one_has_chosen() -> None:
    table = begun("ahoy", 2)
    table.chosen[0] = Held(table.choose(0, "L fish 1"))
    table.chosen[0] = Held(table.choose(0, "R fish 2"))
    assert table.chosen_texts(0) == ["L fish 1", "R fish 2"]
    assert table.waiting() == [1]
    table.chosen[0] = Held(table.choose(0, "L fish 3"))
    assert table.chosen_texts(0) == ["L fish 3", "R fish 2"]
    assert table.moved(0, table.chosen[0]) == []


def test_a_change_of_mind_that_comes_after_the_reveal_does_not_count_for_the_next_turn() -> None:
    table = begun("ahoy", 3)
    seen = table.update(Who(0), 0, NOW).number
    table.add(Said(seat=1, text="I fish at 3"), NOW)
    for seat in range(3):
        table.chosen[seat] = Held(table.choose(seat, "fish 1", after=seen))  # talk changes nothing
    for move in table.moved(2, table.chosen[2]):
        table.add(move, NOW)
    with pytest.raises(Refused, match="too late"):
        table.choose(0, "fish 2", after=seen)
    assert table.choose(0, "fish 2", after=table.update(Who(0), 0, NOW).number)


@pytest.mark.parametrize("game", IDS)
def test_nothing_that_is_told_depends_on_what_the_viewer_cannot_know(game: str) -> None:
    for players in find(game).players:
        table = begun(game, players, 5)
        for step, moves in enumerate(play_on(table, random.Random(5))):
            assert leaks(table, moves, step) == []
            if step > 40:
                break


def test_a_log_that_tells_what_was_passed_face_down_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "_hidden", lambda seat, text, secret, to: [Entry(seat, secret)])
    table = begun("familiar", 3, 5)
    assert any(leaks(table, moves, step) for step, moves in enumerate(play_on(table, random.Random(5))))


@pytest.mark.parametrize("game", IDS)
def test_who_comes_back_is_shown_exactly_what_they_were_shown_before(game: str) -> None:
    for players in find(game).players:
        table = begun(game, players, 5)
        shown: dict[int, list[tuple[list[News], object]]] = {viewer: [] for viewer in range(SPECTATOR, players)}
        decided: dict[int, int] = dict.fromkeys(shown, 0)
        heard: dict[int, int] = dict.fromkeys(shown, 0)
        for step, moves in enumerate(play_on(table, random.Random(5))):
            assert table.match is not None
            for viewer, seen in shown.items():
                update = table.update(Who(viewer), heard[viewer], NOW)
                assert update.view is not None
                heard[viewer], lies = update.number, update.view["table"]
                told = [news.model_copy(update={"at": 0}) for news in update.news if news.kind == "told"]
                if told or not seen or lies != seen[-1][1]:
                    seen.append((told, lies))
                steps = missed(table.match, viewer, table.decided.get(viewer, 0))
                (_, stood), *since = seen[decided[viewer] :]
                assert [(found.news, found.table) for found in steps] == [([], stood), *since]
            decided |= {move.seat: len(shown[move.seat]) - 1 for move in moves}
            if step > 25:
                break


@pytest.mark.parametrize("game", IDS)
def test_a_replay_asks_every_seat_as_often_as_it_decided_and_knows_what_it_did(game: str) -> None:
    for players in find(game).players:
        table = begun(game, players, 7)
        for _ in play_on(table, random.Random(3)):
            pass
        assert table.match is not None
        again = Match(table.match.setup)
        decided: dict[int, list[tuple[list[str], str]]] = {seat: [] for seat in range(players)}
        for action in table.match.history:
            decided[again.seat].append((again.moves(), again.text(action)))
            again.play(action)
        for seat, decisions in decided.items():
            steps = [step for step in replay(table.match, seat).steps if step.acting == seat]
            assert [(step.legal, step.played) for step in steps] == decisions


@pytest.mark.parametrize("game", IDS)
def test_each_step_of_a_replay_says_after_how_many_moves_the_table_was_so(game: str) -> None:
    table = begun(game, find(game).players[0], 7)
    for _ in play_on(table, random.Random(3)):
        pass
    assert table.match is not None
    for viewer in range(SPECTATOR, table.match.players):
        steps = {step.moves: step.table for step in replay(table.match, viewer).steps}
        again, shown = Match(table.match.setup), steps[0]
        for moves, action in enumerate([*table.match.history, None]):
            shown = steps.get(moves, shown)
            assert again.table(viewer) == shown  # also where there is no step of its own
            if action is not None:
                again.play(action)


def test_A3_1_a_replay_asks_for_the_second_paw_when_it_shows_where_the_first_one_points() -> None:
    table, pointed = begun("ahoy", 2), (("L fish 1", "R fish 2"), ("L fish 2", "R fish 3"))
    for seat, paws in enumerate(pointed):
        for move in paws:
            table.chosen[seat] = Held(table.choose(seat, move))
    for moved in table.moved(1, table.chosen[1]):
        table.add(moved, NOW)
    assert table.match is not None
    for seat, (left, right) in enumerate(pointed):
        first, second = (step for step in replay(table.match, seat).steps if step.acting == seat and step.played)
        assert (first.chosen, first.played, second.chosen, second.played) == ([], left, [left], right)


def test_who_may_not_know_that_somebody_is_asked_sees_no_deadline() -> None:
    """A hand with three crows may be kept in silence."""
    for seed in range(200):
        table = begun("festival", 4, seed)
        table.agreed = replace(table.agreed, clock=60)
        assert table.match is not None
        if table.match.table(table.match.seat).phase == "offer":
            break
    (asked,) = table.waiting()
    deadlines = {viewer: table.update(Who(viewer), 0, NOW).deadline for viewer in range(SPECTATOR, 4)}
    assert deadlines == {viewer: NOW + 60 if viewer == asked else None for viewer in range(SPECTATOR, 4)}


def test_while_others_choose_a_player_is_told_nothing_new() -> None:
    table = begun("ahoy", 3)
    before = {viewer: told(table, viewer) for viewer in (SPECTATOR, 0, 1)}
    table.chosen[2] = Held(table.choose(2, "fish 1"))
    assert {viewer: told(table, viewer) for viewer in (SPECTATOR, 0, 1)} == before


def test_in_familiar_nobody_talks_before_the_end_but_may_react() -> None:
    table = begun("familiar", 3)
    with pytest.raises(Refused, match="nobody talks"):
        table.say(0, "play your owl")
    assert table.react(0, "thanks").what == "thanks"
    with pytest.raises(Refused, match="hello"):
        table.react(0, "oops")
    for _ in play_on(table, random.Random(1)):
        pass
    assert table.state == "over"
    assert table.say(0, "well done").text == "well done"


def test_A5_4_pirates_may_talk_at_any_time() -> None:
    table = begun("ahoy", 3)
    assert table.say(1, "I fish 2, I promise").text == "I fish 2, I promise"
    for what in REACTIONS:
        assert table.react(1, what).what == what
