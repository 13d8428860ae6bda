"""Festival of Thousand Cats, clause by clause."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import ceil
from pathlib import Path

import numpy as np
import pytest

import tabbytop
from positions import dealt, play, rest
from tabbytop import BadRecord, IllegalMove, Match, games
from tabbytop.core.bits import count, each
from tabbytop.games.festival import rules
from tabbytop.games.festival.config import MULTIPLIERS, SEASONS
from tabbytop.games.festival.notation import ACTIONS, CODES
from tabbytop.games.festival.view import FestivalTable
from tabbytop.play import together
from tabbytop.play.setup import prepare
from worlds import check_uniform

SHIPPED = Path(games.__file__).parent / "festival" / "components.toml"
BOOZE = ("Sp2", "Sp8", "Su3", "Su9", "Fa4", "Fa10", "Wi5", "Wi11")
CROWS = ("Sp5", "Su6", "Fa7", "Wi8")
MODES = ("basic", "experienced", "advanced")
RACKS = {
    3: [["A1", "A2", "A3", "A4"], ["B1", "B2", "B3", "B4"], ["C1", "C2", "C3", "C4"]],
    4: [["A1", "B1", "C1"], ["A2", "B2", "C2"], ["A3", "B3", "C3"], ["A4", "B4", "C4"]],
}

every_mode = pytest.mark.parametrize("mode", MODES)


def deal(*hands: str, table: str = "Sp4 Sp6", dummy: str = "", multipliers: bool = False) -> dict[str, object]:
    """A deal in which the hands begin with these cards; crows, then the rest, go round to who has room for them."""
    players = len(hands)
    piles = [hand.split() for hand in (*hands, dummy)[:4]]
    left = rest(CODES, *piles, table.split())
    for card in (*(code for code in left if code in CROWS), *(code for code in left if code not in CROWS)):
        kind = set(BOOZE) if card in BOOZE else set(CODES) - set(BOOZE)
        room = [pile for pile in piles if len(kind & set(pile)) < (2 if card in BOOZE else 7)]
        min(room, key=len).append(card)
    told: dict[str, object] = {"hands": piles[:players], "table": table.split()}
    if players == 3:
        told["dummy"] = piles[3]
    if multipliers:
        told["multipliers"] = RACKS[players]
    return {"deal": told}


def festival(*hands: str, table: str = "Sp4 Sp6", dummy: str = "", **options: object) -> Match:
    """A basic match, usually."""
    return dealt("festival", len(hands), deal(*hands, table=table, dummy=dummy), **options)


def experienced(players: int = 4, start: int = 0, **options: object) -> Match:
    told = deal(*[""] * players, multipliers=True)
    return dealt("festival", players, told, {"chance": {"start": start}}, mode="experienced", **options)


def advanced(order: list[int], **options: object) -> Match:
    players = len(order)
    return dealt("festival", players, deal(*[""] * players), {"chance": {"order": order}}, mode="advanced", **options)


def table(match: Match, seat: int = 0) -> FestivalTable:
    seen = match.table(seat)
    assert isinstance(seen, FestivalTable)
    return seen


def log(match: Match, seat: int = -1) -> list[tuple[int, str]]:
    return list(match.view(seat, since=0).log)


def decisions(seed: int, players: int = 4, **options: object) -> Iterator[Match]:
    """One match, seen at every decision of random play and once more at its end."""
    choose = random.Random(seed)
    match = Match(prepare("festival", players, options, None, seed))
    while not match.over:
        yield match
        match.play(choose.choice(match.legal()))
    yield match


def finished(seed: int, players: int = 4, **options: object) -> Match:
    return list(decisions(seed, players, **options))[-1]


def taken(match: Match) -> list[tuple[str, ...]]:
    return [seat.taken for seat in table(match).seats]


def worth(cards: str, mode: str = "basic", multiplier: str = "", tokens: str = "") -> int:
    """What a player gets for these cards."""
    slot = tabbytop.new("festival", players=4, seed=1, mode=mode).setup.begin()[0]
    slot.s.taken[0] = sum(1 << CODES.index(code) for code in cards.split())
    slot.s.multiplier[0] = MULTIPLIERS.index(multiplier) if multiplier else -1
    for season in tokens.split():
        slot.s.tokens[0, SEASONS.index(season)] += 1
    return rules.score(slot.c, slot.s, 0)


# What is in the box


def test_F1_1_nine_cards_of_each_season_one_higher_each() -> None:
    deck = {card.code: card for card in table(festival("", "", "", "")).deck}
    assert list(deck) == list(CODES)
    assert len(deck) == 38
    for lowest, season in enumerate(SEASONS, 1):
        values = [card.value for code, card in deck.items() if code.startswith(season)]
        assert values == list(range(lowest, lowest + 9))
    assert all(code.endswith(str(card.value)) for code, card in deck.items())


def test_F1_2_yorozu_cards_have_booze_and_no_season() -> None:
    match = festival("", "", "", "", table="Y0 Y13")
    assert [(card.value, card.icons) for card in table(match).deck[-2:]] == [(0, ("booze",)), (13, ("booze",))]
    assert table(match).open == SEASONS


def test_F1_3_icons_from_the_lowest_to_the_highest() -> None:
    icons = [card.icons for card in table(festival("", "", "", "")).deck]
    one, two = ("fish",), ("fish", "fish")
    assert icons[:36] == [two, ("booze",), one, (), ("crow",), (), one, ("booze",), two] * 4


def test_F1_4_cats_break_ties_in_the_order_of_seasons() -> None:
    match = festival("Wi7", "Fa7", "Su7", "Wi6", table="Sp4 Sp6")
    play(match, "play Wi7", "play Fa7", "play Su7", "play Wi6")
    assert table(match).face_up == ("Wi6", "Su7")
    c = match.setup.begin()[0].c
    four = [CODES.index(code) for code in ("Wi4", "Fa4", "Su4", "Sp4")]
    assert [int(c.rank[card]) for card in four] == list(range(int(c.rank[four[0]]), int(c.rank[four[0]]) + 4))


def test_F1_5_twelve_multiplier_cards_no_two_alike() -> None:
    c = tabbytop.new("festival", seed=1).setup.begin()[0].c
    rows = {name: [int(times) for times in c.multiplier[n]] for n, name in enumerate(MULTIPLIERS)}
    assert len({tuple(row) for row in rows.values()}) == 12
    for name, row in rows.items():
        doubled = int(name[1]) - 1
        assert row[doubled] == 2
        assert row[(doubled + " ABC".index(name[0])) % 4] == -1
        assert sorted(row) == [-1, 1, 1, 2]


@pytest.mark.parametrize(("players", "each_season"), [(3, 3), (4, 4)])
def test_F1_6_tokens_for_each_number_of_players(players: int, each_season: int) -> None:
    match = tabbytop.new("festival", players=players, seed=1, mode="advanced")
    while table(match).phase == "offer":
        match.play("keep")
    assert table(match).supply == dict.fromkeys(SEASONS, each_season)


def test_F1_7_everyone_who_took_booze_has_a_token_for_it() -> None:
    for match in decisions(3, target=50):
        for seat in table(match).seats:
            assert seat.booze == sum(code in (*BOOZE, "Y0", "Y13") for code in seat.taken)


# Before each deal


@pytest.mark.parametrize("players", [3, 4])
def test_F2_1_every_hand_has_two_season_cards_with_booze(players: int) -> None:
    for seed in range(20):
        told = tabbytop.new("festival", players=players, seed=seed).record()["events"][0]["deal"]
        hands = [*told["hands"], *([told["dummy"]] if players == 3 else [])]
        assert [sum(code in BOOZE for code in hand) for hand in hands] == [2] * 4


def test_F2_1_a_record_with_another_deal_is_refused() -> None:
    told = deal("Sp2 Sp8", "", "", "")
    hands = told["deal"]["hands"]  # type: ignore[index]
    other = next(i for i, code in enumerate(hands[1]) if code not in BOOZE)
    hands[0][0], hands[1][other] = hands[1][other], hands[0][0]
    with pytest.raises(BadRecord, match="two season cards with booze"):
        dealt("festival", 4, told)


@pytest.mark.parametrize("players", [3, 4])
def test_F2_2_nine_cards_each_and_two_on_the_table(players: int) -> None:
    told = tabbytop.new("festival", players=players, seed=1).record()["events"][0]["deal"]
    assert list(told) == (["hands", "table", "dummy"] if players == 3 else ["hands", "table"])
    assert [len(hand) for hand in told["hands"]] == [9] * players
    cards = [code for pile in (*told["hands"], told["table"], told.get("dummy", [])) for code in pile]
    assert sorted(cards) == sorted(CODES)


def test_F2_2_every_card_comes_to_every_place() -> None:
    seen: set[tuple[str, int]] = set()
    for seed in range(300):
        told = tabbytop.new("festival", players=3, seed=seed).record()["events"][0]["deal"]
        seen |= {(code, place) for place, code in enumerate(told["dummy"])}
        seen |= {(code, 9 + seat) for seat, hand in enumerate(told["hands"]) for code in hand}
    assert len(seen) == 38 * 12


def test_F2_3_the_lower_card_lies_left_and_more_cats_are_higher() -> None:
    assert table(festival("", "", "", "", table="Wi6 Sp6")).face_up == ("Wi6", "Sp6")
    with pytest.raises(BadRecord, match="lower card of the table"):
        festival("", "", "", "", table="Sp6 Wi6")
    with pytest.raises(BadRecord, match="lower card of the table"):
        festival("", "", "", "", table="Sp7 Wi6")


def test_F2_4_three_crows_may_ask_for_a_new_deal() -> None:
    match = festival("", "Sp5 Su6 Fa7", "", "")
    assert (match.seat, match.moves()) == (1, ["keep", "redeal"])
    play(match, "keep")
    assert (table(match).phase, match.seat) == ("play", 0)


def test_F2_4_a_new_deal_is_offered_again_and_is_not_counted() -> None:
    three = deal("", "", "Sp5 Su6 Fa7", "")
    ask = {"seat": 2, "move": "redeal"}
    match = dealt("festival", 4, three, ask, three, ask, deal("", "", "", "Su6 Fa7 Wi8"))
    assert (match.seat, match.moves()) == (3, ["keep", "redeal"])
    assert table(match, 3).deal == 1


def test_F2_4_two_crows_are_not_enough_and_the_dummy_never_asks() -> None:
    assert table(festival("Sp5 Su6", "", "Fa7 Wi8", "")).phase == "play"
    assert table(festival("", "", "", dummy="Sp5 Su6 Fa7 Wi8")).phase == "play"


def test_F2_4_nobody_learns_who_kept() -> None:
    match = festival("", "Sp5 Su6 Fa7", "", "")
    for seat in (-1, 0, 2, 3):
        assert (table(match, seat).acting, table(match, seat).phase) == ((), "deal")
    assert (table(match, 1).acting, table(match, 1).phase) == ((1,), "offer")
    play(match, "keep")
    assert (1, "keep") in log(match, 1)
    assert all("keep" not in str(log(match, seat)) for seat in (-1, 0, 2, 3))


def test_F2_4_who_may_ask_for_a_new_deal_is_asked_before_anyone_notices() -> None:
    nobody, somebody = festival("Sp5 Su6", "", "Fa7 Wi8", ""), festival("", "Sp5 Su6 Fa7", "", "")
    assert together.offers(nobody)[0] == {}
    asked, after = together.offers(somebody)
    assert list(asked) == [1]
    assert asked[1].moves() == ["keep", "redeal"]
    assert (table(after).phase, after.seat, somebody.history) == ("play", 0, [])
    keep, redeal = somebody.legal()
    assert [together.dealt_after(somebody, move) for move in (keep, redeal)] == [False, True]
    assert together.answered(somebody, {1: keep, 2: keep, 3: redeal}) == [keep, keep, redeal]
    assert together.answered(somebody, {1: redeal, 2: keep}) == [redeal]


# Experienced


@pytest.mark.parametrize("players", [3, 4])
def test_F3_1_multiplier_cards_are_dealt_every_third_deal(players: int) -> None:
    match = finished(5, players, mode="experienced", games=7)
    deals = []
    for event, after in zip(match.record()["events"], [*match.record()["events"][1:], {}], strict=True):
        if "deal" in event and after.get("move") != "redeal":
            deals.append(event["deal"])
    assert ["multipliers" in told for told in deals] == [n % 3 == 0 for n in range(7)]
    assert [len(rack) for rack in deals[0]["multipliers"]] == [12 // players] * players


def test_F3_1_multiplier_cards_are_private() -> None:
    match = experienced()
    assert [card.code for card in table(match, 1).multipliers] == ["A2", "B2", "C2"]
    assert table(match, -1).multipliers == ()
    assert [seat.multipliers_left for seat in table(match, 0).seats] == [3, 3, 3, 3]


def test_F3_2_the_first_start_player_is_drawn_by_lot() -> None:
    starts = set()
    for seed in range(40):
        match = tabbytop.new("festival", players=4, seed=seed, mode="experienced")
        if table(match).phase == "multiplier":
            starts.add(match.seat)
    assert starts == {0, 1, 2, 3}


def test_F3_2_later_the_lowest_total_names_the_start_player_by_lot_if_shared() -> None:
    alone, shared = 0, 0
    for seed in range(60):
        for match in decisions(seed, 4, mode="experienced", games=3):
            if table(match).phase == "start":
                totals = [seat.total for seat in table(match).seats]
                lowest = [seat for seat in range(4) if totals[seat] == min(totals)]
                assert match.seat in lowest
                assert match.moves() == ["start 0", "start 1", "start 2", "start 3"]
                event = match.record()["events"][-1]
                if len(lowest) == 1:
                    assert "chance" not in event
                    alone += 1
                else:
                    assert event == {"chance": {"chooser": match.seat}}
                    shared += 1
    assert alone > 50
    assert shared > 5


def test_F3_2_a_lot_that_falls_on_another_seat_is_refused() -> None:
    for seed in range(40):
        record = finished(seed, 4, mode="experienced", games=4).record()
        lots = [n for n, event in enumerate(record["events"]) if "chooser" in event.get("chance", {})]
        if lots:
            lot = record["events"][lots[0]]["chance"]
            totals = [seat.total for seat in table(tabbytop.from_record(_cut(record, lots[0]))).seats]
            lot["chooser"] = totals.index(max(totals))
            with pytest.raises(BadRecord, match="chooser is a seat of the lowest total"):
                tabbytop.from_record(record)
            return
    raise AssertionError("no seed has a lot")


def _cut(record: dict[str, object], events: int) -> dict[str, object]:
    told = record["events"]
    assert isinstance(told, list)
    return {key: value for key, value in record.items() if key != "result"} | {"events": told[:events]}


def test_F3_3_everyone_chooses_face_up_clockwise_from_the_start_player() -> None:
    match = experienced(start=2)
    play(match, "multiplier B3")
    assert match.seat == 3
    chosen = table(match, 0).seats[2].multiplier
    assert chosen is not None
    assert (chosen.code, chosen.times) == ("B3", (-1, 1, 2, 1))
    assert [seat.times for seat in table(match, 0).seats] == [None, None, chosen.times, None]
    play(match, "multiplier A4", "multiplier A1")
    assert match.moves() == ["multiplier A2", "multiplier B2", "multiplier C2"]
    play(match, "multiplier A2")
    assert table(match).phase == "play"


def test_F3_3_a_multiplier_card_is_used_once() -> None:
    for players in (3, 4):
        used: list[set[str]] = [set() for _ in range(players)]
        for match in decisions(8, players, mode="experienced", games=3):
            for seat in range(players):
                chosen = table(match).seats[seat].multiplier
                used[seat] |= {chosen.code} if chosen else set()
        assert [len(cards) for cards in used] == [3] * players


def test_F3_4_nobody_has_looked_at_multiplier_cards_while_offers_are_open() -> None:
    three = deal("", "Sp5 Su6 Fa7", "", "", multipliers=True)
    match = dealt("festival", 4, three, mode="experienced")
    for seat in range(-1, 4):
        assert table(match, seat).multipliers == ()
    firsts = {int(match.imagine(1, seed).hidden.pile[3]) for seed in range(200)}
    assert firsts == set(range(12))


def test_F3_4_a_new_deal_deals_multiplier_cards_again_and_the_last_ones_stand() -> None:
    three = deal("", "Sp5 Su6 Fa7", "", "", multipliers=True)
    again = deal("", "", "", "", multipliers=True)
    again["deal"]["multipliers"] = RACKS[4][::-1]  # type: ignore[index]
    ask = {"seat": 1, "move": "redeal"}
    match = dealt("festival", 4, three, ask, again, {"chance": {"start": 0}}, mode="experienced")
    assert match.moves() == ["multiplier A4", "multiplier B4", "multiplier C4"]


def test_F3_4_a_new_deal_in_other_deals_leaves_the_multiplier_cards_alone() -> None:
    tested = 0
    for seed in range(400):
        for match in decisions(seed, 4, mode="experienced", games=2):
            if table(match, match.seat).phase == "offer" and table(match).deal == 2:
                before = [table(match, seat).multipliers for seat in range(4)]
                match.play("redeal")
                assert "multipliers" not in match.record()["events"][-1].get("deal", {})
                assert [table(match, seat).multipliers for seat in range(4)] == before
                assert table(match).deal == 2
                tested += 1
                break
        if tested > 2:
            return
    raise AssertionError("no seed has an offer in the second deal")


# Advanced


def test_F4_1_first_three_tokens_of_different_seasons_in_an_order_by_lot() -> None:
    match = advanced([2, 0, 3, 1])
    threes = ["tokens Sp Fa Wi", "tokens Sp Su Fa", "tokens Sp Su Wi", "tokens Su Fa Wi"]
    seats = []
    for move in ("tokens Sp Su Wi", "tokens Sp Su Wi", "tokens Sp Su Wi", "tokens Su Fa Wi"):
        seats.append(match.seat)
        assert match.moves() == threes
        play(match, move)
    assert seats == [2, 0, 3, 1]
    assert table(match).seats[2].tokens == ("Sp", "Su", "Wi")
    assert table(match).seats[2].times == (1, 1, 0, 1)
    assert table(match).seats[1].tokens == ("Su", "Fa", "Wi")
    assert table(match).supply == {"Sp": 1, "Su": 0, "Fa": 3, "Wi": 0}
    assert table(match).phase == "play"


def test_F4_1_a_wrong_order_is_refused() -> None:
    with pytest.raises(BadRecord, match="order names each seat once"):
        advanced([2, 0, 2, 1])


def test_F4_2_later_everyone_takes_one_token_from_the_lowest_total_on() -> None:
    shared = 0
    for seed in range(30):
        seats: list[int] = []
        for match in decisions(seed, 4, mode="advanced", games=2):
            seen = table(match)
            if seen.phase == "token":
                totals = [seat.total for seat in seen.seats]
                lowest = [seat for seat in range(4) if totals[seat] == min(totals)]
                if not seats:
                    assert match.seat in lowest
                    lot = {"chance": {"first": match.seat}}
                    assert (match.record()["events"][-1] == lot) == (len(lowest) > 1)
                    shared += len(lowest) > 1
                seats.append(match.seat)
                mine = seen.seats[match.seat].tokens
                can = [season for season in SEASONS if seen.supply[season] and mine.count(season) < 2]
                assert match.moves() == sorted(f"token {season}" for season in can)
        assert seats == [(seats[0] + n) % 4 for n in range(4)]
    assert shared > 2


def test_F4_2_who_can_take_nothing_is_passed_over() -> None:
    match = tabbytop.new("festival", players=3, seed=1, mode="advanced", games=2)
    while table(match, match.seat).phase != "token":
        match.play(match.legal()[0])
    s = match.hidden
    first = match.seat
    s.supply[:] = [2, 0, 0, 0]
    s.tokens[:3] = [[0, 3, 0, 0], [0, 0, 3, 0], [0, 0, 0, 3]]
    s.tokens[(first + 1) % 3, 0] = 2
    match = match.copy()
    assert match.moves() == ["token Sp"]
    play(match, "token Sp")
    assert match.seat == (first + 2) % 3
    play(match, "token Sp")
    assert table(match).phase == "play"


@pytest.mark.parametrize(("tokens", "points"), [("", 0), ("Su", 3), ("Su Su", 6), ("Su Su Sp", 8)])
def test_F4_3_fish_count_as_often_as_their_token_is_held(tokens: str, points: int) -> None:
    assert worth("Su2 Su4 Sp1", "advanced", tokens=tokens) == points


def test_F4_4_tokens_for_booze_and_then_for_yorozu() -> None:
    asked: Counter[str] = Counter()
    for seed in range(40):
        for players in (3, 4):
            for match in decisions(seed, players, mode="advanced", games=3):
                seen = table(match)
                if seen.phase != "yorozu token":
                    continue
                cards = seen.seats[match.seat].taken
                first = log(match)[-1][1].startswith(("tokens", "scores"))
                for seat in seen.seats:
                    booze = [code[:2] for code in seat.taken if code in BOOZE]
                    assert not first or list(seat.tokens) == booze
                yorozu = "Y0" if first and "Y0" in cards else "Y13"
                assert yorozu in cards
                asked[yorozu] += 1
    assert min(asked["Y0"], asked["Y13"]) > 10


def test_F4_4_nobody_takes_tokens_after_the_last_deal() -> None:
    for seed in range(10):
        last = finished(seed, 4, mode="advanced", games=1)
        assert log(last)[-1][1].startswith("scores")
        assert all(len(seat.tokens) == 3 for seat in table(last).seats)


def test_F4_4_the_third_of_a_season_and_what_the_supply_lacks_are_lost() -> None:
    """In a box whose booze is all in Spring, seats 0 and 1 drink the supply up."""
    everywhere = dict.fromkeys(SEASONS, [0] * 9)
    tables = dict(games.components("festival").tables)
    tables |= {"fish": everywhere, "booze": everywhere | {"Sp": [1, 1, 1, 1, 0, 1, 1, 1, 1]}}
    match = tabbytop.new("festival", players=4, components=tables, seed=1, mode="advanced")
    slot = match.setup.begin()[0]
    slot.s.taken[:] = [0b111, 0b1001000, 0b10100000, 0]
    rules.tokens_for_booze(slot.c, slot.s)
    assert slot.s.tokens.tolist() == [[2, 0, 0, 0], [2, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    assert slot.s.supply.tolist() == [0, 4, 4, 4]


# A round


@pytest.mark.parametrize(
    ("face_up", "seasons"),
    [
        ("Sp4 Fa6", ("Su", "Wi")),
        ("Fa5 Fa6", ("Sp", "Su", "Wi")),
        ("Y0 Fa6", ("Sp", "Su", "Wi")),
        ("Y0 Y13", ("Sp", "Su", "Fa", "Wi")),
    ],
)
def test_F5_1_face_up_cards_close_their_season(face_up: str, seasons: tuple[str, ...]) -> None:
    match = festival("", "", "", "", table=face_up)
    assert table(match).open == seasons
    assert {move[5:7] for move in match.moves()} <= {*seasons, "Y0", "Y1"}


def test_F5_2_the_dummy_plays_its_top_card_before_anyone_chooses() -> None:
    match = festival("Su4", "Su5", "Su7", dummy="Sp7 Fa9")
    dummy = table(match).dummy
    assert dummy is not None
    assert (dummy.played, dummy.cards) == ("Sp7", 8)  # though Spring is closed
    play(match, "play Su4", "play Su5", "play Su7")
    dummy = table(match).dummy
    assert dummy is not None
    assert (dummy.played, dummy.taken) == ("Fa9", ("Sp6",))
    assert (-1, "dummy takes Sp6") in log(match)


def test_F5_3_open_seasons_and_yorozu() -> None:
    match = festival("Sp1 Sp3 Sp9 Sp7 Y0 Su5 Fa5 Sp2 Wi11", "", "", "", table="Sp4 Sp6")
    assert match.moves() == ["play Fa5", "play Su5", "play Wi11", "play Y0"]
    with pytest.raises(IllegalMove, match=r"seat 0 may .*; got 'play Sp1'"):
        match.play("play Sp1")


def test_F5_3_without_an_open_season_anything_goes_and_yorozu_is_no_duty() -> None:
    match = festival("Sp1 Sp3 Sp5 Sp7 Sp9 Su2 Y0 Sp2 Sp8", "", "", "", table="Su4 Sp4")
    assert len(match.moves()) == 9


def test_F5_3_all_choose_at_the_same_time() -> None:
    match = festival("Su4", "Su5", "Su7", "Su8")
    before = [table(match, seat) for seat in (-1, 1, 2, 3)]
    play(match, "play Su4")
    assert [table(match, seat) for seat in (-1, 1, 2, 3)] == before
    assert table(match, 0).chosen == "Su4"
    assert "Su4" in table(match, 0).hand
    assert table(match, 0).acting == (0, 1, 2, 3)
    assert all("Su4" not in text for _, text in log(match, 1))


def test_F5_4_who_played_a_closed_season_takes_the_markers_of_all_open_ones() -> None:
    match = festival("Sp1 Sp3 Sp5 Sp7 Sp9 Su2 Y0 Sp2 Sp8", "Fa5", "Fa6", "Fa8", table="Su4 Sp4")
    play(match, "play Sp9", "play Fa5", "play Fa6", "play Fa8")
    assert [seat.no_more for seat in table(match).seats] == [("Fa", "Wi"), (), (), ()]
    assert (0, "no more Fa Wi") in log(match, 2)


def test_F5_4_who_played_yorozu_shows_nothing() -> None:
    match = festival("Sp1 Sp3 Sp5 Sp7 Sp9 Su2 Y0 Sp2 Sp8", "Fa5", "Fa6", "Fa8", table="Su4 Sp4")
    play(match, "play Y0", "play Fa5", "play Fa6", "play Fa8")
    assert table(match).seats[0].no_more == ()


def test_F5_4_markers_stay_true_and_none_are_taken_in_round_nine() -> None:
    ended = 0
    for seed in range(60):
        before: list[tuple[str, ...]] = [()] * 3
        for match in decisions(seed, 3, games=1):
            markers = [seat.no_more for seat in table(match).seats]
            for seat in range(3):
                assert set(before[seat]) <= set(markers[seat])
                assert not set(markers[seat]) & {CODES[card][:2] for card in each(match.hidden.hand[seat])}
            if match.over and table(match).round == 9:
                ended += 1
                assert markers == before
            before = markers
    assert ended > 2


def test_F5_5_a_crow_swaps_with_a_yorozu_card() -> None:
    match = festival("Y0", "Su6", "Fa9", "Wi10")
    play(match, "play Y0", "play Su6", "play Fa9", "play Wi10")
    assert taken(match) == [("Su6",), ("Sp4",), ("Fa9",), ("Sp6",)]
    assert table(match).face_up == ("Y0", "Wi10")
    assert (-1, "swap Su6 Y0") in log(match)


@pytest.mark.parametrize(("yorozu", "crow", "seat"), [("Y0", "Su6", 1), ("Y13", "Wi8", 3)])
def test_F5_5_of_several_crows_the_nearest_swaps(yorozu: str, crow: str, seat: int) -> None:
    match = festival(yorozu, "Su6", "Fa7", "Wi8")
    play(match, f"play {yorozu}", "play Su6", "play Fa7", "play Wi8")
    assert [text for _, text in log(match) if "swap" in text] == [f"swap {crow} {yorozu}"]
    assert yorozu in table(match).face_up
    assert taken(match)[seat] == (("Sp4",) if yorozu == "Y0" else ("Sp6",))


@pytest.mark.parametrize(
    ("low", "high", "face_up"), [("Su6", "Wi8", "Fa5 Fa6"), ("Sp5", "Su6", "Fa5 Fa6"), ("Fa7", "Wi8", "Sp4 Sp6")]
)
def test_F5_5_two_crows_each_take_the_nearer_yorozu(low: str, high: str, face_up: str) -> None:
    match = festival("Y13", high, "Y0", low, table=face_up)
    play(match, "play Y13", f"play {high}", "play Y0", f"play {low}")
    assert [text for _, text in log(match) if "swap" in text] == [f"swap {low} Y0", f"swap {high} Y13"]
    left, right = face_up.split()
    assert taken(match) == [(high,), (right,), (low,), (left,)]


@pytest.mark.parametrize(("choice", "cards"), [("Y0", ("Sp4", "Su6")), ("Y13", ("Sp6", "Sp4"))])
def test_F5_5_one_crow_between_both_yorozu_cards_chooses(choice: str, cards: tuple[str, str]) -> None:
    match = festival("Y0", "Su5", "Su6", "Y13")
    play(match, "play Y0", "play Su5", "play Su6", "play Y13")
    assert (match.seat, match.moves()) == (2, ["swap Y0", "swap Y13"])
    assert table(match).seats[3].played == "Y13"
    assert table(match).acting == (2,)
    play(match, f"swap {choice}")
    assert (taken(match)[2], taken(match)[0]) == ((cards[0],), (cards[1],))


@pytest.mark.parametrize(("crow", "yorozu"), [("Sp5", "Y0"), ("Su6", "Y0"), ("Fa7", "Y13"), ("Wi8", "Y13")])
def test_F5_5_the_only_crow_is_the_dummys(crow: str, yorozu: str) -> None:
    match = festival("Y0", "Y13", "Su5", dummy=crow)
    play(match, "play Y0", "play Y13", "play Su5")
    assert (-1, f"swap {crow} {yorozu}") in log(match)
    dummy = table(match).dummy
    assert dummy is not None
    assert dummy.taken == (("Sp4",) if yorozu == "Y0" else ("Sp6",))


def test_F5_5_the_dummys_yorozu_is_swapped_as_any_other() -> None:
    match = festival("Su5", "Su6", "Su8", dummy="Y13")
    play(match, "play Su5", "play Su6", "play Su8")
    assert taken(match) == [("Sp4",), ("Sp6",), ("Su8",)]


def test_F5_6_highest_and_lowest_trade_with_the_table() -> None:
    match = festival("Su7", "Fa11", "Su2", "Wi9", table="Sp4 Sp6")
    play(match, "play Su7", "play Fa11", "play Su2", "play Wi9")
    assert taken(match) == [("Su7",), ("Sp6",), ("Sp4",), ("Wi9",)]
    assert table(match).face_up == ("Su2", "Fa11")
    assert table(match).open == ("Sp", "Wi")


def test_F5_6_neither_the_highest_nor_the_lowest_the_dummy_keeps_its_card() -> None:
    match = festival("Su4", "Su5", "Su9", dummy="Su7 Fa9")
    play(match, "play Su4", "play Su5", "play Su9")
    assert log(match)[-5:-1] == [(0, "take Sp4"), (1, "keep Su5"), (2, "take Sp6"), (-1, "dummy keeps Su7")]


def test_F5_7_the_deal_ends_with_the_third_booze_of_a_player() -> None:
    ends: Counter[str] = Counter()
    for seed in range(80):
        for players in (3, 4):
            last = finished(seed, players, games=1)
            seen = table(last)
            three = any(seat.booze == 3 for seat in seen.seats)
            ends["booze" if three else "empty"] += 1
            assert three or (seen.round == 9 and all(seat.cards == 0 for seat in seen.seats))
            assert all(len(seat.taken) == seen.round for seat in seen.seats)
    assert min(ends.values()) > 3


def test_F5_7_the_dummy_can_drink_as_much_as_it_likes() -> None:
    most = 0
    for seed in range(100):
        for match in decisions(seed, 3, games=1):
            dummy = table(match).dummy
            assert dummy is not None
            if not match.over:
                most = max(most, sum(code in (*BOOZE, "Y0", "Y13") for code in dummy.taken))
    assert most > 3


# Points


def test_F6_1_one_point_a_fish() -> None:
    assert worth("Sp1 Sp3 Su4 Wi6 Fa5 Wi12") == 2 + 1 + 1 + 1 + 1 + 2


def test_F6_1_times_the_multiplier_of_its_season() -> None:
    """The example of the rulebook: Spring 4, Summer -2, Winter 1."""
    assert worth("Sp1 Su2 Wi6", "experienced", multiplier="A1") == 2 * 2 - 2 + 1


@pytest.mark.parametrize(("cards", "points"), [("Sp2", 2), ("Sp2 Y0", 4), ("Sp2 Y0 Y13", 0), ("", 0)])
def test_F6_2_one_or_two_booze(cards: str, points: int) -> None:
    assert worth(cards) == points


@pytest.mark.parametrize(
    ("cards", "mode", "multiplier", "points"),
    [
        ("Sp1 Su4", "basic", "", 2),
        ("Sp1 Su4 Su8", "basic", "", 2),
        ("Sp1 Su2 Wi6", "experienced", "A1", 2),
        ("Su2 Su4", "experienced", "A1", -1),
        ("Su2", "experienced", "A1", -1),
        ("Su4", "experienced", "A1", 0),
    ],
)
def test_F6_2_three_booze_halve_the_fish_rounded_up(cards: str, mode: str, multiplier: str, points: int) -> None:
    assert worth(f"{cards} Sp2 Wi5 Y13", mode, multiplier) == points


def test_F6_3_crows_cost_one_each_after_the_halving() -> None:
    assert worth("Sp5 Su6") == -2
    assert worth("Sp1 Su4 Sp5 Wi8 Sp2 Wi5 Y13") == ceil(3 / 2) - 2
    assert any(min(finished(seed, games=1).scores) < 0 for seed in range(30))


# The end


def deal_scores(match: Match) -> list[list[int]]:
    return [[int(n) for n in text.split()[1:]] for _, text in log(match) if text.startswith("scores")]


@every_mode
def test_F7_1_the_match_ends_when_a_total_reaches_the_target(mode: str) -> None:
    for seed in range(8):
        match = finished(seed, mode=mode, target=12)
        totals = np.cumsum(deal_scores(match), axis=0)
        assert match.scores == totals[-1].tolist()
        reached = [int(max(row)) >= 12 for row in totals]
        if not table(match).extra:
            assert reached == [False] * (len(reached) - 1) + [True]
            assert match.winners == [match.scores.index(max(match.scores))]


def test_F7_2_a_tie_is_broken_by_exactly_one_more_deal() -> None:
    ties, shared, turned = 0, 0, 0
    for seed in range(500):
        match = finished(seed, target=5)
        totals = np.cumsum(deal_scores(match), axis=0).tolist()
        ends = next(n for n, row in enumerate(totals) if max(row) >= 5)
        tied = totals[ends].count(max(totals[ends])) > 1
        assert len(totals) == ends + 1 + tied
        assert table(match).extra == tied
        assert match.winners == [seat for seat in range(4) if totals[-1][seat] == max(totals[-1])]
        ties += tied
        shared += len(match.winners) > 1
        turned += tied and any(totals[ends][seat] < max(totals[ends]) for seat in match.winners)
    assert ties > 10
    assert shared > 0
    assert turned > 0


def test_F7_2_a_fixed_number_of_deals_knows_no_extra_deal() -> None:
    shared = 0
    for seed in range(60):
        match = finished(seed, games=2, target=1)
        assert len(deal_scores(match)) == 2
        shared += len(match.winners) > 1
    assert shared > 0


# Numbers, pieces, and what a seat knows


def test_action_numbers_are_pinned() -> None:
    assert len(ACTIONS) == 66
    assert [ACTIONS[n] for n in (0, 8, 9, 35, 36, 37, 38, 39, 40, 41, 42, 45, 46, 57)] == [
        "play Sp1", "play Sp9", "play Su2", "play Wi12", "play Y0", "play Y13", "swap Y0", "swap Y13", "keep", "redeal",
        "start 0", "start 3", "multiplier A1", "multiplier C4",
    ]  # fmt: skip
    assert ACTIONS[58:] == (
        "tokens Sp Su Fa", "tokens Sp Su Wi", "tokens Sp Fa Wi", "tokens Su Fa Wi",
        "token Sp", "token Su", "token Fa", "token Wi",
    )  # fmt: skip


@every_mode
@pytest.mark.parametrize("players", [3, 4])
def test_cards_tokens_and_multiplier_cards_are_conserved(players: int, mode: str) -> None:
    for seed in range(3):
        for match in decisions(seed, players, mode=mode, games=4):
            s, seen = match.hidden, table(match)
            shown = [1 << int(card) for card in s.table]
            if seen.phase == "swap":
                shown += [1 << int(card) for card in s.chosen]
            elif seen.phase == "play" and players == 3:
                shown.append(1 << int(s.chosen[3]))
            parts = [*map(int, s.hand), *map(int, s.taken), *shown]
            assert sum(map(count, parts)) == 38
            assert sum(parts) == (1 << 38) - 1
            if players == 3:
                assert {int(card) for card in s.deck if card >= 0} == set(each(s.hand[3]))
            else:
                assert all(card < 0 for card in s.deck)
            if mode == "advanced":
                assert (s.tokens[:players].sum(axis=0) + s.supply).tolist() == [players] * 4
                assert s.tokens.max() <= 2
            racks = [*map(int, s.rack), *(1 << int(card) for card in s.multiplier if card >= 0)]
            assert sum(map(count, racks)) == count(sum(racks)) <= 12


@every_mode
@pytest.mark.parametrize("players", [3, 4])
def test_what_a_seat_knows_survives_in_every_imagined_world(players: int, mode: str) -> None:
    booze = sum(1 << CODES.index(code) for code in BOOZE)
    for seed in (2, 11, 32):
        for number, match in enumerate(decisions(seed, players, mode=mode, games=2)):
            s = match.hidden
            for seat in range(players):
                w = match.imagine(seat, number).hidden
                assert (w.hand[seat], w.rack[seat], w.chosen[seat]) == (s.hand[seat], s.rack[seat], s.chosen[seat])
                assert sum(map(int, w.hand)) == sum(map(int, s.hand))
                assert sum(map(int, w.rack)) == sum(map(int, s.rack))
                for other in range(4):
                    assert count(w.hand[other]) == count(s.hand[other])
                    assert count(w.hand[other] & booze) == count(s.hand[other] & booze)
                    assert not w.hand[other] & w.lacks[other]
                    assert count(w.rack[other]) == count(s.rack[other])
                for other in range(players):
                    if s.phase == rules.PLAY:
                        assert (w.chosen[other] < 0) == (s.chosen[other] < 0)
                        assert w.chosen[other] < 0 or rules.playable(w, other) >> int(w.chosen[other]) & 1
                    else:
                        assert w.chosen[other] == s.chosen[other]
                for name in ("table", "open", "lacks", "taken", "order", "multiplier", "tokens", "supply", "total"):
                    assert np.array_equal(w[name], s[name])
                if s.phase == rules.OFFER:
                    assert sum(CODES[card] in CROWS for card in each(w.hand[int(s.seat)])) >= 3


def test_an_offer_is_imagined_with_three_crows_and_forgotten_when_it_is_over() -> None:
    match = festival("", "Sp5 Su6 Fa7", "", "")
    for seed in range(50):
        hand = match.imagine(3, seed).hidden.hand[1]
        assert sum(CODES[card] in CROWS for card in each(hand)) >= 3
    play(match, "keep")
    crows = {sum(CODES[card] in CROWS for card in each(match.imagine(3, seed).hidden.hand[1])) for seed in range(50)}
    assert crows >= {0, 1, 2}


def _lies(s: np.record, seat: int, hidden: list[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All ways the hidden cards may lie in the hands of the others that agree with counts, booze and markers."""
    booze = sum(1 << CODES.index(code) for code in BOOZE)
    others = [other for other in range(4) if other != seat]

    def fill(left: list[int], hands: list[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
        if not hands:
            yield ()
            return
        held = int(s.hand[hands[0]])
        for cards in combinations(left, count(held)):
            mask = sum(1 << card for card in cards)
            if count(mask & booze) == count(held & booze) and not mask & int(s.lacks[hands[0]]):
                for more in fill([card for card in left if card not in cards], hands[1:]):
                    yield (cards, *more)

    yield from fill(hidden, others)


@pytest.mark.parametrize("players", [3, 4])
def test_imagined_hands_are_uniform_in_an_endgame_with_markers(players: int) -> None:
    tested = 0
    for seed in range(400):
        for match in decisions(seed, players, games=1):
            s = match.hidden
            seat = 0
            others = [other for other in range(4) if other != seat]
            if match.over or s.phase != rules.PLAY or s.this_round < 7 or not any(s.lacks[other] for other in others):
                continue
            hidden = sorted(card for other in others for card in each(s.hand[other]))
            worlds = set(_lies(s, seat, hidden))
            if 5 < len(worlds) < 40:

                def describe(state: np.record, others: list[int] = others) -> tuple[tuple[int, ...], ...]:
                    return tuple(tuple(each(state.hand[other])) for other in others)

                check_uniform(match, seat, worlds, describe)
                tested += 1
                break
        if tested == 3:
            return
    raise AssertionError("no seed has such an endgame")


def test_imagined_dummy_decks_are_uniform_in_their_order() -> None:
    match = tabbytop.new("festival", players=3, seed=3, games=1)
    hidden = sorted(card for card in range(38) if not (int(match.hidden.hand[0]) >> card) & 1)
    shown = {int(card) for card in (*match.hidden.table, match.hidden.chosen[3])}
    booze = sum(1 << CODES.index(code) for code in BOOZE)
    plain = {card for card in hidden if card not in shown and not booze >> card & 1}
    lots = {card for card in hidden if card not in shown and booze >> card & 1}
    in_deck = sum(booze >> card & 1 for card in each(match.hidden.hand[3]))
    seen: Counter[int] = Counter(int(match.imagine(0, seed).hidden.deck[28]) for seed in range(4000))
    for cards, held in ((plain, 8 - in_deck), (lots, in_deck)):
        for card in cards:
            expected = 4000 * held / 8 / len(cards)
            assert abs(seen[card] - expected) < 5 * expected**0.5 + 5


def test_imagined_choices_are_uniform_over_what_is_legal() -> None:
    """Seat 1 holds its last two cards, both open, and has chosen; seat 2 cannot know which."""
    for seed in range(300):
        for match in decisions(seed, 4, games=1):
            s = match.hidden
            if match.over or s.phase != rules.PLAY or s.this_round != 8 or match.seat != 2:
                continue
            chosen: Counter[tuple[int, int]] = Counter()
            hands: Counter[int] = Counter()
            for number in range(2000):
                w = match.imagine(2, number).hidden
                chosen[int(w.hand[1]), int(w.chosen[1])] += 1
                hands[int(w.hand[1])] += 1
                s = w
                if len(hands) > 60:
                    break
            for (hand, card), times in chosen.items():
                s.hand[1] = hand
                choices = count(rules.playable(s, 1))
                expected = hands[hand] / choices
                assert rules.playable(s, 1) >> card & 1
                assert abs(times - expected) < 5 * expected**0.5 + 1
            return
    raise AssertionError("no seed reaches round eight")


def test_imagined_multiplier_cards_are_uniform() -> None:
    match = next(m for m in decisions(4, 4, mode="experienced", games=2) if table(m).phase == "start")
    others = [other for other in range(4) if other != match.seat]
    hidden = sorted(card for other in others for card in each(match.hidden.rack[other]))
    worlds = set()
    for first in combinations(hidden, 2):
        left = [card for card in hidden if card not in first]
        for second in combinations(left, 2):
            worlds.add((first, second, tuple(card for card in left if card not in second)))
    assert len(worlds) == 90
    check_uniform(match, match.seat, worlds, lambda s: tuple(tuple(each(s.rack[other])) for other in others))


def test_multiplier_cards_nobody_has_seen_are_uniform_even_for_their_owner() -> None:
    match = dealt("festival", 4, deal("", "Sp5 Su6 Fa7", "", "", multipliers=True), mode="experienced")
    check_uniform(match, 1, range(12), lambda s: int(s.pile[3]))


def test_a_view_says_what_happened_in_its_log() -> None:
    match = festival("Y0", "Su6", "Fa9", "Wi10", games=2)
    play(match, "play Y0", "play Su6", "play Fa9", "play Wi10")
    assert log(match) == [
        (-1, "deal 1 table Sp4 Sp6"),
        (0, "play Y0"), (1, "play Su6"), (2, "play Fa9"), (3, "play Wi10"),
        (-1, "swap Su6 Y0"),
        (0, "take Su6"), (1, "take Sp4"), (2, "keep Fa9"), (3, "take Sp6"),
    ]  # fmt: skip


# Components


def test_a_components_file_of_ones_own_changes_the_game(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    text = SHIPPED.read_text(encoding="utf-8")
    text = text.replace("[2, 0, 1, 0, 0, 0, 1, 0, 2]", "[0, 0, 0, 0, 0, 0, 0, 0, 0]").replace("Wi = 1\n", "Wi = 7\n")
    mine.write_text(text, encoding="utf-8")
    match = tabbytop.new("festival", players=3, components=mine, seed=1, games=2)
    assert not any("fish" in card.icons for card in table(match).deck)
    assert {card.cats for card in table(match).deck if card.code.startswith("Wi")} == {7}
    while not match.over:
        match.play(match.legal()[0])
    assert max(match.scores) <= 8  # two booze in each deal, and no fish
    assert tabbytop.from_record(match.record()).scores == match.scores
