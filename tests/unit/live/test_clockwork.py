"""The clock of a live table, as its players see it: what silence does, and what becomes of whoever is not there."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

from pokerroom.live.house import House
from pokerroom.live.tables.clock import ClockRules
from pokerroom.room.lists.stream import LISTS
from pokerroom.wire import messages as wire
from tests.wire import Client, in_house, table_of

STUD, HOLD_EM = "seven-card-stud-high", "hold-em"
SOON = 0.4
"""Seconds to act: enough for whoever wants to, and soon over for whoever does not."""


def clock(**more: float) -> ClockRules:
    rules = {"act": SOON, "show": 0.0, "bank": 0.0, "bank_refill": 0.0, "round_pause": 0.0, "step_pause": 0.0}
    return ClockRules(**(rules | more))


def among_people(test: Callable[[House], Awaitable[None]], rules: ClockRules) -> None:
    """In a house without bots."""
    in_house(test, clock=rules, bots=0)


async def seated(house: House, table: str, *names: str) -> list[Client]:
    people = [Client(house, name) for name in names]
    for each in people:
        await each.enter()
        await each.sit(table)
    return people


def happened(wanted: Callable[[wire.Happened], object]) -> Callable[[Any], object]:
    return lambda message: isinstance(message, wire.Happened) and wanted(message)


def is_over(message: wire.Happened) -> bool:
    return message.state.result is not None


async def first_end(client: Client) -> wire.Happened:
    """The first message that a round was over by, which may have come already."""
    known = (each for each in client.heard if isinstance(each, wire.Happened) and is_over(each))
    found: wire.Happened = next(known, None) or await client.until(happened(is_over))
    return found


def told(client: Client) -> list[wire.Told]:
    return [each for message in client.heard if isinstance(message, wire.Happened) for each in message.told]


def tags(client: Client, seat: int | None = None) -> list[str]:
    return [each.tag for each in told(client) if seat is None or each.seat == seat]


def test_a_forced_bet_is_posted_for_whoever_says_nothing_and_only_then_the_other_folds() -> None:
    async def test(house: House) -> None:
        ann, _ = await seated(house, table_of(house, STUD), "Ann", "Ben")
        await first_end(ann)
        moves = [tag for tag in tags(ann) if tag in {"ForcedBetPosted", "Folded", "Checked"}]
        assert moves[:2] == ["ForcedBetPosted", "Folded"]

    among_people(test, clock())


def test_whoever_says_nothing_checks_while_that_is_free() -> None:
    async def test(house: House) -> None:
        table = table_of(house, HOLD_EM)
        ann, ben = await seated(house, table, "Ann", "Ben")
        caller = None
        while caller is None:
            turn = await ann.until(happened(lambda each: each.state.turn))
            who = ann if turn.state.offers else ben
            if turn.state.offers or turn.state.turn.seat != turn.state.my_seat:
                caller = who
        answer = await caller.ask(wire.Act, table=table, move=wire.Call())
        assert isinstance(answer, wire.Accepted), answer
        end = await first_end(ann)
        assert "Folded" not in tags(ann)
        assert tags(ann).count("Checked") >= 7, "the big blind once, and both on three streets"
        assert len(end.state.board) == 5

    among_people(test, clock())


async def act_first(table: str, people: list[Client], move: wire.AnyMove) -> tuple[Client, Client]:
    """The first to act makes this move; he and the other."""
    one, other = people
    turn = await one.until(happened(lambda each: each.state.turn))
    first, second = (one, other) if turn.state.turn.seat == turn.state.my_seat else (other, one)
    answer = await first.ask(wire.Act, table=table, move=move)
    assert isinstance(answer, wire.Accepted), answer
    return first, second


def test_a_wager_that_was_made_stays_in_the_pot_when_its_player_is_gone() -> None:
    async def test(house: House) -> None:
        table = table_of(house, HOLD_EM)
        people = await seated(house, table, "Ann", "Ben")
        first, second = await act_first(table, people, wire.Raise(to=2_000))
        first.hang_up()
        raised = await second.until(happened(lambda each: each.state.offers))
        assert raised.state.bet == 2_000
        most = next(offer.most for offer in raised.state.offers if offer.kind == "Raise")
        await second.ask(wire.Act, table=table, move=wire.Raise(to=most))
        end = await first_end(second)
        mine = next(seat for seat in end.state.seats if seat.me)
        assert mine.won == 2 * 2_000 - end.state.raked, "what was raised stays, and what nobody called goes back"

    among_people(test, clock(act=2, grace=60))


def test_whoever_is_all_in_and_gone_still_shows_and_is_paid() -> None:
    async def test(house: House) -> None:
        table = table_of(house, HOLD_EM)
        people = await seated(house, table, "Ann", "Ben")
        turn = await people[0].until(happened(lambda each: each.state.turn))
        acting = people[0] if turn.state.turn.seat == turn.state.my_seat else people[1]
        offers = turn.state.offers or (await acting.until(happened(lambda each: each.state.offers))).state.offers
        most = next(offer.most for offer in offers if offer.kind == "Raise")
        await acting.ask(wire.Act, table=table, move=wire.Raise(to=most))
        acting.hang_up()
        other = next(each for each in people if each is not acting)
        await other.until(happened(lambda each: each.state.offers))
        await other.ask(wire.Act, table=table, move=wire.Call())
        end = await first_end(other)
        assert "HandShown" in tags(other)
        assert sum(seat.won for seat in end.state.seats) == 2 * most - end.state.raked
        assert "Folded" not in tags(other)

    among_people(test, clock())


def test_a_time_bank_begins_by_itself_and_what_was_not_used_stays() -> None:
    async def test(house: House) -> None:
        table = table_of(house, HOLD_EM)
        ann, ben = await seated(house, table, "Ann", "Ben")
        turn = await ann.until(happened(lambda each: each.state.turn and each.state.turn.on_time_bank))
        acting = ann if turn.state.turn.seat == turn.state.my_seat else ben
        assert turn.state.turn.deadline - turn.state.turn.since >= 20 + SOON
        await asyncio.sleep(0.2)
        answer = await acting.ask(wire.Act, table=table, move=wire.Fold())
        assert isinstance(answer, wire.Accepted), answer
        end = await first_end(ann)
        banks = sorted(seat.time_bank for seat in end.state.seats)
        assert 0 < banks[0] < banks[1] == 20

    among_people(test, clock(bank=20, bank_most=20))


async def give_way(client: Client, table: str) -> None:
    """Check or fold, so that blinds are all that is won and lost."""
    while True:
        turn = await client.until(happened(lambda each: each.state.offers))
        kinds = {offer.kind for offer in turn.state.offers}
        move = wire.Check() if "Check" in kinds else wire.Show() if "Show" in kinds else wire.Fold()
        await client.say(wire.Act(id=f"g{turn.sequence}", table=table, move=move, seen=turn.sequence))


def test_whoever_is_gone_keeps_his_seat_and_sits_out_and_makes_the_blinds_good_when_he_is_back() -> None:
    async def test(house: House) -> None:
        table = table_of(house, HOLD_EM)
        ann, ben, lou, cy = (Client(house, name) for name in ("Ann", "Ben", "Lou", "Cy"))
        for each in (lou, cy, ann, ben):
            await each.enter()
        await lou.say(wire.Watch(table=table))
        for each in (cy, ann, ben):
            await each.sit(table)
        playing = [asyncio.create_task(give_way(each, table)) for each in (ann, ben)]
        cy.hang_up()
        gone = await lou.until(happened(lambda each: any(seat.sitting_out for seat in each.state.seats)))
        assert [seat.name for seat in gone.state.seats if seat.sitting_out] == ["Cy"]
        assert [seat.name for seat in gone.state.seats if not seat.connected] == ["Cy"]
        owing = await lou.until(happened(lambda each: any(seat.owes_blinds for seat in each.state.seats)))
        assert [seat.name for seat in owing.state.seats if seat.owes_blinds] == ["Cy"]
        back = Client(house, "Cy")
        await back.enter()
        assert isinstance(await back.ask(wire.SitIn, table=table), wire.Accepted)
        await lou.until(happened(lambda each: any(paid(seat) for seat in each.state.seats)))
        for task in playing:
            task.cancel()

    def paid(seat: wire.SeatView) -> bool:
        return seat.name == "Cy" and seat.dealt_in and not seat.owes_blinds

    among_people(test, clock(act=5, grace=0.0, keep_seat=60))


def test_a_seat_that_was_kept_long_enough_is_given_up_and_its_chips_go_to_the_bank() -> None:
    async def test(house: House) -> None:
        table = table_of(house, HOLD_EM)
        ann, _, cy = await seated(house, table, "Ann", "Ben", "Cy")
        cy.hang_up()
        left = await ann.until(happened(lambda each: len(each.state.seats) == 2))
        assert {seat.name for seat in left.state.seats} == {"Ann", "Ben"}
        live = house.rooms["play chips"]
        while live.room.state(LISTS).seat_of(cy.identity.id) is not None:
            await ann.next()
        await live.book()
        assert live.balance(cy.identity.id) > 0

    among_people(test, clock(grace=0.0, keep_seat=0.0))


def test_an_offer_that_nobody_takes_goes_to_the_next_in_line() -> None:
    async def test(house: House) -> None:
        table = table_of(house, "triple-draw-deuce-to-seven")
        actor = house.actors[table]
        sitting = await seated(house, table, *(f"P{number}" for number in range(len(actor.table.places))))
        wanted = actor.live.room.state(LISTS).tables[table].wanted
        first, second = Client(house, "Una"), Client(house, "Vic")
        for each in (first, second):
            await each.enter()
            assert isinstance(await each.ask(wire.JoinList, game=wanted.game, limits=wanted.limits), wire.Accepted)
        assert isinstance(await sitting[0].ask(wire.Leave, table=table), wire.Accepted)
        for each in sitting:
            each.hang_up()
        offered = await first.until(lambda each: isinstance(each, wire.Offered))
        assert offered.until > actor.live.moment().timestamp()
        assert not any(isinstance(each, wire.Offered) for each in second.so_far())
        later(house)
        passed_on = await second.until(lambda each: isinstance(each, wire.Offered))
        assert passed_on.seat == offered.seat
        late = await first.ask(wire.AnswerOffer, table=table, seat=offered.seat, accept=True)
        assert isinstance(late, wire.Refused)
        taken = await second.ask(wire.AnswerOffer, table=table, seat=passed_on.seat, accept=True)
        assert isinstance(taken, wire.Accepted), taken

    among_people(test, clock())


def later(house: House) -> None:
    """Minutes have gone by on the room's clock, which never goes back."""
    for live in house.rooms.values():
        ahead = live.moment() + timedelta(minutes=3)
        live.moment = lambda ahead=ahead: ahead  # type: ignore[method-assign,misc]
