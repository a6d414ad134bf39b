"""What players ask about seats beyond taking one: another table, and a higher minimum that everybody agrees to."""

from collections.abc import Awaitable, Callable
from typing import Any

from pokerroom.room.auditing import examine_books
from pokerroom.web.house import House
from pokerroom.wire import messages as wire
from tests.wire import Client, entered, in_house

GAME = "seven-card-stud-high"


def in_a_house(test: Callable[[House], Awaitable[None]]) -> None:
    """With two tables of each game, and no bots."""
    in_house(test, bots=0, tables_each=2)


def tables(house: House) -> tuple[str, str]:
    here, there = (name for name, actor in house.actors.items() if actor.table.posting.game == GAME)
    return here, there


def held(house: House, player: Client) -> int:
    """All that somebody has, in his bank and on tables."""
    live, who = house.rooms["play chips"], player.identity.id
    places = [place for actor in house.actors.values() for _, place in actor.table.seated if place.player == who]
    return live.balance(who) + sum(place.stakes for place in places)


async def refused(client: Client, kind: type[Any], **fields: Any) -> wire.Refused:
    answer = await client.ask(kind, **fields)
    assert isinstance(answer, wire.Refused), answer
    return answer


async def accepted(client: Client, kind: type[Any], **fields: Any) -> wire.Accepted:
    answer = await client.ask(kind, **fields)
    assert isinstance(answer, wire.Accepted), answer
    return answer


async def offer_to(client: Client) -> wire.Offered:
    found = [each for each in client.so_far() if isinstance(each, wire.Offered)]
    offered: wire.Offered = found[-1] if found else await client.until(lambda each: isinstance(each, wire.Offered))
    return offered


def test_a_player_changes_tables_with_all_his_stakes() -> None:
    async def test(house: House) -> None:
        (here, there), live = tables(house), house.rooms["play chips"]
        ann = await entered(house, "Ann")
        await ann.sit(here, amount=6_000)
        whole = held(house, ann)
        await accepted(ann, wire.RequestChange, table=here, to=there)
        offer = await offer_to(ann)
        assert offer.table == there
        answer = await accepted(ann, wire.AnswerOffer, table=there, seat=offer.seat, accept=True)
        assert (answer.table, answer.seat) == (there, offer.seat)
        assert house.actors[here].table.seat_of(ann.identity.id) is None
        seat = house.actors[there].table.seat_of(ann.identity.id)
        assert seat == offer.seat
        assert house.actors[there].table.place(seat).stakes == 6_000
        await live.book()
        assert held(house, ann) == whole
        listed = live.room.lists.seat_of(ann.identity.id)
        assert listed is not None
        assert (listed.place.table, listed.place.seat) == (there, seat)
        assert live.room.lists.change_of(ann.identity.id) is None
        assert not examine_books(live.store).examined.findings

    in_a_house(test)


def test_nobody_changes_tables_out_of_a_round_he_is_dealt_into() -> None:
    async def test(house: House) -> None:
        here, there = tables(house)
        ann, ben = await entered(house, "Ann"), await entered(house, "Ben")
        for each in (ann, ben):
            await each.sit(here)
        await ann.sees(lambda state: state.turn)
        await accepted(ann, wire.RequestChange, table=here)
        offer = await offer_to(ann)
        answer = await refused(ann, wire.AnswerOffer, table=there, seat=offer.seat, accept=True)
        assert (answer.code, answer.rule) == ("round in progress", "14.7(c)1")
        assert house.actors[here].table.seat_of(ann.identity.id) is not None
        assert house.actors[there].table.seat_of(ann.identity.id) is None
        await accepted(ann, wire.AnswerOffer, table=there, seat=offer.seat, accept=False)

    in_a_house(test)


def test_a_change_is_asked_for_from_a_seat_and_can_be_taken_back() -> None:
    async def test(house: House) -> None:
        (here, there), live = tables(house), house.rooms["play chips"]
        ann, other = await entered(house, "Ann"), next(name for name in house.actors if name not in tables(house))
        assert (await refused(ann, wire.RequestChange, table=here)).code == "not at the table"
        assert (await refused(ann, wire.RequestChange, table="nowhere")).code == "no such table"
        await ann.sit(here)
        assert (await refused(ann, wire.Sit, table=there)).code == "already seated"
        assert (await refused(ann, wire.RequestChange, table=here, to=other)).code == "other game"
        assert (await refused(ann, wire.CancelChange, table=here)).code == "no change requested"
        await accepted(ann, wire.RequestChange, table=here, to=there)
        assert (await refused(ann, wire.RequestChange, table=here)).code == "change requested"
        await accepted(ann, wire.CancelChange, table=here)
        assert live.room.lists.hold_of(ann.identity.id) is None
        offer = await offer_to(ann)
        late = await refused(ann, wire.AnswerOffer, table=there, seat=offer.seat, accept=True)
        assert late.code == "no offer"

    in_a_house(test)


def test_a_higher_minimum_takes_effect_when_everybody_agrees() -> None:
    async def test(house: House) -> None:
        here, _ = tables(house)
        ann, ben, eve = [await entered(house, name) for name in ("Ann", "Ben", "Eve")]
        await ann.sit(here)
        minimum = house.actors[here].table.posting.house.limits.small  # type: ignore[union-attr]  # stud is posted so
        low = await refused(ann, wire.ProposeMinimum, table=here, minimum=minimum)
        assert (low.code, low.rule) == ("not an increase", "14.17")
        high = await refused(ann, wire.ProposeMinimum, table=here, minimum=10**9)
        assert (high.code, high.rule) == ("not an increase", "14.17")
        none = await refused(ann, wire.Agree, table=here)
        assert (none.code, none.rule) == ("no proposal", "14.17")
        await ben.sit(here)
        stranger = await refused(eve, wire.ProposeMinimum, table=here, minimum=minimum + 100)
        assert stranger.code == "not at the table"
        await accepted(ann, wire.ProposeMinimum, table=here, minimum=minimum + 100)
        assert (await refused(eve, wire.Agree, table=here)).code == "not at the table"
        await accepted(ben, wire.Agree, table=here, agrees=False)
        assert (await refused(ben, wire.Agree, table=here)).code == "no proposal"
        await accepted(ann, wire.ProposeMinimum, table=here, minimum=minimum + 100)
        told = await ben.until(lambda each: "MinimumProposed" in tags(each))
        assert next(each.words for each in told.told if each.tag == "MinimumProposed")
        await accepted(ben, wire.Agree, table=here)
        table = house.actors[here].table
        assert table.next_minimum == minimum + 100 or table.posting.house.limits.small == minimum + 100  # type: ignore[union-attr]

    in_a_house(test)


def tags(message: Any) -> set[str]:
    return {each.tag for each in message.told} if isinstance(message, wire.Happened) else set()


def test_one_who_plays_alone_raises_the_minimum_and_sees_it_on_the_sign() -> None:
    async def test(house: House) -> None:
        here, _ = tables(house)
        ann = await entered(house, "Ann")
        await ann.sit(here)
        before = next(each for each in house.lobby_tables() if each.name == here)
        await accepted(ann, wire.ProposeMinimum, table=here, minimum=before.minimum + 100)
        shown = [each.state for each in ann.so_far() if isinstance(each, wire.Happened)][-1]
        assert shown.minimum == before.minimum + 100
        assert shown.limits != before.limits

    in_a_house(test)
