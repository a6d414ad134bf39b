"""Whether a room has everything that it begins with: noted with the first commit of its founding, and with the last.

In a divided record these are many commits, and whoever founds the room may stop between any two of them.
"""

from pokerroom.room.ports import Batch, EventStore, Row
from pokerroom.room.room import Recorder
from pokerroom.room.tables import TABLES

ROW = "founding"
BEGUN, DONE = b"begun", b"done"


def is_founded(store: EventStore) -> bool:
    """Rooms of earlier versions have no note of it: one that has tables was founded."""
    noted = store.row(ROW, "")
    return any(map(TABLES.holds, store.heads())) if noted is None else noted == DONE


def note(recorder: Recorder, how_far: bytes) -> None:
    """Recorded in its turn among the orders of the founding."""
    recorder.submit(Batch((), (Row(ROW, "", how_far),)))
