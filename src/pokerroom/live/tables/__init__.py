"""A table that is played at: its actor, its clock, its bots, and what each of those who watch is told."""
