"""What is asked about talk. Salts come with a command, as a deck does: `perform` draws nothing."""

from datetime import datetime

import msgspec

from pokerroom.ledger import Signature
from pokerroom.room.talk.words import FormerSilence, Name, Remark
from pokerroom.rules.staff import Official


class Begin(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Before anything else: what an earlier version kept without a chain is chained from now on."""

    by: str
    at: datetime
    remarks: tuple[tuple[str, Remark], ...] = ()
    """Each with the id of whoever said it."""
    names: tuple[tuple[str, Name], ...] = ()
    silences: tuple[FormerSilence, ...] = ()
    rows: tuple[tuple[str, str], ...] = ()
    """Where all of it lay."""


class Say(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    by: str
    at: datetime
    remark: Remark


class TakeNames(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """What people who came in are called, by their ids."""

    by: str
    at: datetime
    names: tuple[tuple[str, Name], ...]


class Silence(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Keep somebody from talking at any table until then; with a time in the past they may talk again."""

    player: str
    until: datetime
    at: datetime
    by: Official


class EraseRemark(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Erase a text; that something was said, when, where and by whom stays in the record."""

    remark: int
    reason: str
    at: datetime
    by: Signature
    second: Signature | None = None


class EraseName(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Erase what somebody is called in this room, until they come in again."""

    player: str
    reason: str
    at: datetime
    by: Signature
    second: Signature | None = None


Command = Begin | Say | TakeNames | Silence | EraseRemark | EraseName


class OnTalk(msgspec.Struct, frozen=True, gc=False, tag=True):
    command: Command
