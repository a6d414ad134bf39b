"""Where opponents meet: rounds of play from seeded decks, decided by minds that are given views and nothing else."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from pokerroom.bots import Opponent, Personality, choose
from pokerroom.bots.plain import answer, unwanted
from pokerroom.cards import DECK, Card
from pokerroom.games import CATALOGUE
from pokerroom.play import (
    Draw,
    MayBet,
    MayCall,
    MayCheck,
    MayDraw,
    MayPlayOn,
    MayPostForcedBet,
    MayShow,
    MustDiscard,
    OpenRound,
    PlayerCommand,
    Procedure,
    Refusal,
    Reshuffle,
    Round,
    Seat,
    Stage,
    View,
    perform,
    procedure,
    reshuffle_pool,
    start,
    view,
)
from pokerroom.rules.clauses import Game
from pokerroom.rules.house import Fixed, Limits, NoLimit, PotLimit, letter

Mind = Callable[[View], PlayerCommand]

MINIMUM = 200
LIMITS: dict[str, Limits] = {
    "fixed": Fixed(MINIMUM, 2 * MINIMUM),
    "pot": PotLimit(MINIMUM),
    "no": NoLimit(MINIMUM),
}
STAKES = 100 * MINIMUM


class Decision(NamedTuple):
    state: Round
    seen: View
    command: PlayerCommand


def law(key: str) -> Game:
    """The newest form of the game."""
    return next(game for game in CATALOGUE.values() if game.key == key)


def table_of(game: Game, limit: str = "fixed") -> Procedure:
    forced: dict[str, Any] = (
        {"blinds": (MINIMUM // 2, MINIMUM)} if game.has_button else {"ante": MINIMUM // 4, "forced_bet": MINIMUM // 2}
    )
    return procedure(game, letter(LIMITS[limit], max_raises=3 if limit == "fixed" else None, **forced))


def shuffled(cards: Sequence[Card], chance: Random) -> tuple[Card, ...]:
    return tuple(chance.sample(cards, len(cards)))


def opened(table: Procedure, seats: int, deck: tuple[Card, ...], button: int, *, stakes: int = STAKES) -> Round:
    at = Seat(button) if table.game.has_button else None
    return started(table, OpenRound(stacks=(stakes,) * seats, deck=deck, button=at))


def started(table: Procedure, opening: OpenRound) -> Round:
    outcome = start(table, opening)
    assert not isinstance(outcome, Refusal), outcome
    return outcome[0]


def decisions(state: Round, minds: Sequence[Mind], chance: Random, ended: list[Round]) -> Iterator[Decision]:
    """Every decision of a round, as it is made; the round at its close is added to `ended`."""
    while not state.over:
        if state.stage is Stage.SHUFFLING:
            state = done(state, Reshuffle(shuffled(reshuffle_pool(state).cards, chance)))
            continue
        assert state.turn is not None
        seen = view(state, state.turn)
        made = Decision(state, seen, minds[state.turn](seen))
        yield made
        state = done(state, made.command)
    ended.append(state)


def done(state: Round, command: Any) -> Round:
    outcome = perform(state, command)
    assert not isinstance(outcome, Refusal), f"{state.procedure.game.key}: {command}: {outcome}"
    return outcome[0]


def play(state: Round, minds: Sequence[Mind], chance: Random) -> tuple[list[Decision], list[int]]:
    """What was decided, and what each seat won or lost from here on."""
    ended: list[Round] = []
    before = [state.stacks[seat] + state.put_in(seat) for seat in range(state.seats)]
    made = [*decisions(state, minds, chance, ended)]
    return made, [after - first for after, first in zip(ended[0].stacks, before, strict=True)]


def winnings(
    table: Procedure,
    one: Callable[[Random], Mind],
    other: Callable[[Random], Mind],
    *,
    rounds: int,
    seats: int,
    seed: str,
    noted: Callable[[Decision], None] = lambda _: None,
) -> list[float]:
    """Cents that a player of the first kind wins a round from the other kind, once for every two rounds.

    They sit in turn around the table, and each deck is played twice with places exchanged, so that luck counts less.
    """
    won = []
    for number in range(rounds // 2):
        chance = Random(f"{seed} {number}")
        deck = shuffled(DECK, chance)
        total = 0
        for first in (0, 1):
            minds = [(one if (seat + first) % 2 == 0 else other)(chance) for seat in range(seats)]
            made, results = play(opened(table, seats, deck, number % seats), minds, chance)
            total += sum(result for seat, result in enumerate(results) if (seat + first) % 2 == 0)
            for each in made:
                noted(each)
        won.append(total / seats)
    return won


def opponent(personality: Personality) -> Callable[[Random], Mind]:
    return lambda chance: Opponent(personality, chance).choose


def plain(chance: Random) -> Mind:
    return lambda seen: choose(seen, chance)


CALLS = (MayCheck, MayCall, MayPostForcedBet, MayBet, MayDraw, MustDiscard, MayPlayOn, MayShow)


def caller(_chance: Random) -> Mind:
    """Calls everything, bets nothing, and draws as a plain player."""

    def called(seen: View) -> PlayerCommand:
        seat = Seat(int(seen.viewer))
        offers = {type(offer): offer for offer in seen.offers}
        kind = next(kind for kind in CALLS if kind in offers)
        return Draw(seat, unwanted(seen, seat)) if kind is MayDraw else answer(seen, seat, offers[kind])

    return called
