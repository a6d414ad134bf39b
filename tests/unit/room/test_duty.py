"""Who is on duty: one position at a time, begun by oneself, and ended by oneself or by the shift supervisor."""

from datetime import UTC, datetime

from pokerroom.ledger import Signature
from pokerroom.room.duty import Duty
from pokerroom.room.duty.commands import Command, GoOffDuty, GoOnDuty, TakeOffDuty
from pokerroom.room.duty.stream import DutyBegun, DutyEnded, perform
from pokerroom.room.refusals import Code, Refusal

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
FLO, DEE = Signature("Flo Ray", "floorperson"), Signature("Flo Ray", "dealer")
SUE = Signature("Sue Park", "poker shift supervisor")


def after(*commands: Command) -> Duty:
    duty = Duty()
    for command in commands:
        answer = perform(duty, command)
        assert not isinstance(answer, Refusal), str(answer)
        duty = answer[0]
    return duty


def code(duty: Duty, command: Command) -> Code:
    answer = perform(duty, command)
    assert isinstance(answer, Refusal)
    assert str(answer)
    return answer.code  # type: ignore[return-value]


def test_a_person_is_on_duty_in_one_position_at_a_time() -> None:
    duty = after(GoOnDuty(by=FLO, at=NOON))
    changed = perform(duty, GoOnDuty(by=DEE, at=NOON))
    assert not isinstance(changed, Refusal)
    assert [type(event) for event in changed[1]] == [DutyEnded, DutyBegun]
    assert [each.position for each in changed[0].now.values()] == ["dealer"]


def test_nobody_comes_twice_or_goes_without_having_come() -> None:
    assert code(after(GoOnDuty(by=FLO, at=NOON)), GoOnDuty(by=FLO, at=NOON)) is Code.ON_DUTY
    assert code(Duty(), GoOffDuty(by=FLO, at=NOON)) is Code.NOT_ON_DUTY


def test_the_supervisor_takes_off_duty_whoever_has_gone_and_says_why() -> None:
    on = GoOnDuty(by=FLO, at=NOON)
    blank = TakeOffDuty(by=SUE, at=NOON, who="Flo Ray", reason=" ")
    assert code(after(on), blank) is Code.NO_REASON
    assert code(after(on), TakeOffDuty(by=SUE, at=NOON, who="Bo", reason="went home")) is Code.NOT_ON_DUTY
    assert after(on, TakeOffDuty(by=SUE, at=NOON, who="Flo Ray", reason="went home")).now == {}
