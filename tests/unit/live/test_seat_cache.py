"""What is remembered of a table's seats is what would be made anew."""

import asyncio
from random import Random

import msgspec
import pytest

from pokerroom.live.tables.actor import TableActor
from pokerroom.live.tables.views import own_view, public_view
from pokerroom.wire import messages as wire
from tests.wire import SERVER, Player, guest, opened, table_of

ROUNDS = 15


@pytest.mark.parametrize("game", ["hold-em", "seven-card-stud-high", "badugi"])
def test_every_state_that_is_sent_is_the_table_as_its_viewer_sees_it_then(game: str) -> None:
    compared, stale = [], []

    def compare(actor: TableActor, player: str, encoded: bytes) -> None:
        """While it is sent the table stands still, so the same can be made without a memory."""
        message = SERVER.decode(encoded)
        if isinstance(message, wire.Happened) and message.table == actor.name:
            scene = actor.scene()
            anew = own_view(public_view(scene), scene, player)
            compared.append(message.sequence)
            if message.state != msgspec.json.decode(msgspec.json.encode(anew), type=wire.TableView):
                stale.append((message.state, anew))

    async def play() -> None:
        house = await opened(bots=3)
        try:
            actor = house.actors[table_of(house, game)]
            who = guest("Ann")
            ann = Player(house, who, Random(1), seen=lambda encoded: compare(actor, who.id, encoded))
            await ann.enter()
            await ann.sit(actor.name)
            await ann.play(actor.name, rounds=ROUNDS)
        finally:
            await house.close()

    asyncio.run(play())
    assert not stale, stale[0]
    assert len(compared) > 5 * ROUNDS
