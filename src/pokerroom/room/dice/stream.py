"""The streams of mini-dice: what happens at each table, and the odds that the house offers at all of them."""

from collections.abc import Mapping
from datetime import datetime

import msgspec

from pokerroom import dice
from pokerroom.dice import DiceTable
from pokerroom.dice.odds import AT_LEAST, LEAST, pay_table, printed
from pokerroom.dice.refusals import Refusal
from pokerroom.log import Codec
from pokerroom.room.dice.commands import PostOdds
from pokerroom.room.keeping import kept_whole
from pokerroom.room.streams import Stream, kinds_of
from pokerroom.rules.citation import Citation
from pokerroom.rules.staff import Official

DICE: Stream[DiceTable] = Stream(
    name="dice",
    of_tables=True,
    codec=Codec(kinds_of(dice.Event)),
    first=dice.new_table,
    perform=dice.perform,
    apply=dice.apply,
    kept=kept_whole(DiceTable),
)


class OddsPosted(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    rule: Citation
    by: Official
    at: datetime
    odds: dict[str, str]


class HouseOdds(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """As printed; at first the least that the text requires."""

    odds: Mapping[str, str] = msgspec.field(default_factory=lambda: printed(LEAST))


def perform(state: HouseOdds, command: PostOdds) -> tuple[HouseOdds, tuple[OddsPosted, ...]] | Refusal:
    table = pay_table(command.odds, commission=command.commission)
    if isinstance(table, Refusal):
        return table
    event = OddsPosted(rule=AT_LEAST, by=command.by, at=command.at, odds=printed(table))
    return apply(state, event), (event,)


def apply(_state: HouseOdds, event: OddsPosted) -> HouseOdds:
    return HouseOdds(odds=event.odds)


DICE_ODDS: Stream[HouseOdds] = Stream(
    name="dice-odds",
    codec=Codec([OddsPosted]),
    first=lambda _: HouseOdds(),
    perform=perform,
    apply=apply,
    kept=kept_whole(HouseOdds),
)
