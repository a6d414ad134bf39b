"""N.J.A.C. 13:69F-14.11: omaha, two of four cards with three of five, for high or split, and its optional kill."""

import pytest

from pokerroom.cards import SUITS
from pokerroom.games import game
from pokerroom.play import (
    Code,
    KillButton,
    MayBet,
    MayCall,
    MayCheck,
    MayFold,
    MayRaise,
    OpenRound,
    Refusal,
    procedure,
    start,
)
from pokerroom.play.events import (
    AntesPosted,
    BettingRoundOpened,
    BlindPosted,
    CardBurned,
    CardsDealt,
    PotAwarded,
    RoundOpened,
    ShowdownOpened,
)
from pokerroom.ranking import Ranking, Strength, describe
from pokerroom.rules.clauses import Game
from pokerroom.rules.house import (
    Fixed,
    HouseRules,
    HouseRulesError,
    KillOption,
    NoLimit,
    OddUnits,
    PotLimit,
    Spread,
    letter,
)
from tests.spec_marks import scenario, spec
from tests.tables import Table, cents, contest, name, names, open_round, opening_refused, seat

HIGH = game("omaha-high")
EIGHT = game("omaha-high-low-eight")
LIMIT = letter(Fixed(400, 800), blinds=(200, 400))

QUARTERED = ("As 4c Ks Kh", "Ah 4d Qc Jc", "9s 9h Ts Th")
"""S1 has four kings, and ties S2 for the low; S3 only pays."""
QUARTERED_BOARD = "2c 3d 8s Kd Kc"

TIED_HIGHS = ("Jh Tc Kd Kc", "Js Th Qd Qc", "Ah 4c Qs Qh")
"""S1 and S2 have the same straight, S3 the low."""
TIED_HIGHS_BOARD = "9h 8d 7c 2s 3d"


def kill_table(
    option: KillOption, holder: str, *, players: int = 6, house: HouseRules | None = None, stacks: float = 100
) -> Table:
    """A round at 4/8 with blinds 2 and 4, the kill in effect; nobody holds the button where no holder is named."""
    sign = house or letter(Fixed(400, 800), blinds=(200, 400), kill=option)
    button = KillButton(option, seat(holder) if holder else None)
    return open_round(EIGHT, sign, players=players, stacks=stacks, kill=button)


def posted(table: Table) -> dict[str, int]:
    """What each player put in before the cards, in cents."""
    return {name(event.seat): event.amount for event in table.all(BlindPosted)}


def award_of(table: Table, share: str) -> PotAwarded:
    (award,) = [each for each in table.all(PotAwarded) if each.share == share]
    return award


def words(table: Table, share: str) -> str:
    """The hand that won the share."""
    strength = award_of(table, share).strength
    assert strength is not None
    return describe(Ranking.HIGH_FIVE if share == "high" else Ranking.LOW_ACE_TO_FIVE, Strength(strength))


@spec("R-14.11-a")
def test_high_and_eight_or_better_are_dealt_and_bet_alike_and_differ_at_the_showdown() -> None:
    high, eight = (
        open_round(rules, LIMIT, hands=("As 2d Kc Qc", "Ks Kh 9d 9c"), board="3c 5d 8h Kd Jh")
        for rules in (HIGH, EIGHT)
    )
    for table in (high, eight):
        table.play("S1 calls; S2 checks; S1 bets 4; S2 calls; S1 checks; S2 checks; S1 checks; S2 checks")
    assert high.log[0] != eight.log[0]
    assert isinstance(high.log[0], RoundOpened)
    assert high.log[1:] == eight.log[1:]
    high.stay()
    eight.stay()
    assert high.won() == {"S2": 16}
    assert eight.won() == {"S1": 8, "S2": 8}


@spec("R-14.11-b.1")
@pytest.mark.parametrize("rules", [HIGH, EIGHT])
def test_ten_players_are_dealt_in_and_an_eleventh_is_not(rules: Game) -> None:
    assert len(open_round(rules, LIMIT, players=10).only(CardsDealt).cards) == 40
    refusal = opening_refused(rules, LIMIT, players=11)
    assert (refusal.code, refusal.paragraph) == (Code.TOO_MANY_PLAYERS, "14.11(b)")


@spec("R-14.11-b.2")
def test_a_posted_ante_comes_from_every_player() -> None:
    table = open_round(HIGH, letter(Fixed(400, 800), blinds=(200, 400), ante=100), players=5)
    antes = table.only(AntesPosted)
    assert (antes.amounts, antes.rule.paragraph) == ((100,) * 5, "14.11(b)")
    assert table.log.index(antes) < table.log.index(table.only(CardsDealt))


@spec("R-14.11-c", "R-14.11-d")
def test_four_cards_go_round_face_down_from_the_left_of_the_button_which_receives_last() -> None:
    table = open_round(HIGH, LIMIT, players=6, button="S3")
    dealt = table.only(CardsDealt)
    assert names(dealt.seats) == ("S4", "S5", "S6", "S1", "S2", "S3")
    assert [face.value for face in dealt.faces] == ["down"] * 4
    assert dealt.rule.paragraph == "14.11(d)"
    assert all(len(hand) == 4 for hand in table.state.down)
    assert posted(table) == {"S4": 200, "S5": 400}
    assert table.turn == "S6"


@spec("R-14.11-d")
def test_ten_hands_take_forty_cards() -> None:
    table = open_round(HIGH, LIMIT, players=10)
    assert len(table.only(CardsDealt).cards) == 40
    assert table.stub == 12


@spec("R-14.11-e")
def test_blinds_flop_turn_and_river_are_those_of_hold_em() -> None:
    table = open_round(HIGH, LIMIT, players=4)
    assert {event.rule.paragraph for event in table.all(BlindPosted)} == {"14.10(d)"}
    table.stay()
    assert [event.rule.paragraph for event in table.all(BettingRoundOpened)] == [
        "14.10(f)",
        "14.10(g)",
        "14.10(g)",
        "14.10(g)",
    ]
    assert [event.rule.paragraph for event in table.all(CardBurned)] == ["14.10(g)", "14.10(h)", "14.10(i)"]
    assert len(table.state.board) == 5
    assert table.stub == 52 - 16 - 8


@scenario("OM-01")
@spec("R-14.11-f.1", "R-14.11-f-1")
def test_one_heart_in_the_hand_makes_no_flush_with_four_on_the_board() -> None:
    table = contest(HIGH, ("Ah Ac 7d 7c", "8h 3h Jd Jc"), (20, 20), board="Kh Qh 9h 4h 2s")
    assert table.won() == {"S2": 40}
    assert words(table, "high") == "king-high flush: K-Q-9-8-3"
    assert award_of(table, "high").rule.paragraph == "14.11(f)1"


@spec("R-14.11-f.1")
def test_a_hand_on_the_board_is_nobodys_for_only_three_of_it_play() -> None:
    table = contest(HIGH, ("2c 2d 7h 7c", "Ah Ad 3c 4d"), (20, 20), board="As Ks Qs Js Ts")
    assert table.won() == {"S2": 40}
    assert words(table, "high") == "three-of-a-kind, aces, K-Q kickers"


@spec("R-14.11-f.1")
def test_three_of_a_kind_in_the_hand_plays_as_a_pair() -> None:
    table = contest(HIGH, ("Qs Qh Qd 2c", "Ks 9d 8d 2d"), (20, 20), board="Kh 7c 6s 3h 3c")
    assert table.won() == {"S2": 40}
    assert words(table, "high") == "two pairs, kings and threes, nine kicker"


@scenario("OM-03")
@spec("R-14.11-g.2")
def test_two_low_cards_on_the_board_make_no_low_and_the_high_hand_takes_all() -> None:
    hands = ("2c 3c 4d 5s", "Kd 9c 9d 6s", "8s 8h 8d 8c")
    table = contest(EIGHT, hands, (25, 25, 1), board="As 7d Kc Qh Td", folded=("S3",))
    assert table.only(PotAwarded).share == "high"
    assert table.won() == {"S2": 51}


@spec("R-14.11-g.2")
def test_a_nine_low_does_not_qualify() -> None:
    table = contest(EIGHT, ("As 2d Kc 7c", "Th Td 9d 9c"), (25, 25), board="9s 3c 4d Jh Tc")
    assert table.won() == {"S2": 50}
    assert table.only(PotAwarded).share == "high"


@spec("R-14.11-g.2")
def test_the_worst_eight_low_qualifies() -> None:
    table = contest(EIGHT, ("5s 4d Jc Jd", "Ks Kh Qd Qc"), (25, 25), board="8s 7c 6d Kd Th")
    assert words(table, "low") == "8-7-6-5-4 low"
    assert table.won("low") == {"S1": 25}


@spec("R-14.11-f-2")
def test_the_best_high_and_the_best_qualifying_low_halve_the_pot() -> None:
    table = contest(EIGHT, ("As 2d Kc Qc", "Ks Kh 9d 9c"), (50, 50), board="3c 5d 8h Kd Jh")
    assert table.won("high") == {"S2": 50}
    assert table.won("low") == {"S1": 50}
    assert {award.rule.paragraph for award in table.all(PotAwarded)} == {"14.11(f)2"}


@scenario("OM-04")
@spec("R-14.11-f-2-i")
def test_an_ace_on_the_board_counterfeits_the_ace_in_the_hand() -> None:
    hands = ("2c 4d 9c 6c", "Ah 2d 5s Js", "Th Td 9s 9h")
    table = contest(EIGHT, hands, (40, 40, 5), board="As 3d 8c Kh Qh", folded=("S3",))
    assert words(table, "low") == "8-4-3-2-A low"
    assert words(table, "high").startswith("pair of aces")
    assert table.won("high") == {"S2": 43}
    assert table.won("low") == {"S1": 42}


@spec("R-14.11-f-2", "R-14.11-f-2-iii")
def test_a_tied_low_is_shared_and_one_player_takes_three_quarters() -> None:
    table = contest(EIGHT, QUARTERED, (40, 40, 20), board=QUARTERED_BOARD, folded=("S3",))
    assert table.won("high") == {"S1": 50}
    assert table.won("low") == {"S1": 25, "S2": 25}
    assert award_of(table, "low").odd_rule is None


@scenario("OM-06")
@spec("R-14.11-f-2-i", "R-14.11-f-2-iii", "R-14.11-f-2-iv")
def test_the_odd_dollar_of_the_pot_goes_to_the_high_and_that_of_a_tied_low_to_the_lowest_ace() -> None:
    table = contest(EIGHT, QUARTERED, (40, 40, 23), board=QUARTERED_BOARD, folded=("S3",))
    assert table.won("high") == {"S1": 52}
    low = award_of(table, "low")
    assert (names(low.seats), low.amounts) == (("S2", "S1"), (2600, 2500))
    assert low.odd_rule is not None
    assert (low.odd_rule.paragraph, low.odd_rule.reading) == ("14.11(f)2iii", "AMB-73")
    assert table.won() == {"S1": 77, "S2": 26}


@scenario("OM-07")
@spec("R-14.11-f-2-iii", "R-14.11-f-2-iv")
def test_a_card_of_the_board_that_both_lows_use_decides_nothing() -> None:
    hands = ("2s 3d Th 9c", "2c 3h 9h 8h", "Ks Kh Qs Qh")
    table = contest(EIGHT, hands, (40, 40, 19), board="Ac 4d 6h Ts Td", folded=("S3",))
    assert table.won("high") == {"S1": 50}
    assert table.won("low") == {"S1": 24, "S2": 25}


@spec("R-14.11-f-2-ii")
def test_tied_highs_share_and_the_odd_dollar_goes_to_the_highest_card_by_suit() -> None:
    table = contest(EIGHT, TIED_HIGHS, (34, 34, 34), board=TIED_HIGHS_BOARD)
    high = award_of(table, "high")
    assert (names(high.seats), high.amounts) == (("S2", "S1"), (2600, 2500))
    assert high.odd_rule is not None
    assert (high.odd_rule.paragraph, high.odd_rule.reading) == ("14.11(f)2ii", "AMB-72")
    assert table.won("low") == {"S3": 51}


@spec("R-14.11-f-2-i", "R-14.11-f-2-ii")
def test_the_odd_dollar_of_the_pot_joins_the_high_half_before_the_tied_highs_divide_it() -> None:
    hands = (*TIED_HIGHS, "5s 5c 6s 6c")
    table = contest(EIGHT, hands, (34, 34, 34, 1), board=TIED_HIGHS_BOARD, folded=("S4",))
    assert table.won("high") == {"S1": 26, "S2": 26}
    assert table.won("low") == {"S3": 51}


@spec("R-14.11-f-2-iv")
@pytest.mark.parametrize(("higher", "lower"), [("s", "h"), ("h", "d"), ("d", "c")])
def test_for_odd_dollars_spades_rank_over_hearts_over_diamonds_over_clubs(higher: str, lower: str) -> None:
    others = [each for each in SUITS if each not in {higher, lower}]
    hands = (f"J{lower} T{others[0]} Kd Kc", f"J{higher} T{others[1]} Qd Qc", "Ah 4c Qs Qh")
    table = contest(EIGHT, hands, (34, 34, 34), board=TIED_HIGHS_BOARD)
    assert table.won("high") == {"S1": 25, "S2": 26}


def test_where_the_house_looks_at_all_cards_held_the_highest_of_them_takes_the_odd_dollar() -> None:
    table = contest(EIGHT, TIED_HIGHS, (34, 34, 34), board=TIED_HIGHS_BOARD, suit_card_scope="all-cards")
    assert table.won("high") == {"S1": 26, "S2": 25}


def test_where_the_house_reads_lowest_as_worst_the_worst_low_card_decides() -> None:
    hands = ("As 7h Ks Qs", "Ah 7s Js Jd", "Td Th 9s 9h")
    board = "2c 4d 6h Kd Kc"
    lowest = contest(EIGHT, hands, (40, 40, 22), board=board, folded=("S3",))
    worst = contest(EIGHT, hands, (40, 40, 22), board=board, folded=("S3",), low_odd_card="worst")
    assert lowest.won("low") == {"S1": 25, "S2": 26}
    assert worst.won("low") == {"S1": 26, "S2": 25}


def test_where_the_house_has_it_so_every_tied_odd_dollar_goes_left_of_the_button() -> None:
    table = contest(
        EIGHT,
        TIED_HIGHS,
        (34, 34, 34),
        board=TIED_HIGHS_BOARD,
        odd_unit_button_games=OddUnits.LEFT_OF_BUTTON,
    )
    high = award_of(table, "high")
    assert table.won("high") == {"S1": 26, "S2": 25}
    assert high.odd_rule is not None
    assert high.odd_rule.reading == "AMB-75"


@pytest.mark.parametrize(
    ("policy", "shares"),
    [("spread", {"S1": 17, "S2": 17, "S3": 16}), ("all-to-first", {"S1": 18, "S2": 16, "S3": 16})],
)
def test_two_odd_dollars_go_to_two_players_unless_the_house_gives_both_to_the_first(
    policy: str, shares: dict[str, int]
) -> None:
    hands = ("Ac 7h Js Jd", "Ad 7s Th Td", "As 7d 9h 9d", "Ks Kh Qs Qh")
    table = contest(EIGHT, hands, (25, 25, 25, 25), board="2c 4d 6h Kd Kc", odd_unit_policy=policy)
    assert table.won("low") == shares
    assert table.won("high") == {"S4": 50}


def test_a_smaller_chip_divides_a_pot_more_nearly() -> None:
    in_dollars = contest(EIGHT, QUARTERED, (40, 40, 23), board=QUARTERED_BOARD, folded=("S3",))
    in_halves = contest(EIGHT, QUARTERED, (40, 40, 23), board=QUARTERED_BOARD, folded=("S3",), odd_unit=50)
    assert in_dollars.won("low") == {"S1": 25, "S2": 26}
    assert in_halves.won("high") == {"S1": 51.5}
    assert in_halves.won("low") == {"S1": 25.5, "S2": 26}


def test_coin_smaller_than_the_unit_goes_with_the_high_half() -> None:
    table = contest(EIGHT, QUARTERED, (40, 40, 20.25), board=QUARTERED_BOARD, folded=("S3",))
    assert table.won("high") == {"S1": 50.25}
    assert table.won("low") == {"S1": 25, "S2": 25}


@pytest.mark.parametrize("unit", [0, 101])
def test_an_odd_unit_above_one_dollar_cannot_be_posted(unit: int) -> None:
    with pytest.raises(HouseRulesError, match=r"14\.11\(f\)2i"):
        procedure(EIGHT, letter(Fixed(400, 800), blinds=(200, 400), odd_unit=unit))


@spec("R-14.11-h-1")
def test_a_player_forms_two_different_hands_each_of_two_own_cards_and_three_of_the_board() -> None:
    table = contest(EIGHT, ("As 3d Kc Jd", "Qs Qh Tc 9c"), (50, 50), board="2s 5d 7c Kh Kd")
    assert words(table, "high") == "three-of-a-kind, kings, A-7 kickers"
    assert words(table, "low") == "7-5-3-2-A low"
    assert table.won() == {"S1": 100}


@spec("R-14.11-h-2")
def test_the_same_five_cards_may_win_high_and_low() -> None:
    table = contest(EIGHT, ("Ac 2d Qh Qs", "Kd Kh 9s 9h"), (50, 50), board="3s 4h 5d Jc Jd")
    assert words(table, "high") == "straight, five high"
    assert words(table, "low") == "5-4-3-2-A low"
    assert table.won() == {"S1": 100}


@spec("R-14.11-h-3")
def test_one_ace_is_high_in_a_flush_and_low_in_the_low_hand_at_once() -> None:
    table = contest(EIGHT, ("As 9s 3d Jc", "Kd Kh Qc 9h"), (50, 50), board="2s 7s 8s Kc Td")
    assert words(table, "high") == "ace-high flush: A-9-8-7-2"
    assert words(table, "low") == "8-7-3-2-A low"
    assert table.won() == {"S1": 100}


@spec("R-14.11-f-2", "R-14.11-g.2")
def test_each_pot_has_its_own_low_and_a_side_pot_without_one_goes_to_the_high_hand() -> None:
    """The only low belongs to a player who is all-in and not in the side pot."""
    house = letter(NoLimit(200), blinds=(100, 200))
    table = open_round(
        EIGHT,
        house,
        hands=("As 2d 9c 9d", "Ks Kh Qd Jc", "Qs Qh Ts Tc"),
        stacks=(20, 100, 100),
        board="3c 5d 8h Kd Jh",
    )
    table.play("S3 calls; S1 raises to 20; S2 calls; S3 calls; S2 bets 30; S3 calls")
    table.stay()
    assert table.pots == (60, 60)
    side, high, low = table.all(PotAwarded)
    assert (side.pot, side.share, names(side.seats), side.amounts) == (1, "high", ("S2",), (6000,))
    assert (high.pot, high.share, names(high.seats), high.amounts) == (0, "high", ("S2",), (3000,))
    assert (low.pot, low.share, names(low.seats), low.amounts) == (0, "low", ("S1",), (3000,))


def test_each_pot_is_split_and_rounded_on_its_own() -> None:
    table = contest(
        EIGHT,
        ("As 2d 9c 9d", "Ks Kh Qd Jc", "Ah 2c Tc Ts"),
        (5, 12, 12),
        board="3c 5d 8h Kd Jh",
    )
    assert [pot.amount for pot in table.only(ShowdownOpened).pots] == [1500, 1400]
    main = [award for award in table.all(PotAwarded) if award.pot == 0]
    assert {award.share: sum(award.amounts) for award in main} == {"high": 800, "low": 700}
    assert table.won("high") == {"S2": 8 + 7}
    # Of the seven dollars of low in the main pot the odd one goes to the lower ace, S3's; the side pot's seven to S3.
    assert table.won("low") == {"S1": 3, "S3": 4 + 7}


@spec("R-14.11-i.1")
def test_a_kill_is_the_houses_to_offer_and_none_arises_where_none_is_posted() -> None:
    kill = KillButton(KillOption.KILL, seat("S1"))
    outcome = start(procedure(EIGHT, LIMIT), OpenRound(stacks=(10000,) * 4, kill=kill))
    assert isinstance(outcome, Refusal)
    assert (outcome.code, outcome.paragraph) == (Code.NO_KILL_HERE, "14.11(i)")


@spec("R-14.11-i.1")
@pytest.mark.parametrize("option", list(KillOption))
def test_a_house_that_offers_one_of_the_two_kills_plays_without_it_until_it_is_in_effect(
    option: KillOption,
) -> None:
    house = letter(Fixed(400, 800), blinds=(200, 400), kill=option)
    table = open_round(EIGHT, house, players=4)
    assert posted(table) == {"S1": 200, "S2": 400}
    assert table.offer(MayRaise).least == 800
    (other,) = set(KillOption) - {option}
    outcome = start(procedure(EIGHT, house), OpenRound(stacks=(10000,) * 4, kill=KillButton(other, seat("S1"))))
    assert isinstance(outcome, Refusal)
    assert outcome.code is Code.NO_KILL_HERE


@spec("R-14.11-i.1")
@pytest.mark.parametrize("key", ["omaha-high", "hold-em", "badugi"])
def test_no_other_game_has_a_kill(key: str) -> None:
    with pytest.raises(HouseRulesError, match="no kill is permitted"):
        procedure(game(key), letter(Fixed(400, 800), blinds=(200, 400), kill=KillOption.KILL))


@spec("R-14.1-kill.1", "R-14.11-i.4", "R-14.11-i.6")
def test_under_a_kill_the_limits_double_and_the_holder_posts_the_doubled_minimum() -> None:
    table = kill_table(KillOption.KILL, "S5")
    assert posted(table) == {"S1": 200, "S2": 400, "S5": 800}
    assert table.last(BlindPosted).rule.paragraph == "14.11(i)"
    assert table.offer(MayCall).amount == 800
    assert (table.offer(MayRaise).least, table.offer(MayRaise).most) == (1600, 1600)
    table.stay(until="flop")
    assert (table.offer(MayBet).least, table.offer(MayBet).most) == (800, 800)
    table.stay(until="turn")
    assert (table.offer(MayBet).least, table.offer(MayBet).most) == (1600, 1600)
    table.refused("S1 bets 8", Code.NOT_THE_POSTED_AMOUNT)


@scenario("KL-03")
@spec("R-14.1-halfkill.1", "R-14.11-i.4", "R-14.11-i.6")
def test_under_a_half_kill_the_limits_are_6_and_12_and_the_holder_posts_6() -> None:
    table = kill_table(KillOption.HALF_KILL, "S3")
    assert posted(table) == {"S1": 200, "S2": 400, "S3": 600}
    table.stay(until="flop")
    assert table.offer(MayBet).least == table.offer(MayBet).most == 600
    table.stay(until="river")
    assert table.offer(MayBet).least == table.offer(MayBet).most == 1200


@spec("R-14.11-i.5", "R-14.11-i.6")
def test_a_holder_in_the_first_blind_seat_posts_the_kill_blind_and_no_other() -> None:
    table = kill_table(KillOption.KILL, "S1")
    assert [name(event.seat) for event in table.all(BlindPosted)].count("S1") == 1
    assert posted(table) == {"S1": 800, "S2": 400}
    assert names(table.state.to_act) == ("S3", "S4", "S5", "S6", "S1", "S2")


@spec("R-14.11-i.5", "R-14.11-i.6")
def test_a_holder_in_the_last_blind_seat_posts_the_kill_blind_alone_and_acts_after_everybody_else() -> None:
    table = kill_table(KillOption.KILL, "S2")
    assert posted(table) == {"S1": 200, "S2": 800}
    assert names(table.state.to_act) == ("S3", "S4", "S5", "S6", "S1", "S2")


@spec("R-14.11-i.4")
def test_the_kill_blind_acts_in_turn_and_keeps_the_option_to_raise() -> None:
    table = kill_table(KillOption.KILL, "S5")
    assert names(table.state.to_act) == ("S3", "S4", "S5", "S6", "S1", "S2")
    table.play("S3 calls; S4 folds")
    assert table.turn == "S5"
    assert table.offers() == {MayFold, MayCheck, MayRaise}
    table.play("S5 raises to 16")
    assert names(table.state.to_act) == ("S6", "S1", "S2", "S3")


def test_a_kill_blind_who_checked_may_not_raise_where_the_sign_forbids_a_raise_after_a_check() -> None:
    house = letter(Fixed(400, 800), blinds=(200, 400), kill=KillOption.KILL, check_raise=False)
    table = kill_table(KillOption.KILL, "S3", house=house)
    table.play("S3 checks; S4 raises to 16; S5 folds; S6 folds; S1 folds; S2 calls")
    table.refused("S3 raises to 24", Code.CHECK_RAISE_BARRED)


def test_where_the_house_has_it_so_the_kill_blind_acts_last() -> None:
    house = letter(Fixed(400, 800), blinds=(200, 400), kill=KillOption.KILL, kill_acts="last")
    table = kill_table(KillOption.KILL, "S5", house=house)
    assert names(table.state.to_act) == ("S3", "S4", "S6", "S1", "S2", "S5")
    table.play("S3 calls; S4 folds; S6 folds; S1 calls; S2 calls")
    assert (table.turn, table.offers()) == ("S5", {MayFold, MayCheck, MayRaise})


def test_after_the_first_betting_round_the_kill_changes_no_turn() -> None:
    for acts in ("in-turn", "last"):
        house = letter(Fixed(400, 800), blinds=(200, 400), kill=KillOption.KILL, kill_acts=acts)
        table = kill_table(KillOption.KILL, "S3", house=house)
        table.stay(until="flop")
        assert names(table.state.to_act) == ("S1", "S2", "S3", "S4", "S5", "S6")


def test_a_kill_whose_holder_left_keeps_the_limits_and_has_no_blind() -> None:
    table = kill_table(KillOption.KILL, "")
    assert posted(table) == {"S1": 200, "S2": 400}
    assert table.turn == "S3"
    table.play("S3 raises to 8; S4 raises to 16; S5 folds; S6 folds; S1 folds; S2 folds; S3 calls")
    assert table.offer(MayBet).least == 800


@pytest.mark.parametrize(("holder", "needed"), [("S1", 16), ("S2", 16), ("S4", 16)])
def test_the_holder_must_cover_the_kill_blind_and_one_bet_at_the_doubled_minimum(holder: str, needed: int) -> None:
    house = letter(Fixed(400, 800), blinds=(200, 400), kill=KillOption.KILL)
    short = tuple(cents(needed) - 1 if place == seat(holder) else 10000 for place in range(4))
    outcome = start(procedure(EIGHT, house), OpenRound(stacks=short, kill=KillButton(KillOption.KILL, seat(holder))))
    assert isinstance(outcome, Refusal)
    assert (outcome.code, outcome.facts["needed"]) == (Code.STAKES_TOO_SMALL, cents(needed))


def test_under_a_kill_every_other_seat_covers_its_own_blind_and_the_doubled_minimum() -> None:
    house = letter(Fixed(400, 800), blinds=(200, 400), kill=KillOption.KILL)
    kill = KillButton(KillOption.KILL, seat("S4"))
    enough = (200 + 800, 400 + 800, 800, 1600)
    assert not isinstance(start(procedure(EIGHT, house), OpenRound(stacks=enough, kill=kill)), Refusal)
    for place, stack in enumerate(enough):
        stacks = (*enough[:place], stack - 1, *enough[place + 1 :])
        outcome = start(procedure(EIGHT, house), OpenRound(stacks=stacks, kill=kill))
        assert isinstance(outcome, Refusal)
        assert (outcome.code, outcome.facts["seat"]) == (Code.STAKES_TOO_SMALL, place)


@scenario("KL-07")
def test_a_half_kill_that_cannot_be_paid_in_chips_cannot_be_posted() -> None:
    with pytest.raises(HouseRulesError, match="half-kill limits cannot be paid"):
        procedure(EIGHT, letter(Fixed(300, 600), blinds=(100, 300), kill=KillOption.HALF_KILL))


@scenario("KL-07")
@pytest.mark.parametrize(
    ("filed", "small", "big"),
    [
        ({"odd_unit": 50}, 450, 900),
        ({"half_kill_rounding": "up"}, 500, 900),
        ({"half_kill_rounding": "down"}, 400, 900),
    ],
)
def test_a_smaller_chip_or_a_filed_rounding_makes_the_half_kill_payable(
    filed: dict[str, object], small: int, big: int
) -> None:
    house = letter(Fixed(300, 600), blinds=(100, 300), kill=KillOption.HALF_KILL, **filed)
    table = kill_table(KillOption.HALF_KILL, "S4", house=house)
    assert posted(table)["S4"] == small
    table.stay(until="flop")
    assert table.offer(MayBet).least == small
    table.stay(until="turn")
    assert table.offer(MayBet).least == big


def test_a_kill_doubles_both_ends_of_a_spread() -> None:
    house = letter(Spread(400, 1000), blinds=(200, 400), kill=KillOption.KILL)
    table = kill_table(KillOption.KILL, "S4", house=house)
    assert posted(table)["S4"] == 800
    table.stay(until="flop")
    assert (table.offer(MayBet).least, table.offer(MayBet).most) == (800, 2000)


@pytest.mark.parametrize("limits", [PotLimit(400), NoLimit(400)])
def test_a_kill_needs_limits_that_can_be_raised(limits: PotLimit | NoLimit) -> None:
    with pytest.raises(HouseRulesError, match="fixed or spread"):
        procedure(EIGHT, letter(limits, blinds=(200, 400), kill=KillOption.KILL))
