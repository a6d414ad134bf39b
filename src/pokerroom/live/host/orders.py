"""Orders of the host's people: which there are, who may give them, and what of each is said in a request.

Who asks and when never come from the request, and an agreement never either: it is the one in the file that the
settings name, so that what is filed is what the members have executed.
"""

from collections.abc import Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from pokerroom.linked.agreement import Agreement
from pokerroom.linked.host import commands as to_host
from pokerroom.linked.host.commands import Command
from pokerroom.linked.host.decide import HANDLERS
from pokerroom.linked.host.founding import REPRESENTATIVES
from pokerroom.linked.host.state import AccessRole
from pokerroom.live.host.settings import Access
from pokerroom.live.link.settings import read_agreement

NOT_SAID = frozenset({"at", "by", "agreement"})


class HostOrder(NamedTuple):
    kind: type[Any]
    by: frozenset[AccessRole]

    @property
    def name(self) -> str:
        return self.kind.__name__

    @property
    def fields(self) -> tuple[msgspec.structs.FieldInfo, ...]:
        return tuple(each for each in msgspec.structs.fields(self.kind) if each.name not in NOT_SAID)


ORDERS: Mapping[str, HostOrder] = {
    each.__name__: HostOrder(each, HANDLERS[each].who)
    for each in (
        to_host.RecordNotice,
        to_host.InstallSoftware,
        to_host.FileAgreement,
        to_host.RegisterKey,
        to_host.RevokeKey,
        to_host.StartSystem,
        to_host.ProposeChange,
        to_host.ApproveChange,
        to_host.PutInForce,
        to_host.NotifyByOtherMeans,
        to_host.VerifyByOtherMeans,
        to_host.AuthoriseByOtherMeans,
        to_host.RejectByOtherMeans,
        to_host.ConfirmPayout,
    )
}
"""In the order in which a system is set up, and then run."""


class OrderUnreadError(Exception):
    """What was asked is no order, or not this person's to give; the message says which."""


def read_order(asked: Mapping[str, Any], who: Access, at: datetime, agreement: Path) -> Command:
    """The command that a request asks for."""
    order = ORDERS.get(str(asked.get("type", "")))
    if order is None:
        raise OrderUnreadError(f"no order is called {asked.get('type')!r}: there are {', '.join(ORDERS)}")
    if who.role not in order.by:
        raise OrderUnreadError(f"{order.name} is not given by the {who.role.value}, 14.20(e)3")
    said = {name: value for name, value in asked.items() if name != "type"}
    if unknown := said.keys() - {each.name for each in order.fields}:
        raise OrderUnreadError(f"{order.name} has no {', '.join(sorted(unknown))}")
    if "casino" in said and who.casino and order.by == REPRESENTATIVES and said["casino"] != who.casino:
        raise OrderUnreadError(f"{who.name} represents {who.casino}, and no other casino, 14.20(f)")
    more: dict[str, Any] = {"agreement": read_agreement(agreement)} if takes_agreement(order) else {}
    try:
        return msgspec.convert(said | {"at": at, "by": who.official} | more, order.kind)  # type: ignore[no-any-return]
    except msgspec.ValidationError as error:
        raise OrderUnreadError(f"{order.name}: {error}") from None


def takes_agreement(order: HostOrder) -> bool:
    return any(each.type is Agreement for each in msgspec.structs.fields(order.kind))


class FieldRead(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    kind: str
    """`text` or `date`."""


class OrderRead(msgspec.Struct, frozen=True, kw_only=True):
    """An order as a form asks for it."""

    name: str
    does: str
    fields: tuple[FieldRead, ...]


def orders_for(who: Access) -> tuple[OrderRead, ...]:
    """Those that somebody may give."""
    return tuple(
        OrderRead(
            name=each.name,
            does=sentence_of(each.kind),
            fields=tuple(
                FieldRead(name=field.name, kind="date" if field.type is date else "text") for field in each.fields
            ),
        )
        for each in ORDERS.values()
        if who.role in each.by
    )


def sentence_of(kind: type[Any]) -> str:
    """What an order does: the first sentence of its declaration."""
    return " ".join((kind.__doc__ or "").split())
