"""The five tables in a terminal."""
