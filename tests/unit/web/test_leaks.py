"""Nobody is sent a card he may not see: every byte to every client is searched, over hundreds of rounds of play.

Two people play every game with bots; others look on, sit elsewhere, have a second tab, or come back again and again
and ask for what they missed; somebody of every position of staff watches. Things go wrong at the table now and then.
Who may have seen what is told by a witness that reads the log alone; afterwards everybody asks for his rounds over
HTTP, and for those of others.
"""

import asyncio
import os
from collections import Counter
from itertools import product
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from litestar.testing import TestClient
from msgspec.structs import replace

from pokerroom.live.archive import Archive, Hall
from pokerroom.live.connections import Connection
from pokerroom.live.entrance.identity import Identity, Role as Standing
from pokerroom.live.entrance.sessions import Opened
from pokerroom.live.house import House
from pokerroom.live.machine import MachineThreads
from pokerroom.live.players.answering import receive
from pokerroom.live.room import FLOOR, LiveRoom
from pokerroom.live.seeding import postings
from pokerroom.live.sharing import Give, Lender, Sharing
from pokerroom.live.tables.actor import TableActor
from pokerroom.live.tables.telling import viewer_of
from pokerroom.play import Role
from pokerroom.room.tables.commands import AtTable
from pokerroom.rules.refusal import Refusal
from pokerroom.table.refusals import Code
from pokerroom.table.seating import Table, commands as at_table
from pokerroom.web.api.serving import Services
from pokerroom.web.metrics import Metrics
from pokerroom.wire import messages as wire
from tests.irregular import LASTING, MISHAPS
from tests.unit.live.witness import MESSAGE, Message, Sight, Witness, cards_but, cards_in, cards_proved
from tests.unit.web.front import UNHURRIED, app_of, desk_of
from tests.wire import SERVER, guest, move_from, opened, table_of

ROUNDS, SOAK_ROUNDS = 35, 2000
"""Of each game."""
DELAYED_ROUNDS = 12
BOTS, SOAK_BOTS = 1, 4
MISHAP_EVERY = 23
"""Events, while things go wrong."""
ASKED_OVER_HTTP = 5
"""Rounds of each game."""

GAMES = list(dict.fromkeys(posting.game for posting in postings(1)))
"""Every game of the catalogue, from whichever edition."""


STATE = msgspec.json.Decoder(wire.TableView)
STAFF = [
    Identity(role.name.lower(), role.value.title(), role, guest=False)
    for role in Standing
    if role not in {Standing.VISITOR, Standing.PLAYER}
]
"""Whatever their position, they are shown no card of a round that does not lie open."""
WALK_THE_FLOOR = {Standing.FLOORPERSON, Standing.POKER_SUPERVISOR, Standing.SHIFT_SUPERVISOR}
WATCH_THE_FLOOR = {Standing.SURVEILLANCE, Standing.SECURITY, Standing.DIVISION}
ON_THE_FLOOR = {each.id for each in STAFF if each.role in WALK_THE_FLOOR | WATCH_THE_FLOOR}
"""Who sees every table on the board."""
AT_WORK = {each.id for each in STAFF}


class Watch:
    """Sees every byte that is sent to anybody, at the moment it is sent."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.witnesses: dict[str, Witness] = {}
        self.counts: Counter[str] = Counter()
        self.leaks: list[str] = []
        self._awaited: list[tuple[str, int, asyncio.Future[None]]] = []

    async def reaches(self, table: str, sequence: int) -> None:
        """Until somebody is told of this event."""
        reached = asyncio.get_running_loop().create_future()
        self._awaited.append((table, sequence, reached))
        await reached

    def witness(self, table: str) -> Witness:
        """Of this table, and up to now."""
        found = self.witnesses.setdefault(table, Witness())
        entries = self.house.actors[table].recent
        if entries.last > found.read:
            found.take(entries.after(found.read))
            for awaited in tuple(self._awaited):
                if awaited[0] == table and found.read >= awaited[1]:
                    self._awaited.remove(awaited)
                    if not awaited[2].done():
                        awaited[2].set_result(None)
        return found

    def see(self, person: str, encoded: bytes) -> Message:
        message = MESSAGE.decode(encoded)
        self.counts[message.type] += 1
        if person in AT_WORK:
            self.counts[f"to {person}"] += 1
        self.counts["bytes"] += len(encoded)
        leaked = self.witness(message.table).leaks(person, message) if message.state else cards_in(encoded)
        assert b'"code":"failed"' not in encoded, encoded
        if b'"result":{' in encoded:
            self.look_at_result(message)
        if message.type == "FloorBoard" and person not in ON_THE_FLOOR:
            self.leaks.append(f"{person} is shown the board of the floor")
        if leaked:
            self.leaks.append(f"{person} sees {sorted(leaked)} in {encoded!r}")
        return message

    def look_at_result(self, message: Message) -> None:
        """A hand is called by its name only where it was shown."""
        state = STATE.decode(message.state)
        sight = self.witness(message.table).last
        players = self.house.actors[message.table].recent.summary
        assert state.result is not None
        for award in state.result.awards:
            winners = {players.players[players.lineup.index(seat)] for seat in award.seats}
            if award.hand and not winners <= sight.shown:
                self.leaks.append(f"{award} of hands that were not shown")


class Ear(Connection):
    """A connection whose client hears at once."""

    def __init__(self, watch: Watch, identity: Identity) -> None:
        super().__init__(identity)
        self.watch = watch

    def send(self, encoded: bytes) -> None:
        if not self.closed:
            self.hear(encoded, self.watch.see(self.identity.id, encoded))

    def hear(self, encoded: bytes, message: Message) -> None:
        """Somebody who only looks on does nothing about it."""

    def may_speak(self) -> bool:
        return True

    async def say(self, message: wire.ClientMessage) -> None:
        await receive(self.watch.house, self, msgspec.json.encode(message))

    async def enter(self, **resume: int) -> None:
        await self.say(wire.Hello(version=wire.VERSION, resume=resume))

    def hang_up(self) -> None:
        self.watch.house.leave(self)
        self.close()


class Hand(Ear):
    """A connection whose client plays, by the offers it is sent and by nothing else."""

    def __init__(self, watch: Watch, identity: Identity, table: str) -> None:
        super().__init__(watch, identity)
        self.table, self.rng = table, Random(f"{identity.id} {table}")
        self.offered = asyncio.Event()
        self.latest = b""
        self.acted = -1
        self.number = 0
        self.neighbor = ""

    def hear(self, encoded: bytes, message: Message) -> None:
        if message.table != self.table or not message.state:
            return
        self.latest = encoded
        if self.neighbor and not self.watch.counts["found"]:
            # What one player is sent would be found, were it sent to the other.
            witness = self.watch.witness(self.table)
            secret = witness.last.own.get(self.identity.id, set()) - witness.last.open
            self.watch.counts["found"] += bool(secret & witness.leaks(self.neighbor, message))
        if b'"offers":[]' not in encoded:
            self.offered.set()

    async def play(self) -> None:
        """Until somebody stops him."""
        while True:
            await self.offered.wait()
            self.offered.clear()
            seen = SERVER.decode(self.latest)
            assert isinstance(seen, wire.TableState | wire.Happened)
            if seen.state.offers and seen.sequence > self.acted:
                self.acted = seen.sequence
                self.number += 1
                move = move_from(seen.state, self.rng)
                await self.say(wire.Act(id=f"m{self.number}", table=self.table, move=move, seen=seen.sequence))


class Returner(Ear):
    """Loses the connection again and again, and asks for what he missed, or for more than that."""

    async def come_and_go(self, table: str) -> None:
        rng, actor = Random(table), self.watch.house.actors[table]
        while True:
            await self.watch.reaches(table, actor.sequence + rng.randint(20, 120))
            self.hang_up()
            self.__init__(self.watch, self.identity)  # type: ignore[misc]  # the same person, by a new connection
            last = actor.sequence
            missed = rng.choice((0, 1, 3, 10, 30, 30, 60, 60, 150, last))
            await self.enter(**{table: max(0, last - missed)})


async def things_go_wrong(watch: Watch, actor: TableActor) -> None:
    """Every third round the floor has something to decide; what cannot be is refused, and does no harm."""
    rng = Random(actor.name)
    while True:
        await watch.reaches(actor.name, actor.sequence + MISHAP_EVERY)
        if actor.table.rounds % 3 == 0:
            answer = await actor.ask(lambda table, at: mishap(table, at, rng))
            watch.counts["refused mishaps" if isinstance(answer, Refusal) else "mishaps"] += 1


def mishap(table: Table, at: Any, rng: Random) -> Any:
    if table.dealing is None or table.round is None:
        return Refusal(Code.NO_ROUND, facts={"table": table.name})
    kind = rng.choices(tuple(LASTING), tuple(LASTING.values()))[0]
    command: Any = MISHAPS[kind](table.round, rng)
    seat = getattr(command, "seat", None)
    if seat is not None:
        if not 0 <= seat < len(table.dealing.lineup):
            return Refusal(Code.NOT_DEALT_IN, facts={"seat": seat})
        command = replace(command, seat=table.dealing.lineup[seat])
    return AtTable(table.name, at_table.Play(by=FLOOR, at=at, command=command))


async def until_played(actor: TableActor, rounds: int, tasks: "list[asyncio.Task[None]]") -> None:
    while actor.table.rounds < rounds:
        await asyncio.wait(tasks, timeout=0.05, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            assert not task.done(), f"somebody has stopped: {task}"
        assert not actor.halted


def fewest_mishaps(rounds: int) -> int:
    return rounds // 20


async def played(house: House, game: str, people: dict[str, Identity], rounds: int) -> Watch:
    """So many rounds of a game, seen from everywhere."""
    watch = Watch(house)
    table = table_of(house, game)
    elsewhere = next(name for name in house.actors if name != table)
    actor = house.actors[table]
    uma, zoe = players = [Hand(watch, people[name], table) for name in ("Uma", "Zoe")]
    uma.neighbor, zoe.neighbor = zoe.identity.id, uma.identity.id
    tab, looker = Ear(watch, people["Uma"]), Ear(watch, people["Lou"])
    neighbor, returner = Ear(watch, people["Kim"]), Returner(watch, people["Uma"])
    for each in (*players, looker, neighbor):
        await each.enter()
    for player in players:
        await player.say(wire.Sit(id="sit", table=table, amount=40_000))
        await player.say(wire.Preferences(id="top up", auto_top_up=True))
    await neighbor.say(wire.Sit(id="sit", table=elsewhere))
    for each in (looker, neighbor):
        await each.say(wire.Watch(table=table))
        await each.say(wire.Watch(table=elsewhere))
    staff = [Ear(watch, who) for who in STAFF]
    for each in staff:
        await each.enter()
        await each.say(wire.Watch(table=table))
    for each in (*staff, looker, players[0]):
        await each.say(wire.WatchFloor(room="play-chips"))
    await tab.enter()
    assert table in tab.watching, "a second tab sees where one sits"
    going = [
        *(asyncio.create_task(player.play()) for player in players),
        asyncio.create_task(returner.come_and_go(table)),
        asyncio.create_task(things_go_wrong(watch, actor)),
    ]
    await until_played(actor, rounds, going)
    while watch.counts["mishaps"] <= fewest_mishaps(rounds) and actor.table.rounds < 5 * rounds:
        # When something goes wrong depends on how tasks take turns: a little more of it.
        await until_played(actor, actor.table.rounds + 1, going)
    for task in going:
        task.cancel()
    await asyncio.gather(*going, return_exceptions=True)
    assert not any(each.halted for each in house.actors.values())
    return watch


async def everybody_plays(game: str, rounds: int, bots: int) -> Watch:
    desk = desk_of()
    people: dict[str, Identity] = {}
    tokens: dict[str, str] = {}
    for name in ("Uma", "Zoe", "Lou", "Kim"):
        entered = await desk.admit_guest(name)
        assert isinstance(entered, Opened)
        tokens[name] = entered.token
        identity = desk.identify(entered.token)
        assert identity is not None
        people[name] = identity
    house = await opened(bots=bots, bank=1_000_000_000)  # Nobody has to stop for want of chips.
    try:
        watch = await played(house, game, people, rounds)
        halls = [(Hall(live.store, live.room.keys), live) for live in house.rooms.values()]
        archive = Archive([hall for hall, _ in halls])
        lenders = [Lender(hall, live.room, on_its_loop(live)) for hall, live in halls]
        sharing = Sharing(archive, lenders, os.urandom, MachineThreads())
        services = Services(house, desk, archive, sharing=sharing, rules=UNHURRIED, metrics=Metrics())
        await asyncio.to_thread(ask_over_http, watch, services, table_of(house, game), people, tokens)
    finally:
        await house.close()
    return watch


def on_its_loop(live: LiveRoom) -> Give:
    """Orders to a room from another loop than its own."""
    loop = asyncio.get_running_loop()

    async def give(make: Any) -> Any:
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(live.submit(make), loop))

    return give


def ask_over_http(
    watch: Watch, services: Services, table: str, people: dict[str, Identity], tokens: dict[str, str]
) -> None:
    """My rounds, in every form, tell what I saw; to ask for those of others is in vain."""
    witness = watch.witnesses[table]
    numbers = sorted(witness.rounds)[1:-1]
    with TestClient(app_of(services)) as client:
        for number in Random(table).sample(numbers, min(ASKED_OVER_HTTP, len(numbers))):
            for (name, identity), path in product(people.items(), ("", "/phh", "/evidence")):
                client.cookies.set(UNHURRIED.cookie, tokens[name])
                answer = client.get(f"/api/rounds/{table}/{number}{path}")
                watch.counts[f"{answer.status_code}{path}"] += 1
                look_at(answer, path, identity.id, witness.rounds[number])
            share_with_strangers(watch, client, table, number, {tokens[name]: people[name].id for name in people})


def share_with_strangers(
    watch: Watch, client: TestClient[Any], table: str, number: int, players: dict[str, str]
) -> None:
    """A link shows what lay open, and its owner's cards where they want that; others' rounds cannot be shared."""
    sight = watch.witnesses[table].rounds[number]
    for (token, person), cards in product(players.items(), (True, False)):
        client.cookies.set(UNHURRIED.cookie, token)
        made = client.post(f"/api/rounds/{table}/{number}/share", json={"cards": cards, "names": cards})
        client.cookies.clear()
        if person not in sight.players:
            assert made.status_code == 404, made.text
            continue
        answer = client.get(f"{made.json()['address']}/round")
        told = answer.json()
        proof = told.pop("proof") or {}
        shown = cards_proved(proof) | cards_in(msgspec.json.encode(told))
        leaked = shown - (sight.ever(person) if cards else sight.ever_open)
        assert not leaked, f"a link of {person} shows {leaked}: {answer.text}"
        watch.counts["shared" if cards else "shared without cards"] += 1
        watch.counts["own cards shared"] += cards and bool(shown & (sight.ever_own[person] - sight.ever_open))


def look_at(answer: httpx.Response, path: str, person: str, sight: Sight) -> None:
    if person not in sight.players:
        assert answer.status_code == 404, f"{person} gets {answer.url}, and was not dealt in"
        return
    assert answer.status_code in {200, 409}, answer.text
    # A proof is full of hashes, which look like anything: its cards are searched by where they stand.
    shown = cards_proved(answer.json()) if path == "/evidence" else cards_in(answer.content)
    leaked = shown - sight.ever(person)
    assert not leaked, f"{person} sees {leaked} in {answer.url}: {answer.text}"


def nobody_sees_too_much(game: str, rounds: int, bots: int) -> None:
    watch = asyncio.run(everybody_plays(game, rounds, bots))
    counts = watch.counts
    assert not watch.leaks, f"{len(watch.leaks)} leaks, the first: {watch.leaks[0]}"
    assert counts["Happened"] > 40 * rounds
    assert counts["FloorBoard"] >= rounds // 10, "somebody walks the floor"
    assert all(counts[f"to {person}"] > 5 * rounds for person in AT_WORK), "everybody who works here was told"
    assert counts["found"], "what went to one player would not have been found, had it gone to another"
    assert counts["mishaps"] > fewest_mishaps(rounds)
    assert counts["200"] >= ASKED_OVER_HTTP
    assert counts["200/evidence"]
    assert counts["404/evidence"]
    assert counts["shared"] == counts["shared without cards"] > ASKED_OVER_HTTP
    assert counts["own cards shared"], "what its owner wants to show is there"
    kinds = set().union(*(witness.kinds for witness in watch.witnesses.values()))
    assert {"HandShown", "HandConceded", "Folded", "PotAwarded", "RoundFinished"} <= kinds


@pytest.mark.parametrize("game", GAMES)
def test_no_byte_to_anybody_tells_a_card_he_may_not_see(game: str) -> None:
    nobody_sees_too_much(game, ROUNDS, BOTS)


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_no_byte_tells_a_card_over_thousands_of_rounds_of_a_game(game: str) -> None:
    nobody_sees_too_much(game, SOAK_ROUNDS, SOAK_BOTS)


class Late(Ear):
    """Somebody who sees the table as it was: of the round that he is shown, nothing that was never open."""

    def send(self, encoded: bytes) -> None:
        message = MESSAGE.decode(encoded)
        if message.state:
            self.watch.counts["late"] += 1
            shown = STATE.decode(message.state).round
            witness = self.watch.witness(message.table)
            if cards_but(bytes(message.state), witness.rounds[shown].ever_open):
                self.watch.leaks.append(f"too much of round {shown}: {encoded!r}")


@pytest.mark.parametrize("game", ["hold-em", "badugi", "seven-card-stud-high"])
def test_a_spectator_who_is_behind_the_table_sees_what_was_open_then(game: str) -> None:
    async def test() -> Watch:
        house = await opened(bots=BOTS, bank=10_000_000, spectator_delay=0.05)
        table = table_of(house, game)
        watch = Watch(house)
        player, looker = Hand(watch, guest("Uma"), table), Late(watch, guest("Lou"))
        for each in (player, looker):
            await each.enter()
        await player.say(wire.Preferences(id="wishes", auto_top_up=True))
        await player.say(wire.Sit(id="sit", table=table))
        await looker.say(wire.Watch(table=table))
        playing = asyncio.create_task(player.play())
        # What a looker is told comes in bunches where the machine is busy: until they have been told often enough.
        for rounds in range(DELAYED_ROUNDS, 20 * DELAYED_ROUNDS, DELAYED_ROUNDS):
            await until_played(house.actors[table], rounds, [playing])
            if watch.counts["late"] > DELAYED_ROUNDS:
                break
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await house.close()
        return watch

    watch = asyncio.run(test())
    assert not watch.leaks, watch.leaks[0]
    assert watch.counts["late"] > DELAYED_ROUNDS


def test_the_search_finds_a_card_in_bytes() -> None:
    assert cards_in(b'{"down":["As","??"],"words":"Ann shows KdKh: a pair."}') == {b"As", b"Kd", b"Kh"}
    assert not cards_in(b'{"name":"Thora sits down","root":"00ac9dff"}')


def test_a_spectator_is_a_viewer_without_a_seat() -> None:
    assert viewer_of(("a", "b"), "c") is Role.SPECTATOR
    assert viewer_of(("a", "b"), "b") == 1
