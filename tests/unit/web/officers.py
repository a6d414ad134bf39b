"""Appoints officers in tests as operators do: by a one-time code that their account claims."""

from pokerroom.live.entrance.desk import Desk
from pokerroom.live.entrance.identity import Role


async def appointed(desk: Desk, name: str, role: Role) -> None:
    await desk.appoint(name, role)
