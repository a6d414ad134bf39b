"""The actor of a mini-dice table. Where the room shakes, it deals by a clock; where a dealer does, it waits."""

from collections import deque
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any

from pokerroom.dice import DiceTable, Phase, commands as asked
from pokerroom.dice.commands import Ground, ShakenBy
from pokerroom.dice.events import DiceRead, Event
from pokerroom.dice.state import MIXED, Result
from pokerroom.live.banked.actor import BankedActor
from pokerroom.live.banked.dice.telling import DICE_TOLD
from pokerroom.live.banked.dice.view import Around, view_of
from pokerroom.live.entrance.identity import Identity
from pokerroom.live.entrance.permissions import STAFF
from pokerroom.live.refusals import Refusal
from pokerroom.live.room import DEALER, FLOOR, LiveRoom
from pokerroom.room.answers import NOT_SAID
from pokerroom.room.dice import DICE
from pokerroom.room.dice.commands import AtDice
from pokerroom.room.room import Done
from pokerroom.table.conduct import PlayerRequiredToLeave
from pokerroom.wire.banked import LobbyGame
from pokerroom.wire.dice import DiceState, DiceTold

LINES, RESULTS = 40, 20
"""How much of what happened a view holds."""
READ_BACK = 200
"""Events read from the record for that when the house opens."""

BETTING = 18.0
"""Seconds from the first wager on the layout to "No more bets"."""
ANSWERING, HOLDING = 8.0, 15.0
"""Seconds to accept the shaker, and to shake it: longer is a refusal, and an unreasonable delay."""
PAUSES = {Phase.BETS_CLOSED: 1.2, Phase.BY_DEALER: 1.2, Phase.RETURNED: 1.4, Phase.SETTLING: 1.8}
"""Seconds after each step of the room, so that one can watch it."""
AWAY_FOR, LOOK_EVERY = 120.0, 15.0
"""Seconds after which somebody who does not watch and has no wager is helped up, and between two looks."""


class DiceActor(BankedActor):
    def __init__(self, live: LiveRoom, table: str, *, changed: Callable[[], None]) -> None:
        super().__init__(live, f"dice/{table}", changed=changed)
        self.name = table
        self._before = self.table
        """As it was when the order under way was made."""
        self.ready: set[str] = set()
        """Who places no more wagers in this round."""
        self._told: deque[DiceTold] = deque(maxlen=LINES)
        self._results: deque[Result] = deque(maxlen=RESULTS)
        self._away: dict[str, float] = {}
        """Since when a seated player has not been watching."""
        self._recall()
        live.on_conduct.append(self._conduct_changed)
        self._leaving: list[str] = []
        """Players required to leave, who are to get up."""

    @property
    def table(self) -> DiceTable:
        return self.live.room.state(DICE, self.name)

    # What has happened.

    def _recall(self) -> None:
        stream = DICE.named(self.name)
        table, first = DICE.first(self.name), self.live.room.head(stream).sequence - READ_BACK
        for envelope, event in DICE.events(self.live.store, self.name):
            after = DICE.apply(table, event)
            if envelope.sequence > first:
                self._note(envelope.sequence, table, event, after)
            table = after

    def _note(self, sequence: int, before: DiceTable, event: Event, after: DiceTable) -> None:
        # Whoever gets up is named by the table before it.
        says = DICE_TOLD[type(event)](before, event, self.live.name_of)
        told = DiceTold(sequence=sequence, says=says, rule=event.rule.paragraph, reading=event.rule.reading)
        self._told.append(told)
        if isinstance(event, DiceRead) and after.result is not None:
            self._results.appendleft(after.result)

    def remember(self, done: Done) -> None:
        stream = DICE.named(self.name)
        events = [event for name, event in done.events if name == stream]
        table, last = self._before, self.live.room.head(stream).sequence
        for sequence, event in enumerate(events, start=last - len(events) + 1):
            after = DICE.apply(table, event)
            self._note(sequence, table, event, after)
            table = after
        if self.table.phase is not Phase.BETTING:
            self.ready.clear()

    # Orders.

    async def give(
        self,
        command: Callable[..., asked.Command],
        *,
        by: Any = DEALER,
        id: str = "",  # noqa: A002
        said: bytes = NOT_SAID,
        **values: Any,
    ) -> Done | Refusal:
        """A command to the table, made for the moment of its turn."""
        made = partial(command, by=by, **values)
        return await self.order(lambda at: AtDice(self.name, made(at=at)), id=id, asked=said)

    async def order(
        self,
        make: Callable[[datetime], Any],
        *,
        id: str = "",  # noqa: A002
        asked: bytes = NOT_SAID,
    ) -> Done | Refusal:
        """What an order of staff makes, or one of the room's own."""

        def noting(at: datetime) -> Any:
            self._before = self.table
            return make(at)

        return await self.submit(noting, id=id, asked=asked)

    def is_ready(self, player: str) -> None:
        """Once everybody with a wager says so, nobody has to wait for the clock."""
        self.ready.add(player)
        betting = {place.player for _, place in self.table.seated if place.wagers}
        if betting and betting <= self.ready and self.table.phase is Phase.BETTING and self.shakes_itself:
            self.hurry()
        self.tell()

    def hear(self, done: Done) -> None:
        """Something has happened here by an order to several tables."""
        self._before = self.table
        self.remember(done)
        self.follow()

    # The clock.

    @property
    def shakes_itself(self) -> bool:
        return self.table.is_open and self.table.shaken_by is ShakenBy.ROOM

    def phase(self) -> object:
        table = self.table
        settling = (len(table.losing), len(table.winning))
        return (
            table.phase,
            table.number,
            bool(table.wagers),
            table.covered,
            table.shakes,
            table.offered,
            table.holder,
            settling,
            tuple(self._leaving),
            bool(table.seated),
        )

    def lasts(self) -> float | None:
        table = self.table
        if self._leaving:
            return 0.0
        if not self.shakes_itself:
            return None
        if table.phase is Phase.BETTING:
            return BETTING if table.wagers else LOOK_EVERY if table.seated else None
        return {Phase.OFFERED: ANSWERING, Phase.HELD: HOLDING}.get(table.phase) or PAUSES[table.phase]

    async def go_on(self) -> None:
        if self._leaving:
            await self.give(asked.GetUp, by=FLOOR, player=self._leaving.pop())
            return
        if not self.shakes_itself:
            return
        table = self.table
        if table.phase is Phase.BETTING and not table.wagers:
            await self._help_up()
            return
        command, values = self._next(table)
        await self.give(command, **values)

    def _next(self, table: DiceTable) -> tuple[Any, dict[str, Any]]:
        """What the dealer does next, or what follows when a player takes too long."""
        match table.phase:
            case Phase.BETTING:
                return asked.NoMoreBets, {}
            case Phase.BETS_CLOSED if not table.covered:
                return asked.Cover, {}
            case Phase.BETS_CLOSED | Phase.BY_DEALER if table.shakes < MIXED:
                return asked.Shake, {"times": MIXED}
            case Phase.BETS_CLOSED:
                return asked.OfferShaker, {}
            case Phase.OFFERED:
                assert table.offered is not None
                return asked.AnswerShaker, {"player": table.at(table.offered).player, "accept": False}
            case Phase.HELD:
                return asked.OrderPassed, {"ground": Ground.DELAY, "by": FLOOR}
            case Phase.SETTLING:
                return (asked.CollectLosing if table.losing else asked.PayWinners), {}
            case _:
                return asked.Uncover, {"faces": ()}

    async def _help_up(self) -> None:
        """Whoever has been away for long makes room for others."""
        now = self.live.world.clock.monotonic()
        here = {connection.identity.id for connection in self.watchers}
        seated = {place.player for _, place in self.table.seated}
        self._away = {player: self._away.get(player, now) for player in seated - here}
        for player in [player for player, since in self._away.items() if now - since >= AWAY_FOR]:
            await self.give(asked.GetUp, player=player)
        self.put_off(LOOK_EVERY)

    def _conduct_changed(self, done: Done) -> None:
        """A player required to leave gets up, when the round of play is over if they have a wager."""
        for _, event in done.events:
            if isinstance(event, PlayerRequiredToLeave) and self.table.seat_of(event.player) is not None:
                self._leaving.append(event.player)
                self.follow()

    # How it looks.

    def view(self, identity: Identity) -> DiceState:
        seen = Around(
            game=self.place,
            sequence=self.live.room.head(DICE.named(self.name)).sequence,
            now=self.live.world.clock.time(),
            until=self.deadline if self.table.phase is not Phase.BETTING or self.table.wagers else None,
            play_chips=self.live.play_chips,
            bank=self.live.balance(identity.id),
            ready=frozenset(self.ready),
            results=tuple(self._results),
            told=tuple(self._told),
            name=self.live.name_of,
        )
        return view_of(self.table, identity.id, seen, staff=identity.role in STAFF)

    def listed(self, person: str) -> LobbyGame | None:
        table = self.table
        if not table.is_open:
            return None
        return LobbyGame(
            game=self.place,
            kind="dice",
            title=f"Mini-dice, {self.name}",
            least=table.least,
            most=table.most,
            playing=len(table.seated),
            free=len(table.places) - len(table.seated),
            play_chips=self.live.play_chips,
            mine=table.seat_of(person) is not None,
        )
