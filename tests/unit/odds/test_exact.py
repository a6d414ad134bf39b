"""Every deal counted: published figures, two ways that must agree, and one dealt by hand."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from pokerroom.cards import Card
from pokerroom.odds import Answer, Effort, QuestionError, ask, equity, exact
from pokerroom.odds.question import Question
from pokerroom.odds.showdown import Tally, together
from pokerroom.play import Seat, procedure
from pokerroom.play.pots import best_of, qualified
from pokerroom.ranking.bulk import engine, masks_of, use_engine
from pokerroom.rules.clauses import Game
from pokerroom.rules.house import Fixed, HouseRules, letter

EVERY_DEAL = Effort(every_deal=True)


@pytest.fixture
def plain_numpy() -> Iterator[None]:
    usual = engine()
    use_engine("numpy")
    yield
    use_engine(usual)


def counted(plan: exact.Plan | None) -> Tally:
    assert plan is not None
    total: Tally = {}
    for part in plan.parts().each:
        total = together(total, part())
    return total


def test_aces_against_kings_in_hold_em() -> None:
    aces, kings = (answer := equity("hold-em", ["AsAh", "KdKc"])).players
    assert (answer.method, answer.deals, answer.complete, answer.seed) == ("exact", 1_712_304, True, None)
    assert (aces.wins, aces.ties) == (1_388_072, 6_538)
    assert (kings.wins, kings.ties) == (1_712_304 - 1_388_072 - 6_538, 6_538)
    assert aces.equity.value == pytest.approx((1_388_072 + 6_538 / 2) / 1_712_304, abs=1e-12)
    assert aces.equity.error == 0


def test_aces_against_kings_in_omaha() -> None:
    aces, _ = (answer := equity("omaha-high", ["AsAhJsTh", "KdKcQdQc"])).players
    assert (answer.method, answer.deals) == ("exact", 1_086_008)
    assert (aces.wins, aces.ties) == (658_398, 52)


def test_aces_against_any_hand() -> None:
    aces, _ = (answer := equity("hold-em", ["AA", "random"], effort=EVERY_DEAL)).players
    assert answer.deals == 6 * 1225 * 1_712_304
    assert aces.equity.value == pytest.approx(0.85203, abs=1e-5)


@pytest.mark.parametrize(
    ("key", "hands", "dead"),
    [
        ("hold-em", ["AsKs", "QdJd", "7c6c"], "2s3s4s5s"),
        ("hold-em", ["AsKd", "AhKc", "AdKs"], "2c2d2h2s3c3d3h3s4c4d4h4s5c5d"),
        ("omaha-high", ["AsAhJsTh", "KdKcQdQc"], "2c2d2h2s3c3d3h3s4c4d4h4s"),
        ("omaha-high-low-eight", ["As2s3hKh", "8d7d6c5c", "AdKdQdJd"], "2c2d9h9s3c3dThTs4cJcQh"),
        ("hold-em", ["AK", "QQ"], "2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s6c6d6h6s7c7d"),
    ],
)
def test_boards_by_class_are_the_boards_one_by_one(key: str, hands: list[str], dead: str) -> None:
    question = ask(key, hands, dead=dead)
    assert counted(exact.class_plan(question)) == counted(exact.join_plan(question))


@pytest.mark.usefixtures("plain_numpy")
@pytest.mark.parametrize(
    ("key", "hands", "dead"),
    [
        ("hold-em", ["AsKd", "QhQs"], ""),
        ("hold-em", ["AsKs", "AhKh", "7c7d"], "2s3d4h"),
        ("hold-em", ["AK", "QQ+", "2c2d"], ""),
        ("omaha-high", ["AsAhJsTh", "KdKcQdQc"], "2s2d"),
        ("omaha-high-low-eight", ["As2s3hKh", "8d7d6c5c", "AdKdQdJd"], "4s4d"),
    ],
)
def test_numpy_alone_deals_the_same_boards_by_class(key: str, hands: list[str], dead: str) -> None:
    question = ask(key, hands, dead=dead)
    alone = counted(exact.class_plan(question))
    use_engine("numba")
    assert counted(exact.class_plan(question)) == alone


@pytest.mark.usefixtures("plain_numpy")
@pytest.mark.parametrize(
    ("key", "hands", "board"),
    [
        ("hold-em", ["AsKs", "QQ+", "76s"], "2c7d9h"),
        ("omaha-high-low-eight", ["As2s3hKh", "8d7d6c5c"], "2c7h9h"),
        ("seven-card-stud-high-low-eight", ["AsAd2c3c5h", "KsKdKh7s8s4d"], ""),
        ("mambo-stud", ["As2s3d", "KhKd"], ""),
    ],
)
def test_numpy_alone_counts_the_same(key: str, hands: list[str], board: str) -> None:
    question = ask(key, hands, board=board)
    alone = counted(exact.plan(question))
    use_engine("numba")
    assert counted(exact.plan(question)) == alone


def dealt_by_hand(question: Question) -> tuple[int, list[Fraction]]:
    """Deals, and each player's part of them, by the functions that divide a pot at the table."""
    table = procedure(question.game, sign(question.game))
    seats = tuple(Seat(number) for number in range(question.players))
    totals = [Fraction(0) for _ in seats]
    deals = 0
    for hands, board in every_deal(question):
        deals += 1
        wins = []
        for plan in table.shares:
            strengths = {seat: plan.rank(hands[seat], board) for seat in seats}
            best = best_of(seats, qualified(plan, strengths))
            if best:
                wins.append(best[1])
        for winners in wins:
            for seat in winners:
                totals[seat] += Fraction(1, len(wins) * len(winners))
    return deals, totals


def sign(played: Game) -> HouseRules:
    if played.has_button:
        return letter(Fixed(200, 400), blinds=(100, 200))
    return letter(Fixed(200, 400), forced_bet=100)


Deal = tuple[list[tuple[Card, ...]], tuple[Card, ...]]


def every_deal(question: Question) -> Iterator[Deal]:
    def to_players(number: int, hands: list[tuple[Card, ...]], live: frozenset[Card]) -> Iterator[Deal]:
        if number == question.players:
            for more in combinations(sorted(live), question.to_come):
                yield hands, question.board + more
            return
        held = question.holdings[number]
        for row in held.hands.tolist():
            known = tuple(map(Card, row))
            if held.choices > 1 and not live.issuperset(known):
                continue
            for more in combinations(sorted(live - set(known)), held.missing):
                yield from to_players(number + 1, [*hands, known + more], live - {*known, *more})

    return to_players(0, [], frozenset(question.live))


@pytest.mark.parametrize(
    ("key", "hands", "board", "dead"),
    [
        ("omaha-high-low-eight", ["As2s3hKh", "8d7d6c5c", "AdAcQhJh"], "4h6sKd", ""),
        ("omaha-high-low-eight", ["As2s3hKh", "Ah2h3sKs"], "4d6cTdTc", ""),
        ("omaha-high", ["AAKKds", "QsJsTh9h"], "Qh8c2d7s", ""),
        ("seven-card-stud-high-low-eight", ["AsAd2c3c5h7d", "KsKdKh7s8s4d"], "", "2d2h"),
        ("seven-card-stud-high-low", ["AsAd2c3c5h7d", "KsKdKh7s8s4d"], "", ""),
        ("seven-card-stud-low", ["As2d3c9c9h9d", "Ks2s4h7s8s4d"], "", ""),
        ("seven-card-stud-high", ["As2d3c9c9h", "Ks2s4h7s8s"], "Kd", ""),
        ("mambo-stud", ["As2s", "5d6h6c", "AhKh3d"], "", ""),
        ("mambo-stud", ["A23r", "KKK"], "5c", ""),
        ("badugi", ["As2d3c/Kc", "4s5d6c7h", "Ah2c3s/Kd"], "", ""),
        ("triple-draw-deuce-to-seven", ["2s3d4c7h/Kc", "2d3s5h/KhKs"], "", ""),
        ("five-card-draw-low", ["As2d3c4h", "Ks2s3h4c5d"], "", ""),
        ("five-card-draw-high", ["AsAd/7h5c2d", "KsKd9c9d/2c"], "", "3c3d3h3s4c4d4h4s6c6d6h6s7c7d7s8c8d8h8s"),
        ("five-card-stud", ["AsAdKs", "QsQdQh2c"], "", "3c3d3h3s"),
        ("hold-em", ["AsKs", "QQ, 76s", "AhJc"], "Ts7s2d", ""),
        ("hold-em", ["AsKs", "AhKh", "AdKd"], "QcJcTc2d", ""),
    ],
)
def test_a_pot_is_divided_as_at_the_table(key: str, hands: list[str], board: str, dead: str) -> None:
    question = ask(key, hands, board=board, dead=dead)
    answer = equity(key, hands, board=board, dead=dead, effort=EVERY_DEAL)
    deals, totals = dealt_by_hand(question)
    assert answer.deals == deals
    for player, total in zip(answer.players, totals, strict=True):
        assert player.equity.value == pytest.approx(float(total / deals), abs=1e-12)
    check_sums(answer)


def check_sums(answer: Answer) -> None:
    assert sum(player.equity.value for player in answer.players) == pytest.approx(1)
    for player in answer.players:
        assert sum(figure.value for figure in player.shares.values()) == pytest.approx(player.equity.value)
        assert player.scoop.value <= player.win.value + 1e-12


def test_equal_hands_share_equally() -> None:
    one, other = equity("hold-em", ["AsKd", "AhKc"]).players
    assert one.equity.value == pytest.approx(other.equity.value) == pytest.approx(0.5)
    assert one.tie.value > 0.9


def test_three_equal_hands_divide_by_three() -> None:
    answer = equity("hold-em", ["AsKs", "AhKh", "AdKd"], board="QcJcTc2d2h")
    assert [player.equity.value for player in answer.players] == pytest.approx([1 / 3] * 3)
    assert [(player.wins, player.ties) for player in answer.players] == [(0, 1)] * 3


def test_without_a_low_the_high_hand_scoops() -> None:
    high, low = equity("omaha-high-low-eight", ["KsKdQsQd", "As2s3s4s"], board="KhQhJc9c9d").players
    assert (high.scoop.value, high.shares["high"].value, low.equity.value) == (1, 1, 0)


def test_high_and_low_take_half_each() -> None:
    high, low = equity("omaha-high-low-eight", ["KsKdQsQd", "As2s3s9s"], board="KhQh4c5c7d").players
    assert (high.win.value, high.scoop.value, high.equity.value) == (1, 0, 0.5)
    assert (low.shares["low"].value, low.shares["high"].value, low.win.value) == (0.5, 0, 1)


def test_a_quartered_low_is_a_quarter_of_the_pot() -> None:
    answer = equity("omaha-high-low-eight", ["KsKdAsAd", "Ah2h9s9d", "Ac2c9h9c"], board="KhQh4c5d7d")
    king, *lows = answer.players
    assert king.shares["high"].value == 0.5
    assert [(low.shares["low"].value, low.win.value, low.tie.value) for low in lows] == [(0.25, 0, 1)] * 2


def test_classes_of_suits_count_every_deal_of_hands_once() -> None:
    question = ask("hold-em", ["AA", "KK+"], dead="2c")
    masks = [masks_of(held.hands) for held in question.holdings]
    dealt = exact.fitting(masks)
    rows = np.stack([of[column] for of, column in zip(masks, dealt.T, strict=True)], axis=1)
    chosen, times = exact.suit_classes(rows, question.dead)
    assert times.sum() == len(rows) == 6 * (6 + 1)
    assert len(chosen) < len(rows)


def test_a_dead_card_holds_its_suit_apart() -> None:
    """Clubs are not spades once the two of clubs is dead."""
    masks = masks_of([[48, 49], [50, 51]])[:, None]
    assert len(exact.suit_classes(masks, ())[0]) == 1
    assert len(exact.suit_classes(masks, (Card(0),))[0]) == 2


@pytest.mark.parametrize("count", [1, 2, 3, 10, 97, 1000])
def test_parts_are_scattered_but_each_is_done_once(count: int) -> None:
    numbers = [*exact.scattered(count)]
    assert sorted(numbers) == [*range(count)]


def test_a_hand_may_be_completed_in_every_way_once() -> None:
    question = ask("five-card-draw-high", ["AsAdAc/2c3c", "KsKdKcKh"])
    hands = exact.completed(question, question.holdings[0]).tolist()
    assert len({tuple(sorted(hand)) for hand in hands}) == len(hands) == 43 * 42 // 2
    assert not {card for hand in hands for card in hand} & {*question.dead, *question.holdings[1].hands[0].tolist()}


def test_too_much_is_not_counted_even_if_wanted() -> None:
    with pytest.raises(QuestionError, match="deals are too many to count"):
        equity("seven-card-stud-high", ["random"] * 6, effort=EVERY_DEAL)


def test_the_hands_joined_at_a_time_are_bounded() -> None:
    question = ask("seven-card-stud-high", ["AsAd2c", "KsKd2d"])
    plan = exact.join_plan(question)
    assert plan is not None
    parts = plan.parts()
    hands = [exact.hands_of(question, held) for held in question.holdings]
    assert parts.number >= hands[0] * hands[1] / exact.JOINED_AT_ONCE["numba"]
    first = next(parts.each)()
    assert sum(first.values()) <= exact.JOINED_AT_ONCE["numba"]


def test_every_card_left_is_as_likely_as_any_other() -> None:
    """One card to come: each of the 44 once."""
    question = ask("hold-em", ["AsKs", "QdQc"], board="Ts7s2d3c")
    met: Counter[int] = Counter()
    for _, board in every_deal(question):
        met[board[-1]] += 1
    assert set(met.values()) == {1}
    assert sum(counted(exact.plan(question)).values()) == len(met) == 44
