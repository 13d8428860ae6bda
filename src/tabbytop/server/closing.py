"""How a socket ends with its server: what was read before is carried out and answered first."""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

ENDING = 1012  # the server is started again: come back
WAIT = 0.5  # seconds for the other side to say that it heard


class Closing(WebSocketsSansIOProtocol):
    """uvicorn would say goodbye at once, and the answer to a command that is being written would never be sent."""

    def shutdown(self) -> None:
        if self.close_sent or not self.handshake_complete:
            super().shutdown()
            return
        self.close_timeout = WAIT
        self.queue.put_nowait({"type": "websocket.disconnect", "code": ENDING})  # behind what was read; app.py closes
