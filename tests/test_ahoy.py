"""Ahoy! Kitten, clause by clause."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest

import tabbytop
from positions import dealt, play, rest
from tabbytop import BadRecord, IllegalMove, Match, games
from tabbytop.games.ahoy import rules
from tabbytop.games.ahoy.config import COLOURS
from tabbytop.games.ahoy.notation import ACTIONS, CHOICES
from tabbytop.games.ahoy.view import AhoyTable, Character
from worlds import check_uniform

BOX = "R" * 18 + "Y" * 18 + "B" * 18 + "W" * 6
TOKENS = {2: "R" * 12 + "Y" * 12 + "B" * 12 + "W" * 6, 3: BOX, 4: BOX, 5: BOX, 6: BOX}
WORTH = {"set": 5, "white": 2, "single": 1}


def ahoy(players: int, first: str = "", **options: object) -> Match:
    """A match in which these fish are drawn first, then the rest in order."""
    bag = first + "".join(rest(TOKENS[players], first))
    return dealt("ahoy", players, {"deal": {"bag": bag}}, **options)


def small(players: int, bag: str, banker: str = "table") -> Match:
    """A match with only these fish in the bag, in this order."""
    tokens = [bag.count(colour) for colour in COLOURS]
    shipped = games.components("ahoy").tables["tokens"]
    assert isinstance(shipped, dict)
    return tabbytop.from_record(
        {
            "format": "tabbytop-record/1",
            "game": "ahoy",
            "players": players,
            "options": {"banker": banker},
            "tabbytop-components": {"tokens": shipped | {"2" if players == 2 else "3-6": tokens}, "worth": WORTH},
            "events": [{"deal": {"bag": bag}}],
        }
    )


def table(match: Match, seat: int = 0) -> AhoyTable:
    seen = match.table(seat)
    assert isinstance(seen, AhoyTable)
    return seen


def character(match: Match, number: int) -> Character:
    return table(match).characters[number - 1]


def tiles(match: Match) -> list[str]:
    return [each.tile for each in table(match).characters]


def log(match: Match, seat: int = 0) -> list[str]:
    return [text for _, text in match.view(seat, since=0).log]


def at_random(match: Match, seed: int) -> list[Match]:
    """The match played to its end, as copies at every decision."""
    choose = random.Random(seed)
    seen = []
    while not match.over:
        seen.append(match.copy())
        match.play(choose.choice(match.legal()))
    return seen


# Components and setup


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_A1_1_sixty_fish_or_forty_two_with_two(players: int) -> None:
    told = tabbytop.new("ahoy", players=players, seed=1).record()["events"][0]["deal"]["bag"]
    assert Counter(told) == Counter(TOKENS[players])
    assert len(told) == (42 if players == 2 else 60)


def test_A1_1_a_record_with_other_fish_is_refused() -> None:
    bag = TOKENS[3]
    for wrong, reason in [
        (bag[:-1], "text of 60 letters"),
        (bag[:-1] + "R", "R is dealt more often"),
        (bag[:-1] + "K", "no 'K'"),
    ]:
        with pytest.raises(BadRecord, match=reason):
            dealt("ahoy", 3, {"deal": {"bag": wrong}})


def test_A1_2_a_character_for_everyone() -> None:
    for players in (3, 4, 5, 6):
        found = table(ahoy(players)).characters
        assert [(each.number, each.seat, each.paw) for each in found] == [(n + 1, n, None) for n in range(players)]


def test_A1_2_two_players_have_two_paws_each() -> None:
    found = table(ahoy(2)).characters
    assert [(each.number, each.seat, each.paw) for each in found] == [
        (1, 0, "L"),
        (2, 0, "R"),
        (3, 1, "L"),
        (4, 1, "R"),
    ]


@pytest.mark.parametrize(("players", "oceans"), [(2, 3), (3, 2), (4, 3), (5, 4), (6, 5)])
def test_A1_3_one_ocean_fewer_than_characters(players: int, oceans: int) -> None:
    match = ahoy(players)
    assert len(table(match).oceans) == oceans
    prefix = "L " if players == 2 else ""
    assert match.moves() == [f"{prefix}fish {n + 1}" for n in range(oceans)]


def test_A2_1_two_fish_are_drawn_onto_each_ocean_the_first_ocean_first() -> None:
    match = ahoy(4, "WBRYBB")
    assert table(match).oceans == ("BW", "RY", "BB")
    assert len(table(match).bag) == 54


# A turn


def test_A3_1_in_the_first_turn_there_is_only_fishing() -> None:
    match = ahoy(3)
    for _ in range(3):
        assert match.moves() == ["fish 1", "fish 2"]
        match.play("fish 1")
    assert match.moves() == ["fish 1", "fish 2", "steal 2", "steal 3"]
    assert log(match)[-1] == "turn 2"


def test_A3_1_only_a_tile_with_fish_can_be_protected() -> None:
    match = play(ahoy(3), "fish 1", "fish 2", "fish 2")
    assert match.moves() == ["fish 1", "fish 2", "protect", "steal 2", "steal 3"]
    match.play("fish 1")
    with pytest.raises(IllegalMove, match="seat 1 may fish 1, fish 2, steal 1, steal 3; got 'protect'"):
        match.play("protect")


def test_A3_1_two_players_decide_for_the_left_paw_and_then_the_right() -> None:
    match = ahoy(2)
    asked = []
    for _ in range(4):
        asked.append((match.seat, match.moves()[0]))
        match.play(match.legal()[0])
    assert asked == [(0, "L fish 1"), (0, "R fish 1"), (1, "L fish 1"), (1, "R fish 1")]


def test_A3_1_ones_own_other_paw_may_be_robbed_but_not_protected() -> None:
    match = play(ahoy(2, "RYBBWW"), "L fish 1", "R fish 2", "L fish 3", "R fish 3")
    assert match.moves() == ["L fish 1", "L fish 2", "L fish 3", "L protect", "L steal 2", "L steal 3", "L steal 4"]
    play(match, "L steal 2", "R fish 1", "L fish 2", "R fish 2")
    assert tiles(match)[0] == "RYBB"


def test_A3_1_empty_oceans_and_characters_on_their_ships_may_be_pointed_at() -> None:
    match = play(small(3, "RRYYBBWWRR"), "fish 1", "fish 2", "fish 2")  # three drawn, three left
    play(match, "protect", "fish 1", "fish 2")  # both oceans are empty: two for the first, one for the second
    assert (table(match).oceans, match.seat) == (("RW", "R"), 1)
    assert match.moves() == ["fish 1", "fish 2", "protect", "steal 1", "steal 3"]
    play(match, "steal 1", "fish 2")
    assert (match.over, tiles(match)[1]) == (True, "BB")

    match = play(small(5, "RRYYBBRR" + "WW"), "fish 1", "fish 2", "fish 3", "fish 4", "fish 4")
    assert table(match).oceans == ("WW", "", "", "RR")
    assert {"fish 2", "fish 3", "steal 4", "steal 5"} < set(match.moves())
    play(match, "fish 2", "steal 3", "steal 1", "fish 1", "steal 4")
    assert tiles(match) == ["", "YYBB", "RR", "WW", ""]


def test_A3_1_everyone_who_can_act_must_choose() -> None:
    match = ahoy(6)
    for seat in range(6):
        assert (match.seat, table(match).acting) == (seat, (0, 1, 2, 3, 4, 5))
        match.play("fish 1")
    assert not any(word in text for text in ACTIONS for word in ("pass", "wait"))


def test_A3_2_who_fishes_alone_gets_all_and_a_crowd_gets_nothing() -> None:
    match = play(ahoy(4, "RYBBWW"), "fish 1", "fish 2", "fish 2", "fish 3")
    assert tiles(match) == ["RY", "", "", "WW"]
    assert table(match).oceans[1].count("B") == 2


def test_A3_2_who_protects_claims_the_fish_on_the_tile() -> None:
    match = play(ahoy(3, "RYBB"), "fish 1", "fish 2", "fish 2")
    play(match, "protect", "fish 1", "fish 1")
    assert (character(match, 1).tile, character(match, 1).claimed) == ("", "RY")


def test_A3_2_a_lone_thief_takes_the_whole_pile() -> None:
    match = play(ahoy(3, "RYBB"), "fish 1", "fish 2", "fish 2")
    play(match, "fish 1", "steal 1", "fish 1")
    assert tiles(match) == ["", "RY", ""]


def test_A3_2_two_thieves_at_the_same_tile_get_nothing() -> None:
    match = play(ahoy(3, "RYBB"), "fish 1", "fish 2", "fish 2")
    play(match, "steal 2", "steal 1", "steal 1")
    assert tiles(match) == ["RY", "", ""]


def test_A3_2_nobody_steals_from_who_protects() -> None:
    match = play(ahoy(3, "RYBB"), "fish 1", "fish 2", "fish 2")
    play(match, "protect", "steal 1", "fish 1")
    assert character(match, 1).claimed == "RY"
    assert tiles(match)[:2] == ["", ""]


def test_A3_2_two_thieves_of_each_other_swap() -> None:
    match = play(ahoy(4, "RYBBWW"), "fish 1", "fish 2", "fish 3", "fish 3")
    play(match, "steal 2", "steal 1", "fish 1", "fish 1")
    assert tiles(match)[:2] == ["BB", "RY"]


def test_A3_2_a_ring_of_thieves_passes_its_piles_round() -> None:
    match = play(ahoy(4, "RYBBWW"), "fish 1", "fish 2", "fish 3", "fish 3")
    play(match, "fish 3", "fish 3", "fish 1", "fish 2")
    before = tiles(match)
    assert all(before)
    play(match, "steal 2", "steal 3", "steal 4", "steal 1")
    assert tiles(match) == [before[1], before[2], before[3], before[0]]


def test_A3_2_what_is_gained_in_a_turn_cannot_be_stolen_in_it() -> None:
    match = play(ahoy(4, "RYBBWW"), "fish 1", "fish 2", "fish 3", "fish 3")
    caught = table(match).oceans[0]
    play(match, "fish 1", "steal 1", "fish 2", "fish 2")
    assert tiles(match)[:2] == [caught, "RYBB"]


def test_A3_2_who_protects_claims_nothing_of_the_turn_itself() -> None:
    """Nobody can gain and protect at once, so a claim is what lay on the tile before."""
    for match in at_random(ahoy(4), 3):
        before = match.hidden.claimed.copy()
        piles = match.hidden.fish[rules.TILE :].copy()
        after = match.copy()
        after.play(match.legal()[0])
        for who in range(4):
            assert after.hidden.claimed[who] in (before[who], before[who] + piles[who])


def test_A3_2_the_two_paws_of_a_player_count_as_two() -> None:
    match = play(ahoy(2, "RYBBWW"), "L fish 1", "R fish 1", "L fish 2", "R fish 3")
    assert tiles(match) == ["", "", "BB", "WW"]
    play(match, "L steal 3", "R steal 3", "L fish 1", "R steal 1")
    assert tiles(match)[:2] == ["", ""]


def test_A3_3_who_protected_misses_the_next_turn_and_then_turns_back() -> None:
    match = play(ahoy(3, "RYBB"), "fish 1", "fish 2", "fish 2")
    play(match, "protect", "fish 1", "fish 1")
    assert (match.seat, table(match).acting) == (1, (1, 2))
    assert [each.ship for each in table(match).characters] == [True, False, False]
    play(match, "fish 1", "fish 1")
    assert (match.seat, table(match).acting) == (0, (0, 1, 2))
    assert not any(each.ship for each in table(match).characters)


def test_A3_3_a_paw_on_its_ship_does_not_stop_the_other() -> None:
    match = play(ahoy(2), "L fish 1", "R fish 2", "L fish 3", "R fish 3")
    play(match, "L protect", "R fish 1", "L fish 1", "R fish 2")
    assert match.moves()[0] == "R fish 1"
    assert table(match).acting == (0, 1)


def everyone_protects(match: Match) -> Match:
    """Three players with fish on every tile: all protect."""
    play(match, "fish 1", "fish 2", "fish 2")
    play(match, "fish 2", "fish 1", "fish 2")
    play(match, "fish 1", "fish 1", "fish 2")
    assert all(tiles(match))
    return play(match, "protect", "protect", "protect")


def test_A3_3_a_turn_in_which_nobody_can_act_passes() -> None:
    match = ahoy(3)
    bag = len(table(everyone_protects(match)).bag)
    oceans = table(match).oceans
    # The refills after turns 4 and 5 have come, and turn 6 is everyone's.
    assert (table(match).turn, match.seat, table(match).acting) == (6, 0, (0, 1, 2))
    assert log(match)[log(match).index("turn 5 passes") + 1 :] == [
        f"ocean 1 {oceans[0][-1]}",
        f"ocean 2 {oceans[1][-1]}",
        "turn 6",
    ]
    assert bag + sum(map(len, oceans)) == 60 - sum(len(each.claimed) for each in table(match).characters)


def test_A3_3_the_match_can_end_in_a_turn_that_passes() -> None:
    for banker in ("table", "player"):
        # 4 fish at the start and 3 after each of three turns; the fourth draws the last two, and the fifth passes.
        match = everyone_protects(small(3, "RYBRYBRYBRYBRYB", banker))
        assert match.over
        assert log(match)[-2] == "turn 5 last passes"


def test_A3_3_the_turn_after_the_banker_may_pass_as_well() -> None:
    match = everyone_protects(small(3, "RYBRYBRYBRYBRY", "player"))
    assert match.moves() == ["supply 1", "supply 2"]
    match.play("supply 2")
    assert match.over
    assert log(match)[-4:-1] == ["supply 2", "ocean 2 Y", "turn 5 last passes"]


def test_A3_3_the_banker_is_asked_after_a_turn_that_passed() -> None:
    match = everyone_protects(small(3, "RYBRYBRYBRYBRYBR", "player"))
    assert match.moves() == ["supply 1", "supply 2"]
    assert log(match)[-1] == "turn 5 passes"
    match.play("supply 2")
    assert (match.seat, table(match).turn, log(match)[-1]) == (0, 6, "turn 6 last")


# Between turns


def test_A4_1_the_turn_after_the_last_fish_is_drawn_is_still_played() -> None:
    match = play(small(3, "RRRRYYYYBB"), "fish 1", "fish 1", "fish 1")
    play(match, "fish 1", "fish 1", "fish 1")
    assert len(table(match).bag) == 2
    play(match, "fish 1", "fish 1", "fish 1")
    assert (table(match).bag, match.over, log(match)[-1]) == ("", False, "turn 4 last")
    play(match, "fish 1", "fish 2", "fish 2")
    assert match.over
    assert tiles(match) == ["RRYYB", "", ""]
    assert table(match).oceans[0] == ""


def test_A4_1_a_bag_that_is_empty_from_the_start_gives_one_turn() -> None:
    match = play(small(6, "RRRRYYYYBB"), *(f"fish {n}" for n in (1, 2, 3, 4, 5, 5)))
    assert match.over
    assert match.scores == [2, 2, 2, 2, 0, 0]


def test_A4_2_one_fish_for_an_ocean_that_has_some_and_two_for_an_empty_one() -> None:
    match = play(ahoy(4, "RRRRRR" + "YBWY"), "fish 1", "fish 2", "fish 2", "fish 2")
    assert table(match).oceans == ("YB", "RRW", "RRY")


def test_A4_2_how_much_is_due_is_seen_before_anything_is_drawn() -> None:
    match = play(ahoy(4, "RRRRRR" + "YYBBW"), "fish 1", "fish 2", "fish 3", "fish 3")
    assert table(match).oceans == ("YY", "BB", "RRW")


def test_A4_3_the_table_supplies_a_short_bag_in_number_order() -> None:
    match = play(small(4, "RRRRRR" + "YBWY"), "fish 1", "fish 2", "fish 3", "fish 3")  # five are due
    assert table(match).oceans == ("YB", "YW", "RR")
    assert table(match).bag == ""


def test_A4_3_the_last_ocean_gets_what_is_left_of_its_due() -> None:
    match = play(small(5, "RRRRRRRR" + "YBW"), "fish 1", "fish 2", "fish 3", "fish 4", "fish 4")
    assert table(match).oceans == ("YB", "W", "", "RR")


def test_A4_3_a_banker_names_the_oceans_until_the_bag_is_empty() -> None:
    match = small(4, "RRRRRR" + "YBWY", "player")
    play(match, "fish 1", "fish 2", "fish 3", "fish 3")
    assert (match.seat, table(match).phase, table(match).acting) == (0, "supply", (0,))
    assert match.moves() == ["supply 1", "supply 2", "supply 3"]
    match.play("supply 3")
    assert (match.seat, match.moves(), table(match).supplying) == (0, ["supply 1", "supply 2"], (1, 2))
    match.play("supply 2")
    assert table(match).oceans == ("", "BW", "RRY")
    assert match.moves() == ["supply 1"], "asked even though one ocean is left"
    match.play("supply 1")
    assert table(match).oceans == ("Y", "BW", "RRY")
    assert (match.seat, table(match).phase, table(match).supplying) == (0, "point", ())


def test_A4_3_the_bag_may_run_out_before_every_ocean_is_named() -> None:
    match = play(small(4, "RRRRRR" + "YBWY", "player"), "fish 1", "fish 2", "fish 3", "fish 3")
    play(match, "supply 1", "supply 2")
    assert table(match).oceans == ("YB", "YW", "RR")
    assert table(match).phase == "point"


def test_A4_3_two_players_have_a_banker_without_a_paw() -> None:
    match = play(small(2, "RRRRRRY", "player"), "L fish 1", "R fish 1", "L fish 1", "R fish 1")
    assert (match.seat, match.moves()) == (0, ["supply 1", "supply 2", "supply 3"])
    match.play("supply 2")
    assert table(match).oceans == ("RR", "RRY", "RR")
    assert match.moves()[0] == "L fish 1"


@pytest.mark.parametrize("banker", ["table", "player"])
def test_A4_3_nothing_is_asked_if_the_bag_holds_just_enough(banker: str) -> None:
    match = play(small(4, "RRRRRR" + "YBWYB", banker), "fish 1", "fish 2", "fish 3", "fish 3")
    assert table(match).phase == "point"
    assert (table(match).oceans, table(match).bag) == (("YB", "YW", "RRB"), "")


def test_A4_3_a_banker_who_goes_in_number_order_is_the_table() -> None:
    for seed in range(20):
        by_table = tabbytop.new("ahoy", players=5, seed=seed)
        by_hand = tabbytop.new("ahoy", players=5, seed=seed, banker="player")
        choose = random.Random(seed)
        while not by_table.over:
            while table(by_hand).phase == "supply":
                by_hand.play(by_hand.legal()[0])
            assert by_hand.moves() == by_table.moves()
            move = choose.choice(by_table.legal())
            by_table.play(move)
            by_hand.play(move)
        assert by_hand.over
        assert by_hand.scores == by_table.scores


# Result


def scored(players: int, *piles: tuple[str, str]) -> tuple[list[int], list[int]]:
    """Scores and winners if the characters have these fish on the tile and claimed."""
    slots = ahoy(players).setup.begin()
    slot = slots[0]
    for who, (tile, claimed) in enumerate(piles):
        slot.s.fish[rules.TILE + who] = sum(rules.one(COLOURS.index(fish)) for fish in tile)
        slot.s.claimed[who] = sum(rules.one(COLOURS.index(fish)) for fish in claimed)
    out = np.zeros(6, np.int32)
    winners = rules.result(slot.c, slot.s, out)
    return out[:players].tolist(), [seat for seat in range(players) if winners >> seat & 1]


@pytest.mark.parametrize(
    ("tile", "claimed", "points"),
    [
        ("RYB", "", 5),
        ("R", "YB", 5),
        ("RR", "YYBB", 10),
        ("RRR", "YYB", 5 + 3),
        ("RRRR", "YY", 6),
        ("WW", "W", 6),
        ("RYW", "", 1 + 1 + 2),
        ("R" * 18 + "Y" * 18 + "B" * 18, "W" * 6, 18 * 5 + 12),
        ("", "", 0),
    ],
)
def test_A5_1_sets_singles_and_white_fish(tile: str, claimed: str, points: int) -> None:
    assert scored(3, (tile, claimed), ("", ""), ("", ""))[0] == [points, 0, 0]


def test_A5_1_fish_in_oceans_count_for_nobody() -> None:
    match = ahoy(3)
    assert match.scores == [0, 0, 0]


def test_A5_2_ties_go_to_the_most_white_fish_and_are_shared_after_that() -> None:
    assert scored(3, ("RYB", ""), ("WW", "Y"), ("RRRR", "")) == ([5, 5, 4], [1])
    assert scored(3, ("RYB", ""), ("R", "YB"), ("RRR", "W")) == ([5, 5, 5], [2])
    assert scored(3, ("RYB", "W"), ("W", "RYB"), ("WWW", "")) == ([7, 7, 6], [0, 1])
    assert scored(3, ("", ""), ("", ""), ("", "")) == ([0, 0, 0], [0, 1, 2])


def test_A5_3_with_two_players_the_lower_paw_counts() -> None:
    assert scored(2, ("RYBRYB", ""), ("R", "W"), ("YY", "Y"), ("RRRR", "")) == ([3, 3], [0])


def test_A5_3_white_fish_of_both_paws_break_a_tie() -> None:
    assert scored(2, ("R", ""), ("WWW", ""), ("WW", ""), ("R", "")) == ([1, 1], [0])
    assert scored(2, ("R", ""), ("WW", ""), ("W", "W"), ("R", "")) == ([1, 1], [0, 1])


def test_A5_3_each_paw_makes_its_own_sets() -> None:
    assert scored(2, ("RY", ""), ("B", ""), ("R", ""), ("R", ""))[0] == [1, 1]


def test_A5_4_no_promise_is_a_move() -> None:
    assert {text.removeprefix("L ").removeprefix("R ").split()[0] for text in ACTIONS} == {
        "fish", "steal", "protect", "supply",
    }  # fmt: skip


# What everyone sees


def test_all_fish_are_open_and_the_bag_is_in_no_order() -> None:
    match = ahoy(3, "RYBWWBYRWBRY")
    seen = [table(match, seat) for seat in (-1, 0, 1, 2)]
    assert all(each == seen[0] for each in seen)
    assert seen[0].bag == "".join(sorted(seen[0].bag, key=COLOURS.index))


def test_choices_are_in_the_log_only_when_all_are_in() -> None:
    match = play(ahoy(3, "RYBB"), "fish 1", "fish 2")
    for seat in (-1, 0, 1, 2):
        assert log(match, seat) == ["ocean 1 RY", "ocean 2 BB", "turn 1"]
    assert [each.choice for each in table(match, 0).characters] == ["fish 1", None, None]
    assert [each.choice for each in table(match, 2).characters] == [None, None, None]
    assert [each.choice for each in table(match, -1).characters] == [None, None, None]
    match.play("fish 2")
    assert match.view(2).log[3:] == (
        (0, "fish 1"), (1, "fish 2"), (2, "fish 2"), (0, "caught RY"),
        (-1, "ocean 1 RR"), (-1, "ocean 2 R"), (-1, "turn 2"),
    )  # fmt: skip
    assert [each.choice for each in table(match, 0).characters] == [None, None, None]


def test_the_log_tells_who_stole_and_claimed_what() -> None:
    match = play(ahoy(2, "RYBBWW"), "L fish 1", "R fish 2", "L fish 3", "R fish 3")
    told = len(match.view(0).log)
    play(match, "L protect", "R steal 1", "L steal 2", "R fish 3")
    assert match.view(0).log[told:][:7] == (
        (0, "L protect"), (0, "R steal 1"), (1, "L steal 2"), (1, "R fish 3"),
        (0, "L claimed RY"), (1, "L stole BB from 2"), (1, "R caught RWW"),
    )  # fmt: skip


def test_the_log_ends_with_the_scores() -> None:
    match = play(small(2, "RRYYBB"), "L fish 1", "R fish 2", "L fish 3", "R fish 3")
    assert match.view(0).log[-3:] == ((0, "paws L 2 R 2"), (1, "paws L 0 R 0"), (-1, "scores 2 0"))


def test_the_log_tells_of_every_fish_that_was_drawn() -> None:
    for players in (2, 3, 6):
        for banker in ("table", "player"):
            match = tabbytop.new("ahoy", players=players, seed=players, banker=banker)
            at_random(match, players)
            drawn = "".join(text.split()[2] for text in log(match) if text.startswith("ocean"))
            assert Counter(drawn) == Counter(TOKENS[players])


def test_with_two_players_a_seat_knows_its_left_paw_when_it_decides_for_the_right() -> None:
    match = play(ahoy(2), "L fish 2")
    assert [each.choice for each in table(match, 0).characters] == ["L fish 2", None, None, None]
    assert [each.choice for each in table(match, 1).characters] == [None, None, None, None]
    play(match, "R fish 1", "L fish 3")
    assert [each.choice for each in table(match, 0).characters] == ["L fish 2", "R fish 1", None, None]
    assert [each.choice for each in table(match, 1).characters] == [None, None, "L fish 3", None]


def pointed(match: Match, seat: int, characters: int) -> list[str]:
    """What a seat remembers of each character's last choice, in the words of its own seat order."""
    row, at = match.observe(seat), games.parts("ahoy").observation.LAYOUT.slices()
    words = (*CHOICES, "-")
    found = [np.flatnonzero(row[at[f"pointed {n}"]]) for n in range(characters)]
    return [words[one[0] if len(one) else -1] for one in found]


def test_A3_2_what_all_pointed_at_is_remembered_until_all_have_pointed_again() -> None:
    match = ahoy(3, "RYBB")
    assert pointed(match, 0, 3) == ["-", "-", "-"]
    play(match, "fish 1", "fish 2")
    assert pointed(match, 2, 3) == ["-", "-", "-"]
    play(match, "fish 2")
    assert pointed(match, 0, 3) == ["fish 1", "fish 2", "fish 2"]
    assert pointed(match, 2, 3) == ["fish 2", "fish 1", "fish 2"]
    play(match, "protect", "steal 1")
    assert pointed(match, 2, 3) == ["fish 2", "fish 1", "fish 2"]
    play(match, "steal 2")
    assert pointed(match, 1, 3) == ["steal 3", "steal 1", "protect"]  # one's own self is the first
    assert pointed(match, 2, 3) == ["steal 3", "protect", "steal 2"]


def test_A3_3_who_was_on_its_ship_pointed_at_nothing() -> None:
    match = play(ahoy(3, "RYBB"), "fish 1", "fish 2", "fish 2", "protect", "fish 1", "fish 2", "fish 1", "steal 1")
    assert pointed(match, 0, 3) == ["-", "fish 1", "steal 1"]


def test_A3_3_a_turn_that_passes_leaves_the_last_choices_in_memory() -> None:
    match = everyone_protects(small(3, "RYBW" * 5))
    assert "turn 5 passes" in log(match)
    assert pointed(match, 0, 3) == ["protect", "protect", "protect"]


def test_A3_2_each_paw_of_two_players_is_remembered() -> None:
    match = play(ahoy(2, "RYBBWW"), "L fish 1", "R fish 2", "L fish 3", "R fish 3")
    play(match, "L protect", "R steal 1", "L steal 2", "R fish 3")
    assert pointed(match, 0, 4) == ["protect", "steal 1", "steal 2", "fish 3"]
    assert pointed(match, 1, 4) == ["steal 4", "fish 3", "protect", "steal 3"]


# Beyond the clauses


def test_action_numbers_are_pinned() -> None:
    assert len(ACTIONS) == 41
    assert len(set(ACTIONS)) == 41
    assert [ACTIONS[n] for n in (0, 4, 5, 10, 11, 12, 23, 24, 35, 36, 40)] == [
        "fish 1", "fish 5", "steal 1", "steal 6", "protect", "L fish 1", "L protect", "R fish 1", "R protect",
        "supply 1", "supply 5",
    ]  # fmt: skip


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_fish_are_conserved(players: int) -> None:
    match = tabbytop.new("ahoy", players=players, seed=9, banker="player")
    for each in [*at_random(match, players), match]:
        seen = table(each)
        piles = [seen.bag, *seen.oceans, *(one.tile + one.claimed for one in seen.characters)]
        assert Counter("".join(piles)) == Counter(TOKENS[players])


def referee(record: dict[str, Any]) -> dict[str, Any]:
    """A record judged by the letter of the rules, with lists of fish; who decides and what is legal is checked."""
    players = record["players"]
    paws = 2 if players == 2 else 1
    events = iter(record["events"])
    bag = list(next(events)["deal"]["bag"])
    everyone = range(players * paws)
    oceans = [[bag.pop(0), bag.pop(0)] for _ in everyone[1:]]
    tiles: list[list[str]] = [[] for _ in everyone]
    claimed: list[list[str]] = [[] for _ in everyone]

    def decide(seat: int, legal: list[str]) -> str:
        event = next(events)
        assert (event["seat"], event["legal"]) == (seat, sorted(legal))
        return str(event["move"])

    resting: set[int] = set()
    turn = 0
    while True:
        turn += 1
        chosen: dict[int, str] = {}
        for who in everyone:
            if who not in resting:
                paw = ("L ", "R ")[who % 2] if paws == 2 else ""
                legal = [f"fish {n + 1}" for n in range(len(oceans))]
                if turn > 1:
                    legal += [f"steal {other + 1}" for other in everyone if other != who]
                    legal += ["protect"] if tiles[who] else []
                chosen[who] = decide(who // paws, [paw + move for move in legal]).removeprefix(paw)
        resting = {who for who, move in chosen.items() if move == "protect"}
        moved: list[tuple[int, list[str], list[str]]] = []
        for who, move in chosen.items():
            if move == "protect":
                moved.append((who, tiles[who][:], tiles[who]))
            elif list(chosen.values()).count(move) == 1:
                verb, number = move.split()
                source = oceans[int(number) - 1] if verb == "fish" else tiles[int(number) - 1]
                if verb == "fish" or int(number) - 1 not in resting:
                    moved.append((who, source[:], source))
        for _, _, source in moved:
            source.clear()
        for who, pile, _ in moved:
            (claimed if who in resting else tiles)[who].extend(pile)

        if not bag:
            break
        due = [1 if ocean else 2 for ocean in oceans]
        left = list(range(len(oceans)))
        asked = record["options"]["banker"] == "player" and sum(due) > len(bag)
        while left and (bag or not asked):
            n = left[0]
            if asked:
                n = int(decide(0, [f"supply {ocean + 1}" for ocean in left]).split()[1]) - 1
            left.remove(n)
            oceans[n] += bag[: due[n]]
            del bag[: due[n]]
    assert next(events, None) is None

    return tally([Counter(tiles[who] + claimed[who]) for who in everyone], paws)


def tally(piles: list[Counter[str]], paws: int) -> dict[str, Any]:
    worth, scores, white = [], [], []
    for pile in piles:
        sets = min(pile[colour] for colour in "RYB")
        worth.append(5 * sets + sum(pile[colour] - sets for colour in "RYB") + 2 * pile["W"])
    for first in range(0, len(piles), paws):
        scores.append(min(worth[first : first + paws]))
        white.append(sum(pile["W"] for pile in piles[first : first + paws]))
    merits = list(zip(scores, white, strict=True))
    return {"scores": scores, "winners": [seat for seat, merit in enumerate(merits) if merit == max(merits)]}


@pytest.mark.parametrize("banker", ["table", "player"])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_referee_with_lists_of_fish_agrees(players: int, banker: str) -> None:
    for seed in range(12):
        match = tabbytop.new("ahoy", players=players, seed=seed, banker=banker)
        choose = random.Random(seed)
        while not match.over:
            legal = match.legal()
            # Half of these matches are between the cautious: the last legal move is to protect, if one may.
            match.play(legal[-1] if seed % 2 and choose.random() < 0.7 else choose.choice(legal))
        assert referee(match.record(legal=True)) == match.result


@pytest.mark.parametrize("banker", ["table", "player"])
def test_the_referee_agrees_when_turns_pass_and_bags_run_short(banker: str) -> None:
    for fish in range(14, 30):
        match = everyone_protects(small(3, ("RYBW" * 8)[:fish], banker))
        at_random(match, fish)
        assert "passes" in "".join(log(match))
        assert referee(match.record(legal=True)) == match.result


def test_imagined_bags_and_choices_are_uniform() -> None:
    """Seat 2 is to choose. Seat 0 has fish to protect, seat 1 has not; three fish are in the bag."""
    match = play(small(3, "RRRRYYBRRY"), "fish 1", "fish 2", "fish 2")
    assert table(match).bag == "RRY"
    play(match, "fish 1", "steal 1")

    def describe(state: np.record) -> tuple[object, ...]:
        return tuple(map(int, state.bag[7:10])), int(state.choice[0]), int(state.choice[1])

    bags = set(permutations([0, 0, 1]))
    worlds = set(product(bags, [0, 1, 6, 7, 11], [0, 1, 5, 7]))
    assert len(worlds) == 60
    check_uniform(match, 2, worlds, describe)


def test_imagined_paws_of_the_other_seat_are_uniform() -> None:
    match = play(small(2, "RRRRYYB"), "L fish 1", "R fish 2", "L fish 2")

    def describe(state: np.record) -> tuple[int, ...]:
        return tuple(map(int, state.choice[:4]))

    check_uniform(match, 1, {(left, right, 1, -1) for left, right in product(range(3), repeat=2)}, describe)
    check_uniform(match, 0, {(0, 1, left, -1) for left in range(3)}, describe)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_what_a_seat_knows_survives_in_every_imagined_world(players: int) -> None:
    paws = 2 if players == 2 else 1
    for number, match in enumerate(at_random(tabbytop.new("ahoy", players=players, seed=5, banker="player"), 5)):
        s = match.hidden
        for seat in range(players):
            world = match.imagine(seat, number)
            w = world.hidden
            assert (w.fish == s.fish).all()
            assert (w.claimed == s.claimed).all()
            assert (w.bag[: s.poured] == s.bag[: s.poured]).all()
            assert sorted(w.bag) == sorted(s.bag)
            assert (w.pointed == s.pointed).all()
            assert (w.ships, w.waiting, w.unsupplied) == (s.ships, s.waiting, s.unsupplied)
            slot = match.setup.begin()[0]
            for who in range(players * paws):
                assert (w.choice[who] < 0) == (s.choice[who] < 0)
                if who // paws == seat:
                    assert w.choice[who] == s.choice[who]
                elif w.choice[who] >= 0:
                    assert rules.choices(slot.c, w, who) >> int(w.choice[who]) & 1


def test_a_components_file_of_ones_own_changes_bag_and_scores() -> None:
    tables = {
        "tokens": {"2": [0, 0, 0, 6], "3-6": [60, 0, 0, 0]},
        "worth": {"set": 0, "white": 100, "single": 7},
    }
    match = tabbytop.new("ahoy", players=3, components=tables, seed=1)
    assert table(match).bag == "R" * 56
    assert dataclasses.astuple(table(match).worth) == (0, 100, 7)
    at_random(match, 1)
    assert sum(match.scores) == 7 * (60 - sum(map(len, table(match).oceans)))
    assert tabbytop.from_record(match.record()).scores == match.scores
    paws = play(tabbytop.new("ahoy", players=2, components=tables), "L fish 1", "R fish 2", "L fish 3", "R fish 3")
    assert paws.result == {"scores": [200, 0], "winners": [0]}
