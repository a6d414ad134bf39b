"""Orders about the round of play in progress: what has gone wrong in it, and rulings."""

import msgspec

from pokerroom import play
from pokerroom.live.entrance.permissions import FLOOR, PIT, SUPERVISORS
from pokerroom.live.house_orders import PushByRuling, Rule, Uphold
from pokerroom.live.staff.orders.declaration import Counter, Declaration, Given, official
from pokerroom.live.staff.orders.tables import apart_from_play
from pokerroom.room.tables.commands import AtTable
from pokerroom.table.seating import commands as at_table


def in_round(command: play.Command, given: Given) -> AtTable:
    return AtTable(given.table, at_table.Play(by=official(given.by), at=given.at, command=command))


def ruled(order: Rule, given: Given) -> play.Rule:  # noqa: ARG001
    return play.Rule(ruling_of(order), order.moves)


def upheld(order: Uphold, given: Given) -> play.Uphold:  # noqa: ARG001
    if getattr(order.action, "discard", ()):
        raise msgspec.ValidationError("where the room deals, nobody but its player names a card")
    return play.Uphold(order.action, ruling_of(order))


def pushed(order: PushByRuling, given: Given) -> play.PushPots:  # noqa: ARG001
    return play.PushPots(order.pushes, ruling_of(order))


def ruling_of(order: Rule | Uphold | PushByRuling) -> play.Ruling:
    return play.Ruling(by=order.by, at=order.at, reason=order.reason, paragraph=order.paragraph)


ROUND = Counter("round", in_round, apart_from_play, names_table=True, foretells=True)

ORDERS = (
    Declaration(ROUND, play.DeclareMisdeal, FLOOR),
    Declaration(ROUND, play.DeclareDead, FLOOR),
    Declaration(ROUND, play.RemoveFaceUpCard, PIT, unsaid=("card",)),
    Declaration(ROUND, play.RemoveFallenCard, PIT, unsaid=("card", "seat", "replacement")),
    Declaration(ROUND, play.RemoveHand, FLOOR, unsaid=("cards",)),
    Declaration(ROUND, play.MarkProtected, PIT),
    Declaration(ROUND, play.LeaveTable, FLOOR),
    Declaration(ROUND, Uphold, SUPERVISORS, becomes=play.Uphold, made=upheld),
    Declaration(ROUND, Rule, SUPERVISORS, becomes=play.Rule, made=ruled),
    Declaration(ROUND, PushByRuling, SUPERVISORS, becomes=play.PushPots, made=pushed),
)
