"""Badugi, N.J.A.C. 13:69F-14.12B, and as first proposed, 19:47-14.12C."""

from pokerroom.games.general import DEALT_FACE_UP, DRAWN_FACE_UP, GENERAL
from pokerroom.games.hold_em import BLINDS
from pokerroom.ranking import AnyOf, Ranking
from pokerroom.rules.clauses import (
    Ante,
    Button,
    Deal,
    Draw,
    Face,
    Game,
    LeftOfButton,
    Like,
    OddUnitTo,
    ReshuffleDiscards,
    Seats,
    Share,
    Street,
)
from pokerroom.rules.editions import BADUGI_PROPOSAL, NJAC_13_69F

cite = NJAC_13_69F.cite

FIRST_BURN = cite("14.12B(f)", reading="R-03")
LATER_BURN = cite("14.12B(f)", reading="AMB-55")


def opens(paragraph: str) -> LeftOfButton:
    """(g) and (i) name 14.10(d), the blinds, as well as (f); blinds open the first round only (AMB-34)."""
    return LeftOfButton(cite(paragraph, reading="AMB-34"), like_first_round=Like.BLINDS)


BADUGI = Game(
    key="badugi",
    name="Badugi",
    family="badugi",
    edition=NJAC_13_69F.key,
    permitted=cite("14.8(a)7"),
    seats=Seats(cite("14.12B(b)"), most=9),
    ante=Ante(cite("14.12B(b)")),
    order=Button(cite("14.12B(c)")),
    streets=(
        Street(
            "deal",
            Deal(cite("14.12B(d)"), (Face.DOWN,) * 4),
            BLINDS,
            cite("14.10(f)"),
            exposed=DEALT_FACE_UP,
        ),
        Street(
            "first draw",
            Draw(cite("14.12B(f)"), FIRST_BURN),
            opens("14.12B(g)"),
            cite("14.12B(g)"),
            exposed=DRAWN_FACE_UP,
        ),
        Street(
            "second draw",
            Draw(cite("14.12B(h)"), LATER_BURN),
            opens("14.12B(i)"),
            cite("14.12B(i)"),
            exposed=DRAWN_FACE_UP,
        ),
        Street(
            "third draw",
            Draw(cite("14.12B(j)"), LATER_BURN),
            LeftOfButton(cite("14.12B(k)")),
            cite("14.12B(k)"),
            exposed=DRAWN_FACE_UP,
        ),
    ),
    shortage=ReshuffleDiscards(cite("14.12B(f)")),
    shares=(
        Share(
            cite("14.12B(l)", reading="AMB-19"),
            "pot",
            Ranking.BADUGI,
            AnyOf(4),
            OddUnitTo.LEFT_OF_BUTTON,
            cite("14.12B(l)5", reading="AMB-75"),
        ),
    ),
    general=GENERAL,
)

PROPOSED_NUMBERS = {
    f"14.12B({letter}){number}": f"14.12C({letter}){number}"
    for letter in "abcdefghijkl"
    for number in ("", "1", "2", "3", "4", "5")
}
PROPOSED_BADUGI = BADUGI.under(BADUGI_PROPOSAL, renumber=PROPOSED_NUMBERS)
