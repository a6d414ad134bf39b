"""The play-chip room on its first day: a table of every game of the edition in force, filed, approved and opened."""

from collections.abc import Mapping
from datetime import timedelta
from types import MappingProxyType
from typing import Any, NamedTuple

from pokerroom.games import games_of
from pokerroom.ledger import OpenDay, Shift, Signature
from pokerroom.room import filing
from pokerroom.room.commands import AtTable, Command, InBooks, InRegister, OnLists
from pokerroom.room.lists import ListRules, Wanted, commands as on_lists
from pokerroom.room.room import Done
from pokerroom.rules.clauses import Game
from pokerroom.rules.house import Fixed, KillOption, Limits, NoLimit, PercentageRake, PotLimit, letter
from pokerroom.rules.staff import Official, Position
from pokerroom.table.seating import KillMultiple, Posting, commands as at_table, letter_table
from pokerroom.table.seating.posting import seats_of
from pokerroom.web.live import LiveRoom
from pokerroom.web.telling import limits_of

SUPERVISOR = Official("the room", Position.SHIFT_SUPERVISOR)
DESK = Signature("the room", Position.SHIFT_SUPERVISOR.value)
SECOND = Signature("the house", "accounting")
"""What is filed is proposed by one and approved by another."""

RAKE = PercentageRake(percent=2, most=100)
MINIMUM = 200
MOST_SEATS = 9
"""What fits on a phone; the regulation would allow some games more."""
DAYS_FILED_BEFORE = 60
LIST_RULES = ListRules(offer_minutes=1, arrival_minutes=1)
"""Seats are called by the room when somebody joins a list or gets up: a look at every seat each time costs too much."""
AREA = at_table.Area("play-chip room", approved=True)


class Variant(NamedTuple):
    limits: Limits
    posted: Mapping[str, Any] = MappingProxyType({})


FIXED = Variant(Fixed(MINIMUM, 2 * MINIMUM), {"max_raises": 3})
VARIANTS: dict[str, tuple[Variant, ...]] = {
    "hold-em": (Variant(NoLimit(MINIMUM)), FIXED),
    "omaha-high": (Variant(PotLimit(MINIMUM)),),
    "omaha-high-low-eight": (Variant(FIXED.limits, {"max_raises": 3, "kill": KillOption.HALF_KILL}),),
}
"""How games are posted that people look for at other limits than fixed ones."""


def postings(tables_each: int) -> list[Posting]:
    """One for each table, in the order of the catalogue."""
    return [
        posting(game, variant)
        for game in games_of()
        for variant in VARIANTS.get(game.key, (FIXED,))
        for _ in range(tables_each)
    ]


def posting(game: Game, variant: Variant) -> Posting:
    forced: dict[str, Any] = (
        {"blinds": (MINIMUM // 2, MINIMUM)} if game.has_button else {"ante": MINIMUM // 4, "forced_bet": MINIMUM // 2}
    )
    house = letter(variant.limits, rake=(RAKE,), max_seats=min(MOST_SEATS, game.seats.most), **forced, **variant.posted)
    rules = letter_table(
        buy_in_least=20 * MINIMUM, buy_in_most=200 * MINIMUM, leave_max_minutes=30, kill_at=KillMultiple(10)
    )
    return Posting(game=game.key, house=house, rules=rules)


def wanted(posted: Posting) -> Wanted:
    """What people who wait for such a table ask for."""
    return Wanted(posted.game, limits_of(posted))


async def seed(live: LiveRoom, *, tables_each: int) -> None:
    """File, approve and open: nothing is posted that is not in force."""
    await open_day(live)
    await do(live, OnLists(on_lists.SetRules(at=live.moment(), by=SUPERVISOR, rules=LIST_RULES)))
    await file(live, filing.RAKE, filing.RakeSubmission(methods=(RAKE,), most=RAKE.most))
    for number, posted in enumerate(postings(tables_each), start=1):
        await open_table(live, str(number), posted)


async def open_day(live: LiveRoom) -> None:
    at = live.moment()
    await do(live, InBooks(OpenDay(date=at.date(), shifts=(Shift("day", at),), at=at, by=DESK)))


async def open_table(live: LiveRoom, name: str, posted: Posting) -> None:
    rotation = (posted,)
    await file(live, f"table {name}", filing.TableSettings(rotation))
    at = live.moment()
    opened = at_table.OpenTable(by=SUPERVISOR, at=at, area=AREA, rotation=rotation)
    await do(live, AtTable(name, opened, subject=f"table {name}"))
    listed = on_lists.AddTable(at=at, by=SUPERVISOR, table=name, wanted=wanted(posted), seats=seats_of(rotation))
    await do(live, OnLists(listed))


async def file(live: LiveRoom, subject: str, settings: filing.Settings) -> None:
    at = live.moment()
    proposed = filing.Propose(
        subject=subject,
        settings=settings,
        document="play chips",
        filed_on=(at - timedelta(days=DAYS_FILED_BEFORE)).date(),
        effective=at,
        at=at,
        by=DESK,
    )
    await do(live, InRegister(proposed))
    version = len(live.room.register.versions[subject])
    await do(live, InRegister(filing.Approve(subject=subject, version=version, at=at, by=SECOND)))


async def do(live: LiveRoom, command: Command) -> None:
    answer = await live.give(command)
    assert isinstance(answer, Done), f"the play-chip room cannot be opened: {answer}"
