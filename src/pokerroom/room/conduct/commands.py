"""What staff ask about the conduct of players."""

import msgspec

from pokerroom.table.conduct import Command


class OnConduct(msgspec.Struct, frozen=True, gc=False, tag=True):
    command: Command
