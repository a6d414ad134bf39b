"""What is said at a table, and who can be silenced there."""

from playwright.sync_api import Page, expect

from pokerroom.wire import messages as wire
from tests.browser import scenes
from tests.browser.screenshots import TABLE
from tests.browser.stage import Stage


def test_others_can_be_muted_and_nobody_mutes_himself(desktop: Page, tables: dict[str, scenes.Scene]) -> None:
    stage = Stage(tables["waiting-turn"])
    stage.put_on(desktop)
    desktop.goto(TABLE)
    desktop.get_by_role("button", name="Chat").click()
    for name, text in (("Bao", "nice hand"), (scenes.you().name, "thank you")):
        stage.tell(wire.Said(table=scenes.TABLE, name=name, text=text, at=scenes.NOW))
    lines = desktop.get_by_role("list", name="Chat").get_by_role("listitem")
    expect(lines).to_have_count(2)
    expect(lines.filter(has_text="nice hand").get_by_role("button", name="Mute Bao")).to_be_visible()
    expect(lines.filter(has_text="thank you").get_by_role("button")).to_have_count(0)
    desktop.get_by_role("button", name="Mute Bao").click()
    expect(lines).to_have_text(["Ada thank you"])
