"""Writes what docs/researchers.md and docs/observations.md tell of the games, from the games themselves.

python scripts/researchers.py            # writes both; tests/test_researchers.py fails when they are not up to date
"""

from __future__ import annotations

import hashlib
import random
import re
import sys
from pathlib import Path

import numpy as np

from tabbytop.core.game import Game
from tabbytop.games import IDS, find, parts
from tabbytop.play import together
from tabbytop.play.batch import batch
from tabbytop.play.loom import ENDED
from tabbytop.play.match import Match, new
from tabbytop.play.setup import prepare

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from cases import CASES

DOCS = Path(__file__).parent.parent / "docs"
MATCHES = 1000
BEGIN, END = "<!-- written by scripts/researchers.py -->\n", "<!-- end -->"

# What nobody can count: as the first line of `resample` in each game's worlds.py says.
HIDDEN = {
    "festival": "other hands, choices until revealed, multiplier cards, the dummy's deck",
    "familiar": "other hands, what others pass and draw, the piles",
    "catsle": "other hands, the extra deck, cards aside",
    "ahoy": "choices until revealed, the order of the bag",
    "sorting": "other hands, cards aside",
}


def length(game: str, players: int) -> float:
    """Decisions of a match, on average, when everyone chooses at random."""
    matches = batch(game, MATCHES, players=players, seed=0)
    lengths, moves = np.zeros(MATCHES, int), 0
    while not lengths.all():
        matches.step(matches.sample())
        moves += 1
        lengths[(matches.came == ENDED) & (lengths == 0)] = moves
    return float(lengths.mean())


def at_once(game: str) -> bool:
    """Whether some choices are made at once."""
    match = new(game, seed=0)
    while not match.over:
        if together.at_once(match):
            return True
        match.play(match.legal()[0])
    return False


def row(game: Game) -> str:
    decisions = ", ".join(f"{length(game.id, players):.0f}" for players in game.players)
    cells = (
        f"`{game.id}`",
        game.counts,
        decisions,
        len(parts(game.id).notation.ACTIONS),
        parts(game.id).observation.LAYOUT.size,
        HIDDEN[game.id],
        "together" if game.together else "against each other",
        "at once and in turn" if at_once(game.id) else "in turn",
    )
    return "| " + " | ".join(map(str, cells)) + " |\n"


def table() -> str:
    heading = "| game | players | decisions in a match | actions | numbers | hidden | seats play | choices |\n"
    return heading + "|---" * 8 + "|\n" + "".join(row(find(game)) for game in IDS)


def fingerprint(game: Game) -> str:
    """Of what observations mean: their parts, and what all seats see in a match with each value of every option."""
    digest = hashlib.sha256(repr(parts(game.id).observation.LAYOUT.parts).encode())
    for case in CASES:
        if case.game != game.id:
            continue
        match, choose = Match(prepare(*case, None, 1)), random.Random(1)
        while not match.over:
            for seat in range(case.players):
                digest.update(match.observe(seat).tobytes())
            match.play(choose.choice(match.legal()))
    return digest.hexdigest()[:12]


def stale(before: str, now: str) -> list[str]:
    """Versions that are the same although what they mean has changed."""
    versions = [re.findall(r"## (.*)\n\nVersion (\d+) \((\w+)\)", text) for text in (before, now)]
    known = {(name, version): mark for name, version, mark in versions[0]}
    return [name for name, version, mark in versions[1] if known.get((name, version), mark) != mark]


def layouts() -> str:
    text = f"# Observations\n\n{BEGIN}\n"
    text += (
        "What each number of `match.observe(seat)` and `batch.observation` means. In code, `batch.layout.slices()`\n"
    )
    text += "gives the place of each part by its name. Seat 0 is the observer, then clockwise.\n"
    for game in map(find, IDS):
        layout = parts(game.id).observation.LAYOUT
        text += f"\n## {game.name}\n\nVersion {layout.version} ({fingerprint(game)}), {layout.size} numbers.\n\n"
        text += "| from | numbers | part | meaning |\n|---|---|---|---|\n"
        at = 0
        for part in layout.parts:
            text += f"| {at} | {part.size} | {part.name} | {part.help.replace('|', '/')} |\n"
            at += part.size
    return text


def page(text: str) -> str:
    """The researchers' page with its table as it ought to be."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{table()}{END}{after}"


if __name__ == "__main__":
    researchers = DOCS / "researchers.md"
    researchers.write_text(page(researchers.read_text(encoding="utf-8")), encoding="utf-8")
    observations, text = DOCS / "observations.md", layouts()
    if wrong := stale(observations.read_text(encoding="utf-8"), text):
        sys.exit(f"observations of {', '.join(wrong)} have changed: raise LAYOUT.version")
    observations.write_text(text, encoding="utf-8")
