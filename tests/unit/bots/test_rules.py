"""Opponents abide by the rules of every game, and know no more than their seat may."""

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from pokerroom.bots import PERSONALITIES, Opponent
from pokerroom.cards import DECK, UNKNOWN, Card
from pokerroom.games import PERMITTED
from pokerroom.live.tables.clock import is_beaten
from pokerroom.play import (
    Bet,
    Concede,
    Fold,
    MayBet,
    MayCheck,
    MayFold,
    MayRaise,
    Raise,
    Round,
    Seat,
    procedure,
    view,
)
from pokerroom.rules.clauses import Game
from tests.sweep import LIMITS, SIGNS, WHIMSICAL, Case, house_rules, open_round
from tests.unit.bots.arena import Decision, decisions, law, opened, play, shuffled, started, table_of

ROUNDS = 2


def rounds_of(game: Game) -> Iterator[list[Decision]]:
    """Rounds under signs of every kind with uneven table stakes, each seat a character of its own."""
    for limit in LIMITS:
        for seed in range(ROUNDS):
            chance = Random(f"{game.edition} {game.key} {limit} {seed}")
            seats = chance.randint(2, game.seats.most)
            case = Case(game.edition, game.key, limit, seats, SIGNS[seed % len(SIGNS)], seed)
            table = procedure(game, house_rules(case, chance))
            opening = msgspec.structs.replace(open_round(case, table, WHIMSICAL, chance), deck=shuffled(DECK, chance))
            minds = [Opponent(chance.choice(PERSONALITIES), chance).choose for _ in range(seats)]
            yield [*decisions(started(table, opening), minds, chance, [])]


@pytest.mark.parametrize("game", PERMITTED, ids=lambda game: f"{game.edition} {game.key}")
def test_every_game_is_played_to_its_end_with_legal_answers_and_sense(game: Game) -> None:
    """That an answer is legal is asserted where it is carried out."""
    for made in rounds_of(game):
        for state, seen, command in made:
            offers = {type(offer): offer for offer in seen.offers}
            if isinstance(command, Fold):
                fold = offers[MayFold]
                assert isinstance(fold, MayFold)
                assert not fold.pays, "folding saves nothing here"
                assert MayCheck not in offers, "folded for nothing"
            if isinstance(command, Concede):
                assert is_beaten(state, command.seat), "gave up a hand that nothing beats"
            if isinstance(command, (Bet, Raise)):
                others = [seat for seat in seen.seats if seat.live and seat.seat != command.seat]
                assert any(seat.stack for seat in others) or MayCheck not in offers, "wagered against nobody"


def with_hidden_cards_moved(state: Round, seat: Seat, chance: Random) -> Round:
    """The same round to this seat, with every card it cannot see somewhere else."""
    others = [each for each in range(state.seats) if each != seat]
    covered = [each for each in others if not state.shown >> each & 1]
    places = [*(state.down[each] for each in covered), *(state.muck[each] for each in others)]
    hidden = [card for place in (*places, state.burns, state.stub) for card in place if card != UNKNOWN]
    fresh = iter(chance.sample(hidden, len(hidden)))

    def again(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(card if card == UNKNOWN else next(fresh) for card in cards)

    return msgspec.structs.replace(
        state,
        down=tuple(again(cards) if each in covered else cards for each, cards in enumerate(state.down)),
        muck=tuple(again(cards) if each in others else cards for each, cards in enumerate(state.muck)),
        burns=again(state.burns),
        deck=(*state.deck[: state.dealt], *again(state.stub)),
    )


@pytest.mark.parametrize("key", sorted({game.key for game in PERMITTED}))
def test_an_answer_does_not_depend_on_cards_the_seat_cannot_see(key: str) -> None:
    chance = Random(key)
    table = table_of(law(key))
    seats = min(5, table.game.seats.most)
    answered = moved = 0
    for number, personality in enumerate(PERSONALITIES):
        minds = [Opponent(personality, chance).choose] * seats
        made, _ = play(opened(table, seats, shuffled(DECK, chance), number % seats), minds, chance)
        for state, seen, _ in made[::3]:
            other = with_hidden_cards_moved(state, Seat(int(seen.viewer)), chance)
            moved += other != state
            first, second = (
                Opponent(personality, Random(number)).choose(view(each, seen.viewer)) for each in (state, other)
            )
            assert first == second
            answered += 1
    assert moved > answered / 2 > 5


def test_the_time_it_takes_does_not_change_the_answer() -> None:
    chance = Random("time")
    made, _ = play(
        opened(table_of(law("hold-em"), "no"), 6, shuffled(DECK, chance), 0),
        [Opponent(personality, chance).choose for personality in PERSONALITIES],
        chance,
    )
    for _, seen, _ in made:
        asked, at_once = (Opponent(PERSONALITIES[0], Random(7)) for _ in range(2))
        asked.think_seconds(seen)
        assert asked.choose(seen) == at_once.choose(seen)


def test_a_wager_is_of_whole_chips_and_within_what_is_offered() -> None:
    chance = Random("chips")
    amounts = set()
    for number in range(40):
        minds = [Opponent(personality, chance).choose for personality in PERSONALITIES]
        made, _ = play(opened(table_of(law("hold-em"), "no"), 6, shuffled(DECK, chance), number % 6), minds, chance)
        for _, seen, command in made:
            if isinstance(command, (Bet, Raise)):
                offer = next(each for each in seen.offers if isinstance(each, (MayBet, MayRaise)))
                assert offer.least <= command.to <= offer.most
                assert command.to % offer.step == 0 or command.to == offer.most
                amounts.add(command.to)
    assert len(amounts) > 10, "every wager is of the same few sizes"
