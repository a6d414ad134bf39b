"""`pokerroom dice`: what mini-dice pays, exactly what the house keeps of each wager, and shakes to check it."""

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from pokerroom.cli.simulate import count
from pokerroom.dice.odds import AT_LEAST, PayTable, edge, pay_table, payable_step
from pokerroom.dice.refusals import Refusal
from pokerroom.dice.wagers import DECIDED_BY, Bet, chance
from pokerroom.money import dollars
from pokerroom.words import said, term

if TYPE_CHECKING:
    from pokerroom.dice.simulation import Counted

DIFFERS, USAGE = 1, 2
UNIT = 100
CAPTION = "Wins and loses: at each shake. House: what it keeps of each wager that is decided."


def dice(
    *,
    odds: Annotated[
        list[str] | None, typer.Option(help='Better odds than the text requires: --odds "any 7=5 to 1"; repeatable.')
    ] = None,
    games: Annotated[str | None, typer.Option(help="Shake so many times as well, and compare: 10M.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed shakes the same dice.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Print what mini-dice pays and exactly what the house keeps of each wager; shake dice to check it."""
    table = pay_table(dict(map(printed_odds, odds or ())))
    if isinstance(table, Refusal):
        typer.echo(f"pokerroom: {table}", err=True)
        raise typer.Exit(USAGE)
    counted = {} if games is None else compared(table, count(games), seed)
    if as_json:
        typer.echo(msgspec.json.encode([line(bet, table, counted.get(bet)) for bet in table]))
    else:
        show(table, counted)
    if not all(each.agrees for each in counted.values()):
        raise typer.Exit(DIFFERS)


def printed_odds(text: str) -> tuple[str, str]:
    bet, _, odds = text.partition("=")
    return bet.strip(), odds.strip()


def compared(table: PayTable, games: int, seed: int) -> dict[Bet, "Counted"]:
    from pokerroom.dice.simulation import simulated  # noqa: PLC0415  NumPy is loaded only where it is needed

    return {each.bet: each for each in simulated(table, games=games, seed=seed)}


def line(bet: Bet, table: PayTable, counted: "Counted | None") -> dict[str, Any]:
    decides, kept = DECIDED_BY[bet], edge(bet, table[bet])
    exact = {"bet": bet.value, "odds": paid(bet, table), "wins": str(chance(decides.wins)), "edge": str(kept)}
    shaken = {} if counted is None else {"decided": counted.decided, "kept": counted.kept, "errors": counted.errors}
    return {**exact, **shaken}


def paid(bet: Bet, table: PayTable) -> str:
    more = [f"{odds} on {total}" for total, odds in table[bet].on_totals.items()]
    return "; ".join([str(table[bet].odds), *more])


def show(table: PayTable, counted: dict[Bet, "Counted"]) -> None:
    console = Console(highlight=False)
    console.print("[bold]Mini-dice[/bold]  two dice; a place wager stands until its number or a seven")
    console.print(f"[dim]{AT_LEAST}; winners get their stake back besides[/dim]")
    console.print(listed(table, counted))
    if counted:
        farthest = max(abs(each.errors) for each in counted.values())
        verdict = "agree" if all(each.agrees for each in counted.values()) else "do NOT agree"
        console.print(f"The shakes {verdict} with the odds: at most {farthest:.2f} standard errors apart")


def listed(table: PayTable, counted: dict[Bet, "Counted"]) -> Table:
    made = Table(box=None, pad_edge=False, header_style="dim")
    made.add_column("wager", no_wrap=True)
    made.add_column("pays")
    shaken = ["decided", "kept"] if counted else []
    for head in ("step", "wins", "loses", "house", "exactly", *shaken):
        made.add_column(head, justify="right", no_wrap=True)
    for bet, pays in table.items():
        decides, kept = DECIDED_BY[bet], edge(bet, pays)
        seen = [f"{counted[bet].decided:,}", f"{counted[bet].kept:.3%}"] if counted else []
        chances = (percent(chance(decides.wins)), percent(chance(decides.loses)), percent(kept), str(kept))
        made.add_row(said(term(bet)), paid(bet, table), dollars(payable_step(pays, unit=UNIT)), *chances, *seen)
    made.caption, made.caption_justify = (
        "Wins and loses: at each shake. House: what it keeps of each wager that is decided.",
        "left",
    )
    return made


def percent(share: Fraction) -> str:
    return f"{float(share):.2%}"
