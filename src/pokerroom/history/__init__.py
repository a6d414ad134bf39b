"""Rounds of play as a record: the Poker Hand History format read, written and played again; a round told in words."""
