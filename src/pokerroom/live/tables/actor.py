"""A table as one sequential actor: it handles one thing at a time.

An order is decided, made durable and takes effect before anybody is told. The clock, the bots and the people all use
the same inbox; an order that finds the table idle is handled at once, because nothing is before it. An actor that fails
halts its own table and says so; every other table plays on.
"""

import asyncio
from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

import structlog
from msgspec.structs import replace

from pokerroom import play
from pokerroom.live.connections import Connection
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.room import DEALER, LiveRoom, is_bot
from pokerroom.live.seating import follow_table, is_demonstration, lists_follow
from pokerroom.live.tables.audience import Audience, holds_live_cards
from pokerroom.live.tables.bot_thinking import BotThinking
from pokerroom.live.tables.clock import ClockRules, is_beaten, on_leaving, on_time_out, refilled
from pokerroom.live.tables.console import Consoles, has_console
from pokerroom.live.tables.demonstration import Demonstration
from pokerroom.live.tables.housekeeping import Housekeeping, bots_to_answer, can_afford, people_at
from pokerroom.live.tables.people import Preferences, people_with
from pokerroom.live.tables.recent import Recent
from pokerroom.live.tables.telling import viewer_of
from pokerroom.live.tables.turns import LOOK, Alarm, Due, Strike, Turns
from pokerroom.live.tables.views import Scene
from pokerroom.live.unrecorded import of_record
from pokerroom.play import Concede, PlayerCommand, Round, Seat, Show, Stage, view
from pokerroom.room.answers import NOT_SAID
from pokerroom.room.commands import Command
from pokerroom.room.friends import FRIENDS, FriendsTable
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.orders.tables import is_collecting, payout_refusal
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.ports import StoreBusy, StreamHalted
from pokerroom.room.processes.contributing import is_paid_for_losing
from pokerroom.room.room import Done
from pokerroom.room.tables import DEALS, TABLES, DeckCommitted
from pokerroom.room.tables.commands import AtTable, DealDrawForButton, DealRound, ShuffleAgain
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.store.writer import WriterClosed
from pokerroom.table.seating import Table, commands as at_table, next_lineup
from pokerroom.table.seating.commands import DealtBy
from pokerroom.table.seating.entering import on_the_felt
from pokerroom.table.seating.events import (
    Fact,
    RoundStarted,
    SeatVacated,
)
from pokerroom.words import Saying, saying

LOG = structlog.get_logger(__name__)

Build = Callable[[Table, datetime], Command | Refusal]
"""Makes the order when its turn has come, from the table at that moment; or says why not."""

RECORD_LOOK = 0.25
"""Seconds between two checks of a table while nothing can be recorded."""
IDLE_LOOK, SHORTEST_LOOK = 5.0, 0.05
"""Seconds between two checks of a table where nothing is dealt: at most, and at least, however short pauses are."""
LONG_WRITE = 0.5
"""Seconds that an order may take before the table has not listened to others meanwhile."""

NOT_ASKED = Refusal(Code.NOT_ASKED, NJAC_13_69F.cite("14.17"))
NOT_AT_TABLE = Refusal(Code.NOT_AT_TABLE, NJAC_13_69F.cite("14.7(a)"))


class Ask(NamedTuple):
    build: Build
    id: str
    reply: "asyncio.Future[Done | Refusal] | None"
    asked: bytes = NOT_SAID


class Heard(NamedTuple):
    """Something happened here through an order that was given elsewhere: the table must still do what follows."""

    events: tuple[Any, ...]


class TableActor:
    """One table. `preferences` are the house's, by player; `changed` tells the house that the lobby looks different."""

    def __init__(
        self,
        live: LiveRoom,
        name: str,
        rules: ClockRules,
        *,
        preferences: dict[str, Preferences],
        changed: Callable[[], None],
        bots: int = 0,
        always_dealing: bool = False,
        pace: float = 1.0,
    ) -> None:
        self.live, self.name, self.rules = live, name, rules
        self._stream, self._deals = TABLES.named(name), DEALS.named(name)
        self._clock = clock = live.world.clock
        self.preferences, self.changed, self.always_dealing = preferences, changed, always_dealing
        self.inbox: asyncio.Queue[Ask | Strike | Heard | None] = asyncio.Queue()
        self._turn = asyncio.Lock()
        """Held while something is being done at the table."""
        self._running = False
        self.rests = False
        """Whether another server decides what happens here: the table only follows, and passes on what it is asked."""
        self._waiting: list[Ask] = []
        """What it was asked while it came to rest."""
        self.halted: Saying | None = None
        self._waits_since: float | None = None
        """Since when nothing could be recorded: meanwhile nobody's time runs out."""
        self.recent = Recent(live.room, live.store, name)
        self.commitment = self.recent.commitment()
        self.next_round_at: float | None = None
        self._seen: tuple[play.Round, play.View] | None = None
        """The last view of the player to act, and the state it was made from."""
        self.people = people_with(rules.bank)
        self.turns = Turns(rules, self.people)
        self._of_payout: tuple[Any, ...] = (None, True, ())
        """What was last said of the bad beat payout of the table."""
        self.consoles = Consoles(live, name, self.scene, lambda: self.recent)
        self.audience = Audience(name, self.recent, self.scene, clock, delay=live.delay, room=live.name)
        self._alarm = Alarm(self._put, clock, live.listened)
        self._given_back = clock.time()
        """Until when lost time has been given back."""
        self._thinking = BotThinking(
            name,
            live.room.chance,
            self._bot_answers,
            clock=clock,
            threads=live.world.threads,
            pace=pace,
            most=rules.act,
        )
        self._demonstration = Demonstration(live, name)
        self._housekeeping = Housekeeping(
            live,
            name,
            rules,
            self._order,
            people=self.people,
            connected=self.audience.connected,
            preferences=preferences,
            bots=bots,
        )

    @property
    def table(self) -> Table:
        return self.live.room.states(TABLES)[self.name]

    @property
    def among_friends(self) -> FriendsTable | None:
        """What makes this a table among friends; None where it is anybody's."""
        return self.live.room.state(FRIENDS).tables.get(self.name)

    @property
    def host(self) -> str | None:
        own = self.among_friends
        return None if own is None else own.host

    @property
    def is_deserted(self) -> bool:
        """Nobody looks at the table, whoever may have a seat there."""
        return not self.audience.connected

    @property
    def sequence(self) -> int:
        return self.recent.last

    @property
    def decision(self) -> int:
        return self.recent.decision

    def scene(self) -> Scene:
        """The table now, with everything around it that is visible."""
        return Scene(
            table=on_the_felt(self.table),
            summary=self.recent.summary,
            names=self.live.name_of,
            is_bot=is_bot,
            connected=self.audience.connected,
            clock=self.turns.clock,
            people=self.people,
            next_round_at=self.next_round_at,
            commitment=self.commitment,
            changes=self.live.room.state(LISTS).changes,
            halted=self.halted or self._waiting_for or self._kept_from_dealing,
            play_chips=self.live.play_chips,
            rebuy=0.0 if self.table.dealt_by is DealtBy.DEALER else self.rules.rebuy,
            friends=self.among_friends,
            demonstration=is_demonstration(self.table),
            payout_offered=self.payout_offered,
        )

    # The inbox.

    async def run(self) -> None:
        """Run until told to stop."""
        self._wait_for_next()
        self._running = True
        while self._running:
            item = await self.inbox.get()
            async with self._turn:
                if item is None:
                    self._running = False
                    break
                answer = await self._take(item)
            if isinstance(item, Ask):
                settle(item, answer)
        self._alarm.stop()
        self._thinking.stop()

    def _put(self, item: Ask | Strike | Heard | None) -> None:
        """A table that rests has nothing to do."""
        if not self.rests:
            self.inbox.put_nowait(item)

    def rest(self) -> None:
        """It has stopped, and another server will decide here. `pass_on_waiting` once that is so."""
        self.rests = True
        left = [self.inbox.get_nowait() for _ in range(self.inbox.qsize())]
        self._waiting += [each for each in left if isinstance(each, Ask) and each.reply is not None]

    async def pass_on_waiting(self) -> None:
        """Nobody who asked while the table came to rest is left without an answer."""
        waiting, self._waiting = self._waiting, []
        for item in waiting:
            settle(item, await self._pass_on(item.build, id=item.id, asked=item.asked))

    def wake(self) -> None:
        """From now on this server decides here; `run` it."""
        self.rests, self._seen, self.halted = False, None, None
        # Whoever is connected elsewhere has had no time yet to come here.
        now = self._clock.time()
        for person in self.people.values():
            person.lost_at = None if person.lost_at is None else now

    async def _pass_on(self, build: Build, *, id: str, asked: bytes) -> Done | Refusal:  # noqa: A002
        """The table is asked where it is decided, for what is known of it here; asked again, it is known here, too."""
        before = self._answer_before(id, asked)
        if before is not None:
            return before
        command = build(self.table, self.live.moment())
        return command if isinstance(command, Refusal) else await self.live.submit(command, id=id, asked=asked)

    def look(self) -> None:
        """What is due may be something else now: the host has paused, resumed or ended."""
        self.audience.tell(())
        self._put(LOOK)

    def stop(self) -> None:
        """Handle what is already in the inbox, and nothing more; a round of play continues from the record."""
        self.inbox.put_nowait(None)

    async def ask(self, build: Build, *, id: str = "", asked: bytes = NOT_SAID) -> Done | Refusal:  # noqa: A002
        """What the table answers to this, once it is durable; at once where nothing can be recorded."""
        if self.rests:
            return await self._pass_on(build, id=id, asked=asked)
        why = self.live.cannot_record
        if why is not None and not self.live.room.is_under_way(id):
            return self.live.room.answer_before(id, asked, self._stream) or why
        if self._running and self.inbox.empty() and not self._turn.locked():
            async with self._turn:
                return await self._take(Ask(build, id, None, asked))
        reply: asyncio.Future[Done | Refusal] = asyncio.get_running_loop().create_future()
        self.inbox.put_nowait(Ask(build, id, reply, asked))
        return await reply

    def hear(self, done: Done) -> None:
        """An order given elsewhere has changed this table: tell everybody before the table goes on.

        Called while no order of the table is in progress; what follows waits for its turn in the inbox. A table that
        rests hears of everything in this way.
        """
        try:
            events = self._told(done)
            self._wait_for_next()  # What was due may no longer be.
        except Exception as error:  # noqa: BLE001  as for what the table does itself
            self._halt(error)
            return
        self._put(Heard(events))

    async def _take(self, item: Ask | Strike | Heard) -> Done | Refusal:
        """The answer to an order; anything else is simply done. A failure halts only this table."""
        answer: Done | Refusal = Refusal(Code.HALTED)
        if self.halted:
            return answer
        try:
            if isinstance(item, Ask):
                answer = await self._submit(item.build, id=item.id, asked=item.asked)
            elif isinstance(item, Heard):
                await self._see_to(item.events)
            elif (due := self._alarm.take(item)) is not None and not self._waits:
                await due.what()
            self._wait_for_next()
        except Exception as error:  # noqa: BLE001  whatever it was, the other tables play on
            self._halt(error)
            return Refusal(Code.HALTED)
        return answer

    async def _submit(self, build: Build, *, id: str = "", asked: bytes = NOT_SAID) -> Done | Refusal:  # noqa: A002
        before = self._answer_before(id, asked)
        if before is not None:
            return before
        asked_at = self._clock.time()
        try:
            answer = await self.live.submit(lambda at: build(self.table, at), id=id, asked=asked)
            # Before anything else is told: the table has gone on by then.
            if isinstance(answer, Done):
                await self._happened(answer)
        except (StoreBusy, WriterClosed) as error:
            return of_record(error)
        except StreamHalted as halted:
            if halted.stream == self._stream:
                raise
            # The books or the lists have stopped: nothing was written here, and play goes on.
            return Refusal(Code.BOOKS_HALTED)
        finally:
            if self._clock.time() - asked_at > LONG_WRITE:
                self.give_back(asked_at, self._clock.time())
        return answer

    def _answer_before(self, id: str, asked: bytes) -> Done | Refusal | None:  # noqa: A002
        """To what is asked again: it has happened, however far the table has gone on since."""
        return self.live.room.answer_before(id, asked, self._stream) if id else None

    async def _order(self, command: at_table.Command) -> Done | Refusal:
        return await self._submit(lambda _table, at: AtTable(self.name, replace(command, at=at)))

    def _halt(self, error: Exception) -> None:
        LOG.error("table halted", table=self.name, error=repr(error), exc_info=error)
        self.halted = Refusal(Code.STOPPED).saying
        self.turns.stop()
        self._alarm.stop()
        self.audience.tell(())
        self.changed()

    # While nothing can be recorded, and after a failure.

    @property
    def _waits(self) -> bool:
        return self._waits_since is not None or self.live.cannot_record is not None

    @property
    def _waiting_for(self) -> Saying | None:
        why = self.live.cannot_record if self._waits_since is not None else None
        return None if why is None else why.saying

    @property
    def _not_dealt(self) -> Refusal | None:
        """Why the bad beat payout of the table keeps the room from dealing the next round."""
        between = self.table.dealing is None and self.table.dealt_by is DealtBy.ROOM
        return payout_refusal(self.live.room, self.table) if between else None

    @property
    def _kept_from_dealing(self) -> Saying | None:
        why = self._not_dealt
        return None if why is None else saying("refused.why", what=why.saying, rule=why.cited.saying)

    @property
    def payout_offered(self) -> bool:
        """Whether the bad beat payout on its sign is offered: the notice comes down while its system is suspended."""
        return is_collecting(self.live.room, self.table.name)

    def payout_changed(self) -> None:
        """Called when something has happened to a payout: who is told of it, and whether the table deals again."""
        now = (self._kept_from_dealing, self.payout_offered, self.consoles.notices)
        if now != self._of_payout:
            self._of_payout = now
            self.audience.tell(())
            self.tell_consoles()
            self._put(LOOK)

    def follow_record(self) -> None:
        """Called now and then: show whether anything can be recorded, and stop the clock while nothing can."""
        why, now = self.live.cannot_record, self._clock.time()
        if (why is None) is (self._waits_since is None):
            return
        if why is not None:
            trouble = self.live.writer.trouble
            waited = 0.0 if trouble is None else (self._clock.now() - trouble.since).total_seconds()
            self._waits_since = now - max(0.0, waited)
            self._refuse_waiting(why)
        elif self._waits_since is not None:
            self.turns.put_off(self._waits_since, now)
            self._waits_since = None
            self._put(LOOK)
        self.audience.tell(())

    def _refuse_waiting(self, why: Refusal) -> None:
        """What people asked for behind an order that waits for the record: nothing of it has happened."""
        for item in [self.inbox.get_nowait() for _ in range(self.inbox.qsize())]:
            if isinstance(item, Ask) and item.reply is not None:
                settle(item, why)
            else:
                self.inbox.put_nowait(item)

    async def reopen(self) -> None:
        """Go on after a failure from what is recorded; everybody is shown the table anew."""
        async with self._turn:
            try:
                self.recent = Recent(self.live.room, self.live.store, self.name)
                self.commitment, self._seen, self.halted = self.recent.commitment(), None, None
                self.turns.stop()
                self.turns.follow(on_the_felt(self.table), self.decision, self._clock.time())
                self.audience.begin_again(self.recent)
                self._wait_for_next()
            except Exception as error:  # noqa: BLE001  as for what the table does itself
                self._halt(error)
        self.changed()

    # What happened.

    async def _happened(self, done: Done) -> None:
        if not done.repeated:
            await self._see_to(self._told(done))

    def _told(self, done: Done) -> tuple[Any, ...]:
        """Remember what has happened at this table, and tell everybody."""
        events, now = tuple([event for of, event in done.events if of == self._stream]), self._clock.time()
        for of, event in done.events:
            if of == self._deals and isinstance(event, DeckCommitted):
                self.commitment = event
        new = self.recent.add(events, self.table.round, at=now)
        facts = [event for event in events if isinstance(event, Fact)]
        for event in facts:
            if isinstance(event, RoundStarted):
                self._refill_banks(event.players)
        self.turns.follow(on_the_felt(self.table), self.decision, now)
        if facts and self.table.dealt_by is not DealtBy.DEALER:
            self._housekeeping.follow_chips(now)
        if events:
            self.audience.tell(new)
        self.tell_consoles()
        if facts:
            self.changed()
        return events

    def tell_consoles(self) -> None:
        """Show staff the table with its box, where a dealer deals."""
        if self.table.dealt_by is DealtBy.DEALER:
            self.consoles.tell(self.audience.staff)

    def _refill_banks(self, players: tuple[str, ...]) -> None:
        for person in (self.people[player] for player in players if not is_bot(player)):
            person.bank = refilled(person.bank, self.rules)

    async def _see_to(self, events: tuple[Any, ...]) -> None:
        """The lists follow the table; where they are another server's, they follow the record."""
        for event in events:
            if isinstance(event, SeatVacated):
                self.people.pop(event.player, None)
                self._thinking.forget(event.player)
        if self.live.has_desk:
            await lists_follow(self.live, self.name, events)

    # Those who watch.

    def watch(self, connection: Connection, after: int | None) -> None:
        """From now on send to this connection, and first what it has missed."""
        came = self.audience.admit(connection)
        self.audience.catch_up(connection, after)
        if has_console(connection.identity, self.live.name) and self.table.dealt_by is DealtBy.DEALER:
            self.consoles.tell([connection])
        if came:
            self._is_back(connection.identity.id)
        self._put(LOOK)

    def unwatch(self, connection: Connection) -> None:
        player = connection.identity.id
        if self.audience.dismiss(connection) and self.table.seat_of(player) is not None:
            self.people[player].lost_at = self._clock.time()
            self.audience.tell(())

    def _is_back(self, player: str) -> None:
        if self.table.seat_of(player) is None:
            return
        person = self.people[player]
        if person.lost_at is not None:
            person.lost_at = None
            self.audience.tell(())

    def moved(self, address: str) -> None:
        """Another server decides here now: whoever is not at work goes on there, as soon as they can."""
        self.audience.send_on(address)

    def holds_live_cards(self, player: str) -> bool:
        return holds_live_cards(self.scene(), player)

    def use_time_bank(self, player: str) -> Refusal | None:
        """More time for the current turn, from the player's time bank."""
        why = self.turns.use_bank(self.table, player, self._clock.time())
        if why is None:
            self.audience.tell(())
            self._wait_for_next()
        return why

    def give_back(self, since: float, until: float) -> None:
        """In this time nobody was heard here, so it is not the players': they get it back, once, and are told."""
        since, self._given_back = max(since, self._given_back), max(until, self._given_back)
        clock = self.turns.clock
        if until <= since or self.halted:
            return
        for person in self.people.values():
            person.give_back(since, until)
        if clock is not None and self.turns.give_back(until - max(since, clock.since)):
            self.audience.tell(())
            self._wait_for_next()

    def answered_in_time(self, player: str) -> None:
        self.people[player].late.clear()

    # What is due.

    def _wait_for_next(self) -> None:
        if self.halted or self.rests:
            self._alarm.set(None)
            return
        self._alarm.set(Due(self._clock.time() + RECORD_LOOK, nothing) if self._waits else self._next_due())
        if self.table.proposal is not None:
            for player in bots_to_answer(self.table):
                self._thinking.consider(player, self._bot_agrees)

    def _next_due(self) -> Due | None:
        table, state, now = self.table, self.table.round, self._clock.time()
        if not table.is_open:
            return None
        if table.dealt_by is DealtBy.DEALER:
            # Nobody's time runs, nothing is dealt by itself, and no bot plays: the dealer enters what happens.
            self.turns.follow(on_the_felt(table), self.decision, now)
            if is_demonstration(table) and self.live.play_chips:
                looked_at = self.always_dealing or bool(self.audience.connected)
                return Due(now + max(SHORTEST_LOOK, self.rules.step_pause), self._demonstrate) if looked_at else None
            wait = self.consoles.next_look()
            return None if wait is None else Due(now + wait, self._look_at_box)
        if table.dealing is None or state is None:
            return self._between_rounds(now)
        self.next_round_at = None
        if state.stage is Stage.SHUFFLING:
            return Due(now + self.rules.step_pause, self._shuffle)
        self.turns.follow(table, self.decision, now)
        clock = self.turns.clock
        if clock is None:
            return None
        player = table.place(clock.seat).player
        if is_bot(player):
            return Due(self._thinking.until(player, lambda: self._seen_by(player), self.decision), self._bot_acts)
        place = table.place(clock.seat)
        if place.leaving and not place.must_leave:
            return Due(now, self._leaving_acts)
        assert clock.deadline is not None
        return Due(clock.deadline, self._time_out, last_word=True)

    def _between_rounds(self, now: float) -> Due | None:
        own = self.among_friends
        if own is not None and (own.paused or not own.is_open):
            self.next_round_at = None
            return None if own.is_open else Due(now, self._close)
        looked_at = self.always_dealing or bool(self.audience.connected)
        if not looked_at and not people_at(self.table):
            self.next_round_at = None
            return None
        if next_lineup(self.table) is None or not looked_at or self._not_dealt is not None:
            self.next_round_at = None
            return Due(now + max(SHORTEST_LOOK, min(IDLE_LOOK, self.rules.round_pause)), self._tend_and_deal)
        if self.next_round_at is None:
            self.next_round_at = max(now + self.rules.step_pause, self.recent.ended_at + self.rules.round_pause)
            self.audience.tell(())
        return Due(self.next_round_at, self._tend_and_deal)

    async def _demonstrate(self) -> None:
        await self._demonstration.go_on(self._submit)

    async def _look_at_box(self) -> None:
        """A clock of the box has run out, or is about to: consoles say so."""
        self.tell_consoles()

    async def _shuffle(self) -> None:
        await self._submit(lambda _table, at: ShuffleAgain(table=self.name, by=DEALER, at=at))

    async def _bot_acts(self) -> None:
        if self._thinking.was_asked(self.decision):
            await self._time_out()
            return
        clock = self.turns.clock
        assert clock is not None
        player = self.table.place(clock.seat).player
        self._thinking.ask(player, self._seen_by(player), self.decision)

    def _bot_answers(self, player: str, chosen: PlayerCommand, decision: int) -> None:
        """A bot acts through the inbox, like anybody else."""
        if isinstance(chosen, Concede) and self._is_paid_for_losing(chosen.seat):
            chosen = Show(chosen.seat)
        self._put(Ask(moving(player, chosen, self.name, seen=decision, actor=self), "", None))

    def _bot_agrees(self, player: str) -> None:
        """A bot agrees, or not; through the inbox, like anybody else."""
        self._put(Ask(agreeing(player, self.name), "", None))

    async def _time_out(self) -> None:
        clock, state = self.turns.clock, self.table.round
        assert clock is not None
        assert state is not None
        player = self.table.place(clock.seat).player
        wishes, showdown = self.preferences.get(player, Preferences()), state.stage is Stage.SHOWDOWN
        may_bank = not showdown and wishes.auto_time_bank and player in self.audience.connected
        if may_bank and self.use_time_bank(player) is None:
            return
        if not showdown:
            self.people[player].late.append(True)
        await self._act_for(player, clock.seat, on_time_out)

    async def _leaving_acts(self) -> None:
        """Nobody waits for a player who has asked to leave."""
        clock = self.turns.clock
        assert clock is not None
        await self._act_for(self.table.place(clock.seat).player, clock.seat, on_leaving)

    async def _act_for(self, player: str, seat: int, choose: Callable[..., PlayerCommand]) -> None:
        state, wishes = self.table.round, self.preferences.get(player, Preferences())
        assert state is not None
        own = viewer_of(self.recent.summary.players, player)
        loses = state.stage is Stage.SHOWDOWN and isinstance(own, int) and self._loses_for_nothing(state, own)
        chosen = replace(choose(self._seen_by(player), concedes=wishes.muck_losers and loses), seat=Seat(seat))
        await self._submit(lambda _table, at: AtTable(self.name, at_table.Play(by=DEALER, at=at, command=chosen)))

    def _loses_for_nothing(self, state: Round, seat: Seat) -> bool:
        return is_beaten(state, seat) and not self._is_paid_for_losing(seat)

    def _is_paid_for_losing(self, seat: int) -> bool:
        """A hand that is mucked wins no bad beat payout."""
        return is_paid_for_losing(self.live.room.state(PAYOUTS), self.table, seat, self.live.moment())

    def _seen_by(self, player: str) -> play.View:
        """The round as this player sees it, computed once while nothing happens."""
        table = self.table
        seat, state = table.seat_of(player), table.round
        assert seat is not None
        own = table.round_seat(seat)
        assert own is not None
        assert state is not None
        if self._seen is None or self._seen[0] is not state or self._seen[1].viewer != own:
            self._seen = (state, view(state, own))
        return self._seen[1]

    async def _tend_and_deal(self) -> None:
        self.next_round_at = None
        await self._housekeeping.people()
        await self._housekeeping.bots()
        await self._housekeeping.proposal()
        due = self.table.time_due
        if due is not None and due <= self.live.moment():
            await self._submit(lambda _table, at: AtTable(self.name, at_table.CollectTime(by=DEALER, at=at)))
        if next_lineup(self.table) is None or not (self.audience.connected or self.always_dealing):
            return
        if self._not_dealt is not None:
            return
        posting = self.table.posting
        if posting.plan.game.has_button and self.table.button is None and posting.rules.first_button == "dealt-card":
            await self._submit(lambda _table, at: DealDrawForButton(table=self.name, by=DEALER, at=at))
        await self._submit(lambda _table, at: DealRound(table=self.name, by=DEALER, at=at))

    async def _close(self) -> None:
        """A table among friends has ended: everybody takes their chips along, and it is closed."""
        for _, place in self.table.seated:
            await self._order(at_table.LeaveSeat(by=DEALER, at=self.live.moment(), player=place.player))
        await self._order(at_table.CloseTable(by=DEALER, at=self.live.moment()))
        await follow_table(self.live, self.name)

    async def fill(self) -> None:
        """Seat the first bots, before the table starts to run."""
        if self.table.dealing is None and self.table.dealt_by is DealtBy.ROOM:
            await self._housekeeping.bots()


async def nothing() -> None:
    """The table only looks again at what is due."""


def settle(ask: Ask, answer: Done | Refusal) -> None:
    if ask.reply is not None and not ask.reply.done():
        ask.reply.set_result(answer)


def agreeing(player: str, table: str) -> Build:
    """A bot's answer to a higher minimum, if it is still asked for when its turn comes."""

    def build(now: Table, at: datetime) -> Command | Refusal:
        if player not in bots_to_answer(now):
            return NOT_ASKED
        return AtTable(table, at_table.Agree(by=player, at=at, player=player, agrees=can_afford(now, player)))

    return build


def moving(player: str, command: PlayerCommand, table: str, *, seen: int | None, actor: TableActor) -> Build:
    """A player's move, for the seat they have when its turn comes; refused if the round went on since they looked."""

    def build(now: Table, at: datetime) -> Command | Refusal:
        if seen is not None and seen < actor.decision:
            return Refusal(Code.STALE)
        seat = now.seat_of(player)
        if seat is None:
            return NOT_AT_TABLE
        if now.turn_to_act == seat and not is_bot(player):
            actor.answered_in_time(player)
        return AtTable(table, at_table.Play(by=player, at=at, command=replace(command, seat=Seat(seat))))

    return build
