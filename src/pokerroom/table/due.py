"""What somebody at the table owes: since when, until when, and by which paragraph."""

from datetime import datetime
from enum import StrEnum

import msgspec

from pokerroom.rules.citation import Citation


class Duty(StrEnum):
    """The duties, in the words a console shows."""

    BEGIN_DAY = "begin the gaming day at the table"
    DISTRIBUTE = "distribute the decks of the gaming day"
    BRING_DECK = "bring a deck to the table"
    INSPECT = "inspect the deck"
    VERIFY = "verify the dealer's inspection"
    SPREAD = "spread the deck on the table"
    TURN_UP = "turn the deck face up"
    SHOW = "let two players inspect the deck"
    WASH = "wash the deck"
    SHUFFLE = "shuffle the deck"
    RESHUFFLE = "reshuffle the deck the device failed with"
    CUT = "cut the deck"
    STORE = "put the idle deck in its place"
    COUNT = "count the deck"
    SORT = "put the deck into suit and sequence"
    CHANGE = "change the deck"
    TRANSACT = "complete the transaction and take the marker button off the deck"
    CALL_MISDEAL = "call the misdeal and take back all cards"
    CALL_DEAD = "call the round dead"
    RELIEVE = "relieve the dealer"
    NOTIFY = "notify the Division"


class Due(msgspec.Struct, frozen=True, gc=False):
    """One duty: owed from `when` on, late from `limit` on; `of` names the deck, table or person it is about."""

    duty: Duty
    of: str
    when: datetime
    limit: datetime
    rule: Citation

    def is_overdue(self, now: datetime) -> bool:
        return now >= self.limit
