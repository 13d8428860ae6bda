"""People in a real browser."""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import httpx
from playwright.sync_api import Browser, BrowserContext, Error, Page, Route, expect, sync_playwright

from cases import SHORT
from servers import PATIENCE, Server, bearer

DESKTOP, PHONE = (1280, 800), (360, 740)
LANGUAGES = ("en", "ja", "zh")
SOON = 240_000  # milliseconds: the first to come may have to wait for the compiler, beside other tests


expect.set_options(timeout=SOON)


def chromium() -> str:
    """./test installs one if there is none."""
    names = (os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome")
    found = next((path for name in names if name and (path := shutil.which(name))), None)
    assert found, "the browser tests need Chromium; ./test installs it"
    return found


@contextlib.contextmanager
def browsing() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield browser
        browser.close()


class Person:
    """A browser of one's own, with its memory. Whatever it complains about is kept."""

    def __init__(self, browser: Browser, server: Server, name: str, size: tuple[int, int] = DESKTOP) -> None:
        self.server, self.name = server, name
        self.complaints: list[str] = []
        self.received: list[str] = []
        self.context: BrowserContext = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, has_touch=size == PHONE
        )
        self.context.set_default_timeout(SOON)
        self.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.url)
        # What happens is shown without waiting, as people may set it on the home page.
        remembered = {"language": "en", "pace": '"none"', "name": f'"{name}"'}
        for key, value in remembered.items():
            self.context.add_init_script(f"localStorage['tabbytop.{key}'] ??= {json.dumps(value)}")
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda asked: asked.accept())
        self.page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        self.page.on("websocket", lambda socket: socket.on("framereceived", self._receive))

    def _receive(self, frame: str | bytes) -> None:
        self.received.append(frame if isinstance(frame, str) else frame.decode())

    def go(self, path: str = "/") -> None:
        self.page.goto(f"{self.server.url}{path}")

    def asked(self) -> bool:
        """Wait until there is something to decide; False if the match is over."""
        self.page.wait_for_selector(".page[data-asked=true], [data-end]")
        return not self.over()

    def decide(self, choose: random.Random) -> None:
        """Click until a move is made."""
        for _ in range(20):
            ways = self.page.locator("[data-move]:visible:enabled, [data-step]:visible:enabled").all()
            assert ways, "it is my turn, and there is nothing to click"
            way = choose.choice(ways)
            final = way.get_attribute("data-move") is not None
            way.click()
            if final:
                return
        raise AssertionError("twenty clicks, and no move")

    def play(self, choose: random.Random, moves: int = 1000) -> None:
        """Click through the match, or so many moves of it."""
        for _ in range(moves):
            if not self.asked():
                return
            self.decide(choose)

    def over(self) -> bool:
        return self.page.query_selector("[data-end]") is not None

    def decide_if_asked(self, choose: random.Random) -> None:
        if self.page.get_attribute(".page", "data-asked") == "true":
            self.decide(choose)

    def fits(self) -> bool:
        """Whether nothing sticks out at the side."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"))

    def sees(self) -> str:
        """What is before this person, for whoever asks what went wrong."""
        with contextlib.suppress(Error):
            text = self.page.inner_text("body", timeout=5000)[:2000]
            return f"{self.name} is at {self.page.url} and reads: {text}\n{self.complaints}"
        return f"{self.name} sees nothing. {self.complaints}"

    def leave(self) -> None:
        self.context.close()
        assert self.complaints == [], self.complaints


@contextlib.contextmanager
def person(browser: Browser, server: Server, name: str = "Mia", size: tuple[int, int] = DESKTOP) -> Iterator[Person]:
    someone = Person(browser, server, name, size)
    try:
        yield someone
    except BaseException as error:
        error.add_note(someone.sees())
        someone.context.close()
        raise
    someone.leave()


# In their order: the last one cannot be undone, so that the page is of no more use.
TROUBLES = ("nowhere", "noTable", "lostSeat", "noReplay", "tooOften", "broken", "unreachable", "offline", "crowded")


def troubled(page: Page, url: str, table: str) -> Iterator[str]:
    """Leads to the page of each trouble, and says which it is. With whatever table there is."""

    def shows(trouble: str, path: str) -> str:
        page.goto(f"{url}{path}")
        page.wait_for_selector(f"[data-trouble={trouble}]")
        return trouble

    yield shows("nowhere", "/nowhere/at/all")
    yield shows("noTable", "/t/nowhere12345")
    yield shows("lostSeat", f"/t/{table}#somebodyelses")
    answers: dict[str, Callable[[Route], None]] = {
        "noReplay": lambda route: route.fulfill(status=409, json={"detail": "not over", "code": "not_over"}),
        "tooOften": lambda route: route.fulfill(status=429, json={"detail": "wait a moment", "code": "too_often"}),
        "broken": lambda route: route.fulfill(status=500),
        "unreachable": lambda route: route.abort(),
    }
    for trouble, answer in answers.items():
        page.route("**/replay?**", answer)
        yield shows(trouble, f"/replay/{table}")
        page.unroute_all()
    page.goto(f"{url}/offline.html")
    yield "offline"
    page.route_web_socket(re.compile("/socket$"), lambda socket: socket.close(code=4429))
    yield shows("crowded", f"/t/{table}")


class Desk:
    """Tables opened behind the page's back, to begin in the middle of things."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")

    def open(self, game: str, players: int, people: Sequence[str], **asked: object) -> tuple[dict[str, Any], list[str]]:
        """A begun match with people on the first seats, kittens on the others."""
        bots = [None] * len(people) + ["kitten"] * (players - len(people))
        asked = {"game": game, "players": players, "options": SHORT.get(game, {}), "bots": bots, **asked}
        opened = self.post("tables", {"listed": False, "gone": None, "seed": 2} | asked)
        tokens = [self.do(opened["table"], None, type="sit", name=name)["token"] for name in people]
        self.do(opened["table"], opened["host"], type="start")
        return opened, tokens

    def do(self, table: str, token: str | None, **command: object) -> dict[str, Any]:
        return self.post(f"tables/{table}/commands", command, token)

    def look(self, table: str, token: str | None = None) -> dict[str, Any]:
        return self.get(f"tables/{table}", token)

    def get(self, path: str, token: str | None = None) -> dict[str, Any]:
        return self._said(httpx.get(f"{self.url}/api/{path}", headers=bearer(token), timeout=PATIENCE))

    def post(self, path: str, body: object, token: str | None = None) -> dict[str, Any]:
        return self._said(httpx.post(f"{self.url}/api/{path}", json=body, headers=bearer(token), timeout=PATIENCE))

    @staticmethod
    def _said(reply: httpx.Response) -> dict[str, Any]:
        assert reply.is_success, reply.text
        return dict(reply.json())


def begun(server: Server, game: str, **asked: object) -> tuple[str, str]:
    """The address of a begun match for one person, and the table."""
    opened, tokens = Desk(server.url).open(game, 3, ["Mia"], **asked)
    return f"/t/{opened['table']}#{tokens[0]}", opened["table"]


def ended(server: Server, game: str) -> tuple[str, str]:
    """The address of a match that is over for who has played it, and the table."""
    address, table = begun(server, game)
    advance(server, address, lambda update: update["lobby"]["state"] == "over")
    return address, table


def finished(server: Server, game: str) -> str:
    """A table whose match is over."""
    return ended(server, game)[1]


def advance(server: Server, address: str, there: Callable[[dict[str, Any]], bool]) -> None:
    """Play on at random, behind the page's back."""
    desk, choose = Desk(server.url), random.Random(1)
    table, token = address.removeprefix("/t/").split("#")
    while not there(update := desk.look(table, token)):
        if update["waiting"]:
            desk.do(table, token, type="move", move=choose.choice(update["legal"]))
