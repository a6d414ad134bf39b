"""What is kept beside the events, read when a house opens: a row that is not what was kept there is named."""

from collections.abc import Callable, Iterator
from typing import TypeVar

import msgspec

from pokerroom.room.ports import EventStore, StoreFailed

T = TypeVar("T")


def kept_in(store: EventStore, name: str, read: Callable[[bytes], T]) -> Iterator[tuple[str, T]]:
    """The rows of a name, each read."""
    for key, value in store.rows(name):
        try:
            yield key, read(value)
        except (msgspec.MsgspecError, ValueError) as error:
            raise StoreFailed(f"the row {key!r} of {name!r} is not what is kept there: {error}") from None
