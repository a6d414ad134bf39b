"""How a payout is divided: whole units to each, and what is left over to the losing hand (AMB-131)."""

from collections.abc import Sequence

import msgspec

from pokerroom.jackpot.rules import WHOLE, Shares

UNIT = 100
"""A payout is divided in whole dollars."""


class Award(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What one player receives of a payout, and as whom."""

    player: str
    part: str
    """`losing`, `winning`, `table` or `room`, or the name of a bonus."""
    amount: int


class Entitled(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Whom a payout goes to: players by their ids. Several losing hands that tie divide their share."""

    losing: tuple[str, ...]
    winning: tuple[str, ...]
    table: tuple[str, ...] = ()
    room: tuple[str, ...] = ()


def divided(amount: int, shares: Shares, to: Entitled, *, unit: int = UNIT) -> tuple[Award, ...]:
    """Every cent of it: a share that nobody can take, and what does not divide, goes to the losing hand."""
    parts = (
        ("winning", shares.winning, to.winning),
        ("table", shares.table, to.table),
        ("room", shares.room, to.room),
    )
    others = [
        Award(player=player, part=part, amount=each)
        for part, percent, players in parts
        for player, each in zip(players, equal(amount * percent // WHOLE, players, unit), strict=True)
        if each
    ]
    left = amount - sum(award.amount for award in others)
    losing = exactly(left, len(to.losing))
    return (
        *(Award(player=player, part="losing", amount=each) for player, each in zip(to.losing, losing, strict=True)),
        *others,
    )


def equal(amount: int, players: Sequence[str], unit: int) -> tuple[int, ...]:
    """The same to each, in whole units."""
    return (amount // len(players) // unit * unit,) * len(players) if players else ()


def exactly(amount: int, count: int) -> tuple[int, ...]:
    """All of it, as equally as cents allow, the first ones a cent more."""
    each, odd = divmod(amount, count)
    return tuple(each + (place < odd) for place in range(count))
