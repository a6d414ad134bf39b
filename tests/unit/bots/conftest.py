"""Opponents are asked when they are ready: what they do before is a test of its own."""

import pytest

from pokerroom.bots import warm


@pytest.fixture(scope="session", autouse=True)
def _ready() -> None:
    warm()
