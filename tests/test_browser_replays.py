"""Matches seen again: replays, puzzles, record files, and the picture of how it ended."""

from __future__ import annotations

import base64
import json
import random
import re
import struct
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from browsers import PHONE, Desk, Person, begun, finished, person
from servers import Server
from tabbytop.games import IDS
from tabbytop.play.record import from_record


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
