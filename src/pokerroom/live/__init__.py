"""The running house, without HTTP: its rooms and tables, their clocks and audiences, people and what they may do."""
