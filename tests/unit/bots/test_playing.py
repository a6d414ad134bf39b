"""How opponents play: they win from plain players, each in its own way, and take about as long as people."""

import subprocess
import sys
from collections import Counter
from random import Random
from statistics import mean

import pytest
from msgspec.structs import replace

from pokerroom.bots import PERSONALITIES, Opponent, Personality, personality_of
from pokerroom.bots.draws import sound_keeps
from pokerroom.bots.estimate import equities
from pokerroom.bots.names import NAMES
from pokerroom.bots.personality import AGGRESSIVE, CALLING, LOOSE, SOLID, TIGHT
from pokerroom.bots.spot import Spot, read
from pokerroom.cards import DECK, UNKNOWN, cards_text, parse_cards
from pokerroom.games import PERMITTED
from pokerroom.odds import Effort, equity
from pokerroom.play import (
    Bet,
    Call,
    Freeze,
    MayCheck,
    MayFreeze,
    MayPlayOn,
    PlayOn,
    Raise,
    Seat,
    Stage,
    View,
    view,
)
from pokerroom.ranking import Ranking
from tests.conftest import ROOT
from tests.unit.bots.arena import Decision, law, opened, opponent, plain, play, shuffled, table_of, winnings


@pytest.mark.parametrize("key", ["hold-em", "seven-card-stud-high-low", "badugi"])
def test_an_opponent_wins_from_plain_players(key: str) -> None:
    won = winnings(table_of(law(key)), opponent(SOLID), plain, rounds=160, seats=6, seed=key)
    assert mean(won) > 0


def played_together(key: str, rounds: int) -> list[tuple[Personality, Decision]]:
    """All characters at one table, each in every place."""
    made = []
    for number in range(rounds):
        chance = Random(f"{key} {number}")
        order = chance.sample(PERSONALITIES, len(PERSONALITIES))
        minds = [Opponent(each, chance).choose for each in order]
        decided, _ = play(opened(table_of(law(key)), 6, shuffled(DECK, chance), number % 6), minds, chance)
        made += [(order[each.command.seat], each) for each in decided if each.seen.stage is Stage.BETTING]
    return made


def test_characters_differ_in_how_often_they_play_and_how_often_they_raise() -> None:
    entered: Counter[str] = Counter()
    raised: Counter[str] = Counter()
    called: Counter[str] = Counter()
    for who, made in played_together("hold-em", 150):
        entered[who.name] += made.seen.street == "pre-flop" and isinstance(made.command, (Bet, Call, Raise))
        raised[who.name] += isinstance(made.command, (Bet, Raise))
        called[who.name] += isinstance(made.command, Call)
    assert entered[TIGHT.name] < entered[AGGRESSIVE.name] < entered[LOOSE.name]
    assert entered[TIGHT.name] * 1.5 < entered[CALLING.name]
    per_call = {each.name: raised[each.name] / called[each.name] for each in PERSONALITIES}
    assert per_call[CALLING.name] * 2 < per_call[LOOSE.name] < per_call[AGGRESSIVE.name]


def test_a_name_always_goes_with_the_same_character_and_every_character_has_names() -> None:
    assert {personality_of(name) for name in NAMES} == {*PERSONALITIES}
    assert personality_of("Otto") is personality_of("Otto")


def staged(key: str, own: str, *, seats: int = 2, board: str = "", stage: Stage = Stage.BETTING) -> View:
    """The first decision of a round, with these cards in place of those dealt."""
    state = opened(table_of(law(key)), seats, DECK, 0)
    assert state.turn is not None
    seen = view(state, state.turn)
    cards, mine = parse_cards(own), seen.seats[state.turn]
    dealt = replace(mine, down=cards[: len(cards) - len(mine.up)], up=cards[len(cards) - len(mine.up) :])
    others = [replace(each, up=(UNKNOWN,) * len(each.up)) for each in seen.seats]
    others[state.turn] = dealt
    return replace(seen, seats=tuple(others), board=parse_cards(board), stage=stage)


def equity_of(spot: Spot, *, respect: float = 0.0) -> float:
    return mean(equities(spot, [spot.own], respect=respect, seed=seed)[0] for seed in range(12))


@pytest.mark.parametrize(
    ("key", "own"),
    [
        ("hold-em", "As Ac"),
        ("hold-em", "7s 2c"),
        ("omaha-high-low-eight", "As 2c Kd Kh"),
        ("seven-card-stud-high-low-eight", "As 4c 5d"),
        ("mambo-stud", "Qs Qc"),
    ],
)
def test_an_estimate_is_what_the_odds_engine_answers(key: str, own: str) -> None:
    answer = equity(key, [own.replace(" ", ""), "random"], effort=Effort(samples=20_000, seed=1))
    assert equity_of(read(staged(key, own))) == pytest.approx(answer.players[0].equity.value, abs=0.03)


@pytest.mark.parametrize("key", sorted({game.key for game in PERMITTED}))
def test_cards_nobody_has_seen_take_an_equal_share(key: str) -> None:
    game = law(key)
    spot = read(staged(key, cards_text(DECK[: len(view(opened(table_of(game), 3, DECK, 0), Seat(0)).seats[0].down)])))
    blind = spot._replace(own=(), down=(), seen=(), street=0, drawn=0)
    assert mean(equities(blind, [()], respect=0.0, seed=seed)[0] for seed in range(12)) == pytest.approx(0.5, abs=0.03)


def test_those_who_raise_are_believed_to_hold_more() -> None:
    spot = read(staged("hold-em", "Qs Qc"))
    loud = spot._replace(rivals=tuple(each._replace(claim=3.0) for each in spot.rivals))
    assert equity_of(loud, respect=1.0) < equity_of(spot, respect=1.0) - 0.05


def test_those_who_stand_pat_are_believed_to_hold_more() -> None:
    spot = read(staged("five-card-draw-high", "As Ad 9c 5h 2s"))._replace(street=1, drawn=1, to_draw=0)
    pat, drew = (spot._replace(rivals=tuple(each._replace(thrown=count) for each in spot.rivals)) for count in (0, 3))
    assert equity_of(pat) < equity_of(drew) - 0.3


@pytest.mark.parametrize(
    ("ranking", "hand", "to_come", "kept"),
    [
        (Ranking.BADUGI, "As 2c 3d 4h", 2, "As 2c 3d 4h"),
        (Ranking.BADUGI, "As 2c 3d 3h", 2, "As 2c 3d"),
        (Ranking.BADUGI, "As 2s 7d Kh", 2, "As 7d"),
        (Ranking.BADUGI, "Js 2c 3d 4h", 0, "2c 3d 4h Js"),
        (Ranking.LOW_DEUCE_TO_SEVEN, "7s 5c 4d 3h 2s", 2, "2s 3h 4d 5c 7s"),
        (Ranking.LOW_DEUCE_TO_SEVEN, "7s 5c 4d 3h As", 2, "3h 4d 5c 7s"),
        (Ranking.LOW_ACE_TO_FIVE, "As 2c 2d 6h Ks", 0, "As 2d 6h"),
        (Ranking.HIGH_FIVE, "As Ks Qs Js 9s", 0, "As Ks Qs Js 9s"),
        (Ranking.HIGH_FIVE, "As Ac 9d 9h 2s", 0, "As Ac 9d 9h"),
        (Ranking.HIGH_FIVE, "2s 6s 9s Js Kd", 0, "2s 6s 9s Js"),
        (Ranking.HIGH_FIVE, "5s 6d 7c 8h Kd", 0, "5s 6d 7c 8h"),
    ],
)
def test_what_a_sound_player_keeps_is_weighed_first(ranking: Ranking, hand: str, to_come: int, kept: str) -> None:
    assert cards_text(sound_keeps(ranking, parse_cards(hand), to_come)[0]) == kept


def test_super_stud_is_entered_with_the_best_of_the_cards() -> None:
    seen = staged("super-seven-card-stud-high", "As Ac 7d 2h Ah")
    command = Opponent(SOLID, Random(1)).choose(seen)
    assert isinstance(command, (Bet, Call, Raise)) or type(command).__name__ == "PostForcedBet"
    given_up = command.discard if hasattr(command, "discard") else ()
    assert not {*given_up} & {*parse_cards("As Ac")}


@pytest.mark.parametrize(
    ("own", "answer"), [("As Ac Ah Ad Kc 9d 2h", PlayOn), ("2s 3c 4h 7d 8c Td Jh", Freeze)], ids=["best", "worst"]
)
def test_one_whose_last_card_was_exposed_plays_on_with_a_good_hand_only(own: str, answer: type) -> None:
    seen = staged("seven-card-stud-high", "As Ac Ah")
    mine = replace(seen.seats[0], down=parse_cards(own)[:3], up=parse_cards(own)[3:])
    rival = replace(seen.seats[1], up=parse_cards("Qs Qd Qh 5c"))
    rule = seen.offers[0].rule
    choosing = replace(
        seen,
        viewer=Seat(0),
        street="seventh",
        stage=Stage.CHOOSING,
        seats=(mine, rival),
        offers=(MayFreeze(rule), MayPlayOn(rule)),
    )
    assert isinstance(Opponent(SOLID, Random(3)).choose(choosing), answer)


def test_a_close_choice_takes_longer_than_a_matter_of_course() -> None:
    close, clear = (staged("hold-em", own) for own in ("9s 2c", "As Ac"))
    seconds = [mean(Opponent(SOLID, Random(n)).think_seconds(each) for n in range(60)) for each in (close, clear)]
    assert seconds[0] > seconds[1]
    assert 0.5 < seconds[1] < seconds[0] < 6


FIRST_VIEW = (
    "import sys, time; from random import Random; from pokerroom.bots import *; from pokerroom.bots import warming;"
    "from tests.unit.bots.arena import *;"
    "seen = view(opened(table_of(law('hold-em')), 3, DECK, 0), Seat(0));"
    "plainly = lambda: Opponent(PERSONALITIES[0], Random(5)).choose(seen) == choose(seen, Random(5));"
)


@pytest.mark.parametrize(
    "script",
    [
        "assert plainly(); assert 'numpy' not in sys.modules",
        "sys.modules['numba'] = None; warm_in_background(); warm(); assert not warming.is_warm(); assert plainly()",
        "warm_in_background(); assert plainly()\nwhile not warming.is_warm(): time.sleep(0.1)",
    ],
    ids=["before it is ready", "where Numba is absent", "until it is ready"],
)
def test_an_opponent_that_cannot_estimate_plays_plainly(script: str) -> None:
    subprocess.run([sys.executable, "-c", FIRST_VIEW + script], check=True, timeout=200, cwd=ROOT)


def test_nobody_checks_every_strong_hand_or_bets_every_weak_one() -> None:
    """Over many rounds each character sometimes bets and sometimes checks when it is free to do either."""
    acts: dict[str, Counter[str]] = {each.name: Counter() for each in PERSONALITIES}
    for who, made in played_together("hold-em", 60):
        if any(isinstance(offer, MayCheck) for offer in made.seen.offers):
            acts[who.name][type(made.command).__name__] += 1
    for name, counted in acts.items():
        assert counted["Check"] > 0, name
        assert counted["Check"] < counted.total(), name
