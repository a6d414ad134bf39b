"""Appoints officers in tests as operators do: by a one-time code that their account claims."""

import re
from pathlib import Path

from typer.testing import CliRunner

from pokerroom.cli import app
from pokerroom.live.entrance.accounts import Account
from pokerroom.live.entrance.desk import Desk
from pokerroom.live.entrance.identity import Role
from pokerroom.live.entrance.refusals import Refusal

CODE = re.compile(r"^(?:[A-Z2-7]{4}-){5}[A-Z2-7]{4}$", re.MULTILINE)


def code_for(office: str, store: Path) -> str:
    """As whoever runs the machine has it printed; a room that is open in this process may log there meanwhile."""
    printed = CliRunner().invoke(app, ["officers", "code", office, "--store", str(store)])
    (found,) = CODE.findall(printed.stdout)
    return str(found)


async def appointed(desk: Desk, name: str, role: Role) -> Account:
    """The account, which has to log in again."""
    outcome = await claimed(desk, name, role)
    assert not isinstance(outcome, Refusal), str(outcome)
    account = desk.named(name)
    assert account is not None
    return account


async def claimed(desk: Desk, name: str, role: Role) -> object:
    account = desk.named(name)
    assert account is not None, f"{name} has no account"
    return await desk.claim_office(account.id, desk.officer_codes.issue(role))
