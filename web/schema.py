"""The schema of all that the server and the page tell each other. `npm run types` makes the page's types of it."""

from __future__ import annotations

import importlib
import json
import re
from typing import Any

from pydantic import TypeAdapter

from tabbytop.games import IDS
from tabbytop.server import messages

SENT = ("Open", "Command", "Hello", "Dropped")
GOT = ("Update", "Answer", "Problem", "Lobby", "GameInfo", "SeenStep", "ReplayMatch")


def schema() -> dict[str, Any]:
    """One JSON schema, with a definition for each message and each game's table."""
    asked: list[tuple[str, Any, TypeAdapter[Any]]] = []
    asked += [(name, "validation", TypeAdapter(getattr(messages, name))) for name in SENT]
    asked += [(name, "serialization", TypeAdapter(getattr(messages, name))) for name in GOT]
    for game in IDS:
        name = f"{game.capitalize()}Table"
        view = importlib.import_module(f"tabbytop.games.{game}.view")
        asked.append((name, "serialization", TypeAdapter(getattr(view, name))))
    listed, shared = TypeAdapter.json_schemas(asked)
    definitions = dict(shared["$defs"])
    definitions |= {name: found for (name, _), found in listed.items() if "$ref" not in found}
    for found in definitions.values():
        if found.get("additionalProperties") is False:  # sent: what tells messages apart has to be said, default or not
            found["required"] = [*found.get("required", []), *({"type"} & found["properties"].keys())]
        elif "properties" in found:
            found["required"] = list(found["properties"])  # the server leaves nothing out
    whole = {"title": "Api", "type": "object", "additionalProperties": False, "$defs": _untitled(definitions)}
    # Each game has its own Seat: tabbytop__games__catsle__view__Seat is CatsleSeat here.
    text = json.dumps(whole, sort_keys=True)
    text = re.sub(r"tabbytop__games__(\w+?)__view__(\w+)", lambda found: found[1].capitalize() + found[2], text)
    text = text.replace("Place-Input", "PlaceBot").replace("Place-Output", "CatslePlace")
    named: dict[str, Any] = json.loads(text)
    return named


def _untitled(schema: Any) -> Any:
    """A title of each field would become a type of its own; and json2ts knows fixed lists by their older name."""
    if isinstance(schema, dict):
        if "prefixItems" in schema:
            schema = {key: inner for key, inner in schema.items() if key != "prefixItems"} | {
                "items": schema["prefixItems"],
                "additionalItems": False,
            }
        return {key: _untitled(inner) for key, inner in schema.items() if key != "title" or not isinstance(inner, str)}
    return [_untitled(inner) for inner in schema] if isinstance(schema, list) else schema


if __name__ == "__main__":
    print(json.dumps(schema(), indent=1))
