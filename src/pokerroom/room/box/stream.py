"""The stream of a dealer's box: its decks and devices, what is cleared after each round, and calls for the floor."""

from typing import Any, get_args

from pokerroom.log import Codec
from pokerroom.room.keeping import kept_whole
from pokerroom.room.streams import Stream
from pokerroom.table import box
from pokerroom.table.box import Box


def kinds(union: Any) -> list[type[Any]]:
    return list(get_args(union))


BOXES: Stream[Box] = Stream(
    name="box",
    of_tables=True,
    codec=Codec(kinds(box.Event)),
    first=lambda table: Box(table=table),
    perform=box.perform,
    apply=box.apply,
    kept=kept_whole(Box),
)
