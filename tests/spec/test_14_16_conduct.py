"""N.J.A.C. 13:69F-14.16, with 14.7(h) and 14.15(c): warnings, players required to leave, the Division notified."""

from typing import Any, get_args

import pytest

from pokerroom.play import PlayerCommand
from pokerroom.table import conduct
from pokerroom.table.conduct import (
    Conduct,
    DivisionNotified,
    Incident,
    Intervene,
    NotifyDivision,
    PlayerRequiredToLeave,
    PlayerWarned,
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
def test_no_notice_is_recorded_about_a_player_who_stays_or_before_he_left() -> None:
    refused(Conduct(), NOTICE, Code.NOTHING_TO_NOTIFY)
    state, _ = after(Conduct(), LEAVE)
    early = NotifyDivision(by=SUPERVISOR, at=clock("19:00"), player="Ann", reference="N-77")
    refused(state, early, Code.RECORDED_LATER)
