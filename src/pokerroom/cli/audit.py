"""`pokerroom audit`: checks that the record is unchanged, follows the rules, and agrees with the books."""

import sys
from collections.abc import Callable, Mapping
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from pokerroom.cli.record_audit import Asked, Inquiry, audit_record
from pokerroom.cli.shuffle import FAILED, mistake
from pokerroom.live.key_sources import keys_from
from pokerroom.money import dollars
from pokerroom.room.auditing import Check, Finding, moment_text
from pokerroom.room.auditing.decks import NOT_OPENED
from pokerroom.room.auditing.tables import IN_CLEAR
from pokerroom.room.books import LEDGER
from pokerroom.room.examining import REGISTERS
from pokerroom.room.ports import StoreError
from pokerroom.shuffle.seal import Keys, SealError
from pokerroom.store import HeadsError, SignedHeads, open_store, read_heads, read_verifying_key
from pokerroom.store.heads import Restored
from pokerroom.store.keys import KeyFileError

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
    "{events:,} events hold hidden cards in clear: an earlier version recorded them so, and their chain keeps them."
)
WRITTEN_TO = (
    "The room wrote to the record while it was read: audit a record at rest, or differences may come from that."
)
NOT_BOOKED = (
    "{transfers:,} transfers of the last events are not in the books yet; the room books them when it opens again."
)


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


def audit(
    database: Annotated[
        str, typer.Argument(metavar="DB", help="A SQLite file, sqlite:///PATH or postgresql://...", show_default=False)
    ],
    *,
    heads: Annotated[
        Path | None, typer.Option(dir_okay=False, help="The signed heads, kept elsewhere.", show_default=False)
    ] = None,
    key: Annotated[
        Path | None, typer.Option(dir_okay=False, help="The public key that checks them.", show_default=False)
    ] = None,
    deck_keys: Annotated[
        str | None,
        typer.Option(
            metavar="SOURCE",
            help="The keys of hidden cards: a file, env:NAME or command:...; no card is shown.",
            show_default=False,
        ),
    ] = None,
    stream: Annotated[str | None, typer.Option(help="Only this stream.", show_default="all")] = None,
    decide_again: Annotated[
        bool, typer.Option("--decide-again", help="Decide every order again by this version's rules; needs deck keys.")
    ] = False,
    workers: Annotated[int, typer.Option(min=1, help="Processes that replay tables side by side.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Verify the record of a room: chains, tables, rounds, decks, books, lists; exit code 1 on a finding.

    Nothing is changed. docs/audit.md says what each check can and cannot show.
    """
    asked = Asked(
        url=address_of(database),
        heads=heads_in(heads, key),
        keys=keys_in(deck_keys),
        stream=stream,
        workers=workers,
        decide_again=decide_again,
    )
    refuse_unknown(asked)
    try:
        report = report_of(asked, with_progress(asked))
    except StoreError as error:
        raise mistake(str(error)) from None
    if as_json:
        typer.echo(msgspec.json.encode(report))
    else:
        show(report)
    if not report.clean:
        raise typer.Exit(FAILED)


def address_of(database: str) -> str:
    """The URL of an existing record: an audit never creates one."""
    url = database if "://" in database else f"sqlite:///{database}"
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise mistake(f"{database!r} is not the address of a database") from None
    if parsed.get_backend_name() == "sqlite" and not Path(parsed.database or "").is_file():
        raise mistake(f"{parsed.database or repr(database)} is not a file with a record in it")
    return url


def heads_in(heads: Path | None, key: Path | None) -> SignedHeads | None:
    if heads is None and key is None:
        return None
    if heads is None or key is None:
        raise mistake("signed heads are checked with a key: give both --heads and --key, or neither")
    try:
        return read_heads(heads, read_verifying_key(key))
    except (HeadsError, KeyFileError) as error:
        raise mistake(str(error)) from None


def keys_in(source: str | None) -> Keys | None:
    try:
        return None if source is None else keys_from(source)
    except SealError as error:
        raise mistake(str(error)) from None


def refuse_unknown(asked: Asked) -> None:
    if asked.decide_again and asked.keys is None:
        raise mistake("what was dealt cannot be decided again from sealed decks: give --deck-keys")
    try:
        with closing(open_store(asked.url)) as store:
            streams = store.heads().keys() | (asked.heads.latest.keys() if asked.heads else set())
    except StoreError as error:
        raise mistake(str(error)) from None
    if asked.stream is not None and asked.stream not in streams:
        raise mistake(f"the record has no stream {asked.stream!r}; it has {', '.join(sorted(streams)) or 'none'}")


def with_progress(asked: Asked) -> Inquiry:
    shown = (
        TextColumn("replaying tables"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeRemainingColumn(),
    )
    with Progress(*shown, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("", total=None)
        return audit_record(asked, lambda done, whole: progress.update(task, completed=done, total=whole))


def report_of(asked: Asked, inquiry: Inquiry) -> Report:
    counts, findings = inquiry.examined.counts, inquiry.findings
    chains = inquiry.chains.value.audit
    notes = [WRITTEN_TO] if inquiry.written_to else []
    if counts.get("transfers not booked yet"):
        notes.append(NOT_BOOKED.format(transfers=counts["transfers not booked yet"]))
    notes += [restored_text(at, each) for at, each in (asked.heads.restored if asked.heads else ())]
    if counts.get(IN_CLEAR):
        notes.append(IN_THE_CLEAR.format(events=counts[IN_CLEAR]))
    return Report(
        database=make_url(asked.url).render_as_string(hide_password=True),
        clean=not findings,
        streams=chains.streams,
        events=chains.events,
        seconds=inquiry.seconds,
        lines=lines_of(asked, inquiry),
        notes=tuple(notes),
        findings=findings,
    )


def restored_text(at: datetime, restored: Restored) -> str:
    who = f"{restored.by} and {restored.second}"
    return f"RESTORED at {moment_text(at)} by {who}: {restored.reason}. Lost: {'; '.join(restored.lost)}."


def lines_of(asked: Asked, inquiry: Inquiry) -> tuple[CheckLine, ...]:
    counts = {"tables": inquiry.table_count, **inquiry.examined.counts}
    chains = inquiry.chains.value.audit
    counts |= {"events": chains.events, "streams": chains.streams, "heads": chains.records}
    skipped = {
        Check.HEADS: "" if asked.heads else NO_HEADS,
        Check.RULES: "" if asked.decide_again else NOT_DECIDED,
        Check.PROJECTIONS: inquiry.projections.value.not_compared,
        Check.DECKS: "" if asked.keys else not_opened(counts),
    }
    seconds = {
        Check.CHAINS: inquiry.chains.seconds,
        Check.TABLES: inquiry.tables.seconds,
        Check.BOOKS: inquiry.books.seconds,
        Check.REGISTERS: inquiry.registers.seconds,
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
        for check, words in LOOKED_AT.items()
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
    if stream == LEDGER.name:
        return OF_ANY | {Check.BOOKS, Check.BALANCES}
    return OF_ANY | ({Check.REGISTERS} if stream in REGISTERS else OF_TABLES)


OF_ANY = frozenset({Check.CHAINS, Check.HEADS})
OF_TABLES = frozenset(Check) - {Check.BALANCES, Check.REGISTERS, Check.PROJECTIONS}


Counts = Mapping[str, int]


def said(text: str, *names: str) -> Callable[[Counts], str]:
    """The text with these counts filled in."""
    return lambda counts: text.format(*(counts.get(name, 0) for name in names))


def of_balances(counts: Counts) -> str:
    held = dollars(counts.get("cents held", 0))
    accounts, rows = counts.get("accounts", 0), counts.get("balance rows", 0)
    return f"{accounts:,} accounts added up again and compared with {rows:,} rows; debits and credits are {held} each"


def of_registers(counts: Counts) -> str:
    return ", ".join(f"{counts.get(f'{stream} events', 0):,} of {stream}" for stream in REGISTERS)


LOOKED_AT: dict[Check, Callable[[Counts], str]] = {
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
    Check.CONDUCT: said(
        "{:,} rounds without a player who was required to leave; players removed: {:,}",
        "rounds filed",
        "players removed",
    ),
    Check.BOOKS: said(
        "{:,} transfers, {:,} made again from the tables; corrections: {:,}",
        "transfers",
        "transfers re-derived",
        "corrections",
    ),
    Check.BALANCES: of_balances,
    Check.REGISTERS: of_registers,
    Check.PROJECTIONS: said(
        "{:,} rows of {:,} tables beside those that the record makes", "projected rows", "projected tables"
    ),
}
"""What each check has looked at, in the order of the report."""


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
