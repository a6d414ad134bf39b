"""The catalogue: every poker game of every edition, as data. It has no game that its edition does not permit."""

from pokerroom.games import (
    badugi,
    five_card_draw,
    five_card_stud,
    hold_em,
    mambo_stud,
    omaha,
    seven_card_stud,
    super_seven_card_stud,
    triple_draw,
)
from pokerroom.rules.clauses import Game
from pokerroom.rules.editions import (
    BADUGI_PROPOSAL,
    EDITIONS,
    NJAC_13_69F,
    NJAC_19_47_2006,
    TRIPLE_DRAW_AMENDMENT,
    Edition,
)

SHARED = (
    hold_em.HOLD_EM,
    *omaha.OMAHA,
    *five_card_draw.FIVE_CARD_DRAW,
    five_card_stud.FIVE_CARD_STUD,
    mambo_stud.MAMBO_STUD,
)
"""Families 14.8(a)2 to (a)6, which are in every list."""

WITHOUT_STUD_LOW = tuple(game for game in seven_card_stud.CURRENT if game is not seven_card_stud.LOW)
"""Only the current list has seven-card stud low."""


def borrowed(games: tuple[Game, ...], edition: Edition) -> tuple[Game, ...]:
    """Games that an edition lists but has no section for; the sections are the current ones (R-01)."""
    return tuple(game.under(edition) for game in games)


PERMITTED = (
    *seven_card_stud.CURRENT,
    *SHARED,
    triple_draw.DEUCE_TO_SEVEN,
    badugi.BADUGI,
    *seven_card_stud.EDITION_2006,
    *borrowed(SHARED, NJAC_19_47_2006),
    *borrowed((*WITHOUT_STUD_LOW, *SHARED), BADUGI_PROPOSAL),
    badugi.PROPOSED_BADUGI,
    *borrowed((*WITHOUT_STUD_LOW, *SHARED), TRIPLE_DRAW_AMENDMENT),
    *triple_draw.AMENDMENT,
    *super_seven_card_stud.SUPER_STUD,
)
CATALOGUE: dict[tuple[str, str], Game] = {(game.edition, game.key): game for game in PERMITTED}
"""Every permitted game by (edition key, game key)."""


class NotPermittedError(LookupError):
    """A game that the edition does not permit, 14.8(b)."""


def games_of(edition: Edition = NJAC_13_69F) -> tuple[Game, ...]:
    return tuple(game for game in PERMITTED if game.edition == edition.key)


def game(key: str, edition: Edition = NJAC_13_69F) -> Game:
    """The game with that key under that edition; raises why if there is none."""
    try:
        return CATALOGUE[edition.key, key]
    except KeyError:
        raise NotPermittedError(_why_not(key, edition)) from None


def home_edition(key: str) -> Edition:
    """The edition a game is played under when none is named: the current one, or else the first that has the game."""
    return next((text for text in EDITIONS.values() if (text.key, key) in CATALOGUE), NJAC_13_69F)


def _why_not(key: str, edition: Edition) -> str:
    law = edition.cite("14.8(b)") if edition.holds("14.8(b)") else NJAC_13_69F.cite("14.8(b)", reading="R-01")
    refused = f"{key} is not permitted under {edition.key} ({law})"
    elsewhere = [other for other in EDITIONS if (other, key) in CATALOGUE]
    if elsewhere:
        return f"{refused}; it is under {', '.join(elsewhere)}"
    return f"{refused}; it has {', '.join(each.key for each in games_of(edition))}"
