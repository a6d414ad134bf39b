"""What was carried is remembered for longer than its slip is asked about."""

from datetime import UTC, datetime, timedelta

from pokerroom.ledger import Signature
from pokerroom.room.security.commands import Command, HandOver, TakeOver
from pokerroom.room.security.stream import REMEMBERED, Guarding, perform

SATURDAY = datetime(2026, 3, 14, 10, 0, tzinfo=UTC)
SAM, KAY = Signature("Sam", "security"), Signature("Kay", "cage")


def does(state: Guarding, command: Command) -> Guarding:
    after, _ = perform(state, command)
    assert isinstance(after, Guarding)
    return after


def carried(state: Guarding, reference: str, at: datetime) -> Guarding:
    """Taken over and handed over."""
    taken = TakeOver(what="chips", origin="cage", destination="4", reference=reference, by=SAM, second=KAY, at=at)
    state = does(state, taken)
    return does(state, HandOver(carriage=state.taken, by=SAM, second=KAY, at=at))


def test_a_slip_carried_on_a_busy_day_is_not_asked_for_again_and_old_ones_are_forgotten() -> None:
    state = Guarding()
    for number in range(REMEMBERED + 20):
        state = carried(state, f"slip {number}", SATURDAY + timedelta(minutes=number))
    assert state.carries("slip 0")
    state = carried(state, "the last", SATURDAY + timedelta(days=9))
    assert not state.carries("slip 0")
    assert len(state.carriages) <= REMEMBERED + 1
