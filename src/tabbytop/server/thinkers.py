"""Bots, beside the event loop: processes that are given a match's setup and moves, and answer with a move."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
import threading
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from multiprocessing import get_context, parent_process

from prometheus_client import multiprocess

from tabbytop.bots.players import STRENGTHS, choices, find, luck
from tabbytop.bots.seat import Seat
from tabbytop.bots.words import Advice, advise, why
from tabbytop.games import IDS
from tabbytop.play import together
from tabbytop.play.match import Match, new
from tabbytop.server.table import Agreed

MATCHES = 64  # that a process keeps, to go on from where it was


Hinted = tuple[Advice, str]  # as numbers, and in words


class Thinkers:
    """They start when they are needed, and again when one dies."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None
        self._closed = False
        self._warm: dict[str, asyncio.Task[None]] = {}

    async def move(self, table: str, agreed: Agreed, moves: Sequence[int], seat: int, bot: str) -> list[int]:
        """What a bot does on a seat whose decision is due: one move, or two with two paws."""
        return await self._ask(_move, table, agreed, tuple(moves), seat, bot)  # type: ignore[return-value]

    async def hint(self, table: str, agreed: Agreed, moves: Sequence[int], seat: int, chosen: Sequence[int]) -> Hinted:
        return await self._ask(_hint, table, agreed, tuple(moves), seat, tuple(chosen))  # type: ignore[return-value]

    async def ready(self, game: str) -> None:
        """Wait until a game's rules are compiled: some seconds, the first time of all."""
        warm = self._warm.get(game)
        if warm is None or (warm.done() and (warm.cancelled() or warm.exception() is not None)):
            warm = self._warm[game] = asyncio.create_task(self._compile(game))  # a process may die, and the next not
        await asyncio.shield(warm)

    async def ready_for_all(self) -> None:
        """All rules first, so that tables can be opened; a bot whose turn it is goes before bots of other games."""
        for game in IDS:
            await self.ready(game)
        # Tables are many small things that stay, the compiler is even more of them: to look through all of it again and
        # again would hold up everyone for a fifth of a second.
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 20, 100)
        for game in IDS:
            await self._ask(_warm, game, "kitten")

    async def _compile(self, game: str) -> None:
        """Or load them from the cache: first beside the event loop, then here."""
        await self._ask(_warm, game, None)
        await asyncio.to_thread(_warm, game, None)

    async def _ask(self, work: object, *about: object) -> object:
        for _ in range(2):
            if self._pool is None:
                self._pool = ProcessPoolExecutor(
                    self._processes, mp_context=get_context("spawn"), initializer=_end_with_parent
                )
            pool = self._pool
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, work, *about)  # type: ignore[arg-type]
            except BrokenProcessPool:
                if self._closed:
                    raise
                if self._pool is pool:
                    self._pool = None
        raise RuntimeError("the bots' processes keep dying")

    def close(self) -> None:
        for warm in self._warm.values():
            warm.cancel()
        self._closed = True
        if self._pool is not None:
            for process in list(self._pool._processes.values()):  # it may be compiling, which takes long
                process.terminate()
            self._pool.shutdown(cancel_futures=True)
            self._pool = None
            gc.unfreeze()
            gc.collect()  # whose signal ends this process leaves no time for that: its semaphores would stay


def _end_with_parent() -> None:
    """A server that is killed leaves nobody behind, and its connections are no longer counted."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C comes to all: the server ends this process, without a word
    parent = parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        with contextlib.suppress(OSError):  # several may do it
            if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
                multiprocess.mark_process_dead(parent.pid)  # type: ignore[no-untyped-call]
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def _warm(game: str, bot: str | None) -> None:
    """Play through all that a table needs."""
    match = new(game, seed=1)
    for _ in range(100):
        if match.over:
            break
        asked = together.decision(match, match.seat)
        assert asked is not None
        match.view(match.seat)
        together.complete(match, {})
        match.play(find(bot).choose(Seat(asked), 1) if bot else asked.legal()[0])


def _move(table: str, agreed: Agreed, moves: tuple[int, ...], seat: int, bot: str) -> list[int]:
    return choices(_match(table, agreed, moves), find(bot), seat)


def _hint(table: str, agreed: Agreed, moves: tuple[int, ...], seat: int, chosen: tuple[int, ...]) -> Hinted:
    asked = together.decision(_match(table, agreed, moves), seat, chosen)
    assert asked is not None
    advice = advise(Seat(asked), STRENGTHS["tiger"], luck(asked))
    return advice, why(Seat(asked), advice)


@lru_cache(MATCHES)
def _kept(table: str) -> list[Match]:
    """Room for the match of a table."""
    return []


def _match(table: str, agreed: Agreed, moves: tuple[int, ...]) -> Match:
    kept = _kept(table)
    history = tuple(kept[0].history) if kept else None
    if history is None or moves[: len(history)] != history:
        kept[:] = [Match(agreed.setup())]
        history = ()
    for move in moves[len(history) :]:
        kept[0].play(move)
    return kept[0]
