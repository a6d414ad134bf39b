"""The play-chip room on its first day: a table of every game of the catalogue, filed, approved and opened."""

from collections.abc import Mapping
from datetime import timedelta
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from msgspec.structs import replace

from pokerroom.games import CATALOGUE
from pokerroom.jackpot.rules import PayoutRules
from pokerroom.ledger import Signature
from pokerroom.live import payouts
from pokerroom.live.room import LiveRoom
from pokerroom.live.seating import DEMONSTRATION, follow_table
from pokerroom.room import filing
from pokerroom.room.commands import Command
from pokerroom.room.filing.commands import InRegister
from pokerroom.room.filing.stream import FILING
from pokerroom.room.lists import ListRules, commands as on_lists
from pokerroom.room.lists.commands import OnLists
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.room import Done
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import AtTable
from pokerroom.rules.clauses import Game
from pokerroom.rules.house import Fixed, KillOption, Limits, NoLimit, PercentageRake, PotLimit, letter
from pokerroom.rules.staff import Official, Position
from pokerroom.table.seating import KillMultiple, Posting, Rotation, commands as at_table, letter_table
from pokerroom.table.seating.commands import DealtBy

SUPERVISOR = Official("the room", Position.SHIFT_SUPERVISOR)
DESK = Signature("the room", Position.SHIFT_SUPERVISOR.value)
SECOND = Signature("the house", "accounting")
"""What is filed is proposed by one and approved by another."""

RAKE = PercentageRake(percent=2, most=100)
MINIMUM = 200
HIGHER = 1000
"""The minimum where friends want to play for more chips."""
ROUNDS_EACH = 6
"""Of each game of a rotation."""
MOST_SEATS = 9
"""What fits on a phone; the regulation would allow more in some games."""
DAYS_FILED_BEFORE = 60
LIST_RULES = ListRules(offer_minutes=1, arrival_minutes=1)
"""The room calls seats when somebody joins a list or leaves: checking every seat each time costs too much."""
AREA = at_table.Area("play-chip room", approved=True)


def antes(minimum: int) -> Mapping[str, Any]:
    return {"ante": minimum // 4, "forced_bet": minimum // 2}


def blinds(minimum: int) -> Mapping[str, Any]:
    """Players who sat out while the blinds passed make them good when they are back (AMB-37)."""
    return {"blinds": (minimum // 2, minimum), "posts_may_differ": True, "antes_to_main_pot": True}


class Variant(NamedTuple):
    limits: Limits
    posted: Mapping[str, Any] = MappingProxyType({})


FIXED = Variant(Fixed(MINIMUM, 2 * MINIMUM), {"max_raises": 3})
WITH_PAYOUT = Variant(FIXED.limits, {"max_raises": 3, "bad_beat": payouts.FROM_EACH_POT})
"""Its pots contribute to a bad beat payout of play chips."""

VARIANTS: dict[str, tuple[Variant, ...]] = {
    "hold-em": (Variant(NoLimit(MINIMUM)), WITH_PAYOUT),
    "omaha-high": (Variant(PotLimit(MINIMUM)),),
    "omaha-high-low-eight": (Variant(FIXED.limits, {"max_raises": 3, "kill": KillOption.HALF_KILL}),),
}
"""How games are posted that people expect at other limits than fixed ones."""


def every_game() -> dict[str, Game]:
    """Each game once, by its key: from the text in force, or else from the text that has it."""
    found: dict[str, Game] = {}
    for game in CATALOGUE.values():
        found.setdefault(game.key, game)
    return found


def postings(tables_each: int, *, payout: bool = True) -> list[Posting]:
    """One for each table, in the order of the catalogue."""
    return [
        posting(game, variant if payout or variant is not WITH_PAYOUT else FIXED)
        for game in every_game().values()
        for variant in VARIANTS.get(game.key, (FIXED,))
        for _ in range(tables_each)
    ]


def posting(game: Game, variant: Variant, *, minimum: int = MINIMUM, rounds: int = 0) -> Posting:
    forced = blinds(minimum) if game.has_button else antes(minimum)
    house = letter(variant.limits, rake=(RAKE,), max_seats=min(MOST_SEATS, game.seats.most), **forced, **variant.posted)
    rules = letter_table(
        buy_in_least=20 * minimum,
        buy_in_most=200 * minimum,
        leave_max_minutes=30,
        rejoin_minutes=0,
        kill_at=KillMultiple(10),
        missed_blinds="post" if game.has_button else "none",
    )
    notice = payouts.NOTICE if house.bad_beat is not None else ""
    return Posting(game=game.key, edition=game.edition, house=house, rules=rules, rounds=rounds, bad_beat=notice)


def in_turn(*keys: str) -> Rotation:
    """Games that change after so many rounds of each."""
    games = every_game()
    return tuple(posting(games[key], FIXED, rounds=ROUNDS_EACH) for key in keys)


@cache
def for_friends() -> Mapping[str, Rotation]:
    """What tables among friends may choose besides what the room's own tables post: mixed games, and higher stakes."""
    hold_em, omaha = every_game()["hold-em"], every_game()["omaha-high"]
    return {
        "friends stud eight and triple draw": in_turn("seven-card-stud-high-low-eight", "triple-draw-deuce-to-seven"),
        "friends hold 'em and omaha eight": in_turn("hold-em", "omaha-high-low-eight"),
        "friends five games": in_turn(
            "hold-em",
            "omaha-high-low-eight",
            "seven-card-stud-low",
            "seven-card-stud-high",
            "seven-card-stud-high-low-eight",
        ),
        "friends draw games": in_turn("badugi", "triple-draw-deuce-to-seven", "five-card-draw-high"),
        "friends hold 'em higher": (posting(hold_em, Variant(NoLimit(HIGHER)), minimum=HIGHER),),
        "friends omaha higher": (posting(omaha, Variant(PotLimit(HIGHER)), minimum=HIGHER),),
    }


async def file_for_friends(live: LiveRoom) -> None:
    """Only what is in force is posted: a room that was opened before there were such tables files it now."""
    filed = live.room.state(FILING).versions
    for subject, rotation in for_friends().items():
        if subject not in filed:
            await file(live, subject, filing.TableSettings(rotation))


DEMONSTRATED = ("hold-em", "seven-card-stud-high-low-eight", "triple-draw-deuce-to-seven")
"""The games of the tables that a scripted crew deals, in order."""


async def seed(
    live: LiveRoom,
    *,
    tables_each: int,
    demonstrations: int = 0,
    payout: bool = True,
    linked: PayoutRules | None = None,
    games: tuple[str, ...] = (),
) -> None:
    """File, approve and open: only what is in force is posted. `linked` are the rules of a multi-casino payout.

    What is there already stays: another process may have stopped between any two of these steps.
    """
    if live.room.state(LISTS).rules != LIST_RULES:
        await do(live, OnLists(on_lists.SetRules(at=live.moment(), by=SUPERVISOR, rules=LIST_RULES)))
    await file_once(live, filing.RAKE, filing.RakeSubmission(methods=(RAKE,), most=RAKE.most))
    wanted = [each for each in postings(tables_each, payout=payout) if not games or each.game in games]
    tables = {str(number): posted for number, posted in enumerate(wanted, start=1)}
    for name, posted in tables.items():
        await open_table(live, name, posted)
    contributing = tuple(name for name, posted in tables.items() if posted.house.bad_beat is not None)
    if contributing:
        own = payouts.demonstration_rules(contributing)
        await offer_payout(live, own if linked is None else replace(linked, tables=contributing))
    for number in range(demonstrations):
        game = every_game()[DEMONSTRATED[number % len(DEMONSTRATED)]]
        await open_table(live, f"felt {number + 1}", posting(game, FIXED), area=DEMONSTRATION, dealt_by=DealtBy.DEALER)


async def offer_payout(live: LiveRoom, rules: PayoutRules) -> None:
    await file_once(live, filing.payout_subject(rules.name), filing.PayoutSubmission(rules))
    if rules.name not in live.room.state(PAYOUTS).by_name:
        await payouts.offer(live, rules)


async def open_table(
    live: LiveRoom, name: str, posted: Posting, *, area: at_table.Area = AREA, dealt_by: DealtBy = DealtBy.ROOM
) -> None:
    rotation = (posted,)
    await file_once(live, f"table {name}", filing.TableSettings(rotation))
    if name not in live.room.states(TABLES):
        opened = at_table.OpenTable(by=SUPERVISOR, at=live.moment(), area=area, rotation=rotation, dealt_by=dealt_by)
        await do(live, AtTable(name, opened, subject=f"table {name}"))
    await follow_table(live, name)


async def file_once(live: LiveRoom, subject: str, settings: filing.Settings) -> None:
    """Unless it is in force already."""
    in_force = filing.in_force(live.room.state(FILING), subject, live.moment())
    if in_force is None or in_force.settings != settings:
        await file(live, subject, settings)


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
    version = len(live.room.state(FILING).versions[subject])
    await do(live, InRegister(filing.Approve(subject=subject, version=version, at=at, by=SECOND)))


async def do(live: LiveRoom, command: Command) -> None:
    answer = await live.submit(command)
    assert isinstance(answer, Done), f"the play-chip room cannot be opened: {answer}"
