"""The browser table for every eye, ear and hand: screen readers, large text, no colours, thumbs, no motion, keys."""

from __future__ import annotations

import base64
import itertools
import random
import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FloatRect, expect

from browsers import DESKTOP, PHONE, Desk, Person, person
from colours import EYES, apart, contrast, mixed
from servers import Server
from tabbytop.games import IDS

ZOOMED = (640, 400)  # a desktop at 200 %


def begun(server: Server, game: str, **asked: object) -> str:
    """The address of a begun match for one person."""
    opened, tokens = Desk(server.url).open(game, 3, ["Mia"], **asked)
    return f"/t/{opened['table']}#{tokens[0]}"


# Whatever appears in, or changes in, what a screen reader says by itself.
LISTEN = """
window.heard = [];
new MutationObserver(records => {
  for (const { target, addedNodes } of records) {
    const nodes = addedNodes.length > 0 ? addedNodes : target.nodeType === Node.TEXT_NODE ? [target] : [];
    const live = (target.closest ? target : target.parentElement).closest("[aria-live=polite], [role=status]");
    if (live) for (const node of nodes) if (node.textContent.trim()) window.heard.push(node.textContent.trim());
  }
}).observe(document, { childList: true, characterData: true, subtree: true });
"""


@pytest.mark.parametrize("game", ["catsle", "ahoy"])  # one decides after the other; all at once
def test_a_screen_reader_says_each_line_of_the_log_once_and_what_i_am_asked(
    game: str, browser: Browser, server: Server
) -> None:
    def lines() -> list[str]:
        return [line for line in mia.page.inner_text("aside [role=log]").split("\n") if line]

    with person(browser, server) as mia:
        mia.go(begun(server, game))
        assert mia.asked()
        expect(mia.page.locator("[data-announcer]")).to_contain_text("Your turn: ")
        mia.page.evaluate(LISTEN)
        before, turns, choose = len(lines()), 0, random.Random(game)
        while mia.asked():
            if turns == 3:
                english, heard = lines(), mia.page.evaluate("window.heard")
                mia.page.evaluate("document.querySelector('aside details').open = true")
                for language in ("ja", "en"):
                    mia.page.locator("aside select").select_option(language)
                    mia.page.wait_for_selector(f"html[lang={language}]")
                assert lines() == english
                assert mia.page.evaluate("window.heard") == heard
            mia.decide(choose)
            turns += 1
        said = mia.page.evaluate("window.heard")
        asked = [sentence for sentence in said if sentence.startswith("Your turn: ")]
        assert [sentence for sentence in said if not sentence.startswith("Your ")] == lines()[before:]
        assert len(asked) >= turns - 1  # the first was said before
        assert mia.page.locator("[aria-live=polite], [role=status]").count() == 1


# For how many milliseconds the hand is shown as it was before the last move.
HELD = """
const [held, seen] = [document.querySelectorAll(".own .hand .card").length + 1, []];
const look = now => {
  if (document.querySelectorAll(".own .hand .card").length === held) seen.push(now);
  window.seenFor = seen.length ? seen.at(-1) - seen[0] : 0;
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""


def test_what_happened_since_my_last_move_is_seen_and_said_again_even_without_motion(
    browser: Browser, server: Server
) -> None:
    with person(browser, server) as mia:
        mia.go(begun(server, "catsle"))
        assert mia.asked()
        mia.page.evaluate(LISTEN)
        mia.decide(random.Random(1))
        assert mia.asked()
        said = [line for line in mia.page.evaluate("window.heard") if not line.startswith("Your ")]
        assert len(said) > 2
        mia.page.evaluate(HELD)
        mia.page.evaluate("window.heard.length = 0")
        mia.page.click("[data-again]")
        expect(mia.page.get_by_role("button", name="Skip")).to_be_visible()
        assert mia.asked()
        assert mia.page.evaluate("window.heard") == said
        assert mia.page.evaluate("window.seenFor") > 50  # without holding it would be a frame at most


def test_a_screen_reader_finds_whose_turn_it_is_the_hand_and_what_may_be_played(
    browser: Browser, server: Server
) -> None:
    with person(browser, server) as mia:
        mia.go(begun(server, "catsle", seed=3))
        choose = random.Random(1)
        while mia.asked() and mia.page.locator(".hand .card.dim").count() in (
            0,
            len(mia.page.locator(".hand .card").all()),
        ):
            mia.decide(choose)
        tree = mia.page.locator("body").aria_snapshot()
        order = (
            "banner:", "main:", 'heading "The table. To decide: Mia"', 'heading "Kitten 1"', 'heading "Kitten 2"',
            'group "The trick"', 'heading "Mia (you)"', 'group "Your cards"', "complementary", 'log "Log"',
        )  # fmt: skip
        assert re.search(".*".join(map(re.escape, order)), tree, re.DOTALL), tree
        hand = mia.page.get_by_role("group", name="Your cards")
        assert (
            hand.get_by_role("button", name=re.compile("^Play the ")).count() == hand.locator("[data-move]").count() > 0
        )
        assert (
            hand.get_by_role("button", name=re.compile("cannot be played now$")).count() == hand.locator(".dim").count()
        )


def larger(mia: Person) -> None:
    """As if the browser's own text size were doubled."""
    double = "document.documentElement.style.fontSize = '200%'"
    mia.context.add_init_script(f"addEventListener('DOMContentLoaded', () => {double})")


@pytest.mark.parametrize("size", [DESKTOP, PHONE, ZOOMED], ids=["desktop", "phone", "zoomed"])
def test_with_text_at_200_percent_nothing_sticks_out_and_every_move_can_be_clicked(
    size: tuple[int, int], browser: Browser, server: Server
) -> None:
    with person(browser, server, size=size) as mia:
        if size != ZOOMED:
            larger(mia)
        mia.go()
        mia.page.wait_for_selector("[data-game] .facts")
        assert mia.fits()
        mia.page.click("[data-game=festival] .buttons .button >> nth=1")
        for part in ("dialog", "dialog form"):
            assert mia.page.eval_on_selector(part, "part => part.scrollWidth <= part.clientWidth + 1"), part
        for game in IDS:
            mia.go(f"/rules/{game}")
            mia.page.wait_for_selector("section h2")
            assert mia.fits()
            mia.go(begun(server, game))
            mia.play(random.Random(game), moves=3)
            assert mia.asked()
            assert mia.fits()
            assert mia.page.eval_on_selector("main", "main => main.scrollWidth <= main.clientWidth + 1"), game
            ways = mia.page.locator("[data-move]:visible, [data-step]:visible").all()
            assert ways
            for way in ways:
                way.click(trial=True)


# What colours leave: the drawing itself, without fills, strokes and styles.
DRAWN = """signs => signs.map(sign => [...sign.querySelectorAll("path, circle, ellipse, rect, text, polygon, line")]
  .map(part => [part.localName, part.textContent,
    ...["d", "cx", "cy", "r", "rx", "ry", "x", "y", "width", "height", "points"].map(name => part.getAttribute(name)),
  ].join(" ")).join("; "))"""
SIGNS = {
    "festival": ".lantern .sign",
    "familiar": ".totals .total svg",
    "catsle": ".hand .corner:not(.end) svg",
    "ahoy": ".bag .one svg",
    "sorting": ".legend svg",
}
KINDS = {"festival": 4, "familiar": 3, "ahoy": 4, "sorting": 3}


@pytest.mark.parametrize("game", IDS)
def test_without_any_colour_the_suits_are_told_apart_by_their_shapes(
    game: str, browser: Browser, server: Server
) -> None:
    with person(browser, server) as mia:
        mia.go(begun(server, game))
        choose = random.Random(1)
        while mia.asked() and mia.page.locator(SIGNS[game]).count() == 0:
            mia.decide(choose)
        cards = mia.page.locator(".hand [data-piece]").all()
        suits = {str(card.get_attribute("data-piece"))[0] for card in cards}
        assert len(set(mia.page.eval_on_selector_all(SIGNS[game], DRAWN))) == KINDS.get(game, len(suits)) > 2
        if game == "festival":
            lanterns = mia.page.locator(".lantern").all()
            assert [lantern.locator(".rope").count() for lantern in lanterns] == [
                int("closed" in lantern.inner_text()) for lantern in lanterns
            ]


SOURCES = Path(__file__).parent.parent / "web" / "src"
THEME = (SOURCES / "theme.css").read_text(encoding="utf-8")
ACCENTS = ("red", "orange", "yellow", "green", "sky", "blue", "purple", "grey")


@pytest.mark.parametrize("eyes", EYES)
def test_all_eyes_tell_all_accents_apart(eyes: str) -> None:
    assert too_near([accent(name) for name in ACCENTS], eyes) == {}


def accent(name: str) -> str:
    (colour,) = re.findall(rf"--{name}: (#[0-9a-f]{{6}});", THEME)  # the same in both themes
    return str(colour)


def too_near(colours: Iterable[str], eyes: str) -> dict[tuple[str, str], float]:
    near = {(one, two): apart(one, two, eyes) for one, two in itertools.combinations(colours, 2)}
    return {pair: distance for pair, distance in near.items() if distance < 15}


# Where each game says in which colours its suits are drawn, and how many there are.
SUITS = {
    "festival": ("seasons.ts", 5),
    "familiar": ("cards.ts", 3),
    "catsle": ("parts.ts", 5),
    "ahoy": ("FishShape.svelte", 4),
    "sorting": ("scope.ts", 3),
}


def suits(game: str) -> set[str]:
    file, number = SUITS[game]
    text = (SOURCES / "games" / game / file).read_text(encoding="utf-8")
    drawn = re.findall(r'(?:\w"?: |class="line" fill=)"(?:var\(--(\w+)\)|(#[0-9a-f]{6}))"', text)
    found = {accent(name) if name else colour for name, colour in drawn}
    assert len(found) == number
    return found


@pytest.mark.parametrize("game", IDS)
def test_all_eyes_tell_the_colours_of_the_suits_apart(game: str) -> None:
    assert {eyes: near for eyes in EYES if (near := too_near(suits(game), eyes))} == {}


def test_what_is_written_on_an_accent_can_be_read() -> None:
    (ink,) = re.findall(r"--ink: (#\w+);", THEME)
    papers = re.findall(r"--card: (#\w+);", THEME)
    assert len(papers) == 2  # light and dark
    colours = {accent(name) for name in ACCENTS}.union(*map(suits, IDS))
    for colour, paper in itertools.product(colours, papers):
        assert contrast(ink, mixed(0.46, colour, paper)) >= 4.5, (colour, paper)  # as thick as it lies under a card


# The share of pixels that differ between two pictures.
APART = """async pictures => {
  const pixels = async png => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(png), letter => letter.charCodeAt(0))]));
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height).data;
  };
  const [one, two] = await Promise.all(pictures.map(pixels));
  let apart = 0;
  for (let at = 0; at < one.length; at += 4)
    if ([at, at + 1, at + 2].some(each => Math.abs(one[each] - two[each]) > 40)) apart++;
  return 4 * apart / one.length;
}"""


@pytest.mark.parametrize("game", ["catsle", "ahoy", "sorting"])  # each draws its pieces in its own way
def test_a_piece_that_is_hinted_or_chosen_looks_different_to_eyes_without_some_colours(
    game: str, browser: Browser, server: Server
) -> None:
    with person(browser, server) as mia:
        mia.go(begun(server, game))
        assert mia.asked()
        eyes = mia.context.new_cdp_session(mia.page)
        piece = mia.page.locator("main :is([data-move], [data-step]):is(.card, .ocean)").first
        box = piece.bounding_box()
        assert box
        around: FloatRect = {
            "x": box["x"] - 8,
            "y": box["y"] - 8,
            "width": box["width"] + 16,
            "height": box["height"] + 16,
        }
        for kind in ("protanopia", "deuteranopia", "tritanopia", "achromatopsia"):
            eyes.send("Emulation.setEmulatedVisionDeficiency", {"type": kind})
            pictures = []
            for state in ("playable", "hinted", "chosen"):
                piece.evaluate("(piece, state) => piece.classList.add(state)", state)
                pictures.append(base64.b64encode(mia.page.screenshot(clip=around, animations="disabled")).decode())
                if state != "playable":
                    piece.evaluate("(piece, state) => piece.classList.remove(state)", state)
            apart = [mia.page.evaluate(APART, pair) for pair in itertools.combinations(pictures, 2)]
            assert min(apart) > 0.02, (kind, apart)


# How wide and how high each thing can be hit about its middle, a checkbox by its whole label, unless it is covered.
SMALL = """() => {
  const found = [];
  for (const element of document.querySelectorAll("button, a[href], input, select, summary")) {
    if (element.disabled || element.tabIndex < 0 || !element.checkVisibility()) continue;
    const target = element.closest("label") ?? element;
    if (getComputedStyle(target).display === "inline") continue;  // in running text
    target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { x, y, width, height } = target.getBoundingClientRect();
    const hit = (dx, dy) => target.contains(document.elementFromPoint(x + width / 2 + dx, y + height / 2 + dy));
    const reach = (dx, dy) => { let n = 0; while (n < 22 && hit(dx * (n + 0.5), dy * (n + 0.5))) n++; return n; };
    const [wide, high] = [reach(-1, 0) + reach(1, 0), reach(0, -1) + reach(0, 1)];
    if (hit(0, 0) && (wide < 43 || high < 43)) found.push(`${target.outerHTML.slice(0, 200)}: ${wide} x ${high}`);
  }
  return found;
}"""


def test_everything_is_large_enough_for_a_thumb(browser: Browser, server: Server) -> None:
    small: dict[str, list[str]] = {}
    with person(browser, server, size=PHONE) as mia:
        mia.go()
        mia.page.wait_for_selector("[data-game] .facts")
        small["home"] = mia.page.evaluate(SMALL)
        mia.page.click("[data-game=festival] .buttons .button >> nth=1")
        mia.page.locator("dialog fieldset").first.locator("select").first.select_option("person")
        small["dialog"] = mia.page.evaluate(SMALL)
        mia.page.click("dialog .button.main")
        mia.page.wait_for_selector(".lobby")
        small["lobby"] = mia.page.evaluate(SMALL)
        for game, options in [*((game, None) for game in IDS), ("festival", {"mode": "advanced", "games": 1})]:
            mia.go(begun(server, game, **({"options": options} if options else {})))
            choose = random.Random(game)
            for decision in range(6):
                if not mia.asked():
                    break
                small[f"{game} {options} {decision}"] = mia.page.evaluate(SMALL)
                mia.decide(choose)
        mia.page.click(".menu")
        mia.page.evaluate("document.querySelector('aside details').open = true")
        small["log and settings"] = mia.page.evaluate(SMALL)
    assert {page: found for page, found in small.items() if found} == {}


WATCH = """
localStorage["tabbytop.pace"] = '"quick"';
window.moved = new Set();
const watch = one => one.effect.getTiming().duration > 0 && window.moved.add(one.animationName ?? one.id);
setInterval(() => document.getAnimations().forEach(watch), 10);
"""


def test_with_reduced_motion_nothing_moves_and_all_is_seen(browser: Browser, server: Server) -> None:
    with person(browser, server) as mia:
        mia.page.emulate_media(reduced_motion="reduce")
        mia.context.add_init_script(WATCH)
        for game in ("festival", "ahoy"):
            mia.go(begun(server, game))
            mia.play(random.Random(1), moves=3)
            assert mia.asked()
            assert mia.page.evaluate("[...window.moved]") == []
        expect(mia.page.locator("aside [role=log]")).to_contain_text("Mia points")


COMPOSING = """text => text.dispatchEvent(
  new KeyboardEvent("keydown", { key: "Escape", isComposing: true, bubbles: true }))"""


def test_keys_lead_to_each_move_and_their_list_is_one_of_them(browser: Browser, server: Server) -> None:
    with person(browser, server) as mia:
        mia.go(begun(server, "catsle"))
        assert mia.asked()
        ways = mia.page.eval_on_selector_all("[data-move]", "ways => ways.map(way => way.dataset.move)")
        found = []
        for _ in ways:
            mia.page.keyboard.press("m")
            found.append(mia.page.evaluate("document.activeElement.dataset.move"))
            assert mia.page.evaluate("document.activeElement.matches(':focus-visible')")
        assert found == ways
        mia.page.keyboard.press("?")
        expect(mia.page.get_by_role("dialog")).to_contain_text("to the next move you may make")
        mia.page.keyboard.press("Escape")
        expect(mia.page.get_by_role("dialog")).to_have_count(0)
        mia.page.keyboard.press("h")
        expect(mia.page.locator(".note")).to_contain_text("A tiger would")
        mia.page.keyboard.press("Escape")
        expect(mia.page.locator(".note")).to_have_count(0)
        text = mia.page.get_by_role("textbox")
        text.press_sequentially("hm?")  # letters in a text are letters
        assert text.input_value() == "hm?"
        mia.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        mia.page.locator("body").press("l")
        drawer = mia.page.get_by_role("complementary")
        expect(drawer).to_be_visible()
        text.evaluate(COMPOSING)  # whoever writes Japanese takes a word back with Escape
        expect(drawer).to_be_visible()
        mia.page.keyboard.press("Escape")
        expect(drawer).to_be_hidden()
        expect(mia.page.locator(".menu")).to_be_focused()
        mia.page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
        mia.page.keyboard.press("Tab")
        mia.page.keyboard.press("m")
        mia.page.keyboard.press("Enter")
        expect(mia.page.locator("aside [role=log]")).to_contain_text("Mia plays")
        mia.page.locator("header a").click()
        mia.page.go_back()
        assert mia.asked()
        mia.page.keyboard.press("?")
        expect(mia.page.get_by_role("dialog")).to_be_visible()
        mia.page.go_forward()
        mia.page.go_back()  # the list was left with the table
        assert mia.asked()
        expect(mia.page.get_by_role("dialog")).to_have_count(0)


def test_a_button_that_opens_files_shows_that_it_has_the_focus(browser: Browser, server: Server) -> None:
    with person(browser, server) as mia:
        for page in ("/", "/replay/record"):
            mia.go(page)
            button = mia.page.locator("label.button")
            expect(button).to_have_css("outline-style", "none")
            mia.page.keyboard.press("Tab")
            button.locator("input").focus()
            expect(button).to_have_css("outline-style", "solid")


def test_where_the_match_stands_is_said_in_the_language_of_the_page_and_nothing_before_it(
    browser: Browser, server: Server
) -> None:
    opened = Desk(server.url).post("tables", {"game": "catsle", "name": "Mia", "listed": False})
    with person(browser, server) as mia:
        mia.context.add_init_script("localStorage['tabbytop.language'] = 'ja'")
        announced = mia.page.locator("[data-announcer]")
        mia.go(f"/t/{opened['table']}#{opened['token']}")
        mia.page.wait_for_selector(".lobby")
        mia.page.keyboard.press("w")
        expect(announced).to_have_text("")
        Desk(server.url).do(opened["table"], opened["host"], type="start")
        assert mia.asked()
        mia.page.keyboard.press("w")
        where = mia.page.inner_text("h1 small")
        expect(announced.get_by_text(re.compile(f"^{where}。"))).to_have_count(1)
