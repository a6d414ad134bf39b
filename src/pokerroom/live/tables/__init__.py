"""A table in play: its actor, its clock, its bots, and what each watcher is sent."""
