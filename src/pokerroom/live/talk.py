"""Chat at the tables: who may say something now, and what was said, stored before anybody sees it.

A player with live cards neither talks nor is talked to, 14.16(a); the floor can silence people; nobody talks too much.
"""

from datetime import datetime

import msgspec
import structlog

from pokerroom.live.allowance import Allowances, Rate
from pokerroom.live.entrance.identity import Identity
from pokerroom.live.ports import Clock
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.room import LiveRoom
from pokerroom.live.tables.actor import TableActor
from pokerroom.live.unrecorded import of_record
from pokerroom.room.ports import Row, StoreError
from pokerroom.room.room import Done, asked_again
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.wire import messages as wire

LOG = structlog.get_logger(__name__)
ENCODER = msgspec.json.Encoder()

CHAT, SILENCED, SILENCED_BY = "chat", "silenced", "silenced-by"
REMARKS = Rate(burst=5, each_second=0.5)
"""How much one person may say."""

HAND_IN_PLAY = Refusal(Code.HAND_IN_PLAY, NJAC_13_69F.cite("14.16(a)"))


class Talk:
    """Chat of the whole house: somebody who is silenced talks at no table."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._silenced: dict[str, datetime] = {}
        self._allowances = Allowances(REMARKS, clock=clock.monotonic, most=10_000)

    def recall(self, live: LiveRoom) -> None:
        """Whom the floor has silenced, from a room's record."""
        for player, until in live.store.rows(SILENCED):
            self._silenced[player] = datetime.fromisoformat(until.decode())
        for order, asked in live.store.rows(SILENCED_BY):
            live.room.answered.remember(SILENCED_BY, order, asked)

    async def silence(
        self,
        live: LiveRoom,
        player: str,
        until: datetime,
        *,
        id: str,  # noqa: A002
        asked: bytes,
    ) -> Done | Refusal:
        """By an order, whose id is kept with it: it leaves no event behind."""
        kept = await live.world.threads.run(live.store.row, SILENCED_BY, id)
        if kept is not None:
            return asked_again(id, asked, kept)
        await live.keep(SILENCED, player, until.isoformat().encode(), Row(SILENCED_BY, id, asked))
        live.room.answered.remember(SILENCED_BY, id, asked)
        self._silenced[player] = until
        return Done(id)

    async def say(self, actor: TableActor, by: Identity, text: str) -> Refusal | None:
        """Say something at a table; durable before anybody sees it."""
        text = " ".join(text.split())
        why = self._refusal(actor, by, text)
        if why is not None:
            return why
        now = self._clock.time()
        said = wire.Said(table=actor.name, name=by.name, text=text, at=now)
        try:
            await actor.live.keep(CHAT, f"{actor.name}/{now:.6f}/{by.id}", ENCODER.encode(said))
        except StoreError as error:
            return of_record(error)
        LOG.info("chat", table=actor.name, player=by.id, text=text)
        actor.audience.say(said, by=by.id)
        return None

    def _refusal(self, actor: TableActor, by: Identity, text: str) -> Refusal | None:
        if actor.holds_live_cards(by.id):
            return HAND_IN_PLAY
        until = self._silenced.get(by.id)
        if until is not None and until > self._clock.now():
            return Refusal(Code.SILENCED, facts={"until": f"{until:%H:%M}"})
        if not text:
            return Refusal(Code.NOTHING_SAID)
        return Refusal(Code.TALKING_TOO_FAST) if self._allowances.wait(by.id) else None
