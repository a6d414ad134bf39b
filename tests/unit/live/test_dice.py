"""Mini-dice in the running house: play chips by the clock, a dealer's table by orders, money in the one ledger."""

from itertools import count
from typing import Any

import pytest

from pokerroom.dice import Phase
from pokerroom.dice.odds import LEAST, printed
from pokerroom.ledger import bank, day_report, inventory, stakes, wagers
from pokerroom.live.banked.dice.actor import DiceActor
from pokerroom.live.entrance.identity import Identity, Role
from pokerroom.live.house import PLAY, House
from pokerroom.live.staff import orders
from pokerroom.live.staff.countersigning import Proposal
from pokerroom.live.staff.floor import Floor
from pokerroom.room.books import LEDGER
from pokerroom.room.dice import DICE
from pokerroom.room.dice.drawing import is_proved
from pokerroom.room.examining import examine_record
from pokerroom.room.room import Done
from pokerroom.rules.refusal import Refusal
from pokerroom.wire import dice as wire, messages
from pokerroom.wire.banked import WatchGame
from tests.spec_marks import spec
from tests.unit.web.front import desk_of
from tests.wire import Client, entered, in_house

GAME = "dice/Dice 1"
NUMBERS = count(1)
DEE, FLO = (
    Identity("dee", "Dee Reyes", Role.DEALER, guest=False),
    Identity("flo", "Flo Ash", Role.FLOORPERSON, guest=False),
)
SUE = Identity("sue", "Sue Park", Role.SHIFT_SUPERVISOR, guest=False)


async def seated(house: House, name: str, seat: int, chips: int = 10_000) -> Client:
    client = await entered(house, name)
    await client.say(WatchGame(game=GAME))
    answer = await client.ask(wire.DiceSit, game=GAME, seat=seat, amount=chips)
    assert isinstance(answer, messages.Accepted), answer
    return client


async def sees(client: Client, wanted: Any) -> wire.DiceState:
    found = await client.until(lambda each: isinstance(each, wire.DiceState) and wanted(each))
    assert isinstance(found, wire.DiceState)
    return found


def actor_of(house: House) -> DiceActor:
    actor = house.banked[GAME]
    assert isinstance(actor, DiceActor)
    return actor


def clean(house: House) -> None:
    live = house.rooms[PLAY]
    assert examine_record(live.store, keys=live.room.keys).findings == ()


def test_a_guest_bets_shakes_and_is_paid_and_the_dice_are_proved() -> None:
    async def test(house: House) -> None:
        ann = await seated(house, "Ann", 2)
        for bet, amount in (("place 6", 600), ("field", 500), ("any 7", 100)):
            assert isinstance(await ann.ask(wire.DiceWager, game=GAME, bet=bet, amount=amount), messages.Accepted)
        await ann.ask(wire.DiceReady, game=GAME)
        offered = await sees(ann, lambda state: state.offered == 2)
        assert offered.result is None  # Nobody is sent what lies in the shaker before it is uncovered.
        await ann.ask(wire.DiceAnswer, game=GAME, accept=True)
        short = await ann.ask(wire.DiceShake, game=GAME, times=2)
        assert isinstance(short, messages.Accepted)
        assert actor_of(house).table.phase is Phase.HELD
        await ann.ask(wire.DiceShake, game=GAME, times=4, added="c0ffee")
        over = await sees(ann, lambda state: state.number == 2)
        assert over.result is not None
        assert over.result.added == "c0ffee"
        result = actor_of(house).table.result
        assert result is not None
        assert is_proved("Dice 1", result)
        assert over.result.promise == offered.promise != over.promise
        await house.rooms[PLAY].book()
        clean(house)

    in_house(test)


def test_money_is_where_the_table_says_and_nowhere_else() -> None:
    async def test(house: House) -> None:
        live = house.rooms[PLAY]
        ann = await seated(house, "Ann", 0)
        before = live.room.state(LEDGER).balance(inventory("Dice 1"))
        await ann.ask(wire.DiceWager, game=GAME, bet="over 7", amount=1000)
        await live.book()
        books = live.room.state(LEDGER)
        assert books.balance(wagers("Dice 1")) == 1000
        assert books.balance(stakes("Dice 1", ann.identity.id)) == 9000
        await ann.ask(wire.DiceLeave, game=GAME)
        await sees(ann, lambda state: state.my_seat is None)
        await live.book()
        books = live.room.state(LEDGER)
        won = 1000 if (result := actor_of(house).table.result) and result.total > 7 else -1000
        assert books.balance(wagers("Dice 1")) == books.balance(stakes("Dice 1", ann.identity.id)) == 0
        assert books.balance(inventory("Dice 1")) == before - won
        assert books.balance(bank(ann.identity.id)) == house.settings.play_chips.bank + won
        assert day_report(books).by("game")["mini-dice"].house_win == -won, "the report of the day says what was won"
        clean(house)

    in_house(test)


@pytest.mark.parametrize(
    ("kind", "fields", "code"),
    [
        (wire.DiceWager, {"bet": "hardway", "amount": 500}, "unknown wager"),
        (wire.DiceWager, {"bet": "place 6", "amount": 700}, "not payable"),
        (wire.DiceWager, {"bet": "field", "amount": 10_100}, "no chips"),
        (wire.DiceTakeBack, {"bet": "field"}, "nothing there"),
        (wire.DiceAnswer, {"accept": True}, "not offered"),
        (wire.DiceShake, {"times": 3}, "bets open"),
        (wire.DicePass, {}, "not the holder"),
        (wire.DiceSit, {"seat": 3, "amount": 500}, "already seated"),
    ],
)
def test_what_cannot_be_is_refused_with_its_paragraph_and_nothing_moves(
    kind: type[Any], fields: dict[str, Any], code: str
) -> None:
    async def test(house: House) -> None:
        ann = await seated(house, "Ann", 0)
        before = actor_of(house).table
        answer = await ann.ask(kind, game=GAME, **fields)
        assert isinstance(answer, messages.Refused)
        assert answer.code == code
        assert answer.rule.startswith("13.")
        assert actor_of(house).table == before

    in_house(test)


def test_a_late_wager_is_refused_and_a_request_sent_again_counts_once() -> None:
    async def test(house: House) -> None:
        ann = await seated(house, "Ann", 0)
        message = wire.DiceWager(id="once", game=GAME, bet="field", amount=500)
        for _ in range(2):
            await ann.say(message)
            await ann.until(lambda each: isinstance(each, messages.Accepted))
        assert actor_of(house).table.at(0).staked == 500
        await ann.ask(wire.DiceReady, game=GAME)
        await sees(ann, lambda state: state.phase == "no more bets")
        late = await ann.ask(wire.DiceWager, game=GAME, bet="field", amount=500)
        assert isinstance(late, messages.Refused)
        assert (late.code, late.rule) == ("bets closed", "13.4(d)")

    in_house(test)


def test_nobody_who_only_watches_holds_a_round_up() -> None:
    """Ben never answers: the shaker passes him by, and a player who takes it and sleeps loses it."""

    async def test(house: House) -> None:
        ann = await seated(house, "Ann", 0)
        await seated(house, "Ben", 1)
        await ann.ask(wire.DiceWager, game=GAME, bet="field", amount=500)
        await sees(ann, lambda state: state.offered == 0)
        await ann.ask(wire.DiceAnswer, game=GAME, accept=True)
        over = await sees(ann, lambda state: state.number == 2)
        said = [each.says.key for each in over.told]
        assert "dice.passed-by-order" in said
        assert "dice.taken-by-dealer" in said
        clean(house)

    in_house(test)


def test_the_lobby_lists_the_table_and_whose_it_is() -> None:
    async def test(house: House) -> None:
        ann = await seated(house, "Ann", 0)
        listed = [each for each in house.lobby(ann.identity).games if each.kind == "dice"]
        assert [(each.game, each.mine, each.playing) for each in listed] == [(GAME, True, 1)]
        assert all(not each.mine for each in house.lobby(None).games)

    in_house(test)


async def order(house: House, floor: Floor, by: Identity, counter: str = "dice", **says: Any) -> Done | Refusal:
    asked = orders.read(counter, says, table="Pit 3" if counter == "dice" else "")
    assert not isinstance(asked, Refusal), asked
    answer = await floor.order(by, house.rooms[PLAY], asked, id=f"order {next(NUMBERS)}")
    if isinstance(answer, Proposal):
        answer = await floor.countersign(FLO if by is not FLO else SUE, house.rooms[PLAY], answer.id)
    return answer


SHAKER = {"shaker": "K-7", "dice": "D-12", "shaker_reference": "1.13I/88", "dice_reference": "1.15/41"}


async def opened_pit(house: House) -> Floor:
    floor = Floor(house, desk_of())
    for by, says in (
        (DEE, {"type": "PlaceShaker", **SHAKER}),
        (FLO, {"type": "InspectShaker", "works": True}),
        (DEE, {"type": "TakeOver"}),
        (FLO, {"type": "OpenDiceTable", "least": 500, "most": 100_000, "seats": 4}),
    ):
        answer = await order(house, floor, by, **says)
        assert isinstance(answer, Done), answer
    return floor


def test_dealer_and_floorperson_run_a_table_by_orders_alone() -> None:
    async def test(house: House) -> None:
        floor = await opened_pit(house)
        live = house.rooms[PLAY]
        await live.stake("pat", least=50_000, up_to=50_000)
        steps: list[tuple[Identity, dict[str, Any]]] = [
            (DEE, {"type": "SitDown", "player": "pat", "seat": 1, "amount": 20_000}),
            (DEE, {"type": "PlaceWager", "player": "pat", "bet": "place 8", "amount": 1200}),
            (DEE, {"type": "PlaceWager", "player": "pat", "bet": "under 7", "amount": 500}),
            (DEE, {"type": "NoMoreBets"}),
            (DEE, {"type": "Cover"}),
            (DEE, {"type": "Shake", "times": 3}),
            (DEE, {"type": "OfferShaker"}),
            (DEE, {"type": "AnswerShaker", "player": "pat", "accept": True}),
            (FLO, {"type": "OrderPassed", "ground": "unreasonable delay"}),
            (DEE, {"type": "Shake", "times": 3}),
            (DEE, {"type": "Uncover", "faces": [2, 6]}),
        ]
        for by, says in steps:
            answer = await order(house, floor, by, **says)
            assert isinstance(answer, Done), (says, answer)
        early = await order(house, floor, DEE, type="PayWinners")
        assert isinstance(early, Refusal)
        assert early.paragraph == "13.5(f)"
        for says in ({"type": "CollectLosing"}, {"type": "PayWinners", "player": "pat"}):
            assert isinstance(await order(house, floor, DEE, **says), Done)
        table = live.room.state(DICE, "Pit 3")
        assert (table.number, table.at(1).chips) == (2, 20_000 - 500 + 1400)
        shown = house.banked["dice/Pit 3"].view(FLO)
        assert isinstance(shown, wire.DiceState)
        assert shown.equipment is not None
        assert (shown.equipment.dealer, shown.equipment.works) == ("Dee Reyes", True)
        watching = house.banked["dice/Pit 3"].view(Identity("pat", "Pat", Role.PLAYER, guest=True))
        assert isinstance(watching, wire.DiceState)
        assert watching.equipment is None
        await live.book()
        clean(house)

    in_house(test)


@spec("R-13.6-b.2")
def test_better_odds_are_for_every_table_or_none() -> None:
    async def test(house: House) -> None:
        floor = await opened_pit(house)
        alone = await order(
            house, floor, FLO, type="OpenDiceTable", least=500, most=1000, odds=printed(LEAST) | {"any 7": "5 to 1"}
        )
        assert isinstance(alone, Refusal)
        assert alone.paragraph in {"13.6(b)", "13.5(a)"}
        better = await order(house, floor, SUE, "odds", type="PostOdds", odds={"any 7": "5 to 1"})
        assert isinstance(better, Done), better
        tables = house.rooms[PLAY].room.states(DICE)
        assert {name: table.printed["any 7"] for name, table in tables.items()} == {
            "Dice 1": "5 to 1",
            "Pit 3": "5 to 1",
        }
        for says, paragraph in (
            ({"odds": {"any 7": "14 for 5"}}, "13.6(a)"),
            ({"odds": {"any 7": "3 to 1"}}, "13.6(b)"),
            ({"odds": {}, "commission": 5}, "13.6(b)2"),
        ):
            worse = await order(house, floor, SUE, "odds", type="PostOdds", **says)
            assert isinstance(worse, Refusal)
            assert worse.paragraph == paragraph
        clean(house)

    in_house(test)


def test_players_do_nothing_by_themselves_where_a_dealer_shakes_for_money() -> None:
    async def test(house: House) -> None:
        await opened_pit(house)
        ann = await entered(house, "Ann")
        house.rooms[PLAY].play_chips = False
        try:
            answer = await ann.ask(wire.DiceSit, game="dice/Pit 3", seat=0, amount=500)
        finally:
            house.rooms[PLAY].play_chips = True
        assert isinstance(answer, messages.Refused)
        assert answer.code == "dealer enters"

    in_house(test)
