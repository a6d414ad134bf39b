"""Tables among friends over HTTP: what they may be made of, and the QR code of a link. All else goes by the socket."""

from io import BytesIO
from typing import Annotated

import segno
from litestar import Response, get
from litestar.params import QueryParameter

from pokerroom.web.api.answers import FriendsChoice, FriendsOffer
from pokerroom.web.api.serving import FromServices, may_answer

LONGEST_LINK = 300
SVG = "image/svg+xml"

Link = Annotated[str, QueryParameter(description="What the code says.", min_length=1, max_length=LONGEST_LINK)]


@get("/friends", name="friends")
async def friends(services: FromServices) -> FriendsOffer:
    """What a table among friends may be made of, and under which addresses others in the network can come."""
    found = services.house.choices_for_friends()
    return FriendsOffer(
        choices=tuple(FriendsChoice(settings=each.subject, titles=each.titles, limits=each.limits) for each in found),
        addresses=services.addresses,
    )


@get("/friends/qr", name="friends qr", media_type=SVG, responses=may_answer(400))
async def qr(link: Link) -> Response[bytes]:
    """A link as a QR code."""
    drawn = BytesIO()
    segno.make(link, error="m", micro=False).save(drawn, kind="svg", scale=6, border=4, light="#fff", xmldecl=False)
    return Response(drawn.getvalue(), media_type=SVG)


HANDLERS = (friends, qr)
