"""Bad beat payouts as a stream of the room: its events are those of `jackpot`."""

from pokerroom.room.payouts.stream import PAYOUTS

__all__ = ["PAYOUTS"]
