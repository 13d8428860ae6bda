"""`tabbytop bench`: how fast the rules run on this machine, beside a peer if there is one."""

from __future__ import annotations

import importlib.util
import json
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TaskID, TextColumn
from rich.table import Table

from tabbytop.core.errors import BadOption
from tabbytop.games import IDS, find
from tabbytop.play.crowd import Crowd
from tabbytop.play.match import Match
from tabbytop.play.setup import Setup, prepare

SECONDS = 0.6  # for each measurement
TRIES = 3  # the best counts: others use the machine, too


def need_openspiel() -> None:
    if importlib.util.find_spec("pyspiel") is None:
        raise BadOption("--peer compares with OpenSpiel, which is not installed here: pip install open_spiel")


@contextmanager
def working() -> Iterator[tuple[Progress, TaskID]]:
    """Show what is being measured."""
    with Progress(
        SpinnerColumn(), TextColumn("{task.description}"),
        console=Console(stderr=True), transient=True, disable=not Console(stderr=True).is_terminal,
    ) as progress:  # fmt: skip
        yield progress, progress.add_task("")


def run(*, peer: bool, as_json: bool) -> None:
    if peer:
        need_openspiel()
    figures: dict[str, Any] = {"play": [], "step": []}
    with working() as (progress, task):
        if peer:
            progress.update(task, description="OpenSpiel, hearts")
            figures["peer"] = measure_openspiel()
        for game in IDS:
            for players in find(game).players:
                progress.update(task, description=f"{game}, {players} players")
                setup = prepare(game, players, {}, None, 1)
                about = {"game": game, "players": players, "options": setup.options}
                figures["play"].append(about | {"moves_per_second": round(measure_play(setup))})
                figures["step"].append(about | {"moves_per_second": round(measure_steps(setup))})
    if as_json:
        print(json.dumps(figures))
    else:
        show(figures)


def best(measure: Callable[[float], tuple[int, float]]) -> float:
    """Moves per second: the best of a few tries, each of so many seconds."""
    rates = []
    for _ in range(TRIES):
        moves, seconds = measure(SECONDS / TRIES)
        rates.append(moves / seconds)
    return max(rates)


def measure_play(setup: Setup) -> float:
    """Whole random matches, compiled, on one core."""
    crowd = Crowd(setup)
    crowd.play(0, 1)

    def measure(seconds: float) -> tuple[int, float]:
        moves, first, began = 0, 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            moves += int(crowd.play(first, 200, most_cores=1).lengths.sum())
            first += 200
        return moves, time.perf_counter() - began

    return best(measure)


def measure_steps(setup: Setup) -> float:
    """`legal` and `play`, move by move from Python."""
    from dataclasses import replace

    def measure(seconds: float) -> tuple[int, float]:
        moves, spent, seed = 0, 0.0, 0
        while spent < seconds:
            matches = [Match(replace(setup, seed=seed + n)) for n in range(20)]
            seed += 20
            began = time.perf_counter()
            for match in matches:
                while not match.over:
                    legal = match.legal()
                    match.play(legal[moves % len(legal)])
                    moves += 1
            spent += time.perf_counter() - began
        return moves, spent

    return best(measure)


def openspiel() -> tuple[str, Callable[[], Any]]:
    """OpenSpiel's name, and how to get a deal of its hearts: the decisions there are the nearest to ours."""
    import pyspiel

    game = pyspiel.load_game("hearts(pass_cards=false)")
    chooser = random.Random(1)

    def dealt() -> Any:
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(chooser.choice(state.legal_actions()))
        return state

    return f"OpenSpiel {getattr(pyspiel, '__version__', '')}".strip(), dealt


def measure_openspiel() -> dict[str, object]:
    """The same two ways on OpenSpiel. Chance nodes do not count."""
    import pyspiel

    engine, dealt = openspiel()
    chooser = random.Random(1)
    start = dealt()
    while len(start.legal_actions()) == 1:  # a search does not think about these
        start.apply_action(start.legal_actions()[0])
    game = start.get_game()
    length = 0
    state = start.clone()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
        length += 1

    def rollouts(seconds: float) -> tuple[int, float]:
        moves, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            # A search with hardly a tree: nearly all it does is C++ rollouts from one move below the start.
            evaluator = pyspiel.RandomRolloutEvaluator(500, chooser.randrange(1 << 30))
            bot = pyspiel.MCTSBot(game, evaluator, 1.0, 10, 100, False, chooser.randrange(1 << 30), False)
            bot.step(start)
            moves += 10 * 500 * (length - 1)
        return moves, time.perf_counter() - began

    def steps(seconds: float) -> tuple[int, float]:
        moves, spent = 0, 0.0
        while spent < seconds:
            state = dealt()
            began = time.perf_counter()
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[moves % len(legal)])
                moves += 1
            spent += time.perf_counter() - began
        return moves, spent

    return {
        "engine": engine,
        "game": "hearts",
        "rollout_moves_per_second": round(best(rollouts)),
        "step_moves_per_second": round(best(steps)),
    }


def show(figures: dict[str, Any]) -> None:
    peer = figures.get("peer")
    table = Table(box=None, header_style="dim", padding=(0, 3, 0, 0))
    for title in ("", "players", "random play", "step by step"):
        table.add_column(title, justify="left" if not title else "right")
    for play, step in zip(figures["play"], figures["step"], strict=True):
        cells = [f"{play['moves_per_second'] / 1e6:.1f} M/s", f"{step['moves_per_second'] / 1e6:.2f} M/s"]
        if peer:
            cells[0] += f" ({play['moves_per_second'] / peer['rollout_moves_per_second']:.1f}x)"
            cells[1] += f" ({step['moves_per_second'] / peer['step_moves_per_second']:.1f}x)"
        table.add_row(play["game"], str(play["players"]), *cells)
    if peer:
        rates = [peer["rollout_moves_per_second"] / 1e6, peer["step_moves_per_second"] / 1e6]
        table.add_row(f"{peer['engine']}, {peer['game']}", "4", f"{rates[0]:.1f} M/s", f"{rates[1]:.2f} M/s")
    console = Console()
    console.print(
        "Moves per second on one core: whole matches compiled, and `legal` + `play` from Python", style="bold"
    )
    console.print(table)
