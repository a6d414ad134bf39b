"""An auditor who watches a round of play and trusts none of it: counts the chips, the cards and the log again.

What the money, the turns, the burn cards and the supply of cards must be is left to the referee.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from pokerroom.cards import DECK, UNKNOWN, Card
from pokerroom.play import (
    Code,
    DeclareMisdeal,
    Event,
    Misdeal,
    Refusal,
    Round,
    Seat,
    Stage,
    apply,
    decide,
    legal_actions,
    replay,
    start,
)
from pokerroom.play.commands import OpenRound
from pokerroom.play.events import Misdealt, PotAwarded, RoundDied, RoundOpened
from pokerroom.rules import clauses
from pokerroom.rules.editions import EDITIONS
from tests.property.referee.books import Books
from tests.property.referee.met import Met
from tests.property.referee.sign import needed_to_be_dealt_in
from tests.property.referee.watch import Referee
from tests.sweep import Step

LOG = msgspec.json.Decoder(list[Event])

WAITING = {Stage.BETTING, Stage.DRAWING, Stage.CHOOSING, Stage.DISCARDING, Stage.SHOWDOWN}
"""Stages at which the round waits for a player."""


def audited(steps: Iterable[Step], met: set[Met] | None = None) -> Iterator[Step]:
    """The same steps, each found in order before it is passed on, and the whole log once the round is over.

    What the referee came across is added to `met`.
    """
    log: list[Event] = []
    referee: Referee | None = None
    for step in steps:
        if referee is None:
            referee = opened(step, set() if met is None else met)
        books = referee.books
        check_misdeal(step, books)
        referee.judge_supply(step.command, step.refusal)
        if step.refusal is not None:
            check_refusal(step)
            yield step
            continue
        log += step.events
        referee.follow(step.command, step.events)
        check_books(books, step.after)
        check_chips(step.after, log[0])
        check_cards(step.after)
        check_turn(step.after, referee)
        if step.after.stage is Stage.SHOWDOWN:
            check_hands(step.after)
        check_decide_and_apply(step)
        yield step
        if step.after.over:
            check_log(log, step.after)
            check_close(log, books, step.after)


def opened(step: Step, met: set[Met]) -> Referee:
    """Everybody is dealt in with enough, and nobody would have been with less (14.7(c)3)."""
    opening, event = step.command, step.events[0]
    assert isinstance(opening, OpenRound)
    assert isinstance(event, RoundOpened)
    game, house, table = step.after.procedure.game, event.house, step.after.procedure
    needed = needed_to_be_dealt_in(game, house, opening)
    short = [seat for seat, least in enumerate(needed) if opening.stacks[seat] < least]
    assert not short, f"dealt in with {opening.stacks}, where {needed} are needed"
    # Of all seats one, and another in each round.
    seat = sum(opening.stacks) % len(needed)
    for stack in (needed[seat] - 1, needed[seat]):
        stacks = (*opening.stacks[:seat], stack, *opening.stacks[seat + 1 :])
        outcome = start(table, replace(opening, stacks=stacks))
        refused = isinstance(outcome, Refusal) and outcome.code is Code.STAKES_TOO_SMALL
        told = "left out" if refused else "dealt in"
        assert refused is (stack < needed[seat]), f"seat {seat} is {told} with {stack}, where {needed[seat]} is needed"
    return Referee(opening, event, met)


def check_refusal(step: Step) -> None:
    """A refusal has a code, a paragraph that exists and a sentence, and comes again when it is asked again."""
    refusal = step.refusal
    assert isinstance(refusal, Refusal)
    assert isinstance(refusal.code, Code)
    assert EDITIONS[refusal.cited.edition].holds(refusal.paragraph)
    assert str(refusal.rule) in str(refusal)
    assert not step.events
    assert step.before is not None
    assert not isinstance(step.command, OpenRound)
    assert decide(step.before, step.command) == refusal


def check_misdeal(step: Step, books: Books) -> None:
    """A wrong start and a skipped player undo the deal until two players have wagered; no other cause has an end."""
    if not isinstance(step.command, DeclareMisdeal):
        return
    cause = step.command.cause
    early = cause in {Misdeal.WRONG_START, Misdeal.SKIPPED_PLAYER}
    undone = not books.closed and cause is not Misdeal.EXPOSED_CARDS and (not early or len(books.wagered) < 2)
    assert undone is (step.refusal is None), f"{cause} after wagers of {sorted(books.wagered)}: {step.refusal}"


def check_books(books: Books, state: Round) -> None:
    """Seat by seat the chips lie where the log alone puts them, and the cards out of play are those it names."""
    assert tuple(books.stacks) == state.stacks, f"the log adds up to {books.stacks}, the table has {state.stacks}"
    if not books.closed:
        there = [state.put_in(seat) for seat in range(state.seats)]
        assert books.put_in == there, f"the log adds up to {books.put_in} in the pot, the table has {there}"
    assert Counter(books.dead) == Counter(state.dead), f"out of play are {books.dead}, not {state.dead}"
    live = {seat for seat in range(state.seats) if state.is_live(seat)}
    assert not live & books.out, f"back from the dead: {live & books.out}"


def check_chips(state: Round, opened: Event) -> None:
    """Every chip brought to the table is on it: before a player, in a bet, in the pot or where the house keeps it."""
    assert isinstance(opened, RoundOpened)
    put_in = [state.put_in(seat) for seat in range(state.seats)]
    amounts = (*state.stacks, *state.bets, *put_in, *state.raked, state.awarded, state.contributed, state.pot)
    assert all(type(amount) is int and amount >= 0 for amount in amounts), f"not money: {amounts}"
    there = sum(state.stacks) + sum(put_in) - state.awarded
    taken = sum(state.raked) + state.contributed
    assert there == sum(opened.stacks), (
        f"{sum(opened.stacks)} cents came to the table, {there} are on it, {taken} taken"
    )
    assert state.chips == sum(opened.stacks)


def check_cards(state: Round) -> None:
    """52 cards, each in one place. Those a dealer has not named are counted."""
    apart = (state.dead, state.apart.mistaken)
    places = (*state.down, *state.up, *state.muck, *apart, state.board, state.burns, state.stub)
    cards = Counter(card for place in places for card in place)
    assert cards.total() == len(DECK), f"{cards.total()} cards"
    assert set(cards) <= {*DECK, UNKNOWN}, f"no cards: {set(cards) - {*DECK, UNKNOWN}}"
    assert all(count == 1 for card, count in cards.items() if card != UNKNOWN), f"twice: {doubled(cards)}"
    assert state.by_dealer or UNKNOWN not in cards, "a card of the room's own deck is unknown"


def doubled(cards: Counter[Card]) -> list[Card]:
    return [card for card, count in cards.items() if count > 1 and card != UNKNOWN]


def check_hands(state: Round) -> None:
    """At the showdown every hand is whole and none is larger: a common card stands for one of each player's own."""
    law = state.procedure.game
    dealt = sum(len(street.cards.faces) for street in law.streets if isinstance(street.cards, clauses.Deal))
    given_up = sum(street.discard.count for street in law.streets if street.discard)
    common = len(state.board) if isinstance(law.shortage, clauses.CommonCard) else 0
    due = dealt - given_up - common
    held = {seat: len(state.cards(seat)) for seat in range(state.seats) if state.is_live(seat)}
    assert set(held.values()) == {due}, f"hands of {held} cards where each is of {due}"


def check_turn(state: Round, referee: Referee) -> None:
    """The round waits for one live player, who may do what the text says; nobody else may do anything."""
    assert len(set(state.to_act)) == len(state.to_act)
    assert all(state.is_live(seat) for seat in state.to_act), "a player who folded is to act"
    offers = [legal_actions(state, Seat(seat)) for seat in range(state.seats)]
    may_act = [seat for seat, offered in enumerate(offers) if offered]
    awaits_player = state.stage in WAITING and state.to_act and not state.owed
    assert may_act == ([state.turn] if awaits_player else []), f"{may_act} may act at {state.stage}"
    if awaits_player:
        referee.judge_offers(state, offers[may_act[0]])


def check_decide_and_apply(step: Step) -> None:
    """The events decided on, applied one by one, lead where the command led."""
    if isinstance(step.command, OpenRound):
        assert replay(step.events) == step.after
        return
    assert step.before is not None
    decided = decide(step.before, step.command)
    assert not isinstance(decided, Refusal)
    assert decided == step.events, "the same command decided twice differs"
    state = step.before
    for event in decided:
        state = apply(state, event)
    assert state == step.after


def check_log(log: list[Event], live: Round) -> None:
    assert replay(log) == live
    written = LOG.decode(msgspec.json.encode(log))
    assert written == log, "the log written and read back differs"
    assert replay(written) == live


def check_close(log: list[Event], books: Books, state: Round) -> None:
    """Every chip was awarded, taken or went back; a round undone leaves the table as it found it."""
    if any(isinstance(event, Misdealt | RoundDied) for event in log):
        check_undone(log, books, state)
    elif not any(isinstance(event, PotAwarded) for event in log):
        left = sum(books.put_in) - books.raked - books.contributed
        assert not left, f"{left} are in the pot, and nobody was awarded anything"


def check_undone(log: list[Event], books: Books, state: Round) -> None:
    opened = log[0]
    assert isinstance(opened, RoundOpened)
    before = [stack + books.ruled[seat] for seat, stack in enumerate(opened.stacks)]
    assert list(state.stacks) == before, f"{before} came to the table, {state.stacks} left an undone round"
    assert not any(isinstance(event, PotAwarded) for event in log), "a pot was awarded and the round undone"
    assert len(state.stub) == len(DECK), f"{len(DECK) - len(state.stub)} cards are not back in the deck"
