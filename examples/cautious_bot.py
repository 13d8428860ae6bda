"""A bot in 30 lines: it reads JSON lines and answers each with a move. Try it:

tabbytop play catsle --bots "exec:python examples/cautious_bot.py"
"""

import json
import random
import sys


def choose(view, legal, chooser):
    """Play the lowest card that may be played; decide everything else at random."""
    plays = [move for move in legal if move.startswith("play ")]
    if plays:
        return min(plays, key=lambda move: int("".join(filter(str.isdigit, move)) or 0))
    return chooser.choice(legal)


for line in sys.stdin:
    question = json.loads(line)
    chooser = random.Random(question["seed"])
    move = choose(question["view"], question["legal"], chooser)
    print(json.dumps({"move": move}), flush=True)
