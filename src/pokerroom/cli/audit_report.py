"""What an audit says: a line for each check, notes, findings, and a verdict."""

from collections.abc import Callable, Mapping
from datetime import datetime

import msgspec
from rich.console import Console
from rich.table import Table
from sqlalchemy.engine import make_url

from pokerroom.cli.record_audit import Asked, Inquiry
from pokerroom.live.entrance.desk import ACCOUNTS, SESSIONS
from pokerroom.money import dollars
from pokerroom.room.auditing import Check, Finding, moment_text
from pokerroom.room.auditing.boxes import NOT_DISTRIBUTED
from pokerroom.room.auditing.decks import NOT_OPENED
from pokerroom.room.auditing.holds import HOLDS_OPEN
from pokerroom.room.auditing.removals import NOT_TOLD
from pokerroom.room.auditing.tables import IN_CLEAR, NOT_WITNESSED
from pokerroom.room.auditing.talk import CHAINED_LATER, UNCHAINED
from pokerroom.room.books import LEDGER
from pokerroom.room.examining import REGISTERS
from pokerroom.room.talk import TALK
from pokerroom.store.heads import Restored

NO_HEADS = (
    "no --heads were given: a chain made again, an end cut off or a stream removed by somebody with access to the "
    "database does not show"
)
NOT_DECIDED = "--decide-again was not given: bets, draws and deals were replayed, not decided again"
NO_DECK_KEYS = (
    "no --deck-keys were given: whether the {decks:,} sealed decks are those committed to and were dealt in order, "
    "whether the hidden cards of {hidden:,} events are the right ones, and so whether {awards:,} awards went to the "
    "hands that were dealt, is not known"
)
IN_THE_CLEAR = (
    "{count:,} events hold hidden cards in clear: an earlier version recorded them so, and their chain keeps them."
)
WITHOUT_WITNESS = "{count:,} rulings have no witness. They are final all the same, 14.15(b)."
WITHOUT_CHAIN = (
    "{count:,} names, remarks and silences were kept by an earlier version without a chain: whether somebody changed "
    "them does not show. They are chained when a room opens by this version."
)
FIRST_CHAINED = (
    "{count:,} names, remarks and silences are from before there was a chain for them: what was done to them before "
    "they were chained does not show."
)
NOT_BOOKED = (
    "{transfers:,} transfers of the last events are not in the books yet; the room books them when it opens again."
)
STILL_HELD = "{count:,} buy-ins have their money held and are not over; the room settles them when it is open."
STILL_SEATED = "{count:,} players required to leave still have a seat; the room has them removed when it is open."
PARTLY_DISTRIBUTED = (
    "{count:,} distributions of decks have not come to every table named; the same order goes on with it."
)
FILE_AWAY = "a file of archived days is missing or altered, and the findings name it"
IN_FILES = "Archived gaming days that were read from their files: {days:,}."


Counts = Mapping[str, int]
LookedAt = Mapping[Check, Callable[[Counts], str]]
"""What each check of a kind of record has looked at, in the order of the report."""


class CheckLine(msgspec.Struct, frozen=True, kw_only=True):
    """One check: what it looked at and how long it took, or why it was not made."""

    check: Check
    looked_at: str = ""
    not_checked: str = ""
    seconds: float | None = None
    """The time of this check and of those after it without a time: they are made in the same pass."""
    findings: int = 0


class Report(msgspec.Struct, frozen=True, kw_only=True):
    database: str
    clean: bool
    streams: int
    events: int
    seconds: float
    lines: tuple[CheckLine, ...]
    notes: tuple[str, ...]
    findings: tuple[Finding, ...]


def report_of(url: str, asked: Asked, inquiry: Inquiry, looked_at: LookedAt) -> Report:
    counts, findings = inquiry.examined.counts, inquiry.findings
    chains = inquiry.chains.value.audit
    notes = []
    if counts.get("transfers not booked yet"):
        notes.append(NOT_BOOKED.format(transfers=counts["transfers not booked yet"]))
    if chains.files and not inquiry.is_short:
        notes.append(IN_FILES.format(days=chains.files))
    notes += [restored_text(at, each) for at, each in (asked.heads.restored if asked.heads else ())]
    told = {
        IN_CLEAR: IN_THE_CLEAR,
        UNCHAINED: WITHOUT_CHAIN,
        CHAINED_LATER: FIRST_CHAINED,
        NOT_WITNESSED: WITHOUT_WITNESS,
        HOLDS_OPEN: STILL_HELD,
        NOT_TOLD: STILL_SEATED,
        NOT_DISTRIBUTED: PARTLY_DISTRIBUTED,
    }
    notes += [text.format(count=counts[name]) for name, text in told.items() if counts.get(name)]
    return Report(
        database=make_url(url).render_as_string(hide_password=True),
        clean=not findings,
        streams=chains.streams,
        events=chains.events,
        seconds=inquiry.seconds,
        lines=lines_of(asked, inquiry, looked_at),
        notes=tuple(notes),
        findings=findings,
    )


def restored_text(at: datetime, restored: Restored) -> str:
    who = f"{restored.by} and {restored.second}"
    return f"RESTORED at {moment_text(at)} by {who}: {restored.reason}. Lost: {'; '.join(restored.lost)}."


def lines_of(asked: Asked, inquiry: Inquiry, looked_at: LookedAt) -> tuple[CheckLine, ...]:
    counts = {"tables": inquiry.table_count, **inquiry.examined.counts}
    chains = inquiry.chains.value.audit
    counts |= {"events": chains.events, "streams": chains.streams, "heads": chains.records}
    skipped = {
        Check.HEADS: "" if asked.heads else NO_HEADS,
        Check.RULES: "" if asked.decide_again else NOT_DECIDED,
        Check.PROJECTIONS: inquiry.projections.value.not_compared,
        Check.DECKS: "" if asked.keys else not_opened(counts),
    }
    if inquiry.is_short:
        skipped |= {check: FILE_AWAY for check in looked_at if check not in OF_ANY}
    seconds = {
        Check.CHAINS: inquiry.chains.seconds,
        Check.TABLES: inquiry.tables.seconds,
        Check.BOOKS: inquiry.books.seconds,
        Check.REPORTS: inquiry.reports.seconds,
        Check.REGISTERS: inquiry.registers.seconds,
        Check.ACCOUNTS: inquiry.registers.seconds,
        Check.PROJECTIONS: inquiry.projections.seconds,
    }
    return tuple(
        CheckLine(
            check=check,
            looked_at=words(counts),
            not_checked=skipped.get(check, ""),
            seconds=seconds.get(check),
            findings=sum(each.check is check for each in inquiry.findings),
        )
        for check, words in looked_at.items()
        if check in checks_of(asked.stream)
    )


def not_opened(counts: Mapping[str, int]) -> str:
    """What stays unknown without the keys."""
    return NO_DECK_KEYS.format(
        decks=counts.get("decks", 0), hidden=counts.get(NOT_OPENED, 0), awards=counts.get("awards", 0)
    )


def checks_of(stream: str | None) -> frozenset[Check]:
    """Which checks concern a stream; all of them concern the whole record."""
    if stream is None:
        return frozenset(Check)
    return OF_ANY | OF_STREAM.get(stream, OF_TABLES)


OF_ANY = frozenset({Check.CHAINS, Check.HEADS})
OF_STREAM = {
    **dict.fromkeys(REGISTERS, frozenset({Check.REGISTERS})),
    LEDGER.name: frozenset({Check.BOOKS, Check.REPORTS, Check.BALANCES}),
    TALK.name: frozenset({Check.TALK}),
    **dict.fromkeys((ACCOUNTS, SESSIONS), frozenset({Check.ACCOUNTS, Check.SESSIONS})),
}
OF_TABLES = frozenset(Check) - {Check.REPORTS, Check.BALANCES, Check.REGISTERS, Check.TALK, Check.PROJECTIONS}


def said(text: str, *names: str) -> Callable[[Counts], str]:
    """The text with these counts filled in."""
    return lambda counts: text.format(*(counts.get(name, 0) for name in names))


def of_balances(counts: Counts) -> str:
    held = dollars(counts.get("cents held", 0))
    accounts, rows = counts.get("accounts", 0), counts.get("balance rows", 0)
    return f"{accounts:,} accounts added up again and compared with {rows:,} rows; debits and credits are {held} each"


def of_registers(counts: Counts) -> str:
    return ", ".join(f"{counts.get(f'{stream} events', 0):,} of {stream}" for stream in REGISTERS)


OF_A_ROOM: LookedAt = {
    Check.CHAINS: said("{:,} events of {:,} streams, each bound to the one before it", "events", "streams"),
    Check.HEADS: said("{:,} signed records compared with the heads of the streams", "heads"),
    Check.TABLES: said("{:,} events of {:,} tables replayed, the chips counted after each", "table events", "tables"),
    Check.ROUNDS: said(
        "{:,} rounds of play from their first chip to their last, {:,} undone", "rounds", "rounds undone"
    ),
    Check.RULES: said("{:,} orders decided again", "orders decided again"),
    Check.CARDS: said("52 cards in one place each, {:,} times", "card counts"),
    Check.AWARDS: said("{:,} awards: hands ranked and pots divided again", "awards"),
    Check.RAKE: said("{:,} amounts of rake calculated again and compared with their maximum", "rakes"),
    Check.SETTINGS: said("{:,} rounds compared with what was filed and in force", "rounds filed"),
    Check.DECKS: said(
        "{:,} decks opened and compared with their commitments, {:,} cards with their order",
        "decks opened",
        "cards followed",
    ),
    Check.BOXES: said(
        "{:,} events of dealers' boxes; {:,} rounds begun from decks that could be dealt", "box events", "rounds begun"
    ),
    Check.BANKED: said("{:,} events of games that the house banks, settled and proved again", "banked events"),
    Check.CONDUCT: said(
        "{:,} rounds without a player who was required to leave; players removed: {:,}",
        "rounds filed",
        "players removed",
    ),
    Check.BOOKS: said(
        "{:,} transfers, {:,} made again from the tables; corrections: {:,}; all that {:,} tables came to beside all "
        "that is reported of them",
        "transfers",
        "transfers re-derived",
        "corrections",
        "tables beside the reports",
    ),
    Check.REPORTS: said(
        "{:,} reports of gaming days, {:,} figures and {:,} drawers worked out a second time from what happened",
        "reports",
        "figures of reports",
        "drawers",
    ),
    Check.BALANCES: of_balances,
    Check.REGISTERS: of_registers,
    Check.TALK: said(
        "{:,} remarks and {:,} names compared with the digests in the record; texts erased by two people: {:,}",
        "remarks",
        "names",
        "texts erased",
    ),
    Check.PROJECTIONS: said(
        "{:,} rows of {:,} tables beside those that the record makes", "projected rows", "projected tables"
    ),
}
OF_THE_ACCOUNTS: LookedAt = {
    Check.CHAINS: OF_A_ROOM[Check.CHAINS],
    Check.HEADS: OF_A_ROOM[Check.HEADS],
    Check.ACCOUNTS: said(
        "{:,} events of {:,} accounts folded; who gave which role had the authority then",
        "accounts events",
        "accounts open",
    ),
    Check.SESSIONS: said(
        "{:,} events folded, {:,} open sessions compared with their rows", "sessions events", "open sessions"
    ),
}


def show(report: Report) -> None:
    console = Console(highlight=False, soft_wrap=True)
    console.print(f"Audit of {report.database}", markup=False)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("check", no_wrap=True)
    table.add_column("looked at", overflow="fold")
    table.add_column("seconds", justify="right")
    table.add_column("findings", justify="right")
    for line in report.lines:
        looked_at = f"[bold]NOT CHECKED[/bold]: {line.not_checked}" if line.not_checked else line.looked_at
        seconds = "" if line.seconds is None else f"{line.seconds:,.1f}"
        findings = str(line.findings) if line.findings else "-" if line.not_checked else "none"
        table.add_row(line.check.value, looked_at, seconds, findings)
    console.print(table)
    for note in report.notes:
        console.print(note, markup=False)
    for finding in report.findings:
        console.print(f"{finding.check.value}: {finding}", markup=False)
    console.print(verdict(report), markup=False)


def verdict(report: Report) -> str:
    skipped = [line.check.value for line in report.lines if line.not_checked]
    but = f"; not checked: {', '.join(skipped)}" if skipped else ""
    took = f"in {report.seconds:,.1f} seconds"
    if report.clean:
        return f"Everything that was checked is in order, {took}{but}."
    count = len(report.findings)
    return f"{count} finding{'s' if count > 1 else ''}, {took}{but}."
