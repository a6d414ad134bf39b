"""Rounds that the room deals: a deck is shuffled, committed to and cut before the first card, and stored sealed."""

from pokerroom.cards import DECK
from pokerroom.play import Reshuffle, Stage, reshuffle_pool
from pokerroom.room.orders.tables import decide_at_table
from pokerroom.room.refusals import Code, Refusal
from pokerroom.room.room import Change, Room
from pokerroom.room.tables.commands import DealDrawForButton, DealRound, ShuffleAgain
from pokerroom.room.tables.streams import CUT, DEALS, TABLES, DeckCommitted
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.shuffle import Context, Shuffle, shuffle
from pokerroom.table.seating import commands as at_table
from pokerroom.table.seating.lineup import willing

ROUND_OF_PLAY = NJAC_13_69F.cite('14.1 "Round of play"')


def deal_round(room: Room, command: DealRound) -> list[Change] | Refusal:
    number = room.state(TABLES, command.table).rounds + 1
    context = Context(table=command.table, round=number, deck=0)
    deck = shuffle(room.chance, DECK, context).cut_at(room.chance.cut(*CUT))
    asked = at_table.StartRound(by=command.by, at=command.at, deck=deck.dealt_order)
    return committed(room, decide_at_table(room, command.table, asked), deck, command)


def shuffle_again(room: Room, command: ShuffleAgain) -> list[Change] | Refusal:
    table = room.state(TABLES, command.table)
    if table.round is None or table.round.stage is not Stage.SHUFFLING:
        return Refusal(Code.NOTHING_TO_SHUFFLE, ROUND_OF_PLAY, {"table": command.table})
    pool = reshuffle_pool(table.round)
    context = Context(table=table.name, round=table.rounds, deck=room.state(DEALS, table.name) + 1)
    deck = shuffle(room.chance, pool.cards, context, beneath=pool.beneath)
    asked = at_table.Play(by=command.by, at=command.at, command=Reshuffle(deck.cards[: len(pool.cards)]))
    return committed(room, decide_at_table(room, table.name, asked), deck, command)


def committed(
    room: Room, changes: list[Change] | Refusal, deck: Shuffle, command: DealRound | ShuffleAgain
) -> list[Change] | Refusal:
    """The changes, preceded by the commitment to their deck."""
    if not isinstance(changes, list):
        return changes
    context, name = deck.context, command.table
    event = DeckCommitted(table=name, round=context.round, commitment=deck.commitment, cut=deck.cut, at=command.at)
    first, *others = changes
    return [room.noted(DEALS, event, name), first._replace(secret=deck.secret), *others]


def draw_for_button(room: Room, command: DealDrawForButton) -> list[Change] | Refusal:
    seats = willing(room.state(TABLES, command.table))
    cards = room.chance.shuffled(DECK)[: len(seats)]
    drawn = tuple(at_table.DrawnCard(seat, card) for seat, card in zip(seats, cards, strict=True))
    asked = at_table.DrawForButton(by=command.by, at=command.at, cards=drawn)
    return decide_at_table(room, command.table, asked)
