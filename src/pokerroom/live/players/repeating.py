"""A message that comes again under its id: the same is answered as before, and another under that id is refused.

What is asked of the room is remembered by the room. What leaves no event there, as talk, is remembered by the house for
as long as it is open.
"""

from typing import Any

from msgspec.structs import replace

from pokerroom.live.connections import Connection
from pokerroom.live.house import House
from pokerroom.live.refusals import Refusal
from pokerroom.room.answers import digest_of
from pokerroom.room.room import Done, asked_again
from pokerroom.room.tables import TABLES
from pokerroom.wire import messages as wire

Answer = wire.Accepted | Done | Refusal | None
"""Done where it is simply accepted; None where the answer has been sent already, or none is due."""

TAKES_SEAT = (wire.Sit, wire.QuickSeat, wire.AnswerOffer)
UNRECORDED = (wire.Chat, wire.UseTimeBank, wire.Preferences)


def asked_in(message: Any) -> bytes:
    """Of what a message asks: all that it says but its id, and `seen`, which is what its sender knew."""
    said = replace(message, id="", seen=None) if isinstance(message, wire.Act) else replace(message, id="")
    return digest_of("message", said)


def answered_before(house: House, connection: Connection, message: Any, *, stream: str = "") -> Answer:
    """The answer to a message whose id was used before; None where it was not, or where its table will say so.

    Recorded without a digest, an id is known in its own stream only.
    """
    if not hasattr(message, "id"):
        return None
    id_ = connection.order_id(message.id)
    known = house.unrecorded.asked(id_, "")
    if known is None and isinstance(message, wire.Act):
        return None  # The table asks the room when the move's turn has come.
    asked = asked_in(message)
    answers = [live.room.answer_before(id_, asked, stream) for live in house.rooms.values()]
    answers += [] if known is None else [asked_again(id_, asked, known)]
    answer = next((each for each in answers if each is not None), None)
    is_seat = isinstance(answer, Done) and isinstance(message, TAKES_SEAT)
    return seat_taken(house, connection, message.id) if is_seat else answer


def seat_taken(house: House, connection: Connection, request: str) -> wire.Accepted:
    """Where a request led to a seat: the table, and the seat while its player still has it."""
    id_ = connection.order_id(request)
    for name, actor in house.actors.items():
        if id_ in actor.live.room.answered.of.get(TABLES.named(name), ()):
            return wire.Accepted(id=request, table=name, seat=actor.table.seat_of(connection.identity.id))
    return wire.Accepted(id=request)


def remember(house: House, connection: Connection, message: Any, reply: object) -> None:
    """What has been done and leaves no event behind."""
    if isinstance(message, UNRECORDED) and isinstance(reply, wire.Accepted):
        house.unrecorded.remember("", connection.order_id(message.id), asked_in(message))
