"""Cards are exchanged or given up by tapping them, and nobody else learns which."""

from tests.browser.conftest import People
from tests.browser.people import Person, cards, play_until_turn, seated

BADUGI, SUPER_STUD = "14", "16"


def everything_seen(person: Person) -> set[str]:
    return {text for message in person.heard() for text in quoted(message)}


def quoted(value: object) -> list[str]:
    """Every text in a message."""
    if isinstance(value, dict):
        return [text for each in value.values() for text in quoted(each)]
    if isinstance(value, list):
        return [text for each in value for text in quoted(each)]
    return [value] if isinstance(value, str) else []


def test_a_draw_exchanges_the_cards_that_were_tapped(people: People, quiet_room: str) -> None:
    ada, bo = people("Ada", room=quiet_room, device="phone"), people("Bo", room=quiet_room)
    seated((ada, bo), BADUGI)
    while True:
        play_until_turn(ada, (bo,))
        if "Draw" in ada.offers:
            break
        ada.takes_mildest()
    before = ada.cards
    taps = ada.me.locator("button.tap")
    for place in (0, 2):
        taps.nth(place).click()
    ada.page.get_by_role("button", name="Draw 2").click()
    ada.page.wait_for_function("old => !document.querySelector(`[data-part=me] [data-card='${old}']`)", arg=before[0])
    after = ada.cards
    assert len(after) == 4
    assert set(before) - set(after) == {before[0], before[2]}
    assert f"{ada.name} draws two cards." in ada.log
    bo.page.get_by_text(f"{ada.name} draws two cards.").first.wait_for()
    assert not everything_seen(bo) & {*before, *after}


def test_entering_super_stud_costs_the_cards_that_were_tapped(people: People, quiet_room: str) -> None:
    ada, bo = people("Ada", room=quiet_room, device="phone"), people("Bo", room=quiet_room)
    seated((ada, bo), SUPER_STUD)
    while True:
        play_until_turn(ada, (bo,))
        if (taps := ada.me.locator("button.tap")).count():
            break
        ada.takes_mildest()
    before = ada.cards
    kind = next(each for each in ("Check", "Call", "PostForcedBet", "Discard") if each in ada.offers)
    enter = ada.page.locator(f"[data-offer={kind}]")
    assert enter.is_disabled(), "nothing has been given up yet"
    given = [taps.nth(place).locator("[data-card]").get_attribute("data-card") for place in (0, 1)]
    for place in (0, 1):
        taps.nth(place).click()
    enter.click()
    ada.page.wait_for_function("old => !document.querySelector(`[data-part=me] [data-card='${old}']`)", arg=given[0])
    assert set(before) - set(ada.cards) == set(given)
    bo.page.get_by_text(f"{ada.name} discards two cards.").first.wait_for()
    assert not everything_seen(bo) & set(given)
    # Cards of the next street may lie there already, face up.
    assert cards(bo.seat_of(ada)).count("??") == len(before) - len(given) - 1
