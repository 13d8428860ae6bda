"""The audit of dependencies: that nobody could be asked is never taken for "nothing is known"."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

import audit

FLAW = {
    "id": 1, "title": "It purrs too loud", "url": "https://cats.test/1", "severity": "low", "vulnerable_versions": "*",
}  # fmt: skip


@pytest.fixture(autouse=True)
def nobodys_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """npm keeps what it was told."""
    monkeypatch.setenv("npm_config_cache", str(tmp_path))


@contextlib.contextmanager
def registry(status: int, answer: bytes) -> Iterator[str]:
    """One that gives this answer to whoever asks for vulnerabilities, and has no packages."""

    class Registry(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(answer)

        def do_GET(self) -> None:
            self.send_error(404)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Registry) as server:
        threading.Thread(target=server.serve_forever).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()


@pytest.mark.parametrize("offline", ["false", "true"])  # offline, npm would find nothing
def test_a_known_vulnerability_is_told(offline: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("npm_config_offline", offline)
    with registry(200, json.dumps({"svelte": [FLAW]}).encode()) as address:
        monkeypatch.setenv("npm_config_registry", address)
        assert audit.locked()[1] == ["svelte *: It purrs too loud, https://cats.test/1"]


def test_where_none_is_known_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    with registry(200, b"{}") as address:
        monkeypatch.setenv("npm_config_registry", address)
        audited, flaws = audit.locked()
    assert audited > 10
    assert flaws == []


def test_who_cannot_be_asked_is_no_good_news(monkeypatch: pytest.MonkeyPatch) -> None:
    for status, answer, why in ((405, b"", "405 Method Not Allowed"), (200, b"<html>", "invalid json")):
        with registry(status, answer) as address:
            monkeypatch.setenv("npm_config_registry", address)
            with pytest.raises(audit.NotAudited, match=why):
                audit.locked()
    with pytest.raises(audit.NotAudited, match="ECONNREFUSED"):  # it is closed now
        audit.locked()


def test_whether_it_matters_that_nobody_could_be_asked_is_ones_own_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> tuple[int, list[str]]:
        raise audit.NotAudited("nobody answers")

    monkeypatch.setattr(audit, "installed", nobody)
    monkeypatch.setattr(audit, "locked", lambda: (20, []))
    monkeypatch.delenv("AUDIT", raising=False)
    assert audit.main() == 0
    monkeypatch.setenv("AUDIT", "strict")
    assert audit.main() == 1
