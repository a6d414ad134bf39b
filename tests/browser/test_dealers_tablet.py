"""A dealer's tablet that loses its line, and one whose server is killed: no entry is lost and none is done twice.

The trouble comes at any moment of a round, from its first card to its confirmation, whether the last entry was answered
or not; the dealer goes on entering for as long as the tablet can know who acts. At the end each entry stands in the
record once and in order, and before every seat lie the chips that the entries say.
"""

import random
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, expect

from pokerroom.play import events as of_round
from pokerroom.room.box import BOXES
from pokerroom.room.tables import TABLES
from pokerroom.shuffle.seal import Sealed
from pokerroom.store.opening import open_store
from pokerroom.table.box.events import RoundAttested
from pokerroom.table.seating.events import RoundStarted
from tests.browser.pit import Pit
from tests.browser.served import Process
from tests.browser.shift import WAGER, Console
from tests.browser.test_dealers_console import dealt
from tests.sampling import sampled

TIMES = sampled(2, whole=50)
PATIENCE = 60_000
SEATS = (1, 2, 3)
BET, DRAW = "bet", "draw"
GAMES = {
    "tablet": ("hold-em", (BET, BET, BET, BET)),
    "drawing": ("triple-draw-deuce-to-seven", (BET, DRAW, BET, DRAW, BET, DRAW, BET)),
}
"""What is dealt at each table, and what its rounds come to: in each part everybody acts once."""

Entry = tuple[str, int]
"""What was entered, and for which seat, as people count them; of a deal, which round."""

ENTRIES: dict[type[Any], str] = {
    of_round.Checked: "Check",
    of_round.Called: "Call",
    of_round.BetMade: "Wager",
    of_round.Raised: "Wager",
    of_round.StoodPat: "Draw",
    of_round.Discarded: "Draw",
}
"""By which event of the record an action is known."""


class Trouble(NamedTuple):
    """When it comes, how, and how much the dealer enters before it is over."""

    down: Callable[[], None]
    up: Callable[[], None]
    before: int
    """How many entries of the round were made by then."""
    ahead: int


class Tablet:
    """One table's console in front of a room that is a process of its own, and what was entered there."""

    def __init__(self, pit: Pit, room: Process, name: str) -> None:
        game, self.parts = GAMES[name]
        dealt(pit, name, game, len(SEATS)).close()
        self.name, self.room, self.page = name, room, Console(pit, "dealer", name).page
        self.page.set_default_timeout(PATIENCE)
        self.entered: list[Entry] = []
        self.rounds = 0
        self.chips = {seat: cents(self.seat(seat).locator(".stakes").text_content() or "") for seat in SEATS}
        self.bets = dict.fromkeys(SEATS, 0)
        self.pot = 0

    def cut(self) -> None:
        self.page.context.set_offline(True)

    def heal(self) -> None:
        self.page.context.set_offline(False)

    def kill(self) -> None:
        self.room.stop(signal.SIGKILL)

    def start(self) -> None:
        self.room.start()

    def settled(self) -> None:
        """The room has everything, and the console shows it."""
        self.page.locator('main[data-unsent="0"][data-unanswered="0"]').wait_for()

    # A round, entry by entry.

    @property
    def acts(self) -> int:
        return len(SEATS) * len(self.parts)

    def steps(self, chance: random.Random) -> list[Callable[[], None]]:
        """Deal, actions, push and confirmation."""
        made = [
            partial(self.act, number, place, wagers=place == 0 and chance.random() < 0.3)
            for number in range(len(self.parts))
            for place in range(len(SEATS))
        ]
        return [self.deal, *made, self.push, self.confirm]

    def play(self, chance: random.Random, trouble: Trouble) -> None:
        """All online but for the trouble: then no answer is waited for."""
        ahead = min(trouble.ahead, self.foreseen(trouble.before))
        self.ready()
        for number, step in enumerate(self.steps(chance)):
            if number == trouble.before:
                if ahead and number % len(SEATS) == 1:
                    # Who begins the next part is known once the last one has ended.
                    self.settled()
                trouble.down()
            if number == trouble.before + ahead:
                trouble.up()
            offline = trouble.before <= number < trouble.before + ahead
            if not offline and number <= self.acts + 1:
                self.settled()
            step()
        if trouble.before + ahead > self.acts + 2:
            trouble.up()
        self.settled()
        for seat in SEATS:
            expect(self.seat(seat).locator(".stakes")).to_have_text(dollars(self.chips[seat]))

    def foreseen(self, number: int) -> int:
        """How many entries the tablet can make by itself from here: to the end of a part, or of the round."""
        if number == 0:
            return 1
        return len(SEATS) - (number - 1) % len(SEATS) if number <= self.acts else self.acts + 3 - number

    def ready(self) -> None:
        """A deck that has become due is counted first."""
        while not self.button("Deal round").is_visible():
            self.page.locator(".between .primary").tap()
            self.settled()
            self.page.locator(".between .primary").wait_for()

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name)

    def seat(self, number: int) -> Locator:
        return self.page.locator(f"[data-seat='{number}']")

    def deal(self) -> None:
        self.rounds += 1
        self.button(f"Deal round {self.rounds}").tap()
        self.entered.append(("Deal", self.rounds))

    def act(self, number: int, place: int, *, wagers: bool) -> None:
        """Whoever is in front: in a draw they stand pat or draw one, and bets are called."""
        if place == 0:
            self.begin(number)
        found = re.match(r"\s*Seat (\d+)", self.page.locator(".ask").text_content() or "")
        assert found is not None, self.page.locator(".ask").text_content()
        seat = int(found[1])
        if self.parts[number] is DRAW:
            kind, button = "Draw", self.page.locator(".move", has_text=("Stands pat", "Draws 1")[seat % 2])
        elif wagers:
            kind, button = "Wager", self.button(WAGER).first
            self.put_in(seat, cents(button.text_content() or ""))
        else:
            kind = "Call" if self.bets[seat] < max(self.bets.values()) else "Check"
            button = self.page.locator(f"button.move.{kind}")
            self.put_in(seat, max(self.bets.values()))
        button.tap()
        self.entered.append((kind, seat))

    def begin(self, number: int) -> None:
        """Before the first part of a round lie the blinds."""
        self.bets = dict.fromkeys(SEATS, 0)
        for seat in SEATS if number == 0 else ():
            bet = self.seat(seat).locator(".bet")
            if bet.count():
                self.put_in(seat, cents(bet.text_content() or ""))

    def put_in(self, seat: int, to: int) -> None:
        more, self.bets[seat] = to - self.bets[seat], to
        self.chips[seat] -= more
        self.pot += more

    def push(self) -> None:
        """To whoever has the least, so that nobody runs out of chips."""
        winner = min(SEATS, key=lambda seat: self.chips[seat])
        self.seat(winner).tap()
        self.button("Push").tap()
        self.entered.append(("Push", winner))

    def confirm(self) -> None:
        button = self.button(f"Confirm round {self.rounds}")
        rake = re.search(r"rake \$[\d.]+ taken", button.text_content() or "")
        self.chips[self.entered[-1][1]] += self.pot - (cents(rake[0]) if rake else 0)
        self.pot = 0
        button.tap()


def cents(text: str) -> int:
    """The amount in what the console says: `Bet $2`."""
    found = re.search(r"\$([\d.]+)", text)
    assert found is not None, text
    return round(100 * float(found[1]))


def dollars(amount: int) -> str:
    return f"${amount // 100}" if amount % 100 == 0 else f"${amount / 100:.2f}"


def recorded(room: Path, table: str) -> tuple[list[Entry], int]:
    """Every entry at a table in the order of the record, and how many rounds were confirmed."""
    entries: list[Entry] = []
    begun = False
    with closing(open_store(f"sqlite:///{room / 'play-chips.sqlite3'}")) as store:
        for _, stored in TABLES.events(store, table):
            event: Any = stored.event if isinstance(stored, Sealed) else stored
            if isinstance(event, RoundStarted):
                entries.append(("Deal", event.number))
            elif isinstance(event, of_round.Entered):
                assert not begun, "an entry without an action that was entered here"
                begun = True
            elif isinstance(event, of_round.PotsPushed):
                begun = False
                entries.append(("Push", event.pushes[0].seats[0] + 1))
            elif begun and type(event) in ENTRIES:
                begun = False
                entries.append((ENTRIES[type(event)], event.seat + 1))
        confirmed = sum(isinstance(event, RoundAttested) for _, event in BOXES.events(store, table))
    return entries, confirmed


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Process, Path]]:
    store = tmp_path_factory.mktemp("tablet")
    found = Process(store, POKERROOM_PLAY_CHIPS_BOTS="0")
    yield found, store
    found.stop()


@pytest.mark.sampled
def test_no_entry_is_lost_or_doubled_by_a_lost_line_or_a_killed_server(
    browser: Browser, room: tuple[Process, Path]
) -> None:
    process, store = room
    pit = Pit(browser, process.address, store)
    tablets = [Tablet(pit, process, name) for name in GAMES]
    chance = random.Random(14)
    for number in range(2 * TIMES):
        # Of each game and of each trouble as many.
        tablet = tablets[number % len(tablets)]
        down, up = ((tablet.cut, tablet.heal), (tablet.kill, tablet.start))[number // len(tablets) % 2]
        before = chance.randrange(tablet.acts + 3)
        tablet.play(chance, Trouble(down, up, before, chance.randrange(len(SEATS) + 1)))
    pit.close()
    process.stop()
    for tablet in tablets:
        assert recorded(store, tablet.name) == (tablet.entered, tablet.rounds)
    audit = [str(Path(sys.executable).with_name("pokerroom")), "audit", str(store)]
    found = subprocess.run(audit, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr
