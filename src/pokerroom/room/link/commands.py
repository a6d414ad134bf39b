"""What is asked of a casino's record of a multi-casino system, as the room carries it."""

import msgspec

from pokerroom.linked.member.commands import Command


class OnLink(msgspec.Struct, frozen=True, gc=False, tag=True):
    command: Command
