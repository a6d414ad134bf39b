"""A table with its players and rounds of play."""
