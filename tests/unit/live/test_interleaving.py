"""Everything that people and staff may ask for, asked for at once: no chip, seat or gift comes of it twice.

Orders and messages are taken from where they are declared, so a new one has a sample here or fails the test.
"""

from collections.abc import Iterable
from datetime import timedelta
from itertools import permutations
from random import Random
from typing import Any

import pytest

from pokerroom.live.players.answering import HANDLERS
from pokerroom.live.posted import limits_of
from pokerroom.live.room import CAGE
from pokerroom.live.staff.orders.registry import BY_NAME
from pokerroom.room import filing
from pokerroom.wire import banked, dice, keno, messages as wire
from tests.interleaving import (
    BANK,
    FELT,
    NEW_TABLE,
    NOON,
    OFFERED,
    SAVED,
    Asked,
    Outcome,
    Sample,
    balances_over_time,
    builtins,
    posted,
    run,
)
from tests.sampling import sampled
from tests.wire import guest

PEOPLE = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")
AMOUNTS = (4_000, 10_000, 20_000)
GAME = {"game": posted().game, "limits": limits_of(posted())}
SHARDS = 4
TENS, PAIRS = sampled(50, whole=2_000), sampled(40, whole=1_000)
TICKET = {"conditioning": "S 1.00", "spots": [7, 22, 80], "first": 1}
SERIAL = "00000-00000-00000-00000"
LATER = (NOON + timedelta(hours=3)).isoformat()


def at(table: str = "1", **fields: Any) -> Sample:
    """A message of anybody about a table."""
    return lambda chance: (chance.choice(PEOPLE), {"table": table, **fields})


def of(player: str, **fields: Any) -> Sample:
    """An order about somebody."""
    return lambda _: ("", {"player": guest(player).id, **fields})


def order(**fields: Any) -> Sample:
    return lambda _: ("", fields)


def seat(chance: Random) -> tuple[str, dict[str, Any]]:
    return chance.choice(PEOPLE), {"table": chance.choice("12"), "seat": chance.randrange(6)}


def at_dice(**fields: Any) -> Sample:
    """A message of anybody at the mini-dice table."""
    return lambda chance: (chance.choice(PEOPLE), {"game": "dice/Dice 1", **fields})


MESSAGES: dict[type[Any], Sample] = {
    wire.Watch: at(),
    wire.Unwatch: at(),
    wire.WatchFloor: lambda _: ("Dan", {"room": "play-chips"}),
    wire.UnwatchFloor: lambda _: ("Dan", {}),
    wire.Ping: lambda _: ("Dan", {"n": 1}),
    wire.Act: lambda chance: (
        chance.choice(("Ann", "Bob")),
        {"table": "1", "move": chance.choice((wire.Call(), wire.Fold(), wire.Check(), wire.Raise(to=1_000)))},
    ),
    wire.Sit: seat,
    wire.QuickSeat: lambda chance: (chance.choice(PEOPLE), {}),
    wire.TopUp: lambda chance: (chance.choice(("Ann", "Cat")), {"table": "2", "amount": chance.choice(AMOUNTS)}),
    wire.SitOut: at("2"),
    wire.SitIn: at("2"),
    wire.Leave: lambda chance: (chance.choice(("Ann", "Cat")), {"table": chance.choice("12")}),
    wire.JoinList: lambda chance: (chance.choice(PEOPLE), GAME),
    wire.LeaveList: lambda chance: (chance.choice(PEOPLE), GAME),
    wire.AnswerOffer: lambda chance: (
        "Eve",
        {"table": OFFERED[0], "seat": OFFERED[1], "accept": chance.random() < 0.7},
    ),
    wire.AnswerConsent: lambda chance: ("Fay", {"proposal": "none", "agrees": chance.random() < 0.5}),
    wire.RequestChange: at(),
    wire.CancelChange: at(),
    wire.ProposeMinimum: lambda _: ("Cat", {"table": "2", "minimum": 400}),
    wire.Agree: at("2"),
    wire.UseTimeBank: at(),
    wire.Preferences: lambda chance: (chance.choice(PEOPLE), {"auto_top_up": chance.random() < 0.5}),
    wire.Chat: lambda _: ("Dan", {"table": "1", "text": "Good evening."}),
    wire.MakeTable: lambda chance: (chance.choice(PEOPLE), {"settings": "friends draw games"}),
    wire.OpenInvitation: lambda _: ("Dan", {"token": "none"}),
    wire.HostTable: lambda chance: (chance.choice(PEOPLE), {"table": "1", "power": "end"}),
    banked.WatchGame: lambda chance: (chance.choice(PEOPLE), {"game": "keno"}),
    banked.UnwatchGame: lambda chance: (chance.choice(PEOPLE), {"game": "keno"}),
    dice.DiceSit: at_dice(seat=1, amount=5_000),
    dice.DiceBuy: at_dice(amount=1_000),
    dice.DiceWager: at_dice(bet="field", amount=500),
    dice.DiceTakeBack: at_dice(bet="field"),
    dice.DiceAnswer: at_dice(accept=True),
    dice.DiceShake: at_dice(times=3),
    **{kind: at_dice() for kind in (dice.DiceLeave, dice.DiceReady, dice.DicePass, dice.DiceAsk)},
    keno.BuyKeno: lambda chance: (chance.choice(PEOPLE), {**TICKET, "game": "keno"}),
    keno.VoidKeno: lambda chance: (chance.choice(PEOPLE), {"game": "keno", "serial": SERIAL}),
    keno.RedeemKeno: lambda chance: (chance.choice(PEOPLE), {"game": "keno", "serial": SERIAL}),
    keno.ReadyForDraw: lambda chance: (chance.choice(PEOPLE), {"game": "keno", "number": 1}),
    keno.CheckKeno: lambda chance: (chance.choice(PEOPLE), {"game": "keno", "serial": SERIAL}),
}

RULED = {"reason": "agreed at the table", "paragraph": "14.15(b)"}
ROUND = {"where": "1"}

ORDERS: dict[str, Sample] = {
    "table.OpenTable": order(
        where=NEW_TABLE,
        filed_as=f"table {NEW_TABLE}",
        area={"name": "play-chip room", "approved": True},
        rotation=[builtins(posted())],
    ),
    "table.CloseTable": order(where="2"),
    "table.AnnounceClosing": order(where="2", minutes=30),
    "table.PostChange": order(where="2", filed_as="table 2", rotation=[builtins(posted())], notice="as filed"),
    "table.ProposeMinimum": order(where="2", minimum=400),
    "table.TakeSeat": lambda chance: (
        "",
        {"where": chance.choice("12"), "player": guest("Fay").id, "seat": chance.randrange(6), "amount": 10_000},
    ),
    "table.TopUp": lambda chance: (
        "",
        {"where": "2", "player": guest("Cat").id, "amount": chance.choice(AMOUNTS)},
    ),
    "table.LeaveSeat": of("Cat", where="2"),
    "table.SitOut": of("Cat", where="2"),
    "table.SitIn": of("Cat", where="2"),
    "table.GoAway": of("Cat", where="2", method="covered"),
    "table.Return": of("Cat", where="2", amount=0),
    "table.CollectTime": order(where="2"),
    "table.PayTime": of("Cat", where="2"),
    "table.VerifyTime": order(where="2", amount=0),
    "table.WitnessRuling": order(where="1", ruling=1),
    "round.DeclareMisdeal": order(**ROUND, cause="dealt from the wrong starting position"),
    "round.DeclareDead": order(**ROUND, cause="cards are missing from the deck"),
    "round.RemoveFaceUpCard": order(**ROUND),
    "round.RemoveFallenCard": order(**ROUND),
    "round.RemoveHand": order(**ROUND, seat=0, cause="thrown away by its player"),
    "round.MarkProtected": order(**ROUND, seat=0, how="held"),
    "round.LeaveTable": order(**ROUND, seat=0),
    "round.Uphold": order(**ROUND, **RULED, action={"type": "Call", "seat": 0}),
    "round.Rule": order(**ROUND, **RULED),
    "lists.SetRules": order(rules={"offer_minutes": 2}),
    "lists.OpenInterest": order(wanted={"game": "badugi", "limits": "No-Limit $2"}),
    "lists.OpenList": order(wanted={"game": "badugi", "limits": "No-Limit $2"}),
    "lists.CloseList": order(wanted={"game": "badugi", "limits": "No-Limit $2"}),
    "lists.Join": of("Dan", name="Dan", wanted=GAME),
    "lists.LeaveList": of("Dan", wanted=GAME),
    "lists.RequestChange": of("Ann", to="2"),
    "lists.CancelChange": of("Ann"),
    "lists.CallNext": order(table="1"),
    "lists.CallPlayer": of("Dan", table="1", seat=4),
    "lists.SetMustMove": order(table="2", feeds="1"),
    "lists.Accept": of("Eve", table=OFFERED[0], seat=OFFERED[1]),
    "lists.Decline": of("Eve", table=OFFERED[0], seat=OFFERED[1]),
    "lists.NoteNoShow": of("Eve", table=OFFERED[0], seat=OFFERED[1]),
    "lists.LockSeat": of(
        "Dan", table="1", seat=4, until=(NOON + timedelta(minutes=65)).isoformat(), reason="asked for it"
    ),
    "lists.ReleaseSeat": order(table=OFFERED[0], seat=OFFERED[1]),
    "lists.Bar": of("Dan", reason="debts to the house"),
    "lists.Reinstate": of("Hal"),
    "cage.Deposit": lambda chance: ("", {"player": guest("Fay").id, "amount": chance.choice(AMOUNTS)}),
    "cage.Withdraw": lambda chance: ("", {"player": guest("Fay").id, "amount": chance.choice((SAVED, 20_000))}),
    "cage.Fill": order(table="1", amount=5_000),
    "books.BeginDay": order(date=str(NOON.date() + timedelta(days=1))),
    "books.CloseDay": order(date=str(NOON.date())),
    "books.CountTable": order(table="1", closer=0),
    "books.Correct": order(original="order/none:1", note="posted twice"),
    "register.Propose": order(
        subject=f"table {NEW_TABLE}",
        settings=builtins(filing.TableSettings((posted(),))),
        document="D-1",
        filed_on=str(NOON.date() - timedelta(days=60)),
        effective=LATER,
    ),
    "register.Approve": order(subject=f"table {NEW_TABLE}", version=2),
    "register.Withdraw": order(subject=f"table {NEW_TABLE}", version=1, reason="never used"),
    "conduct.Intervene": of("Ann", incident="touched chips in the pot", warning="the pot is the dealer's"),
    "conduct.RequireToLeave": lambda chance: (
        "",
        {"player": guest(chance.choice(("Cat", "Dan", "Eve"))).id, "cause": "signals to seat 2"},
    ),
    "conduct.Reinstate": of("Gus", reason="it was somebody else"),
    "conduct.NotifyDivision": of("Gus", reference="letter 1"),
    "duty.GoOnDuty": order(),
    "duty.GoOffDuty": order(),
    "duty.TakeOffDuty": order(who="floorperson 1", reason="went home"),
    "chat.Silence": of("Ann", until=LATER),
    "chat.EraseRemark": order(remark=1, reason="it names somebody"),
    "chat.EraseName": of("Ann", reason="they asked for it"),
}

DECK = {"deck": "A"}
BLUE = {"color": "blue", "design": "diamonds"}
LINE = {"table": FELT, "limits": "$1-$2", "location": "pit 2", "game": "hold 'em", "backs": [BLUE]}
DAY = str(NOON.date())

OF_A_DEALER: dict[str, dict[str, Any]] = {
    **{f"felt.{name}": {"seat": 0} for name in ("Check", "Call", "Fold", "PostForcedBet", "Freeze", "PlayOn")},
    **{f"felt.{name}": {"seat": 0, "to": 400} for name in ("Bet", "Raise")},
    **{f"felt.{name}": {"seat": 0} for name in ("NotComplete", "Rested", "ThrewAway", "TurnedDown", "PlayerGone")},
    **{f"felt.{name}": {"seat": 0} for name in ("Discard", "Show", "Concede", "NameOpener")},
    **{f"felt.{name}": {} for name in ("Deal", "Reshuffle", "PushPots", "TakeBack", "CardFaceUp", "CardFell")},
    "felt.Agree": {"player": guest("Ivy").id},
    "felt.LayBills": {"seat": 0, "bills": [2_000]},
    "felt.PayAnteInCoin": {"seat": 0, "coins": [50]},
    "felt.Say": {"seat": 0, "words": "call"},
    "felt.PutIn": {"seat": 0, "chips": [500]},
    "felt.Draw": {"seat": 0, "count": 1},
    "felt.NameCards": {"cards": "As Kd Qh"},
    "felt.MisdealFound": {"cause": "dealt from the wrong starting position"},
    "felt.CountWrong": {"cause": "cards are missing from the deck"},
    "felt.HandGone": {"seat": 0, "cause": "thrown away by its player"},
    "felt.HandRebuilt": {"seat": 0, "cards": "As Kd", "witnesses": ["Ada Park", "Bo Lee"]},
    "round.PushByRuling": {**RULED, "pushes": [{"pot": 0, "seats": [0]}]},
    "box.DistributeDecks": {"day": DAY, "tables": [LINE]},
    "box.ChooseDeckRules": {"rules": {"wash": "in-use"}},
    "box.ReceiveDeck": {**DECK, "backs": [BLUE], "edges": "white"},
    "box.ProvideCoverCard": {"cover": {"color": "yellow", "opaque": True, "solid": True}},
    "box.InstallShuffler": {"shuffler": {"device": "S1", "counts": False, "approval": ""}},
    **{f"box.{name}": {"day": DAY} for name in ("OpenTable", "BeginDay")},
    **{
        f"box.{name}": DECK
        for name in ("RemoveDeck", "VerifyDeck", "TurnDeckUp", "OfferInspection", "WashDeck", "PutInPlay")
    },
    **{f"box.{name}": {**DECK, "found": 52} for name in ("InspectDeck", "SortDeck", "CountDeck")},
    **{
        f"box.{name}": {}
        for name in (
            "RemoveShuffler",
            "CloseTable",
            "SignOn",
            "SignOff",
            "RelieveDealer",
            "PlaceCoverCard",
            "PlaceRest",
        )
    },
    **{f"box.{name}": {} for name in ("PrepareDeck", "PickDeckUp")},
    "box.AcceptPreparedDeck": {**DECK, "document": "D-2"},
    "box.SpreadDeck": {**DECK, "face": "face up", "in_sequence": True},
    "box.ShuffleDeck": {**DECK, "method": "by hand"},
    "box.ReportFailedShuffle": {**DECK, "failure": "jammed"},
    "box.TakePacket": {"size": 20},
    "box.OrderRecut": {"reason": "it was too thin a cut"},
    "box.StoreDeck": {**DECK, "place": "designated area"},
    "box.CountStub": {"dealt": 10, "found": 42},
    "box.ReportWrongCards": {**DECK, "what": "two queens of hearts"},
    "box.NoteSkipped": {"skipped": "cut"},
    "box.SetDeckDown": {"transaction": "chips for seat 2"},
    "box.CollectHand": {"seat": 0, "found": 2},
    "box.CollectRake": {"amount": 100},
    "box.CollectContribution": {"amount": 100},
    "box.PushPot": {"pot": 0},
    "box.Attest": {"round": 1},
    "box.CallFloor": {"reason": "players dispute a pot"},
    "box.AnswerCall": {"call": 1},
    "table.StartRound": {},
    "table.DrawForButton": {"cards": [{"seat": 0, "card": "As"}]},
}
"""Orders of a dealer and of the box, at the table where one deals."""

ORDERS |= {name: order(where=FELT, **fields) for name, fields in OF_A_DEALER.items()}

OF_PAYOUTS: dict[str, dict[str, Any]] = {
    **{f"payouts.{name}": {} for name in ("OfferPayout", "AnnounceChange", "ChangeRules", "StopCollecting")},
    "payouts.Discontinue": {"to": "High hand"},
    "payouts.CountAtTable": {"table": "1", "chips": [{"value": 100, "count": 1}], "written": 100},
    "payouts.CountAtClosedTable": {"place": "9", "closed": True, "boxes": [], "recording": "camera 4"},
    "payouts.AccountForBoxes": {"tables": ["1"]},
    "payouts.Carry": {"container": 1},
    "payouts.CountInCage": {"container": 1, "chips": [{"value": 100, "count": 1}]},
    **{f"payouts.{name}": {"serial": 1001} for name in ("DropOriginal", "BoxDuplicate")},
    "payouts.MatchForms": {"day": DAY, "duplicates": [1001], "originals": [1001]},
    "payouts.RecordDay": {"day": DAY},
    "payouts.AdjustDisplay": {},
    "payouts.DeclareBadBeat": {"table": "1", "hands": [{"seat": 0, "cards": "Ts Th"}]},
    "payouts.VerifyHit": {"hit": 1},
    "payouts.ResumePlay": {"hit": 1},
    "payouts.VoidForm": {"table": "1", "reason": "torn when it was signed"},
    "payouts.RejectHit": {"hit": 1, "reason": "one card did not play"},
    "payouts.PreparePayout": {"hit": 1, "instrument": "cash", "paid_at": "cage"},
    "payouts.PayAward": {"hit": 1, "player": guest("Ann").id},
    "payouts.AwardBonus": {
        "bonus": "high hand",
        "player": guest("Ann").id,
        "table": "1",
        "round": 1,
        "earned": "four jacks",
    },
}
"""This house offers no payout: each of these is refused."""

ORDERS |= {name: order(payout="Bad beat", **fields) for name, fields in OF_PAYOUTS.items()}

ORDERS |= {
    "link.Authorise": order(claim="A:1"),
    "link.CoverAwards": order(claim="A:1", awards=[{"player": "A:3", "part": "table", "amount": 100}]),
    "link.Settle": order(to="B", amount=100, reference="wire of today"),
    "link.ConfirmReceipt": order(announced=12),
}
"""This house is linked to no other."""

ORDERS |= {
    "keno.PostKenoCard": order(subject="keno rate card"),
    "keno.OpenKenoGame": order(),
    "keno.IssueKenoTicket": order(**TICKET, form="two parts", station="R7"),
    "keno.DrawKenoGame": order(),
    "keno.ReportKenoWinners": order(game=1),
    **{f"keno.{what}KenoTicket": order(serial=SERIAL) for what in ("Void", "Take", "Redeem")},
}

PIECES = {"pieces": [{"tender": "cash", "value": 10_000, "count": 2}]}
OF_THE_DESKS: dict[str, dict[str, Any]] = {
    **{f"cage.{name}": PIECES for name in ("OpenDrawer", "CloseDrawer")},
    "security.TakeOver": {"what": "chips", "origin": "cage", "destination": "1", "reference": "order/none:1"},
    "security.HandOver": {"carriage": 1},
    "security.ReportIncident": {"where": "the second pit", "what": "a glass broke", "done": "swept up"},
    "surveillance.NoteRecording": {"subject": "count of table 1", "reference": "camera 4"},
    "decks.OpenDecks": {"table": "1", "round": 1, "reason": "a player says that cards were missing"},
    "division.SendNotice": {"subject": "new cards", "text": "The decks are changed in May."},
    "division.Acknowledge": {"notice": 1},
}
ORDERS |= {name: order(**fields) for name, fields in OF_THE_DESKS.items()}

DICE = {"odds": {"field": "1 to 1"}}
OF_DICE: dict[str, dict[str, Any]] = {
    **{f"dice.{name}": {} for name in ("RemoveShaker", "CloseDiceTable", "TakeOver", "SignOff", "NoMoreBets", "Cover")},
    **{f"dice.{name}": {} for name in ("OfferShaker", "CollectLosing", "PayWinners")},
    "dice.PlaceShaker": {"shaker": "S1", "dice": "D1", "shaker_reference": "R1", "dice_reference": "R2"},
    "dice.InspectShaker": {"works": True},
    "dice.OpenDiceTable": {"least": 500, "most": 10_000},
    "dice.ReportTrouble": {"trouble": "seal broken", "note": "found at noon"},
    "dice.SitDown": {"player": guest("Ann").id, "seat": 1, "amount": 5_000},
    "dice.BuyChips": {"player": guest("Ann").id, "amount": 5_000},
    "dice.PlaceWager": {"player": guest("Ann").id, "bet": "field", "amount": 500},
    "dice.RemoveWager": {"player": guest("Ann").id, "bet": "field"},
    "dice.Shake": {"times": 3},
    "dice.AnswerShaker": {"player": guest("Ann").id, "accept": True},
    **{f"dice.{name}": {"player": guest("Ann").id} for name in ("GetUp", "PassShaker", "AskForShaker")},
    "dice.OrderPassed": {"ground": "unreasonable delay"},
    "dice.Uncover": {"faces": [3, 4]},
}
"""At a table of mini-dice that nobody has opened."""
ORDERS |= {name: order(where="Dice 9", **fields) for name, fields in OF_DICE.items()}
ORDERS |= {"odds.PostOdds": order(**DICE)}

AT_DICE_FIRST = frozenset({"dice.PlaceShaker", "dice.TakeOver"})
"""What comes before everything else at a table of mini-dice."""

IN_A_ROUND = frozenset(
    {
        "box.CallFloor", "box.CountStub", "box.NoteSkipped", "box.ReportWrongCards", "box.SetDeckDown", "box.SignOff",
        "felt.Call", "felt.CardFaceUp", "felt.CardFell", "felt.CountWrong", "felt.Deal", "felt.Fold",
        "felt.MisdealFound", "felt.NotComplete", "felt.PlayerGone", "felt.PutIn", "felt.Raise", "felt.Say",
        "felt.ThrewAway",
    }
)  # fmt: skip
"""What a dealer may do while the round in play waits for its first action."""

AFTER_SOMETHING = (frozenset(OF_A_DEALER) - IN_A_ROUND) | frozenset(OF_PAYOUTS) | (frozenset(OF_DICE) - AT_DICE_FIRST)
NOT_ALONE = AFTER_SOMETHING | frozenset(
    {
        "DiceAnswer", "DiceAsk", "DiceBuy", "DiceLeave", "DicePass", "DiceShake", "DiceTakeBack", "DiceWager",
        "cage.CloseDrawer", "division.Acknowledge", "security.HandOver",
        "CheckKeno", "RedeemKeno", "VoidKeno", "keno.OpenKenoGame", "keno.RedeemKenoTicket",
        "keno.ReportKenoWinners", "keno.TakeKenoTicket", "keno.VoidKenoTicket",
        "Agree", "AnswerConsent", "CancelChange", "LeaveList", "SitIn", "SitOut", "UseTimeBank",
        "books.CloseDay", "books.Correct", "chat.EraseRemark", "table.WitnessRuling",
        "duty.GoOffDuty", "duty.TakeOffDuty", "lists.CallPlayer",
        "lists.Accept", "lists.CallNext", "lists.CancelChange", "lists.CloseList", "lists.LeaveList",
        "register.Approve", "round.Uphold",
        "table.CloseTable", "table.CollectTime", "table.PayTime", "table.Return", "table.SitIn", "table.VerifyTime",
    }
)  # fmt: skip
"""What is refused where nothing else has happened: because somebody else is asked, or nothing like it is due."""


AT_KENO = frozenset({kind.__name__ for kind in MESSAGES if kind.__module__ == keno.__name__}) | frozenset(
    name for name in ORDERS if name.startswith("keno.")
)
AT_DICE = frozenset({kind.__name__ for kind in MESSAGES if kind.__module__ == dice.__name__}) | frozenset(OF_DICE)
BESIDE_POKER = AT_KENO | AT_DICE | {"WatchGame", "UnwatchGame"}
"""Asked for together with one another, and with what moves the same money."""


def samples() -> dict[str, Sample]:
    return {kind.__name__: sample for kind, sample in MESSAGES.items()} | ORDERS


def test_every_message_and_every_order_has_a_sample() -> None:
    assert MESSAGES.keys() == HANDLERS.keys()
    assert ORDERS.keys() == BY_NAME.keys()


def tried(name: str) -> set[str]:
    """What comes of a sample where nothing else happens: who asks, and what for, is chosen some times."""
    asked = (samples()[name](Random(number)) for number in range(6))
    outcomes = (run("alone", [Asked(name, *each, "1")], at_once=False).answers for each in asked)
    found: set[str] = set()
    for answers in outcomes:
        found.update(answers)
        if "done" in found:
            break
    return found


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(samples()))
def test_each_sample_is_what_can_be_asked_for(name: str) -> None:
    """A sample that is always refused would show nothing."""
    assert ("done" in tried(name)) != (name in NOT_ALONE), tried(name)


def some(chance: Random, count: int, *, names: Iterable[str] = ()) -> list[Asked]:
    """So many things asked for, some of them twice, under one id or two."""
    chosen = [*names] or chance.choices(sorted(samples().keys() - BESIDE_POKER), k=count)
    asked = [Asked(name, *samples()[name](chance), f"{number}") for number, name in enumerate(chosen)]
    again = chance.sample(asked, k=count // 3)
    return [*asked, *(each._replace(id=f"{each.id} again") for each in again), *again[: count // 5]]


def check(outcome: Outcome, asked: list[Asked]) -> None:
    told = list(zip(outcome.answers, ((each.name, each.who, each.fields) for each in asked), strict=True))
    assert "failed" not in outcome.answers, told
    no_gift_but_to_whoever_was_short(outcome)
    nobody_overdraws(outcome)
    the_lists_hold_the_seats_that_the_tables_have(outcome, told)
    no_id_led_to_anything_twice(outcome)


def no_gift_but_to_whoever_was_short(outcome: Outcome) -> None:
    for transfer, balances in balances_over_time(outcome.store):
        if transfer.by == CAGE and str(transfer.credit).startswith("bank:"):
            assert balances[str(transfer.credit)] <= BANK, transfer


def nobody_overdraws(outcome: Outcome) -> None:
    for transfer, balances in balances_over_time(outcome.store):
        assert sum(balances.values()) == 0
        assert all(held >= 0 for account, held in balances.items() if account.startswith("bank:")), transfer


def the_lists_hold_the_seats_that_the_tables_have(outcome: Outcome, told: Any) -> None:
    seats = [
        (f"{table}/{seat}", place[0])
        for table, (_, places, *_) in outcome.state["tables"].items()
        for seat, place in places.items()
    ]
    players = [player for _, player in seats]
    assert len(players) == len(set(players)), "somebody has two seats"
    assert dict(seats) == outcome.state["taken"], told


def no_id_led_to_anything_twice(outcome: Outcome) -> None:
    led = [
        (each.envelope.stream, each.envelope.cause, each.envelope.sequence)
        for each in outcome.store.read_all()
        if each.asked
    ]
    assert len({each[:2] for each in led}) == len(led)


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(sampled(6, whole=200)))
def test_ten_things_at_once_at_mini_dice_and_the_cage_lose_no_chip_and_give_nothing_twice(seed: int) -> None:
    chance = Random(f"dice {seed}")
    names = chance.choices(sorted(AT_DICE | {"cage.Deposit", "cage.Withdraw", "TopUp"}), k=10)
    asked = some(chance, 10, names=names)
    check(run(f"dice {seed}", asked), asked)


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(sampled(10, whole=200)))
def test_ten_things_at_once_at_keno_and_the_cage_lose_no_chip_and_give_nothing_twice(seed: int) -> None:
    chance = Random(f"keno {seed}")
    names = chance.choices(sorted(AT_KENO | {"cage.Deposit", "cage.Withdraw", "TopUp"}), k=10)
    asked = some(chance, 10, names=names)
    check(run(f"keno {seed}", asked), asked)


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(TENS))
def test_ten_things_at_once_lose_no_chip_and_give_nothing_twice(seed: int) -> None:
    asked = some(Random(f"ten {seed}"), 10)
    check(run(f"ten {seed}", asked), asked)


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(PAIRS))
def test_two_things_at_once_are_one_after_the_other(seed: int) -> None:
    asked = some(Random(f"two {seed}"), 2)
    at_once = run(f"two {seed}", asked)
    check(at_once, asked)
    in_order = [in_turn(asked, places) for places in permutations(range(len(asked)))]
    assert (accepted(at_once.answers), at_once.state) in in_order, (asked, at_once.answers, at_once.state, in_order)


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(sampled(5, whole=1_000)))
def test_in_a_divided_room_two_things_at_once_are_one_after_the_other(seed: int) -> None:
    asked = some(Random(f"two divided {seed}"), 2)
    at_once = run(f"two {seed}", asked, shards=SHARDS)
    check(at_once, asked)
    in_order = [in_turn(asked, places, shards=SHARDS) for places in permutations(range(len(asked)))]
    assert (accepted(at_once.answers), at_once.state) in in_order, (asked, at_once.answers, at_once.state, in_order)


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(sampled(5, whole=1_000)))
def test_in_a_divided_room_ten_things_at_once_lose_no_chip_and_leave_no_money_held(seed: int) -> None:
    asked = some(Random(f"ten divided {seed}"), 10)
    outcome = run(f"ten {seed}", asked, shards=SHARDS)
    check(outcome, asked)
    *_, (_, balances) = balances_over_time(outcome.store)
    assert not any(held for account, held in balances.items() if account.startswith("held:"))


def in_turn(asked: list[Asked], places: tuple[int, ...], *, shards: int = 1) -> tuple[tuple[bool, ...], Any]:
    """What of it was accepted, as it was asked for, and what the room has come to."""
    outcome = run("in order", [asked[place] for place in places], at_once=False, shards=shards)
    answers = dict(zip(places, accepted(outcome.answers), strict=True))
    return tuple(answers[place] for place in range(len(asked))), outcome.state


def accepted(answers: tuple[str, ...]) -> tuple[bool, ...]:
    """Whether, not why not: a seat that the lists refuse is refused by the table in other words."""
    return tuple(each == "done" for each in answers)


@pytest.mark.parametrize("message", ["Sit", "QuickSeat", "TopUp"])
@pytest.mark.parametrize("seed", range(3))
def test_whoever_asks_ten_times_at_once_is_given_their_chips_once(message: str, seed: int) -> None:
    """While the books are busy: all ten wait there, and each reads the balance when its turn comes."""
    said: dict[str, dict[str, Any]] = {"Sit": {"table": "1"}, "TopUp": {"table": "2", "amount": BANK}}
    who = "Cat" if message == "TopUp" else "Dan"
    busy = [Asked("cage.Deposit", "", {"player": guest("Fay").id, "amount": 100}, f"busy {each}") for each in range(3)]
    asked = [*busy, *(Asked(message, who, said.get(message, {}), f"{number}") for number in range(10))]
    check(run(f"gifts {seed}", asked), asked)


@pytest.mark.parametrize("seed", [14, 19, 24, 34])
def test_whoever_raises_the_minimum_alone_and_asks_for_another_seat_meanwhile_keeps_a_place_on_the_lists(
    seed: int,
) -> None:
    """Other limits put the table on another list: at no moment do the lists know it without those who sit there."""
    asked = [
        Asked("ProposeMinimum", "Cat", {"table": "2", "minimum": 400}, "raise"),
        *(Asked("Sit", "Cat", {"table": "1", "seat": seat}, f"sit {seat}") for seat in range(2, 6)),
    ]
    check(run(f"limits {seed}", asked), asked)
