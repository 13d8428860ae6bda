"""The browser table for every kind of person: learners, three languages, keyboards, screen readers, replays."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from browsers import DESKTOP, PHONE, Desk, Person, browsing, person
from servers import Server, serving
from tabbytop.games import IDS

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


def finished(server: Server, game: str) -> str:
    """A table whose match is over."""
    desk, choose = Desk(server.url), random.Random(1)
    opened, (token,) = desk.open(game, 3, ["Mia"])
    while (update := desk.look(opened["table"], token))["lobby"]["state"] != "over":
        if update["waiting"]:
            desk.do(opened["table"], token, type="move", move=choose.choice(update["legal"]))
    return str(opened["table"])


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
            assert mia.fits()
            texts.add(mia.page.inner_text("section >> nth=0"))
    assert len(texts) == len(LANGUAGES)


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
        mia.page.locator("header select").select_option("1")
        expect(mia.page.locator(".own .hand")).not_to_have_text(hand)
        mia.page.locator("header select").select_option("open")
        expect(mia.page.locator(".hands dd")).to_have_count(3)
        mia.page.get_by_role("button", name="Copy link").click()
        assert mia.page.evaluate("navigator.clipboard.readText()") == f"{server.url}/replay/{table}?seat=open&step=4"


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


@pytest.mark.parametrize("game", IDS)
def test_a_record_dropped_onto_the_home_page_is_played(game: str, browser: Browser, server: Server) -> None:
    desk = Desk(server.url)
    record = json.dumps(desk.get(f"tables/{finished(server, game)}/record"))
    with person(browser, server, size=PHONE) as mia:
        mia.go()
        drop = """text => {
          const data = new DataTransfer();
          data.items.add(new File([text], "match.jsonl"));
          window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }"""
        mia.page.wait_for_selector("[data-game] .facts")
        mia.page.evaluate(drop, record)
        mia.page.wait_for_selector(".page[data-replay='0'] .table")
        for step in range(1, 4):
            mia.page.keyboard.press("ArrowRight")
            mia.page.wait_for_selector(f".page[data-replay='{step}']")
        assert mia.fits()
        mia.page.reload()  # nothing is lost
        mia.page.wait_for_selector(".page[data-replay] .table")


def test_the_title_and_a_notification_say_that_it_is_your_turn(browser: Browser, server: Server) -> None:
    desk = Desk(server.url)
    opened, tokens = desk.open("catsle", 3, ["Mia", "Tom"])
    with person(browser, server) as mia:
        mia.context.grant_permissions(["notifications"], origin=server.url)
        mia.context.add_init_script("""
          localStorage['tabbytop.switches'] = '{"notify": true}';
          window.told = [];
          window.Notification = class { constructor(title) { window.told.push(title); } };
          window.Notification.requestPermission = async () => "granted";
        """)

        def tom_moves_until(condition: str) -> None:
            while not mia.page.evaluate(condition):
                if (update := desk.look(opened["table"], tokens[1]))["waiting"]:
                    desk.do(opened["table"], tokens[1], type="move", move=update["legal"][0])
                mia.page.wait_for_timeout(50)

        mia.go(f"/t/{opened['table']}#{tokens[0]}")
        tom_moves_until("document.title.startsWith('●')")
        assert mia.asked()
        mia.decide(random.Random(1))
        expect(mia.page).not_to_have_title(re.compile("●"))
        mia.page.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
        tom_moves_until("window.told.length > 0")
        expect(mia.page).to_have_title(re.compile("●"))


def test_a_move_is_confirmed_if_one_wants_to(browser: Browser, server: Server) -> None:
    with person(browser, server) as mia:
        mia.context.add_init_script("""localStorage['tabbytop.switches'] = '{"confirm": true}'""")
        address, table = begun(server, "catsle")
        mia.go(address)
        assert mia.asked()
        before = Desk(server.url).look(table)["number"]
        mia.decide(random.Random(1))
        mia.page.wait_for_selector("[data-confirm]")
        assert Desk(server.url).look(table)["number"] == before
        mia.page.click("[data-confirm]")
        expect(mia.page.locator("aside .lines")).to_contain_text("Mia plays")


def complaints(mia: Person) -> list[str]:
    """What axe finds serious on the page as it is, by day; and by night, when only colours are others."""
    mia.page.evaluate(AXE)
    found: list[dict[str, Any]] = mia.page.evaluate("() => axe.run().then(all => all.violations)")
    mia.page.emulate_media(color_scheme="dark")
    found += mia.page.evaluate("() => axe.run({ runOnly: ['color-contrast'] }).then(all => all.violations)")
    mia.page.emulate_media(color_scheme="light")
    return [
        f"{each['id']}: {each['nodes'][0]['html'][:200]} ({len(each['nodes'])})"
        for each in found
        if each["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_serious(language: str, browser: Browser, server: Server) -> None:
    found: dict[str, list[str]] = {}
    with person(browser, server, size=DESKTOP) as mia:
        mia.context.add_init_script(f"localStorage['tabbytop.language'] = '{language}'")
        mia.go()
        mia.page.wait_for_selector("[data-game] .facts")
        found["home"] = complaints(mia)
        mia.page.click("[data-game=festival] .buttons .button >> nth=1")
        mia.page.wait_for_selector("dialog[open]")
        found["dialog"] = complaints(mia)
        for game in IDS:
            mia.go(f"/rules/{game}")
            mia.page.wait_for_selector("section h2")
            found[f"rules of {game}"] = complaints(mia)
            address, _ = begun(server, game)
            mia.go(address)
            mia.play(random.Random(1), moves=3)
            assert mia.asked()
            found[game] = complaints(mia)
        mia.play(random.Random(1))
        found["end"] = complaints(mia)
    assert {page: wrong for page, wrong in found.items() if wrong} == {}
