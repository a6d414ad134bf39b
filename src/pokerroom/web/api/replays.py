"""A shared round, open to whoever has its link: the one page of the room that may stand in a frame, and what it shows.

No cookie is read or set here. The page runs in a sandbox (`security.FRAMED_POLICY`), where it has no origin: it gets
the round by its link, and nothing of anybody's account.
"""

import asyncio
from html import escape
from pathlib import Path
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Response, Router, get
from litestar.datastructures import State
from litestar.di import Provide
from litestar.params import PathParameter

from pokerroom.games import CATALOGUE
from pokerroom.live.sharing import SharedRound, called_in
from pokerroom.room.refusals import Refusal
from pokerroom.web.api.answers import Proof, RoundShared, RoundSummary, Seated
from pokerroom.web.api.serving import PROBLEMS, STATUS, FromServices, Refused, Services, provide_services
from pokerroom.web.security import REPLAYS
from pokerroom.words import Saying, said, saying

FILE = "replay.html"
TITLE = "<title>A round of play</title>"
"""Of the built page: what is known of the round comes in its place."""
OK = 200
PRIVATE = {"cache-control": "no-store", "x-robots-tag": "noindex"}
"""A link that is taken back must not live on elsewhere."""
TO_ANYBODY = PRIVATE | {"access-control-allow-origin": "*"}
"""The page has no origin of its own: to its browser it is any other page."""
NOT_BUILT = "the page has not been built: `make page` needs Node and npm\n"


Token = Annotated[str, PathParameter(description="What a link to a shared round ends with.", max_length=2000)]


def address_of(token: str) -> str:
    return f"{REPLAYS}/{token}"


def in_words(name: str | Saying) -> str:
    """At the beginning of a line, as a name stands."""
    return name if isinstance(name, str) else said(saying("page.seat-called", who=name))


def summary(shared: SharedRound, services: Services) -> RoundSummary:
    played, called = shared.found.played, called_in(shared, services.house.name_of)
    return RoundSummary(
        table=played.table,
        round=played.number,
        game=played.game,
        title=CATALOGUE[played.edition, played.game].name,
        edition=played.edition,
        at=played.ended,
        ending=played.ending,
        seats=tuple(
            Seated(seat=seat, name=in_words(called(player)), net=net, me=False)
            for seat, player, net in zip(played.lineup, played.players, played.nets, strict=True)
        ),
        net=played.nets[played.players.index(shared.share.player)],
        play_chips=shared.found.hall.play_chips,
    )


@get("/{token:str}/round", name="shared round", include_in_schema=False)
async def shared_round(services: FromServices, token: Token) -> Response[Any]:
    """What a link shows."""
    shared = await services.sharing.open(token)
    if isinstance(shared, Refusal):
        raise Refused(shared, TO_ANYBODY)
    shown = await services.sharing.shown(shared, services.house.name_of)
    share, played = shared.share, shared.found.played
    play_chips = {"play_chips": shared.found.hall.play_chips}
    proof = None if shown.evidence is None else msgspec.convert(msgspec.to_builtins(shown.evidence) | play_chips, Proof)
    told = RoundShared(
        by=services.house.name_of(share.player),
        seat=played.lineup[played.players.index(share.player)],
        cards=share.cards,
        names=share.names,
        summary=summary(shared, services),
        told=shown.told,
        proof=proof,
    )
    return Response(told, media_type=MediaType.JSON, headers=TO_ANYBODY)


@get("/{token:str}", name="replay", include_in_schema=False)
async def replay(services: FromServices, state: State, token: Token) -> Response[str]:
    """The page, with a few words for whoever shows a preview of the link."""
    built = await asyncio.to_thread(text_of, state.page / FILE)
    if built is None:
        return Response(NOT_BUILT, media_type=MediaType.TEXT, headers=PRIVATE)
    shared = await services.sharing.open(token)
    if isinstance(shared, Refusal):
        title, about = said(saying("page.no-replay")), str(shared)
        status = STATUS[shared.code]
    else:
        title, about, status = *preview(shared, services), OK
    page = built.replace(TITLE, head(title, about), 1)
    return Response(page, media_type=MediaType.HTML, status_code=status, headers=PRIVATE)


def text_of(file: Path) -> str | None:
    return file.read_text(encoding="utf-8") if file.is_file() else None


def preview(shared: SharedRound, services: Services) -> tuple[str, str]:
    """Which round it is and who shares it: nothing of what happened in it."""
    of = summary(shared, services)
    title = saying("page.replay-title", game=of.title, round=of.round, table=of.table)
    by = services.house.name_of(shared.share.player)
    return said(title), said(saying("page.replay-about", by=by, players=len(of.seats)))


def head(title: str, about: str) -> str:
    title, about = escape(title), escape(about)
    return (
        f'<title>{title}</title><meta name="description" content="{about}" />'
        f'<meta property="og:type" content="website" /><meta property="og:title" content="{title}" />'
        f'<meta property="og:description" content="{about}" />'
    )


ROUTER = Router(
    path=REPLAYS,
    route_handlers=[replay, shared_round],
    dependencies={"services": Provide(provide_services, sync_to_thread=False)},
    exception_handlers=PROBLEMS,
)
