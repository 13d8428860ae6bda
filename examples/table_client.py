"""Takes a seat at a table of the server (docs/server.md) and plays legal moves at random, to the end. Try it:

pip install httpx websockets
python examples/table_client.py http://127.0.0.1:8140 TABLE Muffin
"""

import json
import random
import sys
import time

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

server, table, name = sys.argv[1:4]
seated = httpx.post(f"{server}/api/tables/{table}/commands", json={"type": "sit", "name": name}, timeout=60)
if seated.is_error:
    sys.exit(str(seated.json()["detail"]))
token, chooser, number, over, error = seated.json()["token"], random.Random(name), 0, False, None

while not over:  # once more each time that the connection breaks
    try:
        with connect(f"{server.replace('http', 'ws', 1)}/api/tables/{table}/socket") as socket:
            socket.send(json.dumps({"type": "hello", "token": token, "since": number}))
            asked, update = None, None
            while not over:
                message = json.loads(socket.recv())
                if message["type"] == "answer":
                    error = message["error"]
                    if error:  # nothing has changed: too many messages, perhaps
                        time.sleep(0.3)
                    elif update is asked:
                        update = None  # the next one tells what came of it
                    asked = None
                else:
                    update, number, over = message, message["number"], message["lobby"]["state"] == "over"
                    for news in update["news"]:
                        print(f"seat {news['seat']}: {news['kind']} {news['text']}")
                # While others still choose, what lies face down is among what is legal: it might be changed.
                if update and asked is None and update["legal"] and not set(update["chosen"]) & set(update["legal"]):
                    move = {"type": "move", "move": chooser.choice(update["legal"]), "after": update["number"]}
                    socket.send(json.dumps(move))
                    asked = update
    except (WebSocketException, OSError) as broken:
        closed = getattr(broken, "rcvd", None)
        if closed is not None and closed.code in (4403, 4404):  # the seat is another's, or the table is gone
            sys.exit(str(error or broken))
        print(f"trying again: {broken}")
        time.sleep(1)
print("the match is over")
