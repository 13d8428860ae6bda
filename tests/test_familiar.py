"""Familiar's Trouble, clause by clause."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import tabbytop
from positions import dealt, play, rest
from tabbytop import BadRecord, IllegalMove, Match, games
from tabbytop.core.bits import count, each
from tabbytop.games.familiar.notation import ACTIONS, CARD_CODES, ERRAND_CODES, rating
from tabbytop.games.familiar.view import FamiliarTable
from tabbytop.play.setup import prepare
from worlds import check_uniform

LEVELS = (ERRAND_CODES[:9], ERRAND_CODES[9:19], ERRAND_CODES[19:])
COMPONENTS = Path(games.__file__).parent / "familiar" / "components.toml"


def familiar(*hands: str, lead: int = 0, pile: str = "", errands: str = "", **options: object) -> Match:
    """A match in which hands, draw pile and errand piles begin with these cards; the rest goes round in order."""
    given = [hand.split() for hand in hands] + [[]] * (3 - len(hands))
    left = iter(rest(CARD_CODES, *given, pile.split()))
    filled = [[*hand, *(next(left) for _ in range(5 - len(hand)))] for hand in given]
    first = errands.split()
    told = {
        "hands": filled,
        "pile": [*pile.split(), *left],
        "errands": [[*(e for e in first if e in level), *(e for e in level if e not in first)] for level in LEVELS],
        "lead": lead,
    }
    return dealt("familiar", 3, {"deal": told}, **options)


def tricks_only(*hands: str, pile: str = "", errands: str = "", leader: str = "suit") -> Match:
    """The same, without exchanges."""
    options: dict[str, object] = {"hand_exchange": False, "errand_exchange": False, "leader": leader}
    return familiar(*hands, lead=0, pile=pile, errands=errands, **options)


def table(match: Match, seat: int = 0) -> FamiliarTable:
    seen = match.table(seat)
    assert isinstance(seen, FamiliarTable)
    return seen


def display(match: Match) -> list[str]:
    return [errand.code for errand in table(match).display]


def bottoms(match: Match) -> list[tuple[str, ...]]:
    return [pile.bottom for pile in table(match).piles]


def sizes(match: Match) -> list[int]:
    return [pile.errands for pile in table(match).piles]


def log(match: Match, seat: int) -> list[tuple[int, str]]:
    return list(match.view(seat, since=0).log)


def walk(seed: int, exchange: float = 0.5, **options: object) -> Iterator[Match]:
    """A random match, at each of its decisions; how often hands are exchanged can be chosen."""
    choose = random.Random(seed)
    match = Match(prepare("familiar", 3, options, None, seed))
    while not match.over:
        yield match
        if table(match).phase == "exchange":
            match.play("exchange" if choose.random() < exchange else "no exchange")
        else:
            match.play(choose.choice(match.legal()))
    yield match


def colours(code: str) -> set[str]:
    return set(code[:-1])


# The clauses


def test_O1_1_twenty_seven_attribute_cards() -> None:
    cards = Counter(CARD_CODES)
    assert sum(cards.values()) == 27
    assert {code: n for code, n in cards.items() if n > 1} == {"RBG1": 3}
    for colour in "RBG":
        assert sorted(code for code in cards if code[0] == colour and len(code) == 2) == [
            f"{colour}{value}" for value in range(3, 10)
        ]
    assert [code for code in cards if len(code) == 3] == ["RB2", "BG2", "RG2"]


def test_O1_1_cards_that_are_alike_are_one_move() -> None:
    match = tricks_only("RBG1 RBG1 RBG1 R3 B3")
    assert match.moves() == ["play B3", "play R3", "play RBG1"]
    play(match, "play RBG1")
    assert table(match).hand == ("R3", "B3", "RBG1", "RBG1")


def test_O1_2_nine_ten_and_eight_errands_and_what_they_ask_for() -> None:
    match = familiar()
    config = match.setup.begin()[0].c
    assert [int((config.level == level).sum()) for level in range(3)] == [9, 10, 8]
    assert [errand.asks for errand in table(match).display] == [(7, 0, 0), (0, 7, 0), (0, 0, 7), (16, 0, 0), (20, 0, 0)]
    asked = (config.asks > 0).sum(axis=1)
    hardest = np.arange(27) == 26
    assert (config.points == 2 * (config.level + 1) + asked - 2 + hardest).all()


def test_O2_1_five_cards_each_and_twelve_in_the_pile() -> None:
    match = tabbytop.new("familiar", seed=1)
    assert [seat.cards for seat in table(match).seats] == [5, 5, 5]
    assert table(match).draw_pile == 12
    told = match.record()["events"][0]["deal"]
    assert Counter(code for pile in (*told["hands"], told["pile"]) for code in pile) == Counter(CARD_CODES)


@pytest.mark.parametrize(("option", "counts"), [("3-1-1", [3, 1, 1]), ("3-2-0", [3, 2, 0]), ("4-2-0", [4, 2, 0])])
def test_O2_2_the_opening_display_is_turned_up_from_the_tops(option: str, counts: list[int]) -> None:
    match = familiar(errands="E09 E05 E12 E27", display=option)
    shown = [
        code
        for level, n in zip((["E05", "E09", "E01", "E02"], ["E12", "E10"], ["E27"]), counts, strict=True)
        for code in level[:n]
    ]
    assert sorted(display(match)) == sorted(shown)
    assert sizes(match) == [9 - counts[0], 10 - counts[1], 8 - counts[2]]


def test_O2_2_errands_of_another_level_are_refused() -> None:
    record = familiar().record()
    errands = record["events"][0]["deal"]["errands"]
    errands[0][0], errands[1][0] = errands[1][0], errands[0][0]
    with pytest.raises(BadRecord, match="event 1: there is no 'E10' among what is dealt here"):
        tabbytop.from_record(record)


def test_O2_3_the_first_lead_is_by_lot() -> None:
    leads = Counter(table(tabbytop.new("familiar", seed=seed)).lead for seed in range(60))
    assert set(leads) == {0, 1, 2}
    assert familiar(lead=2).seat == 2


def test_O3_1_the_lead_player_decides_and_all_pass_left_one_after_the_other() -> None:
    match = familiar("R3 R4 R5 R6 R7", "B3 B4 B5 B6 B7", "G3 G4 G5 G6 G7", lead=1)
    assert (match.seat, match.moves()) == (1, ["exchange", "no exchange"])
    play(match, "exchange")
    assert (match.seat, table(match).phase) == (1, "pass")
    play(match, "pass B3")
    assert match.seat == 2
    assert match.moves() == ["pass B3", "pass G3", "pass G4", "pass G5", "pass G6", "pass G7"]
    play(match, "pass B3", "pass R7")  # what was just received may be passed on
    assert [table(match, seat).hand for seat in range(3)] == [
        ("R3", "R4", "R5", "R6", "B3"),
        ("R7", "B4", "B5", "B6", "B7"),
        ("G3", "G4", "G5", "G6", "G7"),
    ]
    assert (match.seat, table(match).phase) == (1, "swap")


def test_O3_1_no_exchange_leaves_hands_as_they_are() -> None:
    match = familiar("R3 R4 R5 R6 R7")
    play(match, "no exchange")
    assert table(match).hand == ("R3", "R4", "R5", "R6", "R7")
    assert table(match).phase == "swap"


def test_O3_1_only_giver_and_receiver_see_what_is_passed() -> None:
    match = play(familiar("R3", "B3", "G3"), "exchange", "pass R3", "pass B3", "pass G3")
    passes = {seat: [text for _, text in log(match, seat) if text.startswith("pass")] for seat in range(-1, 3)}
    assert passes == {
        0: ["pass R3 1", "pass 2", "pass G3 0"],
        1: ["pass R3 1", "pass B3 2", "pass 0"],
        2: ["pass 1", "pass B3 2", "pass G3 0"],
        -1: ["pass 1", "pass 2", "pass 0"],
    }


def test_O3_1_it_is_offered_in_every_round_and_never_without_the_option() -> None:
    for on in (True, False):
        offered = [table(match).round for match in walk(4, hand_exchange=on) if table(match).phase == "exchange"]
        assert offered == (list(range(1, 10)) if on else [])


def test_O3_2_a_swapped_errand_goes_under_its_own_pile() -> None:
    match = familiar(hand_exchange=False)
    assert display(match) == ["E01", "E02", "E03", "E10", "E20"]
    assert len(match.moves()) == 1 + 5 * 3
    play(match, "swap E02 3")
    assert display(match) == ["E01", "E03", "E10", "E20", "E21"]
    assert sizes(match) == [7, 9, 6]
    assert bottoms(match) == [("E02",), (), ()]
    assert (-1, "up E21") in log(match, 2)
    assert table(match).phase == "play"


def test_O3_2_no_swap_changes_nothing() -> None:
    match = play(familiar(hand_exchange=False), "no swap")
    assert display(match) == ["E01", "E02", "E03", "E10", "E20"]
    assert (match.seat, table(match).phase) == (0, "play")


def test_O3_2_it_is_offered_in_every_round_and_never_without_the_option() -> None:
    for on in (True, False):
        offered = [table(match).round for match in walk(5, errand_exchange=on) if table(match).phase == "swap"]
        assert offered == (list(range(1, 10)) if on else [])


def emptied(match: Match, *levels: int, leave: int = 0) -> Match:
    """The same position, but for errand piles that have run out."""
    s = match.hidden
    for level in levels:
        last = s.bottom[level - 1]
        s.pile[level - 1, s.top[level - 1] : last - leave] = -1
        s.top[level - 1] = last - leave
    return match


def test_O3_2_an_empty_pile_cannot_be_chosen_even_if_the_errand_goes_there() -> None:
    match = emptied(familiar(), 1)
    play(match, "no exchange")
    assert "swap E01 1" not in match.moves()
    assert "swap E01 2" in match.moves()
    assert len(match.moves()) == 1 + 5 * 2
    play(match, "swap E01 2")
    assert sizes(match) == [1, 8, 7]
    assert bottoms(match)[0] == ("E01",)


def test_O3_2_the_last_errand_of_a_pile_can_be_swapped_for_one_of_its_level() -> None:
    match = play(emptied(familiar(), 1, 2, 3, leave=1), "no exchange", "swap E01 1")
    assert "E09" in display(match)
    assert bottoms(match)[0] == ("E01",)


def test_O3_2_with_all_piles_empty_nobody_is_asked() -> None:
    match = play(emptied(familiar(), 1, 2, 3), "no exchange")
    assert table(match).phase == "play"


def test_O4_1_a_shared_colour_must_be_played_by_who_has_it() -> None:
    match = play(tricks_only("R6", "R3 R5 B3 B7 G6"), "play R6")
    assert match.moves() == ["play R3", "play R5"]
    with pytest.raises(IllegalMove, match="seat 1 may play R3, play R5; got 'play G6'"):
        match.play("play G6")


def test_O4_1_a_two_colour_card_must_be_played_if_it_is_the_only_match() -> None:
    match = play(tricks_only("R6", "RB2 B3 B6 G3 G4"), "play R6")
    assert match.moves() == ["play RB2"]
    match = play(tricks_only("B8", "RB2 B3 B6 G3 G4"), "play B8")
    assert match.moves() == ["play B3", "play B6", "play RB2"]


def test_O4_1_who_has_no_match_may_play_anything() -> None:
    match = play(tricks_only("R6", "B3 B4 B6 G3 BG2"), "play R6")
    assert len(match.moves()) == 5


def test_O4_1_a_player_is_told_which_cards_match() -> None:
    match = tricks_only("R6", "RB2 B3 B6 G3 RBG1")
    assert table(match, 0).matching == ()  # nothing is led
    play(match, "play R6")
    assert table(match, 1).matching == ("RB2",)


def test_O4_2_a_three_colour_card_may_always_be_played_and_never_has_to_be() -> None:
    match = play(tricks_only("R6", "RBG1 B3 B6 G3 G4"), "play R6")
    assert match.moves() == ["play B3", "play B6", "play G3", "play G4", "play RBG1"]
    match = play(tricks_only("R6", "RBG1 R3 B6 G3 G4"), "play R6")
    assert match.moves() == ["play R3", "play RBG1"]


def test_O4_3_a_led_two_colour_card_is_matched_by_either_colour() -> None:
    match = play(tricks_only("RB2", "R3 B3 B5 G6 G9"), "play RB2")
    assert match.moves() == ["play B3", "play B5", "play R3"]
    match = play(tricks_only("RB2", "B3 G3 G4 G6 G9"), "play RB2")
    assert match.moves() == ["play B3"]


def test_O4_3_after_a_led_three_colour_card_everything_is_legal() -> None:
    match = play(tricks_only("RBG1", "R3 RB2 B5 G8 RBG1"), "play RBG1")
    assert len(match.moves()) == 5


@pytest.mark.parametrize(
    ("trick", "lead"),
    [
        ("R3 R9 R5", 1),
        ("R6 B9 R7", 2),
        ("R3 B9 G9", 0),
        ("RBG1 B4 G4", 1),  # of equals, the first
        ("RB2 RBG1 G7", 0),
        ("RB2 G9 B3", 2),
        ("RBG1 RBG1 RBG1", 0),
        ("RB2 BG2 RG2", 0),
        ("RBG1 RG2 BG2", 1),
    ],
)
def test_O5_1_the_highest_card_that_matches_the_lead_leads_next(trick: str, lead: int) -> None:
    assert table(_trick(trick)).lead == lead


@pytest.mark.parametrize(
    ("trick", "lead"),
    [("R3 B9 G9", 1), ("R6 B9 R7", 1), ("RB2 RBG1 G7", 2), ("RBG1 B4 G4", 1), ("R4 B4 G4", 0), ("RB2 G9 B3", 1)],
)
def test_O5_2_variant_the_highest_value_of_all_leads_next(trick: str, lead: int) -> None:
    assert table(_trick(trick, leader="value")).lead == lead


def _trick(trick: str, leader: str = "suit") -> Match:
    """A match after these three cards, with hands that allow them."""
    cards = trick.split()
    for seed in range(2000):
        left = rest(CARD_CODES, cards)
        random.Random(seed).shuffle(left)
        hands = [" ".join([card, *left[4 * n : 4 * n + 4]]) for n, card in enumerate(cards)]
        match = tricks_only(*hands, leader=leader)
        try:
            return play(match, *(f"play {card}" for card in cards))
        except IllegalMove:
            continue
    raise AssertionError(f"no hands for {trick}")


@pytest.mark.parametrize(
    ("trick", "totals"),
    [
        ("R7 R4 R6", "17 0 0"),
        ("R7 RB2 R3", "12 2 0"),
        ("RBG1 B3 G4", "1 4 5"),
        ("BG2 B3 RBG1", "1 6 3"),
    ],
)
def test_O6_1_totals_as_the_rulebook_adds_them(trick: str, totals: str) -> None:
    assert (-1, f"totals {totals}") in log(_trick(trick), 0)


def test_O6_1_the_totals_are_seen_as_they_grow_and_what_a_card_of_ones_own_would_add() -> None:
    match = tricks_only("R6 R9", "RB2 B3", "RBG1 G3 G4")
    assert table(match).totals == (0, 0, 0)
    play(match, "play R6")
    assert table(match).totals == (6, 0, 0)
    mine = table(match, 1)
    assert (mine.adds["RB2"], mine.adds["B3"]) == ((2, 2, 0), (0, 3, 0))
    play(match, "play RB2")
    assert table(match).totals == (8, 2, 0)
    assert table(match, 2).adds["RBG1"] == (1, 1, 1)
    assert table(match, 0).adds == {}  # who does not play now


def test_O6_2_every_errand_that_the_totals_cover_is_completed() -> None:
    match = tricks_only("R9", "R5", "RB2", errands="E01 E04 E07 E10 E20")
    play(match, "play R9", "play R5", "play RB2")  # 16 red, 2 blue
    assert [errand.code for errand in table(match).completed] == ["E01", "E04", "E07", "E10"]
    assert table(match).score == 1 + 1 + 2 + 3
    assert display(match) == ["E20"]
    assert [text for _, text in log(match, 1) if text.startswith("completed")] == [
        "completed E01", "completed E04", "completed E07", "completed E10",
    ]  # fmt: skip


def test_O6_2_one_short_in_one_colour_is_not_enough() -> None:
    match = tricks_only("R8", "RBG1", "R3", errands="E04 E07 E02 E13 E20")
    play(match, "play R8", "play RBG1", "play R3")  # 12 red, 1 blue, 1 green
    assert [errand.code for errand in table(match).completed] == ["E04"]


def test_O6_3_the_trick_is_discarded_face_up() -> None:
    match = tricks_only("R9", "R5", "RB2")
    play(match, "play R9", "play R5")
    assert [seat.played for seat in table(match).seats] == ["R9", "R5", None]
    assert table(match).discards == ()
    play(match, "play RB2")
    for seat in range(-1, 3):
        assert table(match, seat).discards == ("R5", "R9", "RB2")
        assert table(match, seat).last == ("R9", "R5", "RB2")
        assert [each.played for each in table(match, seat).seats] == [None] * 3


def test_O7_1_the_new_lead_player_draws_errands_one_at_a_time() -> None:
    match = tricks_only("R3", "R9", "RB2", errands="E01 E04 E02 E10 E20 E19 E27")
    play(match, "play R3", "play R9", "play RB2")  # E01 and E04
    assert (match.seat, table(match).phase, match.moves()) == (1, "draw", ["draw 1", "draw 2", "draw 3"])
    play(match, "draw 2")
    assert display(match) == ["E02", "E10", "E19", "E20"]
    assert (match.seat, table(match).phase) == (1, "draw")
    play(match, "draw 3")
    assert display(match) == ["E02", "E10", "E19", "E20", "E27"]
    assert table(match).phase == "play"
    assert sizes(match) == [6, 8, 6]


def test_O7_1_what_is_turned_up_now_has_missed_the_trick() -> None:
    match = tricks_only("R3", "R9", "R8", errands="E01 E02 E03 E20 E10 E04")
    play(match, "play R3", "play R9", "play R8")  # 20 red: E01, E10 and E20
    score = table(match).score
    play(match, "draw 1")
    assert "E04" in display(match)
    assert table(match).score == score == 1 + 3 + 5


def test_O7_1_it_is_asked_even_with_one_pile_left_and_not_when_all_are_empty() -> None:
    match = tricks_only("R3", "R9", "R8", errands="E01 E02 E03 E20 E10")
    emptied(match, 1, 2)
    emptied(match, 3, leave=2)
    play(match, "play R3", "play R9", "play R8")  # three errands completed, two to be drawn
    assert match.moves() == ["draw 3"]
    play(match, "draw 3", "draw 3")
    assert sizes(match) == [0, 0, 0]
    assert len(display(match)) == 4
    assert table(match).phase == "play"


def test_O8_1_from_the_new_lead_clockwise_each_draws_one() -> None:
    match = tricks_only("R3 B3 B4 B5 B6", "R9 G3 G4 G5 G6", "R5 B7 B8 B9 G7", pile="G8 G9 RBG1", errands="E27")
    play(match, "play R3", "play R9", "play R5")
    while table(match).phase == "draw":  # errands come first
        assert table(match).draw_pile == 12
        match.play("draw 3")
    assert table(match).draw_pile == 9
    assert "G8" in table(match, 1).hand
    assert "G9" in table(match, 2).hand
    assert "RBG1" in table(match, 0).hand
    assert (1, "new G8") in log(match, 1)
    assert (1, "new") in log(match, 0)
    assert "G8" not in str(match.view(0))


def test_O8_1_the_pile_lasts_four_rounds() -> None:
    held = {}
    for match in walk(8):
        if table(match).phase == "exchange":
            held[table(match).round] = [seat.cards for seat in table(match).seats]
    assert held == {n: [min(5, 10 - n)] * 3 for n in range(1, 10)}


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (0, "Oi...only this?"), (19, "Oi...only this?"), (20, "So-so."), (29, "So-so."), (30, "A vast improvement!"),
        (39, "A vast improvement!"), (40, "Amazing!"), (49, "Amazing!"), (50, "You familiars are the best!"),
    ],
)  # fmt: skip
def test_O9_1_the_rating(score: int, text: str) -> None:
    assert rating(score) == text


def test_O9_1_the_match_ends_with_the_ninth_verdict_and_all_share_the_score() -> None:
    for seed in range(20):
        *_, match = walk(seed)
        moves = [event["move"] for event in match.record()["events"][1:]]
        assert moves[-1].startswith("play")
        assert sum(move.startswith("play") for move in moves) == 27
        score = sum(errand.points for errand in table(match).completed)
        assert match.scores == [score] * 3
        assert match.winners == [0, 1, 2]
        assert match.result == {"score": score, "rating": rating(score)}
        assert log(match, 0)[-1] == (-1, f"score {score}")


# Numbers, pieces and components


def test_action_numbers_are_pinned() -> None:
    assert len(ACTIONS) == 137
    pinned = {
        0: "exchange", 1: "no exchange", 2: "pass R3", 9: "pass B3", 23: "pass RB2", 26: "pass RBG1", 27: "no swap",
        28: "swap E01 1", 30: "swap E01 3", 31: "swap E02 1", 108: "swap E27 3", 109: "play R3", 133: "play RBG1",
        134: "draw 1", 136: "draw 3",
    }  # fmt: skip
    assert {number: ACTIONS[number] for number in pinned} == pinned


@pytest.mark.parametrize("seed", range(12))
def test_cards_and_errands_are_conserved(seed: int) -> None:
    option = ["3-1-1", "3-2-0", "4-2-0"][seed % 3]
    for match in walk(seed, display=option):
        s = match.hidden
        cards = [card for hand in s.hand for card in each(hand)]
        cards += [int(card) for card in s.deck[s.dealt :]] + [int(card) for card in s.played.flat if card >= 0]
        assert sorted(cards) == list(range(27))
        piles = [int(e) for level in range(3) for e in s.pile[level, s.top[level] : s.bottom[level]]]
        assert sorted([*piles, *each(s.display), *each(s.done)]) == list(range(27))
        assert table(match).score == sum(errand.points for errand in table(match).completed)


@pytest.mark.parametrize("seed", range(6))
def test_known_errands_are_where_everyone_saw_them_put(seed: int) -> None:
    """A pile drawn down to what was put back gives it out in that order."""
    for match in walk(seed):
        known = bottoms(match)
        seat = match.seat
        if match.over:
            break
        world = match.imagine((seat + 1) % 3, seed)
        assert bottoms(world) == known
        for level in range(3):
            s = world.hidden
            pile = [ERRAND_CODES[e] for e in s.pile[level, s.top[level] : s.bottom[level]]]
            assert tuple(pile[len(pile) - len(known[level]) :]) == known[level]


def test_a_pile_is_used_up_to_what_was_put_back() -> None:
    """Swapping all the time, level 3 comes round to the errands that were put under it."""
    match = tabbytop.new("familiar", seed=3, hand_exchange=False)
    seen = set()
    while not match.over:
        s = match.hidden
        seen.add(bool(s.top[2] >= 8 and s.top[2] < s.bottom[2]))
        threes = [move for move in match.moves() if move.startswith(("swap E2", "draw")) and move.endswith("3")]
        match.play(threes[0] if threes else match.moves()[0])
    assert seen == {False, True}


def test_a_components_file_of_ones_own_changes_the_scores() -> None:
    levels = [1] * 9 + [2] * 10 + [3] * 8
    rows = [[code, level, 1, 0, 0, 10] for code, level in zip(ERRAND_CODES, levels, strict=True)]
    match = tabbytop.new("familiar", components={"errands": {"cards": rows}}, seed=1)
    while table(match).score == 0:
        match.play(match.legal()[0])
    assert table(match).score == 50  # every errand asks for one red
    while not match.over:
        match.play(match.legal()[0])
    assert tabbytop.from_record(match.record()).scores == match.scores


# What a seat knows, told independently of the rules: every deal that has a past, tried step by step backwards

Step = tuple[str, ...]
Hand = tuple[str, ...]


def saw(match: Match, seat: int) -> list[Step]:
    """What the seat knows to have happened to its neighbours' hands: 0 is to the left, 1 to the right."""
    steps: list[Step] = []
    trick: list[str] = []
    rounds = drawn = 0
    for event in [*match.record()["events"][1:], {"seat": -1, "move": table(match).phase}]:
        who, (kind, *what) = (event["seat"] - seat - 1) % 3, event["move"].split()
        if drawn < min(rounds, 4) and kind != "draw" and not match.over:
            steps += [("draw", "0"), ("draw", "1")]
            drawn += 1
        if event["seat"] < 0:
            break
        if kind == "pass":
            steps.append([("pass on",), ("take", *what), ("give", *what)][who])
        elif kind == "play":
            led = trick[0] if trick and not colours(trick[0]) & colours(what[0]) else ""
            if who < 2:
                steps.append(("play", str(who), *what, led))
            trick = [*trick, *what] if len(trick) < 2 else []
            rounds += not trick
    return steps


def has_past(steps: list[Step], left: Hand, right: Hand) -> bool:
    """Whether the neighbours can have these hands after these steps."""
    own = {step[1] for step in steps if step[0] == "give"}

    def known(code: str) -> str:
        """Values do not matter, but for cards that the seat passed itself."""
        return code if code in own else code[:-1] + "*"

    def less(hand: Hand, code: str) -> Hand:
        at = hand.index(code)
        return hand[:at] + hand[at + 1 :]

    @cache
    def back(n: int, left: Hand, right: Hand) -> bool:
        if n < 0:
            return True
        hands = [left, right]
        match steps[n]:
            case ("play", who, code, led):
                hand = hands[int(who)]
                if led and any(colours(held) & colours(led) and len(held) < 4 for held in hand):
                    return False
                hands[int(who)] = tuple(sorted((*hand, known(code))))
                return back(n - 1, hands[0], hands[1])
            case ("take", code):
                return back(n - 1, left, tuple(sorted((*right, known(code)))))
            case ("give", code):
                return code in left and back(n - 1, less(left, code), right)
            case ("pass on",):
                return any(back(n - 1, tuple(sorted((*left, code))), less(right, code)) for code in sorted(set(right)))
            case ("draw", "0"):
                return any(back(n - 1, less(left, code), right) for code in sorted(set(left)))
            case _:
                return any(back(n - 1, left, less(right, code)) for code in sorted(set(right)))

    return back(len(steps) - 1, tuple(sorted(map(known, left))), tuple(sorted(map(known, right))))


def hands_of(state: np.record, seat: int) -> tuple[Hand, Hand]:
    left, right = (tuple(CARD_CODES[card] for card in each(state.hand[(seat + n) % 3])) for n in (1, 2))
    return left, right


def all_deals(match: Match, seat: int) -> Iterator[tuple[int, int]]:
    """All ways in which the cards that the seat does not see may lie in its neighbours' hands."""
    s = match.hidden
    left, right = (int(s.hand[(seat + n) % 3]) for n in (1, 2))
    hidden = {*each(left), *each(right), *map(int, s.deck[s.dealt :])}
    for one in combinations(sorted(hidden), count(left)):
        for other in combinations(sorted(hidden - set(one)), count(right)):
            yield sum(1 << card for card in one), sum(1 << card for card in other)


def possible(match: Match, seat: int) -> set[tuple[int, int]]:
    steps = saw(match, seat)
    return {
        deal
        for deal in all_deals(match, seat)
        if has_past(steps, *(tuple(CARD_CODES[card] for card in each(hand)) for hand in deal))
    }


def neighbours(seat: int) -> Callable[[np.record], tuple[int, int]]:
    return lambda state: (int(state.hand[(seat + 1) % 3]), int(state.hand[(seat + 2) % 3]))


@pytest.mark.parametrize("exchange", [0.0, 0.5, 1.0])
def test_every_imagined_deal_has_a_past(exchange: float) -> None:
    for seed in range(8):
        for number, match in enumerate(walk(seed, exchange)):
            if match.over or number % 3:
                continue
            for seat in range(3):
                steps = saw(match, seat)
                assert has_past(steps, *hands_of(match.hidden, seat)), "the truth has one"
                for world in range(3):
                    assert has_past(steps, *hands_of(match.imagine(seat, world).hidden, seat))


def interesting(exchange: float, least: int, most: int, first_round: int, wanted: int) -> Iterator[tuple[Match, int]]:
    """Positions with some, but not too many deals that are possible, and others that are not, one to a match."""
    seed = 0
    while wanted:
        seed += 1
        for match in walk(seed, exchange):
            if match.over or table(match).round < first_round:
                continue
            seat = random.Random(seed).randrange(3)
            total = sum(1 for _ in zip(all_deals(match, seat), range(most * 8), strict=False))
            if total < most * 8 and least <= (found := len(possible(match, seat))) <= most and found < total:
                yield match.copy(), seat
                wanted -= 1
                break


def test_imagined_deals_are_uniform_when_hands_are_never_exchanged() -> None:
    for match, seat in interesting(0.0, 4, 30, 6, 5):
        check_uniform(match, seat, possible(match, seat), neighbours(seat))


def test_imagined_deals_are_uniform_with_passes_made_and_received() -> None:
    for match, seat in interesting(0.8, 4, 30, 5, 8):
        check_uniform(match, seat, possible(match, seat), neighbours(seat))


@pytest.mark.parametrize("exchange", [0.0, 0.8])
def test_imagined_deals_are_uniform_while_the_draw_pile_lasts(exchange: float) -> None:
    """Too many deals to meet each of them, so they are counted by how many of each colour the neighbours hold."""
    for seed in range(100):
        for match in walk(seed, exchange):
            now = table(match)
            if now.round == 4 and now.phase == "play" and sum(seat.played is not None for seat in now.seats) == 2:
                break
        seat = match.seat
        deals = len(list(all_deals(match, seat)))
        worlds = possible(match, seat)
        if 500 < len(worlds) < deals / 3:
            break
    assert 500 < len(worlds) < deals / 3

    def palette(deal: tuple[int, int]) -> tuple[int, ...]:
        return tuple(sum(colour in CARD_CODES[card] for card in each(hand)) for hand in deal for colour in "RB")

    samples = 4000
    expected = Counter(map(palette, worlds))
    deal = neighbours(seat)
    seen = Counter(palette(deal(match.imagine(seat, number).hidden)) for number in range(samples))
    assert set(seen) <= set(expected)
    off = 0.0
    for held, ways in expected.items():
        mean = samples * ways / len(worlds)
        off += (seen[held] - mean) ** 2 / mean
    freedom = len(expected) - 1
    assert off < freedom + 6 * (2 * freedom) ** 0.5 + 5


def test_a_card_passed_on_stays_where_it_is_known_to_be() -> None:
    match = familiar("R3 R4 R5 R6 RBG1", "B3 B4 B5 B6 B7", "G3 G4 G5 G6 G7", lead=1)
    play(match, "exchange", "pass B3", "pass G3", "pass R3")  # 0 passes last: 1 has had no turn since
    for seed in range(40):
        assert "R3" in hands_of(match.imagine(0, seed).hidden, 0)[0]
    play(match, "no swap", "play B4", "play B3", "play R4")
    while table(match).phase == "draw":
        match.play("draw 1")
    play(match, "exchange", "pass B5")
    places = Counter[str]()
    for seed in range(200):
        left, right = hands_of(match.imagine(0, seed).hidden, 0)
        places["left" if "R3" in left else "right" if "R3" in right else "pile"] += 1
    assert set(places) == {"left", "right"}


def test_one_of_three_alike_is_followed_by_number_not_by_face() -> None:
    """Seat 0 passed RBG1 to the left: one is there, whichever. Once one was played from there, none need be."""
    match = familiar("R3 R4 R5 R6 RBG1", "R7 B4 B5 B6 RBG1", "G3 G4 G5 G6 G7", lead=1)
    play(match, "exchange", "pass B4", "pass G3", "pass RBG1", "no swap")
    for seed in range(60):
        assert "RBG1" in hands_of(match.imagine(0, seed).hidden, 0)[0]
    play(match, "play RBG1", "play G4", "play R4")
    held = Counter("RBG1" in hands_of(match.imagine(0, seed).hidden, 0)[0] for seed in range(60))
    assert set(held) == {False, True}


@pytest.mark.parametrize("seed", range(4))
def test_all_three_may_imagine_in_the_middle_of_an_exchange(seed: int) -> None:
    for match in walk(seed, 1.0):
        if not match.over and table(match).phase == "pass":
            for seat in range(3):
                world = match.imagine(seat, seed)
                assert world.table(seat) == match.table(seat)
                assert [count(hand) for hand in world.hidden.hand] == [count(hand) for hand in match.hidden.hand]


@pytest.mark.parametrize("seed", range(4))
def test_others_can_imagine_within_an_imagined_match(seed: int) -> None:
    """An imagined match has a whole past: what another seat there knows is as consistent as at the real table."""
    for number, match in enumerate(walk(seed, 0.9)):
        if match.over or number % 4:
            continue
        world = match
        for depth in range(6):
            seat = (number + depth * (1 + seed % 2)) % 3
            world = world.imagine(seat, depth)
            left = (seat + 1) % 3
            for r in range(9):
                passed = world.hidden.passed[r, left]
                assert (passed >= 0) == (match.hidden.passed[r, left] >= 0)
