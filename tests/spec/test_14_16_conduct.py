"""N.J.A.C. 13:69F-14.16, with 14.7(h) and 14.15(c): warnings, players required to leave, the Division notified."""

from typing import Any, get_args

import pytest
from msgspec.structs import replace

from pokerroom.play import PlayerCommand
from pokerroom.room.conduct import CONDUCT
from pokerroom.table import conduct
from pokerroom.table.conduct import (
    Conduct,
    DivisionNotified,
    HandInPlay,
    Incident,
    Intervene,
    NotifyDivision,
    PlayerReinstated,
    PlayerRequiredToLeave,
    PlayerWarned,
    Reinstate,
    RequireToLeave,
    due,
    seat_refusal,
)
from pokerroom.table.deck_rules import DeckRules
from pokerroom.table.due import Duty
from pokerroom.table.refusals import Code, Refusal
from tests.dealers_box import DEALER, FLOOR, SUPERVISOR, clock
from tests.spec_marks import spec


def after(state: Conduct, command: conduct.Command) -> tuple[Conduct, Any]:
    """The state after a command, and the one event that led there."""
    answer = conduct.decide(state, command)
    assert not isinstance(answer, Refusal), str(answer)
    (event,) = answer
    return conduct.apply(state, event), event


def refused(state: Conduct, command: conduct.Command, code: Code) -> Refusal:
    answer = conduct.decide(state, command)
    assert isinstance(answer, Refusal)
    assert answer.code is code
    return answer


@spec("R-14.7-h")
def test_a_player_who_touches_the_pot_is_stopped_and_no_command_of_players_takes_chips_out() -> None:
    command = Intervene(
        by=DEALER, at=clock("10:05"), player="Ann", incident=Incident.POT_TOUCHED, warning="hands off the pot"
    )
    state, event = after(Conduct(), command)
    assert isinstance(event, PlayerWarned)
    assert (event.rule.paragraph, event.player, event.by, event.at) == ("14.7(h)", "Ann", DEALER, clock("10:05"))
    assert state.warnings == (event,)
    moving_chips = {each.__name__ for each in get_args(PlayerCommand) if "to" in each.__struct_fields__}
    assert moving_chips == {"Bet", "Raise"}


@spec("R-14.15-c")
def test_cards_out_of_the_dealers_view_are_recorded_with_the_warning() -> None:
    command = Intervene(
        by=DEALER, at=clock("10:05"), player="Bob", incident=Incident.CARDS_OUT_OF_VIEW, warning="cards on the table"
    )
    state, event = after(Conduct(), command)
    assert (event.rule.paragraph, event.at) == ("14.15(c)", clock("10:05"))
    assert [(each.player, each.warning) for each in state.warnings] == [("Bob", "cards on the table")]


LEAVE = RequireToLeave(by=FLOOR, at=clock("20:00"), player="Ann", cause="signals to seat 5")
NOTICE = NotifyDivision(by=SUPERVISOR, at=clock("20:04"), player="Ann", reference="N-77")


@spec("R-14.16-b")
def test_a_player_is_required_to_leave_with_the_cause_and_may_not_sit_down_again() -> None:
    state, event = after(Conduct(), LEAVE)
    assert isinstance(event, PlayerRequiredToLeave)
    assert (event.rule.paragraph, event.cause, event.by) == ("14.16(b)", "signals to seat 5", FLOOR)
    refusal = seat_refusal(state, "Ann")
    assert refusal is not None
    assert (refusal.code, "signals to seat 5" in str(refusal)) == (Code.REQUIRED_TO_LEAVE, True)
    assert (refusal.paragraph, refusal.cited.reading) == ("14.16(b)", "R-25")
    assert seat_refusal(state, "Bob") is None
    refused(state, LEAVE, Code.REQUIRED_TO_LEAVE)


@spec("R-14.16-b")
def test_the_notice_to_the_division_is_owed_at_once_and_late_after_the_minutes_of_the_house() -> None:
    state, _ = after(Conduct(DeckRules(notify_minutes=5)), LEAVE)
    assert due(state, clock("19:59")) == ()
    (owed,) = due(state, clock("20:00"))
    assert (owed.duty, owed.of, owed.when, owed.rule.paragraph) == (Duty.NOTIFY, "Ann", clock("20:00"), "14.16(b)")
    assert not owed.is_overdue(clock("20:04"))
    assert owed.is_overdue(clock("20:05"))
    state, event = after(state, NOTICE)
    assert isinstance(event, DivisionNotified)
    assert (event.at, event.reference, state.removals[0].notified) == (clock("20:04"), "N-77", clock("20:04"))
    assert due(state, clock("20:30")) == ()
    refused(state, NOTICE, Code.NOTHING_TO_NOTIFY)


@spec("R-14.16-b")
@pytest.mark.parametrize(
    ("by", "cause", "code"),
    [(DEALER, "signals", Code.NO_AUTHORITY), (FLOOR, "  ", Code.NO_CAUSE)],
)
def test_it_takes_a_floorperson_and_a_cause(by: Any, cause: str, code: Code) -> None:
    refused(Conduct(), RequireToLeave(by=by, at=clock("20:00"), player="Ann", cause=cause), code)


@spec("R-14.16-b")
def test_no_notice_is_recorded_about_a_player_who_stays_or_before_they_left() -> None:
    refused(Conduct(), NOTICE, Code.NOTHING_TO_NOTIFY)
    state, _ = after(Conduct(), LEAVE)
    early = NotifyDivision(by=SUPERVISOR, at=clock("19:00"), player="Ann", reference="N-77")
    refused(state, early, Code.RECORDED_LATER)


BACK = Reinstate(by=SUPERVISOR, at=clock("21:00"), player="Ann", reason="the signals were meant for the dealer")


@spec("R-14.16-b")
def test_only_the_shift_supervisor_lets_a_player_play_again_and_says_why() -> None:
    refused(Conduct(), BACK, Code.NOT_REQUIRED_TO_LEAVE)
    state, _ = after(Conduct(), LEAVE)
    assert refused(state, replace(BACK, by=FLOOR), Code.NO_AUTHORITY).paragraph == "14.15(b)"
    refused(state, replace(BACK, reason=" "), Code.NO_REASON)
    refused(state, replace(BACK, at=clock("19:00")), Code.RECORDED_LATER)
    back, event = after(state, BACK)
    assert isinstance(event, PlayerReinstated)
    assert (event.by, event.at, event.reason) == (SUPERVISOR, clock("21:00"), BACK.reason)
    assert seat_refusal(back, "Ann") is None
    refused(back, BACK, Code.NOT_REQUIRED_TO_LEAVE)


@spec("R-14.16-b")
def test_the_division_is_told_of_every_time_a_player_is_required_to_leave() -> None:
    state, _ = after(Conduct(), LEAVE)
    state, _ = after(state, NOTICE)
    state, _ = after(state, BACK)
    state, _ = after(state, replace(LEAVE, at=clock("22:00"), cause="signals again"))
    (owed,) = due(state, clock("22:00"))
    assert (owed.of, owed.when) == ("Ann", clock("22:00"))
    refusal = seat_refusal(state, "Ann")
    assert refusal is not None
    assert refusal.facts["cause"] == "signals again"
    state, _ = after(state, replace(NOTICE, at=clock("22:05"), reference="N-78"))
    assert [each.notified for each in state.removals] == [clock("20:04"), clock("22:05")]


@spec("R-14.16-b")
def test_a_reinstatement_leaves_the_notice_owed() -> None:
    state, _ = after(Conduct(), LEAVE)
    state, _ = after(state, BACK)
    assert [each.of for each in due(state, clock("21:00"))] == ["Ann"]
    state, _ = after(state, replace(NOTICE, at=clock("21:01")))
    assert due(state, clock("21:01")) == ()


@spec("R-14.16-b", "R-14.15-b")
def test_it_takes_the_shift_supervisor_to_have_a_hand_removed() -> None:
    removing = replace(LEAVE, hand=HandInPlay.REMOVE)
    assert refused(Conduct(), removing, Code.NO_AUTHORITY).paragraph == "14.15(b)"
    _, event = after(Conduct(), replace(removing, by=SUPERVISOR))
    assert event.hand is HandInPlay.REMOVE


@spec("R-14.16-b")
def test_a_removal_recorded_before_it_took_effect_is_read_and_can_be_ordered_again() -> None:
    """Such a record says nothing of a hand; the player is kept away by it, and leaves by the new order."""
    old = CONDUCT.codec.decode(
        "PlayerRequiredToLeave",
        1,
        b'{"rule":{"edition":"13:69F-current","paragraph":"14.16(b)"},"by":{"name":"Flynn","position":"floorperson"},'
        b'"at":"2024-05-10T20:00:00Z","player":"Ann","cause":"signals to seat 5"}',
    )
    assert old.hand is None
    state = conduct.apply(Conduct(), old)
    assert seat_refusal(state, "Ann") is not None
    state, event = after(state, replace(LEAVE, at=clock("20:30")))
    assert event.hand is HandInPlay.FINISH
    refused(state, replace(LEAVE, at=clock("20:40")), Code.REQUIRED_TO_LEAVE)
    state, _ = after(state, BACK)
    assert seat_refusal(state, "Ann") is None
