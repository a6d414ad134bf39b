"""Every viewer can prove every card they were shown, and no viewer can open another."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from msgspec.structs import replace

from pokerroom.cards import DECK, UNKNOWN, Card
from pokerroom.games import PERMITTED, game
from pokerroom.play import Event, Role, Round, Seat, Viewer, apply, events, replay, seen_by
from pokerroom.rules.clauses import Game
from pokerroom.shuffle import Evidence, Opening, Shuffle, audit, check, evidence, off_the_deck, shown_to, verify
from pokerroom.shuffle.commitment import leaf, leaves, place
from pokerroom.shuffle.openings import LEAVING, NAMING, NEW_DECK, Shown, Slot, claims
from tests import irregular
from tests.property.test_views import mentions_cards, sent
from tests.sweep import Case
from tests.unit.shuffle.staging import Played, played, rounds

EVENTS: tuple[type[Any], ...] = get_args(Event)

every_game = pytest.mark.parametrize("game", PERMITTED, ids=lambda game: f"{game.edition}:{game.key}")


def checked(held: Evidence) -> list[str]:
    return check(held.log, held.commitments, held.cuts, held.openings)


def test_every_event_says_what_it_takes_off_the_deck() -> None:
    assert set(LEAVING) == set(EVENTS)


def test_every_event_that_mentions_cards_deals_them_or_names_dealt_ones() -> None:
    """Cards that lie open for their players' choice were seen by all when they were dealt."""
    with_cards = {event for event in EVENTS if any(map(mentions_cards, get_type_hints(event).values()))}
    dealing = {event for event, takes in LEAVING.items() if takes.__name__ != "nothing"}
    assert with_cards == dealing | set(NAMING) | set(NEW_DECK) | {events.ChoiceOffered}


@every_game
def test_cards_leave_the_deck_in_its_order(game: Game) -> None:
    for each in rounds(game):
        decks = [event.deck for event in each.log if isinstance(event, NEW_DECK)]
        dealt: list[list[Card]] = []
        for event in each.log:
            if isinstance(event, NEW_DECK):
                dealt.append([])
            else:
                cards = off_the_deck(event)
                assert dealt or not cards
                if cards:
                    dealt[-1] += cards
        assert [tuple(cards) for cards in dealt] == [
            deck[: len(cards)] for deck, cards in zip(decks, dealt, strict=True)
        ]


def in_sight(state: Round, viewer: Viewer) -> Iterator[Card]:
    """The cards this viewer can see now, by an account that knows nothing of events."""
    if viewer is Role.AUDITOR:
        yield from state.deck
    yield from state.board
    for seat in range(state.seats):
        yield from state.up[seat]
        if viewer in (seat, Role.AUDITOR) or state.shown >> seat & 1:
            yield from state.down[seat]


def in_sight_over(log: tuple[Event, ...], viewer: Viewer) -> set[Shown]:
    """Every card that was ever in sight after it left a deck, with its place in that deck."""
    found: set[Shown] = set()
    places: dict[Card, Slot] = {}
    state, deck = replay(log[:1]), -1
    for event in log[1:]:
        state = apply(state, event)
        deck += isinstance(event, NEW_DECK)
        reach = len(state.deck) if viewer is Role.AUDITOR else state.dealt
        places |= {card: Slot(deck, nth) for nth, card in enumerate(state.deck[:reach])}
        found |= {Shown(*places[card], card) for card in in_sight(state, viewer)}
    return found


@every_game
def test_a_viewer_is_shown_exactly_what_they_could_see(game: Game) -> None:
    for each in rounds(game):
        for viewer in each.viewers:
            assert set(shown_to(each.log, viewer)) == in_sight_over(each.log, viewer), (each.case, viewer)


@every_game
def test_every_viewer_can_check_every_card_they_were_shown(game: Game) -> None:
    for each in rounds(game):
        for viewer in each.viewers:
            held = evidence(each.log, viewer, each.decks)
            assert checked(held) == [], (each.case, viewer)
            faces = {card for event in each.log for card in sent(seen_by(event, viewer))}
            assert {opened.card for deck in held.openings for opened in deck} == faces


@every_game
def test_irregularities_leave_every_shown_card_to_be_checked(game: Game) -> None:
    for each in rounds(game, by=irregular.play):
        for viewer in each.viewers:
            held = evidence(each.log, viewer, each.decks)
            assert checked(held) == [], (each.case, viewer)
            faces = {card for event in each.log for card in sent(seen_by(event, viewer))}
            assert {opened.card for deck in held.openings for opened in deck} == faces


@every_game
def test_an_auditor_can_check_every_deck_whole(game: Game) -> None:
    for each in rounds(game):
        held = evidence(each.log, Role.AUDITOR, each.decks)
        assert [len(openings) for openings in held.openings] == [len(deck.cards) for deck in each.decks]
        for deck in each.decks:
            assert audit(deck.commitment, deck.cards, deck.secret) == ()


@every_game
def test_no_viewer_can_compute_a_card_that_was_not_opened_to_them(game: Game) -> None:
    """Every card with every salt the viewer holds, at every leaf whose hash their openings give away."""
    tried = 0
    for each in islice(rounds(game), 2):
        for viewer in (Seat(0), Seat(1), Role.SPECTATOR, Role.DEALER):
            held = evidence(each.log, viewer, each.decks)
            for deck, openings in zip(each.decks, held.openings, strict=True):
                hashes = {step for opened in openings for step in opened.path}
                salts = {opened.salt for opened in openings} | hashes
                opened_at = {opened.position for opened in openings}
                given_away = [at for at, value in enumerate(leaves(deck)) if value in hashes and at not in opened_at]
                for position in given_away[:2]:
                    where = place(deck.context, len(deck.cards), position)
                    guesses = {leaf(where, card, salt) for card in DECK for salt in salts}
                    assert not guesses & hashes
                    tried += 1
    assert tried


TRIPLE_DRAW = Case("13:69F-current", "triple-draw-deuce-to-seven", "fixed", 6, "letter", 0)


def with_reshuffle() -> Played:
    """A round of draws that ran out of cards, in which somebody showed a hand."""
    for seed in range(1000):
        each = played(TRIPLE_DRAW._replace(seed=seed))
        if each and len(each.decks) > 1 and any(isinstance(event, events.HandShown) for event in each.log):
            return each
    raise AssertionError("no round of triple draw ran out of cards")


RESHUFFLED = with_reshuffle()


def flipped(data: bytes) -> bytes:
    return bytes([data[0] ^ 1]) + data[1:]


def put(values: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    return (*values[:at], value, *values[at + 1 :])


def changed_openings(opened: Opening) -> Iterator[Opening]:
    yield replace(opened, card=Card((opened.card + 1) % 52))
    yield replace(opened, salt=flipped(opened.salt))
    yield replace(opened, position=opened.position + 1)
    yield replace(opened, path=(flipped(opened.path[0]), *opened.path[1:]))


def tampered(held: Evidence) -> Iterator[Evidence]:
    """The same evidence with one thing changed."""
    for number, openings in enumerate(held.openings):
        commitment, cut = held.commitments[number], held.cuts[number]
        for wrong in (
            replace(commitment, root=flipped(commitment.root)),
            replace(commitment, count=commitment.count - 1),
            replace(commitment, context=replace(commitment.context, table="another")),
            replace(commitment, context=replace(commitment.context, round=commitment.context.round + 1)),
            replace(commitment, context=replace(commitment.context, deck=commitment.context.deck + 1)),
        ):
            yield replace(held, commitments=put(held.commitments, number, wrong))
        if openings:
            yield replace(held, cuts=put(held.cuts, number, cut + 1))
        for at, opened in enumerate(openings):
            yield replace(held, openings=put(held.openings, number, openings[:at] + openings[at + 1 :]))
            for changed in changed_openings(opened):
                yield replace(held, openings=put(held.openings, number, put(openings, at, changed)))
    for at, event in enumerate(held.log):
        if isinstance(event, events.CardsDealt | events.Drew | events.CommunityDealt | events.HandShown):
            for place_of, card in enumerate(event.cards):
                if card != UNKNOWN:
                    another = put(event.cards, place_of, Card((card + 1) % 52))
                    yield replace(held, log=put(held.log, at, replace(event, cards=another)))


@pytest.mark.parametrize("viewer", [Seat(0), Seat(3), Role.SPECTATOR, Role.AUDITOR], ids=str)
def test_no_tampering_goes_unnoticed(viewer: Viewer) -> None:
    held = evidence(RESHUFFLED.log, viewer, RESHUFFLED.decks)
    assert checked(held) == []
    changes = list(tampered(held))
    assert len(changes) > 20
    for changed in changes:
        assert checked(changed)


def test_two_cards_dealt_in_another_order_are_found() -> None:
    each = next(rounds(game("hold-em")))
    held = evidence(each.log, Role.AUDITOR, each.decks)
    at, event = next((at, event) for at, event in enumerate(held.log) if isinstance(event, events.CardsDealt))
    assert isinstance(event, events.CardsDealt)
    swapped = replace(event, cards=(event.cards[1], event.cards[0], *event.cards[2:]))
    faults = checked(replace(held, log=put(held.log, at, swapped)))
    assert len(faults) == 2
    assert all(fault.startswith("No opening proves") for fault in faults)


def test_another_deck_under_another_commitment_does_not_fit_the_one_published() -> None:
    each = next(rounds(game("omaha-high")))
    fake = Shuffle(each.decks[0].context, each.decks[0].cards, bytes(32), each.decks[0].cut)
    held = evidence(each.log, Seat(0), (fake,))
    assert check(held.log, (each.decks[0].commitment,), held.cuts, held.openings)


def test_an_opening_nobody_asked_for_is_reported() -> None:
    each = next(rounds(game("hold-em")))
    mine, all_of_it = (evidence(each.log, viewer, each.decks) for viewer in (Seat(0), Role.AUDITOR))
    faults = check(mine.log, mine.commitments, mine.cuts, all_of_it.openings)
    assert len(faults) == 52 - len(mine.openings[0])
    assert all(fault.endswith("but the log does not show it.") for fault in faults)


def test_what_is_missing_is_said() -> None:
    held = evidence(RESHUFFLED.log, Seat(0), RESHUFFLED.decks)
    count = len(RESHUFFLED.decks)
    assert check(held.log, held.commitments[:1], held.cuts, held.openings) == [
        f"The log deals from {count} decks, but there are 1 commitments, {count} cuts, {count} sets of openings."
    ]


def test_a_shown_hand_may_come_from_any_card_dealt_to_that_seat_face_down() -> None:
    """Who saw neither the discards nor the draws cannot know which of them it was; the opening says."""
    shown = next(event for event in RESHUFFLED.log if isinstance(event, events.HandShown))
    viewer = Seat((shown.seat + 1) % 6)
    log = [seen_by(event, viewer) for event in RESHUFFLED.log]
    wide = [claim for claim in claims(log) if claim.card in shown.cards and len(claim.slots) > 1]
    assert wide
    dealt_to = {slot.card: (slot.deck, slot.nth) for slot in shown_to(RESHUFFLED.log, shown.seat)}
    assert all(dealt_to[claim.card] in claim.slots for claim in wide)


def test_decks_of_another_log_are_refused() -> None:
    each = next(rounds(game("hold-em")))
    with pytest.raises(ValueError, match="are not the 1 decks of the log"):
        evidence(each.log, Seat(0), (each.decks[0].cut_at((each.decks[0].cut + 1) % 52),))


def test_nothing_of_a_deck_that_a_dealer_shuffled_can_be_opened() -> None:
    each = next(rounds(game("hold-em")))
    unknown = tuple(
        replace(event, deck=(UNKNOWN,) * 52) if isinstance(event, events.DeckShuffled) else event for event in each.log
    )
    assert shown_to(unknown, Seat(0)) == ()


def test_evidence_survives_json() -> None:
    held = evidence(RESHUFFLED.log, Seat(0), RESHUFFLED.decks)
    decoded = msgspec.json.decode(msgspec.json.encode(held), type=Evidence)
    assert decoded == held
    assert checked(decoded) == []


def test_an_opening_of_one_deck_of_a_round_does_not_open_the_next() -> None:
    held = evidence(RESHUFFLED.log, Role.AUDITOR, RESHUFFLED.decks)
    assert all(verify(held.commitments[0], opened) for opened in held.openings[0])
    assert not any(verify(held.commitments[1], opened) for opened in held.openings[0])
