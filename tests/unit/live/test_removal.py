"""A player required to leave, in the live room: told why, gone from table and lists, kept out everywhere, 14.16(b)."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest

from pokerroom.live.entrance.identity import Identity
from pokerroom.live.house import House
from pokerroom.live.refusals import Refusal
from pokerroom.live.room import LiveRoom
from pokerroom.live.staff.floor import Floor
from pokerroom.room.auditing import Finding
from pokerroom.room.conduct import CONDUCT
from pokerroom.room.examining import examine_record
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.ports import StoreFailed
from pokerroom.room.room import Done
from pokerroom.room.tables import TABLES
from pokerroom.shuffle.seal import Keys, new_key
from pokerroom.store import MemoryStore
from pokerroom.wire import messages as wire
from pokerroom.words import said
from tests.spec_marks import spec
from tests.unit.live.test_floor import CAI, DEE, FLO, SUE, dealt, give
from tests.unit.live.test_seats import UNHURRIED, accepted, fold_for, offer_to, refused, shown_last, tables, tags
from tests.unit.web.front import desk_of
from tests.wire import Client, Player, entered, in_house, opened, table_of

CAUSE = "signals to seat 5"
GAME = "hold-em"


def on_the_floor(test: Callable[[House, Floor], Awaitable[None]], **options: Any) -> None:
    async def run(house: House) -> None:
        await test(house, Floor(house, desk_of()))

    in_house(run, **{"bots": 0, **options})


async def require(house: House, floor: Floor, player: str, hand: str = "finish") -> Done:
    by = SUE if hand == "remove" else FLO
    order = {"type": "RequireToLeave", "player": player, "cause": CAUSE, "hand": hand}
    answer = await give(house, floor, by, "conduct", order, id=f"{player} {len(removals(house))}")
    assert isinstance(answer, Done), answer
    return answer


def removals(house: House) -> tuple[Any, ...]:
    return room_of(house).room.state(CONDUCT).removals


def room_of(house: House) -> LiveRoom:
    return house.rooms["play chips"]


async def reinstate(house: House, floor: Floor, player: str) -> None:
    order = {"type": "Reinstate", "player": player, "reason": "a misunderstanding"}
    assert isinstance(await give(house, floor, SUE, "conduct", order, id=f"back {len(removals(house))}"), Done)


async def standing(client: Client) -> wire.Standing:
    found = [each for each in client.so_far() if isinstance(each, wire.Standing)]
    told: wire.Standing = found[-1] if found else await client.until(lambda each: isinstance(each, wire.Standing))
    return told


async def wrong_in(house: House) -> tuple[Finding, ...]:
    """What an audit finds in the record of the room."""
    live = room_of(house)
    await live.book()
    return examine_record(live.store).findings


@spec("R-14.16-b")
def test_a_player_in_a_round_is_told_why_plays_it_out_and_is_dealt_in_no_more() -> None:
    async def test(house: House, floor: Floor) -> None:
        table = table_of(house, GAME)
        ann, ben = await dealt(house, table)
        eve = await entered(house, "Eve")
        await eve.sit(table)
        await require(house, floor, ann.identity.id)
        told = await standing(ann)
        assert (told.required, told.play_chips, told.rule) == (True, True, "14.16(b)")
        assert CAUSE in said(told.says)
        assert "poker shift supervisor" in said(told.says)
        shown = await ben.until(lambda each: "PlayerRemoved" in tags(each))
        (words,) = (each for each in shown.told if each.tag == "PlayerRemoved")
        assert said(words.says) == "Ann is required to leave the game when this round is over."
        assert words.rule == "14.16(b)"
        assert CAUSE not in str(ben.heard), "the cause is for the player alone"
        mine = next(seat for seat in (await shown_last(ann, table)).seats if seat.me)
        assert mine.must_leave
        assert mine.leaving
        assert (await refused(ann, wire.SitOut, table=table)).code == "must leave"
        assert (await refused(ann, wire.TopUp, table=table, amount=500)).code == "required to leave"
        rounds = house.actors[table].table.rounds
        while house.actors[table].table.rounds == rounds and house.actors[table].table.dealing is not None:
            await fold_for(house, table, (ann, ben))
        await eve.sees(lambda state: state.turn and state.round > rounds)
        dealing = house.actors[table].table.dealing
        assert dealing is not None
        players = [house.actors[table].table.place(seat).player for seat in dealing.lineup]
        assert sorted(players) == ["guest-ben", "guest-eve"]
        assert not room_of(house).room.state(LISTS).knows(ann.identity.id)
        assert await wrong_in(house) == ()

    on_the_floor(test)


def test_between_rounds_the_seat_is_free_at_once_for_whoever_waits() -> None:
    async def test(house: House, floor: Floor) -> None:
        table, live = table_of(house, GAME), room_of(house)
        places = len(house.actors[table].table.places)
        people = [await entered(house, f"Guest{number}") for number in range(places)]
        for place, each in enumerate(people):
            await each.sit(table, seat=place)
            await each.ask(wire.SitOut, table=table)
        late = await entered(house, "Late")
        wanted = live.room.state(LISTS).tables[table].wanted
        await accepted(late, wire.JoinList, game=wanted.game, limits=wanted.limits)
        first = people[0].identity.id
        held = live.balance(first) + house.actors[table].table.place(0).stakes
        await require(house, floor, first)
        offer = await offer_to(late)
        assert (offer.table, offer.seat) == (table, 0)
        await live.book()
        assert live.balance(first) == held
        assert await wrong_in(house) == ()

    on_the_floor(test, clock=UNHURRIED)


@spec("R-14.16-b")
@pytest.mark.parametrize("hand", ["finish", "remove"])
def test_every_door_is_closed_until_the_player_is_reinstated(hand: str) -> None:
    async def test(house: House, floor: Floor) -> None:
        (here, there), live = tables(house), room_of(house)
        ann, ben = [await entered(house, name) for name in ("Ann", "Ben")]
        for each in (ann, ben):
            await each.sit(here)
        await ann.sees(lambda state: state.turn)
        await accepted(ann, wire.RequestChange, table=here, to=there)
        offer = await offer_to(ann)
        await require(house, floor, ann.identity.id, hand)
        while house.actors[here].table.dealing is not None:
            await fold_for(house, here, (ann, ben))
        assert [seat.name for seat in (await shown_last(ben, here)).seats] == ["Ben"]
        assert live.room.state(LISTS).hold_of(ann.identity.id) is None
        wanted = live.room.state(LISTS).tables[here].wanted
        for kind, fields in (
            (wire.Sit, {"table": here}),
            (wire.Sit, {"table": there, "seat": offer.seat}),
            (wire.QuickSeat, {}),
            (wire.QuickSeat, {"game": wanted.game}),
            (wire.JoinList, {"game": wanted.game, "limits": wanted.limits}),
            (wire.AnswerOffer, {"table": there, "seat": offer.seat, "accept": True}),
            (wire.SitIn, {"table": here}),
            (wire.TopUp, {"table": here, "amount": 500}),
        ):
            answer = await refused(ann, kind, **fields)
            assert (answer.code, answer.rule) == ("required to leave", "14.16(b)"), kind
            assert CAUSE in said(answer.says)
        bank = live.balance(ann.identity.id)
        assert house.lobby(ann.identity).bank == bank > 0, "their money is theirs"
        for by, counter, order, where in staff_doors(ann.identity.id, here):
            denied = await give(house, floor, by, counter, order, **where)
            assert isinstance(denied, Refusal)
            assert (denied.code.sent_as, denied.paragraph) == ("required to leave", "14.16(b)"), order
        await reinstate(house, floor, ann.identity.id)
        assert not (await standing(ann)).required
        await ann.sit(here)
        assert await wrong_in(house) == ()

    on_the_floor(test, tables_each=2, clock=UNHURRIED)


def staff_doors(player: str, table: str) -> list[tuple[Identity, str, dict[str, Any], dict[str, Any]]]:
    """What staff could do to have the player back."""
    of, at = {"player": player}, {"table": table}
    wanted = {"game": "seven-card-stud-high", "limits": "$2-$4"}
    until = "2099-01-01T00:00:00Z"
    return [
        (FLO, "table", {"type": "TakeSeat", **of, "seat": 5, "amount": 8_000}, at),
        (DEE, "table", {"type": "SitIn", **of}, at),
        (DEE, "table", {"type": "TopUp", **of, "amount": 100}, at),
        (SUE, "table", {"type": "Return", **of, "amount": 100}, at),
        (DEE, "lists", {"type": "Join", **of, "name": "Ann", "wanted": wanted}, {}),
        (DEE, "lists", {"type": "RequestChange", **of}, {}),
        (DEE, "lists", {"type": "Accept", **of, "table": table, "seat": 5}, {}),
        (
            FLO,
            "lists",
            {"type": "LockSeat", **of, "table": table, "seat": 5, "until": until, "reason": "called away for a moment"},
            {},
        ),
    ]


def test_a_hand_removed_between_two_players_ends_the_round_and_the_table_goes_on() -> None:
    async def test(house: House, floor: Floor) -> None:
        table = table_of(house, GAME)
        ann, ben = await dealt(house, table)
        done = await require(house, floor, ann.identity.id, "remove")
        kinds = {type(event).__name__ for _, event in done.events}
        assert {"PlayerRequiredToLeave", "HandRemoved", "RoundFinished", "SeatVacated", "PlayerTakenOff"} <= kinds
        shown = await ben.until(lambda each: "SeatVacated" in tags(each))
        assert "required to leave" in " ".join(said(each.says) for each in shown.told if each.tag == "HandRemoved")
        assert [seat.name for seat in shown.state.seats] == ["Ben"]
        eve = await entered(house, "Eve")
        await eve.sit(table)
        await ben.sees(lambda state: state.playing)
        assert await wrong_in(house) == ()

    on_the_floor(test)


def test_whoever_comes_back_to_the_room_is_told_and_so_after_a_restart() -> None:
    store, keys = MemoryStore(), Keys((new_key(),))

    async def leaves() -> None:
        house = await opened(store, keys=keys, bots=0)
        ann, _ = await dealt(house, table_of(house, GAME))
        await require(house, Floor(house, desk_of()), ann.identity.id)
        assert (await standing(await entered(house, "Ann"))).required
        await house.close()

    async def returns() -> None:
        house = await opened(store, keys=keys, bots=0)
        table = table_of(house, GAME)
        ann, ben = [await entered(house, name) for name in ("Ann", "Ben")]
        told = await standing(ann)
        assert told.required
        assert CAUSE in said(told.says)
        assert not [each for each in ben.so_far() if isinstance(each, wire.Standing)]
        assert house.actors[table].table.dealing is not None
        while house.actors[table].table.dealing is not None:
            await fold_for(house, table, (ann, ben))
        assert house.actors[table].table.seat_of(ann.identity.id) is None
        assert (await refused(ann, wire.Sit, table=table)).code == "required to leave"
        assert await wrong_in(house) == ()
        await house.close()

    asyncio.run(leaves())
    asyncio.run(returns())


@spec("R-14.16-b")
@pytest.mark.parametrize(
    ("by", "order", "code"),
    [
        (DEE, {"type": "RequireToLeave", "cause": CAUSE}, "not permitted"),
        (CAI, {"type": "RequireToLeave", "cause": CAUSE}, "not permitted"),
        (FLO, {"type": "RequireToLeave", "cause": CAUSE, "hand": "remove"}, "no authority"),
        (FLO, {"type": "RequireToLeave", "cause": " "}, "no cause"),
        (FLO, {"type": "RequireToLeave", "cause": CAUSE, "hand": "burn"}, "unreadable"),
        (FLO, {"type": "Reinstate", "reason": "a misunderstanding"}, "not permitted"),
        (SUE, {"type": "Reinstate", "reason": "a misunderstanding"}, "not required to leave"),
    ],
)
def test_who_has_not_the_word_is_refused_and_nothing_has_happened(
    by: Identity, order: dict[str, Any], code: str
) -> None:
    async def test(house: House, floor: Floor) -> None:
        table = table_of(house, GAME)
        ann, _ = await dealt(house, table)
        before = room_of(house).room.states(TABLES)[table]
        answer = await give(house, floor, by, "conduct", {**order, "player": ann.identity.id})
        assert isinstance(answer, Refusal)
        assert answer.code.sent_as == code
        assert room_of(house).room.states(TABLES)[table] is before
        assert not removals(house)

    on_the_floor(test, clock=UNHURRIED)


def test_a_reinstatement_without_a_reason_is_none() -> None:
    async def test(house: House, floor: Floor) -> None:
        await require(house, floor, "guest-zed")
        answer = await give(house, floor, SUE, "conduct", {"type": "Reinstate", "player": "guest-zed", "reason": " "})
        assert isinstance(answer, Refusal)
        assert answer.code.sent_as == "no reason"
        assert removals(house)[0].stands

    on_the_floor(test)


@pytest.mark.parametrize("pause", [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89])
def test_however_a_seat_is_being_taken_whoever_must_leave_has_none_in_the_end(pause: int) -> None:
    """The order comes at any moment of sitting down or changing tables."""

    async def test(house: House, floor: Floor) -> None:
        here, there = tables(house)
        ann, ben = [await entered(house, name) for name in ("Ann", "Ben")]
        await ann.sit(here)
        await accepted(ann, wire.RequestChange, table=here, to=there)
        offer = await offer_to(ann)

        async def soon(player: str) -> None:
            for _ in range(pause):
                await asyncio.sleep(0)
            await require(house, floor, player)

        await asyncio.gather(
            ann.ask(wire.AnswerOffer, table=there, seat=offer.seat, accept=True), soon(ann.identity.id)
        )
        await asyncio.gather(ben.ask(wire.Sit, table=here), soon(ben.identity.id))
        for each in (ann, ben):
            assert all(actor.table.seat_of(each.identity.id) is None for actor in house.actors.values())
            assert not room_of(house).room.state(LISTS).knows(each.identity.id)
            assert room_of(house).balance(each.identity.id) >= 0
        assert await wrong_in(house) == ()

    on_the_floor(test, tables_each=2, clock=UNHURRIED)


def test_players_sent_away_in_the_middle_of_busy_tables_halt_none_of_them() -> None:
    async def test(house: House, floor: Floor) -> None:
        table, rng = table_of(house, GAME), Random(7)
        for number in range(5):
            player = Player(house, f"Guest{number}", rng)
            await player.enter()
            await player.sit(table)
            playing = asyncio.create_task(player.play(table, rounds=99))
            for _ in range(rng.randrange(400)):
                await asyncio.sleep(0)
            await require(house, floor, player.identity.id, rng.choice(("finish", "remove")))
            watching = await entered(house, f"Watcher{number}")
            await watching.say(wire.Watch(table=table))
            await watching.sees(lambda state: player.identity.name not in {seat.name for seat in state.seats})  # noqa: B023
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
        assert len(removals(house)) == 5
        assert await wrong_in(house) == ()

    on_the_floor(test, bots=4)


class Failing(MemoryStore):
    """A store whose disk can be full for the record of conduct."""

    full = False

    def append(self, *batches: Any) -> tuple[int, ...]:
        if self.full and any(each.stream == "conduct" for batch in batches for each in batch.envelopes):
            raise StoreFailed("the disk is full")
        return super().append(*batches)


async def well(house: House) -> None:
    while house.health["status"] != "ok":  # noqa: ASYNC110  nobody tells of it
        await asyncio.sleep(0.05)


def test_a_removal_that_cannot_be_recorded_has_happened_nowhere() -> None:
    store, keys = Failing(), Keys((new_key(),))

    async def run() -> None:
        house = await opened(store, keys=keys, bots=0, clock=UNHURRIED)
        ann, ben = await dealt(house, table_of(house, GAME))
        before, events = dict(room_of(house).room.states(TABLES)), len(list(store.read_all()))
        store.full = True
        order = {"type": "RequireToLeave", "player": ann.identity.id, "cause": CAUSE}
        for number, code in enumerate(("failed", "halted")):
            answer = await give(house, Floor(house, desk_of()), FLO, "conduct", order, id=str(number))
            assert isinstance(answer, Refusal)
            assert answer.code.sent_as == code
        assert room_of(house).room.states(TABLES) == before
        assert not removals(house)
        assert len(list(store.read_all())) == events
        assert not [each for client in (ann, ben) for each in client.so_far() if isinstance(each, wire.Standing)]
        store.full = False
        await asyncio.wait_for(well(house), 20)
        assert isinstance(await give(house, Floor(house, desk_of()), FLO, "conduct", order, id="later"), Done)
        await house.close()

    asyncio.run(run())
