"""boardgame.io's own server, and how a client talks to it."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import platformdirs

if TYPE_CHECKING:
    from server import Chair

SEATS = 4
HERE = Path(__file__).parent


class BoardgameIo:
    """Over socket.io's protocol: a message begins with its type (40 joins, 42 is an event) and its game."""

    def __init__(self, port: int, programs: Path, matches: Path | None) -> None:
        self.name = "boardgame.io, " + ("files" if matches else "memory")
        self.port = port
        self._programs = programs
        self._matches = matches

    def command(self) -> list[str]:
        kept = [str(self._matches)] if self._matches else []
        return ["node", str(self._programs / "server.mjs"), str(self.port), *kept]

    async def ready(self, http: httpx.AsyncClient) -> None:
        await self.open(http, 0)

    async def open(self, http: httpx.AsyncClient, _: int) -> tuple[str, list[str]]:
        opened = (await http.post("/games/cards/create", json={"numPlayers": SEATS})).raise_for_status().json()
        table, secrets = opened["matchID"], []
        for seat in range(SEATS):
            asked = {"playerID": str(seat), "playerName": str(seat)}
            sat = (await http.post(f"/games/cards/{table}/join", json=asked)).raise_for_status().json()
            secrets.append(sat["playerCredentials"])
        return table, secrets

    def path(self, table: str) -> str:
        return "/socket.io/?EIO=4&transport=websocket"

    async def greet(self, chair: Chair) -> None:
        await chair.socket.recv()
        await chair.socket.send("40/cards,")
        await chair.socket.recv()
        await chair.socket.send(self._event("sync", chair.table, str(chair.seat), chair.secret, SEATS))

    async def start(self, http: httpx.AsyncClient, table: str) -> None:
        """A match runs from the moment it is opened."""

    def is_update(self, message: bytes) -> bool:
        return message.startswith((b'42/cards,["update"', b'42/cards,["sync"'))

    def move(self, chair: Chair, move: str) -> str:
        payload = {"type": "play", "args": [move], "playerID": str(chair.seat), "credentials": chair.secret}
        action = {"type": "MAKE_MOVE", "payload": payload}
        return self._event("update", action, chair.number, chair.table, str(chair.seat))

    @staticmethod
    def _event(*said: object) -> str:
        return "42/cards," + json.dumps(said)


def install() -> Path:
    """boardgame.io from npm, in the user's cache; a change of what it is made of is another folder."""
    files = [HERE / "package.json", HERE / "game.mjs", HERE / "server.mjs"]
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]
    folder = Path(platformdirs.user_cache_dir("tabbytop")) / f"boardgame_io-{digest}"
    if not (folder / "node_modules" / "boardgame.io").exists():
        folder.mkdir(parents=True, exist_ok=True)
        for file in files:
            shutil.copy(file, folder)
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent"], cwd=folder, check=True)
    return folder
