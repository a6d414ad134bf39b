"""The referee itself: small rounds written by hand, whose answers follow from the text and the worked scenarios."""

from collections.abc import Iterable
from typing import Any

import pytest

from pokerroom.cards import DECK
from pokerroom.games import CATALOGUE
from pokerroom.play import Event, KillButton, MayCall, MayFold, MayRaise, OpenRound, Removal, Seat
from pokerroom.play.events import (
    AntesPosted,
    BetMade,
    BettingRoundClosed,
    BettingRoundOpened,
    BlindPosted,
    Called,
    CardBurned,
    CardsDealt,
    Checked,
    ContributionTaken,
    DeckShuffled,
    DrawOpened,
    Drew,
    Folded,
    ForcedBetPosted,
    HandRemoved,
    Pot,
    PotAwarded,
    Raised,
    RakeTaken,
    RoundClosed,
    RoundOpened,
    ShowdownOpened,
    UncalledForfeited,
    UncalledReturned,
)
from pokerroom.rules.clauses import Face, Game
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.rules.house import (
    BadBeatContribution,
    Fixed,
    HouseRules,
    IncrementalRake,
    KillOption,
    NoLimit,
    PercentageRake,
    RakeLevel,
    customary,
    letter,
)
from tests.property.referee.pots import Stake, pots, uncalled, unmatched_ante
from tests.property.referee.raises import Raises
from tests.property.referee.sign import needed_to_be_dealt_in
from tests.property.referee.watch import Referee

CITE = NJAC_13_69F.cite('14.1 "Pot"')
HOLD_EM = CATALOGUE["13:69F-current", "hold-em"]
OMAHA = CATALOGUE["13:69F-current", "omaha-high-low-eight"]
STUD = CATALOGUE["13:69F-current", "seven-card-stud-high"]
TRIPLE_DRAW = CATALOGUE["13:69F-current", "triple-draw-deuce-to-seven"]
BADUGI = CATALOGUE["13:69F-current", "badugi"]

OUT = {"live": False}
ALL_IN = {"capped": True}
DOWN = (Face.DOWN,) * 2


def formed(*stakes: Stake) -> list[tuple[int, list[int]]]:
    return [(pot.chips, sorted(pot.claim)) for pot in pots(stakes)]


def test_three_pots_with_a_folded_players_chips() -> None:
    """HE-03."""
    stakes = (Stake(bet=15, **ALL_IN), Stake(bet=40, **ALL_IN), Stake(bet=90), Stake(bet=90), Stake(bet=10, **OUT))
    assert formed(*stakes) == [(70, [0, 1, 2, 3]), (75, [1, 2, 3]), (100, [2, 3])]


def test_a_player_who_stopped_wagering_is_cut_like_one_who_is_all_in() -> None:
    """ST-22."""
    assert formed(Stake(bet=40), Stake(bet=20, **ALL_IN), Stake(bet=40)) == [(60, [0, 1, 2]), (40, [0, 2])]


def test_unequal_posts_make_no_side_pot_while_nobody_is_all_in() -> None:
    assert formed(Stake(ante=300, bet=200), Stake(ante=100, bet=200), Stake(bet=200)) == [(1000, [0, 1, 2])]


def test_a_player_all_in_on_part_of_the_ante_contends_for_as_much_of_each() -> None:
    """R-11: ante $2, S3 all-in for $1."""
    short = Stake(ante=100, capped=True, all_in_on_ante=True)
    assert formed(Stake(ante=200), Stake(ante=200), short) == [(300, [0, 1, 2]), (200, [0, 1])]


def test_a_player_all_in_on_a_later_bet_contends_for_every_ante_of_the_main_pot() -> None:
    apart = {"antes_apart": True}
    assert formed(
        Stake(ante=100, bet=50, capped=True, **apart),
        Stake(ante=300, bet=80, **apart),
        Stake(ante=100, bet=80, **apart),
    ) == [(650, [0, 1, 2]), (60, [1, 2])]


def test_where_antes_are_stakes_a_dead_post_above_an_all_in_is_the_others() -> None:
    assert formed(Stake(ante=100, bet=50, capped=True), Stake(ante=300, bet=80), Stake(ante=100, bet=80)) == [
        (450, [0, 1, 2]),
        (260, [1, 2]),
    ]


def test_chips_of_a_hand_that_is_out_lie_in_the_pots_they_reach() -> None:
    """14.7(c)4i: the all-in player wins no more than 50 of them."""
    folded = Stake(bet=200, **OUT)
    assert formed(Stake(bet=50, **ALL_IN), Stake(bet=120), folded, Stake(bet=120)) == [(200, [0, 1, 3]), (290, [1, 3])]


def test_an_ante_that_nobody_matched_goes_back() -> None:
    assert unmatched_ante([100, 60], [500, 0]) == (0, 40)
    assert unmatched_ante([100, 60, 100], [500, 0, 500]) is None
    assert unmatched_ante([300, 100], [500, 500]) is None, "a dead post is no ante that others could not pay"


def test_chips_above_every_live_stake_are_in_the_last_pot() -> None:
    stakes = [Stake(bet=60, **ALL_IN), Stake(bet=100, **OUT), Stake(bet=150, **OUT)]
    assert formed(*stakes) == [(310, [0])]
    two = [Stake(bet=10, **ALL_IN), Stake(bet=50, **ALL_IN), Stake(bet=80, **OUT)]
    assert formed(*two) == [(30, [0, 1]), (110, [1])]


def test_the_uncalled_part_is_what_no_other_bet_reaches_not_even_a_folded_one() -> None:
    assert uncalled([100, 60, 80]) == (0, 20)
    assert uncalled([100, 100, 30]) is None
    assert uncalled([0, 0]) is None


class Table:
    """A round written down event by event, as the referee follows it."""

    def __init__(self, game: Game, house: HouseRules, stacks: Iterable[int], **posts: Any) -> None:
        self.opening = OpenRound(stacks=tuple(stacks), **posts)
        players = len(self.opening.stacks)
        button = (players - 1 if self.opening.button is None else self.opening.button) if game.has_button else None
        opened = RoundOpened(
            rule=CITE,
            game=game.key,
            edition=game.edition,
            house=house,
            stacks=self.opening.stacks,
            button=None if button is None else Seat(button),
            kill=self.opening.kill,
        )
        self.referee = Referee(self.opening, opened, set())
        self.tell(opened, DeckShuffled(CITE, DECK))

    def tell(self, *events: Event) -> None:
        self.referee.follow(self.opening, events)

    def antes(self, *amounts: int) -> None:
        self.tell(AntesPosted(CITE, amounts, False))

    def blinds(self, **by_seat: int) -> None:
        for seat, amount in by_seat.items():
            self.tell(BlindPosted(CITE, Seat(int(seat[1:])), amount, amount))

    def deal(self, street: int, count: int, faces: tuple[Face, ...] = DOWN) -> None:
        seats = tuple(Seat(seat) for seat in range(count))
        self.tell(CardsDealt(CITE, street, seats, faces, DECK[: len(faces) * count]))

    def open(self, *to_act: int, street: int = 0) -> None:
        self.tell(BettingRoundOpened(CITE, street, tuple(map(Seat, to_act)), 0, 0))

    def bet(self, seat: int, to: int) -> None:
        self.tell(BetMade(CITE, Seat(seat), to, to, True))

    def call(self, seat: int, amount: int) -> None:
        self.tell(Called(CITE, Seat(seat), amount))

    def fold(self, *seats: int) -> None:
        for seat in seats:
            self.tell(Folded(CITE, Seat(seat)))

    def close(self, *after: Event) -> None:
        self.tell(BettingRoundClosed(CITE), *after)


def raked(*amounts: int, method: int = 0) -> RakeTaken:
    return RakeTaken(CITE, method, amounts)


def bets_of(table: Table, amount: int) -> None:
    """Two players each put in that much in a betting round after the first."""
    table.bet(0, amount)
    table.call(1, amount)


TEN_PERCENT = PercentageRake(percent=10, most=10_000)
STEPS = IncrementalRake(tuple(RakeLevel(level, 100) for level in (2000, 4000, 6000, 8000)), 10_000)


def stud(*rake: PercentageRake | IncrementalRake, **posted: Any) -> HouseRules:
    return letter(NoLimit(100), forced_bet=100, rake=rake, odd_unit=1, **posted)


def test_a_percentage_is_rounded_down_after_each_betting_round() -> None:
    """RA-01: of $24, $46 and $8."""
    table = Table(STUD, stud(TEN_PERCENT), (10_000, 10_000))
    for amount, fee in ((1200, 200), (2300, 400), (400, 0)):
        bets_of(table, amount)
        table.close(*([raked(fee)] if fee else []))
    bets_of(table, 600)
    table.close()
    with pytest.raises(AssertionError, match="was due"):
        table.tell(Checked(CITE, Seat(0)))


def test_the_filed_maximum_cuts_the_rake_short() -> None:
    """RA-03: $30, $40 and $60 under a maximum of $5."""
    table = Table(STUD, stud(PercentageRake(percent=10, most=500)), (10_000, 10_000))
    for amount, fee in ((1500, 300), (2000, 200), (3000, 0)):
        bets_of(table, amount)
        table.close(*([raked(fee)] if fee else []))
    table.tell(Checked(CITE, Seat(0)))


def test_levels_are_reached_by_all_chips_and_taken_once() -> None:
    """RA-04, and again after a refund has taken the pot below a level it had reached."""
    table = Table(STUD, stud(STEPS), (20_000,) * 3)
    bets_of(table, 1000)
    table.call(2, 1000)
    table.close(raked(100))
    bets_of(table, 1000)
    table.call(2, 1000)
    table.close(raked(200))
    table.tell(HandRemoved(CITE, Seat(2), Removal.SWEPT, 2000))
    bets_of(table, 1500)
    table.close(raked(100))
    with pytest.raises(AssertionError, match=r"where \[\] was due"):
        table.tell(Checked(CITE, Seat(0)))


def test_a_level_is_taken_from_the_pot_in_which_its_dollar_lies() -> None:
    """RA-06: main pot $51, side pot $40."""
    table = Table(STUD, stud(STEPS), (1700, 10_000, 10_000))
    table.bet(0, 1700)
    table.call(1, 1700)
    table.tell(Raised(CITE, Seat(2), 3700, 2000, True, True))
    table.call(1, 2000)
    table.close(raked(200, 200))
    table.tell(Checked(CITE, Seat(1)))


def test_a_pot_that_already_pays_for_another_has_nothing_left_to_be_raked() -> None:
    """Uneven antes: $3.99 left the pot of S2, S3 and S4, of which S2's all-in leaves 93 cents; others make it up."""
    percent = PercentageRake(percent=10, most=10_000, unit=1, antes_included=True)
    antes = (1, 2, 2000, 2000)
    table = Table(STUD, customary(NoLimit(100), odd_unit=1, rake=(percent,)), (1, 32, 9000, 9000), antes=antes)
    table.antes(*antes)
    table.close(raked(0, 399))
    table.bet(1, 30)
    table.call(2, 30)
    table.call(3, 30)
    # Of 30 in the second pot and 60 in the third: the main pot has given its four cents, so that the third gives both.
    table.close(raked(0, 0, 9))
    table.tell(Checked(CITE, Seat(2)))


def test_what_nobody_called_is_neither_raked_nor_kept_from_its_player() -> None:
    """HE-07: the turn bet of $30 goes back."""
    table = Table(STUD, stud(TEN_PERCENT), (10_000, 10_000))
    bets_of(table, 600)
    table.close(raked(100))
    bets_of(table, 1400)
    table.close(raked(200))
    table.bet(0, 3000)
    table.fold(1)
    table.tell(UncalledReturned(CITE, Seat(0), 3000))
    table.close()
    table.tell(PotAwarded(CITE, 0, "pot", (Seat(0),), (3700,), None, None), RoundClosed(CITE, (11_700, 8000)))


def test_a_bet_nobody_called_must_go_back() -> None:
    table = Table(STUD, stud(), (10_000, 10_000))
    table.bet(0, 3000)
    table.fold(1)
    with pytest.raises(AssertionError, match=r"nobody called \(0, 3000\)"):
        table.close()


def test_a_bet_nobody_called_of_a_player_who_is_out_stays_and_is_never_raked() -> None:
    """14.14(d): the forced bettor throws the hand away, and only one player is left."""
    table = Table(STUD, stud(TEN_PERCENT, STEPS), (10_000, 10_000, 10_000))
    table.tell(ForcedBetPosted(CITE, Seat(0), 100, 100))
    table.tell(Raised(CITE, Seat(0), 3000, 2900, True, True))
    table.fold(0, 1)
    table.tell(UncalledForfeited(CITE, Seat(0), 3000))
    table.close(raked(300), raked(100, method=1))
    with pytest.raises(AssertionError, match=r"where \[\] was due"):
        table.tell(PotAwarded(CITE, 0, "pot", (Seat(2),), (2600,), None, None))


def test_the_rake_comes_before_the_contribution_and_both_before_the_award() -> None:
    """RA-12: pot $85."""
    house = letter(Fixed(500, 1000), forced_bet=100, ante=50, rake=(STEPS,), bad_beat=BadBeatContribution(100, 2000))
    table = Table(STUD, house, (10_000, 10_000))
    table.antes(50, 50)
    bets_of(table, 4200)
    table.close(raked(400))
    table.tell(ShowdownOpened(CITE, (Pot(8100, (Seat(0), Seat(1))),), (Seat(0), Seat(1))))
    with pytest.raises(AssertionError, match="nothing was contributed"):
        table.tell(PotAwarded(CITE, 0, "high", (Seat(0),), (8100,), 1, None))
    table.tell(ContributionTaken(CITE, (100,)))
    table.tell(PotAwarded(CITE, 0, "high", (Seat(0),), (8000,), 1, None))
    table.tell(RoundClosed(CITE, (5750 + 8000, 5750)))


def at_showdown() -> Table:
    """S2 is all-in for 200 of 400: the main pot is 600, the side pot 400."""
    table = Table(STUD, stud(), (10_000, 200, 10_000))
    table.bet(0, 400)
    table.call(1, 200)
    table.call(2, 400)
    table.close()
    everybody = Seat(0), Seat(1), Seat(2)
    table.tell(ShowdownOpened(CITE, (Pot(600, everybody), Pot(400, (Seat(0), Seat(2)))), everybody))
    return table


def award(pot: int, seat: int, amount: int) -> PotAwarded:
    return PotAwarded(CITE, pot, "high", (Seat(seat),), (amount,), 1, None)


def test_each_pot_is_awarded_whole_to_a_player_who_may_win_it() -> None:
    table = at_showdown()
    table.tell(award(1, 2, 400), award(0, 1, 600), RoundClosed(CITE, (9600, 600, 10_000)))


def test_an_award_to_a_player_without_a_claim_is_found() -> None:
    table = at_showdown()
    table.tell(award(1, 1, 400), award(0, 1, 600))
    with pytest.raises(AssertionError, match=r"\{1\} win pot 1"):
        table.tell(RoundClosed(CITE, (9600, 1000, 9600)))


def test_an_award_from_the_wrong_pot_is_found() -> None:
    table = at_showdown()
    table.tell(award(1, 2, 500), award(0, 1, 500))
    with pytest.raises(AssertionError, match="holds"):
        table.tell(RoundClosed(CITE, (9600, 500, 10_100)))


def test_pots_told_wrongly_are_found() -> None:
    """S1's dead post makes no pot of its own: nobody is all-in."""
    table = Table(STUD, customary(NoLimit(100), odd_unit=1), (10_000, 10_000), antes=(300, 100))
    table.antes(300, 100)
    bets_of(table, 200)
    table.close()
    both = (Seat(0), Seat(1))
    with pytest.raises(AssertionError, match="the pots are 800"):
        table.tell(ShowdownOpened(CITE, (Pot(600, both), Pot(200, (Seat(0),))), both))


def omaha_table(kill_at: int | None, **opening: Any) -> Table:
    """Five players, the small blind's seat empty: the first left of the button posts the big blind."""
    house = customary(Fixed(400, 800), blinds=(200, 400), kill=KillOption.KILL)
    kill = None if kill_at is None else KillButton(KillOption.KILL, Seat(kill_at))
    return Table(OMAHA, house, (9000,) * 5, button=Seat(4), kill=kill, blinds=(400, 0, 0, 0, 0), **opening)


def test_the_turn_starts_left_of_the_last_blind_though_the_smaller_one_is_dead() -> None:
    table = omaha_table(None)
    table.blinds(s0=400)
    table.open(1, 2, 3, 4, 0)


def test_a_kill_blind_beside_a_dead_small_blind_does_not_move_the_turn() -> None:
    table = omaha_table(1)
    table.blinds(s0=400, s1=800)
    with pytest.raises(AssertionError, match="the turn goes"):
        table.open(2, 3, 4, 0, 1)
    table = omaha_table(1)
    table.blinds(s0=400, s1=800)
    table.open(1, 2, 3, 4, 0)


def test_a_kill_blind_in_the_last_regular_blind_is_that_blind() -> None:
    table = omaha_table(0)
    table.blinds(s0=800)
    table.open(1, 2, 3, 4, 0)


def test_blinds_are_posted_again_at_badugi_only_and_by_nobody_without_stakes() -> None:
    house = customary(Fixed(400, 800), blinds=(100, 200), repost_blinds_each_round=True)
    for game, posts in ((BADUGI, {"s0": 100, "s1": 200}), (TRIPLE_DRAW, {})):
        table = Table(game, house, (9000, 9000, 200))
        table.blinds(s0=100, s1=200)
        table.open(2, 0, 1)
        table.call(2, 200)
        table.call(0, 100)
        table.close()
        table.tell(DrawOpened(CITE, 1, (Seat(0), Seat(1), Seat(2))))
        table.blinds(**posts)
        table.open(0, 1, street=1)
    table = Table(BADUGI, house, (200, 9000, 9000))
    table.blinds(s0=100, s1=200)
    table.open(2, 0, 1)
    table.call(2, 200)
    table.call(0, 100)
    table.close()
    table.tell(DrawOpened(CITE, 1, (Seat(0), Seat(1), Seat(2))))
    table.blinds(s0=0, s1=200)
    with pytest.raises(AssertionError, match="blinds posted by seat"):
        table.open(2, 1, street=1)


@pytest.mark.parametrize(
    ("small", "blinds", "all_in", "raise_to"),
    [
        (400, (100, 200), None, 400),
        (400, (100, 200), 300, 700),
        (1000, (500, 1000), 1300, 2000),
        (1000, (500, 1000), 1600, 2600),
        (1000, (100, 200), 400, 1000),
        (1000, (100, 200), 600, 1600),
    ],
)
def test_at_fixed_limit_a_short_all_in_is_completed_below_half_a_bet_and_raised_in_full_from_half_on(
    small: int, blinds: tuple[int, int], all_in: int | None, raise_to: int
) -> None:
    """R-06, and a forced bet below one bet, which the first raise completes."""
    house = letter(Fixed(small, 2 * small), blinds=blinds)
    raises = Raises(HOLD_EM, house, OpenRound(stacks=(9000,) * 4), set())
    for seat, blind in enumerate(blinds):
        raises.after(BlindPosted(CITE, Seat(seat), blind, blind))
    raises.after(BettingRoundOpened(CITE, 0, (Seat(2), Seat(3)), small, 0))
    if all_in is not None:
        raises.after(Raised(CITE, Seat(2), all_in, small, False, True))
    assert raises.fixed_target() == raise_to


def no_limit_round(house: HouseRules) -> Table:
    """AMB-77: S1 bets 10, S2 is all-in for 14, S3 calls, S4 is all-in for 21."""
    table = Table(STUD, house, (9000, 1400, 9000, 2100))
    table.open(0, 1, 2, 3, street=1)
    table.bet(0, 1000)
    table.tell(Raised(CITE, Seat(1), 1400, 1000, False, True))
    table.call(2, 1400)
    table.tell(Raised(CITE, Seat(3), 2100, 1000, False, True))
    return table


@pytest.mark.parametrize(("preset", "allowed"), [(letter, (False, False)), (customary, (True, False))])
def test_a_player_who_has_answered_may_raise_over_short_all_ins_only_as_the_house_has_it(
    preset: Any, allowed: tuple[bool, bool]
) -> None:
    table = no_limit_round(preset(NoLimit(1000), forced_bet=100))
    raises, books = table.referee.raises, table.referee.books
    assert (raises.may_raise(0, books), raises.may_raise(2, books)) == allowed


def test_a_player_who_has_only_checked_or_posted_may_raise_over_a_short_all_in() -> None:
    """14.7(j), 14.10(f)."""
    house = letter(NoLimit(400), forced_bet=100)
    table = Table(STUD, house, (9000, 250, 9000))
    table.open(0, 1, 2, street=1)
    table.tell(Checked(CITE, Seat(0)), BetMade(CITE, Seat(1), 250, 400, False))
    table.call(2, 250)
    offers = MayFold(CITE, False), MayCall(CITE, 250), MayRaise(CITE, 650, 9000, 100)
    table.referee.raises.check(0, offers, table.referee.books)
    with pytest.raises(AssertionError, match="seat 0 may raise"):
        table.referee.raises.check(0, offers[:2], table.referee.books)
    with pytest.raises(AssertionError, match="seat 2 may not raise"):
        table.referee.raises.check(2, offers, table.referee.books)


def test_a_house_that_burns_once_burns_before_the_first_card_anybody_draws() -> None:
    house = customary(Fixed(400, 800), blinds=(100, 200), burn_each_draw=False)
    drew = Drew(CITE, Seat(0), DECK[:2])
    for draws in (1, 2):
        table = Table(TRIPLE_DRAW, house, (9000, 9000))
        for street in range(1, draws + 1):
            table.tell(DrawOpened(CITE, street, (Seat(1), Seat(0))))
        table.tell(CardBurned(CITE, DECK[9]), drew)
        table.tell(DrawOpened(CITE, draws + 1, (Seat(1), Seat(0))), drew)
    table = Table(TRIPLE_DRAW, house, (9000, 9000))
    table.tell(DrawOpened(CITE, 1, ()), DrawOpened(CITE, 2, ()))
    with pytest.raises(AssertionError, match="0 cards burned"):
        table.tell(drew)


def test_what_it_takes_to_be_dealt_in_is_each_seats_own() -> None:
    """MO-02; the kill's holder owes the kill blind alone; a post for missed blinds is for the table to ask."""
    house = letter(NoLimit(200), blinds=(100, 200))
    plain = OpenRound(stacks=(900,) * 4, button=Seat(3))
    assert needed_to_be_dealt_in(HOLD_EM, house, plain) == [300, 400, 200, 200]
    killed = letter(Fixed(400, 800), blinds=(200, 400), ante=100, kill=KillOption.KILL, posts_may_differ=True)
    opening = OpenRound(
        stacks=(9000,) * 4,
        button=Seat(3),
        kill=KillButton(KillOption.KILL, Seat(1)),
        blinds=(400, 0, 0, 0),
        antes=(100, 100, 300, 100),
    )
    assert needed_to_be_dealt_in(OMAHA, killed, opening) == [1300, 1700, 900, 900]
    stud_house = letter(Fixed(500, 1000), forced_bet=200, ante=100)
    assert needed_to_be_dealt_in(STUD, stud_house, OpenRound(stacks=(900, 900))) == [800, 800]
