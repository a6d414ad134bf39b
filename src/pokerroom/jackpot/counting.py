"""Contributions, and how they are counted: at a closed table, in a cage, or at the table itself, 14.19(c) to (f).

Nobody counts, witnesses and verifies the same contributions: not even under another position that they hold (R-55).
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

from pokerroom.jackpot import commands, events
from pokerroom.jackpot.commands import Chips, total
from pokerroom.jackpot.forms import next_serial, serial_refusal
from pokerroom.jackpot.people import Person
from pokerroom.jackpot.presence import present_and_recorded, same_person, supervisor_refusals, witness_refusals
from pokerroom.jackpot.recording import Answer, fact
from pokerroom.jackpot.refusals import Code, Refusal
from pokerroom.jackpot.rules import MOST, Route, cite
from pokerroom.jackpot.state import Container, ContributionBox, Payout, Payouts
from pokerroom.rules.citation import Citation
from pokerroom.words import term


def contribute(_payout: Payout, command: commands.Contribute) -> Answer:
    return (fact(events.PotsContributed, command, cite("14.19(c)")),)


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


def boxes_due(payout: Payout) -> tuple[str, ...]:
    """The tables whose boxes have not been counted since they last took something, 14.19(d), (f)1."""
    return tuple(table for table in payout.to_count if payout.box(table) != ContributionBox())


def not_counted_since(payout: Payout, moment: datetime) -> tuple[str, ...]:
    """The tables whose contributions have not been counted since then: in their boxes, or on the way to a cage."""
    on_the_way = {table for each in payout.containers.values() if not each.verified for table in each.boxes}
    boxed = (table for table in boxes_due(payout) if payout.emptied_at.get(table, payout.since) < moment)
    never = (table for table in boxes_due(payout) if table not in payout.emptied_at)
    return tuple(sorted({*on_the_way, *boxed, *never}))


# At the table.


def count_at_table(payouts: Payouts, command: commands.CountAtTable) -> Answer:
    payout = payouts.by_name[command.payout]
    if command.second is None:
        return Refusal(Code.NOBODY_PRESENT, cite("14.19(f)2"))
    refusal = next(at_table_refusals(payout, command, command.second), None)
    refusal = refusal or serial_refusal(payouts, command.serial)
    if refusal is not None:
        return refusal
    return (form_completed(payout, command, command.serial or next_serial(payouts)),)


def form_completed(payout: Payout, command: commands.CountAtTable, serial: int) -> events.FormCompleted:
    amount, box = total(command.chips), payout.box(command.table)
    secondary = min(box.secondary, amount)
    return fact(
        events.FormCompleted,
        command,
        cite("14.19(f)3"),
        serial=serial,
        amount=amount,
        primary=amount - secondary,
        secondary=secondary,
        variance=amount - box.amount,
        witness=command.second,
    )


def at_table_refusals(payout: Payout, command: commands.CountAtTable, witness: Person) -> Iterator[Refusal]:
    route = payout.rules.route
    if not route.is_at_the_table:
        yield another_route(payout)
    if command.table not in payout.to_count:
        yield Refusal(Code.NOT_PARTICIPATING, cite("14.19(f)"), {"payout": command.payout, "table": command.table})
    yield from same_person(command.by, witness)
    if route is Route.TABLE_ON_VIDEO:
        yield from present_and_recorded(witness, command.recording, "14.19(f)2")
    else:
        yield from witness_refusals(payout, witness, licensed=command.licensed)
    yield from uncountable(payout, command.chips, "14.19(f)3iii")
    if total(command.chips) != command.written:
        facts = {"written": command.written, "sum": total(command.chips)}
        yield Refusal(Code.WRONG_TOTAL, cite("14.19(f)3iii"), facts)


def uncountable(payout: Payout, chips: Sequence[Chips], paragraph: str) -> Iterator[Refusal]:
    """What is no count of chips: it would take from a fund, or be more than the books can move."""
    for each in chips:
        if each.value < 1 or each.count < 0:
            yield Refusal(Code.NOT_CHIPS, cite(paragraph), {"value": each.value, "chips": each.count})
    amount, left = total(chips), MOST - sum(fund.held for fund in payout.funds.values())
    if amount > left:
        yield Refusal(Code.TOO_MUCH, cite(paragraph), {"amount": amount, "most": left})


def another_route(payout: Payout) -> Refusal:
    """One way of counting for all tables, 14.19(f)2."""
    return Refusal(Code.ANOTHER_ROUTE, payout.rules.route.rule, {"route": term(payout.rules.route)})


# At a closed table, and in a cage.


def count_at_closed_table(payout: Payout, command: commands.CountAtClosedTable) -> Answer:
    if command.second is None:
        return Refusal(Code.NOBODY_PRESENT, cite("14.19(d)1"))
    refusal = next(closed_table_refusals(payout, command, command.second), None)
    if refusal is not None:
        return refusal
    return (
        fact(
            events.BoxesCounted,
            command,
            cite("14.19(d)1"),
            container=next_container(payout),
            boxes=tuple((box.table, total(box.chips)) for box in command.boxes),
            supervisor=command.second,
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
    yield from unaccounted(payout.to_count, [box.table for box in command.boxes], "14.19(d)2")
    yield from uncountable(payout, [each for box in command.boxes for each in box.chips], "14.19(d)1")


def unaccounted(due: Sequence[str], tables: Sequence[str], paragraph: str) -> Iterator[Refusal]:
    """Every box that is due, each once, and no other, 14.19(d), (e)."""
    if sorted(tables) != sorted(due):
        found = set(due) ^ set(tables) or {table for table in tables if tables.count(table) > 1}
        yield Refusal(Code.BOXES_UNACCOUNTED, cite(paragraph), {"tables": ", ".join(sorted(found))})


def account_for_boxes(payout: Payout, command: commands.AccountForBoxes) -> Answer:
    if payout.rules.route not in {Route.CAGE, Route.SATELLITE_CAGE}:
        return another_route(payout)
    refusal = next(unaccounted(payout.to_count, command.tables, "14.19(d)2"), None)
    refusal = refusal or next(supervisor_refusals(command.by, "14.19(d)2"), None)
    if refusal is not None:
        return refusal
    return (
        fact(
            events.BoxesAccountedFor,
            command,
            cite("14.19(d)2"),
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
    refusal = in_their_hands(found, command.by, payout.rules.route.rule)
    return refusal or (fact(events.ContainerCarried, command, payout.rules.route.rule),)


def count_in_cage(payout: Payout, command: commands.CountInCage) -> Answer:
    found = payout.containers.get(command.container)
    if found is None or found.verified:
        return Refusal(Code.NO_SUCH_CONTAINER, cite("14.19(e)"), {"container": command.container})
    if not found.carried:
        return Refusal(Code.NOT_DELIVERED, cite("14.19(e)"), {"container": command.container})
    refusal = in_their_hands(found, command.by, cite("14.19(e)"))
    refusal = refusal or next(uncounted_boxes(found, command), None)
    counted = [*command.chips, *(each for box in command.boxes for each in box.chips)]
    refusal = refusal or next(uncountable(payout, counted, "14.19(e)"), None)
    return refusal or (container_counted(found, command),)


def uncounted_boxes(container: Container, command: commands.CountInCage) -> Iterator[Refusal]:
    """Of locked boxes each is counted; of boxes that were counted before, the aggregate is verified, 14.19(e)."""
    locked = () if container.counts else tuple(container.boxes)
    yield from unaccounted(locked, [box.table for box in command.boxes], "14.19(e)")
    if locked and command.chips:
        yield Refusal(Code.COUNTED_BOX_BY_BOX, cite("14.19(e)"), {"container": container.number})


def in_their_hands(container: Container, who: Person, rule: Citation) -> Refusal | None:
    """Whoever counted, supervised or carried a container does not do the next step of it (R-55)."""
    if who.id not in container.hands:
        return None
    return Refusal(Code.SAME_PERSON, cite(rule.paragraph, reading="R-55"), {"who": who.saying})


def container_counted(container: Container, command: commands.CountInCage) -> events.ContainerCounted:
    """A cashier's count is what counts; what it differs by, from the count that travelled or the record, shows."""
    counts = tuple((box.table, total(box.chips)) for box in command.boxes) or container.counts
    amount = sum(found for _, found in counts) if command.boxes else total(command.chips)
    expected = container.expected
    secondary = min(expected.secondary, amount)
    return fact(
        events.ContainerCounted,
        command,
        cite("14.19(e)"),
        amount=amount,
        primary=amount - secondary,
        secondary=secondary,
        variance=amount - expected.amount,
        boxes=tuple((table, box.amount) for table, box in sorted(container.boxes.items())),
        counts=tuple(sorted(counts)),
    )
