"""The rooms for staff over HTTP: one route for every order, and what the books, the register and the floor say."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Annotated, Any

import msgspec
from litestar import Request, delete, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.status_codes import HTTP_200_OK
from msgspec.structs import replace

from pokerroom.ledger import Account, Signature, trial_balance
from pokerroom.ledger.accounts import AccountError
from pokerroom.ledger.state import day_report
from pokerroom.live.entrance.identity import Identity
from pokerroom.live.entrance.passkeys import Site
from pokerroom.live.entrance.places import Place
from pokerroom.live.lobby import waiting_lists
from pokerroom.live.refusals import Refusal, refused
from pokerroom.live.room import LiveRoom
from pokerroom.live.staff import orders
from pokerroom.live.staff.countersigning import Proposal
from pokerroom.live.staff.floor import Floor, RemarkRead
from pokerroom.live.staff.foretelling import digest_of
from pokerroom.live.tables.console import events_at
from pokerroom.room import filing
from pokerroom.room.books import LEDGER
from pokerroom.room.conduct import CONDUCT
from pokerroom.room.duty import DUTY
from pokerroom.room.filing import Register, Version
from pokerroom.room.filing.stream import FILING
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.projections.journal import JournalLine, NotInJournal, of_account
from pokerroom.room.room import Done
from pokerroom.room.tables import TABLES
from pokerroom.web.api.answers import (
    Balance,
    Beside,
    BooksNow,
    FieldDiffers,
    Filing,
    FloorNow,
    Foretold,
    Hold,
    Moved,
    OrderDone,
    OrderKind,
    Removed,
    RulingToWitness,
    StaffOrder,
    ToSign,
)
from pokerroom.web.api.serving import (
    Declined,
    FromIdentity,
    FromPlace,
    FromServices,
    Missing,
    Refused,
    Services,
    may_answer,
    site_of,
)
from pokerroom.words import said

RoomName = Annotated[str, PathParameter(description="`play-chips` or `licensed`.", min_length=1, max_length=20)]
READ = may_answer(400, 401, 403, 404)


def floor_of(services: Services, room: str) -> tuple[Floor, LiveRoom]:
    live = None if services.floor is None else services.floor.room(room)
    if services.floor is None or live is None:
        raise Missing(f"there is no room {room}")
    return services.floor, live


@get("/rooms/{room:str}/orders", name="orders", responses=READ)
async def kinds(services: FromServices, room: RoomName, identity: FromIdentity) -> tuple[OrderKind, ...]:
    """The orders that my role gives in a room, and what each says."""
    floor, _ = floor_of(services, room)
    return tuple(
        OrderKind(
            counter=each.counter.name,
            type=each.type,
            says=orders.fields_of(each),
            second="" if each.second is None else said(each.second.when),
            names_table=each.counter.names_table,
            presence=each.second is not None and each.second.presence,
        )
        for each in floor.may_give(identity)
    )


AS_AN_ORDER = may_answer(400, 401, 403, 404, 409)

AS_WRITTEN = msgspec.json.Decoder(dict[str, Any], float_hook=Decimal)
"""A number with a point is read as it is written: what somebody files is not rounded on its way in."""


@post("/rooms/{room:str}/orders", name="order", status_code=HTTP_200_OK, responses=AS_AN_ORDER)
async def order(
    services: FromServices,
    room: RoomName,
    identity: FromIdentity,
    place: FromPlace,
    request: Request[Any, Any, Any],
    data: JSONBody[StaffOrder],
) -> OrderDone:
    """Give an order. It is signed by whoever is logged in, and durable when this answers; or it waits for another."""
    floor, live = floor_of(services, room)
    says = AS_WRITTEN.decode(await request.body())["order"]
    asked = orders.read(data.counter, says, table=data.table, subject=data.subject)
    if isinstance(asked, Refusal):
        raise Declined(refused(asked, live.name_of))
    second = None if data.beside is None else await beside(services, asked, data.beside, place, site_of(request))
    done = await floor.order(identity, live, asked, id=data.id, beside=second, expected=data.expected)
    if isinstance(done, Proposal):
        return OrderDone(id=data.id, events=(), repeated=False, proposal=done.id)
    events = events_at(live, data.table) if data.table in live.room.states(TABLES) else None
    return replace(answered(live, data.id, done), sequence=events)


async def beside(services: Services, asked: orders.Order, second: Beside, place: Place, site: Site) -> Identity:
    """Whoever signs in the same sitting, by a passkey or by name and password, in a position that may."""
    desk = services.desk
    if second.passkey is not None:
        known = await desk.vouch_by_passkey(second.passkey, site, place=place)
    else:
        known = await desk.vouch(second.name, second.password, place=place)
    if isinstance(known, Refusal):
        raise Refused(known)
    held = known.positions if second.position is None else (second.position,)
    signs = (known.acting_as(each) for each in held)
    return next((each for each in signs if orders.may_sign(each, asked.declaration)), known.identity)


@post("/rooms/{room:str}/foretold", name="foretell", status_code=HTTP_200_OK, responses=AS_AN_ORDER)
async def foretell(
    services: FromServices, room: RoomName, identity: FromIdentity, data: JSONBody[StaffOrder]
) -> Foretold:
    """What an order of the counters `felt` and `round` would lead to, and by which paragraphs. Nothing is done."""
    floor, live = floor_of(services, room)
    asked = orders.read(data.counter, data.order, table=data.table, subject=data.subject)
    told = asked if isinstance(asked, Refusal) else floor.foretell(identity, live, asked)
    if isinstance(told, Refusal):
        raise Declined(refused(told, live.name_of))
    return Foretold(told=told, digest=digest_of(told))


def answered(live: LiveRoom, id: str, done: Done | Refusal) -> OrderDone:  # noqa: A002
    if isinstance(done, Refusal):
        raise Declined(refused(done, live.name_of))
    return OrderDone(id=id, events=tuple(type(event).__name__ for _, event in done.events), repeated=done.repeated)


@get("/rooms/{room:str}/proposals", name="proposals", responses=READ)
async def proposals(services: FromServices, room: RoomName, identity: FromIdentity) -> tuple[ToSign, ...]:
    """The orders of my role that wait for a second signature."""
    floor, live = floor_of(services, room)
    return tuple(to_sign(each, live, identity) for each in floor.to_sign(identity, live))


def to_sign(proposal: Proposal, live: LiveRoom, by: Identity) -> ToSign:
    order = proposal.order
    return ToSign(
        id=proposal.id,
        counter=order.counter,
        type=order.kind.__name__,
        does=order.declaration.sentence,
        says=dict(order.fields),
        table=order.table,
        names=names_in(live, order.fields),
        proposed_by=str(orders.signature(proposal.by)),
        mine=proposal.by.id == by.id,
        at=proposal.at,
        until=proposal.until,
    )


def names_in(live: LiveRoom, said: Any) -> dict[str, str]:
    """What people are called whom an order names, by their ids or by their accounts in the books."""
    found = {text: live.name_of(player_in(text)) for text in texts_in(said)}
    return {text: name for text, name in found.items() if name != player_in(text)}


def player_in(text: str) -> str:
    """The id in the name of an account; any other text may be one itself."""
    try:
        return Account.parse(text).player
    except AccountError:
        return text


def texts_in(said: Any) -> Iterator[str]:
    if isinstance(said, str):
        yield said
    elif isinstance(said, Mapping):
        yield from (text for each in said.values() for text in texts_in(each))
    elif isinstance(said, Sequence):
        yield from (text for each in said for text in texts_in(each))


ProposalId = Annotated[str, PathParameter(description="As the order was answered with.", min_length=1, max_length=40)]


@post(
    "/rooms/{room:str}/proposals/{proposal:str}/signature",
    name="countersign",
    status_code=HTTP_200_OK,
    responses=may_answer(400, 401, 403, 404, 409),
)
async def countersign(
    services: FromServices, room: RoomName, proposal: ProposalId, identity: FromIdentity
) -> OrderDone:
    """Sign what somebody else has proposed: it is carried out, and durable when this answers."""
    floor, live = floor_of(services, room)
    return answered(live, proposal, await floor.countersign(identity, live, proposal))


@delete(
    "/rooms/{room:str}/proposals/{proposal:str}",
    name="drop proposal",
    status_code=HTTP_200_OK,
    responses=may_answer(400, 401, 403, 404, 409),
)
async def drop(services: FromServices, room: RoomName, proposal: ProposalId, identity: FromIdentity) -> ToSign:
    """Take back what waits for a second signature."""
    floor, live = floor_of(services, room)
    dropped = await floor.drop(identity, live, proposal)
    if isinstance(dropped, Refusal):
        raise Declined(refused(dropped, live.name_of))
    return to_sign(dropped, live, identity)


@get("/rooms/{room:str}/books", name="books", responses=READ)
async def books(services: FromServices, room: RoomName) -> BooksNow:
    """What every account holds, and the gaming day so far."""
    _, live = floor_of(services, room)
    await live.book()
    now = live.room.state(LEDGER)
    balance, day = trial_balance(now), now.open_day
    return BooksNow(
        balances=tuple(Balance(account=str(line.account), balance=line.balance) for line in balance.lines),
        debits=balance.debits,
        credits=balance.credits,
        day=None if day is None else str(day.date),
        report=None if day is None else msgspec.to_builtins(day_report(now)),
    )


AccountName = Annotated[
    str,
    QueryParameter(description="As the books write it: `bank:<player>`, `inventory:<table>`, `cage`.", max_length=200),
]
Most = Annotated[int, QueryParameter(description="How many at most.", ge=1, le=200)]
Before = Annotated[
    str | None, QueryParameter(description="Only what was posted before the transfer of this id.", max_length=200)
]


@get("/rooms/{room:str}/journal", name="journal", responses=READ, sync_to_thread=True)
def journal(
    services: FromServices, room: RoomName, account: AccountName, before: Before = None, most: Most = 200
) -> tuple[Moved, ...]:
    """The last transfers to or from an account, oldest first; `before` pages back."""
    _, live = floor_of(services, room)
    try:
        wanted = Account.parse(account)
        lines = of_account(live.store.projected.caught_up(), wanted, before=before, most=most)
    except (AccountError, NotInJournal) as error:
        raise Missing(str(error)) from None
    return tuple(map(moved, lines))


def moved(line: JournalLine) -> Moved:
    return Moved(
        id=line.id,
        at=line.at,
        debit=line.debit,
        credit=line.credit,
        amount=line.amount,
        reason=line.reason,
        rule=line.paragraph or "",
        by=str(Signature(line.by, line.role)),
        note=line.note,
        corrects=line.corrects,
    )


@get("/rooms/{room:str}/filings", name="filings", responses=READ)
async def filings(services: FromServices, room: RoomName) -> tuple[Filing, ...]:
    """Everything filed, version by version."""
    _, live = floor_of(services, room)
    register, now = live.room.state(FILING), live.moment()
    return tuple(
        filed(register, version, in_force=filing.in_force(register, subject, now) == version)
        for subject, versions in register.versions.items()
        for version in versions
    )


def filed(register: Register, version: Version, *, in_force: bool) -> Filing:
    proposed = version.approved is None and version.withdrawn is None
    changes = filing.preview(register, version) if proposed else version.changes
    return Filing(
        subject=version.subject,
        version=version.number,
        document=version.document,
        filed_on=version.filed_on,
        effective=version.effective,
        proposed_by=str(version.proposed.by),
        approved_by=None if version.approved is None else str(version.approved.by),
        withdrawn_by=None if version.withdrawn is None else str(version.withdrawn.by),
        in_force=in_force,
        changes=tuple(map(str, changes)),
        departures=tuple(map(str, filing.departures(version.settings))),
        differences=tuple(FieldDiffers(field=each.field, before=each.was, after=each.now) for each in changes),
        settings=msgspec.to_builtins(version.settings),
    )


@get("/rooms/{room:str}/floor", name="floor", responses=READ)
async def floor(services: FromServices, room: RoomName) -> FloorNow:
    """Waiting lists, seats that are held, who may not play, rulings that nobody has witnessed, and who is on duty."""
    _, live = floor_of(services, room)
    lists = live.room.state(LISTS)
    return FloorNow(
        lists=tuple(waiting_lists(live, "")),
        holds=tuple(
            Hold(
                table=each.place.table,
                seat=each.place.seat,
                player=each.player,
                until=each.until,
                accepted=each.accepted,
            )
            for each in lists.holds
        ),
        barred={player: each.reason for player, each in lists.barred.items()},
        removals=tuple(
            Removed(
                player=each.player, cause=each.cause, at=each.at, notified=each.notified, reinstated=each.reinstated
            )
            for each in live.room.state(CONDUCT).removals
        ),
        rulings=tuple(
            RulingToWitness(table=name, ruling=each.number, by=each.by, at=each.at, reason=each.reason)
            for name, table in live.room.states(TABLES).items()
            for each in table.unwitnessed
        ),
        on_duty=tuple(live.room.state(DUTY).now.values()),
    )


Table = Annotated[str, QueryParameter(description="The name of a table.", min_length=1, max_length=64)]


@get("/rooms/{room:str}/talk", name="talk", responses=READ, sync_to_thread=True)
def talk(services: FromServices, room: RoomName, table: Table) -> tuple[RemarkRead, ...]:
    """What was said at a table."""
    floor, live = floor_of(services, room)
    return floor.said(live, table)


HANDLERS = (kinds, order, foretell, proposals, countersign, drop, books, journal, filings, floor, talk)
