"""Cards that a reader names: an RFID table or a camera that sees what lies open, and knows nothing of the round.

A reader is whatever sends lines of text; `World.lines` opens one by its address, and an adapter for another device is
another `Lines`. What a line says is entered at its table as the dealer would enter it, and the record says that the
reader did. A reader never names a card that lies face down: nothing asks it to, and the table refuses it.

    board 7h 8h 2c      every card in the center, in the order they were dealt
    up 3 9d Ks          every up-card before seat 3, as people count seats
    hand 3 As Kd        the hand that seat 3 has tabled at the showdown
"""

import asyncio
import re
from collections.abc import Mapping
from datetime import datetime

import structlog

from pokerroom import play
from pokerroom.cards import CardError, typed_cards
from pokerroom.live.ports import Clock, Lines
from pokerroom.live.refusals import Refusal
from pokerroom.live.tables.actor import TableActor
from pokerroom.play import Code, Seat
from pokerroom.room.box import BOXES
from pokerroom.room.room import Done
from pokerroom.room.tables.commands import AtTable
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.rules.staff import Official, Position
from pokerroom.table.box import Box
from pokerroom.table.seating import Table, commands as at_table

LOG = structlog.get_logger(__name__)

LOOK = 0.1
"""Seconds between two looks at what a reader has sent."""
SAYS = re.compile(r"(?:(?P<board>board)|(?P<where>up|hand) (?P<seat>[0-9]{1,2})) (?P<cards>.{2,60})")
NOBODY_DEALS = Refusal(Code.ROOM_DEALS, NJAC_13_69F.cite("14.6(e)2", reading="R-46"))


def read_line(line: str) -> play.NameCards | play.Show | None:
    """What a line says, by the seats of the table; None if it says nothing that can be understood."""
    found = SAYS.fullmatch(line.strip())
    if found is None:
        return None
    try:
        cards = typed_cards(found["cards"])
    except CardError:
        return None
    if found["board"]:
        return play.NameCards(cards)
    seat = Seat(int(found["seat"]) - 1)
    return play.NameCards(cards, seat) if found["where"] == "up" else play.Show(seat, cards)


class CardReader:
    """What one reader sends, entered at its table; the table may be opened long after the house."""

    def __init__(self, table: str, lines: Lines, actors: Mapping[str, TableActor]) -> None:
        self._table, self._lines, self._actors = table, lines, actors

    async def run(self, stopping: asyncio.Event, clock: Clock) -> None:
        try:
            while not stopping.is_set():
                for line in self._lines.read():
                    await self.take(line)
                await clock.wait(stopping, LOOK)
        finally:
            self._lines.close()

    async def take(self, line: str) -> Done | Refusal | None:
        """The answer to one line. What a card is never stands in a log."""
        command, actor = read_line(line), self._actors.get(self._table)
        if command is None or actor is None:
            LOG.info("a reader's line says nothing", table=self._table)
            return None
        answer = await actor.ask(lambda table, at: entry(table, actor.live.room.state(BOXES, table.name), command, at))
        if isinstance(answer, Refusal) and answer.code is not Code.NOTHING_TO_NAME:
            LOG.info("a reader's line was refused", table=self._table, code=answer.code.sent_as)
        return answer


def entry(table: Table, box: Box, command: play.NameCards | play.Show, at: datetime) -> AtTable | Refusal:
    """Signed by the reader, in the name of the dealer signed on."""
    dealing, state = table.dealing, table.round
    if dealing is None or state is None or not state.by_dealer:
        return NOBODY_DEALS
    dealer = None if box.decks is None else box.decks.dealer
    by = Official(dealing.dealer if dealer is None else dealer.name, Position.CARD_READER)
    return AtTable(table.name, at_table.Play(by=by, at=at, command=command))
