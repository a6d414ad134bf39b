"""What every store asks of events before it takes them."""

from collections.abc import Iterator, Sequence

from pokerroom.log import Envelope, follows, head_of
from pokerroom.room.ports import Batch, ChainBroken, CommandRepeated


def led(batches: Sequence[Batch]) -> Iterator[tuple[Envelope, bool]]:
    """Every event, and whether it is the first of its command in its stream. A command is one run of one batch."""
    for batch in batches:
        running: dict[str, str] = {}
        for each in batch.envelopes:
            yield each, running.get(each.stream) != each.cause
            running[each.stream] = each.cause


def causes_of(batches: Sequence[Batch]) -> Iterator[Envelope]:
    """The first event of each command in each stream it is to be stored in."""
    return (each for each, leads in led(batches) if leads)


def first_events(batches: Sequence[Batch]) -> dict[str, Envelope]:
    """The first event of each stream; that batches of one stream follow one another is made sure of."""
    first: dict[str, Envelope] = {}
    last: dict[str, Envelope] = {}
    commands: set[tuple[str, str]] = set()
    for batch in batches:
        running: dict[str, str] = {}
        for each in batch.envelopes:
            stream, cause = each.stream, each.cause
            led_by = running.get(stream)
            if led_by is None:
                before = last.get(stream)
                if before is None:
                    first[stream] = each
                elif not follows(each, head_of(before)):
                    raise ChainBroken(stream, each.sequence)
            last[stream] = each
            if led_by == cause:
                continue
            running[stream] = cause
            if (stream, cause) in commands:
                raise CommandRepeated(stream, cause)
            commands.add((stream, cause))
    return first
