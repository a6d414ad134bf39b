"""The room, or a table, moves from one server to another under somebody who plays: a blink, and the round goes on."""

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from pokerroom.room.shards import DESK, shard_of
from pokerroom.room.tables import TABLES
from pokerroom.store.servers import Asked, Servers
from tests.browser.people import PATIENCE, Person
from tests.faults.cluster import TODAY, served_in_thread
from tests.faults.test_passing_faults import two_schemas
from tests.postgres import OwnServer, own_postgres

__all__ = ["own_postgres"]

pytestmark = pytest.mark.soak

HOLD_EM = "5"
LINES = "() => window.lines.length"
ANOTHER_LINE = """address => {
  const open = window.lines.filter(each => each.readyState === WebSocket.OPEN);
  return open.length === 1 && !open[0].url.startsWith(address);
}"""
SHARDS = 7


def told_at(person: Person, table: str) -> list[int]:
    """The numbers of the events that the page was told of at a table, in the order in which it was."""
    happened = [each for each in person.heard() if each["type"] == "Happened" and each["table"] == table]
    return [told["sequence"] for each in happened for told in each["told"]]


def test_a_player_whose_room_moves_to_another_server_sees_a_blink_and_plays_on(
    browser: Browser, tmp_path: Path, own_postgres: OwnServer
) -> None:
    url, _ = two_schemas(own_postgres)
    with served_in_thread(tmp_path, own_postgres) as cluster:
        before = cluster.until_served()
        ada = Person(browser, cluster.address, "Ada")
        ada.forgive("WebSocket connection")
        ada.sits_at(HOLD_EM)
        ada.at(HOLD_EM).waits_for_turn()
        held, lines, offers = ada.cards, ada.page.evaluate(LINES), ada.offers
        with closing(Servers(url)) as servers:
            servers.ask(before.name, Asked.GIVE_UP)
            cluster.until_served(not_by=before)
        ada.page.wait_for_function(f"before => ({LINES})() > before", arg=lines)
        expect(ada.page.locator(".line-down")).to_have_count(0)
        assert (ada.cards, ada.offers) == (held, offers), "it is not the round of play that it was"
        ada.takes_mildest()
        told = told_at(ada, HOLD_EM)
        assert told == list(range(told[0], told[0] + len(told))), "the log has a gap, or says something twice"
        assert ada.complaints == []
        ada.context.close()


def test_a_player_whose_table_moves_to_a_server_that_then_dies_plays_on(
    browser: Browser, tmp_path: Path, own_postgres: OwnServer
) -> None:
    url, _ = two_schemas(own_postgres)
    shard = shard_of(TABLES.named(HOLD_EM), SHARDS)
    with served_in_thread(tmp_path, own_postgres, shards=SHARDS) as cluster:
        cluster.until_served()
        cluster.until_spread(url)
        held = cluster.cluster.held(url)
        first, desk = held[shard], held[DESK]
        second = next(each for each in cluster.cluster.servers if each not in (first, desk))
        third = next(each for each in cluster.cluster.servers if each not in (first, second))
        ada = Person(browser, cluster.address_of(third), "Ada")
        ada.forgive("WebSocket connection")
        ada.sits_at(HOLD_EM)
        ada.at(HOLD_EM).waits_for_turn()
        ada.has_one_line_to(cluster.address_of(first))
        ada.counts_blinks()
        held_cards, offers = ada.cards, ada.offers

        moving = [sys.executable, *TODAY, "cluster", "move-table", HOLD_EM, second.name]
        subprocess.run(moving, env=os.environ | third.environment, check=True, timeout=PATIENCE)
        ada.has_one_line_to(cluster.address_of(second))
        assert (ada.cards, ada.offers) == (held_cards, offers), "it is not the round of play that it was"
        assert ada.blinks == 0, "a table that moves is not a line that is lost"
        ada.takes_mildest()
        ada.waits_for_turn()

        held_cards = ada.cards
        second.kill()
        ada.page.wait_for_function(ANOTHER_LINE, arg=cluster.address_of(second).replace("http", "ws", 1))
        expect(ada.page.locator(".line-down")).to_have_count(0)
        assert ada.cards == held_cards, "it is not the round of play that it was"
        ada.takes_mildest()
        told = told_at(ada, HOLD_EM)
        assert sorted(set(told)) == list(range(told[0], max(told) + 1)), "the log has a gap"
        assert ada.complaints == []
        ada.context.close()
