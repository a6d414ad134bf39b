"""`pokerroom move`: a room or a whole house from SQLite to PostgreSQL or back, audited on both sides."""

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Annotated

import typer

from pokerroom.cli.audit import refuse_unknown
from pokerroom.cli.audit_report import Report, report_of, show
from pokerroom.cli.audited import Audited, kind_of_record
from pokerroom.cli.moving_house import (
    Removal,
    audited_after,
    audited_before,
    carry_archive,
    carry_beside,
    closed,
    removal,
)
from pokerroom.cli.progress_line import progress_line
from pokerroom.cli.record_audit import Asked
from pokerroom.cli.shuffle import mistake
from pokerroom.room.ports import StoreError, StoreFailed
from pokerroom.shuffle.seal import SealError
from pokerroom.store import HeadsError
from pokerroom.store.keys import KeyFileError
from pokerroom.store.moving import (
    Pair,
    arrive,
    call_off,
    copied,
    held,
    leave,
    refuse_different,
    refuse_unfit,
    shown,
)
from pokerroom.store.reading import Readable
from pokerroom.web.occupied import OccupiedError

WHAT = "A record: a SQLite file, sqlite:///PATH or postgresql://...; or a house: its store, or its settings *.toml."


def move(
    source: Annotated[str, typer.Argument(metavar="FROM", help=WHAT, show_default=False)],
    target: Annotated[str, typer.Argument(metavar="TO", help="Likewise; it holds nothing yet.", show_default=False)],
    *,
    despite_findings: Annotated[
        bool, typer.Option("--despite-findings", help="Move a record in which the audit finds something, too.")
    ] = False,
    call_it_off: Annotated[
        bool, typer.Option("--call-off", help="Undo a move that was cut short: empty TO, and let FROM open again.")
    ] = False,
    workers: Annotated[int, typer.Option(min=1, help="Processes that audit side by side.")] = 1,
) -> None:
    """Move a room or a whole house between SQLite and PostgreSQL; audited on both sides.

    The room must be closed. The old record stays as it is, and no room opens on it any more. A move that was cut short
    is started again by the same command.
    """
    try:
        moved = removal(source, target)
        with closed(moved), ExitStack() as stack:
            pairs = held(moved.records, stack)
            if call_it_off:
                for pair in pairs:
                    call_off(pair)
                typer.echo(f"Called off: {target} is empty, and {source} is what counts.")
                return
            carry_out(moved, pairs, despite_findings=despite_findings, workers=workers)
    except (StoreError, HeadsError, KeyFileError, SealError, OccupiedError, OSError) as error:
        raise mistake(str(error)) from None
    say_what_remains(moved, target)


def carry_out(moved: Removal, pairs: Sequence[Pair], *, despite_findings: bool, workers: int) -> None:
    refuse(pairs)
    before = {name: audited(f"auditing {name}", record, workers) for name, record in audited_before(moved).items()}
    for report in before.values():
        if not report.clean and not despite_findings:
            show(report)
            raise mistake(f"{report.database} has findings: nothing was moved. --despite-findings moves it as it is")
    for pair in pairs:
        if not pair.has_left:
            with progress_line(f"copying {pair.name}") as told:
                copied(pair, told)
    carry_beside(moved)
    for pair in pairs:
        carry_archive(moved, pair)
    after = audited_after(moved)
    for pair in pairs:
        check(pair, before[pair.name], after[pair.name], workers)
    settle(pairs)


def refuse(pairs: Sequence[Pair]) -> None:
    for pair in pairs:
        refuse_unfit(pair)
    if not any(pair.old.end() for pair in pairs):
        raise mistake("no event is recorded yet: there is nothing to move")
    if all(pair.is_done for pair in pairs):
        raise mistake("it has been moved already")


def settle(pairs: Sequence[Pair]) -> None:
    """No room opens on any of the old records before one may open on any of the new."""
    for pair in pairs:
        if not pair.has_left:
            leave(pair)
    for pair in pairs:
        arrive(pair)


def check(pair: Pair, before: Report, record: Audited, workers: int) -> None:
    """The copy against the original, row by row; then it is audited by itself, and must tell the same."""
    if not pair.is_done:
        with progress_line(f"comparing {pair.name}") as told:
            refuse_different(pair, told)
    after = audited(f"auditing {pair.name} again", record, workers)
    if not pair.is_done and after.findings != before.findings:
        show(after)
        raise StoreFailed(f"the audit of {shown(pair.target)} finds other than before: the old record is what counts")
    typer.echo(f"{pair.name}: {shown(pair.source)} -> {shown(pair.target)}")
    found = "no findings" if before.clean else f"the same {len(before.findings)} findings"
    typer.echo(f"  {after.events:,} events of {after.streams:,} streams, equal row by row; {found} before and after")


def audited(what: str, record: Audited, workers: int) -> Report:
    """As it lies: nobody writes to it while it is moved."""
    if record.missing is not None:
        raise mistake(f"{shown(record.url)} is not there")
    asked = Asked(source=Readable(record.url), heads=record.heads, keys=record.keys, workers=workers)
    with progress_line(what) as told:
        kind = record.kind or kind_of_record(refuse_unknown(asked))
        return report_of(record.url, asked, kind.audit(asked, told), kind.looked_at)


def say_what_remains(moved: Removal, target: str) -> None:
    for name in moved.staying:
        typer.echo(f"{name} stays where it is.")
    typer.echo("Moved. The old records are kept as they were, and no room opens on them any more.")
    if moved.source is None:
        typer.echo("Its keys and signed heads are where they were; let the settings of the room name the new address.")
    elif moved.target is not None and moved.source.folder.resolve() != moved.target.folder.resolve():
        typer.echo(
            f"Keys and signed heads are in {moved.target.folder} too. Those in {moved.source.folder} are secret still."
        )
    if moved.target is not None:
        typer.echo(f"`pokerroom serve` opens the house with {target}.")
