"""The browser table as people use it: a real browser, a real server."""

from __future__ import annotations

import gzip
import json
import random
import re
import struct
import subprocess
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Response, WebSocketRoute, expect

import build_web
from browsers import DESKTOP, PHONE, Desk, Person, person
from servers import PATIENCE, Server, serving
from tabbytop.games import IDS, find

ROOT = Path(__file__).parent.parent
PEOPLE = ("Mia", "Tom", "Ann")
SIZES = {"desktop": DESKTOP, "phone": PHONE}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", IDS)
def test_a_whole_match_by_clicking(game: str, size: str, browser: Browser, server: Server) -> None:
    players = find(game).players[0] if size == "phone" else find(game).players[-1]
    opened, tokens = Desk(server.url).open(game, players, people=PEOPLE[:1])
    with person(browser, server, size=SIZES[size]) as mia:
        mia.go(f"/t/{opened['table']}#{tokens[0]}")
        assert mia.asked()
        assert mia.fits()
        mia.play(random.Random(f"{game} {size}"))
        expect(mia.page.locator("[data-end] h2")).not_to_be_empty()
        assert mia.fits()


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("festival", {"mode": "experienced", "games": 2}),
        ("festival", {"mode": "advanced", "games": 2}),
        ("familiar", {"display": "4-2-0", "leader": "value"}),
        ("ahoy", {"banker": "player"}),
        ("sorting", {"weeks": 1, "declare": True, "bears": True}),
    ],
)
def test_a_whole_match_of_each_variant(game: str, options: dict[str, object], browser: Browser, server: Server) -> None:
    opened, tokens = Desk(server.url).open(game, 3, people=PEOPLE[:1], options=options)
    with person(browser, server, size=PHONE) as mia:
        mia.go(f"/t/{opened['table']}#{tokens[0]}")
        mia.play(random.Random(7))
        expect(mia.page.locator("[data-end] h2")).not_to_be_empty()


def test_play_now_is_one_click(browser: Browser, server: Server) -> None:
    with person(browser, server) as mia:
        mia.go()
        mia.page.click("[data-game=ahoy] .button.main")
        assert mia.asked()
        mia.decide(random.Random(1))


def test_who_has_read_the_rules_plays_at_once(browser: Browser, server: Server) -> None:
    with person(browser, server) as mia:
        mia.go("/rules/ahoy")
        mia.page.get_by_role("button", name="Play now").last.click()
        assert mia.asked()


def open_by_dialog(host: Person, game: str, people: int) -> str:
    """A table opened on the home page, with so many people and bots on the other seats; its address."""
    host.go()
    host.page.click(f"[data-game={game}] .button:not(.main)")
    for seat in range(1, people):
        host.page.locator("dialog fieldset").first.locator("select").nth(seat - 1).select_option("person")
    host.page.click("dialog .button.main")
    host.page.wait_for_selector(".lobby")
    return host.page.url.removeprefix(host.server.url)


def play_together(mia: Person, tom: Person, choose: random.Random) -> None:
    """To the end."""
    until = time.monotonic() + PATIENCE
    while not (mia.over() and tom.over()):
        assert time.monotonic() < until
        for someone in (mia, tom):
            someone.decide_if_asked(choose)
            someone.page.wait_for_timeout(20)


def test_two_people_open_join_talk_play_and_meet_again(browser: Browser, server: Server) -> None:
    with person(browser, server, "Mia") as mia, person(browser, server, "Tom", PHONE) as tom:
        table = open_by_dialog(mia, "ahoy", people=2)
        tom.go(table)
        tom.page.locator(".lobby li .button.main").first.click()
        expect(mia.page.locator(".lobby")).to_contain_text("Tom")
        mia.page.click(".lobby .start")
        choose = random.Random(3)
        assert mia.asked()
        assert tom.asked()
        mia.page.fill("aside input", "<b>Ahoy</b>, {Tom}!")
        mia.page.click("aside form button")
        expect(tom.page.locator("aside .lines")).to_contain_text("Mia: <b>Ahoy</b>, {Tom}!")
        play_together(mia, tom, choose)
        mia.page.click("[data-end] .button.main")
        mia.page.wait_for_selector(".lobby")
        tom.page.click("[data-end] a.button.main")
        tom.page.wait_for_selector(".lobby")
        assert mia.page.url == tom.page.url != f"{server.url}{table}"
        tom.page.locator(".lobby li .button.main").first.click()
        expect(mia.page.locator(".lobby")).to_contain_text("Tom")


def test_a_choice_made_at_once_is_hidden_until_all_have_chosen(browser: Browser, server: Server) -> None:
    desk = Desk(server.url)
    opened, tokens = desk.open("ahoy", 3, people=PEOPLE)
    with person(browser, server, "Mia") as mia, person(browser, server, "Tom") as tom:
        for number, someone in enumerate((mia, tom)):
            someone.go(f"/t/{opened['table']}#{tokens[number]}")
            assert someone.asked()
        heard, seen, log = len(tom.received), tom.page.inner_text("main"), lines(tom)
        mia.page.locator("[data-move^=fish]:visible").first.click()
        mia.page.wait_for_selector("[data-move][aria-pressed=true]")
        tom.page.get_by_role("button", name="Hello!").click()  # the answer to it is all that he hears
        expect(tom.page.locator("aside")).to_contain_text("Tom: Hello!")
        assert tom.page.inner_text("main") == seen
        assert lines(tom) == [*log, "Tom: Hello!"]
        assert not any("fish" in item["text"] or item["seat"] == 0 for item in news(tom.received[heard:]))
        tom.page.locator("[data-move^=fish]:visible").first.click()
        tom.page.wait_for_selector("[data-move][aria-pressed=true]")
        assert news(tom.received[heard:]) == []
        desk.do(opened["table"], tokens[2], type="move", move=desk.look(opened["table"], tokens[2])["legal"][0])
        expect(tom.page.locator("aside")).to_contain_text("Mia points")
        assert any("fish" in item["text"] and item["seat"] == 0 for item in news(tom.received[heard:]))


def lines(someone: Person) -> list[str]:
    """Of the log."""
    return [line for line in someone.page.inner_text("aside .lines").split("\n") if line]


def news(received: list[str]) -> list[dict[str, Any]]:
    return [item for message in map(json.loads, received) for item in message.get("news", ()) if item["kind"] == "told"]


def test_a_choice_face_down_may_be_taken_back(browser: Browser, server: Server) -> None:
    opened, tokens = Desk(server.url).open("festival", 3, people=PEOPLE[:2])
    with person(browser, server) as mia:
        mia.go(f"/t/{opened['table']}#{tokens[0]}")
        assert mia.asked()
        mia.decide(random.Random(1))
        mia.page.wait_for_selector("[data-move][aria-pressed=true]")
        mia.page.get_by_role("button", name="Take it back").click()
        assert mia.asked()
        expect(mia.page.locator("[data-move][aria-pressed=true]")).to_have_count(0)


def test_a_reload_in_mid_match_changes_nothing(browser: Browser, server: Server) -> None:
    opened, tokens = Desk(server.url).open("catsle", 3, people=PEOPLE[:1])
    with person(browser, server) as mia:
        mia.go(f"/t/{opened['table']}#{tokens[0]}")
        mia.play(random.Random(4), moves=5)
        assert mia.asked()
        before = [mia.page.inner_text(part) for part in (".others", ".middle", ".own")]
        assert "#" not in mia.page.url  # the key is remembered, not shown
        mia.page.reload()
        assert mia.asked()
        assert [mia.page.inner_text(part) for part in (".others", ".middle", ".own")] == before
        mia.play(random.Random(4), moves=2)


def test_the_host_changes_who_sits_where_before_the_start(browser: Browser, server: Server) -> None:
    with person(browser, server, "Mia") as mia, person(browser, server, "Tom") as tom:
        tom.go(open_by_dialog(mia, "catsle", people=2))
        tom.page.locator(".lobby li .button.main").first.click()
        seat = mia.page.locator(".lobby li").nth(1)
        expect(seat).to_contain_text("Tom")
        seat.locator("select").select_option("tiger")
        expect(seat).to_contain_text("half asleep")
        expect(tom.page.locator(".lobby li .mine")).to_have_count(0)
        seat.locator("select").select_option("")
        tom.page.reload()  # his old key opens nothing any more, and he may sit down again
        tom.page.locator(".lobby li .button.main").first.click()
        expect(seat).to_contain_text("Tom")


def test_who_leaves_is_played_by_a_bot_and_comes_back(browser: Browser, server: Server) -> None:
    desk = Desk(server.url)
    opened, tokens = desk.open("sorting", 3, people=PEOPLE[:2])
    with person(browser, server, "Mia") as mia, person(browser, server, "Tom") as tom:
        mia.go(f"/t/{opened['table']}#{tokens[0]}")
        tom.go(f"/t/{opened['table']}#{tokens[1]}")
        mia.page.wait_for_selector(".table")
        mia.page.get_by_role("button", name="Leave the table").click()
        mia.page.wait_for_selector("[data-game=festival]")
        tom.page.wait_for_selector(".seat small")
        tom.play(random.Random(5), moves=3)  # her bot plays with him
        assert desk.look(opened["table"])["lobby"]["seats"][0]["away"]
        mia.page.locator(".mine a", has_text="Is This a Cat").first.click()
        expect(tom.page.locator(".seat small")).to_have_count(0)
        choose = random.Random(6)
        play_together(mia, tom, choose)


def test_a_spectator_sees_the_table_and_no_hand(browser: Browser, server: Server) -> None:
    opened, tokens = Desk(server.url).open("catsle", 4, people=PEOPLE[:1])
    with person(browser, server, "Mia") as mia, person(browser, server, "Eve") as eve:
        mia.go(f"/t/{opened['table']}#{tokens[0]}")
        eve.go(f"/t/{opened['table']}")
        assert mia.asked()
        eve.page.wait_for_selector(".table")
        assert eve.page.locator("[data-move]").count() == 0
        assert eve.page.locator(".hand").count() == 0
        expect(eve.page.get_by_role("link", name="Rules")).to_have_attribute("href", "/rules/catsle")
        mia.decide(random.Random(1))
        expect(eve.page.locator("aside .lines")).to_contain_text("Mia plays")


def test_a_server_that_was_killed_is_found_again_without_a_reload(browser: Browser, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/tables.sqlite"
    with serving(database) as first:
        opened, tokens = Desk(first.url).open("catsle", 3, people=PEOPLE[:1])
        mia = Person(browser, first, "Mia")
        mia.go(f"/t/{opened['table']}#{tokens[0]}")
        assert mia.asked()
        port = first.port
    mia.page.wait_for_selector(".offline")
    mia.decide(random.Random(1))  # made while nobody hears it
    with serving(database, "--port", str(port)):
        expect(mia.page.locator(".offline")).to_have_count(0)
        expect(mia.page.locator("aside .lines")).to_contain_text("Mia plays")
        mia.play(random.Random(2), moves=3)
        mia.context.close()
    # That a socket could not be opened is the browser's complaint, not the page's.
    assert [text for text in mia.complaints if "ERR_" not in text and "WebSocket" not in text] == []


@pytest.mark.parametrize("what", ["move", "say"])
def test_what_was_done_and_never_answered_is_not_done_twice(what: str, browser: Browser, server: Server) -> None:
    desk = Desk(server.url)
    opened, tokens = desk.open("catsle", 3, people=PEOPLE[:1])
    with person(browser, server) as mia:
        swallowed = swallow_one_answer(mia, what)
        mia.go(f"/t/{opened['table']}#{tokens[0]}")
        assert mia.asked()
        if what == "say":
            mia.page.fill("aside input", "once")
            mia.page.click("aside form button")
            expect(mia.page.locator("aside .said")).to_have_count(1)
        else:
            mia.decide(random.Random(1))
        mia.play(random.Random(2), moves=2)
        assert swallowed
        assert mia.page.locator("[role=alert]").count() == 0
        update = desk.look(opened["table"], tokens[0])
        assert sum(item["kind"] == "said" for item in update["news"]) == (what == "say")


def test_O3_1_a_card_that_was_passed_and_never_answered_is_not_passed_twice(browser: Browser, server: Server) -> None:
    desk = Desk(server.url)
    opened, tokens = desk.open("familiar", 3, people=PEOPLE[:1], seed=1)  # Mia leads
    desk.do(opened["table"], tokens[0], type="move", move="exchange")
    with person(browser, server) as mia:
        swallowed = swallow_one_answer(mia, "move")
        mia.go(f"/t/{opened['table']}#{tokens[0]}")
        mia.play(random.Random(1), moves=2)
        assert swallowed
        assert mia.page.locator("[role=alert]").count() == 0
        passed = [item for item in desk.look(opened["table"], tokens[0])["news"] if item["text"].startswith("pass ")]
        assert sum(item["seat"] == 0 for item in passed) == 1


def test_who_has_a_day_for_a_move_need_not_keep_the_page_open(browser: Browser, server: Server) -> None:
    with person(browser, server) as mia:
        mia.go()
        mia.page.click("[data-game=catsle] .button:not(.main)")
        mia.page.get_by_label("Clock").select_option("86400")
        with mia.page.expect_request("**/api/tables") as asked:
            mia.page.click("dialog .button.main")
        sent = json.loads(asked.value.post_data or "")
        assert (sent["clock"], sent["gone"]) == (86400, None)
        mia.page.wait_for_selector(".page[data-state]")


def test_a_rematch_that_is_refused_says_why(browser: Browser, server: Server) -> None:
    desk = Desk(server.url)
    opened, tokens = desk.open("ahoy", 3, people=PEOPLE[:1])
    with person(browser, server, size=PHONE) as mia:
        mia.go(f"/t/{opened['table']}#{tokens[0]}")
        mia.play(random.Random(1))
        no = {"detail": "not now", "code": "too_often"}
        mia.page.route("**/commands", lambda route: route.fulfill(status=429, json=no))
        mia.page.click("[data-end] .button.main")
        expect(mia.page.locator("[data-end] [role=alert]")).to_be_visible()
        mia.complaints = [text for text in mia.complaints if "429" not in text]


def test_who_has_not_begun_is_not_offered_a_bot_in_their_place(browser: Browser, server: Server) -> None:
    with person(browser, server) as mia:
        open_by_dialog(mia, "ahoy", people=2)
        mia.page.wait_for_selector(".lobby")
        assert mia.page.get_by_role("button", name="Leave the table").count() == 0


def swallow_one_answer(mia: Person, what: str) -> list[str]:
    """The network takes a command, but not its answer, and fails. What was lost is in the list."""
    swallowed: list[str] = []

    def between(page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        asked: list[str] = []
        page.on_message(lambda text: (asked.append(str(text)), server.send(text)))  # type: ignore[func-returns-value]

        def back(text: str | bytes) -> None:
            if not swallowed and '"type":"answer"' in str(text) and any(f'"type":"{what}"' in each for each in asked):
                swallowed.append(str(text))
                page.close(code=3001)
            elif not (swallowed and page_is_cut(asked, what)):
                page.send(text)

        server.on_message(back)

    mia.page.route_web_socket(re.compile("/socket$"), between)
    return swallowed


def page_is_cut(asked: list[str], what: str) -> bool:
    return any(f'"type":"{what}"' in each for each in asked[1:])


def test_a_table_that_is_not_there_is_said(browser: Browser, server: Server) -> None:
    with person(browser, server) as mia:
        mia.go("/t/nowhere12345")
        expect(mia.page.locator("main")).to_contain_text("There is no such table here.")


def test_the_record_can_be_downloaded_as_it_is_with_every_digit_of_its_seed(browser: Browser, server: Server) -> None:
    opened, tokens = Desk(server.url).open("ahoy", 2, people=PEOPLE[:1], seed=2**64 - 59)
    with person(browser, server) as mia:
        mia.go(f"/t/{opened['table']}#{tokens[0]}")
        mia.play(random.Random(8))
        with mia.page.expect_download() as download:
            mia.page.get_by_role("button", name="Download the record").click()
        told = httpx.get(f"{server.url}/api/tables/{opened['table']}/record", timeout=PATIENCE)
        assert download.value.path().read_bytes() == told.content
        assert told.json()["seed"] == 2**64 - 59


def test_the_first_page_is_small_with_all_that_it_fetches(browser: Browser, server: Server) -> None:
    with person(browser, server) as mia:
        answers: list[Response] = []

        def hear(answer: Response) -> None:
            answers.append(answer)

        mia.page.on("response", hear)
        mia.go()
        mia.page.wait_for_load_state("networkidle")
        parts = {each.url: each.body() for each in answers if each.request.resource_type in ("script", "stylesheet")}
        assert any("/Table-" in url for url in parts)
        assert sum(len(gzip.compress(body)) for body in parts.values()) < 150_000


def test_the_page_can_be_installed_as_an_app(browser: Browser, server: Server) -> None:
    with person(browser, server) as mia:
        mia.go()
        told = mia.context.new_cdp_session(mia.page).send("Page.getAppManifest")
        assert told["errors"] == []
        icons = json.loads(told["data"])["icons"]
        assert {icon["purpose"] for icon in icons} == {"any", "maskable"}
        apple = mia.page.locator("link[rel=apple-touch-icon]").get_attribute("href")
        drawn = [icon for icon in icons if icon["type"] == "image/png"] + [{"src": apple, "sizes": "180x180"}]
        assert {icon["sizes"] for icon in drawn} == {"180x180", "192x192", "512x512"}
        for icon in drawn:
            answer = httpx.get(f"{server.url}{icon['src']}", timeout=PATIENCE)
            assert answer.headers["content-type"] == "image/png"
            wide, high = struct.unpack(">II", answer.content[16:24])
            assert icon["sizes"] == f"{wide}x{high}"


KEPT = "async () => (await (await caches.match('/offline.html'))?.text())?.includes('cannot be reached')"
OLD = "async () => (await caches.open('tabbytop')).put('/offline.html', new Response('an old page'))"


def test_without_the_network_a_page_says_so_as_it_was_last_written(browser: Browser, server: Server) -> None:
    with person(browser, server) as mia:
        mia.go()
        mia.page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
        mia.page.wait_for_function(KEPT)
        mia.page.evaluate(OLD)
        mia.page.reload()
        mia.page.wait_for_function(KEPT)
        mia.context.set_offline(True)
        mia.page.reload()
        expect(mia.page.locator("body")).to_contain_text("The table cannot be reached just now")
        mia.context.set_offline(False)
        mia.page.get_by_role("link", name="Try again").click()
        mia.page.wait_for_selector("[data-game=catsle]")
        mia.complaints = [text for text in mia.complaints if "ERR_INTERNET_DISCONNECTED" not in text]


def test_the_types_of_the_page_are_those_of_the_server() -> None:
    kept = ROOT / "web" / "src" / "lib" / "api.d.ts"
    print_types = ["npm", "run", "--silent", "types:print"]
    made = subprocess.run(print_types, cwd=ROOT / "web", env=build_web.packages(), capture_output=True, check=True)
    assert made.stdout.decode() == kept.read_text(encoding="utf-8"), "run `npm run types` in web/"
