"""Orders about talk: the event goes into the chain, the words into a row beside it, in one commit."""

from collections.abc import Iterator

from pokerroom.room.ports import Row
from pokerroom.room.room import Change, Room
from pokerroom.room.talk import TALK, commands as asked
from pokerroom.room.talk.words import NAMES, REMARKS, name_row, remark_row
from pokerroom.rules.refusal import Refusal


def on_talk(room: Room, order: asked.OnTalk) -> list[Change] | Refusal:
    change = room.ask(TALK, order.command)
    if isinstance(change, Refusal) or not change.events:
        return change if isinstance(change, Refusal) else [change]
    return [change._replace(beside=tuple(rows_of(order.command, said=change.before.said)))]


def rows_of(command: asked.Command, *, said: int) -> Iterator[Row]:
    """What lies beside the events of a command, of which so many remarks were made before."""
    match command:
        case asked.Begin():
            yield from (Row(name, key, None) for name, key in command.rows)
            yield from (remark_row(said + place, each) for place, (_, each) in enumerate(command.remarks, start=1))
            yield from (name_row(player, name) for player, name in command.names)
        case asked.Say():
            yield remark_row(said + 1, command.remark)
        case asked.TakeNames():
            yield from (name_row(player, name) for player, name in command.names)
        case asked.EraseRemark():
            yield Row(REMARKS, f"{command.remark:012}", None)
        case asked.EraseName():
            yield Row(NAMES, command.player, None)
