"""Shuffle, cut, rotation of the two decks, and the shuffling device that takes one while the other is dealt."""

from collections.abc import Sequence
from typing import Any

from pokerroom.cards import DECK, Card
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.rules.wording import is_said
from pokerroom.table.decks.commands import (
    OrderRecut,
    PlaceCoverCard,
    PlaceRest,
    PrepareDeck,
    PutInPlay,
    ReportFailedShuffle,
    ShuffleDeck,
    StoreDeck,
    TakePacket,
)
from pokerroom.table.decks.counting import count_refusal, counted, miscounted
from pokerroom.table.decks.dealing import lack_refusal, round_refusal
from pokerroom.table.decks.equipment import DeckPlace, ShuffleMethod, Step
from pokerroom.table.decks.events import (
    CoverCardPlaced,
    DeckCut,
    DeckPrepared,
    DeckPutInPlay,
    DeckShuffled,
    DeckStored,
    PacketTaken,
    RecutOrdered,
    ShuffleFailed,
)
from pokerroom.table.decks.state import Deck, Decks
from pokerroom.table.decks.stocking import Answer
from pokerroom.table.refusals import Code, Refusal
from pokerroom.words import Saying, saying, term

cite = NJAC_13_69F.cite

SHUFFLE = cite("14.5(a)")
FAILURE = cite("14.15(p)")
OTHER_METHOD = cite("14.15(q)")
STORE = cite("14.2(a)", reading="AMB-07")
DEVICE_STORE = cite("14.2(d)2")
ROTATION = cite("14.2(b)")
ALTERNATION = cite("14.2(d)3")
COVER_FIRST = cite("14.5(b)1")
PACKET = cite("14.5(b)2", reading="AMB-61")
REST = cite("14.5(b)3")
RECUT = cite("14.5(c)", reading="AMB-167")
ATTESTED = cite("14.5(a)", reading="R-47")


def cut(deck: Sequence[Card], size: int) -> tuple[Card, ...]:
    """The deck after the rest has been put on a packet from the top; first card on top."""
    if not 0 <= size <= len(deck):
        raise ValueError(f"{size} cards cannot be cut off a deck of {len(deck)}")
    return (*deck[size:], *deck[:size])


def shuffle(state: Decks, command: ShuffleDeck) -> Answer:
    deck = state.deck(command.deck)
    by_hand = command.method is ShuffleMethod.HAND
    refusal = by_hand_refusal(state) if by_hand else device_refusal(state, deck)
    refusal = refusal or lack_refusal(deck, Step.WASHED) or device_count_refusal(state, command)
    if refusal is not None:
        return refusal
    if command.counted not in {None, len(DECK)}:
        assert command.counted is not None
        return miscounted(command, deck.name, len(DECK), command.counted)
    shuffled = DeckShuffled(rule=SHUFFLE, by=command.by, at=command.at, deck=deck.name, method=command.method)
    return (shuffled,) if command.counted is None else (shuffled, counted(command, deck.name, len(DECK)))


def by_hand_refusal(state: Decks) -> Refusal | None:
    """The device must leave the table before cards are shuffled by hand, and nobody shuffles by hand during a round."""
    if state.shuffler is not None:
        facts = {"device": state.shuffler.device, "table": state.table}
        return Refusal(Code.SHUFFLER_PRESENT, OTHER_METHOD, facts)
    return round_refusal(state)


def device_refusal(state: Decks, deck: Deck) -> Refusal | None:
    if state.shuffler is None:
        return Refusal(Code.NO_SHUFFLER, SHUFFLE, {"table": state.table})
    if deck.place is not DeckPlace.SHUFFLER:
        return Refusal(Code.WRONG_PLACE, DEVICE_STORE, {"deck": deck.name, "place": term(DeckPlace.SHUFFLER)})
    return None


def device_count_refusal(state: Decks, command: ShuffleDeck) -> Refusal | None:
    if command.counted is None:
        return None
    if command.method is ShuffleMethod.HAND or state.shuffler is None:
        return Refusal(Code.NO_SHUFFLER, cite("14.6(e)4"), {"table": state.table})
    if not state.shuffler.counts:
        return Refusal(Code.SHUFFLER_DOES_NOT_COUNT, cite("14.6(e)4"), {"device": state.shuffler.device})
    return count_refusal(command.counted)


def report_failure(state: Decks, command: ReportFailedShuffle) -> Answer:
    refusal = device_refusal(state, state.deck(command.deck))
    if refusal is not None:
        return refusal
    return (ShuffleFailed(rule=FAILURE, by=command.by, at=command.at, deck=command.deck, failure=command.failure),)


def cut_refusal(state: Decks, at: Step, what: Saying) -> Refusal | None:
    """The cut is made of the deck in play, in its order: cover card, packet, rest."""
    deck = state.in_play
    if deck is None:
        return Refusal(Code.NO_DECK_IN_PLAY, cite("14.5(b)"), {"table": state.table})
    refusal = lack_refusal(deck, Step.SHUFFLED)
    if refusal is None and deck.step is not at:
        return Refusal(Code.CUT_OUT_OF_ORDER, cite("14.5(b)"), {"what": what})
    return refusal


def playing(state: Decks) -> Deck:
    deck = state.in_play
    assert deck is not None
    return deck


def place_cover_card(state: Decks, command: PlaceCoverCard) -> Answer:
    refusal = cut_refusal(state, Step.SHUFFLED, saying("detail-table.cover-card-once"))
    if refusal is not None:
        return refusal
    return (CoverCardPlaced(rule=COVER_FIRST, by=command.by, at=command.at, deck=playing(state).name),)


def take_packet(state: Decks, command: TakePacket) -> Answer:
    refusal = cut_refusal(state, Step.COVER_CARD_PLACED, saying("detail-table.packet-once"))
    rules, size = state.rules, command.size
    if refusal is not None:
        return refusal
    if size < rules.cut_min:
        return Refusal(Code.CUT_TOO_SMALL, PACKET, {"size": size, "least": rules.cut_min})
    if size > rules.cut_max:
        return Refusal(Code.CUT_TOO_LARGE, PACKET, {"size": size, "most": rules.cut_max})
    return (PacketTaken(rule=PACKET, by=command.by, at=command.at, deck=playing(state).name, size=size),)


def place_rest(state: Decks, command: PlaceRest) -> Answer:
    refusal = cut_refusal(state, Step.PACKET_TAKEN, saying("detail-table.rest-on-packet"))
    if refusal is not None:
        return refusal
    deck = playing(state)
    assert state.cover is not None
    return (DeckCut(rule=REST, by=command.by, at=command.at, deck=deck.name, size=deck.packet, cover=state.cover),)


def prepare(state: Decks, command: PrepareDeck) -> Answer:
    """Shuffle and cut by the word of the dealer; how many cards were cut off is not known, and not made up (R-47)."""
    deck, refusal = next_deck(state), prepare_refusal(state)
    if refusal is not None:
        return refusal
    assert deck is not None
    assert state.cover is not None
    method = ShuffleMethod.HAND if state.shuffler is None else ShuffleMethod.DEVICE
    said: dict[str, Any] = {"by": command.by, "at": command.at}
    prepared = DeckPrepared(rule=ATTESTED, deck=deck.name, method=method, cover=state.cover, **said)
    if deck.in_play:
        return (prepared,)
    used = playing(state)
    stored = DeckStored(rule=DEVICE_STORE, deck=used.name, place=state.store, **said)
    return (DeckPutInPlay(rule=ALTERNATION, deck=deck.name, **said), stored, prepared)


def prepare_refusal(state: Decks) -> Refusal | None:
    """Why no deck can be shuffled and cut for the next round: none is in play, or it was not washed."""
    deck = next_deck(state)
    if deck is None:
        return Refusal(Code.NO_DECK_IN_PLAY, ROTATION, {"table": state.table})
    refusal = lack_refusal(deck, Step.WASHED)
    if refusal is None and state.shuffler is not None and deck.place is not DeckPlace.IN_PLAY:
        return device_refusal(state, deck)
    return refusal


def next_deck(state: Decks) -> Deck | None:
    """The deck of the next round: the one in play, or where a device shuffles, the other if that was just played."""
    deck = state.in_play
    if deck is None or state.shuffler is None or deck.name != state.last_used:
        return deck
    return next(iter(state.idle), None)


def order_recut(state: Decks, command: OrderRecut) -> Answer:
    deck = state.in_play
    if deck is None or deck.step is not Step.CUT:
        name = saying("detail-table.in-play") if deck is None else deck.name
        return Refusal(Code.NOTHING_TO_RECUT, RECUT, {"deck": name})
    if not is_said(command.reason):
        return Refusal(Code.NO_WORDS, RECUT, {"what": saying("detail-table.why-recut", deck=deck.name)})
    return (RecutOrdered(rule=RECUT, by=command.by, at=command.at, deck=deck.name, reason=command.reason),)


def put_in_play(state: Decks, command: PutInPlay) -> Answer:
    deck = state.deck(command.deck)
    refusal = lack_refusal(deck, Step.SHOWN)
    if refusal is not None:
        return refusal
    if deck.in_play:
        return Refusal(Code.IN_USE, ROTATION, {"deck": deck.name})
    rule = ROTATION if state.shuffler is None else ALTERNATION
    return (DeckPutInPlay(rule=rule, by=command.by, at=command.at, deck=deck.name),)


def store(state: Decks, command: StoreDeck) -> Answer:
    """The idle deck goes to the designated area, or into the device where there is one."""
    deck = state.deck(command.deck)
    rule = STORE if state.shuffler is None else DEVICE_STORE
    refusal = lack_refusal(deck, Step.SHOWN)
    if refusal is not None:
        return refusal
    if deck.in_play:
        return Refusal(Code.IN_USE, rule, {"deck": deck.name})
    if command.place is not state.store:
        return Refusal(Code.WRONG_PLACE, rule, {"deck": deck.name, "place": term(state.store)})
    return (DeckStored(rule=rule, by=command.by, at=command.at, deck=deck.name, place=command.place),)
