"""Mini-dice tables when the house opens: those of the record, and in a play-chip room one of electronic dice."""

from collections.abc import Callable
from typing import Any

from pokerroom.dice import commands as asked
from pokerroom.dice.commands import ShakenBy
from pokerroom.live.banked.actor import BankedActor
from pokerroom.live.banked.dice.actor import DiceActor
from pokerroom.live.room import CAGE, FLOOR, LiveRoom
from pokerroom.live.together import recorded_together
from pokerroom.room.books.commands import Fill
from pokerroom.room.dice import DICE
from pokerroom.room.dice.commands import AtDice

NAME = "Dice 1"
TRAY = 2_000_000
LIMITS: dict[str, Any] = {"least": 100, "most": 50_000, "shaken_by": ShakenBy.ROOM}


async def open_dice(live: LiveRoom, changed: Callable[[], None]) -> list[BankedActor]:
    if live.has_desk and live.play_chips and not live.room.states(DICE):
        async with recorded_together(live):
            await live.submit(lambda at: Fill(table=NAME, amount=TRAY, by=CAGE, at=at))
            await live.submit(lambda at: AtDice(NAME, asked.OpenDiceTable(by=FLOOR, at=at, **LIMITS)))
    return [DiceActor(live, table, changed=changed) for table in live.room.states(DICE)]
