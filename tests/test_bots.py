"""Bots: honest, legal, and better than the one before."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise, permutations
from operator import eq
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tabbytop
from cases import CASES, DEFAULTS, SHORT, Case
from tabbytop import BadOption, Match
from tabbytop.bots.mind import MIND, THUMB, appeal
from tabbytop.bots.players import STRENGTHS, Heuristic, Search, Style, _thumb, decide, favourite, find, lineup, load
from tabbytop.bots.seat import Seat
from tabbytop.bots.words import advise, why
from tabbytop.core.contract import covered, recall
from tabbytop.games import IDS
from tabbytop.games import find as find_game
from tabbytop.games.festival.rules import YOROZU_TOKEN
from tabbytop.lab.ratings import rate
from tabbytop.lab.tournament import Plan, deals, first_line, play_deal, resumed
from tabbytop.play.crowd import Crowd
from tabbytop.play.setup import prepare

NAMES = ["random", "heuristic", "search:40"]

every_game = pytest.mark.parametrize("game", IDS)


def positions(game: str, seed: int, step: int, players: int | None = None, **options: Any) -> list[Match]:
    """Decisions of a random match, every so many moves."""
    choose = random.Random(seed)
    match = tabbytop.new(game, players=players, seed=seed, **options)
    seen = []
    while not match.over:
        if len(match.history) % step == 0:
            seen.append(match.copy())
        match.play(choose.choice(match.legal()))
    return seen


@every_game
@pytest.mark.parametrize("name", NAMES)
def test_no_choice_changes_when_what_the_bot_cannot_see_is_dealt_again(game: str, name: str) -> None:
    bot = find(name)
    for case in CASES:
        if case.game == game:
            step = 9 if case in DEFAULTS else 23
            for number, match in enumerate(positions(game, 5, step, case.players, **case.options)):
                world = match.imagine(match.seat, 1000 + number)
                assert bot.choose(Seat(world), number) == bot.choose(Seat(match), number), f"{case}, {step * number}"


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_rule_of_thumb_does_not_peek_at_what_is_true_in_the_world_it_is_given(case: Case) -> None:
    """A bot that imagines a world of its own would hide it: here the rules are given the true one."""
    load(case.game)

    def thoughts(world: Match, luck: int) -> tuple[int, list[int]]:
        minds, slot = np.zeros(1, MIND), world.slots[0]
        chosen = _thumb(world.slots, minds, luck)
        return chosen, [appeal(slot.c, slot.s, minds[0], move) for move in world.legal()]

    for number, match in enumerate(positions(case.game, 6, 2 if case in DEFAULTS else 7, case.players, **case.options)):
        true = thoughts(match, number)
        for seed in range(3):
            world = match.imagine(match.seat, 3 * number + seed)
            assert thoughts(world, number) == true, f"{match.moves()} after {len(match.history)}"


@every_game
@pytest.mark.parametrize("name", NAMES)
def test_a_bot_plays_legal_moves_to_the_end_for_every_number_of_players(game: str, name: str) -> None:
    for players in find_game(game).players:
        match = tabbytop.new(game, players=players, seed=2, **SHORT.get(game, {}))
        bots = lineup(name, players)
        while not match.over:
            decide(match, bots)  # an illegal move would raise
        assert match.winners


def margin(game: str, players: int, bot: str, others: str, matches: int, **options: object) -> float:
    """The mean lead of one bot over others, on the same deals from every seat; for teams, over a team of the others."""
    leads: list[float] = []
    for seed in range(matches):
        if find_game(game).together:
            scores = []
            for name in (bot, others):
                match = tabbytop.new(game, players=players, seed=seed)
                while not match.over:
                    decide(match, lineup(name, players))
                scores.append(match.scores[0])
            leads.append(scores[0] - scores[1])
            continue
        for seat in range(players):
            match = tabbytop.new(game, players=players, seed=seed)
            bots = [find(bot if number == seat else others) for number in range(players)]
            while not match.over:
                decide(match, bots)
            rest = sum(match.scores) - match.scores[seat]
            leads.append(match.scores[seat] - rest / (players - 1))
    return float(np.mean(leads))


@every_game
def test_rules_of_thumb_beat_chance(game: str) -> None:
    assert margin(game, 3, "heuristic", "random", 12) > 0


@every_game
def test_search_beats_rules_of_thumb(game: str) -> None:
    # Pirates need more luck than others.
    bot, players, number = ("search:4000", 4, 40) if game == "ahoy" else ("search:400", 3, 8)
    plan = Plan(game, players, find_game(game).check_options(players, {}), (bot, "heuristic"), 1)
    strong, weak = rate(plan, [play_deal(plan, deal) for deal in range(number)])
    assert strong["points"] > weak["points"]


def test_F4_4_who_searches_takes_a_second_token_of_a_season_for_the_next_deal() -> None:
    found = 0
    for seed in range(30):
        match, choose = tabbytop.new("festival", players=3, seed=seed, mode="advanced", games=3), random.Random(seed)
        while not match.over:
            moves, held = match.moves(), match.view(match.seat).json()["table"]["seats"][match.seat]["tokens"]
            doubled = [f"token {season}" for season in held if held.count(season) == 1]
            if match.slots[0].s.phase == YOROZU_TOKEN and set(moves) - set(doubled) and set(moves) & set(doubled):
                found += 1
                assert Seat(match).text(Search("test", 100).choose(Seat(match), seed)) in doubled
            match.play(choose.choice(moves))
    assert found > 5


@pytest.mark.parametrize(("game", "players"), [("festival", 3), ("festival", 4), ("ahoy", 2), ("ahoy", 3), ("ahoy", 6)])
def test_who_searches_a_choice_face_down_has_the_others_choose_again(game: str, players: int) -> None:
    choose = random.Random(4)
    match = tabbytop.new(game, players=players, seed=4)
    before, asked, recalled = match.copy(), set[int](), 0
    while not match.over:
        if not covered(match.slots[0].c, match.slots[0].s):
            before, asked = match.copy(), set()
        elif match.seat not in asked:
            world = match.copy()
            recall(world.slots[0].c, world.slots[0].s, match.seat)
            assert world.state == before.state
            recalled += 1
        asked.add(match.seat)
        match.play(choose.choice(match.legal()))
    assert recalled > 5


@every_game
def test_a_search_spends_its_simulations_on_the_moves_that_are_legal(game: str) -> None:
    for match in positions(game, 3, 11):
        if len(match.legal()) > 1:
            found = Search("test", 200).think(Seat(match), 1)
            assert found.choices == len(match.legal())
            assert found.tried[: found.choices].sum() == 200
            assert 0 <= found.worth[: found.choices].min() <= found.worth[: found.choices].max() <= 1


@every_game
def test_why_says_what_is_expected_in_words(game: str) -> None:
    match = next(match for match in positions(game, 3, 1, players=3) if len(match.legal()) > 1)
    advice = advise(Seat(match), Search("test", 200), 1)
    move, reason = advice.moves[0][0], why(Seat(match), advice)
    assert move in match.moves()
    assert "In 200 imagined deals" in reason
    assert ("looking 3 turns ahead" in reason) == (game == "ahoy")
    assert "points" in reason or "level" in reason


def test_a_long_search_looks_at_each_imagined_deal_several_times_and_says_how_many_there_were() -> None:
    seat = Seat(tabbytop.new("catsle", players=3, seed=1))
    assert advise(seat, Search("test", 2000), 1).deals == 250
    assert advise(seat, Search("test", 300), 1).deals == 150


def test_in_a_simultaneous_choice_the_answer_is_mixed() -> None:
    match = tabbytop.new("ahoy", players=3, seed=1)
    chosen = {find("search:300").choose(Seat(match), seed) for seed in range(30)}
    assert len(chosen) > 1


def test_in_a_simultaneous_choice_nobody_chooses_what_was_only_tried_for_the_sake_of_trying() -> None:
    match = tabbytop.new("ahoy", players=3, seed=1)
    for _ in range(3):
        match.play(match.legal()[0])  # all at ocean 1, so that nobody has anything
    robbing = [match.legal()[2], match.legal()[3]]
    assert not any(find("search:2000").choose(Seat(match), seed) in robbing for seed in range(20))


def test_with_two_players_a_choice_face_down_is_drawn_more_sharply_than_it_was_found() -> None:
    bot = find("search:300")
    assert isinstance(bot, Search)
    match = tabbytop.new("ahoy", players=2, seed=1)
    likeliest = [match.legal()[int(bot.think(Seat(match), seed).tried.argmax())] for seed in range(60)]
    sharp, as_found = (
        [replace(bot, style=Style(sharp=power)).choose(Seat(match), seed) for seed in range(60)] for power in (9, 1)
    )
    assert sum(map(eq, sharp, likeliest)) > sum(map(eq, as_found, likeliest)) + 5
    three = tabbytop.new("ahoy", players=3, seed=1)
    for seed in range(10):  # with more it would be read: drawn as it was found
        assert bot.choose(Seat(three), seed) == replace(bot, style=Style(sharp=9)).choose(Seat(three), seed)


def test_stronger_bots_think_longer() -> None:
    for game in IDS:
        efforts = [bot.effort(game) for bot in STRENGTHS.values()]
        assert all(weak < strong for weak, strong in pairwise(efforts))


@pytest.mark.parametrize(("weak", "strong"), [("kitten", "tabby"), ("tabby", "lynx"), ("lynx", "tiger")])
def test_a_stronger_cat_builds_better_castles(weak: str, strong: str) -> None:
    plan = Plan("catsle", 3, find_game("catsle").check_options(3, {"rounds": 1}), (weak, strong), 3)
    below, above = rate(plan, [play_deal(plan, deal) for deal in range(12)])
    assert above["points"] > below["points"]


def test_of_moves_tried_equally_often_the_one_worth_more_is_played() -> None:
    ties = 0
    for match in positions("sorting", 3, 5):
        if len(match.legal()) > 2:
            found = STRENGTHS["kitten"].think(Seat(match), 1)
            most = found.tried[: found.choices] == found.tried[: found.choices].max()
            ties += int(most.sum() > 1)
            assert found.worth[favourite(found)] == found.worth[: found.choices][most].max()
    assert ties > 3


@pytest.mark.parametrize(
    "name", ["", "lion", "search:", "search:0", "search:x", "search:" + "9" * 5000, "exec:", "exec: "]
)
def test_an_unknown_bot_is_refused(name: str) -> None:
    with pytest.raises(BadOption, match="a bot is random, heuristic, kitten, tabby, lynx, tiger"):
        find(name)


def test_a_lineup_has_one_bot_or_as_many_as_seats() -> None:
    assert len(lineup("random", 4)) == 4
    assert [bot.name for bot in lineup("random, kitten", 2)] == ["random", "kitten"]
    with pytest.raises(BadOption, match="expected one bot, or 3 with commas between; got 2"):
        lineup("random,kitten", 3)


@pytest.mark.parametrize(("game", "players"), [("catsle", 3), ("familiar", 3), ("ahoy", 2)])
def test_a_tournament_brings_each_bot_to_every_seat_and_rates_them(game: str, players: int) -> None:
    plan = Plan(game, players, find_game(game).check_options(players, {}), ("random", "heuristic"), 1)
    lineups = plan.lineups()
    for bot in range(2):
        seats = [seat for lineup in lineups for seat, who in enumerate(lineup) if who == bot]
        assert sorted(set(seats)) == list(range(players))
    done = list(deals(plan, [0, 1, 2, 3, 4, 5], workers=1))
    weak, strong = rate(plan, done)
    assert (weak["name"], strong["name"]) == ("random", "heuristic")
    assert weak["points"] < strong["points"]
    assert weak["elo"] < strong["elo"]
    for rated in (weak, strong):
        assert rated["points_95"][0] <= rated["points"] <= rated["points_95"][1]
        assert rated["milliseconds_per_move"] > 0


def test_a_bot_alone_is_rated_by_its_points() -> None:
    plan = Plan("familiar", 3, find_game("familiar").check_options(3, {}), ("heuristic",), 1)
    (rated,) = rate(plan, list(deals(plan, [0, 1], workers=1)))
    assert rated["points"] > 0
    assert (rated["elo"], rated["elo_95"]) == (0.0, [0.0, 0.0])


def test_a_tournament_goes_on_where_its_file_ends(tmp_path: Path) -> None:
    from test_cli import tabbytop_command

    file, records = tmp_path / "results.jsonl", tmp_path / "matches.jsonl"
    words = ["tournament", "sorting", "--bots", "random,heuristic", "-o", "weeks=1", "--results", str(file), "--json"]
    first = json.loads(tabbytop_command(*words, "-k", "4", "--records", str(records)).stdout)
    assert first["matches"] == 4
    assert len(file.read_text().splitlines()) == 3
    for half, writing in ((file, '{"deal": 2, "scor'), (records, '{"format": "tabb')):
        with half.open("a") as lines:
            lines.write(writing)  # as if it had been killed while writing
    done = tabbytop_command(*words, "-k", "8", "--records", str(records))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["matches"] == 8
    assert tabbytop_command("replay", str(records)).returncode == 0
    seats = [tuple(json.loads(line)["names"]) for line in records.read_text().splitlines()]
    assert len(seats) == 8
    assert len(set(seats)) == 2
    other = tabbytop_command(*words, "-k", "8", "--seed", "9")
    assert (other.returncode, "holds another tournament" in other.stderr) == (2, True)


@pytest.mark.parametrize(("bots", "players"), [(2, 3), (4, 2), (5, 4), (6, 3)])
def test_with_more_bots_than_seats_each_meets_every_other_equally_often(bots: int, players: int) -> None:
    game = "ahoy"
    plan = Plan(game, players, find_game(game).check_options(players, {}), tuple("abcdef"[:bots]), 1)
    for deal in (0, 1):
        met = Counter(pair for lineup in plan.lineups(deal) for pair in permutations(set(lineup), 2))
        sat = Counter((who, seat) for lineup in plan.lineups(deal) for seat, who in enumerate(lineup))
        assert len(met) == bots * (bots - 1)
        assert len(set(met.values())) == 1
        assert len(sat) == bots * players
        assert len(set(sat.values())) == 1


def test_nobody_has_always_the_same_bot_to_the_left() -> None:
    plan = Plan("catsle", 3, {}, ("a", "b", "c"), 1)
    left = Counter(
        (lineup[seat], lineup[(seat + 1) % 3]) for deal in (0, 1) for lineup in plan.lineups(deal) for seat in range(3)
    )
    assert len(set(left.values())) == 1
    assert len(left) == 6


def told(plan: Plan, number: int, scores: list[list[int]], winners: list[list[int]]) -> dict[str, Any]:
    bots = len(plan.bots)
    return {"deal": number, "scores": scores, "winners": winners, "seconds": [0.0] * bots, "moves": [1] * bots}


def test_points_are_those_on_the_score_sheet() -> None:
    plan = Plan("catsle", 3, {}, ("a", "b"), 1)  # a b a, then b a b
    a, b = rate(
        plan, [told(plan, 0, [[10, 4, 12], [6, 8, 5]], [[2], [1]]), told(plan, 1, [[9, 3, 9], [4, 9, 2]], [[0], [1]])]
    )
    assert (a["points"], b["points"]) == (9.5, 4.0)
    assert a["placing"] == 1.333  # first, second and first: beside itself, too


def test_after_one_deal_nobody_knows_how_sure_that_is() -> None:
    plan = Plan("catsle", 3, {}, ("a", "b"), 1)
    for bot in rate(plan, [told(plan, 0, [[10, 4, 12], [6, 8, 5]], [[2], [1]])]):
        assert bot["points_95"] == bot["placing_95"] == bot["elo_95"] == [None, None]


def test_A5_2_who_wins_by_white_fish_alone_is_placed_first() -> None:
    plan = Plan("ahoy", 2, {"banker": "table"}, ("a", "b"), 1)
    a, b = rate(plan, [told(plan, deal, [[20, 20], [20, 20]], [[0], [1]]) for deal in range(4)])
    assert (a["placing"], b["placing"]) == (1.0, 2.0)
    assert a["elo"] > b["elo"]


@pytest.mark.parametrize("number", [2, 5, 24])
def test_of_a_hundred_intervals_about_five_miss(number: int) -> None:
    plan, draw = Plan("catsle", 3, {}, ("a", "b"), 1), np.random.default_rng(number)
    hits = 0
    for _ in range(100):
        done = []
        for deal in range(number):
            hands, better = draw.normal(20, 5), draw.normal(2, 3)
            scores = [
                [round(hands + better * (who == 0) + draw.normal(0, 4)) for who in lineup]
                for lineup in plan.lineups(deal)
            ]
            done.append(told(plan, deal, scores, [[int(np.argmax(one))] for one in scores]))
        a, b = rate(plan, done)
        hits += abs(a["points"] - b["points"] - 2) <= a["points_95"][1] - a["points_95"][0]
    assert 88 <= hits <= 99


def test_who_always_wins_is_not_known_to_the_last_point_of_elo() -> None:
    plan = Plan("catsle", 3, {}, ("a", "b"), 1)
    a, _ = rate(plan, [told(plan, deal, [[9, 1, 9], [1, 9, 1]], [[0, 2], [1]]) for deal in range(30)])
    assert a["elo_95"][1] - a["elo_95"][0] > 200


def test_results_of_another_box_are_not_added_to(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    ours = Plan("ahoy", 2, {"banker": "table"}, ("random",), 1)
    theirs = replace(ours, components={"fish": {"red": 3}})
    file.write_text(json.dumps(first_line(theirs)) + "\n")
    assert resumed(theirs, file) == []
    with pytest.raises(BadOption, match="holds another tournament"):
        resumed(ours, file)


def test_a_file_that_is_not_there_yet_is_an_empty_tournament(tmp_path: Path) -> None:
    plan = Plan("ahoy", 2, {"banker": "table"}, ("random",), 1)
    assert resumed(plan, tmp_path / "none.jsonl") == []


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_at_a_table_where_all_are_alike_no_seat_is_luckier(players: int) -> None:
    load("ahoy")
    matches = 4000
    winners = Crowd(prepare("ahoy", players, {}, None, 1), THUMB).play(0, matches).winners
    won = np.stack([winners >> seat & 1 for seat in range(players)])
    shares = (won / won.sum(axis=0)).mean(axis=1)
    assert abs(shares - 1 / players).max() < 4 * (1 / players / matches) ** 0.5


def test_of_moves_that_look_alike_any_is_made() -> None:
    match = tabbytop.new("ahoy", players=6, seed=1)
    assert len(set(match.view(0).json()["table"]["oceans"])) < 5  # some look alike to everybody
    made = Counter(Heuristic().choose(Seat(match), seed) for seed in range(600))
    assert len(made) == 5
    assert min(made.values()) > 80  # 120 on average
