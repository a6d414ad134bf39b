"""`pokerroom audit`: checks that a record is unchanged, follows the rules, and agrees with the books."""

import sys
from contextlib import closing
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from pokerroom.cli.audit_report import Report, report_of, show
from pokerroom.cli.audited import Audited, Brought, is_store, kind_of_record, of_store, one_record
from pokerroom.cli.record_audit import Asked, AuditRecord, Inquiry
from pokerroom.cli.shuffle import FAILED, mistake
from pokerroom.room.ports import StoreError
from pokerroom.store.reading import open_to_read, to_read


class StoreReport(msgspec.Struct, frozen=True, kw_only=True):
    """Of every record of a house."""

    clean: bool
    records: tuple[Report, ...]


def audit(  # noqa: PLR0913  each is an option of the command
    database: Annotated[
        str,
        typer.Argument(
            metavar="DB",
            help="A record: a SQLite file, sqlite:///PATH or postgresql://...; or all of a house: the folder of its "
            "store, or its settings in a file *.toml.",
            show_default=False,
        ),
    ],
    *,
    heads: Annotated[
        Path | None,
        typer.Option(help="The signed heads, kept elsewhere: a file, or of a store the folder.", show_default=False),
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
    steps: Annotated[
        bool, typer.Option("--steps", help="Tell how far it has come on the error output, a line a step.")
    ] = False,
) -> None:
    """Verify a record or a whole house: chains, tables, books, talk, accounts; exit code 1 on a finding.

    Nothing is changed. docs/audit.md says what each check can and cannot show.
    """
    brought = Brought(heads=heads, key=key, deck_keys=deck_keys)
    if is_store(database):
        if stream is not None:
            raise mistake("--stream is for one record: name the record")
        records, whole = of_store(database, brought), True
    else:
        records, whole = [one_record(database, brought)], False
    wanted = Wanted(stream=stream, workers=workers, decide_again=decide_again, steps=steps)
    reports = tuple(audited(each, wanted) for each in records)
    tell(reports, whole=whole, as_json=as_json)
    if not all(each.clean for each in reports):
        raise typer.Exit(FAILED)


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """How closely it is looked at."""

    stream: str | None
    workers: int
    decide_again: bool
    steps: bool = False


def audited(record: Audited, wanted: Wanted) -> Report:
    if record.missing is not None:
        return record.missing
    try:
        with to_read(record.url) as source:
            asked = Asked(
                source=source,
                heads=record.heads,
                keys=record.keys,
                stream=wanted.stream,
                workers=wanted.workers,
                decide_again=wanted.decide_again,
            )
            streams = refuse_unknown(asked)
            kind = record.kind or kind_of_record(streams)
            return report_of(record.url, asked, told_as_it_goes(kind.audit, asked, steps=wanted.steps), kind.looked_at)
    except StoreError as error:
        raise mistake(str(error)) from None


def tell(reports: tuple[Report, ...], *, whole: bool, as_json: bool) -> None:
    if as_json:
        report = StoreReport(clean=all(each.clean for each in reports), records=reports) if whole else reports[0]
        typer.echo(msgspec.json.encode(report))
        return
    for each in reports:
        show(each)
    if whole:
        findings = sum(len(each.findings) for each in reports)
        typer.echo(f"{len(reports)} records of the store, {findings or 'no'} findings.")


def refuse_unknown(asked: Asked) -> set[str]:
    """What cannot be audited; the streams that there are, or were when they were signed."""
    if asked.decide_again and asked.keys is None:
        raise mistake("what was dealt cannot be decided again from sealed decks: give --deck-keys")
    with closing(open_to_read(asked.source)) as store:
        streams = set(store.heads()) | (asked.heads.latest.keys() if asked.heads else set())
    if asked.stream is not None and asked.stream not in streams:
        raise mistake(f"the record has no stream {asked.stream!r}; it has {', '.join(sorted(streams)) or 'none'}")
    return streams


def told_as_it_goes(audit: AuditRecord, asked: Asked, *, steps: bool) -> Inquiry:
    return audit(asked, tell_step) if steps else with_progress(audit, asked)


def tell_step(done: int, whole: int) -> None:
    """For another program that waits: `replayed 1200 of 5400`."""
    typer.echo(f"replayed {done} of {whole}", err=True)


def with_progress(audit: AuditRecord, asked: Asked) -> Inquiry:
    shown = (
        TextColumn("replaying tables"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeRemainingColumn(),
    )
    with Progress(*shown, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("", total=None)
        return audit(asked, lambda done, whole: progress.update(task, completed=done, total=whole))
