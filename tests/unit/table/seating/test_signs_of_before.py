"""Signs that were put up when less was asked of them: the record folds, the round is played out, no other is dealt."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from pokerroom import play
from pokerroom.cards import DECK
from pokerroom.room.auditing.rounds import wrong_rake
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.rules.house import BadBeatContribution, PercentageRake, TimeCharge
from pokerroom.rules.rulebook import Rulebook
from pokerroom.table.refusals import Code, Refusal
from pokerroom.table.seating import Posting, apply, new_table, perform, sign_of
from pokerroom.table.seating.commands import Agree, CollectTime, OpenTable, Play, PostChange, ProposeMinimum, StartRound
from pokerroom.table.seating.events import Charge, GamingOpened, MinimumRaised, TimeCollected
from tests.seating import DEALER, NAMES, OPENED, POKER_ROOM, SUPERVISOR, Room, hold_em
from tests.spec_marks import spec
from tests.tables import name

TENTH = PercentageRake(percent=10, most=400)
TWO_TENTHS = hold_em(rake=(TENTH, PercentageRake(percent=10, most=400, unit=50)))


def opened_before(posting: Posting) -> Room:
    """A table whose record says that it was opened with this sign, and two players at it."""
    room = Room(hold_em())
    opened = room.last(GamingOpened)
    room.log = [replace(opened, rotation=(posting,))]
    room.table = apply(new_table("7"), room.log[0])
    for seat in range(2):
        room.sit(NAMES[seat], name(seat), 100)
    return room


def start_by_the_first_rulebook(room: Room) -> None:
    asked = room.asked(StartRound, deck=DECK, settings="2024-05-01", software="0.1")
    outcome = perform(room.table, asked, Rulebook.FIRST)
    assert isinstance(outcome, tuple), str(outcome)
    room.table, events = outcome
    room.log += events


@spec("R-14.14-b-1-i.1")
def test_a_round_dealt_under_a_sign_of_before_is_played_out_and_found_in_order() -> None:
    room = opened_before(TWO_TENTHS)
    start_by_the_first_rulebook(room)
    room.play("S1 raises to 20; S2 calls")
    room.stay()  # Each step folds the record again and compares.
    state = room.table.round
    assert state is not None
    assert state.taken.by_method == (400, 400)
    assert list(wrong_rake(state)) == []


@spec("R-14.14-b-1-i.1")
def test_no_further_round_is_dealt_under_a_sign_that_may_not_be_posted_any_more() -> None:
    room = opened_before(TWO_TENTHS)
    assert sign_of(room.table.posting).rake == TWO_TENTHS.house.rake
    refusal = room.refused(StartRound, Code.SIGN_INCOMPLETE, deck=DECK, settings="2024-05-01", software="0.2")
    assert "together are at most 10 percent, not 20" in str(refusal)
    assert "14.14(b)1i" in str(refusal)
    room.do(PostChange, rotation=(hold_em(),))
    room.round()


@pytest.mark.parametrize("kind", [OpenTable, PostChange])
@spec("R-14.14-b-1-i.1")
def test_no_table_puts_up_a_sign_of_two_tenths_now(kind: type) -> None:
    room = Room(hold_em())
    if kind is PostChange:
        refusal: object = room.refused(PostChange, Code.SIGN_INCOMPLETE, rotation=(TWO_TENTHS,))
    else:
        opened = room.last(GamingOpened)
        asked = OpenTable(by=opened.by, at=opened.at, area=POKER_ROOM, rotation=(TWO_TENTHS,))
        refusal = perform(new_table("8"), asked)
    assert isinstance(refusal, Refusal)
    assert refusal.code is Code.SIGN_INCOMPLETE
    assert "14.14(b)1i" in str(refusal)


@spec("R-14.19-b.1")
def test_a_contribution_without_its_notice_is_played_out_and_not_dealt_again() -> None:
    silent = replace(hold_em(), house=replace(hold_em().house, bad_beat=BadBeatContribution(100, 2000)))
    room = opened_before(silent)
    start_by_the_first_rulebook(room)
    room.play("S1 raises to 20; S2 calls")
    room.stay()
    assert room.table.in_bad_beat_box == 100
    refusal = room.refused(StartRound, Code.SIGN_INCOMPLETE, deck=DECK, settings="2024-05-01", software="0.2")
    assert refusal.paragraph == "14.19(b)"


@pytest.mark.parametrize("misdealt", [False, True])
@spec("R-14.17.2")
def test_an_increase_agreed_in_a_round_of_before_takes_effect_as_it_did(misdealt: bool) -> None:
    """Whoever sat down meanwhile was not asked then."""
    room = opened_before(hold_em())
    start_by_the_first_rulebook(room)
    room.do(ProposeMinimum, minimum=400, by="Ann")
    room.do(Agree, player="Bob", by="Bob")
    if misdealt:
        room.do(Play, command=play.DeclareMisdeal(play.Misdeal.WRONG_START), by=SUPERVISOR)
    room.sit("Cat", "S5", 100)
    if misdealt:
        start_by_the_first_rulebook(room)
    room.stay()
    assert [event.minimum for event in room.all(MinimumRaised)] == [400]


@spec("R-14.14-b-3-iii")
def test_time_charges_that_were_caught_up_stay_in_the_record_and_are_not_asked_for_again() -> None:
    room = opened_before(hold_em(time_charge=TimeCharge(hourly=1200, every=20)))
    room.wait(45)
    for minutes in (20, 40):
        seats = [(seat, place.player) for seat, place in room.table.seated]
        charges = tuple(Charge(seat, player, 400, 0) for seat, player in seats)
        until = OPENED + timedelta(minutes=minutes)
        rule = NJAC_13_69F.cite("14.14(b)3iv", reading="AMB-96")
        room.log.append(TimeCollected(rule=rule, by=DEALER, at=room.now, charges=charges, until=until))
        room.table = apply(room.table, room.log[-1])
    assert room.table.is_balanced
    assert room.table.time_area == 1600
    room.refused(CollectTime, Code.TIME_NOT_DUE)
    room.wait(15)
    room.do(CollectTime)
    assert room.table.time_area == 2400
