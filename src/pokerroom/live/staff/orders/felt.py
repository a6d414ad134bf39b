"""Orders of the dealer at a table where a person deals: what players do, and what lies on the felt.

Players have no device there. The dealer enters what they do, and the record says that the dealer did.
"""

from datetime import datetime
from typing import Any

from pokerroom import play
from pokerroom.cards import UNKNOWN
from pokerroom.live import felt_orders as felt
from pokerroom.live.entrance.permissions import PIT
from pokerroom.live.refusals import Refusal
from pokerroom.live.room import LiveRoom
from pokerroom.live.staff.orders.declaration import Counter, Declaration, Given, Order, Submission, official
from pokerroom.live.staff.orders.rounds import in_round
from pokerroom.live.staff.orders.tables import apart_from_play
from pokerroom.play import Code
from pokerroom.room.room import Done
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import AtTable
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.table import acts
from pokerroom.table.seating import Table, commands as at_table
from pokerroom.table.seating.commands import DealtBy

OF_TABLE = (at_table.Agree, at_table.LayBills, at_table.PayAnteInCoin)
"""Orders for which no round need be in progress: the table itself says who deals there."""
BY_A_DEALER = NJAC_13_69F.cite("14.6(e)2", reading="R-46")


def dealt_by_the_room(live: LiveRoom, order: Order) -> Refusal | None:
    """Where no person deals, players act for themselves, and nobody names a card."""
    table = live.room.state(TABLES, order.table)
    by_the_room = table.dealing is not None and table.round is not None and not table.round.by_dealer
    unattended = order.kind in OF_TABLE and table.dealt_by is not DealtBy.DEALER
    return Refusal(Code.ROOM_DEALS, BY_A_DEALER, {}) if by_the_room or unattended else None


async def at_the_felt(submission: Submission) -> Done | Refusal:
    """At a table that a person deals, when the turn of the order has come."""

    def build(_table: Table, moment: datetime) -> Any:
        return dealt_by_the_room(submission.live, submission.order) or submission.command(moment)

    return await apart_from_play(submission, build)


def dealt(order: felt.Deal, _given: Given) -> play.Deal:
    return play.Deal(felt.cards_of(order.cards), order.exposed)


def named(order: felt.NameCards, _given: Given) -> play.NameCards:
    return play.NameCards(felt.cards_of(order.cards), order.seat)


def drawn(order: felt.Draw, _given: Given) -> play.Draw:
    return play.Draw(order.seat, felt.cards_of(order.cards) or (UNKNOWN,) * order.count)


def discarded(order: felt.Discard, _given: Given) -> play.Discard:
    return play.Discard(order.seat, felt.cards_of(order.cards))


def shown(order: felt.Show, _given: Given) -> play.Show:
    return play.Show(order.seat, felt.cards_of(order.cards))


def conceded(order: felt.Concede, _given: Given) -> play.Concede:
    return play.Concede(order.seat, felt.cards_of(order.cards))


def reshuffled(_order: felt.Reshuffle, _given: Given) -> play.Reshuffle:
    return play.Reshuffle(())


def face_up(order: felt.CardFaceUp, _given: Given) -> play.RemoveFaceUpCard:
    return play.RemoveFaceUpCard(felt.card_of(order.card))


def fell(order: felt.CardFell, _given: Given) -> play.RemoveFallenCard:
    replacement = felt.card_of(order.replacement)
    return play.RemoveFallenCard(felt.card_of(order.card), order.seat, UNKNOWN if replacement is None else replacement)


def rebuilt(order: felt.HandRebuilt, _given: Given) -> play.ReconstructHand:
    return play.ReconstructHand(order.seat, felt.cards_of(order.cards), order.witnesses)


def misdealt(order: felt.MisdealFound, _given: Given) -> play.DeclareMisdeal:
    return play.DeclareMisdeal(order.cause)


def died(order: felt.CountWrong, _given: Given) -> play.DeclareDead:
    return play.DeclareDead(order.cause)


def gone(order: felt.HandGone, _given: Given) -> play.RemoveHand:
    return play.RemoveHand(order.seat, order.cause, order.to_blame)


def walked_away(order: felt.PlayerGone, _given: Given) -> play.LeaveTable:
    return play.LeaveTable(order.seat)


def said(order: felt.Say, _given: Given) -> acts.Spoke:
    return acts.Spoke(order.seat, order.words, audible=order.audible)


def on_the_felt(command: Any, given: Given) -> AtTable:
    """A command of the round or the table, or what a player said or did, which the table understands first."""
    if isinstance(command, OF_TABLE):
        return AtTable(given.table, command)
    if isinstance(command, acts.Act):
        return AtTable(given.table, at_table.Hear(by=official(given.by), at=given.at, act=command))
    return in_round(command, given)


FELT = Counter("felt", on_the_felt, at_the_felt, names_table=True, unfit=dealt_by_the_room, foretells=True)

ORDERS = (
    Declaration(FELT, play.Check, PIT),
    Declaration(FELT, play.Call, PIT, unsaid=("discard",)),
    Declaration(FELT, play.Fold, PIT),
    Declaration(FELT, play.Bet, PIT, unsaid=("discard",)),
    Declaration(FELT, play.Raise, PIT, unsaid=("discard",)),
    Declaration(FELT, play.PostForcedBet, PIT, unsaid=("discard",)),
    Declaration(FELT, play.Freeze, PIT),
    Declaration(FELT, play.PlayOn, PIT),
    Declaration(FELT, at_table.Agree, PIT),
    Declaration(FELT, at_table.LayBills, PIT),
    Declaration(FELT, at_table.PayAnteInCoin, PIT),
    Declaration(FELT, felt.Say, PIT, becomes=at_table.Hear, made=said),
    Declaration(FELT, acts.PutIn, PIT, becomes=at_table.Hear),
    Declaration(FELT, acts.NotComplete, PIT, becomes=at_table.Hear),
    Declaration(FELT, acts.Rested, PIT, becomes=at_table.Hear),
    Declaration(FELT, acts.ThrewAway, PIT, becomes=at_table.Hear),
    Declaration(FELT, acts.TurnedDown, PIT, becomes=at_table.Hear),
    Declaration(FELT, felt.Draw, PIT, becomes=play.Draw, made=drawn),
    Declaration(FELT, felt.Discard, PIT, becomes=play.Discard, made=discarded),
    Declaration(FELT, felt.Show, PIT, becomes=play.Show, made=shown),
    Declaration(FELT, felt.Concede, PIT, becomes=play.Concede, made=conceded),
    Declaration(FELT, felt.Deal, PIT, becomes=play.Deal, made=dealt),
    Declaration(FELT, felt.Reshuffle, PIT, becomes=play.Reshuffle, made=reshuffled),
    Declaration(FELT, felt.NameCards, PIT, becomes=play.NameCards, made=named),
    Declaration(FELT, play.NameOpener, PIT),
    Declaration(FELT, play.PushPots, PIT, unsaid=("ruling",)),
    Declaration(FELT, play.TakeBack, PIT),
    Declaration(FELT, felt.CardFaceUp, PIT, becomes=play.RemoveFaceUpCard, made=face_up),
    Declaration(FELT, felt.CardFell, PIT, becomes=play.RemoveFallenCard, made=fell),
    Declaration(FELT, felt.MisdealFound, PIT, becomes=play.DeclareMisdeal, made=misdealt),
    Declaration(FELT, felt.CountWrong, PIT, becomes=play.DeclareDead, made=died),
    Declaration(FELT, felt.HandGone, PIT, becomes=play.RemoveHand, made=gone),
    Declaration(FELT, felt.PlayerGone, PIT, becomes=play.LeaveTable, made=walked_away),
    Declaration(FELT, felt.HandRebuilt, PIT, becomes=play.ReconstructHand, made=rebuilt),
)
