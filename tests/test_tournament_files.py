"""What a tournament writes, and how it goes on."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tabbytop import BadOption
from tabbytop.bots import players
from tabbytop.cli import tournament
from tabbytop.lab.tournament import deals

Run = dict[str, Any]


class Folder:
    """A tournament of two bots, whose files lie here."""

    def __init__(self, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.results, self.records = path / "results.jsonl", path / "matches.jsonl"
        self._capsys = capsys

    def play(self, matches: int, *, bots: str = "random,heuristic", records: bool = False) -> Run:
        tournament.run(
            "sorting", 3, bots, matches, 1, ["weeks=1"], None, self.results, self.records if records else None,
            as_json=True,
        )  # fmt: skip
        told: Run = json.loads(self._capsys.readouterr().out)
        return told


@pytest.fixture
def folder(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Folder:
    monkeypatch.setattr(tournament, "deals", partial(deals, workers=1))
    return Folder(tmp_path, capsys)


def outcome(told: Run) -> list[tuple[float, list[float]]]:
    return [(bot["points"], bot["points_95"]) for bot in told["bots"]]


def test_who_asks_for_fewer_matches_than_a_file_has_is_told_of_those(folder: Folder) -> None:
    few, many = folder.play(4), folder.play(12)
    lines = folder.results.read_text()
    again = folder.play(4)
    assert (few["matches"], many["matches"], again["matches"]) == (4, 12, 4)
    assert outcome(again) == outcome(few) != outcome(many)
    assert folder.results.read_text() == lines  # the others are kept
    assert outcome(folder.play(12)) == outcome(many)


def test_results_of_a_bot_that_has_changed_since_are_not_mixed(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.play(2, bots="kitten,random")
    folder.play(4, bots="kitten,random")
    monkeypatch.setitem(players.STRENGTHS, "kitten", players.Search("kitten", 5))
    with pytest.raises(BadOption, match=r"holds another tournament \(settings\)"):
        folder.play(6, bots="kitten,random")


def test_results_of_another_version_are_not_mixed(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.play(2)
    monkeypatch.setattr("tabbytop.lab.tournament.__version__", "99.0")
    with pytest.raises(BadOption, match=r"holds another tournament \(version\)"):
        folder.play(4)


def test_records_that_are_asked_for_too_late_are_refused(folder: Folder) -> None:
    folder.play(2)
    results = folder.results.read_text()
    with pytest.raises(BadOption, match="lacks the records of 1 of 1 deals that were played before"):
        folder.play(4, records=True)
    assert folder.results.read_text() == results
    assert not folder.records.exists()


def test_records_of_another_tournament_are_not_overwritten_by_one_that_goes_on(folder: Folder) -> None:
    folder.play(2, records=True)
    others = folder.records.read_text().replace('"game": "sorting"', '"game": "catsle"')
    folder.records.write_text(others)
    with pytest.raises(BadOption, match="lacks the records"):
        folder.play(4, records=True)
    assert folder.records.read_text() == others


def test_all_records_of_a_tournament_that_went_on_are_there(folder: Folder) -> None:
    for matches in (2, 6, 4):
        folder.play(matches, records=True)
    seeds = [json.loads(line)["seed"] for line in folder.records.read_text().splitlines()]
    assert len(seeds) == 6
    assert len(set(seeds)) == 3
