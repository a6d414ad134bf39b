"""What is asked of the host, as its room carries it."""

import msgspec

from pokerroom.linked.host.commands import Command


class OnHost(msgspec.Struct, frozen=True, gc=False, tag=True):
    command: Command
