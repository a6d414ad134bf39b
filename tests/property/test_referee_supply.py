"""The referee's count of cards: small tables written by hand, at which cards are lost until none can be spared."""

import pytest

from pokerroom.games import CATALOGUE
from pokerroom.play import Deal, Exposed, Seat
from pokerroom.rules.clauses import Game
from pokerroom.rules.house import HouseRules, NoLimit, letter
from tests.property.referee.cards import Cards
from tests.property.referee.supply import survives_exposed, survives_lost_card

HOLD_EM = CATALOGUE["13:69F-current", "hold-em"]
OMAHA = CATALOGUE["13:69F-current", "omaha-high-low-eight"]
STUD = CATALOGUE["13:69F-current", "seven-card-stud-high"]
STUD_2006 = CATALOGUE["19:47-2006", "seven-card-stud-high"]
SUPER_STUD = CATALOGUE["13:69F-super-stud-amendment", "super-seven-card-stud-high"]
DRAW = CATALOGUE["13:69F-current", "five-card-draw-high"]


def after_first_deal(game: Game, players: int) -> Cards:
    cards = Cards()
    faces = getattr(game.streets[0].cards, "faces", ())
    cards.deck, cards.street = 52 - players * len(faces), 0
    cards.hands.update({seat: len(faces) for seat in range(players)})
    return cards


def lost_cards(game: Game, players: int, house: HouseRules) -> int:
    """How many cards can surely be lost after the first deal, one by one."""
    cards = after_first_deal(game, players)
    lost = 0
    while survives_lost_card(game, house, cards, set(range(players))):
        cards.deck, cards.dead, lost = cards.deck - 1, cards.dead + 1, lost + 1
    return lost


ANY_HOUSE = letter(NoLimit(200))


@pytest.mark.parametrize(
    ("game", "players", "spared"),
    [
        # 25 cards left; 20 go on the fourth and fifth. With one of the other five the two burn cards make three, and
        # the sixth and seventh have their common cards; with none they make two, which the sixth uses up.
        (STUD, 9, 4),
        # 28 left, 18 gone by the fifth. The sixth is a common card from nine on; a single card joins the burn cards.
        (STUD, 8, 9),
        # The 2006 text has no common card on the sixth, which takes nine of ten.
        (STUD_2006, 8, 1),
        # 49 of 52 cards end in hands, and one is burned.
        (SUPER_STUD, 7, 2),
        # 22 hole cards, 5 on the board, 3 burned.
        (HOLD_EM, 11, 22),
        (OMAHA, 10, 4),
        # 40 of 52 are held. Whoever draws gives up as many; one card is kept for the burn.
        (DRAW, 8, 11),
    ],
)
def test_so_many_cards_can_be_lost_and_no_more(game: Game, players: int, spared: int) -> None:
    """14.15(h), (n) with the shortage rule of each section; ST-09, ST-10, SS-04."""
    assert lost_cards(game, players, ANY_HOUSE) == spared


def test_an_exposed_card_that_is_the_burn_card_is_credited() -> None:
    """14.15(o)2: ten players at omaha get 40 cards and 5 in exchange; with the board and two more burns that is 52."""
    cards = Cards()
    cards.deck = 52
    for use, spared in (("burn", 5), ("discard", 4)):
        house = letter(NoLimit(200), exposed_card_use=use)
        for exposed in range(1, 8):
            deal = Deal((), tuple(Exposed(Seat(seat), 0) for seat in range(exposed)))
            assert survives_exposed(OMAHA, house, cards, set(range(10)), deal) is (exposed <= spared)


@pytest.mark.parametrize(("kept_out", "suffices"), [(2, True), (0, False)])
def test_a_deck_that_runs_short_again_in_one_street_is_reshuffled_again(kept_out: int, suffices: bool) -> None:
    """14.9B(h): what the house kept out of the first reshuffle, the discards of those still to be served, is muck."""
    cards, players = Cards(), range(4)
    cards.deck, cards.street, cards.unserved = 5, len(SUPER_STUD.streets) - 1, tuple(players)
    cards.muck.update(dict.fromkeys(players, kept_out))
    house = letter(NoLimit(200), super_own_discards_excluded=True)
    assert survives_lost_card(SUPER_STUD, house, cards, set(players)) is suffices
