"""A shift at a table that a dealer deals: everybody at their own tablet, doing only what their console offers.

A step is what a person does: tap what the console puts first, enter an action, push a pot, say what went wrong.
"""

import re
from collections.abc import Iterable

from playwright.sync_api import Locator, Page, expect

from tests.browser.people import Guest
from tests.browser.pit import Pit

ANSWERED = "() => document.querySelector('main[data-unanswered=\"0\"], .unsent.refused')"
FORETOLD = "() => document.querySelector('.found ul, .found .wrong')"
WAGER = re.compile(r"^(Bet|Raise to) \$")
READY = "() => document.querySelector('.between .primary, .between .reason')"
TOLD = "() => Number(document.querySelector('main').dataset.told)"
HEARD = "moment => Number(document.querySelector('main').dataset.told) >= moment"
LONGEST = 100
"""More steps than any opening takes."""


class Console:
    """One person's console of one table."""

    def __init__(self, pit: Pit, who: str, table: str) -> None:
        self.who, self.table = who, table
        self.page: Page = pit.tablet(who).new_page()
        self.wrong: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.goto(f"{pit.room}/#/dealer/{table}")
        self.page.locator(".foot").wait_for()

    def answered(self) -> None:
        self.page.wait_for_function(ANSWERED)
        refused = self.page.locator(".unsent.refused .why")
        assert refused.count() == 0, refused.text_content()

    @property
    def told_at(self) -> float:
        """When the room last said how the table stands, by its clock."""
        return float(self.page.evaluate(TOLD))

    def hears(self, moment: float) -> None:
        """Everything up to this moment."""
        self.page.wait_for_function(HEARD, arg=moment)

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name)

    def tap(self, name: str | re.Pattern[str]) -> None:
        self.button(name).first.tap()
        self.answered()

    @property
    def dialog(self) -> Locator:
        return self.page.get_by_role("dialog")

    @property
    def ask(self) -> Locator:
        return self.page.locator(".ask")

    def seat(self, number: int) -> Locator:
        return self.page.locator(f"[data-seat='{number}']")

    # Between rounds.

    @property
    def next_step(self) -> Locator:
        """What the console puts first."""
        return self.page.locator(".between .primary, .ending .primary")

    def close(self) -> None:
        assert self.wrong == []
        self.page.context.close()

    def take_step(self) -> str:
        words = (self.next_step.text_content() or "").removesuffix(" N")
        self.next_step.tap()
        self.fill({})
        self.answered()
        return words

    def deal(self) -> None:
        self.next_step.filter(has_text="Deal round").tap()
        self.page.locator(".move, .ask").first.wait_for()
        self.answered()

    def confirm(self) -> None:
        self.next_step.filter(has_text="Confirm round").tap()
        self.answered()

    def box(self, button: str | re.Pattern[str], **fields: str) -> None:
        """A step in the panel of decks and devices; fields by their labels, if it has a form."""
        self.button("Decks").first.tap()
        self.dialog.get_by_role("button", name=button).first.tap()
        self.fill(fields)
        if self.dialog.count():
            self.dialog.get_by_role("button", name="Close", exact=True).tap()
        self.answered()

    def fill(self, fields: dict[str, str]) -> None:
        """The form that is open, then confirmed; without one nothing is left to say."""
        for label, text in fields.items():
            self.dialog.get_by_label(label.replace("_", " ").capitalize()).fill(text)
        confirm = self.dialog.get_by_role("button", name="Confirm")
        if confirm.count():
            confirm.tap()

    # A round.

    def act(self, kind: str) -> None:
        """Check, Call, Fold or PostForcedBet, for whoever the console says acts."""
        self.page.locator(f"button.move.{kind}").tap()
        self.answered()

    def quiet(self) -> None:
        self.page.locator("button.move.Check, button.move.Call").first.tap()
        self.answered()

    def all_in(self) -> None:
        self.button(WAGER).last.tap()
        self.answered()

    @property
    def turn(self) -> int:
        """The seat that acts, as people count."""
        found = re.match(r"\s*Seat (\d+)", self.ask.text_content() or "")
        assert found is not None, self.ask.text_content()
        return int(found[1])

    def folds(self, times: int) -> None:
        for _ in range(times):
            self.act("Fold")

    def names_opener(self) -> bool:
        """Where cards are unnamed at stud, the dealer taps who acts first: here the first who can."""
        asked = "Who acts first?" in (self.ask.text_content() or "")
        if asked:
            self.page.locator("[data-seat]:not(.out):not(.nobody):not(:has-text('all-in'))").last.tap()
            self.answered()
        return asked

    def goes_on(self, *, wagering: bool = False) -> None:
        """Whoever acts stands pat, wagers if that is wanted and possible, or else checks or calls."""
        pat, wager = self.stands_pat, self.button(WAGER)
        if self.names_opener():
            return
        if pat.count():
            pat.tap()
        elif wagering and wager.count():
            wager.first.tap()
        else:
            self.page.locator("button.move.PostForcedBet, button.move.Check, button.move.Call").first.tap()
        self.answered()

    @property
    def stands_pat(self) -> Locator:
        return self.page.locator(".move", has_text="Stands pat")

    @property
    def at_showdown(self) -> bool:
        return "who wins?" in (self.ask.text_content() or "")

    def runs_out(self, *, wagering: bool = False) -> None:
        """Up to the showdown."""
        while not self.at_showdown:
            self.goes_on(wagering=wagering)

    def push(self, *winners: Iterable[int]) -> None:
        """Each pot or share in the order the console asks, to these seats; to nobody where no hand is low enough."""
        for seats in winners:
            for seat in seats:
                self.seat(seat).tap()
            self.page.locator(".showdown .row > .primary").first.tap() if seats else self.button("No low").tap()
        self.answered()

    def stakes(self, seat: int) -> int:
        """What the console shows before a seat, in dollars."""
        found = re.search(r"\$([\d,]+)", self.seat(seat).text_content() or "")
        assert found is not None, self.seat(seat).text_content()
        return int(found[1].replace(",", ""))

    # What goes wrong.

    def trouble(self, words: str, /, *, seat: int | None = None, choose: str = "", **fields: str) -> Locator:
        """Up to what will happen, which the dialog then shows."""
        self.begins_trouble(words)
        if seat is not None:
            self.dialog.get_by_role("button", name=re.compile(rf"^{seat} ")).tap()
        if choose:
            self.dialog.get_by_role("button", name=choose, exact=True).tap()
        return self.foretold(**fields)

    def ruling(self, dollars: int, *, of: int, to: int, reason: str) -> Locator:
        """Chips go from the stakes of one seat to another's: up to what will happen."""
        self.begins_trouble("Rule, and put chips right")
        self.dialog.get_by_role("button", name="Add move").tap()
        for place, seat in enumerate((of, to)):
            self.dialog.get_by_role("button", name=re.compile(rf"^{seat} ")).nth(place).tap()
            self.dialog.get_by_role("button", name="stakes", exact=True).nth(place).tap()
        return self.foretold(amount=str(dollars), reason=reason)

    def begins_trouble(self, words: str) -> None:
        self.button("Wrong?").tap()
        self.dialog.get_by_role("button", name=words).tap()

    def foretold(self, **fields: str) -> Locator:
        for label, text in fields.items():
            self.dialog.get_by_label(label.capitalize()).fill(text)
        self.dialog.get_by_role("button", name="What will happen?").tap()
        self.page.wait_for_function(FORETOLD)
        refused = self.dialog.locator(".wrong")
        assert refused.count() == 0, refused.text_content()
        return self.dialog

    def confirmed(self) -> None:
        self.dialog.get_by_role("button", name="Confirm").tap()
        self.answered()


class Shift:
    """A table with a dealer, a floorperson and a poker shift supervisor at their consoles."""

    def __init__(self, pit: Pit, table: str, game: str, dealer: str) -> None:
        self.pit, self.table = pit, table
        self.shares = 2 if "low-eight" in game else 1
        """A pot is pushed whole, or to a high and a low hand."""
        pit.posted(table, game)
        self.supervisor = Console(pit, "supervisor", table)
        self.floor = Console(pit, "floorperson", table)
        self.dealer = Console(pit, dealer, table)
        self.taken: list[str] = []
        """What the consoles asked for between rounds."""

    def opens(self, players: dict[str, int]) -> None:
        """From a closed table to the first round; players sit down once the box is open, with these chips."""
        self.supervisor.next_step.tap()
        self.supervisor.fill({"Location": "pit 2"})
        self.supervisor.answered()
        for step in ("Bring the blue deck", "Bring the red deck", "Bring the cover card", "Open the box", "Sign on"):
            expect(self.dealer.next_step).to_contain_text(step)
            self.dealer.take_step()
        self.sit(players)
        self.prepare()

    def sit(self, players: dict[str, int]) -> None:
        for seat, (who, dollars) in enumerate(players.items()):
            Guest(self.pit.room, f"{who} at {self.table}").asks(
                "Sit", table=self.table, seat=seat, amount=100 * dollars
            )

    def prepare(self) -> None:
        """Whatever stands between the table and its next round, each step by whoever the consoles ask."""
        for _ in range(LONGEST):
            self.abreast()
            self.dealer.page.wait_for_function(READY)
            if self.dealer.next_step.filter(has_text="Deal round").count():
                return
            asked = next((each for each in (self.dealer, self.floor) if each.next_step.count()), None)
            assert asked is not None, f"{self.dealer.page.locator('.between').text_content()} after {self.taken}"
            self.taken.append(asked.take_step())
        raise AssertionError(self.taken)

    def abreast(self) -> None:
        """Both consoles show the same: what one has done may come to the other much later where a machine is busy."""
        latest = max(each.told_at for each in (self.dealer, self.floor))
        for each in (self.dealer, self.floor):
            each.hears(latest)

    def relieved_by(self, name: str) -> None:
        """The dealer signs off, and the next one signs on at a console of their own."""
        self.dealer.box("Sign off")
        self.dealer.close()
        self.dealer = Console(self.pit, name, self.table)
        expect(self.dealer.next_step).to_contain_text("Sign on")
        self.dealer.take_step()
        expect(self.floor.page.locator(".line")).to_have_text(name)

    def close(self) -> None:
        for console in (self.supervisor, self.floor, self.dealer):
            console.close()
