"""Money and play chips on the page: told apart by words, by a sign and to the ear, wherever either is seen or asked."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import scenes
from tests.browser.screenshots import REPLAY, TABLE
from tests.browser.stage import ADDRESS, Stage

MONEY, PLAY = "Played for Real money", "Played for Play chips"


@pytest.fixture
def stage(desktop: Page, tables: dict[str, scenes.Scene]) -> Stage:
    found = Stage(scenes.for_money(tables["watching"]), scenes.finished_for_money(), money=True)
    found.put_on(desktop)
    return found


def asked(stage: Stage, kind: str) -> list[dict[str, Any]]:
    return [each for each in stage.sent if each["type"] == kind]


@pytest.mark.usefixtures("stage")
def test_tables_for_money_stand_apart_in_the_lobby(desktop: Page) -> None:
    desktop.goto(f"{ADDRESS}/")
    money, play = desktop.get_by_role("region", name=MONEY), desktop.get_by_role("region", name=PLAY)
    expect(money.get_by_role("link", name="Licensed 1")).to_be_visible()
    expect(play.get_by_text("Licensed")).to_have_count(0)
    expect(money.get_by_role("button", name="Sit").first).to_have_accessible_name(
        "Sit at Seven-card stud high $2–$4 limit for real money, Licensed 1"  # noqa: RUF001  as it is set
    )
    top = desktop.locator("header")
    expect(top).to_contain_text("$1,824.50 of play chips · $500 of real money in the bank")
    expect(desktop.get_by_text("the best free seat at a table for play chips")).to_be_visible()


def test_nobody_sits_down_for_money_without_saying_how_much(desktop: Page, stage: Stage) -> None:
    desktop.goto(f"{ADDRESS}/")
    desktop.get_by_role("region", name=MONEY).get_by_role("button", name="Sit").first.click()
    asking = desktop.get_by_role("dialog", name="Sit down for real money")
    amount, wrong = asking.get_by_label("Buy-in in real money"), asking.get_by_role("alert")
    for typed, why in (
        ("abc", "That is no amount"),
        ("5", "The least to sit down with is $20."),
        ("401", "The most to sit down with is $400."),
    ):
        amount.fill(typed)
        expect(wrong).to_contain_text(why)
        amount.press("Enter")
    assert asked(stage, "Sit") == []
    amount.fill("150")
    asking.get_by_role("button", name="Buy in with $150 of real money").click()
    expect(asking).to_have_count(0)
    assert [(each["table"], each["amount"]) for each in asked(stage, "Sit")] == [("Licensed 1", 15_000)]


def test_whoever_has_too_little_money_is_told_and_asks_for_no_seat(desktop: Page, stage: Stage) -> None:
    stage.lobby = scenes.with_money(held=1_900)
    desktop.goto(f"{ADDRESS}/")
    desktop.get_by_role("region", name=MONEY).get_by_role("button", name="Sit").first.click()
    desktop.get_by_role("button", name="Buy in").click()
    expect(desktop.get_by_role("alert")).to_contain_text("You have $19 of real money in the bank: too little")
    assert asked(stage, "Sit") == []


@pytest.mark.usefixtures("stage")
def test_a_table_for_money_says_so_before_one_sits_down(desktop: Page) -> None:
    desktop.goto(TABLE)
    expect(desktop.locator("header [data-part=played-for]")).to_have_text("Played for Real money")
    expect(desktop.get_by_role("button", name="Take a seat for real money")).to_be_visible()
    desktop.get_by_role("button", name="for real money", exact=False).first.click()
    expect(desktop.get_by_role("dialog", name="Sit down for real money")).to_be_visible()


@pytest.mark.usefixtures("stage")
def test_rounds_for_money_and_for_play_chips_are_not_added_up(desktop: Page) -> None:
    desktop.goto(f"{ADDRESS}/#/history")
    rows = desktop.get_by_role("listitem")
    expect(rows.first).to_contain_text(MONEY)
    expect(rows.last).to_contain_text(PLAY)
    rounds = scenes.finished_for_money()["rounds"]["rounds"]
    for for_play, words in ((False, "of real money"), (True, "of play chips")):
        net = sum(each["net"] for each in rounds if each["play_chips"] is for_play) // 100
        expect(desktop.locator("header")).to_contain_text(f"{'−' * (net < 0)}${abs(net)} {words}")  # noqa: RUF001
    desktop.goto(REPLAY)
    expect(desktop.locator("header [data-part=played-for]")).to_have_text(MONEY)


@pytest.mark.usefixtures("stage")
def test_the_wall_has_a_row_of_its_own_for_the_same_game_played_for_money(desktop: Page) -> None:
    desktop.goto(f"{ADDRESS}/wall")
    stud = desktop.get_by_role("row", name="Seven-card stud low")
    expect(stud).to_have_count(2)
    expect(stud.first).to_contain_text(MONEY)
    expect(stud.last).to_contain_text(PLAY)


@pytest.mark.parametrize("for_play", [True, False])
def test_chips_added_to_the_stakes_are_named(desktop: Page, tables: dict[str, scenes.Scene], for_play: bool) -> None:
    scene = tables["holdem"]
    Stage(scene if for_play else scenes.for_money(scene), money=True).put_on(desktop)
    desktop.goto(TABLE)
    expect(desktop.locator("header [data-part=played-for]")).to_have_text(PLAY if for_play else MONEY)
    desktop.get_by_role("button", name="More").click()
    expect(desktop.get_by_label(f"Add {'play chips' if for_play else 'real money'} to my table stakes")).to_be_visible()
