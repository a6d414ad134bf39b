"""Whatever is asked under whichever ids: nothing is carried out twice, and no id has two contents.

Few ids, few orders of two streams, a room that closes and opens in between, from its record or from a checkpoint, and
one that remembers no more than a single id of each stream.
"""

from collections.abc import Sequence
from unittest.mock import patch

from hypothesis import given, strategies as st

from pokerroom.ledger import bank
from pokerroom.room import answers, checkpoint
from pokerroom.room.books import LEDGER
from pokerroom.room.books.commands import Deposit, Withdraw
from pokerroom.room.commands import Command
from pokerroom.room.lists.commands import Bar, OnLists, Reinstate
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.refusals import Code
from pokerroom.room.reopening import reopened
from pokerroom.room.room import Done, Room
from tests.unit.room.house import BO, KEYS, NOON, SUPERVISOR, House

ASKED: tuple[Command, ...] = (
    Deposit(player="ada", amount=1, by=BO, at=NOON),
    Deposit(player="ada", amount=2, by=BO, at=NOON),
    Withdraw(player="ada", amount=1, by=BO, at=NOON),
    OnLists(Bar(at=NOON, by=SUPERVISOR, player="eve", reason="unruly")),
    OnLists(Reinstate(at=NOON, by=SUPERVISOR, player="eve")),
)
MOVED = (1, 2, -1, 0, 0)
"""Cents that each brings to ada's bank."""

CODE = "this code"
ANEW, FROM_CHECKPOINT = "opened from its record", "opened from a checkpoint"

orders = st.tuples(st.sampled_from("abc"), st.integers(0, len(ASKED) - 1))
steps = st.lists(st.one_of(orders, orders, orders, st.sampled_from((ANEW, FROM_CHECKPOINT))), max_size=30)


def opened(house: House, how: str) -> Room:
    kept = checkpoint.written(checkpoint.standing(house.room), code=CODE, keys=KEYS)
    point = checkpoint.read_back(kept, code=CODE, keys=KEYS) if how == FROM_CHECKPOINT else None
    return reopened(house.store, house.new_room(), point=point)


def stream_of(order: int) -> str:
    return LISTS.name if isinstance(ASKED[order], OnLists) else LEDGER.name


def check_answer(house: House, used: dict[str, set[int]], id_: str, order: int, *, forgetful: bool) -> None:
    """`used` says what each id was used for; one that forgets knows that of the stream it is asked in."""
    before = {each for each in used[id_] if not forgetful or stream_of(each) == stream_of(order)}
    answer = house.ask(ASKED[order], order=id_)
    if not isinstance(answer, Done):
        assert answer.code is not Code.ID_TAKEN or used[id_] - {order}
        assert before <= {order} or forgetful or answer.code is Code.ID_TAKEN
    elif answer.repeated:
        assert order in used[id_]
    else:
        assert not before, "the id was used before"
        used[id_] |= {order} if answer.events else set()


def play(script: Sequence[tuple[str, int] | str], *, forgetful: bool) -> None:
    house = House()
    house.open_day()
    used: dict[str, set[int]] = {id_: set() for id_ in "abc"}
    for step in script:
        if isinstance(step, str):
            house.room = opened(house, step)
        else:
            check_answer(house, used, *step, forgetful=forgetful)
    assert house.room.state(LEDGER).balance(bank("ada")) == sum(MOVED[each] for did in used.values() for each in did)
    led = [(each.envelope.stream, each.envelope.cause) for each in house.store.read_all() if each.asked]
    assert len(set(led)) == len(led) == 1 + sum(map(len, used.values()))
    assert forgetful or all(len(each) <= 1 for each in used.values())


@given(script=steps)
def test_nothing_is_carried_out_twice_and_no_id_has_two_contents(script: Sequence[tuple[str, int] | str]) -> None:
    play(script, forgetful=False)


@given(script=steps)
def test_in_a_stream_that_holds_for_ids_that_the_room_has_forgotten(script: Sequence[tuple[str, int] | str]) -> None:
    with patch.object(answers, "KEPT", 1):
        play(script, forgetful=True)
