"""Matches, step by step and by the million."""
