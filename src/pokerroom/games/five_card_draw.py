"""Five-card draw, high and low. N.J.A.C. 13:69F-14.12."""

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
    OddUnitTo,
    ReshuffleDiscards,
    Seats,
    Share,
    Street,
)
from pokerroom.rules.editions import NJAC_13_69F

cite = NJAC_13_69F.cite

HIGH = Game(
    key="five-card-draw-high",
    name="Five-card draw high",
    family="five-card-draw",
    edition=NJAC_13_69F.key,
    permitted=cite("14.8(a)4"),
    seats=Seats(cite("14.12(b)"), most=8),
    ante=Ante(cite("14.12(b)")),
    order=Button(cite("14.12(c)")),
    streets=(
        Street(
            "deal",
            Deal(cite("14.12(d)"), (Face.DOWN,) * 5),
            BLINDS,
            cite("14.10(f)"),
            exposed=DEALT_FACE_UP,
        ),
        Street(
            "draw",
            Draw(cite("14.12(f)"), cite("14.12(f)1", reading="R-03")),
            LeftOfButton(cite("14.12(g)")),
            cite("14.12(g)"),
            exposed=DRAWN_FACE_UP,
        ),
    ),
    shortage=ReshuffleDiscards(cite("14.12(f)2", reading="AMB-54")),
    shares=(
        Share(
            cite("14.12(h)1"),
            "high",
            Ranking.HIGH_FIVE,
            AnyOf(5),
            OddUnitTo.LEFT_OF_BUTTON,
            cite("14.3(d)", reading="AMB-75"),
        ),
    ),
    general=GENERAL,
)
LOW = replace(
    HIGH,
    key="five-card-draw-low",
    name="Five-card draw low",
    shares=(
        Share(
            cite("14.12(h)2", reading="AMB-10"),
            "low",
            Ranking.LOW_ACE_TO_FIVE,
            AnyOf(5),
            OddUnitTo.LEFT_OF_BUTTON,
            cite("14.3(d)", reading="AMB-75"),
        ),
    ),
)

FIVE_CARD_DRAW = (HIGH, LOW)
