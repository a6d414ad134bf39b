"""Orders that are decided by another server: asked under one id until somebody decides them, and decided once."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from typing import Any

import pytest

from pokerroom.ledger import bank
from pokerroom.live.between.coding import written_order
from pokerroom.live.between.deciding import deciding
from pokerroom.live.between.elsewhere import NOBODY_ANSWERS, PATIENCE, OtherServers
from pokerroom.live.between.line import Answering, Line, NoAnswer, Reply
from pokerroom.live.between.proving import Called, Proofs
from pokerroom.live.house import House
from pokerroom.live.refusals import Code
from pokerroom.live.room import CAGE, FLOOR, LiveRoom
from pokerroom.play.commands import Fold, Seat
from pokerroom.room.books import LEDGER
from pokerroom.room.books.commands import Deposit
from pokerroom.room.commands import Command
from pokerroom.room.ports import StoreAway
from pokerroom.room.room import Done
from pokerroom.room.shards import shard_of
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import AtTable
from pokerroom.room.talk import TALK
from pokerroom.rules.refusal import Refusal
from pokerroom.table.seating.commands import AnnounceClosing, Play
from tests.wire import in_house, table_of

ONE, TWO = "http://one:8000/", "http://two:8000"
SHARDS = 8


class Known:
    """Who has which shard, as a test says."""

    def __init__(self, *addresses: str) -> None:
        self.addresses, self.looks = list(addresses), 0

    def owner(self, shard: int) -> str:  # noqa: ARG002  all of them have one
        return self.addresses[0]

    async def look(self) -> None:
        self.looks += 1
        if len(self.addresses) > 1:
            self.addresses.pop(0)


class Wire:
    """The network between two servers: what goes over it is kept, and it can be cut."""

    def __init__(self, house: House) -> None:
        live = next(iter(house.rooms.values()))
        self.house, self.live, world = house, live, live.world
        self.proofs = Proofs(world.records.keys(), world.clock.now, world.entropy)
        self.sent: list[bytes] = []
        self.lost: list[str] = []
        self.rooms, self.actors, self.banked = house.rooms, house.actors, house.banked
        self.answering = Answering(self.proofs, deciding(self, self.forgo), world.clock)
        self.recorded, self.kept_up, self.caught_up, self.met = True, 0, 0, list[str]()

    async def keep_up(self, live: LiveRoom) -> None:
        assert live is self.live
        self.kept_up += 1

    def meet(self, live: LiveRoom, table: str) -> None:
        assert live is self.live
        self.met.append(table)

    async def forgo(self, table: str, order: str) -> bool | None:  # noqa: ARG002
        return not self.recorded if table in self.house.actors else None

    async def post(self, url: str, headers: Mapping[str, str], body: bytes, *, patience: float) -> Reply:
        """`lost` says what is lost next: a request on its way, or the answer to it."""
        assert patience > 0
        what = self.lost.pop(0) if self.lost else ""
        if what == "request" or not url.startswith(TWO):
            raise NoAnswer(f"{url} cannot be reached")
        path = url.removeprefix(TWO)
        answer = await self.answering.answer(Called("POST", path, body), headers["x-pokerroom-proof"], peer="one")
        self.sent += [body, answer.body]
        if what == "answer":
            raise NoAnswer(f"{url} cannot be reached")
        return answer

    async def catch_up(self) -> None:
        self.caught_up += 1

    def others(self, known: Known, seen: Callable[..., Awaitable[Done | None]] | None = None) -> OtherServers:
        async def at_once(stream: str, cause: str, within: float) -> Done | None:  # noqa: ARG001
            return Done(cause, ((stream, "seen here"),))

        proofs = Proofs(self.live.world.records.keys(), self.live.world.clock.now, self.live.world.entropy)
        return OtherServers(
            Line(proofs, self.post),
            known,
            self.live.world.clock,
            address=ONE,
            shards=SHARDS,
            room=self.live.room,
            seen=seen or at_once,
            catch_up=self.catch_up,
        )

    async def give(self, command: Command, *, id: str = "cashier/1", known: Known | None = None) -> Done | Refusal:  # noqa: A002
        return await self.others(known or Known(TWO)).submit(self.live.name, command, id=id, asked=b"digest")

    def deposit(self, amount: int = 500) -> Deposit:
        """As another server makes it: by a clock that goes wrong."""
        return Deposit(player="ann", amount=amount, by=CAGE, at=self.live.moment() - timedelta(hours=3))

    @property
    def held(self) -> int:
        return self.live.room.state(LEDGER).balance(bank("ann"))


def between(test: Callable[[Wire], Awaitable[None]]) -> None:
    async def run(house: House) -> None:
        await test(Wire(house))

    in_house(run)


def test_an_order_of_the_desk_is_decided_there_and_seen_here_before_it_is_answered() -> None:
    async def test(wire: Wire) -> None:
        before = wire.live.moment()
        assert await wire.give(wire.deposit()) == Done("cashier/1", ((LEDGER.name, "seen here"),))
        assert wire.held == 500
        (booked,) = wire.live.store.caused(LEDGER.name, "cashier/1")
        assert booked.envelope.at >= before, "the moment is that of the server that decides"
        assert booked.asked == b"digest"
        assert wire.kept_up == 1, "it is decided knowing all that whoever asked may have known"

    between(test)


def test_an_order_for_a_table_takes_its_turn_there() -> None:
    async def test(wire: Wire) -> None:
        table, before = table_of(wire.house, "hold-em"), wire.live.moment()
        closing = AtTable(table, AnnounceClosing(by=FLOOR, at=wire.live.moment() - timedelta(hours=3), minutes=30))
        answer = await wire.give(closing)
        assert isinstance(answer, Done), answer
        (announced,) = wire.live.store.caused(TABLES.named(table), "cashier/1")
        assert announced.envelope.tag == "ClosingAnnounced"
        assert announced.envelope.at >= before, "the moment is that of the server that decides"
        assert wire.house.actors[table].sequence == announced.envelope.sequence, "the table itself was asked"

    between(test)


def test_a_table_that_another_server_has_opened_runs() -> None:
    async def test(wire: Wire) -> None:
        table, at = table_of(wire.house, "hold-em"), wire.live.moment()
        wire.actors = {}
        opened = await wire.give(AtTable(table, AnnounceClosing(by=FLOOR, at=at, minutes=30)))
        assert isinstance(opened, Done), opened
        assert wire.met == [table]

    between(test)


def test_a_move_for_a_decision_that_the_table_is_past_is_too_late() -> None:
    async def test(wire: Wire) -> None:
        table = table_of(wire.house, "hold-em")
        actor, at = wire.house.actors[table], wire.live.moment()
        fold = AtTable(table, Play(by="ann", at=at, command=Fold(Seat(0))))
        actor.recent.decision = wire.live.room.head(TABLES.named(table)).sequence
        current = await wire.give(fold)
        assert isinstance(current, Refusal)
        assert current.code != Code.STALE
        actor.recent.decision += 1
        assert await wire.give(fold, id="cashier/2") == Refusal(Code.STALE)

    between(test)


def test_a_refusal_comes_back_whole() -> None:
    async def test(wire: Wire) -> None:
        there = await wire.live.submit(wire.deposit(-5), id="cashier/1")
        assert isinstance(there, Refusal)
        assert await wire.give(wire.deposit(-5), id="cashier/2") == there
        assert wire.caught_up == 1, "whoever is refused sees what others have recorded, and so why"

    between(test)


def test_an_order_whose_answer_was_lost_is_asked_again_and_done_once() -> None:
    async def test(wire: Wire) -> None:
        wire.lost = ["request", "answer", "answer"]
        answer = await wire.give(wire.deposit())
        assert isinstance(answer, Done)
        assert answer.repeated
        assert wire.held == 500

    between(test)


def test_an_id_that_asked_for_something_else_is_refused() -> None:
    async def test(wire: Wire) -> None:
        await wire.give(wire.deposit())
        answer = await wire.others(Known(TWO)).submit(
            wire.live.name, wire.deposit(700), id="cashier/1", asked=b"another"
        )
        assert isinstance(answer, Refusal)
        assert answer.code == "id taken"
        assert wire.held == 500

    between(test)


def test_who_has_a_shard_is_looked_up_again_where_it_has_moved() -> None:
    async def test(wire: Wire) -> None:
        known = Known("", "http://three:8000", TWO)
        assert isinstance(await wire.give(wire.deposit(), known=known), Done)
        assert (wire.held, known.looks) == (500, 2)

    between(test)


def test_a_server_that_has_a_shard_no_more_does_nothing_and_says_so() -> None:
    async def test(wire: Wire) -> None:
        wire.live.shards, wire.live.acts_for = SHARDS, frozenset(range(1, SHARDS))
        known = Known(TWO)
        asking = asyncio.create_task(wire.give(wire.deposit(), known=known))
        while not known.looks:  # noqa: ASYNC110  nothing else says that it was told so
            await asyncio.sleep(0.01)
        assert wire.held == 0
        wire.live.acts_for = frozenset(range(SHARDS))
        assert isinstance(await asking, Done)
        assert wire.held == 500

    between(test)


def test_where_nobody_answers_for_long_it_is_said_in_words_and_nothing_is_half_done() -> None:
    async def test(wire: Wire) -> None:
        since = wire.live.world.clock.monotonic()
        assert await wire.give(wire.deposit(), known=Known("")) == NOBODY_ANSWERS
        assert wire.live.world.clock.monotonic() - since >= PATIENCE
        assert await wire.give(wire.deposit(), known=Known("http://three:8000")) == NOBODY_ANSWERS
        assert (wire.held, wire.sent) == (0, [])

    between(test)


def test_what_the_record_does_not_show_in_time_was_done_all_the_same() -> None:
    async def test(wire: Wire) -> None:
        async def never(stream: str, cause: str, within: float) -> Done | None:  # noqa: ARG001
            return None

        answer = await wire.others(Known(TWO), never).submit(wire.live.name, wire.deposit(), id="cashier/1", asked=b"")
        assert answer == Done("cashier/1")
        assert wire.held == 500

    between(test)


def test_while_the_database_is_away_an_order_is_answered_and_no_table_fails_for_it() -> None:
    async def test(wire: Wire) -> None:
        class Away(Known):
            async def look(self) -> None:
                await super().look()
                raise StoreAway("the database is away")

        async def unread(*_: object) -> Done | None:
            raise StoreAway("the database is away")

        known = Away("", TWO)
        answer = await wire.others(known, unread).submit(wire.live.name, wire.deposit(), id="cashier/1", asked=b"")
        assert (answer, known.looks) == (Done("cashier/1"), 1)
        assert wire.held == 500
        assert await wire.give(wire.deposit(), known=Away("")) == NOBODY_ANSWERS

    between(test)


def test_nothing_of_an_order_or_its_answer_can_be_read_on_the_way() -> None:
    async def test(wire: Wire) -> None:
        await wire.give(wire.deposit())
        assert len(wire.sent) == 2
        assert not any(word in each for each in wire.sent for word in (b"ann", b"500", b"cashier", b"Deposit", b"done"))

    between(test)


def test_a_room_that_is_not_there_is_no_room() -> None:
    async def test(wire: Wire) -> None:
        line = Line(wire.proofs, wire.post)
        said = written_order("no such room", wire.deposit(), id="cashier/1", asked=b"")
        with pytest.raises(NoAnswer, match="there is no room 'no such room'"):
            await line.say(TWO, "/between/orders", said, patience=1.0)

    between(test)


def test_whether_an_order_was_recorded_is_asked_of_whoever_has_its_table() -> None:
    async def test(wire: Wire) -> None:
        table = table_of(wire.house, "hold-em")
        others = wire.others(Known("", TWO))
        assert await others.forgo(table, "ann/7") is False
        wire.recorded = False
        assert await others.forgo(table, "ann/8") is True
        with pytest.raises(NoAnswer, match="nobody says whether 'ann/9' was recorded"):
            await others.forgo("a table that is not decided there", "ann/9")

    between(test)


def test_a_name_is_recorded_by_the_desk_alone() -> None:
    async def test(wire: Wire) -> None:
        wire.live.shards, wire.live.acts_for = SHARDS, frozenset({1})
        wire.live.remember("ann", "Ann Lee")
        assert wire.live.name_of("ann") == "Ann Lee"
        await wire.live.names_recorded()
        assert "ann" not in wire.live.room.state(TALK).names
        wire.live.acts_for = frozenset(range(SHARDS))
        wire.live.remember("ann", "Ann Leigh")
        await wire.live.names_recorded()
        assert "ann" in wire.live.room.state(TALK).names

    between(test)


def test_where_browsers_go() -> None:
    async def test(wire: Wire) -> None:
        here, there = wire.others(Known(ONE)), wire.others(Known(TWO))
        assert (here.address("4"), here.desk()) == ("", "")
        assert (there.address("4"), there.desk()) == (TWO, TWO)
        assert (wire.others(Known("")).address("4"), wire.others(Known("")).desk()) == ("", "")

    between(test)


def test_a_table_is_asked_for_by_its_own_shard() -> None:
    async def test(wire: Wire) -> None:
        class Sharded(Known):
            def owner(self, shard: int) -> str:
                return f"http://server-{shard}"

        others = wire.others(Sharded())
        assert others.address("4") == f"http://server-{shard_of('table/4', SHARDS)}"
        assert others.desk() == "http://server-0"

    between(test)


def test_a_failure_there_is_told_here_in_words() -> None:
    async def test(wire: Wire) -> None:
        async def broken(*_: Any, **__: Any) -> Done:
            raise RuntimeError("nobody foresaw this")

        wire.live.submit = broken  # type: ignore[method-assign]
        answer = await wire.give(wire.deposit())
        assert isinstance(answer, Refusal)
        assert answer.code is Code.FAILED
        assert isinstance(wire.live, LiveRoom)

    between(test)
