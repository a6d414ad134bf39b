"""What staff say about being on duty: everybody for themselves, and the shift supervisor for whoever has gone."""

from datetime import datetime

import msgspec

from pokerroom.ledger import Signature


class GoOnDuty(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Begin in the position one acts in; whoever was on duty in another goes off duty there."""

    by: Signature
    at: datetime


class GoOffDuty(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    by: Signature
    at: datetime


class TakeOffDuty(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """End the duty of somebody else, who has gone without saying so."""

    by: Signature
    at: datetime
    who: str
    reason: str


Command = GoOnDuty | GoOffDuty | TakeOffDuty


class OfDuty(msgspec.Struct, frozen=True, gc=False, tag=True):
    """One of these, as an order to the room."""

    command: Command
