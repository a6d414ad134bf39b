"""Bad beat payouts, 14.19: rules as data, funds, boxes and their counts, forms, the display, and hits.

`perform` answers a command and applies it. Money is in cents; what each event moves in the books is the room's to say.
"""

from pokerroom.jackpot.apply import apply
from pokerroom.jackpot.decide import Outcome, perform
from pokerroom.jackpot.events import Event
from pokerroom.jackpot.refusals import Code, Refusal
from pokerroom.jackpot.state import Fund, Hit, Payout, Payouts

__all__ = ["Code", "Event", "Fund", "Hit", "Outcome", "Payout", "Payouts", "Refusal", "apply", "perform"]
