"""`tabbytop tournament`: bots against each other on the same deals."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from tabbytop.bots.players import several
from tabbytop.core.errors import BadOption
from tabbytop.games import find
from tabbytop.lab.ratings import rate
from tabbytop.lab.tournament import Plan, deals, first_line, heading, recorded, resumed
from tabbytop.play.setup import prepare


def run(
    game: str,
    players: int | None,
    bots: str,
    matches: int,
    seed: int,
    options: list[str],
    components: Path | None,
    results: Path | None,
    records: Path | None,
    *,
    as_json: bool,
) -> None:
    setup = prepare(game, players, find(game).parse_options(options), components, seed)
    names = [bot.name for bot in several(bots)]
    tables = None if setup.shipped_components else dict(setup.sheet.tables)
    plan = Plan(game, setup.players, setup.options, tuple(names), seed, tables)
    number = -(-matches // len(plan.lineups()))
    before = resumed(plan, results) if results else []
    kept = recorded(plan, before, records) if records else []
    done = [deal for deal in before if deal["deal"] < number]  # a file may have more than is asked for now
    played = {deal["deal"] for deal in done}
    missing = [deal for deal in range(number) if deal not in played]
    with ExitStack() as stack:
        progress = stack.enter_context(
            Progress(
                TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
                console=Console(stderr=True), transient=True, disable=not Console(stderr=True).is_terminal,
            )
        )  # fmt: skip
        task = progress.add_task(f"{game}, {plan.players} players, deals", total=number, completed=len(played))
        lines = stack.enter_context(_written(results, [first_line(plan), *before])) if results else None
        writing = stack.enter_context(_written(records, kept)) if records else None
        for deal in deals(plan, missing, records=records is not None):
            if writing:  # before its result: what has one is not played again
                writing.writelines(json.dumps(record, ensure_ascii=False) + "\n" for record in deal.pop("records"))
                writing.flush()
            if lines:
                lines.write(json.dumps(deal) + "\n")
                lines.flush()
            done.append(deal)
            progress.advance(task)
    summary = heading(plan) | {"matches": len(done) * len(plan.lineups()), "bots": rate(plan, done)}
    if as_json:
        print(json.dumps(summary, ensure_ascii=False))
        return
    table = Table(box=None, header_style="dim", padding=(0, 3, 0, 0))
    for title in ("", "points", "placing", "Elo", "95%", "ms a move"):
        table.add_column(title, justify="left" if not title else "right")
    for bot in sorted(summary["bots"], key=lambda bot: -float(bot["points"])):
        table.add_row(
            Text(bot["name"]), _within(bot["points"], bot["points_95"]), _within(bot["placing"], bot["placing_95"]),
            f"{bot['elo']:+.0f}", _span(bot["elo_95"]), f"{bot['milliseconds_per_move']:.1f}",
        )  # fmt: skip
    console = Console()
    console.print(
        f"[bold]{game}[/], {plan.players} players, {summary['matches']} matches, the same deals from every seat"
    )
    console.print(table)


def _written(file: Path, lines: list[dict[str, Any]]) -> TextIO:
    """A file with these lines, open for more. What an interruption left half written is not among them."""
    fresh = file.with_name(file.name + ".new")
    try:
        fresh.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
        fresh.replace(file)
        return file.open("a", encoding="utf-8")
    except OSError as error:
        raise BadOption(f"{file}: cannot be written: {error.strerror}") from None


def _within(value: float, interval: list[float | None]) -> str:
    """A number and how far it may be off."""
    high = interval[1]
    return f"{value:.2f} ± {'?' if high is None else f'{high - value:.2f}'}"


def _span(interval: list[float | None]) -> str:
    low, high = interval
    return "?" if low is None or high is None else f"{low:.0f} to {high:.0f}"
