"""A witness of one table: from its log alone, which cards each person may have seen by now.

It knows nothing of views, of redaction or of messages. Whatever card a message names must be one that its receiver was
dealt, or that lay open before everybody; in the table as it is shown now, since the cards were last gathered.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from pokerroom.cards import DECK, UNKNOWN, Card, card_text
from pokerroom.live.tables.telling import Entry
from pokerroom.play import events
from pokerroom.rules.clauses import Face
from pokerroom.table.seating.events import ButtonDrawn, RoundStarted
from pokerroom.wire import messages as wire
from tests.property.test_views import cards_in as coded_cards

RUNS = re.compile(rb"(?<![A-Za-z0-9])(?:[2-9TJQKA][cdhs])+(?![A-Za-z0-9])")
ANYWHERE = re.compile(rb"[2-9TJQKA][cdhs]")
ROOT = re.compile(rb'"root":"[0-9a-f]{64}"')
TOLD = msgspec.json.Decoder(tuple[wire.Told, ...])


class Message(msgspec.Struct):
    """As much of a message as says what it is about; the rest is searched as the bytes that were sent."""

    type: str
    table: str = ""
    told: msgspec.Raw = msgspec.Raw(b"[]")
    state: msgspec.Raw = msgspec.Raw(b"")


MESSAGE = msgspec.json.Decoder(Message)


def cards_in(encoded: bytes) -> set[bytes]:
    """Every card that the bytes of a message name, in whatever field or sentence."""
    return {run[place : place + 2] for run in RUNS.findall(encoded) for place in range(0, len(run), 2)}


def cards_but(encoded: bytes, allowed: set[bytes]) -> set[bytes]:
    """The cards in these bytes that are not among those allowed.

    First by a search that takes any two letters for a card, for it is quick and finds no fewer.
    """
    if set(ANYWHERE.findall(ROOT.sub(b"", encoded))) <= allowed:
        return set()
    return cards_in(encoded) - allowed


def cards_proved(proof: Any) -> set[bytes]:
    """The cards of a proof, which writes them as numbers: those opened, and those of its log."""
    parts = (proof.get("openings", ()), proof.get("log", ()))
    return {card_text(Card(card)).encode() for part in parts for card in coded_cards(part) if card != UNKNOWN}


class Sight:
    """What could be seen in one round of play: now, and ever since it began."""

    def __init__(self, players: tuple[str, ...]) -> None:
        self.open: set[bytes] = set()
        self.own: dict[str, set[bytes]] = {player: set() for player in players}
        self.ever_open: set[bytes] = set()
        self.ever_own: dict[str, set[bytes]] = {player: set() for player in players}
        self.players = players
        self.shown: set[str] = set()
        """Players whose hands were shown."""

    def now(self, person: str) -> set[bytes]:
        return self.open | self.own.get(person, set())

    def ever(self, person: str) -> set[bytes]:
        return self.ever_open | self.ever_own.get(person, set())

    def to_all(self, *cards: Card) -> None:
        self.open |= texts(cards)
        self.ever_open |= texts(cards)

    def to(self, seat: int, *cards: Card) -> None:
        player = self.players[seat]
        self.own[player] |= texts(cards)
        self.ever_own[player] |= texts(cards)

    def gathered(self, cards: Iterable[Card]) -> None:
        """Cards that are in the deck again."""
        for seen in (self.open, *self.own.values()):
            seen.difference_update(texts(cards))

    def take(self, event: Any) -> None:
        see = SEEN.get(type(event))
        if see is not None:
            see(self, event)


def dealt(sight: Sight, event: events.CardsDealt) -> None:
    places = [(face, seat) for face in event.faces for seat in event.seats]
    for number, ((face, seat), card) in enumerate(zip(places, event.cards, strict=True)):
        if (face is Face.UP) != (number in event.turned):
            sight.to_all(card)
        else:
            sight.to(seat, card)


def shown(sight: Sight, event: events.HandShown | events.HandDisclosed) -> None:
    sight.shown.add(sight.players[event.seat])
    sight.to_all(*event.cards)


def exchanged(sight: Sight, event: events.CardExchanged) -> None:
    sight.to_all(event.exposed)
    sight.to(event.seat, event.card)


def replaced(sight: Sight, event: events.FallenCardReplaced) -> None:
    """What fell face down was seen by its player alone."""
    if event.face is Face.UP:
        sight.to_all(event.fallen, event.card)
    sight.to(event.seat, event.fallen, event.card)


def drawn_for_button(sight: Sight, event: ButtonDrawn) -> None:
    """Open, and gathered at once: they are told, and lie nowhere."""
    sight.ever_open |= texts(each.card for each in event.cards)


SEEN: dict[type[Any], Callable[[Sight, Any], None]] = {
    events.CardsDealt: dealt,
    events.HandShown: shown,
    events.HandDisclosed: shown,
    events.CommunityDealt: lambda sight, event: sight.to_all(*event.cards),
    events.CommonCardDealt: lambda sight, event: sight.to_all(event.card),
    events.FaceUpCardRemoved: lambda sight, event: sight.to_all(event.card),
    events.DrawnCardExposed: lambda sight, event: sight.to_all(event.card),
    events.CardExchanged: exchanged,
    events.FallenCardReplaced: replaced,
    events.Drew: lambda sight, event: sight.to(event.seat, *event.cards),
    events.HandReconstructed: lambda sight, event: sight.to(event.seat, *event.cards),
    events.DeckReshuffled: lambda sight, event: sight.gathered(event.deck),
    events.Misdealt: lambda sight, _: sight.gathered(DECK),
    events.RoundDied: lambda sight, _: sight.gathered(DECK),
    ButtonDrawn: drawn_for_button,
}
"""What each event lays before whom; any other shows nobody a card."""


def texts(cards: Iterable[Card]) -> set[bytes]:
    return {card_text(card).encode() for card in cards if card != UNKNOWN}


class Witness:
    """Reads a table's log as it grows."""

    def __init__(self) -> None:
        self.read = 0
        self.last = Sight(())
        self.rounds: dict[int, Sight] = {0: self.last}
        self.kinds: set[str] = set()
        """The kinds of events there were."""

    def take(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            if isinstance(entry.event, RoundStarted):
                self.last = self.rounds[entry.event.number] = Sight(entry.event.players)
            self.kinds.add(type(entry.event).__name__)
            self.last.take(entry.event)
            self.read = entry.sequence

    def leaks(self, person: str, message: Message) -> set[bytes]:
        """Cards in what a table tells this person that he has no right to."""
        leaked = cards_but(bytes(message.state), self.last.now(person))
        told = bytes(message.told)
        if cards_but(told, self.last.ever(person)):
            # Of rounds before this one, perhaps: each event is looked at by itself.
            for each in TOLD.decode(told):
                allowed = self.rounds[each.round].ever(person) if each.round in self.rounds else set[bytes]()
                leaked |= cards_but(msgspec.json.encode(each), allowed)
        return leaked
