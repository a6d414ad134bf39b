"""What a letter may say, whoever signed it: a casino's key may be in the wrong hands, or its clock may have gone wrong.

Such a letter is refused before anything is reckoned with it, so that one casino cannot stop the host for all.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from pokerroom.jackpot.sharing import Award
from pokerroom.linked.letters import (
    AwardsPaid,
    CensusTaken,
    Claimed,
    Contributed,
    CoverAsked,
    Letter,
    SettlementConfirmed,
    SettlementPaid,
)

MOST = 10**12
"""Cents: no round of play contributes as much, and nobody owes as much."""
MOST_PLAYERS = 10_000
CENTURY = timedelta(days=36_525)
"""No clock is as far off."""
NUMBER = re.compile(r"(room )?[1-9][0-9]{0,5}")
"""How a casino calls a player outside it."""


def is_plausible(letter: Letter, now: datetime) -> bool:
    says = SAYS.get(type(letter.body))
    is_said_so = says is None or says(letter.body)
    return is_said_so and all(is_near(each, now) for each in moments(letter))


def moments(letter: Letter) -> Iterator[datetime]:
    yield letter.written_at
    match letter.body:
        case Contributed(at=at):
            yield at
        case Claimed(completed_at=at):
            yield at


def is_near(moment: datetime, now: datetime) -> bool:
    """With its zone, and within a century: nothing that is reckoned with it leaves the calendar."""
    return moment.tzinfo is not None and abs(moment - now) <= CENTURY


def contributed(body: Contributed) -> bool:
    return is_amount(body.primary) and is_amount(body.secondary) and body.primary + body.secondary > 0


def claimed(body: Claimed) -> bool:
    seconds = (body.offset_seconds, body.error_seconds)
    players = (*body.losing, *body.winning, *body.others)
    return (
        0 < body.hit <= MOST
        and 0 <= body.round <= MOST
        and are_players(players)
        and all(abs(each) <= CENTURY.total_seconds() for each in seconds)
    )


def census(body: CensusTaken) -> bool:
    return are_players(body.players)


def awards(body: AwardsPaid | CoverAsked) -> bool:
    return are_awards(body.awards)


def settlement(body: SettlementPaid | SettlementConfirmed) -> bool:
    return is_amount(body.amount)


def is_amount(cents: int) -> bool:
    return 0 <= cents <= MOST


def are_players(players: tuple[str, ...]) -> bool:
    """Each once, by a number."""
    return len(set(players)) == len(players) <= MOST_PLAYERS and all(map(NUMBER.fullmatch, players))


def are_awards(found: tuple[Award, ...]) -> bool:
    return len({each.player for each in found}) == len(found) <= MOST_PLAYERS


SAYS: Mapping[type[Any], Callable[[Any], bool]] = {
    Contributed: contributed,
    Claimed: claimed,
    CensusTaken: census,
    AwardsPaid: awards,
    CoverAsked: awards,
    SettlementPaid: settlement,
    SettlementConfirmed: settlement,
}
