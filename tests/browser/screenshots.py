"""Pictures of every screen, on a desktop and on a phone: `python -m tests.browser.screenshots FOLDER [NAME ...]`.

The page must have been built (`make page`).
"""

import sys
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace
from playwright.sync_api import Error, Page, expect, sync_playwright

from pokerroom.wire import messages as wire
from pokerroom.words import saying
from tests.browser import scenes
from tests.browser.stage import ADDRESS, SIZES, Stage, launched

TABLE = f"{ADDRESS}/#/table/{scenes.TABLE}"
REPLAY = f"{ADDRESS}/#/history/{scenes.TABLE}/1204"

SHARED = f"{ADDRESS}/replay/{'x' * 32}"

Then = Callable[[Page, Stage], None]


def nothing(_: Page, __: Stage) -> None:
    pass


def pick_two(page: Page, _: Stage) -> None:
    page.keyboard.press("1")
    page.keyboard.press("3")


def ask_why(page: Page, _: Stage) -> None:
    page.keyboard.press("w")
    page.locator("[data-part=why]").get_by_role("listitem").first.wait_for()


def to_the_middle(page: Page, _: Stage) -> None:
    page.locator("[data-part=line]").wait_for()
    for _step in range(14):
        page.keyboard.press("ArrowRight")


def to_the_end(page: Page, _: Stage) -> None:
    page.locator("[data-part=line]").wait_for()
    page.keyboard.press("End")


def verify(page: Page, stage: Stage) -> None:
    to_the_end(page, stage)
    page.get_by_role("button", name="Verify").click()
    expect(page.locator(".finding")).to_contain_text("The deck was fixed")


def share(page: Page, stage: Stage) -> None:
    to_the_middle(page, stage)
    opened("Share")(page, stage)
    page.get_by_role("textbox").first.wait_for()


def why_in_the_middle(page: Page, stage: Stage) -> None:
    to_the_middle(page, stage)
    ask_why(page, stage)


def opened(button: str) -> Then:
    def then(page: Page, _: Stage) -> None:
        page.get_by_role("button", name=button, exact=True).first.click()
        page.get_by_role("dialog").wait_for()

    return then


def keys(page: Page, _: Stage) -> None:
    page.keyboard.press("?")
    page.get_by_role("dialog").wait_for()


def log(page: Page, _: Stage) -> None:
    page.keyboard.press("l")


def chat(page: Page, stage: Stage) -> None:
    for name, text in (("Bao", "nice hand"), ("Otto", "thank you; that river was kind to me, I had nothing before it")):
        stage.tell(wire.Said(table=scenes.TABLE, name=name, text=text, at=scenes.NOW))
    page.keyboard.press("l")
    page.get_by_role("button", name="Chat").click()


def seat_of(table: wire.LobbyTable, *, accepted: bool = False) -> wire.Offered:
    until = scenes.NOW + 60
    return wire.Offered(table=table.name, seat=4, game=table.game, limits=table.limits, until=until, accepted=accepted)


def offered(page: Page, stage: Stage) -> None:
    page.locator(".games h2").first.wait_for()
    table = scenes.lobby().tables[3]
    stage.tell(seat_of(table))
    page.get_by_role("dialog").wait_for()


def chosen(choice: str) -> Then:
    """One of the things that a player may ask for besides his moves."""

    def then(page: Page, stage: Stage) -> None:
        opened("More")(page, stage)
        page.get_by_role("button", name=choice).click()
        page.get_by_role("dialog", name=choice).wait_for()

    return then


def moving(page: Page, stage: Stage) -> None:
    stage.tell(seat_of(scenes.lobby().tables[3], accepted=True))
    page.locator("[data-part=moving]").wait_for()


def refused(page: Page, stage: Stage) -> None:
    says = saying("refused.sentence", what=saying("refused-play.below minimum", to=300, least=400))
    stage.tell(wire.Refused(id="", code="below minimum", says=says, rule="14.10(g)"))
    page.locator(".notice").wait_for()


def required(page: Page, stage: Stage) -> None:
    """Required to leave the game; at a table, when the round is over."""
    page.locator("[data-part=plate], .games h2").first.wait_for()
    stage.tell(scenes.required_to_leave())
    if stage.scene is not None:
        seats = tuple(
            replace(each, leaving=True, must_leave=True) if each.me else each for each in stage.scene.view.seats
        )
        state, sequence = replace(stage.scene.view, seats=seats), stage.scene.told[-1].sequence
        stage.tell(wire.Happened(table=scenes.TABLE, sequence=sequence, told=(), state=state))
    page.locator("[data-part=removed]").wait_for()


def buy_in(page: Page, _: Stage) -> None:
    page.get_by_role("button", name="for real money").first.click()
    page.get_by_role("dialog").wait_for()


def line_down(page: Page, stage: Stage) -> None:
    stage.tell(wire.Goodbye(says=saying("goodbye.restarting"), again=True))
    page.locator(".line-down").wait_for()


def how_to_play(page: Page, _: Stage) -> None:
    page.get_by_role("button", name="More").click()
    page.get_by_role("dialog").get_by_role("button", name="How to play").click()
    page.locator("[data-part=how-to-play] [data-part=order]").first.wait_for()


def halfway(page: Page, _: Stage) -> None:
    """Halfway through the worked round of a lesson."""
    worked = page.locator("[data-part=worked]")
    worked.scroll_into_view_if_needed()
    for _step in range(16):
        worked.get_by_role("button", name="One step on").click()


AT_TABLES: dict[str, Then] = {"badugi-draw": pick_two, "draw": pick_two, "triple-draw": pick_two}
OTHERS: dict[str, tuple[str, Then]] = {
    "lobby": (f"{ADDRESS}/", nothing),
    "lobby-offer": (f"{ADDRESS}/", offered),
    "lobby-required": (f"{ADDRESS}/", required),
    "account": (f"{ADDRESS}/", opened("Sign in")),
    "settings": (f"{ADDRESS}/", opened("Settings")),
    "wall": (f"{ADDRESS}/wall", nothing),
    "history": (f"{ADDRESS}/#/history", nothing),
    "replayer": (REPLAY, to_the_middle),
    "replayer-end": (REPLAY, to_the_end),
    "replayer-why": (REPLAY, why_in_the_middle),
    "replayer-verified": (REPLAY, verify),
    "share": (REPLAY, share),
    "shared": (SHARED, to_the_middle),
    "shared-end": (SHARED, to_the_end),
    "shared-verified": (SHARED, verify),
}
"""Screens without a table, and what to do there."""
FOR_MONEY: dict[str, tuple[str, Then]] = {
    "money-lobby": (f"{ADDRESS}/", nothing),
    "money-buy-in": (f"{ADDRESS}/", buy_in),
    "money-wall": (f"{ADDRESS}/wall", nothing),
    "money-history": (f"{ADDRESS}/#/history", nothing),
    "money-watching": (TABLE, nothing),
}
"""Screens of a house that has a licensed room besides, and of its tables."""
OVER_A_TABLE: dict[str, tuple[str, Then]] = {
    "sign": ("omaha8-side-pots", opened("Sign")),
    "more": ("holdem", opened("More")),
    "change-table": ("omaha8-full", chosen("Change table")),
    "higher-minimum": ("holdem", chosen("Propose a higher minimum")),
    "moving": ("waiting-turn", moving),
    "keys": ("holdem", keys),
    "why": ("stud", ask_why),
    "log": ("waiting-turn", log),
    "chat": ("omaha8-split", chat),
    "refused": ("waiting-turn", refused),
    "required": ("holdem-full", required),
    "required-watching": ("watching", required),
    "line-down": ("stud", line_down),
}
"""What stands before a table: which table, and how it comes there."""


LESSONS: dict[str, tuple[str, Then]] = {
    "learn": (f"{ADDRESS}/#/learn", nothing),
    "learn-mambo": (f"{ADDRESS}/#/learn/mambo-stud", nothing),
    "learn-badugi-round": (f"{ADDRESS}/#/learn/badugi", halfway),
}
TAUGHT: dict[str, tuple[str, Then]] = {
    "coach": ("badugi-draw", nothing),
    "coach-holdem": ("holdem", nothing),
    "how-to-play": ("omaha8-side-pots", how_to_play),
}
"""Where the room teaches: lessons, and tables at which it is a player's first round."""


def screens(tables: dict[str, scenes.Scene]) -> dict[str, tuple[Stage, str, Then]]:
    """Everything there is to look at: what is behind it, its address, and what to do there."""
    found = {name: (Stage(scene), TABLE, AT_TABLES.get(name, nothing)) for name, scene in tables.items()}
    found |= {name: (Stage(tables[table]), TABLE, then) for name, (table, then) in OVER_A_TABLE.items()}
    found |= {name: (Stage(None, scenes.finished()), address, then) for name, (address, then) in OTHERS.items()}
    found |= {name: (Stage(None, teaches=True), address, then) for name, (address, then) in LESSONS.items()}
    found |= {name: (Stage(tables[table], teaches=True), TABLE, then) for name, (table, then) in TAUGHT.items()}
    for_money = scenes.for_money(tables["watching"])
    return found | {
        name: (Stage(for_money, scenes.finished_for_money(), money=True), address, then)
        for name, (address, then) in FOR_MONEY.items()
    }


def complain(error: Error) -> None:
    sys.stderr.write(f"the page has failed: {error}\n")


def main(folder: Path, wanted: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    staged = screens(scenes.tables())
    with sync_playwright() as playwright:
        browser = launched(playwright)
        for device, (width, height) in SIZES.items():
            for name, (stage, address, then) in staged.items():
                if wanted and name not in wanted:
                    continue
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    device_scale_factor=2 if device == "phone" else 1,
                    reduced_motion="reduce",
                )
                page = context.new_page()
                page.on("pageerror", complain)
                stage.put_on(page)
                page.goto(address)
                page.wait_for_timeout(500)
                then(page, stage)
                page.wait_for_timeout(250)
                page.screenshot(path=folder / f"{name}-{device}.png")
                context.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
