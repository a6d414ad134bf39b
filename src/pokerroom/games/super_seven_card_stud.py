"""Super seven-card stud in four forms: four down and one up, two given up to play. 13:69F-14.9B."""

from msgspec.structs import replace

from pokerroom.games.general import BY_HOUSE, GENERAL, LAST_CARD_FACE_UP
from pokerroom.ranking import AnyOf, Ranking
from pokerroom.rules.clauses import (
    Aces,
    Ante,
    BestShowing,
    Deal,
    DealersLeft,
    DiscardToEnter,
    Extreme,
    Face,
    ForcedBet,
    Game,
    NextCardDown,
    OddUnitTo,
    Qualifier,
    ReshuffleMuck,
    Seats,
    Share,
    Street,
    recite,
)
from pokerroom.rules.editions import NJAC_13_69F, SUPER_STUD_AMENDMENT

DOWN, UP = Face.DOWN, Face.UP

cite = SUPER_STUD_AMENDMENT.cite
GENERAL_RULES = recite(GENERAL, SUPER_STUD_AMENDMENT, {})
EQUAL_DIVISION = recite(NJAC_13_69F.cite("14.3(d)", reading="AMB-75"), SUPER_STUD_AMENDMENT, {})

HIGH_SHOWING = BestShowing(cite("14.9B(f)1", reading="AMB-21"), Ranking.BOARD_HIGH, tie=cite("14.9B(f)3"))
LOW_SHOWING = BestShowing(cite("14.9B(f)2", reading="AMB-21"), Ranking.BOARD_LOW, tie=cite("14.9B(f)3"))


def streets(opener: ForcedBet, showing: BestShowing) -> tuple[Street, ...]:
    """The fourth card is the fourth retained: five were dealt and two given up (AMB-60)."""
    to_contenders = cite("14.9B(h)", reading="AMB-50")
    burn, answers = cite("14.9B(h)"), cite("14.9B(g)")
    return (
        Street(
            "third",
            Deal(cite("14.9B(c)"), (DOWN, DOWN, DOWN, DOWN, UP)),
            opener,
            cite("14.9B(e)"),
            DiscardToEnter(cite("14.9B(e)", reading="AMB-59"), 2),
            exposed=NextCardDown(BY_HOUSE, dead_from=2),
        ),
        Street("fourth", Deal(cite("14.9B(f)", reading="AMB-50"), (UP,), cite("14.9B(f)")), showing, answers),
        Street("fifth", Deal(to_contenders, (UP,), burn), showing, answers),
        Street("sixth", Deal(to_contenders, (UP,), burn), showing, answers),
        Street("seventh", Deal(to_contenders, (DOWN,), burn), showing, answers, exposed=LAST_CARD_FACE_UP),
    )


HIGH_HALF = Share(
    cite("14.9B(i)3"),
    "high",
    Ranking.HIGH_FIVE,
    AnyOf(5),
    OddUnitTo.HIGHEST_CARD_BY_SUIT,
    cite("14.9B(i)3ii", reading="AMB-72"),
)
LOW_HALF = Share(
    cite("14.9B(i)3"),
    "low",
    Ranking.LOW_ACE_TO_FIVE,
    AnyOf(5),
    OddUnitTo.LOWEST_CARD_BY_SUIT,
    cite("14.9B(i)3iii", reading="AMB-73"),
)

HIGH = Game(
    key="super-seven-card-stud-high",
    name="Super seven-card stud high",
    family="super-seven-card-stud",
    edition=SUPER_STUD_AMENDMENT.key,
    permitted=cite("14.9B(a)", reading="AMB-02"),
    listed=False,
    seats=Seats(cite("14.9B(b)"), most=7),
    ante=Ante(cite("14.9B(b)")),
    order=DealersLeft(cite("14.9B(c)")),
    streets=streets(ForcedBet(cite("14.9B(d)1"), Extreme.LOWEST, Aces.HIGH), HIGH_SHOWING),
    shortage=ReshuffleMuck(cite("14.9B(h)", reading="AMB-58"), ("fifth", "sixth", "seventh")),
    shares=(
        Share(
            cite("14.9B(i)1"),
            "high",
            Ranking.HIGH_FIVE,
            AnyOf(5),
            OddUnitTo.HIGHEST_CARD_BY_SUIT,
            EQUAL_DIVISION,
        ),
    ),
    general=GENERAL_RULES,
)
LOW = replace(
    HIGH,
    key="super-seven-card-stud-low",
    name="Super seven-card stud low",
    streets=streets(ForcedBet(cite("14.9B(d)2"), Extreme.HIGHEST, Aces.LOW), LOW_SHOWING),
    shares=(
        Share(
            cite("14.9B(i)2", reading="AMB-10"),
            "low",
            Ranking.LOW_ACE_TO_FIVE,
            AnyOf(5),
            OddUnitTo.LOWEST_CARD_BY_SUIT,
            EQUAL_DIVISION,
        ),
    ),
)
HIGH_LOW = replace(
    HIGH,
    key="super-seven-card-stud-high-low",
    name="Super seven-card stud high-low split",
    streets=streets(ForcedBet(cite("14.9B(d)3"), Extreme.HIGHEST, Aces.LOW), HIGH_SHOWING),
    shares=(HIGH_HALF, LOW_HALF),
    halves=cite("14.9B(i)3i"),
)
# The opposite of seven-card stud eight or better, where the lowest up-card opens (AMB-31).
HIGH_LOW_EIGHT = replace(
    HIGH,
    key="super-seven-card-stud-high-low-eight",
    name="Super seven-card stud high-low split eight or better",
    streets=streets(ForcedBet(cite("14.9B(d)4", reading="AMB-31"), Extreme.HIGHEST, Aces.LOW), HIGH_SHOWING),
    shares=(HIGH_HALF, replace(LOW_HALF, qualifier=Qualifier(cite("14.9B(j)"), worst="8"))),
    halves=cite("14.9B(i)3i"),
)

SUPER_STUD = (HIGH, LOW, HIGH_LOW, HIGH_LOW_EIGHT)
