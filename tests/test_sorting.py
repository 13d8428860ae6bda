"""Is This a Cat or a Rabbit?, clause by clause."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import permutations

import numpy as np
import pytest

import tabbytop
from positions import dealt, play, rest
from tabbytop import BadRecord, IllegalMove, Match
from tabbytop.core.bits import each
from tabbytop.games.sorting import rules
from tabbytop.games.sorting.notation import ACTIONS, CODES
from tabbytop.games.sorting.view import SortingTable
from worlds import check_uniform

HANDS = {3: 9, 4: 7, 5: 6}
ASIDE = {3: 3, 4: 2, 5: 0}
SINGLE = [f"{ear}{tail}" for ear in range(1, 6) for tail in range(1, 6)]
DOUBLES = ["11", "22", "33", "44", "55"]


def deal(*hands: str, bears: bool = False, start: int = 0) -> dict[str, object]:
    """A deal in which the hands begin with these cards; the rest goes round in order, and with it the bears."""
    players = len(hands)
    given = [hand.split() for hand in hands]
    left = iter(rest(SINGLE if bears else SINGLE + DOUBLES, *given))
    size = HANDS[players] - bears
    full = [[*hand, *(next(left) for _ in range(size - len(hand))), *["bear"] * bears] for hand in given]
    return {"deal": {"hands": full, "aside": list(left), "start": start}}


def sorting(*hands: str, bears: bool = False, **options: object) -> Match:
    return dealt("sorting", len(hands), deal(*hands, bears=bears), bears=bears, **options)


def table(match: Match, seat: int = 0) -> SortingTable:
    seen = match.table(seat)
    assert isinstance(seen, SortingTable)
    return seen


def chips(match: Match) -> list[tuple[int, int]]:
    """White and black chips of each seat."""
    return [(seat.white, seat.black) for seat in table(match).seats]


def all_of(*piles: list[str]) -> list[str]:
    return [card for pile in piles for card in pile]


def finish(match: Match, choose: Callable[[Match], int]) -> Match:
    while not match.over:
        match.play(choose(match))
    return match


def at_random(seed: int) -> Callable[[Match], int]:
    chooser = random.Random(seed)
    return lambda match: chooser.choice(match.legal())


def keeping_bears(match: Match) -> int:
    """The first move that is not a bear, if there is one."""
    return next((move for move in match.legal() if "bear" not in match.text(move)), match.legal()[0])


def what(card: str, reference: str, animal: str) -> str:
    """S4.2 once more, in the words of the page."""
    ears, tail = int(card[0]) - int(reference[0]), int(card[1]) - int(reference[1])
    if card == reference:
        return animal
    return "rabbit" if ears >= 0 >= tail else "cat" if ears <= 0 <= tail else "new species"


# What every card of the box is against 33 named rabbit, shared out: 0 leads, 1 has rabbits, 2 cats, 3 new species.
A_DAY = ("33 32 41 42 43 51 52", "31 53 33", "13 14 15 23 24 25 34", "44 45 54 55 11 12 21")


def test_S1_1_thirty_cards_five_of_them_twice() -> None:
    told = tabbytop.new("sorting", players=3, seed=1).record()["events"][0]["deal"]
    assert Counter(all_of(*told["hands"], told["aside"])) == Counter(SINGLE + DOUBLES)


def test_S1_1_two_copies_are_one_move_and_one_stays() -> None:
    match = sorting("33 33", "11", "12")
    assert match.moves().count("lead 33 cat") == 1
    play(match, "lead 33 rabbit")
    assert table(match).hand.count("33") == 1


def test_S1_2_responsibility_is_ear_and_tail_less_one() -> None:
    shown = table(tabbytop.new("sorting", seed=1)).responsibility
    assert shown == tuple(tuple(ear + tail - 1 for tail in range(1, 6)) for ear in range(1, 6))
    assert {number for row in shown for number in row} == set(range(1, 10))


def test_S1_3_bears_take_the_place_of_the_copies() -> None:
    told = tabbytop.new("sorting", players=5, bears=True, seed=1).record()["events"][0]["deal"]
    assert Counter(all_of(*told["hands"])) == Counter([*SINGLE, *["bear"] * 5])


@pytest.mark.parametrize("players", [3, 4, 5])
def test_S2_1_nine_seven_or_six_cards_each_and_the_rest_aside(players: int) -> None:
    match = tabbytop.new("sorting", players=players, seed=2)
    told = match.record()["events"][0]["deal"]
    assert [len(hand) for hand in told["hands"]] == [HANDS[players]] * players
    assert len(told["aside"]) == ASIDE[players] == table(match).aside


@pytest.mark.parametrize(("players", "aside"), [(3, 1), (4, 1), (5, 0)])
def test_S2_2_with_bears_one_each_and_spare_ones_are_out_of_the_game(players: int, aside: int) -> None:
    for seed in range(20):
        told = tabbytop.new("sorting", players=players, bears=True, seed=seed).record()["events"][0]["deal"]
        assert [hand.count("bear") for hand in told["hands"]] == [1] * players
        assert [len(hand) for hand in told["hands"]] == [HANDS[players]] * players
        assert len(told["aside"]) == aside
        assert Counter(all_of(*told["hands"], told["aside"])) == Counter([*SINGLE, *["bear"] * players])


def test_S2_2_a_record_with_two_bears_in_a_hand_is_refused() -> None:
    record = tabbytop.new("sorting", players=3, bears=True, seed=1).record()
    hands = record["events"][0]["deal"]["hands"]
    here, there = hands[0].index("bear"), (hands[1].index("bear") + 1) % 9
    hands[0][here], hands[1][there] = hands[1][there], hands[0][here]
    with pytest.raises(BadRecord, match="event 1: every player gets one bear"):
        tabbytop.from_record(record)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_S2_3_each_week_starts_with_the_next_seat(players: int) -> None:
    match = finish(tabbytop.new("sorting", players=players, weeks=7, seed=3), at_random(3))
    events = match.record()["events"]
    weeks = [n for n, event in enumerate(events) if "deal" in event]
    assert [events[n]["deal"]["start"] for n in weeks] == [week % players for week in range(7)]
    assert [events[n + 1]["seat"] for n in weeks] == [week % players for week in range(7)]


def test_S2_3_a_record_with_another_start_is_refused() -> None:
    with pytest.raises(BadRecord, match="seat 0 starts week 1"):
        dealt("sorting", 3, deal("", "", "", start=1))


def test_S3_1_everyone_speaks_from_the_starting_player_on() -> None:
    match = tabbytop.new("sorting", players=4, declare=True, weeks=2, seed=1)
    assert match.moves() == ["declare", "decline"]
    play(match, "declare", "decline", "decline")
    assert [seat.declared for seat in table(match).seats] == [True, False, False, None]
    play(match, "declare")
    assert (match.seat, table(match).phase) == (0, "lead")
    while table(match).week == 1:
        match.play(match.legal()[0])
    assert (match.seat, table(match).phase) == (1, "declare")
    assert [seat.declared for seat in table(match).seats] == [None] * 4


def test_S3_1_nobody_is_asked_without_the_variant() -> None:
    match = tabbytop.new("sorting", players=4, seed=1)
    assert table(match).phase == "lead"
    assert [seat.declared for seat in table(match).seats] == [None] * 4


def test_S4_1_the_starting_player_leads_any_card_and_names_the_animal() -> None:
    match = sorting("11 12 13 14 15 21 22 22 23", "", "")
    cards = ["11", "12", "13", "14", "15", "21", "22", "23"]
    assert match.moves() == [f"lead {card} {animal}" for card in cards for animal in ("cat", "rabbit")]
    play(match, "lead 14 cat")
    seen = table(match)
    assert (seen.reference, seen.animal, seen.display_white, seen.display_black) == ("14", "cat", 1, 0)


def test_S4_2_the_example_of_the_page() -> None:
    seen = table(play(sorting("43", "", ""), "lead 43 rabbit"))
    assert seen.rabbits == ("41", "42", "43", "51", "52", "53")
    assert seen.cats == ("13", "14", "15", "23", "24", "25", "33", "34", "35", "44", "45")
    assert seen.new_species == ("11", "12", "21", "22", "31", "32", "54", "55")


@pytest.mark.parametrize("reference", SINGLE)
def test_S4_2_every_card_against_every_reference(reference: str) -> None:
    for animal in ("rabbit", "cat"):
        seen = table(play(sorting(reference, "", ""), f"lead {reference} {animal}"))
        for name, cards in {"rabbit": seen.rabbits, "cat": seen.cats, "new species": seen.new_species}.items():
            assert list(cards) == [card for card in SINGLE if what(card, reference, animal) == name]


@pytest.mark.parametrize("animal", ["rabbit", "cat"])
def test_S4_2_the_copy_of_the_reference_is_the_animal_to_collect(animal: str) -> None:
    match = play(sorting("33", "33 11 12 21 22 44 45 54 55", ""), f"lead 33 {animal}")
    assert match.moves() == ["play 33"]
    play(match, "play 33")
    assert table(match).seats[1].species == animal
    assert (table(match).display_white, table(match).display_black) == (2, 0)


def test_S4_3_who_has_the_animal_must_play_it() -> None:
    match = play(sorting(*A_DAY), "lead 33 rabbit")
    assert match.moves() == ["play 31", "play 33", "play 53"]
    with pytest.raises(IllegalMove, match="seat 1 may play 31, play 33, play 53; got 'play 22'"):
        match.play("play 22")


def test_S4_3_who_has_not_may_play_anything() -> None:
    match = play(sorting(*A_DAY), "lead 33 rabbit", "play 31")
    assert match.moves() == [f"play {card}" for card in A_DAY[2].split()]


def test_S4_4_chips_for_each_card_of_the_others() -> None:
    match = play(sorting(*A_DAY), "lead 33 rabbit", "play 31")
    assert (table(match).display_white, table(match).display_black) == (2, 0)
    play(match, "play 13")
    assert (table(match).display_white, table(match).display_black) == (2, 2)
    match = play(sorting(A_DAY[0], A_DAY[1], A_DAY[3], A_DAY[2]), "lead 33 rabbit", "play 31", "play 44")
    assert (table(match).display_white, table(match).display_black) == (2, 0)
    assert [seat.card_black for seat in table(match).seats] == [0, 0, 1, 0]
    assert [seat.species for seat in table(match).seats] == ["rabbit", "rabbit", "new species", None]


@pytest.mark.parametrize(
    ("moves", "winner"),
    [
        (("lead 33 rabbit", "play 53", "play 34", "play 11"), 3),  # a new species of 1 beats a rabbit of 7
        (("lead 51 cat", "play 31", "play 13", "play 12"), 0),  # all cats: the reference of 5
        (("lead 51 cat", "play 53", "play 13", "play 12"), 1),
        (("lead 51 cat", "play 33", "play 34", "play 11"), 2),
        (("lead 51 cat", "play 33", "play 15", "play 11"), 0),  # 5 each: who played first
    ],
)
def test_S4_5_the_strongest_card_wins(moves: tuple[str, ...], winner: int) -> None:
    match = play(sorting(*A_DAY), *moves)
    assert match.seat == table(match).starter == winner


def test_S4_4_each_card_says_which_chips_it_brought_and_where_they_lie() -> None:
    match = play(sorting(*A_DAY), "lead 33 rabbit", "play 31")
    brings = {each.species: (each.white, each.black, each.on_card) for each in table(match).brings}
    assert brings == {"rabbit": (1, 0, False), "cat": (0, 2, False), "new species": (0, 1, True)}
    play(match, "play 13", "play 44")
    added = [(seat, text) for seat, text in match.view(since=0).log if text.startswith("adds")]
    assert added == [
        (0, "adds 1 white 0 black"), (1, "adds 1 white 0 black"),
        (2, "adds 0 white 2 black"), (3, "adds 0 white 1 black on the card"),
    ]  # fmt: skip
    assert table(match).brings == ()


def test_S4_5_the_other_animal_can_win() -> None:
    match = play(sorting("15", "12", "55"), "lead 15 cat", "play 12", "play 55")
    assert (match.seat, chips(match)) == (2, [(0, 0), (0, 0), (1, 4)])


def test_S4_5_of_two_new_species_the_stronger_wins_then_the_earlier() -> None:
    hands = ("33 31 32 41 42 43 51 52 53", "44 45 54 55 11 12 21 22 14", "44 55 11 22 13 15 23 24 25")
    for second, third, winner in [("54", "44", 1), ("44", "55", 2), ("44", "44", 1), ("11", "22", 2)]:
        match = play(sorting(*hands), "lead 33 rabbit", f"play {second}", f"play {third}")
        assert match.seat == winner
        assert chips(match)[winner] == (1, 2)


def test_S4_6_business_as_usual() -> None:
    match = play(sorting("15", "21", "55"), "lead 15 rabbit", "play 21", "play 55")
    assert chips(match) == [(1, 0), (1, 0), (2, 0)]
    assert match.view().log[-3:] == ((2, "wins 2 white 0 black"), (0, "takes 1 white"), (1, "takes 1 white"))


def test_S4_7_otherwise_the_winner_takes_all_chips() -> None:
    match = play(sorting(*A_DAY), "lead 33 rabbit", "play 31", "play 13", "play 44")
    assert chips(match) == [(0, 0), (0, 0), (0, 0), (2, 3)]


def test_S4_7_a_new_species_throws_away_the_black_chips_of_earlier_days() -> None:
    match = sorting("15 13 51", "12 14 33", "55 11 45 44 54 55 25 35 24")
    play(match, "lead 15 cat", "play 12", "play 55")
    play(match, "lead 11 cat", "play 13", "play 14")
    assert chips(match) == [(1, 0), (2, 0), (2, 4)]
    play(match, "lead 33 rabbit", "play 45", "play 51")
    assert chips(match) == [(1, 0), (2, 0), (4, 1)]
    assert match.view().log[-2:] == ((2, "discards 4 black"), (2, "wins 2 white 1 black"))


def test_S4_8_the_winner_starts_and_the_cards_of_the_day_are_gone() -> None:
    match = play(sorting(*A_DAY), "lead 33 rabbit", "play 31", "play 13", "play 44")
    seen = table(match)
    assert (match.seat, seen.starter, seen.day, seen.reference) == (3, 3, 2, None)
    assert [seat.played for seat in seen.seats] == [None] * 4
    assert (seen.display_white, seen.display_black) == (0, 0)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_S4_8_the_week_is_over_when_hands_are_empty(players: int) -> None:
    match = finish(tabbytop.new("sorting", players=players, weeks=2, seed=1), at_random(1))
    assert len(match.history) == 2 * players * HANDS[players]
    assert [seat.played for seat in table(match).seats] == [None] * players
    assert (table(match).display_white, table(match).display_black) == (0, 0)


# Against 11 named rabbit only 11, 21, 31, 41 and 51 follow: seat 1 has none of them.
WITH_BEARS = ("11 51 41", "22 23 24 25 32 33 34 35", "21 31")


def test_S5_1_a_bear_only_when_any_card_would_do() -> None:
    match = play(sorting(*WITH_BEARS, bears=True), "lead 11 rabbit")
    assert "play bear" in match.moves()
    assert len(match.moves()) == 9
    play(match, "play bear")
    assert match.moves() == ["play 21", "play 31"]


def test_S5_2_no_bear_is_led_while_there_is_another_card() -> None:
    for seed in range(20):
        match = tabbytop.new("sorting", players=4, bears=True, weeks=2, seed=seed)
        choose = at_random(seed)
        while not match.over:
            if table(match).phase == "lead":
                assert ("lead bear" in match.moves()) == (table(match, match.seat).hand == ("bear",))
                assert len(match.moves()) == 1 or "lead bear" not in match.moves()
            match.play(choose(match))


def last_day(starts: str, players: int = 4) -> Match:
    """A last day on which seats hold, from the starting player on, a bear `b` or another card `x`."""
    for seed in range(3000):
        match = tabbytop.new("sorting", players=players, bears=True, weeks=1, seed=seed)
        choose = at_random(seed)
        while not match.over and table(match).day < HANDS[players]:
            match.play(choose(match))
        if not match.over:
            hands = [table(match, (match.seat + n) % players).hand for n in range(players)]
            if "".join("b" if hand == ("bear",) else "x" for hand in hands) == starts:
                return match
    raise AssertionError(f"no last day with {starts}")


def test_S5_2_after_a_bear_the_next_player_is_the_starting_player() -> None:
    match = last_day("bbxx")
    first, before = match.seat, chips(match)
    play(match, "lead bear")
    assert (match.seat, table(match).starter) == ((first + 1) % 4, (first + 1) % 4)
    assert match.moves() == ["lead bear"]
    play(match, "lead bear")
    assert match.seat == table(match).starter == (first + 2) % 4
    card = table(match, match.seat).hand[0]
    assert match.moves() == [f"lead {card} cat", f"lead {card} rabbit"]
    play(match, f"lead {card} rabbit")
    assert match.seat == (first + 3) % 4
    assert chips(match) == before
    match.play(match.legal()[0])
    assert match.over, "who led a bear does not play again"
    assert chips(match)[first] == before[first]
    assert chips(match)[(first + 1) % 4] == before[(first + 1) % 4]


def test_S5_3_who_played_a_bear_takes_no_part_in_the_day() -> None:
    match = play(sorting(*WITH_BEARS, bears=True), "lead 11 rabbit", "play bear")
    assert (table(match).display_white, table(match).display_black) == (1, 0)
    assert (table(match).seats[1].played, table(match).seats[1].species) == ("bear", None)
    play(match, "play 21")
    assert chips(match) == [(1, 0), (0, 0), (2, 0)]
    assert match.seat == 2


@pytest.mark.parametrize("starts", ["xbbb", "bxbb", "bbxb", "bbbx"])
def test_S5_3_one_card_among_bears_takes_two_white(starts: str) -> None:
    match = last_day(starts)
    alone, before = (match.seat + starts.index("x")) % 4, chips(match)
    finish(match, lambda match: match.legal()[0])
    before[alone] = (before[alone][0] + 2, before[alone][1])
    assert chips(match) == before
    assert (alone, "wins 2 white 0 black") in match.view().log


@pytest.mark.parametrize("players", [3, 4, 5])
def test_S5_3_nobody_wins_a_day_of_bears_alone(players: int) -> None:
    match = tabbytop.new("sorting", players=players, bears=True, weeks=1, seed=5)
    while table(match).day < HANDS[players]:
        match.play(keeping_bears(match))
    before = chips(match)
    play(match, *["lead bear"] * players)
    assert match.over
    assert chips(match) == before
    assert (-1, "nobody wins") in match.view().log


def test_S5_4_the_week_ends_with_the_day_of_the_last_bear() -> None:
    early = 0
    for seed in range(60):
        match = tabbytop.new("sorting", players=3, bears=True, weeks=1, seed=seed)
        choose = at_random(seed)
        while not match.over:
            seen = table(match)
            out = sum(seat.bear_played for seat in seen.seats)
            assert out < 3 or any(seat.played for seat in seen.seats), "the day of the last bear is played to its end"
            bears = [n for n in match.legal() if match.text(n) == "play bear"]
            match.play(bears[0] if bears else choose(match))
        assert all(seat.bear_played for seat in table(match).seats)
        assert all(seat.cards == 0 for seat in table(match).seats)
        short = len(match.history) < 27
        assert ((-1, "all bears are out") in match.view(since=0).log) == short
        early += short
    assert early > 5


def week(players: int, white: list[int], black: list[int], declared: str | None = None) -> list[int]:
    """What a week with these chips brings; who declared is marked with a y."""
    slot = tabbytop.new("sorting", players=players, declare=declared is not None, seed=1).setup.begin()[0]
    slot.s.white[:players], slot.s.black[:players] = white, black
    slot.s.declared = sum(1 << seat for seat, said in enumerate(declared or "") if said == "y")
    zero = rules.scolded(slot.c, slot.s)
    return [rules.score(slot.c, slot.s, seat, zero) for seat in range(players)]


def test_S6_1_one_point_for_each_white_chip() -> None:
    assert week(4, [7, 3, 0, 5], [1, 2, 2, 1]) == [7, 3, 0, 5]


def test_S6_2_the_one_player_with_the_most_black_gets_nothing() -> None:
    assert week(4, [7, 3, 4, 5], [1, 4, 3, 1]) == [7, 0, 4, 5]


def test_S6_2_if_several_share_the_most_nobody_does() -> None:
    assert week(5, [7, 3, 4, 5, 6], [1, 4, 4, 1, 2]) == [7, 3, 4, 5, 6]
    assert week(5, [7, 3, 4, 5, 6], [4, 2, 4, 2, 4]) == [7, 3, 4, 5, 6]


def test_S6_2_a_player_without_any_is_never_the_one() -> None:
    assert week(3, [7, 3, 4], [0, 0, 0], "nnn") == [7, 3, 4]
    assert week(3, [7, 3, 4], [0, 2, 1], "nyy") == [7, 0, 0]


def test_S6_3_two_more_without_black_chips() -> None:
    assert week(4, [7, 3, 0, 5], [0, 2, 0, 2]) == [9, 3, 2, 5]
    assert week(3, [2, 3, 4], [0, 0, 0]) == [4, 5, 6]


def test_S6_4_declared_and_kept_brings_three_and_not_declared_nothing() -> None:
    assert week(4, [7, 3, 1, 5], [0, 0, 2, 2], "ynnn") == [10, 3, 1, 5]


def test_S6_4_who_broke_a_declaration_gets_nothing_and_is_left_out_of_the_judgement() -> None:
    assert week(4, [7, 3, 4, 5], [5, 2, 1, 0], "ynnn") == [0, 0, 4, 5]
    assert week(4, [7, 3, 4, 5], [2, 2, 1, 0], "ynnn") == [0, 0, 4, 5]
    assert week(4, [7, 3, 4, 5], [5, 2, 2, 0], "ynny") == [0, 3, 4, 8]


def test_S6_4_in_a_week_that_is_played() -> None:
    broken = scolded = 0
    for seed in range(40):
        match = finish(tabbytop.new("sorting", players=4, declare=True, weeks=1, seed=seed), at_random(seed))
        seats = table(match).seats
        broke = {n for n, seat in enumerate(seats) if seat.declared and seat.black}
        most = max([seat.black for n, seat in enumerate(seats) if n not in broke], default=0)
        worst = [n for n, seat in enumerate(seats) if n not in broke and most and seat.black == most]
        zero = broke | set(worst if len(worst) == 1 else [])
        bonus = [3 if seat.declared and not seat.black else 0 for seat in seats]
        assert match.scores == [0 if n in zero else seat.white + bonus[n] for n, seat in enumerate(seats)]
        log = match.view(since=0).log
        assert {n for n, text in log if text == "broke the declaration"} == broke
        assert {n for n, text in log if text == "has the most black"} == zero - broke
        more = [(n, f"earns {points} for no black") for n, points in enumerate(bonus) if points]
        assert [entry for entry in log if entry[1].startswith("earns")] == more
        assert log[-1] == (-1, "scores " + " ".join(map(str, match.scores)))
        broken += len(broke)
        scolded += len(zero - broke)
    assert broken > 10
    assert scolded > 10


def test_S6_5_there_are_more_chips_than_in_the_box() -> None:
    most_white = most_black = 0
    for seed in range(300):
        match = tabbytop.new("sorting", players=5, weeks=1, seed=seed)
        finish(match, (lambda match: match.legal()[0]) if seed % 2 else at_random(seed))
        most_white = max(most_white, sum(white for white, _ in chips(match)))
        most_black = max(most_black, sum(black for _, black in chips(match)))
    assert most_white > 25
    assert most_black > 20


def test_S7_1_the_highest_total_wins_and_ties_share() -> None:
    ties = 0
    for seed in range(80):
        match = finish(tabbytop.new("sorting", players=5, weeks=2, seed=seed), at_random(seed))
        assert match.winners == [seat for seat in range(5) if match.scores[seat] == max(match.scores)]
        assert match.scores == [seat.total for seat in table(match).seats]
        ties += len(match.winners) > 1
    assert ties > 3


@pytest.mark.parametrize("players", [3, 4, 5])
def test_S7_1_as_many_weeks_as_players_unless_told_otherwise(players: int) -> None:
    for weeks in (None, 1, players - 1):
        new = partial(tabbytop.new, "sorting", players=players, seed=1)
        match = finish(new() if weeks is None else new(weeks=weeks), at_random(1))
        deals = sum("deal" in event for event in match.record()["events"])
        assert deals == match.options["weeks"] == (weeks or players)


def test_action_numbers_are_pinned() -> None:
    assert len(ACTIONS) == len(set(ACTIONS)) == 79
    assert [ACTIONS[n] for n in (0, 1, 5, 24, 25, 26, 50, 51, 75, 76, 77, 78)] == [
        "play 11", "play 12", "play 21", "play 55", "play bear", "lead 11 rabbit", "lead 55 rabbit",
        "lead 11 cat", "lead 55 cat", "lead bear", "declare", "decline",
    ]  # fmt: skip


def cards(held: int) -> list[str]:
    """The cards of a set in a state, copies one by one."""
    return [CODES[card % rules.SECOND] for card in each(held)]


@pytest.mark.parametrize("bears", [False, True])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_cards_and_chips_are_conserved(players: int, bears: bool) -> None:
    for seed in range(5):
        match = tabbytop.new("sorting", players=players, bears=bears, weeks=2, seed=seed)
        choose = at_random(seed)
        now, gone, box = 0, Counter[str](), Counter[str]()
        while not match.over:
            s, seen = match.hidden, table(match)
            if seen.week != now:
                now, gone = seen.week, Counter()
                box = Counter(SINGLE + (["bear"] * players if bears else DOUBLES))
            held = [card for hand in s.hand[:players] for card in cards(hand)] + cards(s.aside)
            assert Counter(held) + gone == box
            today = [seat for seat in seen.seats if seat.species]
            lying = seen.display_white, seen.display_black + sum(seat.card_black for seat in today)
            assert lying[0] == sum(seat.species == seen.animal for seat in today)
            assert lying[1] == sum({seen.animal: 0, "new species": 1}.get(seat.species, 2) for seat in today)
            action = choose(match)
            gone[match.text(action).split()[1]] += 1
            match.play(action)


def test_what_a_seat_knows_survives_in_every_imagined_world() -> None:
    """Own hand, what was played, bears, and who showed not to have which animal; told once more from the moves."""
    shown_voids = 0
    for players, bears in [(3, False), (3, True), (4, False), (4, True), (5, False), (5, True)]:
        match = tabbytop.new("sorting", players=players, bears=bears, weeks=2, seed=players)
        choose = at_random(players)
        lacks: list[set[str]] = []
        played: list[Counter[str]] = []
        now, led = 0, ("", "")
        while not match.over:
            if table(match).week != now:
                now = table(match).week
                lacks, played = [set() for _ in range(players)], [Counter[str]() for _ in range(players)]
            s = match.hidden
            box = Counter(SINGLE + (["bear"] * players if bears else DOUBLES))
            for seat in range(players):
                world = match.imagine(seat, len(match.history)).hidden
                hands = [Counter(cards(hand)) for hand in world.hand[:players]]
                assert cards(world.hand[seat]) == cards(s.hand[seat])
                assert [hand.total() for hand in hands] == [HANDS[players] - gone.total() for gone in played]
                assert not any(set(hands[other]) & lacks[other] for other in range(players))
                assert all(hands[other]["bear"] + played[other]["bear"] == bears for other in range(players))
                assert sum([*hands, *played, Counter(cards(world.aside))], Counter()) == box
                assert table(match).seats[seat].lacks == tuple(sorted(lacks[seat]))
            seat, (verb, card, *animal) = match.seat, match.text(action := choose(match)).split()
            if verb == "lead" and card != "bear":
                led = card, animal[0]
            elif verb == "play" and (card == "bear" or what(card, *led) != led[1]):
                lacks[seat] |= {other for other in SINGLE if what(other, *led) == led[1]}
                shown_voids += 1
            played[seat][card] += 1
            match.play(action)
    assert shown_voids > 50


def endgame(players: int, bears: bool, fits: Callable[[Match], bool]) -> Match:
    """A match that stands at the lead of a day, with voids shown, such as fits."""
    for seed in range(2000):
        match = tabbytop.new("sorting", players=players, bears=bears, weeks=1, seed=seed)
        choose = at_random(seed)
        while not match.over:
            if table(match).phase == "lead" and table(match).day == HANDS[players] - 1 and fits(match):
                return match
            match.play(choose(match))
    raise AssertionError("no such endgame")


def hidden_piles(state: np.record, seat: int, players: int) -> list[list[str]]:
    """The cards aside and the other hands, without the bears."""
    piles = [state.aside, *(state.hand[other] for other in range(players) if other != seat)]
    return [[card for card in cards(pile) if card != "bear"] for pile in piles]


def check_piles(match: Match, players: int) -> None:
    """All ways to lay the hidden cards, copies told apart, are equally likely."""
    seat, s = match.seat, match.hidden
    lacks = [set(), *(set(cards(s.lacks[other])) for other in range(players) if other != seat)]
    sizes = [len(pile) for pile in hidden_piles(s, seat, players)]
    hidden = sorted(all_of(*hidden_piles(s, seat, players)))
    ways: Counter[tuple[tuple[str, ...], ...]] = Counter()
    for order in permutations(range(len(hidden))):
        laid = iter(order)
        piles = [[next(laid) for _ in range(size)] for size in sizes]
        if all(pile == sorted(pile) for pile in piles):
            world = tuple(tuple(sorted(hidden[card] for card in pile)) for pile in piles)
            if not any(lack & set(pile) for lack, pile in zip(lacks, world, strict=True)):
                ways[world] += 1

    def describe(state: np.record) -> tuple[object, int]:
        world = tuple(tuple(sorted(pile)) for pile in hidden_piles(state, seat, players))
        return world, int(state.key[0]) % ways.get(world, 1)  # the seed tells the copies apart, by turns

    assert len(ways) > 5
    check_uniform(match, seat, {(world, n) for world in ways for n in range(ways[world])}, describe)


def voids_matter(match: Match) -> bool:
    s = match.hidden
    hidden = set(all_of(*hidden_piles(s, match.seat, match.players)))
    return any(set(cards(s.lacks[other])) & hidden for other in range(match.players) if other != match.seat)


def both_copies_hidden(match: Match) -> bool:
    hidden = Counter(all_of(*hidden_piles(match.hidden, match.seat, match.players)))
    return max(hidden.values()) == 2


def test_imagined_worlds_are_uniform_in_an_endgame_with_known_voids() -> None:
    check_piles(endgame(3, False, lambda match: voids_matter(match) and not both_copies_hidden(match)), 3)


def test_imagined_worlds_are_uniform_when_both_copies_of_a_card_are_hidden() -> None:
    check_piles(endgame(3, False, both_copies_hidden), 3)


def test_imagined_worlds_are_uniform_with_bears() -> None:
    def fits(match: Match) -> bool:
        return voids_matter(match) and 1 <= sum(seat.bear_played for seat in table(match).seats) < 4

    check_piles(endgame(4, True, fits), 4)


def test_nothing_depends_on_which_copy_is_which() -> None:
    """Match and record deal the copies differently; the same worlds are imagined."""
    for seed in range(20):
        match = tabbytop.new("sorting", players=3, weeks=1, seed=seed)
        again = tabbytop.from_record(match.record())
        while not match.over:
            for seat in range(3):
                assert match.imagine(seat, seed).state == again.imagine(seat, seed).state
            move = match.legal()[-1]
            match.play(move)
            again.play(move)


def test_a_components_file_of_ones_own_changes_who_wins() -> None:
    tables = {"responsibility": {ear: [9, 8, 7, 6, 5] for ear in "12345"}}
    match = dealt("sorting", 3, deal("15", "21", "55"))
    own = tabbytop.new("sorting", players=3, components=tables, seed=1)
    assert table(own).responsibility[0] == (9, 8, 7, 6, 5)
    record = own.record() | {"events": match.record()["events"]}
    play(match, "lead 15 rabbit", "play 21", "play 55")
    mine = play(tabbytop.from_record(record), "lead 15 rabbit", "play 21", "play 55")
    assert (match.seat, mine.seat) == (2, 1)
    finish(mine, at_random(1))
    assert tabbytop.from_record(mine.record()).scores == mine.scores
