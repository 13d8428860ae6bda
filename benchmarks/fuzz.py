"""A hundred thousand messages of junk for the server: how each was answered, and whether anything broke.

    python benchmarks/fuzz.py [--messages N] [--seed N] [--database sqlite:///FILE | postgresql://... | postgres]

Most go over sockets, the others are requests, some of them made by schemathesis from the server's description.
Exit code 1 if there was an accident: a status of 500 or more, no answer, a traceback, or a match that does not go on.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import tempfile
import time
from pathlib import Path

from rich.progress import Progress

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from junk_for_servers import Range, Request, Volley, described, drawn, http_requests, lay_tables, undisturbed, volleys
from postgres import postgres
from servers import Server

ROUND = 400  # volleys of about twenty messages; and requests, four times as many


async def fire(shots: Range, messages: int, seed: int) -> None:
    """Round after round, each at new tables; in each, good players finish their matches at the end."""
    with Progress(transient=True) as progress:
        task = progress.add_task("junk", total=messages)
        while shots.sent < messages:
            seed += 1
            targets = await lay_tables(shots.url, seed)
            junk: list[Request | Volley] = [*drawn(volleys(targets), ROUND, seed)]
            junk += drawn(http_requests(targets), 4 * ROUND, seed)
            async with undisturbed(shots.url, targets):
                await shots.fire(junk, lambda sent: progress.advance(task, sent))
                before = shots.sent
                await asyncio.to_thread(described, shots, 15, seed, targets.tokens[0])
                progress.advance(task, shots.sent - before)
            if not progress.console.is_terminal:
                print(f"{shots.sent:,} messages", flush=True)


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--messages", type=int, default=100_000)
    ask.add_argument("--seed", type=int, default=0)
    ask.add_argument("--database", help="sqlite:///FILE, postgresql://..., or postgres to start one")
    asked = ask.parse_args()
    began = time.monotonic()
    with contextlib.ExitStack() as stack:
        if asked.database == "postgres":
            database = stack.enter_context(postgres())
        else:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="tabbytop-fuzz-"))
            database = asked.database or f"sqlite:///{folder}/tables.sqlite"
        server = Server(database, "--requests", "1000000", "--connections", "100000")
        stack.callback(server.stop)
        server.wait_until_it_answers()
        shots = Range(server.url)
        asyncio.run(fire(shots, asked.messages, asked.seed))
        tracebacks = server.said().count("Traceback (most recent call last)")
        for each in shots.accidents:
            print(f"ACCIDENT: {each}")
        for what, count in sorted(shots.counts.items()):
            print(f"{count:9,} {what}")
        accidents = shots.counts["ACCIDENT"]
        print(f"{shots.sent:,} messages in {time.monotonic() - began:.0f} s: {accidents or 'no'} accidents, ", end="")
        print(f"{tracebacks or 'no'} tracebacks in the server's log")
    sys.exit(bool(accidents or tracebacks))


if __name__ == "__main__":
    main()
