"""The orders of staff, each declared once, in the module of the counter where it is given."""

from pokerroom.live.staff.orders.declaration import SIGNED, Counter, Declaration, Order, Submission, official, signature
from pokerroom.live.staff.orders.naming import player_refusal
from pokerroom.live.staff.orders.not_orders import NOT_ORDERS
from pokerroom.live.staff.orders.registry import (
    BY_COMMAND,
    BY_NAME,
    COUNTERS,
    ORDERS,
    given_at,
    may_order,
    may_sign,
    read,
    words_refusal,
)
from pokerroom.live.staff.orders.schema import fields_of, schemas_of

__all__ = [
    "BY_COMMAND",
    "BY_NAME",
    "COUNTERS",
    "NOT_ORDERS",
    "ORDERS",
    "SIGNED",
    "Counter",
    "Declaration",
    "Order",
    "Submission",
    "fields_of",
    "given_at",
    "may_order",
    "may_sign",
    "official",
    "player_refusal",
    "read",
    "schemas_of",
    "signature",
    "words_refusal",
]
