"""N.J.A.C. 13:69F-14.14: time charges, and the way of every kind of rake from the rake area to the table inventory."""

from datetime import timedelta

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from pokerroom.rules.house import Fixed, IncrementalRake, PercentageRake, RakeLevel, TimeCharge
from pokerroom.rules.staff import Official, Position
from pokerroom.table.refusals import Code, Refusal
from pokerroom.table.seating import Posting, lines_of, new_table, perform, sign_of
from pokerroom.table.seating.commands import (
    CloseTable,
    CollectTime,
    GoAway,
    LeaveSeat,
    Method,
    OpenTable,
    PayTime,
    PostChange,
    SitOut,
    VerifyTime,
)
from pokerroom.table.seating.events import (
    Charge,
    LeftOut,
    RakeMoved,
    RoundFinished,
    RoundStarted,
    SeatVacated,
    TimeCollected,
    TimePaid,
    TimeVerified,
    Why,
)
from tests.seating import DEALER, FLOOR, OPENED, POKER_ROOM, SUPERVISOR, Room, hold_em, seated
from tests.spec_marks import scenario, spec

TWENTY = TimeCharge(hourly=1200, every=20)
THIRTY = TimeCharge(hourly=1200, every=30)
BY_TWENTY = IncrementalRake(levels=(RakeLevel(2000, 100), RakeLevel(4000, 100)), most=400)
NOTHING = PercentageRake(percent=1, most=400, unit=10_000)
MANAGER = Official("Max", Position.SHIFT_MANAGER)


def timed(charge: TimeCharge, *, players: int = 8, stakes: float = 100) -> Room:
    return seated(hold_em(rake=(), time_charge=charge), players=players, stakes=stakes)


@pytest.mark.parametrize(("charge", "each", "total"), [(TWENTY, 4, 32), (THIRTY, 6, 48)], ids=["20", "30"])
@scenario("RA-07")
@spec("R-14.14-b-3-i.2", "R-14.14-b-3-iii", "R-14.14-b-3-iv")
def test_everybody_with_a_seat_pays_the_fraction_of_the_hour(charge: TimeCharge, each: int, total: int) -> None:
    room = timed(charge)
    room.do(GoAway, player="Ann", method=Method.COVERED, by=SUPERVISOR)
    room.do(SitOut, player="Bob")
    room.wait(charge.every)
    room.do(CollectTime)
    collected = room.last(TimeCollected)
    assert [line.paid for line in collected.charges] == [each * 100] * 8
    assert collected.amount == total * 100
    assert collected.rule.paragraph == "14.14(b)3iv"
    assert room.stakes == (100 - each,) * 8
    assert (room.table.time_area, room.table.inventory) == (total * 100, 0)


@scenario("RA-09")
@spec("R-14.14-b-3-iv", "R-14.14-b-3-v")
def test_time_charges_stay_in_the_rake_area_until_a_floorperson_has_verified_them() -> None:
    room = timed(TWENTY)
    room.refused(VerifyTime, Code.NOTHING_TO_VERIFY, amount=3200, by=FLOOR)
    room.wait(20)
    room.do(CollectTime)
    refusal = room.refused(VerifyTime, Code.NO_AUTHORITY, amount=3200, by=DEALER)
    assert refusal.paragraph == "14.14(b)3v"
    room.refused(VerifyTime, Code.COUNT_DIFFERS, amount=3100, by=FLOOR)
    assert (room.table.in_rake_area, room.table.inventory) == (3200, 0)
    room.do(VerifyTime, amount=3200, by=FLOOR)
    assert room.last(TimeVerified).by == FLOOR
    assert (room.table.in_rake_area, room.table.inventory) == (0, 3200)


@pytest.mark.parametrize("by", [FLOOR, SUPERVISOR, MANAGER], ids=str)
@spec("R-14.14-b-3-v")
def test_a_floorperson_or_anybody_above_verifies(by: Official) -> None:
    room = timed(TWENTY)
    room.wait(20)
    room.do(CollectTime)
    room.do(VerifyTime, amount=3200, by=by)
    assert room.table.inventory == 3200


@spec("R-14.14-b-3-v")
def test_a_table_does_not_close_on_time_charges_nobody_has_verified() -> None:
    room = timed(TWENTY, players=1)
    room.wait(20)
    room.do(CollectTime)
    room.leave("Ann")
    room.refused(CloseTable, Code.TIME_UNVERIFIED)
    room.do(VerifyTime, amount=400, by=FLOOR)
    room.do(CloseTable)


@spec("R-14.14-b-3-iii")
def test_time_is_collected_when_it_is_due_and_no_sooner() -> None:
    room = timed(TWENTY, players=2)
    room.wait(19.9)
    room.refused(CollectTime, Code.TIME_NOT_DUE)
    room.wait(0.1)
    room.do(CollectTime)
    room.refused(CollectTime, Code.TIME_NOT_DUE)
    # Collected late, when a round was over: the next is due all the same 20 minutes after the moment it was due.
    room.wait(23)
    room.do(CollectTime)
    assert room.last(TimeCollected).until == OPENED + timedelta(minutes=40)
    room.wait(16.9)
    room.refused(CollectTime, Code.TIME_NOT_DUE)
    room.wait(0.1)
    room.do(CollectTime)
    assert room.table.time_area == 3 * 2 * 400


@pytest.mark.parametrize("per", ["player", "table"])
@spec("R-14.14-b-3-iii")
def test_a_moment_at_which_nobody_collected_is_missed_and_not_caught_up(per: str) -> None:
    room = timed(TimeCharge(hourly=1200, every=20, per=per), players=2)  # type: ignore[arg-type]
    room.wait(125)
    room.do(CollectTime)
    collected = room.last(TimeCollected)
    assert collected.amount == (800 if per == "player" else 400)
    assert collected.until == OPENED + timedelta(minutes=120)
    room.refused(CollectTime, Code.TIME_NOT_DUE)
    assert room.table.time_due == OPENED + timedelta(minutes=140)


@pytest.mark.parametrize("per", ["player", "table"])
@spec("R-14.14-b-3-iii", "R-14.14-b-3-i.2")
def test_a_player_who_sits_down_at_a_table_that_stood_empty_pays_for_no_time_before(per: str) -> None:
    room = timed(TimeCharge(hourly=1200, every=20, per=per), players=0)  # type: ignore[arg-type]
    room.wait(125)
    room.sit("Ann", "S1", 100)
    room.do(CollectTime)
    assert room.last(TimeCollected).charges == ()
    room.refused(CollectTime, Code.TIME_NOT_DUE)
    assert room.stakes == (100,)
    # At the next moment Ann has a seat, and pays the fraction; Bob, who came after it, does not.
    room.wait(16)
    room.sit("Bob", "S2", 100)
    room.do(CollectTime)
    assert [(line.player, line.paid) for line in room.last(TimeCollected).charges] == [("Ann", 400)]


def alternating(*charges: TimeCharge | None) -> Room:
    """Games with these fees and a rake that takes nothing, each for one round."""
    games = [replace(hold_em(time_charge=charge, rake=(NOTHING,)), rounds=1) for charge in charges]
    return seated(*games, players=2)


def play_every(room: Room, minutes: float, times: int) -> list[int]:
    """A round every so many minutes, and time collected before each as soon as it is due: what each paid."""
    paid: list[int] = []
    for _ in range(times):
        room.wait(minutes)
        if room.table.time_due is not None and room.table.time_due <= room.now:
            room.do(CollectTime)
            assert len({line.paid for line in room.last(TimeCollected).charges}) <= 1
            paid += [line.paid for line in room.last(TimeCollected).charges[:1]]
        room.round()
    return paid


@spec("R-14.14-b-3-ii", "R-14.14-b-3-iii")
def test_games_that_alternate_faster_than_the_interval_are_charged_each_for_its_part_of_it() -> None:
    low, high = TimeCharge(hourly=1200, every=20), TimeCharge(hourly=2400, every=20)
    # Ten minutes at $12 and ten at $24 an hour: $2 and $4.
    assert play_every(alternating(low, high), 10, 6) == [600, 600, 600]
    # Seven minutes each: 13 and 7, 8 and 12, 11 and 9 minutes make $5.40, $6.40 and $5.80, rounded down to dollars.
    assert play_every(alternating(low, high), 7, 9) == [500, 600, 500]


@spec("R-14.14-b-3-ii")
def test_a_game_without_a_fee_neither_stops_the_clock_of_another_nor_is_charged() -> None:
    paid = play_every(alternating(TWENTY, None), 10, 12)
    assert paid == [200] * len(paid)
    assert len(paid) >= 4


@spec("R-14.14-b-3-ii", "R-14.14-b-3-iii")
def test_a_fee_that_is_posted_within_the_interval_counts_from_then() -> None:
    room = timed(TimeCharge(hourly=1200, every=20), players=2)
    room.wait(15)
    room.do(PostChange, rotation=(hold_em(rake=(), time_charge=TimeCharge(hourly=2400, every=20)),))
    assert room.table.time_due == OPENED + timedelta(minutes=20)
    room.wait(5)
    room.do(CollectTime)
    assert [line.paid for line in room.last(TimeCollected).charges] == [500, 500]  # $3 and $2
    room.wait(5)
    room.do(PostChange, rotation=(hold_em(),))
    room.wait(15)
    room.do(CollectTime)
    assert [line.paid for line in room.last(TimeCollected).charges] == [200, 200]  # five minutes at $24
    room.wait(60)
    room.refused(CollectTime, Code.NO_TIME_CHARGE)


@pytest.mark.parametrize(
    ("charge", "paid"),
    [(TWENTY, [300, 300, 300]), (TimeCharge(hourly=6000, every=20, per="table"), [700, 600, 600])],
    ids=["player", "table"],
)
@spec("R-14.14-b-3-i.1", "R-14.14-b-3-i.2", "R-14.14-b-3-ii")
def test_whoever_sits_down_when_no_fee_is_in_force_any_more_is_charged_nothing(
    charge: TimeCharge, paid: list[int]
) -> None:
    room = timed(charge, players=2)
    room.wait(18.5)
    room.sit("Cat", "S3", 100)
    room.wait(0.5)
    room.do(PostChange, rotation=(hold_em(),))
    room.sit("Dan", "S4", 100)
    room.wait(0.5)
    room.sit("Eve", "S5", 100)
    room.wait(15)
    room.do(CollectTime)
    charged = room.last(TimeCollected).charges
    assert [line.player for line in charged] == ["Ann", "Bob", "Cat"]
    assert [line.paid for line in charged] == paid


@spec("R-14.14-b-3-i.1", "R-14.14-b-3-iii")
def test_fees_per_player_and_per_table_and_of_other_intervals_are_charged_together() -> None:
    room = alternating(TimeCharge(hourly=1200, every=20), TimeCharge(hourly=9000, every=30, per="table"))
    room.wait(10)
    room.round()
    # The game played now is charged every 30 minutes.
    room.wait(15)
    room.refused(CollectTime, Code.TIME_NOT_DUE)
    room.wait(5)
    room.do(CollectTime)
    # $2 for ten minutes each, and for twenty the table's $30 between the two.
    assert [line.paid for line in room.last(TimeCollected).charges] == [1700, 1700]


@settings(max_examples=60)
@given(lasting=st.lists(st.integers(1, 25), min_size=1, max_size=14), late=st.integers(0, 50))
@spec("R-14.14-b-3-iii")
def test_no_more_is_ever_collected_than_the_fees_of_the_time_that_was_played(lasting: list[int], late: int) -> None:
    """However games alternate and whenever somebody collects."""
    fees = (1200, 2400)
    room = alternating(*(TimeCharge(hourly=fee, every=20) for fee in fees))
    in_force, missed = 0, 0
    for turn, minutes in enumerate(lasting):
        room.wait(minutes)
        in_force += fees[turn % 2] * minutes
        if turn % 3 != late % 3 and room.table.time_due is not None and room.table.time_due <= room.now:
            missed += (room.now - room.table.time_due) // timedelta(minutes=20)
            room.do(CollectTime)
        room.round()
    collected = sum(event.charges[0].paid for event in room.all(TimeCollected))
    assert collected * 60 <= in_force
    open_ended = (room.now - room.table.time_from) / timedelta(minutes=1) if room.table.time_from else 0
    escaped = 2400 * (open_ended + 20 * missed) + 60 * 100 * len(room.all(TimeCollected))
    assert in_force <= collected * 60 + escaped


@spec("R-14.14-b-3-i.1")
def test_a_table_may_be_charged_as_one() -> None:
    room = timed(TimeCharge(hourly=9000, every=20, per="table"), players=7)
    room.do(SitOut, player="Gus")
    room.wait(20)
    room.do(CollectTime)
    assert room.last(TimeCollected).amount == 3000
    assert [line.paid for line in room.last(TimeCollected).charges] == [500] * 6
    odd = timed(TimeCharge(hourly=9000, every=20, per="table"), players=4)
    odd.wait(20)
    odd.do(CollectTime)
    assert [line.paid for line in odd.last(TimeCollected).charges] == [800, 800, 700, 700]


def test_an_empty_table_is_charged_nothing() -> None:
    for per in ("player", "table"):
        room = timed(TimeCharge(hourly=9000, every=20, per=per), players=0)
        room.wait(20)
        room.do(CollectTime)
        assert room.last(TimeCollected).charges == ()


@spec("R-14.14-b-3-i.2")
def test_a_player_who_cannot_pay_owes_and_is_not_dealt_in_until_they_have_paid() -> None:
    room = seated(hold_em(rake=(), time_charge=TWENTY), stakes=(100, 100, 3))
    room.wait(20)
    room.do(CollectTime)
    assert room.last(TimeCollected).charges[2] == Charge(2, "Cat", 0, 400)
    assert room.stakes_of("Cat") == 3
    exact = seated(hold_em(rake=(), time_charge=TWENTY), stakes=(4, 100))
    exact.wait(20)
    exact.do(CollectTime)
    assert exact.stakes == (0, 96)
    room.refused(PayTime, Code.NOTHING_OWED, player="Ann")
    room.refused(PayTime, Code.CANNOT_PAY, player="Cat", by="Cat")
    room.top_up("Cat", 50)
    room.round()
    started = room.last(RoundStarted)
    assert started.players == ("Ann", "Bob")
    assert started.left_out == (LeftOut(2, "Cat", Why.OWES_TIME),)
    room.do(PayTime, player="Cat", by="Cat")
    assert room.last(TimePaid).amount == 400
    assert room.table.time_area == 1200
    room.start()
    assert room.last(RoundStarted).players == ("Ann", "Bob", "Cat")


def test_a_player_away_with_their_stakes_owes_the_charge_until_they_are_back() -> None:
    room = timed(TWENTY, players=3)
    room.do(GoAway, player="Cat", method=Method.COUNTED, by=SUPERVISOR)
    room.wait(20)
    room.do(CollectTime)
    assert room.last(TimeCollected).charges[2] == Charge(2, "Cat", 0, 400)
    room.do(LeaveSeat, player="Cat", by="Cat")
    assert (room.last(SeatVacated).amount, room.last(SeatVacated).owed) == (10_000, 400)


def test_time_is_collected_between_rounds_of_play() -> None:
    room = timed(TWENTY, players=2)
    room.start()
    room.wait(20)
    room.refused(CollectTime, Code.ROUND_IN_PROGRESS)
    seated(hold_em()).refused(CollectTime, Code.NO_TIME_CHARGE)


def test_a_charge_that_is_newly_posted_runs_from_then() -> None:
    free, charged = hold_em(), hold_em(rake=(), time_charge=TWENTY)
    posted = seated(free, players=2)
    posted.wait(45)
    posted.do(PostChange, rotation=(charged,))
    turned = seated(replace(free, rounds=1), replace(charged, rounds=1), players=2)
    turned.wait(45)
    turned.round()
    for room in (posted, turned):
        room.refused(CollectTime, Code.TIME_NOT_DUE)
        room.wait(20)
        assert room.table.time_due == room.now
        room.do(CollectTime)


@pytest.mark.parametrize(
    ("rake", "paragraph", "amount"),
    [(PercentageRake(percent=10, most=10_000), "14.14(b)1iii", 600), (BY_TWENTY, "14.14(b)2iii", 200)],
    ids=["percentage", "incremental"],
)
@spec("R-14.14-b-1-iii", "R-14.14-b-2-iii", "R-14.14-b-1-ii", "R-14.14-b-2-ii")
def test_rake_leaves_the_rake_area_for_the_inventory_when_the_round_is_over(
    rake: PercentageRake | IncrementalRake, paragraph: str, amount: int
) -> None:
    room = seated(hold_em(rake=(rake,)), players=2)
    room.start()
    room.play("S1 raises to 30; S2 calls")
    assert (room.table.in_rake_area, room.table.inventory) == (amount, 0)
    room.stay()
    assert (room.table.in_rake_area, room.table.inventory) == (0, amount)
    moved = room.last(RakeMoved)
    assert (moved.amount, moved.method, moved.rule.paragraph) == (amount, 0, paragraph)
    assert room.log.index(moved) == room.log.index(room.last(RoundFinished)) + 1


@spec("R-14.14-b.1")
def test_all_three_methods_may_be_used_together() -> None:
    percentage = PercentageRake(percent=10, most=10_000)
    room = seated(hold_em(rake=(percentage, BY_TWENTY), time_charge=TWENTY), players=2)
    room.start()
    room.play("S1 raises to 30; S2 calls")
    room.stay()
    assert [(moved.kind, moved.amount) for moved in room.all(RakeMoved)] == [("percentage", 600), ("incremental", 200)]
    room.wait(20)
    room.do(CollectTime)
    room.do(VerifyTime, amount=room.table.time_area, by=FLOOR)
    assert room.table.inventory >= 600 + 200 + 400


@scenario("RA-13")
@spec("R-14.14-b.1", "R-14.14-c")
def test_a_table_does_not_open_without_a_rake_on_its_sign() -> None:
    for posting in (hold_em(rake=()), hold_em(rake=(), rake_most=400)):
        refusal = opening(posting)
        assert isinstance(refusal, Refusal)
        assert refusal.code is Code.NO_RAKE
        assert refusal.paragraph == "14.14(b)"
    for posting in (hold_em(), hold_em(rake=(BY_TWENTY,)), hold_em(rake=(), time_charge=TWENTY)):
        assert isinstance(opening(posting), tuple)
        assert any(line.startswith(("Rake: ", "Time charge: ")) for line in lines_of(sign_of(posting)))


@scenario("RA-13")
def test_a_rake_without_its_maximum_is_not_posted() -> None:
    refusal = opening(hold_em(rake=(PercentageRake(percent=10, most=0),)))
    assert isinstance(refusal, Refusal)
    assert "maximum" in str(refusal)


@spec("R-14.14-b-3-ii")
def test_a_time_charge_is_stated_by_the_hour_beside_the_limits_it_belongs_to() -> None:
    low = hold_em(Fixed(400, 800), blinds=(200, 400), rake=(), time_charge=TWENTY)
    high = hold_em(Fixed(1000, 2000), blinds=(500, 1000), rake=(), time_charge=TimeCharge(hourly=1800, every=20))
    for posting, fee, minimum in ((low, "$12 an hour", "$4"), (high, "$18 an hour", "$10")):
        text = "\n".join(lines_of(sign_of(posting)))
        assert fee in text
        assert f"minimum {minimum}," in text


def opening(posting: Posting) -> object:
    return perform(new_table("7"), OpenTable(by=DEALER, at=OPENED, area=POKER_ROOM, rotation=(posting,)))
