"""The browser table for every kind of person: three languages, keyboards, troubles, coming back, small comforts."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Browser, Route, WebSocketRoute, expect

from browsers import PHONE, Desk, Person, begun, finished, person
from servers import Server
from tabbytop.games import IDS

LOGS = {"en": "Log and chat", "ja": "記録とチャット", "zh": "紀錄與聊天"}


def test_the_language_is_switched_in_mid_match(browser: Browser, server: Server) -> None:
    with person(browser, server) as mia:
        address, _ = begun(server, "familiar")
        mia.go(address)
        mia.play(random.Random(2), moves=3)
        logs = set()
        for language, menu in LOGS.items():
            assert mia.asked()
            mia.page.evaluate("document.querySelector('aside details').open = true")
            mia.page.locator("aside select").select_option(language)
            expect(mia.page.locator("aside")).to_have_attribute("aria-label", menu)
            assert mia.page.get_attribute("html", "lang") == {"zh": "zh-Hant"}.get(language, language)
            logs.add(mia.page.inner_text("aside .lines"))
            mia.play(random.Random(3), moves=1)
        assert len(logs) == len(LOGS)


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
