"""A licensed poker room, run exactly as its regulation says."""
