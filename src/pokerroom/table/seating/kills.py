"""The kill from round to round: it starts, moves on and ends with the pots that players win, 14.11(i)."""

from collections.abc import Iterable

from pokerroom.play import Round
from pokerroom.play.events import Event, PotAwarded
from pokerroom.table.seating.course import Course
from pokerroom.table.seating.events import KillEnd, KillEnded, KillPassed, KillStarted
from pokerroom.table.seating.posting import TableRules


def settle_kill(course: Course, lineup: tuple[int, ...], state: Round, awards: Iterable[Event]) -> None:
    """What the awards of a completed round do to the kill."""
    table, posting = course.table, course.table.posting
    option, kill_at = posting.house.kill, posting.rules.kill_at
    if option is None or kill_at is None:
        return
    won = won_by(awards)
    amount = sum(won.values())
    if posting.rules.kill_amount_basis == "gross":
        amount += sum(state.raked) + state.contributed
    threshold = kill_at.threshold(state.sizes.minimum)
    end = why_no_kill(posting.rules, won, amount, threshold, contested=bool(state.pots))
    if end is not None:
        if table.kill is not None:
            course.note(KillEnded, course.cite("14.11(i)", "AMB-100, AMB-101"), cause=end)
        return
    (winner,) = won
    rule = course.cite("14.11(i)", "AMB-100, AMB-101, AMB-105")
    if table.kill is None:
        course.of_player(KillStarted, rule, lineup[winner], option=option, amount=amount, threshold=threshold)
    else:
        course.of_player(KillPassed, rule, lineup[winner], amount=amount, threshold=threshold)


def why_no_kill(
    rules: TableRules, won: dict[int, int], amount: int, threshold: int, *, contested: bool
) -> KillEnd | None:
    """Why this pot starts no kill and ends the one in effect."""
    if len(won) > 1:
        return KillEnd.SPLIT
    if amount < threshold or not won:
        return KillEnd.TOO_SMALL
    if not contested and not rules.kill_on_uncontested:
        return KillEnd.UNCONTESTED
    return None


def won_by(awards: Iterable[Event]) -> dict[int, int]:
    """What each seat of the round was awarded over all pots."""
    won: dict[int, int] = {}
    for event in awards:
        if isinstance(event, PotAwarded):
            for seat, amount in zip(event.seats, event.amounts, strict=True):
                if amount:
                    won[seat] = won.get(seat, 0) + amount
    return won
