"""Hands to learn from. They are only cards: what each is, which is better and why, the ranking of the game says."""

from pokerroom.ranking import Exactly, Ranking

HANDS: dict[Ranking, tuple[str, ...]] = {
    Ranking.HIGH_FIVE: (
        "As Ks Qs Js Ts",
        "9h 8h 7h 6h 5h",
        "Qc Qd Qh Qs 7d",
        "Jc Jd Jh 4s 4d",
        "Ad Jd 8d 6d 3d",
        "8c 7d 6h 5s 4c",
        "7c 7d 7h Ks 2d",
        "Ac Ad 9h 9s 4c",
        "Tc Td Ah 8s 3d",
        "Ah Qd 9c 6s 3h",
    ),
    Ranking.HIGH_THREE: ("As Ks Qs", "7h 6h 5h", "9c 9d 9h", "8c 7d 6h", "Kd 9d 4d", "Jc Jd 5h", "Ah 9d 4c"),
    Ranking.LOW_ACE_TO_FIVE: (
        "5c 4d 3h 2s Ac",
        "6c 4d 3h 2s Ad",
        "8c 5d 4h 3s 2c",
        "Kc 9d 7h 4s 2d",
        "4c 4d 8h 3s Ac",
        "6c 6d 3h 3s Ac",
        "5c 5d 5h 2s Ac",
        "3c 3d 3h 2s 2c",
        "2c 2d 2h 2s Ac",
    ),
    Ranking.LOW_DEUCE_TO_SEVEN: (
        "7c 5d 4h 3s 2c",
        "8c 6d 4h 3s 2c",
        "Ah 9d 7c 5s 3h",
        "4c 4d 8h 3s 2c",
        "6c 6d 3h 3s 2c",
        "5c 5d 5h 3s 2c",
        "6c 5d 4h 3s 2h",
        "9d 7d 6d 4d 2d",
        "3c 3d 3h 2s 2c",
        "2c 2d 2h 2s 3c",
        "6h 5h 4h 3h 2h",
    ),
    Ranking.LOW_THREE: ("3c 2d Ah", "6h 4d 2s", "9c 5d 2h", "4c 4d Ah", "2c 2d 2h"),
    Ranking.BADUGI: ("4c 3d 2h As", "Kc Qd Jh Ts", "3c 2d Ah 9h", "2c 2d Ad Ac", "8c 6c 4c 2c"),
}
HANDS[Ranking.LOW_INVERSE_OF_HIGH] = HANDS[Ranking.LOW_DEUCE_TO_SEVEN]

SURPRISES: dict[Ranking, tuple[tuple[str, str], ...]] = {
    Ranking.HIGH_FIVE: (
        ("Ac Ad Kh 4s 3c", "Ah As Qd Jc Tc"),
        ("Ac Ad 3h 3s 4c", "Kc Kd Qh Qs Ah"),
        ("6h 5d 4c 3s 2h", "5h 4d 3c 2s Ah"),
        ("Kd 9d 5d 4d 2d", "Ac Kh Qs Jc Td"),
    ),
    Ranking.HIGH_THREE: (("4c 3d 2h", "As Ks 9s"), ("2c 2d 2h", "Ac Kd Qh"), ("Ah 3d 2c", "Kc Kd Ah")),
    Ranking.LOW_ACE_TO_FIVE: (
        ("6c 4c 3c 2c Ac", "7d 4h 3s 2c Ah"),
        ("8c 5d 4h 3s 2c", "8d 6h 3c 2s Ah"),
        ("Kc 9d 7h 4s 2d", "2c 2d 4h 3s Ac"),
    ),
    Ranking.LOW_DEUCE_TO_SEVEN: (
        ("9c 8d 5h 3s 2c", "6c 5d 4h 3s 2h"),
        ("Kc 9d 7h 4s 2d", "Ac 6d 4h 3s 2h"),
        ("Jc 9d 7h 4s 2d", "9h 7h 6h 4h 2h"),
    ),
    Ranking.LOW_THREE: (("6c 5d 4h", "3c 3d Ah"), ("3c 2c Ac", "4d 2h As")),
    Ranking.BADUGI: (("Kc Qd Jh Ts", "3c 2d Ah 4h"), ("8c 3d 2h As", "9c 3h 2d As"), ("5c 3d 2h 2c", "5d 4c 3h 3s")),
}
SURPRISES[Ranking.LOW_INVERSE_OF_HIGH] = SURPRISES[Ranking.LOW_DEUCE_TO_SEVEN]

OMAHA = Exactly(own=2, board=3)
WITH_A_BOARD: dict[Ranking, tuple[tuple[str, str, str], ...]] = {
    Ranking.HIGH_FIVE: (
        ("Ts Td 5s 3c", "Ah Kd Qc 8s", "9h 7h 4h 2h Tc"),
        ("Kc Jd 6s 4h", "Ac 9d 7c 2s", "Qh Qd Qs Tc 9h"),
    ),
    Ranking.LOW_ACE_TO_FIVE: (("As 6d Kc Qd", "Ah 2d Ks Qc", "2s 4h 5c 8d Jd"),),
}
"""Two hands of one's own and the board, where the board lends exactly three cards."""
