"""The desks of cage and accounting over HTTP: players, drawers, table banks, gaming days, the journal, and forms."""

from datetime import date
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get
from litestar.exceptions import HTTPException
from litestar.params import PathParameter, QueryParameter
from msgspec import UNSET

from pokerroom.ledger import Drawer, DrawerSlip, Slip, Transfer
from pokerroom.ledger.accounts import Account, AccountError, drop_box
from pokerroom.ledger.days import PARTS, DayReport
from pokerroom.ledger.drawers import FIGURES as AT_THE_DESK
from pokerroom.live.entrance.identity import Identity
from pokerroom.live.forms import Form, NotInstalled
from pokerroom.live.forms.exporting import EXPORTS, FORMATS
from pokerroom.live.forms.filling import Letterhead
from pokerroom.live.forms.finding import NoSuchForm, form_of
from pokerroom.live.forms.paper import pdf
from pokerroom.live.forms.thermal import escpos, text
from pokerroom.live.room import LiveRoom
from pokerroom.live.staff.bookkeeping import CORRECTIONS
from pokerroom.live.staff.gaming_days import NoSuchDay, Search, days_of, on_tables, report_of, search
from pokerroom.live.staff.people import find_players
from pokerroom.room.books import LEDGER
from pokerroom.room.projections.days import GamingDay
from pokerroom.room.projections.journal import NotInJournal
from pokerroom.room.tables import TABLES
from pokerroom.web.api.answers import Moved
from pokerroom.web.api.desk_answers import (
    CageNow,
    DayLine,
    DaySum,
    DayTold,
    DrawerCounted,
    DrawerNow,
    GamingDays,
    JournalFound,
    PartSum,
    PlayersFound,
    TableBank,
    TableCount,
)
from pokerroom.web.api.serving import FromIdentity, FromServices, Missing, Services
from pokerroom.web.api.staff import READ, RoomName, floor_of, moved

CASH_LATELY = 60
"""How many transfers of the cage its console shows."""

NOT_BUILT_IN = 501

Like = Annotated[str, QueryParameter(description="Part of a name, or the first letters of an id.", max_length=64)]


@get("/rooms/{room:str}/players", name="find players", responses=READ)
async def players(services: FromServices, room: RoomName, like: Like = "") -> PlayersFound:
    """Players by name or id, with what the room keeps for them and what stands against them."""
    _, live = floor_of(services, room)
    await live.book()
    return PlayersFound(players=find_players(live, services.desk, like))


@get("/rooms/{room:str}/cage", name="cage", responses=READ)
async def cage(services: FromServices, identity: FromIdentity, room: RoomName) -> CageNow:
    """Drawers, table banks, and what the cage did last."""
    _, live = floor_of(services, room)
    await live.book()
    books = live.room.state(LEDGER)
    day = books.open_day
    return CageNow(
        day=None if day is None else day.date,
        play_chips=live.play_chips,
        drawers=tuple(drawer_now(each, identity) for each in books.drawers.values()),
        closed=() if books.day is None else drawers_counted(books.day.date, books.drawer_slips),
        tables=table_banks(live),
        lately=(done := lately(live)),
        names=named_in(live, done),
    )


def drawer_now(drawer: Drawer, who: Identity) -> DrawerNow:
    return DrawerNow(
        id=str(drawer.id),
        cashier=drawer.cashier.name,
        opened=drawer.opened,
        opener=drawer.opener,
        paid_in=drawer.paid_in,
        paid_out=drawer.paid_out,
        fills=drawer.fills,
        credits=drawer.credits,
        expected=drawer.expected,
        mine=drawer.cashier.name == who.name,
    )


def drawers_counted(day: date, slips: tuple[DrawerSlip, ...]) -> tuple[DrawerCounted, ...]:
    return tuple(drawer_counted(f"{day}.{number}", slip) for number, slip in enumerate(slips, start=1))


def drawer_counted(key: str, slip: DrawerSlip) -> DrawerCounted:
    drawer = slip.drawer
    return DrawerCounted(
        key=key,
        cashier=drawer.cashier.name,
        second="" if slip.second is UNSET else str(slip.second),
        opened=drawer.opened,
        closed=slip.at,
        expected=drawer.expected,
        counted=slip.counted,
        difference=slip.difference,
        flag=slip.flag.value,
        pieces=slip.pieces,
    )


def table_banks(live: LiveRoom) -> tuple[TableBank, ...]:
    books, stakes = live.room.state(LEDGER), on_tables(live)
    return tuple(
        TableBank(
            table=name,
            open=table.is_open,
            tray=books.tray(name),
            expected=books.tray(name).expected,
            stakes=stakes.get(name, 0),
            drop=books.balance(drop_box(name)),
        )
        for name, table in live.room.states(TABLES).items()
        if table.is_open or books.tray(name).expected
    )


def lately(live: LiveRoom) -> tuple[Moved, ...]:
    """The books remember the last of the cage's own records and of corrections: nothing is looked up."""
    seen = live.room.state(LEDGER).seen
    recent = (each for stream in (LEDGER.name, CORRECTIONS) if stream in seen for each in seen[stream].recent)
    mine = [each for each in recent if isinstance(each, Transfer) and each.reason in AT_THE_DESK]
    mine.sort(key=lambda each: each.at)
    return tuple(transfer_told(each) for each in reversed(mine[-CASH_LATELY:]))


def named_in(live: LiveRoom, moved: tuple[Moved, ...]) -> dict[str, str]:
    """Whose money it was: players by their accounts."""
    accounts = {account for each in moved for account in (each.debit, each.credit)}
    players = {account: Account.parse(account).player for account in accounts}
    return {account: live.name_of(player) for account, player in players.items() if player}


def transfer_told(transfer: Transfer) -> Moved:
    return Moved(
        id=str(transfer.id),
        at=transfer.at,
        debit=str(transfer.debit),
        credit=str(transfer.credit),
        amount=transfer.amount,
        reason=transfer.reason.value,
        rule="" if transfer.rule is None else transfer.rule.paragraph,
        by=str(transfer.by),
        note=transfer.note,
        corrects=None if transfer.corrects is None else str(transfer.corrects),
    )


# Gaming days.

MostDays = Annotated[int, QueryParameter(description="How many at most.", ge=1, le=60)]
DaysBefore = Annotated[date | None, QueryParameter(description="Only days before this one.")]


@get("/rooms/{room:str}/days", name="days", responses=READ, sync_to_thread=True)
def days(services: FromServices, room: RoomName, most: MostDays = 14, before: DaysBefore = None) -> GamingDays:
    """The gaming days, the latest first, each with its totals."""
    _, live = floor_of(services, room)
    found = tuple(day_sum(day, report) for day, report in days_of(live, most=most, before=before))
    return GamingDays(today=services.settings.gaming_date(live.moment()), days=found)


def day_sum(day: GamingDay, report: DayReport) -> DaySum:
    return DaySum(
        date=day.date,
        opened=day.opened,
        closed=day.closed,
        opened_by=day.opened_by,
        closed_by=day.closed_by,
        total=report.total,
        rake=report.total.rake,
    )


DayName = Annotated[date, PathParameter(description="The date of a gaming day.")]


@get("/rooms/{room:str}/days/{day:date}", name="day", responses=READ, sync_to_thread=True)
def day(services: FromServices, room: RoomName, day: DayName) -> DayTold:
    """The master game report of a day: by table, game and shift, with its counts and drawers."""
    _, live = floor_of(services, room)
    return day_told(reported(live, day))


def reported(live: LiveRoom, day: date) -> DayReport:
    try:
        return report_of(live, day)
    except NoSuchDay as error:
        raise Missing(str(error)) from None


def day_told(report: DayReport) -> DayTold:
    day = report.day
    return DayTold(
        date=day.date,
        opened=day.opened,
        closed=day.closed,
        lines=tuple(
            DayLine(table=each.where.table, game=each.where.game, shift=each.where.shift, figures=each.figures)
            for each in report.lines
        ),
        sums=tuple(
            PartSum(part=part, name=name, figures=figures)
            for part in PARTS
            for name, figures in sorted(report.by(part).items())
        ),
        total=report.total,
        rake=report.total.rake,
        counts=tuple(table_count(f"{day.date}.{number}", each) for number, each in enumerate(report.slips, start=1)),
        drawers=drawers_counted(day.date, report.drawers or ()),
        in_play={str(each.account): each.balance for each in report.in_play},
        debits=report.debits,
        credits=report.credits,
    )


def table_count(key: str, slip: Slip) -> TableCount:
    return TableCount(
        key=key,
        table=slip.table,
        at=slip.at,
        by=str(slip.by),
        second="" if slip.second is UNSET else str(slip.second),
        tray=slip.tray,
        expected=slip.expected,
        counted=slip.closer,
        difference=slip.difference,
        flag=slip.flag.value,
        drop_expected=slip.drop_expected,
        drop=slip.drop,
        drop_difference=slip.drop_difference,
        drop_flag=slip.drop_flag.value,
    )


# The journal.

Text = Annotated[str, QueryParameter(description="Left empty, it may be anything.", max_length=200)]
Amount = Annotated[int | None, QueryParameter(description="In cents.", ge=0, le=10**12)]
OfDay = Annotated[date | None, QueryParameter(description="Of this gaming day.")]
Before = Annotated[str | None, QueryParameter(description="Only what was posted before this id.", max_length=200)]
Most = Annotated[int, QueryParameter(description="How many at most.", ge=1, le=500)]
Only = Annotated[bool, QueryParameter(description="Only corrections.")]


@get("/rooms/{room:str}/transfers", name="transfers", responses=READ, sync_to_thread=True)
def transfers(  # noqa: PLR0913  whatever stands in a line can be searched for
    services: FromServices,
    room: RoomName,
    *,
    of_day: OfDay = None,
    account: Text = "",
    player: Text = "",
    table: Text = "",
    reason: Text = "",
    by: Text = "",
    words: Text = "",
    least: Amount = None,
    greatest: Amount = None,
    corrections: Only = False,
    before: Before = None,
    most: Most = 100,
) -> JournalFound:
    """The journal searched by anything that stands in it, the latest first."""
    _, live = floor_of(services, room)
    wanted = Search(
        day=of_day,
        account=account,
        player=player,
        table=table,
        reason=reason,
        by=by,
        text=words,
        least=least,
        greatest=greatest,
        corrections=corrections,
    )
    try:
        found = search(live, wanted, before=before, most=most)
    except (AccountError, NotInJournal) as error:
        raise Missing(str(error)) from None
    lines = tuple(map(moved, found.lines))
    return JournalFound(lines=lines, before=found.before, names=named_in(live, lines))


# Forms and exports.


class NotBuiltIn(HTTPException):
    status_code = NOT_BUILT_IN


FormKind = Annotated[str, PathParameter(description="`transfer`, `count`, `drawer` or `day`.", max_length=20)]
FormKey = Annotated[str, PathParameter(description="An id of the journal, or `<day>.<number>`.", max_length=200)]
FormAs = Annotated[
    str,
    QueryParameter(
        name="as", description="`pdf`, `escpos` for a thermal printer, `text`, or `json`: its values.", max_length=10
    ),
]

PRINTED: dict[str, tuple[Any, str, str]] = {
    "pdf": (pdf, "application/pdf", "pdf"),
    "escpos": (escpos, "application/octet-stream", "bin"),
    "text": (text, "text/plain; charset=utf-8", "txt"),
    "json": (lambda form: msgspec.json.encode(form.values), "application/json", "json"),
}


@get("/rooms/{room:str}/forms/{kind:str}/{key:str}", name="form", responses=READ, sync_to_thread=True)
def form(
    request: Request[Any, Any, Any],
    services: FromServices,
    room: RoomName,
    kind: FormKind,
    key: FormKey,
    as_: FormAs = "pdf",
) -> Response[Any]:
    """A receipt, a slip or a report as a document; printed again it is the same."""
    _, live = floor_of(services, room)
    if as_ not in PRINTED:
        raise Missing(f"forms are printed as {', '.join(PRINTED)}, not {as_!r}")
    try:
        found = form_of(live, kind, key, letterhead(services, live, str(request.base_url)))
    except NoSuchForm as error:
        raise Missing(str(error)) from None
    return printed(found, as_)


def letterhead(services: Services, live: LiveRoom, address: str) -> Letterhead:
    name = "Poker room, play chips" if live.play_chips else "Poker room"
    return Letterhead(name, address, services.house.name_of, lambda at: at.astimezone(services.settings.zone))


def printed(form: Form, how: str) -> Response[Any]:
    make, media, ending = PRINTED[how]
    try:
        content = make(form)
    except NotInstalled as error:
        raise NotBuiltIn(f"{error} needs the extra `reports`: pip install 'pokerroom[reports]'") from None
    headers = {"content-disposition": f'inline; filename="{form.file_name}.{ending}"'}
    return Response(content, media_type=media, headers=headers)


Exported = Annotated[str, PathParameter(description="`figures`, `journal`, `incidents` or `rounds`.", max_length=20)]
Written = Annotated[str, PathParameter(description="`csv` or `parquet`.", max_length=10)]


@get(
    "/rooms/{room:str}/days/{day:date}/{what:str}/{written:str}",
    name="export",
    responses=READ,
    sync_to_thread=True,
)
def export(services: FromServices, room: RoomName, day: DayName, what: Exported, written: Written) -> Response[bytes]:
    """Rows of a gaming day for other programs; amounts are cents."""
    _, live = floor_of(services, room)
    if what not in EXPORTS or written not in FORMATS:
        raise Missing(f"there is no {what} as {written}")
    write, media = FORMATS[written]
    try:
        content = write(EXPORTS[what](live, day))
    except NoSuchDay as error:
        raise Missing(str(error)) from None
    except NotInstalled as error:
        raise NotBuiltIn(f"{error} needs the extra `reports`: pip install 'pokerroom[reports]'") from None
    headers = {"content-disposition": f'attachment; filename="{what}-{day}.{written}"'}
    return Response(content, media_type=media, headers=headers)


HANDLERS = (players, cage, days, day, transfers, form, export)
