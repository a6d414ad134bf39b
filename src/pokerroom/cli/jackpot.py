"""`pokerroom jackpot`: what a bad beat payout would do in a room, before it is filed."""

import time
from functools import partial
from itertools import pairwise
from math import comb
from typing import Annotated, NamedTuple

import typer
from rich.console import Console
from rich.table import Table

from pokerroom.cli.simulate import USAGE, count, crew, watched
from pokerroom.jackpot.designing import (
    Design,
    Stage,
    amount_at,
    chance_a_day,
    days_between,
    days_to_fund,
    rounds_until,
)
from pokerroom.jackpot.rules import asks_more
from pokerroom.money import dollars
from pokerroom.ranking.bad_beats import HoleCards, Qualifier, qualifier

QUANTILES = ((0.10, "one hit in ten is at most"), (0.50, "half of all hits are at most"), (0.90, "nine in ten"))
DEALT_IN = 10
"""Players in the rounds that are dealt. With fewer, a bad beat is as much rarer as there are fewer pairs of hands."""
SIZES = (10, 9, 8, 7, 6, 5, 4)


class Chance(NamedTuple):
    """Of a round with ten dealt in and nobody folding."""

    rate: float
    error: float

    def dealt_in(self, players: int) -> float:
        return self.rate * comb(players, 2) / comb(DEALT_IN, 2)


def jackpot(  # noqa: PLR0913  a payout has as many terms as a room may post
    losing: Annotated[str, typer.Argument(help="The hand that must lose: 'quad eights', 'aces full of tens'.")],
    *,
    tables: Annotated[int, typer.Option(help="Tables that take part.", min=1)] = 6,
    players: Annotated[int, typer.Option(help="Players dealt in at a table.", min=2, max=10)] = 8,
    hours: Annotated[float, typer.Option(help="Hours a day that each of them deals.", min=0.1, max=24)] = 12,
    rounds_an_hour: Annotated[float, typer.Option(help="Rounds of play an hour at a table.", min=1)] = 30,
    drop: Annotated[float, typer.Option(help="Dollars that a pot contributes.", min=0.01)] = 1.0,
    contributing: Annotated[int, typer.Option(help="Percent of the pots that are large enough.", min=1, max=100)] = 90,
    start: Annotated[float, typer.Option(help="Dollars that the payout begins with.", min=0)] = 10_000,
    reset: Annotated[int, typer.Option(help="Percent of the contributions for the next payout.", min=0, max=99)] = 20,
    step: Annotated[
        list[str] | None, typer.Option(help="A ladder: 'DOLLARS=HAND', the hand that counts from that amount on.")
    ] = None,
    both_hole_cards: Annotated[bool, typer.Option("--both-hole-cards", help="Both hole cards must play.")] = False,
    pocket_pair: Annotated[bool, typer.Option("--pocket-pair", help="Four-of-a-kind only with a pocket pair.")] = False,
    stay: Annotated[int, typer.Option(help="Percent of such hands that are not folded.", min=1, max=100)] = 100,
    rounds: Annotated[str, typer.Option(help="Rounds to deal for each hand: 50M, 1G.")] = "50M",
    seed: Annotated[int, typer.Option(help="The same seed gives the same figures.")] = 1,
) -> None:
    """Say what a bad beat payout would do in a room: how often it is hit, and what it pays then."""
    try:
        plays = HoleCards.PLAY if both_hole_cards else HoleCards.ANY
        described = partial(qualifier, hole_cards=plays, pocket_pair_for_quads=pocket_pair)
        posted = [(0, described(losing)), *((amount, described(hand)) for amount, hand in steps(step or []))]
        if any(asks_more(later, earlier) for (_, earlier), (_, later) in pairwise(posted)):
            raise ValueError("a later step asks for more than an earlier one: 14.19(q) lets it ask for less only")  # noqa: TRY301
        asked, began = count(rounds), time.perf_counter()
        chances = {hand: simulated(hand, asked, seed) for _, hand in posted}
    except ValueError as error:
        typer.echo(f"pokerroom: {error}", err=True)
        raise typer.Exit(USAGE) from None
    staying = (stay / 100) ** 2
    design = Design(
        rounds_a_day=tables * hours * rounds_an_hour,
        contribution=drop * contributing,
        start=round(start * 100),
        reset_percent=reset,
        stages=tuple(
            Stage(from_amount=amount, chance=staying * chances[hand].dealt_in(players)) for amount, hand in posted
        ),
    )
    show(design, chances, staying)
    typer.echo(
        f"{asked:,} rounds dealt for each hand, ten dealt in, nobody folding: {time.perf_counter() - began:.1f} s"
    )


def steps(said: list[str]) -> list[tuple[int, str]]:
    found = []
    for each in said:
        amount, equals, hand = each.partition("=")
        if not equals or not amount.replace(".", "", 1).isdigit():
            raise ValueError(f"{each!r} is not a step of a ladder: expected one such as '50000=quad eights'")
        found.append((round(float(amount) * 100), hand))
    if found != sorted(found):
        raise ValueError("the steps of a ladder are in the order of their amounts")
    return found


def simulated(asked: Qualifier, rounds: int, seed: int) -> Chance:
    from pokerroom.odds.simulation import ask  # noqa: PLC0415

    simulation = ask("hold-em", DEALT_IN, rounds, seed, qualifier=asked)
    with crew(simulation, None, None) as helpers:
        report = watched(simulation, helpers, None)
    (line,) = report.lines
    if not line.times:
        raise ValueError(f"{asked}: none came in {report.rounds:,} rounds. Deal more of them (--rounds)")
    return Chance(line.rate, line.error or line.rate)


def show(design: Design, chances: dict[Qualifier, Chance], staying: float) -> None:
    console = Console()
    table = Table("dealt in", *map(str, chances), title="One round in", title_justify="left")
    for size in SIZES:
        cells = (
            f"{1 / (staying * chance.dealt_in(size)):,.0f} ± {chance.error / chance.rate:.0%}"
            for chance in chances.values()
        )
        table.add_row(str(size), *cells)
    console.print(table)
    console.print(
        f"{design.rounds_a_day:,.0f} rounds a day: a hit every {days_between(design):,.1f} days on average, and "
        f"{chance_a_day(design, design.stages[0]):.2%} on any day to begin with."
    )
    for quantile, words in QUANTILES:
        days = rounds_until(design, quantile) / design.rounds_a_day
        console.print(f"  {words} {dollars(amount_at(design, quantile))}, within {days:,.1f} days")
    funded = days_to_fund(design, design.start)
    if funded is not None and design.start:
        console.print(f"The reset share funds the next {dollars(design.start)} in {funded:,.1f} days.")
