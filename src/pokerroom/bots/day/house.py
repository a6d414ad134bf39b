"""What the house does during a day: it files, opens, fills, counts and closes, and keeps order.

`steps` lists everything that might be due in a tick, whatever has happened; each step looks at the room and gives at
most one order.
"""

from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from functools import partial
from typing import NamedTuple

import msgspec

from pokerroom.bots import dealer
from pokerroom.bots.crew import Felt
from pokerroom.bots.day import guests
from pokerroom.bots.day.plan import (
    ACCOUNTING,
    CASHIER,
    CREDIT,
    CREW,
    DATE,
    DEALER,
    FILL,
    FLOOR,
    OPENING,
    REFILL,
    SHIFT_DESK,
    SUPERVISOR,
    Guest,
    Plan,
    TablePlan,
)
from pokerroom.bots.day.postings import FILED_RAKE
from pokerroom.bots.day.scene import Scene
from pokerroom.ledger import CloseDay, Count, CountTable, Kind, OpenDay, RecordId, Shift
from pokerroom.room import filing
from pokerroom.room.books import LEDGER
from pokerroom.room.books.commands import Fill, InBooks
from pokerroom.room.box import BOXES
from pokerroom.room.commands import Command
from pokerroom.room.conduct import CONDUCT
from pokerroom.room.conduct.commands import OnConduct
from pokerroom.room.filing.commands import InRegister
from pokerroom.room.lists import ListRules, commands as on_lists, due, turn
from pokerroom.room.lists.commands import OnLists
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import AtTable
from pokerroom.table import conduct
from pokerroom.table.seating import commands as at_table
from pokerroom.table.seating.commands import DealtBy

SUBJECT = "simulated day"
"""The reference under which the settings of the day are filed."""

POKER_ROOM = at_table.Area("poker room", approved=True)
FILED_ON = date(2025, 12, 1)
DOCUMENT = "submission 2025-12"


class Step(NamedTuple):
    """Something that might be done in a tick, identified by who and what."""

    who: str
    what: str
    order: Callable[[Scene], Command | None]


def steps(plan: Plan, tick: int) -> Iterator[Step]:
    """The steps in order. They depend only on the plan and the tick."""
    if tick == 0:
        yield from morning(plan)
    yield Step("desk", "expire", expired)
    for table in plan.tables:
        if tick == table.opens:
            yield from opening(plan, table)
        if tick == table.closes:
            yield Step(table.name, "take off the lists", partial(taken_off, table=table))
    yield from scheduled(plan, tick)
    for guest in plan.thinking(tick):
        if tick >= guest.arrives:
            for step in guests.STEPS:
                yield Step(guest.id, step.__name__, partial(thought, step, guest))
    for table in plan.looked_at(tick):
        yield Step(table.name, "call", partial(called, table=table))
    if tick >= plan.ticks:
        yield from evening(plan)


def thought(step: guests.Step, guest: Guest, scene: Scene) -> Command | None:
    return step(scene, guest)


def morning(plan: Plan) -> Iterator[Step]:
    at = OPENING
    text = msgspec.json.encode(plan.settings).decode()
    yield from filed(SUBJECT, filing.Supplement(SUBJECT, text), 1)
    yield from filed(filing.RAKE, FILED_RAKE, 1)
    for table in plan.tables:
        yield from filed(table.subject, filing.TableSettings(table.rotation), 1)
        if table.next_rotation:
            later = plan.at(plan.change)
            yield from filed(table.subject, filing.TableSettings(table.next_rotation), 2, effective=later)
    shifts = (Shift("day", at), Shift("swing", plan.at(plan.shift_change)))
    yield ordered("desk", "open the day", InBooks(OpenDay(date=DATE, shifts=shifts, at=at, by=SHIFT_DESK)))
    rules = ListRules(offer_minutes=4, arrival_minutes=8)
    yield ordered("desk", "list rules", OnLists(on_lists.SetRules(at=at, by=SUPERVISOR, rules=rules)))
    for wanted, tables in plan.offering.items():
        if all(table.opens > 1 for table in tables):
            interest = on_lists.OpenInterest(at=at, by=FLOOR, wanted=wanted)
            yield ordered("desk", f"interest in {wanted}", OnLists(interest))


def ordered(who: str, what: str, command: Command) -> Step:
    return Step(who, what, lambda _scene: command)


def filed(subject: str, settings: filing.Settings, version: int, *, effective: datetime = OPENING) -> Iterator[Step]:
    """One person proposes, another approves."""
    propose = filing.Propose(
        subject=subject,
        settings=settings,
        document=DOCUMENT,
        filed_on=FILED_ON,
        effective=effective,
        at=OPENING,
        by=SHIFT_DESK,
    )
    approve = filing.Approve(subject=subject, version=version, at=OPENING, by=ACCOUNTING)
    yield ordered("desk", f"propose {subject}/{version}", InRegister(propose))
    yield ordered("desk", f"approve {subject}/{version}", InRegister(approve))


def opening(plan: Plan, table: TablePlan) -> Iterator[Step]:
    at = plan.at(table.opens)
    dealt_by = DealtBy.DEALER if table.recipe.dealt_by_hand else DealtBy.ROOM
    opened = at_table.OpenTable(by=SUPERVISOR, at=at, area=POKER_ROOM, rotation=table.rotation, dealt_by=dealt_by)
    listed = on_lists.AddTable(
        at=at, by=FLOOR, table=table.name, wanted=table.wanted, seats=table.seats, feeds=table.feeds
    )
    yield ordered(table.name, "fill", Fill(table=table.name, amount=FILL, by=CASHIER, at=at))
    yield ordered(table.name, "open", AtTable(table.name, opened, table.subject))
    for number in range(SUPPLIES if table.recipe.dealt_by_hand else 0):
        yield Step(table.name, f"supply {number + 1}", partial(supplied, table=table))
    yield ordered(table.name, "put on the lists", OnLists(listed))


SUPPLIES = 6
"""A distribution, two decks, a cover card, the opening of the box and a dealer who signs on."""


def supplied(scene: Scene, table: TablePlan) -> Command | None:
    found = scene.table(table.name)
    if found is None:
        return None
    box = scene.room.state(BOXES, table.name)
    return dealer.supply(Felt(found, box, scene.at, DATE, scene.chance("supply", table.name), CREW))


def expired(scene: Scene) -> Command | None:
    """Expire what is over, so that nobody acts on it."""
    until = due(scene.room.state(LISTS))
    if until is None or until > scene.at:
        return None
    return OnLists(on_lists.Expire(at=scene.at, by=FLOOR))


def taken_off(scene: Scene, table: TablePlan) -> Command:
    return OnLists(on_lists.RemoveTable(at=scene.at, by=FLOOR, table=table.name))


def called(scene: Scene, table: TablePlan) -> Command | None:
    """Call the next person in turn to a vacant seat."""
    state = scene.room.state(LISTS)
    if table.name not in state.tables or not state.vacant(table.name):
        return None
    place = state.vacant(table.name)[0]
    at = scene.table(table.name)
    if at is None or at.places[place.seat] is not None or turn(state, table.name).next is None:
        return None
    return OnLists(on_lists.CallNext(at=scene.at, by=FLOOR, table=table.name, seat=place.seat))


def scheduled(plan: Plan, tick: int) -> Iterator[Step]:
    """What happens once a day."""
    for table in plan.tables:
        if tick == plan.refill and is_open_then(table, tick):
            fill = Fill(table=table.name, amount=REFILL, by=CASHIER, at=plan.at(tick))
            yield ordered(table.name, "refill", fill)
        if tick == plan.credit and is_open_then(table, tick):
            credit = Fill(table=table.name, amount=CREDIT, credit=True, by=CASHIER, at=plan.at(tick))
            yield ordered(table.name, "credit", credit)
        if tick == plan.change and table.next_rotation and is_open_then(table, tick):
            yield Step(table.name, "post change", partial(posted, table=table))
        if tick == plan.shift_change and table.opens < tick:
            yield Step(table.name, "count", partial(counted, table=table, number=1))
    for due_at, what, order in (
        (tick - tick % plan.lock_ticks, "lock", locked),
        (tick - tick % plan.lock_ticks + plan.lock_ticks // 2, "release", released),
        (plan.bar, "bar", barred),
        (plan.require_to_leave, "warn", warned),
        (plan.require_to_leave, "require to leave", required_to_leave),
        (plan.require_to_leave, "notify", notified),
        (plan.reinstate, "reinstate", reinstated),
    ):
        if tick == due_at:
            yield Step("floor", what, order)


def is_open_then(table: TablePlan, tick: int) -> bool:
    return table.opens < tick < table.closes


def posted(scene: Scene, table: TablePlan) -> Command:
    change = at_table.PostChange(by=SUPERVISOR, at=scene.at, rotation=table.next_rotation, notice="sign of the day")
    return AtTable(table.name, change, table.subject)


def counted(scene: Scene, table: TablePlan, number: int) -> Command | None:
    """The tray as counted by somebody who does not look into the books."""
    before = scene.room.state(LEDGER).last_from(f"count/{table.name}")
    if before is not None and before.sequence >= number:
        return None
    found = scene.room.states(TABLES)[table.name]
    count = Count(
        id=RecordId(f"count/{table.name}", number),
        table=table.name,
        closer=found.inventory + chips_brought(scene.plan, table, scene.tick),
        game=found.posting.game,
        at=scene.at,
        by=SHIFT_DESK,
    )
    return InBooks(CountTable(count))


def chips_brought(plan: Plan, table: TablePlan, tick: int) -> int:
    """What the cage has brought to a tray so far, minus what it took back."""
    brought = FILL
    if tick > plan.refill and is_open_then(table, plan.refill):
        brought += REFILL
    if tick > plan.credit and is_open_then(table, plan.credit):
        brought -= CREDIT
    return brought


def locked(scene: Scene) -> Command | None:
    """Keep a vacant seat for the first guest who telephones and will want it."""
    state = scene.room.state(LISTS)
    for table in scene.plan.tables:
        vacant = state.vacant(table.name) if table.name in state.tables else ()
        guest = next((each for each in scene.plan.guests if each.wants == table.wanted and expected(scene, each)), None)
        if vacant and guest is not None:
            lock = on_lists.LockSeat(
                at=scene.at,
                by=FLOOR,
                player=guest.id,
                table=table.name,
                seat=vacant[0].seat,
                until=scene.at + timedelta(minutes=20),
                reason="telephoned",
            )
            return OnLists(lock)
    return None


def expected(scene: Scene, guest: Guest) -> bool:
    """Whether the guest is on the way, and no seat is held for them yet."""
    comes = scene.tick < guest.arrives <= scene.tick + scene.plan.lock_ticks
    return comes and guest.id not in scene.whereabouts.holds and not scene.going(guest)


def released(scene: Scene) -> Command | None:
    lock = next((hold for hold in scene.room.state(LISTS).holds if hold.queue is None), None)
    if lock is None or scene.chance("release").random() < 0.5:
        return None
    return OnLists(on_lists.ReleaseSeat(at=scene.at, by=FLOOR, table=lock.place.table, seat=lock.place.seat))


def barred(scene: Scene) -> Command | None:
    seated = tuple(scene.room.state(LISTS).seated)
    if not seated:
        return None
    return OnLists(on_lists.Bar(at=scene.at, by=FLOOR, player=seated[0], reason="threw a chair"))


def warned(scene: Scene) -> Command | None:
    seated = tuple(scene.room.state(LISTS).seated)
    if not seated:
        return None
    incident = conduct.Incident.POT_TOUCHED
    warning = conduct.Intervene(
        by=DEALER, at=scene.at, player=seated[-1], incident=incident, warning="leave the pot to the dealer"
    )
    return OnConduct(warning)


def required_to_leave(scene: Scene) -> Command | None:
    seated = tuple(scene.room.state(LISTS).seated)
    if not seated:
        return None
    asked = conduct.RequireToLeave(by=FLOOR, at=scene.at, player=seated[-1], cause="plays for two")
    return OnConduct(asked)


def reinstated(scene: Scene) -> Command | None:
    for removal in scene.room.state(CONDUCT).removals:
        if removal.stands:
            back = conduct.Reinstate(
                by=SUPERVISOR, at=scene.at, player=removal.player, reason="plays alone, as it turned out"
            )
            return OnConduct(back)
    return None


def notified(scene: Scene) -> Command | None:
    for removal in scene.room.state(CONDUCT).removals:
        if removal.notified is None:
            notice = conduct.NotifyDivision(by=FLOOR, at=scene.at, player=removal.player, reference="notice 1")
            return OnConduct(notice)
    return None


def evening(plan: Plan) -> Iterator[Step]:
    """Once nobody plays, every table is counted and then the day is closed."""
    for table in plan.tables:
        yield Step(table.name, "last count", partial(last_counted, table=table))
    yield Step("desk", "close the day", closed)


def last_counted(scene: Scene, table: TablePlan) -> Command | None:
    return counted(scene, table, 2) if scene.table(table.name) is None else None


OF_GUESTS = frozenset({Kind.BANK, Kind.HELD, Kind.STAKES, Kind.POT, Kind.RAKE_AREA})


def closed(scene: Scene) -> Command | None:
    books = scene.room.state(LEDGER)
    counts = [books.last_from(f"count/{table.name}") for table in scene.plan.tables]
    counted_all = all(count is not None and count.sequence == 2 for count in counts)
    in_play = any(account.kind in OF_GUESTS for account in books.balances)
    if not counted_all or in_play or books.open_day is None:
        return None
    return InBooks(CloseDay(date=DATE, at=scene.at, by=SHIFT_DESK))
