"""Messages made at random, cut short, repeated, out of order and out of place: each is answered, and nobody suffers.

Somebody who plays at a table meanwhile completes his rounds. tests/faults does the same to a server over sockets.
"""

import asyncio
from collections import Counter
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from pokerroom.live import connections
from pokerroom.live.connections import Connection
from pokerroom.live.house import House
from pokerroom.live.players.answering import LONGEST_MESSAGE, receive
from pokerroom.wire import banked, messages as wire
from pokerroom.words import said
from tests.wire import QUICK, SERVER, Client, Player, entered, guest, opened, table_of

MESSAGES, SOAK_MESSAGES = 3000, 60_000
REMEMBERED = 50
"""Messages of which one may be said again."""
NUMBERS = (0, -1, 1, 200, 400, 5_000, 10**6, 10**18, 2**63, 10**40, -(10**40), 1e308, 0.5)
TEXTS = ("1", "5", "14", "99", "", "hold-em", "$2 no limit", "\u0000", "é" * 30, "x" * 70, "As", "../..", "\U0001f0a1")
KINDS = [kind for kind in get_args(wire.ClientMessage) if kind is not wire.Hello]
SILENT = (wire.Unwatch, banked.UnwatchGame)
"""Nothing is said back where there is nothing to say."""


def anything(rng: Random, *, depth: int = 0) -> Any:
    if depth < 3 and rng.random() < 0.2:
        inner = [anything(rng, depth=depth + 1) for _ in range(rng.randrange(3))]
        return rng.choice([inner, {rng.choice(TEXTS): each for each in inner}])
    return rng.choice([rng.choice(NUMBERS), rng.choice(TEXTS), None, True, [], {}, ["As", "Kd"], 1.5])


def fitting(rng: Random, field: Any) -> Any:
    """A value that may be of the field's type."""
    if field.name in {"table", "game", "limits", "id", "text"}:
        return rng.choice(TEXTS[:7]) if field.name != "id" else f"f{rng.randrange(400)}"
    if field.name == "move":
        kind = rng.choice(get_args(wire.AnyMove))
        return {"type": kind.__name__, "to": rng.choice(NUMBERS), "discard": ["As"], "cards": ["2c"]}
    return rng.choice(NUMBERS) if field.name in {"amount", "seat", "seen", "after", "n"} else anything(rng)


def made_up(rng: Random) -> bytes:
    kind = rng.choice(KINDS)
    value = anything if rng.random() < 0.2 else None
    body = {
        field.name: anything(rng) if value else fitting(rng, field)
        for field in msgspec.structs.fields(kind)
        if rng.random() < 0.95
    }
    return msgspec.json.encode({"type": kind.__name__, **body})


def hello_again(rng: Random) -> bytes:
    resume = {rng.choice(TEXTS): rng.choice((0, 1, -1, 10**6, 2**62)) for _ in range(rng.randrange(6))}
    return msgspec.json.encode(wire.Hello(version=wire.VERSION, resume=resume))


def spoiled(raw: bytes, rng: Random) -> bytes:
    """Cut short, with a byte that is another, too long, nested too deeply, or no text at all."""
    place = rng.randrange(len(raw))
    return rng.choice(
        [
            raw[:place],
            raw[:place] + bytes([rng.randrange(256)]) + raw[place + 1 :],
            raw[:place] + b"\xff\xfe" + raw[place:],
            raw[:-1] + b',"more":"' + b"y" * rng.choice((10, LONGEST_MESSAGE)) + b'"}',
            raw[:-1] + b',"more":' + b"[" * rng.choice((30, 3000)),
            raw + raw,
            rng.randbytes(rng.randrange(1, 60)),
        ]
    )


def said_next(rng: Random, before: list[bytes]) -> bytes:
    luck = rng.random()
    if before and luck < 0.1:
        return rng.choice(before)
    raw = hello_again(rng) if luck < 0.13 else made_up(rng)
    return spoiled(raw, rng) if luck > 0.8 else raw


async def fuzz(messages: int, seed: int) -> None:
    # Eve may sit down anywhere and forget to act: her clock must not outlast the others' patience.
    house = await opened(clock=replace(QUICK, act=0.5, show=0.5, grace=0.5))
    rng, table = Random(seed), table_of(house, "seven-card-stud-high")
    ben = Player(house, "Ben", Random(1))
    await ben.enter()
    await ben.sit(table)
    playing = asyncio.create_task(ben.play(table, rounds=3))
    eve = await entered(house, "Eve")
    before: list[bytes] = []
    codes: Counter[str] = Counter()
    for number in range(messages):
        raw = said_next(rng, before)
        before = [*before, raw][-REMEMBERED:]
        where = f"message {number} of seed {seed}: {raw!r}"
        heard = await answers_to(eve, raw)
        assert not eve.connection.closed, where
        assert heard or is_silent(raw), f"not answered: {where}"
        for each in heard:
            if isinstance(each, wire.Refused):
                codes[each.code] += 1
                assert each.code, where
                words = said(each.says)
                assert len(words) > 1, where
                assert words.endswith((".", "?", "!")), f"{words!r}: {where}"
                assert each.code != "failed", where
    assert len(codes) > 10, codes
    assert not any(actor.halted for actor in house.actors.values())
    eve.hang_up()
    await asyncio.wait_for(playing, 60)
    await house.rooms["play chips"].book()
    assert all(actor.table.is_balanced for actor in house.actors.values())
    await house.close()


async def answers_to(client: Client, raw: bytes) -> list[wire.ServerMessage]:
    """What came back; as text and as bytes a message is the same."""
    heard = len(client.so_far())
    text: bytes | str = raw
    if len(raw) % 2:
        text = raw.decode("utf-8", "replace")
    await asyncio.wait_for(client.say(text), 30)
    new = client.so_far()[heard:]
    client.heard.clear()
    return new


def is_silent(raw: bytes) -> bool:
    try:
        return isinstance(msgspec.json.decode(raw, type=wire.ClientMessage), SILENT)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False


def test_nothing_that_is_said_takes_down_a_table_or_another_client() -> None:
    asyncio.run(fuzz(MESSAGES, seed=7))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(4))
def test_nothing_takes_anything_down_however_long_it_is_said(seed: int) -> None:
    asyncio.run(fuzz(SOAK_MESSAGES, seed=100 + seed))


async def with_two_at_a_table(test: Any) -> None:
    house = await opened(bots=0)
    table = table_of(house, "hold-em")
    ben, eve = (Player(house, name, Random(name)) for name in ("Ben", "Eve"))
    for each in (ben, eve):
        await each.enter()
        await each.sit(table)
    try:
        await test(house, table, ben, eve)
        assert not any(actor.halted for actor in house.actors.values())
    finally:
        await house.close()


def seat_of(house: House, table: str, client: Client) -> int:
    seat = house.actors[table].table.seat_of(client.identity.id)
    assert seat is not None
    return seat


async def to_act(house: House, table: str, one: Player, other: Player) -> tuple[Player, Player]:
    """Who is to act, and who is not."""
    message = await one.sees(lambda state: state.turn is not None)
    turn = message.state.turn.seat
    return (one, other) if turn == seat_of(house, table, one) else (other, one)


def test_nobody_acts_for_somebody_elses_seat() -> None:
    async def test(house: House, table: str, ben: Player, eve: Player) -> None:
        mine, other = await to_act(house, table, ben, eve)
        actor = house.actors[table]
        before = actor.table, actor.sequence
        stranger = await entered(house, "Sly")
        await stranger.say(wire.Watch(table=table))
        seat = seat_of(house, table, mine)
        for move in (wire.Fold(), wire.Call(), wire.Check(), wire.Raise(to=400), wire.Show()):
            for who in (other, stranger):
                answer = await who.ask(wire.Act, table=table, move=move, seen=actor.sequence)
                assert isinstance(answer, wire.Refused), (who.identity.name, move)
                assert said(answer.says)
        for who in (other, stranger):
            for kind, fields in (
                (wire.Sit, {"seat": seat}),
                (wire.AnswerOffer, {"seat": seat, "accept": True}),
                (wire.UseTimeBank, {}),
            ):
                answer = await who.ask(kind, table=table, **fields)
                assert isinstance(answer, wire.Refused), (who.identity.name, kind)
        for request in (wire.Leave, wire.SitOut, wire.SitIn):
            assert isinstance(await stranger.ask(request, table=table), wire.Refused), request
        assert isinstance(await stranger.ask(wire.TopUp, table=table, amount=1000), wire.Refused)
        assert (actor.table, actor.sequence) == before, "something has happened"

    asyncio.run(with_two_at_a_table(test))


def test_what_comes_too_late_or_too_early_or_again_changes_nothing() -> None:
    async def test(house: House, table: str, ben: Player, eve: Player) -> None:
        actor = house.actors[table]
        mine, _ = await to_act(house, table, ben, eve)
        seen = actor.sequence
        call = wire.Act(id="call", table=table, move=wire.Call(), seen=seen)
        await mine.say(call)
        after = actor.sequence
        assert after > seen
        for late in (replace(call, id="late"), replace(call, id="early", seen=-1)):
            await mine.say(late)
        # Asked again under its own id, it is what it was: done, once.
        await mine.say(call)
        assert actor.sequence == after
        answers = [each for each in mine.so_far() if isinstance(each, wire.Accepted | wire.Refused)]
        assert [(type(each), each.id) for each in answers[-4:]] == [
            (wire.Accepted, "call"),
            (wire.Refused, "late"),
            (wire.Refused, "early"),
            (wire.Accepted, "call"),
        ]

    asyncio.run(with_two_at_a_table(test))


def test_whoever_speaks_too_fast_is_told_so_each_time() -> None:
    async def test() -> None:
        house = await opened()
        # As it is over a socket: so much at once, and no more.
        line = Connection(guest("Eve"))
        await receive(house, line, msgspec.json.encode(wire.Hello(version=wire.VERSION)))
        many = 3 * int(connections.MESSAGES.burst)
        for number in range(many):
            await receive(house, line, msgspec.json.encode(wire.Leave(id=f"f{number}", table="1")))
        heard = [SERVER.decode(line.out.get_nowait() or b"") for _ in range(line.out.qsize())]
        answers = [each for each in heard if isinstance(each, wire.Refused)]
        assert [each.id for each in answers] == [f"f{number}" for number in range(many)]
        assert sum(each.code == "too fast" for each in answers) >= many - 2 * connections.MESSAGES.burst
        await house.close()

    asyncio.run(test())


def test_a_message_is_readable_as_it_was_written() -> None:
    """What is made up at random is, often enough, what a client could say."""
    rng = Random(3)
    fit = 0
    for _ in range(500):
        raw = made_up(rng)
        try:
            msgspec.json.decode(raw, type=wire.ClientMessage)
            fit += 1
        except msgspec.DecodeError:
            pass
    assert fit > 100
    assert SERVER.decode(msgspec.json.encode(wire.Pong(n=1, now=0.0))) == wire.Pong(n=1, now=0.0)
