"""A short day of the room, and what happens at each of its tables."""

from datetime import timedelta

from msgspec.structs import replace

from pokerroom.ledger import Reason, RecordId, Transfer, TransfersPosted, compensation
from pokerroom.ledger.commands import CloseDay, Correct
from pokerroom.play import (
    DeclareMisdeal,
    Misdeal,
    Raise,
    Removal,
    RemoveHand,
    Ruling,
    Seat,
    Uphold,
)
from pokerroom.room import filing, lists
from pokerroom.room.commands import Deposit, InBooks, OnConduct, OnLists, Withdraw
from pokerroom.room.lists.commands import Join, OpenList
from pokerroom.room.openings import open_deck
from pokerroom.room.ports import EventStore
from pokerroom.room.streams import LEDGER, codec_of, table_stream
from pokerroom.shuffle.seal import Keys
from pokerroom.table.conduct import Incident, Intervene
from pokerroom.table.seating import commands as at_table
from tests.records.v0_1_writer.floor import ADA, BO, DEALER, FLOORPERSON, NOON, SUPERVISOR, Floor
from tests.records.v0_1_writer.tables import FILED, TABLES, named_customary


def keep(store: EventStore, keys: Keys) -> Floor:
    """The whole record; at three tables a round of play is left where it is."""
    floor = Floor(store, keys)
    floor.open_day(NOON.date())
    floor.file(filing.RAKE, FILED)
    for name, rotation in TABLES.items():
        floor.open_table(name, *rotation)
    floor.open_table("named customary", *named_customary())
    for happen in (
        ordinary_rounds,
        forced_bet_folded,
        bet_thrown_away,
        part_of_an_ante,
        half_an_ante,
        missed_blinds,
        dead_small_blind,
        one_burn,
        short_raise,
        blinds_each_round,
        short_opening_bet,
        short_all_in_at_stud,
        named_customary_is_the_letter,
        evening,
        next_morning,
    ):
        happen(floor)
    return floor


SHORT_WINS = "again"
"""A word for decks of which, at the tables where it is said, the player all-in for the least wins the main pot."""


def people(table: str, count: int, stakes: int = 10_000) -> dict[str, int]:
    return {f"{table} {number}": stakes for number in range(1, count + 1)}


def ordinary_rounds(floor: Floor) -> None:
    for table, players in (("stud", 8), ("hold-em", 6), ("draw", 6)):
        floor.seat(table, people(table, players))
    floor.deal("hold-em")
    floor.rule("hold-em", DeclareMisdeal(Misdeal.WRONG_START))
    floor.play_rounds("stud", 2)
    floor.play_rounds("hold-em", 3)
    floor.play_rounds("draw", 3)


def forced_bet_folded(floor: Floor) -> None:
    """The forced bettor throws the hand away, owes the bet all the same, and nobody calls it."""
    table = "forced bet folded"
    floor.seat(table, people(table, 4))
    floor.deal(table)
    floor.all_fold(table)


def bet_thrown_away(floor: Floor) -> None:
    """Ann is all-in; Ben bets and throws the hand away; Cho is all-in for part of that bet, or folds."""
    table, ben = "bet thrown away", Seat(1)
    for chos, before_the_flop, answer in (
        (800, ("call", "raise 500", "call", "call"), "call"),
        (5_000, ("raise 500", "call", "call"), "fold"),
    ):
        floor.reseat(table, {"Ann": 500, "Ben": 5_000, "Cho": chos})
        floor.deal(table, SHORT_WINS)
        floor.say(table, *before_the_flop, "bet 1000")
        floor.rule(table, RemoveHand(ben, Removal.THROWN_AWAY))
        floor.say(table, answer)
        floor.finish(table)


def part_of_an_ante(floor: Floor) -> None:
    """Two players, one of them all-in for less than the ante."""
    for table in ("part of an ante, stud", "part of an ante, hold-em"):
        for word in (SHORT_WINS, ""):
            floor.reseat(table, {f"{table} 1": 400, f"{table} 2": 5_000})
            floor.deal(table, word)
            floor.finish(table)


def half_an_ante(floor: Floor) -> None:
    table = "half an ante"
    floor.seat(table, {f"{table} 1": 50, f"{table} 2": 5_000, f"{table} 3": 5_000})
    floor.deal(table, SHORT_WINS)
    floor.say(table, "raise 400")
    floor.finish(table)


def missed_blinds(floor: Floor) -> None:
    """Of two who sat out one has enough to make both blinds good and the other has not; then all play, or those two."""
    table = "missed blinds"
    deep, short = f"{table} 3", f"{table} 5"
    floor.seat(table, people(table, 6))
    for answers in ((), ("fold",) * 4):
        floor.sit_again(table, short, 150)
        sit_out_both_blinds(floor, table, deep, short)
        floor.deal(table, SHORT_WINS)
        floor.say(table, "raise 400", *answers)
        floor.finish(table)


def sit_out_both_blinds(floor: Floor, table: str, *players: str) -> None:
    seats = [floor.table(table).seat_of(player) or 0 for player in players]
    for player in players:
        floor.at_table(table, at_table.SitOut, player=player)
    while any(floor.table(table).place(seat).missed != 0b11 for seat in seats):
        floor.deal(table)
        floor.all_fold(table)
    for player in players:
        floor.at_table(table, at_table.SitIn, player=player)


def dead_small_blind(floor: Floor) -> None:
    """Left of the last blind sits the player with the kill button, and in another round one with $3."""
    table = "dead small blind"
    floor.seat(table, people(table, 7))
    floor.deal(table)
    last, _, _ = from_the_last_blind(floor, table)
    floor.all_fold(table, "fold", "raise 400")
    floor.at_table(table, at_table.LeaveSeat, player=last)
    floor.deal(table)
    floor.all_fold(table)
    floor.deal(table)
    last, _, short = from_the_last_blind(floor, table)
    floor.all_fold(table)
    floor.at_table(table, at_table.LeaveSeat, player=last)
    floor.sit_again(table, short, 300)
    floor.deal(table)
    floor.finish(table)


def from_the_last_blind(floor: Floor, table: str) -> list[str]:
    """The player in the last blind and the next two; once the first has left, the small blind is dead."""
    dealing = floor.table(table).dealing
    assert dealing is not None
    lineup = dealing.lineup
    last = lineup.index(dealing.blinds[-1])
    return [floor.table(table).place(lineup[(last + step) % len(lineup)]).player for step in range(3)]


def one_burn(floor: Floor) -> None:
    """Nobody draws in the first draw, and everybody in the second, until the deck runs short."""
    table = "one burn"
    floor.seat(table, people(table, 6))
    floor.deal(table)
    floor.say(table, *["call"] * 5, "check", *["draw"] * 6, *["check"] * 6, *["draw 4"] * 6)
    floor.finish(table)


def short_raise(floor: Floor) -> None:
    """Blinds of $1 and $2 under a bet of $4: all-in for $3, then a raise to $6."""
    table = "short raise"
    floor.seat(table, {**people(table, 4), f"{table} 3": 300})
    floor.deal(table)
    floor.say(table, "raise 300", "raise 600", "call", "call")
    floor.all_fold(table)


def blinds_each_round(floor: Floor) -> None:
    """The player in the first blind is all-in before the second betting round has its blinds."""
    table = "blinds each round"
    floor.seat(table, {**people(table, 3), f"{table} 1": 300})
    floor.deal(table)
    floor.say(table, "raise 400")
    floor.finish(table)


def short_opening_bet(floor: Floor) -> None:
    """One player checks and the next is all-in for less than a bet: the first calls, or a ruling lets a raise stand."""
    table = "short opening bet"
    floor.seat(table, {**people(table, 3, 5_000), f"{table} 2": 500})
    floor.deal(table)
    floor.say(table, "call", "call", "check", "check", "bet 100", "call", "call")
    floor.finish(table)
    floor.reseat(table, {**people(table, 3, 5_000), f"{table} 3": 500})
    floor.deal(table)
    floor.say(table, "call", "call", "check", "check", "bet 100", "call")
    ruling = Ruling(by=SUPERVISOR, at=floor.at, reason="no full bet had been made", paragraph="14.15(b)")
    floor.rule(table, Uphold(Raise(Seat(1), 400), ruling))
    floor.finish(table)


def short_all_in_at_stud(floor: Floor) -> None:
    """A player all-in for more than the forced bet and less than a bet: others call it, or raise."""
    table = "short all-in at stud"
    for answer in ("call", "raise 700"):
        floor.reseat(table, {**people(table, 4, 5_000), f"{table} 1": 400})
        # Of these decks the last seat gets the lowest up-card.
        floor.deal(table, "next")
        floor.say(table, "post", "raise 300", answer, "call", "call")
        floor.all_fold(table)


def named_customary_is_the_letter(floor: Floor) -> None:
    """Heads-up the button posts the larger blind, whatever the preset is called; and nobody makes a blind good."""
    table = "named customary"
    floor.seat(table, people(table, 3))
    floor.play_rounds(table, 1)
    floor.at_table(table, at_table.SitOut, player=f"{table} 3")
    floor.play_rounds(table, 2)
    floor.at_table(table, at_table.SitIn, player=f"{table} 3")


def evening(floor: Floor) -> None:
    """Time charges, a top-up, a seat given up, a correction, a warning, a list, a deck opened; the day is closed."""
    floor.at += timedelta(minutes=40)
    floor.at_table("draw", at_table.CollectTime, by=DEALER)
    floor.at_table("draw", at_table.VerifyTime, by=FLOORPERSON, amount=floor.table("draw").time_area)
    floor.do(Deposit(player="stud 1", amount=5_000, by=BO, at=floor.at))
    floor.at_table("stud", at_table.TopUp, player="stud 1", amount=5_000)
    floor.at_table("hold-em", at_table.LeaveSeat, player="hold-em 1")
    floor.do(Withdraw(player="hold-em 1", amount=1_000, by=BO, at=floor.at))
    correct_a_deposit(floor)
    warning = "one more and you leave"
    floor.do(
        OnConduct(
            Intervene(
                by=FLOORPERSON, at=floor.at, player="stud 2", incident=Incident.CARDS_OUT_OF_VIEW, warning=warning
            )
        )
    )
    wanted = lists.Wanted("hold-em", "2/4")
    floor.do(OnLists(OpenList(by=FLOORPERSON, at=floor.at, wanted=wanted)))
    floor.do(OnLists(Join(by=FLOORPERSON, at=floor.at, player="late", name="Lee", wanted=wanted)))
    open_a_deck(floor, "stud")
    floor.do(InBooks(CloseDay(date=NOON.date(), at=floor.at, by=ADA)))


def correct_a_deposit(floor: Floor) -> None:
    """Taken back and paid in again, made by one person and checked by another."""
    floor.do(Deposit(player="late", amount=2_000, by=BO, at=floor.at))
    original = last_deposit(floor.store)
    first = RecordId("corrections", 1)
    back = compensation(original, id=first, at=floor.at, by=ADA, note="paid in twice")
    again = replace(original, id=first.after(1), at=floor.at, by=ADA)
    floor.do(InBooks(Correct(original=original, transfers=(back, again), checker=BO)))


def last_deposit(store: EventStore) -> Transfer:
    codec = codec_of(LEDGER)
    records = (each.envelope for each in store.read(LEDGER))
    events = (codec.decode(each.tag, each.version, each.body) for each in records)
    posted = (transfer for event in events if isinstance(event, TransfersPosted) for transfer in event.transfers)
    return [transfer for transfer in posted if transfer.reason is Reason.DEPOSIT][-1]


def open_a_deck(floor: Floor, table: str) -> None:
    sealed = next(each.envelope for each in floor.store.read(table_stream(table)) if each.envelope.tag == "Sealed")
    reason = "a player asked about the last card"
    open_deck(floor.room, floor.store, table, sealed.sequence, by=SUPERVISOR, reason=reason, at=floor.at)


def next_morning(floor: Floor) -> None:
    """The room is stopped in the middle of three rounds of play, in which somebody is all-in for less than a bet."""
    floor.at += timedelta(hours=12)
    floor.open_day(floor.at.date())
    floor.play_rounds("hold-em", 1)
    table = "left open"
    floor.seat(table, {**people(table, 4), f"{table} 3": 300})
    floor.deal(table)
    floor.say(table, "raise 300")
    table = "short opening bet"
    floor.reseat(table, {**people(table, 3, 5_000), f"{table} 1": 500})
    floor.deal(table)
    floor.say(table, "call", "call", "check", "check", "bet 100", "call")
    table = "short all-in at stud"
    floor.reseat(table, {**people(table, 4, 5_000), f"{table} 1": 400})
    floor.deal(table, "left")
    floor.say(table, "post", "raise 300", "call", "call")
