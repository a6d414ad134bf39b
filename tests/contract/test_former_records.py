"""Records that version 0.1.0 wrote: they open, are judged by the rules they were played by, and are gone on with."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from pokerroom.cli import app
from pokerroom.history.record import IrregularRoundError
from pokerroom.ledger import bank
from pokerroom.ledger.statements import transfers_of
from pokerroom.live.archive import Archive, ArchivedRound, Hall
from pokerroom.live.house import House
from pokerroom.live.settings import PlayChips, Settings
from pokerroom.play import Raise, Seat, events as play
from pokerroom.room import filing
from pokerroom.room.auditing import Check
from pokerroom.room.books import LEDGER
from pokerroom.room.books.commands import Deposit
from pokerroom.room.filing.stream import FILING
from pokerroom.room.ports import EventStore
from pokerroom.room.projections.incidents import INCIDENT_RECORDS, IncidentKind
from pokerroom.room.projections.journal import JOURNAL_LINES, transfer_of
from pokerroom.room.projections.rounds import ROUNDS_PLAYED
from pokerroom.room.refusals import Code
from pokerroom.room.room import Done, refused
from pokerroom.room.tables import TABLES
from pokerroom.room.tables.commands import AtTable, DealDrawForButton
from pokerroom.rules.house import CUSTOMARY, letter
from pokerroom.shuffle import Evidence, check
from pokerroom.store.comparing import compare
from pokerroom.table.seating import commands as at_table, next_lineup
from pokerroom.table.seating.events import BlindsMissed, KillStarted, RoundFinished
from tests.contract.conftest import RawSql
from tests.contract.former import RECORDS, Former, Reopened, beside, in_sqlite, restore, rounds_of, unpacked
from tests.contract.test_audit import Body, Thief
from tests.postgres import empty_database
from tests.unit.room.house import BO, DEALER, SUPERVISOR
from tests.wire import QUICK, Player, table_of

T = TypeVar("T")

KEPT = ("room", "room in PostgreSQL", "day", "live")
ROOMS = KEPT[:2]
PROOFS = sorted(path.name.removesuffix(".xz") for path in RECORDS.glob("proof-*.json.xz"))


@pytest.fixture(params=KEPT)
def former(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Former]:
    """A copy of each record of version 0.1.0."""
    name, _, elsewhere = str(request.param).partition(" in ")
    if not elsewhere:
        yield in_sqlite(name, tmp_path)
        return
    with empty_database(str(request.getfixturevalue("postgres"))) as url:
        restore(url, name)
        yield beside(url, name, tmp_path)


@pytest.fixture
def database_url(former: Former) -> str:
    return former.url


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EventStore]:
    """The record of the room, to be read."""
    with in_sqlite("room", tmp_path_factory.mktemp("room")).opened() as store:
        yield store


@pytest.mark.parametrize("options", [(), ("--decide-again",)], ids=["replayed", "decided again"])
def test_a_former_record_is_clean_by_the_rules_it_was_played_by(former: Former, options: tuple[str, ...]) -> None:
    report = former.audit(*options)
    assert report.findings == ()
    unchecked = {line.check for line in report.lines if line.not_checked}
    assert unchecked == (set() if options else {Check.RULES})


def test_a_former_record_is_clean_before_whoever_holds_no_key_of_it(former: Former) -> None:
    told = CliRunner().invoke(app, ["audit", former.url])
    assert told.exit_code == 0, told.output
    assert "not checked: signed heads, rules, committed decks." in " ".join(told.output.split())


def test_a_former_room_goes_on_at_every_table(former: Former) -> None:
    """What was dealt before and what is dealt now stand in one record, each by its own rules."""
    with former.opened() as store:
        house = Reopened(store, former.keys)
        with_notices(house)
        reopen_tables(house)
        with_payouts(house)
        house.do(Deposit(player="newcomer", amount=5_000, by=BO, at=house.at))
        chance, dealt = Random("goes on"), 0
        for name in house.room.states(TABLES):
            dealt += goes_on(house, name, chance)
        house.room.post()
        assert dealt
        assert all(table.is_balanced for table in house.room.states(TABLES).values())
    assert former.audit("--decide-again").findings == ()


@pytest.mark.parametrize("former", ROOMS, indirect=True)
def test_ids_of_a_former_room_are_answered_as_they_were(former: Former) -> None:
    """It says nothing of what was asked: whatever is asked under an id of the books has been done."""
    with former.opened() as store:
        assert not any(each.asked for each in store.read_all())
        former_id = next(each.envelope.cause for each in store.read(LEDGER.name))
        house = Reopened(store, former.keys)
        before = list(store.read_all())
        asked = Deposit(player="newcomer", amount=5_000, by=BO, at=house.at)
        assert house.ask(asked, order=former_id) == Done(former_id, repeated=True)
        assert list(store.read_all()) == before
        assert not house.ask(asked, order="of today").repeated
        assert house.ask(replace(asked, amount=1), order="of today").code is Code.ID_TAKEN
        assert house.room.state(LEDGER).balance(bank("newcomer")) == 5_000
    assert former.audit("--decide-again").findings == ()


def with_notices(house: Reopened) -> None:
    """A sign that takes a contribution says since who is eligible, 14.19(b): until then no round is dealt by it."""
    for name, table in house.room.states(TABLES).items():
        if not any(posting.house.bad_beat for posting in table.rotation):
            continue
        subject = house.room.states(TABLES)[name].settings.rpartition("/")[0]
        told = tuple(replace(posting, bad_beat="Who is dealt in is eligible.") for posting in table.rotation)
        house.file(subject, filing.TableSettings(told))
        if table.is_open:
            notice = "who is eligible for the bad beat payout"
            change = at_table.PostChange(by=SUPERVISOR, at=house.at, rotation=told, notice=notice)
            house.do(AtTable(name, change, subject))


def with_payouts(house: Reopened) -> None:
    """Nor is one dealt by a sign that takes contributions to a payout that nobody offers there, 14.19(c)."""
    for name in house.room.states(TABLES):
        house.offer_payout(name)


def reopen_tables(house: Reopened) -> None:
    """Tables that were closed open again by what was filed of them, and somebody sits down."""
    for name, table in house.room.states(TABLES).items():
        if table.is_open:
            continue
        subject, _, number = house.room.states(TABLES)[name].settings.rpartition("/")
        version = house.room.state(FILING).version(subject, int(number))
        assert version is not None
        assert isinstance(version.settings, filing.TableSettings)
        area, rotation = at_table.Area("poker room", approved=True), version.settings.rotation
        house.do(AtTable(name, at_table.OpenTable(by=SUPERVISOR, at=house.at, area=area, rotation=rotation), subject))
        house.seat(name, [f"{name} tomorrow {number}" for number in range(3)])


def goes_on(house: Reopened, name: str, chance: Random) -> bool:
    """Whether a round was dealt, or finished that had been left in progress."""
    table = house.room.states(TABLES)[name]
    if table.dealing is None and next_lineup(table) is None:
        return False
    if table.button is None and table.posting.rules.first_button == "dealt-card":
        house.do(DealDrawForButton(table=name, by=DEALER, at=house.at))
    if table.dealing is None:
        house.deal(name)
    while house.room.states(TABLES)[name].dealing is not None:
        house.step(name, chance)
    return True


@pytest.mark.parametrize("former", ROOMS, indirect=True)
@pytest.mark.parametrize(
    ("table", "refused_for", "then"),
    [
        ("left open", "not the posted amount", [Raise(Seat(0), 600)]),
        ("short opening bet", "not reopened", []),
        ("short all-in at stud", "not reopened", []),
    ],
)
def test_a_round_left_in_progress_goes_on_by_the_rules_it_was_dealt_by(
    former: Former, table: str, refused_for: str, then: list[Raise]
) -> None:
    """Somebody is all-in for less than a bet of $4, and the next player would raise to that."""
    with former.opened() as store:
        house = Reopened(store, former.keys)
        assert raised_by_next(house, table, Raise(Seat(0), 400)).code == refused_for
        for command in then:
            assert not refused(raised_by_next(house, table, command))
        while house.room.states(TABLES)[table].dealing is not None:
            house.stay_in(table)
        house.room.post()
    assert former.audit("--decide-again").findings == ()


def raised_by_next(house: Reopened, name: str, command: Raise) -> Any:
    """What the room answers the player whose turn it is."""
    table = house.room.states(TABLES)[name]
    seat = table.turn_to_act
    assert seat is not None
    asked = at_table.Play(by=table.place(seat).player, at=house.at, command=replace(command, seat=Seat(seat)))
    return house.ask(AtTable(name, asked))


def test_a_room_that_was_served_is_served_again(tmp_path: Path) -> None:
    former = in_sqlite("live", tmp_path)
    (tmp_path / "live.sqlite3").rename(tmp_path / "play-chips.sqlite3")
    settings = Settings(store=str(tmp_path), clock=QUICK, play_chips=PlayChips(bots=2, spectator_delay=0))

    async def session() -> None:
        house = await House.open(settings, pace=0)
        house.start()
        ben = Player(house, "Ben", Random(3))
        await ben.enter()
        await ben.sit(table_of(house, "seven-card-stud-high"))
        await ben.play(table_of(house, "seven-card-stud-high"), rounds=2)
        await house.close()

    asyncio.run(session())
    served = former._replace(url=f"sqlite:///{tmp_path / 'play-chips.sqlite3'}")
    assert served.audit("--decide-again").findings == ()


def less(amount: int, *, place: int = 0) -> Callable[[Body], None]:
    def change(body: Body) -> None:
        body["amounts"][place] -= amount

    return change


@pytest.mark.parametrize("former", ROOMS, indirect=True)
@pytest.mark.parametrize(
    ("table", "tag", "number", "change", "found"),
    [
        ("forced bet folded", "RakeTaken", 0, less(100), Check.RAKE),
        ("part of an ante, stud", "ContributionTaken", 0, less(50, place=1), Check.RAKE),
        ("bet thrown away", "PotAwarded", 1, less(700), Check.AWARDS),
        ("half an ante", "PotAwarded", 1, less(100), Check.AWARDS),
    ],
)
def test_an_amount_that_the_rules_of_then_do_not_lead_to_is_found(
    former: Former,
    raw_sql: RawSql,
    table: str,
    tag: str,
    number: int,
    change: Callable[[Body], None],
    found: Check,
) -> None:
    """Also where the chain is made anew, and the amount is one that mended rules would lead to."""
    stream = f"table/{table}"
    with former.opened() as store:
        thief = Thief(store, raw_sql)
        forged = thief.first(stream, tag, number)
        thief.edit(forged, change)
    unsigned = former.audit(signed=False)
    assert not {each for each in unsigned.findings if each.check is Check.CHAINS}
    assert (found, stream, forged.sequence) in {(each.check, each.stream, each.sequence) for each in unsigned.findings}
    assert (Check.HEADS, stream) in {(each.check, each.stream) for each in former.audit().findings}


@pytest.mark.parametrize("proof", PROOFS)
def test_a_proof_given_to_a_player_still_holds(proof: str, tmp_path: Path) -> None:
    path = tmp_path / proof
    path.write_bytes(unpacked(proof))
    told = CliRunner().invoke(app, ["shuffle", "verify", str(path)])
    assert told.exit_code == 0, told.output
    assert told.output.endswith("Everything matches the commitments.\n")


@pytest.mark.parametrize("proof", PROOFS)
def test_a_proof_of_other_cards_holds_no_longer(proof: str, tmp_path: Path) -> None:
    body = msgspec.json.decode(unpacked(proof))
    first, second, *_ = body["openings"][0]
    first["card"], second["card"] = second["card"], first["card"]
    path = tmp_path / proof
    path.write_bytes(msgspec.json.encode(body))
    told = CliRunner().invoke(app, ["shuffle", "verify", str(path)])
    assert told.exit_code == 1, told.output


def test_one_of_the_proofs_is_of_two_decks() -> None:
    proofs = [msgspec.json.decode(unpacked(each), type=Evidence) for each in PROOFS]
    assert sorted(len(each.commitments) for each in proofs) == [1, 1, 1, 2]


def test_every_former_round_is_told_exported_and_proved_to_whoever_was_dealt_in(former: Former) -> None:
    with former.opened() as store:
        archive = Archive([Hall(store, former.keys)])
        players = {player for _, events in all_rounds(store) for player in events[0].players}
        finished = {found.key: found for player in players for found in archive.rounds_of(player)}
        assert finished
        for found in finished.values():
            player = found.players[0]
            assert archive.told(found, player, str)
            evidence = archive.evidence(found, player)
            assert check(evidence.log, evidence.commitments, evidence.cuts, evidence.openings) == []
        unspoken = {key for key, found in finished.items() if not is_exported(archive, found)}
    assert unspoken == IRREGULAR & finished.keys()


def test_a_former_record_has_all_its_projections_once_it_is_opened(former: Former) -> None:
    with former.opened() as store:
        assert store.projected.up_to().position == 0
        rows = store.projected.caught_up()
        assert compare(store).examined.findings == ()
        events = [(table, event) for table, events in all_rounds(store) for event in events]
        finished = [(table, event.number) for table, event in events if isinstance(event, RoundFinished)]
        assert finished
        played = rows.find(ROUNDS_PLAYED, ROUNDS_PLAYED.key)
        assert sorted((each.table, each.number) for each in played) == sorted(finished)
        assert sum(each.rake for each in played) == sum(
            sum(event.raked) for _, event in events if isinstance(event, RoundFinished)
        )
        irregular = [event for _, event in events if isinstance(event, play.Misdealt | play.RoundDied)]
        kinds = [each.kind for each in rows.find(INCIDENT_RECORDS, INCIDENT_RECORDS.key)]
        assert sum(kind in {IncidentKind.MISDEAL, IncidentKind.DEAD_ROUND} for kind in kinds) == len(irregular)
        transfers = list(transfers_of(event for _, event in LEDGER.events(store)))
        lines = rows.find(JOURNAL_LINES, JOURNAL_LINES.key)
        assert [transfer_of(each) for each in lines] == transfers
    assert former.audit().findings == ()


IRREGULAR = {("hold-em", 1), ("bet thrown away", 1), ("bet thrown away", 2)}
"""Rounds that the format of hand histories has no words for."""


def is_exported(archive: Archive, found: ArchivedRound) -> bool:
    try:
        return bool(archive.phh(found, found.players[0], str))
    except IrregularRoundError:
        return False


def all_rounds(store: EventStore) -> Iterator[tuple[str, list[Any]]]:
    for stream in store.heads():
        if stream.startswith("table/"):
            table = stream.removeprefix("table/")
            for number, events in rounds_of(store, table).items():
                if number:
                    yield table, events


def test_every_former_round_says_which_software_dealt_it(former: Former) -> None:
    with former.opened() as store:
        dealt_by = {events[0].software for _, events in all_rounds(store)}
    assert dealt_by in ({"pokerroom 0.1.0"}, {"simulated"})


# What each round is kept for: without it the record would not tell the rules of then from those of now.


def of(events: list[Any], kind: type[T]) -> list[T]:
    return [event for event in events if isinstance(event, kind)]


def amounts_of_pots(events: list[Any]) -> list[tuple[int, int]]:
    """Each pot at the showdown, with how many may win it."""
    (opened,) = of(events, play.ShowdownOpened)
    return [(pot.amount, len(pot.claimants)) for pot in opened.pots]


def awarded(events: list[Any]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return [(event.seats, event.amounts) for event in of(events, play.PotAwarded)]


def test_a_forced_bet_that_nobody_called_was_raked(room: EventStore) -> None:
    events = rounds_of(room, "forced bet folded")[1]
    (forced,) = of(events, play.ForcedBetPosted)
    assert of(events, play.Folded)[0].seat == forced.seat
    assert not of(events, play.Called)
    assert [event.amounts for event in of(events, play.RakeTaken)] == [(100,), (100,)]


def test_a_bet_thrown_away_went_to_the_main_pot(room: EventStore) -> None:
    called, folded = (rounds_of(room, "bet thrown away")[number] for number in (1, 2))
    assert amounts_of_pots(called) == [(2_000, 2), (600, 1)]
    assert awarded(called) == [((2,), (550,)), ((0,), (1_950,))]
    assert awarded(folded) == [((0,), (2_150,))]


def test_what_exceeded_part_of_an_ante_was_a_pot_that_contributed_and_was_raked(room: EventStore) -> None:
    for events in list(rounds_of(room, "part of an ante, stud").values())[1:]:
        assert amounts_of_pots(events) == [(800, 2), (600, 1)]
        assert [event.amounts for event in of(events, play.ContributionTaken)] == [(50, 50)]
    for events in list(rounds_of(room, "part of an ante, hold-em").values())[1:]:
        assert [event.amounts for event in of(events, play.RakeTaken)] == [(80, 60), (50, 50)]
        assert 0 in {event.amount for event in of(events, play.BlindPosted)}


def test_half_an_ante_won_all_of_them(room: EventStore) -> None:
    events = rounds_of(room, "half an ante")[1]
    (antes,) = of(events, play.AntesPosted)
    assert (antes.amounts, antes.to_main_pot) == ((50, 100, 100), True)
    assert awarded(events)[-1] == ((0,), (250,))


def test_blinds_made_good_left_a_pot_that_one_player_could_win(room: EventStore) -> None:
    rounds = rounds_of(room, "missed blinds")
    for number in (5, 9):
        assert rounds[number][0].made_good == (2, 4)
        assert of(rounds[number], play.AntesPosted)[0].amounts == (0, 0, 300, 0, 150, 0)
    assert amounts_of_pots(rounds[5]) == [(450, 6), (1_800, 5)]
    assert amounts_of_pots(rounds[9]) == [(450, 2), (500, 1)]


def test_a_kill_blind_next_to_a_dead_small_blind_moved_the_turn(room: EventStore) -> None:
    rounds = rounds_of(room, "dead small blind")
    started, kill = rounds[2][0], of(rounds[1], KillStarted)[0]
    place = started.lineup.index(kill.seat)
    assert started.blinds[0] not in started.lineup
    assert started.lineup.index(started.blinds[1]) + 1 == place
    assert of(rounds[2], play.BettingRoundOpened)[0].to_act[0] == place + 1


def test_a_player_with_the_minimum_was_left_out_beside_a_dead_small_blind(room: EventStore) -> None:
    started = rounds_of(room, "dead small blind")[4][0]
    (left_out,) = started.left_out
    assert started.blinds[0] not in started.lineup
    assert left_out.seat not in started.blinds


def test_no_card_was_burned_where_nobody_drew_first(room: EventStore) -> None:
    events = rounds_of(room, "one burn")[1]
    assert len(of(events, play.StoodPat)) == 12
    assert of(events, play.Drew)
    assert not of(events, play.CardBurned)


def test_an_all_in_under_a_bet_was_raised_from_the_blind(room: EventStore) -> None:
    raises = of(rounds_of(room, "short raise")[1], play.Raised)
    assert [(event.to, event.full) for event in raises] == [(300, False), (600, True)]


def test_blinds_of_nothing_were_posted_in_later_betting_rounds(room: EventStore) -> None:
    posted = [event.amount for event in of(rounds_of(room, "blinds each round")[1], play.BlindPosted)]
    assert posted == [100, 200, 0, 200, 0, 200]


def test_who_had_checked_could_only_call_a_short_opening_bet(room: EventStore) -> None:
    called, ruled = (rounds_of(room, "short opening bet")[number] for number in (1, 2))
    for events in (called, ruled):
        (bet,) = of(events, play.BetMade)
        assert (bet.to, bet.full) == (100, False)
    assert not of(called, play.Raised)
    (ruling,) = of(ruled, play.RulingMade)
    assert ruling.code == "not reopened"
    assert of(ruled, play.Raised)[0].seat == ruling.seat


def test_a_forced_bettor_could_only_call_a_short_all_in(room: EventStore) -> None:
    called, raised = (rounds_of(room, "short all-in at stud")[number] for number in (1, 2))
    assert [event.to for event in of(called, play.Raised)] == [300]
    assert [event.amount for event in of(called, play.Called)] == [300, 300, 100]
    assert [event.to for event in of(raised, play.Raised)] == [300, 700]


def test_a_posting_that_only_names_a_preset_was_played_by_the_letter(room: EventStore) -> None:
    rounds = rounds_of(room, "named customary")
    house = of(rounds[1], play.RoundOpened)[0].house
    assert house.preset == "customary"
    stated = letter(limits=house.limits, blinds=house.blinds, max_raises=house.max_raises, rake=house.rake)
    assert {name: getattr(house, name) for name in CUSTOMARY if name != "preset"} == {
        name: getattr(stated, name) for name in CUSTOMARY if name != "preset"
    }
    for number in (2, 3):
        started = rounds[number][0]
        assert len(started.lineup) == 2
        assert started.blinds[-1] == started.button
    assert not [event for events in rounds.values() for event in of(events, BlindsMissed)]


def test_rounds_are_left_in_progress(room: EventStore) -> None:
    last = {table: events for table, events in all_rounds(room) if not of(events, RoundFinished)}
    assert {table: type(events[-1]) for table, events in last.items()} == {
        "left open": play.Raised,
        "short opening bet": play.Called,
        "short all-in at stud": play.Called,
    }
