"""The browser table for every kind of person: learners, three languages, keyboards, screen readers, replays."""

from __future__ import annotations

import base64
import json
import random
import re
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, WebSocketRoute, expect

from browsers import DESKTOP, PHONE, Desk, Person, browsing, person, troubled
from servers import Server, serving
from tabbytop.games import IDS
from tabbytop.play.record import from_record

pytestmark = pytest.mark.xdist_group("people")  # one worker: one browser, one server

AXE = (Path(__file__).parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
LANGUAGES = {"en": "Log and chat", "ja": "記録とチャット", "zh": "紀錄與聊天"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('people')}/tables.sqlite") as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as running:
        yield running


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


@pytest.mark.parametrize("game", IDS)
def test_a_guided_first_match_explains_each_thing_once(game: str, browser: Browser, server: Server) -> None:
    with person(browser, server, size=PHONE) as mia:
        mia.go()
        mia.page.click(f"[data-game={game}] [data-learn]")
        choose, heard = random.Random(game), []
        while mia.asked():
            while (lesson := mia.page.query_selector(".lesson")) is not None:
                heard.append(lesson.inner_text())
                mia.page.click("[data-lesson]")
            mia.decide(choose)
        assert len(heard) >= 4  # a deal of festival may end early
        assert len(set(heard)) == len(heard)


# Whether each of my cards or tiles lies wholly between the header and the lower edge, with nothing on top of it.
IN_SIGHT = """() => {
  const mine = [...document.querySelectorAll(".own .hand .card, .own .crate [data-piece], .own .tile")];
  const top = document.querySelector("main").getBoundingClientRect().top;
  const seen = one => {
    const { x, y, width, height, bottom } = one.getBoundingClientRect();
    return y >= top && bottom <= innerHeight && one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  return mine.length > 0 && mine.every(seen);
}"""
LAPTOP, SIDEWAYS = (1366, 650), (740, 360)


@pytest.mark.parametrize("size", [DESKTOP, LAPTOP, PHONE, SIDEWAYS], ids=["desktop", "laptop", "phone", "sideways"])
@pytest.mark.parametrize("game", IDS)
def test_my_own_cards_are_in_sight_whatever_is_explained(
    game: str, size: tuple[int, int], browser: Browser, server: Server
) -> None:
    with person(browser, server, size=size) as mia:
        address, table = begun(server, game)
        mia.page.add_init_script(f"localStorage['tabbytop.guide'] ??= JSON.stringify({{ '{table}': [] }})")
        mia.go(address)
        assert mia.asked()
        lessons, note = mia.page.locator(".lesson"), mia.page.locator(".note")
        while lessons.count() > 0:
            assert mia.page.evaluate(IN_SIGHT), note.inner_text()
            mia.page.click("[data-lesson]")
        mia.page.keyboard.press("h")
        expect(note).to_contain_text("A tiger would")
        assert mia.page.evaluate(IN_SIGHT)
        assert mia.fits()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_what_may_be_pressed_is_not_covered_by_a_lesson_that_was_left_open(
    size: tuple[int, int], browser: Browser, server: Server
) -> None:
    with person(browser, server, size=size) as mia:
        address, table = begun(server, "sorting", seed=1)  # Mia leads
        mia.page.add_init_script(f"localStorage['tabbytop.guide'] ??= JSON.stringify({{ '{table}': [] }})")
        mia.go(address)
        assert mia.asked()
        expect(mia.page.locator(".lesson")).to_have_count(1)
        mia.page.locator(".own .playable").first.click()
        mia.page.locator(".middle button[data-move]").first.click()  # fails if something else would take the click
        expect(mia.page.locator(".middle button[data-move]")).to_have_count(0)


def test_what_a_lesson_left_open_speaks_of_is_marked_where_it_is_now(browser: Browser, server: Server) -> None:
    with person(browser, server) as mia:
        address, table = begun(server, "festival", seed=1)
        mia.page.add_init_script(f"localStorage['tabbytop.guide'] ??= JSON.stringify({{ '{table}': ['aim'] }})")
        mia.go()
        mia.page.evaluate("localStorage['tabbytop.pace'] = '\"quick\"'")
        mia.go(address)
        lantern, marked, where = ".lantern.open", mia.page.locator(".explained"), set()
        for _ in range(4):
            assert mia.asked()
            expect(mia.page.locator(".lesson")).to_contain_text("close their seasons")
            expect(mia.page.locator(f"{lantern} >> nth=0")).to_have_class(re.compile("explained"))
            expect(marked).to_have_count(1)
            where.add(marked.evaluate("lamp => [...lamp.parentElement.children].indexOf(lamp)"))
            mia.decide(random.Random(1))
        assert len(where) > 1, "the seasons stayed as they were"


def test_a_hint_tells_of_other_moves_if_asked(browser: Browser, server: Server) -> None:
    with person(browser, server, size=PHONE) as mia:
        mia.go(begun(server, "festival", seed=1)[0])
        assert mia.asked()
        mia.page.keyboard.press("h")
        note = mia.page.locator(".note")
        expect(note).to_contain_text("A tiger would")
        expect(note).not_to_contain_text("Instead: ")
        mia.page.get_by_role("button", name="Other moves").click()
        expect(note).to_contain_text("Instead: ")
        assert mia.page.evaluate(IN_SIGHT)


def test_a_note_takes_the_place_of_the_one_before(browser: Browser, server: Server) -> None:
    with person(browser, server) as mia:
        address, _ = begun(server, "catsle", seed=3)
        mia.go(address)
        choose = random.Random(1)
        while mia.asked() and mia.page.locator(".hand .card.dim").count() == 0:
            mia.decide(choose)
        note, why = mia.page.locator(".note"), mia.page.locator(".hand .card.dim").first
        for _ in range(2):
            mia.page.keyboard.press("h")
            expect(note).to_contain_text("A tiger would")
            why.click(force=True)
            expect(note).not_to_contain_text("A tiger would")
            expect(note).to_have_count(1)


def test_the_log_follows_the_match_unless_somebody_reads_further_up(browser: Browser, server: Server) -> None:
    desk = Desk(server.url)
    opened, (token,) = desk.open("catsle", 3, ["Mia"])

    def say(*words: str) -> None:
        for text in words:
            desk.do(opened["table"], token, type="say", text=text)

    with person(browser, server) as mia:
        mia.go(f"/t/{opened['table']}")
        log = mia.page.locator("aside [role=log]")
        last = log.locator("p").last
        expect(log).to_contain_text("plays")
        for long in ("first", "second"):
            say(f"{long} {'meow ' * 75}")  # far more than one line at once
            expect(last).to_contain_text(f"{long} meow")
            expect(last).to_be_in_viewport(ratio=0.5)
        mia.page.click("aside summary")  # the settings leave less room for it
        expect(last).to_be_in_viewport(ratio=0.5)
        mia.page.click("aside summary")
        log.evaluate("log => log.scrollTo(0, 0)")
        expect(log.locator("p").first).to_be_in_viewport()
        say("third " + "meow " * 75)
        expect(last).to_contain_text("third meow")
        expect(log.locator("p").first).to_be_in_viewport()
        expect(last).not_to_be_in_viewport()
        log.evaluate("log => log.scrollTo(0, log.scrollHeight)")
        say("fourth " + "meow " * 75)
        expect(last).to_contain_text("fourth meow")
        expect(last).to_be_in_viewport(ratio=0.5)


def test_lessons_can_be_left_at_any_time(browser: Browser, server: Server) -> None:
    with person(browser, server) as mia:
        mia.go()
        mia.page.click("[data-game=ahoy] [data-learn]")
        assert mia.asked()
        mia.page.get_by_role("button", name="No more lessons").click()
        mia.play(random.Random(1), moves=3)
        assert mia.page.locator(".lesson").count() == 0


def test_a_card_that_may_not_be_played_says_why(browser: Browser, server: Server) -> None:
    with person(browser, server) as mia:
        address, _ = begun(server, "catsle", seed=3)
        mia.go(address)
        choose = random.Random(1)
        while mia.asked() and mia.page.locator(".hand .card.dim").count() == 0:
            mia.decide(choose)
        mia.page.locator(".hand .card.dim").first.click(force=True)
        expect(mia.page.locator(".note")).to_contain_text(re.compile("follow|take|build|place", re.IGNORECASE))


@pytest.mark.parametrize("game", IDS)
def test_every_game_has_a_rules_page_in_each_language(game: str, browser: Browser, server: Server) -> None:
    texts = set()
    for language in LANGUAGES:
        with person(browser, server, size=PHONE) as mia:
            mia.context.add_init_script(f"localStorage['tabbytop.language'] = '{language}'")
            mia.go(f"/rules/{game}")
            mia.page.wait_for_selector("section h2")
            assert mia.page.locator("section").count() >= 6
            assert mia.page.locator(".picture").count() >= 3
            assert mia.page.locator("section ul > li").count() >= 3
            assert mia.fits()
            texts.add(mia.page.inner_text("section >> nth=0"))
    assert len(texts) == len(LANGUAGES)


@pytest.mark.parametrize("game", ["festival", "familiar", "catsle"])
def test_the_letters_on_the_cards_are_those_of_the_language(game: str, browser: Browser, server: Server) -> None:
    for language, own in (("ja", "春夏秋冬万赤青緑灰黒"), ("zh", "春夏秋冬萬紅藍綠灰黑")):
        with person(browser, server) as mia:
            mia.context.add_init_script(f"localStorage['tabbytop.language'] = '{language}'")
            address, _ = begun(server, game)
            mia.go(address)
            assert mia.asked()
            letters = "".join(mia.page.locator(".corner i").all_inner_texts())
            assert letters
            assert set(letters) <= set(own)


def test_an_answer_that_is_no_card_stands_beside_its_question(browser: Browser, server: Server) -> None:
    with person(browser, server) as mia:
        address, _ = begun(server, "familiar")
        mia.go(address)
        choose = random.Random(1)
        while mia.asked() and mia.page.locator("[data-move='no swap']").count() == 0:
            mia.decide(choose)
        expect(mia.page.locator(".bar [data-move='no swap']")).to_be_visible()
        errand = mia.page.locator(".errand[data-step]").first
        errand.click()
        expect(mia.page.locator(".prompt")).to_have_text("Now choose the pile of the new errand.")
        errand.click()  # taken back
        expect(mia.page.locator(".prompt")).to_have_text("Replace an errand? Choose it, then a pile.")


def test_a_column_that_is_too_full_shows_what_it_costs(browser: Browser, server: Server) -> None:
    with person(browser, server) as mia:
        address, _ = begun(server, "catsle")
        mia.go(address)
        choose = random.Random(1)
        while mia.asked() and mia.page.locator(".tower.over").count() == 0:
            mia.decide(choose)
        costs = mia.page.locator(".tower.over .excess").all_inner_texts()
        assert costs
        assert all(re.fullmatch(r"\N{MINUS SIGN}[1-9]", cost) for cost in costs)


def test_the_language_is_switched_in_mid_match(browser: Browser, server: Server) -> None:
    with person(browser, server) as mia:
        address, _ = begun(server, "familiar")
        mia.go(address)
        mia.play(random.Random(2), moves=3)
        logs = set()
        for language, menu in LANGUAGES.items():
            assert mia.asked()
            mia.page.evaluate("document.querySelector('aside details').open = true")
            mia.page.locator("aside select").select_option(language)
            expect(mia.page.locator("aside")).to_have_attribute("aria-label", menu)
            assert mia.page.get_attribute("html", "lang") == {"zh": "zh-Hant"}.get(language, language)
            logs.add(mia.page.inner_text("aside .lines"))
            mia.play(random.Random(3), moves=1)
        assert len(logs) == len(LANGUAGES)


def test_what_the_server_refuses_is_said_in_the_language_of_the_page(browser: Browser, server: Server) -> None:
    desk = Desk(server.url)
    opened = desk.post("tables", {"game": "catsle", "name": "Mia", "listed": False})
    with person(browser, server) as other:
        other.context.add_init_script("localStorage['tabbytop.language'] = 'ja'")
        other.go(f"/t/{opened['table']}")
        other.page.get_by_role("button", name="ここに座る").first.click()  # she is called Mia, too
        expect(other.page.get_by_role("alert")).to_contain_text("同じ名前の人がこのテーブルにいます")
        other.complaints = [text for text in other.complaints if "409" not in text]


def test_whatever_goes_wrong_has_a_page_that_leads_on(browser: Browser, server: Server) -> None:
    address, table = begun(server, "catsle")
    address = address.partition("#")[0]
    refused = {"status": 429, "json": {"detail": "wait a moment", "code": "too_often"}}
    with person(browser, server, size=PHONE) as mia:

        def shows(trouble: str, path: str) -> None:
            mia.go(path)
            expect(mia.page.locator(f"[data-trouble={trouble}] svg")).to_be_visible()
            assert mia.fits()

        shows("nowhere", "/nowhere/at/all")
        shows("nowhere", "/rules/chess")
        shows("noReplay", f"/replay/{table}")
        shows("lostSeat", f"{address}#{'x' * 80}")
        shows("noTable", "/replay/nowhere12345")  # elsewhere: to another seat of the same table it is one page
        shows("lostSeat", f"{address}#somebodyelses")
        mia.page.locator("[data-trouble] button").click()
        expect(mia.page.locator(".bar")).to_contain_text("You are watching.")
        expect(mia.page).to_have_title(re.compile("CATsle"))
        mia.page.route("**/replay?**", lambda route: route.fulfill(**refused))
        shows("tooOften", f"/replay/{table}")
        mia.page.unroute_all()
        mia.page.route("**/replay?**", lambda route: route.fulfill(status=500))
        shows("broken", f"/replay/{table}")
        mia.page.unroute_all()
        mia.page.get_by_role("button", name="Try again").click()
        expect(mia.page.locator("[data-trouble=noReplay]")).to_be_visible()
        mia.page.route("**/assets/Table-*", lambda route: route.abort())
        shows("unreachable", address)
        mia.page.unroute_all()
        mia.page.route_web_socket(re.compile("/socket$"), lambda socket: socket.close(code=4429))
        shows("crowded", address)
        mia.page.get_by_role("link", name="Home", exact=True).click()
        mia.page.wait_for_selector("[data-game=catsle]")
        # That something could not be loaded is the browser's complaint, not the page's.
        mia.complaints = [text for text in mia.complaints if "Failed to load resource" not in text]


def test_a_page_that_is_turned_away_for_a_while_loses_neither_its_seat_nor_the_match(
    browser: Browser, server: Server
) -> None:
    address, table = begun(server, "catsle")
    turned_away: list[int] = []

    def answer(socket: WebSocketRoute) -> None:
        if turned_away:
            socket.close(code=turned_away.pop(0))
        else:
            socket.connect_to_server()

    with person(browser, server) as mia:
        mia.page.clock.install()
        mia.page.route_web_socket(re.compile("/socket$"), answer)
        mia.go(address)
        assert mia.asked()
        offline, hand, trouble = (mia.page.locator(each) for each in (".offline", ".own .hand .card", "[data-trouble]"))
        turned_away[:] = [4429]
        mia.page.evaluate("dispatchEvent(new Event('online'))")
        expect(offline).to_be_visible()
        expect(hand.first).to_be_visible()
        expect(trouble).to_have_count(0)
        mia.page.clock.fast_forward(10_000)
        expect(offline).to_have_count(0)
        turned_away[:] = [4400, 4429]
        mia.go(f"/t/{table}")
        expect(trouble).to_have_attribute("data-trouble", "unreachable")
        mia.page.clock.fast_forward(10_000)
        expect(trouble).to_have_attribute("data-trouble", "crowded")
        mia.page.clock.fast_forward(10_000)
        assert mia.asked()  # her key is not forgotten


@pytest.mark.parametrize("game", IDS)
def test_a_whole_match_by_keyboard(game: str, browser: Browser, server: Server) -> None:
    with person(browser, server) as mia:
        address, _ = begun(server, game)
        mia.go(address)
        choose = random.Random(game)
        while mia.asked():
            decide_by_keyboard(mia, choose)


def decide_by_keyboard(mia: Person, choose: random.Random) -> None:
    """Tab to something that may be chosen, and press Enter, until a move is made."""
    for _ in range(20):
        ways = mia.page.locator("[data-move]:visible:enabled, [data-step]:visible:enabled")
        steps = choose.randrange(ways.count()) + 1
        while steps:
            mia.page.keyboard.press("Tab")
            chosen = mia.page.evaluate(
                "() => { const d = document.activeElement?.dataset ?? {}; return d.move ? 2 : d.step ? 1 : 0; }"
            )
            steps -= chosen > 0
        mia.page.keyboard.press("Enter")
        if chosen == 2:
            return
    raise AssertionError("twenty choices, and no move")


def test_a_finished_match_is_seen_again_from_another_seat_and_by_link(browser: Browser, server: Server) -> None:
    table = finished(server, "catsle")
    with person(browser, server) as mia:
        mia.go(f"/replay/{table}?seat=0&step=4")
        mia.page.wait_for_selector(".page[data-replay='4'] .table")
        hand = mia.page.inner_text(".own .hand")
        mia.page.keyboard.press("ArrowRight")
        mia.page.wait_for_selector(".page[data-replay='5']")
        mia.page.keyboard.press("ArrowLeft")
        mia.page.wait_for_selector(".page[data-replay='4']")
        assert mia.page.inner_text(".own .hand") == hand
        expect(mia.page.get_by_role("link", name="Rules")).to_have_attribute("href", "/rules/catsle")
        mia.page.get_by_role("button", name="Play", exact=True).click()
        mia.page.wait_for_selector(".page[data-replay='6']")
        mia.page.get_by_role("button", name="Pause").click()
        last = int(mia.page.get_attribute("input[type=range]", "max") or 0)
        mia.page.click("input[type=range]")  # in its middle
        assert abs(int(mia.page.get_attribute(".page", "data-replay") or 0) - last / 2) < 2
        mia.page.evaluate("document.activeElement.blur()")
        mia.page.keyboard.press("Home")
        for step in range(1, 5):
            mia.page.keyboard.press("ArrowRight")
            mia.page.wait_for_selector(f".page[data-replay='{step}']")
        mia.page.locator("header select").select_option("1")
        expect(mia.page.locator(".own .hand")).not_to_have_text(hand)
        mia.page.locator("header select").select_option("open")
        hands = Desk(server.url).get(f"tables/{table}/replay?hands=true")["steps"][4]["hands"]
        for seat, hand in enumerate(hands):
            expect(mia.page.locator(".hands li").nth(seat).locator("[role=img]")).to_have_count(len(hand))
        mia.page.get_by_role("button", name="Copy link").click()
        assert mia.page.evaluate("navigator.clipboard.readText()") == f"{server.url}/replay/{table}?seat=open&step=4"


def test_through_other_eyes_a_replay_shows_the_same_moment(browser: Browser, server: Server) -> None:
    table = finished(server, "ahoy")
    replays = {eyes: Desk(server.url).get(f"tables/{table}/replay?seat={eyes}")["steps"] for eyes in (0, 1, -1)}
    moves = {eyes: [step["moves"] for step in steps] for eyes, steps in replays.items()}
    mine = next(at for at in range(10, len(moves[0])) if moves[0][at] not in moves[-1])  # where I pointed
    at = {eyes: max(step for step, made in enumerate(moves[eyes]) if made <= moves[0][mine]) for eyes in moves}
    assert at[0] == mine
    assert at[-1] < mine  # by its number it would be another moment
    with person(browser, server) as mia:
        mia.go(f"/replay/{table}?seat=0&step={mine}")
        mia.page.wait_for_selector(f".page[data-replay='{mine}'] .table")
        for eyes in (-1, 1, 0):  # back at mine, although the others have no step of their own for it
            mia.page.locator("header select").select_option(str(eyes))
            mia.page.wait_for_selector(f".page[data-replay='{at[eyes]}'] .table")
        mia.page.locator("header select").select_option("open")
        mia.page.wait_for_selector(f".page[data-replay='{at[-1]}'] .table")
        mia.page.keyboard.press("ArrowRight")
        mia.page.wait_for_selector(f".page[data-replay='{at[-1] + 1}']")
        mia.page.locator("header select").select_option("0")
        there = moves[0].index(moves[-1][at[-1] + 1])  # from where one went, not from where one came
        mia.page.wait_for_selector(f".page[data-replay='{there}'] .table")


def test_a_replay_asks_what_you_would_play(browser: Browser, server: Server) -> None:
    table = finished(server, "sorting")
    with person(browser, server) as mia:
        mia.go(f"/replay/{table}?seat=0")
        mia.page.wait_for_selector(".table")
        mia.page.check("footer input[type=checkbox]")
        while mia.page.locator("[data-move], [data-step]").count() == 0:
            mia.page.keyboard.press("ArrowRight")
        mia.decide(random.Random(1))
        expect(mia.page.locator(".told")).to_contain_text(re.compile("played", re.IGNORECASE))


def test_a_puzzle_waits_for_an_answer_and_says_why_a_card_is_none(browser: Browser, server: Server) -> None:
    table = finished(server, "catsle")
    with person(browser, server) as mia:
        mia.go(f"/replay/{table}?seat=0")
        hand, told = mia.page.locator(".own .hand"), mia.page.locator(".told")
        expect(hand.get_by_role("img").first).to_be_visible()
        assert hand.get_by_role("button").count() == 0  # nothing to be done here
        mia.page.check("footer input[type=checkbox]")
        mia.page.keyboard.press("ArrowRight")  # also from there
        mia.page.wait_for_selector(".page[data-replay='1']")
        play, dim = mia.page.get_by_role("button", name="Play", exact=True), hand.locator(".card.dim")
        while dim.count() == 0:
            play.click()
            mia.page.wait_for_selector("[data-move]")
            expect(play).to_be_visible()  # it has stopped
        step = mia.page.get_attribute(".page", "data-replay")
        dim.first.click(force=True)
        expect(told).to_contain_text(re.compile("follow|take|build|place", re.IGNORECASE))
        assert mia.page.get_attribute(".page", "data-replay") == step
        mia.decide(random.Random(1))
        expect(told).to_contain_text(re.compile("played", re.IGNORECASE))


def test_a_replay_tells_all_that_happens_in_a_step(browser: Browser, server: Server) -> None:
    table = finished(server, "festival")
    steps = Desk(server.url).get(f"tables/{table}/replay?seat=0")["steps"]
    step = max(range(len(steps)), key=lambda at: len(steps[at]["news"]))
    with person(browser, server, size=PHONE) as mia:
        mia.go(f"/replay/{table}?seat=0&step={step - 1}")
        mia.page.wait_for_selector(".table")
        mia.page.keyboard.press("ArrowRight")
        mia.page.wait_for_selector(f".page[data-replay='{step}']")
        lines = mia.page.locator(".told [role=log] p").all_inner_texts()
        assert len(lines) > 3
        expect(mia.page.locator("[data-announcer] p")).to_have_text(lines)
        assert mia.fits()


def test_where_all_point_at_once_a_replay_asks_any_of_them(browser: Browser, server: Server) -> None:
    table = finished(server, "ahoy")
    with person(browser, server) as mia:
        for seat in (1, 2):
            pointed = Desk(server.url).get(f"tables/{table}/replay?seat={seat}")["steps"][0]["played"]
            mia.go(f"/replay/{table}?seat={seat}")
            mia.page.check("footer input[type=checkbox]")
            mia.page.click(f"[data-move='{pointed}']")
            expect(mia.page.locator(".told")).to_contain_text("The same was played")


def with_legal_moves(record: dict[str, Any]) -> dict[str, Any]:
    """As `tabbytop simulate --legal` writes it."""
    return from_record(record).record(legal=True)


@pytest.mark.parametrize("game", IDS)
def test_a_record_dropped_onto_the_home_page_is_played(game: str, browser: Browser, server: Server) -> None:
    record = Desk(server.url).get(f"tables/{finished(server, game)}/record") | {"seed": 2**64 - 59}
    with person(browser, server, size=PHONE) as mia:
        mia.go()
        drop = """text => {
          const data = new DataTransfer();
          data.items.add(new File([text], "match.jsonl"));
          window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }"""
        mia.page.wait_for_selector("[data-game] .facts")
        with mia.page.expect_request("**/api/replay") as asked:
            mia.page.evaluate(drop, json.dumps(with_legal_moves(record)))
        assert json.loads(asked.value.post_data or "")["record"] == record
        mia.page.wait_for_selector(".page[data-replay='0'] .table")
        for step in range(1, 4):
            mia.page.keyboard.press("ArrowRight")
            mia.page.wait_for_selector(f".page[data-replay='{step}']")
        assert mia.fits()
        mia.page.reload()  # nothing is lost
        mia.page.wait_for_selector(".page[data-replay] .table")


def test_each_match_of_a_file_with_many_is_found(browser: Browser, server: Server) -> None:
    both = [Desk(server.url).get(f"tables/{finished(server, game)}/record") for game in ("catsle", "ahoy")]
    text = "".join(f"{json.dumps(record)}\n" for record in both)
    with person(browser, server, size=PHONE) as mia:
        mia.go("/replay/record?seat=1")
        mia.page.set_input_files("input", {"name": "m.jsonl", "mimeType": "text/plain", "buffer": text.encode()})
        title, match = mia.page.locator("header h1"), mia.page.locator(".matches")
        expect(title).to_have_text("Replay: CATsle Builders")
        expect(match).to_have_text(re.compile("Match 1 of 2"))
        mia.page.keyboard.press("ArrowRight")
        mia.page.get_by_role("button", name="Next match").click()
        expect(title).to_have_text("Replay: Ahoy! Kitten")
        mia.page.wait_for_selector(".page[data-replay='0'] .table")
        assert mia.fits()
        mia.page.reload()
        expect(match).to_have_text(re.compile("Match 2 of 2"))
        expect(mia.page.get_by_role("button", name="Next match")).to_be_disabled()
        mia.page.get_by_role("button", name="Previous match").click()
        expect(title).to_have_text("Replay: CATsle Builders")


def test_a_record_file_is_opened_where_there_is_nothing_to_replay(browser: Browser, server: Server) -> None:
    record = json.dumps(Desk(server.url).get(f"tables/{finished(server, 'catsle')}/record"))
    with person(browser, server) as mia:
        mia.go(f"/replay/{begun(server, 'sorting')[1]}")
        mia.page.set_input_files(
            "[data-trouble] input", {"name": "match.jsonl", "mimeType": "application/json", "buffer": record.encode()}
        )
        mia.page.wait_for_selector(".page[data-replay='0'] .table")
        expect(mia.page).to_have_title(re.compile("^Replay: CATsle"))
        mia.complaints = [text for text in mia.complaints if "403" not in text]  # that match is not over


NO_WORKER = "ServiceWorkerContainer.prototype.getRegistration = async () => undefined;"
SILENT = "window.Notification = class { constructor() { throw new TypeError('Illegal constructor'); } };"  # on Android
TELLING = "window.told = []; window.Notification = class { constructor(title) { told.push(title); } };"
BY_WORKER = """async () => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).some(({ title }) => title === "It is your turn");
}"""


@pytest.mark.parametrize(
    ("device", "told"),
    [
        (SILENT, BY_WORKER),
        (NO_WORKER + TELLING, "told.includes('It is your turn')"),
        (NO_WORKER + SILENT, "true"),
    ],
    ids=["by the worker", "by the page", "not at all"],
)
def test_the_title_and_where_it_can_be_a_notification_say_that_it_is_your_turn(
    device: str, told: str, browser: Browser, server: Server
) -> None:
    desk = Desk(server.url)
    opened, tokens = desk.open("catsle", 3, ["Mia", "Tom"])
    with person(browser, server) as mia:
        mia.context.grant_permissions(["notifications"], origin=server.url)
        mia.context.add_init_script(f"""localStorage['tabbytop.switches'] = '{{"notify": true}}'; {device}""")

        def tom_moves_until_it_is_mias_turn() -> None:
            while not desk.look(opened["table"], tokens[0])["waiting"]:
                if (update := desk.look(opened["table"], tokens[1]))["waiting"]:
                    desk.do(opened["table"], tokens[1], type="move", move=update["legal"][0])
            expect(mia.page).to_have_title(re.compile("^●"))

        mia.go(f"/t/{opened['table']}#{tokens[0]}")
        tom_moves_until_it_is_mias_turn()
        assert mia.asked()
        mia.decide(random.Random(1))
        expect(mia.page).not_to_have_title(re.compile("●"))
        mia.page.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
        tom_moves_until_it_is_mias_turn()
        mia.page.wait_for_function(told)
        assert mia.asked()  # the table is still there


def test_who_refuses_notifications_has_none_ticked(browser: Browser, server: Server) -> None:
    with person(browser, server) as mia:
        mia.context.add_init_script("Notification.requestPermission = async () => 'denied';")
        mia.go(begun(server, "catsle")[0])
        assert mia.asked()
        mia.page.locator("aside summary").click()
        box = mia.page.get_by_label("Notify me when it is my turn")
        box.click()
        expect(box).not_to_be_checked()


CHIMES = """window.chimes = 0; window.AudioContext = class extends AudioContext {
  constructor() { super(); window.chimes++; }
};"""


def test_a_sound_says_that_it_is_my_turn_if_one_wants_to(browser: Browser, server: Server) -> None:
    with person(browser, server) as mia:
        mia.context.add_init_script(CHIMES)
        mia.go(begun(server, "catsle")[0])
        mia.play(random.Random(1), moves=2)
        assert mia.asked()
        assert mia.page.evaluate("chimes") == 0
        mia.page.locator("aside summary").click()
        mia.page.get_by_label("A sound when it is my turn").check()
        assert mia.page.evaluate("chimes") == 1  # what it will sound like
        mia.decide(random.Random(1))
        while mia.asked() and mia.page.evaluate("chimes") == 1:  # my next decision may come before anybody else's
            mia.decide(random.Random(1))
        mia.page.wait_for_function("() => window.chimes > 1")
        mia.page.reload()
        assert mia.asked()
        assert mia.page.evaluate("chimes") == 0  # what is found when the page opens is no news
        mia.page.locator("aside summary").click()
        mia.page.get_by_label("A sound when it is my turn").uncheck()
        mia.play(random.Random(1), moves=2)
        assert mia.asked()
        assert mia.page.evaluate("chimes") == 0


def test_a_move_is_confirmed_if_one_wants_to(browser: Browser, server: Server) -> None:
    with person(browser, server) as mia:
        mia.context.add_init_script("""localStorage['tabbytop.switches'] = '{"confirm": true}'""")
        address, table = begun(server, "catsle")
        mia.go(address)
        assert mia.asked()
        before = Desk(server.url).look(table)["number"]
        mia.decide(random.Random(1))
        mia.page.wait_for_selector("[data-confirm]")
        assert mia.page.locator(".hand .card.chosen").count() == 1
        assert Desk(server.url).look(table)["number"] == before
        mia.page.click("[data-confirm]")
        expect(mia.page.locator("aside .lines")).to_contain_text("Mia plays")


VALUES = {"festival": r"(\d+)$", "catsle": r"(\d+)$", "familiar": r"(\d)(?:-hand-\d)?$", "sorting": r"mine-\d(\d)"}


@pytest.mark.parametrize("game", VALUES)
def test_a_hand_is_sorted_by_value_and_stays_so(game: str, browser: Browser, server: Server) -> None:
    def values() -> list[int]:
        cards: list[str] = mia.page.eval_on_selector_all(
            ".own .cards [data-piece]", "cards => cards.map(card => card.dataset.piece)"
        )
        return [int(found[1]) for card in cards if (found := re.search(VALUES[game], card))]

    with person(browser, server) as mia:
        mia.go(begun(server, game)[0])
        assert mia.asked()
        dealt = values()
        assert dealt != sorted(dealt)
        mia.page.click("[data-sort]")
        assert values() == sorted(dealt)
        mia.page.reload()
        assert mia.asked()
        assert values() == sorted(dealt)
        mia.page.click("[data-sort]")
        assert values() == dealt


def test_friends_choose_their_names_and_colours_before_the_start(browser: Browser, server: Server) -> None:
    desk = Desk(server.url)
    opened = desk.post("tables", {"game": "catsle", "players": 3, "name": "Mia", "colour": 4, "listed": False})
    with person(browser, server, "Mia") as mia, person(browser, server, "Tom", PHONE) as tom:
        tom.go(f"/t/{opened['table']}")
        tom.page.wait_for_selector(".lobby")
        assert tom.page.get_by_role("radio", name="purple taken").is_disabled()  # Mia's
        tom.page.get_by_role("radio", name="green").check(force=True)
        assert tom.fits()
        tom.page.fill("input[autocomplete=nickname]", "")
        tom.page.get_by_role("button", name="Sit here").first.click()
        expect(tom.page.get_by_label("Your name")).to_be_focused()
        tom.page.keyboard.type("Tom")
        tom.page.get_by_role("button", name="Sit here").first.click()
        mia.go(f"/t/{opened['table']}#{opened['token']}")
        expect(mia.page.get_by_role("radio", name="green")).to_be_disabled()
        mia.page.get_by_role("radio", name="orange").check(force=True)
        mia.page.fill("input[autocomplete=nickname]", "Mimi")
        mia.page.keyboard.press("Tab")
        expect(tom.page.locator(".lobby li").first).to_contain_text("Mimi")
        expect(tom.page.get_by_role("radio", name="orange")).to_be_disabled()
        desk.do(opened["table"], opened["host"], type="start")
        seat = tom.page.locator(".seat[data-place=seat-0]")
        expect(seat).to_contain_text("Mimi")
        orange = tom.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--orange')")
        assert seat.evaluate("seat => getComputedStyle(seat).getPropertyValue('--seat')").strip() == orange.strip()
        assert mia.page.evaluate("localStorage['tabbytop.colour']") == "5"  # for the next table


def test_after_coming_back_one_is_shown_what_happened_since_ones_last_move(browser: Browser, server: Server) -> None:
    desk = Desk(server.url)
    opened, (mias, toms) = desk.open("catsle", 3, ["Mia", "Tom"], seed=2)

    def tom_plays_until_mia_is_asked() -> None:
        while not desk.look(opened["table"], mias)["waiting"]:
            if (update := desk.look(opened["table"], toms))["waiting"]:
                desk.do(opened["table"], toms, type="move", move=update["legal"][0])

    tom_plays_until_mia_is_asked()
    with person(browser, server) as mia:
        mia.go(f"/t/{opened['table']}#{mias}")
        assert mia.asked()
        cards = mia.page.locator(".own .hand .card")
        held = cards.count()
        mia.decide(random.Random(1))
        expect(cards).to_have_count(held - 1)
        mia.go("/")
        tom_plays_until_mia_is_asked()
        mia.page.evaluate("localStorage['tabbytop.pace'] = '\"calm\"'")
        mia.go(f"/t/{opened['table']}")
        assert mia.asked()
        mia.page.click("[data-again]")
        expect(cards).to_have_count(held)  # as it was when Mia decided
        mia.page.get_by_role("button", name="Skip").click()
        assert mia.asked()
        assert cards.count() == held - 1


# What is on the drawings that become a picture.
DRAWN = """() => {
  const write = XMLSerializer.prototype.serializeToString;
  window.drawn = { texts: [], pieces: 0 };
  XMLSerializer.prototype.serializeToString = function (drawing) {
    window.drawn.texts.push(...[...drawing.querySelectorAll("text")].map(text => text.textContent));
    window.drawn.pieces += drawing.querySelectorAll("[data-piece]").length;
    return write.call(this, drawing);
  };
}"""

# How many pieces lie on a table.
PIECES: dict[str, Callable[[dict[str, Any]], int]] = {
    "ahoy": lambda table: len("".join(table["oceans"] + [one["tile"] + one["claimed"] for one in table["characters"]])),
    "catsle": lambda table: sum(len(place["cards"]) for seat in table["seats"] for place in seat["board"]),
    "familiar": lambda table: len(table["completed"]),
    "festival": lambda table: sum(len(seat["taken"]) + min(seat["booze"], table["drunk"]) for seat in table["seats"]),
    "sorting": lambda table: sum(seat["white"] + seat["black"] for seat in table["seats"]),
}

# How many colours there are in the left and the right half of a picture from a line on.
COLOURS = """async ([png, top]) => {
  const image = Object.assign(new Image(), { src: `data:image/png;base64,${png}` });
  await image.decode();
  const { width, height } = image;
  const paper = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
  paper.drawImage(image, 0, 0);
  const pixels = left => new Uint32Array(paper.getImageData(left, top, width / 2, height - top).data.buffer);
  return [new Set(pixels(0)).size, new Set(pixels(width / 2)).size];
}"""
CARD = (1200, 630)  # pixels


def picture(someone: Person) -> tuple[bytes, tuple[int, int]]:
    """What is handed out, and its size."""
    with someone.page.expect_download() as handed:
        someone.page.click("[data-share]")
    png = handed.value.path().read_bytes()
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return png, struct.unpack(">II", png[16:24])


def test_what_people_say_does_not_cut_a_replay_short(browser: Browser, server: Server) -> None:
    desk = Desk(server.url)
    opened, tokens = desk.open("catsle", 3, ["Mia", "Tom", "Ann"])
    while (table := desk.look(opened["table"])["view"]["table"])["trick"] < 4:
        token = tokens[table["acting"][0]]
        desk.do(opened["table"], token, type="move", move=desk.look(opened["table"], token)["legal"][0])
    with person(browser, server, "Ben") as ben:
        ben.page.clock.install()
        ben.go(f"/t/{opened['table']}")
        where = ben.page.locator("h1 small")
        expect(where).to_contain_text("trick 4")
        ben.page.clock.pause_at(ben.page.evaluate("Date.now() + 1000"))
        ben.page.click("[data-again]")
        expect(where).to_contain_text("trick 1 ")
        desk.do(opened["table"], tokens[0], type="say", text="Look at that")
        expect(ben.page.locator("aside .lines")).to_contain_text("Look at that")
        ben.page.clock.run_for(600)  # the next step
        expect(where).to_contain_text("trick 1 ")
        ben.page.get_by_role("button", name="Skip").click()
        expect(where).to_contain_text("trick 4")


@pytest.mark.parametrize("game", IDS)
def test_the_result_and_the_table_are_handed_out_as_a_picture_that_is_the_same_on_a_phone(
    game: str, browser: Browser, server: Server
) -> None:
    table = finished(server, game)
    with person(browser, server) as mia, person(browser, server, "Tom", PHONE) as tom:
        mia.go(f"/t/{table}")
        mia.page.evaluate(DRAWN)
        png, (width, height) = picture(mia)
        assert width == CARD[0]
        assert CARD[1] + 200 < height < 2 * width
        assert len(png) < 1_000_000
        drawn = mia.page.evaluate("window.drawn")
        assert {"Mia", "Kitten 1", "Kitten 2"} <= set(drawn["texts"])
        assert drawn["pieces"] == PIECES[game](Desk(server.url).look(table)["view"]["table"]) > 0
        assert min(mia.page.evaluate(COLOURS, [base64.b64encode(png).decode(), CARD[1]])) > 500
        tom.go(f"/t/{table}")
        assert picture(tom)[0] == png
        assert tom.fits()


# The colour of a pixel of a picture.
PIXEL = """async ([png, x, y]) => {
  const image = Object.assign(new Image(), { src: `data:image/png;base64,${png}` });
  await image.decode();
  const paper = new OffscreenCanvas(image.width, image.height).getContext("2d");
  paper.drawImage(image, 0, 0);
  const parts = [...paper.getImageData(x, y, 1, 1).data.slice(0, 3)];
  return "#" + parts.map(part => part.toString(16).padStart(2, "0")).join("");
}"""


def test_the_picture_shows_the_seats_in_their_own_colours(browser: Browser, server: Server) -> None:
    desk = Desk(server.url)
    opened = desk.post("tables", {"game": "ahoy", "players": 2, "name": "Mia", "colour": 4, "listed": False})
    tokens = [opened["token"], desk.do(opened["table"], None, type="sit", name="Tom", colour=5)["token"]]
    desk.do(opened["table"], opened["host"], type="start")
    choose = random.Random(1)
    while (looks := [desk.look(opened["table"], token) for token in tokens])[0]["lobby"]["state"] != "over":
        for token, look in zip(tokens, looks, strict=True):
            if look["waiting"]:
                desk.do(opened["table"], token, type="move", move=choose.choice(look["legal"]))
    with person(browser, server) as mia:
        mia.go(f"/t/{opened['table']}")
        png = base64.b64encode(picture(mia)[0]).decode()
        best = mia.page.evaluate(PIXEL, [png, 900, 250])  # in the bar of the winner
        style = "name => getComputedStyle(document.documentElement).getPropertyValue(name).trim()"
        assert best in [mia.page.evaluate(style, name) for name in ("--purple", "--orange")]


def test_where_pages_are_not_handed_out_the_picture_has_no_table(browser: Browser, server: Server) -> None:
    table = finished(server, "familiar")
    with person(browser, server) as mia:
        mia.go(f"/t/{table}")
        mia.page.evaluate(
            """() => {
              const write = HTMLCanvasElement.prototype.toBlob;
              HTMLCanvasElement.prototype.toBlob = function (...asked) {
                if (this.height > 630) throw new DOMException("tainted", "SecurityError");
                write.apply(this, asked);
              };
            }"""
        )
        png, size = picture(mia)
        assert size == CARD
        assert len(png) > 50_000  # with all that is drawn on it
        mia.page.evaluate("() => { HTMLCanvasElement.prototype.toBlob = done => done(null); }")
        mia.page.click("[data-share]")
        expect(mia.page.locator("[data-end] [role=alert]")).to_contain_text("The picture could not be made")
        expect(mia.page.locator("[data-share]")).to_be_enabled()
        assert mia.page.locator("[data-end] svg[width='1200'], iframe").count() == 0


def test_my_tables_say_whose_turn_it_is_and_mine_come_first(browser: Browser, server: Server) -> None:
    desk = Desk(server.url)
    with person(browser, server) as mia:
        for due in ("Mia", "Tom"):
            opened, tokens = desk.open("catsle", 3, ["Mia", "Tom", "Ann"])
            while (acting := desk.look(opened["table"])["view"]["table"]["acting"]) != [["Mia", "Tom"].index(due)]:
                token = tokens[acting[0]]
                desk.do(opened["table"], token, type="move", move=desk.look(opened["table"], token)["legal"][0])
            mia.go(f"/t/{opened['table']}#{tokens[0]}")
            mia.page.wait_for_selector(".table")
        mia.go("/")
        rows = mia.page.locator(".mine .row")
        expect(rows).to_have_count(2)
        expect(rows.nth(0)).to_contain_text("It is your turn")
        expect(rows.nth(1)).to_contain_text("Tom to decide")
        expect(rows.nth(1)).to_contain_text(re.compile("now|ago"))


def test_my_tables_say_that_it_is_my_turn_until_i_have_chosen_and_if_nobody_else_may_know(
    browser: Browser, server: Server
) -> None:
    desk = Desk(server.url)
    with person(browser, server) as mia:
        row = mia.page.locator(".mine .row").first

        def asked_at(game: str, seed: int) -> tuple[str, str]:
            opened, tokens = desk.open(game, 3, ["Mia", "Tom", "Ann"], seed=seed)
            mia.go(f"/t/{opened['table']}#{tokens[0]}")
            assert mia.asked()
            mia.go("/")
            expect(row).to_contain_text("It is your turn")
            return opened["table"], tokens[0]

        table, token = asked_at("ahoy", seed=2)
        desk.do(table, token, type="move", move=desk.look(table, token)["legal"][0])
        mia.go("/")
        expect(row).to_contain_text("Tom and Ann to decide")
        table, token = asked_at("festival", seed=9)  # she has three crows, and may want another deal
        assert desk.look(table)["view"]["table"]["acting"] == []


def test_a_match_that_goes_on_stays_among_mine_however_many_have_ended_since(browser: Browser, server: Server) -> None:
    address, playing = begun(server, "catsle")
    over = Desk(server.url).look(finished(server, "sorting"))
    ended = [f"ended{number:08}" for number in range(20)]
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(re.findall(r"ended\d+", route.request.url)[0])
        route.fulfill(json=over | {"lobby": over["lobby"] | {"table": asked[-1]}})

    with person(browser, server) as mia:
        mia.page.route(re.compile("/api/tables/ended"), answer)
        mia.go(address)
        assert mia.asked()
        mia.page.evaluate(
            """ended => {
              const tables = JSON.parse(localStorage["tabbytop.tables"]);
              const before = ended.map(table => ({ table, game: "sorting" }));
              localStorage["tabbytop.tables"] = JSON.stringify([...before, ...tables]);
            }""",
            ended,
        )
        for known in (ended, ended[:12]):  # what has ended is remembered
            asked.clear()
            mia.go("/")
            rows = mia.page.locator(".mine .row")
            expect(rows).to_have_count(13)
            expect(rows.first).to_have_attribute("href", f"/t/{playing}")
            assert sorted(asked) == known


def test_a_table_where_i_lost_my_seat_stays_among_mine(browser: Browser, server: Server) -> None:
    desk = Desk(server.url)
    opened = desk.post("tables", {"game": "catsle", "players": 3, "listed": False})
    tom = desk.do(opened["table"], None, type="sit", name="Tom")
    with person(browser, server, "Tom") as someone:
        someone.go(f"/t/{opened['table']}#{tom['token']}")
        someone.page.wait_for_selector(".lobby li.mine")
        someone.go("/")
        row = someone.page.locator(".mine .row")
        expect(row).to_contain_text("Tom")
        desk.do(opened["table"], opened["host"], type="place", seat=tom["seat"], bot="kitten")
        someone.go("/")
        expect(row).to_contain_text("Kitten")
        someone.complaints = [text for text in someone.complaints if "403" not in text]


def test_my_tables_stay_when_the_server_stumbles_and_what_is_known_is_not_asked_again(
    browser: Browser, server: Server
) -> None:
    (address, playing), over = begun(server, "catsle"), finished(server, "sorting")
    asked: list[str] = []
    with person(browser, server) as mia:
        mia.go(address)
        assert mia.asked()
        mia.page.evaluate(
            """over => {
              const tables = JSON.parse(localStorage["tabbytop.tables"]);
              localStorage["tabbytop.tables"] = JSON.stringify([...tables, { table: over, game: "sorting" }]);
            }""",
            over,
        )
        mia.page.clock.install()
        mia.go("/")
        rows = mia.page.locator(".mine .row")
        expect(rows).to_have_count(2)
        expect(rows.nth(0)).to_contain_text("It is your turn")

        def stumble(route: Route) -> None:
            asked.append(route.request.url)
            route.fulfill(status=503)

        mia.page.route(re.compile(r"/api/tables/"), stumble)
        for _ in range(2):
            with mia.page.expect_response(re.compile(r"/api/tables/")):
                mia.page.clock.fast_forward(20_000)
        expect(rows).to_have_count(2)
        mia.page.unroute_all()
        assert len(asked) == 2
        assert all(re.search(rf"/{playing}\?since=[1-9]", each) for each in asked)
        with mia.page.expect_response(re.compile(rf"/api/tables/{playing}")) as answered:
            mia.page.clock.fast_forward(20_000)
        assert answered.value.json()["news"] == []
        expect(rows.nth(0)).to_contain_text("It is your turn")
        mia.complaints = [text for text in mia.complaints if "503" not in text]


def complaints(mia: Person) -> list[str]:
    """What axe finds serious on the page as it is, by day; and by night, when only colours are others."""
    mia.page.evaluate(AXE)
    axe = "only => axe.run({ resultTypes: ['violations'], ...only }).then(all => all.violations)"
    found: list[dict[str, Any]] = mia.page.evaluate(axe)
    mia.page.emulate_media(color_scheme="dark")
    mia.page.wait_for_selector("html[data-theme=dark], html:not([data-theme])")  # the page hears of it a little later
    found += mia.page.evaluate(axe, {"runOnly": ["color-contrast"]})
    mia.page.emulate_media(color_scheme="light")
    mia.page.wait_for_selector("html[data-theme=light], html:not([data-theme])")
    return [
        f"{each['id']}: {each['nodes'][0]['html'][:200]} ({len(each['nodes'])})"
        for each in found
        if each["impact"] in ("serious", "critical")
    ]


Over = dict[str, tuple[str, str]]  # by game: the address of a match that is over, and the table


# Each of these goes from one thing to be seen to the next, and says what is seen now.


def around_the_tables(mia: Person, _over: Over) -> Iterator[str]:
    page = mia.page
    mia.go()
    page.wait_for_selector("[data-game] .facts")
    yield "home"
    page.click("[data-game=festival] .buttons .button >> nth=1")
    page.wait_for_selector("dialog[open]")
    yield "opening a table"
    mia.go(f"/t/{Desk(mia.server.url).post('tables', {'game': 'catsle', 'name': 'Tom', 'listed': False})['table']}")
    page.wait_for_selector(".lobby")
    yield "lobby"
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    yield "keys"
    for game in IDS:
        mia.go(f"/rules/{game}")
        page.wait_for_selector("section h2")
        yield f"rules of {game}"


WELL_BEGUN = 30  # lines of the log


def at_the_tables(mia: Person, over: Over) -> Iterator[str]:
    page = mia.page
    for game in IDS:
        address, _ = begun(mia.server, game)
        advance(mia.server, address, lambda update: update["waiting"] and update["number"] > WELL_BEGUN)
        mia.go(address)
        assert mia.asked()
        yield game
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.click(".menu")
    yield "drawer"
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    for game, (address, _) in over.items():
        mia.go(address)
        page.wait_for_selector("[data-end]")
        yield f"end of {game}"
    mia.go(f"/replay/{over['sorting'][1]}?seat=open&step=5")
    page.wait_for_selector(".page[data-replay='5'] .table")
    yield "replay"
    page.select_option("header select", "0")
    page.check("footer input[type=checkbox]")
    while page.locator("[data-move], [data-step]").count() == 0:
        page.keyboard.press("ArrowRight")
    yield "puzzle"
    mia.go()
    page.wait_for_selector(".mine .row")
    yield "home with tables of mine"


def notes(mia: Person, _over: Over) -> Iterator[str]:
    page, note = mia.page, mia.page.locator(".note")
    address, table = begun(mia.server, "catsle", seed=3)
    page.evaluate("table => localStorage['tabbytop.guide'] = JSON.stringify({ [table]: [] })", table)
    mia.go(address)
    page.wait_for_selector(".lesson")
    yield "lesson"
    page.evaluate("delete localStorage['tabbytop.guide']")
    advance(mia.server, address, lambda update: update["waiting"] and len(update["legal"]) < len(hand(update)))
    mia.go(address)
    assert mia.asked()
    page.keyboard.press("h")
    expect(note).to_have_count(1)
    yield "hint"
    said = note.inner_text()
    page.locator(".hand .card.dim").first.click(force=True)
    expect(note).not_to_have_text(said)
    yield "why not"
    page.click("aside summary")
    page.check("aside details .check >> nth=0")
    yield "settings"
    mia.decide(random.Random(1))
    page.wait_for_selector("[data-confirm]")
    yield "sure?"


def hand(update: dict[str, Any]) -> list[str]:
    return list(update["view"]["table"]["hand"])


def troubles(mia: Person, over: Over) -> Iterator[str]:
    yield from troubled(mia.page, mia.server.url, over["sorting"][1])
    # That something could not be loaded is the browser's complaint, not the page's.
    mia.complaints = [text for text in mia.complaints if "Failed to load resource" not in text]


@pytest.fixture(scope="module")
def over(server: Server) -> Over:
    """One for each kind of end."""
    return {game: ended(server, game) for game in ("familiar", "sorting")}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("where", [around_the_tables, at_the_tables, notes, troubles], ids=lambda where: where.__name__)
def test_axe_finds_nothing_serious(
    where: Callable[[Person, Over], Iterator[str]], language: str,
    browser: Browser, server: Server, over: Over,
) -> None:  # fmt: skip
    with person(browser, server, size=DESKTOP) as mia:
        mia.context.add_init_script(f"localStorage['tabbytop.language'] = '{language}'")
        mia.go()
        found = {seen: complaints(mia) for seen in where(mia, over)}
    assert {seen: wrong for seen, wrong in found.items() if wrong} == {}
