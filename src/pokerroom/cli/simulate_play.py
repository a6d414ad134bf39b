"""`pokerroom simulate --play`: whole rounds dealt and bet by a simple rule, for questions of pots, streets and rake."""

import time
from collections.abc import Iterator
from contextlib import nullcontext
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from pokerroom.rules.clauses import Game
from pokerroom.rules.house import Fixed, HouseRules, Limits, NoLimit, PercentageRake, PotLimit, Showing, Spread, letter

if TYPE_CHECKING:
    from pokerroom.batch.strategies import Tally

LimitName = Literal["fixed", "spread", "pot", "no"]
LIMITS: dict[str, Limits] = {
    "fixed": Fixed(400, 800),
    "spread": Spread(400, 2000),
    "pot": PotLimit(400),
    "no": NoLimit(400),
}
BLINDS, ANTE, FORCED_BET = (200, 400), 100, 200
PIECE = 1 << 16
"""Rounds that a process plays at a time."""

CENTS = 100


class Playing(NamedTuple):
    """What is asked for beside game, seats, rounds and seed."""

    fold: float
    raise_: float
    limit: LimitName
    stakes: int
    """In dollars."""
    rake: str | None
    """PERCENT:MOST, the maximum in dollars."""


def sign_of(game: Game, asked: Playing) -> HouseRules:
    """$4 and $8, blinds of $2 and $4, or an ante of $1 and a forced bet of $2."""
    rake = (rake_of(asked.rake),) if asked.rake else ()
    if game.has_button:
        return letter(LIMITS[asked.limit], blinds=BLINDS, rake=rake, showing=Showing.ALL)
    return letter(LIMITS[asked.limit], ante=ANTE, forced_bet=FORCED_BET, rake=rake, showing=Showing.ALL)


def rake_of(text: str) -> PercentageRake:
    """`10:4` is ten percent, at most $4."""
    percent, colon, most = text.partition(":")
    if not colon or not most.isdecimal() or not percent.replace(".", "", 1).isdecimal():
        raise typer.BadParameter(f"{text!r} is no rake: expected a percentage and a maximum in dollars, as in 10:4")
    return PercentageRake(float(percent) if "." in percent else int(percent), int(most) * CENTS)  # type: ignore[arg-type]


def play_piece(game: Game, seats: int, asked: Playing, rounds: int, first: int, seed: int) -> "Tally":
    """A part of the rounds, in whichever process."""
    from pokerroom.batch.compiling import compile_game  # noqa: PLC0415  NumPy is loaded only where it is needed
    from pokerroom.batch.strategies import Strategy, play_rounds  # noqa: PLC0415
    from pokerroom.play import procedure  # noqa: PLC0415

    compiled = compile_game(procedure(game, sign_of(game, asked)), seats)
    strategy: Strategy = Strategy(asked.fold, asked.raise_)
    return play_rounds(compiled, asked.stakes * CENTS, strategy, rounds=rounds, first=first, seed=seed)


def pieces(game: Game, seats: int, asked: Playing, rounds: int, seed: int) -> Iterator[tuple[object, ...]]:
    for first in range(0, rounds, PIECE):
        yield game, seats, asked, min(PIECE, rounds - first), first, seed


def simulate_play(
    game: Game,
    seats: int,
    rounds: int,
    seed: int,
    asked: Playing,
    *,
    processes: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    from pokerroom.odds import workers  # noqa: PLC0415

    started = time.perf_counter()
    helpers = nullcontext(workers.HERE)
    if cluster is not None:
        helpers = workers.cluster(cluster)  # type: ignore[assignment]
    elif processes is not None and processes > 1:
        helpers = workers.processes(processes)  # type: ignore[assignment]
    total: Tally | None = None
    with helpers as crew:
        for tally, _ in workers.in_order(crew, play_piece, pieces(game, seats, asked, rounds, seed)):
            if total is None:
                total = tally
            else:
                total.add(tally)
    assert total is not None
    if as_json:
        typer.echo(
            msgspec.json.encode(
                {"game": game.key, "edition": game.edition, "seats": seats, "seed": seed, "tally": total}
            )
        )
    else:
        show(game, seats, seed, total, time.perf_counter() - started)


def show(game: Game, seats: int, seed: int, tally: "Tally", seconds: float) -> None:
    console = Console(highlight=False, soft_wrap=True)
    console.print(
        f"[bold]{game.name}[/bold], {seats} seats, {tally.rounds:,} rounds played"
        f"  [dim]{tally.decisions:,} decisions, seed {seed}, {seconds:.1f} s[/dim]"
    )
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("street")
    for column in ("% of rounds", "players in it"):
        table.add_column(column, justify="right")
    for line in tally.streets:
        players = f"{line.players / line.rounds:.2f}" if line.rounds else ""
        table.add_row(line.name, f"{100 * line.rounds / tally.rounds:.1f}", players)
    table.add_row("showdown", f"{100 * tally.showdowns / tally.rounds:.1f}", "")
    console.print(table)
    console.print(f"pot: {dollars(tally.pots / tally.rounds)} on average, {dollars(tally.largest)} at most")
    if tally.raked:
        share, often = 100 * tally.raked / tally.pots, 100 * tally.rounds_raked / tally.rounds
        mean = dollars(tally.raked / tally.rounds)
        console.print(f"rake: {mean} a round, {share:.2f} % of all pots; taken in {often:.1f} % of rounds")


def dollars(cents: float) -> str:
    return f"${cents / CENTS:,.2f}"
