"""`tabbytop`: one command for everything. Nothing here may import the compiler before it is needed."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated

import typer

from tabbytop.core.errors import BadOption, TabbytopError

app = typer.Typer(
    help=(
        "Five small-box tabletop games: to play, to simulate, to learn from.\n\n"
        "Without a command the tables open in your browser (as [bold]serve --open[/]); "
        "[bold]play[/] is a table in the terminal.\n\n"
        "Example: tabbytop play catsle -n 4 --bots kitten,tabby,lynx"
    ),
    context_settings={"help_option_names": ["-h", "--help"]},
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)

# Typer carries its own copy of Click, or uses the one that is installed; either way this is its error for wrong usage.
UsageError: type[Exception] = typer.BadParameter.__mro__[1]

BOTS = (
    "Who plays: kitten, tabby, lynx, tiger (from weak to strong), random, heuristic, search:N or exec:COMMAND; "
    "one for all seats, or one for each with commas between."
)

GameId = Annotated[str, typer.Argument(metavar="GAME", help="Which game; `tabbytop games` lists them.")]
Players = Annotated[int | None, typer.Option("--players", "-n", help="How many play; if not said, as few as can.")]
OptionTexts = Annotated[
    list[str] | None, typer.Option("--option", "-o", metavar="KEY=VALUE", help="An option of the game.")
]
Bots = Annotated[str, typer.Option("--bots", "-b", metavar="NAMES", help=BOTS)]
Seed = Annotated[int, typer.Option(min=0, help="A seed gives the same matches each time.")]
Records = Annotated[Path | None, typer.Option(help="Write a record of each match to this file, one to a line.")]
Components = Annotated[
    Path | None, typer.Option(help="Component tables of your own box instead of the ones that come with it.")
]


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Say which version this is.")] = False,
) -> None:
    """Without a command: `serve --open`, so that there are tables to sit down at."""
    if version:
        from tabbytop import __version__

        print(f"tabbytop {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        serve(show=True)


@app.command()
def games(as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False) -> None:
    """What there is to play, for how many, with which options."""
    from tabbytop.cli import games as command

    command.run(as_json)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Where to listen; 0.0.0.0 for everyone who can reach this machine.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option(min=0, max=65535)] = 8140,
    database: Annotated[
        str | None, typer.Option(help="sqlite:///FILE (usually one in your data folder) or postgresql://...")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes that answer.")] = 1,
    thinkers: Annotated[int, typer.Option(min=1, help="Processes for bots, for each of those.")] = 1,
    pause: Annotated[float, typer.Option(min=0, help="Seconds before a bot moves, so that people can follow.")] = 1.0,
    requests: Annotated[float, typer.Option(min=1, help="A second from one address; ten times as many at once.")] = 20,
    connections: Annotated[int, typer.Option(min=1, help="At the same time from one address.")] = 200,
    metrics: Annotated[str, typer.Option(help="Who else may see /metrics: addresses, networks.")] = "",
    proxy: Annotated[bool, typer.Option("--proxy", help="Believe what a proxy says of addresses.")] = False,
    show: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Tables over the network, for people and bots (docs/server.md)."""
    from tabbytop.cli import serve as command

    command.run(
        host, port, database, workers, thinkers, pause, requests, connections, metrics, proxy=proxy, show=show
    )  # fmt: skip


@app.command()
def prune(
    days: Annotated[float, typer.Argument(help="Forget tables that nobody touched for so many days.")],
    database: Annotated[str | None, typer.Option(help="As with serve.")] = None,
) -> None:
    """Forget old tables of the server."""
    from tabbytop.cli import serve as command

    command.prune(days, database)


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Which game; without one you are asked.")] = None,
    players: Players = None,
    option: OptionTexts = None,
    components: Components = None,
    seed: Annotated[int | None, typer.Option(help="Deal the match of this seed.")] = None,
    seat: Annotated[int, typer.Option(help="Your seat, from 0.")] = 0,
    bots: Bots = "tabby",
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the match you left last (of this game, if one is named).")
    ] = False,
) -> None:
    """Play in the terminal against bots.

    Example: tabbytop play catsle -n 4 -o rounds=1 --bots kitten,tabby,tiger
    """
    from tabbytop.cli import play as command

    command.run(game, players, option or [], components, seed, seat, bots, resume=resume)


@app.command()
def simulate(
    game: GameId,
    players: Players = None,
    matches: Annotated[int, typer.Option("--matches", "-k", min=1, help="How many matches.")] = 1000,
    seed: Seed = 0,
    bots: Bots = "random",
    option: OptionTexts = None,
    components: Components = None,
    records: Records = None,
    device: Annotated[str, typer.Option(help="cpu, or cuda for random and heuristic players by the billion.")] = "cpu",
    report: Annotated[Path | None, typer.Option(help="Write a page with charts (HTML) to this file.")] = None,
    legal: Annotated[
        bool, typer.Option("--legal", help="With --records: all legal moves at each decision, too.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="The summary as JSON.")] = False,
) -> None:
    """Let bots play many matches (random and heuristic ones by the million) and sum them up.

    Example: tabbytop simulate festival -n 3 -k 100000 -o mode=advanced --report festival.html
    """
    from tabbytop.cli import simulate as command

    command.run(
        game, players, matches, seed, bots, option or [], components, records,
        device=device, report=report, legal=legal, as_json=as_json,
    )  # fmt: skip


@app.command()
def tournament(
    game: GameId,
    bots: Annotated[str, typer.Option("--bots", "-b", metavar="NAMES", help="The bots to compare; see `simulate`.")],
    players: Players = None,
    matches: Annotated[int, typer.Option("--matches", "-k", min=1, help="How many matches, in whole rotations.")] = 100,
    seed: Seed = 0,
    option: OptionTexts = None,
    components: Components = None,
    results: Annotated[
        Path | None, typer.Option(help="Keep results here as they come, and go on from there when started again.")
    ] = None,
    records: Records = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Let bots play the same deals from every seat, on all cores, and rate them.

    Example: tabbytop tournament catsle -n 4 --bots kitten,tabby,lynx,tiger -k 400
    """
    from tabbytop.cli import tournament as command

    command.run(game, players, bots, matches, seed, option or [], components, results, records, as_json=as_json)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of records, one to a line.")],
    show: Annotated[bool, typer.Option("--show", help="Step through one match instead of checking all.")] = False,
    number: Annotated[int | None, typer.Option(min=1, help="With --show: which of the file's matches.")] = None,
    seat: Annotated[
        int | None, typer.Option(min=-1, help="With --show: through whose eyes; -1 is a spectator.")
    ] = None,
) -> None:
    """Check every record of a file, move by move, or step through one.

    Example: tabbytop replay matches.jsonl --show --number 3 --seat 0
    """
    from tabbytop.cli import replay as command

    if show:
        command.show(file, number or 1, -1 if seat is None else seat)
    elif number is not None or seat is not None:
        raise BadOption("--number and --seat go with --show")
    else:
        command.check(file)


@app.command()
def bench(
    search: Annotated[bool, typer.Option("--search", help="How fast bots search, and how long they think.")] = False,
    peer: Annotated[bool, typer.Option("--peer", help="Compare with OpenSpiel, if it is installed.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """How fast the rules run here: whole random matches, and move by move from Python; or, how fast bots search."""
    from tabbytop.cli import bench, bench_search

    (bench_search if search else bench).run(peer=peer, as_json=as_json)


def main() -> None:
    """Run a command. What was handed in wrong is answered in one line, with exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that knows no suit symbol still shows the rest
    try:
        code = app(standalone_mode=False)
    except TabbytopError as error:
        _refuse(str(error))
    except UsageError as error:
        reason = error.format_message() if hasattr(error, "format_message") else str(error)
        _refuse(f"{reason.rstrip('.')}; --help says what there is")
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()  # whoever read the output has seen enough
        sys.exit(0)
    except OSError as error:
        _refuse(f"cannot be written: {error.strerror}")
    sys.exit(code if isinstance(code, int) else 0)


def _refuse(reason: str) -> None:
    print(f"tabbytop: {' '.join(reason.split())}", file=sys.stderr)
    sys.exit(2)


if __name__ == "__main__":
    main()
