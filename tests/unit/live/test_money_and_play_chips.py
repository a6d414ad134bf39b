"""A house with both rooms: money is never taken for play chips, nor play chips for money, wherever either is shown."""

import asyncio
import tomllib
from collections.abc import Awaitable, Callable
from random import Random

from msgspec.structs import replace

from pokerroom.games import game
from pokerroom.ledger import Signature
from pokerroom.live.archive import Archive, Hall
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.house import LICENSED, PLAY, House
from pokerroom.live.ports import World
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.seeding import FIXED, RAKE, do, file, open_table, posting
from pokerroom.live.staff import orders
from pokerroom.live.staff.floor import Floor
from pokerroom.room import filing
from pokerroom.room.books.commands import Deposit
from pokerroom.room.lists import Wanted
from pokerroom.room.lists.stream import LISTS
from pokerroom.wire import messages as wire
from tests.owned import in_owned_world
from tests.unit.web.front import desk_of
from tests.wire import Client, Player, settings

MONEY, GAME, LIMITS = "Money 1", "seven-card-stud-high", "$2-$4 limit"
CAGE = Signature("Cass", "cage")
DEPOSIT = 30_000


def member(name: str) -> Identity:
    return Identity(f"player-{name.lower()}", name, Role.PLAYER, guest=False)


def in_both_rooms(test: Callable[[House], Awaitable[None]]) -> None:
    """A house without bots, where stud is played for money too, at the limits of the table for play chips."""

    async def run(world: World) -> None:
        house = await House.open(replace(settings(bots=0), licensed_database="memory:"), world=world, pace=0)
        licensed = house.rooms[LICENSED]
        await house.keep_day(licensed)
        await file(licensed, filing.RAKE, filing.RakeSubmission(methods=(RAKE,), most=RAKE.most))
        await open_table(licensed, MONEY, posting(game(GAME), FIXED))
        house.start()
        house.add_table(licensed, MONEY)
        try:
            await test(house)
        finally:
            await house.close()

    in_owned_world(run, "in both rooms")


async def with_money(house: House, name: str) -> Player:
    found = Player(house, member(name), Random(name))
    await do(
        house.rooms[LICENSED],
        Deposit(player=found.identity.id, amount=DEPOSIT, by=CAGE, at=house.rooms[LICENSED].moment()),
    )
    await found.enter()
    return found


def test_a_table_says_whether_its_chips_are_money() -> None:
    async def test(house: House) -> None:
        ann = await with_money(house, "Ann")
        play = next(each.name for each in house.lobby_tables() if each.play_chips)
        for table, for_play in ((MONEY, False), (play, True)):
            await ann.say(wire.Watch(table=table))
            shown = await ann.until(lambda each: isinstance(each, wire.TableState))
            assert (shown.table, shown.state.play_chips) == (table, for_play)

    in_both_rooms(test)


def test_money_in_the_bank_is_not_added_to_play_chips() -> None:
    async def test(house: House) -> None:
        ann, guest = await with_money(house, "Ann"), Client(house, "Gus")
        await house.rooms[PLAY].stake(ann.identity.id, least=1, up_to=200_000)
        shown = house.lobby(ann.identity)
        assert (shown.play_chips, shown.money) == (200_000, DEPOSIT)
        assert (await guest.enter()).lobby.money is None, "a guest has no bank in the licensed room"

    in_both_rooms(test)


def test_a_quick_seat_is_never_one_for_money() -> None:
    async def test(house: House) -> None:
        ann = await with_money(house, "Ann")
        ben = await with_money(house, "Ben")
        seated = await ben.ask(wire.Sit, table=MONEY)
        assert isinstance(seated, wire.Accepted), seated
        answer = await ann.ask(wire.QuickSeat, game=GAME)
        assert isinstance(answer, wire.Accepted)
        assert answer.table != MONEY, "company must not draw anybody to a table for money"
        assert house.rooms[LICENSED].balance(ann.identity.id) == DEPOSIT

    in_both_rooms(test)


def test_whoever_waits_for_a_table_for_money_waits_there_and_not_for_play_chips() -> None:
    async def test(house: House) -> None:
        ann, wanted = await with_money(house, "Ann"), Wanted(GAME, LIMITS)
        for for_play, room in ((False, LICENSED), (True, PLAY)):
            asked = {"game": GAME, "limits": LIMITS, "play_chips": for_play}
            assert isinstance(await ann.ask(wire.JoinList, **asked), wire.Accepted)
            waiting = {name: live.room.state(LISTS) for name, live in house.rooms.items()}
            held = {name: each.hold_of(ann.identity.id) is not None for name, each in waiting.items()}
            joined = {name: ann.identity.id in each.lists[wanted].players for name, each in waiting.items()}
            assert {name for name in house.rooms if held[name] or joined[name]} == {room}
            offers = [each for each in ann.heard if isinstance(each, wire.Offered)]
            assert all(each.play_chips is for_play for each in offers)
            for offer in offers:
                await ann.ask(wire.AnswerOffer, table=offer.table, seat=offer.seat, accept=False)
            ann.heard.clear()
            await ann.ask(wire.LeaveList, **asked)

    in_both_rooms(test)


def test_a_round_and_its_hand_history_say_what_was_played_for() -> None:
    async def test(house: House) -> None:
        play = next(
            name for name, actor in house.actors.items() if actor.live.play_chips and actor.table.posting.game == GAME
        )
        archive = Archive([Hall(live.store, live.room.keys, live.play_chips) for live in house.rooms.values()])
        for table, says in ((MONEY, ("USD", "money")), (play, (None, "play chips"))):
            two = [await with_money(house, f"{name} {table}") for name in ("Ann", "Ben")]
            for each in two:
                assert isinstance(await each.ask(wire.Sit, table=table), wire.Accepted)
            await asyncio.gather(*(each.play(table, rounds=1) for each in two))
            found = archive.find(table, 1, two[0].identity.id)
            assert found.hall.play_chips is (table == play)
            written = tomllib.loads(archive.phh(found, two[0].identity.id, house.name_of))
            assert (written.get("currency"), written["_played_for"]) == says

    in_both_rooms(test)


FLO = Identity("flo", "Flo Ray", Role.FLOORPERSON, guest=False, positions=(Role.FLOORPERSON,))


def test_staff_are_told_the_rooms_they_work_in_money_first_and_players_none() -> None:
    async def test(house: House) -> None:
        assert house.you(FLO).rooms == ("licensed", "play-chips"), "whether a table is open there or not"
        assert house.you(member("Ann")).rooms == ()

    in_both_rooms(test)


def test_a_table_cannot_have_the_name_of_one_in_the_other_room() -> None:
    async def test(house: House) -> None:
        licensed, floor = house.rooms[LICENSED], Floor(house, desk_of())
        says = {"type": "OpenTable", "area": {"name": "poker room", "approved": True}}
        name = next(each.name for each in house.lobby_tables() if each.play_chips)
        asked = orders.read("table", says, table=name, subject=f"table {MONEY}")
        assert isinstance(asked, orders.Order)
        refused = await floor.order(FLO, licensed, asked, id="open")
        assert isinstance(refused, Refusal)
        assert refused.code is Code.TABLE_ELSEWHERE

    in_both_rooms(test)
