"""How heavy the browser table is and how fast it comes: bytes, first paint, a playable table, frames while cards fly.

    ./play serve & python benchmarks/page.py [--server http://127.0.0.1:8140]

Times are of a browser with an empty cache on this machine, the medians of several visits.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from playwright.sync_api import Browser, Page

from browsers import Desk, browsing
from tabbytop.games import IDS

VISITS = 5
PLAYERS = 3
FRAMES = """() => new Promise(done => {
  const times = []; let last = performance.now();
  const tick = now => {
    times.push(now - last);
    last = now;
    times.length < 180 ? requestAnimationFrame(tick) : done(times.slice(5));
  };
  requestAnimationFrame(tick);
})"""
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
NOW = "() => performance.now()"


def begun(desk: Desk, game: str) -> str:
    """The address of a table for one person and kittens."""
    opened, tokens = desk.open(game, PLAYERS, ["Mia"])
    return f"{desk.url}/t/{opened['table']}#{tokens[0]}"


def visit(browser: Browser, address: str, ready: str) -> dict[str, float]:
    """One visit with nothing in the cache."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    weights: list[float] = []
    session.on("Network.loadingFinished", lambda event: weights.append(event["encodedDataLength"]))
    page.goto(address)
    page.wait_for_selector(ready)
    found = {"ready": page.evaluate(NOW), "paint": page.evaluate(PAINT)}
    page.wait_for_load_state("networkidle")
    context.close()
    return found | {"bytes": sum(weights)}


def report(name: str, visits: list[dict[str, float]]) -> None:
    paint, ready, weight = (statistics.median(each[what] for each in visits) for what in ("paint", "ready", "bytes"))
    print(f"{name:20s} {weight / 1000:7.1f} kB   first paint {paint:5.0f} ms   ready {ready:5.0f} ms", flush=True)


def frames(page: Page, desk: Desk) -> None:
    page.goto(begun(desk, "catsle"))
    page.wait_for_selector(".page[data-asked=true]")
    page.evaluate("() => { window.frames_ = (" + FRAMES + ")(); }")
    page.locator("[data-move]").first.click()
    times = sorted(page.evaluate("() => window.frames_"))
    middle, slow = times[len(times) // 2], times[len(times) * 95 // 100]
    print(f"frames while cards fly: median {middle:.1f} ms, 95% under {slow:.1f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", default="http://127.0.0.1:8140")
    desk = Desk(parser.parse_args().server)
    with browsing() as browser:
        report("home", [visit(browser, desk.url, "[data-game]") for _ in range(VISITS)])
        for game in IDS:
            address = begun(desk, game)
            visits = [visit(browser, address, ".page[data-asked=true]") for _ in range(VISITS)]
            report(f"table of {game}", visits)
        frames(browser.new_context().new_page(), desk)


if __name__ == "__main__":
    main()
