"""How often each rule fires: what the rules count as they go is what the logs of the same matches tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import numpy as np
import pytest

from cases import DEFAULTS, Case
from tabbytop.bots.mind import THUMB
from tabbytop.bots.players import lineup, load, played
from tabbytop.cli.simulate import outcome
from tabbytop.core.bits import bit
from tabbytop.core.view import SPECTATOR, TABLE
from tabbytop.games import IDS, parts
from tabbytop.games.ahoy.config import TOKENS
from tabbytop.games.catsle.notation import CODES as BUILDING
from tabbytop.games.familiar.notation import ERRAND_CODES
from tabbytop.games.festival.notation import CODES as FEAST
from tabbytop.lab.statistics import Statistics
from tabbytop.play.crowd import Crowd, Outcomes
from tabbytop.play.match import Match
from tabbytop.play.setup import prepare

Lines = Sequence[tuple[int, list[str]]]  # who, and the words of a line
FEW = 150


def lines_of(match: Match) -> Lines:
    """What everybody may read, word by word."""
    told = [entry for entry in match.log() if entry.to is None or SPECTATOR in entry.to]
    return [(entry.seat, entry.text.split()) for entry in told]


def split(lines: Lines, *begins: str) -> Iterator[Lines]:
    """The lines after each line of the table that begins with such a word, up to the next."""
    starts = [n for n, (seat, words) in enumerate(lines) if seat == TABLE and words[0] in begins]
    return (lines[start:end] for start, end in pairwise([*starts, len(lines)]))


def festival(match: Match, lines: Lines) -> Iterator[str]:
    c = match.slots[0].c
    totals, extra = [0] * match.players, False
    for deal in split(lines, "deal"):
        taken, rounds = [0] * match.players, 0
        for seat, words in deal:
            if words == ["redeal"]:
                yield "a new deal is asked for"
            elif words[:2] == ["no", "more"]:
                yield from ['a "no more" marker is taken'] * len(words[2:])
            elif words[0] == "swap":
                yield "a crow steals a YOROZU card" if seat == TABLE else "a crow chooses which YOROZU card to steal"
            elif words[0] in ("take", "keep") and len(words) > 1:  # a card, not the hand
                taken[seat] |= bit(FEAST.index(words[1]))
            elif words[0] == "play":
                rounds += seat == 0
            elif words[0] == "scores":
                yield "a deal goes all nine rounds" if rounds == 9 else "a third drink ends the deal before round nine"
                for cards in taken:
                    if (cards & int(c.drinks)).bit_count() >= 3:
                        yield "three drinks halve a seat's fish"
                totals = [total + int(points) for total, points in zip(totals, words[1:], strict=True)]
                if not extra and max(totals) >= c.target and totals.count(max(totals)) > 1:
                    yield "one more deal breaks a tie"
                    extra = True


def familiar(match: Match, lines: Lines) -> Iterator[str]:
    for now in split(lines, "round"):
        plays = [set(words[1]) - set("0123456789") for _, words in now if words[0] == "play"]
        yield from ["a card does not match the lead" for colours in plays[1:] if not colours & plays[0]]
        done = [ERRAND_CODES.index(words[1]) for seat, words in now if seat == TABLE and words[0] == "completed"]
        yield from [f"an errand of level {match.slots[0].c.level[errand] + 1} is completed" for errand in done]
        if not done:
            yield "a trick completes no errand"
        for seat, words in now:
            if seat != TABLE and words[0] == "exchange":
                yield "the lead player calls a hand exchange"
            elif seat != TABLE and words[0] == "swap":
                yield "an errand is swapped"


def catsle(match: Match, lines: Lines) -> Iterator[str]:
    c = match.slots[0].c
    for now in split(lines, "round"):
        plays = [words[1] for _, words in now if words[0] == "play"]
        assert set(plays) <= set(BUILDING)
        for n, card in enumerate(plays):
            if card[0] != plays[n - n % match.players][0]:
                yield "a card does not follow the led suit"
        boards: list[dict[str, list[str]]] = [{} for _ in range(match.players)]
        for seat, words in now:
            if words[0] == "place":
                yield "a suit begins in the scrap area" if words[1] == "S" else "a suit begins a column"
            elif words[0] == "builds":
                boards[seat][words[1]] = words[3:]
        for board in boards:
            worths = {place: int(words[0]) for place, words in board.items()}
            perfect = sum("perfect" in words for words in board.values())
            over = sum(worth < 0 for place, worth in worths.items() if place != "S")
            yield from ["a column ends a round above its limit"] * over
            yield from ["a column ends a round perfect"] * perfect
            if sum(worths.values()) + c.bonus[perfect] < 0:
                yield "a round below zero counts as zero"


def ahoy(match: Match, lines: Lines) -> Iterator[str]:
    c = match.slots[0].c
    oceans, poured = [0] * int(c.oceans), 0
    for seat, words in lines:  # before the first turn
        if (seat, words[0]) == (TABLE, "turn"):
            break
        oceans[int(words[1]) - 1] += len(words[2])
    poured += sum(oceans)
    for now in split(lines, "turn"):
        if now[0][1][-1] == "passes":
            yield "nobody can act: a turn passes"
        pointed, covered = Counter[tuple[str, int]](), set()
        for seat, words in now[1:]:
            paw = "LR".index(words[0]) if words[0] in ("L", "R") else 0
            what, *where = words[words[0] in ("L", "R") :]
            if what in ("fish", "steal"):
                pointed[what, int(where[0])] += 1
            elif what == "protect":
                covered.add(seat * int(c.paws) + paw + 1)
            elif what in ("caught", "stole"):
                yield "an ocean is fished" if what == "caught" else "a tile is robbed"
            elif what == "claimed":
                yield "a catch is claimed"
        for (what, number), often in pointed.items():
            if what == "fish" and often > 1:
                yield "several point at an ocean: nobody gets it"
            elif what == "fish":
                oceans[number - 1] = 0
            elif number in covered:
                yield from ["a thief points at a covered tile"] * often
        if poured < c.tokens and sum(1 if fish else 2 for fish in oceans) > c.tokens - poured:
            yield "the bag has too few fish for all oceans"
        for seat, words in now[1:]:
            if seat == TABLE and words[0] == "ocean":
                oceans[int(words[1]) - 1] += len(words[2])
                poured += len(words[2])
    assert poured == c.tokens <= TOKENS


def sorting(match: Match, lines: Lines) -> Iterator[str]:
    for week in split(lines, "week"):
        black, declared = [0] * match.players, set()
        alike, species = True, set()
        for seat, words in week[1:]:
            text = " ".join(words)
            if words[0] == "declare":
                declared.add(seat)
            elif text in ("play bear", "lead bear"):
                yield "a bear is played or led"
            elif words[0] == "adds":
                alike = alike and words[3] == "0"
                species |= {seat} if words[-1] == "card" else set()
            elif words[0] == "discards":
                black[seat] = 0
                yield from ["a black chip is thrown away"] * int(words[1])
            elif text == "nobody wins":
                yield "a day of bears alone has no winner"
            elif words[0] == "wins":
                black[seat] += int(words[3])
                if alike:
                    yield "every card of a day is the animal to collect"
                if seat in species:
                    yield "a new species wins the day"
                alike, species = True, set()
            elif text == "all bears are out":
                yield "all bears are out: the week ends early"
            elif text == "broke the declaration":
                yield "a declaration is broken"
            elif text == "has the most black":
                yield "the most black chips bring 0 for the week"
            elif words[0] == "scores":
                clean = {seat for seat in range(match.players) if black[seat] == 0}
                if match.options["declare"]:
                    yield from ["a declaration is kept"] * len(clean & declared)
                else:
                    yield from ["no black chip brings 2 more"] * len(clean)


TOLD: dict[str, Callable[[Match, Lines], Iterator[str]]] = {
    "festival": festival, "familiar": familiar, "catsle": catsle, "ahoy": ahoy, "sorting": sorting,
}  # fmt: skip

COUNTED = [
    *DEFAULTS,
    Case("festival", 3, {"mode": "experienced", "target": 5}),
    Case("festival", 4, {"mode": "advanced", "games": 2}),
    Case("familiar", 3, {"display": "4-2-0", "leader": "value"}),
    Case("catsle", 4, {"rounds": 1, "leader": "first"}),
    Case("ahoy", 4, {"banker": "player"}),
    Case("sorting", 3, {"bears": True}),
    Case("sorting", 4, {"declare": True}),
    Case("sorting", 5, {"bears": True, "declare": True}),
]


def same(one: Outcomes, other: Outcomes) -> bool:
    return all(
        np.array_equal(mine, yours) for mine, yours in zip(vars(one).values(), vars(other).values(), strict=True)
    )


@pytest.mark.parametrize("case", COUNTED, ids=str)
def test_what_is_counted_is_what_the_log_tells(case: Case) -> None:
    """Compiled, step by step and in words."""
    crowd = Crowd(prepare(case.game, case.players, case.options, None, 23))
    names = [name for _, name in crowd.setup.parts.notation.RULES]
    often, come = Counter[str](), Counter[str]()
    for match in crowd.matches(0, FEW):
        told = Counter(TOLD[case.game](match, lines_of(match)))
        assert dict(zip(names, match.hidden.fired.tolist(), strict=True)) == {name: told[name] for name in names}
        often.update(told)
        come.update(told.keys())
    assert set(often) <= set(names)
    fired = crowd.play(0, FEW).fired
    assert fired[0, : len(names)].tolist() == [often[name] for name in names]
    assert fired[1, : len(names)].tolist() == [come[name] for name in names]


@pytest.mark.parametrize("game", IDS)
def test_every_rule_that_is_counted_fires_somewhere(game: str) -> None:
    cases = [case for case in COUNTED if case.game == game]
    fired = sum(Crowd(prepare(game, case.players, case.options, None, 5)).play(0, 20_000).fired for case in cases)
    rules = parts(game).notation.RULES
    assert (np.asarray(fired)[1, : len(rules)] > 0).all()
    assert not np.asarray(fired)[:, len(rules) :].any()


@pytest.mark.parametrize("case", DEFAULTS, ids=str)
@pytest.mark.parametrize("bots", ["random", "heuristic"])
def test_matches_step_by_step_count_as_compiled_ones(case: Case, bots: str) -> None:
    load(case.game)
    setup = prepare(case.game, case.players, case.options, None, 3)
    compiled = Crowd(setup, THUMB).play(0, 2) if bots == "heuristic" else Crowd(setup).play(0, 2)
    here, there = Statistics(setup), Statistics(setup)
    here.add(compiled)
    for match in played(Crowd(setup), bots, 2):
        there.add(outcome(Crowd(setup), match))
    assert here.summary() == there.summary()
    assert len(lineup(bots, case.players)) == case.players


def test_counts_begin_anew_with_each_match_and_are_the_sum_of_the_shares() -> None:
    crowd = Crowd(prepare("catsle", 4, {"rounds": 1}, None, 3))
    whole, parts_of_it = crowd.play(0, 300, most_cores=3), [crowd.play(n, 1) for n in range(300)]
    assert whole.tally.tolist() == sum(part.tally for part in parts_of_it).tolist()  # type: ignore[union-attr]
    assert whole.fired.tolist() == sum(part.fired for part in parts_of_it).tolist()  # type: ignore[union-attr]
    assert (whole.tally[1] <= 300).all()
    assert (whole.fired[1] <= 300).all()


def test_an_imagined_world_has_the_counts_of_the_true_one() -> None:
    for match in Crowd(prepare("sorting", 4, {"weeks": 1}, None, 3)).matches(0, 3):
        match.undo(3)
        assert match.imagine(1, 5).hidden.fired.tolist() == match.hidden.fired.tolist()


# Places


def test_C2_3_places_are_counted_from_whom_the_lot_lets_begin() -> None:
    crowd = Crowd(prepare("catsle", 4, {"rounds": 1}, None, 3))
    statistics = Statistics(crowd.setup)
    statistics.add(crowd.play(0, FEW))
    summary = statistics.summary()
    scores, share, firsts = [0] * 4, [0.0] * 4, [0] * 4
    for match in crowd.matches(0, FEW):
        first = int(match.hidden.start)
        firsts[first] += 1
        for seat in range(4):
            scores[(seat - first) % 4] += match.scores[seat]
        for seat in match.winners:
            share[(seat - first) % 4] += 1 / len(match.winners)
    assert min(firsts) > 0
    assert summary["first_decisions"] == [number / FEW for number in firsts]
    assert [place["score"]["mean"] for place in summary["places"]] == [total / FEW for total in scores]
    assert [place["share"] for place in summary["places"]] == pytest.approx([part / FEW for part in share])
    assert sum(place["share"] for place in summary["places"]) == pytest.approx(1)


def test_where_seat_0_always_begins_its_place_is_its_seat() -> None:
    crowd = Crowd(prepare("ahoy", 4, {}, None, 3))
    statistics = Statistics(crowd.setup)
    statistics.add(crowd.play(0, FEW))
    summary = statistics.summary()
    assert summary["first_decisions"] == [1, 0, 0, 0]
    assert summary["places"] == summary["seats"]
