"""Whom an order may name."""

from pokerroom.ledger.accounts import is_name
from pokerroom.live.entrance.desk import Desk
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.room import LiveRoom, is_bot
from pokerroom.words import term


def player_refusal(desk: Desk, live: LiveRoom, player: object, *, takes_seat: bool = False) -> Refusal | None:
    """In a licensed room there are players with accounts, and nobody else."""
    if not isinstance(player, str) or not is_name(player):
        return Refusal(Code.NOT_A_PLAYER)
    if live.play_chips:
        return None
    account = desk.account(player)
    if account is None or is_bot(player):
        return Refusal(Code.NO_SUCH_PLAYER, facts={"id": repr(player)})
    if takes_seat and account.is_staff:
        return Refusal(Code.TAKES_NO_SEAT, facts={"role": term(account.role)})
    live.remember(player, account.name)
    return None
