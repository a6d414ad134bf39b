"""Which cards of a committed deck each viewer gets proof of, and how the viewer checks that proof.

The log says in which order cards left the deck, and so at which position of the shuffled order each of them was. A
viewer gets the openings of the cards that their own log shows, and no others.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from pokerroom.cards import UNKNOWN, Card, card_text
from pokerroom.play import Event, Seat, Viewer, events, seen_by
from pokerroom.shuffle.commitment import Commitment, Opening, Shuffle, opened_at, verify

Log = Iterable[Event]


class Slot(NamedTuple):
    """A place in the order of dealing: the `nth` card off a deck, counted from 0."""

    deck: int
    nth: int

    def __str__(self) -> str:
        return f"card {self.nth + 1} off deck {self.deck}"


class Shown(NamedTuple):
    """A card that a viewer was shown, and where it left the deck."""

    deck: int
    nth: int
    card: Card


Leaving = Iterable[tuple[Card, Seat | None]]
"""Cards in the order they leave the deck, each with the seat it goes to, if any."""


def nothing(event: Any) -> Leaving:  # noqa: ARG001
    return ()


def one_card(
    event: events.CardBurned | events.CommonCardDealt | events.FaceUpCardRemoved | events.FallenCardRemoved,
) -> Leaving:
    return ((event.card, None),)


def one_card_to_a_seat(event: events.FallenCardReplaced | events.CardExchanged) -> Leaving:
    return ((event.card, event.seat),)


def to_no_seat(event: events.CommunityDealt | events.MistakenCardsDiscarded) -> Leaving:
    return ((card, None) for card in event.cards)


def to_seats(event: events.CardsDealt) -> Leaving:
    return zip(event.cards, event.seats * len(event.faces), strict=True)


def to_the_drawer(event: events.Drew) -> Leaving:
    return ((card, event.seat) for card in event.cards)


LEAVING: dict[type[Any], Callable[[Any], Leaving]] = {
    events.RoundOpened: nothing,
    events.DeckShuffled: nothing,
    events.AntesPosted: nothing,
    events.BlindPosted: nothing,
    events.CardBurned: one_card,
    events.CardsDealt: to_seats,
    events.CommunityDealt: to_no_seat,
    events.CommonCardDealt: one_card,
    events.DeckRanShort: nothing,
    events.DeckReshuffled: nothing,
    events.BettingRoundOpened: nothing,
    events.ForcedBetPosted: nothing,
    events.Folded: nothing,
    events.Checked: nothing,
    events.Called: nothing,
    events.BetMade: nothing,
    events.Raised: nothing,
    events.RulingMade: nothing,
    events.UncalledReturned: nothing,
    events.UncalledForfeited: nothing,
    events.BettingRoundClosed: nothing,
    events.DiscardsDue: nothing,
    events.Discarded: nothing,
    events.DrawOpened: nothing,
    events.StoodPat: nothing,
    events.Drew: to_the_drawer,
    events.ShowdownOpened: nothing,
    events.HandShown: nothing,
    events.HandConceded: nothing,
    events.PotAwarded: nothing,
    events.RoundClosed: nothing,
    events.Misdealt: nothing,
    events.RoundDied: nothing,
    events.FaceUpCardRemoved: one_card,
    events.FallenCardRemoved: one_card,
    events.FallenCardReplaced: one_card_to_a_seat,
    events.MistakenCardsDiscarded: to_no_seat,
    events.CardExchanged: one_card_to_a_seat,
    events.DrawnCardExposed: nothing,
    events.ReplacementDue: nothing,
    events.ChoiceOffered: nothing,
    events.BettingSkipped: nothing,
    events.Frozen: nothing,
    events.PlayedOn: nothing,
    events.HandRemoved: nothing,
    events.PotsFormed: nothing,
    events.HandProtected: nothing,
    events.HandReconstructed: nothing,
    events.PlayerLeft: nothing,
    events.HandDisclosed: nothing,
    events.Ruled: nothing,
    events.RakeTaken: nothing,
    events.RakeReturned: nothing,
    events.ContributionTaken: nothing,
    events.Entered: nothing,
    events.EntryTakenBack: nothing,
    events.CardsNamed: nothing,
    events.OpenerAwaited: nothing,
    events.PotsPushed: nothing,
}
"""What each event takes off the deck. An event type without a line cannot be followed at all."""

Named = Iterable[tuple[Card, Seat]]
"""Cards that left the deck earlier, each with the seat that holds it."""


def of_one_hand(
    event: events.Discarded | events.HandShown | events.HandReconstructed | events.HandDisclosed,
) -> Named:
    return ((card, event.seat) for card in event.cards)


def of_open_cards(event: events.CardsNamed) -> Named:
    """Those before a player; cards in the center are nobody's."""
    return () if event.seat is None else ((card, event.seat) for card in event.cards)


NAMING: dict[type[Any], Callable[[Any], Named]] = {
    events.CardsNamed: of_open_cards,
    events.Discarded: of_one_hand,
    events.HandShown: of_one_hand,
    events.HandReconstructed: of_one_hand,
    events.HandDisclosed: of_one_hand,
    events.FallenCardReplaced: lambda event: ((event.fallen, event.seat),),
    events.CardExchanged: lambda event: ((event.exposed, event.seat),),
    events.DrawnCardExposed: lambda event: ((event.card, event.seat),),
}
"""Events that name cards dealt earlier, which not everybody saw then."""

GIVEN_UP = (events.Discarded, events.FallenCardReplaced, events.CardExchanged, events.DrawnCardExposed)
"""Those of these events that take the named cards out of the hand."""

NEW_DECK = (events.DeckShuffled, events.DeckReshuffled)
"""Events after which cards come from another deck, starting at its first card."""


def leaving(event: Event) -> Leaving:
    return LEAVING[type(event)](event)


def named(event: Event) -> Named:
    naming = NAMING.get(type(event))
    return () if naming is None else naming(event)


def off_the_deck(event: Event) -> tuple[Card, ...]:
    """The cards that leave the deck in this event, in order."""
    return tuple(card for card, _ in leaving(event))


def shown_to(log: Log, viewer: Viewer) -> tuple[Shown, ...]:
    """Every card of the full log that this viewer was ever shown, with the place where it last left a deck.

    A deck that a dealer shuffled has no known order and no commitment: none of it can be opened.
    """
    shown: dict[Shown, None] = {}
    left: dict[Card, Slot] = {}
    deck, nth = -1, 0
    for event in log:
        seen = seen_by(event, viewer)
        if isinstance(event, NEW_DECK):
            if UNKNOWN in event.deck:
                return ()
            deck, nth = deck + 1, 0
            assert isinstance(seen, NEW_DECK)
            shown |= {Shown(deck, place, card): None for place, card in enumerate(seen.deck) if card != UNKNOWN}
            continue
        for card in off_the_deck(event):
            left[card] = Slot(deck, nth)
            nth += 1
        faces = (*off_the_deck(seen), *(card for card, _ in named(seen)))
        shown |= {Shown(*left[card], card): None for card in faces if card != UNKNOWN}
    return tuple(shown)


class Evidence(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What a viewer has for checking a round. Everything except the log has one entry per deck, from number 0 on."""

    commitments: tuple[Commitment, ...]
    cuts: tuple[int, ...]
    openings: tuple[tuple[Opening, ...], ...]
    log: tuple[Event, ...] = ()
    """The round as the viewer saw it."""


def evidence(log: Sequence[Event], viewer: Viewer, decks: Sequence[Shuffle]) -> Evidence:
    """What the room gives this viewer after the round: their own log, and the openings of the cards it shows."""
    dealt = [event.deck for event in log if isinstance(event, NEW_DECK)]
    if dealt != [deck.dealt_order for deck in decks]:
        raise ValueError(f"the {len(decks)} decks given are not the {len(dealt)} decks of the log")
    shown = shown_to(log, viewer)
    return Evidence(
        commitments=tuple(deck.commitment for deck in decks),
        cuts=tuple(deck.cut for deck in decks),
        openings=tuple(
            opened_at(deck, ((each.nth + deck.cut) % len(deck.cards) for each in shown if each.deck == number))
            for number, deck in enumerate(decks)
        ),
        log=tuple(seen_by(event, viewer) for event in log),
    )


class Claim(NamedTuple):
    """A card the log shows, and where it may have come from: several places if a player's discards are hidden."""

    card: Card
    slots: frozenset[Slot]

    def __str__(self) -> str:
        places = " or ".join(map(str, sorted(self.slots))) or "any card the log deals to that hand"
        return f"{card_text(self.card)} as {places}"


def claims(log: Log) -> tuple[Claim, ...]:
    """What a viewer's own log says about the deck."""
    made: dict[Claim, None] = {}
    held: set[tuple[Card, Seat | None]] = set()
    """Cards seen when they were dealt, with the seat that holds them: their place is already claimed."""
    unseen: dict[Seat | None, set[Slot]] = {}
    deck, nth = -1, 0
    for event in log:
        if isinstance(event, NEW_DECK):
            deck, nth = deck + 1, 0
            slots = {Slot(deck, place): card for place, card in enumerate(event.deck) if card != UNKNOWN}
            made |= {Claim(card, frozenset({slot})): None for slot, card in slots.items()}
        for card, seat in leaving(event):
            slot, nth = Slot(deck, nth), nth + 1
            if card == UNKNOWN:
                unseen.setdefault(seat, set()).add(slot)
            else:
                made[Claim(card, frozenset({slot}))] = None
                held.add((card, seat))
        hand = [each for each in named(event) if each[0] != UNKNOWN]
        for number, (card, seat) in enumerate(hand):
            # Not one the viewer saw this player get, or one named twice: it can only be a card dealt face down.
            if (card, seat) not in held or (card, seat) in hand[:number]:
                made[Claim(card, frozenset(unseen.get(seat, ())))] = None
        if isinstance(event, GIVEN_UP):
            held.difference_update(hand)
    return tuple(made)


def check(
    log: Sequence[Event],
    commitments: Sequence[Commitment],
    cuts: Sequence[int],
    openings: Sequence[Sequence[Opening]],
) -> list[str]:
    """What is wrong with a round as one viewer saw it; empty if every card shown is proved.

    `log` is the viewer's own; the commitments and cuts are those published before the deal.
    """
    sizes = [len(event.deck) for event in log if isinstance(event, NEW_DECK)]
    given = {"commitments": len(commitments), "cuts": len(cuts), "sets of openings": len(openings)}
    if any(count != len(sizes) for count in given.values()):
        counted = ", ".join(f"{count} {what}" for what, count in given.items())
        return [f"The log deals from {len(sizes)} decks, but there are {counted}."]
    faults = [
        fault
        for number, size in enumerate(sizes)
        for fault in deck_faults(number, size, commitments[number], commitments[0], cuts[number])
    ]
    opened: dict[Slot, Card] = {}
    for number, (commitment, cut) in enumerate(zip(commitments, cuts, strict=True)):
        for each in openings[number]:
            if verify(commitment, each):
                opened[Slot(number, (each.position - cut) % commitment.count)] = each.card
            else:
                faults.append(f"The opening of position {each.position} of deck {number} does not verify.")
    return faults + claim_faults(claims(log), opened)


def deck_faults(number: int, size: int, commitment: Commitment, first: Commitment, cut: int) -> list[str]:
    faults, context = [], commitment.context
    if context != msgspec.structs.replace(first.context, deck=number):
        faults.append(f"Deck {number} of the log is committed to as {context}.")
    if commitment.count != size:
        faults.append(f"Deck {number} has {size} cards; {commitment.count} were committed to.")
    if not 0 <= cut < size or (number and cut):
        faults.append(f"Deck {number} cannot have been cut at {cut} cards.")
    return faults


def claim_faults(claimed: Iterable[Claim], opened: dict[Slot, Card]) -> list[str]:
    faults, proved = [], set()
    for claim in claimed:
        found = {slot for slot in claim.slots if opened.get(slot) == claim.card}
        proved |= found
        if not found:
            faults.append(f"No opening proves {claim}.")
    surplus = sorted(opened.keys() - proved)
    return faults + [
        f"{card_text(opened[slot])} was opened as {slot}, but the log does not show it." for slot in surplus
    ]
