"""Orders that two people sign: one gives it, and nothing has happened until another has signed the same.

A proposal is kept in memory only, and for a while. Whoever never signs leaves nothing behind; after a restart it is
proposed again.
"""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace

from pokerroom.live.entrance.identity import Identity
from pokerroom.live.machine import ENTROPY
from pokerroom.live.ports import Entropy
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.staff.orders import Order
from pokerroom.room.room import ID_TAKEN

KEPT_FOR = timedelta(minutes=30)
MOST_EACH = 20
"""Proposals of one person that wait at a time."""


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    room: str
    order: Order
    by: Identity
    given_as: str
    """The id of the order: under it the room carries it out once."""
    at: datetime
    second: Identity | None = None
    """Who has signed it, once it is done."""
    declined: bool = False
    """Whether the player whose money it moves has said no."""

    @property
    def waits_for(self) -> str:
        """The player who may agree to it, if one may."""
        second = self.order.declaration.second
        return str(self.order.fields.get("player", "")) if second is not None and second.or_player else ""

    @property
    def until(self) -> datetime:
        return self.at + KEPT_FOR


class Proposals:
    def __init__(self, clock: Callable[[], datetime], entropy: Entropy = ENTROPY) -> None:
        self._clock, self._entropy = clock, entropy
        self._kept: dict[str, Proposal] = {}

    def propose(self, room: str, order: Order, by: Identity, *, given_as: str) -> Proposal | Refusal:
        """Keep an order until another signs it; proposed again under the same id, it is the same one."""
        found = self._given(room, given_as)
        if found is not None:
            return found if found.order == order else ID_TAKEN
        mine = [each for each in self._kept.values() if each.by.id == by.id]
        if len(mine) >= MOST_EACH:
            return Refusal(Code.TOO_MANY_PROPOSALS, facts={"most": MOST_EACH})
        proposal = Proposal(
            id=self._entropy.token(9), room=room, order=order, by=by, given_as=given_as, at=self._clock()
        )
        self._kept[proposal.id] = proposal
        return proposal

    def taken(self, room: str, order: Order, *, given_as: str) -> Refusal | None:
        """Why an order cannot be given under this id: another is proposed under it."""
        found = self._given(room, given_as)
        return None if found is None or found.order == order else ID_TAKEN

    def _given(self, room: str, given_as: str) -> Proposal | None:
        self._forget()
        return next((each for each in self._kept.values() if (each.room, each.given_as) == (room, given_as)), None)

    def waiting(self, room: str) -> Iterator[Proposal]:
        """Those that nobody has signed yet, oldest first."""
        self._forget()
        return (each for each in self._open() if each.room == room)

    def waiting_for(self, player: str) -> Iterator[Proposal]:
        """Those that move this player's money."""
        self._forget()
        return (each for each in self._open() if each.waits_for == player)

    def _open(self) -> list[Proposal]:
        return [each for each in self._kept.values() if each.second is None and not each.declined]

    def find(self, room: str, id: str) -> Proposal | Refusal:  # noqa: A002
        self._forget()
        found = self._kept.get(id)
        if found is None or found.room != room:
            return Refusal(Code.NO_SUCH_PROPOSAL)
        return Refusal(Code.CONSENT_DECLINED) if found.declined else found

    def decline(self, proposal: Proposal) -> None:
        """The player has said no: kept on so that staff who would sign it are told."""
        self._kept[proposal.id] = replace(proposal, declined=True)

    def done(self, proposal: Proposal, second: Identity) -> None:
        """It has happened: kept on for whoever signs it again."""
        self._kept[proposal.id] = replace(proposal, second=second)

    def drop(self, proposal: Proposal) -> None:
        self._kept.pop(proposal.id, None)

    def _forget(self) -> None:
        now = self._clock()
        self._kept = {id_: each for id_, each in self._kept.items() if each.until > now}
