"""What is asked about payouts, as the room carries it."""

import msgspec

from pokerroom.jackpot.commands import Command


class OnPayouts(msgspec.Struct, frozen=True, gc=False, tag=True):
    command: Command
