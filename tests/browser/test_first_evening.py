"""A newcomer's first evening, from one end to the other: taught badugi by a lesson and the coach, a friend invited to a
mixed game of their own and everything lost to them, in the game again with new chips; and the round that cost
everything, shared with somebody never here.
"""

import re
from collections.abc import Sequence
from urllib.parse import unquote

from playwright.sync_api import Browser, expect

from tests.browser.conftest import People, Rooms
from tests.browser.people import PATIENCE, Person, buying, buys_in_again, dealt_in, is_broke, seated, turn_of
from tests.browser.served import BRISK
from tests.browser.test_shared_rounds import Visitor, shares, verified

BADUGI = "14"
MIXED = "friends stud eight and triple draw"
LEAST = 4000
WILDEST = ("Raise", "Bet", "Call", "Check", "Draw", "Show", "PostForcedBet")
"""What somebody takes who wants the evening to be short, the first that is offered."""
MOMENT = 50
"""Milliseconds between two looks at the table."""
LONGEST = 120 * 1000 // MOMENT
"""Looks, on a machine that is busy with other things."""


def plays_wildly(one: Person) -> bool:
    kind = next((each for each in WILDEST if each in one.offers), None)
    if kind is not None:
        one.takes(kind)
    return kind is not None


def until_broke(loser: Person, others: Sequence[Person]) -> None:
    """Everybody bets whatever they may, and whoever else is broke first buys in again."""
    for _ in range(LONGEST):
        for each in (loser, *others):
            if each is loser and is_broke(each):
                return
            if buying(each).count():
                buys_in_again(each)
            else:
                plays_wildly(each)
        loser.page.wait_for_timeout(MOMENT)
    raise AssertionError(f"{loser.name} has chips after {LONGEST * MOMENT / 1000} seconds")


def learns_badugi(newcomer: Person, friend: Person) -> None:
    """From the lesson, a round of it step by step, and the first one of their own with a coach, who is quiet then."""
    page = newcomer.page
    page.goto(f"{newcomer.room}/#/learn")
    page.get_by_role("link", name="Badugi").first.click()
    worked = page.locator("[data-part=worked]")
    worked.get_by_role("button", name="One step on").click()
    page.keyboard.press("End")
    expect(worked.locator("[data-part=awards]")).to_be_visible()
    seated((newcomer, friend), BADUGI)
    coach = page.get_by_role("region", name="Coach")
    expect(coach).to_be_visible()
    while (who := turn_of((newcomer, friend))) is not None:
        if who is newcomer:
            expect(coach.locator(".mine")).not_to_be_empty()
        who.takes_mildest()
    expect(coach).to_contain_text("The cards that won are lifted")
    for each in (newcomer, friend):
        each.more("Leave the table")
        expect(each.page.get_by_role("heading", name="The poker room")).to_be_visible()


def invites(host: Person, friend: Person) -> None:
    """To a private mixed game, made by keyboard alone; the friend comes by the link."""
    page = host.page
    page.get_by_role("button", name="Play with friends").press("Enter")
    making = page.get_by_role("dialog", name="Play with friends")
    making.get_by_label("Game").select_option(MIXED)
    making.get_by_role("button", name="Open the table").press("Enter")
    bar = page.locator("[data-part=friends]")
    expect(bar).to_contain_text("Your table, among friends.")
    bar.get_by_role("button", name="Invite").press("Enter")
    link = page.get_by_role("dialog", name="Invite friends").get_by_label("Link").input_value()
    page.keyboard.press("Escape")
    table = unquote(page.url.partition("#/table/")[2])
    host.sits_at(table, amount=LEAST)
    friend.page.goto(link)
    friend.page.get_by_role("button", name="Sit down").click()
    dealt_in((host, friend))


def test_a_newcomer_learns_invites_loses_everything_buys_in_again_and_shares_the_round_with_a_stranger(
    people: People, rooms: Rooms, browser: Browser
) -> None:
    room = rooms(bots=0, clock=BRISK)
    newcomer, friend = people("Ada", room=room), people("Bo", room=room)
    learns_badugi(newcomer, friend)
    invites(newcomer, friend)
    until_broke(newcomer, (friend,))
    buys_in_again(newcomer)
    dealt_in((newcomer,))

    newcomer.page.goto(f"{room}/#/history")
    newcomer.page.locator(".history li a").first.click()
    newcomer.page.locator("[data-part=line]").wait_for()
    link = shares(newcomer, cards=True, names=True)

    stranger = Visitor(browser)
    stranger.context.set_default_timeout(1000 * PATIENCE)
    stranger.page.goto(link)
    expect(stranger.page.locator("header")).to_contain_text(f"shared by {newcomer.name}")
    expect(stranger.page.locator("aside")).to_contain_text(friend.name)
    stranger.page.get_by_label("Play").focus()
    stranger.page.keyboard.press("End")
    expect(stranger.page.locator("[data-part=line]")).to_contain_text(re.compile(rf"{newcomer.name} \$0"))
    verified(stranger.page)
    assert stranger.context.cookies() == []
    assert stranger.complaints == []
    stranger.context.close()
