"""A guest plays whole rounds in a true room by keyboard alone."""

import pytest

from tests.browser.conftest import People
from tests.browser.people import Person, turn_of

KEYS = {"Check": "c", "Call": "c", "PostForcedBet": "p", "Draw": "d", "Show": "s", "Bet": "r"}
"""The mildest offers first."""


def sits_by_keys(person: Person, title: str) -> None:
    """From the lobby to a seat with Tab and Enter alone."""
    person.in_lobby()
    for _ in range(120):
        person.page.keyboard.press("Tab")
        if person.page.evaluate("() => document.activeElement.textContent").startswith(f"Sit at {title}"):
            break
    person.page.keyboard.press("Enter")
    person.me.wait_for()


@pytest.mark.parametrize("title", ["Hold \N{RIGHT SINGLE QUOTATION MARK}em", "Seven-card stud high", "Badugi"])
def test_a_round_is_played_to_its_end(people: People, title: str) -> None:
    ada = people("Ada")
    sits_by_keys(ada, title)
    while turn_of((ada,)) is ada:
        offers = ada.offers
        key = next((key for kind, key in KEYS.items() if kind in offers), None)
        if key is not None:
            ada.page.keyboard.press(key)
    assert ada.cards, "no card was dealt to me"
    assert any(line.startswith(f"{ada.name} ") for line in ada.log_of_round), "nothing was done by keys"
