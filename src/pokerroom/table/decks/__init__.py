"""The cards and devices of one table: commands in, events or a refusal out.

`start` sets up a table, `perform` answers a command and applies it, `may_deal` says why the next round may not be
dealt, and `due` lists what is owed at the table and since when.
"""

from pokerroom.table.decks.apply import apply, replay
from pokerroom.table.decks.clocks import clocks, day_due, due
from pokerroom.table.decks.counting import cards_out
from pokerroom.table.decks.dealing import may_deal, may_deal_card
from pokerroom.table.decks.decide import Outcome, dealer_refusal, decide, perform, start
from pokerroom.table.decks.shuffling import cut, prepare_refusal
from pokerroom.table.decks.state import Deck, Decks

__all__ = [
    "Deck",
    "Decks",
    "Outcome",
    "apply",
    "cards_out",
    "clocks",
    "cut",
    "day_due",
    "dealer_refusal",
    "decide",
    "due",
    "may_deal",
    "may_deal_card",
    "perform",
    "prepare_refusal",
    "replay",
    "start",
]
