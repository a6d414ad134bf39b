"""Orders about the filing register: what is filed with the Division, approved and withdrawn."""

from pokerroom.live.entrance.permissions import FILING
from pokerroom.live.room import LiveRoom
from pokerroom.live.staff.orders.declaration import Counter, Declaration, Order, Second
from pokerroom.room import filing
from pokerroom.room.filing.commands import InRegister
from pokerroom.room.filing.stream import FILING as REGISTER_STREAM
from pokerroom.words import saying


def was_approved(live: LiveRoom, order: Order) -> bool:
    subject, number = order.fields.get("subject"), order.fields.get("version")
    if not isinstance(subject, str) or not isinstance(number, int):
        return False
    version = live.room.state(REGISTER_STREAM).version(subject, number)
    return version is not None and version.approved is not None


REGISTER = Counter("register", lambda command, _given: InRegister(command))

ORDERS = (
    Declaration(REGISTER, filing.Propose, FILING, documents={"settings": filing.handed_in}),
    Declaration(REGISTER, filing.Approve, FILING),
    Declaration(
        REGISTER, filing.Withdraw, FILING, second=Second(saying("orders.second where approved"), needed=was_approved)
    ),
)
