"""Refusals as they go over the wire: a code, a sentence, and the paragraph where one stands behind it."""

from collections.abc import Callable
from typing import Any, NamedTuple

from pokerroom.wire import messages as wire


class Nay(NamedTuple):
    """Why not."""

    code: str
    words: str
    rule: str = ""

    def to(self, request: str | None) -> wire.Refused:
        return wire.Refused(id=request, code=self.code, words=self.words, rule=self.rule)


STALE = Nay("too late", "The round of play has gone on since you looked.")
BUSY = Nay("busy", "The room is too busy to write this down; try again.")
HALTED = Nay("halted", "The table has stopped because of a failure; the floor has been told.")

SHARED_HALTED = Nay("halted", "The books of the room have stopped because of a failure; the floor has been told.")

RECORD_HALTED = Nay("halted", "A part of the record has stopped because of a failure: nothing has happened.")


def nay_of(refusal: Any, name_of: Callable[[str], str]) -> Nay:
    """A refusal of the room, a table, a round or the books, with people called by their names."""
    rule = getattr(refusal, "rule", None)
    words = str(refusal)
    for value in refusal.facts.values():
        if isinstance(value, str) and value and name_of(value) != value:
            words = words.replace(value, name_of(value))
    return Nay(refusal.code.value, f"{words[:1].upper()}{words[1:]}.", "" if rule is None else rule.paragraph)
