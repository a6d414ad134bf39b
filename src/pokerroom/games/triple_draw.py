"""Triple draw low ball: deuce to seven, 13:69F-14.12A, and both rankings of the amendment's 14.12B."""

from msgspec.structs import replace

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
from pokerroom.rules.editions import NJAC_13_69F, TRIPLE_DRAW_AMENDMENT

cite = NJAC_13_69F.cite

# (f) puts a burn before the first draw; (h) and (j) refer back to it, so each draw has its own (AMB-55).
FIRST_BURN = cite("14.12A(f)", reading="R-03")
LATER_BURN = cite("14.12A(f)", reading="AMB-55")


def opens(paragraph: str) -> LeftOfButton:
    """(g) and (i) refer the middle rounds to 14.10(f), whose blinds nobody posts again: bet or check (AMB-34)."""
    return LeftOfButton(cite(paragraph, reading="AMB-34"), like_first_round=Like.TURNS)


DEUCE_TO_SEVEN = Game(
    key="triple-draw-deuce-to-seven",
    name="Triple draw low ball deuce to seven",
    family="triple-draw",
    edition=NJAC_13_69F.key,
    permitted=cite("14.12A(a)", reading="AMB-01"),
    listed=False,
    seats=Seats(cite("14.12A(b)"), most=7),
    ante=Ante(cite("14.12A(b)")),
    order=Button(cite("14.12A(c)")),
    streets=(
        Street(
            "deal",
            Deal(cite("14.12A(d)"), (Face.DOWN,) * 5),
            BLINDS,
            cite("14.10(f)"),
            exposed=DEALT_FACE_UP,
        ),
        Street(
            "first draw",
            Draw(cite("14.12A(f)"), FIRST_BURN),
            opens("14.12A(g)"),
            cite("14.12A(g)"),
            exposed=DRAWN_FACE_UP,
        ),
        Street(
            "second draw",
            Draw(cite("14.12A(h)"), LATER_BURN),
            opens("14.12A(i)"),
            cite("14.12A(i)"),
            exposed=DRAWN_FACE_UP,
        ),
        Street(
            "third draw",
            Draw(cite("14.12A(j)"), LATER_BURN),
            LeftOfButton(cite("14.12A(k)")),
            cite("14.12A(k)"),
            exposed=DRAWN_FACE_UP,
        ),
    ),
    shortage=ReshuffleDiscards(cite("14.12A(f)", reading="AMB-54")),
    shares=(
        Share(
            cite("14.12A(l)", reading="AMB-15"),
            "low",
            Ranking.LOW_DEUCE_TO_SEVEN,
            AnyOf(5),
            OddUnitTo.LEFT_OF_BUTTON,
            cite("14.3(d)", reading="AMB-75"),
        ),
    ),
    general=GENERAL,
)

# The amendment regulates the same game one section later, and lists it.
AMENDED_NUMBERS = {f"14.12A({letter})": f"14.12B({letter})" for letter in "abcdefghijkl"}
AMENDED_DEUCE_TO_SEVEN = DEUCE_TO_SEVEN.under(
    TRIPLE_DRAW_AMENDMENT,
    renumber=AMENDED_NUMBERS,
    permitted=TRIPLE_DRAW_AMENDMENT.cite("14.8(a)7"),
    listed=True,
)
AMENDED_ACE_TO_FIVE = replace(
    AMENDED_DEUCE_TO_SEVEN,
    key="triple-draw-ace-to-five",
    name="Triple draw low ball ace to five",
    permitted=TRIPLE_DRAW_AMENDMENT.cite("14.8(a)7", reading="AMB-06"),
    shares=(replace(AMENDED_DEUCE_TO_SEVEN.shares[0], ranking=Ranking.LOW_ACE_TO_FIVE),),
)

AMENDMENT = (AMENDED_DEUCE_TO_SEVEN, AMENDED_ACE_TO_FIVE)
