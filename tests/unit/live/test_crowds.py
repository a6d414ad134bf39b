"""Many at once: a flood is answered in words and ends, places go to players first, and nobody's cost grows with all."""

import asyncio
from typing import Any

import msgspec
import pytest

from pokerroom.live import connections
from pokerroom.live.connections import MOST_WAITING, Connection, Present
from pokerroom.live.entrance import sessions
from pokerroom.live.entrance.desk import GUEST_TRIES, Desk
from pokerroom.live.entrance.refusals import Refusal
from pokerroom.live.entrance.sessions import Opened, SessionOpened
from pokerroom.live.house import House
from pokerroom.live.players.answering import receive
from pokerroom.live.refusals import Code
from pokerroom.wire import messages as wire
from tests.unit.web.front import NOON, desk_of
from tests.wire import SERVER, entered, guest, in_house, settings

HELLO = msgspec.json.encode(wire.Hello(version=wire.VERSION))


def heard(line: Connection) -> list[wire.ServerMessage]:
    waiting = [line.out.get_nowait() for _ in range(line.out.qsize())]
    return [SERVER.decode(each) for each in waiting if each is not None]


@pytest.mark.parametrize("reads", [True, False], ids=["who reads", "who does not read"])
def test_whoever_floods_the_room_hears_of_every_message_or_why_no_more_are_answered(reads: bool) -> None:
    """Chat and moves alike."""

    async def test(house: House) -> None:
        told: list[wire.ServerMessage] = []
        line = Connection(guest("Eve"), seconds=lambda: 0.0, at_once=told_at_once(told) if reads else None)
        await receive(house, line, HELLO)
        many = 2 * int(connections.REFUSALS.burst)
        for number in range(many):
            said = wire.Chat(id=f"c{number}", table="1", text="x") if number % 2 else move(number)
            if not line.closed:
                await receive(house, line, msgspec.json.encode(said))
        told += heard(line)
        answered = [each.id for each in told if isinstance(each, wire.Refused | wire.Accepted)]
        assert line.closed
        assert len(answered) == len(set(answered)) <= many
        assert isinstance(told[-1], wire.Goodbye)
        assert told[-1].says.key == ("goodbye.flooding" if reads else "goodbye.too-slow")
        assert told[-1].again
        if reads:
            assert answered == [f"c{number}" for number in range(len(answered))]
        else:
            assert len(told) < MOST_WAITING

    in_house(test, bots=0)


def move(number: int) -> wire.Act:
    return wire.Act(id=f"c{number}", table="1", move=wire.Fold())


def told_at_once(told: list[wire.ServerMessage]) -> connections.SendAtOnce:
    def send(encoded: bytes) -> bool:
        told.append(SERVER.decode(encoded))
        return True

    return send


def crowded(**limits: Any) -> Any:
    return msgspec.structs.replace(settings(bots=0), **limits)


def test_a_full_room_has_a_place_for_a_player_and_none_for_an_onlooker() -> None:
    async def test() -> None:
        house = await House.open(crowded(most_connections=3))
        house.start()
        ann = await entered(house, "Ann")
        await ann.ask(wire.QuickSeat)
        silent, watching = Connection(guest("Silent")), Connection(guest("Watching"))
        assert house.admit(watching) is None
        assert house.join(watching) is None
        assert house.admit(silent) is None
        refused = house.admit(Connection(guest("Late")))
        assert refused is not None
        assert refused.code is Code.ROOM_FULL
        again = [Connection(ann.connection.identity) for _ in range(3)]
        assert [house.admit(each) is None for each in again] == [True, True, False], "players make way for nobody"
        assert (silent.closed, watching.closed, ann.connection.closed) == (True, True, False)
        await house.close()

    asyncio.run(test())


def test_a_person_who_has_too_many_sockets_is_refused_before_hello() -> None:
    async def test() -> None:
        house = await House.open(crowded(most_connections_each=2))
        lines = [Connection(guest("Eve")) for _ in range(3)]
        codes = [why.code if (why := house.admit(each)) is not None else None for each in lines]
        assert codes == [None, None, Code.TOO_MANY_CONNECTIONS]
        house.leave(lines[0])
        assert house.admit(lines[2]) is None
        lines[1].close()
        assert house.admit(Connection(guest("Eve"))) is None, "one that was let go does not count"
        await house.close()

    asyncio.run(test())


def test_a_guest_gets_a_name_in_a_few_tries_however_many_have_one() -> None:
    async def test(monkeypatch: pytest.MonkeyPatch) -> None:
        desk = desk_of()
        for number in range(1000, 10_000):
            opened = sessions.open_session(
                f"t{number}", f"g{number}", NOON, sessions.GUESTS, guest_name=f"Guest {number}"
            )
            desk._sessions.fold(SessionOpened(opened.session))
        asked: list[str] = []

        def counted(desk: Desk, name: str, *, own: str = "") -> Refusal | None:
            asked.append(name)
            return taken(desk, name, own=own)

        taken = Desk._taken
        monkeypatch.setattr(Desk, "_taken", counted)
        for _ in range(50):
            assert isinstance(await desk.admit_guest(), Opened)
        assert len(asked) <= 50 * (GUEST_TRIES + 1)
        assert len(asked) < 50 * 3, "one try in ten fails"

    with pytest.MonkeyPatch.context() as monkeypatch:
        asyncio.run(test(monkeypatch))


def test_the_connections_of_a_person_and_a_session_are_found_until_they_have_gone() -> None:
    present = Present()
    first, second = (Connection(guest("Ann"), session=key) for key in ("a", "b"))
    for each in (first, second, Connection(guest("Bob"), session="c")):
        present.add(each)
    assert present.of(first.identity.id) == (first, second)
    assert present.in_session("b") == (second,)
    present.discard(second)
    present.discard(second)
    assert present.of(first.identity.id) == (first,)
    assert (present.in_session("b"), present.in_session(""), len(present)) == ((), (), 2)
    assert second not in present
