"""Anyone's program as a bot: JSON lines on its standard input and output (docs/bots.md)."""

from __future__ import annotations

import json
import queue
import shlex
import subprocess
import threading
from contextlib import suppress
from functools import cached_property

from tabbytop.bots.seat import Seat
from tabbytop.core.errors import BotFailed

SECONDS = 10.0  # for a move


class Program:
    """A program that is asked line by line. It is started when first asked, and ends with whoever asked it."""

    def __init__(self, command: str, seconds: float = SECONDS) -> None:
        self.name = f"exec:{command}"
        self._command = command
        self._seconds = seconds
        self._lines: queue.Queue[str] = queue.Queue()

    @cached_property
    def _process(self) -> subprocess.Popen[str]:
        try:
            process = subprocess.Popen(
                shlex.split(self._command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except (OSError, ValueError) as error:
            raise BotFailed(f"{self.name}: cannot be started: {error}") from None
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
        question = {"view": seat.view().json(), "legal": sorted(legal), "seed": seed}
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(question, ensure_ascii=False) + "\n")
            self._process.stdin.flush()
            answer = self._lines.get(timeout=self._seconds)
        except queue.Empty:
            self.close()
            raise BotFailed(f"{self.name}: no answer within {self._seconds:g} seconds") from None
        except OSError:
            answer = ""
        if not answer:
            code = self._process.wait(5)
            raise BotFailed(f"{self.name}: ended with exit code {code} instead of answering")
        try:
            move = json.loads(answer)["move"]
        except (ValueError, KeyError, TypeError):
            raise BotFailed(
                f'{self.name}: expected a line like {{"move": "..."}}; got {answer.strip()!r:.80}'
            ) from None
        if not isinstance(move, str) or move not in legal:
            raise BotFailed(f"{self.name}: may {', '.join(sorted(legal))}; got {move!r:.80}")
        return legal[move]

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
