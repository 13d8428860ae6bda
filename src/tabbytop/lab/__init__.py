"""Experiments: tournaments, and what they tell."""
