"""Messages made at random, cut short, repeated and out of order: each is answered, and no table or neighbor suffers."""

import asyncio
from random import Random
from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from pokerroom.wire import messages as wire
from tests.wire import QUICK, Client, Player, opened, table_of

MESSAGES = 1500
NUMBERS = (0, -1, 1, 200, 400, 5_000, 10**6, 10**18, 2**63, 10**40, -(10**40))
TEXTS = ("1", "5", "14", "99", "", "hold-em", "$2 no limit", "\u0000", "é" * 30, "x" * 70, "As", "../..")


def anything(rng: Random) -> Any:
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
    kinds = [kind for kind in get_args(wire.ClientMessage) if kind is not wire.Hello]
    kind = rng.choice(kinds)
    value = anything if rng.random() < 0.2 else None
    body = {
        field.name: anything(rng) if value else fitting(rng, field)
        for field in msgspec.structs.fields(kind)
        if rng.random() < 0.95
    }
    raw = msgspec.json.encode({"type": kind.__name__, **body})
    return raw[: rng.randrange(len(raw))] if rng.random() < 0.1 else raw


def test_nothing_that_is_said_takes_down_a_table_or_another_client() -> None:
    async def test() -> None:
        # Eve may sit down anywhere and forget to act: her clock must not outlast the others' patience.
        house = await opened(clock=replace(QUICK, act=0.5, show=0.5, grace=0.5))
        rng, table = Random(7), table_of(house, "seven-card-stud-high")
        ben = Player(house, "Ben", Random(1))
        await ben.enter()
        await ben.sit(table)
        playing = asyncio.create_task(ben.play(table, rounds=3))
        eve = Client(house, "Eve")
        await eve.enter()
        before: bytes | None = None
        for number in range(MESSAGES):
            raw = before if before is not None and rng.random() < 0.1 else made_up(rng)
            before = raw
            heard = len(eve.so_far())
            await asyncio.wait_for(eve.say(raw), 30)
            assert not eve.connection.closed, raw
            quiet = any(word in raw for word in (b'"Unwatch"', b'"Watch"'))
            assert quiet or len(eve.so_far()) > heard, f"message {number} was not answered: {raw!r}"
        assert not any(isinstance(each, wire.Refused) and each.code == "failed" for each in eve.heard)
        assert not any(actor.halted for actor in house.actors.values())
        eve.hang_up()
        await asyncio.wait_for(playing, 60)
        await house.rooms["play chips"].book()
        assert all(actor.table.is_balanced for actor in house.actors.values())
        await house.close()

    asyncio.run(test())
