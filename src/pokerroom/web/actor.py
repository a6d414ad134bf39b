"""A table as one sequential actor: it takes one thing at a time from its inbox, and tells its watchers what happened.

An order is decided, made durable and takes effect before anybody hears of it. The clock, the bots and the people all
come in by the same inbox. An actor that fails halts its own table and says so; every other table plays on.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
import structlog
from msgspec.structs import replace

from pokerroom import play
from pokerroom.play import PlayerCommand, Seat, Stage, view
from pokerroom.room.commands import AtTable, Command, DealDrawForButton, DealRound, ShuffleAgain
from pokerroom.room.ports import StoreBusy, StreamHalted
from pokerroom.room.room import Done
from pokerroom.room.streams import DeckCommitted, deals_stream, table_stream
from pokerroom.rules.house import Fixed
from pokerroom.table.seating import Place, Status, Table, commands as at_table, next_lineup
from pokerroom.table.seating.events import Fact, RoundFinished, RoundStarted, SeatVacated
from pokerroom.web.clock import ClockRules, is_beaten, late_too_often, on_time_out, refilled, time_for
from pokerroom.web.connections import Connection
from pokerroom.web.entries import Entries
from pokerroom.web.live import DEALER, LiveRoom, is_bot
from pokerroom.web.opponents import Opponent, name_for, opponent_of
from pokerroom.web.refusing import BUSY, HALTED, SHARED_HALTED, STALE, Nay, nay_of
from pokerroom.web.telling import (
    Clockwork,
    Entry,
    Notes,
    Scene,
    buy_in,
    noted,
    own_view,
    public_view,
    told,
    viewer_of,
)
from pokerroom.wire import messages as wire

LOG = structlog.get_logger(__name__)
ENCODER = msgspec.json.Encoder()

Build = Callable[[Table, datetime], Command | Nay]
"""Makes the order when its turn has come, from the table as it then is; or says why not."""

ROUNDS_REMEMBERED = 20
FREE_SEATS = 2
"""Seats that bots leave to people."""
LEAST_THOUGHT = 1.0
MOST_WITHHELD = 50
IDLE_LOOK = 5.0
"""Seconds between two looks at a table at which nothing is dealt."""


class Ask(NamedTuple):
    build: Build
    id: str
    reply: "asyncio.Future[Any] | None"


class Strike(NamedTuple):
    """The clock has come to what was due; stale when the table has gone on since."""

    number: int


class Due(NamedTuple):
    at: float
    what: Callable[[], Awaitable[None]]


class Preferences(msgspec.Struct):
    """What the room does by itself for a player."""

    muck_losers: bool = True
    auto_time_bank: bool = True
    auto_top_up: bool = False


class Guest(msgspec.Struct):
    """What the table remembers of a person beyond his seat."""

    bank: float
    lost_at: float | None = None
    """Since when he has no connection."""
    late: list[bool] = []
    """For each of his turns, whether his time ran out."""
    out_since: float | None = None


class Finished(NamedTuple):
    at: float
    pot: int


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
        self.preferences, self.changed = preferences, changed
        self.bots, self.always_dealing, self.pace = bots, always_dealing, pace
        self.inbox: asyncio.Queue[Ask | Strike | None] = asyncio.Queue()
        self.watchers: dict[Connection, None] = {}
        self.connected: dict[str, int] = {}
        """How many connections each person watches the table by."""
        self.guests: dict[str, Guest] = {}
        self.rounds: list[Finished] = []
        self.halted = ""
        self.entries = Entries(live.room, live.store, name)
        self.commitment = self.entries.commitment()
        self.notes = Notes()
        for entry in self.entries.kept:
            self.notes = noted(self.notes, entry.event, entry.state)
        self.decision = self.entries.last
        """The last event of the round of play: what a move must have seen."""
        self.clock: Clockwork | None = None
        self.next_round_at: float | None = None
        self._clock_for = -1
        """The decision that the clock runs for."""
        self._thinks = (-1, 0.0)
        """The decision a bot thinks about, and until when."""
        self._asked = -1
        """The decision a bot was last asked for."""
        self._bank_from: float | None = None
        self._largest_pot = 0
        self._timer: asyncio.TimerHandle | None = None
        self._strikes = 0
        self._due: Due | None = None
        self._minds: dict[str, Opponent] = {}
        self._withheld: dict[str, list[bytes]] = {}
        self._public: tuple[int, wire.TableView] | None = None
        """What delayed spectators see."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._chance = live.room.chance

    @property
    def table(self) -> Table:
        return self.live.room.tables[self.name]

    @property
    def sequence(self) -> int:
        return self.entries.last

    # The inbox.

    async def run(self) -> None:
        """Until it is told to stop; a failure halts this table only."""
        self._wait_for_next()
        while (item := await self.inbox.get()) is not None:
            try:
                await self._take(item)
            except Exception as error:  # noqa: BLE001  whatever it was, the other tables play on
                await self._halt(error)
                if isinstance(item, Ask) and item.reply is not None and not item.reply.done():
                    item.reply.set_result(HALTED)
        if self._timer is not None:
            self._timer.cancel()
        for task in self._tasks:
            task.cancel()

    def stop(self) -> None:
        """Take what is in the inbox already, and nothing more; a round of play goes on from the record."""
        self.inbox.put_nowait(None)

    async def ask(self, build: Build, *, id: str = "") -> Any:  # noqa: A002  an order has an id
        """What the table answers to this, once it is durable."""
        reply: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.inbox.put_nowait(Ask(build, id, reply))
        return await reply

    async def _take(self, item: Ask | Strike) -> None:
        if self.halted:
            if isinstance(item, Ask) and item.reply is not None and not item.reply.done():
                item.reply.set_result(HALTED)
            return
        if isinstance(item, Strike):
            if item.number == self._strikes and self._due is not None:
                due, self._due = self._due, None
                await due.what()
        else:
            answer = await self._carry_out(item.build, id=item.id)
            if item.reply is not None and not item.reply.done():
                item.reply.set_result(answer)
        self._wait_for_next()

    async def _carry_out(self, build: Build, *, id: str = "") -> Any:  # noqa: A002
        command = build(self.table, self.live.moment())
        if isinstance(command, Nay):
            return command
        try:
            answer = await self.live.give(command, id=id)
        except StoreBusy:
            return BUSY
        except StreamHalted as halted:
            if halted.stream == table_stream(self.name):
                raise
            return SHARED_HALTED  # The books or the lists have stopped: nothing was written here, and play goes on.
        if isinstance(answer, Done):
            await self._happened(answer)
            return answer
        return nay_of(answer, self.live.name_of)

    async def _order(self, command: at_table.Command) -> Any:
        return await self._carry_out(lambda _table, at: AtTable(self.name, replace(command, at=at)))

    async def _halt(self, error: Exception) -> None:
        LOG.error("table halted", table=self.name, error=repr(error), exc_info=error)
        self.halted = "The table has stopped because of a failure; the floor has been told. Your stakes are safe."
        self.clock, self._due = None, None
        if self._timer is not None:
            self._timer.cancel()
        self.tell(())
        self.changed()

    # What happened.

    async def _happened(self, done: Done) -> None:
        """Remember it for the eye, and tell everybody."""
        if done.repeated:
            return
        stream, deals = table_stream(self.name), deals_stream(self.name)
        events = [event for of, event in done.events if of == stream]
        for of, event in done.events:
            if of == deals and isinstance(event, DeckCommitted):
                self.commitment = event
        new = self.entries.add(events, first=self.sequence - len(events) + 1, at=time.time())
        for entry in new:
            self._note(entry)
        self._set_clock()
        self.tell(new)
        for event in events:
            if isinstance(event, SeatVacated):
                await self._seat_left(event.player)
        if any(isinstance(event, Fact) for event in events):
            self.changed()

    def _note(self, entry: Entry) -> None:
        self.notes = noted(self.notes, entry.event, entry.state)
        if not isinstance(entry.event, Fact):
            self.decision = entry.sequence
        if entry.state is not None:
            self._largest_pot = max(self._largest_pot, entry.state.pot)
        match entry.event:
            case RoundStarted(players=players):
                self._largest_pot = 0
                for guest in (self._guest(player) for player in players if not is_bot(player)):
                    guest.bank = refilled(guest.bank, self.rules)
            case RoundFinished():
                self.rounds = [*self.rounds, Finished(entry.at, self._largest_pot)][-ROUNDS_REMEMBERED:]

    async def _seat_left(self, player: str) -> None:
        self.guests.pop(player, None)
        self._minds.pop(player, None)
        await self.live.unlist_seat(player, self.name)
        await self.live.call_waiting()

    def _guest(self, player: str) -> Guest:
        return self.guests.setdefault(player, Guest(self.rules.bank))

    # Telling.

    def scene(self) -> Scene:
        return Scene(
            table=self.table,
            notes=self.notes,
            names=self.live.name_of,
            is_bot=is_bot,
            connected=self.connected,
            clock=self.clock,
            banks={player: round(self._guest(player).bank, 1) for player in self._people()},
            next_round_at=self.next_round_at,
            commitment=self.commitment,
            halted=self.halted,
        )

    def tell(self, new: tuple[Entry, ...]) -> None:
        """Everybody who watches: encoded once for each player, and once for all who have no seat."""
        if self.live.delay:
            self._tell_later(new)
        if not self.watchers:
            return
        scene, sequence = self.scene(), self.sequence
        common = public_view(scene)
        sent: dict[str | None, bytes] = {}
        for watcher in tuple(self.watchers):
            player = watcher.identity.id
            seated = self.table.seat_of(player) is not None
            if not seated and self.live.delay:
                continue
            key = player if seated else None
            if key not in sent:
                state = common if key is None else own_view(common, scene, player)
                sent[key] = ENCODER.encode(self._happening(sequence, new, key, state))
            watcher.send(sent[key])
        self._release_talk()

    def _happening(
        self, sequence: int, new: tuple[Entry, ...], player: str | None, state: wire.TableView
    ) -> wire.Happened:
        words = tuple(told(entry, player, self.live.name_of) for entry in new)
        return wire.Happened(table=self.name, sequence=sequence, told=words, state=state)

    def _tell_later(self, new: tuple[Entry, ...]) -> None:
        """Spectators of a table with a delay see what was, not what is."""
        state = public_view(self.scene(), delayed=self.live.delay)
        message = self._happening(self.sequence, new, None, state)
        asyncio.get_running_loop().call_later(self.live.delay, self._tell_spectators, message)

    def _tell_spectators(self, message: wire.Happened) -> None:
        self._public = (message.sequence, message.state)
        encoded = ENCODER.encode(message)
        for watcher in tuple(self.watchers):
            if self.table.seat_of(watcher.identity.id) is None:
                watcher.send(encoded)

    def watch(self, connection: Connection, after: int | None) -> None:
        """From now on tell this connection, and first what it has missed."""
        player = connection.identity.id
        if connection not in self.watchers:
            self.watchers[connection] = None
            self.connected[player] = self.connected.get(player, 0) + 1
            self._guest_is_back(player)
        connection.send(ENCODER.encode(self.catching_up(player, after)))
        self.inbox.put_nowait(Strike(-1))  # Somebody looks on now: the table may have something to do.

    def catching_up(self, player: str, after: int | None) -> wire.TableState | wire.Happened:
        seated = self.table.seat_of(player) is not None
        if self.live.delay and not seated:
            return self._late_state()
        scene, sequence = self.scene(), self.sequence
        state = own_view(public_view(scene), scene, player)
        if after is None or not 0 <= after < sequence:
            return wire.TableState(table=self.name, sequence=sequence, state=state)
        missed = self.entries.after(after)
        return self._happening(sequence, missed, player, state)

    def _late_state(self) -> wire.TableState:
        if self._public is not None:
            sequence, state = self._public
            return wire.TableState(table=self.name, sequence=sequence, state=state)
        scene = self.scene()
        empty = replace(scene.table, round=None, dealing=None)
        state = public_view(
            scene._replace(table=empty, notes=Notes(), clock=None, commitment=None), delayed=self.live.delay
        )
        return wire.TableState(table=self.name, sequence=0, state=state)

    def unwatch(self, connection: Connection) -> None:
        if self.watchers.pop(connection, "gone") == "gone":
            return
        player = connection.identity.id
        self.connected[player] -= 1
        if not self.connected[player]:
            del self.connected[player]
            if self.table.seat_of(player) is not None:
                self._guest(player).lost_at = time.time()
                self.tell(())

    def _guest_is_back(self, player: str) -> None:
        if self.table.seat_of(player) is not None:
            guest = self._guest(player)
            if guest.lost_at is not None:
                guest.lost_at = None
                self.tell(())

    # Talk.

    def holds_live_cards(self, player: str) -> bool:
        """Whether he has a hand in the round in progress, and so neither talks nor is talked to, 14.16(a)."""
        table, viewer = self.table, viewer_of(self.notes.players, player)
        if table.dealing is None or table.round is None or not isinstance(viewer, int):
            return False
        return table.round.is_live(viewer)

    def say(self, said: wire.Said) -> None:
        """To everybody who watches; those who hold live cards hear it when their hand is over."""
        encoded = ENCODER.encode(said)
        for watcher in tuple(self.watchers):
            player = watcher.identity.id
            if self.holds_live_cards(player):
                waiting = self._withheld.setdefault(player, [])
                if encoded not in waiting:
                    self._withheld[player] = [*waiting, encoded][-MOST_WITHHELD:]
            else:
                watcher.send(encoded)

    def _release_talk(self) -> None:
        for player in [each for each in self._withheld if not self.holds_live_cards(each)]:
            for encoded in self._withheld.pop(player):
                for watcher in self.watchers:
                    if watcher.identity.id == player:
                        watcher.send(encoded)

    # The clock.

    def _set_clock(self) -> None:
        """Start the time of whoever is to act, unless it runs already."""
        table = self.table
        seat, state = table.turn_to_act, table.round
        if seat is None or state is None or state.stage is Stage.SHUFFLING:
            self.clock, self._bank_from = None, None
            return
        if self.clock is not None and self.clock.seat == seat and self._clock_for == self.decision:
            return
        now, player = time.time(), table.place(seat).player
        self._settle_bank(now)
        self._clock_for = self.decision
        deadline = None if is_bot(player) else now + time_for(state.stage, self.rules)
        self.clock = Clockwork(seat, now, deadline, on_bank=False)

    def _settle_bank(self, now: float) -> None:
        """Take what the last player to act used of his time bank."""
        if self._bank_from is None or self.clock is None:
            return
        place = self.table.places[self.clock.seat]
        if place is not None:
            guest = self._guest(place.player)
            guest.bank = max(0.0, guest.bank - (now - self._bank_from))
        self._bank_from = None

    def use_time_bank(self, player: str) -> Nay | None:
        """More time for the turn in progress, out of the player's bank."""
        clock = self.clock
        if clock is None or clock.deadline is None or self.table.place(clock.seat).player != player:
            return Nay("not your turn", "It is not your turn.")
        bank = self._guest(player).bank
        if clock.on_bank or bank < 1:
            return Nay("no time bank", "There is no time left in your bank for this turn.")
        self._bank_from = max(time.time(), clock.deadline)
        self.clock = clock._replace(deadline=clock.deadline + bank, on_bank=True)
        self.tell(())
        self._wait_for_next()
        return None

    def _wait_for_next(self) -> None:
        """Set the one timer of the table to what is due next."""
        due = None if self.halted else self._next_due()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._due = due
        if due is not None:
            self._strikes += 1
            wait = max(0.0, due.at - time.time())
            self._timer = asyncio.get_running_loop().call_later(wait, self.inbox.put_nowait, Strike(self._strikes))

    def _next_due(self) -> Due | None:
        table, state, now = self.table, self.table.round, time.time()
        if not table.is_open:
            return None
        if table.dealing is None or state is None:
            return self._between_rounds(now)
        self.next_round_at = None
        if state.stage is Stage.SHUFFLING:
            return Due(now + self.rules.step_pause, self._shuffle)
        if self.clock is None or self._clock_for != self.decision:
            self._set_clock()
        clock = self.clock
        if clock is None:
            return None
        player = table.place(clock.seat).player
        if is_bot(player):
            return Due(self._thought_until(player), self._bot_acts)
        assert clock.deadline is not None
        return Due(clock.deadline, self._time_out)

    def _thought_until(self, player: str) -> float:
        """When a bot will have made up its mind about this decision."""
        if self._thinks[0] != self.decision:
            seen = self._seen_by(player)
            self._thinks = (self.decision, time.time() + self.pace * self._mind(player).think_seconds(seen))
        return self._thinks[1]

    def _mind(self, player: str) -> Opponent:
        if player not in self._minds:
            self._minds[player] = opponent_of(self._chance)
        return self._minds[player]

    def _seen_by(self, player: str) -> play.View:
        table = self.table
        seat = table.seat_of(player)
        assert seat is not None
        own = table.round_seat(seat)
        assert own is not None
        assert table.round is not None
        return view(table.round, own)

    async def _shuffle(self) -> None:
        await self._carry_out(lambda _table, at: ShuffleAgain(table=self.name, by=DEALER, at=at))

    async def _bot_acts(self) -> None:
        """The bot whose turn it is starts to think; one that has not come to an end in time is treated like anybody."""
        clock = self.clock
        assert clock is not None
        if self._asked == self.decision:
            await self._time_out()
            return
        self._asked = self.decision
        self._thinks = (self.decision, time.time() + max(self.rules.act, LEAST_THOUGHT))
        player = self.table.place(clock.seat).player
        task = asyncio.create_task(self._think(player, self._seen_by(player), self.decision))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _think(self, player: str, seen: play.View, decision: int) -> None:
        """A bot decides from its own view, and says so by the inbox like anybody else."""
        mind = self._mind(player)
        try:
            chosen = await asyncio.to_thread(mind.choose, seen) if mind.slow else mind.choose(seen)
        except Exception as error:  # noqa: BLE001  its time runs out, and the table plays on
            LOG.warning("a bot has no answer", table=self.name, player=player, error=repr(error))
            return
        self.inbox.put_nowait(Ask(moving(player, chosen, self.name, seen=decision, actor=self), "", None))

    async def _time_out(self) -> None:
        clock, state = self.clock, self.table.round
        assert clock is not None
        assert state is not None
        player = self.table.place(clock.seat).player
        seen, wishes = self._seen_by(player), self.preferences.get(player, Preferences())
        showdown = state.stage is Stage.SHOWDOWN
        if not showdown and wishes.auto_time_bank and player in self.connected and self.use_time_bank(player) is None:
            return
        own = viewer_of(self.notes.players, player)
        concedes = showdown and wishes.muck_losers and isinstance(own, int) and is_beaten(state, own)
        if not showdown:
            self._guest(player).late.append(True)
        chosen = replace(on_time_out(seen, concedes=concedes), seat=Seat(clock.seat))
        await self._carry_out(lambda _table, at: AtTable(self.name, at_table.Play(by=DEALER, at=at, command=chosen)))

    # Between rounds of play.

    def _between_rounds(self, now: float) -> Due | None:
        if not self.always_dealing and not self.connected and not self._people():
            self.next_round_at = None
            return None
        if next_lineup(self.table) is None or not (self.always_dealing or self.connected):
            self.next_round_at = None
            return Due(now + min(IDLE_LOOK, self.rules.round_pause), self._tend_and_deal)
        if self.next_round_at is None:
            last = self.rounds[-1].at if self.rounds else 0.0
            self.next_round_at = max(now + self.rules.step_pause, last + self.rules.round_pause)
            self.tell(())
        return Due(self.next_round_at, self._tend_and_deal)

    def _people(self) -> list[str]:
        return [place.player for _, place in self.table.seated if not is_bot(place.player)]

    async def _tend_and_deal(self) -> None:
        self.next_round_at = None
        await self._tend_people()
        if self.live.play_chips:
            await self._tend_bots()
        due = self.table.time_due
        if due is not None and due <= self.live.moment():
            await self._carry_out(lambda _table, at: AtTable(self.name, at_table.CollectTime(by=DEALER, at=at)))
        if next_lineup(self.table) is None or not (self.connected or self.always_dealing):
            return
        posting = self.table.posting
        if posting.plan.game.has_button and self.table.button is None and posting.rules.first_button == "dealt-card":
            await self._carry_out(lambda _table, at: DealDrawForButton(table=self.name, by=DEALER, at=at))
        await self._carry_out(lambda _table, at: DealRound(table=self.name, by=DEALER, at=at))

    async def _tend_people(self) -> None:
        """Sit out who does not answer, and give up the seat of who stays away."""
        now = time.time()
        for _, place in self.table.seated:
            player = place.player
            if is_bot(player):
                continue
            guest = self._guest(player)
            if player not in self.connected and guest.lost_at is None:
                guest.lost_at = now
            await self._tend_person(place, guest, now)

    async def _tend_person(self, place: Place, guest: Guest, now: float) -> None:
        player = place.player
        if place.status is Status.PLAYING:
            guest.out_since = None
            lost = guest.lost_at is not None and now - guest.lost_at >= self.rules.grace
            if lost or late_too_often(guest.late):
                guest.late = []
                await self._order(at_table.SitOut(by=DEALER, at=self.live.moment(), player=player))
            elif self.preferences.get(player, Preferences()).auto_top_up:
                await self._top_up(place)
        elif place.status is Status.SITTING_OUT:
            guest.out_since = now if guest.out_since is None else guest.out_since
            away = player not in self.connected or self.live.play_chips
            if away and now - guest.out_since >= self.rules.keep_seat:
                await self._order(at_table.LeaveSeat(by=DEALER, at=self.live.moment(), player=player))

    async def _top_up(self, place: Place) -> None:
        """Bring somebody who runs short back to what he would sit down with, as far as his bank goes."""
        least, usual = buy_in(self.table.posting)[0], customary_amount(self.table)
        if place.stakes + place.added >= least:
            return
        amount = min(usual - place.stakes - place.added, self.live.balance(place.player))
        if amount > 0:
            at = self.live.moment()
            await self._order(at_table.TopUp(by=place.player, at=at, player=place.player, amount=amount))

    async def _tend_bots(self) -> None:
        """Bots make up the table: enough to play with, seats free for people, one of them up for whoever waits."""
        table = self.table
        bots = [place for _, place in table.seated if is_bot(place.player)]
        people = len(self._people())
        wanted = max(0, min(self.bots, len(table.places) - FREE_SEATS - people))
        listed = self.live.room.lists.tables.get(self.name)
        waiting = self.live.room.lists.lists.get(listed.wanted) if listed is not None else None
        someone_waits = bool(waiting is not None and waiting.entries) and not table.vacant
        if bots and (len(bots) > wanted or someone_waits):
            leaving = self._chance.choice(bots).player
            await self._order(at_table.LeaveSeat(by=leaving, at=self.live.moment(), player=leaving))
            return
        for place in bots:
            if place.stakes < buy_in(table.posting)[0]:
                usual = customary_amount(table)
                await self.live.stake(place.player, least=usual, up_to=10 * usual)
                await self._top_up(place)
        for _ in range(wanted - len(bots)):
            await self._seat_bot()

    async def _seat_bot(self) -> None:
        seated = {place.player for table in self.live.room.tables.values() for _, place in table.seated}
        player, amount = name_for(seated, self._chance), customary_amount(self.table)
        held = {hold.place.seat for hold in self.live.room.lists.holds if hold.place.table == self.name}
        free = [seat for seat in self.table.vacant if seat not in held]
        if not free:
            return
        seat = self._chance.choice(free)
        await self.live.stake(player, least=amount, up_to=10 * amount)
        if not isinstance(await self.live.list_seat(player, self.name, seat), Done):
            return
        asked = at_table.TakeSeat(by=player, at=self.live.moment(), player=player, seat=seat, amount=amount)
        if not isinstance(await self._order(asked), Done):
            await self.live.unlist_seat(player, self.name)

    async def fill(self) -> None:
        """Seat the first bots, before the table starts to run."""
        if self.live.play_chips and self.bots and self.table.dealing is None:
            await self._tend_bots()

    # For the lobby.

    @property
    def average_pot(self) -> int:
        return sum(each.pot for each in self.rounds) // len(self.rounds) if self.rounds else 0

    @property
    def rounds_per_hour(self) -> int:
        if len(self.rounds) < 2:
            return 0
        span = self.rounds[-1].at - self.rounds[0].at
        return round(3600 * (len(self.rounds) - 1) / span) if span > 0 else 0

    def answered_in_time(self, player: str) -> None:
        self._guest(player).late.clear()


def customary_amount(table: Table) -> int:
    """What people sit down with: a hundred minimum wagers where wagers are not fixed, else twenty-five large bets."""
    least, most = buy_in(table.posting)
    sizes, limits = table.posting.plan.sizes[None], table.posting.house.limits
    usual = 25 * max(sizes.units) if isinstance(limits, Fixed) else 100 * sizes.minimum
    return max(least, min(most, usual))


def moving(player: str, command: PlayerCommand, table: str, *, seen: int | None, actor: TableActor) -> Build:
    """A player's move, for the seat he has when its turn comes; refused if the round went on since he looked."""

    def build(now: Table, at: datetime) -> Command | Nay:
        if seen is not None and seen < actor.decision:
            return STALE
        seat = now.seat_of(player)
        if seat is None:
            return Nay("not at the table", "You have no seat at this table.", "14.7(a)")
        if now.turn_to_act == seat and not is_bot(player):
            actor.answered_in_time(player)
        return AtTable(table, at_table.Play(by=player, at=at, command=replace(command, seat=Seat(seat))))

    return build
