"""What goes wrong between a browser and the room in the middle of a hand, and what must then still hold."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import People
from tests.browser.people import FACE_DOWN, Person, at_once, cards, play_out, play_until_turn, seated
from tests.browser.served import Process

STUD, HOLD_EM = "1", "5"
LINE_LOST = r"WebSocket connection to \S+ failed|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_(REFUSED|RESET)"
"""What a browser logs by itself while it is offline."""
DOWN = "The line to the room is down"


@pytest.fixture
def two(people: People) -> tuple[Person, Person]:
    """Ada and Bo, in one round of seven-card stud with bots, and it is Ada's turn."""
    ada, bo = people("Ada"), people("Bo")
    seated((ada, bo), STUD)
    play_until_turn(ada, (bo,))
    return ada, bo


def test_a_page_reloaded_in_mid_hand_shows_the_same_hand(two: tuple[Person, Person]) -> None:
    ada, bo = two
    held, seat, offers = ada.cards, ada.me.get_attribute("aria-label"), ada.offers
    ada.page.reload()
    ada.waits_for_turn()
    assert (ada.cards, ada.me.get_attribute("aria-label"), ada.offers) == (held, seat, offers)
    play_out((ada, bo))
    assert set(held) <= set(ada.cards), "another hand was dealt"
    assert sorted(cards(bo.seat_of(ada))) == sorted(ada.cards)


def test_a_lost_line_is_taken_up_where_it_was(two: tuple[Person, Person]) -> None:
    ada, bo = two
    held = ada.cards
    # Who acts last on a street may be the first to act on the next one.
    play_until_turn(bo, (ada,))
    ada.page.locator("[data-offer]").first.wait_for(state="detached")
    ada.context.set_offline(True)
    ada.page.evaluate("() => window.lines.at(-1).close()")
    expect(ada.page.get_by_text(DOWN)).to_be_visible()
    known = ada.log
    expect(bo.seat_of(ada)).to_contain_text("offline")
    play_until_acting(bo, ada)
    ada.context.set_offline(False)
    expect(ada.page.get_by_text(DOWN)).to_have_count(0)
    play_out((ada, bo))
    assert set(held) <= set(ada.cards)
    assert ada.log[: len(known)] == known
    ada.forgive(LINE_LOST)
    hers, his = both_may_know(ada.log), both_may_know(bo.log)
    both = min(len(hers), len(his))
    assert hers[-both:] == his[-both:], "something was missed, or told twice"
    assert both > len(known)


def play_until_acting(one: Person, waited_for: Person) -> None:
    """He plays on until the other is to act."""
    while one.page.locator(f'.acting[aria-label$=", {waited_for.name}"]').count() == 0:
        if not one.takes_mildest():
            one.page.locator(f'[data-offer], .acting[aria-label$=", {waited_for.name}"]').first.wait_for()


def both_may_know(log: list[str]) -> list[str]:
    """The lines of a log but for those that name cards which only one may see."""
    return [line for line in log if FACE_DOWN not in line and "down" not in line]


def test_two_tabs_of_one_person_show_the_same_and_either_may_act(two: tuple[Person, Person]) -> None:
    ada, bo = two
    second = ada.tab()
    second.goto(ada.page.url)
    offers = second.locator("[data-offer]")
    offers.first.wait_for()
    assert cards(second.locator("[data-part=me]")) == ada.cards
    assert offers.evaluate_all("nodes => nodes.map(node => node.textContent)") == ada.page.locator(
        "[data-offer]"
    ).evaluate_all("nodes => nodes.map(node => node.textContent)")
    first, ada.page = ada.page, second
    told = first.locator("[data-part=log] li").count()
    ada.takes_mildest()
    first.wait_for_function("told => document.querySelectorAll('[data-part=log] li').length > told", arg=told)
    play_out((ada, bo))
    first.locator("[data-part=awards]").wait_for()
    assert cards(first.locator("[data-part=me]")) == ada.cards
    assert first.locator("[data-part=awards]").inner_text() == ada.awards.inner_text()


def answered(page: Page) -> None:
    """Wait until the room has answered what the page asked first."""
    page.wait_for_function(
        """() => window.heard.some(each => ["Accepted", "Refused"].includes(JSON.parse(each).type))"""
    )


def quiet_move(person: Person) -> str:
    """What he can do without raising, as the page offers it."""
    kind = next(each for each in ("Check", "Call", "PostForcedBet") if each in person.offers)
    return f"[data-offer={kind}]"


def test_of_two_who_move_at_once_only_he_whose_turn_it_is_has_moved(two: tuple[Person, Person]) -> None:
    ada, bo = two
    # The page offers Bo nothing now: what he says goes past it, by its own line.
    speak = "move => window.lines.at(-1).send(JSON.stringify(move))"
    # He answers what he sees now, so that it is refused also when Ada was the quicker.
    seen = max(each["sequence"] for each in bo.heard() if each.get("table") == STUD and "sequence" in each)
    move = {"type": "Act", "id": "out of turn", "table": STUD, "move": {"type": "Fold"}, "seen": seen}
    with at_once(bo.page, ada.page):
        bo.page.evaluate(speak, move)
        ada.page.locator(quiet_move(ada)).click()
    expect(bo.notices).to_have_count(1)
    answered(ada.page)
    assert ada.notices.count() == 0
    play_out((ada, bo))
    assert FACE_DOWN not in cards(ada.seat_of(bo)), "Bo was folded out of turn"


def test_of_two_tabs_that_move_at_once_one_is_told_that_the_table_has_gone_on(two: tuple[Person, Person]) -> None:
    ada, bo = two
    second = ada.tab()
    second.goto(ada.page.url)
    second.locator("[data-offer]").first.wait_for()
    tabs, move = (ada.page, second), quiet_move(ada)
    with at_once(*tabs):
        for tab in tabs:
            tab.locator(move).click()
    for tab in tabs:
        answered(tab)
    play_out((ada, bo))
    refused = [each for tab in tabs for each in ada.heard(tab) if each["type"] == "Refused"]
    assert [each["code"] for each in refused] == ["too late"]


def test_of_two_who_want_one_seat_one_gets_it(people: People, quiet_room: str) -> None:
    ada, bo = people("Ada", room=quiet_room), people("Bo", room=quiet_room)
    for each in (ada, bo):
        each.at(HOLD_EM)
    with at_once(ada.page, bo.page):
        for each in (ada, bo):
            each.page.locator("[data-part=free]").first.click()
    for each in (ada, bo):
        answered(each.page)
    for each in (ada, bo):
        each.page.locator("[data-part=me], .notice").first.wait_for()
    got = [each.me.count() for each in (ada, bo)]
    assert sorted(got) == [0, 1]
    loser = (ada, bo)[got.index(0)]
    expect(loser.notices).to_have_count(1)
    expect(loser.page.locator("[data-part=seat]")).to_have_count(1)


def test_stacks_of_three_depths_make_a_side_pot_that_the_shortest_cannot_win(people: People, quiet_room: str) -> None:
    three = tuple(people(name, room=quiet_room) for name in ("Ada", "Bo", "Cy"))
    ada, bo, cy = three
    seated(three, HOLD_EM, amounts=(4000, 10_000, 30_000))
    everybody_all_in(three)
    pots = cy.page.locator("[data-part=pots]")
    expect(pots).to_contain_text("Main pot")
    amounts = [" ".join(text.split()) for text in pots.locator(".pot").all_inner_texts()]
    assert amounts == ["Main pot $119", "Side pot 1 $120"]  # a dollar was raked
    play_out(three)
    for each in three:
        each.awards.wait_for()
    told = "\n".join(cy.log_of_round)
    assert "Main pot: " in told
    assert "Side pot 1: " in told
    assert f"Side pot 1: {ada.name}" not in told
    assert {FACE_DOWN} & {card for each in (ada, bo) for card in cards(cy.seat_of(each))} == set()


def everybody_all_in(people: tuple[Person, ...]) -> None:
    """Each puts in all he has when his turn comes."""
    left = list(people)
    while left:
        for each in tuple(left):
            if not each.offers:
                continue
            if "Raise" in each.offers or "Bet" in each.offers:
                each.page.keyboard.press("a")
                each.page.locator("[data-offer=Raise], [data-offer=Bet]").click()
            else:
                each.takes("Call")
            left.remove(each)


@pytest.fixture
def process(browser: Browser, tmp_path: Path) -> Iterator[Process]:  # noqa: ARG001
    """The room as `pokerroom serve` opens it, without bots, which would take their time."""
    found = Process(tmp_path, POKERROOM_PLAY_CHIPS_BOTS="0", POKERROOM_CLOCK_ACT="60", POKERROOM_CLOCK_SHOW="60")
    yield found
    found.stop()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL], ids=["stopped", "killed"])
def test_a_room_started_again_goes_on_with_the_same_hand(process: Process, people: People, how: signal.Signals) -> None:
    ada, bo = people("Ada", room=process.address), people("Bo", room=process.address)
    seated((ada, bo), STUD)
    play_until_turn(ada, (bo,))
    ada.takes_mildest()
    play_until_turn(ada, (bo,))
    held, others, offers, log = ada.cards, cards(ada.seat_of(bo)), ada.offers, ada.log
    process.stop(how)
    for each in (ada, bo):
        expect(each.page.locator(".line-down")).to_be_visible()
    process.start()
    for each in (ada, bo):
        expect(each.page.locator(".line-down")).to_have_count(0)
    ada.waits_for_turn()
    assert (ada.cards, cards(ada.seat_of(bo)), ada.offers) == (held, others, offers)
    assert ada.log[: len(log)] == log
    play_out((ada, bo))
    assert set(held) <= set(ada.cards)
    assert sorted(cards(bo.seat_of(ada))) == sorted(ada.cards)
    for each in (ada, bo):
        each.forgive(LINE_LOST)
