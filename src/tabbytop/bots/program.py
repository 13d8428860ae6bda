"""Anyone's program as a bot: JSON lines on its standard input and output (docs/bots.md)."""

from __future__ import annotations

import json
import queue
import shlex
import subprocess
import threading
from contextlib import suppress
from functools import cached_property
from hashlib import blake2b

from tabbytop.bots.seat import Seat
from tabbytop.core.errors import BotFailed

SECONDS = 10.0  # for a move
PATIENCE = 1.0  # with a program that has closed its output, for its exit code
EXACT = 53  # bits of a number that every reader of JSON keeps


class Program:
    """A program that is asked line by line. It is started when first asked, and ends with whoever asked it."""

    def __init__(self, command: str, seconds: float = SECONDS) -> None:
        self.name = f"exec:{command}"
        self._command = command
        self._seconds = seconds

    @cached_property
    def _process(self) -> subprocess.Popen[str]:
        try:
            process = subprocess.Popen(
                shlex.split(self._command), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                text=True, encoding="utf-8", errors="replace",
            )  # fmt: skip
        except (OSError, ValueError) as error:
            raise BotFailed(f"{self.name}: cannot be started: {error}") from None
        self._lines: queue.Queue[str] = queue.Queue()
        self._listener = threading.Thread(target=self._listen, args=(process, self._lines), daemon=True)
        self._listener.start()
        return process

    @staticmethod
    def _listen(process: subprocess.Popen[str], lines: queue.Queue[str]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            lines.put(line)
        lines.put("")  # it has closed its output

    def choose(self, seat: Seat, seed: int) -> int:
        legal = {seat.text(action): action for action in seat.legal()}
        question = {"view": seat.view().json(), "legal": sorted(legal), "seed": _stirred(seed)}
        answer = self._ask(json.dumps(question, ensure_ascii=False))
        try:
            move = json.loads(answer)["move"]
        except (ValueError, KeyError, TypeError, RecursionError):
            raise BotFailed(
                f'{self.name}: expected a line like {{"move": "..."}}; got {answer.strip()!r:.80}'
            ) from None
        if not isinstance(move, str) or move not in legal:
            raise BotFailed(f"{self.name}: may {', '.join(sorted(legal))}; got {move!r:.80}")
        return legal[move]

    def _ask(self, question: str) -> str:
        """Its answer. A program that gives none is let go."""
        assert self._process.stdin is not None
        late = False
        try:
            self._process.stdin.write(question + "\n")
            self._process.stdin.flush()
            if answer := self._lines.get(timeout=self._seconds):
                return answer
        except queue.Empty:
            late = True
        except OSError:  # it no longer reads
            pass
        why = f"no answer within {self._seconds:g} seconds" if late else self._ended()
        self.close()
        raise BotFailed(f"{self.name}: {why}")

    def _ended(self) -> str:
        try:
            return f"ended with exit code {self._process.wait(PATIENCE)} instead of answering"
        except subprocess.TimeoutExpired:
            return "closed its output instead of answering"

    def close(self) -> None:
        """Let the program go."""
        process = self.__dict__.pop("_process", None)
        if process is None:
            return
        process.kill()
        process.wait()
        self._listener.join()
        process.stdout.close()
        with suppress(OSError):  # what it never read
            process.stdin.close()

    __del__ = close


def _stirred(seed: int) -> int:
    """A seed from which nobody finds the way back to the match's own, and so to all cards."""
    return int.from_bytes(blake2b(str(seed).encode(), digest_size=8).digest()) >> (64 - EXACT)
