"""A multi-casino system in a world that a seed decides: its network, its machines, its clocks and its people."""
