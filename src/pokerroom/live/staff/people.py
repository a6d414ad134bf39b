"""Finding a player: by name or id, with what the room keeps for them and what stands against them."""

from collections.abc import Iterable, Iterator
from itertools import islice

import msgspec

from pokerroom.ledger import Kind
from pokerroom.live.entrance.accounts import Account
from pokerroom.live.entrance.desk import Desk
from pokerroom.live.entrance.names import folded
from pokerroom.live.room import LiveRoom
from pokerroom.room.books import LEDGER
from pokerroom.room.conduct import CONDUCT
from pokerroom.room.lists.stream import LISTS

MOST_FOUND = 20


class PlayerFound(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    bank: int
    """What the room keeps for them away from the tables."""
    stakes: dict[str, int]
    """What they have on each table."""
    guest: bool
    barred: bool
    required_to_leave: bool
    locked: bool
    """Whether the account is locked: they cannot log in."""


def find_players(live: LiveRoom, desk: Desk, like: str) -> tuple[PlayerFound, ...]:
    """Those whose name contains this, or whose id begins with it; names that begin with it first."""
    wanted = folded(like)
    named = sorted(known(live, desk).items(), key=lambda each: (not folded(each[1]).startswith(wanted), each[1]))
    found = (who for who, name in named if wanted in folded(name) or who.startswith(like))
    return tuple(player(live, desk, who) for who in islice(found, MOST_FOUND))


def known(live: LiveRoom, desk: Desk) -> dict[str, str]:
    """Who may have money here: whoever has played in this room, and every account of a player."""
    accounts = {each.id: each.name for each in accounts_known(live, desk) if not each.is_staff}
    here = {who: name for who, name in live.names.items() if not is_staff(live, desk, who)}
    return here | accounts if live.play_chips else accounts


def accounts_known(live: LiveRoom, desk: Desk) -> Iterable[Account]:
    """Those that the staff of a room may know of: where it is set apart from the house, none."""
    return () if live.scope else desk.everybody()


def account_known(live: LiveRoom, desk: Desk, who: str) -> Account | None:
    return None if live.scope else desk.account(who)


def account_called(live: LiveRoom, desk: Desk, text: str) -> Account | None:
    """By its name or its id."""
    return None if live.scope else desk.named(text) or desk.account(text)


def is_staff(live: LiveRoom, desk: Desk, who: str) -> bool:
    account = account_known(live, desk, who)
    return account is not None and account.is_staff


def player(live: LiveRoom, desk: Desk, who: str) -> PlayerFound:
    account = account_known(live, desk, who)
    return PlayerFound(
        id=who,
        name=live.name_of(who) if account is None else account.name,
        bank=live.balance(who),
        stakes=dict(stakes_of(live, who)),
        guest=account is None,
        barred=who in live.room.state(LISTS).barred,
        required_to_leave=live.room.state(CONDUCT).removal(who) is not None,
        locked=account is not None and account.is_locked(desk.now),
    )


def stakes_of(live: LiveRoom, who: str) -> Iterator[tuple[str, int]]:
    for account, balance in live.room.state(LEDGER).balances.items():
        if account.kind is Kind.STAKES and account.player == who:
            yield account.table, balance
