"""The evidence of one round verifies by itself, and nothing in it can be changed without being found."""

from pathlib import Path
from random import Random
from zipfile import ZipFile

import pytest
from typer.testing import CliRunner

from pokerroom.cli import app
from pokerroom.history.bundle import HAND, MANIFEST, PROOF, RECORD, WORDS
from pokerroom.live.archive import Archive, ArchivedRound, Hall
from pokerroom.live.evidence import evidence_of
from pokerroom.room.projections.rounds import ROUNDS_PLAYED
from tests.unit.room.house import STUD, staged

ROUNDS = 6


def archived() -> list[ArchivedRound]:
    house = staged(players=0)
    house.seat("4", ["p0", "p1", "p2", "p3"])
    house.open_table("5", "seven-card-stud-high", STUD)
    house.seat("5", ["p4", "p5", "p6", "p7"])
    rng = Random(11)
    for _ in range(ROUNDS):
        house.play_round("4", rng)
        house.play_round("5", rng)
    hall, rows = Hall(house.store, house.room.keys), house.store.projected.caught_up()
    played = [rows.get(ROUNDS_PLAYED, table, number) for table in ("4", "5") for number in range(1, ROUNDS + 1)]
    return [ArchivedRound(hall, each) for each in played if each is not None]


FOUND = archived()


def bundled(found: ArchivedRound, folder: Path) -> Path:
    path = folder / "round.zip"
    path.write_bytes(evidence_of(Archive([found.hall]), found, lambda player: f"Player {player}"))
    return path


@pytest.mark.parametrize("found", FOUND, ids=lambda each: f"{each.played.table}-{each.played.number}")
def test_every_round_verifies_offline_with_one_command(found: ArchivedRound, tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["evidence", str(bundled(found, tmp_path)), "--words"])
    assert result.exit_code == 0, result.output
    assert "Player p" in result.output
    assert all(name in result.output for name in (RECORD, PROOF, HAND, WORDS))


def changed(path: Path, name: str, old: bytes, new: bytes) -> None:
    with ZipFile(path) as archive:
        files = {each: archive.read(each) for each in archive.namelist()}
    assert old in files[name]
    files[name] = files[name].replace(old, new, 1)
    with ZipFile(path, "w") as archive:
        for each, content in files.items():
            archive.writestr(each, content)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        (WORDS, b"Player p", b"Player q"),
        (HAND, b"p1", b"p2"),
        (PROOF, b"CardsDealt", b"CardsDea1t"),
        (RECORD, b'"sequence":', b'"sequence":1'),
        (MANIFEST, b'"round":1', b'"round":2'),
    ],
)
def test_what_was_changed_in_it_is_found(tmp_path: Path, name: str, old: bytes, new: bytes) -> None:
    path = bundled(FOUND[0], tmp_path)
    changed(path, name, old, new)
    assert CliRunner().invoke(app, ["evidence", str(path)]).exit_code != 0


def test_a_file_that_is_no_evidence_is_said_to_be_none(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    path.write_bytes(b"no zip")
    result = CliRunner().invoke(app, ["evidence", str(path)])
    assert result.exit_code == 2
    assert "no bundle of evidence" in result.output


def test_the_same_round_is_the_same_bytes(tmp_path: Path) -> None:
    assert bundled(FOUND[0], tmp_path).read_bytes() == bundled(FOUND[0], tmp_path).read_bytes()
