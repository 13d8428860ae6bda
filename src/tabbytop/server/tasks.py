"""Work in the background, none of which is lost when it fails."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine

AGAIN = 1.0  # seconds before a chore that failed is tried again

logger = logging.getLogger("tabbytop.server")


class Tasks:
    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self.stopping = False

    def spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def forever(self, chore: Callable[[], Coroutine[None, None, None]]) -> None:
        """Again and again: what never ends must survive a database that is away for a while."""
        self.spawn(self._again_and_again(chore))

    def later(self, delay: float, begin: Callable[[], None]) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(delay, lambda: None if self.stopping else begin())

    async def stop(self) -> None:
        self.stopping = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @staticmethod
    async def _again_and_again(chore: Callable[[], Coroutine[None, None, None]]) -> None:
        while True:
            try:
                await chore()
            except Exception:
                logger.exception("a chore failed; it is tried again")
                await asyncio.sleep(AGAIN)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("work in the background failed", exc_info=error)
