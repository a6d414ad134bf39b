"""Weeks of a room drawn at random and played through its orders, each named by one line of text that plays it again.

`orderly 17` is a week in which a gaming day is closed when nobody plays; in a `careless` one it may be closed at any
moment, and in an `odd` one people give orders that no sensible person gives. Rare things are made likely, never forced.
"""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

from msgspec.structs import replace

from pokerroom.ledger import Count, Reason, RecordId, Transfer, TransfersPosted, compensation
from pokerroom.ledger.commands import Correct, CountTable
from pokerroom.room import filing
from pokerroom.room.books import LEDGER
from pokerroom.room.books.commands import Deposit, Fill, InBooks, Withdraw
from pokerroom.room.conduct.commands import OnConduct
from pokerroom.room.filing.commands import InRegister
from pokerroom.room.filing.stream import FILING
from pokerroom.rules.house import Fixed
from pokerroom.table.conduct import NotifyDivision, RequireToLeave
from pokerroom.table.seating import Rotation, commands as at_table
from tests.property import week_signs as signs
from tests.property.week_floor import FLOOR, PEOPLE, QUICK, Case, Week, subject_of
from tests.property.week_oddities import ODDITIES
from tests.sweep import CALLING_DOWN
from tests.unit.room.house import ADA, BO

DAYS = 7
SCENES = 4, 8
"""A day has at least and at most so many."""


def case_named(text: str) -> Case:
    manner, _, seed = text.partition(" ")
    if manner not in MANNERS or not seed.isdigit():
        raise ValueError(f"{text!r} does not name a week: one is written like 'orderly 17', of {', '.join(MANNERS)}")
    return Case(manner, int(seed))


def play_on(week: Week) -> None:
    """Rounds at several tables at once, and whatever happens around them."""
    for _ in range(week.rng.randint(6, 30)):
        names = week.open_tables()
        if not names or week.over:
            return
        name = week.rng.choice(names)
        week.wait(seconds=week.rng.choice((0, 5, 20, 60)))
        if week.rng.random() < 0.08:
            aside(week, name)
        elif not (week.act(name) if week.in_round(name) else week.deal(name)):
            week.refresh(name)


def long_session(week: Week) -> None:
    """Rounds that are over quickly, with minutes between them, at a table that charges for time if there is one."""
    names = week.open_tables()
    charging = [name for name in names if any(each.house.time_charge for each in rotation_of(week, name))]
    if not names:
        return
    name = week.rng.choice(charging or names)
    week.play_out(name, QUICK)
    week.gather(name, 2)
    if len({each.house.time_charge for each in rotation_of(week, name)}) > 1:
        week.met["a session of games with other fees"] += 1
    for _ in range(week.rng.randint(8, 16)):
        if week.over or not week.deal(name):
            return
        week.play_out(name, week.rng.choice((QUICK, QUICK, CALLING_DOWN)))
        week.wait(minutes=week.rng.randint(6, 10))


def rotation_of(week: Week, name: str) -> Rotation:
    table = week.table(name)
    return () if table is None else table.rotation


def deserted(week: Week) -> None:
    """Everybody leaves, hours pass, and somebody sits down."""
    names = week.open_tables()
    if not names:
        return
    name = week.rng.choice(names)
    week.clear(name)
    week.met["a table that stood empty for hours"] += not week.seated(name)
    week.wait(minutes=week.rng.randint(60, 400))
    week.gather(name, 2)
    week.wait(minutes=week.rng.choice((0, 1, 25)))
    week.ask_for_time(name, times=week.rng.randint(1, 5))
    if week.deal(name):
        week.play_out(name)


def lull(week: Week) -> None:
    week.met["a lull in a round"] += any(map(week.in_round, week.names))
    week.wait(minutes=week.rng.choice((15, 45, 120, 500)))


def other_sign(week: Week) -> None:
    """Something else is filed for a table and put up, with notice or without; or the old sign again."""
    names = week.open_tables()
    if not names:
        return
    name = week.rng.choice(names)
    rotation = week.filed_for(name)
    if rotation is None or week.rng.random() < 0.85:
        rotation = signs.altered(week.rng, rotation_of(week, name))
        later = week.at + timedelta(hours=1) if week.rng.random() < 0.15 else None
        if not week.file(subject_of(name), filing.TableSettings(rotation), effective=later):
            return
    week.met["a sign put up without notice"] += 1
    if week.rng.random() < 0.3 or not week.post_change(name, rotation, ""):
        week.post_change(name, rotation, "notice given")
    if week.deal(name):
        week.play_out(name)


def withdrawn(week: Week) -> None:
    """What a table posts is taken back, and somebody wants to deal."""
    name = week.rng.choice(week.names)
    versions = week.room.state(FILING).versions.get(subject_of(name), ())
    if not versions:
        return
    number = len(versions) if week.rng.random() < 0.8 else week.rng.randint(1, len(versions))
    reason, second = "an error in the submission", week.rng.choice((BO, BO, None))
    week.ask(
        InRegister(
            filing.Withdraw(subject=subject_of(name), version=number, reason=reason, second=second, at=week.at, by=ADA)
        )
    )
    week.met["settings withdrawn while a table is open"] += name in week.open_tables()
    if not week.in_round(name):
        week.start_round(name)
    week.deal(name)


def other_rake(week: Week) -> None:
    """The house files its rake again, or takes it back."""
    if week.rng.random() < 0.5:
        week.file(filing.RAKE, week.rng.choice(signs.SUBMISSIONS))
        return
    version = len(week.room.state(FILING).versions[filing.RAKE])
    taken = filing.Withdraw(subject=filing.RAKE, version=version, reason="late", second=BO, at=week.at, by=ADA)
    week.ask(InRegister(taken))


def increase(week: Week) -> None:
    """Everybody agrees to a higher minimum during a round, and a newcomer may sit down meanwhile."""
    names = [name for name in week.open_tables() if week.in_round(name) or week.deal(name)]
    if not names:
        return
    name = week.rng.choice(names)
    table = week.table(name)
    if table is None:
        return
    limits = table.posting.house.limits
    least = limits.small if isinstance(limits, Fixed) else limits.least
    week.tell(name, at_table.ProposeMinimum, minimum=least + 100)
    comes = week.rng.choice(("never", "before", "after", "after"))
    if comes == "before":
        week.sit(name, week.somebody())
    for player in week.seated(name):
        week.tell(name, at_table.Agree, player=player, agrees=week.rng.random() < 0.97)
    if comes == "after":
        week.met["a newcomer while an increase is agreed to"] += 1
        week.sit(name, week.somebody())
    if week.rng.random() < 0.3:
        week.post_change(name, week.filed_for(name) or rotation_of(week, name), "")
    week.play_out(name)
    if week.deal(name):
        week.play_out(name)


def breaks(week: Week) -> None:
    """Between two rounds some go away and some sit out; time is charged, and they come back."""
    names = week.open_tables()
    if not names:
        return
    name = week.rng.choice(names)
    week.play_out(name, QUICK)
    week.gather(name, 4)
    for _ in range(2):
        goes_away(week, name)
        week.wait(minutes=week.rng.choice((1, 16, 35)))
        if week.deal(name):
            week.play_out(name, QUICK)
    week.ask_for_time(name)
    for _ in range(3):
        comes_back(week, name)
        if week.rng.random() < 0.5:
            week.tell(name, at_table.PayTime, player=owing(week, name))
    verifies(week, name)


def owing(week: Week, name: str) -> str:
    table = week.table(name)
    owe = [] if table is None else [place.player for _, place in table.seated if place.owes]
    return week.rng.choice(owe or PEOPLE)


def power_cut(week: Week) -> None:
    week.stop_and_reopen()


def of_the_cage(week: Week) -> None:
    player, name, rng = week.rng.choice(PEOPLE), week.rng.choice(week.names), week.rng
    amount = rng.choice((100, 5_000, 250_000))
    signed: dict[str, Any] = {"amount": amount, "by": BO, "at": week.at}
    which = rng.randrange(7)
    if which == 0:
        week.ask(Deposit(player=player, **signed))
    elif which == 1:
        week.ask(Withdraw(player=player, **signed))
    elif which == 2:
        week.ask(Fill(table=name, credit=rng.random() < 0.3, **signed))
    elif which == 3:
        week.counts += 1
        count = Count(id=RecordId(f"count/{name}", week.counts), table=name, closer=amount, at=week.at, by=ADA)
        week.ask(InBooks(CountTable(count)))
    else:
        correct(week)


def correct(week: Week) -> None:
    """A transfer is taken back, and sometimes made again with another amount."""
    own = week.rng.random() < 0.8
    found = [each for each in transfers(week) if (each.reason in OF_THE_CAGE) is own]
    if not found:
        return
    original = week.rng.choice(found[-30:])
    week.met["a transfer of a table taken back"] += not own
    week.corrections += 1
    first = RecordId("corrections", week.corrections)
    back = compensation(original, id=first, at=week.at, by=ADA, note="entered wrongly")
    again = replace(original, id=first.after(1), at=week.at, by=ADA, amount=week.rng.choice((100, original.amount)))
    made = (back, again) if week.rng.random() < 0.6 else (back,)
    week.ask(InBooks(Correct(original=original, transfers=made, checker=BO)))


OF_THE_CAGE = {Reason.DEPOSIT, Reason.WITHDRAWAL, Reason.FILL, Reason.CREDIT}


def transfers(week: Week) -> Iterator[Transfer]:
    for _, event in LEDGER.events(week.house.store):
        if isinstance(event, TransfersPosted):
            yield from event.transfers


def sent_away(week: Week) -> None:
    """Somebody is required to leave, and the floor sees to it or not."""
    name = week.rng.choice(week.names)
    player = week.rng.choice(week.seated(name) or PEOPLE)
    asked = OnConduct(RequireToLeave(by=FLOOR, at=week.at, player=player, cause="plays for somebody else"))
    if not week.ask(asked):
        return
    week.ask(OnConduct(NotifyDivision(by=FLOOR, at=week.at, player=player, reference="notice 1")))
    week.met["a player required to leave"] += 1
    if week.rng.random() < 0.4:
        week.tell(name, at_table.LeaveSeat, player=player)
        week.play_out(name)
        week.sit(name, player)
    elif week.in_round(name) or week.deal(name):
        week.play_out(name)
        week.deal(name)


def overnight(week: Week) -> None:
    """The room closes, and opens the next morning."""
    for name in week.open_tables():
        week.clear(name)
    week.count_boxes()
    for name in week.open_tables():
        table = week.table(name)
        if table is not None and table.time_area:
            week.tell(name, at_table.VerifyTime, by=FLOOR, amount=table.time_area)
        week.tell(name, at_table.CloseTable)
    week.post()
    week.met["a day closed with every table closed"] += week.close_day() and not week.open_tables()
    week.wait(hours=week.rng.randint(8, 16))
    morning(week)


def morning(week: Week) -> None:
    week.open_day()
    for name in week.names:
        if week.table(name) is None and week.rng.random() < 0.8:
            week.open_table(name)
            week.gather(name, week.rng.randint(2, 5))


def careless_night(week: Week) -> None:
    """The day is closed as the tables stand, and the next opened soon, late, or before anybody has noticed."""
    week.met["a day closed with a table open"] += bool(week.open_tables())
    week.met["a day closed in a round"] += any(map(week.in_round, week.names))
    week.close_day()
    for _ in range(week.rng.choice((0, 0, 1, 3))):
        week.rng.choice((play_on, of_the_cage, lull))(week)
    week.wait(minutes=week.rng.choice((0, 10, 600)))
    week.open_day()


def aside(week: Week, name: str) -> None:
    """One order around a round of play, in whatever state it stands."""
    week.rng.choice(ASIDES)(week, name)


def player_at(week: Week, name: str) -> str:
    return week.rng.choice(week.seated(name) or PEOPLE)


def goes_away(week: Week, name: str) -> None:
    week.tell(name, at_table.GoAway, player=player_at(week, name), method=week.rng.choice(tuple(at_table.Method)))


def comes_back(week: Week, name: str) -> None:
    """With what was recorded, or less, or more."""
    table = week.table(name)
    away = [] if table is None else [place for _, place in table.seated if place.leave is not None]
    if not away:
        goes_away(week, name)
        return
    place = week.rng.choice(away)
    recorded = place.carried or place.stakes
    amount = max(0, recorded + week.rng.choice((0, 0, -500, 2_000)))
    week.met["back with less"] += amount < recorded
    week.met["back with more"] += amount > recorded
    week.tell(name, at_table.Return, player=place.player, amount=amount, reason=week.rng.choice(("", "lost at dice")))


def verifies(week: Week, name: str) -> None:
    table = week.table(name)
    week.tell(name, at_table.VerifyTime, by=FLOOR, amount=0 if table is None else table.time_area)


def closes(week: Week, name: str) -> None:
    if week.rng.random() < 0.3:
        week.tell(name, at_table.CloseTable)


ASIDES: tuple[Callable[[Week, str], Any], ...] = (
    *(lambda week, name: week.sit(name, week.somebody()),) * 4,
    *(lambda week, name: week.tell(name, at_table.TopUp, player=player_at(week, name), amount=5_000),) * 2,
    lambda week, name: week.tell(name, at_table.TopUp, player=player_at(week, name), amount=1_037),
    lambda week, name: week.tell(name, at_table.RemoveStakes, player=player_at(week, name), amount=100),
    *(lambda week, name: week.tell(name, at_table.LeaveSeat, player=player_at(week, name)),) * 2,
    lambda week, name: week.tell(name, at_table.SitOut, player=player_at(week, name)),
    *(lambda week, name: week.tell(name, at_table.SitIn, player=player_at(week, name)),) * 2,
    *(goes_away,) * 2,
    *(comes_back,) * 4,
    lambda week, name: week.ask_for_time(name, 2),
    *(lambda week, name: week.tell(name, at_table.PayTime, player=player_at(week, name)),) * 2,
    verifies,
    closes,
)

USUAL: tuple[tuple[Callable[[Week], None], int], ...] = (
    (play_on, 14),
    (long_session, 5),
    (deserted, 5),
    (lull, 6),
    (other_sign, 6),
    (withdrawn, 3),
    (other_rake, 1),
    (increase, 4),
    (breaks, 5),
    (of_the_cage, 10),
    (sent_away, 1),
    (overnight, 1),
    (power_cut, 2),
)
MANNERS: dict[str, tuple[tuple[Callable[[Week], None], int], ...]] = {
    "orderly": USUAL,
    "careless": (*USUAL, (careless_night, 5)),
    "odd": (*USUAL, *ODDITIES),
}
"""What happens in a day, each as often as its weight says."""
NIGHTS: dict[str, Callable[[Week], None]] = {"careless": careless_night}


def week_of(case: Case) -> Week:
    """The whole week, played and audited."""
    week = Week(case)
    rng = week.rng
    week.open_day()
    for submission in signs.SUBMISSIONS:
        if week.file(filing.RAKE, submission):
            break
    week.offer_payout()
    morning(week)
    scenes, weights = zip(*MANNERS[case.manner], strict=True)
    for _ in range(DAYS):
        for _ in range(rng.randint(*SCENES)):
            week.wait(minutes=rng.choice((0, 1, 5, 40)))
            rng.choices(scenes, weights)[0](week)
        NIGHTS.get(case.manner, overnight)(week)
        if not week.open_tables():
            morning(week)
    finish(week)
    return week


def finish(week: Week) -> None:
    """The books at the end, where they could be kept to it."""
    if not week.failures:
        week.post()
        week.auditor.finish()
