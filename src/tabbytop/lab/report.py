"""What many matches came to, as one page for the wall: no scripts, nothing from outside, every chart drawn here."""

from __future__ import annotations

import json
import math
import shlex
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from html import escape
from itertools import accumulate
from pathlib import Path
from statistics import NormalDist
from typing import Any, NamedTuple

from tabbytop import __version__
from tabbytop.core.game import Value
from tabbytop.core.view import SPECTATOR, TABLE
from tabbytop.play.crowd import Crowd, kind_of
from tabbytop.play.match import Match
from tabbytop.play.setup import Setup

SAMPLE = 500  # matches whose logs are read
PATIENCE = 60.0  # seconds for them: bots that think long are read for fewer
SURE = 0.95
BINS = 45
EDGE = 0.0005  # what a chart leaves out at either end

Shares = list[list[float]]  # each value, and its share


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
    often: Counter[tuple[bool, str]] = Counter()
    seen: Counter[tuple[bool, str]] = Counter()
    read, began = 0, time.monotonic()
    for match in _again(setup, bots, min(SAMPLE, matches)):
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


def _again(setup: Setup, bots: str, matches: int) -> Iterator[Match]:
    from tabbytop.bots.players import decide, lineup

    crowd = Crowd(setup)
    if bots == "random":
        yield from crowd.matches(0, matches)
        return
    players = lineup(bots, setup.players)
    for match in crowd.begun(0, matches):
        while not match.over:
            decide(match, players)
        yield match


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
            more = "more" if share > fair else "less"
            apart.append(
                f"seat {seat} wins {_percent(abs(share / fair - 1), coarser)} {more} often than a fair share "
                f"({_percent(share, digits)} instead of {_percent(fair, digits)})"
            )
    if not apart:
        return "No seat differs from a fair share by more than chance."
    words = "; ".join(apart)
    rest = "" if len(apart) == seats else " The others do not differ from it by more than chance."
    return f"{words[0].upper()}{words[1:]}.{rest}"


def _mean(shares: Shares) -> float:
    return math.fsum(value * share for value, share in shares)


def _error(shares: Shares, matches: int) -> float:
    """The standard error of the mean."""
    mean = _mean(shares)
    return math.sqrt(math.fsum((value - mean) ** 2 * share for value, share in shares) / matches)


def _quantile(shares: Shares, part: float) -> int:
    sums = accumulate(share for _, share in shares)
    return int(next((value for (value, _), total in zip(shares, sums, strict=True) if total >= part), shares[-1][0]))


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


def _percent(share: float, digits: int = 1) -> str:
    least = 10.0 ** -(digits + 2)
    return f"under {least:.{digits}%}" if 0 < share < least / 2 else f"{share:.{digits}%}"


def _matches(number: int) -> str:
    return "1 match" if number == 1 else f"{number:,} matches"


def _nice(least: float) -> float:
    """The next of 1, 2, 5, 10, 20, ..."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= least * (1 - 1e-9))


def _ticks(low: float, high: float, most: int) -> list[float]:
    if low == high:
        return [low]
    step = _nice((high - low) / most)
    return [n * step for n in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


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
        f"<header>{_cat('var(--s1)')}<div><h1>{escape(setup.game.name)}</h1>"
        f"<p>What {_matches(summary['matches'])} came to</p></div></header>\n"
        f'<dl class="tiles">{described}</dl>\n'
        f'<ul class="facts">{"".join(f"<li>{escape(fact)}</li>" for fact in facts)}</ul>\n'
        f'<p class="again">Made by</p><pre><code>{escape(shlex.join(command))}</code></pre>{own}'
    )


def _scores(summary: dict[str, Any], *, together: bool) -> str:
    seats = summary["seats"][:1] if together else summary["seats"]
    pool = _pooled(seats)
    bins = _bins(pool)
    highest = max(share for seat in seats for _, share in _binned(seat["each_score"], bins))
    charts = []
    for number, seat in enumerate(seats):
        name = "The team" if together else f"Seat {number}"
        mean = _mean(seat["each_score"])
        chart = _histogram(seat["each_score"], bins, highest, f"var(--s{number})", mean, None if together else pool)
        charts.append(f"<figure><figcaption>{_cat(f'var(--s{number})')}{name}</figcaption>{chart}</figure>")
    low, high = _quantile(pool, 0.25), _quantile(pool, 0.75)
    usual, share = max(pool, key=lambda pair: pair[1])
    seen = (
        f"The middle half of all scores lies from {low} to {high}; the most frequent is {usual:g} ({_percent(share)}). "
        f"The lowest was {pool[0][0]:g}, the highest {pool[-1][0]:g}."
        + ("" if together else " The outline is all seats together.") + _left_out(pool, bins)
    )  # fmt: skip
    return _section("Scores", f'<div class="{"wide" if together else "charts"}">{"".join(charts)}</div>', seen)


def _seats(summary: dict[str, Any]) -> str:
    matches, seats = summary["matches"], summary["seats"]
    fair = 1 / len(seats)
    shares = [seat["victories"] / matches for seat in seats]
    rows = [(share, *wilson(share, matches)) for share in shares]
    digits = _digits(max(high - low for _, low, high in rows) * 50)
    victory = _forest(rows, fair, "fair share", lambda share: f"{share:.{digits}%}")
    means = [_mean(seat["each_score"]) for seat in seats]
    errors = [_error(seat["each_score"], matches) for seat in seats]
    z = NormalDist().inv_cdf((1 + SURE) / 2)
    decimals = _digits(max(errors))
    rows = [(mean, mean - z * error, mean + z * error) for mean, error in zip(means, errors, strict=True)]
    score = _forest(rows, sum(means) / len(means), "all seats", lambda mean: f"{mean:.{decimals}f}")
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
    rows = [(name, share, [_percent(share, 2)]) for name, share in ratings.items()]
    mean = f"{_mean(team):.{decimals}f}"
    seen = (
        f"The most frequent rating is “{usual}” ({_percent(ratings[usual], 2)}); the best one reached is “{best}” "
        f"({_percent(ratings[best], 2)}). The mean score is {mean}, with a standard error of {error:.{decimals}f}."
    )
    return _section("Ratings", _table(["rating", "", "share of matches"], rows, max(ratings.values())), seen)


def _lengths(summary: dict[str, Any]) -> str:
    shares: Shares = summary["each_length"]
    bins = _bins(shares)
    highest = max(share for _, share in _binned(shares, bins))
    chart = _histogram(shares, bins, highest, "var(--s2)", _mean(shares))
    low, high = _quantile(shares, 0.05), _quantile(shares, 0.95)
    seen = (
        f"A match has {_mean(shares):,.1f} moves on average; nine of ten have from {low:,} to {high:,}. "
        f"The shortest had {shares[0][0]:,}, the longest {shares[-1][0]:,}.{_left_out(shares, bins)}"
    )
    if len(shares) == 1:
        seen = f"Every match has {shares[0][0]:,} moves."
    return _section("Length of a match", f'<figure class="wide">{chart}</figure>', seen)


def _rules(summary: dict[str, Any], happened: Events) -> str:
    made = {kind: often for kind, often in summary["moves_by_kind"].items() if often}
    length, usual = sum(made.values()), max(made, key=lambda kind: made[kind])
    come = {event.kind: _percent(event.matches) for event in happened.kinds if event.seat}
    rows = [
        (kind, often, [f"{often:,.2f}", _percent(often / length), come.get(kind, _percent(0))])
        for kind, often in sorted(made.items(), key=lambda pair: -pair[1])
    ]
    whole = happened.matches == summary["matches"]
    mark = "" if whole else "*"
    moves = _table(["move", "", "per match", "of all moves", f"in matches{mark}"], rows, made[usual])
    parts = [f"<h3>Moves</h3>{moves}"]
    for title, of_seats in (("What came to a seat", True), ("What happened at the table", False)):
        kinds = [event for event in happened.kinds if event.seat == of_seats and not (of_seats and event.kind in made)]
        if kinds:
            lines = [(one.kind, one.per_match, [f"{one.per_match:,.2f}", _percent(one.matches)]) for one in kinds]
            heads = ["line of the log", "", f"per match{mark}", f"in matches{mark}"]
            parts.append(f"<h3>{title}</h3>{_table(heads, lines, kinds[0].per_match)}")
    always = sum(event.matches == 1 for event in happened.kinds)
    rarest = min(happened.kinds, key=lambda event: (event.matches, event.per_match))
    seen = f"The most frequent move is “{usual}”: {made[usual]:,.1f} of the {length:,.1f} moves of a match. "
    if rarest.matches == 1:
        seen += "Every kind of line in the log comes in every match."
    else:
        seen += (
            f"Of {len(happened.kinds)} kinds of lines in the log, {always or 'none'} come in every match; "
            f"the rarest, “{rarest.kind}” of {'a seat' if rarest.seat else 'the table'}, comes in {_percent(rarest.matches)} of them."
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
            yield "share of victory", who, seat["victories"] / matches
            for end, value in zip(("low", "high"), wilson(seat["victories"] / matches, matches), strict=True):
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


# The charts, in units of about a pixel on a phone

WIDE, HIGH, LEFT, TOP, FOOT = 340, 196, 36, 26, 24


def _bins(shares: Shares) -> list[int]:
    """Where the bars of a chart begin, and the end of the last one."""
    low, high = _quantile(shares, EDGE), _quantile(shares, 1 - EDGE)
    width = int(_nice((high - low + 1) / BINS)) or 1
    return list(range(low // width * width, high + width + 1, width))


def _left_out(shares: Shares, bins: list[int]) -> str:
    outside = math.fsum(share for value, share in shares if not bins[0] <= value < bins[-1])
    return f" The chart leaves out the {_percent(outside, 2)} furthest from the middle." if outside else ""


def _binned(shares: Shares, bins: list[int]) -> list[tuple[int, float]]:
    width = bins[1] - bins[0]
    found = dict.fromkeys(bins[:-1], 0.0)
    for value, share in shares:
        if bins[0] <= value < bins[-1]:
            found[int(value) // width * width] += share
    return list(found.items())


def _histogram(
    shares: Shares, bins: list[int], highest: float, colour: str, mean: float, behind: Shares | None = None
) -> str:
    """Bars, the mean as a triangle, and the outline of what they are compared with."""
    width = bins[1] - bins[0]
    floor, step = HIGH - FOOT, (WIDE - LEFT - 8) / (len(bins) - 1)

    def across(value: float) -> float:
        return LEFT + (value - bins[0]) / width * step

    def up(share: float) -> float:
        return floor - share / highest * (floor - TOP)

    drawn = []
    for share in _ticks(0, highest, 4):
        drawn.append(f'<path class="grid" d="M{LEFT} {up(share):.1f}H{WIDE - 8}"/>')
        drawn.append(f'<text class="end" x="{LEFT - 6}" y="{up(share) + 4:.1f}">{100 * share:g}%</text>')
    for start, share in _binned(shares, bins):
        name = str(start) if width == 1 else f"{start} to {start + width - 1}"
        drawn.append(
            f'<rect x="{across(start) + step * 0.08:.2f}" y="{up(share):.2f}" width="{step * 0.84:.2f}" '
            f'height="{floor - up(share):.2f}" rx="{min(3, step * 0.3):.2f}" fill="{colour}">'
            f"<title>{name}: {_percent(share, 2)}</title></rect>"
        )
    if behind:
        line = " ".join(f"V{up(share):.2f}H{across(start + width):.2f}" for start, share in _binned(behind, bins))
        drawn.append(f'<path class="line" d="M{across(bins[0]):.2f} {floor} {line} V{floor}"/>')
    drawn.append(f'<path class="axis" d="M{LEFT} {floor}H{WIDE - 8}"/>')
    for value in _ticks(bins[0], bins[-1] - 1, 6):  # a value stands under the middle of what is its own
        drawn.append(f'<text class="mid" x="{across(value + 0.5):.1f}" y="{HIGH - 8}">{value:,.0f}</text>')
    x = across(mean + 0.5)
    drawn.append(f'<path class="mean" d="M{x:.1f} {TOP - 3}l-4-6h8z"/>')
    drawn.append(
        f'<text class="mid" x="{min(max(x, LEFT + 28), WIDE - 40):.1f}" y="{TOP - 13}">mean {mean:,.2f}</text>'
    )
    return _svg(HIGH, drawn, f"Bars: the share of each value; the mean is {mean:,.2f}")


def _forest(rows: list[tuple[float, float, float]], fair: float, name: str, say: Callable[[float], str]) -> str:
    """For each seat a dot with its interval, beside a line that all would stand on if they were alike."""
    low, high = min(fair, *(row[1] for row in rows)), max(fair, *(row[2] for row in rows))
    pad = (high - low) * 0.08 or 0.5
    between = [f"{say(least).removesuffix('%')} to {say(most)}" for _, least, most in rows]
    left, right, tall, top = 52, WIDE - 12 - 5.6 * max(map(len, between)), 38, 26

    def across(value: float) -> float:
        return left + (value - low + pad) / (high - low + 2 * pad) * (right - left)

    bottom = top + tall * len(rows)
    drawn = [f'<path class="fair" d="M{across(fair):.1f} {top - 4}V{bottom}"/>']
    drawn.append(f'<text class="mid" x="{across(fair):.1f}" y="14">{escape(name)} {escape(say(fair))}</text>')
    for number, (value, least, most) in enumerate(rows):
        y = top + tall * number + tall / 2
        drawn.append(f'<text x="4" y="{y + 4:.1f}">seat {number}</text>')
        drawn.append(
            f'<path class="range" stroke="var(--s{number})" d="M{across(least):.1f} {y}H{across(most):.1f}"/>'
            f'<circle cx="{across(value):.1f}" cy="{y}" r="6" fill="var(--s{number})"/>'
        )
        drawn.append(f'<text class="end strong" x="{WIDE - 2}" y="{y - 1:.1f}">{escape(say(value))}</text>')
        drawn.append(f'<text class="end small" x="{WIDE - 2}" y="{y + 12:.1f}">{escape(between[number])}</text>')
    drawn.append(f'<path class="axis" d="M{left} {bottom}H{right:.1f}"/>')
    for value in (low, high):
        drawn.append(f'<text class="mid" x="{across(value):.1f}" y="{bottom + 17}">{escape(say(value))}</text>')
    return _svg(bottom + 24, drawn, f"By seat: {', '.join(say(row[0]) for row in rows)}")


def _svg(height: float, drawn: list[str], label: str) -> str:
    return f'<svg viewBox="0 0 {WIDE} {height:g}" role="img" aria-label="{escape(label)}">{"".join(drawn)}</svg>'


def _cat(collar: str) -> str:
    return (
        '<svg class="cat" viewBox="0 0 48 50" aria-hidden="true">'
        f'<path d="M13 41Q24 48 35 41" stroke="{collar}" stroke-width="7"/>'
        '<path class="fur" d="M7 20L8 5Q9 2 12 4L19 10Q24 9 29 10L36 4Q39 2 40 5L41 20Q45 26 43 31Q39 42 24 42'
        'Q9 42 5 31Q3 26 7 20Z"/>'
        '<path class="whiskers" d="M2 27l9 2M3 35l8-2M46 27l-9 2M45 35l-8-2M24 31v2M24 33q-3 4-6 1M24 33q3 4 6 1"/>'
        '<circle cx="16" cy="25" r="2.4"/><circle cx="32" cy="25" r="2.4"/>'
        '<path class="nose" d="M22 29h4l-2 2.5z"/></svg>'
    )


# The colours are those of web/src/theme.css.
CSS = """
:root { color-scheme: light dark; --ink: #2b2430; --fur: #fbf1dd; --ground: #f3e9d6; --panel: #fbf4e6; --line: #d9c8a8;
  --text: #2b2430; --soft: #6a5a56; --blush: #eba79a;
  --s0: #2d5f9a; --s1: #c4453c; --s2: #3f8f6b; --s3: #e08a2e; --s4: #8a5aa3; --s5: #6d6a70; }
@media screen and (prefers-color-scheme: dark) { :root { --ground: #211a17; --panel: #2d2420; --line: #54453b;
  --text: #f2e6cf; --soft: #bfae97;
  --s0: #7fb0e6; --s1: #e8766c; --s2: #6fc29b; --s3: #f0a54e; --s4: #b98ad0; --s5: #a9a4ad; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); line-height: 1.45; font-variant-numeric: tabular-nums;
  font-family: ui-rounded, "SF Pro Rounded", "Hiragino Maru Gothic ProN", "Yu Gothic UI", Nunito, system-ui, sans-serif;
  print-color-adjust: exact; -webkit-print-color-adjust: exact; -webkit-text-size-adjust: 100%; }
main { max-width: 960px; margin: 0 auto; padding: 28px 16px; }
h1, h2, h3, p, dl, dd, figure { margin: 0; }
h1 { font-size: clamp(1.6rem, 6vw, 2.6rem); line-height: 1.15; }
h2 { font-size: 1.3rem; margin-bottom: 14px; }
h3 { font-size: 1rem; margin: 20px 0 6px; }
header { display: flex; gap: 16px; align-items: center; }
header p, .again, footer, .seen { color: var(--soft); }
header .cat { width: 76px; flex: none; }
.cat { width: 30px; fill: none; stroke: var(--ink); stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
.cat .fur { fill: var(--fur); } .cat circle { fill: var(--ink); stroke: none; } .cat .nose { fill: var(--blush); }
.cat .whiskers { stroke-width: 1.2; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px; margin: 22px 0 14px; }
.tiles div, section { background: var(--panel); border: 1.5px solid var(--line); border-radius: 16px; }
.tiles div { padding: 12px 16px; }
.tiles dt { color: var(--soft); font-size: .9rem; }
.tiles dd { font-size: 1.5rem; font-weight: 700; overflow-wrap: anywhere; }
.facts { list-style: none; display: flex; flex-wrap: wrap; gap: 8px; padding: 0; margin: 0 0 14px; }
.facts li { border: 1.5px solid var(--line); border-radius: 999px; padding: 2px 12px; overflow-wrap: anywhere; }
pre { margin: 4px 0 0; padding: 10px 14px; border-radius: 12px; background: var(--panel);
  border: 1.5px solid var(--line); white-space: pre-wrap; overflow-wrap: anywhere; font-size: .9rem; }
section { padding: 20px; margin-top: 20px; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr)); gap: 18px 28px; }
.wide { max-width: 480px; margin: 0 auto; }
figcaption { display: flex; gap: 8px; align-items: center; font-weight: 650; margin-bottom: 4px; }
figure > svg { display: block; width: 100%; height: auto; overflow: visible; }
svg text { font-size: 12px; fill: var(--soft); } svg .end { text-anchor: end; } svg .mid { text-anchor: middle; }
svg .small { font-size: 10.5px; } svg .strong { fill: var(--text); font-weight: 700; }
.grid { stroke: var(--line); stroke-width: .7; } .axis { stroke: var(--soft); stroke-width: 1.2; }
.line { fill: none; stroke: var(--text); stroke-width: 1.1; stroke-linejoin: round; } .mean { fill: var(--text); }
.fair { stroke: var(--soft); stroke-width: 1.4; stroke-dasharray: 4 4; }
.range { stroke-width: 5; stroke-linecap: round; opacity: .5; }
.seen { margin-top: 14px; max-width: 68ch; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 4px 8px; text-align: right; font-weight: inherit; }
thead th { color: var(--soft); font-size: .85rem; }
th:first-child, details td, details th { text-align: left; }
th:first-child { padding-left: 0; } td:last-child, th:last-child { padding-right: 0; }
tbody tr { border-top: 1px solid var(--line); }
.bars .bar { width: 40%; } .bars th[scope=row] { overflow-wrap: anywhere; }
.bar i { display: block; height: 14px; min-width: 2px; border-radius: 5px; background: var(--s0); }
details table { font-size: .85rem; margin-top: 10px; } details td { overflow-wrap: anywhere; }
summary { cursor: pointer; }
footer { text-align: center; margin-top: 22px; font-size: .9rem; }
@media (max-width: 480px) { section { padding: 16px 14px; } .bars .bar { width: 22%; } th, td { padding: 4px 5px; }
  .tiles { grid-template-columns: 1fr; gap: 8px; } .tiles div { display: flex; justify-content: space-between;
  align-items: baseline; gap: 12px; padding: 6px 14px; } .tiles dd { font-size: 1.25rem; text-align: right; } }
@media print { body { background: #fff; } main { max-width: none; padding: 0; }
  figure, tr, .tiles { break-inside: avoid; } h2, h3 { break-after: avoid; } .charts { grid-template-columns: 1fr 1fr; }
  section:has(details:not([open])) { display: none; } }
"""
