"""Orders at mini-dice: what the room adds before a table decides, and what no table may decide by itself."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from pokerroom.dice import DiceTable, Phase, commands as asked
from pokerroom.dice.commands import ShakenBy
from pokerroom.dice.odds import AT_LEAST
from pokerroom.dice.refusals import Code
from pokerroom.room.conduct import CONDUCT
from pokerroom.room.dice.commands import AtDice, OnDiceOdds
from pokerroom.room.dice.drawing import drawn, promised
from pokerroom.room.dice.stream import DICE, DICE_ODDS
from pokerroom.room.room import Change, Room
from pokerroom.rules.refusal import Refusal
from pokerroom.table import conduct


def at_a_dice_table(room: Room, order: AtDice) -> list[Change] | Refusal:
    command = prepared(room, order.table, order.command)
    if isinstance(command, Refusal):
        return command
    change = room.ask(DICE, command, table=order.table)
    if not isinstance(change, Change):
        return change
    if wants_promise(change.after):
        made = asked.PromiseDice(by=command.by, at=command.at, promise=promised(change.after, room.keys, room.chance))
        change = room.ask(DICE, command, made, table=order.table)
        assert isinstance(change, Change), change
    return room.settled(change, command.at)


def wants_promise(table: DiceTable) -> bool:
    """Bets on electronic dice are taken only on a promise."""
    return table.shaken_by is ShakenBy.ROOM and table.phase is Phase.BETTING and table.promise is None


def prepared(room: Room, name: str, command: asked.Command) -> asked.Command | Refusal:
    prepare = PREPARED.get(type(command))
    prepared_command: asked.Command | Refusal = command if prepare is None else prepare(room, name, command)
    return prepared_command


def at_house_odds(room: Room, _name: str, command: asked.OpenDiceTable) -> asked.OpenDiceTable | Refusal:
    """The odds of the whole house, and of no table alone, 13.6(b)."""
    house = dict(room.state(DICE_ODDS).odds)
    if command.odds is not None and command.odds != house:
        return Refusal(Code.ODDS_DIFFER, AT_LEAST, {})
    return replace(command, odds=house)


def not_required_to_leave(room: Room, _name: str, command: asked.SitDown) -> asked.SitDown | Refusal:
    return conduct.seat_refusal(room.state(CONDUCT), command.player) or command


def with_electronic_dice(room: Room, name: str, command: asked.Uncover) -> asked.Uncover:
    """Where the room shakes, nobody says what lies in the shaker: it follows from what was promised."""
    table = room.state(DICE, name)
    if table.shaken_by is not ShakenBy.ROOM or table.promise is None:
        return replace(command, proof=None)
    faces, proof = drawn(table, room.keys)
    return replace(command, faces=faces, proof=proof)


PREPARED: Mapping[type[Any], Any] = {
    asked.OpenDiceTable: at_house_odds,
    asked.SitDown: not_required_to_leave,
    asked.Uncover: with_electronic_dice,
}


def post_odds(room: Room, order: OnDiceOdds) -> list[Change] | Refusal:
    """Better odds are offered at every table or at none, 13.6(b): all of them change in one commit."""
    command = order.command
    posted = room.ask(DICE_ODDS, command)
    if not isinstance(posted, Change):
        return posted
    changes = [posted]
    for name, table in room.states(DICE).items():
        if table.is_open:
            taken = asked.TakeOdds(by=command.by, at=command.at, odds=dict(posted.after.odds))
            change = room.ask(DICE, taken, table=name)
            if not isinstance(change, Change):
                return change
            changes.append(change)
    return changes
