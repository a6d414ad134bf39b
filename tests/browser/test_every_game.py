"""Two people and bots play every game of the catalogue to its showdown, each in a browser of his own."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from pokerroom.games import CATALOGUE
from pokerroom.live.seeding import postings
from tests.browser.conftest import People
from tests.browser.people import FACE_DOWN, cards, play_out, seated
from tests.browser.served import serving, settings

POSTED = {str(number): posting for number, posting in enumerate(postings(1), start=1)}
"""What is posted at each table of a room on its first day."""


@pytest.fixture(scope="module")
def room(browser: Browser) -> Iterator[str]:  # noqa: ARG001  without a browser no room need be opened
    """One room with bots for all of them: each game has a table of its own there."""
    with serving(settings(bots=3)) as address:
        yield address


def test_every_game_of_the_catalogue_has_a_table() -> None:
    assert {posting.game for posting in POSTED.values()} == {key for _, key in CATALOGUE}


@pytest.mark.parametrize("table", POSTED, ids=[posting.game for posting in POSTED.values()])
def test_a_round_is_played_to_its_showdown(people: People, room: str, table: str) -> None:
    ada, bo = people("Ada", room=room), people("Bo", room=room, device="phone")
    seated((ada, bo), table)
    assert FACE_DOWN in cards(ada.seat_of(bo)), "Ada sees what Bo holds before the showdown"
    play_out((ada, bo))
    bo.awards.wait_for()
    assert sorted(cards(ada.seat_of(bo))) == sorted(bo.cards)
    assert sorted(cards(bo.seat_of(ada))) == sorted(ada.cards)
    assert FACE_DOWN not in ada.cards + bo.cards
    for each in (ada, bo):
        shown = [line for line in each.log_of_round if line.startswith(f"{each.name} shows ")]
        assert len(shown) == 1, each.log_of_round
