"""Orders to a dealer's box, and what a box has to say about what happens at its table.

A table and its box are changed in one commit: where a dealer deals, a round begins only from a deck that may be dealt.
"""

from pokerroom.play.events import CardBurned, CardsDealt, CommonCardDealt, CommunityDealt
from pokerroom.room.box import BOXES
from pokerroom.room.box.commands import AtBox
from pokerroom.room.processes.boxing import AtTheTable, to_box
from pokerroom.room.room import Change, Room
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.rules.staff import Official, Position
from pokerroom.table import box, decks
from pokerroom.table.decks.commands import DistributeDecks
from pokerroom.table.refusals import Code, Refusal
from pokerroom.table.seating import commands as at_table
from pokerroom.table.seating.commands import DealtBy

DEALER = NJAC_13_69F.cite("14.6(b)")
DEALT = (CardBurned, CardsDealt, CommunityDealt, CommonCardDealt)
"""Events by which cards leave the dealer's hand."""


def at_a_box(room: Room, order: AtBox) -> list[Change] | Refusal:
    """A distribution is one record for the whole room: it stands at every table that it names, 14.2(c)."""
    command = order.command
    named = [line.table for line in command.tables] if isinstance(command, DistributeDecks) else []
    changes = []
    for table in named or [order.table]:
        change = room.ask(BOXES, command, table=table)
        if not isinstance(change, Change):
            return change
        changes.append(change)
    return changes


def followed_by_box(room: Room, change: Change, command: at_table.Command) -> list[Change] | Refusal:
    """What a change of a table means for its box; nothing where the room deals."""
    table = change.after
    if table.dealt_by is not DealtBy.DEALER:
        return []
    kept = room.state(BOXES, table.name)
    refusal = play_refusal(kept, change, command) if isinstance(command, at_table.Play) else None
    if refusal is not None:
        return refusal
    follows = to_box(AtTheTable(kept, table, change.events, command.by, command.at))
    if not follows:
        return []
    boxed = room.ask(BOXES, *follows, table=table.name)
    return [boxed] if isinstance(boxed, Change) else boxed


def play_refusal(kept: box.Box, change: Change, command: at_table.Play) -> Refusal | None:
    """Cards and chips are on the felt: the dealer signed on enters what happens there, or the floor, and deals only
    while the box allows it.
    """
    if not isinstance(command.by, Official):
        return Refusal(Code.DEALER_ENTERS, DEALER, {"table": kept.table})
    assert kept.decks is not None, "a dealer deals a round, so the box was set up"
    refusal = box.may_play(kept, command.by.position)
    if refusal is None and command.by.position is Position.DEALER:
        refusal = decks.dealer_refusal(kept.decks, command.by)
    dealt = any(isinstance(event, DEALT) for event in change.events)
    return decks.may_deal_card(kept.decks) if refusal is None and dealt else refusal
