"""The files of a small system in one folder: keys, the agreement, and the settings of the host and of each casino."""

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from argon2 import PasswordHasher
from msgspec.structs import replace

from pokerroom.jackpot.rules import Census, PayoutRules, Shares
from pokerroom.linked.agreement import (
    Agreement,
    Approval,
    ClaimOrder,
    Controls,
    MemberCasino,
    Representative,
    SecondClaim,
    Tie,
)
from pokerroom.linked.member.posting import lines as sign_lines
from pokerroom.linked.signing import public_text
from pokerroom.live.payouts import demonstration_rules
from pokerroom.live.settings import Tls
from pokerroom.ranking.bad_beats import qualifier
from pokerroom.store.keys import create_signing_key

SYSTEM = "Boardwalk bad beat"
CASINOS: Mapping[str, tuple[str, str]] = {
    "alder": ("The Alder", "1 Boardwalk"),
    "birch": ("The Birch", "2 Boardwalk"),
    "cedar": ("The Cedar", "3 Boardwalk"),
}
HOST = "alder"
HERE, EVERYWHERE = "127.0.0.1", "0.0.0.0"  # noqa: S104  where a test asks for it
OPERATOR = "Olive Operator"
PASSWORD = "a bad beat for everybody"  # noqa: S105  of a demonstration, which opens nothing else
QUICK_HASH = PasswordHasher(time_cost=1, memory_cost=8192, parallelism=1)


class Layout(NamedTuple):
    folder: Path
    casinos: tuple[str, ...]

    @property
    def host_settings(self) -> Path:
        return self.folder / "host.toml"

    @property
    def agreement(self) -> Path:
        return self.folder / "agreement.json"

    def link(self, casino: str) -> Path:
        return self.folder / f"link-{casino}.toml"

    def settings(self, casino: str) -> Path:
        return self.folder / f"{casino}.toml"

    @property
    def sign(self) -> Path:
        return self.folder / "sign.txt"

    def key(self, casino: str) -> Path:
        return self.folder / f"{casino}.key"

    def store(self, name: str) -> Path:
        return self.folder / name


def rules() -> PayoutRules:
    """Two pair or better that loses, so that somebody sees it within minutes; a part goes to all who play anywhere."""
    return replace(
        demonstration_rules(()),
        name=SYSTEM,
        system=SYSTEM,
        qualifier=qualifier("any two pair"),
        shares=Shares(losing=50, winning=25, table=15, room=10),
        census=Census(minutes=2),
    )


def agreement(casinos: Sequence[str], **terms: Any) -> Agreement:
    """Complete: everything that 14.20 asks for is said."""
    named = {each: CASINOS.get(each, (f"Casino {each}", "Boardwalk")) for each in casinos}
    members = tuple(
        MemberCasino(
            casino=casino,
            name=name,
            address=address,
            role="takes contributions and pays awards at its own tables",
            authority="approves changes by its representative",
            responsibilities="counts, displays and pays, and is liable for all of it",
            executed_on=date(2025, 11, 3),
            representatives=(Representative(id=f"key-{casino}", name=f"Kay of {name}", licence=f"K-{casino}"),),
        )
        for casino, (name, address) in named.items()
    )
    return Agreement(
        system=SYSTEM,
        members=members,
        host=casinos[0],
        rules=rules(),
        decisions="by all members in writing, carried out by each on the day agreed",
        funds="each member holds what its pots contributed, and gives its part of each payout",
        costs="by the members in equal parts, never from the fund",
        records=(casinos[0],),
        posted="Two pair or better that loses: half to the losing hand",
        controls=Controls(
            security="controls, chapter 1",
            integrity="controls, chapter 2",
            access="controls, chapter 3",
            operation="controls, chapter 4",
            installation="controls, chapter 5",
        ),
        computer_rules="the Division's rules for casino computer systems",
        approval=Approval(on=date(2025, 11, 20), reference="play chips"),
        **{  # What is said otherwise is the caller's.
            "claim_order": ClaimOrder.COMPLETED,
            "tie": Tie.SPLIT,
            "second_claim": SecondClaim.RESET,
            **terms,
        },
    )


def lay_out(
    folder: Path,
    lines: Mapping[str, str],
    *,
    host_port: int,
    database: str = "",
    password: str = PASSWORD,
    tls: Tls | None = None,
    places: Mapping[str, str] | None = None,
    **terms: Any,
) -> Layout:
    """Write everything; `lines` has for each casino the address by which it reaches the host.

    With a certificate the host listens everywhere, over TLS; `places` says where casinos listen.
    """
    made = Layout(folder, tuple(lines))
    host_key = create_signing_key(folder / "host.key")
    drawn_up = agreement(made.casinos, **terms)
    made.agreement.write_bytes(msgspec.json.format(msgspec.json.encode(drawn_up)))
    made.sign.write_text("\n".join(sign_lines(drawn_up)), encoding="utf-8")
    host = host_toml(made, host_port, database, QUICK_HASH.hash(password), tls)
    made.host_settings.write_text(host, encoding="utf-8")
    for casino, address in lines.items():
        create_signing_key(made.key(casino))
        place = (places or {}).get(casino, HERE)
        made.settings(casino).write_text(casino_toml(made, casino, place), encoding="utf-8")
        link = link_toml(made, casino, address, public_text(host_key), tls)
        made.link(casino).write_text(link, encoding="utf-8")
    return made


def host_toml(made: Layout, port: int, database: str, password: str, tls: Tls | None) -> str:
    secured = "" if tls is None else f'\n[tls]\ncertificate = "{tls.certificate}"\nkey = "{tls.key}"\n'
    return f"""host = "{HERE if tls is None else EVERYWHERE}"
port = {port}
store = "{made.store("host")}"
database = "{database}"
key = "{made.folder / "host.key"}"
agreement = "{made.agreement}"

[[access]]
name = "{OPERATOR}"
role = "operator"
position = "runs the host"
password = "{password}"
{secured}"""


def link_toml(made: Layout, casino: str, address: str, host_key: str, tls: Tls | None) -> str:
    return f"""system = "{SYSTEM}"
casino = "{casino}"
host = "{address}"
host_key = "{host_key}"
key = "{made.key(casino)}"
agreement = "{made.agreement}"
sign = "{made.sign}"
trusts = "{"" if tls is None else tls.certificate}"
"""


def casino_toml(made: Layout, casino: str, place: str) -> str:
    """Hold 'em alone, by quick bots who play though nobody watches."""
    return f"""host = "{place}"
store = "{made.store(casino)}"
rate_limits = false
log_level = "error"

[clock]
round_pause = 0.3
step_pause = 0.05

[play_chips]
games = ["hold-em"]
pace = 0.05
demonstrations = 0
always_dealing = true
"""
