"""Nobody is sent a card he may not see: every byte to every client is searched, over hundreds of rounds of every game.

What is hidden is told by the account of tests/property/test_views.py, which knows nothing of views or of messages.
"""

import asyncio
from collections import Counter
from collections.abc import Set as AbstractSet
from random import Random

from pokerroom.cards import Card, card_text
from pokerroom.games import games_of
from pokerroom.play import Role, Viewer
from pokerroom.web.actor import TableActor
from pokerroom.web.house import House
from pokerroom.web.telling import Entry, viewer_of
from pokerroom.wire import messages as wire
from tests.property.test_views import hidden_from, seen_after
from tests.wire import Client, Player, cards_in, opened, table_of

ROUNDS = 15


class Censor:
    """Looks at every message to one person the moment it is sent, knowing every card on the table."""

    def __init__(self, actor: TableActor, person: str, counts: Counter[str], leaks: list[str]) -> None:
        self.actor, self.person, self.counts, self.leaks = actor, person, counts, leaks
        self.seen: AbstractSet[Card] = frozenset()
        self.round = self.read = 0

    def __call__(self, encoded: bytes) -> None:
        self.counts["messages"] += 1
        state = self.actor.table.round
        shown = cards_in(encoded)
        self.counts["cards"] += len(shown)
        if state is None:
            self.leaks += [f"{self.person} sees {shown} before the first round"] if shown else []
            return
        viewer = viewer_of(self.actor.notes.players, self.person)
        self.catch_up(viewer)
        hidden = {card_text(card) for card in hidden_from(state, viewer, self.seen)}
        if shown & hidden:
            self.leaks.append(f"{self.person} sees {shown & hidden} in {encoded!r}")

    def catch_up(self, viewer: Viewer) -> None:
        for entry in self.entries():
            if entry.round != self.round:
                self.round, self.seen = entry.round, frozenset()
            if entry.state is not None and not hasattr(entry.event, "by"):
                self.seen = seen_after(entry.event, self.seen, viewer)
            self.read = entry.sequence

    def entries(self) -> tuple[Entry, ...]:
        return self.actor.entries.after(self.read)


async def two_people_and_somebody_who_looks_on(house: House, game: str, counts: Counter[str], leaks: list[str]) -> None:
    table = table_of(house, game)
    actor = house.actors[table]
    names = [f"{each} of {table}" for each in ("Una", "Zoe")]
    players = [
        Player(house, name, Random(f"{game} {name}"), seen=Censor(actor, f"guest-{name.lower()}", counts, leaks))
        for name in names
    ]
    looker = Client(house, f"Lou of {table}", seen=Censor(actor, f"guest-lou of {table}", counts, leaks))
    await looker.enter()
    await looker.say(wire.Watch(table=table))
    for player in players:
        await player.enter()
        await player.sit(table)

    async def read_along() -> None:
        while True:
            await looker.next()

    reading = asyncio.create_task(read_along())
    await asyncio.gather(*(player.play(table, rounds=ROUNDS) for player in players))
    reading.cancel()
    counts["rounds"] += house.actors[table].table.rounds
    for player in players:
        states = [each for each in player.heard if isinstance(each, wire.Happened)]
        assert any(seat.me and seat.down for each in states for seat in each.state.seats), "never saw his own cards"
    looked = [each for each in looker.heard if isinstance(each, wire.Happened)]
    assert looked
    assert not any(each.state.offers or each.state.my_high for each in looked)


def test_no_byte_to_anybody_tells_a_card_he_may_not_see() -> None:
    counts: Counter[str] = Counter()
    leaks: list[str] = []

    async def everybody() -> None:
        house = await opened()
        try:
            games = [game.key for game in games_of()]
            await asyncio.gather(*(two_people_and_somebody_who_looks_on(house, game, counts, leaks) for game in games))
            assert not any(actor.halted for actor in house.actors.values())
        finally:
            await house.close()

    asyncio.run(everybody())
    assert not leaks, leaks[0]
    assert counts["rounds"] >= 13 * ROUNDS
    assert counts["cards"] > 10_000


def test_the_search_finds_a_card_in_bytes() -> None:
    assert cards_in(b'{"down":["As","??"],"words":"Ann shows KdKh: a pair."}') == {"As", "Kd", "Kh"}
    assert not cards_in(b'{"name":"Thora sits down","root":"00ac9dff"}')


def test_a_spectator_is_a_viewer_without_a_seat() -> None:
    assert viewer_of(("a", "b"), "c") is Role.SPECTATOR
    assert viewer_of(("a", "b"), "b") == 1
