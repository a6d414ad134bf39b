"""`pokerroom keno`: the rate card with the exact house advantage of every posted pay, and games drawn to check it."""

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from pokerroom.cli.simulate import count
from pokerroom.keno import HOUSE_CARD, RateCard
from pokerroom.keno.odds import PostedPay, house_advantage, posted_pays
from pokerroom.keno.rate_card import card_refusal
from pokerroom.keno.rules import DRAW, HOUSE_ADVANTAGE
from pokerroom.money import dollars
from pokerroom.words import said, saying

if TYPE_CHECKING:
    from pokerroom.keno.simulation import Counted

DIFFERS, USAGE = 1, 2


def keno(
    *,
    card: Annotated[
        Path | None,
        typer.Option(exists=True, dir_okay=False, help="A rate card as JSON; the house's own if not given."),
    ] = None,
    spots: Annotated[int | None, typer.Option(min=1, help="Tickets of so many spots alone.")] = None,
    games: Annotated[str | None, typer.Option(help="Draw so many games as well, and compare: 10M.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed draws the same games.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Print the keno rate card with the exact odds and house advantage of every pay; draw games to check them."""
    read = HOUSE_CARD if card is None else card_in(card)
    if spots is not None and spots > read.most_spots:
        refuse(f"the card {read.title} has tickets of 1 to {read.most_spots} spots")
    pays = [pay for pay in posted_pays(read) if spots in (None, pay.spots)]
    counted = {} if games is None else compared(read, count(games), seed)
    if as_json:
        typer.echo(msgspec.json.encode([line(pay, counted.get(pay)) for pay in pays]))
    else:
        show(read, pays, counted)
    if not all(each.agrees for each in counted.values()):
        raise typer.Exit(DIFFERS)


def card_in(path: Path) -> RateCard:
    try:
        card = msgspec.json.decode(path.read_bytes(), type=RateCard)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        refuse(f"{path} holds no rate card: {error}")
    refusal = card_refusal(card)
    if refusal is not None:
        refuse(str(refusal))
    return card


def refuse(why: str) -> NoReturn:
    typer.echo(f"pokerroom: {why}", err=True)
    raise typer.Exit(USAGE)


def compared(card: RateCard, games: int, seed: int) -> dict[PostedPay, "Counted"]:
    from pokerroom.keno.simulation import simulated  # noqa: PLC0415  NumPy is loaded only where it is needed

    return {each.pay: each for each in simulated(card, games=games, seed=seed)}


def line(pay: PostedPay, counted: "Counted | None") -> dict[str, Any]:
    exact = {"spots": pay.spots, "caught": pay.caught, "pays": pay.pays, "chance": str(pay.chance)}
    odds = {"true_odds": str(pay.true_odds), "payoff_odds": pay.payoff_odds, "advantage": str(pay.advantage)}
    drawn = {} if counted is None else {"games": counted.games, "won": counted.won, "errors": round(counted.errors, 3)}
    return {**exact, **odds, **drawn}


def show(card: RateCard, pays: list[PostedPay], counted: dict[PostedPay, "Counted"]) -> None:
    console = Console(highlight=False)
    console.print(f"[bold]{card.title}[/bold]  {dollars(card.least)} to {dollars(card.most)} a game")
    console.print(f"[dim]{HOUSE_ADVANTAGE}; twenty of eighty are drawn: {DRAW}[/dim]")
    console.print(table(pays, counted))
    for spots in sorted({pay.spots for pay in pays}):
        name = said(saying("keno.spots", count=spots)).capitalize()
        advantage = house_advantage(card, spots)
        console.print(f"{name} ticket, all its pays: the house keeps {percent(advantage)} of each wager ({advantage})")
    if counted:
        farthest = max(abs(each.errors) for each in counted.values())
        drawn = next(iter(counted.values())).games
        verdict = "agree" if all(each.agrees for each in counted.values()) else "do NOT agree"
        console.print(f"{drawn:,} games drawn {verdict} with the odds: at most {farthest:.2f} standard errors apart")


def table(pays: list[PostedPay], counted: dict[PostedPay, "Counted"]) -> Table:
    made = Table(box=None, pad_edge=False, header_style="dim")
    made.add_column("spots")
    drawn = ["drawn"] if counted else []
    for head in ["catch", "pays for 1", "chance", "true odds", "payoff", "advantage*", *drawn]:
        made.add_column(head, justify="right", no_wrap=True)
    for pay in pays:
        seen = [f"{counted[pay].won / counted[pay].games:.5%}"] if counted else []
        made.add_row(*map(str, (pay.spots, pay.caught, f"{pay.pays:,}")), *odds_of(pay), *seen)
    made.caption, made.caption_justify = "Odds are to 1. * Of a ticket that paid this alone.", "left"
    return made


def odds_of(pay: PostedPay) -> tuple[str, ...]:
    return f"{float(pay.chance):.5%}", f"{float(pay.true_odds):,.2f}", f"{pay.payoff_odds:,}", percent(pay.advantage)


def percent(share: Fraction) -> str:
    return f"{float(share):.2%}"
