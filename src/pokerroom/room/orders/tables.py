"""Orders to a table: what the room checks before a table decides, and what comes with its decision.

A table knows only itself. The room knows whether a gaming day is open, what is filed, who may play and who has a seat
elsewhere.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from pokerroom.jackpot import Payouts, gate
from pokerroom.jackpot.linking import suspended
from pokerroom.linked.host.state import Offering
from pokerroom.room import filing
from pokerroom.room.books import LEDGER
from pokerroom.room.commands import ACROSS_DAYS
from pokerroom.room.filing.stream import FILING
from pokerroom.room.link import LINK
from pokerroom.room.orders.boxes import followed_by_box
from pokerroom.room.orders.entrances import ENTRANCES, REMOVALS, entrance_refusal, removal_refusal
from pokerroom.room.orders.payouts import counted_before_closing
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.processes.booking import FROM_THE_BANK, bought, cost_of
from pokerroom.room.processes.contributing import CONTRIBUTING
from pokerroom.room.refusals import Code, Facts, Refusal
from pokerroom.room.room import Change, Room
from pokerroom.room.tables.commands import AtTable
from pokerroom.room.tables.streams import TABLES
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.rules.staff import Official, Position
from pokerroom.table.seating import Rotation, Table, commands as at_table
from pokerroom.table.seating.lineup import willing
from pokerroom.words import saying

ROOM = Official("the room", Position.DEALER)
ONE_SEAT = NJAC_13_69F.cite("14.7(a)", reading="R-36")
DAILY_DECKS = NJAC_13_69F.cite("14.2(c)", reading="R-35")
FILED = NJAC_13_69F.cite("14.14(a)")
TAKES_RAKE = (at_table.StartRound, at_table.CollectTime)
"""Settings by which a table takes rake: only as filed and in force at that moment."""


def at_a_table(room: Room, order: AtTable) -> list[Change] | Refusal:
    refusal = removal_refusal(room, order.command) if isinstance(order.command, REMOVALS) else None
    return refusal or decide_at_table(room, order.table, order.command, subject=order.subject)


def decide_at_table(room: Room, name: str, command: at_table.Command, *, subject: str = "") -> list[Change] | Refusal:
    """What a command leads to; if it takes money out of a bank, together with the transfer that pays for it."""
    change = asked_of_table(room, name, command, subject=subject)
    if not isinstance(change, Change):
        return change
    refusal = unpaid(room, change) if type(command) in FROM_THE_BANK else None
    if refusal is not None:
        return refusal
    changes, boxed = room.settled(change, command.at), followed_by_box(room, change, command)
    if isinstance(changes, list) and isinstance(boxed, list):
        return [*changes, *boxed]
    return boxed if isinstance(changes, list) else changes


def cost_at(room: Room, name: str, command: at_table.Command) -> int | Refusal:
    """What a command to a table would take out of a bank now."""
    change = asked_of_table(room, name, command)
    if isinstance(change, Refusal):
        return change
    event = bought(change.events)
    return 0 if event is None else cost_of(event)


def unpaid(room: Room, change: Change) -> Refusal | None:
    """Where the books belong to another shard, what a table takes from a bank is held for it before."""
    event = bought(change.events)
    if event is None or not (event.held or room.spans(change.name, LEDGER.name)):
        return None
    hold, cost = room.state(LEDGER).holds.get(event.held or ""), cost_of(event)
    if hold is not None and (hold.player, hold.table, hold.amount) == (event.player, change.table, cost):
        return None
    return Refusal(Code.NOT_HELD, None, {"player": event.player, "table": change.table, "amount": cost})


def asked_of_table(room: Room, name: str, command: at_table.Command, *, subject: str = "") -> Change | Refusal:
    """What a command leads to at the table itself."""
    refusal = day_refusal(room, command)
    if refusal is None and isinstance(command, ENTRANCES):
        refusal = entrance_refusal(room, command)
    if refusal is not None:
        return refusal
    prepare = PREPARED.get(type(command))
    asked = command if prepare is None else prepare(room, name, command, subject)
    if isinstance(asked, Refusal):
        return asked
    return room.ask(TABLES, *stopping(room, name, command.at), asked, table=name)


def stopping(room: Room, name: str, at: datetime) -> tuple[at_table.StopContributing, ...]:
    """Whatever is decided of a round during which its payout was suspended: its pots give nothing from then on."""
    if not room.state(TABLES, name).contributes or is_collecting(room, name):
        return ()
    return (at_table.StopContributing(by=ROOM, at=at),)


def day_refusal(room: Room, command: at_table.Command) -> Refusal | None:
    """A round starts in a gaming day, and nothing happens at a table before the end of a closed day."""
    books = room.state(LEDGER)
    if command.at.utcoffset() is None:
        return Refusal(Code.NO_TIME_ZONE, ACROSS_DAYS, {"at": str(command.at)})
    if books.since is not None and command.at < books.since:
        return Refusal(Code.DAY_CLOSED, ACROSS_DAYS, {"at": str(command.at), "closed": str(books.since)})
    if isinstance(command, at_table.StartRound) and books.open_day is None:
        return Refusal(Code.NO_GAMING_DAY, DAILY_DECKS, {})
    return None


def with_one_seat(room: Room, name: str, command: at_table.TakeSeat, _subject: str) -> at_table.TakeSeat | Refusal:
    """A player with a seat at one table gets none at another; the table itself checks its own seats."""
    for other, table in room.states(TABLES).items():
        if other != name and table.seat_of(command.player) is not None:
            return Refusal(Code.ALREADY_SEATED, ONE_SEAT, {"player": command.player, "table": other})
    return command


def as_filed(
    room: Room, _name: str, command: at_table.OpenTable | at_table.PostChange, subject: str
) -> at_table.OpenTable | at_table.PostChange | Refusal:
    """A table posts only what is filed and in force, 14.14(a); whoever names the filing need not repeat it."""
    if not command.rotation:
        command = replace(command, rotation=filed_rotation(room, subject, command.at))
    version = filing.may_post(room.state(FILING), subject, command.rotation, command.at)
    return replace(command, settings=version.id) if isinstance(version, filing.Version) else version


def filed_rotation(room: Room, subject: str, at: datetime) -> Rotation:
    version = filing.in_force(room.state(FILING), subject, at)
    settings = None if version is None else version.settings
    return settings.rotation if isinstance(settings, filing.TableSettings) else ()


def raked_as_filed(
    room: Room, name: str, command: at_table.CollectTime, _subject: str
) -> at_table.CollectTime | Refusal:
    return unfiled(room, room.state(TABLES, name), command.at) or command


def started_as_filed(
    room: Room, name: str, command: at_table.StartRound, _subject: str
) -> at_table.StartRound | Refusal:
    """The room decides which settings a round was dealt by, whoever starts it."""
    table = room.state(TABLES, name)
    refusal = unfiled(room, table, command.at) or payout_refusal(room, table)
    collects = is_collecting(room, name)
    return refusal or replace(command, settings=table.settings, software=room.software, collects=collects)


def is_collecting(room: Room, table: str) -> bool:
    """Whether pots contribute as the sign says: not while the system of a multi-casino payout is suspended (R-73)."""
    payout = room.state(PAYOUTS).at_table(table)
    if payout is None or not payout.rules.system:
        return True
    return suspended(payout) is None and room.state(LINK).offering is not Offering.SUSPENDED


PREPARED: Mapping[type[Any], Callable[[Room, str, Any, str], Any]] = {
    at_table.TakeSeat: with_one_seat,
    at_table.CloseTable: counted_before_closing,
    at_table.OpenTable: as_filed,
    at_table.PostChange: as_filed,
    at_table.CollectTime: raked_as_filed,
    at_table.StartRound: started_as_filed,
}
"""Commands that the room completes or refuses before the table decides."""


def payout_refusal(room: Room, table: Table) -> Refusal | None:
    """Why a table with a bad beat payout deals no round now, 14.19(f)1; what the last round led to counts already."""
    if not table.is_open:
        return None
    posted, pots = table.posting, len(willing(table)) - 1
    return gate.round_refusal(payouts_now(room), table.name, posted.game, posted.house.bad_beat, pots)


def payouts_now(room: Room) -> Payouts:
    """The payouts with what rounds have led to, whether it stands in their own record yet or not."""
    due = CONTRIBUTING.commands(room.due[CONTRIBUTING.name])
    followed = room.ask(PAYOUTS, *due)
    assert isinstance(followed, Change), "what follows from a round is never refused"
    after: Payouts = followed.after
    return after


def unfiled(room: Room, table: Table, at: datetime) -> Refusal | None:
    """Why nothing may be raked by what the table posts: another version is in force, or none, or not that rake."""
    if not table.is_open:
        return None
    register, settings = room.state(FILING), table.settings
    version = filing.in_force(register, settings.rpartition("/")[0], at)
    if version is not None and version.id == settings:
        return filing.rake_refusal(version.subject, table.rotation, filing.rake_in_force(register, at))
    facts: Facts = {
        "table": table.name,
        "settings": settings or saying("detail-room.nothing-filed"),
        "now": saying("detail-room.none") if version is None else version.id,
    }
    return Refusal(Code.SUPERSEDED, FILED, facts)
