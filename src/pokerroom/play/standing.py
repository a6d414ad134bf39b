"""The events of a round that stand: without entries that were taken back, and the notes of who entered what."""

from collections.abc import Sequence

from pokerroom.play.events import Entered, EntryTakenBack, Event


def standing(log: Sequence[Event]) -> list[Event]:
    """What happened at the table, as far as the record still says so."""
    left: list[Event] = []
    last: int | None = None
    for event in log:
        if isinstance(event, Entered):
            last = last if event.along else len(left)
        elif isinstance(event, EntryTakenBack):
            assert last is not None, "only an entry is taken back"
            del left[last:]
            last = None
        else:
            left.append(event)
    return left
