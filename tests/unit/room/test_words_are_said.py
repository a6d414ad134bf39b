"""Whoever has to give a reason, a notice, a title or a reference says something, by whichever entrance."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import fields, replace

from pokerroom.cards import parse_cards
from pokerroom.games import game
from pokerroom.jackpot.rules import Bonus, Reset
from pokerroom.keno import HOUSE_CARD
from pokerroom.ledger import CAGE, Books, Post, Reason, Shift, inventory, perform as book
from pokerroom.ledger.commands import Command as InBooks
from pokerroom.play import MarkProtected, ReconstructHand, Rule, Ruling, Seat, perform as play_on
from pokerroom.room.filing import Supplement, perform as file
from pokerroom.room.filing.commands import Command as OfFiling
from pokerroom.room.filing.settings import KenoSettings, PayoutSubmission, payout_subject
from pokerroom.room.lists import Wanted, perform as list_
from pokerroom.room.lists.commands import (
    AddTable,
    Bar,
    CallPlayer,
    Command as OnLists,
    Join,
    LockSeat,
    OpenInterest,
    OpenList,
)
from pokerroom.room.talk.commands import EraseName, EraseRemark
from pokerroom.room.talk.stream import Talk, perform as talked
from pokerroom.rules.house import NoLimit, letter
from pokerroom.rules.wording import is_blank, is_said
from pokerroom.table import conduct
from pokerroom.table.box import Box as DealersBox, Command as AtBox, perform as perform_at_box
from pokerroom.table.box.commands import AnswerCall, CallFloor
from pokerroom.table.decks.commands import (
    AcceptPreparedDeck,
    BeginRound,
    CloseTable,
    DistributeDecks,
    InstallShuffler,
    OrderRecut,
    ReportWrongCards,
    SetDeckDown,
)
from pokerroom.table.seating import new_table, perform
from pokerroom.table.seating.commands import Area, Command as AtTable, GoAway, Method, OpenTable, PostChange, Return
from tests.dealers_box import COUNTING, DAY, FLOOR, LINE, SUPERVISOR, Box, clock, ready_box
from tests.payouts import RULES
from tests.seating import DEALER, OPENED, hold_em, seated
from tests.spec.test_14_04_opening import opened_box
from tests.spec_marks import spec
from tests.tables import open_round
from tests.unit.ledger.staging import CARL, OPEN_DAY, Desk, transfer
from tests.unit.ledger.test_corrections import FILL, correction, take_back
from tests.unit.room.filings import ADA, HOLD_EM, Office, day, office_with_rake, table
from tests.unit.room.floor import CHIEF, Floor, one_seat

BLANK = (" ", "\t\n", "\u00a0", "\u200b\u2060", "...", " - ")
"""Nothing that anybody could read."""

WANTED = Wanted("hold-em", "$2-$4")
LEAVE = conduct.RequireToLeave(by=FLOOR, at=clock("20:00"), player="Ann", cause="signals to seat 5")
NOTICE = conduct.NotifyDivision(by=FLOOR, at=clock("20:05"), player="Ann", reference="N-7")
BACK = conduct.Reinstate(by=SUPERVISOR, at=clock("21:00"), player="Ann", reason="cleared")
WARNING = conduct.Intervene(
    by=FLOOR, at=clock("20:00"), player="Ann", incident=conduct.Incident.POT_TOUCHED, warning="leave the pot alone"
)


def area(text: str) -> Any:
    asked = OpenTable(by=DEALER, at=OPENED, area=Area(text, approved=True), rotation=(hold_em(),))
    return perform(new_table("4"), asked)


def bad_beat_line(text: str) -> Any:
    room = seated(hold_em(), players=2)
    return perform(room.table, room.asked(PostChange, rotation=(replace(hold_em(), bad_beat=text),)))


def notice_of_limits(text: str) -> Any:
    room = seated(hold_em(), players=2)
    dearer = hold_em(NoLimit(500), blinds=(200, 500))
    return perform(room.table, room.asked(PostChange, rotation=(dearer,), notice=text))


def notice_of_the_same(text: str) -> Any:
    room = seated(hold_em(), players=2)
    return perform(room.table, room.asked(PostChange, rotation=(hold_em(max_raises=3),), notice=text))


def returning(amount: int) -> Callable[[str], Any]:
    def ask(text: str) -> Any:
        room = seated(hold_em(), players=2)
        room.do(GoAway, player="Ann", method=Method.COUNTED, by=SUPERVISOR)
        return perform(room.table, room.asked(Return, player="Ann", amount=amount, reason=text, by=SUPERVISOR))

    return ask


def at_box(command: AtBox) -> Any:
    """The box of a table that is ready, where the floor was called once."""
    box = DealersBox(table="4", decks=ready_box().state)
    called = perform_at_box(box, CallFloor(by=FLOOR, at=clock("12:00"), reason="a disputed bet"))
    assert isinstance(called, tuple)
    return perform_at_box(called[0], command)


def a_round() -> Any:
    return open_round(game("hold-em"), letter(NoLimit(200), blinds=(100, 200)), hands=("As Kd", "Qc Jh"))


def ruled(text: str) -> Any:
    return play_on(a_round().state, Rule(Ruling(SUPERVISOR, clock("10:00"), text, "14.15(b)")))


def witnessed(text: str) -> Any:
    hand = a_round()
    hand.do(MarkProtected(Seat(0), "held"))
    return play_on(hand.state, ReconstructHand(Seat(0), parse_cards("As Kd"), ("the dealer", text)))


def distributed(field: str) -> Callable[[str], Any]:
    return lambda text: Box().try_(DistributeDecks, by=SUPERVISOR, day=DAY, tables=(replace(LINE, **{field: text}),))


def installed(field: str) -> Callable[[str], Any]:
    return lambda text: ready_box().try_(InstallShuffler, shuffler=replace(COUNTING, **{field: text}))


def dealing() -> Box:
    box = ready_box()
    box.do(BeginRound, game="hold-em")
    return box


def conducted(command: conduct.Command, field: str, *before: conduct.Command) -> Callable[[str], Any]:
    def ask(text: str) -> Any:
        state = conduct.Conduct()
        for each in before:
            events = conduct.decide(state, each)
            assert isinstance(events, tuple)
            for event in events:
                state = conduct.apply(state, event)
        return conduct.decide(state, replace(command, **{field: text}))

    return ask


def listed(field: str, kind: type[Any], stage: Callable[[], Floor] = Floor, **fixed: Any) -> Callable[[str], Any]:
    def ask(text: str) -> Any:
        floor = stage()
        return list_(floor.lists, floor.command(kind, by=CHIEF, **{**fixed, field: text}))

    return ask


def list_named(kind: type[Any], field: str, **fixed: Any) -> Callable[[str], Any]:
    return lambda text: listed("wanted", kind, **fixed)(replace(WANTED, **{field: text}))  # type: ignore[arg-type]


def proposed(field: str) -> Callable[[str], Any]:
    office = office_with_rake()
    return lambda text: file(office.register, replace(office.proposal(HOLD_EM, table(), day(2)), **{field: text}))


def supplemented(field: str) -> Callable[[str], Any]:
    office, rule = Office(), Supplement("Cards off the table", "A floorperson is called.")
    return lambda text: file(office.register, office.proposal("irregularities", replace(rule, **{field: text}), day(2)))


def appended(change: Callable[[str], Any]) -> Callable[[str], Any]:
    """The rules of a payout as they are filed, with something in words."""
    office = Office()

    def filed(text: str) -> object:
        rules = change(text)
        return file(office.register, office.proposal(payout_subject(rules.name), PayoutSubmission(rules), day(2)))

    return filed


def carded(text: str) -> Any:
    office, card = Office(), replace(HOUSE_CARD, title=text)
    return file(office.register, office.proposal("keno", KenoSettings(card=card), day(2)))


def withdrawn(text: str) -> Any:
    office = office_with_rake()
    return file(office.register, office.withdrawal("rake", 1, reason=text))


def signed(text: str) -> Any:
    office = Office()
    return file(office.register, office.proposal(HOLD_EM, table(), day(2), by=replace(ADA, name=text)))


def posted(text: str) -> Any:
    return book(Desk().books, Post((transfer(1, CAGE, inventory("table-4"), 100, Reason.FILL, note=text),)))


def corrected(text: str) -> Any:
    return book(Desk(Post((FILL,))).books, correction(take_back(note=text), checker=CARL))


def shift(text: str) -> Any:
    return book(Books(), replace(OPEN_DAY, shifts=(Shift(text, OPEN_DAY.at),)))


def erased(kind: type[Any], **what: Any) -> Callable[[str], Any]:
    talk = Talk(said=1, names={"ann": b"digest"})
    return lambda text: talked(talk, kind(**what, reason=text, at=OPEN_DAY.at, by=ADA, second=CARL))


LOCK = {"player": "zoe", "table": "T1", "seat": 0, "until": one_seat().now + timedelta(minutes=5)}
RESET = Reset(percent=20, internal_controls="section 3.4", manner_approved="letter of May 4")
BONUS = Bonus(name="high hand", terms="the best hand of an hour", amount=100_00)

OUT_OF_TURN = {"player": "bob", "table": "T1", "seat": 0}
SAID: dict[tuple[str, str], tuple[Callable[[str], Any], ...]] = {
    ("Area", "name"): (area,),
    ("Posting", "bad_beat"): (bad_beat_line,),
    ("PostChange", "notice"): (notice_of_limits, notice_of_the_same),
    ("Return", "reason"): (returning(5_000), returning(10_000)),
    ("Ruling", "reason"): (ruled,),
    ("ReconstructHand", "witnesses"): (witnessed,),
    ("TableDecks", "table"): (distributed("table"),),
    ("TableDecks", "limits"): (distributed("limits"),),
    ("TableDecks", "location"): (distributed("location"),),
    ("TableDecks", "game"): (distributed("game"),),
    ("Shuffler", "device"): (installed("device"),),
    ("Shuffler", "approval"): (installed("approval"),),
    ("AcceptPreparedDeck", "document"): (lambda text: opened_box().try_(AcceptPreparedDeck, deck="A", document=text),),
    ("OrderRecut", "reason"): (lambda text: ready_box().try_(OrderRecut, reason=text),),
    ("ReportWrongCards", "what"): (lambda text: dealing().try_(ReportWrongCards, deck="A", what=text),),
    ("SetDeckDown", "transaction"): (lambda text: dealing().try_(SetDeckDown, transaction=text),),
    ("CloseTable", "carried_by"): (lambda text: ready_box().try_(CloseTable, carried_by=text),),
    ("CallFloor", "reason"): (lambda text: at_box(CallFloor(by=FLOOR, at=clock("12:00"), reason=text)),),
    ("AnswerCall", "reason"): (lambda text: at_box(AnswerCall(by=FLOOR, at=clock("12:00"), call=1, reason=text)),),
    ("Intervene", "warning"): (conducted(WARNING, "warning"),),
    ("RequireToLeave", "cause"): (conducted(LEAVE, "cause"),),
    ("Reinstate", "reason"): (conducted(BACK, "reason", LEAVE),),
    ("NotifyDivision", "reference"): (conducted(NOTICE, "reference", LEAVE),),
    ("Wanted", "game"): (list_named(OpenList, "game"), list_named(AddTable, "game", table="T1", seats=6)),
    ("Wanted", "limits"): (list_named(OpenInterest, "limits"),),
    ("Join", "name"): (listed("name", Join, one_seat, player="zoe", wanted=WANTED),),
    ("CallPlayer", "reason"): (listed("reason", CallPlayer, lambda: one_seat("ann", "bob"), **OUT_OF_TURN),),
    ("LockSeat", "reason"): (listed("reason", LockSeat, one_seat, **LOCK),),
    ("Bar", "reason"): (listed("reason", Bar, player="zoe"),),
    ("Propose", "subject"): (proposed("subject"),),
    ("Propose", "document"): (proposed("document"),),
    ("Supplement", "title"): (supplemented("title"),),
    ("Supplement", "text"): (supplemented("text"),),
    ("PayoutRules", "name"): (appended(lambda text: replace(RULES, name=text)),),
    ("PayoutRules", "discontinuing"): (appended(lambda text: replace(RULES, discontinuing=text)),),
    ("PayoutRules", "table_notice"): (appended(lambda text: replace(RULES, table_notice=text)),),
    ("Contribution", "method"): (
        appended(lambda text: replace(RULES, contribution=replace(RULES.contribution, method=text))),
    ),
    ("Reset", "internal_controls"): (
        appended(lambda text: replace(RULES, reset=replace(RESET, internal_controls=text))),
    ),
    ("Reset", "manner_approved"): (appended(lambda text: replace(RULES, reset=replace(RESET, manner_approved=text))),),
    ("Bonus", "name"): (appended(lambda text: replace(RULES, bonuses=(replace(BONUS, name=text),))),),
    ("Bonus", "terms"): (appended(lambda text: replace(RULES, bonuses=(replace(BONUS, terms=text),))),),
    ("RateCard", "title"): (carded,),
    ("Withdraw", "reason"): (withdrawn,),
    ("Signature", "name"): (signed,),
    ("Shift", "name"): (shift,),
    ("Transfer", "note"): (posted, corrected),
    ("EraseRemark", "reason"): (erased(EraseRemark, remark=1),),
    ("EraseName", "reason"): (erased(EraseName, player="ann"),),
}
"""Whatever somebody puts in words, and who is asked to take it."""

KNOWN_BY = {
    *("by", "agreed", "player", "to", "owner", "role", "table", "feeds", "seat", "deck", "stream", "subject", "phone"),
    *("game", "games", "tables", "edition", "paragraph", "reading", "settings", "software", "share", "system"),
    *("held", "hold"),
    *("color", "design", "edges"),
}
"""What is no text but the id of somebody or something, and is compared with those that there are; or a look."""
NAMED = {("Official", "name"), ("Spoke", "words")}
"""Whom the entrance vouches for, and what a player said: the table understands some words and refuses others."""


@pytest.mark.parametrize("text", BLANK, ids=repr)
@pytest.mark.parametrize("where", SAID, ids=".".join)
@spec("R-14.17.1", "R-14.15-r", "R-14.16-b")
def test_words_that_say_nothing_are_refused_and_words_are_taken(where: tuple[str, str], text: str) -> None:
    for ask in SAID[where]:
        refusal = ask(text)
        assert not isinstance(refusal, tuple), f"{where} was taken: {refusal}"
        assert refusal.code.value
        assert isinstance(ask("Broadway 7"), tuple)


@pytest.mark.parametrize(
    ("ask", "paragraph"),
    [
        (notice_of_limits, "14.17"),
        (notice_of_the_same, "14.17"),
        (returning(5_000), "14.7(c)5i"),
        (returning(10_000), "14.7(c)5i"),
        (area, "14.6(a)"),
        (bad_beat_line, "14.19(b)"),
        (SAID["Intervene", "warning"][0], "14.7(h)"),
        (SAID["NotifyDivision", "reference"][0], "14.16(b)"),
        (SAID["OrderRecut", "reason"][0], "14.5(c)"),
        (SAID["ReportWrongCards", "what"][0], "14.15(g)"),
        (SAID["SetDeckDown", "transaction"][0], "14.6(e)1"),
    ],
)
@spec("R-14.17.1", "R-14.16-b", "R-14.5-c")
def test_the_refusal_of_a_blank_names_its_paragraph(ask: Callable[[str], Any], paragraph: str) -> None:
    refusal = ask(" ")
    assert refusal.rule.paragraph == paragraph
    assert paragraph in str(refusal)


def texts_in(kind: Any, seen: set[Any]) -> Iterator[tuple[str, str]]:
    """Every field of these commands, and of what they hold, that is a text."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        if kind not in seen:
            seen.add(kind)
            for field in fields(kind):
                if field.type is str or str in get_args(field.type):
                    yield kind.__name__, field.name
                yield from texts_in(field.type, seen)
        return
    for part in get_args(kind):
        yield from texts_in(part, seen)


def test_every_text_that_a_command_takes_is_words_or_an_id() -> None:
    commands = (AtTable, AtBox, conduct.Command, OnLists, OfFiling, InBooks, EraseRemark | EraseName)
    seen: set[Any] = set()
    texts = {each for union in commands for each in texts_in(union, seen)}
    assert {each for each in texts if each[1] not in KNOWN_BY} - NAMED <= SAID.keys()
    assert SAID.keys() <= texts


def test_words_have_a_letter_or_a_figure() -> None:
    for text in ("N-18", "7", "lost a chip", "über", "理由", "कारण"):
        assert is_said(text)
        assert not is_blank(text)
    for text in BLANK:
        assert not is_said(text)
        assert is_blank(text)
    assert not is_said("")
    assert not is_blank("")
