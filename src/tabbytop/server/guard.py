"""What every request has to pass: its size, how often they come, where they come from; and what every answer says."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import FileResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tabbytop.server.errors import problem
from tabbytop.server.pages import folder
from tabbytop.server.watching import REFUSED

BODY = 64 * 1024  # a table with components of one's own is the longest request
ADDRESSES = 10_000  # remembered at most

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


@dataclass(slots=True)
class Bucket:
    """So many at once, and so many a second from then on."""

    rate: float
    size: float
    left: float
    at: float

    @classmethod
    def full(cls, rate: float, size: float, now: float) -> Bucket:
        return cls(rate, size, size, now)

    def take(self, now: float) -> bool:
        self.left = min(self.size, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Limits:
    """A bucket for each address."""

    def __init__(self, rate: float, size: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._size, self._clock = rate, size, clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def allow(self, address: str) -> bool:
        now = self._clock()
        bucket = self._buckets.setdefault(address, Bucket.full(self._rate, self._size, now))
        self._buckets.move_to_end(address)
        if len(self._buckets) > ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket.take(now)


def address_of(scope: Scope) -> str:
    """Whose limits count. Of IPv6, whoever has one address has 2**64 of them."""
    client = scope.get("client")
    return _shared(str(client[0])) if client else "?"


@lru_cache(1000)
def _shared(address: str) -> str:
    try:
        ip = ip_address(address)
    except ValueError:  # no network address: a socket of this machine, or what a proxy said
        return address
    if isinstance(ip, IPv6Address):
        return str(ip.ipv4_mapped or ip_network((int(ip) >> 64 << 64, 64)))
    return address


def networks(texts: str) -> list[IPv4Network | IPv6Network]:
    """Addresses and networks, with commas between."""
    return [ip_network(text.strip()) for text in texts.split(",") if text.strip()]


def may_watch(scope: Scope, allowed: Iterable[IPv4Network | IPv6Network]) -> bool:
    """Whether somebody may see the figures, which tell how often which command comes: this machine, and who is allowed.

    Not what a proxy passes on, whether its word on addresses is believed or not.
    """
    client = scope.get("client")
    if not client or "x-forwarded-for" in Headers(scope=scope):
        return False
    try:
        ip = ip_address(str(client[0]))
    except ValueError:
        return False
    if isinstance(ip, IPv6Address) and ip.ipv4_mapped:
        ip = ip.ipv4_mapped
    return ip.is_loopback or any(ip in network for network in allowed)


def same_origin(scope: Scope) -> bool:
    """A browser says which page asks; only pages of this very server may. Programs that are no browsers say nothing."""
    headers = Headers(scope=scope)
    origin = headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == headers.get("host")
    except ValueError:  # no address at all
        return False


class Guard:
    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app = app
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        refusal = self._refusal(scope)
        if refusal is not None:
            await refusal(scope, receive, answer)
            return
        await self._app(scope, _limited(receive), answer)

    def _refusal(self, scope: Scope) -> Response | None:
        if not self._limits.allow(address_of(scope)):
            REFUSED.labels("rate").inc()
            return _too_often(scope)
        if scope["method"] not in ("GET", "HEAD") and not same_origin(scope):
            REFUSED.labels("origin").inc()
            return problem("strange_page", "only pages of this server may ask for that", 403)
        length = Headers(scope=scope).get("content-length", "0")
        if not length.isdecimal() or int(length) > BODY:
            REFUSED.labels("size").inc()
            return problem("too_long", f"a request is at most {BODY} bytes long", 413)
        return None


def _too_often(scope: Scope) -> Response:
    """Who opens a page gets one that needs nothing else from here."""
    page, wait = folder() / "offline.html", {"retry-after": "1"}
    if "text/html" in Headers(scope=scope).get("accept", "") and page.exists():
        return FileResponse(page, 429, wait)
    return problem("too_often", "too many requests; wait a moment", 429, wait)


def _limited(receive: Receive) -> Receive:
    """A body that does not say how long it is ends where it would be too long: no JSON, so it is refused."""
    left = BODY

    async def limited() -> Message:
        nonlocal left
        message = await receive()
        if message["type"] == "http.request":
            left -= len(message.get("body", b""))
            if left < 0:
                return {"type": "http.request", "body": b"", "more_body": False}
        return message

    return limited
