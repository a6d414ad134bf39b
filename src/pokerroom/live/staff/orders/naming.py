"""Whom an order may name."""

from pokerroom.ledger.accounts import is_name
from pokerroom.live.entrance.desk import Desk
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.room import LiveRoom, is_bot
from pokerroom.words import term


def player_refusal(desk: Desk, live: LiveRoom, player: object, *, takes_seat: bool = False) -> Refusal | None:
    """In a licensed room there are players with accounts, and nobody else. Whoever has one is known by its name; staff
    are seated in no room.
    """
    if not isinstance(player, str) or not is_name(player):
        return Refusal(Code.NOT_A_PLAYER)
    if live.scope and is_of_the_house(desk, live, player):
        return Refusal(Code.OF_THE_HOUSE)
    account = desk.account(player)
    if not live.play_chips and (account is None or is_bot(player)):
        return Refusal(Code.NO_SUCH_PLAYER, facts={"id": repr(player)})
    if account is not None:
        if takes_seat and account.is_staff:
            return Refusal(Code.TAKES_NO_SEAT, facts={"role": term(account.role)})
        live.remember(player, account.name)
    return None


def is_of_the_house(desk: Desk, live: LiveRoom, player: str) -> bool:
    """Somebody whom a room that is set apart does not know, though the house does."""
    return player not in live.names and desk.name_of(player) is not None
