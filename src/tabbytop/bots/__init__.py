"""Players that are programs. They get a seat (its view, its legal moves, imagined worlds), never a state."""
