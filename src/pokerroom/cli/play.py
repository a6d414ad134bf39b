"""`pokerroom play`: a round of a chosen game, played by bots and narrated street by street with its citations."""

from random import Random, SystemRandom
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from pokerroom.bots import choose
from pokerroom.cards import DECK, cards_text
from pokerroom.cli.choices import EditionOption, chosen_game
from pokerroom.history.narration import seat_name, tell
from pokerroom.money import dollars
from pokerroom.play import (
    Command,
    OpenRound,
    Refusal,
    Reshuffle,
    Round,
    Seat,
    Stage,
    apply,
    perform,
    procedure,
    reshuffle_pool,
    start,
    view,
)
from pokerroom.play.apply import open_round
from pokerroom.play.events import CardBurned, CardsDealt, Event, RoundOpened, ShowdownOpened
from pokerroom.rules.clauses import Game
from pokerroom.rules.house import PRESETS, Fixed, HouseRules

DEFAULT_GAME = "seven-card-stud-high-low-eight"


def play(
    name: Annotated[
        str, typer.Argument(metavar="[GAME]", help="Which game; `pokerroom games` lists them.")
    ] = DEFAULT_GAME,
    *,
    edition: EditionOption = None,
    seats: Annotated[int, typer.Option(help="How many players sit down.")] = 5,
    stakes: Annotated[int, typer.Option(help="Table stakes of each player, in dollars.")] = 100,
    house: Annotated[str, typer.Option(help="House rules: letter or customary.")] = "letter",
    seed: Annotated[int | None, typer.Option(help="Repeat a demonstration. Without it the shuffle is secure.")] = None,
) -> None:
    """Watch bots play one round of a game, each event with the paragraph behind it."""
    chance = SystemRandom() if seed is None else Random(seed)  # noqa: S311  a seed is for demonstrations only
    game = chosen_game(name, edition)
    table = procedure(game, sign(game, house))
    deck = list(DECK)
    chance.shuffle(deck)
    outcome = start(table, OpenRound(stacks=(stakes * 100,) * seats, deck=tuple(deck)))
    if isinstance(outcome, Refusal):
        raise typer.BadParameter(str(outcome))
    narrate(outcome, chance)


def sign(game: Game, preset: str) -> HouseRules:
    """A $2 and $4 table with three raises and the forced money its game calls for."""
    if preset not in PRESETS:
        raise typer.BadParameter(f"house rules are {' or '.join(PRESETS)}, not {preset!r}")
    if game.has_button:
        return PRESETS[preset](Fixed(200, 400), max_raises=3, blinds=(100, 200))
    return PRESETS[preset](Fixed(200, 400), max_raises=3, ante=50, forced_bet=100)


def narrate(opened: tuple[Round, list[Event]], chance: Random) -> None:
    console = Console(highlight=False)
    state, log = opened
    lines = lines_of(state, log, before=None)
    while not state.over:
        outcome = perform(state, next_command(state, chance))
        assert not isinstance(outcome, Refusal), outcome
        before, (state, log) = state, outcome
        lines += lines_of(state, log, before=before)
    tell_round(console, lines)


def next_command(state: Round, chance: Random) -> Command:
    if state.stage is Stage.SHUFFLING:
        pool = list(reshuffle_pool(state).cards)
        chance.shuffle(pool)
        return Reshuffle(tuple(pool))
    assert state.turn is not None
    return choose(view(state, state.turn), chance)


FORCED_MONEY = -1
"""The section before the first street."""

Line = tuple[Event, Round]
"""An event and the round after it."""


def lines_of(after: Round, log: list[Event], *, before: Round | None) -> list[Line]:
    lines: list[Line] = []
    for event in log:
        if before is None:
            assert isinstance(event, RoundOpened)
            before = open_round(event, after.procedure)
        else:
            before = apply(before, event)
        lines.append((event, before))
    return lines


def tell_round(console: Console, lines: list[Line]) -> None:
    """A section for each street, the words on the left and the paragraph on the right."""
    section: Table | None = None
    street = FORCED_MONEY
    for event, state in lines:
        new = street_of(event, state, street)
        if section is None or new != street:
            show(console, section)
            street = new
            section = Table.grid(padding=(0, 2), expand=True)
            section.add_column(ratio=1, overflow="fold")
            section.add_column(style="dim", justify="right", no_wrap=True)
            console.rule(heading(state, street), align="left", style="green")
        words = tell(event, state)
        if words:
            section.add_row(words, event.rule.short)
        if isinstance(event, CardsDealt):
            for seat in event.seats:
                section.add_row(f"  [dim]{hand(state, seat)}[/dim]", "")
    show(console, section)


def show(console: Console, section: Table | None) -> None:
    if section is not None:
        console.print(section)
        console.print()


def street_of(event: Event, state: Round, street: int) -> int:
    """Which section an event belongs to: forced money, a street from its burn card on, or the showdown."""
    if isinstance(event, ShowdownOpened):
        return len(state.procedure.streets)
    if isinstance(event, CardBurned) and state.stage is Stage.DEALING and not state.waiting:
        return state.street + 1
    return max(street, state.street)


def heading(state: Round, street: int) -> str:
    streets = state.procedure.game.streets
    if street < 0:
        return f"[bold]{state.procedure.game.name}[/bold]"
    if street >= len(streets):
        return "[bold]Showdown[/bold]"
    return f"[bold]{streets[street].name.capitalize()}[/bold]"


def hand(state: Round, seat: Seat) -> str:
    """What this demonstration lets the reader see: every hand, the down cards in brackets."""
    down, up = cards_text(state.down[seat]), cards_text(state.up[seat])
    return f"{seat_name(seat)} \\[{down}] {up}  {dollars(state.stacks[seat])}"
