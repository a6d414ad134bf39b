"""Keno, 15.1 and 15.2: the rate card and its odds, requests, tickets, the draw of twenty of eighty, and payment."""

from pokerroom.keno.apply import apply
from pokerroom.keno.decide import decide, perform
from pokerroom.keno.events import Event
from pokerroom.keno.rate_card import HOUSE_CARD, RateCard
from pokerroom.keno.state import Keno

__all__ = ["HOUSE_CARD", "Event", "Keno", "RateCard", "apply", "decide", "perform"]
