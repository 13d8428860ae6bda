"""Familiar's Trouble, 3 players together: nine tricks whose totals, colour by colour, complete the errands."""
