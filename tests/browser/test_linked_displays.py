"""A payout of several casinos as it is displayed, whatever is pending where, 14.20(e)4i."""

from msgspec.structs import replace
from playwright.sync_api import Page, expect

from pokerroom.wire.payouts import PayoutShown, SystemShown
from pokerroom.words import saying
from tests.browser import scenes
from tests.browser.stage import ADDRESS, Stage
from tests.spec_marks import spec

CONFIRMED = saying("table.linked-confirmed", amount=300_00, casino="The Birch")


def displayed(*pending: str) -> PayoutShown:
    system = SystemShown(
        name="Boardwalk bad beat",
        standing="suspended",
        information="Two pair or better that loses",
        members=("The Alder", "The Birch"),
        host="The Alder",
        host_address="1 Boardwalk",
        pending=pending,
        confirmed=(CONFIRMED, CONFIRMED),
    )
    return PayoutShown(
        name="Bad beat",
        amount=900_00,
        secondary=None,
        from_primary=False,
        pending=True,
        qualifier="any two pair or better beaten",
        tables=("1",),
        play_chips=True,
        system=system,
    )


@spec("R-14.20-e-4-i.1")
def test_two_payouts_that_are_pending_at_one_casino_are_both_displayed(
    desktop: Page, tables: dict[str, scenes.Scene]
) -> None:
    stage = Stage(tables["watching"], scenes.finished())
    payout = displayed("The Birch", "The Alder", "The Birch")
    stage.lobby = replace(scenes.lobby(), payouts=(payout,))
    stage.put_on(desktop)
    desktop.goto(f"{ADDRESS}/")
    shown = desktop.get_by_role("list", name="Bad beat payouts")
    expect(shown.get_by_text("A payout is pending at The Birch")).to_have_count(2)
    expect(shown.get_by_text("A payout is pending at The Alder")).to_have_count(1)
    expect(shown).to_contain_text("Suspended: no round qualifies and no pot contributes until the system works again")
