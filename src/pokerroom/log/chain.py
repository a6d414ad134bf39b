"""Checks whether a stream is what was recorded and, if not, which event is wrong and what was done to it."""

from collections.abc import Iterable, Iterator
from enum import StrEnum

import msgspec

from pokerroom.log.envelope import GENESIS, Envelope, digest_of

WINDOW = 64
"""How many events from the first bad one on are tried in each other's places, to tell a moved event from a changed one.
"""


class Tampering(StrEnum):
    CHANGED = "changed"
    REMOVED = "removed"
    REORDERED = "reordered"
    REPEATED = "repeated"
    CUT_OFF = "cut off"
    STREAM_MISSING = "stream missing"
    REWRITTEN = "rewritten"
    ROLLED_BACK = "rolled back"
    HEADS_FORGED = "heads forged"
    UNREADABLE = "unreadable"
    DAMAGED = "damaged"


class Fault(msgspec.Struct, frozen=True, gc=False):
    """One fault in the record, and where it is."""

    stream: str
    sequence: int
    what: Tampering
    detail: str

    def __str__(self) -> str:
        return f"{self.stream}, event {self.sequence}: {self.what.value}: {self.detail}"


def verify(envelopes: Iterable[Envelope]) -> Iterator[Fault]:
    """The faults in one stream, whose events are given from the first on, in order of sequence."""
    sequence, link, sound = 0, GENESIS, GENESIS
    suspects: list[Envelope] = []
    for envelope in envelopes:
        if envelope.sequence != sequence + 1:
            yield from explained(suspects, sound)
            suspects = []
            # The event before is missing, and this event's hash depends on it: accept this one as it is.
            yield out_of_step(envelope, sequence)
        elif suspects or digest_of(envelope, link) != envelope.hash:
            suspects.append(envelope)
        if len(suspects) == WINDOW:
            yield from explained(suspects, sound)
            suspects = []
        sequence, link = envelope.sequence, envelope.hash
        if not suspects:
            sound = link
    yield from explained(suspects, sound)


def out_of_step(envelope: Envelope, before: int) -> Fault:
    if envelope.sequence <= before:
        return Fault(envelope.stream, envelope.sequence, Tampering.REPEATED, f"it comes after event {before}")
    missing = envelope.sequence - 1 - before
    detail = "it is not there" if missing == 1 else f"it and the {missing - 1} after it are not there"
    return Fault(envelope.stream, before + 1, Tampering.REMOVED, detail)


def explained(suspects: list[Envelope], sound: bytes) -> Iterator[Fault]:
    """Why these events do not follow the last sound hash: they were reordered, or changed."""
    remaining = list(suspects)
    links = {sound}
    for place in suspects:
        original = next((each for each in remaining if fits(each, place.sequence, links)), None)
        if original is None:
            yield Fault(place.stream, place.sequence, Tampering.CHANGED, f"{place.tag} is not what was recorded")
            # Either its content or its hash was changed: the next event fits whichever was not.
            links = {place.hash, *(digest_of(place, link) for link in links)}
        else:
            if original is not place:
                was = f"{original.tag} was recorded as event {place.sequence}"
                yield Fault(place.stream, original.sequence, Tampering.REORDERED, was)
            links = {original.hash}
            remaining.remove(original)


def fits(envelope: Envelope, sequence: int, links: set[bytes]) -> bool:
    return any(digest_of(envelope, link, sequence=sequence) == envelope.hash for link in links)
