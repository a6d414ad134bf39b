"""What the filing register has recorded."""

from datetime import date, datetime

import msgspec

from pokerroom.ledger import Signature
from pokerroom.room.filing.difference import FieldChange
from pokerroom.room.filing.settings import Settings
from pokerroom.rules.citation import Citation


class SettingsProposed(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    rule: Citation
    subject: str
    version: int
    settings: Settings
    document: str
    filed_on: date
    effective: datetime
    at: datetime
    by: Signature


class SettingsApproved(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    rule: Citation
    subject: str
    version: int
    replaces: int | None
    """The version in force until this one takes effect."""
    changes: tuple[FieldChange, ...]
    """What differs from the version replaced, before and after."""
    at: datetime
    by: Signature


class SettingsWithdrawn(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    rule: Citation
    subject: str
    version: int
    reason: str
    second: Signature | None
    at: datetime
    by: Signature


Event = SettingsProposed | SettingsApproved | SettingsWithdrawn
