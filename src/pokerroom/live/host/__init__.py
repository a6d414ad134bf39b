"""The host of a multi-casino bad beat system, 14.20, as it runs: its record, its people and its notices."""
