"""`pokerroom jackpot design`: what a bad beat payout would do in a room, before it is filed."""

import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table

from pokerroom.cli.audited import address_of
from pokerroom.cli.shuffle import mistake
from pokerroom.live.designing.asking import DesignAsked, StepAsked
from pokerroom.live.designing.designed import AtHits, BySize, Designed, PlanReplayed
from pokerroom.live.designing.log import SeenRound, rounds_in
from pokerroom.money import dollars
from pokerroom.ranking.bad_beats import QualifierError
from pokerroom.room.ports import StoreError
from pokerroom.store.reading import open_to_read, to_read

QUANTILES = {0.10: "one hit in ten is at most", 0.50: "half of all hits are at most", 0.90: "nine in ten"}
STEP = re.compile(
    r"(?:(?P<days>\d{1,4}) days?|(?P<amount>\d{1,9}(?:\.\d+)?)(?: or (?P<later>\d{1,4}) days?)?)\s*=\s*(?P<hand>.+)"
)
STREETS = ("before the flop", "on the flop", "on the turn", "on the river")

jackpot = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
    help="Say what a bad beat payout would do in a room: how often it is hit, and what it pays then.",
)


@jackpot.callback()
def of_payouts() -> None:
    """Say what a bad beat payout would do in a room: how often it is hit, and what it pays then."""


@jackpot.command("design")
def design(  # noqa: PLR0913  a payout has as many terms as a room may post
    losing: Annotated[str, typer.Argument(help="The hand that must lose: 'quad eights', 'aces full of tens'.")],
    *,
    record: Annotated[
        str, typer.Option(metavar="DB", help="The record of a room: its traffic, its folds, its rounds.")
    ] = "",
    days: Annotated[int, typer.Option(help="The last days of the record that count.", min=1)] = 90,
    tables: Annotated[int, typer.Option(help="Without a record: tables that take part.", min=1)] = 6,
    players: Annotated[int, typer.Option(help="Without a record: players dealt in.", min=2, max=10)] = 8,
    hours: Annotated[float, typer.Option(help="Without a record: hours a day.", min=0.1, max=24)] = 12,
    rounds_an_hour: Annotated[float, typer.Option(help="Without a record: rounds an hour at a table.", min=1)] = 30,
    contributing: Annotated[
        int, typer.Option(help="Without a record: percent of the pots that are large enough.", min=1, max=100)
    ] = 90,
    staying: Annotated[
        str, typer.Option(help="Without a record: percent who go on from each street, as in 35,60,70,80.")
    ] = "",
    drop: Annotated[float, typer.Option(help="Dollars that a pot contributes.", min=0.01)] = 1.0,
    least_pot: Annotated[float, typer.Option(help="Dollars from which on a pot contributes.", min=0)] = 20.0,
    start: Annotated[float, typer.Option(help="Dollars that the payout begins with.", min=0)] = 10_000,
    reset: Annotated[int, typer.Option(help="Percent of the contributions for the next payout.", min=0, max=99)] = 20,
    step: Annotated[
        list[str] | None,
        typer.Option(
            help="A ladder: 'DOLLARS=HAND', 'N days=HAND' or 'DOLLARS or N days=HAND', what counts from then on."
        ),
    ] = None,
    both_hole_cards: Annotated[bool, typer.Option("--both-hole-cards", help="Both hole cards must play.")] = False,
    pocket_pair: Annotated[bool, typer.Option("--pocket-pair", help="Four-of-a-kind only with a pocket pair.")] = False,
    minimum_players: Annotated[int, typer.Option(help="Players who must be dealt in.", min=2, max=10)] = 2,
    seed: Annotated[int, typer.Option(help="The same seed gives the same figures.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON; amounts are cents.")] = False,
) -> None:
    """Say how often a bad beat payout would be hit, what it would pay, and what it would have done with real rounds."""
    began = time.perf_counter()
    try:
        asked = DesignAsked(
            losing=losing,
            both_hole_cards=both_hole_cards,
            pocket_pair=pocket_pair,
            minimum_players=minimum_players,
            drop=round(drop * 100),
            least_pot=round(least_pot * 100),
            start=round(start * 100),
            reset_percent=reset,
            steps=tuple(map(step_in, step or ())),
            rounds_a_day=0.0 if record else tables * hours * rounds_an_hour,
            players=players,
            contributing=contributing,
            staying=shares_in(staying),
            days=days,
            seed=seed,
        )
        found = designed(asked, record)
    except (QualifierError, StoreError) as error:
        raise mistake(str(error)) from None
    if as_json:
        sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
    else:
        show(found, asked)
        typer.echo(f"{time.perf_counter() - began:.1f} s")


def step_in(said: str) -> StepAsked:
    found = STEP.fullmatch(said.strip())
    if found is None:
        raise mistake(
            f"{said!r} is not a step of a ladder: expected one such as '50000=quad eights' or '60 days=quads'"
        )
    amount, days = found["amount"] or 0, found["later"] or found["days"] or 0
    return StepAsked(from_amount=round(float(amount) * 100), after_days=int(days), losing=found["hand"])


def shares_in(said: str) -> tuple[float, float, float, float] | None:
    if not said:
        return None
    try:
        pre, flop, turn, river = (float(each) / 100 for each in said.split(","))
    except ValueError:
        raise mistake(f"{said!r} is not four percentages: expected such as '35,60,70,80'") from None
    if not all(0 < each <= 1 for each in (pre, flop, turn, river)):
        raise mistake(f"{said!r}: each percentage is more than 0 and at most 100")
    return pre, flop, turn, river


def designed(asked: DesignAsked, record: str) -> Designed:
    from pokerroom.live.designing.answering import answered  # noqa: PLC0415  it loads NumPy

    _ = asked.plan
    with bar() as advance:
        log = log_of(record, asked.days, lambda part: advance(part / 2)) if record else ()
        return answered(asked, log, lambda part: advance(0.5 + part / 2))


def log_of(record: str, days: int, advance: Callable[[float], None]) -> tuple[SeenRound, ...]:
    """A record may be of another time: the days are counted back from its last round."""
    with to_read(address_of(record)) as source, closing(open_to_read(source)) as store:
        found = rounds_in(store, None, advance)
    if not found:
        raise mistake(
            f"{record} has no round of hold 'em that was played to its end: say what is played with --tables, "
            "--hours, --players and --staying"
        )
    since = found[-1].at - timedelta(days=days)
    return tuple(each for each in found if each.at >= since)


@contextmanager
def bar() -> Iterator[Callable[[float], None]]:
    shown = (BarColumn(), TextColumn("{task.percentage:>3.0f} %"))
    with Progress(*shown, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("", total=1.0)
        yield lambda part: progress.update(task, completed=part)


def show(found: Designed, asked: DesignAsked) -> None:
    console = Console(highlight=False, soft_wrap=True)
    begins = ("", *(f"{when_of(each)}: " for each in asked.steps))
    for when, stage in zip(begins, found.stages, strict=True):
        console.print(f"{when}{stage}")
    console.print(sizes(found.by_size))
    if found.folds is not None:
        gone_on = ", ".join(f"{share:.0%} {street}" for share, street in zip(found.folds, STREETS, strict=True))
        console.print(f"Players who go on: {gone_on}.")
    each = dollars(round(found.contribution))
    if found.log_rounds:
        days = "1 day" if found.log_days == 1 else f"{found.log_days:,} days"
        console.print(f"The record has {found.log_rounds:,} rounds of hold 'em on {days}.")
    console.print(f"{found.rounds_a_day:,.0f} rounds a day, of which each contributes {each} on average.")
    if found.hits is None:
        console.print("Nothing would be hit: no round is played, or none can have such a hand.")
    else:
        show_hits(console, found.hits, asked.start)
    for replayed in found.replays:
        show_replay(console, replayed)


def when_of(step: StepAsked) -> str:
    amount = f"from {dollars(step.from_amount)} on" if step.from_amount else ""
    days = (
        f"{step.after_days} {'day' if step.after_days == 1 else 'days'} after the last hit" if step.after_days else ""
    )
    return " or ".join(filter(None, (amount, days)))


def sizes(rows: tuple[BySize, ...]) -> Table:
    table = Table("dealt in", "nobody folds: one round in", "as the log has it", "folding by lot", title_justify="left")
    for row in rows:
        error = row.error / row.nobody_folds if row.nobody_folds else 0.0
        table.add_row(
            str(row.players), f"{one_in(row.nobody_folds)} ± {error:.2%}", one_in(row.as_logged), one_in(row.by_lot)
        )
    return table


def one_in(rate: float | None) -> str:
    return "" if rate is None else f"{1 / rate:,.0f}" if rate else "never"


def show_hits(console: Console, hits: AtHits, start: int) -> None:
    console.print(
        f"A hit every {hits.days_between:,.1f} days on average, and {hits.chance_a_day:.2%} on any day to begin with."
    )
    for at in hits.quantiles:
        console.print(f"  {QUANTILES[at.share]} {dollars(at.amount)}, within {at.days:,.1f} days")
    if hits.days_to_fund is not None and start:
        console.print(f"The reset share funds the next {dollars(start)} in {hits.days_to_fund:,.1f} days.")


def show_replay(console: Console, found: PlanReplayed) -> None:
    console.print(
        f"Over {found.rounds:,} rounds of the record, {found.name}: {dollars(found.contributed)} contributed, "
        f"{len(found.hits)} hits, {dollars(found.amount)} on display in the end."
    )
    for hit in found.hits:
        console.print(f"  {hit.at[:16]} at table {hit.table}, round {hit.round}: {dollars(hit.amount)}")
