"""N.J.A.C. 13:69F-14.17: a higher minimum if all agree, other limits with notice, both between rounds of play."""

import pytest
from msgspec.structs import replace

from pokerroom.rules.house import Fixed, NoLimit, Spread
from pokerroom.table.refusals import Code
from pokerroom.table.seating import Posting
from pokerroom.table.seating.commands import Agree, GoAway, Method, PostChange, ProposeMinimum, SitOut, TakeSeat
from pokerroom.table.seating.events import (
    ChangePosted,
    IncreaseAgreed,
    MinimumRaised,
    PostingChanged,
    ProposalFell,
    RoundStarted,
)
from tests.seating import NAMES, SUPERVISOR, Room, hold_em, seated, stud
from tests.spec_marks import scenario, spec


def four_eight() -> Posting:
    return hold_em(Fixed(400, 800), blinds=(200, 400))


def agreed(room: Room, *players: str) -> None:
    for player in players:
        room.do(Agree, player=player, by=player)


def minimum(room: Room) -> int:
    """The minimum wager of the round in progress, in dollars."""
    assert room.table.round is not None
    return room.table.round.sizes.minimum // 100


@scenario("BT-09")
@spec("R-14.17.2")
def test_all_together_raise_the_minimum_at_once_without_notice() -> None:
    room = seated(four_eight(), players=7)
    room.do(GoAway, player="Gus", method=Method.COVERED, by=SUPERVISOR)
    room.do(SitOut, player="Fay")
    room.do(ProposeMinimum, minimum=600, by="Ann")
    agreed(room, "Bob", "Cat", "Dan", "Eve", "Fay")
    assert not room.all(MinimumRaised)
    agreed(room, "Gus")
    raised = room.last(MinimumRaised)
    assert (raised.minimum, raised.rule.paragraph) == (600, "14.17")
    assert room.table.posting.house.limits == Fixed(600, 800)
    room.start()
    assert minimum(room) == 6


@scenario("BT-09")
@spec("R-14.17.2")
def test_six_of_seven_do_not_raise_it() -> None:
    room = seated(four_eight(), players=7)
    room.do(ProposeMinimum, minimum=600, by="Ann")
    agreed(room, *NAMES[1:6])
    higher = replace(four_eight(), house=replace(four_eight().house, limits=Fixed(600, 800)))
    refusal = room.refused(PostChange, Code.NO_NOTICE, rotation=(higher,))
    assert "6 of 7" in str(refusal)
    room.do(Agree, player="Gus", agrees=False, by="Gus")
    assert room.last(ProposalFell).player == "Gus"
    room.refused(Agree, Code.NO_PROPOSAL, player="Ann")
    room.start()
    assert minimum(room) == 4


@spec("R-14.17.2")
def test_a_player_who_sits_down_before_all_have_agreed_must_agree_too() -> None:
    room = seated(four_eight(), players=2)
    room.do(ProposeMinimum, minimum=600, by="Ann")
    room.sit("Cat", "S5", 100)
    agreed(room, "Bob")
    assert not room.all(IncreaseAgreed)
    agreed(room, "Cat")
    assert room.all(IncreaseAgreed)


@spec("R-14.17.2")
def test_an_increase_agreed_during_a_round_waits_for_its_end() -> None:
    room = seated(four_eight(), players=2)
    room.start()
    room.do(ProposeMinimum, minimum=600, by="Ann")
    agreed(room, "Bob")
    assert minimum(room) == 4
    assert not room.all(MinimumRaised)
    room.stay()
    assert room.all(MinimumRaised)
    room.start()
    assert minimum(room) == 6


def agreed_in_a_round() -> Room:
    """Ann and Bob have agreed to a minimum of $6 while a round is played at $4; Cat has sat down since."""
    room = seated(four_eight(), players=2)
    room.start()
    room.do(ProposeMinimum, minimum=600, by="Ann")
    agreed(room, "Bob")
    assert room.table.next_minimum == 600
    room.sit("Cat", "S5", 100)
    return room


@pytest.mark.parametrize("during", [True, False], ids=["during the round", "after it"])
@spec("R-14.17.2")
def test_a_player_who_sits_down_before_an_agreed_increase_takes_effect_must_agree_too(during: bool) -> None:
    room = agreed_in_a_round()
    if during:
        agreed(room, "Cat")
        room.stay()
    else:
        room.stay()
        assert not room.all(MinimumRaised)
        agreed(room, "Cat")
    assert [event.minimum for event in room.all(MinimumRaised)] == [600]
    room.start()
    assert minimum(room) == 6


@spec("R-14.17.2")
def test_an_agreed_increase_falls_when_who_sat_down_since_does_not_agree() -> None:
    room = agreed_in_a_round()
    room.do(Agree, player="Cat", agrees=False, by="Cat")
    room.stay()
    assert not room.all(MinimumRaised)
    room.start()
    assert minimum(room) == 4


@pytest.mark.parametrize("when", ["at once", "between rounds", "at the end of a round"])
@spec("R-14.17.2")
def test_a_player_who_has_left_need_not_agree_any_more(when: str) -> None:
    room = agreed_in_a_round()
    if when == "at once":
        room.leave("Cat")
    room.stay()
    if when == "between rounds":
        room.leave("Cat")
    elif when == "at the end of a round":
        room.start()
        room.leave("Cat")
        assert not room.all(MinimumRaised)
        room.stay()
    assert [event.minimum for event in room.all(MinimumRaised)] == [600]


@pytest.mark.parametrize(
    ("posting", "minimum", "why"),
    [
        (four_eight(), 400, "does not exceed"),
        (four_eight(), 300, "does not exceed"),
        (four_eight(), 900, "exceeds the posted maximum"),
        (four_eight(), 650, "whole chips"),
        (hold_em(Spread(200, 1000)), 1100, "exceeds the posted maximum"),
    ],
    ids=str,
)
@spec("R-14.17.2")
def test_the_agreement_reaches_the_minimum_only_and_only_upwards(posting: Posting, minimum: int, why: str) -> None:
    room = seated(posting, players=2)
    assert why in str(room.refused(ProposeMinimum, Code.NOT_AN_INCREASE, minimum=minimum, by="Ann"))


def test_a_no_limit_minimum_rises_without_bound_and_a_bystander_proposes_nothing() -> None:
    room = seated(hold_em(NoLimit(200)), players=2)
    room.refused(ProposeMinimum, Code.NOT_AT_TABLE, minimum=1000, by="Vic")
    room.do(ProposeMinimum, minimum=1000)
    agreed(room, "Ann", "Ann", "Bob")
    assert room.table.posting.house.limits == NoLimit(1000)


def test_a_posted_change_takes_effect_between_rounds_only() -> None:
    room = seated(hold_em(), players=2)
    room.start()
    room.do(PostChange, rotation=(stud(),), notice="N-17")
    assert room.last(ChangePosted).notice == "N-17"
    assert not room.all(PostingChanged)
    assert room.table.posting.game == "hold-em"
    room.stay()
    assert room.all(PostingChanged)
    room.start()
    assert room.last(RoundStarted).game == "seven-card-stud-high"


@spec("R-14.17.1")
def test_new_limits_need_their_notice_and_other_changes_do_not() -> None:
    room = seated(hold_em(), players=2)
    dearer = hold_em(NoLimit(500), blinds=(200, 500))
    room.refused(PostChange, Code.NO_NOTICE, rotation=(dearer,))
    room.do(PostChange, rotation=(hold_em(max_raises=3),))
    room.do(PostChange, rotation=(dearer,), notice="N-18")
    room.start()
    assert minimum(room) == 5


@spec("R-14.17.1")
def test_each_sign_of_a_rotation_keeps_its_limits_unless_notice_is_given() -> None:
    """Also where one game is played at several limits, and where their order changes."""
    limit, no_limit = replace(four_eight(), rounds=3), replace(hold_em(), rounds=3)
    dearer = replace(hold_em(Fixed(1000, 2000), blinds=(500, 1000)), rounds=3)
    room = seated(limit, no_limit, players=2)
    for rotation in ((dearer, no_limit), (no_limit, limit), (limit,), (no_limit,), (limit, no_limit, no_limit)):
        refusal = room.refused(PostChange, Code.NO_NOTICE, rotation=rotation)
        assert refusal.paragraph == "14.17"
    room.do(PostChange, rotation=(limit, replace(no_limit, rounds=5)))
    room.do(PostChange, rotation=(dearer, no_limit), notice="N-20")
    room.start()
    assert minimum(room) == 10


def test_nobody_loses_their_seat_to_a_posted_change() -> None:
    room = seated(hold_em(), players=2)
    room.sit("Cat", "S11", 100)
    refusal = room.refused(PostChange, Code.NO_SEAT_THEN, rotation=(stud(),), notice="N-19")
    assert "Cat would lose the seat" in str(refusal)
    room.leave("Cat")
    room.start()
    room.do(PostChange, rotation=(stud(),), notice="N-19")
    room.refused(
        TakeSeat,
        Code.NO_SUCH_SEAT,
        player="Cat",
        seat=10,
        amount=10_000,
    )


def test_a_change_that_cannot_be_posted_changes_nothing() -> None:
    room = seated(hold_em(), players=2)
    room.refused(PostChange, Code.NO_RAKE, rotation=(hold_em(rake=()),))
    room.refused(PostChange, Code.SIGN_INCOMPLETE, rotation=())
    assert room.table.rotation == (hold_em(),)
