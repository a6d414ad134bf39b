"""The games that the house banks, beside poker. Each is a package of its own and enters `GAMES` of `listed.py`."""
