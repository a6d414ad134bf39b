"""Rounds of different games out of the record: each player gets his own cards, in words, as PHH and proved."""

from random import Random

import pytest

from pokerroom.cards import UNKNOWN, card_text
from pokerroom.history import phh
from pokerroom.live.archive import Archive, ArchivedRound, Hall
from pokerroom.play import Seat, events, seen_by
from pokerroom.rules.house import Fixed, HouseRules, letter
from pokerroom.shuffle import check
from pokerroom.table.seating.events import RoundFinished
from tests.unit.room.house import HOLD_EM, RAKE, STUD, House, staged

DRAW = letter(Fixed(200, 400), max_raises=3, blinds=(100, 200), rake=RAKE)
GAMES: dict[str, HouseRules] = {
    "hold-em": HOLD_EM,
    "omaha-high-low-eight": HOLD_EM,
    "seven-card-stud-high-low-eight": STUD,
    "badugi": DRAW,
    "triple-draw-deuce-to-seven": DRAW,
    "mambo-stud": STUD,
}
ROUNDS = 4


def name_of(player: str) -> str:
    return player.upper()


@pytest.fixture(scope="module", params=GAMES, ids=str)
def house(request: pytest.FixtureRequest) -> House:
    house = staged(game=request.param, house=GAMES[request.param], players=6)
    rng = Random(11)
    for _ in range(ROUNDS):
        house.play_round("4", rng)
    return house


def shown_to(archive: Archive, found: ArchivedRound, player: str) -> set[str]:
    """Every card this player ever saw of a round."""
    seat = Seat(found.players.index(player))
    known = {UNKNOWN}
    for event in archive._replayed(found).log:
        seen = seen_by(event, seat)
        if isinstance(seen, events.DeckReshuffled):
            known |= {card for cards in seen.muck for card in cards}
        elif not isinstance(seen, events.DeckShuffled):
            known |= {*getattr(seen, "cards", ()), *(getattr(seen, name, UNKNOWN) for name in ("card", "fallen"))}
    return {card_text(card) for card in known}


def test_everybody_gets_his_own_round_and_nobody_elses(house: House) -> None:
    archive = Archive([Hall(house.store, house.room.keys)])
    asked = [(found, player) for found in archive.rounds_of("p0") for player in found.players]
    assert len(asked) >= ROUNDS * 2
    for found, player in asked:
        known = shown_to(archive, found, player)
        told = archive.told(found, player, name_of)
        assert {card for each in told for card in each.cards} <= known
        hand = phh.read(archive.phh(found, player, name_of))
        assert {card_text(card) for action in hand.actions for card in action.cards or ()} <= known
        evidence = archive.evidence(found, player)
        assert {card_text(each.card) for deck in evidence.openings for each in deck} <= known
        assert check(evidence.log, evidence.commitments, evidence.cuts, evidence.openings) == []


def test_what_is_won_is_lost_or_raked(house: House) -> None:
    archive = Archive([Hall(house.store, house.room.keys)])
    for found in archive.rounds_of("p0"):
        last = archive._replayed(found).entries[-1].event
        assert isinstance(last, RoundFinished)
        assert sum(found.played.nets) == -sum(last.raked)
