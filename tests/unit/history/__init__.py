"""Hand histories: read, written, played again, and recorded."""
