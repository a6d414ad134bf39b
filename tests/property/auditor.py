"""An auditor who watches a round of play and believes none of it: counts the chips, the cards and the log himself."""

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from pokerroom.cards import DECK, UNKNOWN, Card
from pokerroom.play import Event, Refusal, Round, Stage, apply, decide, legal_actions, replay
from pokerroom.play.commands import OpenRound
from pokerroom.play.events import (
    AntesPosted,
    BetMade,
    BettingRoundClosed,
    BlindPosted,
    Called,
    ForcedBetPosted,
    Pot,
    PotAwarded,
    Raised,
    RoundClosed,
    RoundOpened,
    ShowdownOpened,
    UncalledReturned,
)
from pokerroom.rules import clauses
from tests.sweep import Step

LOG = msgspec.json.Decoder(list[Event])

WAITING = {Stage.BETTING, Stage.DRAWING, Stage.CHOOSING, Stage.DISCARDING, Stage.SHOWDOWN}
"""Stages at which the round waits for a player."""


def audited(steps: Iterable[Step]) -> Iterator[Step]:
    """The same steps, each found in order before it is passed on, and the whole log at the end."""
    log: list[Event] = []
    for step in steps:
        log += step.events
        check_chips(step.after, log[0])
        check_cards(step.after)
        check_turn(step.after)
        if step.after.stage is Stage.SHOWDOWN:
            check_hands(step.after)
        check_decide_and_apply(step)
        yield step
        if step.after.over:
            check_log(log, step.after)


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
    awaits_player = state.stage in WAITING and not state.owed
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
    check_ledger(log)
    check_awards(log)


def check_ledger(log: list[Event]) -> None:
    """The chips each player ends with, added up from the log alone."""
    opened, closed = log[0], log[-1]
    assert isinstance(opened, RoundOpened)
    assert isinstance(closed, RoundClosed)
    won = winnings(log)
    paid = contributions(log)
    expected = tuple(stack - paid[seat] + won[seat] for seat, stack in enumerate(opened.stacks))
    assert closed.stacks == expected, f"the log adds up to {expected}, the round closed with {closed.stacks}"


def winnings(log: list[Event]) -> Counter[int]:
    won: Counter[int] = Counter()
    for event in log:
        if isinstance(event, PotAwarded):
            for seat, amount in zip(event.seats, event.amounts, strict=True):
                won[seat] += amount
    return won


def contributions(log: list[Event]) -> Counter[int]:
    """What each player put in and did not get back uncalled."""
    paid: Counter[int] = Counter()
    bets: Counter[int] = Counter()
    for event in log:
        match event:
            case AntesPosted(amounts=amounts):
                paid.update(dict(enumerate(amounts)))
            case BlindPosted(seat=seat, amount=amount) | ForcedBetPosted(seat=seat, amount=amount):
                bets[seat] += amount
            case Called(seat=seat, amount=amount):
                bets[seat] += amount
            case BetMade(seat=seat, to=to) | Raised(seat=seat, to=to):
                bets[seat] = to
            case UncalledReturned(seat=seat, amount=amount):
                bets[seat] -= amount
            case BettingRoundClosed():
                paid.update(bets)
                bets.clear()
            case _:
                pass
    return paid


def check_awards(log: list[Event]) -> None:
    """Each pot is awarded whole, to players who may win it, and side pots come before the main pot."""
    opened = next((event for event in log if isinstance(event, ShowdownOpened)), None)
    awards = [event for event in log if isinstance(event, PotAwarded)]
    if opened is None or awards[0].strength is None:
        assert len(awards) == 1, "the last player takes everything at once"
        return
    numbers = [award.pot for award in awards]
    assert numbers == sorted(numbers, reverse=True), f"pots awarded in the order {numbers}"
    for number, pot in joined_pots(log[0], opened, numbers):
        of_pot = [award for award in awards if award.pot == number]
        assert sum(sum(award.amounts) for award in of_pot) == pot.amount
        assert {seat for award in of_pot for seat in award.seats} <= set(pot.claimants)
    check_table_stakes(log, opened)


def joined_pots(first: Event, opened: ShowdownOpened, awarded: list[int]) -> list[tuple[int, Pot]]:
    """The pots as they were awarded. A house may join pots of the same winners, who then are claimants of each."""
    assert isinstance(first, RoundOpened)
    pots: list[tuple[int, Pot]] = []
    for number, pot in enumerate(opened.pots):
        if number in awarded:
            pots.append((number, pot))
            continue
        assert first.house.pots_of_same_winners == "joined", f"pot {number} was never awarded"
        before, main = pots[-1]
        pots[-1] = before, Pot(main.amount + pot.amount, pot.claimants)
    return pots


def check_table_stakes(log: list[Event], opened: ShowdownOpened) -> None:
    """Nobody wins more from a player than he himself put in, 14.7(c)4i, but for what belongs to the main pot anyway."""
    first = log[0]
    assert isinstance(first, RoundOpened)
    paid = contributions(log)
    contenders = {seat for pot in opened.pots for seat in pot.claimants}
    highest = max(paid[seat] for seat in contenders)
    shared = sum(max(0, amount - highest) for amount in paid.values())
    if first.house.antes_to_main_pot:
        shared += sum(sum(event.amounts) for event in log if isinstance(event, AntesPosted))
    for seat, won in winnings(log).items():
        matched = sum(min(amount, paid[seat]) for amount in paid.values())
        assert won <= matched + shared, f"seat {seat} put in {paid[seat]} and won {won} of {matched}"
