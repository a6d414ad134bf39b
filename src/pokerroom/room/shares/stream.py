"""The stream of shared rounds: who shared which, what of it is shown, and when that was taken back.

A share that was taken back stays known, so that whoever still has its link is told so.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from pokerroom.log import Codec
from pokerroom.room.keeping import kept_whole
from pokerroom.room.refusals import Code, Refusal
from pokerroom.room.shares import commands
from pokerroom.room.streams import Stream, kinds_of

MOST_OPEN = 200
"""Links of one player that are open at a time."""


class RoundShared(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    id: str
    key: str
    at: datetime
    player: str
    table: str
    round: int
    cards: bool
    names: bool


class ShareTakenBack(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    id: str
    at: datetime


Event = RoundShared | ShareTakenBack


class Share(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    id: str
    key: str
    at: datetime
    player: str
    """Who shares it."""
    table: str
    round: int
    cards: bool
    names: bool
    taken_back: datetime | None = None

    @property
    def is_open(self) -> bool:
        return self.taken_back is None


class Shares(msgspec.Struct, frozen=True, gc=False):
    by_id: Mapping[str, Share] = {}

    def open_of(self, player: str) -> tuple[Share, ...]:
        """The links of a player that can be opened, the oldest first."""
        return tuple(each for each in self.by_id.values() if each.player == player and each.is_open)


def same_as(share: Share, asked: commands.ShareRound) -> bool:
    """Whether an open link shows what is to be shared."""
    return (share.table, share.round, share.cards, share.names) == (asked.table, asked.round, asked.cards, asked.names)


def perform(shares: Shares, command: commands.Command) -> Any:
    decided = share(shares, command) if isinstance(command, commands.ShareRound) else take_back(shares, command)
    if isinstance(decided, Refusal):
        return decided
    after = shares
    for event in decided:
        after = apply(after, event)
    return after, decided


def share(shares: Shares, command: commands.ShareRound) -> tuple[Event, ...] | Refusal:
    mine = shares.open_of(command.by)
    if any(same_as(each, command) for each in mine):
        return ()
    if len(mine) >= MOST_OPEN:
        return Refusal(Code.TOO_MANY_SHARES, facts={"most": MOST_OPEN})
    return (
        RoundShared(
            id=command.id,
            key=command.key,
            at=command.at,
            player=command.by,
            table=command.table,
            round=command.round,
            cards=command.cards,
            names=command.names,
        ),
    )


def take_back(shares: Shares, command: commands.TakeBackShare) -> tuple[Event, ...] | Refusal:
    found = shares.by_id.get(command.id)
    if found is None or found.player != command.by:
        return Refusal(Code.NO_SUCH_SHARE)
    return (ShareTakenBack(id=command.id, at=command.at),) if found.is_open else ()


def apply(shares: Shares, event: Event) -> Shares:
    if isinstance(event, RoundShared):
        if event.id in shares.by_id:
            raise ValueError(f"{event.id} is the id of another share")
        now = Share(**msgspec.structs.asdict(event))
    else:
        now = replace(shares.by_id[event.id], taken_back=event.at)
    return Shares({**shares.by_id, now.id: now})


SHARES: Stream[Shares] = Stream(
    name="shares",
    codec=Codec(kinds_of(Event)),
    first=lambda _: Shares(),
    perform=perform,
    apply=apply,
    kept=kept_whole(Shares),
)
