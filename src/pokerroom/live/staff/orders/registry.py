"""Every order of staff that there is, who may give it, and how a request is read as one."""

from collections.abc import Mapping
from typing import Any

from pokerroom.ledger.accounts import is_name
from pokerroom.live.entrance.identity import Identity
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.staff.orders import (
    books,
    box,
    cage,
    chat,
    conduct,
    dice,
    duty,
    felt,
    keno,
    link,
    lists,
    payouts,
    register,
    rounds,
    tables,
    watching,
)
from pokerroom.live.staff.orders.declaration import SIGNED, Counter, Declaration, Order
from pokerroom.rules.wording import is_in_words, is_said

ORDERS: tuple[Declaration, ...] = (
    *tables.ORDERS,
    *rounds.ORDERS,
    *felt.ORDERS,
    *box.ORDERS,
    *lists.ORDERS,
    *cage.ORDERS,
    *books.ORDERS,
    *register.ORDERS,
    *conduct.ORDERS,
    *chat.ORDERS,
    *payouts.ORDERS,
    *link.ORDERS,
    *dice.ORDERS,
    *keno.ORDERS,
    *duty.ORDERS,
    *watching.ORDERS,
)

COUNTERS: tuple[Counter, ...] = tuple(dict.fromkeys(each.counter for each in ORDERS))

BY_COMMAND: Mapping[type[Any], Declaration] = {each.command: each for each in ORDERS}
BY_NAME: Mapping[str, Declaration] = {each.name: each for each in ORDERS}


def given_at(counter: Counter) -> tuple[Declaration, ...]:
    return tuple(each for each in ORDERS if each.counter is counter)


def may_order(identity: Identity, command: type[Any]) -> bool:
    """What is not declared nobody may."""
    found = BY_COMMAND.get(command)
    return found is not None and identity.role in found.who


def read(counter: str, order: Mapping[str, Any], *, table: str = "", subject: str = "") -> Order | Refusal:
    """The order that a request asks for, whoever asks."""
    name = order.get("type")
    found = BY_NAME.get(f"{counter}.{name}")
    if found is None:
        return Refusal(Code.NO_SUCH_ORDER, facts={"order": repr(name), "counter": repr(counter)})
    why = field_refusal(found, order) or (table_refusal(table) if found.counter.names_table else None)
    if why is not None:
        return why
    return Order(found, {field: value for field, value in order.items() if field != "type"}, table, subject)


def field_refusal(found: Declaration, order: Mapping[str, Any]) -> Refusal | None:
    """Who asks and when is never taken from the request: the session says the one, the room's clock the other."""
    claimed = sorted(set(order) & set(SIGNED))
    if claimed:
        return Refusal(Code.NOT_YOURS_TO_SAY, facts={"field": repr(claimed[0])})
    unknown = sorted(set(order) - {"type", *found.said})
    if unknown:
        return Refusal(Code.UNKNOWN_FIELD, facts={"order": found.type, "field": repr(unknown[0])})
    return None


REASONS = ("reason", "cause", "note", "warning")
"""The fields in which somebody says why: in words, or as the text itself puts it."""


def words_refusal(order: Order) -> Refusal | None:
    """A reason that nobody understands afterwards is none. Whether one may be missing, the order's own rules say."""
    for field in REASONS:
        value = order.fields.get(field)
        if isinstance(value, str) and is_said(value) and not is_in_words(value):
            return Refusal(Code.NOT_IN_WORDS, facts={"field": repr(field), "said": value})
    return None


def may_sign(identity: Identity, found: Declaration) -> bool:
    """Whether somebody's role may countersign such an order."""
    return found.second is not None and identity.role in found.who | found.second.who


def table_refusal(table: str) -> Refusal | None:
    if is_name(table):
        return None
    return Refusal(Code.NOT_A_TABLE, facts={"table": repr(table)}) if table else Refusal(Code.NO_TABLE_NAMED)
