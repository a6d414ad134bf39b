"""Chat at the tables: who may say something now, and what was said, recorded before anybody sees it.

A player with live cards neither talks nor is talked to, 14.16(a); the floor can silence people; nobody talks too much.
"""

from datetime import datetime
from typing import Any

import msgspec
import structlog
from msgspec.structs import replace

from pokerroom.live.allowance import Allowances, Rate
from pokerroom.live.entrance.identity import Identity
from pokerroom.live.ports import Clock
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.room import LiveRoom
from pokerroom.live.tables.actor import TableActor
from pokerroom.live.unrecorded import of_record
from pokerroom.room.ports import StoreError
from pokerroom.room.talk import TALK
from pokerroom.room.talk.commands import Begin, OnTalk, Say
from pokerroom.room.talk.words import FORMER_NAMES, FORMER_REMARKS, FORMER_SILENCES, FormerSilence, Name, Remark
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.wire import messages as wire

LOG = structlog.get_logger(__name__)

SILENCED_BY = "silenced-by"
"""Rows of an earlier version: the ids of its orders, which are still answered."""
REMARKS = Rate(burst=5, each_second=0.5)
"""How much one person may say."""

HAND_IN_PLAY = Refusal(Code.HAND_IN_PLAY, NJAC_13_69F.cite("14.16(a)"))


class Talk:
    """Chat of the whole house: somebody who is silenced talks at no table of it."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._silenced: dict[str, dict[str, datetime]] = {}
        """By the scope of a room: whoever is silenced in the house is so in each of its rooms."""
        self._allowances = Allowances(REMARKS, clock=clock.monotonic, most=10_000)

    def recall(self, live: LiveRoom) -> None:
        """Whom the floor has silenced, from a room's record."""
        self._silenced.setdefault(live.scope, {}).update(live.room.state(TALK).silenced)

    async def say(self, actor: TableActor, by: Identity, text: str) -> Refusal | None:
        """Say something at a table; durable before anybody sees it."""
        text = " ".join(text.split())
        why = actor.live.cannot_record or self._refusal(actor, by, text)
        if why is not None:
            return why
        live = actor.live
        said = wire.Said(table=actor.name, name=by.name, text=text, at=self._clock.time())
        remark = Remark(table=said.table, name=said.name, text=said.text, at=said.at, salt=live.salt())
        try:
            answer = await live.submit(lambda at: OnTalk(Say(by=by.id, at=at, remark=remark)))
        except StoreError as error:
            return of_record(error)
        if isinstance(answer, Refusal):
            return answer
        LOG.info("chat", table=actor.name, player=by.id)
        actor.audience.say(said, by=by.id)
        return None

    def _refusal(self, actor: TableActor, by: Identity, text: str) -> Refusal | None:
        if actor.holds_live_cards(by.id):
            return HAND_IN_PLAY
        until = self._silenced.get(actor.live.scope, {}).get(by.id)
        if until is not None and until > self._clock.now():
            return Refusal(Code.SILENCED, facts={"until": f"{until:%H:%M}"})
        if not text:
            return Refusal(Code.NOTHING_SAID)
        return Refusal(Code.TALKING_TOO_FAST) if self._allowances.wait(by.id) else None


async def begin(live: LiveRoom) -> None:
    """Before anybody talks: what an earlier version kept without a chain is chained from now on."""
    former, salt = live.store, live.salt
    for order, asked in former.rows(SILENCED_BY):
        live.room.answered.remember(TALK.name, order, asked)
    if live.room.state(TALK).begun:
        return
    remarks = [(key, msgspec.json.decode(value, type=Remark)) for key, value in former.rows(FORMER_REMARKS)]
    names = [(player, name.decode()) for player, name in former.rows(FORMER_NAMES)]
    silences = [(player, until.decode()) for player, until in former.rows(FORMER_SILENCES)]
    lain: dict[str, list[tuple[str, Any]]] = {FORMER_REMARKS: remarks, FORMER_NAMES: names, FORMER_SILENCES: silences}
    beginning = Begin(
        by="the room",
        at=live.moment(),
        remarks=tuple((spoken_by(key), replace(each, salt=salt())) for key, each in sorted(remarks, key=when)),
        names=tuple((player, Name(name=name, salt=salt())) for player, name in names),
        silences=tuple(FormerSilence(player, datetime.fromisoformat(until)) for player, until in silences),
        rows=tuple((name, key) for name, rows in lain.items() for key, _ in rows),
    )
    await live.submit(OnTalk(beginning))
    if any(lain.values()):
        LOG.warning("names and talk of an earlier version are chained from now on", lines=len(beginning.rows))
    live.recall_names()


def spoken_by(key: str) -> str:
    """Rows of before were named by table, time and player."""
    return key.rpartition("/")[2]


def when(remark: tuple[str, Remark]) -> tuple[float, str]:
    return remark[1].at, remark[0]
