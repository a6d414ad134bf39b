"""What is asked about payouts, as the room carries it."""

import msgspec

from pokerroom.jackpot.commands import Command


class OnPayouts(msgspec.Struct, frozen=True, gc=False, tag=True):
    command: Command
    notifies: bool = False
    """Whether a count under 14.19(d) is announced to the Division with it: in a licensed room it is (R-54)."""
