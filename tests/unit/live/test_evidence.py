"""The evidence of one round verifies by itself, and nothing in it can be changed without being found."""

from pathlib import Path
from random import Random
from zipfile import ZipFile

import pytest
from typer.testing import CliRunner, Result

from pokerroom.cli import app
from pokerroom.history.bundle import (
    HAND,
    MANIFEST,
    PROOF,
    RECORD,
    WORDS,
    Manifest,
    envelopes_in,
    packed,
    recorded,
    unpacked,
)
from pokerroom.live.archive import Archive, ArchivedRound, Hall
from pokerroom.live.evidence import entries_of, evidence_of, hand_of, words
from pokerroom.room.projections.rounds import ROUNDS_PLAYED
from pokerroom.room.tables import TABLES
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
    ("name", "old", "new", "fault"),
    [
        (WORDS, b"Player p", b"Player q", f"{WORDS} is not what the record tells"),
        (HAND, b"p1", b"p2", f"{HAND} is not what the record tells"),
        (PROOF, b"CardsDealt", b"CardsDea1t", "what is in it cannot be read: Invalid value 'CardsDea1t'"),
        (RECORD, b'"sequence":', b'"sequence":1', "does not follow from the one before it"),
        (RECORD, b'"tag":"RoundOpened"', b'"tag":"RoundOpenen"', "what is in it cannot be read: "),
        (MANIFEST, b'"round":1', b'"round":2', "of another round than the manifest says"),
    ],
)
def test_what_was_changed_in_it_is_found_and_named(
    tmp_path: Path, name: str, old: bytes, new: bytes, fault: str
) -> None:
    path = bundled(FOUND[0], tmp_path)
    changed(path, name, old, new)
    result = CliRunner().invoke(app, ["evidence", str(path)])
    assert (result.exit_code, type(result.exception)) == (1, SystemExit), "a fault, and no trace of the software"
    assert fault in result.output
    assert "Something is wrong." in result.output


def verified(path: Path, manifest: Manifest, files: dict[str, bytes]) -> Result:
    """A bundle that somebody made anew, with a manifest that fits."""
    path.write_bytes(packed(manifest, files))
    return CliRunner().invoke(app, ["evidence", str(path)])


def test_a_round_made_anew_without_its_end_does_not_verify(tmp_path: Path) -> None:
    path = bundled(FOUND[0], tmp_path)
    manifest, whole = unpacked(path.read_bytes())
    envelopes = list(envelopes_in(whole[RECORD]))[:-6]
    entries, names = entries_of(envelopes), dict(manifest.names)
    short = {RECORD: recorded(envelopes), WORDS: words(entries, names), HAND: hand_of(entries, names)}
    result = verified(path, manifest, short)
    assert (result.exit_code, type(result.exception)) == (1, SystemExit)
    assert "the record does not have the whole round" in result.output


def test_without_the_proof_of_its_deck_it_says_what_is_not_shown(tmp_path: Path) -> None:
    path = bundled(FOUND[0], tmp_path)
    assert "NOT SHOWN" not in CliRunner().invoke(app, ["evidence", str(path)]).output
    manifest, whole = unpacked(path.read_bytes())
    result = verified(path, manifest, {name: each for name, each in whole.items() if name != PROOF})
    assert "NOT SHOWN: that the deck was fixed before the deal" in result.output


def test_it_names_its_place_in_the_whole_record(tmp_path: Path) -> None:
    found = FOUND[1]
    stream = [each.envelope for each in found.hall.store.read(TABLES.named("4"))]
    result = CliRunner().invoke(app, ["evidence", str(bundled(found, tmp_path))])
    assert f"follows the event with the hash {stream[found.played.first - 2].hash.hex()}." in result.output
    assert f"Its last event has the hash {stream[found.played.last - 1].hash.hex()}." in result.output


def test_a_manifest_without_a_hash_is_said_to_be_no_evidence(tmp_path: Path) -> None:
    path = bundled(FOUND[0], tmp_path)
    changed(path, MANIFEST, b'"before":"', b'"before":"not a hash ')
    result = CliRunner().invoke(app, ["evidence", str(path)])
    assert (result.exit_code, "names no hash before the round" in result.output) == (2, True)


def test_a_file_that_is_no_evidence_is_said_to_be_none(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    path.write_bytes(b"no zip")
    result = CliRunner().invoke(app, ["evidence", str(path)])
    assert result.exit_code == 2
    assert "no bundle of evidence" in result.output


def test_the_same_round_is_the_same_bytes(tmp_path: Path) -> None:
    assert bundled(FOUND[0], tmp_path).read_bytes() == bundled(FOUND[0], tmp_path).read_bytes()
