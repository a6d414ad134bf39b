"""The rate card: which wagers the house sells, from how much to how much, and what each pays. It is data.

A pay is in the trade's form, "for one": `3` for a ticket of $1 is $3 back, the wager included.
"""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from pokerroom.keno.refusals import Code, Refusal
from pokerroom.keno.rules import MOST_SPOTS, RATE_CARD, WAGERS
from pokerroom.rules.citation import Citation
from pokerroom.rules.wording import is_said
from pokerroom.words import Saying, saying

MOST_SPOTS_EVER = 20
MOST_PAY = 1_000_000
MOST_RATE = 10_000_00
MOST_GAMES = 100


class Wager(StrEnum):
    """The permissible wagers. 15.2(c) names the straight or basic ticket first; our text has no other."""

    STRAIGHT = "straight"


CODES: Mapping[str, Wager] = {"S": Wager.STRAIGHT}
"""The codes by which requests and tickets are conditioned."""


class Pay(msgspec.Struct, frozen=True, gc=False):
    """Catching exactly so many of a ticket's spots pays this for one."""

    caught: int
    pays: int


class RateCard(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    title: str
    least: int
    """The lowest rate of a ticket for one game, in cents."""
    most: int
    step: int
    """Rates are whole multiples of it."""
    games: int
    """The most games on one request."""
    pays: tuple[tuple[Pay, ...], ...]
    """What tickets pay: of one spot first, up to the maximum."""
    wagers: tuple[Wager, ...] = (Wager.STRAIGHT,)

    @property
    def most_spots(self) -> int:
        return len(self.pays)

    def pays_of(self, spots: int) -> tuple[Pay, ...]:
        """What a ticket of so many spots pays."""
        return self.pays[spots - 1]

    def has_rate(self, rate: int) -> bool:
        return self.least <= rate <= self.most and rate % self.step == 0


def card_refusal(card: RateCard) -> Refusal | None:
    """Why no house could sell by this card."""
    for rule, what in (
        (RATE_CARD, None if is_said(card.title) else saying("detail-keno.no-title")),
        (RATE_CARD, wrong_limits(card)),
        (MOST_SPOTS, wrong_spots(card)),
        (RATE_CARD, wrong_pays(card)),
        (WAGERS, None if card.wagers else saying("detail-keno.no-wager")),
    ):
        if what is not None:
            return unusable(card, rule, what)
    return None


def unusable(card: RateCard, rule: Citation, what: Saying) -> Refusal:
    return Refusal(Code.CARD_UNUSABLE, rule, {"title": card.title, "what": what})


def wrong_limits(card: RateCard) -> Saying | None:
    if not 0 < card.least <= card.most <= MOST_RATE or card.step < 1 or card.least % card.step or card.most % card.step:
        return saying("detail-keno.limits", least=card.least, most=card.most, step=card.step)
    return None if 1 <= card.games <= MOST_GAMES else saying("detail-keno.games", games=card.games)


def wrong_spots(card: RateCard) -> Saying | None:
    return None if 1 <= card.most_spots <= MOST_SPOTS_EVER else saying("detail-keno.spots", most=MOST_SPOTS_EVER)


def wrong_pays(card: RateCard) -> Saying | None:
    for spots, pays in enumerate(card.pays, start=1):
        once = len({pay.caught for pay in pays}) == len(pays) > 0
        if not once or not all(0 <= pay.caught <= spots and 0 < pay.pays <= MOST_PAY for pay in pays):
            return saying("detail-keno.pays", spots=spots)
    return None


def paying(by_catch: Mapping[int, int]) -> tuple[Pay, ...]:
    return tuple(Pay(caught, pays) for caught, pays in by_catch.items())


HOUSE_CARD = RateCard(
    title="Ten-spot card",
    least=1_00,
    most=100_00,
    step=1_00,
    games=20,
    pays=(
        paying({1: 3}),
        paying({2: 12}),
        paying({2: 1, 3: 42}),
        paying({2: 1, 3: 4, 4: 112}),
        paying({3: 2, 4: 20, 5: 480}),
        paying({3: 1, 4: 4, 5: 88, 6: 1_480}),
        paying({4: 2, 5: 20, 6: 380, 7: 8_000}),
        paying({5: 9, 6: 90, 7: 1_480, 8: 18_000}),
        paying({5: 4, 6: 43, 7: 300, 8: 4_000, 9: 25_000}),
        paying({0: 1, 5: 2, 6: 20, 7: 132, 8: 960, 9: 4_200, 10: 50_000}),
    ),
)
"""The card of the play-chip room, and an example of one to file."""

assert card_refusal(HOUSE_CARD) is None
