"""A licensed house with a bad beat payout at two tables, one that the room deals and one that a dealer does.

Everybody whom 14.19 names works there. Players play over lines of their own, and never fold.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace
from playwright.sync_api import Browser, Locator, Page, expect

from pokerroom.cards import typed_cards
from pokerroom.jackpot.rules import Contribution, PayoutRules, Reset
from pokerroom.live.ports import World
from pokerroom.live.settings import Settings
from pokerroom.live.tables.clock import ClockRules
from pokerroom.ranking.bad_beats import qualifier
from pokerroom.room import filing
from pokerroom.rules.house import BadBeatContribution, Fixed, PercentageRake, letter
from pokerroom.shuffle.lab import keystream
from pokerroom.table.seating import Posting
from tests.browser.crowd import Crowd, Player
from tests.browser.office import Office
from tests.browser.served import ClockOnHours, serving, settings
from tests.browser.shift import Console
from tests.browser.test_payouts import arranged
from tests.daytime import gaming_day
from tests.payout_room import Arranged
from tests.payouts import RULES as TERMS

NAME, BY_ROOM, BY_HAND = "Friday", "31", "32"
RAKE = (PercentageRake(percent=10, most=400),)
RULES: PayoutRules = replace(
    TERMS,
    name=NAME,
    tables=(BY_ROOM, BY_HAND),
    contribution=Contribution(amount=412_37, least_pot=1_000_00, method="the same from each pot"),
    qualifier=qualifier("quad tens"),
    reset=Reset(percent=20, internal_controls="3.4", manner_approved="letter of May 4"),
    holds_table=True,
)
SIGN = letter(
    Fixed(1_000_00, 2_000_00),
    max_raises=3,
    blinds=(500_00, 1_000_00),
    rake=RAKE,
    bad_beat=BadBeatContribution(amount=RULES.contribution.amount, least_pot=RULES.contribution.least_pot),
)
ROTATION = (Posting(game="hold-em", house=SIGN, bad_beat=RULES.table_notice),)
BEATEN = typed_cards("Ts Kd 4c 5s Th Ad 7h 8c 3s Td Tc Jd 3h Qd 3d 2c")
"""Four tens lose to a royal flush; to four players, with a burn card before the flop, the turn and the river."""
PLAYERS = {
    BY_ROOM: ("Ada Bloom", "Ben Castle", "Cleo Abbott", "Dov Easton"),
    BY_HAND: ("Edie Fabre", "Finn Goodwin", "Gita Halloran"),
}
BANK, STAKES = 100_000_00, 50_000_00
PATIENT = ClockRules(act=900, show=900, round_pause=0.5, step_pause=0.1)


class Willing(Random):
    """Of somebody who calls every bet and makes none."""

    def random(self) -> float:
        return 1.0


class Casino(Office):
    """The house from the morning's filing to a display that shows what two rounds have contributed."""

    where = "licensed"

    def __init__(self, browser: Browser, room: str, store: Path, clock: ClockOnHours, deck: Arranged) -> None:
        super().__init__(browser, room, store, "cage", "security")
        self.clock, self.deck = clock, deck
        self.gives("supervisor", "books", "BeginDay", date=self.today)
        self.filed("rake", filing.RakeSubmission(methods=RAKE, most=400))
        self.filed("table high", filing.TableSettings(ROTATION))
        self.filed(f"payout {NAME}", filing.PayoutSubmission(RULES))
        clock.put_on(minutes=2)
        self.opened(BY_ROOM, "room")
        self.opened(BY_HAND, "dealer")
        self.gives("supervisor", "payouts", "OfferPayout", payout=NAME)
        self.crowd = Crowd(room, [name for names in PLAYERS.values() for name in names], Willing())
        for player in self.crowd.players.values():
            self.gives("cage", "cage", "Deposit", player=player.id, amount=BANK)

    @property
    def today(self) -> str:
        return str(gaming_day(self.clock.now()))

    def filed(self, subject: str, settings: filing.Settings) -> None:
        """By one officer, approved by the other, in force a minute later."""
        soon = (self.clock.now() + timedelta(minutes=1)).isoformat()
        made = {"document": "submission 7", "filed_on": self.today, "effective": soon}
        self.gives("supervisor", "register", "Propose", subject=subject, settings=msgspec.to_builtins(settings), **made)
        self.gives("accounting", "register", "Approve", subject=subject, version=1)

    def opened(self, table: str, dealt_by: str) -> None:
        area = {"name": "poker room", "approved": True}
        self.order("floorperson", "table", table, "OpenTable", "table high", area=area, dealt_by=dealt_by)

    def at_a_dealers_table(self, players: Sequence[str], amount: int) -> Console:
        """The console of its dealer, with everybody seated and a deck to deal."""
        console = Console(self, "dealer", BY_HAND)
        self.supplied(BY_HAND, self.today)
        for seat, name in enumerate(players):
            assert self.crowd.asks(name, "Sit", table=BY_HAND, seat=seat, amount=amount) == ""
        self.prepared(BY_HAND)
        return console

    # Money into the fund.

    def plays(self, rounds: int, *, sitting: bool = True) -> None:
        """At the table that the room deals, until these are over and everybody sits out."""
        names = PLAYERS[BY_ROOM]

        async def comes(player: Player) -> str:
            player.until[BY_ROOM] = rounds
            asked: dict[str, Any] = {"seat": names.index(player.name), "amount": STAKES} if sitting else {}
            await player.ask("Sit" if sitting else "SitIn", table=BY_ROOM, **asked)
            return player.refused

        # All at once: a round begins soon after the second, and the arranged deck is for four.
        assert self.crowd.all_do(comes, *names) == [""] * len(names)
        self.crowd.played([BY_ROOM], rounds)

    def counted(self, table: str, amount: int) -> None:
        """By its dealer beside a floorperson, on video; then in the official record and on display."""
        chips = [{"value": 1, "count": amount}]
        found = {"table": table, "chips": chips, "written": amount, "recording": "camera 4"}
        self.both_give("dealer", "Flo Ray", "payouts", "CountAtTable", payout=NAME, **found)
        self.gives("accounting", "payouts", "RecordDay", payout=NAME, day=self.today)
        self.both_give("accounting", "Flo Ray", "payouts", "AdjustDisplay", payout=NAME)

    def close(self) -> None:
        self.crowd.close()
        super().close()


@contextmanager
def open_casino(browser: Browser, store: Path) -> Iterator[Casino]:
    """A casino in which two rounds have been played, counted and put on display."""
    clock, deck = ClockOnHours(), Arranged(keystream("a casino"))
    chosen = replace(
        settings(PATIENT, bots=0, store=str(store)), licensed_database="memory:", licensed_spectator_delay=0.0
    )

    def world(of: Settings) -> World:
        return arranged(deck)(of)._replace(clock=clock)

    with serving(chosen, world) as room:
        found = Casino(browser, room, store, clock, deck)
        found.plays(2)
        found.counted(BY_ROOM, 2 * RULES.contribution.amount)
        yield found
        found.close()


def hit_on(page: Page, number: int) -> Locator:
    return page.get_by_role("article", name=f"Hit {number}", exact=True)


def reaches(hit: Locator, step: str) -> None:
    expect(hit).to_have_attribute("data-step", step)
