"""Attacks on a host over real sockets: each is refused, and on record afterwards, 14.20(e)1 to 3."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from pokerroom.cli.asking_host import AskedHost, HostSaidNoError
from pokerroom.linked import signing
from pokerroom.linked.exchange import SignedCall
from pokerroom.linked.letters import Contributed
from pokerroom.linked.signing import sign_letter, signed_bytes, signer
from pokerroom.live.ports import LinkLost
from tests.faults.linked import a_host, casino_of, casinos_of, happened, member_of, ordered, record_of
from tests.spec_marks import spec
from tools.demo_linked.layout import OPERATOR, Layout
from tools.demo_linked.processes import Process
from tools.demo_linked.small_casino import SmallCasino, now


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Layout, Process]]:
    folder: Path = tmp_path_factory.mktemp("attacked")
    with a_host(folder) as host:
        yield host


def contribution(casino: SmallCasino, amount: int = 50) -> Contributed:
    return Contributed(table="1", round=casino.member.written, at=now(), primary=amount)


def signed_again(call: SignedCall, casino: SmallCasino) -> SignedCall:
    signature = casino.signer.sign(signed_bytes(signing.CALL, casino.signer.key, call.call))
    return SignedCall(call=call.call, key=casino.signer.key, signature=signature)


@spec("R-14.20-e-2.2")
def test_a_forged_casino_is_refused_and_recorded(running: tuple[Layout, Process]) -> None:
    layout, host = running

    async def story() -> None:
        async with casino_of(layout, "birch", host.port) as forger:
            forger.signer = signer(Ed25519PrivateKey.generate())
            answer = await forger.call()
            assert answer.answer.refused == "unknown key"
            with pytest.raises(LinkLost):
                await forger.call()

    asyncio.run(story())
    assert any("birch" in each and "unknown key" in each for each in happened(host.address, "Call refused"))


def test_an_altered_amount_is_refused_and_counts_for_nothing(running: tuple[Layout, Process]) -> None:
    layout, host = running

    async def story() -> None:
        async with casinos_of(layout, host.port) as casinos:
            alder = casinos["alder"]
            await alder.call()
            before = member_of(host.address, "alder")["contributed"]
            alder.write(contribution(alder))
            call = alder.next()
            (letter,) = call.call.letters
            body = msgspec.structs.replace(letter.letter.body, primary=5_000_000)
            altered = replace(letter, letter=replace(letter.letter, body=body))
            call = signed_again(replace(call, call=replace(call.call, letters=(altered,))), alder)
            await alder.say(call)
            assert (await alder.hear()).answer.letters == alder.member.received
            assert member_of(host.address, "alder")["contributed"] == before
            await alder.call()
            assert member_of(host.address, "alder")["contributed"] == before + 50

    asyncio.run(story())
    assert any("altered" in each for each in happened(host.address, "Letter refused"))


def test_a_whole_call_altered_on_the_way_is_refused(running: tuple[Layout, Process]) -> None:
    layout, host = running

    async def story() -> None:
        async with casino_of(layout, "cedar", host.port) as cedar:
            call = cedar.next()
            await cedar.say(replace(call, call=replace(call.call, notices=99)))
            assert (await cedar.hear()).answer.refused == "altered"

    asyncio.run(story())
    assert any("altered" in each for each in happened(host.address, "Call refused"))


def test_a_letter_sent_again_counts_once_and_one_of_other_content_is_refused(running: tuple[Layout, Process]) -> None:
    layout, host = running

    async def story() -> None:
        async with casino_of(layout, "birch", host.port) as birch:
            birch.write(contribution(birch))
            call = birch.next()
            for _ in range(3):
                await birch.say(call)
                await birch.hear()
            assert member_of(host.address, "birch")["contributed"] == 50
            other = replace(call.call.letters[-1].letter, body=contribution(birch, 70))
            again = replace(call.call, letters=(sign_letter(other, birch.signer),))
            await birch.say(signed_again(replace(call, call=again), birch))
            await birch.hear()
            assert member_of(host.address, "birch")["contributed"] == 50

    asyncio.run(story())
    assert any("other content" in each for each in happened(host.address, "Letter refused"))


def test_a_casino_cannot_write_for_another(running: tuple[Layout, Process]) -> None:
    layout, host = running

    async def story() -> None:
        async with casino_of(layout, "cedar", host.port) as cedar:
            alder = casino_of(layout, "alder", host.port)
            stolen = alder.next().call.letters
            call = cedar.next()
            await cedar.say(signed_again(replace(call, call=replace(call.call, letters=stolen)), cedar))
            await cedar.hear()

    asyncio.run(story())
    assert any("wrong casino" in each for each in happened(host.address, "Letter refused"))


def test_what_is_no_call_is_refused_and_recorded(running: tuple[Layout, Process]) -> None:
    layout, host = running

    async def story() -> None:
        async with casino_of(layout, "cedar", host.port) as cedar:
            assert cedar.link is not None
            await cedar.link.send(b'{"call": "no"}')
            with pytest.raises(LinkLost):
                await cedar.hear()

    asyncio.run(story())
    assert any("unreadable" in each for each in happened(host.address, "Call refused"))


def test_a_stolen_key_opens_nothing_once_it_is_revoked(running: tuple[Layout, Process]) -> None:
    """The last test here: cedar needs another key afterwards."""
    layout, host = running
    key = casino_of(layout, "cedar", host.port).signer.key
    ordered(host.address, {"type": "RevokeKey", "casino": "cedar", "key": key, "why": "stolen"})

    async def story() -> None:
        async with casino_of(layout, "cedar", host.port) as thief:
            thief.write(contribution(thief, 1_000_000))
            assert (await thief.call()).answer.refused == "revoked key"

    asyncio.run(story())
    assert member_of(host.address, "cedar")["contributed"] == 0
    assert any("revoked key" in each for each in happened(host.address, "Call refused"))


@spec("R-14.20-e-3")
def test_a_log_in_with_another_password_is_refused_and_recorded(running: tuple[Layout, Process]) -> None:
    _, host = running
    with AskedHost(f"http://127.0.0.1:{host.port}") as asked, pytest.raises(HostSaidNoError, match="on record"):
        asked.log_in(OPERATOR, "guessed")
    with AskedHost(f"http://127.0.0.1:{host.port}") as asked, pytest.raises(HostSaidNoError, match="log in first"):
        asked.ask("/api/host/record")
    assert [each["by"] for each in record_of(host.address)["happened"] if each["what"] == "Access was denied"]
