"""Whole casinos that offer one payout: what their walls say, and that play, payout and link go on together."""

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from pokerroom.jackpot.commands import ReportHit
from pokerroom.jackpot.people import ROOM
from pokerroom.linked.agreement import Agreement, Approval, SecondClaim, agreement_digest
from pokerroom.linked.exchange import Line, next_call
from pokerroom.linked.host import commands as to_host
from pokerroom.linked.host.state import AccessRole, ClaimStanding, Offering
from pokerroom.linked.letters import AgreementInForce, Joining
from pokerroom.linked.member.commands import WriteLetters
from pokerroom.linked.member.events import CensusRecorded, HostTimeMeasured
from pokerroom.linked.member.state import Member
from pokerroom.linked.people import SYSTEM, Official
from pokerroom.linked.signing import public_text, signer
from pokerroom.live.link.client import LinkClient
from pokerroom.live.link.joining import join
from pokerroom.live.link.settings import read_linked
from pokerroom.live.link.showing import news_of_link
from pokerroom.live.payouts import as_shown
from pokerroom.live.tables.views import public_view
from pokerroom.room.examining import examine_record
from pokerroom.room.link import LINK
from pokerroom.room.link.commands import OnLink
from pokerroom.room.payouts.commands import OnPayouts
from pokerroom.room.ports import EventStore
from pokerroom.room.room import Done
from pokerroom.rules.refusal import Refusal
from pokerroom.table.seating.events import ContributionsStopped
from pokerroom.web.api.link import link_read
from tests.linked.houses import OLIVE, START, LinkedHouses, in_linked_houses
from tests.linked.parties import key_of
from tests.linked.suspensions import while_suspended
from tests.payouts import showdown
from tests.spec_marks import spec
from tools.demo_linked.layout import agreement as agreement_of

QUADS = ("Td Tc Jd Qd 2c", "Ts Th", "Kd Ad")


async def hit_at(linked: LinkedHouses, casino: str) -> None:
    live, payout = linked.live(casino), linked.payout(casino)
    (table,) = payout.rules.tables
    found = showdown(*QUADS, dealt_in=5, table=table)
    report = ReportHit(payout=payout.rules.name, by=ROOM, at=live.moment(), showdown=found)
    assert isinstance(await live.submit(OnPayouts(report)), Done)


def paid_at(linked: LinkedHouses) -> set[str]:
    """The casinos whose hits were paid to the end."""
    return {each.casino for each in linked.host.state.claims.values() if each.standing is ClaimStanding.PAID}


def test_a_payout_won_elsewhere_is_shown_as_the_systems_and_the_casino_plays_on(tmp_path: Path) -> None:
    async def story(linked: LinkedHouses) -> None:
        await linked.all_offer()
        await linked.until(lambda: linked.host.state.shown.primary > 0, "pots contribute")
        await hit_at(linked, "alder")
        await linked.until(lambda: "alder" in paid_at(linked), "it is paid")
        at_birch, before = linked.payout("birch"), linked.member("birch").written
        assert any(hit.is_elsewhere for hit in at_birch.hits.values())
        (shown,) = linked.houses["birch"].lobby(None).payouts
        assert shown.hit is None or shown.hit.losing
        await linked.until(lambda: linked.member("birch").written > before, "the other casino contributes again")

    in_linked_houses(story, tmp_path)


def test_a_hit_that_the_host_gives_nothing_is_over_and_its_table_plays_on(tmp_path: Path) -> None:
    async def story(linked: LinkedHouses) -> None:
        await linked.all_offer()
        await hit_at(linked, "alder")
        await hit_at(linked, "alder")
        claims = [f"alder.{number}.primary" for number in list(linked.payout("alder").hits)[-2:]]
        await linked.until(lambda: is_over(linked, claims), "both are decided, and whatever is won is paid")
        assert any(linked.host.state.claims[each].standing is ClaimStanding.NOTHING for each in claims)
        await linked.until(lambda: not linked.payout("alder").open_hits, "no hit is left open")
        (shown,) = linked.houses["alder"].lobby(None).payouts
        assert shown.hit is None or shown.hit.amount

    in_linked_houses(story, tmp_path, second_claim=SecondClaim.NONE)


@spec("R-14.19-b-3")
def test_a_casino_counts_who_was_dealt_in_when_the_hit_was_however_late_it_is_told(tmp_path: Path) -> None:
    async def story(linked: LinkedHouses) -> None:
        await linked.all_offer()
        (table,) = linked.payout("birch").rules.tables
        await linked.until(lambda: table in linked.payout("birch").rounds, "somebody is dealt in")
        linked.lines["birch"].is_cut = True
        await hit_at(linked, "alder")
        (claim,) = (f"alder.{number}.primary" for number in linked.payout("alder").hits)
        then, rounds = linked.payout("birch").rounds[table], linked.rounds
        await linked.until(lambda: linked.rounds > rounds + 40, "rounds are played before the line is healed")
        assert linked.payout("birch").rounds[table].round > then.round + 5
        linked.lines["birch"].is_cut = False
        await linked.until(lambda: claim in linked.member("birch").census, "birch has answered")
        (counted,) = (
            event
            for _, event in LINK.events(linked.live("birch").store)
            if isinstance(event, CensusRecorded) and event.claim == claim
        )
        assert [(each.table, each.round) for each in counted.tables] == [(table, then.round)]
        assert linked.member("birch").census[claim] == counted.players == then.players

    in_linked_houses(story, tmp_path)


def test_a_clock_that_is_set_right_step_by_step_is_recorded_and_is_no_news(tmp_path: Path) -> None:
    async def story(linked: LinkedHouses) -> None:
        await linked.all_offer()
        live, said = linked.live("birch"), news_at(linked, "birch")
        for _ in range(4):
            linked.clocks["birch"].wrong += 0.2
            await asyncio.sleep(2.0)
        measured = [each for _, each in LINK.events(live.store) if isinstance(each, HostTimeMeasured)]
        assert measured
        assert "table.linked-operational" not in said

    in_linked_houses(story, tmp_path)


def test_a_casino_that_joins_late_is_told_how_things_stand_and_not_what_was_told_before(tmp_path: Path) -> None:
    async def story(linked: LinkedHouses) -> None:
        await linked.all_offer()
        host, before = linked.host, linked.host.state.notices
        changed = with_another(linked, "cedar")
        await put_in_force(linked, changed)
        cedar = signer(key_of("cedar"))
        registered = await linked.order(to_host.RegisterKey, casino="cedar", public=public_text(key_of("cedar")))
        assert isinstance(registered, Done)
        member, now = Member(casino="cedar", agreement=changed), host.clock.now()
        _, call = next_call(member, Line(), cedar, now=now, passed=host.clock.monotonic())
        told = (await host.call(call)).answer.notices
        assert isinstance(told[0].notice.body, AgreementInForce)
        assert told[0].notice.number > before

    in_linked_houses(story, tmp_path)


@spec("R-14.20-d-1-i", "R-14.20-d-1-ii")
def test_a_casino_takes_part_by_the_sign_that_hangs_there_and_is_told_what_an_old_one_lacks(tmp_path: Path) -> None:
    async def story(linked: LinkedHouses) -> None:
        await linked.all_offer()
        as_before = read_linked(linked.layout.link("birch"))
        assert linked.member("birch").signs == (as_before.sign,)
        changed, live = with_another(linked, "cedar"), linked.live("birch")
        await put_in_force(linked, changed)
        await linked.until(lambda: linked.member("birch").told is not Offering.OFFERED, "birch knows of it")
        casino = as_before._replace(agreement=changed)
        refused = await join(live, casino)
        assert isinstance(refused, Refusal)
        assert (refused.code.value, refused.paragraph) == ("sign incomplete", "14.20(d)1")
        assert link_read(linked.member("birch"), LinkClient(live, casino)).sign_lacks == ("The Cedar",)
        hung_up = casino._replace(sign=f"{casino.sign}, The\n  Cedar")
        assert await join(live, hung_up) is None
        assert link_read(linked.member("birch"), LinkClient(live, hung_up)).sign_lacks == ()

    in_linked_houses(story, tmp_path)


def test_a_key_of_the_host_that_is_not_in_the_file_any_more_is_trusted_no_more(tmp_path: Path) -> None:
    async def story(linked: LinkedHouses) -> None:
        await linked.all_offer()
        live, casino = linked.live("birch"), read_linked(linked.layout.link("birch"))
        old, new = casino.settings.host_key, public_text(key_of("the host's next key"))
        for listed in ((old, new), (new,)):
            settings = replace(casino.settings, host_key=listed)
            assert await join(live, casino._replace(settings=settings)) is None
            assert tuple(linked.member("birch").host_keys.values()) == listed

    in_linked_houses(story, tmp_path)


def with_another(linked: LinkedHouses, casino: str) -> Agreement:
    """The agreement with one member more."""
    agreement = linked.host.state.agreement
    assert agreement is not None
    (more,) = agreement_of((casino,)).members
    return amended(agreement, members=(*agreement.members, more))


def amended(agreement: Agreement, **changed: Any) -> Agreement:
    """A change that the Division has approved in its turn."""
    return replace(agreement, approval=Approval(on=START.date(), reference="letter 8"), **changed)


async def put_in_force(linked: LinkedHouses, changed: Agreement) -> None:
    """Proposed, approved by every member, notified to the Division, and in force as soon as nothing is open."""
    host, subject = linked.host, agreement_digest(changed)
    orders: list[to_host.Command] = [to_host.ProposeChange(at=host.clock.now(), by=OLIVE, agreement=changed)]
    for casino in linked.houses:
        kay = Official(id=f"key-{casino}", name="Kay", casino=casino)
        listed = to_host.GrantAccess(at=host.clock.now(), by=SYSTEM, who=kay, role=AccessRole.REPRESENTATIVE)
        orders += [listed, to_host.ApproveChange(at=host.clock.now(), by=kay, casino=casino, change=subject)]
    notice = to_host.RecordNotice(
        at=host.clock.now(), by=OLIVE, subject=subject, written_on=START.date(), reference="letter 10"
    )
    for each in (*orders, notice):
        answer = await host.order(each)
        assert isinstance(answer, Done), str(answer)
    for _ in range(300):
        if isinstance(await linked.order(to_host.PutInForce), Done):
            return
        await asyncio.sleep(0.5)
    raise AssertionError("something stays open")


@spec("R-14.20-e-4-i.4")
def test_no_pot_contributes_and_no_hit_counts_in_a_casino_whose_system_is_suspended(tmp_path: Path) -> None:
    async def story(linked: LinkedHouses) -> None:
        await linked.all_offer()
        for casino in ("birch", "alder", "birch"):
            await cut_off_and_healed(linked, casino)
        for each in linked.houses:
            store = linked.live(each).store
            assert list(while_suspended(store)) == []
            assert stopped(store), "the suspension came during a round"
            assert examine_record(store, keys=linked.live(each).room.keys, decide_again=True).findings == ()

    in_linked_houses(story, tmp_path)


async def cut_off_and_healed(linked: LinkedHouses, casino: str) -> None:
    before = linked.host.state.member(casino).letters
    await linked.until(lambda: linked.host.state.member(casino).letters > before + 5, "pots contribute")
    linked.lines[casino].is_cut = True
    await linked.until(lambda: linked.all_are(Offering.SUSPENDED), "everybody has stopped")
    hits, rounds = hits_in(linked), linked.rounds
    await linked.until(lambda: linked.rounds > rounds + 20, "rounds are played all the same")
    assert hits_in(linked) == hits
    for each in linked.houses:
        assert "Bad beat payout: suspended, no pot contributes and no round qualifies" in sign_at(linked, each)
        assert not any("contribution" in line for line in sign_at(linked, each))
    linked.lines[casino].is_cut = False
    await linked.all_offer()
    await linked.until(
        lambda: any("contribution" in line for line in sign_at(linked, casino)), "the notice of eligibility is up again"
    )


def news_at(linked: LinkedHouses, casino: str) -> list[str]:
    """What the room is told of the system from now on."""
    live, said = linked.live(casino), list[str]()

    def told(done: Done) -> None:
        said.extend(each.says.key for each in news_of_link(live, done, partial(as_shown, live)))

    live.on_link.append(told)
    return said


def sign_at(linked: LinkedHouses, casino: str) -> tuple[str, ...]:
    """What a table whose pots contribute posts, as its players see it."""
    (table,) = linked.payout(casino).rules.tables
    return public_view(linked.houses[casino].actors[table].scene()).sign


def hits_in(linked: LinkedHouses) -> dict[str, int]:
    return {each: len(linked.payout(each).hits) for each in linked.houses}


def stopped(store: EventStore) -> bool:
    return any(each.envelope.tag == ContributionsStopped.__name__ for each in store.read_all())


def is_over(linked: LinkedHouses, claims: list[str]) -> bool:
    known = linked.host.state.claims
    over = {ClaimStanding.PAID, ClaimStanding.NOTHING}
    return all(each in known and known[each].standing in over for each in claims)


@spec("R-14.20-c-1")
def test_a_casino_that_is_restarted_with_a_changed_agreement_goes_on_by_the_old_one_until_that_is_in_force(
    tmp_path: Path,
) -> None:
    async def story(linked: LinkedHouses) -> None:
        await linked.all_offer()
        now = linked.host.state.agreement
        assert now is not None
        changed = amended(now, decisions="by majority")
        await opened_again_with(linked, "birch", changed)
        await linked.all_offer()
        assert linked.member("birch").agreement == now
        assert "not the one in force" in client_of(linked, "birch").unjoined
        await approved_and_in_force(linked, changed)
        await linked.until(lambda: linked.member("birch").agreement == changed, "birch joins by it")
        await linked.until(lambda: bool(client_of(linked, "alder").unjoined), "alder still has the old one")
        assert linked.host.state.why_suspended == "not-joined"
        await opened_again_with(linked, "alder", changed)
        await linked.all_offer()
        assert not any(client_of(linked, each).unjoined for each in linked.houses)

    in_linked_houses(story, tmp_path)


def test_a_casino_that_was_turned_away_is_told_why_and_joins_once_its_agreement_is_in_force(tmp_path: Path) -> None:
    async def story(linked: LinkedHouses) -> None:
        await linked.all_offer()
        now = linked.host.state.agreement
        assert now is not None
        changed = amended(now, decisions="by majority")
        joining = Joining(
            rules=linked.member("birch").rules, agreement=agreement_digest(changed), software="", posted=True
        )
        live = linked.live("birch")
        await live.submit(OnLink(WriteLetters(at=live.moment(), bodies=(joining,))))
        await linked.until(lambda: linked.member("birch").turned_away == "agreement differs", "birch is told")
        for each in linked.houses:
            await opened_again_with(linked, each, changed)
        await approved_and_in_force(linked, changed)
        await linked.all_offer()
        assert linked.member("birch").turned_away == ""

    in_linked_houses(story, tmp_path)


def client_of(linked: LinkedHouses, casino: str) -> LinkClient:
    found = linked.houses[casino].link
    assert found is not None
    return found


async def opened_again_with(linked: LinkedHouses, casino: str, changed: Agreement) -> None:
    """Another agreement is in its file, and its link begins anew."""
    client = client_of(linked, casino)
    client.linked = client.linked._replace(agreement=changed)
    linked.lines[casino].is_cut = True
    await linked.until(lambda: bool(client.trouble), "the line is lost")
    linked.lines[casino].is_cut = False
    await linked.until(lambda: not client.trouble, "the host answers")


async def approved_and_in_force(linked: LinkedHouses, changed: Agreement) -> None:
    host, subject = linked.host, agreement_digest(changed)
    ordered = [await linked.order(to_host.ProposeChange, agreement=changed)]
    for each in changed.members:
        named = each.representatives[0]
        who = Official(id=named.id, name=named.name, casino=each.casino)
        ordered += [
            await linked.order(to_host.GrantAccess, who=who, role=AccessRole.REPRESENTATIVE),
            await host.order(to_host.ApproveChange(at=host.clock.now(), by=who, casino=each.casino, change=subject)),
        ]
    notice = {"written_on": START.date(), "reference": "letter 12"}
    ordered += [
        await linked.order(to_host.RecordNotice, subject=subject, **notice),
        await linked.order(to_host.PutInForce),
    ]
    assert [str(each) for each in ordered if not isinstance(each, Done)] == []
