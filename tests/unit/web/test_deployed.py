"""The files of `deploy/` keep what docs/cluster.md reasons from."""

import re
from configparser import ConfigParser
from pathlib import Path

import pytest

from pokerroom.web.running import HANGS
from tests.conftest import ROOT

DEPLOY = ROOT / "deploy"


@pytest.fixture(scope="module")
def unit() -> ConfigParser:
    found = ConfigParser(strict=False, interpolation=None)
    found.optionxform = str  # type: ignore[assignment,method-assign]  # names of systemd have capitals
    found.read(DEPLOY / "pokerroom.service", encoding="utf-8")
    return found


def test_the_service_is_started_again_however_often_it_ends(unit: ConfigParser) -> None:
    assert unit["Service"]["Restart"] == "always"
    assert unit["Unit"]["StartLimitIntervalSec"] == "0"


def test_the_service_is_ended_where_it_hangs_and_not_before_that_is_known(unit: ConfigParser) -> None:
    assert unit["Service"]["NotifyAccess"] == "main"
    assert int(unit["Service"]["WatchdogSec"]) > 2 * HANGS


def number(name: str) -> int:
    found = re.search(rf"^\s*{name}: (\d+)s?$", (DEPLOY / "patroni.yml").read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None, name
    return int(found[1])


def test_a_primary_that_reaches_nobody_has_given_up_before_another_takes_its_place() -> None:
    assert number("ttl") >= number("loop_wait") + 2 * number("retry_timeout")
    assert number("safety_margin") <= number("loop_wait")


def test_three_servers_of_the_room_have_their_connections_and_others_some() -> None:
    assert number("max_connections") - number("superuser_reserved_connections") >= 3 * 16 + 20


def test_each_path_that_the_files_name_is_in_the_guide() -> None:
    guide = Path(ROOT / "docs" / "cluster.md").read_text(encoding="utf-8")
    for each in ("patroni.yml", "pokerroom.service", "haproxy.cfg", "room.toml"):
        assert f"../deploy/{each}" in guide
