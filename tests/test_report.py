"""The page about many matches: whole, on its own, and telling the numbers of the summary."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tabbytop.lab import report
from tabbytop.lab.statistics import Statistics
from tabbytop.play.blind import BLIND
from tabbytop.play.crowd import Crowd
from tabbytop.play.setup import Setup, prepare

VOID = {"meta"}
FEW = 16


class Page(HTMLParser):
    """Refuses a page whose tags do not close in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.add(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def run(game: str, bots: str, matches: int = FEW, players: int | None = None) -> tuple[Setup, dict[str, Any]]:
    setup = prepare(game, players, {}, None, 7)
    player = BLIND
    if bots == "heuristic":
        from tabbytop.bots.mind import THUMB
        from tabbytop.bots.players import load

        load(game)
        player = THUMB
    statistics = Statistics(setup)
    statistics.add(Crowd(setup, player).play(0, matches))
    return setup, statistics.summary() | {"seconds": 1.25, "bots": bots, "device": "cpu"}


def written(setup: Setup, summary: dict[str, Any], folder: Path) -> str:
    report.write(folder / "page.html", setup, summary)
    return (folder / "page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", ["catsle", "familiar"])
def test_a_page_is_whole_and_tells_the_numbers(game: str, tmp_path: Path) -> None:
    setup, summary = run(game, "random")
    text = written(setup, summary, tmp_path)
    tags = Page(text).tags
    assert {"svg", "table"} <= tags
    assert not tags & {"script", "link", "img", "iframe", "a"}
    assert not re.search(r"https?:|url\(|@import|\bon\w+=", text)
    shown = unescape(re.sub(r"<[^>]*>", "\n", text))
    for number in (
        f"{summary['moves']:,}",
        str(summary["length"]["mean"]),
        *map(str, summary["moves_by_kind"].values()),
        *map(str, summary["moves_in_matches"].values()),
        *(str(rule["per_match"]) for rule in summary["rules"]),
        *(str(rule["in_matches"]) for rule in summary["rules"]),
    ):
        assert number in shown
    for seat in summary["seats"]:
        assert str(seat["score"]["mean"]) in shown
        assert game == "familiar" or str(seat["share"]) in shown
    assert all(name in shown for name in summary.get("ratings", {}))
    assert f"tabbytop simulate {game} -n {setup.players} -k {FEW} --seed 7 --bots random --device cpu -o " in shown


def test_a_single_match_makes_a_page(tmp_path: Path) -> None:
    assert "What 1 match came to" in written(*run("catsle", "random", matches=1), tmp_path)


def test_what_a_bot_is_called_cannot_break_the_page(tmp_path: Path) -> None:
    setup, summary = run("catsle", "random")
    text = written(setup, summary | {"bots": "exec:<script>alert('&')</script>"}, tmp_path)
    assert "script" not in Page(text).tags
    assert "exec:&lt;script&gt;" in text


def test_how_often_each_rule_fires_is_said_of_all_matches(tmp_path: Path) -> None:
    setup, summary = run("sorting", "heuristic", matches=40, players=4)
    text = unescape(re.sub(r"<[^>]*>", "\n", written(setup, summary, tmp_path)))
    assert "sample" not in text
    for rule in summary["rules"]:
        assert f"\n{rule['name']} ({rule['clause']})\n" in text
        assert 0 <= rule["in_matches"] <= 1
        assert rule["in_matches"] <= rule["per_match"]
    assert "Of the 10 rules that are counted, " in text
    assert all(0 < share <= 1 for kind, share in summary["moves_in_matches"].items() if summary["moves_by_kind"][kind])


def test_the_page_compares_places_where_a_lot_decides_who_begins(tmp_path: Path) -> None:
    setup, summary = run("catsle", "random", players=4)
    text = written(setup, summary, tmp_path)
    assert "Is a place better than another?" in text
    assert "Places are counted clockwise from the seat that decides first, which is seat 0 in " in text
    mixed = written(setup, summary | {"bots": "random,random,random,heuristic"}, tmp_path)
    Page(mixed)
    assert "Is a seat better than another?" in mixed
    assert "Is a place better than another?" in mixed
    assert "The seats have different bots" in mixed


def test_the_page_says_where_the_order_is_only_numbering(tmp_path: Path) -> None:
    text = written(*run("ahoy", "random"), tmp_path)
    assert "Seat 0 decides first in every match. All choose at once, though, so the order is only numbering." in text
    assert "All choose at once" not in written(*run("sorting", "random"), tmp_path)


def test_the_shares_of_a_summary_are_whole() -> None:
    _, summary = run("catsle", "random")
    for seat in summary["seats"]:
        assert sum(share for _, share in seat["each_score"]) == pytest.approx(1)
        assert sum(score * share for score, share in seat["each_score"]) == pytest.approx(
            seat["score"]["mean"], abs=1e-3
        )
    assert sum(seat["share"] for seat in summary["seats"]) == pytest.approx(1)
    assert sum(share for _, share in summary["each_length"]) == pytest.approx(1)


def test_intervals_are_those_of_the_books() -> None:
    assert report.wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert report.wilson(0.0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)


@pytest.mark.parametrize(
    ("first", "matches", "says"),
    [
        (0.26, 100, "No seat differs from a fair share by more than chance."),
        (0.2545, 50_000, "No seat differs from a fair share by more than chance."),  # one of four may, by chance
        (
            0.2545,
            100_000,
            "Seat 0 wins 1.8% more often than a fair share (25.45% instead of 25.00%). The others do not",
        ),
        (0.2, 10_000, "Seat 0 wins 20.0% less often than a fair share (20.0% instead of 25.0%); seat 1 wins 6.7% more"),
    ],
)
def test_a_seat_is_called_better_only_beyond_chance(first: float, matches: int, says: str) -> None:
    assert report.verdict([first, *[(1 - first) / 3] * 3], matches, "seat").startswith(says)
