"""An audit finds nothing wrong with what the room does, whatever happens there, and everything that it did not do."""

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from pokerroom.cards import DECK
from pokerroom.games import CATALOGUE, PERMITTED, game
from pokerroom.ledger import Transfer
from pokerroom.log import Envelope, Head, beginning, enclose, head_of
from pokerroom.play import Draw, OpenRound, Role, Round, Seat, Stage, procedure, seen_by
from pokerroom.play.apply import apply, open_round
from pokerroom.play.events import RoundOpened
from pokerroom.play.procedure import compiled
from pokerroom.play.views import VISIBLE
from pokerroom.room.auditing import (
    Check,
    Examined,
    Finding,
    Notes,
    examine_table,
    filed,
)
from pokerroom.room.auditing.deciding import Orders
from pokerroom.room.auditing.decks import NOT_OPENED
from pokerroom.room.auditing.findings import MOST_FINDINGS
from pokerroom.room.auditing.rounds import Due, Scene, off_balance, wrong_chips, wrong_in, wrong_rake
from pokerroom.room.auditing.tables import IN_CLEAR
from pokerroom.room.examining import examine_record
from pokerroom.room.ports import Batch, EventStore, Row
from pokerroom.room.registry import REGISTRY
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import AtTable, ShuffleAgain
from pokerroom.rules.house import NoLimit, PercentageRake, letter
from pokerroom.rules.rulebook import Rulebook
from pokerroom.shuffle.seal import Keys, Place, new_key, to_store
from pokerroom.store import MemoryStore
from pokerroom.table.seating import apply as apply_at_table, commands as at_table, new_table
from tests import irregular
from tests.audited import Floor, keep
from tests.property.lives import Life
from tests.spec_marks import spec
from tests.sweep import cases
from tests.tables import Table as Hand, open_round as open_hand
from tests.unit.room.house import DEALER, KEYS

Change = Callable[[dict[str, Any]], None]


@pytest.fixture(scope="module")
def floor() -> Floor:
    return keep(MemoryStore(), rounds=4)


def examined(store: EventStore, *, keys: Keys | None = KEYS) -> Examined:
    return examine_record(store, keys=keys)


def found(store: EventStore, *, keys: Keys | None = KEYS) -> tuple[Finding, ...]:
    return examined(store, keys=keys).findings


def body_of(envelope: Envelope) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.json.decode(envelope.body)
    return fields


def nth(store: EventStore, stream: str, tag: str, number: int = 0) -> Envelope:
    """One of the events that anybody sees as being of this kind, sealed or not."""
    found = [each.envelope for each in store.read(stream)]
    declared = REGISTRY.stream(stream)
    return [each for each in found if type(declared.face(each)).__name__ == tag][number]


def retold(
    store: EventStore, tell: Callable[[Envelope], Iterator[bytes]], *, tags: Mapping[Envelope, str] | None = None
) -> MemoryStore:
    """The same record with other bodies, its chains sound: `tell` gives none, one or several for each event."""
    other, heads = MemoryStore(), dict[str, Head]()
    for committed in store.read_all():
        each = committed.envelope
        for body in tell(each):
            head = heads.get(each.stream, beginning(each.stream))
            # One command for each, so that an event told twice is no command told twice.
            cause = f"{each.cause} {head.sequence}"
            tag = (tags or {}).get(each, each.tag)
            told = enclose(head, at=each.at, by=each.by, cause=cause, tag=tag, version=each.version, body=body)
            other.append(Batch((told,)))
            heads[each.stream] = head_of(told)
    other.append(Batch((), tuple(Row("balance", key, value) for key, value in store.rows("balance"))))
    return other


def edited(store: EventStore, edited_event: Envelope, change: Change) -> MemoryStore:
    fields = body_of(edited_event)
    change(fields)

    def tell(each: Envelope) -> Iterator[bytes]:
        yield msgspec.json.encode(fields) if each == edited_event else each.body

    return retold(store, tell)


def words(findings: tuple[Finding, ...], check: Check, sequence: int) -> str:
    """What is said of an event by one check."""
    return "\n".join(each.what for each in findings if (each.check, each.sequence) == (check, sequence))


def test_the_record_of_a_day_is_clean_and_all_of_it_was_looked_at(floor: Floor) -> None:
    whole = examined(floor.store)
    assert whole.findings == ()
    heads = floor.store.heads()
    tables = sum(heads[stream].sequence for stream in ("table/4", "table/7", "table/9"))
    rounds = sum(floor.room.states(TABLES)[table].rounds for table in "479")
    assert whole.counts["table events"] == tables
    assert whole.counts["rounds"] == whole.counts["rounds filed"] == rounds == 13
    assert whole.counts["decks opened"] == whole.counts["commitments"] == rounds
    assert whole.counts["rounds undone"] == 1
    assert whole.counts["ledger records"] == heads["ledger"].sequence
    assert whole.counts["balance rows"] == whole.counts["accounts"]
    assert whole.counts["rakes"] > 0
    assert whole.counts.get("transfers not booked yet", 0) == 0
    assert whole.counts["filing events"] == heads["filing"].sequence


def test_without_the_deck_keys_all_but_the_decks_is_looked_at(floor: Floor) -> None:
    whole = examined(floor.store, keys=None)
    assert whole.findings == ()
    assert "decks opened" not in whole.counts
    assert "cards followed" not in whole.counts
    assert whole.counts[NOT_OPENED] == whole.counts["events with hidden cards"] > 50
    assert whole.counts["rounds"] == 13


def test_the_wrong_deck_keys_open_nothing_and_say_so(floor: Floor) -> None:
    findings = found(floor.store, keys=Keys((new_key(),)))
    assert {each.check for each in findings} == {Check.DECKS}
    assert all("cannot be opened" in each.what for each in findings)


def test_reshuffled_decks_are_followed_too() -> None:
    """Everybody stays and draws five cards three times, which one deck cannot give."""
    floor = keep(MemoryStore(), rounds=0, evening=False)
    floor.deal("9")
    while floor.room.states(TABLES)["9"].dealing is not None:
        state, seat = floor.room.states(TABLES)["9"].round, floor.room.states(TABLES)["9"].turn_to_act
        assert state is not None
        if state.stage is Stage.SHUFFLING:
            floor.do(ShuffleAgain(table="9", by=DEALER, at=floor.at))
        elif state.stage is Stage.DRAWING:
            assert seat is not None
            assert state.turn is not None
            command = Draw(Seat(seat), state.down[state.turn])
            player = floor.room.states(TABLES)["9"].place(seat).player
            floor.do(AtTable("9", at_table.Play(by=player, at=floor.at, command=command)))
        else:
            floor.stay_in("9")
    whole = examined(floor.store)
    assert whole.findings == ()
    assert whole.counts["decks opened"] > 1
    assert whole.counts["cards followed"] > 52
    reshuffled = nth(floor.store, "table/9", "DeckReshuffled")
    promise = nth(floor.store, "deals/9", "DeckCommitted", 1)
    cut = edited(floor.store, promise, lambda body: body.update(cut=3))
    assert "cut at 3 cards; from 0 to 0" in words(found(cut), Check.DECKS, promise.sequence)
    assert "not the one committed to" in words(found(cut), Check.DECKS, reshuffled.sequence)


def test_money_on_its_way_to_the_books_is_counted_and_no_finding() -> None:
    floor = keep(MemoryStore(), rounds=1, evening=False)
    floor.play_round("7", Random(1))
    whole = examined(floor.store)
    assert whole.findings == ()
    assert (
        whole.counts["transfers not booked yet"]
        == sum(isinstance(each, Transfer) for each in floor.room.due["books"])
        > 0
    )


CASES = [case for game in PERMITTED for case in cases(game, 1)]


@pytest.mark.parametrize("part", range(4))
def test_rounds_in_which_things_go_wrong_are_not_blamed(part: int) -> None:
    for case in Random(f"audit {part}").sample(CASES, 25):
        due, before = Due(), new_table("x")
        for step in irregular.play(case):
            for event in step.events:
                after = replace(before, round=folded(before.round, event))
                scene = Scene(before, event, after)
                if not isinstance(event, RoundOpened):
                    assert [*wrong_in(scene), *due.wrong(scene), *wrong_chips(after)] == [], f"{case}: {event}"
                before = after


def folded(state: Round | None, event: Any) -> Round:
    if isinstance(event, RoundOpened):
        return open_round(event, procedure(CATALOGUE[event.edition, event.game], event.house))
    assert state is not None
    return apply(state, event)


@pytest.mark.parametrize("seed", range(12))
def test_whatever_happens_at_a_table_is_not_blamed(seed: int) -> None:
    due, table = Due(), new_table("7")
    notes = Notes()
    orders, sequence = Orders(notes), 0
    for number, step in enumerate(Life(seed).steps(120)):
        for event in step.events:
            scene = Scene(table, event, apply_at_table(table, event))
            sequence += 1
            kind = type(event).__name__
            orders.take(scene, Envelope("table/7", sequence, step.command.at, "x", str(number), kind, 1, b"", b""))
            assert [*wrong_in(scene), *due.wrong(scene), *wrong_chips(scene.after)] == []
            assert off_balance(scene.after) == 0
            table = scene.after
    orders.decide()
    assert notes.findings == []
    assert notes.counts["orders decided again"] > 0


def decided(store: EventStore, stream: str) -> Examined:
    return examine_table(store, stream, filed(store), keys=KEYS, decide_again=True)


def of_rules(whole: Examined) -> list[Finding]:
    return [each for each in whole.findings if each.check is Check.RULES]


def test_the_rules_lead_to_what_was_recorded(floor: Floor) -> None:
    for stream in ("table/4", "table/7", "table/9"):
        whole = decided(floor.store, stream)
        assert of_rules(whole) == []
        orders = {each.envelope.cause for each in floor.store.read(stream)}
        # All but opening, seats, time and the misdeal are deals and what players did.
        assert 0 < len(orders) - whole.counts["orders decided again"] < 14


DECISIONS: dict[str, tuple[str, str, Change, str]] = {
    "a call for less": ("table/7", "Called", lambda body: body.update(amount=100), "Called is not what the rules"),
    "a bet above the limit": ("table/4", "BetMade", lambda body: body.update(to=900), "Bet is refused by the rules"),
    "another's check": (
        "table/7",
        "Checked",
        lambda body: body.update(seat=body["seat"] ^ 1),
        "is refused by the rules",
    ),
    "another to act": (
        "table/7",
        "BettingRoundOpened",
        lambda body: body["to_act"].reverse(),
        "BettingRoundOpened is not what the rules lead to here",
    ),
    "another paragraph": (
        "table/7",
        "PotAwarded",
        lambda body: body["rule"].update(paragraph="14.7(a)"),
        "PotAwarded is not what the rules lead to here, but rule",
    ),
}


@pytest.mark.parametrize("edit", DECISIONS)
def test_what_the_rules_do_not_lead_to_is_found_where_it_was_recorded(floor: Floor, edit: str) -> None:
    stream, tag, change, what = DECISIONS[edit]
    event = nth(floor.store, stream, tag)
    first = of_rules(decided(edited_in_place(floor.store, event, change), stream))[0]
    assert (first.stream, first.at) == (stream, event.at)
    assert abs(first.sequence - event.sequence) <= 1
    assert what in first.what


def edited_in_place(store: EventStore, edited_event: Envelope, change: Change) -> MemoryStore:
    """With the causes as they were: they tell which events followed from one order."""
    fields = body_of(edited_event)
    change(fields)
    other, heads = MemoryStore(), dict[str, Head]()
    for committed in store.read_all():
        each = committed.envelope
        body = msgspec.json.encode(fields) if each == edited_event else each.body
        head = heads.get(each.stream, beginning(each.stream))
        told = enclose(head, at=each.at, by=each.by, cause=each.cause, tag=each.tag, version=each.version, body=body)
        heads[each.stream] = head_of(told)
        other._keep(Batch((told,)), 0)
    return other


def raise_first(name: str, by: int) -> Change:
    def change(body: dict[str, Any]) -> None:
        body[name] = [body[name][0] + by, *body[name][1:]]

    return change


def another_winner(body: dict[str, Any]) -> None:
    body["seats"] = [body["seats"][0] ^ 1]


EDITS: dict[str, tuple[str, str, Change, Check, str]] = {
    "an award to another player": ("table/7", "PotAwarded", another_winner, Check.AWARDS, "went to places"),
    "an award of more": ("table/7", "PotAwarded", raise_first("amounts", 500), Check.AWARDS, "was divided as"),
    "a rake of more": ("table/7", "RakeTaken", raise_first("amounts", 100), Check.RAKE, "were due"),
    "more moved to the inventory": (
        "table/7",
        "RakeMoved",
        lambda body: body.update(amount=body["amount"] + 100),
        Check.RAKE,
        "were moved to the table inventory",
    ),
    "other stakes at the end": ("table/4", "RoundFinished", raise_first("stakes", 100), Check.ROUNDS, "is said to end"),
    "chips out of nowhere": ("table/4", "RoundFinished", raise_first("stakes", 100), Check.TABLES, "$1 appeared"),
    "stakes before the round": ("table/4", "RoundOpened", raise_first("stacks", 100), Check.ROUNDS, "the players had"),
    "a seat left with more": (
        "table/7",
        "SeatVacated",
        lambda body: body.update(amount=body["amount"] + 100),
        Check.TABLES,
        "the table is not balanced: $1 appeared",
    ),
    "a call of less than nothing": (
        "table/7",
        "Called",
        lambda body: body.update(amount=-100_000),
        Check.TABLES,
        "fewer than no chips",
    ),
    "settings never filed": (
        "table/7",
        "RoundStarted",
        lambda body: body.update(settings="7/9"),
        Check.SETTINGS,
        "names version '7/9' of filed settings, and there is none such",
    ),
    "no settings": (
        "table/7",
        "RoundStarted",
        lambda body: body.update(settings=""),
        Check.SETTINGS,
        "names no version of filed settings",
    ),
    "settings of another table": (
        "table/7",
        "RoundStarted",
        lambda body: body.update(settings="9/1"),
        Check.SETTINGS,
        "posts hold-em otherwise than 9/1 files it",
    ),
    "a round before it was filed": (
        "table/7",
        "RoundStarted",
        lambda body: body.update(at="2025-01-01T00:00:00Z"),
        Check.SETTINGS,
        "was not in force then",
    ),
    "a round number": (
        "table/7",
        "RoundStarted",
        lambda body: body.update(number=40),
        Check.ROUNDS,
        "round 40 follows round 0",
    ),
    "time charges": (
        "table/9",
        "TimeVerified",
        lambda body: body.update(amount=body["amount"] - 100),
        Check.RAKE,
        "of time charges were verified",
    ),
    "a shallow cut": ("deals/7", "DeckCommitted", lambda body: body.update(cut=4), Check.DECKS, "from 10 to 42"),
    "a commitment to another round": (
        "deals/7",
        "DeckCommitted",
        lambda body: body["commitment"]["context"].update(round=0),
        Check.DECKS,
        "which was never dealt from",
    ),
    "a report of the day": (
        "ledger",
        "DayClosed",
        lambda body: body["report"].update(lines=[]),
        Check.BOOKS,
        "is not what the records of that day come to",
    ),
    "a correction of something else": (
        "ledger",
        "TransferCorrected",
        lambda body: body["original"].update(amount=1),
        Check.BOOKS,
        "which the books do not hold so",
    ),
    "an overdraft": (
        "ledger",
        "TransfersPosted",
        lambda body: body["transfers"][0].update(reason="withdrawal", debit={"kind": "bank", "owner": "eve"}),
        Check.BOOKS,
        "could not have been posted",
    ),
    "a filing out of order": (
        "filing",
        "SettingsApproved",
        lambda body: body.update(version=7),
        Check.REGISTERS,
        "SettingsApproved does not fit what came before it",
    ),
    "a record nobody can read": (
        "conduct",
        "PlayerWarned",
        lambda body: body.update(player=5),
        Check.REGISTERS,
        "cannot be read",
    ),
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_under_a_sound_chain_is_found_where_it_was_made(floor: Floor, edit: str) -> None:
    stream, tag, change, check, what = EDITS[edit]
    event = nth(floor.store, stream, tag)
    findings = [each for each in found(edited(floor.store, event, change)) if each.check is check]
    told = [each for each in findings if (each.stream, each.sequence, each.at) == (stream, event.sequence, event.at)]
    assert any(what in each.what for each in told), findings


def resealed(store: EventStore, event: Envelope, change: Callable[[Any], Any]) -> MemoryStore:
    """The record as somebody would leave it who has the keys and changes the hidden cards of an event."""
    changed = to_store(change(TABLES.read(event, KEYS)), Place(event.stream, event.sequence), KEYS.current)
    return edited(store, event, lambda body: body.update(msgspec.to_builtins(changed)))


def test_another_card_dealt_is_found_although_it_is_sealed_under_the_right_key(floor: Floor) -> None:
    event = nth(floor.store, "table/9", "CardsDealt")
    held = TABLES.read(event, KEYS).cards
    other = next(card for card in DECK if card not in held)
    changed = resealed(floor.store, event, lambda dealt: replace(dealt, cards=(other, *dealt.cards[1:])))
    assert "not the next cards of the deck" in words(found(changed), Check.DECKS, event.sequence)


@pytest.mark.parametrize("part", ["event", "box", "nonce"])
def test_hidden_cards_that_were_touched_do_not_open_and_are_named(floor: Floor, part: str) -> None:
    event, other = (nth(floor.store, "table/9", "CardsDealt", number) for number in (0, 1))
    swapped = edited(floor.store, event, lambda body: body.update({part: body_of(other)[part]}))
    told = words(found(swapped), Check.DECKS, event.sequence)
    assert "the hidden cards cannot be opened" in told
    assert "changed or moved" in told


def test_no_card_that_a_spectator_may_not_see_stands_in_the_record(floor: Floor) -> None:
    """Whatever is recorded in clear is what a spectator sees: of every event, for every table."""
    sealed = 0
    for stream in ("table/4", "table/7", "table/9"):
        for committed in floor.store.read(stream):
            stored, event = TABLES.face(committed.envelope), TABLES.read(committed.envelope, KEYS)
            seen = seen_by(event, Role.SPECTATOR) if type(event) in VISIBLE else event
            assert stored == seen
            sealed += event != seen
    assert sealed > 50


def test_what_was_recorded_in_clear_before_is_counted(floor: Floor) -> None:
    """Records of earlier versions hold hidden cards in clear, which their chains forbid to change."""
    event = nth(floor.store, "table/9", "CardsDealt")
    plain = TABLES.codec.encode(TABLES.read(event, KEYS))

    def tell(each: Envelope) -> Iterator[bytes]:
        yield plain.body if each == event else each.body

    assert examined(floor.store).counts.get(IN_CLEAR, 0) == 0
    before = retold(floor.store, tell, tags={event: plain.tag})
    assert examined(before).counts[IN_CLEAR] == 1
    assert found(before) == ()


def test_an_event_that_cannot_follow_ends_the_replay_and_is_named(floor: Floor) -> None:
    event = nth(floor.store, "table/4", "RoundStarted")
    findings = found(edited(floor.store, event, lambda body: body.update(lineup=[77])))
    (told,) = (each for each in findings if each.check is Check.TABLES)
    assert (told.stream, told.sequence) == ("table/4", event.sequence)
    assert "RoundStarted does not fit what came before it, and nothing after it was replayed" in told.what


def without(store: EventStore, gone: Envelope) -> MemoryStore:
    return retold(store, lambda each: iter(()) if each == gone else iter((each.body,)))


def twice(store: EventStore, repeated: Envelope) -> MemoryStore:
    return retold(store, lambda each: iter((each.body,) * (2 if each == repeated else 1)))


def test_a_rake_not_taken_and_an_award_not_made_are_found(floor: Floor) -> None:
    rake = nth(floor.store, "table/4", "RakeTaken")
    findings = found(without(floor.store, rake))
    assert "was due after the betting round and was not taken" in words(findings, Check.RAKE, rake.sequence)
    award = nth(floor.store, "table/4", "PotAwarded")
    findings = found(without(floor.store, award))
    assert "of the pot were awarded to nobody" in words(findings, Check.AWARDS, award.sequence)


def test_a_rake_taken_twice_and_an_award_made_twice_are_found(floor: Floor) -> None:
    rake = nth(floor.store, "table/4", "RakeTaken")
    again = words(found(twice(floor.store, rake)), Check.RAKE, rake.sequence + 1)
    assert "were raked where nothing was due" in again
    award = nth(floor.store, "table/4", "PotAwarded")
    assert words(found(twice(floor.store, award)), Check.AWARDS, award.sequence + 1) == "nothing was left to award"


def posted_by_table(store: EventStore, number: int) -> Envelope:
    records = [each.envelope for each in store.read("ledger") if each.envelope.tag == "TransfersPosted"]
    return [each for each in records if b'"wager"' in each.body][number]


def test_a_transfer_missing_from_the_books_is_found(floor: Floor) -> None:
    gone = posted_by_table(floor.store, 2)
    ids = [transfer["id"] for transfer in body_of(gone)["transfers"]]
    missing = [each for each in found(without(floor.store, gone)) if "is not in the books" in each.what]
    assert [(each.stream, each.sequence) for each in missing] == [(each["stream"], each["sequence"]) for each in ids]


def test_a_transfer_booked_twice_is_found(floor: Floor) -> None:
    repeated = posted_by_table(floor.store, 2)
    told = words(found(twice(floor.store, repeated)), Check.BOOKS, repeated.sequence + 1)
    assert "it was booked twice or moved" in told


def test_rounds_noted_but_never_finished_are_found(floor: Floor) -> None:
    noted = nth(floor.store, "ledger", "RoundsNoted")
    findings = found(edited(floor.store, noted, lambda body: body["dealt"].update(rounds=5)))
    assert any(
        "rounds of play up to number 4 are noted in the books; 4 were finished" in each.what for each in findings
    )


def test_a_stream_that_is_none_of_the_room_s_is_found(floor: Floor) -> None:
    store = retold(floor.store, lambda each: iter((each.body,)))
    stranger = enclose(beginning("secrets"), at=floor.at, by="eve", cause="c", tag="Paid", version=1, body=b"{}")
    store.append(Batch((stranger,)))
    (told,) = found(store)
    assert (told.check, told.stream) == (Check.REGISTERS, "secrets")


@pytest.mark.parametrize(
    ("percent", "unit", "due"), [("7.5", 1, 300), ("3.33", 1, 133), ("10", 1, 400), ("0.0001", 1, 0)]
)
def test_a_rake_a_cent_above_its_percentage_is_found(percent: str, unit: int, due: int) -> None:
    """Of $40; what the calculation was is not asked."""
    rake = PercentageRake(percent=Decimal(percent), most=10_000, unit=unit)
    table = open_hand(game("hold-em"), letter(NoLimit(200), blinds=(100, 200), rake=(rake,)), players=2)
    table.play("S1 raises to 20; S2 calls")
    state = table.state
    assert sum(state.taken.by_method) == due
    above = replace(state, taken=replace(state.taken, by_method=(due + 1,)))
    assert list(wrong_rake(state)) == []
    ((check, what),) = wrong_rake(above)
    assert check is Check.RAKE
    assert what.endswith(f"more than {rake.percent} percent of $40")


@spec("R-14.14-b-1-i.1")
def test_percentages_that_together_take_more_than_a_tenth_are_found() -> None:
    """Of $40; a round dealt when each was bounded by itself is judged by that."""
    rake = tuple(PercentageRake(percent=percent, most=10_000) for percent in (10, 6))
    sign = letter(NoLimit(200), blinds=(100, 200), rake=rake)
    opening = OpenRound(stacks=(10_000, 10_000), deck=DECK, button=Seat(1))
    before = Hand(procedure(game("hold-em"), sign, Rulebook.FIRST), opening)
    before.play("S1 raises to 20; S2 calls")
    state = before.state
    assert state.taken.by_method == (400, 200)
    assert list(wrong_rake(state)) == []
    ((check, what),) = wrong_rake(replace(state, procedure=compiled(game("hold-em"), sign)))
    assert check is Check.RAKE
    assert what == "$6 were raked, more than 10 percent of $40"


def test_findings_alike_are_counted_once_there_are_many() -> None:
    notes = Notes()
    for number in range(MOST_FINDINGS + 300):
        notes.add(Finding(Check.BOOKS, "ledger", number, None, f"number {number}"))
    told = notes.told().findings
    assert len(told) == MOST_FINDINGS + 1
    assert told[-1].what == f"and 300 more, the last: number {MOST_FINDINGS + 299}"


def test_a_finding_says_where_when_and_what(floor: Floor) -> None:
    finding = Finding(Check.BOOKS, "ledger", 7, floor.at, "something is wrong")
    assert str(finding) == f"ledger, event 7, {floor.at:%Y-%m-%d %H:%M:%S} UTC: something is wrong"
    assert str(replace(finding, at=None)) == "ledger, event 7, at no known time: something is wrong"
