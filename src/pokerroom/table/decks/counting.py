"""Decks are counted and put into suit and sequence; an incomplete one leaves the table, 14.2(b), 14.6(e)4."""

from pokerroom.cards import DECK
from pokerroom.play import Round
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.rules.wording import is_said
from pokerroom.table.decks.commands import Command, CountDeck, CountStub, ReportWrongCards, SortDeck
from pokerroom.table.decks.dealing import lack_refusal, stopped_refusal
from pokerroom.table.decks.equipment import Cause, Step
from pokerroom.table.decks.events import CountFailed, DeckCounted, DeckSorted, Event, WrongCardsFound
from pokerroom.table.decks.state import Decks
from pokerroom.table.decks.stocking import Answer, removal
from pokerroom.table.refusals import Code, Refusal
from pokerroom.words import saying

cite = NJAC_13_69F.cite

COUNT = cite("14.6(e)4")
SEQUENCE = cite("14.2(b)")
STUB_GAMES = frozenset({"hold-em", "omaha"})
"""Families in which counting the stub is enough."""


def cards_out(state: Round) -> int:
    """How many cards of a round have left the deck; the stub is the rest of the 52."""
    return len(DECK) - len(state.stub)


def count_refusal(found: int) -> Refusal | None:
    return Refusal(Code.NOT_A_COUNT, COUNT, {"found": found}) if found < 0 else None


def miscounted(command: Command, deck: str, expected: int, found: int) -> tuple[Event, ...]:
    """A deck with a wrong number of cards is removed permanently."""
    failed = CountFailed(rule=COUNT, by=command.by, at=command.at, deck=deck, expected=expected, found=found)
    return (failed, removal(command, deck, Cause.WRONG_COUNT))


def count(state: Decks, command: CountDeck) -> Answer:
    refusal = lack_refusal(state.deck(command.deck), Step.INSPECTED) or count_refusal(command.found)
    if refusal is not None:
        return refusal
    if command.found != len(DECK):
        return miscounted(command, command.deck, len(DECK), command.found)
    return (counted(command, command.deck, len(DECK)),)


def counted(command: Command, deck: str, cards: int) -> DeckCounted:
    return DeckCounted(rule=COUNT, by=command.by, at=command.at, deck=deck, counted=cards)


def count_stub(state: Decks, command: CountStub) -> Answer:
    dealing = state.dealing
    assert dealing is not None
    if dealing.game not in STUB_GAMES:
        return Refusal(Code.NO_STUB_COUNT, COUNT, {"game": dealing.game})
    expected = len(DECK) - command.dealt
    refusal = stopped_refusal(state) or count_refusal(command.found) or count_refusal(min(command.dealt, expected))
    if refusal is not None:
        return refusal
    if command.found != expected:
        return miscounted(command, dealing.deck, expected, command.found)
    return (counted(command, dealing.deck, expected),)


def sort(state: Decks, command: SortDeck) -> Answer:
    """Cards in suit and sequence show whether all are there."""
    refusal = lack_refusal(state.deck(command.deck), Step.INSPECTED) or count_refusal(command.found)
    if refusal is not None:
        return refusal
    if command.found != len(DECK):
        return miscounted(command, command.deck, len(DECK), command.found)
    return (DeckSorted(rule=SEQUENCE, by=command.by, at=command.at, deck=command.deck),)


def report_wrong_cards(state: Decks, command: ReportWrongCards) -> Answer:  # noqa: ARG001
    rule = cite("14.15(g)")
    if not is_said(command.what):
        return Refusal(Code.NO_WORDS, rule, {"what": saying("detail-table.what-is-wrong", deck=command.deck)})
    found = WrongCardsFound(rule=rule, by=command.by, at=command.at, deck=command.deck, what=command.what)
    return (found, removal(command, command.deck, Cause.WRONG_CARDS))
