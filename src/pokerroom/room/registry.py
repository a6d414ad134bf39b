"""Every stream of the room, listed once: its orders, and how it is checked against its rules.

A new aggregate is a package of its own with a stream, and an entry here.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pokerroom.room.archived import ARCHIVED
from pokerroom.room.auditing import (
    OF_BOXES,
    OF_CONDUCT,
    OF_FILING,
    OF_TABLES,
    OF_TALK,
    WITH_TABLES,
    Audit,
    of_banked,
    of_books,
    of_link,
    plain,
)
from pokerroom.room.auditing.dice import wrong_at_dice
from pokerroom.room.auditing.keno import wrong_at_keno
from pokerroom.room.books import LEDGER
from pokerroom.room.books.commands import Deposit, Fill, HoldMoney, InBooks, ReleaseMoney, Withdraw
from pokerroom.room.box import BOXES
from pokerroom.room.box.commands import AtBox
from pokerroom.room.clock_steps import CLOCK_STEPS
from pokerroom.room.conduct import CONDUCT
from pokerroom.room.conduct.commands import OnConduct
from pokerroom.room.dice import DICE, DICE_ODDS
from pokerroom.room.dice.banking import DICE_MONEY
from pokerroom.room.dice.commands import AtDice, OnDiceOdds
from pokerroom.room.division import DIVISION
from pokerroom.room.division.commands import WithDivision
from pokerroom.room.duty import DUTY
from pokerroom.room.duty.commands import OfDuty
from pokerroom.room.filing.commands import InRegister
from pokerroom.room.filing.stream import FILING
from pokerroom.room.friends import FRIENDS
from pokerroom.room.friends.commands import OnFriends
from pokerroom.room.inbox import INBOX
from pokerroom.room.inbox.commands import OnInbox
from pokerroom.room.keno import KENO
from pokerroom.room.keno.banking import KENO_MONEY
from pokerroom.room.keno.commands import AtKeno
from pokerroom.room.link import LINK
from pokerroom.room.link.commands import OnLink
from pokerroom.room.linked_host import LINKED_HOST
from pokerroom.room.linked_host.commands import OnHost
from pokerroom.room.lists.commands import OnLists
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.looks import LOOKS
from pokerroom.room.looks.commands import OnLooks
from pokerroom.room.openings import OPENINGS, OnOpenings
from pokerroom.room.orders.books import in_the_books, of_the_cage, released, set_aside
from pokerroom.room.orders.boxes import at_a_box
from pokerroom.room.orders.conduct import on_conduct
from pokerroom.room.orders.dealing import deal_round, draw_for_button, shuffle_again
from pokerroom.room.orders.dice import at_a_dice_table, post_odds
from pokerroom.room.orders.keno import at_keno
from pokerroom.room.orders.link import on_the_link
from pokerroom.room.orders.lists import on_the_lists
from pokerroom.room.orders.openings import on_openings
from pokerroom.room.orders.payouts import on_payouts
from pokerroom.room.orders.plain import asked_of
from pokerroom.room.orders.tables import at_a_table
from pokerroom.room.orders.talk import on_talk
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.payouts.commands import OnPayouts
from pokerroom.room.processes import Process
from pokerroom.room.processes.booking import BOOKING
from pokerroom.room.processes.contributing import CONTRIBUTING
from pokerroom.room.processes.linking import LETTERS, SYSTEM_NOTICES
from pokerroom.room.processes.paying import PAYING
from pokerroom.room.processes.settling import SETTLING
from pokerroom.room.room import Handler
from pokerroom.room.security import SECURITY
from pokerroom.room.security.commands import OnSecurity
from pokerroom.room.shares import SHARES
from pokerroom.room.shares.commands import OnShares
from pokerroom.room.streams import Stream, kind_of
from pokerroom.room.tables import DEALS, TABLES
from pokerroom.room.tables.commands import AtTable, DealDrawForButton, DealRound, ShuffleAgain
from pokerroom.room.talk import TALK
from pokerroom.room.talk.commands import OnTalk


class Entry(NamedTuple):
    stream: Stream[Any]
    audit: Audit
    orders: Mapping[type[Any], Handler] = {}


class Registry:
    def __init__(self, entries: Sequence[Entry], processes: Sequence[Process]) -> None:
        self.entries = {each.stream.name: each for each in entries}
        self.processes = tuple(processes)
        self.streams = tuple(each.stream for each in entries)
        self.orders = {kind: (each.stream, decide) for each in entries for kind, decide in each.orders.items()}

    def stream(self, name: str) -> Stream[Any]:
        """The stream with this name, or the one that such a stream of a table belongs to."""
        return self.entries[kind_of(name)].stream


REGISTRY = Registry(
    (
        Entry(
            LEDGER,
            of_books(PAYING, SETTLING, DICE_MONEY, KENO_MONEY),
            {
                Deposit: of_the_cage,
                Withdraw: of_the_cage,
                Fill: of_the_cage,
                HoldMoney: set_aside,
                ReleaseMoney: released,
                InBooks: in_the_books,
            },
        ),
        Entry(FILING, OF_FILING, {InRegister: asked_of(FILING)}),
        Entry(LISTS, plain(LISTS), {OnLists: on_the_lists}),
        Entry(CONDUCT, OF_CONDUCT, {OnConduct: on_conduct}),
        Entry(OPENINGS, plain(OPENINGS), {OnOpenings: on_openings}),
        Entry(TALK, OF_TALK, {OnTalk: on_talk}),
        Entry(CLOCK_STEPS, plain(CLOCK_STEPS)),
        Entry(ARCHIVED, plain(ARCHIVED)),
        Entry(SHARES, plain(SHARES), {OnShares: asked_of(SHARES)}),
        Entry(INBOX, plain(INBOX), {OnInbox: asked_of(INBOX)}),
        Entry(FRIENDS, plain(FRIENDS), {OnFriends: asked_of(FRIENDS)}),
        Entry(PAYOUTS, of_banked(PAYING), {OnPayouts: on_payouts}),
        Entry(LINK, of_link(SETTLING), {OnLink: on_the_link}),
        Entry(LINKED_HOST, plain(LINKED_HOST), {OnHost: asked_of(LINKED_HOST)}),
        Entry(DICE_ODDS, plain(DICE_ODDS), {OnDiceOdds: post_odds}),
        Entry(DICE, of_banked(DICE_MONEY, wrong_at_dice), {AtDice: at_a_dice_table}),
        Entry(KENO, of_banked(KENO_MONEY, wrong_at_keno), {AtKeno: at_keno}),
        Entry(DUTY, plain(DUTY), {OfDuty: asked_of(DUTY)}),
        Entry(SECURITY, plain(SECURITY), {OnSecurity: asked_of(SECURITY)}),
        Entry(DIVISION, plain(DIVISION), {WithDivision: asked_of(DIVISION)}),
        Entry(LOOKS, plain(LOOKS), {OnLooks: asked_of(LOOKS)}),
        Entry(DEALS, WITH_TABLES),
        Entry(BOXES, OF_BOXES, {AtBox: at_a_box}),
        Entry(
            TABLES,
            OF_TABLES,
            {
                AtTable: at_a_table,
                DealRound: deal_round,
                DealDrawForButton: draw_for_button,
                ShuffleAgain: shuffle_again,
            },
        ),
    ),
    processes=(
        BOOKING,
        CONTRIBUTING,
        LETTERS,
        SYSTEM_NOTICES,
        PAYING.process,
        SETTLING.process,
        DICE_MONEY.process,
        KENO_MONEY.process,
    ),
)
"""Streams that others need to know come first: a room opens, and is audited, in this order."""
