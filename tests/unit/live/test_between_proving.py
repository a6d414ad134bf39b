"""Who is believed to be a server of the room: whoever has its keys, says it now, and says it once."""

import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from structlog.testing import capture_logs

from pokerroom.live.between.line import LOGGED_EVERY, Answering
from pokerroom.live.between.proving import FRESH, Called, NotProven, Proofs
from pokerroom.live.ports import Entropy
from pokerroom.shuffle.seal import Keys, new_key

OLD, KEY, OTHER = new_key(), new_key(), new_key()
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
ASKED = Called("POST", "/between/orders", b"sealed", "203.0.113.7 https")


class Clock:
    def __init__(self) -> None:
        self.at = NOON

    def __call__(self) -> datetime:
        return self.at


def proofs(*keys: object, now: Callable[[], datetime] = lambda: NOON) -> Proofs:
    return Proofs(Keys(keys or (KEY,)), now, Entropy(os.urandom))  # type: ignore[arg-type]


def test_a_server_with_the_same_keys_is_believed() -> None:
    proven = proofs().prove(ASKED)
    assert proofs().check(proven.header, ASKED) == proven.number


@pytest.mark.parametrize(
    "other",
    [
        ASKED._replace(method="PUT"),
        ASKED._replace(path="/between/forgo"),
        ASKED._replace(body=b"sealeD"),
        ASKED._replace(on_behalf_of="203.0.113.8 https"),
        ASKED._replace(path="/between/orders203.0.113.7 https", on_behalf_of=""),
    ],
    ids=["method", "path", "body", "whom it is for", "where one ends and another begins"],
)
def test_a_proof_fits_nothing_else(other: Called) -> None:
    with pytest.raises(NotProven, match="does not fit"):
        proofs().check(proofs().prove(ASKED).header, other)


@pytest.mark.parametrize("part", range(4), ids=["key", "moment", "number", "proof"])
def test_nothing_of_a_proof_can_be_changed(part: int) -> None:
    parts = proofs().prove(ASKED).header.split(" ")
    parts[part] = parts[part][:-1] + ("0" if parts[part][-1] != "0" else "1")
    with pytest.raises(NotProven):
        proofs().check(" ".join(parts), ASKED)


@pytest.mark.parametrize("given", ["", "a b c", "a b c d e", "x" * 10_000, "é é é é"])
def test_what_is_no_proof_proves_nothing(given: str) -> None:
    with pytest.raises(NotProven):
        proofs().check(given, ASKED)


def test_who_has_other_keys_is_not_believed() -> None:
    with pytest.raises(NotProven, match="key that is not used here"):
        proofs().check(proofs(OTHER).prove(ASKED).header, ASKED)


def test_the_same_request_is_taken_once() -> None:
    here, proven = proofs(), proofs().prove(ASKED)
    here.check(proven.header, ASKED)
    with pytest.raises(NotProven, match="asked before"):
        here.check(proven.header, ASKED)


@pytest.mark.parametrize("off", [FRESH + 1, -FRESH - 1])
def test_a_proof_that_was_kept_back_or_comes_from_the_future_is_not_taken(off: float) -> None:
    proven = proofs(now=lambda: NOON - timedelta(seconds=off)).prove(ASKED)
    with pytest.raises(NotProven, match="too long ago"):
        proofs().check(proven.header, ASKED)


def test_a_request_is_remembered_for_as_long_as_its_proof_could_be_shown() -> None:
    """Also one from a server whose clock is ahead."""
    clock = Clock()
    here, ahead = proofs(now=clock), proofs(now=lambda: NOON + timedelta(seconds=FRESH - 1))
    proven = ahead.prove(ASKED)
    here.check(proven.header, ASKED)
    for _ in range(3):
        clock.at += timedelta(seconds=FRESH / 2)
        here.check(proofs(now=clock).prove(ASKED).header, ASKED)
        with pytest.raises(NotProven, match="asked before"):
            here.check(proven.header, ASKED)
    clock.at = NOON + timedelta(seconds=5 * FRESH)
    here.check(proofs(now=clock).prove(ASKED).header, ASKED)
    assert len(here._used) == 1, "what nobody can show any more is forgotten"


def test_the_newest_key_counts_and_an_older_one_is_worth_nothing() -> None:
    here = proofs(OLD, KEY)
    assert here.check(proofs(OTHER, KEY).prove(ASKED).header, ASKED)
    with pytest.raises(NotProven, match="key that is not used here"):
        here.check(proofs(OLD).prove(ASKED).header, ASKED)
    with pytest.raises(NotProven, match="does not open"):
        here.open(proofs(OLD).seal(b"said", b""), b"")


def test_what_is_said_is_read_by_servers_of_the_room_alone_and_about_what_it_was_said() -> None:
    sealed = proofs().seal(b"Ah Kh", b"asked")
    assert b"Ah" not in sealed
    assert proofs().open(sealed, b"asked") == b"Ah Kh"
    for other, about in ((proofs(OTHER), b"asked"), (proofs(), b"answered")):
        with pytest.raises(NotProven, match="does not open"):
            other.open(sealed, about)
    for short in (b"", sealed[:20], sealed[:-1]):
        with pytest.raises(NotProven, match="does not open"):
            proofs().open(short, b"asked")


def test_no_secret_is_shown_by_what_is_printed() -> None:
    assert repr(proofs()._secrets) == f"Secrets({KEY.id!r})"


def test_those_who_are_no_servers_do_not_fill_the_log() -> None:
    clock = SimpleNamespace(monotonic=iter([0.0, 1.0, 2.0, LOGGED_EVERY, LOGGED_EVERY + 1]).__next__)
    answering = Answering(proofs(), {}, clock)
    with capture_logs() as logged:
        for _ in range(5):
            assert answering.doubt("", "/between/orders", peer="203.0.113.7") is not None
    assert [(each["tries"], each["peer"]) for each in logged] == [(1, "203.0.113.7"), (3, "203.0.113.7")]
