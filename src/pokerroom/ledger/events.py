"""What the books have recorded, with every decision in it: reading them needs no rule."""

from datetime import date, datetime

import msgspec

from pokerroom.ledger.counting import Count, Slip, Thresholds
from pokerroom.ledger.days import DayReport, Dealt, Shift
from pokerroom.ledger.drawers import Drawer, DrawerSlip
from pokerroom.ledger.transfers import Signature, Transfer
from pokerroom.rules.citation import Citation


class DayOpened(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    date: date
    shifts: tuple[Shift, ...]
    thresholds: Thresholds
    at: datetime
    by: Signature


class DayClosed(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    date: date
    report: DayReport
    at: datetime
    by: Signature


class TransfersPosted(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Each transfer names its own paragraph."""

    transfers: tuple[Transfer, ...]


class TransferCorrected(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    original: Transfer
    transfers: tuple[Transfer, ...]
    checker: Signature


class RoundsNoted(msgspec.Struct, frozen=True, gc=False, tag=True):
    dealt: Dealt


class TableCounted(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """The transfers make the books agree with the count, and take the drop to the cage."""

    rule: Citation
    count: Count
    slip: Slip
    transfers: tuple[Transfer, ...]


class DrawerOpened(msgspec.Struct, frozen=True, gc=False, tag=True):
    drawer: Drawer


class DrawerClosed(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A difference is noted and moves nothing: the cage is what lies outside the accounts."""

    slip: DrawerSlip


Event = (
    DayOpened
    | DayClosed
    | TransfersPosted
    | TransferCorrected
    | RoundsNoted
    | TableCounted
    | DrawerOpened
    | DrawerClosed
)
