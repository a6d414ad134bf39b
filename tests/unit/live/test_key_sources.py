"""Keys come from a file, the environment or a command, and whatever gives none says why without giving it away."""

import os
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pokerroom.cli.keys import keys as command
from pokerroom.live.key_sources import keys_from, secret_from
from pokerroom.live.records import deck_keys, open_record
from pokerroom.live.settings import Settings
from pokerroom.shuffle.seal import Keys, SealError, create_keys, read_keys
from pokerroom.store.keys import KeyFileError, create_signing_key


@pytest.fixture
def made(tmp_path: Path) -> Path:
    create_keys(tmp_path / "keys")
    return tmp_path / "keys"


def ids(keys: Keys) -> list[str]:
    return [key.id for key in keys.keys]


def test_every_source_gives_the_same_keys(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_KEYS", made.read_text())
    printing = f'{sys.executable} -c \'print(open("{made}").read(), end="")\''
    for source in (str(made), "env:SOME_KEYS", f"command:{printing}"):
        assert keys_from(source) == read_keys(made)


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("env:NOT_SET_ANYWHERE", "the environment has no NOT_SET_ANYWHERE"),
        ("command:", "no command is named"),
        ("command:no-such-program --keys", "no-such-program gave no keys"),
        (f"command:{sys.executable} -c 'import sys; sys.exit(\"locked out\")'", "exit code 1.*locked out"),
        (f"command:{sys.executable} -c pass", "it printed nothing"),
        (f"command:{sys.executable} -c 'print(1)'", "line 1: expected an id"),
        ("/nowhere/keys", "does not exist"),
    ],
)
def test_a_source_that_gives_no_keys_says_why(source: str, why: str) -> None:
    with pytest.raises(SealError, match=why):
        keys_from(source)


def test_what_a_failed_command_printed_is_not_told() -> None:
    failing = f"{sys.executable} -c 'print(\"a secret\"); raise SystemExit(3)'"
    with pytest.raises(KeyFileError) as failed:
        secret_from(f"command:{failing}")
    assert "a secret" not in str(failed.value)


def test_a_room_with_keys_from_elsewhere_keeps_none_in_its_store(made: Path, tmp_path: Path) -> None:
    create_signing_key(tmp_path / "signing")
    settings = Settings(store=str(tmp_path / "store"), deck_keys=str(made), signing_key=str(tmp_path / "signing"))
    record = open_record(settings, "play-chips")
    assert deck_keys(settings) == read_keys(made)
    record.close()
    names = {path.name for path in (tmp_path / "store").rglob("*")}
    assert "play-chips.heads" in names
    assert not names & {"deck-keys", "signing-key", "signing-key.pub"}


def test_a_file_of_keys_that_others_may_read_is_refused(made: Path) -> None:
    if os.name != "posix":
        pytest.skip("there are no such modes here")
    made.chmod(0o640)
    with pytest.raises(SealError, match="can be read by others"):
        keys_from(str(made))


def test_keys_are_made_rotated_and_listed_and_no_secret_is_printed(tmp_path: Path) -> None:
    path, run = tmp_path / "keys", CliRunner()
    printed = [run.invoke(command, [word, str(path)]) for word in ("new", "rotate", "list")]
    keys = read_keys(path)
    assert [each.exit_code for each in printed] == [0, 0, 0]
    assert len(keys.keys) == 2
    assert printed[2].output.split() == ids(keys)
    assert not any(key.secret.hex() in each.output for key in keys.keys for each in printed)


def test_a_file_of_keys_is_never_written_over(made: Path) -> None:
    before = made.read_bytes()
    refused = CliRunner().invoke(command, ["new", str(made)])
    assert refused.exit_code != 0
    assert made.read_bytes() == before
