"""The charts of a report, as SVG in a page, and how it looks."""

from __future__ import annotations

import math
from collections.abc import Callable
from html import escape
from itertools import accumulate

Shares = list[list[float]]  # each value, and its share

BINS = 45
EDGE = 0.0005  # what a chart leaves out at either end


# In units of about a pixel on a phone.
WIDE, HIGH, LEFT, TOP, FOOT = 340, 196, 36, 26, 24


def quantile(shares: Shares, part: float) -> int:
    sums = accumulate(share for _, share in shares)
    return int(next((value for (value, _), total in zip(shares, sums, strict=True) if total >= part), shares[-1][0]))


def percent(share: float, digits: int = 1) -> str:
    least = 10.0 ** -(digits + 2)
    return f"<{least:.{digits}%}" if 0 < share < least / 2 else f"{share:.{digits}%}"


def often(times: float) -> str:
    """How many times something comes in a match; what comes once in a billion has digits, too."""
    return f"{times:,.2f}" if times >= 0.1 or times == 0 else f"{times:.2g}"


def nice(least: float) -> float:
    """The next of 1, 2, 5, 10, 20, ..."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= least * (1 - 1e-9))


def ticks(low: float, high: float, most: int) -> list[float]:
    if low == high:
        return [low]
    step = nice((high - low) / most)
    return [n * step for n in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def edges(shares: Shares) -> list[int]:
    """Where the bars of a chart begin, and the end of the last one."""
    low, high = quantile(shares, EDGE), quantile(shares, 1 - EDGE)
    width = int(nice((high - low + 1) / BINS)) or 1
    return list(range(low // width * width, high + width + 1, width))


def left_out(shares: Shares, bins: list[int]) -> str:
    outside = math.fsum(share for value, share in shares if not bins[0] <= value < bins[-1])
    return f" The chart leaves out the {percent(outside, 2)} furthest from the middle." if outside else ""


def binned(shares: Shares, bins: list[int]) -> list[tuple[int, float]]:
    width = bins[1] - bins[0]
    found = dict.fromkeys(bins[:-1], 0.0)
    for value, share in shares:
        if bins[0] <= value < bins[-1]:
            found[int(value) // width * width] += share
    return list(found.items())


def histogram(
    shares: Shares, bins: list[int], highest: float, colour: str, mean: float, behind: Shares | None = None
) -> str:
    """Bars, the mean as a triangle, and the outline of what they are compared with."""
    width = bins[1] - bins[0]
    floor, step = HIGH - FOOT, (WIDE - LEFT - 8) / (len(bins) - 1)

    def across(value: float) -> float:
        return LEFT + (value - bins[0]) / width * step

    def up(share: float) -> float:
        return floor - share / highest * (floor - TOP)

    drawn = []
    for share in ticks(0, highest, 4):
        drawn.append(f'<path class="grid" d="M{LEFT} {up(share):.1f}H{WIDE - 8}"/>')
        drawn.append(f'<text class="end" x="{LEFT - 6}" y="{up(share) + 4:.1f}">{100 * share:g}%</text>')
    for start, share in binned(shares, bins):
        name = str(start) if width == 1 else f"{start} to {start + width - 1}"
        drawn.append(
            f'<rect x="{across(start) + step * 0.08:.2f}" y="{up(share):.2f}" width="{step * 0.84:.2f}" '
            f'height="{floor - up(share):.2f}" rx="{min(3, step * 0.3):.2f}" fill="{colour}">'
            f"<title>{name}: {percent(share, 2)}</title></rect>"
        )
    if behind:
        line = " ".join(f"V{up(share):.2f}H{across(start + width):.2f}" for start, share in binned(behind, bins))
        drawn.append(f'<path class="line" d="M{across(bins[0]):.2f} {floor} {line} V{floor}"/>')
    drawn.append(f'<path class="axis" d="M{LEFT} {floor}H{WIDE - 8}"/>')
    for value in ticks(bins[0], bins[-1] - 1, 6):  # a value stands under the middle of what is its own
        drawn.append(f'<text class="mid" x="{across(value + 0.5):.1f}" y="{HIGH - 8}">{value:,.0f}</text>')
    x = across(mean + 0.5)
    drawn.append(f'<path class="mean" d="M{x:.1f} {TOP - 3}l-4-6h8z"/>')
    drawn.append(
        f'<text class="mid" x="{min(max(x, LEFT + 28), WIDE - 40):.1f}" y="{TOP - 13}">mean {mean:,.2f}</text>'
    )
    return _svg(HIGH, drawn, f"Bars: the share of each value; the mean is {mean:,.2f}")


def forest(
    rows: list[tuple[float, float, float]], what: str, fair: float, name: str, say: Callable[[float], str]
) -> str:
    """For each (seat, or place) a dot with its interval, beside a line that all would stand on if they were alike."""
    low, high = min(fair, *(row[1] for row in rows)), max(fair, *(row[2] for row in rows))
    pad = (high - low) * 0.08 or 0.5
    between = [f"{say(least).removesuffix('%')} to {say(most)}" for _, least, most in rows]
    left, right, tall, top = 52, WIDE - 12 - 5.6 * max(map(len, between)), 38, 26

    def across(value: float) -> float:
        return left + (value - low + pad) / (high - low + 2 * pad) * (right - left)

    bottom = top + tall * len(rows)
    drawn = [f'<path class="fair" d="M{across(fair):.1f} {top - 4}V{bottom}"/>']
    drawn.append(f'<text class="mid" x="{across(fair):.1f}" y="14">{escape(name)} {escape(say(fair))}</text>')
    for number, (value, least, most) in enumerate(rows):
        y = top + tall * number + tall / 2
        drawn.append(f'<text x="4" y="{y + 4:.1f}">{what} {number}</text>')
        drawn.append(
            f'<path class="range" stroke="var(--s{number})" d="M{across(least):.1f} {y}H{across(most):.1f}"/>'
            f'<circle cx="{across(value):.1f}" cy="{y}" r="6" fill="var(--s{number})"/>'
        )
        drawn.append(f'<text class="end strong" x="{WIDE - 2}" y="{y - 1:.1f}">{escape(say(value))}</text>')
        drawn.append(f'<text class="end small" x="{WIDE - 2}" y="{y + 12:.1f}">{escape(between[number])}</text>')
    drawn.append(f'<path class="axis" d="M{left} {bottom}H{right:.1f}"/>')
    for value in (low, high):
        drawn.append(f'<text class="mid" x="{across(value):.1f}" y="{bottom + 17}">{escape(say(value))}</text>')
    return _svg(bottom + 24, drawn, f"By {what}: {', '.join(say(row[0]) for row in rows)}")


def _svg(height: float, drawn: list[str], label: str) -> str:
    return f'<svg viewBox="0 0 {WIDE} {height:g}" role="img" aria-label="{escape(label)}">{"".join(drawn)}</svg>'


def cat(collar: str) -> str:
    return (
        '<svg class="cat" viewBox="0 0 48 50" aria-hidden="true">'
        f'<path d="M13 41Q24 48 35 41" stroke="{collar}" stroke-width="7"/>'
        '<path class="fur" d="M7 20L8 5Q9 2 12 4L19 10Q24 9 29 10L36 4Q39 2 40 5L41 20Q45 26 43 31Q39 42 24 42'
        'Q9 42 5 31Q3 26 7 20Z"/>'
        '<path class="whiskers" d="M2 27l9 2M3 35l8-2M46 27l-9 2M45 35l-8-2M24 31v2M24 33q-3 4-6 1M24 33q3 4 6 1"/>'
        '<circle cx="16" cy="25" r="2.4"/><circle cx="32" cy="25" r="2.4"/>'
        '<path class="nose" d="M22 29h4l-2 2.5z"/></svg>'
    )


# The colours are those of web/src/theme.css.
CSS = """
:root { color-scheme: light dark; --ink: #2b2430; --fur: #fbf1dd; --ground: #f3e9d6; --panel: #fbf4e6; --line: #d9c8a8;
  --text: #2b2430; --soft: #6a5a56; --blush: #eba79a;
  --s0: #2d5f9a; --s1: #c4453c; --s2: #3f8f6b; --s3: #e08a2e; --s4: #8a5aa3; --s5: #6d6a70; }
@media screen and (prefers-color-scheme: dark) { :root { --ground: #211a17; --panel: #2d2420; --line: #54453b;
  --text: #f2e6cf; --soft: #bfae97;
  --s0: #7fb0e6; --s1: #e8766c; --s2: #6fc29b; --s3: #f0a54e; --s4: #b98ad0; --s5: #a9a4ad; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); line-height: 1.45; font-variant-numeric: tabular-nums;
  font-family: ui-rounded, "SF Pro Rounded", "Hiragino Maru Gothic ProN", "Yu Gothic UI", Nunito, system-ui, sans-serif;
  print-color-adjust: exact; -webkit-print-color-adjust: exact; -webkit-text-size-adjust: 100%; }
main { max-width: 960px; margin: 0 auto; padding: 28px 16px; }
h1, h2, h3, p, dl, dd, figure { margin: 0; }
h1 { font-size: clamp(1.6rem, 6vw, 2.6rem); line-height: 1.15; }
h2 { font-size: 1.3rem; margin-bottom: 14px; }
h3 { font-size: 1rem; margin: 20px 0 6px; }
header { display: flex; gap: 16px; align-items: center; }
header p, .again, footer, .seen { color: var(--soft); }
header .cat { width: 76px; flex: none; }
.cat { width: 30px; fill: none; stroke: var(--ink); stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
.cat .fur { fill: var(--fur); } .cat circle { fill: var(--ink); stroke: none; } .cat .nose { fill: var(--blush); }
.cat .whiskers { stroke-width: 1.2; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px; margin: 22px 0 14px; }
.tiles div, section { background: var(--panel); border: 1.5px solid var(--line); border-radius: 16px; }
.tiles div { padding: 12px 16px; }
.tiles dt { color: var(--soft); font-size: .9rem; }
.tiles dd { font-size: 1.5rem; font-weight: 700; overflow-wrap: anywhere; }
.facts { list-style: none; display: flex; flex-wrap: wrap; gap: 8px; padding: 0; margin: 0 0 14px; }
.facts li { border: 1.5px solid var(--line); border-radius: 999px; padding: 2px 12px; overflow-wrap: anywhere; }
pre { margin: 4px 0 0; padding: 10px 14px; border-radius: 12px; background: var(--panel);
  border: 1.5px solid var(--line); white-space: pre-wrap; overflow-wrap: anywhere; font-size: .9rem; }
section { padding: 20px; margin-top: 20px; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr)); gap: 18px 28px; }
.wide { max-width: 480px; margin: 0 auto; }
figcaption { display: flex; gap: 8px; align-items: center; font-weight: 650; margin-bottom: 4px; }
figure > svg { display: block; width: 100%; height: auto; overflow: visible; }
svg text { font-size: 12px; fill: var(--soft); } svg .end { text-anchor: end; } svg .mid { text-anchor: middle; }
svg .small { font-size: 10.5px; } svg .strong { fill: var(--text); font-weight: 700; }
.grid { stroke: var(--line); stroke-width: .7; } .axis { stroke: var(--soft); stroke-width: 1.2; }
.line { fill: none; stroke: var(--text); stroke-width: 1.1; stroke-linejoin: round; } .mean { fill: var(--text); }
.fair { stroke: var(--soft); stroke-width: 1.4; stroke-dasharray: 4 4; }
.range { stroke-width: 5; stroke-linecap: round; opacity: .5; }
.seen { margin-top: 14px; max-width: 68ch; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 4px 8px; text-align: right; font-weight: inherit; }
thead th { color: var(--soft); font-size: .85rem; }
th:first-child, details td, details th { text-align: left; }
th:first-child { padding-left: 0; } td:last-child, th:last-child { padding-right: 0; }
tbody tr { border-top: 1px solid var(--line); }
.bars .bar { width: 40%; } .bars th { overflow-wrap: break-word; }
.bar i { display: block; height: 14px; min-width: 2px; border-radius: 5px; background: var(--s0); }
details table { font-size: .85rem; margin-top: 10px; } details td { overflow-wrap: anywhere; }
summary { cursor: pointer; }
footer { text-align: center; margin-top: 22px; font-size: .9rem; }
@media (max-width: 480px) { section { padding: 16px 14px; } .bars .bar { width: 18%; } th, td { padding: 4px 5px; }
  .tiles { grid-template-columns: 1fr; gap: 8px; } .tiles div { display: flex; justify-content: space-between;
  align-items: baseline; gap: 12px; padding: 6px 14px; } .tiles dd { font-size: 1.25rem; text-align: right; } }
@media print { body { background: #fff; } main { max-width: none; padding: 0; }
  figure, tr, .tiles { break-inside: avoid; } h2, h3 { break-after: avoid; } .charts { grid-template-columns: 1fr 1fr; }
  section:has(details:not([open])) { display: none; } }
"""
