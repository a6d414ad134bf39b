"""Watching over the game, over HTTP: rounds for staff, who looked at what, what somebody did, what security carries."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.exceptions import HTTPException
from litestar.params import JSONBody, QueryParameter
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta

from pokerroom.cards import Card, card_text
from pokerroom.games import CATALOGUE
from pokerroom.ledger import DayReport
from pokerroom.live.archive import ArchivedRound, NoSuchRound, Shown
from pokerroom.live.entrance.accounts import Account
from pokerroom.live.evidence import evidence_of
from pokerroom.live.refusals import Refusal, refused
from pokerroom.live.room import CAGE, LiveRoom
from pokerroom.live.staff.gaming_days import days_of
from pokerroom.live.staff.looking import (
    Act,
    Acts,
    DeckOpening,
    Doer,
    acts_of,
    deck_openings,
    hall_of,
    look,
    may_see_decks,
    rounds_played,
)
from pokerroom.live.staff.people import account_called, accounts_known
from pokerroom.room.books import LEDGER
from pokerroom.room.looks import LOOKS, Look
from pokerroom.room.looks.stream import RecordingNoted
from pokerroom.room.projections import incidents
from pokerroom.room.projections.days import day_under_way
from pokerroom.room.projections.incidents import IncidentRecord
from pokerroom.room.projections.rounds import RoundPlayed
from pokerroom.room.security import SECURITY, Carriage, IncidentReported
from pokerroom.room.security.stream import REMEMBERED
from pokerroom.web.api.answers import Answer, Failed, Moved, Proof, Request, RoundSummary, Seated
from pokerroom.web.api.desks import transfer_told
from pokerroom.web.api.history import Number, TableName
from pokerroom.web.api.serving import Declined, FromIdentity, FromServices, Missing, Services, may_answer
from pokerroom.web.api.staff import READ, RoomName, floor_of
from pokerroom.wire.messages import Told

Text = Annotated[str, QueryParameter(description="Left empty, it may be anything.", max_length=200)]
Before = Annotated[datetime | None, QueryParameter(description="Only rounds that ended before this.")]
Most = Annotated[int, QueryParameter(description="How many at most.", ge=1, le=200)]
OfDay = Annotated[date | None, QueryParameter(description="Of this gaming day; the one under way if none is named.")]


class RoundsForStaff(Answer, frozen=True, kw_only=True):
    rounds: tuple[RoundSummary, ...]
    before: datetime | None


class RoundForStaff(Answer, frozen=True, kw_only=True):
    """A round as a spectator saw it, or opened for a recorded reason; nobody in it is `me`."""

    summary: RoundSummary
    told: tuple[Told, ...]
    hidden: bool
    """Whether cards are shown that nobody had shown."""
    proof: Proof | None


class OpenRound(Request, frozen=True, kw_only=True):
    reason: Annotated[str, Meta(min_length=1, max_length=500)]
    """Why cards are looked at that nobody has shown; it is recorded."""


def summary(services: Services, live: LiveRoom, each: RoundPlayed) -> RoundSummary:
    return RoundSummary(
        table=each.table,
        round=each.number,
        game=each.game,
        title=CATALOGUE[each.edition, each.game].name,
        edition=each.edition,
        at=each.ended,
        ending=each.ending,
        seats=tuple(
            Seated(seat=seat, name=services.house.name_of(player), net=net, me=False)
            for seat, player, net in zip(each.lineup, each.players, each.nets, strict=True)
        ),
        net=0,
        play_chips=live.play_chips,
    )


@get("/rooms/{room:str}/rounds", name="staff rounds", responses=READ, sync_to_thread=True)
def rounds(
    services: FromServices,
    room: RoomName,
    *,
    table: Text = "",
    player: Text = "",
    before: Before = None,
    most: Most = 50,
) -> RoundsForStaff:
    """The rounds that are over, of a table, a player or the room, the latest first. No cards."""
    if before is not None and before.utcoffset() is None:
        raise HTTPException("the time says no time zone", status_code=400)
    _, live = floor_of(services, room)
    found = rounds_played(live, table=table, player=player, before=before, most=most)
    return RoundsForStaff(
        rounds=tuple(summary(services, live, each) for each in found),
        before=found[-1].ended if len(found) == most else None,
    )


async def looked(
    services: Services, who: FromIdentity, room: str, table: str, number: int, *, reason: str | None
) -> RoundForStaff:
    _, live = floor_of(services, room)
    names = services.house.name_of
    try:
        found = await look(live, services.archive, who, table, number, names=names, reason=reason)
    except NoSuchRound as error:
        raise Missing(str(error)) from None
    if isinstance(found, Refusal):
        raise Declined(refused(found, live.name_of))
    return told(services, live, *found, hidden=reason is not None)


def told(services: Services, live: LiveRoom, found: ArchivedRound, shown: Shown, *, hidden: bool) -> RoundForStaff:
    builtins: dict[str, Any] = msgspec.to_builtins(shown.evidence) if shown.evidence is not None else {}
    proof = msgspec.convert(builtins | {"play_chips": live.play_chips}, Proof) if builtins else None
    return RoundForStaff(summary=summary(services, live, found.played), told=shown.told, hidden=hidden, proof=proof)


@get("/rooms/{room:str}/rounds/{table:str}/{number:int}", name="staff round", responses=READ)
async def one_round(
    services: FromServices, identity: FromIdentity, room: RoomName, table: TableName, number: Number
) -> RoundForStaff:
    """Any round that is over, as a spectator saw it. That it was looked at is recorded."""
    return await looked(services, identity, room, table, number, reason=None)


@post(
    "/rooms/{room:str}/rounds/{table:str}/{number:int}/opened",
    name="open round",
    status_code=HTTP_200_OK,
    responses=may_answer(400, 401, 403, 404, 409),
)
async def open_round(
    services: FromServices,
    identity: FromIdentity,
    room: RoomName,
    table: TableName,
    number: Number,
    data: JSONBody[OpenRound],
) -> RoundForStaff:
    """The same with every card that was dealt, for a reason recorded first; the rest of the deck stays hidden."""
    return await looked(services, identity, room, table, number, reason=data.reason)


@get("/rooms/{room:str}/rounds/{table:str}/{number:int}/bundle", name="round bundle", responses=READ)
async def round_bundle(
    services: FromServices, identity: FromIdentity, room: RoomName, table: TableName, number: Number
) -> Response[bytes]:
    """The evidence of one round as a file: record, proof, PHH and words. `pokerroom evidence FILE` verifies it."""
    await looked(services, identity, room, table, number, reason=None)
    _, live = floor_of(services, room)
    found = services.archive.any_round(hall_of(live), table, number)
    content = await live.world.threads.run(evidence_of, services.archive, found, services.house.name_of)
    name = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in f"{table}-{number}")
    headers = {"content-disposition": f'attachment; filename="evidence-{name}.zip"'}
    return Response(content, media_type="application/zip", headers=headers)


class DeckSeen(Answer, frozen=True, kw_only=True):
    """A deck of a round, each card by its name from the top down; `??` where the room does not know it."""

    order: tuple[str, ...]
    burned: tuple[str, ...]
    stayed: tuple[str, ...]


@get("/rooms/{room:str}/rounds/{table:str}/{number:int}/decks", name="round decks", responses=READ)
async def round_decks(
    services: FromServices, identity: FromIdentity, room: RoomName, table: TableName, number: Number
) -> tuple[DeckSeen, ...]:
    """The decks of a round that I had opened by an order, `OpenDecks`: in their order, what was burned, what stayed."""
    _, live = floor_of(services, room)
    run = live.world.threads.run
    if not await run(may_see_decks, live, identity, table, number):
        raise Missing("you have not had the decks of this round opened")
    found = await run(services.archive.any_round, hall_of(live), table, number)
    return tuple(
        DeckSeen(order=named(each.order), burned=named(each.burned), stayed=named(each.stayed))
        for each in await run(services.archive.decks, found)
    )


def named(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(map(card_text, cards))


class LooksTaken(Answer, frozen=True, kw_only=True):
    """Who looked at what, the latest first, and how many looks there were in all."""

    taken: int
    looks: tuple[Look, ...]


@get("/rooms/{room:str}/looks", name="looks", responses=READ)
async def looks(services: FromServices, room: RoomName) -> LooksTaken:
    """The log of who looked at what, and for what reason."""
    _, live = floor_of(services, room)
    state = live.room.state(LOOKS)
    return LooksTaken(taken=state.taken, looks=tuple(reversed(state.last)))


Who = Annotated[str, QueryParameter(description="The name of an account, or an id.", min_length=1, max_length=64)]


After = Annotated[int, QueryParameter(description="Go on from here, as the answer before said.", ge=0)]


class ActsOfPerson(Answer, frozen=True, kw_only=True):
    who: str
    role: str
    acts: tuple[Act, ...]
    goes_on: int | None
    """The day is longer: `after` this there is more of it."""


@get("/rooms/{room:str}/activity", name="activity", responses=READ, sync_to_thread=True)
def activity(
    services: FromServices, room: RoomName, who: Who, *, of_day: OfDay = None, after: After = 0
) -> ActsOfPerson:
    """What one person did in a gaming day, order by order, with what they signed for others."""
    _, live = floor_of(services, room)
    account = account_called(live, services.desk, who)
    if account is None:
        doer, role = Doer(who, live.name_of(who), works_here=False), ""
    else:
        doer, role = Doer(account.id, account.name, works_here=bool(account.positions)), account.role.value
    day = of_day or day_under_way(live.store.projected.caught_up())
    found = Acts((), None) if day is None else acts_of(live, doer, day, after=after)
    return ActsOfPerson(who=doer.name, role=role, acts=found.found, goes_on=found.goes_on)


@get("/rooms/{room:str}/incidents", name="incidents", responses=READ, sync_to_thread=True)
def incidents_of(
    services: FromServices, room: RoomName, *, of_day: OfDay = None, table: Text = "", player: Text = ""
) -> tuple[IncidentRecord, ...]:
    """What went wrong or was decided by staff, the latest first: of a day, a table or a player."""
    _, live = floor_of(services, room)
    rows = live.store.projected.caught_up()
    if table:
        return tuple(incidents.of_table(rows, table))
    if player:
        return tuple(incidents.of_player(rows, player))
    day = of_day or day_under_way(rows)
    return () if day is None else tuple(reversed(incidents.of_day(rows, day)))


class AccountTrouble(Answer, frozen=True, kw_only=True):
    """An account at which log-ins failed, or that is locked."""

    name: str
    role: str
    locked: bool
    places: int
    """Devices and addresses to which it is closed."""
    failed: Failed | None


class ToRecord(Answer, frozen=True, kw_only=True):
    """Something that was counted, by the number that its slip has; not what it came to."""

    subject: str
    what: str
    at: datetime
    by: str


class Watch(Answer, frozen=True, kw_only=True):
    """What those who watch over the room look at first."""

    deck_openings: tuple[DeckOpening, ...]
    accounts: tuple[AccountTrouble, ...]
    recordings: tuple[RecordingNoted, ...]
    to_record: tuple[ToRecord, ...]
    """Counts of the last gaming days that no recording is noted for, the latest first."""


@get("/rooms/{room:str}/watch", name="watch", responses=READ)
async def watch(services: FromServices, room: RoomName) -> Watch:
    """Decks that were opened, log-ins that failed, accounts that are locked, recordings that were noted."""
    _, live = floor_of(services, room)
    opened = await live.world.threads.run(deck_openings, live)
    counted = await live.world.threads.run(counted_lately, live)
    noted = live.room.state(LOOKS).recordings
    subjects = {each.subject for each in noted}
    troubled = [trouble(services, each) for each in accounts_known(live, services.desk) if is_troubled(services, each)]
    return Watch(
        deck_openings=opened,
        accounts=tuple(sorted(troubled, key=lambda each: (not each.locked, each.name))),
        recordings=tuple(reversed(noted[-RECORDINGS_SHOWN:])),
        to_record=tuple(each for each in counted if each.subject not in subjects),
    )


RECORDINGS_SHOWN = 500

DAYS_TO_RECORD = 7
"""Gaming days whose counts wait for their recordings: the closing counts of a day come just before the next begins."""


def counted_lately(live: LiveRoom) -> tuple[ToRecord, ...]:
    """What was counted in the last gaming days, the latest first."""
    found = [each for day, report in days_of(live, most=DAYS_TO_RECORD) for each in counted_in(day.date, report)]
    return tuple(sorted(found, key=lambda each: each.at, reverse=True))


def counted_in(day: date, report: DayReport) -> Iterator[ToRecord]:
    for number, slip in enumerate(report.slips, start=1):
        yield ToRecord(subject=f"count {day}.{number}", what=f"table {slip.table}", at=slip.at, by=str(slip.by))
    for number, drawer in enumerate(report.drawers or (), start=1):
        by = str(drawer.drawer.cashier)
        yield ToRecord(subject=f"drawer {day}.{number}", what="drawer", at=drawer.at, by=by)


def is_troubled(services: Services, account: Account) -> bool:
    return account.failed is not None or account.is_locked(services.desk.now) or bool(places(services, account))


def places(services: Services, account: Account) -> int:
    return len(services.desk.locked_places(account.id))


def trouble(services: Services, account: Account) -> AccountTrouble:
    failed = account.failed
    return AccountTrouble(
        name=account.name,
        role=account.role.value,
        locked=account.is_locked(services.desk.now),
        places=places(services, account),
        failed=None if failed is None else Failed(**msgspec.structs.asdict(failed)),
    )


class SecurityNow(Answer, frozen=True, kw_only=True):
    to_carry: tuple[Moved, ...]
    """Fills and credits of this gaming day and the last whose chips nobody has taken over, the oldest first."""
    under_way: tuple[Carriage, ...]
    arrived: tuple[Carriage, ...]
    """The latest first."""
    incidents: tuple[IncidentReported, ...]


@get("/rooms/{room:str}/security", name="security", responses=READ)
async def security(services: FromServices, room: RoomName) -> SecurityNow:
    """What is to be carried, what is under way, what has arrived, and incidents."""
    _, live = floor_of(services, room)
    state = live.room.state(SECURITY)
    carried = tuple(reversed([*state.carriages.values()]))
    arrived = tuple(each for each in carried if each.handed is not None)
    return SecurityNow(
        to_carry=to_carry(live),
        under_way=tuple(each for each in carried if each.handed is None),
        arrived=arrived[:REMEMBERED],
        incidents=tuple(reversed(state.incidents)),
    )


def to_carry(live: LiveRoom) -> tuple[Moved, ...]:
    moved, state = live.room.state(LEDGER).chips_moved, live.room.state(SECURITY)
    # What the room itself brings to its play-chip tables nobody carries.
    return tuple(transfer_told(each) for each in moved if each.by != CAGE and not state.carries(str(each.id)))


HANDLERS = (
    rounds,
    one_round,
    open_round,
    round_bundle,
    round_decks,
    looks,
    activity,
    incidents_of,
    watch,
    security,
)
