"""The HTTP API: the lobby, the wall, games, signs, the rules in plain words; `ROUTES` is all of it, for the app.

Handlers find what they need in `serving.Services`, which the app keeps in its state. Who may ask what is in
`permissions`, and is checked once, by `serving.permitted`.
"""

import asyncio
from typing import Annotated

from litestar import Router, get
from litestar.di import Provide
from litestar.params import PathParameter, QueryParameter

from pokerroom.games import CATALOGUE, NotPermittedError
from pokerroom.live.lessons import Lesson, lesson_of
from pokerroom.live.seating import AMONG_FRIENDS
from pokerroom.rules.citation import Citation, UnknownParagraphError
from pokerroom.rules.clauses import Game
from pokerroom.rules.editions import EDITIONS, NJAC_13_69F, UnknownEditionError, edition as edition_named
from pokerroom.rules.explain import Explanation, explain, find
from pokerroom.table.seating import lines_of, sign_of
from pokerroom.web.api import (
    accounts as accounts_api,
    desks as desks_api,
    floor as floor_api,
    friends as friends_api,
    history as history_api,
    link as link_api,
    oversight as oversight_api,
    payout_papers,
    payouts as payouts_api,
    replays as replays_api,
    sharing as sharing_api,
    staff as staff_api,
    watching as watching_api,
)
from pokerroom.web.api.answers import Duty, GameSign, GameSummary, RuleExplained, TableSign, Wall, WallTable
from pokerroom.web.api.readings import readings_named, readings_of
from pokerroom.web.api.serving import (
    PROBLEMS,
    FromServices,
    MaybeIdentity,
    Missing,
    may_answer,
    permitted,
    provide_identity,
    provide_place,
    provide_services,
    provide_token,
)
from pokerroom.wire.messages import LobbyView
from pokerroom.wire.payouts import PayoutShown

SIGN = NJAC_13_69F.cite("14.17")


@get("/lobby", name="lobby")
async def lobby(services: FromServices, identity: MaybeIdentity) -> LobbyView:
    """The open tables, the waiting lists, and what the room keeps for me."""
    return services.house.lobby(identity)


@get("/wall", name="wall")
async def wall(services: FromServices) -> Wall:
    """Games, limits, vacant seats, waiting lists and signs, for a big screen."""
    seen = services.house.lobby(None)
    return Wall(
        at=services.desk.now,
        tables=tuple(WallTable(table=each, sign=services.house.sign(each.name)) for each in seen.tables),
        lists=seen.lists,
        games=seen.games,
        payouts=seen.payouts,
    )


@get("/payouts", name="displayed payouts")
async def displayed(services: FromServices) -> tuple[PayoutShown, ...]:
    """Every bad beat payout as it is displayed: short, so that a big screen may ask often."""
    return services.house.lobby_payouts()


Edition = Annotated[str | None, QueryParameter(description="An edition, by its key or its short name.", max_length=64)]


@get("/games", name="games", responses=may_answer(400, 404))
async def games(edition: Edition = None) -> tuple[GameSummary, ...]:
    """Every permitted game, or those of one edition."""
    chosen = None if edition is None else edition_or_missing(edition)
    return tuple(game_summary(game) for game in CATALOGUE.values() if chosen in {None, game.edition})


Key = Annotated[str, PathParameter(description="The key of a game, such as badugi.", min_length=1, max_length=64)]


@get("/learn/{key:str}", name="lesson", responses=may_answer(400, 404))
async def lesson(key: Key) -> Lesson:
    """How a game is played: the order of hands, its streets and limits, hands that surprise, and a round to follow."""
    try:
        return await asyncio.to_thread(lesson_of, key)
    except NotPermittedError as error:
        raise Missing(str(error)) from None


def edition_or_missing(named: str) -> str:
    try:
        return edition_named(named).key
    except UnknownEditionError as error:
        raise Missing(str(error)) from None


def game_summary(game: Game) -> GameSummary:
    return GameSummary(
        game=game.key,
        title=game.name,
        family=game.family,
        edition=game.edition,
        seats=game.seats.most,
        rule=game.permitted.paragraph,
        why=str(game.permitted),
    )


Paragraph = Annotated[str, PathParameter(description="A paragraph, such as 14.9(d)4.", min_length=1, max_length=120)]


Named = Annotated[
    str | None,
    QueryParameter(description="The readings that a citation names: then no others of its paragraph.", max_length=64),
]


@get("/rules/{paragraph:str}", name="rule", responses=may_answer(400, 404))
async def rule(paragraph: Paragraph, edition: Edition = None, reading: Named = None) -> tuple[RuleExplained, ...]:
    """What a paragraph requires, in plain words, and how we read it; the text in force comes first."""
    chosen = None if edition is None else EDITIONS[edition_or_missing(edition)]
    try:
        return tuple(explained(explain(each), reading) for each in find(paragraph, edition=chosen))
    except (UnknownParagraphError, UnknownEditionError) as error:
        raise Missing(str(error)) from None


def explained(explanation: Explanation, named: str | None) -> RuleExplained:
    citation = explanation.citation
    return RuleExplained(
        citation=str(citation),
        paragraph=citation.paragraph,
        edition=citation.edition,
        edition_name=EDITIONS[citation.edition].name,
        note=explanation.note,
        requires=tuple(
            Duty(id=each.id, summary=each.summary, observable=each.observable, applies_to=each.applies_to)
            for each in explanation.obligations
        ),
        parents=paragraphs(explanation.parents),
        children=paragraphs(explanation.children),
        readings=readings_of(citation.paragraph, citation.reading) if named is None else readings_named(named),
    )


def paragraphs(citations: tuple[Citation, ...]) -> tuple[str, ...]:
    return tuple(each.paragraph for each in citations)


TableName = Annotated[str, PathParameter(description="The name of a table.", min_length=1, max_length=64)]


@get("/tables/{name:str}/sign", name="sign", responses=may_answer(400, 404))
async def sign(services: FromServices, name: TableName) -> TableSign:
    """What the sign on a table says, 14.17."""
    table = services.house.table(name)
    if table is None or not table.is_open or table.area == AMONG_FRIENDS.name:
        raise Missing(f"no table {name} is open")
    return TableSign(
        table=table.name,
        now=table.turn,
        games=tuple(
            GameSign(
                game=posting.game,
                title=posting.plan.game.name,
                edition=posting.edition,
                lines=lines_of(sign_of(posting)),
            )
            for posting in table.rotation
        ),
        rule=SIGN.paragraph,
        why=str(SIGN),
    )


API = Router(
    path="/api",
    route_handlers=[
        *(lobby, wall, displayed, games, lesson, rule, sign),
        *accounts_api.HANDLERS,
        *history_api.HANDLERS,
        *sharing_api.HANDLERS,
        *friends_api.HANDLERS,
        *staff_api.HANDLERS,
        *payouts_api.HANDLERS,
        *payout_papers.HANDLERS,
        *link_api.HANDLERS,
        *floor_api.HANDLERS,
        *desks_api.HANDLERS,
        *watching_api.HANDLERS,
        *oversight_api.HANDLERS,
    ],
    dependencies={
        "services": Provide(provide_services, sync_to_thread=False),
        "token": Provide(provide_token, sync_to_thread=False),
        "identity": Provide(provide_identity, sync_to_thread=False),
        "place": Provide(provide_place, sync_to_thread=False),
    },
    guards=[permitted],
    exception_handlers=PROBLEMS,
)
ROUTES = (API, replays_api.ROUTER)
