"""`pokerroom deal`: scripts a dealer could write, and what a person reads of them."""

from pathlib import Path

import msgspec
import pytest
from hypothesis import given, strategies as st
from typer.testing import CliRunner, Result

from pokerroom.cards import UNKNOWN, cards_text
from pokerroom.cli import app
from pokerroom.cli.dealer_lines import FORMS, all_forms, cards_hidden
from pokerroom.play import Event, replay
from pokerroom.play.events import CardsDealt, DeckShuffled, Misdealt, RoundDied
from tests.conftest import ROOT

EXAMPLES = ROOT / "examples"
WIDE = {"COLUMNS": "240"}
"""So wide that no sentence is broken."""

HOLD_EM = """
game: hold-em
limits: fixed 2 4
blinds: 1 2
stakes: 100 100 100
"""
STUD = """
game: seven-card-stud-high
limits: fixed 5 10
ante: 1
forced bet: 2
stakes: 100 100 100 100 100
"""


def run(text: str, *options: str) -> Result:
    return CliRunner().invoke(app, ["deal", "--script", "-", *options], input=text, env=WIDE)


def run_example(name: str, *options: str) -> str:
    result = CliRunner().invoke(app, ["deal", "--script", str(EXAMPLES / name), *options], env=WIDE)
    assert result.exit_code == 0, result.output
    return result.stdout


def told(text: str, *options: str) -> str:
    """What is printed of a script that runs to its end, with single spaces."""
    result = run(text, *options)
    assert result.exit_code == 0, result.output
    return plain(result.stdout)


def plain(output: str) -> str:
    return " ".join(output.split())


def trouble(text: str, *, code: int) -> str:
    result = run(text)
    assert result.exit_code == code, result.output
    assert result.stderr.startswith("pokerroom: standard input")
    assert result.stderr.count("\n") == 1
    return result.stderr


def in_order(output: str, *pieces: str) -> None:
    at = 0
    for piece in pieces:
        found = output.find(piece, at)
        assert found >= 0, f"{piece!r} is not told, or not there:\n{output[at:]}"
        at = found + len(piece)


@pytest.mark.parametrize(("house", "small"), [("letter", "S1"), ("customary", "S2")])
def test_the_preset_of_a_script_is_played(house: str, small: str) -> None:
    script = f"game: hold-em\nlimits: fixed 2 4\nblinds: 1 2\nhouse: {house}\nstakes: 100 100\nbutton: S2\n"
    assert f"Seat {small[1:]} posts a blind of $1." in told(script)


def test_every_example_is_followed_by_a_test() -> None:
    assert {path.name for path in EXAMPLES.glob("*.txt")} == {
        "dead-round.txt",
        "dealt-by-mistake.txt",
        "exposed-card.txt",
        "exposed-seventh-card.txt",
        "misdeal.txt",
        "protected-hand.txt",
        "words-and-chips.txt",
    }


def test_cards_dealt_by_mistake_are_told_and_seen_by_nobody_else() -> None:
    output = plain(run_example("dealt-by-mistake.txt"))
    assert "2 cards were dealt by mistake to Ann Lee, who is not in the round: to the discards." in output
    assert "Refused: 7c is already out of the deck." in output
    assert "dealt by mistake: ?? ?? to Ann Lee" in plain(run_example("dealt-by-mistake.txt", "--view", "S2"))


def test_a_misdeal_is_followed_to_the_chips_back_and_the_reshuffle() -> None:
    output = plain(run_example("misdeal.txt"))
    in_order(
        output,
        "> S3 calls",
        "> misdeal: wrong starting position",
        "Misdeal: dealt from the wrong starting position.",
        "13:69F-14.15(e)2 · AMB-118",
        "Outcome",
        "Seat 1 $100 $100 - $1 Seat 2 $100 $100 - $2 Seat 3 $100 $100 - $2 Seat 4 $100 $100 - -",
        "Next: Collect every card, shuffle and cut again, and deal a new round.",
        "Wrong starting position is a misdeal until two voluntary wagers exist.",
    )


def test_an_exposed_card_is_exchanged_and_burned_face_up() -> None:
    output = plain(run_example("exposed-card.txt"))
    in_order(
        output,
        "> deal S1 As Kd | S2 exposed 9h 4c then Td | S3 Qc Qd",
        "9h of seat 2 was exposed: exchanged for the top card, it serves as the burn card before the flop. "
        "13:69F-14.15(o)2",
        "Seat 2 [4c Td] $98",
        "> deal board 9d 8s 2h The flop: 9d 8s 2h.",
        "> deal burn ?? | board 5c A card is burned.",
        "A hole card dealt face up is exchanged for the top card of the deck.",
    )


def test_a_player_whose_seventh_card_was_exposed_stops_wagering_and_wins_the_pot_as_it_stood() -> None:
    output = plain(run_example("exposed-seventh-card.txt"))
    in_order(
        output,
        "Seat 2 stops wagering and contends for the pot as it stands, $60. 13:69F-14.15(k)1 · AMB-116",
        "Main pot $60; side pot 1 $40 for seat 1 and seat 3. Seat 3 shows first.",
        "Side pot 1: Seat 3 $40",
        "Main pot: Seat 2 $60",
        "Seat 1 $100 $60 -$40 Seat 2 $100 $140 +$40 Seat 3 $100 $100 -",
    )


def test_a_dead_round_gives_back_exactly_what_each_put_in_and_asks_for_a_new_deck() -> None:
    output = plain(run_example("dead-round.txt"))
    in_order(
        output,
        "the pot is $48",
        "The round of play is dead: cards are missing from the deck.",
        "(seat 1 $20, seat 2 $20, seat 3 $8)",
        "13:69F-14.15(g)",
        "Seat 1 $100 $100 - $20 Seat 2 $100 $100 - $20 Seat 3 $100 $100 - $8",
        "Next: Take this deck off the table and replace it before another card is dealt.",
        "All pot chips go back to those who put them in.",
    )


def test_the_victim_of_a_swept_protected_hand_gets_their_chips_back_and_the_others_play_on() -> None:
    output = plain(run_example("protected-hand.txt"))
    in_order(
        output,
        "The hand of seat 2 is under a chip.",
        "the pot is $90",
        "$30 goes back to the player, the pot is $60.",
        "13:69F-14.15(i)3",
        "> S1 checks",
        "Refused: seat 3's hand was not protected: there is no redress. 13:69F-14.15(i)",
        "Seat 1 $200 $230 +$30 - Seat 2 $200 $200 - $30",
    )


def test_words_and_chips_bind_to_what_they_come_to() -> None:
    output = plain(run_example("words-and-chips.txt"))
    in_order(
        output,
        "Seat 4 acted out of turn: it is noted, and binds nobody. 13:69F-14.7(d) · AMB-45",
        "That binds: seat 3 calls: $25 placed, $15 back. 13:69F-14.7(i)",
        '"raise to 30" is heard: the chips are still to come.',
        "That binds: seat 4 raises to $30: $25 placed, $5 due. 13:69F-14.7(e)",
        "Seat 4 adds $5: nothing is due any more.",
        '"raise" is heard: $60 is placed so far; chips may be added until both hands rest.',
        "That binds: seat 2 raises to $70: $60 placed. 13:69F-14.7(g)3",
        "Seat 3 folds (discarded face down).",
        "Refused: seat 4 has called without announcing a raise and may not raise now. 13:69F-14.7(g)2",
        "Refused: what seat 2 said does not bind",
        "Seat 1 $300 $270 -$30 Seat 2 $300 $410 +$110 Seat 3 $300 $290 -$10 Seat 4 $300 $230 -$70",
    )


def test_a_line_is_told_in_the_section_of_the_street_it_begins() -> None:
    output = run_example("dead-round.txt")
    flop, turn = output.index("\nFlop "), output.index("\nTurn ")
    assert flop < output.index("> deal board Ad Tc 4h") < turn < output.index("> deal board 2d")
    assert turn < output.index("A card is missing, and nobody knows since when.")


def test_a_hand_with_both_hole_cards_exposed_is_dealt_no_third_card() -> None:
    output = told(
        f"{STUD}deal S1 ?? ?? 9h | S2 ?? ?? 8h | S3 exposed 4h 5h 6h | S4 exposed Qs exposed Qd | S5 ?? ?? 2h\n"
    )
    in_order(
        output, "$1 goes back to the player, the pot is $4", "Seat 3 [5h 6h] 4h", "Seat 5 [?? ??] 2h", "In the pot $4"
    )
    assert "Seat 4 [" not in output


def test_exposed_cards_are_replaced_in_the_order_in_which_they_came() -> None:
    """S1 left of the button is dealt to first; the second cards come after every first card."""
    text = f"{HOLD_EM}deal S1 As exposed Ad then 2c | S2 exposed Ks Kd then 3c | S3 Qs Qd\n"
    output = told(text)
    in_order(
        output,
        "Ks of seat 2 was exposed: exchanged for the top card, it serves as the burn card",
        "Ad of seat 1 was exposed: exchanged for the top card, it joins the discards",
        "Seat 1 [As 2c]",
        "Seat 2 [Kd 3c]",
    )


def test_a_house_rule_is_posted_by_its_name() -> None:
    output = told(f"{HOLD_EM}Exposed-card use: discard\ndeal S1 exposed As Ad then 2c\nS3 folds\n")
    assert "As of seat 1 was exposed: exchanged for the top card, it joins the discards. 13:69F-14.15(o)1" in output


def test_a_drawn_card_that_came_face_up_is_replaced_when_everybody_has_drawn() -> None:
    output = told(
        "game: five-card-draw-high\nlimits: fixed 2 4\nblinds: 1 2\nstakes: 100 100\n"
        "deal S1 As Ad 2c 3c 4c\nS1 calls\nS2 checks\n"
        "S1 draws 2c 3c 4c\ndeal S1 5h exposed 6h 7h\nS2 stands pat\ndeal S1 Ac\n"
    )
    in_order(
        output, "6h came face up: seat 1 gets another when everybody has drawn.", "> deal S1 Ac Seat 1 draws one card."
    )


def test_chips_pushed_to_enter_super_stud_name_the_cards_given_up() -> None:
    head = (
        "game: super-seven-card-stud-high\nlimits: fixed 5 10\nforced bet: 1\nstakes: 100 100\n"
        "deal S1 As Ad 2c 3c Kh | S2 ?? ?? ?? ?? 5d\nS2 posts\n"
    )
    assert "entering costs 2 down cards" in trouble(f"{head}S1 pushes 5\n", code=2)
    in_order(told(f"{head}S1 pushes 5 giving up 2c 3c\n"), "That binds", "Seat 1 discards two cards.")


def test_a_hand_thrown_away_under_a_spoken_raise_pays_it_and_is_gone() -> None:
    deal = "deal S1 ?? ?? 9h | S2 ?? ?? 2h | S3 ?? ?? Th | S4 ?? ?? Jh | S5 ?? ?? Qh\n"
    output = told(f'{STUD}{deal}S2 posts\nS3 says "raise"\nS3 throws the hand away\n')
    in_order(output, "Seat 3 raises to $5.", "The hand of seat 3 is out of the round: thrown away by its player.")


def test_what_was_said_before_an_action_called_by_its_name_is_forgotten() -> None:
    text = f'{HOLD_EM}deal\nS3 says "raise"\nS3 calls\nS1 calls\nS2 raises to 4\nS3 pushes 1 1\n'
    assert "Seat 3 calls $2." in told(text).split("S3 pushes")[1]


def test_a_ruling_moves_chips_and_lets_an_action_stand() -> None:
    by = "ruling by Ada Park, poker shift supervisor, on"
    output = told(
        f"{HOLD_EM}time: 2026-03-14 21:05-04:00\ndeal\nS3 calls\n"
        f'{by} 14.15(b): "S1 was [short]"; '
        "move 10 from S1's stakes to S2's stakes, 5 from S2's stakes to S3's stakes\n"
        f'{by} 14.17: "the sign was covered"; let stand: S1 raises to 7\n'
    )
    in_order(
        output,
        "Ada Park (poker shift supervisor) rules on 14.15(b): S1 was [short].",
        "$10 from seat 1's stakes to seat 2's stakes, $5 from seat 2's stakes to seat 3's stakes",
        "Seat 1 raises to $7.",
    )


def test_a_card_off_the_table_and_one_face_up_in_the_deck_are_not_used() -> None:
    output = told(
        f"{HOLD_EM}off the table: 6c\ndeal S1 As Kd | S2 Qs Qd | S3 2c 3c\n"
        "off the table: S3 2c, replaced by 4h\nface up in the deck: 9d\nface up in the deck: 9c\n"
    )
    in_order(
        output,
        "A card was dealt off the table",
        "A card of seat 3 fell off the table",
        "Seat 3 [3c 4h]",
        "9d lies face up in the deck",
        "Misdeal: more than one card face up in the deck.",
    )


def test_players_leave_hands_are_marked_and_put_together_again() -> None:
    output = told(
        f"{HOLD_EM}deal\nS1's hand is held\nS1's hand is known: As Kd, by Ada Park and Bo Lee\n"
        "S1's hand is unprotected\nS2's hand is mixed, to blame\nS3 leaves\n"
    )
    in_order(
        output,
        "The hand of seat 1 is reconstructed on the word of Ada Park and Bo Lee.",
        "The hand of seat 1 is no longer protected.",
        "The hand of seat 2 is out of the round: mixed with other cards.",
        "Seat 1 is the last player left and takes the pot of $3.",
    )


def test_a_short_deck_is_reshuffled() -> None:
    hands = " | ".join(f"S{seat}" + " ??" * 5 for seat in range(1, 7))
    output = told(
        "game: five-card-draw-high\nlimits: fixed 2 4\nblinds: 1 2\nstakes: 99 99 99 99 99 99\n"
        f"deal {hands}\n"
        + "".join(f"S{seat} calls\n" for seat in (3, 4, 5, 6, 1))
        + "S2 checks\n"
        + "".join(f"S{seat} draws {'?? ' * 5}\ndeal\n" for seat in (1, 2, 3, 4))
        + "S5 draws ?? ?? ?? ?? ??\ndeal\nreshuffle\ndeal\n"
    )
    in_order(output, "The deck has run short.", "> reshuffle", "cards are reshuffled.", "> deal Seat 5 draws")


def test_a_script_may_end_before_the_round_does() -> None:
    assert "The script ends here, the round does not: S3 folds, calls ($2), raises to $4." in told(f"{HOLD_EM}deal\n")


def test_a_refused_line_stops_the_script_with_its_paragraph_and_what_is_possible() -> None:
    message = trouble(f"{HOLD_EM}deal\nS3 raises to 5\nS1 folds\n", code=1)
    assert "line 7: refused: $5 is not the posted amount: $4 (N.J.A.C. 13:69F-14.17)." in message
    assert "Possible here: S3 folds, calls ($2), raises to $4" in message
    assert "S1 folds" not in run(f"{HOLD_EM}deal\nS3 raises to 5\nS1 folds\n").stdout


def test_a_refusal_that_is_expected_is_shown_and_the_script_goes_on() -> None:
    output = told(f"{HOLD_EM}deal\nrefused: S3 raises to 5\nS3 calls\n")
    in_order(output, "Refused: $5 is not the posted amount: $4. 13:69F-14.17", "Seat 3 calls $2.")


def test_a_refusal_that_is_expected_and_does_not_come_fails() -> None:
    message = trouble(f"{HOLD_EM}deal\nrefused: S3 calls\n", code=1)
    assert "line 7: 'S3 calls' was expected to be refused, but was accepted" in message


def test_two_voluntary_wagers_make_the_deal_stand() -> None:
    message = trouble(f"{HOLD_EM}deal\nS3 calls\nS1 calls\nmisdeal: wrong starting position\n", code=1)
    assert "the deal stands: 2 players have put in wagers of their own will (N.J.A.C. 13:69F-14.15(e)2" in message


def test_a_round_that_cannot_be_opened_is_refused() -> None:
    message = trouble("game: hold-em\nlimits: fixed 2 4\nblinds: 1 2\nstakes: 1 1\ndeal\n", code=1)
    assert "the round cannot be opened: seat 1 has $1 and needs $3" in message


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("S3 raises 4", "did you mean `S1 raises to 10`?"),
        ("S3 wobbles", "`pokerroom deal --help` lists the lines"),
        ("S3 hand swept", "`S1's hand is swept`"),
        ("S3 raises to x", "'x' is not an amount"),
        ("S3 shows A5", "'A5' is not a card"),
        ("misdeal: rain", "expected wrong starting position, or shuffle or cut"),
        ("dead: boredom", "expected cards missing, or additional cards"),
        ("face up in the deck: 9d 9c", "one card is named here, not '9d 9c'"),
        ("S3's hand is lost", "expected swept, or mixed"),
        ("S3's hand is held, to blame", "nobody is to blame for a hand that is held"),
        ('ruling by Ada Park, janitor, on 14.15(b): "x"', "expected dealer, or floorperson"),
        ('ruling by A B, dealer, on 14.15(b): "x"; move it', "'it' moves no chips"),
        ('ruling by A B, dealer, on 14.15(b): "x"; let stand: reshuffle', "'reshuffle' is not one"),
        ('S3 says "fold', "a quotation mark"),
        ("blinds: 1 2", "'blinds' belongs at the head"),
    ],
)
def test_a_line_that_cannot_be_read_is_named_with_what_was_wrong(line: str, why: str) -> None:
    message = trouble(f"{HOLD_EM}deal\n{line}\n", code=2)
    assert "line 7: " in message
    assert why in message


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("deal S1 As Kd | S2 Qs", "S2 is given 1 card where 2 are due"),
        ("deal S9 As Kd", "no cards go to S9 now"),
        ("deal board As Kd Qd", "no cards go to board now"),
        ("deal burn As", "no burn card is due"),
        ("deal S1 As Kd | S1 Qs Qd", "S1 is dealt to twice"),
        ("deal north As Kd", "'north' is not a place to deal to: expected burn, board or a seat such as S1"),
        ("deal S1 As Kd then 2c", "S1 is given more cards after `then` than are exchanged here"),
    ],
)
def test_a_deal_that_does_not_fit_says_what_is_dealt(line: str, why: str) -> None:
    message = trouble(f"{HOLD_EM}{line}\n", code=2)
    assert f"line 6: {why}. Possible here: the dealer deals 2 cards (down, down) to each of S1, S2, S3" in message


@pytest.mark.parametrize(
    ("head", "why"),
    [
        ("limits: fixed 2 4\nstakes: 100 100\n", "does not give game"),
        ("game: hold-em\nlimits: fixed 2 4\n", "does not give stakes"),
        ("game: chess\nlimits: fixed 2 4\nstakes: 9 9\n", "line 1: chess is not permitted"),
        ("game: hold-em\nedition: 1066\nlimits: fixed 2 4\nstakes: 9 9\n", "1066"),
        ("game: hold-em\nlimits: fixed 2\nstakes: 9 9\n", "line 2: 'fixed 2' are not limits: write one of fixed 2 4"),
        (
            "game: hold-em\nlimts: fixed 2 4\n",
            "line 2: 'limts' is not a name that a script can give; did you mean limits",
        ),
        ("game: hold-em\ngame: badugi\n", "line 2: game was already given on line 1"),
        ("game: hold-em\nlimits: no limit 2\nstakes: 9 nine\n", "line 3: 'nine' is not an amount"),
        ("game: hold-em\nlimits: no limit 2\nstakes: 9 9\nbutton: left\n", "line 4: 'left' is not a seat"),
        (
            "game: hold-em\nlimits: no limit 2\nstakes: 9 9\nhouse: wild\n",
            "line 4: house rules are letter or customary",
        ),
        ("game: hold-em\nlimits: no limit 2\nstakes: 9 9\ntime: noon\n", "line 4: 'noon' is not a time with its zone"),
        (
            "game: hold-em\nlimits: no limit 2\nstakes: 9 9\nexposed card use: eat\n",
            "line 4: 'eat' is not a value of exposed card use: expected burn or discard",
        ),
    ],
)
def test_a_head_that_opens_no_table_names_the_line(head: str, why: str) -> None:
    assert why in trouble(head, code=2)


def test_a_file_that_is_not_there_is_named() -> None:
    result = CliRunner().invoke(app, ["deal", "--script", "nowhere.txt"])
    assert (result.exit_code, result.stderr) == (
        2,
        "pokerroom: nowhere.txt: it cannot be read: No such file or directory\n",
    )


@pytest.mark.parametrize("view", ["S1", "S2", "S3", "spectator", "dealer"])
def test_a_viewer_is_told_only_what_they_may_see(view: str) -> None:
    """Neither the events nor the dealer's own lines give a hole card away."""
    output = run_example("exposed-card.txt", "--view", view).split("Showdown")[0]
    for seat, held in (("S1", "As Kd"), ("S2", "4c Td"), ("S3", "Qc Qd")):
        for card in held.split():
            assert (card in output) == (view == seat), f"{card} of {seat} as {view} is told it"
    assert "9h" in output, "everybody saw the exposed card"
    assert "The exposed nine" not in output, "a comment may say anything"


def test_a_refusal_names_no_card_that_the_viewer_has_not_seen() -> None:
    text = f"{HOLD_EM}deal S1 As Kd\nS3 calls\nS1 calls\nS2 checks\nrefused: deal board As 2c 3c\n"
    assert "As is already out of the deck" in told(text)
    hidden = told(text, "--view", "S2")
    assert "?? is already out of the deck" in hidden
    assert "As" not in hidden


@pytest.mark.parametrize("view", ["S9", "cat"])
def test_nobody_looks_on_from_a_seat_that_is_not_there(view: str) -> None:
    assert run(f"{HOLD_EM}deal\n", "--view", view).exit_code == 2


@pytest.mark.parametrize("name", [path.name for path in sorted(EXAMPLES.glob("*.txt"))])
def test_the_log_replays_to_the_stakes_that_were_told(name: str, tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    output = plain(run_example(name, "--log", str(file)))
    log = events(file)
    state = replay(log)
    told_last = [
        f"Seat {seat + 1} ${before // 100} ${after // 100}" for seat, (before, after) in ends(log, state.stacks)
    ]
    assert all(line in output for line in told_last)


def events(file: Path) -> list[Event]:
    return [msgspec.json.decode(line, type=Event) for line in file.read_bytes().splitlines()]


def ends(log: list[Event], after: tuple[int, ...]) -> list[tuple[int, tuple[int, int]]]:
    return list(enumerate(zip(log[0].stacks, after, strict=True)))  # type: ignore[union-attr]  # a log begins with its opening


def test_the_log_of_a_viewer_holds_what_they_may_see(tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    run_example("dead-round.txt", "--view", "S2", "--log", str(file))
    log = events(file)
    dealt = next(event for event in log if isinstance(event, CardsDealt))
    assert cards_text(dealt.cards) == "?? Th ?? ?? Td ??"
    assert set(next(event for event in log if isinstance(event, DeckShuffled)).deck) == {UNKNOWN}
    assert isinstance(log[-2], RoundDied)


def test_the_log_is_written_as_far_as_a_refused_script_came(tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    result = run(f"{HOLD_EM}deal\nmisdeal: shuffle or cut\nS3 calls\n", "--log", str(file))
    assert result.exit_code == 1
    assert isinstance(events(file)[-2], Misdealt)


def test_the_guide_and_the_help_show_every_form_of_a_line() -> None:
    guide = (ROOT / "docs/dealing.md").read_text(encoding="utf-8")
    help_text = CliRunner().invoke(app, ["deal", "--help"]).stdout
    for heading in FORMS:
        assert heading in guide
        assert heading in help_text
    for form in all_forms():
        assert f"`{form.example.replace('|', chr(92) + '|')}`" in guide
        assert form.example in help_text


def test_every_example_of_a_form_is_read_by_that_form() -> None:
    for form in all_forms():
        example = form.example.replace("[", "").replace("]", "")
        assert form.pattern.fullmatch(example), example


def test_cards_are_hidden_but_not_in_what_somebody_said() -> None:
    line = "S1's hand is known: AsKd ??, by Ace Tens and Bo"
    assert cards_hidden(line) == "S1's hand is known: ?? ?? ??, by Ace Tens and Bo"
    assert cards_hidden('ruling by Al, dealer, on 14.1: "As is seen"; let stand: S1 shows As') == (
        'ruling by Al, dealer, on 14.1: "As is seen"; let stand: S1 shows ??'
    )


VOCABULARY = (
    "deal S1 S2 S3 S1's hand is known: As Kd ?? | board burn exposed then folds calls bets raises to 5 says pushes 25 "
    'misdeal: skipped player off the table: by refused: reshuffle leaves swept shows # , draws plays on "raise"'
)
WORDS = st.sampled_from(VOCABULARY.split())
SEATS = st.sampled_from(("S1", "S2", "S3"))
LIKELY = st.builds(
    lambda form, seat: form.example.replace("S1", seat).replace("[", "").replace("]", ""),
    st.sampled_from(list(all_forms())),
    SEATS,
)


@given(st.lists(LIKELY | st.lists(WORDS, max_size=7).map(" ".join), max_size=8))
def test_whatever_is_written_is_followed_refused_or_not_understood(lines: list[str]) -> None:
    result = run("\n".join([HOLD_EM, "deal", *lines]))
    assert result.exit_code in (0, 1, 2)
    assert result.exception is None or isinstance(result.exception, SystemExit)
