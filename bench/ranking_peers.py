"""What is ranked in the benchmark of the rankings, and the evaluators of others: how each likes its hands."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from pokerroom.cards import card_text, parse_cards
from pokerroom.ranking import Exactly, Formation, Ranking

OMAHA = Exactly(own=2, board=3)
TEXT = [
    card_text(card) for card in parse_cards("".join(f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "cdhs"))
]

Rows = Sequence[Sequence[int]]
Run = Callable[[], Any]
"""Ranks all its hands; what it answers says which of two is the better, or which is the worse."""
Prepare = Callable[[Rows], Run]
"""From rows of card numbers, own cards first, to a run over these hands in the form the peer likes best."""


def loop(rank: Callable[[Any], Any], hands: Sequence[Any]) -> Run:
    return lambda: [rank(hand) for hand in hands]


def of_cards(module: str) -> Prepare:
    """Both pkrbot and eval7 make a card of its text, and rank a list of them."""

    def prepare(rows: Rows) -> Run:
        package = import_module(module)
        deck = [package.Card(text) for text in TEXT]
        return loop(package.evaluate, [[deck[card] for card in row] for row in rows])

    return prepare


def phevaluator(rows: Rows) -> Run:
    evaluate = import_module("phevaluator.evaluator").evaluate_cards
    return lambda: [evaluate(*row) for row in rows]


def phevaluator_omaha(rows: Rows) -> Run:
    evaluate = import_module("phevaluator.evaluator_omaha").evaluate_omaha_cards
    hands = [(*row[4:], *row[:4]) for row in rows]
    return lambda: [evaluate(*hand) for hand in hands]


def treys(rows: Rows) -> Run:
    package = import_module("treys")
    deck = [package.Card.new(text) for text in TEXT]
    evaluate = package.Evaluator().evaluate
    hands = [([deck[card] for card in row[:2]], [deck[card] for card in row[2:]]) for row in rows]
    return lambda: [evaluate(*hand) for hand in hands]


def poker_equity(kernel: str) -> Prepare:
    def prepare(rows: Rows) -> Run:
        score = import_module("poker_equity").score_batch
        hands = ["".join(TEXT[card] for card in row) for row in rows]
        return lambda: score(kernel, hands)

    return prepare


def pokerkit(name: str, *, own: int | None = None) -> Prepare:
    def prepare(rows: Rows) -> Run:
        package = import_module("pokerkit")
        # Without a low that qualifies it answers with nothing; it is asked for the hand, not for a string of it.
        rank = getattr(package, name).from_game_or_none
        deck = [next(iter(package.Card.parse(text))) for text in TEXT]
        hands = [[deck[card] for card in row] for row in rows]
        return lambda: [rank(hand[:own], hand[own:] if own else ()) for hand in hands]

    return prepare


class Case(NamedTuple):
    """A ranking, the cards a hand is formed of, and the peers that rank such hands."""

    key: str
    name: str
    ranking: Ranking
    cards: int
    peers: Mapping[str, Prepare]
    formation: Formation | None = None


DISTRIBUTIONS = {
    "pkrbot": "pkrbot",
    "phevaluator": "phevaluator",
    "eval7": "eval7",
    "poker-equity": "poker_equity",
    "treys": "treys",
    "PokerKit": "pokerkit",
}
"""The peers, and the module of each."""

HIGH: Mapping[str, Prepare] = {
    "pkrbot": of_cards("pkrbot"),
    "phevaluator": phevaluator,
    "eval7": of_cards("eval7"),
    "poker-equity": poker_equity("high"),
    "treys": treys,
    "PokerKit": pokerkit("StandardHighHand"),
}
LOW_FIVE: Mapping[str, Prepare] = {
    "poker-equity": poker_equity("low_a5"),
    "PokerKit": pokerkit("RegularLowHand"),
}

CASES = (
    Case("high-7", "high of seven cards", Ranking.HIGH_FIVE, 7, HIGH),
    Case("high-6", "high of six cards", Ranking.HIGH_FIVE, 6, HIGH),
    Case("high-5", "high of five cards", Ranking.HIGH_FIVE, 5, HIGH),
    Case(
        "omaha-high",
        "omaha high, of four own cards and five",
        Ranking.HIGH_FIVE,
        9,
        {
            "phevaluator": phevaluator_omaha,
            "poker-equity": poker_equity("omaha"),
            "PokerKit": pokerkit("OmahaHoldemHand", own=4),
        },
        OMAHA,
    ),
    Case(
        "omaha-low",
        "omaha ace-to-five low, of four own cards and five",
        Ranking.LOW_ACE_TO_FIVE,
        9,
        {"PokerKit": pokerkit("OmahaEightOrBetterLowHand", own=4)},
        OMAHA,
    ),
    Case("ace-to-five-7", "ace-to-five low of seven cards", Ranking.LOW_ACE_TO_FIVE, 7, LOW_FIVE),
    Case("ace-to-five-5", "ace-to-five low of five cards", Ranking.LOW_ACE_TO_FIVE, 5, LOW_FIVE),
    Case(
        "deuce-to-seven",
        "deuce-to-seven low of five cards",
        Ranking.LOW_DEUCE_TO_SEVEN,
        5,
        {"poker-equity": poker_equity("deuce_seven"), "PokerKit": pokerkit("StandardLowHand")},
    ),
    Case(
        "badugi",
        "badugi of four cards",
        Ranking.BADUGI,
        4,
        {"poker-equity": poker_equity("badugi"), "PokerKit": pokerkit("BadugiHand")},
    ),
    Case("three-card-high", "three-card high of four cards", Ranking.HIGH_THREE, 4, {}),
    Case("three-card-low", "three-card low of four cards", Ranking.LOW_THREE, 4, {}),
)


class DisagreementError(AssertionError):
    """A peer puts hands in another order than we do."""
