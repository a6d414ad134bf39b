"""A record damaged in hundreds of places, one at a time: it is harmless, or the audit names it, or no room opens on it.

Each place follows from its name. A failure says how to repeat it alone:
`POKERROOM_DAMAGE='closed/a torn page/7' pytest tests/contract/test_damage.py`.
"""

import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from random import Random
from typing import NamedTuple

import psycopg
import pytest

from pokerroom.live.records import ACCOUNTS, LICENSED
from pokerroom.store import verifying
from tests.contract import damages, small_accounts
from tests.contract.damages import COLUMNS, Damage, NothingToDamage
from tests.contract.judging import Judged, Outcome, audited, judged
from tests.contract.small_record import (
    Kept,
    Seen,
    lying_in,
    make_keys,
    record_day,
    record_evening,
    record_night,
    seen_in,
)
from tests.postgres import empty_schema
from tests.sampling import SOAKING, sampled

ALONE = os.environ.get("POKERROOM_DAMAGE", "")
LONGER = sampled(1, whole=30)
TRIES = 5
AUDITED = sampled(5, whole=1)
"""Of so many records that do not open one is audited too."""


class Stores(NamedTuple):
    """Records as they lie when nobody has touched them, and what can be read of each."""

    folder: Path
    intact: Mapping[str, Seen]

    def copy(self, name: str, record: str = LICENSED) -> Kept:
        to = self.folder / "copy"
        shutil.rmtree(to, ignore_errors=True)
        shutil.copytree(self.folder / name, to)
        return lying_in(to, record)


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Stores:
    """One closed in order, and one that was killed: the end of its record is in the write-ahead log."""
    folder = tmp_path_factory.mktemp("records")
    kept = lying_in(made(folder / "closed"))
    shutil.copy(damages.DATABASE(kept), folder / "older")
    record_evening(kept)
    shutil.copytree(kept.folder, folder / "played on")
    record_night(lying_in(folder / "played on"), killed=folder / "killed")
    stores = Stores(folder, {})
    return stores._replace(intact={name: seen_in(stores.copy(name)) for name in ("closed", "killed")})


@pytest.fixture(scope="module")
def accounts(tmp_path_factory: pytest.TempPathFactory) -> Stores:
    folder = tmp_path_factory.mktemp("desks")
    (folder / "accounts").mkdir(mode=0o700)
    kept = lying_in(folder / "accounts", ACCOUNTS)
    make_keys(kept)
    small_accounts.record_accounts(kept)
    stores = Stores(folder, {})
    return stores._replace(intact={"accounts": small_accounts.seen_in(stores.copy("accounts", ACCOUNTS))})


def made(folder: Path, address: str = "") -> Path:
    folder.mkdir(mode=0o700)
    kept = Kept(folder, address) if address else lying_in(folder)
    make_keys(kept)
    record_day(kept)
    return folder


class Place(NamedTuple):
    store: str
    kind: str
    number: int

    def __str__(self) -> str:
        return "/".join((self.store, self.kind, str(self.number)))


def places(store: str, kinds: Mapping[str, Damage], times: int) -> list[Place]:
    found = [Place(store, kind, number) for kind in kinds for number in range(times * LONGER)]
    return [each for each in found if not ALONE or str(each) == ALONE]


def some(kinds: Mapping[str, Damage], part: int) -> dict[str, Damage]:
    """One in so many of them, chosen by their names alone; all of them in a soak."""
    return {name: kind for name, kind in kinds.items() if SOAKING or ALONE or Random(name).randrange(part) == 0}


class Trial(NamedTuple):
    """Damages of a store, and how many must come to what: a test that does nothing does not pass."""

    store: str
    kinds: Mapping[str, Damage]
    times: int
    least: Mapping[Outcome, int]

    @property
    def places(self) -> list[Place]:
        return places(self.store, self.kinds, self.times)


R, N, H = Outcome.REFUSED, Outcome.NAMED, Outcome.HARMLESS
TRIALS: Mapping[str, Trial] = {
    "pages of a record closed in order": Trial("closed", damages.OF_PAGES, 20, {R: 80, H: 2}),
    "pages of a record that was killed": Trial("killed", damages.OF_PAGES, 12, {R: 50, H: 2}),
    "its write-ahead log": Trial("killed", damages.OF_THE_LOG, 10, {R: 20}),
    "the index of that log": Trial("killed", damages.OF_THE_INDEX, 2, {H: 3}),
    "heads": Trial("closed", damages.OF_HEADS, 3, {R: 1, N: 4, H: 4}),
    "keys": Trial("closed", damages.OF_KEYS, 3, {R: 12}),
    "values": Trial("killed", some(damages.kinds_of_columns(damages.changed_value), 3), 1, {N: 15}),
    "types": Trial("killed", some(damages.kinds_of_columns(damages.other_type), 6), 1, {N: 5}),
    "texts": Trial("killed", some(damages.kinds_of_columns(damages.broken_text), 12), 1, {N: 1}),
    "rows": Trial("killed", damages.kinds_of_rows(), 1, {R: 3, N: 15}),
}
IN_POSTGRES: Mapping[str, Trial] = {
    "values": Trial("postgresql", some(damages.kinds_of_columns(damages.changed_value), 6), 1, {N: 8}),
    "rows": Trial("postgresql", damages.kinds_of_rows(), 1, {R: 2, N: 15}),
}
MOST_KEPT_FROM = 0.2
"""The part of the places at which a database may refuse to be damaged, whatever is tried."""


def run(trial: Trial, copy: Callable[[], Kept], intact: Seen) -> None:
    outcomes: Counter[Outcome] = Counter()
    for number, place in enumerate(trial.places):
        found = outcome_at(place, trial.kinds[place.kind], copy, intact, audit_always=number % AUDITED == 0)
        if found is not None:
            outcomes[found.outcome] += 1
    if not ALONE:
        assert outcomes.total() >= (1 - MOST_KEPT_FROM) * len(trial.places), outcomes
        assert all(outcomes[each] >= least for each, least in trial.least.items()), outcomes


def outcome_at(
    place: Place, damage: Damage, copy: Callable[[], Kept], intact: Seen, *, audit_always: bool
) -> Judged | None:
    """None where there is nothing of this kind to damage, or the database does not let it happen."""
    kept, dice = copy(), Random(str(place))
    where = next(filter(None, (tried(damage, kept, dice) for _ in range(TRIES))), "")
    if not where:
        return None
    found = judged(kept, intact, audit_always=audit_always)
    repeat = f"POKERROOM_DAMAGE='{place}' pytest {Path(__file__).name}"
    assert found.outcome is not Outcome.WRONG, f"{where}: {found.why}\nagain: {repeat}"
    return found


def tried(damage: Damage, kept: Kept, dice: Random) -> str:
    try:
        return damage(kept, dice)
    except NothingToDamage:
        return ""


@pytest.mark.sampled
@pytest.mark.parametrize("name", TRIALS)
def test_damage_to_a_file_is_harmless_or_named_or_refused(stores: Stores, name: str) -> None:
    trial = TRIALS[name]
    run(trial, lambda: stores.copy(trial.store), stores.intact[trial.store])


OF_A_DESK = ("event", "shard", "projection", damages.VERSION_TABLE)
"""The tables of a record of accounts that hold anything."""
OF_ACCOUNTS: Mapping[str, Trial] = {
    "pages": Trial("accounts", {k: v for k, v in damages.OF_PAGES.items() if k != "an older page"}, 4, {R: 15}),
    "heads": Trial("accounts", damages.OF_HEADS, 1, {H: 1}),
    "values": Trial("accounts", some(damages.kinds_of_columns(damages.changed_value, OF_A_DESK), 1), 1, {R: 10, N: 2}),
    "rows": Trial("accounts", damages.kinds_of_rows(OF_A_DESK), 1, {R: 5, N: 1}),
}


@pytest.mark.sampled
@pytest.mark.parametrize("name", OF_ACCOUNTS)
def test_damage_to_the_accounts_is_harmless_or_named_or_refused(accounts: Stores, name: str) -> None:
    trial = OF_ACCOUNTS[name]
    run(trial, lambda: accounts.copy(trial.store, ACCOUNTS), accounts.intact[trial.store])


OF_EVENTS = {name: kind for name, kind in damages.kinds_of_columns(damages.changed_value).items() if ": event." in name}
LARGE = Trial("killed", {**damages.OF_PAGES, **OF_EVENTS}, 1, {R: 5, N: 3})


@pytest.mark.sampled
def test_a_large_record_of_which_only_the_end_is_verified_first_fails_in_words_too(
    stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verifying, "AT_ONCE", 10)
    run(LARGE, lambda: stores.copy(LARGE.store), stores.intact[LARGE.store])


class InPostgres(NamedTuple):
    """A record in PostgreSQL: its rows are kept beside it, to be put back."""

    folder: Path
    address: str

    def copy(self) -> Kept:
        to = self.folder.with_name("copy")
        shutil.rmtree(to, ignore_errors=True)
        shutil.copytree(self.folder, to)
        with psycopg.connect(self.address) as connection:
            for table in COLUMNS:
                connection.execute(f'DELETE FROM "{table}"'.encode())
                connection.execute(f'INSERT INTO "{table}" SELECT * FROM "intact_{table}"'.encode())
        return Kept(to, self.address)


@pytest.fixture(scope="module")
def in_postgres(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[InPostgres]:
    folder = tmp_path_factory.mktemp("records") / "postgresql"
    with empty_schema(postgres) as address:
        kept = Kept(made(folder, address), address)
        record_evening(kept)
        record_night(kept, killed=folder.with_name("left by the night"))
        with closing(psycopg.connect(address, autocommit=True)) as connection:
            for table in COLUMNS:
                connection.execute(f'CREATE TABLE "intact_{table}" AS TABLE "{table}"'.encode())
        yield InPostgres(folder, address)


@pytest.mark.sampled
@pytest.mark.parametrize("name", IN_POSTGRES)
def test_damage_to_rows_in_postgresql_is_harmless_or_named_or_refused(in_postgres: InPostgres, name: str) -> None:
    intact = seen_in(in_postgres.copy())
    run(IN_POSTGRES[name], in_postgres.copy, intact)


def test_records_that_nobody_touched_are_clean_and_read_the_same_each_time(stores: Stores) -> None:
    for name, intact in stores.intact.items():
        assert audited(stores.copy(name)) == ""
        assert judged(stores.copy(name), intact) == Judged(Outcome.HARMLESS, "")


def test_at_least_five_hundred_places_are_damaged_on_both_databases() -> None:
    planned = [each for trial in (*TRIALS.values(), *IN_POSTGRES.values()) for each in trial.places]
    of_rows = sum(len(TRIALS[name].places) for name in ("values", "types", "texts", "rows"))
    assert (
        ALONE
        or len(planned) - MOST_KEPT_FROM * (of_rows + sum(len(each.places) for each in IN_POSTGRES.values())) >= 500
    )
