"""axe looks at every page and every game's table, in both themes and all languages."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from browsers import DESKTOP, LANGUAGES, PHONE, Desk, Person, advance, begun, ended, person, troubled
from servers import Server
from tabbytop.games import IDS

AXE = (Path(__file__).parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


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
