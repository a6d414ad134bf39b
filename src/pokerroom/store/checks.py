"""What every store asks of events before it takes them."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import compress

from pokerroom.log import Envelope, Head, follows
from pokerroom.room.ports import Batch, ChainBroken, CommandRepeated


def causes_of(batches: Sequence[Batch]) -> Iterator[Envelope]:
    """The first event of each command in each stream it is to be stored in."""
    return (each for batch in batches for each in compress(batch.envelopes, batch.leads))


def refuse_repeated(batches: Sequence[Batch]) -> None:
    """A command is one run of events in one batch."""
    commands: set[tuple[str, str]] = set()
    for each in causes_of(batches):
        command = (each.stream, each.cause)
        if command in commands:
            raise CommandRepeated(*command)
        commands.add(command)


def first_in(batches: Sequence[Batch]) -> Mapping[str, Batch]:
    """The batch that holds each stream's first event; that later ones follow on from it is made sure of."""
    if len(batches) == 1:
        return dict.fromkeys(batches[0].first, batches[0])
    first: dict[str, Batch] = {}
    heads: dict[str, Head] = {}
    for batch in batches:
        for stream, each in batch.first.items():
            if stream not in first:
                first[stream] = batch
            elif not follows(each, heads[stream]):
                raise ChainBroken(stream, each.sequence)
        heads.update(batch.heads)
    return first


def goes_on(batch: Batch, head: Head) -> bool:
    """Whether its first event of that stream is the next after `head`."""
    return batch.after.get(head.stream) == head or follows(batch.first[head.stream], head)
