"""N.J.A.C. 13:69F-14.7(c): table stakes from round to round: buying in, adding, leaving for a while, being dealt in."""

from typing import Any

import pytest
from msgspec.structs import replace

from pokerroom import play
from pokerroom.play import Role, view
from pokerroom.rules.house import NoLimit
from pokerroom.table.refusals import Code
from pokerroom.table.seating import Status, TableRules, in_pieces
from pokerroom.table.seating.commands import (
    CloseTable,
    GoAway,
    LeaveSeat,
    Method,
    OpenTable,
    Play,
    RemoveStakes,
    Return,
    TakeSeat,
    TopUp,
)
from pokerroom.table.seating.events import CameBack, LeftOut, RoundStarted, SeatVacated, StakesAdded, WentAway, Why
from tests.seating import DEALER, FLOOR, NAMES, POKER_ROOM, SUPERVISOR, Room, clock, hold_em, seated, stud
from tests.spec_marks import scenario, spec
from tests.tables import cents, seat


@pytest.mark.parametrize(
    ("who", "short", "enough"), [("Ann", 2, 3), ("Bob", 3, 4), ("Cat", 1, 2)], ids=["first blind", "second", "none"]
)
@scenario("MO-02")
@spec("R-14.7-c-3")
def test_a_player_who_covers_their_blind_and_one_minimum_bet_is_dealt_in(who: str, short: float, enough: float) -> None:
    # The button is at S4: S1 and S2 owe the blinds of 1 and 2; the minimum is 2.
    for amount, dealt_in in ((short, False), (enough, True)):
        stakes = [amount if player == who else 100 for player in NAMES[:4]]
        room = seated(hold_em(), players=4, stakes=stakes)
        room.start()
        started = room.last(RoundStarted)
        assert (who in started.players) == dealt_in
        left_out = [] if dealt_in else [LeftOut(NAMES.index(who), who, Why.STAKES)]
        assert list(started.left_out) == left_out


@spec("R-14.7-c-3")
def test_every_stud_seat_covers_ante_forced_bet_and_one_minimum_bet() -> None:
    room = seated(stud(), stakes=(7, 8, 100))
    room.start()
    assert room.last(RoundStarted).players == ("Bob", "Cat")


@spec("R-14.7-c-3")
def test_blinds_fall_on_others_when_a_player_cannot_cover_theirs() -> None:
    # Bob cannot cover the second blind but could play without one; it falls on Cat, and only Bob is left out.
    room = seated(hold_em(), players=4, stakes=(100, 3, 100, 100))
    room.start()
    started = room.last(RoundStarted)
    assert started.players == ("Ann", "Cat", "Dan")
    assert started.blinds == (0, 2)
    assert room.stakes == (99, 3, 98, 100)


@scenario("MO-03")
@spec("R-14.7-c-1.1", "R-14.7-c.1", "R-14.7-c-1.2")
def test_what_is_added_during_a_round_plays_from_the_next_one_on() -> None:
    room = seated(hold_em(), players=4, stakes=(100, 100, 12, 100))
    room.start()
    room.play("S3 calls; S4 raises to 20; S1 calls; S2 folds")
    assert room.turn == "S3"
    room.top_up("Cat", 50)
    assert room.last(StakesAdded).next_round
    assert room.stakes_of("Cat") == 10
    room.play("S3 calls")
    state = room.table.round
    assert state is not None
    assert state.put_in(2) == cents(12)
    assert state.stacks[2] == 0
    claims = [tuple(NAMES[claimant] for claimant in pot.claimants) for pot in view(state, Role.SPECTATOR).pots]
    assert claims == [("Ann", "Cat", "Dan"), ("Ann", "Dan")]
    room.refused(RemoveStakes, Code.STAKES_STAY, player="Ann", amount=1000, by="Ann")
    room.stay()
    # Three players matched the 12, and Bob left the blind of 2: 38, less the rake.
    assert room.stakes_of("Cat") <= 50 + 38
    room.start()
    assert room.last(RoundStarted).players == ("Ann", "Bob", "Cat", "Dan")
    state = room.table.round
    assert state is not None
    assert state.stacks[2] + state.bets[2] >= cents(50)


@spec("R-14.7-c-1.1")
def test_between_rounds_what_is_added_is_there_at_once() -> None:
    room = seated(hold_em(), players=2)
    room.top_up("Ann", 25)
    assert not room.last(StakesAdded).next_round
    assert room.stakes == (125, 100)


@spec("R-14.7-c-1.1")
def test_a_player_who_is_not_dealt_in_may_add_during_the_round_of_the_others() -> None:
    room = seated(hold_em(), players=3, stakes=(100, 100, 1))
    room.start()
    room.top_up("Cat", 25)
    assert not room.last(StakesAdded).next_round
    assert room.stakes_of("Cat") == 26


@pytest.mark.parametrize("amount", [1, 50, 100])
@spec("R-14.7-c-1.2")
def test_nobody_takes_stakes_off_the_table_and_stays(amount: float) -> None:
    room = seated(hold_em(), players=2)
    for by in ("Ann", DEALER, SUPERVISOR):
        refusal = room.refused(RemoveStakes, Code.STAKES_STAY, player="Ann", amount=cents(amount), by=by)
        assert refusal.paragraph == "14.7(c)1"


@scenario("MO-05")
@spec("R-14.7-c-5.0", "R-14.7-c-5-i", "R-14.7-c-1.2")
def test_the_shift_supervisor_counts_the_stakes_out_and_in() -> None:
    room = seated(hold_em(), players=5, stakes=(100, 100, 100, 100, 340))
    room.now = clock("14:05")
    for by in ("Eve", DEALER, FLOOR):
        room.refused(GoAway, Code.NO_AUTHORITY, player="Eve", method=Method.COUNTED, by=by)
    room.do(GoAway, player="Eve", method=Method.COUNTED, by=SUPERVISOR)
    went = room.last(WentAway)
    assert (went.amount, went.at, went.by) == (34_000, clock("14:05"), SUPERVISOR)
    assert went.rule.paragraph == "14.7(c)5i"
    assert room.stakes_of("Eve") == 0
    room.refused(TakeSeat, Code.SEAT_TAKEN, player="Zoe", seat=4, amount=10_000)
    room.round()
    assert "Eve" not in room.last(RoundStarted).players
    room.now = clock("14:40")
    room.refused(Return, Code.SHORT_RETURN, player="Eve", amount=30_000, by=SUPERVISOR)
    room.refused(Return, Code.NO_AUTHORITY, player="Eve", amount=34_000, by=FLOOR)
    room.do(Return, player="Eve", amount=34_000, by=SUPERVISOR)
    back = room.last(CameBack)
    assert (back.recorded, back.amount, back.variance, back.at) == (34_000, 34_000, 0, clock("14:40"))
    assert room.stakes_of("Eve") == 340


@scenario("MO-05")
@spec("R-14.7-c-5-ii")
def test_or_the_stakes_stay_on_the_table_under_a_cover() -> None:
    room = seated(hold_em(), players=3, stakes=340)
    room.do(GoAway, player="Cat", method=Method.COVERED, by=SUPERVISOR)
    assert room.last(WentAway).rule.paragraph == "14.7(c)5ii"
    assert room.stakes_of("Cat") == 340
    room.refused(TopUp, Code.AWAY, player="Cat", amount=1000)
    room.refused(GoAway, Code.AWAY, player="Cat", method=Method.COUNTED, by=SUPERVISOR)
    room.round()
    assert room.last(RoundStarted).players == ("Ann", "Bob")
    room.refused(Return, Code.COVER_DIFFERS, player="Cat", amount=30_000, by=SUPERVISOR, reason="lost a chip")
    room.do(Return, player="Cat", amount=34_000, by=SUPERVISOR)
    assert room.table.place(2).status is Status.PLAYING


@spec("R-14.7-c-5-i")
def test_a_return_with_less_takes_a_decision_with_its_reason_and_is_flagged() -> None:
    room = seated(hold_em(), players=2, stakes=340)
    room.do(GoAway, player="Bob", method=Method.COUNTED, by=SUPERVISOR)
    room.do(Return, player="Bob", amount=30_000, by=SUPERVISOR, reason="$40 spent on dinner, seen by the cage")
    assert room.last(CameBack).variance == -4000
    assert room.stakes_of("Bob") == 300
    strict = seated(hold_em(rules=TableRules(short_return="refuse")), players=2, stakes=340)
    strict.do(GoAway, player="Bob", method=Method.COUNTED, by=SUPERVISOR)
    strict.refused(Return, Code.SHORT_RETURN, player="Bob", amount=30_000, by=SUPERVISOR, reason="dinner")


@spec("R-14.7-c-5-i")
def test_a_return_with_more_buys_the_rest_in() -> None:
    room = seated(hold_em(rules=TableRules(buy_in_most=50_000)), players=2, stakes=340)
    room.do(GoAway, player="Bob", method=Method.COUNTED, by=SUPERVISOR)
    room.refused(Return, Code.ABOVE_BUY_IN, player="Bob", amount=60_000, by=SUPERVISOR)
    room.do(Return, player="Bob", amount=50_000, by=SUPERVISOR)
    assert room.table.bought_in == 84_000


@spec("R-14.7-c-5.0")
def test_the_seat_is_kept_until_the_leave_ends() -> None:
    room = seated(hold_em(rules=TableRules(leave_max_minutes=30)), players=2, stakes=340)
    room.do(GoAway, player="Bob", method=Method.COUNTED, by=SUPERVISOR)
    room.wait(30)
    room.refused(LeaveSeat, Code.SEAT_KEPT, player="Bob")
    room.wait(1)
    room.leave("Bob")
    assert room.last(SeatVacated).amount == 34_000


@spec("R-14.7-c-5.0")
def test_a_late_return_is_noted() -> None:
    room = seated(hold_em(rules=TableRules(leave_max_minutes=30)), players=2, stakes=340)
    room.do(GoAway, player="Bob", method=Method.COVERED, by=SUPERVISOR)
    room.wait(31)
    room.do(Return, player="Bob", amount=34_000, by=SUPERVISOR)
    assert room.last(CameBack).overdue
    room.refused(Return, Code.NOT_AWAY, player="Bob", amount=34_000, by=SUPERVISOR)


@spec("R-14.7-c-5.0")
@pytest.mark.parametrize("method", list(Method), ids=str)
def test_nobody_goes_away_from_a_hand_that_is_still_in_the_round(method: Method) -> None:
    room = seated(hold_em(), players=3)
    room.start()
    refusal = room.refused(GoAway, Code.DEALT_IN, player="Ann", method=method, by=SUPERVISOR)
    assert refusal.paragraph.startswith("14.7(c)5")
    room.stay()
    room.do(GoAway, player="Ann", method=method, by=SUPERVISOR)


@spec("R-14.7-c-5.0", "R-14.7-c-5-i")
def test_a_player_who_has_folded_has_the_stakes_counted_out_at_once() -> None:
    room = seated(hold_em(), players=3, stakes=100)
    room.start()
    room.play("S3 raises to 8; S1 folds")
    room.do(GoAway, player="Ann", method=Method.COUNTED, by=SUPERVISOR)
    assert room.last(WentAway).amount == room.last(WentAway).of_round == 9900
    assert room.stakes_of("Ann") == 0
    refusal = room.refused(Return, Code.DEALT_IN, player="Ann", amount=9900, by=SUPERVISOR)
    assert refusal.paragraph == "14.7(c)1"
    room.stay()
    assert (room.table.place(0).stakes, room.table.place(0).carried) == (0, 9900)
    room.round()
    assert "Ann" not in room.last(RoundStarted).players
    room.do(Return, player="Ann", amount=9900, by=SUPERVISOR)
    assert room.stakes_of("Ann") == 99


@spec("R-14.7-c-5.0", "R-14.7-c-5-ii")
def test_a_player_who_has_folded_has_the_stakes_covered_and_may_come_back_in_the_same_round() -> None:
    room = seated(hold_em(), players=3, stakes=100)
    room.start()
    room.do(TopUp, player="Ann", amount=2000)
    room.play("S3 raises to 8; S1 folds")
    room.do(GoAway, player="Ann", method=Method.COVERED, by=SUPERVISOR)
    room.refused(Return, Code.COVER_DIFFERS, player="Ann", amount=9900, by=SUPERVISOR)
    room.do(Return, player="Ann", amount=11_900, by=SUPERVISOR)
    room.stay()
    assert room.stakes_of("Ann") == 119


@spec("R-14.7-c-5-i")
def test_what_a_dead_round_returns_to_a_player_who_left_waits_at_the_seat() -> None:
    room = seated(hold_em(), players=3, stakes=100)
    room.start()
    room.do(TopUp, player="Ann", amount=2000)
    room.play("S3 raises to 8; S1 folds")
    room.do(GoAway, player="Ann", method=Method.COUNTED, by=SUPERVISOR)
    room.do(Play, command=play.DeclareDead(play.CardCount.MISSING), by=SUPERVISOR)
    assert (room.table.place(0).stakes, room.table.place(0).carried) == (100, 11_900)
    room.do(Return, player="Ann", amount=11_900, by=SUPERVISOR)
    assert room.stakes_of("Ann") == 120


@spec("R-14.7-c-5-i")
def test_no_ruling_moves_chips_that_were_counted_out() -> None:
    room = seated(hold_em(), players=3, stakes=100)
    room.start()
    room.play("S3 raises to 8; S1 folds")
    room.do(GoAway, player="Ann", method=Method.COUNTED, by=SUPERVISOR)
    ruling = play.Ruling(SUPERVISOR, room.now, "a call was meant", "14.15(b)")
    move = play.Move(100, play.Place(play.Seat(0), "stakes"), play.Place(play.Seat(1), "stakes"))
    refusal = room.refused(Play, Code.AWAY, command=play.Rule(ruling, (move,)), by=SUPERVISOR)
    assert refusal.paragraph == "14.7(c)5i"


@spec("R-14.7-c-5.0")
def test_a_player_who_has_folded_and_gone_may_give_the_seat_up_with_all_stakes() -> None:
    room = seated(hold_em(), players=3, stakes=100)
    room.start()
    room.play("S3 raises to 8; S1 folds")
    room.do(GoAway, player="Ann", method=Method.COUNTED, by=SUPERVISOR)
    room.do(LeaveSeat, player="Ann", by="Ann")
    room.stay()
    assert room.last(SeatVacated).amount == 9900


def test_a_buy_in_is_within_what_is_posted() -> None:
    room = Room(hold_em(rules=TableRules(buy_in_least=4000, buy_in_most=20_000)))
    room.refused(TakeSeat, Code.BELOW_BUY_IN, player="Ann", seat=0, amount=3900)
    room.refused(TakeSeat, Code.ABOVE_BUY_IN, player="Ann", seat=0, amount=20_100)
    room.sit("Ann", "S1", 150)
    room.refused(TopUp, Code.ABOVE_BUY_IN, player="Ann", amount=5100)
    room.top_up("Ann", 50)
    for amount in (0, -1, 1.5):
        room.refused(TopUp, Code.NOT_AN_AMOUNT, player="Ann", amount=amount)


@spec("R-14.7-c-1.2")
@pytest.mark.parametrize("where", ["S1", "S5"], ids=["the same seat", "another seat"])
def test_nobody_gets_up_and_sits_down_again_with_less(where: str) -> None:
    room = seated(hold_em(), players=3, stakes=340)
    room.leave("Ann")
    room.wait(59)
    place = seat(where)
    for by in ("Ann", DEALER, FLOOR):
        refusal = room.refused(TakeSeat, Code.STAKES_REDUCED, player="Ann", seat=place, amount=10_000, by=by)
        assert (refusal.paragraph, refusal.cited.reading) == ("14.7(c)1", "R-37")
        assert "$340" in str(refusal)
    room.do(TakeSeat, player="Ann", seat=place, amount=34_000, by="Ann")
    assert room.table.left_with("Ann", room.now) == 0


@spec("R-14.7-c-1.2")
def test_after_the_posted_time_or_by_the_shift_supervisor_one_sits_down_with_any_buy_in() -> None:
    room = seated(hold_em(), players=3, stakes=340)
    room.leave("Ann")
    room.do(TakeSeat, player="Ann", seat=0, amount=10_000, by=SUPERVISOR)
    room.leave("Bob")
    room.wait(60)
    room.do(TakeSeat, player="Bob", seat=1, amount=10_000, by="Bob")
    free = seated(hold_em(rules=TableRules(rejoin_minutes=0)), players=3, stakes=340)
    free.leave("Ann")
    free.do(TakeSeat, player="Ann", seat=0, amount=10_000, by="Ann")


@spec("R-14.7-c-1.2")
def test_a_player_who_left_with_more_than_may_be_bought_in_comes_back_with_all_of_it() -> None:
    room = Room(hold_em(rules=TableRules(buy_in_most=20_000)))
    room.sit("Ann", "S1", 200)
    room.sit("Bob", "S2", 200)
    room.start()
    room.play("S1 raises to 200; S2 folds")
    winner = room.table.place(0)
    assert winner.stakes > 20_000
    room.leave("Ann")
    above = in_pieces(room.table.rotation, winner.stakes)
    room.refused(TakeSeat, Code.STAKES_REDUCED, player="Ann", seat=6, amount=above - 100)
    room.refused(TakeSeat, Code.ABOVE_BUY_IN, player="Ann", seat=6, amount=above + 100)
    room.do(TakeSeat, player="Ann", seat=6, amount=above)


@spec("R-14.7-c-1.2")
def test_a_table_that_closed_asks_nobody_for_what_they_left_with() -> None:
    room = seated(hold_em(), players=1, stakes=340)
    room.leave("Ann")
    room.do(CloseTable)
    room.do(OpenTable, area=POKER_ROOM, rotation=(hold_em(),))
    room.do(TakeSeat, player="Ann", seat=0, amount=10_000, by="Ann")


@spec("R-14.7-c.1")
@pytest.mark.parametrize(
    ("posted", "piece", "wrong"),
    [
        ({}, 1, (10.37, 10.5, 0.01)),
        ({"odd_unit": 50}, 0.5, (10.37, 10.25)),
        ({"ante": 25}, 0.25, (10.37, 10.1)),
        ({"ante": 50}, 0.5, (10.37, 10.25)),
        ({"ante": 75}, 0.25, (10.37, 10.1)),
        ({"ante": 100}, 1, (10.37, 10.5)),
    ],
    ids=str,
)
def test_stakes_are_bought_in_the_pieces_of_the_table(
    posted: dict[str, Any], piece: float, wrong: tuple[float, ...]
) -> None:
    room = Room(hold_em(**posted))
    for amount in wrong:
        refusal = room.refused(TakeSeat, Code.NOT_IN_PIECES, player="Ann", seat=0, amount=cents(amount))
        assert (refusal.paragraph, refusal.cited.reading) == ("14.7(c)", "R-38")
    room.sit("Ann", "S1", 10 + piece)
    room.refused(TopUp, Code.NOT_IN_PIECES, player="Ann", amount=cents(wrong[0]))
    room.top_up("Ann", 10 + piece)
    room.do(GoAway, player="Ann", method=Method.COUNTED, by=SUPERVISOR)
    held = cents(20 + 2 * piece)
    room.refused(Return, Code.NOT_IN_PIECES, player="Ann", amount=held + cents(wrong[0]), by=SUPERVISOR)
    room.do(Return, player="Ann", amount=held + cents(piece), by=SUPERVISOR)


@spec("R-14.7-c.1")
def test_a_rotation_takes_the_pieces_of_every_game_in_it() -> None:
    room = Room(replace(hold_em(), rounds=2), replace(hold_em(ante=25), rounds=2))
    room.sit("Ann", "S1", 10.25)
    room.refused(TakeSeat, Code.NOT_IN_PIECES, player="Bob", seat=1, amount=1037)


def test_a_short_stack_is_dealt_in_where_the_house_has_it_so() -> None:
    room = seated(hold_em(NoLimit(200), short_stack_dealt_in=True), stakes=(1, 100, 100))
    room.start()
    assert room.last(RoundStarted).players == ("Ann", "Bob", "Cat")
