"""An id is used for one order: asked again the same is answered, and another is refused and books nothing.

Here orders are given to the room itself, over each kind of store; by the entrances in `tests/unit/live/test_ids.py`.
"""

from collections.abc import Callable
from datetime import timedelta

import pytest

from pokerroom.ledger import bank
from pokerroom.room import answers, checkpoint
from pokerroom.room.books import LEDGER
from pokerroom.room.books.commands import Deposit, Withdraw
from pokerroom.room.commands import Command, Order
from pokerroom.room.lists import ListRules
from pokerroom.room.lists.commands import OnLists, SetRules
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.ports import Batch, EventStore
from pokerroom.room.refusals import Code, Refusal
from pokerroom.room.reopening import reopened
from pokerroom.room.room import Done, Pending, Room
from pokerroom.store import MemoryStore, audit_log
from tests.contract.recording import batch
from tests.unit.room.house import BO, KEYS, SUPERVISOR, House

SLIP = "slip 9"
CODE = "this code"
AS_DONE = Done(SLIP, repeated=True)
TAKEN = Refusal(Code.ID_TAKEN)


def begun(store: EventStore | None = None) -> House:
    """A house in which slip 9 has brought ada $7."""
    house = House(store)
    house.open_day()
    house.do_as(SLIP, deposit(house))
    return house


def deposit(house: House, amount: int = 700, player: str = "ada") -> Deposit:
    return Deposit(player=player, amount=amount, by=BO, at=house.at)


def on_lists(house: House) -> OnLists:
    return OnLists(SetRules(at=house.at, by=SUPERVISOR, rules=ListRules()))


def others(house: House) -> list[Command]:
    """What slip 9 did not ask for."""
    withdrawal = Withdraw(player="ada", amount=700, by=BO, at=house.at)
    return [deposit(house, 701), deposit(house, player="eve"), withdrawal, on_lists(house)]


def anew(house: House) -> Room:
    return reopened(house.store, house.new_room())


def from_checkpoint(house: House) -> Room:
    value = checkpoint.written(checkpoint.standing(house.room), code=CODE, keys=KEYS)
    point = checkpoint.read_back(value, code=CODE, keys=KEYS)
    assert point is not None
    house.do(deposit(house, 1, "eve"))
    return reopened(house.store, house.new_room(), point=point)


def as_it_is(house: House) -> Room:
    return house.room


@pytest.mark.parametrize("opened", [as_it_is, anew, from_checkpoint])
def test_an_id_that_was_used_for_another_order_is_refused_and_nothing_is_booked(
    store: EventStore, opened: Callable[[House], Room]
) -> None:
    house = begun(store)
    house.room = opened(house)
    before, events = house.room.state(LEDGER), list(store.read_all())
    for other in others(house):
        assert house.ask(other, order=SLIP) == TAKEN
    assert house.ask(deposit(house), order=SLIP) == AS_DONE
    assert (house.room.state(LEDGER), list(store.read_all())) == (before, events)
    assert before.balance(bank("ada")) == 700
    assert audit_log(store).clean


@pytest.mark.parametrize("opened", [as_it_is, anew, from_checkpoint])
def test_an_id_that_the_room_has_forgotten_is_found_in_the_record(
    store: EventStore, opened: Callable[[House], Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "KEPT", 3)
    house = begun(store)
    for _ in range(4):
        house.do(deposit(house, 1, "eve"))
    house.room = opened(house)
    assert house.room.answered.asked(SLIP, LEDGER.name) is None
    before, heads = house.room.state(LEDGER), store.heads()
    assert house.ask(deposit(house, 701), order=SLIP) == TAKEN
    assert house.ask(deposit(house), order=SLIP) == AS_DONE
    assert (house.room.state(LEDGER), store.heads()) == (before, heads)
    house.do(deposit(house, 5))
    assert house.room.state(LEDGER).balance(bank("ada")) == 705


def test_beyond_the_last_thousand_orders_of_a_stream_an_id_is_still_taken() -> None:
    house = begun()
    for _ in range(1_025):
        house.do(deposit(house, 1, "eve"))
    assert SLIP not in house.room.answered.of[LEDGER.name]
    assert house.ask(deposit(house, 701), order=SLIP) == TAKEN
    assert house.ask(deposit(house), order=SLIP) == AS_DONE
    assert house.room.state(LEDGER).balance(bank("ada")) == 700


def test_the_same_order_given_at_another_moment_is_the_same() -> None:
    house = begun()
    house.at += timedelta(minutes=1)
    assert house.ask(deposit(house), order=SLIP) == AS_DONE


def test_an_order_that_was_refused_leaves_its_id_free() -> None:
    house = begun()
    assert isinstance(house.ask(Withdraw(player="ada", amount=701, by=BO, at=house.at), order="slip 10"), Refusal)
    assert not house.ask(deposit(house, 1), order="slip 10").repeated


def test_the_id_of_an_order_under_way_is_taken() -> None:
    house = begun()
    under_way = house.room.prepare(Order("slip 10", deposit(house, 5)))
    assert isinstance(under_way, Pending)
    assert house.room.prepare(Order("slip 10", on_lists(house))) == TAKEN
    house.room.finish(under_way)
    assert house.ask(on_lists(house), order="slip 10") == TAKEN


def test_an_id_recorded_without_a_digest_is_answered_as_done_in_its_own_stream() -> None:
    """As in records of earlier versions."""
    old = MemoryStore()
    old.append(Batch(tuple(each.envelope for each in begun().store.read_all())))
    house = House(old)
    house.room = anew(house)
    assert house.ask(deposit(house, 701), order=SLIP) == AS_DONE
    assert not house.ask(on_lists(house), order=SLIP).repeated
    assert house.room.state(LEDGER).balance(bank("ada")) == 700


def test_a_command_says_what_it_is() -> None:
    """Otherwise a digest would not tell a deposit from a withdrawal."""
    house = House()
    digests = {answers.said_in(command) for command in (deposit(house), *others(house))}
    assert len(digests) == 5
    assert {len(each) for each in digests} == {answers.DIGEST}


def test_a_digest_does_not_depend_on_the_order_of_names() -> None:
    assert answers.digest_of({"a": 1, "b": {"c": 2, "d": 3}}) == answers.digest_of({"b": {"d": 3, "c": 2}, "a": 1})
    assert answers.digest_of({"a": 1}) != answers.digest_of({"a": "1"})


def test_an_id_of_two_streams_is_known_while_either_remembers_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "KEPT", 2)
    memory = answers.Answers()
    for stream in (LISTS.name, LEDGER.name):
        memory.remember(stream, "a", b"said")
    for number in range(2):
        memory.remember(LEDGER.name, f"later {number}", b"")
    assert "a" not in memory.of[LEDGER.name]
    assert memory.asked("a", LISTS.name) == b"said"
    for number in range(2):
        memory.remember(LISTS.name, f"latest {number}", b"")
    assert memory.asked("a", LISTS.name) is None


def test_what_was_asked_is_kept_with_the_event_that_leads_and_in_no_hash(store: EventStore) -> None:
    plain, asked = batch("table/1", "c", 1, 2), batch("table/1", "c", 1, 2, asked=b"said")
    assert [each.hash for each in plain.envelopes] == [each.hash for each in asked.envelopes]
    store.append(asked)
    assert [each.asked for each in store.read("table/1")] == [b"said", None]
    assert [each.asked for each in store.read_all()] == [b"said", None]
    assert [each.asked for each in store.caused("table/1", "c")] == [b"said", None]
