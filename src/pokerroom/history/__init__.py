"""Rounds of play recorded elsewhere, and ours written down: the Poker Hand History format, read, written and replayed."""
