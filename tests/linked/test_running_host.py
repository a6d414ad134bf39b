"""The host as it runs: what one casino says, or one person asks, does not keep it from the others."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from pokerroom.linked import signing
from pokerroom.linked.exchange import Call, SignedCall
from pokerroom.linked.host import commands, taking
from pokerroom.linked.host.events import CallRefused
from pokerroom.linked.host.state import Offering
from pokerroom.linked.letters import Letter
from pokerroom.linked.signing import Signer, sign_letter, signed_bytes
from pokerroom.live.link.settings import signer_from
from pokerroom.room.linked_host import LINKED_HOST
from pokerroom.room.room import Done
from tests.linked.houses import START, LinkedHouses, in_linked_houses
from tests.linked.test_attacks import claimed


def broken_call(linked: LinkedHouses, signer: Signer) -> SignedCall:
    """A call with a claim by a clock that leaves the calendar, under the key of birch."""
    state = linked.host.state
    member, system = state.member("birch"), linked.member("birch").system
    letter = Letter(
        system=system,
        casino="birch",
        number=member.letters + 1,
        before=member.last,
        written_at=START,
        body=claimed(offset_seconds=1e300),
    )
    call = Call(
        system=system,
        casino="birch",
        number=1,
        token="",
        sent_at=START,
        letters=(sign_letter(letter, signer),),
        notices=state.notices,
        wrote=letter.number,
    )
    signature = signer.sign(signed_bytes(signing.CALL, signer.key, call))
    return SignedCall(call=call, key=signer.key, signature=signature)


def test_a_call_at_which_the_host_fails_is_refused_and_the_host_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No check has foreseen it: what it leads to ends in a fault of ours."""
    monkeypatch.setattr(taking, "is_plausible", lambda *_: True)

    async def story(linked: LinkedHouses) -> None:
        await linked.all_offer()
        linked.lines["birch"].is_cut = True
        await linked.until(lambda: linked.host.state.offering is Offering.SUSPENDED, "birch is not heard")
        stolen = signer_from(str(linked.layout.key("birch")))
        for _ in range(3):
            answer = await linked.host.call(broken_call(linked, stolen))
            assert answer.answer.refused == "not understood"
        found = [each.why for _, each in LINKED_HOST.events(linked.host.record.store) if isinstance(each, CallRefused)]
        assert found == ["not understood"], "once a minute"
        linked.lines["birch"].is_cut = False
        await linked.all_offer()
        assert linked.host.unready == ()
        revoked = await linked.order(commands.RevokeKey, casino="birch", key=stolen.key, why="stolen")
        assert isinstance(revoked, Done)

    in_linked_houses(story, tmp_path)


def test_a_host_that_can_decide_nothing_says_so_and_still_takes_orders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(linked: LinkedHouses) -> None:
        await linked.all_offer()
        with monkeypatch.context() as patch:
            patch.setattr("pokerroom.live.host.host.watch", fails)
            await linked.until(lambda: bool(linked.host.unready), "it is not ready")
            assert linked.host.health["status"] == "degraded"
            await linked.until(
                lambda: all(linked.member(each).offering is Offering.SUSPENDED for each in linked.houses),
                "nobody offers what the host does not answer for",
            )
            notice = await linked.order(
                commands.RecordNotice, subject="repairs", written_on=START.date(), reference="letter 10"
            )
            assert isinstance(notice, Done)
        await linked.all_offer()
        assert linked.host.unready == ()

    in_linked_houses(story, tmp_path)


def fails(*_: Any, **__: Any) -> Any:
    raise ArithmeticError("what nobody foresaw")


def test_an_order_at_which_the_host_fails_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(linked: LinkedHouses) -> None:
        await linked.all_offer()
        with monkeypatch.context() as patch:
            patch.setattr(linked.host.room, "prepare", fails)
            with pytest.raises(ArithmeticError):
                await linked.order(commands.StartSystem)
        assert linked.all_are(Offering.OFFERED)

    in_linked_houses(story, tmp_path)


def test_a_call_that_is_played_back_does_not_take_the_place_of_one_that_is_held(tmp_path: Path) -> None:
    async def story(linked: LinkedHouses) -> None:
        await linked.all_offer()
        heard = linked.host.call
        recorded: list[SignedCall] = []

        async def overheard(signed: SignedCall) -> Any:
            recorded.append(signed)
            return await heard(signed)

        linked.host.call = overheard  # type: ignore[method-assign]
        for _ in range(200):
            await linked.until(lambda: bool(recorded), "somebody calls")
            for each in recorded[-3:]:
                assert not (await heard(each)).answer.offered
            assert linked.all_are(Offering.OFFERED)
            await asyncio.sleep(0.05)

    in_linked_houses(story, tmp_path)


def test_the_same_refusal_again_waits_for_no_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever floods the host with what nobody can read does not keep its casinos waiting."""

    async def story(linked: LinkedHouses) -> None:
        host = linked.host
        await host.refuse("", "unreadable")
        before = host.record.store.end()
        with monkeypatch.context() as patch:
            patch.setattr(host, "order", None)
            await host.refuse("", "unreadable")
        assert (host.record.store.end(), host.refused_calls) == (before, 2)
        await host.refuse("birch", "flooding")
        found = [each.why for _, each in LINKED_HOST.events(host.record.store) if isinstance(each, CallRefused)]
        assert found == ["unreadable", "flooding"]

    in_linked_houses(story, tmp_path)
