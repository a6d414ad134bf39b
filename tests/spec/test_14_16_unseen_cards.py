"""N.J.A.C. 13:69F-14.16(a): what lies hidden stays hidden when a round goes wrong."""

from pokerroom.cards import UNKNOWN
from pokerroom.play import (
    Code,
    Fold,
    MarkProtected,
    MayFold,
    ReconstructHand,
    Removal,
    RemoveFallenCard,
    RemoveHand,
    Role,
    seen_by,
    view,
)
from pokerroom.play.events import FallenCardRemoved, FallenCardReplaced, HandReconstructed
from pokerroom.rules.clauses import Game
from tests.going_wrong import every_game, sign, with_thirty_each
from tests.spec_marks import spec
from tests.tables import open_round, seat


@spec("R-14.16-a.2")
@every_game
def test_no_view_and_no_event_of_an_irregular_round_shows_another_player_s_hidden_cards(each: Game) -> None:
    table = open_round(each, sign(each), players=3)
    table.do(RemoveFallenCard(table.state.down[0][0], seat("S1")))
    table.do(RemoveFallenCard())
    table.do(MarkProtected(seat("S1"), "held"))
    table.do(ReconstructHand(seat("S1"), table.state.cards(0), ("the dealer", "seat 1")))
    secret = {*table.state.down[0], *table.state.dead, *table.state.stub}
    for viewer in (seat("S2"), seat("S3"), Role.SPECTATOR, Role.DEALER):
        seen = view(table.state, viewer)
        own = set() if isinstance(viewer, Role) else set(table.state.down[viewer])
        shown = {card for one in seen.seats for card in (*one.down, *one.up, *one.discards)}
        assert not (shown | set(seen.dead) | set(seen.stub)) & (secret - own)
        for event in table.log:
            told = seen_by(event, viewer)
            if isinstance(told, FallenCardReplaced | FallenCardRemoved):
                assert told.card == UNKNOWN
            if isinstance(told, HandReconstructed):
                assert not set(told.cards) & set(table.state.down[0])
    assert not any(table.offers(who) for who in ("S1", "S2", "S3") if who != table.turn)
    assert isinstance(view(table.state, seat(table.turn or "")).offers[0], MayFold)


@spec("R-14.16-a.2")
def test_a_removed_hand_goes_unseen() -> None:
    table = with_thirty_each(S2="held")
    cards = table.state.cards(1)
    table.do(RemoveHand(seat("S2"), Removal.SWEPT))
    assert sorted(table.state.muck[1]) == sorted(cards)
    assert view(table.state, seat("S1")).seats[1].discards == (UNKNOWN, UNKNOWN)
    assert view(table.state, seat("S2")).seats[1].discards == cards
    table.refused(Fold(seat("S2")), Code.NOT_YOUR_TURN)
