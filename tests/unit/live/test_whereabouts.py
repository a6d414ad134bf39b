"""A table at another server: whoever plays or watches it is told where to go on, and whoever is at work stays."""

from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.house import PLAY, House
from pokerroom.wire import banked, messages as wire
from pokerroom.wire.cluster import Moved
from tests.elsewhere import Whereabouts
from tests.wire import Client, entered, in_house, table_of

TWO = "https://room.example.com/s/two"
FLOOR = Identity("flo", "Flo", Role.FLOORPERSON, guest=False)


def spread(house: House, **at: str) -> Whereabouts:
    """From now on these tables are at other servers."""
    where = Whereabouts()
    where.at |= at
    house.rooms[PLAY].elsewhere = where
    return where


def moves(client: Client) -> list[Moved]:
    return [each for each in client.so_far() if isinstance(each, Moved)]


def shown(client: Client) -> set[str]:
    return {each.table for each in client.so_far() if isinstance(each, wire.TableState | wire.Happened)}


def test_whoever_wants_to_see_a_table_of_another_server_is_told_where_it_is() -> None:
    async def test(house: House) -> None:
        spread(house, **{"1": TWO})
        ann = await entered(house, "Ann")
        await ann.say(wire.Watch(table="1", after=7))
        await ann.say(wire.Watch(table="2"))
        assert moves(ann) == [Moved(table="1", address=TWO)]
        assert shown(ann) == {"2"}, "a table that is elsewhere is not shown here"
        again = Client(house, "Ann")
        await again.enter(resume={"1": 7, "2": 0})
        assert moves(again) == [Moved(table="1", address=TWO)]
        assert "1" not in again.connection.watching

    in_house(test)


def test_a_player_whose_seat_is_at_another_server_hears_so_with_the_welcome() -> None:
    async def test(house: House) -> None:
        ann = await entered(house, "Ann")
        await ann.sit("1")
        spread(house, **{"1": TWO})
        again = Client(house, "Ann")
        await again.enter()
        assert moves(again) == [Moved(table="1", address=TWO)]

    in_house(test)


def test_whoever_sits_down_at_another_servers_table_goes_on_there() -> None:
    async def test(house: House) -> None:
        spread(house, **{"1": TWO})
        ann = await entered(house, "Ann")
        await ann.sit("1")
        assert moves(ann) == [Moved(table="1", address=TWO)]

    in_house(test)


def test_staff_follow_every_table_from_where_they_are() -> None:
    async def test(house: House) -> None:
        spread(house, **{"1": TWO})
        flo = await entered(house, FLOOR)
        await flo.say(wire.Watch(table="1"))
        assert moves(flo) == []
        assert shown(flo) == {"1"}
        house.actors["1"].moved(TWO)
        assert moves(flo) == []

    in_house(test)


def test_everybody_at_a_table_that_moves_is_told_and_still_hears_what_happens_until_they_go() -> None:
    async def test(house: House) -> None:
        table = table_of(house, "hold-em")
        ann, ben, eve = [await entered(house, name) for name in ("Ann", "Ben", "Eve")]
        for each in (ann, ben):
            await each.sit(table)
        await eve.say(wire.Watch(table=table))
        flo = await entered(house, FLOOR)
        await flo.say(wire.Watch(table=table))
        house.actors[table].moved(TWO)
        assert [moves(each) for each in (ann, ben, eve)] == [[Moved(table=table, address=TWO)]] * 3
        assert moves(flo) == []
        for each in (ann, eve):
            each.heard.clear()
            await each.sees(lambda state: state.playing)

    in_house(test)


def test_the_games_and_the_floor_are_where_the_desk_is() -> None:
    async def test(house: House) -> None:
        game = next(iter(house.banked))
        flo = await entered(house, FLOOR)
        await flo.say(wire.WatchFloor(room="play-chips"))
        await flo.say(banked.WatchGame(game=game))
        assert moves(flo) == [], "the desk is here"
        spread(house).desk_at = TWO
        await flo.say(wire.WatchFloor(room="play-chips"))
        await flo.say(banked.WatchGame(game=game))
        assert moves(flo) == [Moved(table="", address=TWO), Moved(table=game, address=TWO)]

    in_house(test)
