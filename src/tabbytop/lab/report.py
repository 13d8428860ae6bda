"""What many matches came to, as one page for the wall: no scripts, nothing from outside, every chart drawn here."""

from __future__ import annotations

import json
import math
import shlex
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path
from statistics import NormalDist
from typing import Any, NamedTuple

from tabbytop import __version__
from tabbytop.core.game import Value
from tabbytop.core.view import SPECTATOR, TABLE
from tabbytop.lab.charts import CSS, Shares, binned, cat, edges, forest, histogram, left_out, percent, quantile
from tabbytop.play.crowd import Crowd, kind_of
from tabbytop.play.setup import Setup

SAMPLE = 500  # matches whose logs are read
LARGE_SAMPLE = 2000  # of compiled players
COMPILED = ("random", "heuristic")
PATIENCE = 60.0  # seconds for them: bots that think long, and long matches, are read for fewer
SURE = 0.95


def write(path: Path, setup: Setup, summary: dict[str, Any]) -> None:
    """The page about a run. The summary also says the seconds it took, the bots and the device."""
    path.write_text(page(setup, summary), encoding="utf-8")


def page(setup: Setup, summary: dict[str, Any]) -> str:
    together = "ratings" in summary
    happened = events(setup, summary["bots"], summary["matches"])
    body = [
        _headline(setup, summary),
        _scores(summary, together=together),
        _ratings(summary) if together else _seats(summary),
        _lengths(summary),
        _rules(summary, happened),
        _numbers(summary, happened),
        f"<footer>Tabbytop {escape(__version__)}. Intervals are for {SURE:.0%}.</footer>",
    ]
    title = escape(f"{setup.game.name}: {_matches(summary['matches'])}")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{CSS}</style>\n</head>\n<body>\n<main>\n" + "\n".join(body)
        + "\n</main>\n</body>\n</html>\n"
    )  # fmt: skip


# What happened, by the logs of some of the matches


class Event(NamedTuple):
    """A kind of line in the log."""

    seat: bool  # or the table
    kind: str
    per_match: float
    matches: float  # share of those in which it came at all


class Events(NamedTuple):
    matches: int
    kinds: list[Event]  # the most frequent first


def events(setup: Setup, bots: str, matches: int) -> Events:
    """What the logs of the first matches of the run tell."""
    from tabbytop.bots.players import played

    often: Counter[tuple[bool, str]] = Counter()
    seen: Counter[tuple[bool, str]] = Counter()
    read, began = 0, time.monotonic()
    sample = LARGE_SAMPLE if bots in COMPILED else SAMPLE
    for match in played(Crowd(setup), bots, min(sample, matches)):
        # What only some may read is told once more, without the secret, to all others: that is no second event.
        told = [entry for entry in match.log() if entry.to is None or SPECTATOR not in entry.to]
        lines = Counter((entry.seat != TABLE, kind_of(entry.text)) for entry in told)
        often.update(lines)
        seen.update(lines.keys())
        read += 1
        if time.monotonic() - began > PATIENCE:
            break
    kinds = [Event(*line, times / read, seen[line] / read) for line, times in often.most_common()]
    return Events(read, kinds)


# Numbers


def wilson(share: float, matches: int, sure: float = SURE) -> tuple[float, float]:
    """Between which shares the true one lies. A shared victory counts in parts, which only makes it narrower."""
    z = NormalDist().inv_cdf((1 + sure) / 2)
    middle = (share + z * z / (2 * matches)) / (1 + z * z / matches)
    half = z * math.sqrt(share * (1 - share) / matches + (z / (2 * matches)) ** 2) / (1 + z * z / matches)
    return max(0.0, middle - half), min(1.0, middle + half)


def verdict(shares: list[float], matches: int) -> str:
    """Whether a seat is better than another, in words; all seats together are given the chance of one error."""
    seats = len(shares)
    fair, sure = 1 / seats, 1 - (1 - SURE) / seats
    low, high = wilson(fair, matches, sure)
    digits, coarser = _digits((high - low) * 50), _digits((high - low) * 50 * seats)
    apart = []
    for seat, share in enumerate(shares):
        low, high = wilson(share, matches, sure)
        if not low <= fair <= high:
            how = "more" if share > fair else "less"
            words = (
                f"seat {seat} wins {percent(abs(share / fair - 1), coarser)} {how} often than a fair share "
                f"({percent(share, digits)} instead of {percent(fair, digits)})"
            )
            apart.append((abs(share - fair), words))
    if not apart:
        return "No seat differs from a fair share by more than chance."
    furthest = [words for _, words in sorted(apart, key=lambda pair: -pair[0])[:2]]
    told = f"{'; '.join(furthest)}."
    if len(apart) > len(furthest):
        more = len(apart) - len(furthest)
        told += f" {more} more {'differs' if more == 1 else 'differ'} by less, but also by more than chance."
    elif len(apart) < seats:
        told += " The others do not differ from it by more than chance."
    return told[0].upper() + told[1:]


def _mean(shares: Shares) -> float:
    return math.fsum(value * share for value, share in shares)


def _error(shares: Shares, matches: int) -> float:
    """The standard error of the mean."""
    mean = _mean(shares)
    return math.sqrt(math.fsum((value - mean) ** 2 * share for value, share in shares) / matches)


def _pooled(seats: list[dict[str, Any]]) -> Shares:
    """The scores of all seats."""
    pool: dict[float, float] = {}
    for seat in seats:
        for score, share in seat["each_score"]:
            pool[score] = pool.get(score, 0) + share / len(seats)
    return [[score, share] for score, share in sorted(pool.items())]


def _digits(error: float) -> int:
    """Decimals that are worth writing, of something known so well."""
    return min(9, max(1, 1 - math.floor(math.log10(error)))) if error > 0 else 2


def _matches(number: int) -> str:
    return "1 match" if number == 1 else f"{number:,} matches"


# The sections


def _headline(setup: Setup, summary: dict[str, Any]) -> str:
    given: dict[str, Value] = summary["options"]
    options = [f"{name}={value if isinstance(value, str) else json.dumps(value)}" for name, value in given.items()]
    command = ["tabbytop", "simulate", summary["game"], "-n", str(summary["players"]), "-k", str(summary["matches"])]
    command += ["--seed", str(summary["seed"]), "--bots", summary["bots"], "--device", summary["device"]]
    command += [word for option in options for word in ("-o", option)]
    own = "" if setup.shipped_components else "<p>It was played with components of one's own: FILE stands for them.</p>"
    command += ["--components", "FILE"] if own else []
    command += ["--report", f"{summary['game']}.html"]
    facts = [f"{summary['players']} players", f"bots: {summary['bots']}", *options]
    facts += [f"device: {summary['device']}", f"seed: {summary['seed']}"]
    tiles = [("matches", f"{summary['matches']:,}"), ("moves", f"{summary['moves']:,}")]
    tiles += [("seconds", f"{summary['seconds']:,.1f}")]
    described = "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in tiles)
    return (
        f"<header>{cat('var(--s1)')}<div><h1>{escape(setup.game.name)}</h1>"
        f"<p>What {_matches(summary['matches'])} came to</p></div></header>\n"
        f'<dl class="tiles">{described}</dl>\n'
        f'<ul class="facts">{"".join(f"<li>{escape(fact)}</li>" for fact in facts)}</ul>\n'
        f'<p class="again">Made by</p><pre><code>{escape(shlex.join(command))}</code></pre>{own}'
    )


def _scores(summary: dict[str, Any], *, together: bool) -> str:
    seats = summary["seats"][:1] if together else summary["seats"]
    pool = _pooled(seats)
    bins = edges(pool)
    highest = max(share for seat in seats for _, share in binned(seat["each_score"], bins))
    charts = []
    for number, seat in enumerate(seats):
        name = "The team" if together else f"Seat {number}"
        mean = _mean(seat["each_score"])
        chart = histogram(seat["each_score"], bins, highest, f"var(--s{number})", mean, None if together else pool)
        charts.append(f"<figure><figcaption>{cat(f'var(--s{number})')}{name}</figcaption>{chart}</figure>")
    low, high = quantile(pool, 0.25), quantile(pool, 0.75)
    usual, share = max(pool, key=lambda pair: pair[1])
    seen = (
        f"The middle half of all scores lies from {low} to {high}; the most frequent is {usual:g} ({percent(share)}). "
        f"The lowest was {pool[0][0]:g}, the highest {pool[-1][0]:g}."
        + ("" if together else " The outline is all seats together.") + left_out(pool, bins)
    )  # fmt: skip
    return _section("Scores", f'<div class="{"wide" if together else "charts"}">{"".join(charts)}</div>', seen)


def _seats(summary: dict[str, Any]) -> str:
    matches, seats = summary["matches"], summary["seats"]
    fair = 1 / len(seats)
    shares = [seat["share"] for seat in seats]
    rows = [(share, *wilson(share, matches)) for share in shares]
    digits = _digits(max(high - low for _, low, high in rows) * 50)
    victory = forest(rows, fair, "fair share", lambda share: f"{share:.{digits}%}")
    means = [_mean(seat["each_score"]) for seat in seats]
    errors = [_error(seat["each_score"], matches) for seat in seats]
    z = NormalDist().inv_cdf((1 + SURE) / 2)
    decimals = _digits(max(errors))
    rows = [(mean, mean - z * error, mean + z * error) for mean, error in zip(means, errors, strict=True)]
    score = forest(rows, sum(means) / len(means), "all seats", lambda mean: f"{mean:.{decimals}f}")
    best, least = max(means), min(means)
    seen = (
        f"{verdict(shares, matches)} A shared victory counts in equal parts. "
        f"Mean scores go from {least:.{decimals}f} (seat {means.index(least)}) to {best:.{decimals}f} "
        f"(seat {means.index(best)}), with a standard error of at most {max(errors):.{decimals}f}."
    )
    if len(set(summary["bots"].split(","))) > 1:
        seen += " The seats have different bots, so this tells of the bots as much as of the seats."
    charts = (
        f"<figure><figcaption>Share of victory</figcaption>{victory}</figure>"
        f"<figure><figcaption>Mean score</figcaption>{score}</figure>"
    )
    return _section("Is a seat better than another?", f'<div class="charts">{charts}</div>', seen)


def _ratings(summary: dict[str, Any]) -> str:
    ratings: dict[str, float] = summary["ratings"]
    team = summary["seats"][0]["each_score"]
    error = _error(team, summary["matches"])
    decimals = _digits(error)
    usual = max(ratings, key=lambda name: ratings[name])
    *_, best = (name for name, share in ratings.items() if share)
    rows = [(name, share, [percent(share, 2)]) for name, share in ratings.items()]
    mean = f"{_mean(team):.{decimals}f}"
    seen = (
        f"The most frequent rating is “{usual}” ({percent(ratings[usual], 2)}); the best one reached is “{best}” "
        f"({percent(ratings[best], 2)}). The mean score is {mean}, with a standard error of {error:.{decimals}f}."
    )
    return _section("Ratings", _table(["rating", "", "share of matches"], rows, max(ratings.values())), seen)


def _lengths(summary: dict[str, Any]) -> str:
    shares: Shares = summary["each_length"]
    if len(shares) == 1:
        return _section("Length of a match", "", f"Every match has {shares[0][0]:,} moves.")
    bins = edges(shares)
    highest = max(share for _, share in binned(shares, bins))
    chart = histogram(shares, bins, highest, "var(--s2)", _mean(shares))
    low, high = quantile(shares, 0.05), quantile(shares, 0.95)
    seen = (
        f"A match has {_mean(shares):,.1f} moves on average; nine of ten have from {low:,} to {high:,}. "
        f"The shortest had {shares[0][0]:,}, the longest {shares[-1][0]:,}.{left_out(shares, bins)}"
    )
    return _section("Length of a match", f'<figure class="wide">{chart}</figure>', seen)


def _rules(summary: dict[str, Any], happened: Events) -> str:
    made = {kind: often for kind, often in summary["moves_by_kind"].items() if often}
    length, usual = sum(made.values()), max(made, key=lambda kind: made[kind])
    come = {event.kind: percent(event.matches) for event in happened.kinds if event.seat}
    rows = [
        (kind, often, [f"{often:,.2f}", percent(often / length), come.get(kind, percent(0))])
        for kind, often in sorted(made.items(), key=lambda pair: -pair[1])
    ]
    whole = happened.matches == summary["matches"]
    mark = "" if whole else "*"
    moves = _table(["move", "", "per match", "of all moves", f"in matches{mark}"], rows, made[usual])
    parts = [f"<h3>Moves</h3>{moves}"]
    for title, of_seats in (("What came to a seat", True), ("What happened at the table", False)):
        kinds = [event for event in happened.kinds if event.seat == of_seats and not (of_seats and event.kind in made)]
        if kinds:
            lines = [(one.kind, one.per_match, [f"{one.per_match:,.2f}", percent(one.matches)]) for one in kinds]
            heads = ["line of the log", "", f"per match{mark}", f"in matches{mark}"]
            parts.append(f"<h3>{title}</h3>{_table(heads, lines, kinds[0].per_match)}")
    always = sum(event.matches == 1 for event in happened.kinds)
    rarest = min(happened.kinds, key=lambda event: (event.matches, event.per_match))
    seen = f"The most frequent move is “{usual}”: {made[usual]:,.1f} of the {length:,.1f} moves of a match. "
    if rarest.matches == 1:
        seen += "Every kind of line in the log comes in every match."
    else:
        whose = "a seat" if rarest.seat else "the table"
        seen += (
            f"Of {len(happened.kinds)} kinds of lines in the log, {always or 'none'} come in every match; "
            f"the rarest, “{rarest.kind}” of {whose}, comes in {percent(rarest.matches)} of them."
        )
    if not whole:
        off = 100 * NormalDist().inv_cdf((1 + SURE) / 2) * math.sqrt(0.25 / happened.matches)
        seen += (
            f" * These are counted in a sample, the logs of the first {_matches(happened.matches)}: "
            f"a share of matches is off by at most about {off:.1f} percentage points."
        )
    return _section("How often each rule fires", "".join(parts), seen)


def _numbers(summary: dict[str, Any], happened: Events) -> str:
    rows = "".join(
        f"<tr><td>{escape(what)}</td><td>{escape(which)}</td><td>{escape(str(value))}</td></tr>"
        for what, which, value in _all(summary, happened)
    )
    return (
        "<section><h2>All numbers</h2><details><summary>A table to copy</summary><table>"
        f"<thead><tr><th>what</th><th>of</th><th>number</th></tr></thead><tbody>{rows}</tbody></table></details></section>"
    )


def _all(summary: dict[str, Any], happened: Events) -> Iterator[tuple[str, str, object]]:
    matches = summary["matches"]
    for what in ("game", "players", "bots", "device", "seed", "matches", "moves", "seconds", "shared_victories"):
        yield what, "run", summary[what]
    for name, value in summary["options"].items():
        yield "option", name, value
    for number, seat in enumerate(summary["seats"]):
        who = f"seat {number}"
        yield from ((f"score, {what}", who, value) for what, value in seat["score"].items())
        yield "score, standard error", who, _error(seat["each_score"], matches)
        if "ratings" not in summary:
            yield "share of victory", who, seat["share"]
            for end, value in zip(("low", "high"), wilson(seat["share"], matches), strict=True):
                yield f"share of victory, {end} end of {SURE:.0%}", who, value
            yield "wins, shared ones included", who, seat["wins"]
    for name, value in summary.get("ratings", {}).items():
        yield "rating", name, value
    for what, value in summary["length"].items():
        yield f"length, {what}", "matches", value
    for kind, value in summary["moves_by_kind"].items():
        yield "moves per match", kind, value
    yield "matches in the sample", "log", happened.matches
    for event in happened.kinds:
        who = "seat" if event.seat else "table"
        yield "events per match", f"{who}: {event.kind}", event.per_match
        yield "share of matches with event", f"{who}: {event.kind}", event.matches
    for number, seat in enumerate(summary["seats"][: 1 if "ratings" in summary else None]):
        yield from ((f"share of score {score:g}", f"seat {number}", share) for score, share in seat["each_score"])
    yield from ((f"share of length {length:g}", "matches", share) for length, share in summary["each_length"])


def _section(title: str, chart: str, seen: str) -> str:
    return f'<section><h2>{escape(title)}</h2>{chart}<p class="seen">{escape(seen)}</p></section>'


def _table(heads: list[str], rows: Iterable[tuple[str, float, list[str]]], most: float) -> str:
    """Names, bars, and numbers."""
    lines = []
    for name, length, numbers in rows:
        bar = f'<td class="bar"><i style="width:{100 * length / most:.2f}%"></i></td>'
        cells = "".join(f"<td>{escape(number)}</td>" for number in numbers)
        lines.append(f'<tr><th scope="row">{escape(name)}</th>{bar}{cells}</tr>')
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    return f'<table class="bars"><thead><tr>{head}</tr></thead><tbody>{"".join(lines)}</tbody></table>'
