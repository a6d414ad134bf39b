"""Pictures of every screen, on a desktop and on a phone: `python -m tests.browser.screenshots FOLDER [NAME ...]`.

The page must have been built (`make page`).
"""

import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Error, Page, sync_playwright

from tests.browser import scenes
from tests.browser.stage import ADDRESS, SIZES, Stage, launched

TABLE = f"{ADDRESS}/#/table/{scenes.TABLE}"


def nothing(page: Page) -> None:
    pass


def pick_two(page: Page) -> None:
    page.keyboard.press("1")
    page.keyboard.press("3")


def ask_why(page: Page) -> None:
    page.keyboard.press("w")
    page.get_by_role("dialog").get_by_role("listitem").first.wait_for()


def to_the_middle(page: Page) -> None:
    for _ in range(14):
        page.keyboard.press("ArrowRight")


def verify(page: Page) -> None:
    page.keyboard.press("End")
    page.get_by_role("button", name="Verify").click()
    page.get_by_text("The deck was fixed").wait_for()


def why_in_the_middle(page: Page) -> None:
    to_the_middle(page)
    ask_why(page)


REPLAY = f"{ADDRESS}/#/history/{scenes.TABLE}/1204"
OTHERS: dict[str, tuple[str, Callable[[Page], None]]] = {
    "lobby": (f"{ADDRESS}/", nothing),
    "wall": (f"{ADDRESS}/wall", nothing),
    "history": (f"{ADDRESS}/#/history", nothing),
    "replayer": (REPLAY, to_the_middle),
    "replayer-why": (REPLAY, why_in_the_middle),
    "replayer-verified": (REPLAY, verify),
}
AT_TABLES: dict[str, Callable[[Page], None]] = {"badugi-draw": pick_two, "draw": pick_two}


def complain(error: Error) -> None:
    sys.stderr.write(f"the page has failed: {error}\n")


def main(folder: Path, wanted: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    staged = {name: (Stage(scene), TABLE, AT_TABLES.get(name, nothing)) for name, scene in scenes.tables().items()}
    staged |= {name: (Stage(None, scenes.finished()), address, then) for name, (address, then) in OTHERS.items()}
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
                then(page)
                page.wait_for_timeout(250)
                page.screenshot(path=folder / f"{name}-{device}.png")
                context.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
