"""Ahoy! Kitten, 2-6 players: everyone points at once, and whoever points alone gets the fish."""
