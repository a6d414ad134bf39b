"""A table whose payout is of several casinos: while the system is suspended its pots contribute nothing."""

from msgspec.structs import replace

from pokerroom.jackpot.commands import FollowSystem, OfferPayout
from pokerroom.jackpot.people import ROOM
from pokerroom.ledger import bad_beat_box
from pokerroom.room import checkpoint
from pokerroom.room.books import LEDGER
from pokerroom.room.examining import examine_record
from pokerroom.room.payouts import PAYOUTS
from pokerroom.room.payouts.commands import OnPayouts
from pokerroom.room.reopening import reopened
from pokerroom.room.tables import TABLES
from pokerroom.rules.house import BadBeatContribution, Fixed, letter
from pokerroom.table.seating.events import ContributionsStopped
from tests.payouts import NAME, RULES, SHIFT
from tests.spec_marks import spec
from tests.unit.room.house import HOLD_EM, KEYS, House, staged


def offered(*, system: bool) -> House:
    drop = BadBeatContribution(amount=100, least_pot=500)
    house = staged(house=letter(Fixed(500, 1000), blinds=(200, 500), rake=HOLD_EM.rake, bad_beat=drop))
    gives = replace(RULES.contribution, least_pot=500)
    rules = replace(RULES, tables=("4",), contribution=gives, system="Shore bad beat" if system else "")
    house.do(OnPayouts(OfferPayout(payout=NAME, by=SHIFT, at=house.at, rules=rules, filing="appendix 3")))
    return house


def played(house: House) -> None:
    """A whole round in which everybody stays in."""
    house.deal("4")
    finished(house)


def finished(house: House) -> None:
    while house.room.states(TABLES)["4"].dealing is not None:
        house.stay_in("4")


def told(house: House, *, is_offered: bool) -> None:
    number = house.room.state(PAYOUTS).followed.get("/system", 0) + 1
    house.do(
        OnPayouts(
            FollowSystem(
                payout=NAME, by=ROOM, at=house.at, event=number, offered=is_offered, why="", shown=(0, 0), pending=()
            )
        )
    )


def in_the_box(house: House) -> int:
    house.room.post()
    return house.room.state(LEDGER).balance(bad_beat_box("4"))


@spec("R-14.20-e-4-i.4")
def test_pots_contribute_only_while_the_system_is_offered() -> None:
    house = offered(system=True)
    played(house)
    assert in_the_box(house) == 0, "not before the host has said that it is operational"
    told(house, is_offered=True)
    played(house)
    assert in_the_box(house) == 100
    told(house, is_offered=False)
    played(house)
    assert in_the_box(house) == 100, "the round goes on, and gives nothing"
    assert house.room.state(TABLES, "4").posting.house.bad_beat is not None
    assert examine_record(house.store, decide_again=True).findings == ()


@spec("R-14.20-e-4-i.4")
def test_a_round_under_way_at_a_suspension_gives_nothing_and_the_next_one_offered_gives_again() -> None:
    house = offered(system=True)
    told(house, is_offered=True)
    house.deal("4")
    house.stay_in("4")
    told(house, is_offered=False)
    finished(house)
    assert in_the_box(house) == 0
    stopped = [event for _, event in TABLES.events(house.store, "4") if isinstance(event, ContributionsStopped)]
    assert [(str(each.rule.paragraph), each.rule.reading) for each in stopped] == [("14.20(e)4i", "R-73")]
    told(house, is_offered=True)
    played(house)
    assert in_the_box(house) == 100
    assert examine_record(house.store, decide_again=True).findings == ()


def test_a_round_that_was_stopped_gives_nothing_after_the_system_is_operational_again_either() -> None:
    house = offered(system=True)
    told(house, is_offered=True)
    house.deal("4")
    told(house, is_offered=False)
    house.stay_in("4")
    told(house, is_offered=True)
    finished(house)
    assert in_the_box(house) == 0


def test_a_room_reopened_during_a_stopped_round_knows_that_it_was() -> None:
    house = offered(system=True)
    told(house, is_offered=True)
    house.deal("4")
    told(house, is_offered=False)
    house.stay_in("4")
    assert not house.room.state(TABLES, "4").contributes
    value = checkpoint.written(checkpoint.standing(house.room), code="test", keys=KEYS)
    for point in (None, checkpoint.read_back(value, code="test", keys=KEYS)):
        assert not reopened(house.store, house.new_room(), point=point).state(TABLES, "4").contributes


def test_a_casinos_own_payout_collects_without_any_host() -> None:
    house = offered(system=False)
    played(house)
    assert in_the_box(house) == 100
