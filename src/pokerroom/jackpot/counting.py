"""Contributions, and how they are counted: at a closed table, in a cage, or at the table itself, 14.19(c) to (h)."""

from collections.abc import Iterator

from pokerroom.jackpot import commands, events
from pokerroom.jackpot.commands import total
from pokerroom.jackpot.people import NEVER_WITNESSES, POKER_SUPERVISORS, Person, StaffPosition
from pokerroom.jackpot.refusals import Code, Refusal
from pokerroom.jackpot.rules import Route, cite
from pokerroom.jackpot.state import Container, ContributionBox, Payout
from pokerroom.rules.wording import is_said
from pokerroom.words import term

Answer = tuple[events.Event, ...] | Refusal

INCOMPATIBLE = frozenset({StaffPosition.ACCOUNTING, StaffPosition.COUNT_ROOM})
"""Whoever later matches the forms, or receives the originals, does not sign them, 14.19(f)2ii(2) (R-51)."""


def contribute(_payout: Payout, command: commands.Contribute) -> Answer:
    return (
        events.PotsContributed(
            rule=cite("14.19(c)"),
            payout=command.payout,
            by=command.by,
            at=command.at,
            table=command.table,
            round=command.round,
            event=command.event,
            primary=command.primary,
            secondary=command.secondary,
            chips=command.chips,
        ),
    )


def note_dealt_in(_payout: Payout, command: commands.NoteDealtIn) -> Answer:
    return (
        events.PlayersDealtIn(
            rule=cite("14.19(b)3", reading="R-56"),
            payout=command.payout,
            by=command.by,
            at=command.at,
            table=command.table,
            round=command.round,
            event=command.event,
            players=command.players,
        ),
    )


def is_full(payout: Payout, table: str, more: int = 1) -> bool:
    """Whether the container of a table must be counted before it takes so many chips more."""
    return payout.box(table).chips + more > payout.rules.capacity


def count_at_table(payout: Payout, command: commands.CountAtTable) -> Answer:
    if command.second is None:
        return Refusal(Code.NOBODY_PRESENT, cite("14.19(f)2"))
    refusal = next(at_table_refusals(payout, command, command.second), None)
    if refusal is not None:
        return refusal
    amount, box = total(command.chips), payout.box(command.table)
    secondary = min(box.secondary, amount)
    return (
        events.FormCompleted(
            rule=cite("14.19(f)3"),
            payout=command.payout,
            by=command.by,
            at=command.at,
            serial=max(payout.forms, default=1000) + 1,
            table=command.table,
            chips=command.chips,
            amount=amount,
            primary=amount - secondary,
            secondary=secondary,
            variance=amount - box.amount,
            witness=command.second,
            recording=command.recording,
        ),
    )


def at_table_refusals(payout: Payout, command: commands.CountAtTable, witness: Person) -> Iterator[Refusal]:
    route = payout.rules.route
    if not route.is_at_the_table:
        yield another_route(payout)
    if command.table not in payout.rules.tables:
        yield Refusal(Code.NOT_PARTICIPATING, cite("14.19(f)"), {"payout": command.payout, "table": command.table})
    yield from same_person(command.by, witness)
    if route is Route.TABLE_ON_VIDEO:
        yield from present_and_recorded(witness, command.recording, "14.19(f)2")
    else:
        yield from witness_refusals(payout, witness, licensed=command.licensed)
    if total(command.chips) != command.written:
        facts = {"written": command.written, "sum": total(command.chips)}
        yield Refusal(Code.WRONG_TOTAL, cite("14.19(f)3iii"), facts)


def present_and_recorded(supervisor: Person, recording: str, paragraph: str) -> Iterator[Refusal]:
    if supervisor.acts_as not in POKER_SUPERVISORS:
        yield Refusal(Code.NO_POKER_SUPERVISOR, cite(paragraph), {"who": supervisor.saying})
    if not is_said(recording):
        yield Refusal(Code.NO_RECORDING, cite(paragraph))


def witness_refusals(payout: Payout, witness: Person, *, licensed: bool) -> Iterator[Refusal]:
    """Who may witness a count as a representative of a second department; a prohibition follows the person."""
    prohibited = sorted(NEVER_WITNESSES & witness.holds)
    if prohibited:
        facts = {"who": witness.saying, "position": term(prohibited[0])}
        yield Refusal(Code.PROHIBITED_WITNESS, cite("14.19(f)2ii(1)"), facts)
    incompatible = sorted(INCOMPATIBLE & witness.holds)
    if incompatible:
        facts = {"who": witness.saying, "position": term(incompatible[0])}
        yield Refusal(Code.INCOMPATIBLE_FUNCTION, cite("14.19(f)2ii(2)", reading="R-51"), facts)
    if witness.acts_as not in payout.rules.witnesses:
        yield Refusal(Code.WITNESS_NOT_NAMED, cite("14.19(f)2ii", reading="AMB-136"), {"who": witness.saying})
    if not licensed:
        yield Refusal(Code.WITNESS_NOT_LICENSED, cite("14.19(f)2i", reading="AMB-136"), {"who": witness.saying})


def same_person(one: Person, other: Person) -> Iterator[Refusal]:
    if one.id == other.id:
        yield Refusal(Code.SAME_PERSON, cite("14.19(f)2"), {"who": one.saying})


def another_route(payout: Payout) -> Refusal:
    """One way of counting for all tables, 14.19(f)2."""
    return Refusal(Code.ANOTHER_ROUTE, payout.rules.route.rule, {"route": term(payout.rules.route)})


def count_at_closed_table(payout: Payout, command: commands.CountAtClosedTable) -> Answer:
    if command.second is None:
        return Refusal(Code.NOBODY_PRESENT, cite("14.19(d)1"))
    refusal = next(closed_table_refusals(payout, command, command.second), None)
    if refusal is not None:
        return refusal
    return (
        events.BoxesCounted(
            rule=cite("14.19(d)1"),
            payout=command.payout,
            by=command.by,
            at=command.at,
            container=next_container(payout),
            place=command.place,
            boxes=tuple((box.table, total(box.chips)) for box in command.boxes),
            supervisor=command.second,
            recording=command.recording,
        ),
    )


def closed_table_refusals(
    payout: Payout, command: commands.CountAtClosedTable, supervisor: Person
) -> Iterator[Refusal]:
    if payout.rules.route is not Route.CLOSED_TABLE:
        yield another_route(payout)
    if not command.closed:
        yield Refusal(Code.NOT_CLOSED, cite("14.19(d)"), {"table": command.place})
    yield from same_person(command.by, supervisor)
    yield from present_and_recorded(supervisor, command.recording, "14.19(d)1")
    yield from unaccounted(payout, {box.table for box in command.boxes})


def unaccounted(payout: Payout, tables: set[str]) -> Iterator[Refusal]:
    """Every box of a participating table, and no other, 14.19(d)."""
    due = set(payout.rules.tables)
    if tables != due:
        facts = {"tables": ", ".join(sorted(due ^ tables))}
        yield Refusal(Code.BOXES_UNACCOUNTED, cite("14.19(d)2"), facts)


def account_for_boxes(payout: Payout, command: commands.AccountForBoxes) -> Answer:
    if payout.rules.route not in {Route.CAGE, Route.SATELLITE_CAGE}:
        return another_route(payout)
    refusal = next(unaccounted(payout, set(command.tables)), None)
    if refusal is not None:
        return refusal
    return (
        events.BoxesAccountedFor(
            rule=cite("14.19(d)2"),
            payout=command.payout,
            by=command.by,
            at=command.at,
            container=next_container(payout),
            tables=tuple(sorted(command.tables)),
            route=payout.rules.route,
        ),
    )


def next_container(payout: Payout) -> int:
    return max(payout.containers, default=0) + 1


def carry(payout: Payout, command: commands.Carry) -> Answer:
    found = payout.containers.get(command.container)
    if found is None or found.carried:
        return Refusal(Code.NO_SUCH_CONTAINER, cite("14.19(d)"), {"container": command.container})
    return (
        events.ContainerCarried(
            rule=payout.rules.route.rule,
            payout=command.payout,
            by=command.by,
            at=command.at,
            container=command.container,
        ),
    )


def count_in_cage(payout: Payout, command: commands.CountInCage) -> Answer:
    found = payout.containers.get(command.container)
    if found is None or found.verified:
        return Refusal(Code.NO_SUCH_CONTAINER, cite("14.19(e)"), {"container": command.container})
    if not found.carried:
        return Refusal(Code.NOT_DELIVERED, cite("14.19(e)"), {"container": command.container})
    return (container_counted(found, command),)


def container_counted(container: Container, command: commands.CountInCage) -> events.ContainerCounted:
    """A cashier's count is what counts; what it differs by, from the count that travelled or the record, shows."""
    amount, expected = total(command.chips), container.expected
    secondary = min(expected.secondary, amount)
    return events.ContainerCounted(
        rule=cite("14.19(e)"),
        payout=command.payout,
        by=command.by,
        at=command.at,
        container=command.container,
        amount=amount,
        primary=amount - secondary,
        secondary=secondary,
        variance=amount - expected.amount,
        boxes=tuple((table, box.amount) for table, box in sorted(container.boxes.items())),
    )


def drop_original(payout: Payout, command: commands.DropOriginal) -> Answer:
    form = payout.forms.get(command.serial)
    if form is None:
        return Refusal(Code.NO_SUCH_FORM, cite("14.19(g)"), {"serial": command.serial})
    if command.by.id != form.dealer.id:
        whose = form.dealer.saying
        return Refusal(Code.NOT_THEIR_PART, cite("14.19(g)"), {"serial": command.serial, "who": whose})
    if form.original_dropped:
        return Refusal(Code.PART_PLACED, cite("14.19(g)"), {"serial": command.serial})
    return (
        events.OriginalDropped(
            rule=cite("14.19(g)"), payout=command.payout, by=command.by, at=command.at, serial=command.serial
        ),
    )


def box_duplicate(payout: Payout, command: commands.BoxDuplicate) -> Answer:
    form = payout.forms.get(command.serial)
    if form is None:
        return Refusal(Code.NO_SUCH_FORM, cite("14.19(g)"), {"serial": command.serial})
    if command.by.id != form.witness.id:
        whose = form.witness.saying
        return Refusal(Code.NOT_THEIR_PART, cite("14.19(g)"), {"serial": command.serial, "who": whose})
    if form.duplicate_boxed:
        return Refusal(Code.PART_PLACED, cite("14.19(g)"), {"serial": command.serial})
    return (
        events.DuplicateBoxed(
            rule=cite("14.19(g)"), payout=command.payout, by=command.by, at=command.at, serial=command.serial
        ),
    )


def match_forms(payout: Payout, command: commands.MatchForms) -> Answer:
    """Duplicates against originals by serial; a duplicate without its original adds its value to revenue, (h)."""
    unknown = [serial for serial in (*command.duplicates, *command.originals) if serial not in payout.forms]
    if unknown:
        return Refusal(Code.NO_SUCH_FORM, cite("14.19(h)"), {"serial": unknown[0]})
    both, duplicates, originals = (
        set(command.duplicates) & set(command.originals),
        set(command.duplicates) - set(command.originals),
        set(command.originals) - set(command.duplicates),
    )
    return (
        events.FormsMatched(
            rule=cite("14.19(h)", reading="AMB-135"),
            payout=command.payout,
            by=command.by,
            at=command.at,
            day=command.day,
            matched=tuple(sorted(both)),
            without_original=tuple(sorted(duplicates)),
            without_duplicate=tuple(sorted(originals)),
            to_revenue=sum(payout.forms[serial].amount for serial in duplicates),
        ),
    )


def boxes_due(payout: Payout) -> tuple[str, ...]:
    """The tables whose boxes have not been counted since they last took something, 14.19(d), (f)1."""
    return tuple(table for table in payout.rules.tables if payout.box(table) != ContributionBox())
