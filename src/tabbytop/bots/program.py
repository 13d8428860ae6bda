"""Anyone's program as a bot: JSON lines on its standard input and output (docs/bots.md)."""

from __future__ import annotations

import json
import os
import queue
import shlex
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from hashlib import blake2b
from typing import Any

from tabbytop.bots.seat import Seat
from tabbytop.core.errors import BotFailed

SECONDS = 10.0  # for a move
PATIENCE = 1.0  # with a program that has closed its output, for its exit code, and with one that was told to go
LONGEST = 1 << 16  # bytes of an answer
UNASKED = 2  # lines that are kept of a program that says more than it was asked
EXACT = 53  # bits of a number that every reader of JSON keeps
LATER = ("log", "since")  # of a view: how much of the past it tells


class Program:
    """A program that is asked line by line. It is started when first asked, and let go when it fails or at `close`."""

    def __init__(self, command: str, seconds: float = SECONDS) -> None:
        self.name = f"exec:{command}"
        self._command = command
        self._seconds = seconds
        self._process: Process | None = None

    def choose(self, seat: Seat, seed: int) -> int:
        """Its move. The seed stays here: it leads to the match's own, and so to all cards."""
        legal = {seat.text(action): action for action in seat.legal()}
        question = {"view": seat.view().json(), "legal": sorted(legal)}
        try:
            if self._process is None:
                self._process = Process(self._command)
            asked = json.dumps(question | {"seed": luck_of(question)}, ensure_ascii=False)
            return legal[_move(self._process.ask(asked, self._seconds), legal)]
        except Failed as failure:
            self.close()
            raise BotFailed(f"{self.name}: {failure}") from None
        except BaseException:  # interrupted: what it answers now would be taken for an answer to the next question
            self.close()
            raise

    def close(self) -> None:
        """Let the program go, and what it started."""
        process, self._process = self._process, None
        if process is not None:
            process.end()

    __del__ = close


class Failed(Exception):
    """What the program did instead of answering."""


class Process:
    """A program that runs. Threads read and write, so that whatever it does not do in time holds nobody up."""

    def __init__(self, command: str) -> None:
        try:
            self._popen = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except (OSError, ValueError) as error:
            raise Failed(f"cannot be started: {error}") from None
        self._over = False
        self._questions: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._lines: queue.Queue[bytes] = queue.Queue(UNASKED)
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._write, self._listen)]
        for thread in self._threads:
            thread.start()

    def _write(self) -> None:
        assert self._popen.stdin is not None
        with suppress(OSError), self._popen.stdin as pipe:  # it no longer reads
            while (question := self._questions.get()) is not None:
                pipe.write(question)
                pipe.flush()

    def _listen(self) -> None:
        assert self._popen.stdout is not None
        with self._popen.stdout as pipe:
            while not self._over and (line := pipe.readline(LONGEST + 1)):
                self._lines.put(line)
            if not self._over:
                self._lines.put(b"")  # it has closed its output

    def ask(self, question: str, seconds: float) -> bytes:
        """What it answers."""
        with suppress(queue.Empty):
            if early := self._lines.get_nowait():
                raise Failed(f"answered twice, or before it was asked; got {_shown(early)}")
            raise Failed(self._ended())
        self._questions.put(question.encode() + b"\n")
        try:
            answer = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise Failed(f"no answer within {seconds:g} seconds") from None
        if not answer:
            raise Failed(self._ended())
        return answer

    def _ended(self) -> str:
        try:
            return f"ended with exit code {self._popen.wait(PATIENCE)} instead of answering"
        except subprocess.TimeoutExpired:
            return "closed its output instead of answering"

    def end(self) -> None:
        """Kill it with all that it started. What escapes, in a session of its own, is not waited for."""
        self._over = True
        with suppress(OSError):
            if sys.platform == "win32":
                self._popen.kill()
            else:
                os.killpg(self._popen.pid, signal.SIGKILL)
        with suppress(subprocess.TimeoutExpired):
            self._popen.wait(PATIENCE)
        with suppress(queue.Empty):
            while True:
                self._lines.get_nowait()  # room for the line that the listener holds
        self._questions.put(None)
        for thread in self._threads:
            thread.join(PATIENCE)


def _move(answer: bytes, legal: dict[str, int]) -> str:
    """The legal move that an answer names."""
    if len(answer) > LONGEST:
        raise Failed(f"expected a line of at most {LONGEST} bytes; got {_shown(answer)}")
    try:
        move = json.loads(answer.decode())["move"]
    except UnicodeDecodeError:
        raise Failed(f"expected UTF-8; got {_shown(answer)}") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Failed(f'expected a line like {{"move": "..."}}; got {_shown(answer)}') from None
    if not isinstance(move, str) or move not in legal:
        raise Failed(f"may {', '.join(sorted(legal))}; got {move!r:.80}")
    return move


def _shown(line: bytes) -> str:
    return f"{line.decode(errors='backslashreplace').strip()!r:.80}"


def luck_of(question: dict[str, Any]) -> int:
    """A number made of nothing but what the seat sees, so that it tells nothing else."""
    sees = {key: value for key, value in question["view"].items() if key not in LATER}
    seen = json.dumps([sees, question["legal"]]).encode()
    return int.from_bytes(blake2b(seen, digest_size=8).digest()) >> (64 - EXACT)
