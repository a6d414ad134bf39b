"""What may be ruled in the round of play at a table, and what each ruling would do: only what the text allows here.

Every ruling that needs no more than a cause and a seat is tried on paper, as whoever asks could give it. What the room
would refuse is not offered; what stays says what it would lead to, by which paragraphs. A supervisor's own decision,
14.15(b), is a form of its own: its words are for whoever decides.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from pokerroom import play
from pokerroom.live.entrance.identity import Identity
from pokerroom.live.refusals import Refusal
from pokerroom.live.room import LiveRoom
from pokerroom.live.staff import orders
from pokerroom.live.staff.floor import Floor
from pokerroom.live.staff.orders import BY_COMMAND, may_order
from pokerroom.live.tables.actor import TableActor
from pokerroom.live.tables.telling import told
from pokerroom.room.tables import TABLES
from pokerroom.table.seating import Table
from pokerroom.wire import messages as wire

CAUSES = {"DeclareMisdeal": play.Misdeal, "DeclareDead": play.CardCount, "RemoveHand": play.Removal}
TRIED = (
    play.DeclareMisdeal,
    play.DeclareDead,
    play.RemoveHand,
    play.LeaveTable,
    play.RemoveFaceUpCard,
    play.RemoveFallenCard,
)
"""The rulings that are tried: those whose words stand in the text."""


class PossibleRuling(NamedTuple):
    counter: str
    order: dict[str, Any]
    told: tuple[wire.Told, ...]


def so_far(actor: TableActor) -> tuple[wire.Told, ...]:
    """The round of play in progress, or the last one, as everybody at the table was told it; without delay."""
    kept = actor.recent.kept
    entries = [each for each in kept if each.round == kept[-1].round] if kept else []
    return tuple(told(each, None, actor.live.name_of) for each in entries)


def possible(floor: Floor, by: Identity, live: LiveRoom, name: str) -> Iterator[PossibleRuling]:
    """Those that whoever asks could give now, at a table with a round in progress."""
    table = live.room.states(TABLES).get(name)
    if table is None or table.dealing is None:
        return
    for order in tried(by, table):
        asked = orders.read("round", order, table=name)
        leads_to = asked if isinstance(asked, Refusal) else floor.foretell(by, live, asked)
        if not isinstance(leads_to, Refusal):
            yield PossibleRuling("round", order, leads_to)


def tried(by: Identity, table: Table) -> Iterator[dict[str, Any]]:
    """Each with every cause that the text names, for every seat that is dealt in."""
    assert table.dealing is not None
    for kind in (kind for kind in TRIED if may_order(by, kind)):
        said = BY_COMMAND[kind].said
        causes = [{"cause": each.value} for each in CAUSES[kind.__name__]] if "cause" in said else [{}]
        seats = [{"seat": seat} for seat in table.dealing.lineup] if "seat" in said else [{}]
        for cause, seat in product(causes, seats):
            yield {"type": kind.__name__, **cause, **seat}
