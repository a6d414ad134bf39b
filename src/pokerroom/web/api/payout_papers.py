"""The papers of bad beat payouts and their designer, over HTTP."""

import re
from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.exceptions import HTTPException
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.status_codes import HTTP_200_OK

from pokerroom.jackpot.commands import Chips, total
from pokerroom.jackpot.forms import next_serial
from pokerroom.jackpot.state import Form as Contribution
from pokerroom.live.designing.asking import DesignAsked
from pokerroom.live.designing.designed import Designed
from pokerroom.live.entrance.identity import Identity
from pokerroom.live.forms.finding import NoSuchForm, form_of
from pokerroom.live.forms.payouts import PAYOUT_FORMS, of_contribution
from pokerroom.live.room import LiveRoom
from pokerroom.live.staff.orders.declaration import person
from pokerroom.ranking.bad_beats import QualifierError
from pokerroom.room.payouts import PAYOUTS
from pokerroom.web.api.answers import Answer
from pokerroom.web.api.desks import PRINTED, FormAs, FormKey, letterhead, printed
from pokerroom.web.api.serving import FromIdentity, FromServices, Missing, may_answer
from pokerroom.web.api.staff import READ, RoomName, floor_of

PaperKind = Annotated[
    str, PathParameter(description="`bad-beat-form`, `bad-beat-container`, `bad-beat-payout`, `payout-rules`, ...")
]


@get("/rooms/{room:str}/payouts/papers/{kind:str}/{key:str}", name="payout paper", responses=READ, sync_to_thread=True)
def paper(
    request: Request[Any, Any, Any],
    services: FromServices,
    room: RoomName,
    kind: PaperKind,
    key: FormKey,
    as_: FormAs = "pdf",
) -> Response[Any]:
    """A form of a payout, or a paper made from its rules; printed again it is the same."""
    _, live = floor_of(services, room)
    if kind not in PAYOUT_FORMS or as_ not in PRINTED:
        raise Missing(f"payouts have no paper {kind!r} as {as_!r}")
    try:
        found = form_of(live, kind, key, letterhead(services, live, str(request.base_url)))
    except NoSuchForm as error:
        raise Missing(str(error)) from None
    return printed(found, as_)


PayoutName = Annotated[str, PathParameter(description="The name of a payout.", max_length=80)]
TableName = Annotated[str, PathParameter(description="A table.", max_length=40)]
ChipsText = Annotated[str, QueryParameter(description="Chips by value in cents: `100x37,500x10`.", max_length=200)]
Recording = Annotated[str, QueryParameter(description="Of the video recording.", max_length=200)]
COUNTED = re.compile(r"(\d{1,9})x(\d{1,7})")


@get(
    "/rooms/{room:str}/payouts/preview/{payout:str}/{table:str}",
    name="payout preview",
    responses=READ,
    sync_to_thread=True,
)
def preview(
    request: Request[Any, Any, Any],
    services: FromServices,
    identity: FromIdentity,
    room: RoomName,
    payout: PayoutName,
    table: TableName,
    chips: ChipsText = "",
    recording: Recording = "",
) -> Response[Any]:
    """The contribution form before anybody signs it: the next serial, and what would stand in it."""
    _, live = floor_of(services, room)
    head = letterhead(services, live, str(request.base_url))
    unsigned = unsigned_form(live, identity, payout, table, chips_in(chips), recording)
    form = of_contribution(payout, unsigned, head, preview=True)
    return printed(form._replace(values={**form.values, "witness": ""}), "pdf")


def chips_in(text: str) -> tuple[Chips, ...]:
    found = [COUNTED.fullmatch(each.strip()) for each in text.split(",") if each.strip()]
    if not all(found):
        raise HTTPException(f"{text!r} names no chips: expected `100x37,500x10`", status_code=400)
    return tuple(Chips(int(each[1]), int(each[2])) for each in found if each is not None)


def unsigned_form(
    live: LiveRoom, identity: Identity, payout: str, table: str, chips: tuple[Chips, ...], recording: str
) -> Contribution:
    payouts = live.room.state(PAYOUTS)
    if payout not in payouts.by_name or table not in payouts.by_name[payout].to_count:
        raise Missing(f"table {table} takes part in no payout {payout}")
    found, who = payouts.by_name[payout], person(identity)
    return Contribution(
        serial=next_serial(payouts),
        table=table,
        at=live.moment(),
        amount=total(chips),
        dealer=who,
        witness=who,
        chips=chips,
        variance=total(chips) - found.box(table).amount,
        recording=recording,
    )


# The designer.


class DesignNow(Answer, frozen=True, kw_only=True):
    """How far a design has come, and what it came to."""

    running: bool
    read: float
    """Which part of the log has been read."""
    dealt: float
    """Once it has been: which part of the chances has been found."""
    failed: str
    asked: DesignAsked | None
    found: Designed | None


@post(
    "/rooms/{room:str}/payouts/design",
    name="design payout",
    status_code=HTTP_200_OK,
    responses=may_answer(400, 401, 403, 404),
)
async def design(services: FromServices, room: RoomName, data: JSONBody[DesignAsked]) -> DesignNow:
    """Ask what a payout would do in this room; the answer is read at the same address."""
    _, live = floor_of(services, room)
    try:
        _ = data.plan
    except QualifierError as error:
        raise HTTPException(str(error), status_code=400) from None
    services.designing.start(live, room, data)
    return design_now(services, room)


@get("/rooms/{room:str}/payouts/design", name="payout design", responses=READ)
async def designed(services: FromServices, room: RoomName) -> DesignNow:
    """The last design of this room, or how far it has come."""
    floor_of(services, room)
    return design_now(services, room)


def design_now(services: FromServices, room: str) -> DesignNow:
    state = services.designing.state(room)
    if state is None:
        return DesignNow(running=False, read=0.0, dealt=0.0, failed="", asked=None, found=None)
    found = services.designing.found(room)
    return DesignNow(
        running=state.running, read=state.read, dealt=state.dealt, failed=state.failed, asked=state.asked, found=found
    )


HANDLERS = (paper, preview, design, designed)
