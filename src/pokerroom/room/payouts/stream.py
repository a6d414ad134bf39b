"""The stream of bad beat payouts: offered, collected, counted, displayed, hit and paid."""

from pokerroom import jackpot
from pokerroom.jackpot import Payouts
from pokerroom.log import Codec
from pokerroom.room.keeping import kept_whole
from pokerroom.room.streams import Stream, kinds_of

PAYOUTS: Stream[Payouts] = Stream(
    name="payouts",
    codec=Codec(kinds_of(jackpot.Event)),
    first=lambda _: Payouts(),
    perform=jackpot.perform,
    apply=jackpot.apply,
    kept=kept_whole(Payouts),
)
