"""A shift at three tables that a dealer deals, through the consoles alone: opened, dealt, relieved and closed.

Ten rounds each, as short as what happens in them allows; of what can go wrong, one of each. Forty minutes pass after
every round, by a clock that the test puts on: so decks are counted, sorted and changed when the consoles ask for it.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, expect
from typer.testing import CliRunner

from pokerroom.cli import app
from tests.browser.pit import Pit
from tests.browser.served import ClockOnHours, serving, settings
from tests.browser.shift import Console, Shift
from tests.browser.test_access import violations

DEALERS = ("Dee Low", "Dan Roe", "Dot Hay")
PLAYERS = {"Ann": 200, "Bo": 40, "Cy": 120}
MINUTES_A_ROUND = 40
Play = Callable[[Shift], None]


class Evening(NamedTuple):
    pit: Pit
    clock: ClockOnHours


@pytest.fixture(scope="module")
def evening(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    store, clock = tmp_path_factory.mktemp("shift"), ClockOnHours()
    with serving(settings(bots=0, store=str(store)), clock.world) as room:
        pit = Pit(browser, room, store)
        pit.hire(*DEALERS[1:])
        pit.contexts[DEALERS[0]] = pit.contexts["dealer"]
        yield Evening(pit, clock)
        pit.close()


def begun(shift: Shift) -> None:
    shift.dealer.deal()
    forced(shift)


def forced(shift: Shift) -> None:
    """At stud the forced bet of whoever the dealer says opens."""
    if shift.dealer.names_opener():
        shift.dealer.act("PostForcedBet")


def ended(shift: Shift) -> None:
    """All but one fold."""
    shift.dealer.folds(2)
    shift.dealer.confirm()


def folded_around(shift: Shift) -> None:
    begun(shift)
    ended(shift)


def exposed_by(paragraph: str) -> Play:
    def card_exposed(shift: Shift) -> None:
        shift.dealer.deal()
        told = shift.dealer.trouble("A card was exposed in the deal", seat=2)
        expect(told).to_contain_text(paragraph)
        shift.dealer.confirmed()
        forced(shift)
        ended(shift)

    return card_exposed


def misdealt(shift: Shift) -> None:
    shift.dealer.deal()
    told = shift.dealer.trouble("Dealt from the wrong seat")
    expect(told).to_contain_text("14.15(e)2")
    shift.dealer.confirmed()
    expect(shift.dealer.next_step).to_contain_text("Shuffled and cut")


def boxed_card(shift: Shift) -> None:
    begun(shift)
    told = shift.dealer.trouble("A card lies face up in the deck")
    expect(told).to_contain_text("14.15(h)")
    shift.dealer.confirmed()
    ended(shift)


def all_in(shift: Shift) -> None:
    """Everybody puts in what they can until the shortest has nothing left: a main pot and a side pot."""
    dealer = shift.dealer
    begun(shift)
    dealer.runs_out(wagering=True)
    expect(dealer.ask).to_contain_text("Side pot 1")
    assert violations(dealer.page) == []


def pushed_in_halves(shift: Shift) -> None:
    """The side pot whole, the main pot to a high and a low hand."""
    all_in(shift)
    shift.dealer.push([3], [], [2], [1])
    shift.dealer.confirm()


def pushed_by_pots(shift: Shift) -> None:
    all_in(shift)
    shift.dealer.push([3], [2])
    shift.dealer.confirm()


def split(shift: Shift) -> None:
    dealer = shift.dealer
    begun(shift)
    dealer.act("Fold")
    dealer.runs_out()
    winners = [int(each) for each in dealer.page.locator(".seat:not(.out):not(.nobody) .number").all_text_contents()]
    dealer.push(*[winners] * shift.shares)
    dealer.confirm()


def out_of_turn(shift: Shift) -> None:
    """Not binding, and said so before it is confirmed; whose turn it was, it still is."""
    dealer = shift.dealer
    begun(shift)
    turn = dealer.turn
    told = dealer.trouble("A bet out of turn", seat=turn % 3 + 1, words="raise to ten")
    expect(told).to_contain_text("AMB-45")
    dealer.confirmed()
    assert dealer.turn == turn
    ended(shift)


def drawn_card_exposed(shift: Shift) -> None:
    """One of the cards that a player draws comes face up: it is exchanged when everybody has drawn (AMB-112)."""
    dealer = shift.dealer
    begun(shift)
    while not dealer.stands_pat.count():
        dealer.quiet()
    turn = dealer.turn
    dealer.tap(re.compile("^Draws 2"))
    told = dealer.trouble("A card was exposed in the deal", seat=turn)
    expect(told).to_contain_text("AMB-112")
    dealer.confirmed()
    while dealer.stands_pat.count():
        dealer.goes_on()
    ended(shift)


def disputed(shift: Shift) -> None:
    """The dealer calls and waits, the shift supervisor rules that chips change seats, a floorperson has seen to it."""
    dealer = shift.dealer
    begun(shift)
    before = [dealer.stakes(seat) for seat in (3, 1)]
    dealer.button("Floor!").tap()
    dealer.dialog.get_by_role("button", name="Players dispute a pot").tap()
    expect(dealer.page.get_by_role("alert")).to_contain_text("Players dispute a pot")
    told = shift.supervisor.ruling(5, of=3, to=1, reason="the last pot was pushed $5 short")
    expect(told).to_contain_text("14.15(b)")
    assert violations(shift.supervisor.page) == []
    shift.supervisor.confirmed()
    shift.floor.tap("I have seen to it")
    expect(dealer.page.get_by_role("alert")).to_have_count(0)
    assert [dealer.stakes(seat) for seat in (3, 1)] == [before[0] - 5, before[1] + 5]
    ended(shift)


def key_for(dealer: Console) -> str:
    """Who acts first is seat 1, who draws draws nothing, who must bet does, and everybody else checks or calls."""
    asked = {
        "1": dealer.ask.filter(has_text="Who acts first?"),
        "0": dealer.stands_pat,
        "p": dealer.page.locator(".move.PostForcedBet"),
    }
    return next((key for key, offered in asked.items() if offered.count()), "c")


def by_keys(shift: Shift) -> None:
    """A whole round without a finger on the screen."""
    dealer, keys = shift.dealer, shift.dealer.page.keyboard
    keys.press("n")
    dealer.page.locator(".move, .ask").first.wait_for()
    dealer.answered()
    while not dealer.at_showdown:
        keys.press(key_for(dealer))
        dealer.answered()
    for _ in range(shift.shares):
        keys.press("1")
        keys.press("p")
    dealer.answered()
    keys.press("n")
    dealer.answered()


TABLES: dict[str, tuple[str, tuple[Play, ...]]] = {
    "river": (
        "hold-em",
        (
            folded_around,
            exposed_by("14.15(o)2"),
            misdealt,
            boxed_card,
            pushed_by_pots,
            split,
            out_of_turn,
            disputed,
            by_keys,
            folded_around,
        ),
    ),
    "stud": (
        "seven-card-stud-high-low-eight",
        (
            folded_around,
            exposed_by("14.15(k)"),
            misdealt,
            boxed_card,
            pushed_in_halves,
            split,
            out_of_turn,
            disputed,
            by_keys,
            folded_around,
        ),
    ),
    "draw": (
        "triple-draw-deuce-to-seven",
        (
            folded_around,
            exposed_by("14.15(r)"),
            misdealt,
            boxed_card,
            pushed_by_pots,
            split,
            out_of_turn,
            disputed,
            by_keys,
            drawn_card_exposed,
        ),
    ),
}
"""The game of each table, and what happens there round by round."""
RELIEF_AFTER = 5


def test_a_shift_at_three_tables(evening: Evening) -> None:
    shifts = {
        name: Shift(evening.pit, name, game, dealer)
        for (name, (game, _)), dealer in zip(TABLES.items(), DEALERS, strict=True)
    }
    for shift in shifts.values():
        shift.opens(PLAYERS)
        assert {f"Deck {deck} inspected: 52 cards" for deck in "AB"} <= set(shift.taken)
        assert {f"Verify deck {deck}" for deck in "AB"} <= set(shift.taken)
        assert violations(shift.dealer.page) == []
    for number in range(10):
        for name, shift in shifts.items():
            TABLES[name][1][number](shift)
        if number == RELIEF_AFTER:
            rotated(list(shifts.values()))
        evening.clock.put_on(minutes=MINUTES_A_ROUND)
        evening.pit.all_busy()
        for shift in shifts.values():
            expect(shift.dealer.next_step).not_to_contain_text("Deal round")
            shift.prepare()
    for shift in shifts.values():
        closed(shift)


def rotated(shifts: list[Shift]) -> None:
    """Each dealer goes on to the next table."""
    for shift, name in zip(shifts, (*DEALERS[1:], DEALERS[0]), strict=True):
        shift.relieved_by(name)


def closed(shift: Shift) -> None:
    """Decks had their times; players leave, the decks are counted, and the box is closed by who carries them away."""
    assert {"Deck A counted: 52", "Deck A sorted: 52", "Take deck A away", "Take deck B away"} <= set(shift.taken)
    for seat in (1, 2, 3):
        shift.floor.seat(seat).tap()
        shift.floor.dialog.get_by_role("button", name="Leaves").tap()
        shift.floor.answered()
    shift.dealer.box("Count", Found="52")
    shift.dealer.box("Close the box", Carried_by="Sue Park")
    shift.floor.box("Close the table")
    shift.close()


def test_the_record_of_the_shift_is_clean(evening: Evening) -> None:
    audited = CliRunner().invoke(app, ["audit", str(evening.pit.store)])
    assert audited.exit_code == 0, audited.stdout
