"""`pokerroom play`: a round of a chosen game, played by bots and narrated street by street with its citations."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from pokerroom.bots import choose
from pokerroom.cards import DECK
from pokerroom.cli.choices import EditionOption, chosen_game, chosen_house
from pokerroom.cli.telling import lines_of, print_rows, rows_of
from pokerroom.play import (
    Command,
    OpenRound,
    Refusal,
    Reshuffle,
    Round,
    Seat,
    Stage,
    perform,
    procedure,
    reshuffle_pool,
    start,
    view,
)
from pokerroom.play.events import Event
from pokerroom.rules.clauses import Game
from pokerroom.rules.house import PRESETS, Fixed, HouseRules
from pokerroom.shuffle import Context, Generator, Mode, Shuffle, chosen_generator, evidence, shuffle
from pokerroom.shuffle.lab import LEAST_CUT

DEFAULT_GAME = "seven-card-stud-high-low-eight"
DEMONSTRATION = "demonstration"
"""The table name in the commitments to this command's decks."""


def play(
    name: Annotated[
        str, typer.Argument(metavar="[GAME]", help="Which game; `pokerroom games` lists them.")
    ] = DEFAULT_GAME,
    *,
    edition: EditionOption = None,
    seats: Annotated[int, typer.Option(help="How many players sit down.")] = 5,
    stakes: Annotated[int, typer.Option(help="Table stakes of each player, in dollars.")] = 100,
    house: Annotated[str, typer.Option(help="House rules: letter or customary.")] = "letter",
    seed: Annotated[
        int | None,
        typer.Option(help="Repeat a demonstration; refused in production. Without it the shuffle is secure."),
    ] = None,
    proof: Annotated[
        Path | None,
        typer.Option(
            dir_okay=False, help="Write what the player in seat 1 can check of the deck: `pokerroom shuffle verify`."
        ),
    ] = None,
) -> None:
    """Watch bots play one round of a game, each event with its paragraph."""
    chance = chosen_generator(None if seed is None else str(seed), otherwise=Mode.LAB)
    game = chosen_game(name, edition)
    table = procedure(game, sign(game, house))
    deck = shuffle(chance, DECK, Context(DEMONSTRATION, 0))
    deck = deck.cut_at(chance.cut(LEAST_CUT, len(DECK) - LEAST_CUT))
    outcome = start(table, OpenRound(stacks=(stakes * 100,) * seats, deck=deck.dealt_order))
    if isinstance(outcome, Refusal):
        raise typer.BadParameter(str(outcome))
    decks = [deck]
    log = narrate(outcome, chance, decks)
    if proof is not None:
        proof.write_bytes(msgspec.json.encode(evidence(log, Seat(0), decks)))


def sign(game: Game, preset: str) -> HouseRules:
    """A $2 and $4 table with three raises and the forced money its game needs."""
    rules = PRESETS[chosen_house(preset)]
    if game.has_button:
        return rules(Fixed(200, 400), max_raises=3, blinds=(100, 200))
    return rules(Fixed(200, 400), max_raises=3, ante=50, forced_bet=100)


def narrate(opened: tuple[Round, list[Event]], chance: Generator, decks: list[Shuffle]) -> list[Event]:
    """Tell the round to its end and return its whole log. Each reshuffled deck is added to `decks`."""
    console = Console(highlight=False)
    state, log = opened
    lines = lines_of(state, log, before=None)
    while not state.over:
        outcome = perform(state, next_command(state, chance, decks))
        assert not isinstance(outcome, Refusal), outcome
        before, (state, log) = state, outcome
        lines += lines_of(state, log, before=before)
    print_rows(console, state.procedure.game, rows_of(lines))
    return [event for event, _ in lines]


def next_command(state: Round, chance: Generator, decks: list[Shuffle]) -> Command:
    if state.stage is Stage.SHUFFLING:
        pool = reshuffle_pool(state)
        decks.append(shuffle(chance, pool.cards, Context(DEMONSTRATION, 0, len(decks)), beneath=pool.beneath))
        return Reshuffle(decks[-1].cards[: len(pool.cards)])
    assert state.turn is not None
    return choose(view(state, state.turn), chance)
