"""Orders to a dealer's box, and what a box has to say about what happens at its table.

A table and its box are changed in one commit: where a dealer deals, a round begins only from a deck that may be dealt.
"""

from pokerroom.play import NameCards, Show
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
ENTRIES = (
    *(at_table.Play, at_table.Hear, at_table.PayAnteInCoin),
    *(at_table.Agree, at_table.LayBills, at_table.CollectTime),
)
"""What is entered of the round, and what is entered for players between two rounds."""


def at_a_box(room: Room, order: AtBox) -> list[Change] | Refusal:
    """A distribution is one record for the whole room: it stands at every table that it names, 14.2(c).

    In a divided record each of these tables is given it by an order of its own.
    """
    command = order.command
    named: list[str] = []
    if isinstance(command, DistributeDecks) and room.shards == 1:
        named = [line.table for line in command.tables]
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
    refusal = entry_refusal(kept, change, command) if isinstance(command, ENTRIES) else None
    if refusal is not None:
        return refusal
    follows = to_box(AtTheTable(kept, table, change.events, command.by, command.at))
    if not follows:
        return []
    boxed = room.ask(BOXES, *follows, table=table.name)
    return [boxed] if isinstance(boxed, Change) else boxed


def entry_refusal(kept: box.Box, change: Change, command: at_table.Command) -> Refusal | None:
    """Cards and chips are on the felt: the dealer signed on enters what happens there, or the floor, and deals only
    while the box allows it. A player may agree to a higher minimum on a device of their own.
    """
    by = command.by
    if not isinstance(by, Official):
        own = isinstance(command, at_table.Agree)
        return None if own else Refusal(Code.DEALER_ENTERS, DEALER, {"table": kept.table})
    assert kept.decks is not None, "a dealer deals here, so the box was set up"
    refusal = box.may_play(kept, by)
    reads = by.reads_for(kept.decks.dealer) and names_cards(command)
    if refusal is None and not (reads or by.is_at_least(Position.FLOORPERSON)):
        refusal = decks.dealer_refusal(kept.decks, by)
    dealt = any(isinstance(event, DEALT) for event in change.events)
    return decks.may_deal_card(kept.decks) if refusal is None and dealt else refusal


def names_cards(command: at_table.Command) -> bool:
    """Whether it says no more than which cards lie open, as a card reader sees them."""
    return isinstance(command, at_table.Play) and isinstance(command.command, NameCards | Show)
