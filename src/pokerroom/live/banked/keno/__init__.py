"""Keno in the running house: its actor, how it looks to whoever watches, and how it is opened in a room."""
