"""A room on a divided record comes to what the undivided one comes to, to the cent, and damage to it is found."""

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from pokerroom.ledger import CloseDay, DayClosed, DayReport, Kind, Reason, Transfer, bank
from pokerroom.log import Envelope, Head, beginning, enclose, head_of
from pokerroom.room import filing
from pokerroom.room.auditing import Check, Finding
from pokerroom.room.auditing.holds import HOLDS_OPEN
from pokerroom.room.auditing.removals import NOT_TOLD
from pokerroom.room.books import LEDGER
from pokerroom.room.books.commands import Deposit, HoldMoney, InBooks, ReleaseMoney
from pokerroom.room.commands import Order
from pokerroom.room.conduct import CONDUCT
from pokerroom.room.conduct.commands import OnConduct
from pokerroom.room.examining import examine_record
from pokerroom.room.ports import Batch, EventStore, Row
from pokerroom.room.processes.booking import BOOKING, OF_TABLES
from pokerroom.room.processes.sending_away import owed
from pokerroom.room.refusals import Code, Refusal
from pokerroom.room.reopening import reopened
from pokerroom.room.room import Done
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import AtTable, DealRound
from pokerroom.store import MemoryStore, audit_log
from pokerroom.table.conduct import HandInPlay, RequireToLeave
from tests.audited import Floor, keep
from tests.unit.room.house import ADA, BO, DEALER, KEYS, RAKE, SUPERVISOR, House
from tests.unit.room.week_of_everything import played_week

SHARDS = 4


def reports(store: EventStore) -> list[DayReport]:
    return [event.report for _, event in LEDGER.events(store) if isinstance(event, DayClosed)]


def findings(store: EventStore) -> list[Finding]:
    store.settle()
    return list(examine_record(store, keys=KEYS).findings)


def test_a_week_comes_to_the_same_balances_and_reports_whether_its_record_is_divided_or_not() -> None:
    one, other = played_week(0, 3), played_week(0, 3, store=MemoryStore(SHARDS))
    assert one.room.state(LEDGER).balances == other.room.state(LEDGER).balances
    assert reports(one.store) == reports(other.store)
    assert len(reports(one.store)) == 3
    assert {reason for reason in Reason if moved(other.store, reason)} - {
        reason for reason in Reason if moved(one.store, reason)
    } >= {Reason.HOLD}
    assert findings(other.store) == []
    assert audit_log(other.store).faults == ()
    assert other.store.shards == SHARDS


def moved(store: EventStore, reason: Reason) -> int:
    transfers = (each for _, event in LEDGER.events(store) for each in getattr(event, "transfers", ()))
    return sum(each.amount for each in transfers if each.reason is reason)


@pytest.fixture(scope="module")
def floor() -> Floor:
    return keep(MemoryStore(SHARDS), rounds=1)


def test_the_record_of_a_divided_day_is_clean_and_its_holds_were_looked_at(floor: Floor) -> None:
    whole = examine_record(floor.store, keys=KEYS)
    assert whole.findings == ()
    assert whole.counts["holds"] == 21
    assert whole.counts.get(HOLDS_OPEN, 0) == 0
    again = reopened(floor.store, floor.new_room())
    assert again.state(LEDGER) == floor.room.state(LEDGER)


Tell = Callable[[Envelope], list[bytes]]


def retold(store: EventStore, tell: Tell) -> list[Finding]:
    """What is found in the same record with other bodies, its chains sound: none, one or several for each event."""
    store.settle()
    other, heads = MemoryStore(store.shards), dict[str, Head]()
    for each in [committed.envelope for committed in store.read_all()]:
        for body in tell(each):
            head = heads.get(each.stream, beginning(each.stream))
            # Each is a command of its own, so that an event told twice is no command told twice.
            cause = f"{each.cause} {head.sequence}" if other.caused(each.stream, each.cause) else each.cause
            told = enclose(head, at=each.at, by=each.by, cause=cause, tag=each.tag, version=each.version, body=body)
            other.append(Batch((told,)))
            heads[each.stream] = head_of(told)
    other.append(Batch((), tuple(Row("balance", key, value) for key, value in store.rows("balance"))))
    return findings(other)


def first_hold(store: EventStore) -> Envelope:
    return next(
        envelope
        for envelope, event in LEDGER.events(store)
        if any(each.reason is Reason.HOLD for each in getattr(event, "transfers", ()))
    )


def first_seat(store: EventStore, hold: Envelope) -> Envelope:
    store.settle()
    held = (each.envelope for each in store.read_all() if TABLES.holds(each.envelope.stream))
    return next(each for each in held if hold.cause.encode() in each.body)


def with_transfer(envelope: Envelope, **fields: Any) -> bytes:
    body = msgspec.json.decode(envelope.body)
    body["transfers"][0] |= fields
    return msgspec.json.encode(body)


def damaged(floor: Floor, what: str) -> list[Finding]:
    hold = first_hold(floor.store)
    seat = first_seat(floor.store, hold)
    body = msgspec.json.decode(hold.body)["transfers"][0]
    back = {"debit": body["credit"], "credit": body["debit"], "reason": "release"}
    last = {"stream": "ledger", "sequence": 10_000, "line": 1}
    unnamed = {name: value for name, value in msgspec.json.decode(seat.body).items() if name != "held"}
    told: dict[str, tuple[Envelope, list[bytes]]] = {
        "another amount": (hold, [with_transfer(hold, amount=body["amount"] - 1)]),
        "another name": (hold, [with_transfer(hold, hold="order 0#1")]),
        "never made": (hold, []),
        "released before": (hold, [hold.body, with_transfer(hold, **back, id=last)]),
        "made twice": (hold, [hold.body, with_transfer(hold, id=last)]),
        "not named": (seat, [msgspec.json.encode(unnamed)]),
        "named otherwise": (seat, [seat.body.replace(hold.cause.encode(), b"order 0#1")]),
    }
    changed, bodies = told[what]
    return retold(floor.store, lambda each: bodies if each == changed else [each.body])


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("another amount", "is not held as"),
        ("another amount", "which is of $99.99 at held:4/p40"),
        ("another name", "by the order"),
        ("another name", "which was never made"),
        ("never made", "which was never made"),
        ("released before", "could not have been posted"),
        ("made twice", "is made already"),
        ("not named", "came here without a hold"),
        ("named otherwise", "which was never made"),
    ],
)
def test_damage_to_a_hold_or_to_what_it_paid_for_is_found(floor: Floor, what: str, words: str) -> None:
    found = damaged(floor, what)
    assert {each.check for each in found} <= {Check.BOOKS, Check.BALANCES, Check.REPORTS}
    assert any(words in each.what for each in found), [str(each) for each in found]


def staged() -> House:
    """A divided room with an open table, and Ada, who has money in her bank."""
    house = House(MemoryStore(SHARDS))
    house.open_day()
    house.file(filing.RAKE, filing.RakeSubmission(methods=RAKE, most=400))
    house.open_table("4")
    house.do(Deposit(player="ada", amount=50_000, by=BO, at=house.at))
    return house


def hold(house: House, name: str = "sit#1", amount: int = 10_000, player: str = "ada") -> Any:
    asked = HoldMoney(hold=name, player=player, table="4", amount=amount, by=BO, at=house.at)
    return house.room.do(Order(name, asked))


def sit(house: House, held: str | UnsetType = UNSET, amount: int = 10_000) -> Any:
    asked = replace(house.sitting("ada", 0, amount), held=held)
    return house.room.do(Order("sit", AtTable("4", asked)))


@pytest.mark.parametrize(("held", "amount"), [(UNSET, 10_000), ("sit#2", 10_000), ("sit#1", 9_000)])
def test_a_table_takes_only_what_is_held_for_it(held: str | UnsetType, amount: int) -> None:
    house = staged()
    hold(house)
    answer = sit(house, held, amount)
    assert isinstance(answer, Refusal)
    assert answer.code is Code.NOT_HELD
    assert str(answer) == f"${amount // 100} of ada is not held for table 4"


def test_a_hold_is_booked_by_what_the_table_took_and_then_it_is_over() -> None:
    house = staged()
    hold(house)
    sit(house, "sit#1")
    assert house.room.state(LEDGER).holds.keys() == {"sit#1"}
    assert examine_record(house.store, keys=KEYS).counts[HOLDS_OPEN] == 1
    assert findings(house.store) == []
    house.room.post()
    assert house.room.state(LEDGER).holds == {}
    assert house.room.state(LEDGER).balance(bank("ada")) == 40_000
    assert findings(house.store) == []


def test_a_release_gives_back_all_of_it_once() -> None:
    house = staged()
    hold(house)
    release = ReleaseMoney(hold="sit#1", by=BO, at=house.at)
    house.do(release)
    assert house.room.state(LEDGER).balance(bank("ada")) == 50_000
    answer = house.ask(release)
    assert isinstance(answer, Refusal)
    assert answer.code is Code.NO_SUCH_HOLD
    assert str(answer) == "nothing is held as 'sit#1': it was used or released, or never made"


def test_nobody_writes_to_what_is_held_by_hand() -> None:
    assert Kind.HELD in OF_TABLES


def required_to_leave(house: House, player: str = "ada") -> None:
    asked: dict[str, Any] = {"by": SUPERVISOR, "at": house.at, "player": player, "hand": HandInPlay.FINISH}
    assert isinstance(house.room.do(Order("leave", OnConduct(RequireToLeave(cause="abuse", **asked)))), Done)


def test_nothing_is_held_for_somebody_who_was_required_to_leave() -> None:
    house = staged()
    required_to_leave(house)
    assert isinstance(hold(house), Refusal)


def test_a_table_is_told_by_an_order_of_its_own_whom_to_remove_until_it_has() -> None:
    house = staged()
    house.do(AtTable("4", house.sitting("ada", 0)))
    required_to_leave(house)
    assert house.room.states(TABLES)["4"].seat_of("ada") is not None
    assert examine_record(house.store, keys=KEYS).counts[NOT_TOLD] == 1
    house.room = reopened(house.store, house.new_room())
    (owes,) = owed(house.room.state(CONDUCT), house.room.states(TABLES))
    house.room.do(Order(owes.id, AtTable(owes.table, owes.command)))
    assert house.room.states(TABLES)["4"].seat_of("ada") is None
    assert list(owed(house.room.state(CONDUCT), house.room.states(TABLES))) == []
    assert findings(house.store) == []
    assert NOT_TOLD not in examine_record(house.store, keys=KEYS).counts


@pytest.mark.parametrize(("minutes", "dealt"), [(0.5, 0), (2, 1)])
def test_a_table_that_goes_on_dealing_to_somebody_required_to_leave_is_found(minutes: float, dealt: int) -> None:
    house = staged()
    house.do(AtTable("4", house.sitting("ada", 0)))
    seat_others(house)
    required_to_leave(house)
    house.at += timedelta(minutes=minutes)
    house.room.do(Order("deal", DealRound(table="4", by=DEALER, at=house.at)))
    found = [each for each in findings(house.store) if each.check is Check.CONDUCT]
    assert len(found) == dealt


def seat_others(house: House) -> None:
    for seat, player in enumerate(("bo", "cy"), start=1):
        house.do(Deposit(player=player, amount=50_000, by=BO, at=house.at))
        house.do(AtTable("4", house.sitting(player, seat)))


def test_a_seat_is_judged_where_its_money_was_held() -> None:
    """Whoever was let in then is seated, though the order to leave came between; then the table is told."""
    house = staged()
    hold(house)
    conduct = house.room.state(CONDUCT)
    required_to_leave(house)
    # Another server has the table, and has not heard of it yet.
    heard, house.room._states[CONDUCT.name][""] = house.room.state(CONDUCT), conduct
    assert isinstance(sit(house, "sit#1"), Done)
    house.room._states[CONDUCT.name][""] = heard
    assert findings(house.store) == []
    assert [each.table for each in owed(heard, house.room.states(TABLES))] == ["4"]


def test_what_a_desk_had_not_heard_of_when_it_closed_the_day_is_booked_in_the_next() -> None:
    """Another server's table has recorded a round, and the desk follows it only after the day."""
    house = staged()
    house.do(AtTable("4", house.sitting("ada", 0)))
    seat_others(house)
    house.room.post()
    house.play_round("4", Random(1))
    unheard, house.room.due[BOOKING.name] = house.room.due[BOOKING.name], []
    assert any(isinstance(each, Transfer) for each in unheard)
    house.at += timedelta(minutes=1)
    house.do(InBooks(CloseDay(date=house.at.date(), at=house.at, by=ADA)))
    house.at += timedelta(days=1)
    house.open_day()
    house.room.due[BOOKING.name] = unheard
    house.play_round("4", Random(2))
    house.at += timedelta(minutes=1)
    house.do(InBooks(CloseDay(date=house.at.date(), at=house.at, by=ADA)))
    assert [report.total.rounds_dealt for report in reports(house.store)] == [0, 2]
    assert findings(house.store) == []
