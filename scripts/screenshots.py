"""Pictures of every page and of each game's important moments, from a running server: what docs and eyes need.

    ./play &
    python scripts/screenshots.py --out shots                   # all of them, desktop and phone, light and dark
    python scripts/screenshots.py --out shots --only catsle     # those whose names begin so
    python scripts/screenshots.py --out shots --languages ja,zh
    python scripts/screenshots.py --readme                      # those of the README, into docs/
    python scripts/screenshots.py --out shots --game ahoy --players 4 --when "table['turn'] == 3" --film 6

With --game, one moment of your own: all seats play at random until `when` holds for the viewer's `table`, `legal`,
`chosen`, `view` and `waiting`. With --film, pictures while the match goes on from there.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from browsers import TROUBLES, Desk, browsing, troubled

LOCALES = {"en": "en", "ja": "ja", "zh": "zh-TW"}
SIZES = {"desktop": (1280, 800), "phone": (360, 740), "wide": (2560, 1440)}
NAMES = ["Mia", "Tom", "Yuki", "Ling", "Ada", "Ben"]


class Look(NamedTuple):
    size: str
    theme: str
    language: str

    @property
    def name(self) -> str:
        return "-".join((self.size, self.theme) if self.language == "en" else self)


@dataclass(frozen=True)
class Moment:
    """A match at a moment, as one seat sees it."""

    name: str
    game: str
    players: int
    when: str  # a Python expression of table, legal, chosen, view, waiting
    options: dict[str, Any] = field(default_factory=dict)
    seat: int = 0  # -1: a spectator
    seed: int = 1
    click: tuple[str, ...] = ()  # what to click before the picture is taken
    film: int = 0  # pictures while it goes on
    sees: str = "main .table"  # what has to be there then
    size: str = ""  # if there is something to see at one size only
    switches: tuple[str, ...] = ()  # what this person has set


README = ("festival-play", "familiar-play", "catsle-take", "ahoy-point", "sorting-play")
DOCS = Path(__file__).parent.parent / "docs"
FULL_TABLES = {"festival": 4, "familiar": 3, "catsle": 4, "ahoy": 4, "sorting": 4}
SHORT: dict[str, dict[str, Any]] = {"festival": {"games": 1}}
PAGES = (
    "home",
    "home-open",
    "home-mine",
    "lobby",
    *(f"{page}-{game}" for page in ("learn", "rules", "replay") for game in FULL_TABLES),
    *(f"{page}-{game}" for page in ("puzzle", "answer") for game in ("catsle", "ahoy")),
)
EXPERIENCED, ADVANCED = {"mode": "experienced"}, {"mode": "advanced"}
VARIANTS = {"declare": True, "bears": True}
PLAYED = "sum(seat['played'] is not None for seat in table['seats'])"
LACKS = "len(legal) < len(table['hand'])"
LAST_CARDS = "sum(seat['cards'] for seat in table['seats'])"
# On a phone a button opens what lies beside the table elsewhere.
DRAWER, SETTINGS, NOTE = (".menu",), (".menu", "aside summary"), ".place .note"


def _my(phase: str, also: str = "True") -> str:
    return f"legal and table['phase'] == '{phase}' and {also}"


MOMENTS = [
    Moment("festival-play", "festival", 4, _my("play", "table['round'] == 4")),
    Moment("festival-three", "festival", 3, _my("play", "table['round'] == 6")),
    Moment("festival-swap", "festival", 4, "table['phase'] == 'swap'", seed=9),
    Moment("festival-multiplier", "festival", 4, _my("multiplier"), EXPERIENCED),
    Moment("festival-tokens", "festival", 3, _my("tokens"), ADVANCED),
    Moment("festival-advanced", "festival", 4, _my("play", "table['deal'] == 2 and table['round'] == 5"), ADVANCED),
    Moment("festival-reveal", "festival", 4, _my("play", "table['round'] == 5"), film=6),
    Moment("festival-crow", "festival", 4, _my("play", "table['round'] == 4"), seed=2, film=6),
    Moment("festival-redeal", "festival", 4, _my("offer"), seed=9),
    Moment("festival-start", "festival", 4, _my("start"), EXPERIENCED),
    Moment("festival-token", "festival", 4, _my("token"), ADVANCED),
    Moment("festival-aid", "festival", 4, _my("play", "table['round'] == 4"), click=(".aid summary",)),
    Moment("festival-watch", "festival", 4, "table['phase'] == 'play' and table['round'] == 4", seat=-1),
    Moment("familiar-exchange", "familiar", 3, _my("exchange")),
    Moment("familiar-pass", "familiar", 3, _my("pass")),
    Moment("familiar-swap", "familiar", 3, _my("swap", "table['round'] > 2")),
    Moment("familiar-play", "familiar", 3, _my("play", f"table['round'] > 3 and {PLAYED} == 2")),
    Moment("familiar-draw", "familiar", 3, _my("draw"), seed=3),
    Moment("catsle-play", "catsle", 4, _my("play", f"{PLAYED} == 3 and table['seats'][0]['worth'] > 0")),
    Moment("catsle-take", "catsle", 4, _my("take", "table['seats'][0]['cards'] < 7")),
    Moment("catsle-place", "catsle", 4, _my("place")),
    Moment("catsle-three", "catsle", 3, _my("take", "table['seats'][0]['cards'] < 6")),
    Moment("catsle-round", "catsle", 4, _my("take", f"{LAST_CARDS} == 0 and len(table['pool']) == 2"), seed=2, film=7),
    Moment("catsle-watch", "catsle", 4, f"table['phase'] == 'play' and {PLAYED} == 3 and table['trick'] == 4", seat=-1),
    Moment("catsle-five", "catsle", 5, _my("play", "table['seats'][0]['cards'] < 5")),
    Moment("ahoy-point", "ahoy", 4, _my("point", "table['turn'] == 4")),
    Moment("ahoy-two", "ahoy", 2, _my("point", "table['turn'] == 4")),
    Moment("ahoy-six", "ahoy", 6, _my("point", "table['turn'] == 3")),
    Moment("ahoy-supply", "ahoy", 4, _my("supply", "table['turn'] > 2"), {"banker": "player"}),
    Moment("ahoy-last", "ahoy", 4, _my("point", "table['bag'] == ''")),
    Moment("ahoy-reveal", "ahoy", 4, _my("point", "table['turn'] == 4"), film=8),
    Moment("sorting-lead", "sorting", 4, _my("lead", "table['day'] > 2")),
    Moment("sorting-scope", "sorting", 4, _my("lead", "table['day'] > 2"), click=("[data-step]",)),
    Moment("sorting-play", "sorting", 4, _my("play", "table['day'] > 3")),
    Moment("sorting-week", "sorting", 4, _my("play", f"{LAST_CARDS} == 1 and {PLAYED} == 3"), seed=2, film=9),
    Moment("sorting-declare", "sorting", 4, _my("declare"), VARIANTS),
    Moment("sorting-bears", "sorting", 5, _my("play", "table['day'] > 3"), VARIANTS),
    *(
        Moment(f"{game}-end", game, players, "view['over']", SHORT.get(game, {}))
        for game, players in FULL_TABLES.items()
    ),
    Moment("drawer", "catsle", 4, _my("play", "table['trick'] == 4"), click=DRAWER, size="phone"),
    Moment("settings", "catsle", 4, _my("play", "table['trick'] == 4"), click=SETTINGS),
    Moment("keys", "catsle", 4, _my("play"), click=(*SETTINGS, "aside details button"), sees="dialog[open]"),
    Moment("why-catsle", "catsle", 4, _my("play", LACKS), click=(".own .card.dim",), sees=NOTE),
    Moment("why-festival", "festival", 4, _my("play", LACKS), click=(".own .card.dim",), sees=NOTE),
    Moment("confirm", "catsle", 4, _my("play"), click=(".own [data-move]",), sees=NOTE, switches=("confirm",)),
]
MOMENTS += [
    replace(moment, name=f"hint-{moment.game}", click=("[aria-keyshortcuts=H]",), sees=NOTE)
    for moment in MOMENTS
    if moment.name in README
]


class Sitting:
    """A match in which this program has all seats."""

    def __init__(self, desk: Desk, moment: Moment) -> None:
        self.desk, self.moment = desk, moment
        opened, self.tokens = desk.open(
            moment.game, moment.players, NAMES[: moment.players], options=moment.options, seed=moment.seed
        )
        self.table = opened["table"]
        self.chance = random.Random(moment.seed)

    def look(self, seat: int) -> dict[str, Any]:
        return self.desk.look(self.table, self.tokens[seat] if seat >= 0 else None)

    def here(self) -> bool:
        update = self.look(self.moment.seat)
        view = update["view"]
        known = {name: update[name] for name in ("legal", "chosen", "waiting")} | {"view": view, "table": view["table"]}
        return bool(eval(self.moment.when, {"sum": sum, "len": len, "any": any, "all": all}, known))

    def step(self) -> bool:
        """One move; False when the match is over. The viewer is the last to choose."""
        seats = [seat for seat in range(self.moment.players) if seat != self.moment.seat]
        for seat in [*seats, self.moment.seat]:
            update = self.look(seat)
            if seat >= 0 and update["waiting"]:
                self.desk.do(self.table, self.tokens[seat], type="move", move=self.chance.choice(update["legal"]))
                return True
        return False

    def reach(self) -> None:
        while not self.here():
            if not self.step():
                raise SystemExit(f"{self.moment.name}: the match ended before {self.moment.when}; try another seed")

    @property
    def link(self) -> str:
        token = self.tokens[self.moment.seat] if self.moment.seat >= 0 else ""
        return f"{self.desk.url}/t/{self.table}#{token}"


def _page(browser: Browser, look: Look) -> Page:
    width, height = SIZES[look.size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=look.theme,  # type: ignore[arg-type]
        device_scale_factor=2 if look.size == "phone" else 1, has_touch=look.size == "phone",
        locale=LOCALES[look.language],
    )  # fmt: skip
    return context.new_page()


def _remember(page: Page, key: str, what: object) -> None:
    """As if this browser had been here before."""
    page.context.add_init_script(f"localStorage['tabbytop.{key}'] ??= {json.dumps(json.dumps(what))}")


def _take(page: Page, out: Path, name: str, whole: bool = False) -> None:
    page.screenshot(path=out / f"{name}.png", full_page=whole)
    print(out / f"{name}.png", flush=True)


def moments(browser: Browser, desk: Desk, moment: Moment, looks: list[Look], out: Path) -> None:
    looks = [look for look in looks if moment.size in ("", look.size)]
    if not looks:
        return
    sitting = Sitting(desk, moment)
    sitting.reach()
    for look in looks:
        page = _page(browser, look)
        page.on("pageerror", lambda error: print(f"{moment.name}: {error}", file=sys.stderr))
        _remember(page, "switches", dict.fromkeys(moment.switches, True))
        page.goto(sitting.link)
        page.wait_for_selector("main .table")
        page.wait_for_timeout(700)
        for selector in moment.click:
            if selector not in DRAWER or page.is_visible(selector):
                page.click(selector, force=True)  # also what may not be done, to hear why
                page.wait_for_timeout(400)
        page.wait_for_selector(moment.sees)
        page.wait_for_timeout(400)
        _take(page, out, f"{moment.name}-{look.name}")
        if moment.film and look == looks[0]:
            _film(page, sitting, moment, out)
        page.context.close()


def _film(page: Page, sitting: Sitting, moment: Moment, out: Path) -> None:
    """What is seen while everybody moves once."""
    for _ in range(moment.players * 2):
        before = sitting.look(moment.seat)["number"]
        if not sitting.step() or sitting.look(moment.seat)["number"] != before:
            break
    for number in range(moment.film):
        _take(page, out, f"{moment.name}-film{number + 1}")
        page.wait_for_timeout(450)


def pages(browser: Browser, desk: Desk, looks: list[Look], out: Path, only: str) -> None:
    """Every page but the table itself, those of each game for all games."""
    wanted = [name for name in PAGES if name.startswith(only)]
    mishaps = [f"trouble-{trouble}" for trouble in TROUBLES if f"trouble-{trouble}".startswith(only)]
    if not wanted and not mishaps:
        return
    opened = desk.post(
        "tables", {"game": "catsle", "players": 4, "name": "Mia", "bots": [None, None, "lynx", "kitten"]}
    )
    desk.do(opened["table"], None, type="sit", name="Tom")
    watched = {name.partition("-")[2] for name in wanted if name.startswith(("replay-", "puzzle-", "answer-"))}
    finished = {game: _finished(desk, game) for game in sorted(watched)}
    mine = _tables_of_mine(desk) if "home-mine" in wanted else []
    for look in looks:
        page = _page(browser, look)
        for name in wanted:
            kind, _, game = name.partition("-")
            match kind:
                case "home":
                    page.goto(desk.url)
                    page.evaluate("mine => localStorage['tabbytop.tables'] = JSON.stringify(mine)", mine)
                    if game == "mine":
                        page.reload()
                        page.wait_for_selector(".mine .row")
                    page.wait_for_selector("[data-game]")
                    if game == "open":
                        page.click("[data-game=festival] .button:not(.main)")
                case "lobby":
                    page.goto(f"{desk.url}/t/{opened['table']}#{opened['token']}")
                    page.wait_for_selector(".lobby")
                    page.evaluate("host => { const t = JSON.parse(localStorage['tabbytop.tables']); t[0].host = host; "
                                  "localStorage['tabbytop.tables'] = JSON.stringify(t); }", opened["host"])  # fmt: skip
                    page.reload()
                    page.wait_for_selector(".lobby")
                case "learn":
                    page.goto(desk.url)
                    page.click(f"[data-game={game}] [data-learn]")
                    page.wait_for_selector(".lesson")
                case "rules":
                    page.goto(f"{desk.url}/rules/{game}")
                    page.wait_for_selector("main section")
                case "replay":
                    page.goto(f"{desk.url}/replay/{finished[game]}?seat=open&step=20")
                    page.wait_for_selector(".page[data-replay] .table")
                case "puzzle" | "answer":
                    page.goto(f"{desk.url}/replay/{finished[game]}?seat=0&step=20")
                    _puzzle(page, solved=kind == "answer")
            page.wait_for_timeout(700)
            _take(page, out, f"{name}-{look.name}", whole=name in ("home", "home-mine") or kind == "rules")
        page.context.close()
        page = _page(browser, look)  # of somebody who has no seat anywhere
        if mishaps:
            for trouble in troubled(page, desk.url, opened["table"]):
                if f"trouble-{trouble}" in mishaps:
                    _take(page, out, f"trouble-{trouble}-{look.name}")
        page.context.close()


def _puzzle(page: Page, solved: bool) -> None:
    """On to the next question in a replay."""
    page.wait_for_selector(".page[data-replay] .table")
    page.check("footer input[type=checkbox]")
    while not page.query_selector("[data-move]"):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(100)
    if solved:
        page.click("[data-move]")


def _tables_of_mine(desk: Desk) -> list[dict[str, Any]]:
    """What a browser remembers of some: a lobby, my turn, another's turn, a match that is over."""
    lobby = desk.post("tables", {"game": "sorting", "players": 4, "name": "Mia", "bots": [None, None, None, "lynx"]})
    kept = [{"table": lobby["table"], "game": "sorting", "token": lobby["token"]}]
    for game, when in (("festival", "legal"), ("catsle", f"not waiting and {PLAYED} == 1"), ("ahoy", "view['over']")):
        sitting = Sitting(desk, Moment("mine", game, FULL_TABLES[game], when))
        sitting.reach()
        kept.append({"table": sitting.table, "game": game, "token": sitting.tokens[0]})
    return kept


def _finished(desk: Desk, game: str) -> str:
    """A table whose match is over."""
    sitting = Sitting(desk, Moment("finished", game, FULL_TABLES[game], "view['over']", SHORT.get(game, {})))
    sitting.reach()
    return str(sitting.table)


def _readme(browser: Browser, desk: Desk) -> None:
    for moment in MOMENTS:
        if moment.name in README:
            moments(browser, desk, replace(moment, name=moment.game), [Look("desktop", "light", "en")], DOCS)
            (DOCS / f"{moment.game}-desktop-light.png").replace(DOCS / f"{moment.game}.png")


def _asked(arguments: argparse.Namespace) -> Iterator[Moment]:
    if arguments.game:
        options = {}
        for text in arguments.option:
            name, _, value = text.partition("=")
            options[name] = json.loads(value) if value in ("true", "false") or value.isdecimal() else value
        yield Moment(arguments.name, arguments.game, arguments.players, arguments.when, options,
                     arguments.seat, arguments.seed, tuple(arguments.click), arguments.film)  # fmt: skip
        return
    yield from (moment for moment in MOMENTS if moment.name.startswith(arguments.only))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", default="http://127.0.0.1:8140")
    parser.add_argument("--out", type=Path, default=Path("shots"))
    parser.add_argument("--readme", action="store_true", help="the README's pictures, into docs/")
    parser.add_argument("--only", default="", help="names that begin so")
    parser.add_argument("--sizes", default="desktop,phone", help=f"of {', '.join(SIZES)}")
    parser.add_argument("--themes", default="light,dark")
    parser.add_argument("--languages", default="en", help=f"of {', '.join(LOCALES)}")
    parser.add_argument("--game")
    parser.add_argument("--name", default="moment")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--option", action="append", default=[], help="key=value")
    parser.add_argument("--when", default="legal")
    parser.add_argument("--seat", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--click", action="append", default=[], help="a selector to click first")
    parser.add_argument("--film", type=int, default=0)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    desk = Desk(arguments.server)
    wanted = (arguments.sizes, arguments.themes, arguments.languages)
    looks = [Look(*look) for look in product(*(each.split(",") for each in wanted))]
    with browsing() as browser:
        if arguments.readme:
            _readme(browser, desk)
        else:
            if not arguments.game:
                pages(browser, desk, looks, arguments.out, arguments.only)
            for moment in _asked(arguments):
                moments(browser, desk, moment, looks, arguments.out)


if __name__ == "__main__":
    main()
