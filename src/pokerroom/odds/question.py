"""A question of odds: a game, what is known of each player's cards, the board so far, and the cards out of play.

The number of cards each player holds, the number in the center, and which hands win which share of the pot come from
the clauses of the game, so that any game of the catalogue can be asked about.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

import msgspec
import numpy as np

from pokerroom.cards import DECK, UNKNOWN, Card, CardError, card_text, typed_cards
from pokerroom.games import game as permitted_game, home_edition
from pokerroom.odds.notation import Flags, Holding, QuestionError, read_holding
from pokerroom.ranking import worst_qualifying
from pokerroom.rules.clauses import CommonCard, Community, Deal, Draw, Game, Share
from pokerroom.rules.editions import Edition


class Question(msgspec.Struct, frozen=True, eq=False):
    """Every card is in one place: no hand that a player may hold has a card known to be elsewhere."""

    game: Game
    holdings: tuple[Holding, ...]
    board: tuple[Card, ...]
    dead: tuple[Card, ...]
    """Out of play, the discards of the players included."""
    own: int
    """Cards of each player at the showdown."""
    center: int
    """Cards in the center at the showdown."""

    @property
    def players(self) -> int:
        return len(self.holdings)

    @property
    def to_come(self) -> int:
        """Cards still to be dealt to the center."""
        return self.center - len(self.board)

    @property
    def fixed(self) -> tuple[Card, ...]:
        """Cards that are in the same place in every deal: dead, on the board, or the only hand a player may hold."""
        return (*self.dead, *self.board, *(card for held in self.holdings for card in only_cards(held)))

    @property
    def live(self) -> tuple[Card, ...]:
        """The deck without the fixed cards."""
        fixed = {*self.fixed}
        return tuple(card for card in DECK if card not in fixed)


def ask(
    game: Game | str, hands: Sequence[str], *, board: str = "", dead: str = "", edition: Edition | None = None
) -> Question:
    """The question; raises `QuestionError`, which says what is wrong with it."""
    asked = permitted_game(game, edition or home_edition(game)) if isinstance(game, str) else game
    check_players(asked, len(hands))
    shared, gone = read_cards(board, "the board"), read_cards(dead, "the dead cards")
    own, center = cards_at_showdown(asked, len(hands), len(shared), len(gone))
    holdings = [read_holding(hand, own) for hand in hands]
    for number, holding in enumerate(holdings, start=1):
        check_discards(asked, number, holding)
    dead_cards = (*gone, *(card for holding in holdings for card in holding.discards))
    check_places(holdings, shared, dead_cards)
    settled = without_clashes(holdings, (*shared, *dead_cards))
    question = Question(asked, tuple(settled), shared, dead_cards, own, center)
    check_deck(question)
    return question


def check_players(game: Game, players: int) -> None:
    if not 2 <= players <= game.seats.most:
        given = "1 player" if players == 1 else f"{players} players"
        raise QuestionError(f"{given}: {game.name} is played by 2 to {game.seats.most} ({game.seats.rule})")


def read_cards(text: str, place: str) -> tuple[Card, ...]:
    try:
        cards = typed_cards(text)
    except CardError as error:
        raise QuestionError(f"{place}: {error}") from None
    if UNKNOWN in cards:
        raise QuestionError(f"{place}: leave out cards that are not known")
    return cards


def cards_at_showdown(game: Game, players: int, on_board: int, dead: int) -> tuple[int, int]:
    """How many cards each player has and how many are in the center, if nobody folds."""
    dealt = sum(len(street.cards.faces) for street in game.streets if isinstance(street.cards, Deal))
    kept = dealt - sum(street.discard.count for street in game.streets if street.discard)
    center = sum(street.cards.count for street in game.streets if isinstance(street.cards, Community))
    if not isinstance(game.shortage, CommonCard):
        check_board(game, on_board, center)
        return kept, center
    check_board(game, on_board, len(game.shortage.streets))
    common = max(on_board, common_cards(game, players, dead))
    return kept - common, common


def check_board(game: Game, on_board: int, most: int) -> None:
    if on_board > most:
        raise QuestionError(f"{on_board} cards on the board: {game.name} has {f'at most {most}' if most else 'none'}")


def common_cards(game: Game, players: int, dead: int) -> int:
    """Streets for which the deck with its burn card is too short, so that one common card serves everybody (AMB-51)."""
    stub = len(DECK) - dead
    common = 0
    for street in game.streets:
        assert isinstance(street.cards, Deal)
        burn = street.cards.burn is not None
        needed = burn + players * len(street.cards.faces)
        if needed > stub:
            common += 1
            needed = burn + 1
        stub -= needed
    return common


def check_discards(game: Game, player: int, holding: Holding) -> None:
    given_up = len(holding.discards)
    if not given_up:
        return
    entry = sum(street.discard.count for street in game.streets if street.discard)
    draws = any(isinstance(street.cards, Draw) for street in game.streets)
    most = holding.missing if draws else entry
    if given_up > most:
        allowed = f"gives up {most} here" if most else "gives up none"
        raise QuestionError(
            f"player {player}, {holding.text!r}, discards {given_up}: a player of {game.name} {allowed}"
        )


def only_cards(holding: Holding) -> tuple[Card, ...]:
    """The known cards of a player who may hold one hand only."""
    return tuple(Card(int(card)) for card in holding.hands[0]) if holding.choices == 1 else ()


def check_places(holdings: Sequence[Holding], board: Sequence[Card], dead: Sequence[Card]) -> None:
    """No card may be known to be in two places."""
    places: dict[Card, str] = {}
    for place, cards in (
        ("on the board", board),
        ("among the dead cards", dead),
        *((f"in the hand of player {number}", only_cards(held)) for number, held in enumerate(holdings, start=1)),
    ):
        for card in cards:
            if card in places:
                both = f"{places[card]} and {place}" if places[card] != place else f"twice {place}"
                raise QuestionError(f"{card_text(card)} is {both}")
            places[card] = place


def without_clashes(holdings: Iterable[Holding], taken: Sequence[Card]) -> list[Holding]:
    """The hands each player may still hold, without cards known elsewhere; a player left with one hand fixes its cards
    too.
    """
    left = [*holdings]
    open_hands = [number for number, holding in enumerate(left) if holding.choices > 1]
    while open_hands:
        fixed = [*taken, *(card for holding in left for card in only_cards(holding))]
        for number in open_hands:
            left[number] = _without(left[number], number + 1, fixed)
        settled = [number for number in open_hands if left[number].choices == 1]
        open_hands = [number for number in open_hands if number not in settled]
        if not settled:
            break
        check_places(left, (), taken)
    return left


def _without(holding: Holding, player: int, fixed: Sequence[Card]) -> Holding:
    clashing: Flags = np.any(np.isin(holding.hands, np.array(fixed, np.uint8)), axis=1)
    if clashing.all():
        raise QuestionError(
            f"player {player} cannot hold {holding.text!r}: every such hand has a card that is known to be elsewhere"
        )
    return holding.only(~clashing)


class Case(NamedTuple):
    """A question in which all hands of a player are equally likely, and the weight of each of its deals."""

    question: Question
    weight: int


def by_weight(question: Question) -> Iterator[Case]:
    """The question split: one case for each choice of one weight for each player."""
    for groups in product(*map(_groups, question.holdings)):
        holdings = [holding for holding, _ in groups]
        try:
            check_places(holdings, question.board, question.dead)
            settled = without_clashes(holdings, (*question.board, *question.dead))
        except QuestionError:
            continue  # No deal gives them such hands together.
        yield Case(msgspec.structs.replace(question, holdings=tuple(settled)), prod(weight for _, weight in groups))


def cases(question: Question) -> int:
    """How many cases there are at most."""
    return prod(len(_groups(holding)) for holding in question.holdings)


def _groups(holding: Holding) -> list[tuple[Holding, int]]:
    weights = holding.weights
    if weights is None:
        return [(holding, 1)]
    alike = ((weights == weight, int(weight)) for weight in np.unique(weights))
    return [(msgspec.structs.replace(holding.only(chosen), weights=None), weight) for chosen, weight in alike]


def check_deck(question: Question) -> None:
    """There must be enough cards for everybody, and at least one deal that gives everybody a hand they may hold."""
    wanted = question.to_come + sum(held.missing for held in question.holdings)
    wanted += sum(held.known for held in question.holdings if held.choices > 1)
    left = len(question.live)
    if wanted > left:
        rule = (
            f" ({question.game.shortage.rule} brings discards back: do not name them dead)"
            if question.game.shortage
            else ""
        )
        raise QuestionError(f"{wanted} more cards are needed and {left} are left in the deck{rule}")
    if not has_a_deal(question.holdings):
        raise QuestionError("no deal gives every player a hand of their range: the ranges need the same cards")


SEARCH = 100_000
"""Hands tried before a search for one fitting deal is given up as undecided."""


def has_a_deal(holdings: Sequence[Holding]) -> bool:
    """Whether all players can hold hands of their ranges at once; also true where there are too many to try."""
    ranges = [_bits(holding) for holding in sorted(holdings, key=lambda held: held.choices) if holding.choices > 1]
    hopeless: set[tuple[int, int]] = set()
    tried = 0

    def fits(depth: int, used: int) -> bool:
        nonlocal tried
        if depth == len(ranges):
            return True
        if (depth, used) in hopeless:
            return False
        for hand in ranges[depth]:
            tried += 1
            if tried > SEARCH or (not hand & used and fits(depth + 1, used | hand)):
                return True
        hopeless.add((depth, used))
        return False

    return fits(0, 0)


def _bits(holding: Holding) -> list[int]:
    cards = holding.hands[:SEARCH].astype(np.uint64)
    masks: list[int] = np.bitwise_or.reduce(np.uint64(1) << cards, axis=1).tolist()
    return masks


class Claim(NamedTuple):
    """A share of the pot and the weakest strength that may claim it."""

    share: Share
    floor: int


def claims(game: Game) -> tuple[Claim, ...]:
    return tuple(
        Claim(share, worst_qualifying(share.ranking, share.qualifier.worst) if share.qualifier else 0)
        for share in game.shares
    )
