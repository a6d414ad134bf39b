"""The stream of talk: that something was said, by whom and where, with a digest of it; the text lies beside.

`pokerroom audit` holds every text against its digest. A text that is gone must have been erased by an order of two
people, which is here, too.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

import msgspec

from pokerroom.ledger import Signature
from pokerroom.log import Codec
from pokerroom.room.keeping import kept_whole
from pokerroom.room.refusals import Code, Refusal
from pokerroom.room.streams import Stream, kinds_of
from pokerroom.room.talk import commands
from pokerroom.room.talk.words import digest_of, name_row, remark_row
from pokerroom.rules.wording import is_said


class TalkBegun(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """The first event. So many of each kind come next that an earlier version had kept without a chain."""

    remarks: int
    names: int
    silences: int


class RemarkMade(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    number: int
    table: str
    player: str
    digest: bytes


class NameTaken(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    player: str
    digest: bytes


class PlayerSilenced(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    player: str
    until: datetime


class RemarkErased(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    number: int
    reason: str
    by: Signature
    second: Signature | None


class NameErased(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    player: str
    reason: str
    by: Signature
    second: Signature | None


Event = TalkBegun | RemarkMade | NameTaken | PlayerSilenced | RemarkErased | NameErased


class Talk(msgspec.Struct, frozen=True, gc=False):
    begun: bool = False
    said: int = 0
    """How many remarks were made, which are numbered from 1."""
    names: Mapping[str, bytes] = {}
    """Of each person the digest of what they are called."""
    silenced: Mapping[str, datetime] = {}
    erased: frozenset[int] = frozenset()


def perform(talk: Talk, command: commands.Command) -> Any:
    decided = decide(talk, command)
    return decided if isinstance(decided, Refusal) else (fold(talk, decided), decided)


def decide(talk: Talk, command: commands.Command) -> tuple[Event, ...] | Refusal:
    match command:
        case commands.Begin():
            return () if talk.begun else begun(command)
        case commands.Say(by=player, remark=remark):
            return (made(talk.said + 1, player, remark),)
        case commands.TakeNames(names=names):
            return taken(names)
        case commands.Silence(player=player, until=until):
            return (PlayerSilenced(player=player, until=until),)
        case commands.EraseRemark() | commands.EraseName():
            return erased(talk, command)


def begun(command: commands.Begin) -> tuple[Event, ...]:
    counts = TalkBegun(remarks=len(command.remarks), names=len(command.names), silences=len(command.silences))
    said = (made(number, player, remark) for number, (player, remark) in enumerate(command.remarks, start=1))
    silenced = (PlayerSilenced(player=each.player, until=each.until) for each in command.silences)
    return (counts, *said, *taken(command.names), *silenced)


def made(number: int, player: str, remark: Any) -> RemarkMade:
    digest = digest_of(remark_row(number, remark))
    return RemarkMade(number=number, table=remark.table, player=player, digest=digest)


def taken(names: tuple[tuple[str, Any], ...]) -> tuple[Event, ...]:
    return tuple(NameTaken(player=player, digest=digest_of(name_row(player, name))) for player, name in names)


def erased(talk: Talk, command: commands.EraseRemark | commands.EraseName) -> tuple[Event, ...] | Refusal:
    if not is_said(command.reason):
        return Refusal(Code.NO_REASON)
    signed: dict[str, Any] = {"reason": command.reason, "by": command.by, "second": command.second}
    if isinstance(command, commands.EraseName):
        known = command.player in talk.names
        return (NameErased(player=command.player, **signed),) if known else Refusal(Code.NOTHING_TO_ERASE)
    there = 0 < command.remark <= talk.said and command.remark not in talk.erased
    return (RemarkErased(number=command.remark, **signed),) if there else Refusal(Code.NOTHING_TO_ERASE)


def apply(talk: Talk, event: Event) -> Talk:
    return fold(talk, (event,))


def fold(talk: Talk, events: Iterable[Event]) -> Talk:
    """Many at once copy what people are called once."""
    ours = OpenTalk(talk)
    for event in events:
        ours.take(event)
    return ours.talk


class OpenTalk:
    """The state while events are folded. What no event changes is not copied: a remark costs no look at all names."""

    def __init__(self, talk: Talk) -> None:
        self.begun, self.said = talk.begun, talk.said
        self._names, self._silenced, self._erased = talk.names, talk.silenced, talk.erased
        self._new_names: dict[str, bytes] | None = None

    @property
    def talk(self) -> Talk:
        names = self._names if self._new_names is None else self._new_names
        return Talk(self.begun, self.said, names, self._silenced, self._erased)

    @property
    def names(self) -> dict[str, bytes]:
        """To be changed."""
        if self._new_names is None:
            self._new_names = dict(self._names)
        return self._new_names

    def take(self, event: Event) -> None:
        match event:
            case TalkBegun():
                self._begin()
            case RemarkMade(number=number):
                self._say(number)
            case NameTaken(player=player, digest=digest):
                self.names[player] = digest
            case PlayerSilenced(player=player, until=until):
                self._silenced = {**self._silenced, player: until}
            case RemarkErased(number=number):
                self._erased |= {number}
            case NameErased(player=player):
                del self.names[player]

    def _begin(self) -> None:
        if self.begun or self.said or self._names or self._new_names:
            raise ValueError("talk had begun before")
        self.begun = True

    def _say(self, number: int) -> None:
        if number != self.said + 1:
            raise ValueError(f"remark {number} comes after remark {self.said}")
        self.said = number


TALK: Stream[Talk] = Stream(
    name="talk",
    codec=Codec(kinds_of(Event)),
    first=lambda _: Talk(),
    perform=perform,
    apply=apply,
    fold=fold,
    kept=kept_whole(Talk),
)
