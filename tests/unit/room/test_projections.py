"""What the projections say of a room, and what they never say."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from itertools import chain, islice
from typing import Any

import pytest

from pokerroom.games import games_of
from pokerroom.ledger import CAGE, bank
from pokerroom.play import Event, Role, events as play, seen_by
from pokerroom.room.books import LEDGER
from pokerroom.room.projections import PROJECTIONS, days, incidents, journal, people, rounds, tables
from pokerroom.room.projections.declaring import Occurrence, Reading, RowTable
from pokerroom.room.projections.folding import Folding
from pokerroom.room.projections.incidents import INCIDENT_RECORDS, IncidentKind
from pokerroom.room.projections.rounds import ROUNDS_UNDER_WAY, RoundUnderWay
from pokerroom.room.tables import TABLES
from pokerroom.shuffle.seal import Sealed
from pokerroom.store import MemoryStore
from pokerroom.table.seating.events import RoundFinished
from tests.audited import ROUNDS, TABLES as POSTED, Floor, keep
from tests.irregular import play as irregular
from tests.sweep import cases

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Nothing:
    """Where nothing is stored but the round that is under way."""

    def get(self, table: RowTable[Any], *key: Any) -> Any:
        if table is not ROUNDS_UNDER_WAY:
            return None
        players = tuple(f"player {seat}" for seat in range(20))
        return RoundUnderWay(
            table=key[0], number=7, first=1, game="", edition="", settings="", started=NOON, players=players
        )


def rows_from(events: Iterable[Event]) -> Mapping[Any, Any]:
    folding = Folding(PROJECTIONS, Nothing(), {})
    for position, event in enumerate(events, start=1):
        folds = PROJECTIONS._folds.get((TABLES.name, type(event).__name__), ())
        folding.fold(folds, Occurrence(position, "table/4", "4", position, NOON, "the room", event))
    return folding.changes()


OF_A_ROUND = {
    IncidentKind.MISDEAL,
    IncidentKind.DEAD_ROUND,
    IncidentKind.RULING,
    IncidentKind.UPHELD,
    IncidentKind.HAND_REMOVED,
    IncidentKind.HAND_RECONSTRUCTED,
}


def test_rows_hold_nothing_that_a_spectator_did_not_see() -> None:
    """Whatever goes wrong in a round: its rows are those of what a spectator is told of it."""
    kinds: set[str] = set()
    for case in islice(chain.from_iterable(cases(game, 2) for game in games_of()), 0, None, 3):
        log = [event for step in irregular(case) for event in step.events]
        everything, seen = rows_from(log), rows_from(seen_by(event, Role.SPECTATOR) for event in log)
        assert everything == seen
        kinds |= {row.kind for row in everything.get(INCIDENT_RECORDS, {}).values()}
    assert kinds == OF_A_ROUND


def test_a_deck_is_not_so_much_as_read() -> None:
    assert not PROJECTIONS.tags & {Sealed.__name__, "DeckShuffled", "DeckReshuffled", "CardsDealt", "HandShown"}


@pytest.fixture(scope="module")
def floor() -> Floor:
    return keep(MemoryStore())


@pytest.fixture(scope="module")
def rows(floor: Floor) -> Reading:
    return floor.store.projected.caught_up()


def finished(floor: Floor, table: str) -> list[RoundFinished]:
    return [event for _, event in TABLES.events(floor.store, table) if isinstance(event, RoundFinished)]


def test_the_rounds_of_a_table_come_latest_first_with_what_became_of_them(floor: Floor, rows: Reading) -> None:
    for table, (game, _, players) in POSTED.items():
        ended, found = finished(floor, table), rounds.of_table(rows, table, most=100)
        assert [each.number for each in found] == [each.number for each in reversed(ended)]
        assert {each.game for each in found} == {game}
        assert [(each.ending, each.rake, each.contributed) for each in reversed(found)] == [
            (each.ending.value, sum(each.raked), each.contributed) for each in ended
        ]
        assert max(len(each.players) for each in found) == players
        for each in found:
            assert sum(each.nets) == -each.rake - each.contributed
            assert each.pot >= each.rake


def test_a_round_says_where_its_events_are(floor: Floor, rows: Reading) -> None:
    for each in rounds.of_table(rows, "7"):
        events = [event for _, event in TABLES.events(floor.store, "7", after=each.first - 1)]
        assert type(events[0]).__name__ == "RoundStarted"
        assert events[each.last - each.first] in finished(floor, "7")


def test_the_pot_of_a_round_is_what_was_awarded_raked_and_contributed(floor: Floor, rows: Reading) -> None:
    for each in rounds.of_table(rows, "7"):
        events = [event for _, event in TABLES.events(floor.store, "7", after=each.first - 1)]
        awarded = [event for event in events[: each.last - each.first] if isinstance(event, play.PotAwarded)]
        assert each.pot == sum(sum(event.amounts) for event in awarded) + each.rake + each.contributed


def test_the_rounds_of_a_player_are_paged_by_their_end(rows: Reading) -> None:
    mine = rounds.of_player(rows, "p41", most=100)
    assert len(mine) == ROUNDS
    assert all("p41" in each.players for each in mine)
    later = rounds.of_player(rows, "p41", before=mine[2].ended, most=2)
    assert list(later) == [each for each in mine if each.ended < mine[2].ended][:2]


def test_rounds_are_found_by_time(rows: Reading) -> None:
    all_of_them = rounds.between(rows, None, None)
    middle = all_of_them[len(all_of_them) // 2].ended
    before, after = rounds.between(rows, None, middle), rounds.between(rows, middle, None)
    assert [*before, *after] == list(all_of_them)
    assert before
    assert all(each.ended < middle for each in before)


def test_incidents_of_a_day_are_told_in_order_with_who_and_why(floor: Floor, rows: Reading) -> None:
    (day,) = days.latest_days(rows)
    found = incidents.of_day(rows, day.date)
    kinds = [IncidentKind.RULING, IncidentKind.MISDEAL, IncidentKind.CORRECTION, IncidentKind.WARNING]
    assert [each.kind for each in found] == kinds
    ruling, misdeal, correction, warning = found
    assert (misdeal.table, misdeal.round, misdeal.reason) == ("7", 3, "dealt from the wrong starting position")
    assert misdeal.paragraph.startswith("14.")
    assert "paid in twice" in correction.reason
    assert (warning.player, warning.by) == ("p42", "Flynn (floorperson)")
    assert list(incidents.of_table(rows, "7")) == [misdeal, ruling]
    assert list(incidents.of_player(rows, "p42")) == [warning]
    assert floor.store.end() > warning.position


def test_a_day_says_who_opened_and_closed_it_and_what_was_done(floor: Floor, rows: Reading) -> None:
    (day,) = days.latest_days(rows)
    books = floor.room.state(LEDGER)
    assert books.day is not None
    assert (day.date, day.closed) == (books.day.date, books.day.closed)
    assert day.opened_by == day.closed_by == "Ada Park (poker shift supervisor)"
    assert {each.where: each.figures for each in days.lines_of(rows, day.date)} == dict(books.figures)


def test_people_are_known_by_what_they_played_and_brought(floor: Floor, rows: Reading) -> None:
    known = {each.player: each for each in people.lately(rows, most=100)}
    assert known.keys() >= {f"p{table}{seat}" for table, (_, _, count) in POSTED.items() for seat in range(count)}
    ada = known["p70"]
    assert ada.rounds == ROUNDS + 1
    assert ada.net == sum(each.nets[each.players.index("p70")] for each in rounds.of_player(rows, "p70", most=100))
    assert ada.cash_outs == ada.buy_ins + ada.net
    assert ada.deposits - ada.withdrawals - ada.buy_ins + ada.cash_outs == floor.room.state(LEDGER).balance(bank("p70"))


def test_tables_are_told_as_the_room_has_them(floor: Floor, rows: Reading) -> None:
    found = {each.table: each for each in tables.all_tables(rows)}
    assert found.keys() == POSTED.keys()
    for name, table in floor.room.states(TABLES).items():
        told = found[name]
        assert (told.rotation, told.turn, told.settings) == (table.rotation, table.turn, table.settings)
        assert (told.game, told.limits) == (table.posting.game, table.posting.house.limits)
        assert told.seats == len(table.places)
        assert told.seated == sum(place is not None for place in table.places)
        assert told.rounds == table.rounds
        assert told.closed is None


def test_the_journal_of_the_cage_is_the_same_read_forwards_or_back(rows: Reading) -> None:
    whole = [*journal.history_of(rows, CAGE)]
    assert journal.of_account(rows, CAGE, most=1000) == tuple(whole)
    assert journal.of_account(rows, CAGE, before=whole[3].id, most=2) == tuple(whole[1:3])
    with pytest.raises(journal.NotInJournal, match="no transfer"):
        journal.of_account(rows, CAGE, before="nowhere:1.1")
