"""Rounds of play as a record: reads, writes and replays the Poker Hand History format, and tells a round in words."""
