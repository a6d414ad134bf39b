"""Conditioning: the code that a player marks on a request and the computer on the ticket, 15.1.

`S 1.00` is a straight ticket at a rate of $1.00 a game. The ticket carries the same code as its request.
"""

import re

import msgspec

from pokerroom.keno.rate_card import CODES, RateCard, Wager
from pokerroom.keno.refusals import Code, Refusal
from pokerroom.keno.rules import CONDITIONING, RATE_CARD, WAGERS

TEXT = re.compile(r"(?P<wager>[A-Z]{1,4}) (?P<dollars>[0-9]{1,6})\.(?P<cents>[0-9]{2})", re.ASCII)
LETTERS = {wager: letters for letters, wager in CODES.items()}


class Conditioning(msgspec.Struct, frozen=True, gc=False):
    wager: Wager
    rate: int
    """In cents, for each game."""

    def __str__(self) -> str:
        return f"{LETTERS[self.wager]} {self.rate // 100}.{self.rate % 100:02}"


def read_conditioning(text: str, card: RateCard) -> Conditioning | Refusal:
    """The wager that a code asks for, if the card has it at that rate."""
    found = TEXT.fullmatch(text.strip())
    if found is None:
        return Refusal(Code.UNREADABLE_CONDITIONING, CONDITIONING, {"text": text})
    wager = CODES.get(found["wager"])
    if wager is None:
        return Refusal(Code.NOT_A_WAGER, WAGERS, {"letters": found["wager"]})
    rate = int(found["dollars"]) * 100 + int(found["cents"])
    if not card.has_rate(rate):
        facts = {"rate": rate, "least": card.least, "most": card.most, "step": card.step}
        return Refusal(Code.RATE_NOT_ON_CARD, RATE_CARD, facts)
    return Conditioning(wager, rate)
