"""What is offered is accepted, and nothing else is: `legal_actions` is the oracle, commands of every kind the trial."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from pokerroom.cards import DECK, UNKNOWN, Card
from pokerroom.games import CATALOGUE, PERMITTED
from pokerroom.play import (
    Bet,
    Call,
    Check,
    Code,
    Command,
    Concede,
    Deal,
    Discard,
    Draw,
    Event,
    Fold,
    Freeze,
    MayBet,
    MayCall,
    MayCheck,
    MayConcede,
    MayDraw,
    MayFold,
    MayFreeze,
    MayPlayOn,
    MayPostForcedBet,
    MayRaise,
    MayShow,
    MustDiscard,
    Offer,
    PlayerCommand,
    PlayOn,
    PostForcedBet,
    Raise,
    Refusal,
    Reshuffle,
    Round,
    Seat,
    Show,
    Stage,
    Uphold,
    apply,
    decide,
    legal_actions,
    perform,
    replay,
    reshuffle_pool,
)
from pokerroom.play.refusals import UPHOLDABLE
from pokerroom.rules.clauses import Game
from pokerroom.rules.editions import EDITIONS
from tests.sweep import ANSWERS, LIMITS, SIGNS, WHIMSICAL, Case, play

ROUNDS_OF_EACH_GAME = 8

# A round has many stages and a command many faults: look further than a test of one function need.
looking_hard = settings(max_examples=4 * settings().max_examples)

TAKES_UP: dict[type[Any], type[Any]] = {
    Fold: MayFold,
    Check: MayCheck,
    Call: MayCall,
    Bet: MayBet,
    Raise: MayRaise,
    PostForcedBet: MayPostForcedBet,
    Draw: MayDraw,
    Discard: MustDiscard,
    Show: MayShow,
    Concede: MayConcede,
    Freeze: MayFreeze,
    PlayOn: MayPlayOn,
}
"""The offer that each player's command takes up."""


def is_offered(state: Round, command: PlayerCommand) -> bool:
    """Whether the offers to the player, read as a person reads them, include this command."""
    if type(command.seat) is not int:
        return False
    for offer in legal_actions(state, command.seat):
        if isinstance(offer, TAKES_UP[type(command)]):
            return within(state, offer, command)
    return False


def within(state: Round, offer: Offer, command: Any) -> bool:
    down = state.down[command.seat]
    match offer:
        case MayFold() | MayCheck() | MayConcede() | MayFreeze() | MayPlayOn():
            return True
        case MayCall(discard=count) | MayPostForcedBet(discard=count):
            return are_among(command.discard, down) and len(command.discard) == count
        case MayBet(least=least, most=most, discard=count) | MayRaise(least=least, most=most, discard=count):
            whole = type(command.to) is int and (command.to % offer.step == 0 or command.to == most)
            in_range = whole and least <= command.to <= most
            return in_range and are_among(command.discard, down) and len(command.discard) == count
        case MayDraw(most=most):
            return are_among(command.discard, down) and len(command.discard) <= most
        case MustDiscard(count=count):
            return are_among(command.cards, down) and len(command.cards) == count
        case MayShow():
            return not command.cards or is_hand(state, command)


def are_among(cards: tuple[object, ...], held: tuple[Card, ...]) -> bool:
    return all(type(card) is int for card in cards) and set(cards) <= set(held) and len(set(cards)) == len(cards)


def is_amount(to: object, offer: MayBet | MayRaise) -> bool:
    """In range and in whole chips, or all that the offer allows."""
    if type(to) is not int or not offer.least <= to <= offer.most:
        return False
    return to == offer.most or to % offer.step == 0


def is_hand(state: Round, command: Show) -> bool:
    """All the cards held; a house may let some stay face down."""
    held, named = state.cards(command.seat), tuple(card for card in command.cards if card != UNKNOWN)
    whole = len(named) == len(held) or state.procedure.house.partly_shown_hands
    return len(command.cards) == len(held) and whole and are_among(named, held)


def is_due(state: Round, command: Deal | Reshuffle) -> bool:
    """Where the room deals, nobody names cards; a reshuffle brings back exactly the cards of the pool."""
    if isinstance(command, Deal) or state.stage is not Stage.SHUFFLING:
        return False
    # As text, so that 3.0 and 3, or True and 1, are not taken for one another.
    return sorted(map(repr, command.cards)) == sorted(map(repr, reshuffle_pool(state).cards))


# What no player could mean, and what a careless client might send.
NO_SEATS: tuple[Any, ...] = (-1, 99, True, False, None, 1.0, float("nan"), "0")
NO_MONEY: tuple[Any, ...] = (-1, -(10**12), True, False, None, 0.5, 400.0, float("nan"), float("inf"), "400")
NO_CARDS: tuple[Any, ...] = (-1, 53, 10**9, True, None, 3.0, float("nan"), "As")


def case_of(place: tuple[str, str], limit: str, empty: int, sign: str, seed: int) -> Case:
    most = CATALOGUE[place].seats.most
    return Case(*place, limit, most - empty % (most - 1), sign, seed)


CASES = st.builds(
    case_of,
    st.sampled_from(tuple(CATALOGUE)),
    st.sampled_from(tuple(LIMITS)),
    # A full table is the likeliest: there the deck runs short.
    st.one_of(st.just(0), st.integers(0, 9)),
    st.sampled_from(SIGNS),
    st.integers(0, 10**6),
)


def amounts(state: Round, rng: Random) -> Iterator[Any]:
    """Around the edges of what is offered, between them, and far off."""
    turn = state.turn or 0
    edges = {0, state.bet, state.bets[turn] + state.stacks[turn]}
    for offer in legal_actions(state, Seat(turn)):
        if isinstance(offer, MayBet | MayRaise):
            edges |= {offer.least, offer.most}
    yield from sorted({edge + by for edge in edges for by in (-1, 0, 1)})
    yield rng.randint(min(edges), max(edges))
    yield 10**12
    yield from NO_MONEY


def hands(state: Round, rng: Random) -> Iterator[tuple[Any, ...]]:
    """Cards of the player to act, of others, of nobody, one twice, too many, and none at all."""
    turn = state.turn or 0
    down, up = state.down[turn], state.up[turn]
    foreign = rng.sample([card for card in DECK if card not in state.cards(turn)], 3)
    yield ()
    yield foreign[0], foreign[1]
    yield UNKNOWN, UNKNOWN
    yield (UNKNOWN,) * len(down + up)
    yield from ((card, foreign[2]) for card in NO_CARDS)
    yield from ((*down[:1], card) for card in (*NO_CARDS, *foreign, *up, *down[:1], UNKNOWN))
    for count in range(1, len(down) + 1):
        yield tuple(rng.sample(down, count))
        yield tuple(map(float, down[:count]))
    yield down + up
    yield (*up, *reversed(down))
    yield (*down, *up, foreign[0])


def commands(state: Round, rng: Random) -> Iterator[PlayerCommand]:
    """Every kind of command, right but for one thing, right altogether, or wrong all over."""
    turn = Seat(state.turn or 0)
    cards = proper_cards(state, turn, rng)
    to = proper_amount(state, turn)
    for seat in (turn, Seat((turn + 1) % state.seats), rng.choice(NO_SEATS)):
        yield from (Fold(seat), Check(seat), Concede(seat), Show(seat), Freeze(seat), PlayOn(seat))
        yield from (Call(seat, cards), PostForcedBet(seat, cards), Draw(seat, cards), Discard(seat, cards))
        yield from (Bet(seat, to, cards), Raise(seat, to, cards))
    for amount in amounts(state, rng):
        yield from (Bet(turn, amount, cards), Raise(turn, amount, cards))
    for hand in hands(state, rng):
        yield from (Call(turn, hand), PostForcedBet(turn, hand), Draw(turn, hand), Discard(turn, hand))
        yield from (Bet(turn, to, hand), Raise(turn, to, hand), Show(turn, hand))


def proper_cards(state: Round, turn: Seat, rng: Random) -> tuple[Card, ...]:
    due = max((getattr(offer, "discard", 0) for offer in legal_actions(state, turn)), default=0)
    return tuple(rng.sample(state.down[turn], due))


def proper_amount(state: Round, turn: Seat) -> int:
    wagers = [offer for offer in legal_actions(state, turn) if isinstance(offer, MayBet | MayRaise)]
    return wagers[0].least if wagers else state.bet + state.increment


def of_dealer(state: Round, rng: Random) -> Iterator[Deal | Reshuffle]:
    pool = reshuffle_pool(state).cards if state.stage is Stage.SHUFFLING else DECK[:5]
    mixed = tuple(rng.sample(pool, len(pool)))
    spoiled = [(card, *mixed[1:]) for card in (*NO_CARDS, UNKNOWN, *DECK, mixed[-1], float(mixed[0]))]
    for cards in (mixed, (), mixed[1:], (*mixed, mixed[0]), (UNKNOWN,) * len(mixed), *spoiled):
        yield from (Deal(cards), Reshuffle(cards))


def some_steps(case: Case, rng: Random) -> Iterator[tuple[Round, tuple[Event, ...]]]:
    """The round after some of its steps, one at least of every stage it comes to, with the log that leads there."""
    steps = list(play(case))
    stages = {step.after.stage: place for place, step in enumerate(steps)}
    places = {*stages.values(), *rng.sample(range(len(steps)), min(4, len(steps)))}
    for place in sorted(places):
        log = tuple(event for step in steps[: place + 1] for event in step.events)
        yield steps[place].after, log


def opens_instead(state: Round, command: PlayerCommand) -> bool:
    """Whether this is the forced bet, or a bet in its place, by another player than the rule names."""
    turn = state.turn
    due = turn is not None and any(isinstance(offer, MayPostForcedBet) for offer in legal_actions(state, turn))
    opening = isinstance(command, PostForcedBet | Bet) and type(command.seat) is int
    return due and opening and command.seat in state.to_act[1:]


def refused(state: Round, command: Command) -> Refusal:
    """The refusal, having made sure that it says why."""
    refusal = perform(state, command)
    assert isinstance(refusal, Refusal), f"{command} is not offered and was accepted"
    assert decide(state, command) == refusal
    assert isinstance(refusal.code, Code)
    assert EDITIONS[refusal.cited.edition].holds(refusal.paragraph)
    assert str(refusal.rule) in str(refusal)
    return refusal


@looking_hard
@given(CASES)
def test_a_player_may_do_what_is_offered_and_nothing_else(case: Case) -> None:
    rng = Random(str(case))
    for state, log in some_steps(case, rng):
        for command in commands(state, rng):
            if is_offered(state, command):
                assert not isinstance(perform(state, command), Refusal), f"{command} is offered and was refused"
            else:
                refused(state, command)
        assert replay(log) == state


@looking_hard
@given(CASES)
def test_the_room_reshuffles_what_is_due_when_it_is_due_and_deals_by_no_command(case: Case) -> None:
    rng = Random(str(case))
    for state, log in some_steps(case, rng):
        # What a dealer who holds the cards may name is tested in the unit tests.
        for command in () if state.by_dealer else of_dealer(state, rng):
            if is_due(state, command):
                assert not isinstance(perform(state, command), Refusal), f"{command} is due and was refused"
            else:
                refused(state, command)
        assert replay(log) == state


@looking_hard
@given(CASES)
def test_a_ruling_lets_stand_what_the_sign_forbade_and_nothing_else(case: Case) -> None:
    rng = Random(str(case))
    for state, log in some_steps(case, rng):
        for command in commands(state, rng):
            answer, ruling = perform(state, command), perform(state, Uphold(command))
            if isinstance(answer, Refusal) and answer.code in UPHOLDABLE:
                assert not isinstance(ruling, Refusal)
                after, events = ruling
                assert after.chips == state.chips
                assert events[0].rule == state.procedure.general.ruling
            elif opens_instead(state, command):
                assert isinstance(ruling, Refusal) or ruling[0].chips == state.chips
            elif isinstance(answer, Refusal):
                assert ruling == answer, f"{command} was upheld"
            else:
                assert refused(state, Uphold(command)).code is Code.NOTHING_TO_UPHOLD
        assert replay(log) == state


def edge_commands(state: Round, seat: Seat, offer: Offer, rng: Random) -> Iterator[PlayerCommand]:
    """Commands that take an offer up: at both ends of its range, and several ways within it."""
    answer = ANSWERS[type(offer)]
    if isinstance(offer, MayBet | MayRaise):
        middle = (offer.least + offer.most) // 2 // offer.step * offer.step
        for to in {offer.least, offer.most, max(offer.least, middle)}:
            command = answer(state, seat, offer, WHIMSICAL, rng)
            assert isinstance(command, Bet | Raise)
            yield type(command)(seat, to, command.discard)
    else:
        yield from (answer(state, seat, offer, WHIMSICAL, rng) for _ in range(3))


def offered_everywhere(case: Case) -> Iterator[tuple[Round, PlayerCommand]]:
    rng = Random(str(case))
    for step in play(case):
        state, seat = step.after, step.after.turn
        if seat is None:
            continue
        for offer in legal_actions(state, seat):
            yield from ((state, command) for command in edge_commands(state, seat, offer, rng))


@pytest.mark.parametrize("game", PERMITTED, ids=lambda game: f"{game.edition}:{game.key}")
def test_every_offer_is_accepted_to_the_edges_of_its_range(game: Game) -> None:
    for seed in range(ROUNDS_OF_EACH_GAME):
        limit = tuple(LIMITS)[seed % len(LIMITS)]
        seats_taken = 2 + seed * 3 % (game.seats.most - 1)
        case = Case(game.edition, game.key, limit, seats_taken, SIGNS[seed % len(SIGNS)], seed)
        for state, command in offered_everywhere(case):
            events = decide(state, command)
            assert not isinstance(events, Refusal), f"{case}: {command}: {events}"
            after = state
            for event in events:
                after = apply(after, event)
            assert after.chips == state.chips, f"{case}: {command}"


def test_every_command_of_a_player_takes_up_an_offer_and_every_offer_has_one() -> None:
    assert set(TAKES_UP) == set(PlayerCommand.__args__)
    assert set(TAKES_UP.values()) == set(ANSWERS) == set(Offer.__args__)
