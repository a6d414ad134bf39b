"""The designer of bad beat payouts: what a qualifier, a contribution and a ladder would do in this room.

`log.py` reads what the room has really played, `asking.py` says what may be asked, `answering.py` answers it.
"""
