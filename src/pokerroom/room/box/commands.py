"""What is asked of a dealer's box through the room."""

import msgspec

from pokerroom.table.box.decide import Command


class AtBox(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Something asked of the box of a table; a distribution of decks concerns every table that it names."""

    table: str
    command: Command
