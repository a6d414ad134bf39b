"""Others in the network: nobody can come unless a setting lets them, and then the room says at which address."""

import json
from pathlib import Path
from urllib.request import urlopen

import pytest

from pokerroom.live.settings import Settings, read_settings
from pokerroom.web import network, security
from pokerroom.web.running import addresses_for_others
from pokerroom.web.security import Rules
from tests.unit.web.served import PATIENCE, get, serving

ADDRESS = "198.51.100.7"


def test_the_room_listens_to_this_machine_alone_unless_told_otherwise() -> None:
    assert Settings().listens_at == "127.0.0.1"
    assert read_settings(environment={"POKERROOM_NETWORK": "true"}).listens_at == "0.0.0.0"  # noqa: S104
    assert Settings(network=True, host="198.51.100.9").listens_at == "198.51.100.9", "an address that was chosen stays"


def test_the_address_for_others_is_the_rooms_with_the_machine_named_by_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pokerroom.web.running.own_addresses", lambda: (ADDRESS,))
    assert addresses_for_others("http://localhost:8123/") == (f"http://{ADDRESS}:8123/",)


def test_where_names_are_prescribed_the_address_in_the_network_is_allowed_besides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(security, "own_addresses", lambda: (ADDRESS,))
    named = ("cards.example.com",)
    assert Rules.of(Settings(hosts=named)).hosts == named
    assert Rules.of(Settings(hosts=named, network=True)).hosts == (*named, ADDRESS)
    assert Rules.of(Settings(network=True)).hosts == (), "any name, as before"


def test_a_room_that_others_may_come_to_says_where_and_answers_there(tmp_path: Path) -> None:
    with serving(tmp_path, POKERROOM_NETWORK="true") as (address, process):
        assert process.stdout is not None
        said, own = process.stdout.readline(), network.own_addresses()
        told = json.loads(get(address, "/api/friends")[1])["addresses"]
        if not own:
            assert (said.strip(), told) == ("This machine is in no network: nobody else can come.", [])
            return
        assert told == [f"http://{own[0]}:{address.rpartition(':')[2]}/"]
        assert said.strip() == f"Others in your network can come to {told[0]}"
        assert urlopen(f"{told[0]}alive", timeout=PATIENCE).status == 200  # noqa: S310  our own


def test_without_the_setting_nobody_is_told_an_address(tmp_path: Path) -> None:
    with serving(tmp_path) as (address, _):
        assert json.loads(get(address, "/api/friends")[1])["addresses"] == []
