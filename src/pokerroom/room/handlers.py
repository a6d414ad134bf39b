"""What each order leads to: the changes to one stream or several, or why not."""

from collections.abc import Mapping
from typing import Any

from pokerroom.cards import DECK
from pokerroom.ledger import CAGE, Account, Post, Reason, RecordId, Transfer, bank, inventory
from pokerroom.play import Reshuffle, Stage, reshuffle_pool
from pokerroom.room import filing, lists
from pokerroom.room.admission import books_refusal, entrance_refusal
from pokerroom.room.commands import (
    AtTable,
    DealDrawForButton,
    DealRound,
    Deposit,
    Fill,
    InBooks,
    InRegister,
    OnConduct,
    OnLists,
    ShuffleAgain,
    Withdraw,
)
from pokerroom.room.lists import commands as listing
from pokerroom.room.refusals import Code, Refusal
from pokerroom.room.room import Change, Handler, Refused, Room
from pokerroom.room.streams import CONDUCT, FILING, LEDGER, LISTS, DeckCommitted, deals_stream, table_of
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.shuffle import Context, Shuffle, shuffle
from pokerroom.table import conduct, refusals as of_table
from pokerroom.table.seating import commands as at_table
from pokerroom.table.seating.events import SeatVacated
from pokerroom.table.seating.lineup import willing

ROUND_OF_PLAY = NJAC_13_69F.cite('14.1 "Round of play"')


def at_a_table(room: Room, command: AtTable) -> list[Change] | Refused:
    refusal = removal_refusal(room, command.command)
    return refusal or room.asked_of_table(command.table, command.command, subject=command.subject)


def removal_refusal(room: Room, command: at_table.Command | lists.Command) -> Refused | None:
    """Nobody is sent away from a table or a list but by the order that has the Division notified, 14.16(b)."""
    if not isinstance(command, at_table.RemovePlayer | listing.Remove):
        return None
    if room.conduct.removal(command.player) is not None:
        return None
    facts = {"player": command.player}
    return of_table.Refusal(of_table.Code.NOT_REQUIRED_TO_LEAVE, conduct.REQUIRED, facts)


def deal_round(room: Room, command: DealRound) -> list[Change] | Refused:
    """A deck is shuffled, committed to and cut before the first card; it is stored sealed."""
    name = command.table
    number = (room.tables[name].rounds if name in room.tables else 0) + 1
    context = Context(table=name, round=number, deck=0)
    deck = shuffle(room.chance, DECK, context).cut_at(room.chance.cut(*room.cut))
    asked = at_table.StartRound(by=command.by, at=command.at, deck=deck.dealt_order)
    changes = room.asked_of_table(name, asked)
    return committed(room, changes, deck, number, command) if isinstance(changes, list) else changes


def committed(
    room: Room, changes: list[Change], deck: Shuffle, number: int, command: DealRound | ShuffleAgain
) -> list[Change]:
    """The changes with the promise of their deck before them."""
    name = command.table
    event = DeckCommitted(table=name, round=number, commitment=deck.commitment, cut=deck.cut, at=command.at)
    promise = Change(deals_stream(name), (event,), lambda: room.decks.__setitem__(name, deck.context.deck))
    first, *others = changes
    return [promise, first._replace(secret=deck.secret), *others]


def shuffle_again(room: Room, command: ShuffleAgain) -> list[Change] | Refused:
    table = room.tables.get(command.table)
    state = None if table is None else table.round
    if table is None or state is None or state.stage is not Stage.SHUFFLING:
        return Refusal(Code.NOTHING_TO_SHUFFLE, ROUND_OF_PLAY, {"table": command.table})
    pool = reshuffle_pool(state)
    context = Context(table=table.name, round=table.rounds, deck=room.decks.get(table.name, 0) + 1)
    deck = shuffle(room.chance, pool.cards, context, beneath=pool.beneath)
    asked = at_table.Play(by=command.by, at=command.at, command=Reshuffle(deck.cards[: len(pool.cards)]))
    changes = room.asked_of_table(table.name, asked)
    return committed(room, changes, deck, table.rounds, command) if isinstance(changes, list) else changes


def draw_for_button(room: Room, command: DealDrawForButton) -> list[Change] | Refused:
    table = room.tables.get(command.table)
    seats = [] if table is None else willing(table)
    cards = room.chance.shuffled(DECK)[: len(seats)]
    drawn = tuple(at_table.DrawnCard(seat, card) for seat, card in zip(seats, cards, strict=True))
    return room.asked_of_table(command.table, at_table.DrawForButton(by=command.by, at=command.at, cards=drawn))


def of_the_cage(room: Room, command: Deposit | Withdraw | Fill) -> list[Change] | Refused:
    """Money between the cage and a bank or a tray."""
    room.post()  # The transfer is named by the event that records it, which is the next one from here.
    reason, debit, credit = way_of(command)
    transfer = Transfer(
        id=RecordId(LEDGER, room.head(LEDGER).sequence + 1),
        debit=debit,
        credit=credit,
        amount=command.amount,
        at=command.at,
        by=command.by,
        reason=reason,
    )
    return booked(room, Post((transfer,)))


def way_of(command: Deposit | Withdraw | Fill) -> tuple[Reason, Account, Account]:
    match command:
        case Deposit(player=player):
            return Reason.DEPOSIT, CAGE, bank(player)
        case Withdraw(player=player):
            return Reason.WITHDRAWAL, bank(player), CAGE
        case Fill(table=table, credit=back):
            tray = inventory(table)
            return (Reason.CREDIT, tray, CAGE) if back else (Reason.FILL, CAGE, tray)


def in_the_books(room: Room, command: InBooks) -> list[Change] | Refused:
    return books_refusal(command.command) or booked(room, command.command)


def booked(room: Room, command: Any) -> list[Change] | Refused:
    """Into the books, after all that the tables have recorded so far."""
    room.post()
    change = room.in_ledger([command])
    return [change] if isinstance(change, Change) else change


def in_the_register(room: Room, command: InRegister) -> list[Change] | Refused:
    outcome = filing.perform(room.register, command.command)
    if not isinstance(outcome, tuple):
        return outcome
    return [Change(FILING, outcome[1], lambda: setattr(room, "register", outcome[0]))]


def on_the_lists(room: Room, command: OnLists) -> list[Change] | Refused:
    refusal = removal_refusal(room, command.command) or entrance_refusal(room, command.command)
    return refusal or asked_of_lists(room, [command.command])


def asked_of_lists(room: Room, commands: list[lists.Command]) -> list[Change] | Refused:
    """What these lead to, one after the other."""
    state: lists.Lists = room.lists
    events: list[lists.Event] = []
    for command in commands:
        outcome = lists.perform(state, command)
        if not isinstance(outcome, tuple):
            return outcome
        state, more = outcome
        events += more
    return [Change(LISTS, tuple(events), lambda: setattr(room, "lists", state))]


def on_conduct(room: Room, command: OnConduct) -> list[Change] | Refused:
    asked = command.command
    events = conduct.decide(room.conduct, asked)
    if not isinstance(events, tuple):
        return events
    state = room.conduct
    for event in events:
        state = conduct.apply(state, event)
    changes = [Change(CONDUCT, events, lambda: setattr(room, "conduct", state))]
    if not isinstance(asked, conduct.RequireToLeave):
        return changes
    away = sent_away(room, asked)
    return [*changes, *away] if isinstance(away, list) else away


def sent_away(room: Room, asked: conduct.RequireToLeave) -> list[Change] | Refused:
    """From every table and list: all of it together with the order that requires it, or nothing."""
    changes: list[Change] = []
    for name, table in room.tables.items():
        if table.seat_of(asked.player) is None:
            continue
        removal = at_table.RemovePlayer(by=asked.by, at=asked.at, player=asked.player, hand=asked.hand)
        change = room.asked_of_table(name, removal)
        if not isinstance(change, list):
            return change
        changes += change
    off = off_the_lists(room, asked, still_at=tables_kept(changes, asked.player))
    return [*changes, *off] if isinstance(off, list) else off


def tables_kept(changes: list[Change], player: str) -> frozenset[str]:
    """Tables at which the player keeps the seat until a round of play is over."""
    return frozenset(
        table_of(change.stream)
        for change in changes
        if not any(isinstance(event, SeatVacated) and event.player == player for event in change.events)
    )


def off_the_lists(room: Room, asked: conduct.RequireToLeave, *, still_at: frozenset[str]) -> list[Change] | Refused:
    said: dict[str, Any] = {"by": asked.by, "at": asked.at, "player": asked.player}
    commands: list[lists.Command] = [listing.Remove(**said)]
    seated = room.lists.seat_of(asked.player)
    if seated is not None and seated.place.table not in still_at:
        commands.append(listing.LeaveSeat(table=seated.place.table, **said))
    return asked_of_lists(room, commands) if room.lists.knows(asked.player) else []


HANDLERS: Mapping[type[Any], Handler] = {
    AtTable: at_a_table,
    DealRound: deal_round,
    DealDrawForButton: draw_for_button,
    ShuffleAgain: shuffle_again,
    Deposit: of_the_cage,
    Withdraw: of_the_cage,
    Fill: of_the_cage,
    InBooks: in_the_books,
    InRegister: in_the_register,
    OnLists: on_the_lists,
    OnConduct: on_conduct,
}
