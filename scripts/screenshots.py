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
from browsers import Desk, browsing

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


README = ("festival-play", "familiar-play", "catsle-take", "ahoy-point", "sorting-play")
DOCS = Path(__file__).parent.parent / "docs"
FULL_TABLES = {"festival": 4, "familiar": 3, "catsle": 4, "ahoy": 4, "sorting": 4}
SHORT: dict[str, dict[str, Any]] = {"festival": {"games": 1}}
PAGES = (
    "home",
    "home-open",
    "lobby",
    "lost",
    *(f"{page}-{game}" for page in ("learn", "rules", "replay") for game in FULL_TABLES),
)
EXPERIENCED, ADVANCED = {"mode": "experienced"}, {"mode": "advanced"}
VARIANTS = {"declare": True, "bears": True}
PLAYED = "sum(seat['played'] is not None for seat in table['seats'])"


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
    Moment("familiar-exchange", "familiar", 3, _my("exchange")),
    Moment("familiar-pass", "familiar", 3, _my("pass")),
    Moment("familiar-swap", "familiar", 3, _my("swap", "table['round'] > 2")),
    Moment("familiar-play", "familiar", 3, _my("play", f"table['round'] > 3 and {PLAYED} == 2")),
    Moment("familiar-draw", "familiar", 3, _my("draw"), seed=3),
    Moment("catsle-play", "catsle", 4, _my("play", f"{PLAYED} == 3 and table['seats'][0]['worth'] > 0")),
    Moment("catsle-take", "catsle", 4, _my("take", "table['seats'][0]['cards'] < 7")),
    Moment("catsle-place", "catsle", 4, _my("place")),
    Moment("catsle-three", "catsle", 3, _my("take", "table['seats'][0]['cards'] < 6")),
    Moment("catsle-five", "catsle", 5, _my("play", "table['seats'][0]['cards'] < 5")),
    Moment("ahoy-point", "ahoy", 4, _my("point", "table['turn'] == 4")),
    Moment("ahoy-two", "ahoy", 2, _my("point", "table['turn'] == 4")),
    Moment("ahoy-six", "ahoy", 6, _my("point", "table['turn'] == 3")),
    Moment("ahoy-reveal", "ahoy", 4, _my("point", "table['turn'] == 4"), film=8),
    Moment("sorting-lead", "sorting", 4, _my("lead", "table['day'] > 2")),
    Moment("sorting-scope", "sorting", 4, _my("lead", "table['day'] > 2"), click=("[data-step]",)),
    Moment("sorting-play", "sorting", 4, _my("play", "table['day'] > 3")),
    Moment("sorting-declare", "sorting", 4, _my("declare"), VARIANTS),
    Moment("sorting-bears", "sorting", 5, _my("play", "table['day'] > 3"), VARIANTS),
    *(
        Moment(f"{game}-end", game, players, "view['over']", SHORT.get(game, {}))
        for game, players in FULL_TABLES.items()
    ),
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


def _take(page: Page, out: Path, name: str) -> None:
    page.screenshot(path=out / f"{name}.png")
    print(out / f"{name}.png", flush=True)


def moments(browser: Browser, desk: Desk, moment: Moment, looks: list[Look], out: Path) -> None:
    sitting = Sitting(desk, moment)
    sitting.reach()
    for look in looks:
        page = _page(browser, look)
        page.on("pageerror", lambda error: print(f"{moment.name}: {error}", file=sys.stderr))
        page.goto(sitting.link)
        page.wait_for_selector("main .table")
        page.wait_for_timeout(700)
        for selector in moment.click:
            page.click(selector)
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
    if not wanted:
        return
    opened = desk.post(
        "tables", {"game": "catsle", "players": 4, "name": "Mia", "bots": [None, None, "lynx", "kitten"]}
    )
    desk.do(opened["table"], None, type="sit", name="Tom")
    finished = {game: _finished(desk, game) for game in FULL_TABLES if f"replay-{game}" in wanted}
    for look in looks:
        page = _page(browser, look)
        for name in wanted:
            kind, _, game = name.partition("-")
            match kind:
                case "home":
                    page.goto(desk.url)
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
                case "lost":
                    page.goto(f"{desk.url}/t/nowhere")
                    page.wait_for_selector(".trouble")
            page.wait_for_timeout(700)
            page.screenshot(path=out / f"{name}-{look.name}.png", full_page=name == "home" or kind == "rules")
            print(out / f"{name}-{look.name}.png", flush=True)
        page.context.close()


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
