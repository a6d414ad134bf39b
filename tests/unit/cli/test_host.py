"""`pokerroom host` at the terminal: what it makes and prints, and what it says to somebody who is mistaken."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner, Result

from pokerroom.cli import app
from pokerroom.cli.host import PASSWORD
from pokerroom.linked.agreement import agreement_digest, rules_digest
from pokerroom.linked.signing import key_id
from pokerroom.live.link.settings import read_agreement
from tools.demo_linked.layout import Layout, lay_out


def host(*said: str, typed: str = "", **environment: str) -> Result:
    return CliRunner().invoke(app, ["host", *said], input=typed, env=environment)


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    return lay_out(tmp_path, dict.fromkeys(("alder", "birch"), "ws://127.0.0.1:1/link"), host_port=1)


def test_a_key_is_made_once_and_only_its_public_half_is_printed(tmp_path: Path) -> None:
    file = tmp_path / "casino.key"
    made = host("new-key", str(file))
    assert made.exit_code == 0
    name, public = host("key", str(file)).stdout.split()
    assert name == key_id(public)
    assert public in made.stdout
    assert file.stat().st_mode & 0o077 == 0
    before = file.read_bytes()
    again = host("new-key", str(file))
    assert again.exit_code == 2
    assert "left as it is" in again.stderr
    assert file.read_bytes() == before


def test_a_password_is_printed_as_its_hash_and_a_weak_one_refused() -> None:
    made = host("password", typed="three bad beats\nthree bad beats\n")
    assert made.exit_code == 0, made.output
    assert made.stdout.splitlines()[-1].startswith("$argon2")
    assert "three bad beats" not in made.stdout
    assert host("password", typed="abc\nabc\n").exit_code == 2


def test_an_agreement_that_lacks_nothing_is_told_by_its_digests(layout: Layout) -> None:
    found = read_agreement(layout.agreement)
    told = host("agreement", str(layout.agreement))
    assert told.exit_code == 0
    assert agreement_digest(found) in told.stdout
    assert rules_digest(found.rules) in told.stdout


def test_an_agreement_that_lacks_something_names_each_paragraph(layout: Layout) -> None:
    found = replace(read_agreement(layout.agreement), costs_from_fund=True, decisions="", approval=None)
    layout.agreement.write_bytes(msgspec.json.encode(found))
    told = host("agreement", str(layout.agreement))
    assert told.exit_code == 1
    assert [paragraph in told.stdout for paragraph in ("14.20(b)", "14.20(c)1", "14.19(a)")] == [True] * 3


MISTAKES = {
    "no settings": ((), "pokerroom host --config host.toml"),
    "no such settings": (("--config", "none.toml"), "none.toml cannot be read: No such file"),
    "no such key": (("key", "none.key"), "none.key does not exist"),
    "no such agreement": (("agreement", "none.json"), "none.json cannot be read: No such file"),
    "half a field": (("order", "RevokeKey", "casino", "--as", "Olive"), "FIELD=VALUE: 'casino'"),
}


@pytest.mark.parametrize(("said", "answer"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_gets_a_sentence_that_names_it(said: tuple[str, ...], answer: str) -> None:
    told = host(*said, **{PASSWORD: "x"})
    assert told.exit_code == 2
    assert answer in told.stderr
    assert "Traceback" not in told.output


WRONG_SETTINGS = {
    "a setting that does not exist": ("wrong = 1\n", "wrong"),
    "a port that is no number": ('port = "many"\n', "$.port"),
    "a name twice": ('[[access]]\nname = "Olive Operator"\nrole = "auditor"\npassword = "x"\n', "twice"),
    "a representative of nobody": ('[[access]]\nname = "Kay"\nrole = "representative"\npassword = "x"\n', "14.20(f)"),
    "what acts by itself": ('[[access]]\nname = "the system"\nrole = "operator"\npassword = "x"\n', "name a person"),
}


@pytest.mark.parametrize(("line", "answer"), WRONG_SETTINGS.values(), ids=WRONG_SETTINGS)
def test_settings_that_cannot_be_used_are_named_before_anything_is_opened(
    layout: Layout, line: str, answer: str
) -> None:
    text = layout.host_settings.read_text(encoding="utf-8")
    if line.startswith("port"):
        text = text.replace("port = 1\n", "")
    before, access = text.split("[[access]]", 1)
    wrong = before + (line if not line.startswith("[[") else "") + "[[access]]" + access
    layout.host_settings.write_text(wrong + (line if line.startswith("[[") else ""), encoding="utf-8")
    told = host("--config", str(layout.host_settings))
    assert told.exit_code == 2
    assert answer in told.stderr
    assert not layout.store("host").exists()


@pytest.mark.parametrize("at", ["http://127.0.0.1:1", "host.example"])
def test_an_order_to_a_host_that_is_not_there_says_so(at: str) -> None:
    told = host("order", "StartSystem", "--as", "Olive", "--at", at, **{PASSWORD: "x"})
    assert told.exit_code == 1
    assert at in told.stderr
