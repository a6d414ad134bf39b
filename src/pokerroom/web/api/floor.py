"""What the floor asks besides orders: the signs that filed settings would show, and the rulings that a round allows."""

from typing import Annotated

from litestar import get
from litestar.params import QueryParameter

from pokerroom.live.posted import limits_of
from pokerroom.live.staff.foretelling import digest_of
from pokerroom.live.staff.rulings import possible, so_far
from pokerroom.room import filing
from pokerroom.room.filing.stream import FILING
from pokerroom.table.seating import Rotation, lines_of, sign_of
from pokerroom.web.api.answers import FiledSign, GameSign, RoundInDispute, RulingPossible
from pokerroom.web.api.serving import FromIdentity, FromServices, Missing
from pokerroom.web.api.staff import READ, RoomName, floor_of


@get("/rooms/{room:str}/signs", name="signs", responses=READ)
async def signs(services: FromServices, room: RoomName) -> tuple[FiledSign, ...]:
    """What a table would post by each of the filed settings in force, as its sign would show it, 14.17."""
    _, live = floor_of(services, room)
    register, now = live.room.state(FILING), live.moment()
    found = ((subject, filing.in_force(register, subject, now)) for subject in register.versions)
    return tuple(
        FiledSign(
            subject=subject,
            version=version.id,
            limits=limits_of(version.settings.rotation[0]),
            games=games_of(version.settings.rotation),
        )
        for subject, version in found
        if version is not None and isinstance(version.settings, filing.TableSettings)
    )


def games_of(rotation: Rotation) -> tuple[GameSign, ...]:
    return tuple(
        GameSign(game=each.game, title=each.plan.game.name, edition=each.edition, lines=lines_of(sign_of(each)))
        for each in rotation
    )


Table = Annotated[str, QueryParameter(description="The name of a table.", min_length=1, max_length=64)]


@get("/rooms/{room:str}/rulings", name="rulings", responses=READ)
async def rulings(services: FromServices, room: RoomName, identity: FromIdentity, table: Table) -> RoundInDispute:
    """The round of play at a table so far, what I may rule in it, and what each would lead to. Nothing is done."""
    floor, live = floor_of(services, room)
    actor = floor.actor(live, table)
    if actor is None:
        raise Missing(f"there is no table {table} in this room")
    return RoundInDispute(
        table=table,
        playing=actor.table.dealing is not None,
        told=so_far(actor),
        rulings=tuple(
            RulingPossible(counter=each.counter, order=each.order, told=each.told, digest=digest_of(each.told))
            for each in possible(floor, identity, live, table)
        ),
    )


HANDLERS = (signs, rulings)
