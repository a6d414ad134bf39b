"""Omaha high, and high-low split eight or better with its optional kill. N.J.A.C. 13:69F-14.11."""

from msgspec.structs import replace

from pokerroom.games.general import GENERAL, HOLE_CARD_FACE_UP
from pokerroom.games.hold_em import BLINDS, BOARD_STREETS
from pokerroom.ranking import Exactly, Ranking
from pokerroom.rules.clauses import (
    Ante,
    Button,
    Deal,
    Face,
    Game,
    Kill,
    OddUnitTo,
    Qualifier,
    Seats,
    Share,
    Street,
)
from pokerroom.rules.editions import NJAC_13_69F

cite = NJAC_13_69F.cite

TWO_AND_THREE = Exactly(own=2, board=3)

HIGH = Game(
    key="omaha-high",
    name="Omaha high",
    family="omaha",
    edition=NJAC_13_69F.key,
    permitted=cite("14.8(a)3", reading="AMB-05"),
    seats=Seats(cite("14.11(b)"), most=10),
    ante=Ante(cite("14.11(b)")),
    order=Button(cite("14.11(c)")),
    streets=(
        Street(
            "pre-flop",
            Deal(cite("14.11(d)"), (Face.DOWN,) * 4),
            BLINDS,
            cite("14.10(f)"),
            exposed=HOLE_CARD_FACE_UP,
        ),
        *BOARD_STREETS,
    ),
    shares=(
        Share(
            cite("14.11(f)1"),
            "high",
            Ranking.HIGH_FIVE,
            TWO_AND_THREE,
            OddUnitTo.LEFT_OF_BUTTON,
            cite("14.3(d)", reading="AMB-75"),
        ),
    ),
    general=GENERAL,
)
HIGH_LOW_EIGHT = replace(
    HIGH,
    key="omaha-high-low-eight",
    name="Omaha high-low split eight or better",
    shares=(
        Share(
            cite("14.11(f)2"),
            "high",
            Ranking.HIGH_FIVE,
            TWO_AND_THREE,
            OddUnitTo.HIGHEST_CARD_BY_SUIT,
            cite("14.11(f)2ii", reading="AMB-72"),
        ),
        Share(
            cite("14.11(f)2"),
            "low",
            Ranking.LOW_ACE_TO_FIVE,
            TWO_AND_THREE,
            OddUnitTo.LOWEST_CARD_BY_SUIT,
            cite("14.11(f)2iii", reading="AMB-73"),
            Qualifier(cite("14.11(g)"), worst="8"),
        ),
    ),
    halves=cite("14.11(f)2i"),
    kill=Kill(cite("14.11(i)")),
)

OMAHA = (HIGH, HIGH_LOW_EIGHT)
