"""Sharing my rounds over HTTP: make a link, see which there are, take one back. Opening one is in `replays.py`."""

from typing import Annotated

from litestar import delete, get, post
from litestar.params import JSONBody, PathParameter
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT

from pokerroom.live.archive import NoSuchRound
from pokerroom.live.sharing import Linked
from pokerroom.web.api.answers import ShareMade, ShareRound, SharesMade
from pokerroom.web.api.history import Number, TableName
from pokerroom.web.api.replays import address_of
from pokerroom.web.api.serving import FromIdentity, FromServices, Missing, Refused, may_answer

ShareId = Annotated[str, PathParameter(description="The id of a share.", min_length=1, max_length=64)]


def told(linked: Linked) -> ShareMade:
    share = linked.share
    return ShareMade(
        id=share.id,
        address=address_of(linked.token),
        table=share.table,
        round=share.round,
        cards=share.cards,
        names=share.names,
        at=share.at,
    )


@post(
    "/rounds/{table:str}/{number:int}/share",
    name="share round",
    status_code=HTTP_200_OK,
    responses=may_answer(400, 401, 404, 409),
)
async def share_round(
    services: FromServices, identity: FromIdentity, table: TableName, number: Number, data: JSONBody[ShareRound]
) -> ShareMade:
    """Make a link by which anybody can see a round of mine; the one there is, if it shows the same."""
    try:
        made = await services.sharing.share(identity.id, table, number, cards=data.cards, names=data.names)
    except NoSuchRound as error:
        raise Missing(str(error)) from None
    if isinstance(made, Linked):
        return told(made)
    raise Refused(made)


@get("/shares", name="shares", responses=may_answer(401))
async def shares(services: FromServices, identity: FromIdentity) -> SharesMade:
    """The links to my rounds that are open, the latest first."""
    return SharesMade(shares=tuple(map(told, services.sharing.of(identity.id))))


@delete(
    "/shares/{share:str}",
    name="take back share",
    status_code=HTTP_204_NO_CONTENT,
    responses=may_answer(400, 401, 404, 409),
)
async def take_back_share(services: FromServices, identity: FromIdentity, share: ShareId) -> None:
    """Take a link back: from now on it opens nothing."""
    refused = await services.sharing.take_back(identity.id, share)
    if refused is not None:
        raise Refused(refused)


HANDLERS = (share_round, shares, take_back_share)
