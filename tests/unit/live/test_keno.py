"""Keno in the running house: players for play chips, and a writer, a runner and a supervisor for money."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

from msgspec.structs import replace

from pokerroom.keno import HOUSE_CARD
from pokerroom.keno.serials import partly_hidden, portions
from pokerroom.ledger import wagers
from pokerroom.live.banked.keno.actor import SALE, KenoActor
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.house import LICENSED, PLAY, House
from pokerroom.live.ports import World
from pokerroom.live.refusals import Refusal
from pokerroom.live.seeding import file
from pokerroom.live.staff import orders
from pokerroom.live.staff.floor import Floor
from pokerroom.room import filing
from pokerroom.room.books import LEDGER
from pokerroom.room.examining import examine_record
from pokerroom.room.keno import KENO
from pokerroom.room.room import Done
from pokerroom.wire import keno as wire, messages
from pokerroom.wire.banked import WatchGame
from tests.owned import in_owned_world
from tests.spec_marks import scenario, spec
from tests.unit.web.front import desk_of
from tests.wire import Client, entered, in_house, settings

PLACE, MONEY = "keno", "keno/money"
CARD = "rate card of the house"
WANDA = Identity("wanda", "Wanda", Role.KENO_WRITER, guest=False)
RUDI = Identity("rudi", "Rudi", Role.KENO_RUNNER, guest=False)
SUSAN = Identity("susan", "Susan", Role.KENO_SUPERVISOR, guest=False)
IDS = count(1)


async def at_keno(house: House, who: Identity | str, place: str = PLACE) -> Client:
    client = await entered(house, who)
    await client.say(WatchGame(game=place))
    await client.until(lambda message: isinstance(message, wire.KenoView))
    return client


def seen(client: Client) -> wire.KenoView:
    """How keno stands, as this client was told last."""
    return [message for message in client.so_far() if isinstance(message, wire.KenoView)][-1]


async def buys(client: Client, *spots: int, **more: Any) -> messages.Accepted | messages.Refused:
    fields = {"game": PLACE, "conditioning": "S 1.00", "first": seen(client).next, "spots": spots, **more}
    return await client.ask(wire.BuyKeno, **fields)


async def bought(client: Client, *spots: int, **more: Any) -> wire.KenoTicket:
    answer = await buys(client, *spots, **more)
    assert isinstance(answer, messages.Accepted), answer
    return seen(client).mine[0]


def keno_of(house: House, place: str = PLACE) -> KenoActor:
    actor = house.banked[place]
    assert isinstance(actor, KenoActor)
    return actor


def test_a_player_buys_a_ticket_sees_it_printed_back_and_is_paid_once() -> None:
    async def test(house: House) -> None:
        ann = await at_keno(house, "Ann")
        while True:
            tickets = [await bought(ann, *range(first, first + 10)) for first in range(1, 80, 10)]
            assert tickets[0].spots == tuple(range(1, 11))
            assert len(tickets[0].qr) >= 21
            number = seen(ann).next
            await ann.ask(wire.ReadyForDraw, game=PLACE, number=number)
            drawn = seen(ann).drawn[0]
            assert (drawn.number, len(set(drawn.balls))) == (number, 20)
            winners = [each for each in seen(ann).mine if each.standing == "won"]
            if winners:
                break
        before = house.rooms[PLAY].balance(ann.identity.id)
        paid = await ann.ask(wire.RedeemKeno, game=PLACE, serial=winners[0].serial)
        assert isinstance(paid, messages.Accepted)
        await house.rooms[PLAY].book()
        assert house.rooms[PLAY].balance(ann.identity.id) == before + winners[0].won
        again = await ann.ask(wire.RedeemKeno, game=PLACE, serial=winners[0].serial)
        assert isinstance(again, messages.Refused)
        assert (again.code, again.rule) == ("already paid", '15.1 "Keno ticket receipt"')
        assert examine_record(house.rooms[PLAY].store, keys=house.rooms[PLAY].room.keys).findings == ()

    in_house(test, bots=0)


def test_a_game_is_drawn_some_time_after_its_first_ticket_and_the_next_is_opened() -> None:
    async def test(house: House) -> None:
        ann = await at_keno(house, "Ann")
        await asyncio.sleep(10 * SALE)
        assert seen(ann).drawn == (), "nobody has a ticket"
        ticket = await bought(ann, 7)
        closes = seen(ann).closes
        assert closes is not None
        assert closes <= house.world.clock.time() + SALE
        await asyncio.sleep(SALE + 1)
        view = seen(ann)
        assert [each.number for each in view.drawn] == [ticket.first]
        assert (view.on_sale, view.next, view.closes) == (True, ticket.first + 1, None)

    in_house(test, bots=0)


def test_a_draw_waits_for_everybody_who_has_a_ticket_in_it() -> None:
    async def test(house: House) -> None:
        ann, ben = await at_keno(house, "Ann"), await at_keno(house, "Ben")
        await bought(ann, 7)
        await bought(ben, 8)
        number = seen(ann).next
        await ann.ask(wire.ReadyForDraw, game=PLACE, number=number)
        assert (seen(ann).ready, seen(ann).waiting, seen(ben).waiting) == (True, 1, 0)
        assert seen(ann).drawn == ()
        await ben.ask(wire.ReadyForDraw, game=PLACE, number=number)
        assert seen(ann).drawn[0].number == number

    in_house(test, bots=0)


def test_nobody_sees_the_tickets_of_another_or_is_paid_for_them() -> None:
    async def test(house: House) -> None:
        ann, ben = await at_keno(house, "Ann"), await at_keno(house, "Ben")
        ticket = await bought(ann, 7)
        assert seen(ben).mine == ()
        for kind in (wire.RedeemKeno, wire.VoidKeno):
            answer = await ben.ask(kind, game=PLACE, serial=ticket.serial)
            assert isinstance(answer, messages.Refused)
            assert answer.code == "no such ticket"
        secret = portions(ticket.serial)
        assert secret is not None
        assert not any(secret[1].encode() in raw for raw in [repr(ben.heard).encode()])
        assert isinstance(await ann.ask(wire.VoidKeno, game=PLACE, serial=ticket.serial), messages.Accepted)
        assert seen(ann).mine[0].standing == "voided"

    in_house(test, bots=0)


@spec("R-15.2-a", "R-15.2-c-1.1", "R-15.1-rate")
@scenario("KE-01", "KE-07")
def test_bad_requests_are_refused_with_their_paragraphs_and_cost_nothing() -> None:
    async def test(house: House) -> None:
        ann = await at_keno(house, "Ann")
        wrong: list[tuple[tuple[int, ...], dict[str, Any], str, str]] = [
            ((81,), {}, "not a number", "15.2(a)"),
            ((0,), {}, "not a number", "15.2(a)"),
            ((7, 7), {}, "marked twice", "15.2(c)1"),
            ((), {}, "no spots", "15.2(c)1"),
            (tuple(range(1, 12)), {}, "too many spots", "15.2(b)"),
            ((7,), {"conditioning": "W 1.00"}, "not a wager", "15.2(c)"),
            ((7,), {"conditioning": "S 0.50"}, "rate not on card", '15.1 "Rate card"'),
            ((7,), {"conditioning": "one dollar"}, "unreadable conditioning", '15.1 "Conditioning"'),
            ((7,), {"games": 21}, "too many games", '15.1 "Keno writer request"'),
            ((7,), {"games": -1}, "too many games", '15.1 "Keno writer request"'),
            ((7,), {"first": 0}, "draw begun", '15.1 "Keno ticket"'),
            ((7,), {"quick_pick": 3}, "both picked and marked", '15.1 "Quick-pick"'),
        ]
        for spots, more, code, paragraph in wrong:
            answer = await buys(ann, *spots, **more)
            assert isinstance(answer, messages.Refused), (spots, more)
            assert (answer.code, answer.rule) == (code, paragraph)
        assert seen(ann).mine == ()
        assert house.rooms[PLAY].room.state(LEDGER).balance(wagers("keno")) == 0

    in_house(test, bots=0)


def test_a_late_bet_is_refused_and_not_moved_to_another_game() -> None:
    async def test(house: House) -> None:
        ann = await at_keno(house, "Ann")
        first = (await bought(ann, 7)).first
        await ann.ask(wire.ReadyForDraw, game=PLACE, number=first)
        late = await buys(ann, 8, first=first)
        assert isinstance(late, messages.Refused)
        assert late.code == "draw begun"
        assert len(seen(ann).mine) == 1

    in_house(test, bots=0)


def test_the_card_is_shown_with_the_exact_advantage_of_every_pay() -> None:
    async def test(house: House) -> None:
        ann = await at_keno(house, "Ann")
        card = next(message for message in ann.heard if isinstance(message, wire.KenoCard))
        assert [len(each.pays) for each in card.pays] == list(map(len, HOUSE_CARD.pays))
        assert (card.pays[0].exact, card.pays[0].pays[0].chance) == ("1/4", "1/4")
        assert card.settings == "keno rate card/1"

    in_house(test, bots=0)


# In a licensed room.


class Lounge:
    """A house with a licensed room, its keno card filed, and somebody at the counter."""

    def __init__(self, house: House) -> None:
        self.house, self.live = house, house.rooms[LICENSED]
        self.floor = Floor(house, desk_of())

    async def give(self, by: Identity, kind: str, **fields: Any) -> Done | Refusal:
        order = orders.read("keno", {"type": kind, **fields})
        assert not isinstance(order, Refusal), order
        answer = await self.floor.order(by, self.live, order, id=f"o{next(IDS)}")
        assert isinstance(answer, Done | Refusal)
        return answer

    async def gives(self, by: Identity, kind: str, **fields: Any) -> Done:
        answer = await self.give(by, kind, **fields)
        assert isinstance(answer, Done), answer
        return answer

    async def code(self, by: Identity, kind: str, **fields: Any) -> tuple[str, str]:
        answer = await self.give(by, kind, **fields)
        assert isinstance(answer, Refusal), answer
        return answer.code.value, answer.paragraph

    async def open(self) -> None:
        await self.house.keep_day(self.live)
        await file(self.live, CARD, filing.KenoSettings(card=HOUSE_CARD))
        await self.gives(SUSAN, "PostKenoCard", subject=CARD)
        await self.gives(SUSAN, "OpenKenoGame")


def in_a_lounge(test: Callable[[Lounge], Awaitable[None]]) -> None:
    async def run(world: World) -> None:
        house = await House.open(replace(settings(bots=0), licensed_database="memory:"), world=world, pace=0)
        house.start()
        try:
            lounge = Lounge(house)
            await lounge.open()
            await test(lounge)
            assert not any(actor.halted for actor in house.banked.values())
            await lounge.live.book()
            assert examine_record(lounge.live.store, keys=lounge.live.room.keys).findings == ()
        finally:
            await house.close()

    in_owned_world(run, "in a lounge")


@spec("R-15.1-ticket.2", "R-15.1-runreq", "R-15.1-writereq")
@scenario("KE-04")
def test_a_writer_and_a_runner_issue_tickets_and_nobody_buys_one_for_oneself() -> None:
    async def test(lounge: Lounge) -> None:
        ann = await at_keno(lounge.house, Identity("player-ann", "Ann", Role.PLAYER, guest=False), MONEY)
        answer = await buys(ann, 7, game=MONEY)
        assert isinstance(answer, messages.Refused)
        assert (answer.code, answer.rule) == ("not an issuer", '15.1 "Keno ticket"')
        wanda, rudi = [await at_keno(lounge.house, each, MONEY) for each in (WANDA, RUDI)]
        form = {"conditioning": "S 2.00", "spots": (7, 22, 80), "first": 1}
        for kind in ("one part", "spoken"):
            await lounge.gives(WANDA, "IssueKenoTicket", form=kind, station="W1", **form)
        for kind in ("two parts", "one part with a detachable receipt"):
            await lounge.gives(RUDI, "IssueKenoTicket", form=kind, station="R7", **form)
        spoken = await lounge.code(RUDI, "IssueKenoTicket", form="spoken", station="R7", **form)
        assert spoken == ("spoken to runner", '15.1 "Keno ticket"')
        own = await lounge.code(RUDI, "IssueKenoTicket", form="one part", station="R7", **form)
        assert own == ("wrong request", '15.1 "Keno runner request"')
        assert [each.patrons_part for each in seen(wanda).mine] == ["", ""]
        assert [each.patrons_part for each in seen(rudi).mine] == ["detached receipt", "second part"]
        assert {each.by for each in seen(rudi).mine} == {"R7"}
        assert (await lounge.code(SUSAN, "IssueKenoTicket", form="one part", **form))[0] == "not for the role"

    in_a_lounge(test)


@spec("R-15.1-wktr.1", "R-15.1-wktr.2", "R-15.1-wktr-1", "R-15.1-wktr-2", "R-15.1-receipt")
@scenario("KE-06")
def test_a_winner_is_reported_to_its_runner_and_paid_or_taken_to_a_writer() -> None:
    async def test(lounge: Lounge) -> None:
        rudi, susan = [await at_keno(lounge.house, each, MONEY) for each in (RUDI, SUSAN)]
        wanda = await at_keno(lounge.house, WANDA, MONEY)
        won: list[wire.KenoTicket] = []
        while len(won) < 2:
            first = seen(rudi).next
            for start in range(1, 80, 10):
                form = {"conditioning": "S 5.00", "spots": (start,), "first": first, "form": "two parts"}
                await lounge.gives(RUDI, "IssueKenoTicket", station="R7", **form)
            await lounge.gives(WANDA, "DrawKenoGame")
            won = [each for each in seen(rudi).mine if each.standing == "won"]
            await lounge.gives(WANDA, "OpenKenoGame")
        game = next(each for each in seen(susan).drawn if each.number == won[0].first)
        assert [report.code for report in game.report] == ["R7"]
        parts = portions(won[0].serial)
        assert parts is not None
        assert partly_hidden(parts[0]) in {line.serial for line in game.report[0].lines}
        assert seen(wanda).drawn[0].report == ()
        await rudi.ask(wire.CheckKeno, game=MONEY, serial=won[0].serial)
        checked = next(message for message in rudi.heard if isinstance(message, wire.KenoChecked))
        assert (checked.ticket.won, checked.ticket.standing) == (won[0].won, "won")
        await lounge.gives(RUDI, "RedeemKenoTicket", serial=won[0].serial, station="R7")
        assert (await lounge.code(RUDI, "RedeemKenoTicket", serial=won[0].serial, station="R7"))[0] == "already paid"
        await lounge.gives(RUDI, "TakeKenoTicket", serial=won[1].serial, station="R7")
        await lounge.gives(WANDA, "RedeemKenoTicket", serial=won[1].serial)
        assert (await lounge.code(WANDA, "RedeemKenoTicket", serial="AAAAA-AAAAA-AAAAA-AAAAA"))[0] == "no such ticket"
        await lounge.gives(SUSAN, "ReportKenoWinners", game=won[0].first)
        assert lounge.live.room.state(KENO).tickets

    in_a_lounge(test)


def test_in_a_licensed_room_nothing_is_drawn_by_the_clock() -> None:
    async def test(lounge: Lounge) -> None:
        form = {"conditioning": "S 1.00", "spots": (7,), "first": 1, "form": "one part"}
        await lounge.gives(WANDA, "IssueKenoTicket", **form)
        await asyncio.sleep(20 * SALE)
        assert lounge.live.room.state(KENO).drawn == ()
        assert keno_of(lounge.house, MONEY).deadline is None

    in_a_lounge(test)
