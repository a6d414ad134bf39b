"""Orders that no sensible person would give, at any moment: the room refuses all of them in words."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from msgspec.structs import replace

from pokerroom import play
from pokerroom.ledger import Count, RecordId, Shift
from pokerroom.ledger.commands import CloseDay, Correct, CountTable, OpenDay
from pokerroom.play import Seat
from pokerroom.room import filing
from pokerroom.room.books.commands import Deposit, Fill, InBooks, Withdraw
from pokerroom.room.commands import Command
from pokerroom.room.conduct.commands import OnConduct
from pokerroom.room.filing.commands import InRegister
from pokerroom.room.filing.stream import FILING
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import AtTable, DealDrawForButton, DealRound, ShuffleAgain
from pokerroom.table.conduct import NotifyDivision, RequireToLeave
from pokerroom.table.seating import commands as at_table
from tests.property import week_signs as signs
from tests.property.week_floor import AREA, FLOOR, PEOPLE, Week, subject_of
from tests.unit.room.house import ADA, BO, DEALER, FILED, SUPERVISOR

NAMES = ("", " ", "a/b", "x:y", "=sum", "nobody", "Zoë", "a" * 300)
AMOUNTS: tuple[Any, ...] = (0, -1, -500, 1, 10**13, 10**20, True, 2.5)
SEATS = (-1, 0, 9, 99)


def any_table(week: Week) -> str:
    known = [name for name in week.room.states(TABLES) if name not in week.names]
    return week.rng.choice((*week.names, *week.names, *known, "99", week.rng.choice(NAMES)))


def any_player(week: Week) -> str:
    return week.rng.choice(PEOPLE if week.rng.random() < 0.5 else NAMES)


def any_seat(week: Week) -> Any:
    return Seat(week.rng.choice(SEATS))


def deals(week: Week) -> Command:
    name, kind = any_table(week), week.rng.choice((DealRound, DealDrawForButton, ShuffleAgain))
    week.time_first(name)
    return kind(table=name, by=DEALER, at=week.at)


def moves_money(week: Week) -> Command:
    amount, signed = week.rng.choice(AMOUNTS), {"by": BO, "at": week.at}
    return week.rng.choice(
        (
            Deposit(player=any_player(week), amount=amount, **signed),
            Withdraw(player=any_player(week), amount=amount, **signed),
            Fill(table=any_table(week), amount=amount, credit=week.rng.random() < 0.5, **signed),
        )
    )


def asks_of_a_seat(week: Week) -> Command:
    player, amount = any_player(week), week.rng.choice(AMOUNTS)
    asked: dict[str, Any] = {"by": week.rng.choice((SUPERVISOR, FLOOR, DEALER, player)), "at": week.at}
    command: Any = week.rng.choice(
        (
            at_table.TakeSeat(player=player, seat=week.rng.choice(SEATS), amount=amount, **asked),
            *(at_table.TakeSeat(player=player, seat=seat, amount=10_000, **asked) for seat in range(9)),
            at_table.TopUp(player=player, amount=amount, **asked),
            at_table.Return(player=player, amount=amount, **asked),
            at_table.LeaveSeat(player=player, **asked),
            at_table.GoAway(player=player, method=at_table.Method.COVERED, **asked),
            at_table.PayTime(player=player, **asked),
            at_table.VerifyTime(amount=amount, **asked),
            at_table.ProposeMinimum(minimum=amount, **asked),
            at_table.Agree(player=player, **asked),
            at_table.CloseTable(**asked),
            at_table.CollectTime(**asked),
        )
    )
    return AtTable(any_table(week), command)


def plays(week: Week) -> Command:
    seat, amount = any_seat(week), week.rng.choice(AMOUNTS)
    command = week.rng.choice(
        (
            play.Fold(seat),
            play.Check(seat),
            play.Call(seat),
            play.Bet(seat, amount),
            play.Raise(seat, amount),
            play.Show(seat),
            play.Draw(seat, ()),
            play.Deal(()),
            play.Reshuffle(()),
        )
    )
    return AtTable(any_table(week), at_table.Play(by=SUPERVISOR, at=week.at, command=command))


def opens(week: Week) -> Command:
    """A table of any name, with what is filed for another, with nothing, or with something never filed."""
    subject = subject_of(week.rng.choice(week.names))
    filed = filing.in_force(week.room.state(FILING), subject, week.at)
    rotation = filed.settings.rotation if filed and isinstance(filed.settings, filing.TableSettings) else ()
    if week.rng.random() < 0.4:
        rotation = week.rng.choice(((), signs.rotation(week.rng)))
        subject = week.rng.choice((subject, filing.RAKE, "", "unknown"))
    asked: dict[str, Any] = {"by": SUPERVISOR, "at": week.at, "rotation": rotation}
    if week.rng.random() < 0.7:
        return AtTable(any_table(week), at_table.OpenTable(area=AREA, **asked), subject)
    return AtTable(any_table(week), at_table.PostChange(**asked), subject)


def files(week: Week) -> Command:
    subject = week.rng.choice((subject_of(week.rng.choice(week.names)), filing.RAKE, "", "unknown"))
    settings = week.rng.choice(
        (
            filing.TableSettings(()),
            filing.TableSettings(signs.rotation(week.rng)),
            filing.RakeSubmission(),
            filing.Supplement("", ""),
            filing.Supplement("cell phones", "stay in the pocket"),
        )
    )
    proposed = filing.Propose(
        subject=subject, settings=settings, document="d", filed_on=FILED, effective=week.at, at=week.at, by=ADA
    )
    number = week.rng.choice((-1, 0, 1, 99))
    return InRegister(
        week.rng.choice(
            (
                proposed,
                replace(proposed, effective=week.at - timedelta(days=400)),
                filing.Approve(subject=subject, version=number, at=week.at, by=BO),
                filing.Withdraw(subject=subject, version=number, reason="", second=ADA, at=week.at, by=ADA),
            )
        )
    )


def keeps_books(week: Week) -> Command:
    at, day = week.at, week.at.date()
    week.counts += 1
    count = Count(id=RecordId("count/odd", week.counts), table=any_table(week), closer=-5, at=at, by=ADA)
    return InBooks(
        week.rng.choice(
            (
                OpenDay(date=day, shifts=(), at=at, by=ADA),
                OpenDay(date=day, shifts=(Shift("late", at + timedelta(days=1)),), at=at, by=ADA),
                CloseDay(date=day + timedelta(days=9), at=at, by=ADA),
                CloseDay(date=day, at=at - timedelta(days=3), by=ADA),
                CountTable(count),
                CountTable(replace(count, closer=10**20)),
            )
        )
    )


def corrects(week: Week) -> Command | None:
    """Nothing at all, or what has been corrected before."""
    before = [step.command for step in week.steps if isinstance(step.command, InBooks)]
    corrections = [each for each in before if isinstance(each.command, Correct)]
    if not corrections:
        return None
    again = week.rng.choice(corrections)
    assert isinstance(again.command, Correct)
    nothing = InBooks(replace(again.command, transfers=()))
    return week.rng.choice((again, nothing))


def sends_away(week: Week) -> Command:
    player = any_player(week)
    return OnConduct(
        week.rng.choice(
            (
                RequireToLeave(by=DEALER, at=week.at, player=player, cause="a whim"),
                RequireToLeave(by=FLOOR, at=week.at, player=player, cause=""),
                NotifyDivision(by=FLOOR, at=week.at - timedelta(days=9), player=player, reference=""),
            )
        )
    )


def of_yesterday(week: Week) -> Command | None:
    """An order of before, or one given by a clock that does not say which hour it means."""
    command: Any = week.rng.choice((deals, asks_of_a_seat, moves_money, files, keeps_books, sends_away))(week)
    at = week.rng.choice((week.at - timedelta(days=1), week.at.replace(tzinfo=None)))
    inner = getattr(command, "command", None)
    if isinstance(inner, CountTable):
        return InBooks(CountTable(replace(inner.count, at=at)))
    changed: Command = replace(command, at=at) if inner is None else replace(command, command=replace(inner, at=at))
    return changed


GIVEN: tuple[Callable[[Week], Command | None], ...] = (
    deals,
    moves_money,
    asks_of_a_seat,
    plays,
    opens,
    files,
    keeps_books,
    corrects,
    sends_away,
    of_yesterday,
)


def odd_orders(week: Week) -> None:
    for _ in range(week.rng.randint(1, 6)):
        command = week.rng.choice(GIVEN)(week)
        if command is not None:
            week.met[f"odd: {type(getattr(command, 'command', command)).__name__}"] += 1
            week.ask(command)
    if week.rng.random() < 0.3:
        before = [step.command for step in week.steps[-40:] if step.command is not None]
        again = f"order {max(1, week.house.orders - 1)}"
        week.ask(week.rng.choice(before), order=week.rng.choice((again, again, "", "Zoë", "a\0b")))


ODDITIES = ((odd_orders, 25),)
