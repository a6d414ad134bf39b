"""A dealer declares a bad beat by naming the cards: at the showdown, and until the next round begins (R-77)."""

from typing import Any

from pokerroom.live.house import House
from pokerroom.live.refusals import Refusal
from pokerroom.live.staff.floor import Floor
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.room import Done
from tests.spec_marks import spec
from tests.unit.live.test_felt import PAYOUT, Felt, checked_down, lineup, with_a_payout
from tests.unit.live.test_floor import on_the_floor

BOARD = "Kc Kd 3h 3d 7c"
HANDS = ("3s 9h", "Ks 9d")


async def declared(felt: Felt, seats: tuple[int, ...], number: int) -> Done | Refusal:
    hands: list[dict[str, Any]] = [{"seat": seat, "cards": cards} for seat, cards in zip(seats, HANDS, strict=False)]
    order: dict[str, Any] = {
        "payout": PAYOUT,
        "table": felt.name,
        "round": number,
        "board": BOARD,
        "hands": hands,
    }
    return await felt.enter("DeclareBadBeat", counter="payouts", **order)


@spec("R-14.1-badbeat", "R-14.19-a.1")
def test_it_is_declared_after_the_pots_were_pushed_until_the_next_round_begins() -> None:
    async def test(house: House, floor: Floor) -> None:
        felt = await with_a_payout(house, floor, players=3)
        await checked_down(felt)
        seats, number = lineup(felt), felt.table.rounds
        players = [felt.table.place(seat).player for seat in seats]
        await felt.done("PushPots", pushes=[{"pot": 0, "seats": [seats[1]]}])
        assert felt.table.dealing is None
        answer = await declared(felt, seats, number)
        assert isinstance(answer, Done), answer
        hit = house.rooms["play chips"].room.state(PAYOUTS).by_name[PAYOUT].hits[1]
        assert (hit.showdown.round, hit.showdown.dealt_in) == (number, tuple(players))
        assert hit.beats[0].losing == (players[0],)

    on_the_floor(test)


def test_it_is_not_once_the_next_round_has_begun() -> None:
    async def test(house: House, floor: Floor) -> None:
        felt = await with_a_payout(house, floor, players=3)
        await checked_down(felt)
        seats, number = lineup(felt), felt.table.rounds
        await felt.done("PushPots", pushes=[{"pot": 0, "seats": [seats[1]]}])
        await felt.dealers.in_box("Attest", round=number)
        await felt.dealers.started()
        answer = await declared(felt, seats, number)
        assert isinstance(answer, Refusal)
        assert (answer.code.value, answer.paragraph) == ("no showdown", "14.19(a)")

    on_the_floor(test)
