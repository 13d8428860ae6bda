"""`tabbytop bench --search`: how fast bots search on this machine, and how long each strength thinks."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from tabbytop.bots.players import STRENGTHS, Search, Style
from tabbytop.bots.search import ALWAYS
from tabbytop.bots.seat import Seat
from tabbytop.cli.bench import need_openspiel, openspiel, working
from tabbytop.games import IDS, find
from tabbytop.play.match import Match
from tabbytop.play.setup import prepare

SIMULATIONS = 1000
DECISIONS = 120  # at most, for each measurement: a match of several deals repeats itself
TRIES = 3  # the best counts: others use the machine, too

BLIND = Search("blind", SIMULATIONS, Style(blind=ALWAYS))
SHIPPED = Search("thumb", SIMULATIONS)


def run(*, peer: bool, as_json: bool) -> None:
    if peer:
        need_openspiel()
    figures: dict[str, Any] = {"search": [], "strengths": []}
    with working() as (progress, task):
        if peer:
            progress.update(task, description="OpenSpiel, hearts")
            figures["peer"] = measure_openspiel()
        progress.update(task, description="compiling")
        with ProcessPoolExecutor(1, get_context("spawn")) as another:
            another.submit(compile_all).result()
        for game in IDS:
            for players in find(game).players:
                progress.update(task, description=f"{game}, {players} players")
                about = {"game": game, "players": players}
                blind, thumb = measure_search(game, players, BLIND), measure_search(game, players, SHIPPED)
                figures["search"].append(about | {"at_random": blind, "by_thumb": thumb})
                figures["strengths"].append(about | {name: measure_time(game, players, name) for name in STRENGTHS})
    if as_json:
        print(json.dumps(figures))
    else:
        show(figures)


def compile_all() -> None:
    """In a process of its own: what is compiled lies scattered in memory and runs a tenth slower until it is loaded."""
    for game in IDS:
        SHIPPED.think(next(decisions(game, find(game).players[0])), 1)


def decisions(game: str, players: int) -> Iterator[Seat]:
    """Decisions of a random match that leave a choice."""
    choose = random.Random(1)
    match = Match(prepare(game, players, {}, None, 1))
    asked = 0
    while not match.over and asked < DECISIONS:
        if len(match.legal()) > 1:
            asked += 1
            yield Seat(match)
        match.play(choose.choice(match.legal()))


def measure_search(game: str, players: int, bot: Search) -> dict[str, int]:
    """Over whole deals: moves inside simulations, and simulations, per second."""
    bot.think(next(decisions(game, players)), 1)
    best = (0.0, 0.0)
    for _ in range(TRIES):
        moves, simulations, seconds = 0, 0, 0.0
        for seat in decisions(game, players):
            began = time.perf_counter()
            found = bot.think(seat, 1)
            seconds += time.perf_counter() - began
            moves += int(found.moves)
            simulations += bot.simulations
        best = max(best, (moves / seconds, simulations / seconds))
    return {"moves_per_second": round(best[0]), "simulations_per_second": round(best[1])}


def measure_time(game: str, players: int, name: str) -> dict[str, float]:
    """How long a strength thinks, in milliseconds: the median and the 99th percentile."""
    spent = []
    for seat in decisions(game, players):
        began = time.perf_counter()
        STRENGTHS[name].choose(seat, 1)
        spent.append(1000 * (time.perf_counter() - began))
    median, late = np.percentile(spent[1:], [50, 99])
    return {"median_ms": round(float(median), 3), "p99_ms": round(float(late), 3)}


def measure_openspiel() -> dict[str, object]:
    """Information-set search on OpenSpiel's hearts, over the decisions of whole deals, playouts at random."""
    import pyspiel

    engine, dealt = openspiel()
    chooser = random.Random(1)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    best = (0.0, 0.0)
    for _ in range(TRIES):
        state, left = dealt(), 52
        moves, simulations, seconds = 0, 0, 0.0
        while not state.is_terminal():
            if len(state.legal_actions()) > 1:
                final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
                bot = pyspiel.ISMCTSBot(1, evaluator, 1.0, SIMULATIONS, -1, final, False, False)
                began = time.perf_counter()
                bot.step(state)
                seconds += time.perf_counter() - began
                moves += SIMULATIONS * left  # every simulation goes to the end of the deal
                simulations += SIMULATIONS
            state.apply_action(chooser.choice(state.legal_actions()))
            left -= 1
        best = max(best, (moves / seconds, simulations / seconds))
    return {
        "engine": engine,
        "game": "hearts",
        "moves_per_second": round(best[0]),
        "simulations_per_second": round(best[1]),
    }


def show(figures: dict[str, Any]) -> None:
    peer = figures.get("peer")
    speed = _table("at random", "by rules of thumb", "simulations")
    for row in figures["search"]:
        cells = []
        for kind in ("at_random", "by_thumb"):
            rate = row[kind]["moves_per_second"]
            cells.append(f"{rate / 1e6:.1f} M/s" + (f" ({rate / peer['moves_per_second']:.1f}x)" if peer else ""))
        cells.append(f"{row['by_thumb']['simulations_per_second'] / 1000:.0f} k/s")
        speed.add_row(row["game"], str(row["players"]), *cells)
    if peer:
        rates = [f"{peer['moves_per_second'] / 1e6:.2f} M/s", "", f"{peer['simulations_per_second'] / 1000:.0f} k/s"]
        speed.add_row(f"{peer['engine']}, {peer['game']}", "4", *rates)
    times = _table(*STRENGTHS)
    for row in figures["strengths"]:
        spent = [f"{row[name]['median_ms']:.1f} / {row[name]['p99_ms']:.1f}" for name in STRENGTHS]
        times.add_row(row["game"], str(row["players"]), *spent)
    console = Console()
    console.print("Moves per second inside simulations on one core, by how playouts choose", style="bold")
    console.print(speed)
    console.print("How long each strength thinks, in milliseconds: median / 99th percentile", style="bold")
    console.print(times)


def _table(*titles: str) -> Table:
    table = Table(box=None, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("")
    for title in ("players", *titles):
        table.add_column(title, justify="right")
    return table
