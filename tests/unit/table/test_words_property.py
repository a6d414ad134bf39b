"""Random talk over random rounds of every game: nothing breaks, and whatever binds is accepted and paid for exactly."""

from random import Random

import pytest
from msgspec.structs import replace

from pokerroom.games import PERMITTED
from pokerroom.play import Check, Code, Event, Fold, Refusal, Round, Seat, perform, procedure, start
from pokerroom.play.events import BetMade, Called, ForcedBetPosted, Raised
from pokerroom.rules.clauses import Game
from pokerroom.table.acts import (
    Act,
    Bound,
    Heard,
    NotComplete,
    OutOfTurn,
    Placing,
    PutIn,
    Rested,
    Settled,
    Spoke,
    ThrewAway,
    TurnedDown,
    WordRules,
)
from pokerroom.table.currency import Kind
from pokerroom.table.words import Answer, hear, turn_comes
from tests.sweep import LIMITS, LONGEST_ROUND, SIGNS, WHIMSICAL, Case, accepted, house_rules, next_command, open_round

ROUNDS_OF_EACH_LIMIT = 6
LONGEST_TALK = 8

WORDS = (
    *("fold", "check", "check", "call", "call", "bet", "raise", "all in", "hello"),
    *("20", "bet 4", "raise to 12", "raise to 20", "raise 4 more", "raise 8 more"),
)
PIECES = (1, 25, 100, 100, 250, 500, 500, 2500, 10000, 7, -100)
KINDS = (Kind.CHIPS, Kind.CHIPS, Kind.CHIPS, Kind.CURRENCY, Kind.COIN)


def random_act(state: Round, rng: Random) -> Act:
    """Mostly from the player whose turn it is."""
    seat = state.turn if state.turn is not None and rng.random() < 0.8 else Seat(rng.randint(-1, state.seats))
    match rng.randrange(20):
        case 0:
            return rng.choice((ThrewAway, TurnedDown))(seat)
        case 1 | 2 | 3 | 4 | 5 | 6 | 7:
            return Spoke(seat, rng.choice(WORDS), audible=rng.random() < 0.95)
        case 8 | 9 | 10:
            return rng.choice((NotComplete, Rested, Rested, Rested))(seat)
        case _:
            pieces = tuple(rng.choice(PIECES[: rng.choice((9, 11))]) for _ in range(rng.randint(0, 5)))
            return PutIn(seat, pieces, rng.choice(tuple(Placing)), rng.choice(KINDS))


def paid(state: Round, seat: Seat, events: list[Event]) -> int:
    """What the action itself took from the player's table stakes."""
    for event in events:
        match event:
            case Called(seat=payer, amount=amount) | ForcedBetPosted(seat=payer, amount=amount) if payer == seat:
                return amount
            case BetMade(seat=payer, to=to) | Raised(seat=payer, to=to) if payer == seat:
                return to - state.bets[seat]
            case _:
                pass
    return 0


def carried_out(state: Round, heard: Heard, bound: Bound) -> Round:
    """The round after the action, which is accepted and costs what was placed and is due, less the change."""
    command, seat = bound.command, bound.command.seat
    assert seat == state.turn
    assert not bound.due or not bound.change
    if bound.give_up:
        assert not isinstance(command, Fold | Check)
        refusal = perform(state, command)
        assert isinstance(refusal, Refusal)
        assert refusal.code is Code.DISCARD_DUE
        command = replace(command, discard=state.down[seat][: bound.give_up])
    outcome = perform(state, command)
    assert not isinstance(outcome, Refusal), str(outcome)
    assert bound.placed + bound.due - bound.change == paid(state, seat, outcome[1])
    if bound.converted is not None:
        assert sum(bound.converted.bills) == bound.converted.to_the_pot + bound.converted.back
        assert bound.converted.back <= bound.change
    assert owed_by(bound.then, seat) == owed_by(heard, seat) + bound.due
    assert outcome[0].chips == state.chips
    return outcome[0]


def owed_by(heard: Heard, seat: Seat) -> int:
    owed = heard.owed_by(seat)
    return owed.amount if owed else 0


def check_answer(state: Round, heard: Heard, act: Act, answer: Answer) -> None:
    match answer:
        case Settled(placed=placed, due=due, change=change):
            assert placed == owed_by(heard, act.seat) - due + change
        case OutOfTurn():
            assert act.seat != state.turn
        case Heard(motions=motions):
            assert {motion.seat for motion in motions} <= {state.turn}
            assert answer.placed <= state.stacks[act.seat]
        case _:
            assert str(answer).endswith(")")


def talk(state: Round, heard: Heard, rules: WordRules, rng: Random) -> tuple[Round, Heard]:
    """Acts until something binds and is carried out, or nobody has anything more to say."""
    answer: Answer = turn_comes(state, heard, rules=rules)
    acts = [random_act(state, rng) for _ in range(rng.randint(1, LONGEST_TALK))]
    while not isinstance(answer, Bound):
        if not isinstance(answer, Refusal):
            heard = answer if isinstance(answer, Heard) else answer.then
        if not acts:
            return state, heard
        act = acts.pop()
        answer = hear(state, heard, act, rules=rules)
        check_answer(state, heard, act, answer)
    return carried_out(state, heard, answer), answer.then


def play_talking(case: Case) -> int:
    """One round in which what players say and do decides as often as not; how many actions came of it."""
    rng = Random(f"talk {case}")
    rules = WordRules(out_of_turn=rng.choice(("void", "binding-if-unchanged")))
    table = procedure(case.law, house_rules(case, rng))
    opening = open_round(case, table, WHIMSICAL, rng)
    state, _ = accepted(start(table, opening), opening)
    heard, bound = Heard(bills=((100, 500),) * case.seats), 0
    for _ in range(LONGEST_ROUND):
        if state.over:
            return bound
        before = state
        state, heard = talk(state, heard, rules, rng)
        bound += state is not before
        if state is before:
            command = next_command(state, WHIMSICAL, rng)
            state, _ = accepted(perform(state, command), command)
    raise AssertionError(f"the round does not end: {case}")


@pytest.mark.parametrize("law", PERMITTED, ids=lambda law: f"{law.edition} {law.key}")
def test_whatever_binds_is_accepted_and_paid_for_exactly(law: Game) -> None:
    cases = [
        Case(law.edition, law.key, limit, 2 + seed % 5, SIGNS[seed % len(SIGNS)], seed)
        for limit in LIMITS
        for seed in range(ROUNDS_OF_EACH_LIMIT)
    ]
    assert sum(map(play_talking, cases)) > len(cases)
