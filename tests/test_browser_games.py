"""What only one game's table does: a scope over a chart, bars that fill, carried cards, reasons in the game's words."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from browsers import DESKTOP, PHONE, Desk, Person, person
from servers import Server
from tabbytop import new

# On which animal the sheet of the scope lies: five cells of 40 to a side, the shortest ears in the lowest row.
SHEET = """() => {
  const [, left, top] = document.querySelector(".chart .sheet").style.transform.match(/\\(([\\d.]+)px, ([\\d.]+)px\\)/);
  return `${5 - top / 40}${left / 40 + 1}`;
}"""


def shown(said: str, animals: str) -> set[str]:
    """The cards that the chart tells to be these animals: "Rabbits: ears 1 with tail 2, 3; ears 2 with tail 3."."""
    found = re.search(rf"\b{animals}: ([^.]*)", said, re.IGNORECASE)
    rows = re.findall(r"ears (\d) with tail ([\d, ]+)", found[1] if found else "")
    return {f"{ears}{tail}" for ears, tails in rows for tail in re.findall(r"\d", tails)}


def test_the_scope_lies_on_the_animal_that_is_looked_at_while_one_chooses_what_to_lead(
    browser: Browser, server: Server
) -> None:
    desk = Desk(server.url)
    opened, (token,) = desk.open("sorting", 3, ["Mia"])
    scopes = desk.look(opened["table"], token)["view"]["table"]["scopes"]
    with person(browser, server) as mia:
        mia.go(f"/t/{opened['table']}#{token}")
        assert mia.asked()
        chart = mia.page.locator("svg.chart")
        assert len(scopes) > 3
        for number, scope in enumerate(scopes):
            card = mia.page.locator(f"[data-step='{scope['code']}']").first
            card.hover() if number % 2 else card.focus()
            expect(chart.locator(".sheet .ring")).to_have_count(1)
            mia.page.wait_for_function(f"({SHEET})() === '{scope['code']}'")
            said = chart.get_attribute("aria-label") or ""
            for animals in ("rabbits", "cats"):
                assert shown(said, animals) == {code for code in scope[animals] if code != scope["code"]}, said
            card.blur()


def test_the_bars_of_the_errands_fill_as_cards_are_played(browser: Browser, server: Server) -> None:
    desk, people = Desk(server.url), ["Mia", "Leo", "Ada"]
    plain = {"hand_exchange": False, "errand_exchange": False}
    opened, tokens = desk.open("familiar", 3, people, options=plain)
    table = opened["table"]
    with person(browser, server) as mia:
        mia.go(f"/t/{table}#{tokens[0]}")
        before = [0, 0, 0]
        for seat in (1, 2):  # Leo leads
            desk.do(table, tokens[seat], type="move", move=desk.look(table, tokens[seat])["legal"][0])
            expect(mia.page.locator(".trick .card .card")).to_have_count(seat)
            seen = desk.look(table, tokens[0])["view"]["table"]
            assert sum(seen["totals"]) > sum(before)
            expect_bars(mia.page, seen, ".fill", seen["totals"])
            before = seen["totals"]
        card = mia.page.locator(".own [data-move^='play ']").first
        card.hover()
        added = seen["adds"][(card.get_attribute("data-move") or "").removeprefix("play ")]
        expect_bars(mia.page, seen, ".more", [a + b for a, b in zip(before, added, strict=True)])


def expect_bars(page: Page, table: dict[str, list[dict[str, list[int]]]], bar: str, totals: list[int]) -> None:
    """Each errand's bars, of the colours that it asks for, are as long as the totals say."""
    for errand in table["display"]:
        bars = page.locator(f".errand[data-piece='{errand['code']}'] {bar}")
        wanted = [(total, asked) for total, asked in zip(totals, errand["asks"], strict=True) if asked]
        expect(bars).to_have_count(len(wanted))
        for number, (total, asked) in enumerate(wanted):
            share = min(100, 100 * total // asked)
            expect(bars.nth(number)).to_have_attribute("style", re.compile(rf"width: {share}(\.\d+)?%"))


def middle(where: Locator) -> tuple[float, float]:
    box = where.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag_by_mouse(mia: Person, start: tuple[float, float], end: tuple[float, float]) -> None:
    mouse = mia.page.mouse
    mouse.move(*start)
    mouse.down()
    mouse.move(*end, steps=5)
    mouse.up()


def drag_by_touch(mia: Person, start: tuple[float, float], end: tuple[float, float]) -> None:
    finger = mia.context.new_cdp_session(mia.page)
    way = [start, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), end]
    for number, (x, y) in enumerate(way):
        kind = "touchMove" if number else "touchStart"
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("how", ["mouse", "touch"])
def test_a_card_carried_to_a_column_is_built_there(how: str, browser: Browser, server: Server) -> None:
    opened, (token,) = Desk(server.url).open("catsle", 3, ["Mia"])
    with person(browser, server, size=DESKTOP if how == "mouse" else PHONE) as mia:
        mia.go(f"/t/{opened['table']}#{token}")
        choose = random.Random(1)
        takes = mia.page.locator("[data-move^='take ']")
        while mia.asked() and takes.count() == 0:
            mia.decide(choose)
        card, column = takes.first, mia.page.locator(".own [data-drop='2']")
        code = (card.get_attribute("data-move") or "").removeprefix("take ")
        card.scroll_into_view_if_needed()
        drag = drag_by_mouse if how == "mouse" else drag_by_touch
        drag(mia, middle(card), middle(column))
        expect(column.locator(f"[data-piece='{code}']")).to_be_visible()  # taken, and its place chosen, in one movement


# What lies there and may not be chosen, and what is said of it.
REASONS = {
    "festival": (".own .hand .card.dim", r"is closed, because .* face up\. While you hold"),
    "familiar": (".own .hand .card.dim", r"was led: while you hold .*, you must play"),
    "sorting": (".own .crate .card.dim", r"today\. While you hold .*, you must play one of them"),
    "ahoy": (".own .tile[aria-disabled=true]", r"nothing to guard"),
}


@pytest.mark.parametrize("game", REASONS)
def test_what_may_not_be_chosen_says_why_in_the_words_of_its_game(game: str, browser: Browser, server: Server) -> None:
    what, reason = REASONS[game]
    opened, (token,) = Desk(server.url).open(game, 3, ["Mia"])
    with person(browser, server) as mia:
        mia.go(f"/t/{opened['table']}#{token}")
        choose, note = random.Random(1), mia.page.locator(".note")
        for _ in range(30):
            assert mia.asked(), f"a match without {what}"
            barred = mia.page.locator(what)
            if barred.count() > 0:
                barred.first.click(force=True)
                expect(note).not_to_be_empty()
                if re.search(reason, note.inner_text()):
                    return
            mia.decide(choose)
        raise AssertionError(f"nothing said {reason}")


def deal_with_one_booze_too_many() -> tuple[int, list[tuple[int, str]], int]:
    """The seed of a festival of one deal, its moves with who makes them, and who drinks the third."""
    for seed in range(100):
        match, choose, moves = new("festival", players=4, seed=seed, games=1), random.Random(seed), []
        while not match.over:
            moves.append((match.seat, choose.choice(match.moves())))
            match.play(moves[-1][1])
        table: Any = match.table()
        drunk = [number for number, seat in enumerate(table.seats) if seat.booze >= 3]
        if len(drunk) == 1 and len(moves) < 9 * match.players:
            return seed, moves, drunk[0]
    raise AssertionError("nobody drinks too much")


def test_one_booze_too_many_is_said_when_it_ends_the_deal(browser: Browser, server: Server) -> None:
    names, desk = ["Mia", "Tom", "Yuki", "Ling"], Desk(server.url)
    seed, moves, drunk = deal_with_one_booze_too_many()
    opened, tokens = desk.open("festival", 4, names, seed=seed)

    def play(moves: list[tuple[int, str]]) -> None:
        for seat, move in moves:
            desk.do(opened["table"], tokens[seat], type="move", move=move)

    play(moves[:-4])
    with person(browser, server) as mia:
        mia.go()
        mia.page.evaluate("localStorage['tabbytop.pace'] = '\"calm\"'")
        mia.go(f"/t/{opened['table']}")
        expect(mia.page.locator(".face-up")).to_have_count(2)
        play(moves[-4:])
        expect(mia.page.locator("body")).to_contain_text(f"One booze too many: {names[drunk]}. The deal is over.")
        mia.page.wait_for_selector("[data-end]")


@pytest.mark.parametrize(("size", "rows"), [(DESKTOP, [4]), (PHONE, [2, 2])], ids=["desktop", "phone"])
def test_who_watches_sees_the_boards_of_all_side_by_side(
    size: tuple[int, int], rows: list[int], browser: Browser, server: Server
) -> None:
    opened, _ = Desk(server.url).open("catsle", 4, ["Mia"])
    with person(browser, server, size=size) as tom:
        tom.go(f"/t/{opened['table']}")
        expect(tom.page.locator(".others .seat")).to_have_count(4)
        tops = [round(middle(seat)[1]) for seat in tom.page.locator(".others .seat").all()]
        assert [tops.count(top) for top in sorted(set(tops))] == rows
        assert tom.fits()


def test_nothing_stays_lifted_after_a_touch(browser: Browser, server: Server) -> None:
    opened, (token,) = Desk(server.url).open("ahoy", 2, ["Mia"])
    with person(browser, server) as mia:
        mia.go(f"/t/{opened['table']}#{token}")
        ocean = mia.page.locator(".ocean.target").first
        ocean.hover()
        expect(ocean).to_have_css("translate", "0px -3px")
    # A phone has no mouse to hover with, though what was touched last counts as hovered.
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{server.url}/t/{opened['table']}#{token}")
    ocean = page.locator(".ocean.target").first
    ocean.tap()
    expect(page.locator(".ocean.target:hover")).to_have_count(1)  # the other paw may point there, too
    expect(ocean).to_have_css("translate", "none")
    context.close()
