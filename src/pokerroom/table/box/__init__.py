"""The dealer's box: decks and devices of one table, what is cleared after a round of play, and calls for the floor.

Beside the decks it holds what a dealer confirms after each round, once and in one word, and who called the floor and
when. `perform` answers a command and applies it; `may_deal` says why the next round may not be dealt.
"""

from pokerroom.table.box.decide import Command, Outcome, may_deal, may_play, perform
from pokerroom.table.box.events import Event
from pokerroom.table.box.state import Box, FloorCall, apply

__all__ = ["Box", "Command", "Event", "FloorCall", "Outcome", "apply", "may_deal", "may_play", "perform"]
