"""Rounds that their players share with anybody by a link: made, listed, opened and taken back.

A link opens a round once it is over. It shows what a spectator saw, the owner's own cards if they want that, and the
others by name or only by seat; `Archive.shown` makes it, from the same views as everything else.
"""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple

from pokerroom.history.narration import by_seat
from pokerroom.live.archive import Archive, ArchivedRound, Hall, Shown
from pokerroom.live.ports import Threads
from pokerroom.live.tables.telling import Called
from pokerroom.play import Seat
from pokerroom.room.refusals import Code, Refusal
from pokerroom.room.room import Done, Room
from pokerroom.room.shares import SHARES, Share
from pokerroom.room.shares.commands import OnShares, ShareRound, TakeBackShare
from pokerroom.room.shares.links import ID, id_in, opens, token_of
from pokerroom.rules.refusal import Refusal as AnyRefusal
from pokerroom.shuffle import Source
from pokerroom.words import Saying

Give = Callable[[Callable[[datetime], OnShares]], Awaitable[Done | AnyRefusal]]
"""Gives an order to a room, made for the moment of its turn."""


class Lender(NamedTuple):
    """A room whose rounds can be shared."""

    hall: Hall
    room: Room
    give: Give


class Linked(NamedTuple):
    """A share, and the token in its link."""

    share: Share
    token: str


class SharedRound(NamedTuple):
    share: Share
    found: ArchivedRound


class Sharing:
    """Of the rooms whose rounds an archive has."""

    def __init__(self, archive: Archive, lenders: Sequence[Lender], entropy: Source, threads: Threads) -> None:
        self._archive, self._lenders, self._entropy, self._threads = archive, tuple(lenders), entropy, threads

    async def share(self, who: str, table: str, number: int, *, cards: bool, names: bool) -> Linked | AnyRefusal:
        """A link to a round of this player; the one there is, where it shows the same. `NoSuchRound` if not theirs."""
        found = await self._threads.run(self._archive.find, table, number, who)
        lender = next(each for each in self._lenders if each.hall is found.hall)
        asked = partial(
            ShareRound,
            by=who,
            id=self._entropy(ID).hex(),
            key=lender.room.keys.current.id,
            table=table,
            round=number,
            cards=cards,
            names=names,
        )
        answer = await lender.give(lambda at: OnShares(asked(at=at)))
        if not isinstance(answer, Done):
            return answer
        made = (table, number, cards, names)
        mine = (each for each in lender.room.state(SHARES).open_of(who) if shows(each) == made)
        return linked(next(mine), lender)

    def of(self, who: str) -> tuple[Linked, ...]:
        """The links of a player that are open, the latest first."""
        found = [linked(each, lender) for lender in self._lenders for each in lender.room.state(SHARES).open_of(who)]
        return tuple(sorted(found, key=lambda each: each.share.at, reverse=True))

    async def take_back(self, who: str, share: str) -> AnyRefusal | None:
        for lender in self._lenders:
            if share in lender.room.state(SHARES).by_id:
                answer = await lender.give(lambda at: OnShares(TakeBackShare(by=who, at=at, id=share)))
                return None if isinstance(answer, Done) else answer
        return Refusal(Code.NO_SUCH_SHARE)

    async def open(self, token: str) -> SharedRound | Refusal:
        """The round that a link is of. Whoever has no link learns nothing, not even which ids there are."""
        wanted = id_in(token)
        for lender in self._lenders:
            share = lender.room.state(SHARES).by_id.get(wanted or "")
            if share is not None and opens(token, share, lender.room.keys):
                if not share.is_open:
                    return Refusal(Code.SHARE_TAKEN_BACK)
                found = await self._threads.run(self._archive.find, share.table, share.round, share.player)
                return SharedRound(share, found)
        return Refusal(Code.NO_SUCH_SHARE)

    async def shown(self, shared: SharedRound, names: Callable[[str], str]) -> Shown:
        """What the link shows."""
        viewer = shared.share.player if shared.share.cards else None
        return await self._threads.run(self._archive.shown, shared.found, viewer, called_in(shared, names))


def shows(share: Share) -> tuple[str, int, bool, bool]:
    return share.table, share.round, share.cards, share.names


def linked(share: Share, lender: Lender) -> Linked:
    return Linked(share, token_of(share, lender.room.keys))


def called_in(shared: SharedRound, names: Callable[[str], str]) -> Called:
    """What the players of a shared round are called there; its owner is named."""
    share, played = shared.share, shared.found.played

    def called(player: str) -> str | Saying:
        if share.names or player == share.player:
            return names(player)
        return by_seat(Seat(played.lineup[played.players.index(player)]))

    return called
