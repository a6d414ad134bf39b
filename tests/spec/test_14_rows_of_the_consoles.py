"""What 14.1, 14.6, 14.7 and 14.15 ask of dealers and supervisors themselves, by the orders of those whom each names."""

import pytest

from pokerroom.live.refusals import Refusal
from pokerroom.play import Round
from pokerroom.room.conduct import CONDUCT
from tests.dealers_table import DEE, FLO, SUE, DealersTable, at_a_dealers_table
from tests.spec_marks import spec


def current(felt: DealersTable) -> Round:
    state = felt.table.round
    assert state is not None
    return state


async def begun(felt: DealersTable) -> int:
    """A round with three hands, and the seat to act."""
    await felt.opened_and_ready("Ann", "Ben", "Cy")
    await felt.started()
    return turn(felt)


def turn(felt: DealersTable) -> int:
    state = felt.round_as_dealt
    assert state is not None
    return felt.at_table(felt.turn_of(state))


def is_live(felt: DealersTable, seat: int) -> bool:
    own = felt.table.round_seat(seat)
    assert own is not None
    return current(felt).is_live(own)


@spec("R-14.1-fouled")
@pytest.mark.parametrize("cause", ["wrong number of cards", "mixed with other cards"])
def test_a_fouled_hand_leaves_the_round_as_the_dealer_says(cause: str) -> None:
    async def test(felt: DealersTable) -> None:
        seat = await begun(felt)
        await felt.done(DEE, "felt", "Call", seat=seat)
        await felt.done(DEE, "felt", "HandGone", seat=seat, cause=cause)
        assert not is_live(felt, seat)

    at_a_dealers_table(test)


@spec("R-14.1-protected", "R-14.15-i.1")
def test_a_hand_that_nobody_held_or_covered_has_no_redress_and_a_protected_one_is_marked() -> None:
    async def test(felt: DealersTable) -> None:
        seat = await begun(felt)
        await felt.done(DEE, "felt", "Call", seat=seat)
        other = turn(felt)
        await felt.done(DEE, "round", "MarkProtected", seat=other, how="under a chip")
        own = felt.table.round_seat(other)
        assert own is not None
        assert current(felt).protected >> own & 1
        before = felt.table.stakes(seat)
        await felt.done(DEE, "felt", "HandGone", seat=seat, cause="collected by the dealer")
        assert not is_live(felt, seat)
        assert felt.table.stakes(seat) == before, "what it had put in stays in the pot"

    at_a_dealers_table(test)


@spec("R-14.6-c.1")
def test_bets_lie_before_their_players_until_the_dealer_has_entered_the_last_of_them() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.done(DEE, "felt", "Raise", seat=await begun(felt), to=4_00)
        await felt.done(DEE, "felt", "Call", seat=turn(felt))
        assert sum(current(felt).bets) == 4_00 + 4_00 + 2_00, "nothing has been gathered"
        await felt.done(DEE, "felt", "Call", seat=turn(felt))
        assert not any(current(felt).bets)
        assert current(felt).pot == 12_00

    at_a_dealers_table(test)


@spec("R-14.7-c-5.0", "R-14.7-c-5-i", "R-14.7-c-5-ii")
@pytest.mark.parametrize("method", ["counted", "covered"])
def test_the_shift_supervisor_alone_lets_a_player_leave_for_a_while(method: str) -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready("Ann", "Ben", "Cy")
        ann = felt.players[0].identity.id
        for by in (DEE, FLO):
            assert isinstance(await felt.asked(by, "table", "GoAway", player=ann, method=method), Refusal)
        await felt.done(SUE, "table", "GoAway", player=ann, method=method)
        seat = felt.table.seat_of(ann)
        assert seat is not None, "the seat is kept"
        assert felt.table.leave_ends(seat) is not None

    at_a_dealers_table(test)


@spec("R-14.7-f")
@pytest.mark.parametrize("manner", ["pushed forward", "released into the pot", "released toward the pot"])
def test_chips_that_the_dealer_saw_placed_in_any_of_three_ways_are_a_bet(manner: str) -> None:
    async def test(felt: DealersTable) -> None:
        seat = await begun(felt)
        await felt.done(DEE, "felt", "PutIn", seat=seat, chips=[1_00, 1_00], manner=manner)
        assert turn(felt) != seat

    at_a_dealers_table(test)


@spec("R-14.7-g-1")
def test_a_bet_that_the_player_says_is_not_complete_stays_open() -> None:
    async def test(felt: DealersTable) -> None:
        seat = await begun(felt)
        await felt.done(DEE, "felt", "NotComplete", seat=seat)
        await felt.done(DEE, "felt", "PutIn", seat=seat, chips=[1_00, 1_00])
        assert turn(felt) == seat
        await felt.done(DEE, "felt", "PutIn", seat=seat, chips=[1_00, 1_00])
        await felt.done(DEE, "felt", "Rested", seat=seat)
        assert current(felt).bet == 4_00

    at_a_dealers_table(test)


@spec("R-14.7-h", "R-14.15-c")
@pytest.mark.parametrize("incident", ["touched chips in the pot", "took cards out of the dealer's view"])
def test_the_dealer_stops_a_player_and_the_warning_is_recorded(incident: str) -> None:
    async def test(felt: DealersTable) -> None:
        await begun(felt)
        ann = felt.players[0].identity.id
        done = await felt.done(DEE, "conduct", "Intervene", player=ann, incident=incident, warning="keep them here")
        assert any(stream == CONDUCT.name for stream, _ in done.events)

    at_a_dealers_table(test)


@spec("R-14.15-j-1-i")
def test_a_hand_thrown_face_down_by_whoever_faces_a_bet_is_folded() -> None:
    async def test(felt: DealersTable) -> None:
        seat = await begun(felt)
        await felt.done(DEE, "felt", "ThrewAway", seat=seat)
        assert not is_live(felt, seat)

    at_a_dealers_table(test)
