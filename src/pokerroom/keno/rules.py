"""The paragraphs of subchapter 15 that keno rests on, and the readings where our text is silent.

Our text ends after the straight ticket, 15.2(c)1. What follows from a reading `R-6x` is a rule of this house, and every
refusal and event that rests on one says so.
"""

from pokerroom.rules.editions import NJAC_13_69F

cite = NJAC_13_69F.cite

CONDITIONING = cite('15.1 "Conditioning"')
HOUSE_ADVANTAGE = cite('15.1 "House advantage"', reading="AMB-163")
REQUEST = cite('15.1 "Keno request"')
RUNNER_REQUEST = cite('15.1 "Keno runner request"')
WRITER_REQUEST = cite('15.1 "Keno writer request"')
TICKET = cite('15.1 "Keno ticket"')
RECEIPT = cite('15.1 "Keno ticket receipt"')
QUICK_PICK = cite('15.1 "Quick-pick"', reading="AMB-164")
RATE_CARD = cite('15.1 "Rate card"')
REPORT = cite('15.1 "Winning keno ticket report"')
REPORT_LINE = cite('15.1 "Winning keno ticket report"', reading="AMB-162")
PORTION = cite('15.1 "Winning keno ticket report" 3ii')

NUMBERS_PARAGRAPH = cite("15.2(a)")
MOST_SPOTS = cite("15.2(b)", reading="AMB-161")
WAGERS = cite("15.2(c)")
STRAIGHT_TICKET = cite("15.2(c)1")

DRAW = cite("15.2(a)", reading="AMB-160")
"""Twenty of the eighty numbers: our text does not say how many are drawn, nor how."""
ONCE_BEGUN = cite('15.1 "Keno ticket"', reading="R-60")
"""Nothing is sold for a game, and no ticket in it voided, once its draw has begun."""
REDEEMED_ONCE = cite('15.1 "Keno ticket receipt"', reading="R-61")
"""A ticket is redeemed once, after the last of its games, by whoever presents its whole serial number."""
SEVERAL_GAMES = cite('15.1 "Keno writer request"', reading="R-62")
"""One ticket plays all the games of its request, which follow one another."""
COUNTER_STAFF = cite('15.1 "Winning keno ticket report"', reading="R-63")
"""Who opens a game, has it drawn, voids a ticket and posts the card."""

NUMBERS = 80
DRAWN = 20
REPORTED_UP_TO = 500_00
"""Winning tickets up to this amount are on the report, and a runner may pay them."""
