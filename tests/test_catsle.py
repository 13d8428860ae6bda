"""CATsle Builders, clause by clause."""

from __future__ import annotations

import random
from itertools import chain, permutations

import numpy as np
import pytest

import tabbytop
from positions import dealt, play, rest
from tabbytop import BadRecord, IllegalMove, Match
from tabbytop.core.bits import count, each
from tabbytop.games.catsle.config import SUITS
from tabbytop.games.catsle.notation import ACTIONS, CODES
from tabbytop.games.catsle.view import CatsleTable
from worlds import check_uniform

PILES = {3: {"extra": 11, "aside": 4}, 4: {"aside": 4}, 5: {}}
HANDS = {3: 11, 4: 14, 5: 12}


def deal(*hands: str, start: int = 0, removed: str = "K", extra: str = "") -> dict[str, object]:
    """A deal in which the hands begin with these cards; the rest goes round in order."""
    players = len(hands)
    codes = [code for code in CODES if players > 3 or code[0] != removed]
    given = [hand.split() for hand in hands]
    left = iter(rest(codes, *given, extra.split()))
    told: dict[str, object] = {
        "hands": [[*hand, *(next(left) for _ in range(HANDS[players] - len(hand)))] for hand in given]
    }
    for name, size in PILES[players].items():
        pile = extra.split() if name == "extra" else []
        told[name] = [*pile, *(next(left) for _ in range(size - len(pile)))]
    return {"deal": told | {"start": start}}


def catsle(*hands: str, start: int = 0, extra: str = "", **options: object) -> Match:
    removed = str(options.get("removed", "K"))
    return dealt("catsle", len(hands), deal(*hands, start=start, removed=removed, extra=extra), **options)


def table(match: Match, seat: int = 0) -> CatsleTable:
    seen = match.table(seat)
    assert isinstance(seen, CatsleTable)
    return seen


def finish(match: Match) -> Match:
    while not match.over:
        match.play(match.legal()[0])
    return match


def test_C1_1_sixty_cards_in_five_suits() -> None:
    assert len(CODES) == 60
    assert {code[0] for code in CODES} == set("RBGYK")


@pytest.mark.parametrize(("players", "limits"), [(3, [1, 2, 3, 4]), (4, [1, 2, 3, 4, 0]), (5, [1, 2, 3, 3, 0])])
def test_C1_2_the_board_for_each_number_of_players(players: int, limits: list[int]) -> None:
    board = table(tabbytop.new("catsle", players=players, seed=1)).seats[0].board
    assert [place.limit for place in board] == limits
    assert [place.name for place in board] == ["1", "2", "3", "4", "S"][: len(limits)]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_C2_1_everyone_gets_the_same_number_of_cards(players: int) -> None:
    match = tabbytop.new("catsle", players=players, seed=2)
    assert [seat.cards for seat in table(match).seats] == [HANDS[players]] * players


def test_C2_1_with_three_the_removed_suit_stays_in_the_box() -> None:
    for removed in SUITS:
        record = tabbytop.new("catsle", players=3, seed=1, removed=removed).record()
        told = record["events"][0]["deal"]
        cards = [*chain(*told["hands"]), *told["extra"], *told["aside"]]
        assert sorted(cards) == sorted(code for code in CODES if code[0] != removed)


def test_C2_2_four_stay_aside_with_four_and_an_extra_deck_with_three() -> None:
    for players, piles in PILES.items():
        told = tabbytop.new("catsle", players=players, seed=3).record()["events"][0]["deal"]
        assert {name: len(told[name]) for name in told if name not in ("hands", "start")} == piles


def test_C2_3_the_first_start_is_by_lot_and_then_goes_round() -> None:
    starts = set()
    for seed in range(30):
        match = finish(tabbytop.new("catsle", players=4, seed=seed, rounds=6))
        order = [event["deal"]["start"] for event in match.record()["events"] if "deal" in event]
        assert order == [(order[0] + n) % 4 for n in range(6)]
        starts.add(order[0])
    assert starts == {0, 1, 2, 3}


def test_C2_3_a_record_with_another_start_is_refused() -> None:
    record = finish(tabbytop.new("catsle", players=3, seed=1)).record()
    later = [event["deal"] for event in record["events"] if "deal" in event][1]
    later["start"] = (later["start"] + 1) % 3
    with pytest.raises(BadRecord, match="starts round 2"):
        tabbytop.from_record(record)


def test_C3_0_with_three_an_extra_card_is_turned_up_before_the_lead() -> None:
    match = catsle("R1", "R2", "R3", extra="G7 G8", start=1)
    assert match.seat == 1
    assert (table(match).extra, table(match).extra_left) == ("G7", 10)
    play(match, "play R2", "play R3", "play R1", "take G7", "place 1", "take R1", "place 2", "take R2")
    assert table(match).extra == "G8"


def test_C3_1_the_led_suit_must_be_followed_by_who_can() -> None:
    match = catsle("R8", "R2 R11 G9", "G1", "Y9")
    play(match, "play R8")
    assert [move for move in match.moves() if not move.startswith("play R")] == []
    with pytest.raises(IllegalMove, match=r"seat 1 may .*play R2.*; got 'play G9'"):
        match.play("play G9")


def test_C3_1_who_cannot_follow_may_play_anything() -> None:
    red = " ".join(f"R{rank}" for rank in range(1, 13))
    match = play(catsle(red, "B1", "G1", "Y1"), "play R8")
    assert len(match.moves()) == 14


def test_C3_2_the_example_of_the_rulebook() -> None:
    match = catsle(
        "R2", "Y9 Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y10 Y11 B1 B2 B3", "Y12 B4 B5 B6 B7 B8 B9 B10 B11 B12 K1 K2 K3 K4",
        "G9 G1 G2 G3 G4 G5 G6 G7 G8 G10 G11 G12 K5 K6",
    )  # fmt: skip
    play(match, "play R2", "play Y9", "play Y12", "play G9")
    assert table(match).ranking == (0, 2, 3, 1)


def test_C3_2_the_extra_card_is_never_ranked() -> None:
    match = play(catsle("R1", "R2", "R3", extra="R12"), "play R1", "play R2", "play R3")
    assert table(match).ranking == (2, 1, 0)


def test_C3_3_first_takes_one_and_second_two_with_four() -> None:
    match = play(catsle("R1", "R2", "R3", "R4"), "play R1", "play R2", "play R3", "play R4")
    takers = []
    while table(match).phase != "play":
        if table(match).phase == "take":
            takers.append(match.seat)
        match.play(match.legal()[0])
    assert takers == [3, 2, 2]


def test_C3_3_with_five_the_third_takes_two() -> None:
    match = play(catsle("R1", "R2", "R3", "R4", "R5"), *(f"play R{n}" for n in range(1, 6)))
    takers = []
    while table(match).phase != "play":
        if table(match).phase == "take":
            takers.append(match.seat)
        match.play(match.legal()[0])
    assert takers == [4, 3, 2, 2]


def test_C3_3_the_extra_card_can_be_taken() -> None:
    match = play(catsle("R1", "R2", "R3", extra="G7"), "play R1", "play R2", "play R3")
    assert match.moves() == ["take G7", "take R1", "take R2", "take R3"]


def test_C3_4_a_new_suit_goes_to_any_empty_place() -> None:
    match = play(catsle("R1", "R2", "R3", "R4"), "play R1", "play R2", "play R3", "play R4", "take R1")
    assert match.moves() == ["place 1", "place 2", "place 3", "place 4", "place S"]
    play(match, "place 3", "take R2", "place S", "take R3")
    board = table(match).seats[2].board
    assert [place.cards for place in board] == [(), (), (), (), ("R2", "R3")]


def test_C3_4_a_known_suit_goes_to_its_place_and_no_other_suit_joins_it() -> None:
    match = catsle("R1 G1", "R2 G2", "R3 G3", "R4 G4")
    play(match, *(f"play R{n}" for n in range(1, 5)), "take R1", "place 3", "take R2", "place S", "take R3")
    play(match, "play G3", "play G4", "play G1", "play G2", "take G1")
    assert match.moves() == ["place 1", "place 2", "place 4", "place S"]
    play(match, "place 1", "take G2")
    assert match.moves() == ["place 1", "place 2", "place 3", "place 4"]


def test_C3_4_the_last_empty_place_is_still_a_decision() -> None:
    """As many places as suits: the fifth suit of a board has one place left, and it is asked for."""
    lone = 0
    for seed in range(40):
        match = tabbytop.new("catsle", players=4, seed=seed)
        while not match.over:
            lone += table(match).phase == "place" and len(match.legal()) == 1
            match.play(match.legal()[-1])
    assert lone > 0


def test_C3_5_nobody_sees_what_was_discarded() -> None:
    match = play(catsle("R1", "R2", "R3", "R4"), "play R1", "play R2", "play R3", "play R4")
    play(match, "take R1", "place 1", "take R2", "place 1", "take R3")
    for seat in range(4):
        assert "R4" not in str(match.table(seat))


def test_C3_6_who_took_two_leads_next() -> None:
    match = play(catsle("R1", "R2", "R3", "R4"), "play R1", "play R2", "play R3", "play R4")
    play(match, "take R1", "place 1", "take R2", "place 1", "take R3")
    assert (match.seat, table(match).leader) == (2, 2)


def test_C3_6_variant_who_ranked_first_leads_next() -> None:
    match = play(catsle("R1", "R2", "R3", "R4", leader="first"), "play R1", "play R2", "play R3", "play R4")
    play(match, "take R1", "place 1", "take R2", "place 1", "take R3")
    assert match.seat == 3


def test_C3_7_the_round_ends_when_hands_are_empty() -> None:
    for players, cards in HANDS.items():
        events = finish(tabbytop.new("catsle", players=players, seed=5, rounds=1)).record()["events"]
        assert sum(event.get("move", "").startswith("play") for event in events) == players * cards


def worth(players: int, columns: list[int], scrap: int = 0, **components: object) -> tuple[int, int]:
    """Points and perfect columns of a board with so many cards in its columns."""
    from tabbytop.games.catsle import rules

    slot = tabbytop.new("catsle", players=players, seed=1).setup.begin()[0]
    for place, cards in enumerate([*columns, scrap]):
        slot.s.place[0, place] = place if cards else -1
        slot.s.board[0] |= ((1 << cards) - 1) << (12 * place)
    return rules.score(slot.c, slot.s, 0), rules.perfect_columns(slot.c, slot.s, 0)


@pytest.mark.parametrize(
    ("players", "columns", "scrap", "points"),
    [
        (4, [2, 2, 3, 2], 0, 7),
        (5, [1, 2, 3, 3], 2, 11),
        (4, [0, 0, 5, 4], 0, -2 + 4),
        (4, [0, 0, 0, 3], 1, 2),
    ],
)
def test_C4_1_columns_and_scrap(players: int, columns: list[int], scrap: int, points: int) -> None:
    assert worth(players, columns, scrap)[0] == points


@pytest.mark.parametrize(
    ("columns", "perfect", "points"),
    [([0, 0, 0, 3], 0, 3), ([1, 0, 0, 0], 1, 1), ([1, 2, 0, 0], 2, 4), ([1, 2, 3, 0], 3, 8), ([1, 2, 3, 4], 4, 14)],
)
def test_C4_2_bonus_for_perfect_columns(columns: list[int], perfect: int, points: int) -> None:
    assert worth(4, columns) == (points, perfect)


def test_C4_2_an_empty_scrap_area_is_no_perfect_column() -> None:
    assert worth(4, [0, 0, 0, 0], 0) == (0, 0)


def test_C4_3_a_round_never_costs_points() -> None:
    assert worth(4, [9, 0, 0, 0], 3)[0] == 0


def test_C4_1_every_place_shows_what_it_is_worth() -> None:
    costly = 0
    match, choose = tabbytop.new("catsle", players=4, seed=3), random.Random(3)
    while not match.over:
        match.play(choose.choice(match.legal()))
        for seat in table(match).seats:
            bonus = table(match).bonus[seat.perfect]
            assert seat.worth == max(0, bonus + sum(place.worth for place in seat.board))
            assert seat.perfect == sum(place.perfect for place in seat.board)
            costly += any(place.worth < 0 for place in seat.board)
    assert costly > 0


def test_C3_4_the_log_says_where_each_card_was_built_and_what_it_counts_there() -> None:
    match, built = tabbytop.new("catsle", players=4, seed=1), 0
    while table(match).round == 1:
        seat = match.seat
        match.play(match.moves()[0])
        told = [text for who, text in match.view().log[-2:] if who == seat and text.startswith("builds")]
        if told and table(match).round == 1:
            _, name, _, worth, *perfect = told[-1].split()
            (place,) = [place for place in table(match).seats[seat].board if place.name == name]
            assert (place.worth, place.perfect) == (int(worth), bool(perfect))
            built += 1
    assert built > 40


def test_C5_1_ties_go_to_the_perfect_columns_of_the_last_round() -> None:
    ties = 0
    for seed in range(60):
        match = finish(tabbytop.new("catsle", players=5, seed=seed, rounds=2))
        best = [seat for seat in range(5) if match.scores[seat] == max(match.scores)]
        perfect = [
            sum(len(p.cards) == p.limit and p.name != "S" for p in table(match).seats[seat].board) for seat in range(5)
        ]
        ties += len(best) > 1
        assert match.winners == [seat for seat in best if perfect[seat] == max(perfect[other] for other in best)]
    assert ties > 5


def test_action_numbers_are_pinned() -> None:
    assert len(ACTIONS) == 125
    assert [ACTIONS[n] for n in (0, 11, 12, 59, 60, 119, 120, 124)] == [
        "play R1", "play R12", "play B1", "play K12", "take R1", "take K12", "place 1", "place S",
    ]  # fmt: skip


def test_cards_are_conserved() -> None:
    match = tabbytop.new("catsle", players=3, seed=9)
    while not match.over:
        s = match.hidden
        extra = {int(card) for card in s.deck[33 + s.turned : 48]}
        hands = [set(each(hand)) for hand in s.hand[:3]]
        boards = [set(each(board)) for board in s.board[:3]]
        parts = [extra, *hands, *boards, set(each(s.pool))]
        assert len(set.union(*parts)) == sum(map(len, parts)) <= 48
        match.play(match.legal()[-1])


def test_imagined_worlds_are_uniform_in_an_endgame_with_known_voids() -> None:
    """Four players with two cards each: seat 1 has shown that it holds no red, seat 3 no green."""
    match = tabbytop.new("catsle", players=4, seed=11, rounds=1)
    while not (table(match).phase == "play" and all(seat.cards == 1 for seat in table(match).seats)):
        match.play(match.legal()[0])
    s = match.hidden
    assert any(s.lacks[1:4]), "the seed must show a void"
    seat = match.seat
    others = [other for other in range(4) if other != seat]
    hidden = {int(card) for card in s.deck[56:]} | {card for other in others for card in each(s.hand[other])}

    def describe(state: np.record) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(each(state.hand[other])) for other in others)

    worlds = {
        tuple((card,) for card in cards)
        for cards in permutations(sorted(hidden), 3)
        if not any((1 << card) & int(s.lacks[other]) for card, other in zip(cards, others, strict=True))
    }
    assert 1 < len(worlds) < len(list(permutations(hidden, 3)))
    check_uniform(match, seat, worlds, describe)


def test_imagined_extra_decks_are_uniform() -> None:
    match = tabbytop.new("catsle", players=3, seed=4, rounds=1)
    while not (table(match).phase == "play" and table(match).extra_left == 0):
        match.play(match.legal()[0])
    s = match.hidden
    seat = match.seat
    others = [other for other in range(3) if other != seat and count(s.hand[other])]
    hidden = {int(card) for card in s.deck[44:48]} | {card for other in others for card in each(s.hand[other])}

    def describe(state: np.record) -> tuple[object, ...]:
        return (tuple(tuple(each(state.hand[other])) for other in others), tuple(sorted(map(int, state.deck[44:48]))))

    worlds = set()
    for cards in permutations(sorted(hidden), len(others)):
        if not any((1 << card) & int(s.lacks[other]) for card, other in zip(cards, others, strict=True)):
            worlds.add((tuple((card,) for card in cards), tuple(sorted(hidden - set(cards)))))
    check_uniform(match, seat, worlds, describe)


@pytest.mark.parametrize(("players", "takes"), [(3, (1, 2, 0)), (4, (1, 2, 0, 0)), (5, (1, 1, 2, 0, 0))])
def test_C3_3_the_view_says_which_trick_it_is_and_what_each_rank_takes(players: int, takes: tuple[int, ...]) -> None:
    match = tabbytop.new("catsle", players=players, seed=1, rounds=1)
    tricks = []
    while not match.over:
        assert table(match).takes == takes
        tricks.append(table(match).trick)
        match.play(match.legal()[0])
    assert sorted(tricks) == tricks
    assert set(tricks) == set(range(1, table(match).tricks + 1))


def test_a_components_file_of_ones_own_changes_the_scores() -> None:
    tables = {"columns": {n: [1, 1, 1, 1] for n in "345"}, "bonus": {"points": [0, 9, 9, 9, 9]}}
    match = tabbytop.new("catsle", players=4, components=tables, seed=1)
    assert [place.limit for place in table(match).seats[0].board] == [1, 1, 1, 1, 0]
    assert table(match).bonus == (0, 9, 9, 9, 9)
    finish(match)
    assert tabbytop.from_record(match.record()).scores == match.scores
