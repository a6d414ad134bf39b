"""My rounds over HTTP: which there were, one of them in words, as a PHH file, and the proof of its deck."""

import asyncio
from datetime import datetime
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Response, get
from litestar.exceptions import HTTPException
from litestar.params import PathParameter, QueryParameter

from pokerroom.games import CATALOGUE
from pokerroom.history.record import IrregularRoundError
from pokerroom.live.archive import ArchivedRound, NoSuchRound, NotProvable
from pokerroom.live.entrance.identity import Identity
from pokerroom.web.api.answers import Proof, Rounds, RoundSummary, RoundTold, Seated
from pokerroom.web.api.serving import CONFLICT, FromIdentity, FromServices, Missing, Services, may_answer

TableName = Annotated[str, PathParameter(description="The name of a table.", min_length=1, max_length=64)]
Number = Annotated[int, PathParameter(description="The number of a round of play at the table.", ge=1, le=2**53)]
Before = Annotated[datetime | None, QueryParameter(description="Only rounds that ended before this.")]
Most = Annotated[int, QueryParameter(description="How many at most.", ge=1, le=200)]

ROUND_ANSWERS = may_answer(400, 401, 404)
EXPORT_ANSWERS = may_answer(400, 401, 404, 409)


class Conflict(HTTPException):
    status_code = CONFLICT


async def found(services: Services, table: str, number: int, who: Identity) -> ArchivedRound:
    try:
        return await asyncio.to_thread(services.archive.find, table, number, who.id)
    except NoSuchRound as error:
        raise Missing(str(error)) from None


def summary(found: ArchivedRound, who: Identity, services: Services) -> RoundSummary:
    each = found.played
    return RoundSummary(
        table=each.table,
        round=each.number,
        game=each.game,
        title=CATALOGUE[each.edition, each.game].name,
        edition=each.edition,
        at=each.ended,
        ending=each.ending,
        seats=tuple(
            Seated(seat=seat, name=services.house.name_of(player), net=net, me=player == who.id)
            for seat, player, net in zip(each.lineup, each.players, each.nets, strict=True)
        ),
        net=each.nets[each.players.index(who.id)],
        play_chips=found.hall.play_chips,
    )


@get("/rounds", name="rounds", responses=may_answer(400, 401))
async def rounds(services: FromServices, identity: FromIdentity, before: Before = None, most: Most = 50) -> Rounds:
    """The rounds I was dealt into, the latest first."""
    if before is not None and before.utcoffset() is None:
        raise HTTPException("the time says no time zone", status_code=400)
    mine = await asyncio.to_thread(services.archive.rounds_of, identity.id, before=before, most=most)
    return Rounds(
        rounds=tuple(summary(each, identity, services) for each in mine),
        before=mine[-1].played.ended if len(mine) == most else None,
    )


@get("/rounds/{table:str}/{number:int}", name="round", responses=ROUND_ANSWERS)
async def one_round(services: FromServices, identity: FromIdentity, table: TableName, number: Number) -> RoundTold:
    """A round of mine, event by event, as I saw it."""
    mine = await found(services, table, number, identity)
    told = await asyncio.to_thread(services.archive.told, mine, identity.id, services.house.name_of)
    return RoundTold(summary=summary(mine, identity, services), told=told)


@get(
    "/rounds/{table:str}/{number:int}/phh",
    name="round phh",
    media_type=MediaType.TEXT,
    responses=EXPORT_ANSWERS,
)
async def round_phh(services: FromServices, identity: FromIdentity, table: TableName, number: Number) -> Response[str]:
    """A round of mine as a file of the Poker Hand History format, with the cards I saw."""
    mine = await found(services, table, number, identity)
    try:
        text = await asyncio.to_thread(services.archive.phh, mine, identity.id, services.house.name_of)
    except IrregularRoundError as error:
        raise Conflict(f"this round cannot be exported: {error}") from None
    name = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in f"{table}-{number}")
    headers = {"content-disposition": f'attachment; filename="{name}.phh"'}
    return Response(text, media_type=MediaType.TEXT, headers=headers)


@get("/rounds/{table:str}/{number:int}/evidence", name="round evidence", responses=EXPORT_ANSWERS)
async def round_evidence(services: FromServices, identity: FromIdentity, table: TableName, number: Number) -> Proof:
    """What proves the deck of a round of mine: docs/shuffle.md has the format."""
    mine = await found(services, table, number, identity)
    try:
        evidence = await asyncio.to_thread(services.archive.evidence, mine, identity.id)
    except NotProvable as error:
        raise Conflict(str(error)) from None
    builtins: dict[str, Any] = msgspec.to_builtins(evidence)
    return msgspec.convert(builtins | {"play_chips": mine.hall.play_chips}, Proof)


HANDLERS = (rounds, one_round, round_phh, round_evidence)
