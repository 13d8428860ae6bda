"""What clients send and what they are sent. The schema of the browser's types is made from these."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter
from typing_extensions import TypedDict

from tabbytop.bots.players import STRENGTHS
from tabbytop.core.game import Game, Number
from tabbytop.server.errors import Code

NAME = 24
TEXT = 400
MOVE = 80
ROUNDS = 100  # or weeks, deals, points: a match at a table has an end, even if only bots play it
MISSING = 30  # seconds: who is connected is noted every ten

Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=NAME)]
Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=TEXT)]
Strength = Literal["kitten", "tabby", "lynx", "tiger"]
assert set(Strength.__args__) == set(STRENGTHS)  # type: ignore[attr-defined]
SeatNumber = Annotated[int, Field(ge=0, le=5)]
COLOURS = 6
Colour = Annotated[int, Field(ge=0, lt=COLOURS)]
Reaction = Literal["hello", "good_luck", "thanks", "well_played", "good_game", "wow", "oops", "laugh"]
REACTIONS: tuple[str, ...] = Reaction.__args__  # type: ignore[attr-defined]
# Where players may not talk: these tell nothing of a hand.
SILENT_REACTIONS = ("hello", "good_luck", "thanks", "well_played", "good_game")


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Open(_Asked):
    """Open a table."""

    game: str | None = Field(None, description="Needed unless it is a duplicate.", examples=["catsle"])
    players: int | None = Field(None, description="How many play; if not said, as few as can.", examples=[4])
    options: dict[str, int | bool | str] = Field(default_factory=dict, description="The game's own; the rest as usual.")
    components: dict[str, Any] | None = Field(None, description="Component tables of one's own box.")
    seed: Annotated[int, Field(ge=0, lt=2**64)] | None = Field(
        None, description="The deal. If not said, the operating system draws one that is secret until the end."
    )
    duplicate: str | None = Field(None, description="The same game and deal as at this table, whose match is over.")
    bots: list[Strength | None] = Field(
        default_factory=list, max_length=6, description="By seat, a bot of this strength, or null for a person."
    )
    name: Name | None = Field(None, description="Your name, if you take the first seat that is free.")
    colour: Colour | None = Field(None, description="Your colour there.")
    clock: Annotated[int, Field(ge=5, le=7 * 24 * 3600)] | None = Field(
        None, description="Seconds for a decision; then a bot decides."
    )
    gone: Annotated[int, Field(ge=MISSING, le=7 * 24 * 3600)] | None = Field(
        120, description="Seconds after which a bot plays for a person who is not there; null: the table waits."
    )
    listed: bool = Field(True, description="Whether strangers find it among the open tables.")


class Sit(_Asked):
    """Take a seat. The answer holds its token, once: whoever has it has the seat."""

    type: Literal["sit"] = "sit"
    name: Name
    seat: SeatNumber | None = Field(None, description="Which; if not said, the first that is free.")
    colour: Colour | None = Field(
        None, description="One of six; if not said, the seat's own. If somebody has it, you get the next that is free."
    )


class Change(_Asked):
    """Before the start: another name, or another colour."""

    type: Literal["change"] = "change"
    name: Name | None = None
    colour: Colour | None = None


class Leave(_Asked):
    """Stand up. When the match has begun, a bot plays on until you come back."""

    type: Literal["leave"] = "leave"


class Place(_Asked):
    """Who opened the table, before the start: put a bot on a seat, or free it, whoever sits there."""

    type: Literal["place"] = "place"
    seat: SeatNumber
    bot: Strength | None = None


class Start(_Asked):
    """Who opened the table: begin. Seats that are still free go to bots."""

    type: Literal["start"] = "start"
    bot: Strength = "tabby"


class Move(_Asked):
    """Make a move, or among choices made at once, make or change your own."""

    type: Literal["move"] = "move"
    move: Annotated[str, StringConstraints(min_length=1, max_length=MOVE)] = Field(examples=["play R8"])
    after: Annotated[int, Field(ge=0)] | None = Field(
        None,
        description="The number of the update that you saw: it is refused if you were told of anything since.",
    )


class Undo(_Asked):
    """Take back your own choices that lie face down."""

    type: Literal["undo"] = "undo"


class Say(_Asked):
    """To everyone at the table."""

    type: Literal["say"] = "say"
    text: Text


class React(_Asked):
    type: Literal["react"] = "react"
    what: Reaction


class Hint(_Asked):
    """What a strong bot would do in your place, and why."""

    type: Literal["hint"] = "hint"


class Again(_Asked):
    """After the match: open another table for the same people. They find it in the log."""

    type: Literal["rematch"] = "rematch"


Command = Annotated[
    Sit | Change | Leave | Place | Start | Move | Undo | Say | React | Hint | Again, Field(discriminator="type")
]
COMMAND: TypeAdapter[Command] = TypeAdapter(Command)


class Hello(_Asked):
    """The first message on a socket."""

    type: Literal["hello"] = "hello"
    token: Annotated[str, StringConstraints(max_length=64)] | None = Field(
        None, description="Of a seat, or of who opened the table; without one you watch."
    )
    since: Annotated[int, Field(ge=0)] = Field(0, description="How many news you have.")


# What a client is sent


class Seated(BaseModel):
    """Who sits where."""

    seat: int
    name: str | None
    colour: int = Field(description="Everybody's is another.")
    kind: Literal["free", "person", "bot"]
    bot: str | None = Field(None, description="The strength of a bot.")
    away: bool = Field(False, description="A person for whom a bot plays.")


class Lobby(BaseModel):
    """A table, without what lies on it."""

    table: str
    game: str
    players: int
    options: dict[str, int | bool | str]
    clock: int | None
    listed: bool
    known_deal: bool = Field(description="Whether somebody may know the cards: the deal was chosen, not drawn.")
    state: Literal["open", "playing", "over"]
    seats: list[Seated]
    opened: float


class News(BaseModel):
    """One thing that happened, as far as you could see it."""

    at: float
    kind: Literal["told", "sat", "renamed", "hired", "left", "started", "away", "back", "said", "reacted", "rematch"]
    seat: int = Field(-1, description="Who; -1 is the table.")
    text: str = Field("", description="What was told or said; a name, a strength, a reaction or a table.")


class Seen(TypedDict):
    """What you see of the match, without its log."""

    game: str
    players: int
    options: dict[str, int | bool | str]
    seat: int
    over: bool
    table: Any  # each game's own; Pydantic writes it as it is
    result: dict[str, Any] | None


class Update(BaseModel):
    """How the table stands now, and the news since the last update."""

    type: Literal["update"] = "update"
    number: int = Field(description="How many news you have with these.")
    lobby: Lobby
    seat: int = Field(description="Yours; -1 if you watch.")
    host: bool = Field(description="Whether you opened the table.")
    view: Seen | None = Field(description="Of the match; null before it begins.")
    waiting: bool = Field(description="Whether the match waits for you.")
    legal: list[str] = Field(description="What you may do now; having chosen face down, what you may choose instead.")
    chosen: list[str] = Field(description="What you have chosen face down.")
    deadline: float | None = Field(description="When the clock decides.")
    now: float = Field(description="By the server's clock.")
    news: list[News]


class Expected(BaseModel):
    """A move, and the points that it leads to: ahead of the others' average, or where all share a score, that score."""

    move: str
    points: float


class Done(BaseModel):
    """A command was carried out: what it wrote is committed."""

    table: str
    token: str | None = Field(None, description="The secret of your seat, or of the table that you opened.")
    seat: int | None = None
    host: str | None = Field(None, description="The secret of who opened the table.")
    move: str | None = Field(None, description="A hint: what a strong bot would do.")
    why: str | None = None
    deals: int | None = Field(None, description="How many deals were imagined for the hint; 0: there is no other move.")
    turns: int = Field(0, description="How many turns the hint looked ahead in each deal; 0: to its end.")
    expected: list[Expected] = Field(default_factory=list, description="The move and the next best.")


class Answer(BaseModel):
    """Every message on a socket is answered, with its id if it had one."""

    type: Literal["answer"] = "answer"
    id: int | str | None
    done: Done | None = None
    error: str | None = None
    code: Code | None = Field(None, description="Of the error.")


class SeenStep(BaseModel):
    """A moment of a match as you saw it, and what led to it."""

    news: list[News]
    table: Any


class ReplayStep(SeenStep):
    """A moment of a finished match."""

    moves: int = Field(description="How many moves had been made by then, whoever looks.")
    acting: int = Field(description="Who decides next, of several at once the seat that looks; negative: nobody.")
    legal: list[str] = Field(description="What that one may do.")
    chosen: list[str] = Field(description="What the seat that looks has chosen face down.")
    played: str | None = Field(description="What the one who decides next did then.")
    hands: list[list[str]] = Field(description="Everybody's cards, if asked for.")


class ReplayMatch(BaseModel):
    """A finished match as one seat saw it."""

    game: str
    players: int
    options: dict[str, int | bool | str]
    seat: int
    steps: list[ReplayStep]
    result: dict[str, Any] | None


class Dropped(_Asked):
    """A record, to be looked at."""

    record: dict[str, Any]
    seat: Annotated[int, Field(ge=-1, le=5)] = Field(-1, description="Through whose eyes; -1: a spectator's.")
    hands: bool = Field(False, description="With everybody's cards.")


class OptionInfo(BaseModel):
    """An option of a game: one of `words`, a number from `least`, or true or false."""

    name: str
    expects: str
    words: list[str]
    least: int | None
    default: dict[str, int | bool | str] = Field(description="By the number of players.")
    help: str


class GameInfo(BaseModel):
    """A game and its options."""

    id: str
    name: str
    players: list[int]
    minutes: str
    summary: str
    together: bool = Field(description="Whether all share one score.")
    talk: bool = Field(description="Whether players may say anything while they play.")
    reactions: list[Reaction] = Field(description="What they may say in any case.")
    options: list[OptionInfo]


def at_a_table(game: Game) -> Game:
    """The same, for matches that have to end some day."""
    options = (replace(each, most=ROUNDS) if isinstance(each, Number) else each for each in game.options)
    return replace(game, options=tuple(options))


def about(game: Game) -> GameInfo:
    game = at_a_table(game)
    return GameInfo.model_validate(game.describe() | {"reactions": REACTIONS if game.talk else SILENT_REACTIONS})


class Problem(BaseModel):
    """What was wrong with a request."""

    detail: str
    code: Code
