"""What many matches came to, as one page for the wall: no scripts, nothing from outside, every chart drawn here."""

from __future__ import annotations

import json
import math
import shlex
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path
from statistics import NormalDist
from typing import Any

from tabbytop import __version__
from tabbytop.core.game import Value
from tabbytop.lab.charts import CSS, Shares, binned, cat, edges, forest, histogram, left_out, often, percent, quantile
from tabbytop.play import together as choosing
from tabbytop.play.match import Match
from tabbytop.play.setup import Setup

SURE = 0.95


def write(path: Path, setup: Setup, summary: dict[str, Any]) -> None:
    """The page about a run. The summary also says the seconds it took, the bots and the device."""
    path.write_text(page(setup, summary), encoding="utf-8")


def page(setup: Setup, summary: dict[str, Any]) -> str:
    together = "ratings" in summary
    body = [
        _headline(setup, summary),
        _scores(summary, together=together),
        _ratings(summary) if together else _seats(setup, summary),
        _lengths(summary),
        _rules(summary),
        _numbers(summary),
        f"<footer>Tabbytop {escape(__version__)}. Intervals are for {SURE:.0%}.</footer>",
    ]
    title = escape(f"{setup.game.name}: {_matches(summary['matches'])}")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{CSS}</style>\n</head>\n<body>\n<main>\n" + "\n".join(body)
        + "\n</main>\n</body>\n</html>\n"
    )  # fmt: skip


# Numbers


def wilson(share: float, matches: int, sure: float = SURE) -> tuple[float, float]:
    """Between which shares the true one lies. A shared victory counts in parts, which only makes it narrower."""
    z = NormalDist().inv_cdf((1 + sure) / 2)
    middle = (share + z * z / (2 * matches)) / (1 + z * z / matches)
    half = z * math.sqrt(share * (1 - share) / matches + (z / (2 * matches)) ** 2) / (1 + z * z / matches)
    return max(0.0, middle - half), min(1.0, middle + half)


def verdict(shares: list[float], matches: int, what: str) -> str:
    """Whether a seat or place is better than another, in words; all together are given the chance of one error."""
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
                f"{what} {seat} wins {percent(abs(share / fair - 1), coarser)} {how} often than a fair share "
                f"({percent(share, digits)} instead of {percent(fair, digits)})"
            )
            apart.append((abs(share - fair), words))
    if not apart:
        return f"No {what} differs from a fair share by more than chance."
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


def _seats(setup: Setup, summary: dict[str, Any]) -> str:
    """First by seat, where that is not the same as by place and may tell of the bots."""
    mixed = len(set(summary["bots"].split(","))) > 1
    of_bots = " The seats have different bots, so this tells of the bots as much as of the seats." if mixed else ""
    if summary["first_decisions"][0] == 1:
        numbering = "Seat 0 decides first in every match."
    else:
        numbering = (
            f"Places are counted clockwise from {summary['places_from']}, which is seat 0 in "
            f"{percent(summary['first_decisions'][0])} of matches."
        )
    if choosing.at_once(Match(setup)):
        numbering += " All choose at once, though, so the order is only numbering."
    if not mixed:
        return _compared(summary, "places", "place", numbering)
    if summary["first_decisions"][0] == 1:
        return _compared(summary, "seats", "seat", numbering + of_bots)
    by_seat = _compared(summary, "seats", "seat", of_bots.strip())
    return f"{by_seat}\n{_compared(summary, 'places', 'place', numbering)}"


def _compared(summary: dict[str, Any], among: str, what: str, remark: str) -> str:
    matches, seats = summary["matches"], summary[among]
    fair = 1 / len(seats)
    shares = [seat["share"] for seat in seats]
    rows = [(share, *wilson(share, matches)) for share in shares]
    digits = _digits(max(high - low for _, low, high in rows) * 50)
    victory = forest(rows, what, fair, "fair share", lambda share: f"{share:.{digits}%}")
    means = [_mean(seat["each_score"]) for seat in seats]
    errors = [_error(seat["each_score"], matches) for seat in seats]
    z = NormalDist().inv_cdf((1 + SURE) / 2)
    decimals = _digits(max(errors))
    rows = [(mean, mean - z * error, mean + z * error) for mean, error in zip(means, errors, strict=True)]
    score = forest(rows, what, sum(means) / len(means), f"all {what}s", lambda mean: f"{mean:.{decimals}f}")
    best, least = max(means), min(means)
    seen = (
        f"{verdict(shares, matches, what)} A shared victory counts in equal parts. "
        f"Mean scores go from {least:.{decimals}f} ({what} {means.index(least)}) to {best:.{decimals}f} "
        f"({what} {means.index(best)}), with a standard error of at most {max(errors):.{decimals}f}. {remark}"
    )
    charts = (
        f"<figure><figcaption>Share of victory</figcaption>{victory}</figure>"
        f"<figure><figcaption>Mean score</figcaption>{score}</figure>"
    )
    return _section(f"Is a {what} better than another?", f'<div class="charts">{charts}</div>', seen)


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


def _rules(summary: dict[str, Any]) -> str:
    made = {kind: times for kind, times in summary["moves_by_kind"].items() if times}
    length, usual = sum(made.values()), max(made, key=lambda kind: made[kind])
    come = summary["moves_in_matches"]
    rows = [
        (kind, times, [often(times), percent(times / length), percent(come[kind])])
        for kind, times in sorted(made.items(), key=lambda pair: -pair[1])
    ]
    moves = _table(["move", "", "per match", "of all moves", "in matches"], rows, made[usual])
    rules = summary["rules"]
    lines = [(_named(one), one["per_match"], [often(one["per_match"]), percent(one["in_matches"])]) for one in rules]
    most = max(one["per_match"] for one in rules) or 1
    fired = _table(["rule, by its clause", "", "per match", "in matches"], lines, most)
    seen = f"The most frequent move is “{usual}”: {made[usual]:,.1f} of the {length:,.1f} moves of a match. "
    always, never = (sum(rule["in_matches"] == share for rule in rules) for share in (1, 0))
    seen += f"Of the {len(rules)} rules that are counted, {always or 'none'} fired in every match"
    seen += f" and {never} in none." if never else "."
    some = [rule for rule in rules if 0 < rule["in_matches"] < 1]
    if some:
        rarest = min(some, key=lambda rule: rule["in_matches"])
        seen += f" The rarest of the others, “{_named(rarest)}”, fired in {percent(rarest['in_matches'])} of them."
    return _section("How often each rule fires", f"<h3>Rules</h3>{fired}<h3>Moves</h3>{moves}", seen)


def _named(rule: dict[str, Any]) -> str:
    return f"{rule['name']} ({rule['clause']})"


def _numbers(summary: dict[str, Any]) -> str:
    rows = "".join(
        f"<tr><td>{escape(what)}</td><td>{escape(which)}</td><td>{escape(str(value))}</td></tr>"
        for what, which, value in _all(summary)
    )
    return (
        "<section><h2>All numbers</h2><details><summary>A table to copy</summary><table>"
        f"<thead><tr><th>what</th><th>of</th><th>number</th></tr></thead><tbody>{rows}</tbody></table></details></section>"
    )


def _all(summary: dict[str, Any]) -> Iterator[tuple[str, str, object]]:
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
    for number, place in enumerate(summary["places"] if "ratings" not in summary else []):
        who = f"place {number}"
        yield "score, mean", who, place["score"]["mean"]
        yield "score, standard error", who, _error(place["each_score"], matches)
        yield "share of victory", who, place["share"]
        yield "wins, shared ones included", who, place["wins"]
    for name, value in summary.get("ratings", {}).items():
        yield "rating", name, value
    for what, value in summary["length"].items():
        yield f"length, {what}", "matches", value
    for kind, value in summary["moves_by_kind"].items():
        yield "moves per match", kind, value
    for kind, value in summary["moves_in_matches"].items():
        yield "share of matches with move", kind, value
    for rule in summary["rules"]:
        yield "times per match", _named(rule), rule["per_match"]
        yield "share of matches with rule", _named(rule), rule["in_matches"]
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
