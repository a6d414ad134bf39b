"""Writes a round of our own: from its event log to a `Hand` of the Poker Hand History format, in dollars."""

from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from pokerroom.cards import UNKNOWN, Card
from pokerroom.games import CATALOGUE, home_edition
from pokerroom.history.hand import Action, Hand, Verb, by_seat, decimal_places
from pokerroom.history.variants import CODES
from pokerroom.play import Event, Seat
from pokerroom.play.blinds import posting_order
from pokerroom.play.events import (
    AntesPosted,
    BetMade,
    BettingRoundClosed,
    BlindPosted,
    Called,
    CardBurned,
    CardExchanged,
    CardsDealt,
    Checked,
    ChoiceOffered,
    CommonCardDealt,
    CommunityDealt,
    DeckRanShort,
    DeckReshuffled,
    Discarded,
    DrawnCardExposed,
    Drew,
    FaceUpCardRemoved,
    FallenCardRemoved,
    FallenCardReplaced,
    Folded,
    ForcedBetPosted,
    HandConceded,
    HandRemoved,
    HandShown,
    Misdealt,
    MistakenCardsDiscarded,
    PotsPushed,
    Raised,
    RoundClosed,
    RoundDied,
    RoundOpened,
    Ruled,
    ShowdownOpened,
    StoodPat,
)
from pokerroom.play.standing import standing
from pokerroom.rules.house import Fixed, Limits, Spread

CENTS = 2
"""Decimal places of our money in dollars."""


UNTOLD = (
    Misdealt,
    RoundDied,
    FaceUpCardRemoved,
    FallenCardRemoved,
    FallenCardReplaced,
    MistakenCardsDiscarded,
    CardExchanged,
    DrawnCardExposed,
    ChoiceOffered,
    HandRemoved,
    PotsPushed,
    Ruled,
)
"""What changes cards or chips in ways the format cannot express: irregularities, and pots pushed by hand."""


class IrregularRoundError(ValueError):
    """A round that a hand history cannot express."""


def record(log: Sequence[Event], *, players: Sequence[str] = ()) -> Hand:
    """The hand of a log, with p1 the seat left of the button; `players` are names in the order of our seats."""
    log = standing(log)
    opened = log[0]
    assert isinstance(opened, RoundOpened), f"a log starts with RoundOpened, not with {type(opened).__name__}"
    untold = next(
        (event for event in log if isinstance(event, UNTOLD) or (isinstance(event, CardsDealt) and event.turned)), None
    )
    if untold is not None:
        raise IrregularRoundError(f"a PHH hand history has no words for {type(untold).__name__} ({untold.rule})")
    game, house = CATALOGUE[opened.edition, opened.game], opened.house
    order = seating(opened)
    places = {seat: Seat(place) for place, seat in enumerate(order)}
    hand = Hand(
        variant=CODES[game.key, type(house.limits)],
        edition=None if opened.edition == home_edition(game.key).key else opened.edition,
        antes=by_seat(in_order(order, antes_of(log))),
        ante_trimming=not house.antes_to_main_pot,
        blinds=by_seat(in_order(order, blinds_of(log))) if game.has_button else None,
        bring_in=None if game.has_button else dollars(house.forced_bet),
        **posted_limits(house.limits),
        kill=None if opened.kill is None else opened.kill.option,
        kill_button=None if opened.kill is None or opened.kill.seat is None else places[opened.kill.seat],
        starting_stacks=in_order(order, opened.stacks),
        actions=tuple(replace(each, seat=places.get(each.seat)) for each in Scribe(log).actions),  # type: ignore[arg-type]
        extras=extras(log, order, players),
    )
    unit = dollars(house.odd_unit)
    return hand if unit == Decimal(1).scaleb(-decimal_places(hand)) else replace(hand, odd_unit=unit)


def seating(opened: RoundOpened) -> tuple[Seat, ...]:
    """The seats from p1 on."""
    seats = len(opened.stacks)
    first = 0 if opened.button is None else opened.button + 1
    return tuple(Seat((first + step) % seats) for step in range(seats))


def in_order(order: tuple[Seat, ...], amounts: Sequence[int]) -> tuple[Decimal, ...]:
    return tuple(dollars(amounts[seat]) for seat in order)


def dollars(cents: int) -> Decimal:
    return Decimal(cents).scaleb(-CENTS) if cents % 100 else Decimal(cents // 100)


def posted_limits(limits: Limits) -> dict[str, Decimal]:
    match limits:
        case Fixed(small=small, big=big):
            return {"small_bet": dollars(small), "big_bet": dollars(big)}
        case Spread(least=least, most=most):
            return {"min_bet": dollars(least), "max_bet": dollars(most)}
        case _:
            return {"min_bet": dollars(limits.least)}


def antes_of(log: Sequence[Event]) -> tuple[int, ...]:
    opened = log[0]
    assert isinstance(opened, RoundOpened)
    posted = next((event.amounts for event in log if isinstance(event, AntesPosted)), (0,) * len(opened.stacks))
    ante = opened.house.ante
    as_posted = all(amount == min(ante, stack) for amount, stack in zip(posted, opened.stacks, strict=True))
    return (ante,) * len(posted) if as_posted else posted


def blinds_of(log: Sequence[Event]) -> tuple[int, ...]:
    """What each seat owed before the cards, all-in or not; for the kill's holder, what they would owe without it."""
    opened = log[0]
    assert isinstance(opened, RoundOpened)
    stacks = list(opened.stacks)
    blinds, bet = [0] * len(stacks), 0
    usual = usual_blinds(opened)
    for event in log:
        if isinstance(event, CardsDealt):
            break
        if isinstance(event, AntesPosted):
            stacks = [stack - ante for stack, ante in zip(stacks, event.amounts, strict=True)]
        if isinstance(event, BlindPosted):
            seat = event.seat
            all_in = event.amount == stacks[seat]
            blinds[seat] = max(event.amount, event.bet) if all_in and event.bet > bet else event.amount
            bet = event.bet
            if opened.kill is not None and seat == opened.kill.seat:
                # A log of the first rulebook does not say whether a regular blind was also due there.
                instead = event.instead or not event.kill
                blinds[seat] = usual.get(seat, opened.house.blinds[-1] if event.instead else 0) if instead else 0
    # A player without chips after the ante posted nothing, but owed what the others have to call.
    without = [seat for seat in range(len(stacks)) if not stacks[seat] and not blinds[seat]]
    if without and bet > max(blinds):
        blinds[max(without, key=lambda seat: usual.get(seat, 0))] = bet
    return tuple(blinds)


def usual_blinds(opened: RoundOpened) -> dict[int, int]:
    """The posted blinds one after the other from the left of the button, by seat."""
    if opened.button is None:
        return {}
    order = posting_order(len(opened.stacks), opened.button, opened.house)
    return dict(zip(order, opened.house.blinds, strict=False))


def extras(log: Sequence[Event], order: tuple[Seat, ...], players: Sequence[str]) -> dict[str, Any]:
    names = {"players": [players[seat] for seat in order]} if players else {}
    closed = log[-1]
    if not isinstance(closed, RoundClosed):
        return names
    return names | {"finishing_stacks": list(in_order(order, closed.stacks))}


DURING_A_DRAW = (Discarded, StoodPat, Drew, CardBurned, DeckRanShort, DeckReshuffled)
DEALS = (CardsDealt, CommunityDealt, CommonCardDealt)


class Scribe:
    """The actions of a log, still by our own seats.

    The format has all discards of a draw before all the new cards, and players who are all-in show their hands before
    the cards still to come.
    """

    def __init__(self, log: Sequence[Event]) -> None:
        self.actions: list[Action] = []
        self.held: dict[Seat, tuple[Card, ...]] = {}
        self.drawn: dict[Seat, tuple[Card, ...]] = {}
        self.shown: dict[Seat, tuple[Card, ...]] = {}
        early = first_deal_after_the_betting(log)
        for place, (event, following) in enumerate(pairwise([*log, None])):
            assert event is not None
            if self.drawn and not isinstance(event, DURING_A_DRAW):
                self.deal_the_drawn()
            if place == early:
                self.show_early(log)
            if not folds_all_the_same(event, following):
                self.write(event)

    def add(self, verb: Verb, seat: Seat | None, cards: tuple[Card, ...] | None = None) -> None:
        self.actions.append(Action(verb, seat, cards))

    def write(self, event: Event) -> None:
        match event:
            case CardsDealt():
                for place, seat in enumerate(event.seats):
                    self.deal(seat, event.cards[place :: len(event.seats)])
            case CommunityDealt(cards=cards):
                self.add(Verb.DEAL_BOARD, None, cards)
            case CommonCardDealt(card=card):
                self.add(Verb.DEAL_BOARD, None, (card,))
            case Drew(seat=seat, cards=cards):
                self.drawn[seat] = self.drawn.get(seat, ()) + cards
            case Discarded(seat=seat, cards=cards):
                self.add(Verb.DISCARD, seat, cards)
                self.held[seat] = less(self.held[seat], cards)
            case StoodPat(seat=seat):
                self.add(Verb.DISCARD, seat, ())
            case HandShown():
                self.show(event)
            case HandConceded(seat=seat):
                self.add(Verb.SHOW, seat)
            case BetMade(seat=seat, to=to) | Raised(seat=seat, to=to):
                self.actions.append(Action(Verb.BET_TO, seat, amount=dollars(to)))
            case Folded() | Checked() | Called() | ForcedBetPosted():
                self.add(WORDS[type(event)], event.seat)
            case _:
                """The format leaves the rest unsaid: it follows from what was said."""

    def deal(self, seat: Seat, cards: tuple[Card, ...]) -> None:
        self.add(Verb.DEAL_HOLE, seat, cards)
        self.held[seat] = self.held.get(seat, ()) + cards

    def deal_the_drawn(self) -> None:
        for seat, cards in self.drawn.items():
            self.deal(seat, cards)
        self.drawn.clear()

    def show_early(self, log: Sequence[Event]) -> None:
        """Hands that are shown in the end; the others stay face down."""
        shown = {event.seat: event for event in log if isinstance(event, HandShown)}
        for seat in next((event.to_show for event in log if isinstance(event, ShowdownOpened)), ()):
            if seat in shown:
                self.show(shown[seat])
            else:
                self.add(Verb.SHOW, seat, (UNKNOWN,) * len(self.held[seat]))

    def show(self, event: HandShown) -> None:
        """A hand shown early is shown again only if more cards have come."""
        seat, held = event.seat, self.held[event.seat]
        named_now = UNKNOWN in held and len(event.cards) == len(held)
        cards = event.cards if named_now else held
        if self.shown.get(seat) != cards:
            self.add(Verb.SHOW, seat, cards)
        self.shown[seat] = cards


WORDS: dict[type[Any], Verb] = {
    Folded: Verb.FOLD,
    Checked: Verb.CHECK_OR_CALL,
    Called: Verb.CHECK_OR_CALL,
    ForcedBetPosted: Verb.POST_FORCED_BET,
}


def first_deal_after_the_betting(log: Sequence[Event]) -> int | None:
    """The first deal of cards that nobody can bet on any more."""
    closed = max((place for place, event in enumerate(log) if isinstance(event, BettingRoundClosed)), default=-1)
    return next((place for place, event in enumerate(log) if place > closed >= 0 and isinstance(event, DEALS)), None)


def folds_all_the_same(event: Event, following: Event | None) -> bool:
    """A bet that folding does not save (14.15(j)2) happens again when the fold is replayed."""
    if not isinstance(event, ForcedBetPosted | BetMade) or not isinstance(following, Folded):
        return False
    return event.seat == following.seat


def less(cards: tuple[Card, ...], gone: tuple[Card, ...]) -> tuple[Card, ...]:
    """`cards` without `gone`; a card that was unknown when it was dealt takes the place of an unknown one."""
    left = list(cards)
    for card in gone:
        left.remove(card if card in left else UNKNOWN)
    return tuple(left)
