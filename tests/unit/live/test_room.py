"""The live room from its clients' side: sitting down, playing, talking, coming back, and everything said wrong."""

import asyncio
from random import Random
from typing import Any

import pytest

from pokerroom.games import CATALOGUE
from pokerroom.ledger import trial_balance
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.entrance.permissions import MESSAGES
from pokerroom.live.house import House
from pokerroom.live.ports import World
from pokerroom.live.refusals import Code, Refusal
from pokerroom.live.room import is_bot
from pokerroom.live.tables.actor import Ask
from pokerroom.live.tables.clock import ClockRules
from pokerroom.room.books import LEDGER
from pokerroom.room.lists.stream import LISTS
from pokerroom.room.ports import StoreFailed
from pokerroom.shuffle.seal import Keys, new_key
from pokerroom.store import MemoryStore
from pokerroom.wire import messages as wire
from pokerroom.words import said
from tests.owned import in_owned_world
from tests.wire import Client, Player, entered, in_house, opened, settings, table_of, texts

HASTY = ClockRules(act=0.01, show=0.0, bank=0, bank_refill=0, round_pause=0, step_pause=0)
KEYS = Keys((new_key(),))
STUD, HOLD_EM = "seven-card-stud-high", "hold-em"


def test_a_guest_sits_down_with_one_message_and_is_dealt_in_against_opponents() -> None:
    async def test(house: House) -> None:
        ann = Client(house, "Ann")
        welcome = await ann.enter()
        assert {table.game for table in welcome.lobby.tables} == {key for _, key in CATALOGUE}
        assert all(table.free >= 2 and table.bots >= 2 for table in welcome.lobby.tables)
        answer = await ann.ask(wire.QuickSeat)
        assert isinstance(answer, wire.Accepted)
        state = (await ann.sees(lambda state: state.playing)).state
        mine = next(seat for seat in state.seats if seat.me)
        assert mine.seat == answer.seat == state.my_seat
        assert len(mine.down) == 2
        assert "??" not in mine.down
        others = [seat for seat in state.seats if not seat.me and seat.dealt_in]
        assert others
        assert all(set(seat.down) == {"??"} and seat.bot for seat in others)

    in_house(test)


def test_the_lobby_tells_of_each_table_the_family_that_the_rules_give_its_game() -> None:
    async def test(house: House) -> None:
        told = {(table.game, table.family) for table in house.lobby_tables()}
        assert told == {(game.key, game.family) for game in CATALOGUE.values()}

    in_house(test)


def test_the_first_hand_is_dealt_to_a_guest_seconds_after_he_sits_down_at_the_pace_of_people() -> None:
    async def test(world: World) -> None:
        house = await House.open(settings(ClockRules()), world=world)
        house.start()
        ann = await entered(house, "Ann")
        assert isinstance(await ann.ask(wire.QuickSeat), wire.Accepted)
        seated = house.clock.time()
        state = (await ann.sees(lambda state: state.next_round_at)).state
        assert state.next_round_at - seated <= 5, "the page has another five seconds to open"
        dealt = (await ann.sees(lambda state: state.playing)).state
        assert len(next(seat for seat in dealt.seats if seat.me).down) == 2
        await house.close()

    in_owned_world(test, "the first hand")


def test_two_people_and_bots_play_rounds_and_no_chip_is_lost() -> None:
    async def test(house: House) -> None:
        games = ("badugi", "omaha-high-low-eight", STUD)
        await asyncio.gather(*(two_play(house, table_of(house, game)) for game in games))
        live = house.rooms["play chips"]
        await live.book()
        assert sum(line.balance for line in trial_balance(live.room.state(LEDGER)).lines) == 0

    in_house(test)


async def two_play(house: House, table: str) -> None:
    players = [Player(house, f"{name} at {table}", Random(name)) for name in ("Ann", "Ben")]
    for player in players:
        await player.enter()
        await player.sit(table)
    await asyncio.gather(*(player.play(table, rounds=3) for player in players))
    for player in players:
        ends = [each.state.result for each in player.heard if isinstance(each, wire.Happened) and each.state.result]
        assert ends
        assert all(end.awards for end in ends)
        assert any(
            told.edition and told.rule and told.says
            for each in player.heard
            if isinstance(each, wire.Happened)
            for told in each.told
        )


def test_whoever_comes_back_is_told_exactly_what_he_missed() -> None:
    async def test(house: House) -> None:
        table = table_of(house, HOLD_EM)
        ann, ben = Player(house, "Ann", Random(1)), Player(house, "Ben", Random(2))
        spare = Client(house, ann.identity)
        for each in (ann, ben):
            await each.enter()
            await each.sit(table)
        await spare.enter()
        await asyncio.gather(ann.play(table, rounds=2), ben.play(table, rounds=2))
        live = [told for each in spare.so_far() if isinstance(each, wire.Happened) for told in each.told]
        start = live[len(live) // 3].sequence
        back = Client(house, ann.identity)
        await back.enter(resume={table: start})
        caught_up = await back.next()
        assert isinstance(caught_up, wire.Happened)
        last = live[-1].sequence
        assert [told for told in caught_up.told if told.sequence <= last] == [
            told for told in live if told.sequence > start
        ]
        assert caught_up.state.my_seat is not None

    in_house(test)


@pytest.mark.parametrize("after", [-5, 10**9])
def test_a_sequence_that_cannot_be_resumed_from_gets_the_table_as_it_is(after: int) -> None:
    async def test(house: House) -> None:
        ann = Client(house, "Ann")
        await ann.enter(resume={table_of(house, STUD): after, "no such table": 4})
        assert isinstance(await ann.next(), wire.TableState)

    in_house(test)


def test_a_second_tab_sees_the_same_and_only_one_of_two_moves_counts() -> None:
    async def test(house: House) -> None:
        table = table_of(house, STUD)
        first, second = await entered(house, "Ann"), await entered(house, "Ann")
        await second.say(wire.Watch(table=table))
        await first.sit(table)
        turn = await first.turn()
        same = await second.turn()
        assert same.state == turn.state
        move = wire.Fold()
        one = await first.ask(wire.Act, table=table, move=move, seen=turn.sequence)
        two = await second.ask(wire.Act, table=table, move=move, seen=turn.sequence)
        assert isinstance(one, wire.Accepted)
        assert isinstance(two, wire.Refused)
        assert two.code in {"too late", "no round", "not your turn"}

    in_house(test)


def test_the_same_request_twice_is_carried_out_once() -> None:
    async def test(house: House) -> None:
        ann = await entered(house, "Ann")
        for _ in range(2):
            await ann.say(wire.Sit(id="once", table="1"))
        answers = [each for each in ann.so_far() if isinstance(each, wire.Accepted)]
        assert len(answers) == 2
        assert answers[0] == answers[1]

    in_house(test)


def test_a_move_whose_sender_goes_while_it_is_written_down_counts_and_everybody_is_told() -> None:
    async def test(house: House) -> None:
        table = table_of(house, HOLD_EM)
        actor = house.actors[table]
        ann, ben = await entered(house, "Ann"), await entered(house, "Ben")
        for each in (ann, ben):
            await each.sit(table)
        while actor.table.turn_to_act is None:
            await ann.next()
        mover, other = (ann, ben) if actor.table.turn_to_act == actor.table.seat_of(ann.identity.id) else (ben, ann)
        other.so_far()
        before = actor.sequence
        move = asyncio.create_task(mover.say(wire.Act(id="f", table=table, move=wire.Fold())))
        await asyncio.sleep(0)
        assert actor.sequence == before, "it is under way"
        move.cancel()
        folded = await other.until(lambda each: isinstance(each, wire.Happened) and each.sequence > before)
        assert "Folded" in [told.tag for told in folded.told]
        await asyncio.wait([move])
        await other.sees(lambda state: state.playing and state.round > folded.state.round)

    in_house(test, bots=0)


def test_orders_are_taken_in_the_order_in_which_they_come_whether_or_not_the_table_is_idle() -> None:
    async def test(house: House) -> None:
        table = table_of(house, HOLD_EM)
        actor = house.actors[table]
        ann, ben = await entered(house, "Ann"), await entered(house, "Ben")
        for each in (ann, ben):
            await each.sit(table)
        while actor.table.turn_to_act is None:
            await ann.next()
        before, taken = actor.sequence, list[int]()

        def build(number: int) -> Any:
            def note(_table: Any, _at: Any) -> Refusal:
                taken.append(number)
                return Refusal(Code.BUSY)

            return note

        mover = ann if actor.table.turn_to_act == actor.table.seat_of(ann.identity.id) else ben
        asked: list[asyncio.Task[Any]] = [
            asyncio.create_task(mover.say(wire.Act(id="c", table=table, move=wire.Call())))
        ]
        for number in range(30):  # Before the move is durable, while the table takes what has waited, and afterwards.
            if number % 3:
                asked.append(asyncio.create_task(actor.ask(build(number))))
                await asyncio.sleep(0)
            else:  # As a bot does.
                actor.inbox.put_nowait(Ask(build(number), "", None))
        await asyncio.wait(asked)
        assert actor.sequence > before
        assert taken == list(range(30))

    in_house(test, bots=0)


def test_nobody_moves_out_of_turn_or_without_a_seat() -> None:
    async def test(house: House) -> None:
        table = table_of(house, HOLD_EM)
        ann, eve = await entered(house, "Ann"), await entered(house, "Eve")
        await ann.sit(table)
        await ann.turn()
        refused = await eve.ask(wire.Act, table=table, move=wire.Fold())
        assert isinstance(refused, wire.Refused)
        assert refused.code == "not at the table"
        assert refused.rule == "14.7(a)"
        wrong = await ann.ask(wire.Act, table=table, move=wire.Raise(to=1))
        assert isinstance(wrong, wire.Refused)
        assert wrong.rule
        nothing = await ann.ask(wire.Act, table=table, move=wire.Draw(discard=("Zz",)))
        assert isinstance(nothing, wire.Refused)
        assert "Zz" in said(nothing.says)

    in_house(test)


MALFORMED: tuple[bytes, ...] = (
    b"",
    b"\xff\xfe\x00",
    b"null",
    b"[1,2,3]",
    b'{"type":"Hello"',
    b'{"type":"Nonsense","id":"x"}',
    b'{"type":"Act","id":"x","table":"1"}',
    b'{"type":"Act","id":"x","table":"1","move":{"type":"Bet","to":"much"}}',
    b'{"type":"Act","id":"x","table":"1","move":{"type":"Bet","to":1e400}}',
    b'{"type":"Sit","id":"","table":"1"}',
    b'{"type":"Sit","id":7,"table":"1"}',
    b'{"type":"Chat","id":"x","table":"1","text":"' + b"a" * 9000 + b'"}',
    b"[" * 5000,
)


@pytest.mark.parametrize("raw", MALFORMED, ids=range(len(MALFORMED)))
def test_what_cannot_be_read_is_refused_in_words_and_hurts_nobody(raw: bytes) -> None:
    async def test(house: House) -> None:
        ann, ben = await entered(house, "Ann"), await entered(house, "Ben")
        await ann.say(raw)
        refused = await ann.next()
        assert isinstance(refused, wire.Refused)
        assert said(refused.says)
        for each in (ann, ben):
            await each.say(wire.Ping(n=3))
            assert (await each.until(lambda it: isinstance(it, wire.Pong))).n == 3

    in_house(test, bots=0)


def test_another_version_is_sent_away_politely() -> None:
    async def test(house: House) -> None:
        ann = Client(house, "Ann")
        await ann.say(wire.Hello(version=99))
        goodbye = await ann.next()
        assert isinstance(goodbye, wire.Goodbye)
        assert "99" in said(goodbye.says)
        assert not house.connections

    in_house(test, bots=0)


def test_nothing_is_done_before_hello() -> None:
    async def test(house: House) -> None:
        ann = Client(house, "Ann")
        refused = await ann.ask(wire.Sit, table="1")
        assert isinstance(refused, wire.Refused)
        assert refused.code == "not greeted"

    in_house(test, bots=0)


def test_every_message_of_a_client_has_somebody_who_may_send_it() -> None:
    kinds = set(wire.ClientMessage.__args__)
    assert set(MESSAGES) == kinds
    assert all(MESSAGES.values())


def test_staff_do_not_play() -> None:
    async def test(house: House) -> None:
        flo = await entered(house, Identity("flo", "Flo", Role.FLOORPERSON, guest=False))
        refused = await flo.ask(wire.Sit, table="1")
        assert isinstance(refused, wire.Refused)
        assert refused.code == "not permitted"

    in_house(test, bots=0)


def test_a_guest_gets_no_seat_in_a_licensed_room() -> None:
    async def test(house: House) -> None:
        live = house.rooms["play chips"]
        live.play_chips = False
        ann = await entered(house, "Ann")
        for kind, fields in ((wire.Sit, {"table": "1"}), (wire.QuickSeat, {})):
            refused = await ann.ask(kind, **fields)
            assert isinstance(refused, wire.Refused)
        joined = await ann.ask(wire.JoinList, game=STUD, limits="$2-$4 limit")
        assert isinstance(joined, wire.Refused)
        assert joined.code == "play chips only"
        live.play_chips = True

    in_house(test, bots=0)


def test_whoever_holds_live_cards_neither_talks_nor_is_talked_to() -> None:
    async def test(house: House) -> None:
        table = table_of(house, HOLD_EM)
        ann, lou = await entered(house, "Ann"), await entered(house, "Lou")
        await lou.say(wire.Watch(table=table))
        await ann.sit(table)
        turn = await ann.turn()
        refused = await ann.ask(wire.Chat, table=table, text="I have aces")
        assert isinstance(refused, wire.Refused)
        assert refused.rule == "14.16(a)"
        assert isinstance(await lou.ask(wire.Chat, table=table, text="fold  now"), wire.Accepted)
        assert [each.text for each in lou.heard if isinstance(each, wire.Said)] == ["fold now"]
        assert not any(isinstance(each, wire.Said) for each in ann.so_far())
        assert isinstance(await ann.ask(wire.Act, table=table, move=wire.Fold(), seen=turn.sequence), wire.Accepted)
        ann.so_far()
        heard = [each for each in ann.heard if isinstance(each, wire.Said)]
        assert [each.text for each in heard] == ["fold now"], "withheld until the hand was over"
        assert [value for _, value in house.rooms["play chips"].store.rows("remark")]

    in_house(test)


def test_a_full_table_has_a_list_and_whoever_waits_is_offered_a_seat() -> None:
    async def test(house: House) -> None:
        table = table_of(house, "triple-draw-deuce-to-seven")
        actor = house.actors[table]
        people = [Client(house, f"P{number}") for number in range(len(actor.table.places))]
        for each in people:
            await each.enter()
            await each.sit(table)
        ann = await entered(house, "Ann")
        refused = await ann.ask(wire.Sit, table=table)
        assert isinstance(refused, wire.Refused)
        limits = actor.live.room.state(LISTS).tables[table].wanted.limits
        joined = await ann.ask(wire.JoinList, game="triple-draw-deuce-to-seven", limits=limits)
        assert isinstance(joined, wire.Accepted)
        lobby = house.lobby(ann.identity)
        assert [each.mine for each in lobby.lists if each.game == "triple-draw-deuce-to-seven"] == [1]
        assert isinstance(await people[0].ask(wire.Leave, table=table), wire.Accepted)
        people[0].hang_up()
        for each in people[1:]:
            each.hang_up()
        offered = await ann.until(lambda each: isinstance(each, wire.Offered))
        taken = await ann.ask(wire.AnswerOffer, table=offered.table, seat=offered.seat, accept=True)
        assert isinstance(taken, wire.Accepted), taken
        assert actor.table.seat_of(ann.identity.id) == offered.seat

    in_house(test, bots=0, clock=HASTY)


def test_a_house_that_stopped_in_the_middle_of_a_round_goes_on_with_it() -> None:
    store = MemoryStore()

    async def before() -> tuple[str, int, Any]:
        house = await opened(store, keys=KEYS)
        table = table_of(house, HOLD_EM)
        ann = await entered(house, "Ann")
        await ann.sit(table)
        turn = await ann.turn()
        await house.close()
        assert isinstance(ann.so_far()[-1], wire.Goodbye)
        return table, turn.sequence, turn.state

    async def after(table: str, sequence: int, state: Any) -> None:
        house = await opened(store, keys=KEYS)
        ann = Player(house, "Ann", Random(5))
        await ann.enter(resume={table: sequence})
        again = await ann.next()
        assert isinstance(again, wire.TableState)
        assert again.sequence == sequence
        assert [seat.down for seat in again.state.seats] == [seat.down for seat in state.seats]
        assert again.state.offers == state.offers
        assert again.state.street == state.street
        assert [seat.last_action for seat in again.state.seats] == [seat.last_action for seat in state.seats]
        assert [seat.name for seat in again.state.seats] == [seat.name for seat in state.seats]
        assert again.state.commitment == state.commitment
        answer = await ann.ask(wire.Act, table=table, move=wire.Fold(), seen=sequence)
        assert isinstance(answer, wire.Accepted)
        await ann.play(table, rounds=1)
        await house.close()

    async def whole() -> None:
        await after(*await before())

    asyncio.run(whole())


def test_a_player_who_says_nothing_checks_or_folds_and_then_sits_out() -> None:
    async def test(house: House) -> None:
        table = table_of(house, STUD)
        ann = await entered(house, "Ann")
        await ann.sit(table)
        out = await ann.sees(lambda state: any(seat.me and seat.sitting_out for seat in state.seats))
        assert out.state.my_seat is not None
        assert "Ann sits out." in texts(ann.heard)
        assert isinstance(await ann.ask(wire.SitIn, table=table), wire.Accepted)

    in_house(test, clock=HASTY)


def test_the_time_bank_gives_more_time_once_a_turn() -> None:
    async def test(house: House) -> None:
        table = table_of(house, HOLD_EM)
        ann = await entered(house, "Ann")
        await ann.sit(table)
        turn = await ann.turn()
        assert turn.state.turn.seat == turn.state.my_seat
        assert not turn.state.turn.on_time_bank
        assert isinstance(await ann.ask(wire.UseTimeBank, table=table), wire.Accepted)
        more = [each for each in ann.so_far() if isinstance(each, wire.Happened)][-1]
        assert more.state.turn is not None
        assert more.state.turn.on_time_bank
        assert more.state.turn.deadline >= turn.state.turn.deadline + 10
        assert isinstance(await ann.ask(wire.UseTimeBank, table=table), wire.Refused)

    in_house(test, clock=ClockRules(act=30, bank=10, round_pause=0, step_pause=0))


def test_a_spectator_of_a_delayed_table_sees_what_was() -> None:
    async def test(house: House) -> None:
        table = table_of(house, HOLD_EM)
        ann, lou = await entered(house, "Ann"), await entered(house, "Lou")
        await lou.say(wire.Watch(table=table))
        await ann.sit(table)
        await ann.turn()
        states = [each for each in lou.so_far() if isinstance(each, wire.TableState | wire.Happened)]
        assert states
        assert all(not each.state.playing and each.state.delayed == 60 for each in states)

    in_house(test, spectator_delay=60)


def test_a_table_that_fails_halts_alone_says_so_and_is_reopened() -> None:
    async def test(house: House) -> None:
        bad, good = table_of(house, HOLD_EM), table_of(house, STUD)
        ann, ben = Client(house, "Ann"), Player(house, "Ben", Random(3))
        await ann.enter()
        await ben.enter()
        await ann.sit(bad)
        await ben.sit(good)
        await ann.turn()

        def fail(*_: Any) -> Any:
            raise StoreFailed("the disk is full")

        await house.actors[bad].ask(fail)
        halted = await ann.sees(lambda state: state.halted)
        assert "safe" in said(halted.state.halted)
        refused = await ann.ask(wire.Act, table=bad, move=wire.Fold())
        assert isinstance(refused, wire.Refused)
        assert refused.code == "halted"
        assert house.health["halted"] == [bad]
        again = await ann.until(lambda message: isinstance(message, wire.TableState))
        assert not again.state.halted
        assert house.health["halted"] == []
        await ben.play(good, rounds=1)

    in_house(test)


def test_bots_fill_a_table_and_make_room_for_people() -> None:
    async def test(house: House) -> None:
        table = table_of(house, "triple-draw-deuce-to-seven")
        actor = house.actors[table]
        ann = Player(house, "Ann", Random(1))
        await ann.enter()
        await ann.sit(table)
        await ann.play(table, rounds=2)
        bots = [place for _, place in actor.table.seated if is_bot(place.player)]
        assert len(bots) >= 2
        assert len(actor.table.vacant) >= 2

    in_house(test)


def test_preferences_are_kept() -> None:
    async def test(house: House) -> None:
        ann = await entered(house, "Ann")
        assert isinstance(await ann.ask(wire.Preferences, muck_losers=False), wire.Accepted)
        again = await Client(house, "Ann").enter()
        assert not again.you.muck_losers
        assert again.you.auto_time_bank

    in_house(test, bots=0)


def test_a_client_that_does_not_read_is_let_go() -> None:
    async def test(house: House) -> None:
        ann = await entered(house, "Ann")
        for number in range(600):
            await ann.say(wire.Ping(n=number))
        assert ann.connection.closed

    in_house(test, bots=0)
