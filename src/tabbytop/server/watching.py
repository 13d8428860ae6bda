"""Watching the server run: counters for Prometheus, and a log of one JSON object a line."""

from __future__ import annotations

import json
import logging
import time

from prometheus_client import Counter, Gauge, Histogram

TABLES = Counter("tabbytop_tables_opened", "Tables opened", ["game"])
ENTRIES = Counter("tabbytop_log_entries", "Entries written to the logs of tables", ["kind"])
CONNECTED = Gauge("tabbytop_connections", "Connections to tables", multiprocess_mode="livesum")
THINKING = Histogram("tabbytop_bot_seconds", "How long bots took for a move, waiting for a process included")
COMMANDS = Histogram("tabbytop_command_seconds", "From a command to its answer", ["command"])
REFUSED = Counter("tabbytop_refused", "What was turned away", ["why"])


class JsonLines(logging.Formatter):
    """No secrets come here: tokens are never in an address, and messages are not logged."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class Quiet(logging.Filter):
    """A client that sends text which is none is cut off, and that is all there is to say.

    Of what goes well uvicorn tells nothing, for it would tell of every socket, with its address. It takes a worker
    process that died for such a thing, too.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        said = record.getMessage()
        if record.name.startswith("uvicorn") and record.levelno < logging.WARNING:
            if not said.startswith("Child process"):
                return False
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        return not said.startswith("Invalid UTF-8 sequence")
