"""Killed with -9 at every step between showdown and payment: nothing is lost, nothing is paid twice."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from pokerroom.jackpot import events
from pokerroom.ledger import BAD_BEAT_FUND, bad_beat_box, bank
from pokerroom.room.books import LEDGER
from pokerroom.room.examining import examine_record
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.projections.declaring import ProjectingStore
from pokerroom.room.reopening import reopened
from pokerroom.store import Writer, open_store
from tests.conftest import ROOT
from tests.contract.payout_victim import STEPS
from tests.payout_room import KEYS, PLAYERS, STAKES, blank
from tests.payouts import NAME
from tests.sampling import sampled

NO_FORK = pytest.mark.skipif(
    not hasattr(os, "fork"), reason="NOT TESTED: this machine has no fork to make victims with"
)
KILLS = sampled(4, whole=200)


def victims(url: str, folder: Path, *random_kills: int) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "tests.contract.payout_victim", url, str(folder), *map(str, random_kills)],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert ended.returncode == 0, ended.stderr


def noted(folder: Path) -> Iterator[list[str]]:
    """What was written out in full."""
    for line in (folder / "acknowledged").read_text(encoding="utf-8").splitlines(keepends=True):
        if line.endswith("\n"):
            yield line.rstrip("\n").split("\t")


def all_is_well(store: ProjectingStore, folder: Path) -> None:
    nothing_acknowledged_is_lost(store, folder)
    each_award_is_paid_once(store)
    displays_are_right(store, folder)
    every_cent_is_there(store)
    assert examine_record(store, keys=KEYS).findings == ()


def nothing_acknowledged_is_lost(store: ProjectingStore, folder: Path) -> None:
    told = {note[2] for note in noted(folder) if note[0] == "done" and note[1] != "showdown"}
    assert told <= {each.envelope.cause for each in store.read_all()}


def each_award_is_paid_once(store: ProjectingStore) -> None:
    found = [event for _, event in PAYOUTS.events(store)]
    owed = {
        (event.hit, award.player): award.amount
        for event in found
        if isinstance(event, events.HitVerified)
        for award in event.awards
    }
    paid = [event for event in found if isinstance(event, events.AwardPaid)]
    assert Counter((event.hit, event.award.player) for event in paid) == dict.fromkeys(owed, 1)
    assert {(event.hit, event.award.player): event.award.amount for event in paid} == owed
    rounds = Counter(
        (event.showdown.table, event.showdown.round) for event in found if isinstance(event, events.HitReported)
    )
    assert set(rounds.values()) == {1}, "a hit is reported once"


def displays_are_right(store: ProjectingStore, folder: Path) -> None:
    """What every process saw of the display, before its death and after a restart, is what the record says."""
    payouts, by_sequence = PAYOUTS.first(""), dict[int, str]()
    for envelope, event in PAYOUTS.events(store):
        payouts = PAYOUTS.apply(payouts, event)
        payout = payouts.by_name[NAME]
        state = "pending" if payout.is_pending else "adjusted"
        by_sequence[envelope.sequence] = f"{payout.primary.shown} {state}"
    seen = [(int(note[1]), note[2]) for note in noted(folder) if note[0] == "display"]
    assert all(by_sequence[sequence] == says for sequence, says in seen)


def every_cent_is_there(store: ProjectingStore) -> None:
    room = reopened(store, blank(Writer(store)))
    books, payout = room.state(LEDGER), room.state(PAYOUTS).by_name[NAME]
    players = [player for players in PLAYERS.values() for player in players]
    for player in players:
        assert books.balance(bank(player)) == STAKES, "what was handed over at the table is in nobody's bank"
    assert books.balance(BAD_BEAT_FUND) == payout.primary.held, "and has left the fund once"
    boxed = sum(books.balance(bad_beat_box(table)) for table in PLAYERS)
    assert boxed == sum(box.amount for box in payout.boxes.values())
    assert payout.primary.is_balanced
    assert payout.primary.shown == payout.primary.current
    assert sum(books.balances.values()) == 0


@NO_FORK
def test_a_process_may_die_after_any_step_from_showdown_to_payment(database_url: str, tmp_path: Path) -> None:
    victims(database_url, tmp_path)
    died_after = died_after_steps(tmp_path)
    assert died_after == list(STEPS), "each step was the last of a process"
    store = open_store(database_url)
    all_is_well(store, tmp_path)
    store.close()


def died_after_steps(folder: Path) -> list[str]:
    """The last step of each process, when the next begins."""
    steps: list[str] = []
    last = ""
    for note in noted(folder):
        if note[0] == "begun" and last:
            steps.append(last)
        if note[0] == "done":
            last = note[1]
    return steps


@NO_FORK
@pytest.mark.sampled
def test_a_process_may_die_at_any_moment_from_showdown_to_payment(database_url: str, tmp_path: Path) -> None:
    victims(database_url, tmp_path, KILLS, 19)
    store = open_store(database_url)
    all_is_well(store, tmp_path)
    store.close()
