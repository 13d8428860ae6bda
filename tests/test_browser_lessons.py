"""What explains the games: guided matches, notes at the table, reasons in words, rules pages."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Browser, expect

from browsers import DESKTOP, LANGUAGES, PHONE, Desk, begun, person
from servers import Server
from tabbytop.games import IDS


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
