"""An auditor who watches a round of play and believes none of it: counts the chips, the cards and the log himself."""

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from pokerroom.cards import DECK, UNKNOWN, Card
from pokerroom.play import (
    Code,
    DeclareMisdeal,
    Event,
    Misdeal,
    Refusal,
    RemoveHand,
    Round,
    Stage,
    apply,
    decide,
    legal_actions,
    replay,
)
from pokerroom.play.commands import OpenRound
from pokerroom.play.events import Misdealt, Pot, PotAwarded, PotsFormed, RoundDied, RoundOpened, ShowdownOpened
from pokerroom.rules import clauses
from pokerroom.rules.editions import EDITIONS
from tests.property.books import Books
from tests.sweep import Step

LOG = msgspec.json.Decoder(list[Event])

WAITING = {Stage.BETTING, Stage.DRAWING, Stage.CHOOSING, Stage.DISCARDING, Stage.SHOWDOWN}
"""Stages at which the round waits for a player."""


def audited(steps: Iterable[Step]) -> Iterator[Step]:
    """The same steps, each found in order before it is passed on, and the whole log once the round is over."""
    log: list[Event] = []
    books = Books()
    for step in steps:
        check_misdeal(step, books)
        if step.refusal is not None:
            check_refusal(step)
            yield step
            continue
        log += step.events
        for event in step.events:
            books.enter(event, to_blame=isinstance(step.command, RemoveHand) and step.command.to_blame)
        check_books(books, step.after)
        check_chips(step.after, log[0])
        check_cards(step.after)
        check_turn(step.after)
        if step.after.stage is Stage.SHOWDOWN:
            check_hands(step.after)
        check_decide_and_apply(step)
        yield step
        if step.after.over:
            check_log(log, step.after)
            check_close(log, books, step.after)


def check_refusal(step: Step) -> None:
    """A refusal has a code, a paragraph that exists and a sentence, and comes again when it is asked again."""
    refusal = step.refusal
    assert isinstance(refusal, Refusal)
    assert isinstance(refusal.code, Code)
    assert EDITIONS[refusal.rule.edition].holds(refusal.rule.paragraph)
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
    """Every chip brought to the table is on it: before a player, in a bet or in the pot."""
    assert isinstance(opened, RoundOpened)
    amounts = (*state.stacks, *state.bets, *state.paid, *state.main_pot_antes, state.awarded, state.pot)
    assert all(type(amount) is int and amount >= 0 for amount in amounts), f"not money: {amounts}"
    there = sum(state.stacks) + sum(state.bets) + sum(state.paid) + sum(state.main_pot_antes) - state.awarded
    assert there == sum(opened.stacks), f"{sum(opened.stacks)} cents came to the table, {there} are on it"


def check_cards(state: Round) -> None:
    """52 cards, each in one place. Those a dealer has not named are counted."""
    places = (*state.down, *state.up, *state.muck, state.board, state.burns, state.dead, state.stub)
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


def check_turn(state: Round) -> None:
    """The round waits for one live player, who may do something; nobody else may do anything."""
    assert len(set(state.to_act)) == len(state.to_act)
    assert all(state.is_live(seat) for seat in state.to_act), "a player who folded is to act"
    may_act = [seat for seat in range(state.seats) if legal_actions(state, seat)]  # type: ignore[arg-type]
    awaits_player = state.stage in WAITING and state.to_act and not state.owed
    assert may_act == ([state.turn] if awaits_player else []), f"{may_act} may act at {state.stage}"


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
    """Every chip was awarded or went back; a round undone leaves the table as it found it."""
    if any(isinstance(event, Misdealt | RoundDied) for event in log):
        check_undone(log, books, state)
    else:
        check_awards(log, books)


def check_undone(log: list[Event], books: Books, state: Round) -> None:
    opened = log[0]
    assert isinstance(opened, RoundOpened)
    before = [stack + books.ruled[seat] for seat, stack in enumerate(opened.stacks)]
    assert list(state.stacks) == before, f"{before} came to the table, {state.stacks} left an undone round"
    assert not any(isinstance(event, PotAwarded) for event in log), "a pot was awarded and the round undone"
    assert len(state.stub) == len(DECK), f"{len(DECK) - len(state.stub)} cards are not back in the deck"


def check_awards(log: list[Event], books: Books) -> None:
    """Each pot is awarded whole, to players who may win it, and side pots come before the main pot."""
    formed = [event for event in log if isinstance(event, ShowdownOpened | PotsFormed)]
    awards = [event for event in log if isinstance(event, PotAwarded)]
    if not awards:
        assert not any(books.put_in), f"{books.put_in} are in the pot, and nobody was awarded anything"
        return
    if not formed or awards[0].strength is None:
        assert len(awards) == 1, "the last player takes everything at once"
        return
    numbers = [award.pot for award in awards]
    assert numbers == sorted(numbers, reverse=True), f"pots awarded in the order {numbers}"
    pots = formed[-1].pots
    for number, pot in joined_pots(log[0], pots, numbers):
        of_pot = [award for award in awards if award.pot == number]
        assert sum(sum(award.amounts) for award in of_pot) == pot.amount
        assert {seat for award in of_pot for seat in award.seats} <= set(pot.claimants)
    check_table_stakes(log, books, pots)


def joined_pots(first: Event, pots: tuple[Pot, ...], awarded: list[int]) -> list[tuple[int, Pot]]:
    """The pots as they were awarded. A house may join pots of the same winners, who then are claimants of each."""
    assert isinstance(first, RoundOpened)
    joined: list[tuple[int, Pot]] = []
    for number, pot in enumerate(pots):
        if number in awarded:
            joined.append((number, pot))
            continue
        assert first.house.pots_of_same_winners == "joined", f"pot {number} was never awarded"
        before, main = joined[-1]
        joined[-1] = before, Pot(main.amount + pot.amount, pot.claimants)
    return joined


def check_table_stakes(log: list[Event], books: Books, pots: tuple[Pot, ...]) -> None:
    """Nobody wins more from a player than he himself put in, 14.7(c)4i, but for what belongs to the main pot anyway.

    That holds for a player who stopped wagering as for one who is all-in.
    """
    first = log[0]
    assert isinstance(first, RoundOpened)
    paid = [chips - ante * first.house.antes_to_main_pot for chips, ante in zip(books.put_in, books.antes, strict=True)]
    contenders = {seat for pot in pots for seat in pot.claimants}
    highest = max(paid[seat] for seat in contenders)
    shared = sum(max(0, amount - highest) for amount in paid)
    if first.house.antes_to_main_pot:
        shared += sum(books.antes)
    for seat, won in books.won.items():
        matched = sum(min(amount, paid[seat]) for amount in paid)
        assert won <= matched + shared, f"seat {seat} put in {paid[seat]} and won {won} of {matched}"
