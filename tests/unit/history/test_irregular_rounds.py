"""Irregular rounds told in words, and refused by a format that has none for them."""

import pytest

from pokerroom.cards import DECK, cards_text
from pokerroom.games import game
from pokerroom.history.narration import by_seat, tell
from pokerroom.history.record import IrregularRoundError, record
from pokerroom.play import (
    CardCount,
    Command,
    DeclareDead,
    DeclareMisdeal,
    Exposed,
    Fold,
    Folding,
    LeaveTable,
    MarkProtected,
    Misdeal,
    ReconstructHand,
    Removal,
    RemoveFaceUpCard,
    RemoveFallenCard,
    RemoveHand,
    Round,
)
from pokerroom.rules.house import NoLimit, letter
from pokerroom.words import said
from tests.tables import Table, open_live_round, open_round
from tests.unit.play.irregular import FLOP, TWO, choosing, moving, pot, sign, stakes
from tests.unit.play.staging import BLINDS, HOLD_EM, S1, S2, STUD, after, events_of, opened

# The record


IRREGULAR: dict[str, tuple[Round, tuple[Command, ...]]] = {
    "misdeal": (FLOP, (DeclareMisdeal(Misdeal.SHUFFLE_OR_CUT),)),
    "dead round": (FLOP, (DeclareDead(CardCount.MISSING),)),
    "face-up card": (FLOP, (RemoveFaceUpCard(),)),
    "fallen card": (FLOP, (RemoveFallenCard(),)),
    "replaced card": (opened(HOLD_EM), (RemoveFallenCard(opened(HOLD_EM).down[0][0], S1),)),
    "removed hand": (FLOP, (RemoveHand(S1, Removal.SWEPT),)),
    "ruling with moves": (FLOP, (moving(100, stakes(S1), stakes(S2)),)),
}


@pytest.mark.parametrize("case", IRREGULAR)
def test_a_hand_history_has_no_words_for_an_irregular_round(case: str) -> None:
    table = open_round(game("hold-em"), letter(NoLimit(200), **BLINDS), players=3, deck=DECK)
    start_of, commands = IRREGULAR[case]
    if start_of is FLOP:
        table.play("S3 calls; S1 calls; S2 checks")
    for command in commands:
        table.do(command)
    table.stay()
    with pytest.raises(IrregularRoundError, match="no words"):
        record(table.log)


@pytest.mark.parametrize(
    ("key", "exposed"),
    [
        ("hold-em", "S1 1"),
        ("five-card-draw-high", "S1 1"),
        ("seven-card-stud-high", "S1 1"),
        ("seven-card-stud-high", "S1 1, S1 2"),
        ("five-card-stud", "S1 1"),
        ("mambo-stud", "S1 1"),
    ],
)
def test_a_hand_history_has_no_words_for_an_exposed_card(key: str, exposed: str) -> None:
    table = open_live_round(game(key), sign(game(key)), players=3)
    table.deal(exposed)
    table.stay()
    with pytest.raises(IrregularRoundError, match="no words"):
        record(table.log)


def test_a_hand_history_has_no_words_for_a_choice_to_freeze() -> None:
    table = choosing(3, "S2 1")
    table.play("S2 freezes")
    table.stay()
    with pytest.raises(IrregularRoundError, match=r"14\.15\(k\)"):
        record(table.log)


def test_what_changes_neither_cards_nor_chips_is_not_an_irregularity_to_a_hand_history() -> None:
    table = open_round(game("hold-em"), letter(NoLimit(200), **BLINDS), players=3)
    table.do(MarkProtected(S1, "held"))
    table.do(ReconstructHand(S1, table.state.down[0], TWO))
    table.play("S1 leaves")
    table.stay()
    assert record(table.log).starting_stacks


# How it is told


def heard(state: Round, *commands: Command) -> list[str]:
    """What the dealer announces as these commands are carried out."""
    told: list[str] = []
    for command in commands:
        events = events_of(state, command)
        state = after(state, command)
        told += [said(says) for event in events if (says := tell(event, state, by_seat))]
    return told


def told(table: Table) -> list[str]:
    return [said(says) for event in table.log if (says := tell(event, table.state, by_seat))]


def test_misdeals_and_dead_rounds_say_why_and_what_goes_back() -> None:
    assert heard(FLOP, DeclareMisdeal(Misdeal.SHUFFLE_OR_CUT))[0] == (
        "Misdeal: shuffle or cut not made as required. Every card goes back for a reshuffle, every chip to its player"
        " (seat 1 $2, seat 2 $2, seat 3 $2)."
    )
    assert heard(FLOP, DeclareDead(CardCount.ADDITIONAL))[0] == (
        "The round of play is dead: there are additional cards in the deck. Every chip goes back"
        " (seat 1 $2, seat 2 $2, seat 3 $2); the deck is replaced."
    )


def test_lost_cards_are_told_without_naming_what_nobody_should_know() -> None:
    up = FLOP.stub[0]
    assert heard(FLOP, RemoveFaceUpCard()) == [
        f"{cards_text((up,))} lies face up in the deck: it is not used and joins the discards."
    ]
    (said,) = heard(FLOP, RemoveFallenCard())
    assert cards_text((up,)) not in said
    state = opened(STUD)
    lying, hole = state.up[0][0], state.down[0][0]
    (up_card, *_) = heard(state, RemoveFallenCard(lying, S1))
    assert up_card.endswith(f"the next card takes its place: {cards_text((state.stub[0],))}.")
    (hidden,) = heard(state, RemoveFallenCard(hole, S1))
    assert hidden == "A card of seat 1 fell off the table and is not used; the next card takes its place."


def test_protection_reconstruction_and_leaving_are_told() -> None:
    cards = FLOP.down[0]
    assert heard(
        FLOP,
        MarkProtected(S1, "under a chip"),
        ReconstructHand(S1, cards, TWO),
        LeaveTable(S1),
        MarkProtected(S1, None),
    ) == [
        "The hand of seat 1 is under a chip.",
        "The hand of seat 1 is reconstructed on the word of the dealer and seat 1.",
        "Seat 1 has left the table; the protected hand stays in until its turn.",
        "The hand of seat 1 is no longer protected.",
    ]


def test_hands_that_leave_are_told_with_the_cause_and_the_refund() -> None:
    assert heard(FLOP, RemoveHand(S1, Removal.SWEPT)) == [
        "The hand of seat 1 is out of the round: collected by the dealer."
    ]
    assert heard(FLOP, MarkProtected(S1, "held"), RemoveHand(S1, Removal.MIXED))[1] == (
        "The hand of seat 1 is out of the round: mixed with other cards; $2 goes back to the player, the pot is $4."
    )


def test_a_fold_by_what_one_did_says_what_that_was() -> None:
    assert heard(FLOP, Fold(S1, Folding.DISCARDED)) == ["Seat 1 folds (discarded face down)."]


def test_a_ruling_is_told_with_who_made_it_why_and_what_it_moved() -> None:
    (said,) = heard(FLOP, moving(100, pot(S1), stakes(S2)))
    assert said == (
        "Ann Lee (poker shift supervisor) rules on 14.15(b): the chip belonged to seat 1."
        " Moved: $1 from seat 1's chips in the pot to seat 2's stakes."
    )


def test_exposed_cards_are_told_by_name_and_what_becomes_of_them() -> None:
    table = open_live_round(game("hold-em"), sign(game("hold-em")), hands=("7d", "8d"))
    table.deal(exposed="S1 1, S2 1")
    said = told(table)
    assert "7d of seat 1 was exposed: exchanged for the top card, it serves as the burn card before the flop." in said
    assert "8d of seat 2 was exposed: exchanged for the top card, it joins the discards." in said
    drawn = open_live_round(game("badugi"), sign(game("badugi")), players=2)
    drawn.deal()
    drawn.finish_betting()
    drawn.play("S1 draws 1")
    drawn.do(drawn.next_deal((Exposed(S1, 0),)))
    assert told(drawn)[-1].endswith("came face up: seat 1 gets another when everybody has drawn.")


def test_a_stud_card_dealt_the_other_way_is_not_told_as_up_to_its_player() -> None:
    table = open_live_round(game("five-card-stud"), sign(game("five-card-stud")), hands=("4h 3c", "Ks 9d"))
    table.deal(exposed="S1 1")
    said = " ".join(told(table))
    assert "seat 1 4h" in said
    assert "seat 2 9d" in said
    assert "3c" not in said
    assert "Ks" not in said


def test_a_choice_and_its_outcome_are_told() -> None:
    table = choosing(3, "S2 1, S3 1")
    table.play("S2 freezes; S3 plays on")
    said = told(table)
    (choice,) = [text for text in said if "To choose" in text]
    assert choice.endswith("came face up. To choose between stopping and playing on: Seat 2, Seat 3.")
    assert "Seat 2 stops wagering and contends for the pot as it stands, $60." in said
    assert "Seat 3 plays on for the entire pot." in said
