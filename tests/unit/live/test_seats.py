"""What players ask about seats beyond taking one: another table, and a higher minimum that everybody agrees to."""

from collections.abc import Awaitable, Callable
from typing import Any

from pokerroom.live.house import House
from pokerroom.live.tables.clock import ClockRules
from pokerroom.room.auditing import examine_books
from pokerroom.room.lists.stream import LISTS
from pokerroom.wire import messages as wire
from tests.wire import Client, entered, in_house, table_of

GAME = "seven-card-stud-high"
UNHURRIED = ClockRules(act=60, show=60, bank=0, bank_refill=0, round_pause=30, step_pause=0)
"""Between two rounds there is time to get up."""


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
        listed = live.room.state(LISTS).seat_of(ann.identity.id)
        assert listed is not None
        assert (listed.place.table, listed.place.seat) == (there, seat)
        assert live.room.state(LISTS).change_of(ann.identity.id) is None
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
        assert not offer.accepted
        kept = await accepted(ann, wire.AnswerOffer, table=there, seat=offer.seat, accept=True)
        assert kept.seat is None, "she was seated"
        again = await offer_to(ann)
        assert again.accepted
        assert again.until > offer.until
        answer = await refused(ann, wire.AnswerOffer, table=there, seat=offer.seat, accept=True)
        assert (answer.code, answer.rule) == ("round in progress", "14.7(c)1")
        assert house.actors[here].table.seat_of(ann.identity.id) is not None
        assert house.actors[there].table.seat_of(ann.identity.id) is None
        while house.actors[here].table.dealing is not None:
            await fold_for(house, here, (ann, ben))
        await accepted(ann, wire.AnswerOffer, table=there, seat=offer.seat, accept=True)
        assert house.actors[there].table.seat_of(ann.identity.id) == offer.seat

    in_house(test, bots=0, tables_each=2, clock=UNHURRIED)


async def fold_for(house: House, table: str, players: tuple[Client, ...]) -> None:
    """Whoever is to act gives up his hand."""
    turn = house.actors[table].table.turn_to_act
    who = next(each for each in players if house.actors[table].table.seat_of(each.identity.id) == turn)
    answer = await who.ask(wire.Act, table=table, move=wire.PostForcedBet())
    if isinstance(answer, wire.Refused):
        await accepted(who, wire.Act, table=table, move=wire.Fold())


def test_whoever_waits_for_another_table_sees_it_at_his_own() -> None:
    async def test(house: House) -> None:
        here, there = tables(house)
        ann, ben = await entered(house, "Ann"), await entered(house, "Ben")
        for each in (ann, ben):
            await each.sit(here)
        fill = [await entered(house, f"Guest{number}") for number in range(len(house.actors[there].table.places))]
        for each in fill:
            await each.sit(there)
        await accepted(ann, wire.RequestChange, table=here, to=there)
        assert (await shown_last(ann, here)).my_change == wire.ChangeView(to=there)
        assert (await shown_last(ben, here)).my_change is None
        await accepted(ann, wire.CancelChange, table=here)
        assert (await shown_last(ann, here)).my_change is None
        await accepted(ann, wire.RequestChange, table=here)
        assert (await shown_last(ann, here)).my_change == wire.ChangeView(to=None)

    in_a_house(test)


async def shown_last(client: Client, table: str) -> wire.TableView:
    """The table as it was last sent to somebody."""
    found = [each for each in client.so_far() if isinstance(each, wire.TableState | wire.Happened)]
    return [each.state for each in found if each.table == table][-1]


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
        assert live.room.state(LISTS).hold_of(ann.identity.id) is None
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
        assert next(each.says for each in told.told if each.tag == "MinimumProposed")
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


def test_everybody_sees_what_is_proposed_and_who_has_still_to_answer() -> None:
    async def test(house: House) -> None:
        here = table_of(house, GAME)
        ann, ben, eve = [await entered(house, name) for name in ("Ann", "Ben", "Eve")]
        for place, each in enumerate((ann, ben, eve)):
            await each.sit(here, seat=place)
        before = await shown_last(ann, here)
        assert before.proposal is None
        higher = before.increases[0]
        await accepted(ann, wire.ProposeMinimum, table=here, minimum=higher)
        assert (await shown_last(eve, here)).proposal == wire.ProposalView(
            minimum=higher, by="Ann", agreed=(0,), waiting=(1, 2)
        )
        await accepted(ben, wire.Agree, table=here)
        assert (await shown_last(eve, here)).proposal == wire.ProposalView(
            minimum=higher, by="Ann", agreed=(0, 1), waiting=(2,)
        )
        await accepted(eve, wire.Agree, table=here, agrees=False)
        assert (await shown_last(ann, here)).proposal is None

    in_house(test, bots=0, clock=UNHURRIED)


def test_what_may_be_proposed_is_accepted_at_every_table() -> None:
    async def test(house: House) -> None:
        ann = await entered(house, "Ann")
        for name in house.actors:
            await ann.sit(name)
            shown = await shown_last(ann, name)
            assert shown.increases
            for minimum in shown.increases:
                await accepted(ann, wire.ProposeMinimum, table=name, minimum=minimum)
            assert (await shown_last(ann, name)).minimum == shown.increases[-1]
            await accepted(ann, wire.Leave, table=name)

    in_house(test, bots=0)


def test_the_minimum_of_play_chips_never_outgrows_what_one_sits_down_with() -> None:
    async def test(house: House) -> None:
        ann, ben = await entered(house, "Ann"), await entered(house, "Ben")
        name = table_of(house, "hold-em")
        await ann.sit(name)
        while higher := (await shown_last(ann, name)).increases:
            await accepted(ann, wire.ProposeMinimum, table=name, minimum=higher[-1])
        shown = await shown_last(ann, name)
        assert shown.buy_in[0] <= shown.buy_in[1]
        over = await refused(ann, wire.ProposeMinimum, table=name, minimum=shown.buy_in[1] + 100)
        assert over.rule == "14.17"
        await ben.sit(name)

    in_house(test, bots=0)


def test_a_table_with_a_higher_minimum_is_waited_for_at_its_new_limits() -> None:
    async def test(house: House) -> None:
        (here, there), live = tables(house), house.rooms["play chips"]
        ann = await entered(house, "Ann")
        await ann.sit(here)
        await accepted(ann, wire.ProposeMinimum, table=here, minimum=(await shown_last(ann, here)).increases[0])
        lobby = {each.name: each for each in house.lobby(ann.identity).tables}
        assert live.room.state(LISTS).tables[here].wanted.limits == lobby[here].limits != lobby[there].limits
        listed = live.room.state(LISTS).seat_of(ann.identity.id)
        assert listed is not None
        assert listed.place.table == here
        assert (await refused(ann, wire.RequestChange, table=here, to=there)).code == "other game"

    in_a_house(test)


def test_those_who_stay_have_agreed_when_the_last_who_had_not_gets_up() -> None:
    async def test(house: House) -> None:
        here, _ = tables(house)
        ann, ben, eve = [await entered(house, name) for name in ("Ann", "Ben", "Eve")]
        for each in (ann, ben, eve):
            await each.sit(here)
        higher = (await shown_last(ann, here)).increases[0]
        await accepted(ann, wire.ProposeMinimum, table=here, minimum=higher)
        await accepted(ben, wire.Agree, table=here)
        for each in (ann, ben, eve):
            await accepted(each, wire.SitOut, table=here)
        while house.actors[here].table.dealing is not None:
            await fold_for(house, here, (ann, ben, eve))
        await accepted(eve, wire.Leave, table=here)
        await ann.sees(lambda state: state.minimum == higher)

    in_a_house(test)


def test_bots_agree_while_they_have_enough_and_else_decline() -> None:
    async def test(house: House) -> None:
        ann, name = await entered(house, "Ann"), table_of(house, "hold-em")
        await ann.sit(name)
        least, *_, most = (await shown_last(ann, name)).increases
        await accepted(ann, wire.ProposeMinimum, table=name, minimum=most)
        await ann.until(lambda each: "ProposalFell" in tags(each))
        await accepted(ann, wire.ProposeMinimum, table=name, minimum=least)
        told = await ann.until(lambda each: tags(each) & {"IncreaseAgreed", "ProposalFell"})
        assert "IncreaseAgreed" in tags(told)

    in_house(test, bots=3)


# Leaving in the middle of a round, and for another seat.


def test_whoever_leaves_in_a_round_folds_at_the_first_turn_and_nobody_waits() -> None:
    async def test(house: House) -> None:
        here, _ = tables(house)
        ann, ben, cat = [await entered(house, name) for name in ("Ann", "Ben", "Cat")]
        for each in (ann, ben, cat):
            await each.sit(here)
        actor = house.actors[here]
        while actor.table.dealing is None:
            await cat.next()
        began = house.world.clock.time()
        for each in (ann, ben):
            await accepted(each, wire.Leave, table=here)
        if actor.table.turn_to_act == actor.table.seat_of(cat.identity.id):
            await fold_for(house, here, (cat,))
        await cat.sees(lambda state: not state.playing)
        assert house.world.clock.time() - began < UNHURRIED.act / 2, "somebody's time had to run out"
        assert [place.player for _, place in actor.table.seated] == [cat.identity.id]

    in_house(test, bots=0, tables_each=2, clock=UNHURRIED)


async def settled(house: House, client: Client, table: str) -> int:
    """The seat that somebody gets at a table, sooner or later."""
    while (seat := house.actors[table].table.seat_of(client.identity.id)) is None:
        await client.next()
    return seat


def test_a_player_leaves_and_sits_at_a_table_of_another_game_in_one_request() -> None:
    async def test(house: House) -> None:
        (here, _), live = tables(house), house.rooms["play chips"]
        there = table_of(house, "hold-em")
        ann = await entered(house, "Ann")
        await ann.sit(here, amount=6_000)
        whole = held(house, ann)
        answer = await accepted(ann, wire.Sit, table=there, leave=True)
        assert answer.table == there
        assert await settled(house, ann, there) == answer.seat
        assert house.actors[here].table.seat_of(ann.identity.id) is None
        await live.book()
        assert held(house, ann) == whole
        assert live.room.state(LISTS).hold_of(ann.identity.id) is None
        assert not examine_books(live.store).examined.findings

    in_a_house(test)


def test_the_other_seat_is_kept_until_the_round_is_over_that_a_player_leaves() -> None:
    async def test(house: House) -> None:
        here, _ = tables(house)
        there, live = table_of(house, "hold-em"), house.rooms["play chips"]
        ann, ben, cat = [await entered(house, name) for name in ("Ann", "Ben", "Cat")]
        for each in (ann, ben, cat):
            await each.sit(here)
        await ann.sees(lambda state: state.turn)
        answer = await accepted(ann, wire.Sit, table=there, seat=3, leave=True)
        assert (answer.table, answer.seat) == (there, 3)
        offer = await offer_to(ann)
        assert (offer.table, offer.seat, offer.leaving) == (there, 3, True)
        assert (await refused(cat, wire.Sit, table=there, seat=3, leave=True)).code == "seat held"
        assert house.actors[there].table.seat_of(ann.identity.id) is None
        while house.actors[here].table.dealing is not None:
            if house.actors[here].table.turn_to_act == house.actors[here].table.seat_of(ann.identity.id):
                await ben.next()
            else:
                await fold_for(house, here, (ben, cat))
        assert await settled(house, ann, there) == 3
        assert live.room.state(LISTS).hold_of(ann.identity.id) is None

    in_house(test, bots=0, tables_each=2, clock=UNHURRIED)


# Without chips.


async def until_broke(house: House, table: str, two: tuple[Client, Client]) -> Client:
    """They put in everything, round after round, until one of them has nothing left."""
    actor = house.actors[table]
    while (broke := loser(actor, two)) is None:
        turn = actor.table.turn_to_act
        who = next((each for each in two if actor.table.seat_of(each.identity.id) == turn), None)
        if turn is None or who is None:
            await two[0].next()
            continue
        offers = {offer.kind: offer for offer in (await shown_last(who, table)).offers}
        if wager := offers.get("Raise") or offers.get("Bet"):
            move: Any = (wire.Raise if wager.kind == "Raise" else wire.Bet)(to=wager.most)
        else:
            move = wire.Call() if "Call" in offers else wire.Check() if "Check" in offers else wire.Show()
        await who.ask(wire.Act, table=table, move=move)
    return broke


def loser(actor: Any, two: tuple[Client, Client]) -> Client | None:
    if actor.table.dealing is not None:
        return None
    return next((each for each in two if actor.table.is_broke(actor.table.seat_of(each.identity.id))), None)


PATIENT = ClockRules(act=60, show=60, bank=0, bank_refill=0, round_pause=0, step_pause=0, rebuy=40)


def test_a_player_without_chips_is_told_how_long_the_seat_is_kept_and_then_it_is_given_up() -> None:
    async def test(house: House) -> None:
        table = table_of(house, "hold-em")
        two = await entered(house, "Ann"), await entered(house, "Ben")
        for each in two:
            await each.sit(table, amount=house.actors[table].table.posting.rules.buy_in_least)
        broke, began = await until_broke(house, table, two), house.world.clock.time()
        seen = await shown_last(broke, table)
        assert seen.my_seat_until is not None
        assert began <= seen.my_seat_until <= began + PATIENT.rebuy
        assert seen.rebuy == PATIENT.rebuy
        await broke.sees(lambda state: state.my_seat is None)
        assert house.world.clock.time() >= seen.my_seat_until
        assert house.actors[table].table.seat_of(broke.identity.id) is None

    in_house(test, bots=0, clock=PATIENT)


def test_whoever_plays_on_after_losing_everything_buys_in_for_the_least_at_least() -> None:
    async def test(house: House) -> None:
        table = table_of(house, "hold-em")
        least = house.actors[table].table.posting.rules.buy_in_least
        two = await entered(house, "Ann"), await entered(house, "Ben")
        for each in two:
            await each.sit(table, amount=least)
        broke = await until_broke(house, table, two)
        answer = await refused(broke, wire.TopUp, table=table, amount=least - 100)
        assert (answer.code, answer.rule) == ("below the buy-in", "14.15(r)")
        await accepted(broke, wire.TopUp, table=table, amount=least)
        seen = await shown_last(broke, table)
        assert seen.my_seat_until is None
        await broke.sees(lambda state: state.playing)
        # Enough to be above the least again, whatever blind they have just posted.
        await accepted(broke, wire.TopUp, table=table, amount=400)

    in_house(test, bots=0, clock=PATIENT)
