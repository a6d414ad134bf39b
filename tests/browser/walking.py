"""Walks a page by keyboard alone: every control is reached, what has the keyboard can be seen, and nothing keeps it.

Tab goes from control to control and at last leaves the page; what a group of radio buttons holds besides the one that
Tab comes to is reached by arrow keys. A button that opens a dialog has the keyboard back when Escape has closed it.
"""

from typing import Any

from playwright.sync_api import ElementHandle, Locator, Page, TimeoutError as TimedOut

CONTROLS = """() => {
  const open = [...document.querySelectorAll('dialog[open], [role=dialog]')].at(-1) ?? document;
  const shown = (each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('[inert]')
    && !(each.closest('details:not([open])') && each.localName !== 'summary');
  const fields = 'input:enabled:not([type=hidden]), select:enabled, textarea:enabled';
  const able = `a[href], button:enabled, summary, [tabindex], ${fields}`;
  return [...open.querySelectorAll(able)].filter(shown);
}"""

MARKED = f"""() => {{
  const controls = ({CONTROLS})();
  controls.forEach((each, number) => (each.dataset.walk = String(number)));
  const name = (each) => (each.ariaLabel || each.textContent || each.name || each.placeholder || each.localName).trim();
  return controls.map((each) => ({{
    name: `${{each.localName}} ${{name(each)}}`.slice(0, 80),
    tabs: each.tabIndex >= 0,
    radio: each.localName === 'input' && each.type === 'radio' ? each.name : '',
  }}));
}}"""

FOCUSED = """() => {
  const each = document.activeElement;
  if (!each || each === document.body) return null;
  const looks = getComputedStyle(each);
  const ring = looks.outlineStyle !== 'none' && parseFloat(looks.outlineWidth) > 0;
  const box = each.getBoundingClientRect();
  const label = each.closest('label');
  const inside = looks.boxShadow !== 'none' || (label && getComputedStyle(label).outlineStyle !== 'none');
  const here = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
  return { walk: each.dataset.walk ?? '', seen: Boolean(ring || inside) && here, name: each.outerHTML.slice(0, 120) };
}"""

MOST = 600
"""Stops of the keyboard on one page, at every part of a date and at whatever scrolls."""


def walked(page: Page) -> list[str]:
    """What is wrong with the page for somebody who has only a keyboard."""
    wrong, there = walk(page)
    while len(now := page.evaluate(MARKED)) != there:
        # The page was still filling: it is walked again.
        wrong, there = walk(page)
    assert now, "there is nothing to reach"
    return wrong


def walk(page: Page) -> tuple[list[str], int]:
    page.evaluate("() => { document.activeElement?.blur(); scrollTo(0, 0); }")
    controls: list[dict[str, Any]] = page.evaluate(MARKED)
    wrong: list[str] = []
    reached: set[str] = set()
    for _ in range(MOST):
        page.keyboard.press("Tab")
        at = page.evaluate(FOCUSED)
        if at is None:
            break
        if not at["seen"]:
            wrong.append(f"the keyboard is not seen at {at['name']}")
        if at["walk"]:
            reached.add(at["walk"])
    else:
        wrong.append("Tab never comes to the end of the page")
    return wrong + [f"{name} is not reached" for name in missed(controls, reached)], len(controls)


def missed(controls: list[dict[str, Any]], reached: set[str]) -> list[str]:
    """Of a group of radio buttons Tab reaches one."""
    groups = {controls[int(each)]["radio"] for each in reached if int(each) < len(controls)}
    return [
        each["name"]
        for number, each in enumerate(controls)
        if each["tabs"] and str(number) not in reached and not (each["radio"] and each["radio"] in groups)
    ]


NOT_PRESSED = ("Leave", "Lock", "Log out", "Mute", "Sound", "Full screen", "Print")
"""These take the page away, or open what is not ours."""


def dialogs(page: Page) -> tuple[int, list[str]]:
    """How many buttons open a dialog, and what is wrong with giving the keyboard back."""
    buttons = page.locator("main button[type=button]:enabled, header button:enabled")
    wrong, opened = [], 0
    for number in range(min(buttons.count(), 40)):
        # The button itself: the page goes on, and another may stand in its place by the time its dialog is closed.
        button = there_at(buttons, number)
        if button is None or any(word in (button.text_content() or "") for word in NOT_PRESSED):
            continue
        before = page.url
        name = (button.text_content() or "").strip()[:60]
        button.focus()
        page.keyboard.press("Enter")
        # Some ask the room first: their dialog comes with the answer.
        page.locator("[aria-busy=true]").wait_for(state="detached")
        if page.locator("dialog[open]").count() == 0:
            if page.url != before:
                page.goto(before)
            continue
        opened += 1
        wrong += [f"{name}: {each}" for each in in_a_dialog(page)]
        if not has_keyboard_back(page, button):
            wrong.append(f"{name} has not got the keyboard back")
    return opened, wrong


def there_at(buttons: Locator, number: int) -> ElementHandle | None:
    found = buttons.nth(number).element_handles()
    return found[0] if found and found[0].is_visible() else None


def has_keyboard_back(page: Page, button: ElementHandle) -> bool:
    """As soon as the page has drawn what it knows; whoever is no longer there needs no keyboard."""
    try:
        page.wait_for_function(
            "(each) => !each.isConnected || each === document.activeElement", arg=button, timeout=5000
        )
    except TimedOut:
        return False
    return True


def in_a_dialog(page: Page) -> list[str]:
    """It has the keyboard, keeps it while it is open, and Escape closes it."""
    has = "() => document.querySelector('dialog[open]')?.contains(document.activeElement) ?? false"
    wrong = [] if page.evaluate(has) else ["the dialog has not got the keyboard"]
    page.keyboard.press("Escape")
    if page.locator("dialog[open]").count():
        wrong.append("Escape does not close the dialog")
    return wrong
