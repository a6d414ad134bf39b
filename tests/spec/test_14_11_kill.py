"""N.J.A.C. 13:69F-14.11(i): how a kill starts, passes from winner to winner, and ends."""

import pytest
from msgspec.structs import replace

from pokerroom import play
from pokerroom.games import game
from pokerroom.play.events import BlindPosted, RoundOpened
from pokerroom.rules.house import Fixed, KillOption, PercentageRake, letter
from pokerroom.table.refusals import Code, Refusal
from pokerroom.table.seating import KillAmount, KillMultiple, Posting, new_table, perform, sign_of
from pokerroom.table.seating.commands import OpenTable, Play, PostChange, SitOut
from pokerroom.table.seating.events import KillEnd, KillEnded, KillPassed, KillStarted, RoundStarted
from tests.seating import DEALER, OPENED, POKER_ROOM, Room, hold_em, omaha, seated
from tests.spec_marks import scenario, spec
from tests.tables import deck_for

OMAHA = game("omaha-high-low-eight")
LOW_BOARD = "3h 4d 5c Kd Ks"
"""Whoever holds an ace and a two has a wheel, and with it both halves."""
HIGH_BOARD = "Qd Jc Th 9s 2c"
"""Nobody can have a low; an ace and a king make the best straight."""
JUNK = ("9c 9d Jh Jd", "8c 8h Qs Qh", "7c 7d Ts Tc", "6h 6d 9h Th", "Ac Kc 7h 7s", "8d 8s Jc Js")


def deal(room: Room, hands: dict[str, str], board: str) -> None:
    """A round in which these seats hold what decides it."""
    given = tuple(hands.get(f"S{at + 1}", "?? ?? ?? ??") for at in range(len(room.table.seated)))
    button = 5 if room.table.button is None else room.table.button
    room.start(deck_for(OMAHA, given, board=board, button=play.Seat(button)))


def scoop(room: Room, winner: str) -> None:
    """Only the winner of the round holds a wheel, which wins high and low."""
    hands = {f"S{at + 1}": junk for at, junk in enumerate(JUNK[:4])}
    hands = {who: junk for who, junk in hands.items() if who != winner}
    deal(room, {**hands, winner: "As 2s Qc Kh"}, LOW_BOARD)


def start_kill(posting: Posting | None = None) -> Room:
    """S3 has won the whole $64 pot at 4/8; the button is at S1 now."""
    room = seated(posting or omaha(), players=6, stakes=500)
    scoop(room, "S3")
    room.play("S3 calls; S4 calls; S5 folds; S6 folds; S1 calls; S2 checks")
    room.play("S1 bets 4; S2 calls; S3 calls; S4 calls; S1 bets 8; S2 calls; S3 calls; S4 calls")
    room.stay()
    return room


def limits(room: Room) -> tuple[int, int]:
    """The bets of the round in progress, in dollars."""
    state = room.table.round
    assert state is not None
    return state.sizes.units[0] // 100, state.sizes.units[-1] // 100


def posted(room: Room) -> dict[str, float]:
    last = max(at for at, event in enumerate(room.log) if isinstance(event, RoundOpened))
    blinds = [event for event in room.log[last:] if isinstance(event, BlindPosted)]
    return {f"S{event.seat + 1}": event.amount / 100 for event in blinds}


def play_96_dollars(room: Room) -> None:
    """Six players, 8 before the flop and 8 on it, then nobody bets."""
    room.play("S4 calls; S5 calls; S6 calls; S1 calls; S2 calls; S3 checks")
    room.play("S2 bets 8; S3 calls; S4 calls; S5 calls; S6 calls; S1 calls")
    room.stay()


@scenario("KL-01")
@spec("R-14.11-i.2", "R-14.11-i.4", "R-14.11-i.5", "R-14.1-kill.1")
def test_a_kill_starts_when_one_player_wins_a_whole_qualifying_pot() -> None:
    room = start_kill()
    started = room.last(KillStarted)
    assert (started.player, started.seat) == ("Cat", 2)
    assert (started.amount, started.threshold) == (6400, 4000)
    assert started.rule.paragraph == "14.11(i)"
    room.start()
    assert limits(room) == (8, 16)
    # S3 is in the seat of the second blind and posts the kill blind only.
    assert posted(room) == {"S2": 2, "S3": 8}


@scenario("KL-03")
@spec("R-14.1-halfkill.1")
def test_a_half_kill_raises_the_limits_by_half() -> None:
    room = start_kill(omaha(kill=KillOption.HALF_KILL))
    room.start()
    assert limits(room) == (6, 12)
    assert posted(room)["S3"] == 6


@scenario("KL-04")
@spec("R-14.11-i.6", "R-14.11-i.7")
def test_a_kill_passes_to_the_next_scooper_and_limits_do_not_compound() -> None:
    room = start_kill()
    scoop(room, "S5")
    play_96_dollars(room)
    passed = room.last(KillPassed)
    assert (passed.player, passed.amount, passed.threshold) == ("Eve", 9600, 8000)
    room.start()
    assert limits(room) == (8, 16)
    assert posted(room) == {"S3": 2, "S4": 4, "S5": 8}


@scenario("KL-06")
@spec("R-14.11-i.8", "R-14.1-kill.2")
def test_a_tie_for_high_without_a_low_ends_the_kill() -> None:
    room = start_kill()
    deal(room, {"S1": "As Kh 3c 3d", "S3": "Ad Kc 4c 4h", "S6": "5c 5d 6c 6h"}, HIGH_BOARD)
    room.play("S4 calls; S5 calls; S6 calls; S1 calls; S2 folds; S3 checks")
    room.play("S3 bets 8; S4 folds; S5 folds; S6 raises to 16; S1 calls; S3 calls")
    room.stay()
    assert room.last(KillEnded).cause is KillEnd.SPLIT
    # Ann lost 16 in the round before; half of the $90 pot, of which 24 came from Ann, is 45.
    assert room.stakes_of("Ann") == 500 - 16 - 24 + 45
    room.start()
    assert limits(room) == (4, 8)
    assert posted(room) == {"S3": 2, "S4": 4}


@pytest.mark.parametrize("kill", list(KillOption))
@spec("R-14.11-i.8", "R-14.1-kill.2", "R-14.1-halfkill.2")
def test_a_pot_split_between_high_and_low_ends_the_kill(kill: KillOption) -> None:
    room = start_kill(omaha(kill=kill))
    # S2 makes aces full, S4 the only low.
    deal(room, {"S2": "Ac Ad Qh Qs", "S4": "2c 6s Th Ts"}, "As 3h 4d Ks Kh")
    room.stay()
    assert room.last(KillEnded).cause is KillEnd.SPLIT
    room.start()
    assert limits(room) == (4, 8)


@pytest.mark.parametrize("kill", list(KillOption))
@spec("R-14.11-i.8", "R-14.1-kill.2", "R-14.1-halfkill.2")
def test_a_pot_that_does_not_qualify_in_amount_ends_the_kill(kill: KillOption) -> None:
    room = start_kill(omaha(kill=kill))
    room.start()
    room.fold_to("S3")
    assert room.last(KillEnded).cause is KillEnd.TOO_SMALL
    room.start()
    assert limits(room) == (4, 8)


@pytest.mark.parametrize(
    ("at", "threshold"),
    [(KillMultiple(10), 4000), (KillAmount(5000), 5000), (KillMultiple(16), 6400)],
    ids=str,
)
@spec("R-14.11-i.3")
def test_the_qualifying_pot_is_an_amount_or_a_multiple_of_the_minimum_wager(
    at: KillAmount | KillMultiple, threshold: int
) -> None:
    room = start_kill(omaha(at=at))
    assert room.last(KillStarted).threshold == threshold
    assert sign_of(omaha(at=at)).kill_threshold == threshold


@spec("R-14.11-i.3")
def test_a_pot_one_dollar_short_starts_nothing() -> None:
    assert not start_kill(omaha(at=KillAmount(6401))).all(KillStarted)
    assert start_kill(omaha(at=KillAmount(6400))).all(KillStarted)


@spec("R-14.11-i.3")
def test_a_posted_amount_does_not_rise_with_a_kill_and_a_multiple_does() -> None:
    for at, threshold in ((KillAmount(6000), 6000), (KillMultiple(10), 8000)):
        room = start_kill(omaha(at=at))
        scoop(room, "S5")
        play_96_dollars(room)
        assert room.last(KillPassed).threshold == threshold


@spec("R-14.11-i.1")
def test_without_the_option_no_kill_arises() -> None:
    room = start_kill(omaha(kill=None))
    assert not room.all(KillStarted)
    room.start()
    assert limits(room) == (4, 8)


def test_the_amount_is_what_is_paid_out_or_before_the_rake_by_house_rule() -> None:
    rake = (PercentageRake(percent=10, most=10_000),)
    for basis, amount in (("net", 5900), ("gross", 6400)):
        posting = omaha(kill_amount_basis=basis)
        room = start_kill(replace(posting, house=replace(posting.house, rake=rake)))
        assert room.last(KillStarted).amount == amount


@pytest.mark.parametrize("counts", [True, False])
def test_an_uncontested_pot_counts_unless_the_house_says_otherwise(counts: bool) -> None:
    room = start_kill(omaha(kill_on_uncontested=counts))
    room.start()
    room.play("S4 raises to 16; S5 calls; S6 calls; S1 calls; S2 calls; S3 calls")
    room.play("S2 bets 8; S3 folds; S4 folds; S5 folds; S6 folds; S1 folds")
    if counts:
        assert room.last(KillPassed).player == "Bob"
    else:
        assert room.last(KillEnded).cause is KillEnd.UNCONTESTED


@pytest.mark.parametrize(
    ("setting", "expected", "ends"),
    [("stay-on-limits", (8, 16), []), ("cancel", (4, 8), [KillEnd.ABSENT])],
    ids=["letter", "customary"],
)
def test_an_absent_holder_leaves_the_limits_raised_or_ends_the_kill(
    setting: str, expected: tuple[int, int], ends: list[KillEnd]
) -> None:
    room = start_kill(omaha(kill_if_absent=setting))
    room.do(SitOut, player="Cat")
    room.start()
    assert limits(room) == expected
    assert [event.cause for event in room.all(KillEnded)] == ends
    # Nobody posts the kill blind: the blinds of 2 and 4 are those of S2 and S4.
    assert sorted(posted(room).values()) == [2, 4]
    assert room.last(RoundStarted).blinds == (1, 3)


def test_everybody_plays_at_the_posted_limits_when_the_holder_cannot_cover_the_kill_blind() -> None:
    room = seated(omaha(at=KillAmount(400), kill_if_absent="cancel"), stakes=(100, 12, 100))
    room.start()
    room.play("S3 folds; S1 folds")
    assert (room.last(KillStarted).player, room.stakes_of("Bob")) == ("Bob", 14)
    room.start()
    # The kill blind of 8 and one bet of 8 are more than the 14 left; a blind and a bet of 4 are not.
    assert room.last(KillEnded).cause is KillEnd.ABSENT
    assert room.last(RoundStarted).players == ("Ann", "Bob", "Cat")
    assert limits(room) == (4, 8)


def test_a_kill_of_a_holder_who_left_ends_as_any_other() -> None:
    room = start_kill()
    room.leave("Cat")
    room.start()
    assert limits(room) == (8, 16)
    room.play("S5 folds; S6 folds; S1 folds; S2 folds")
    assert room.last(KillEnded).cause is KillEnd.TOO_SMALL


def test_a_misdeal_leaves_the_kill_as_it_was() -> None:
    room = start_kill()
    room.start()
    room.do(Play, command=play.DeclareMisdeal(play.Misdeal.SHUFFLE_OR_CUT))
    assert not room.all(KillEnded)
    room.start()
    assert limits(room) == (8, 16)
    assert posted(room) == {"S2": 2, "S3": 8}


def test_a_kill_does_not_outlast_its_game() -> None:
    room = start_kill()
    room.do(PostChange, rotation=(hold_em(),), notice="N-17")
    assert room.last(KillEnded).cause is KillEnd.GAME_CHANGED
    room.start()
    assert room.last(RoundStarted).game == "hold-em"


@scenario("KL-07")
def test_a_half_kill_that_chips_cannot_pay_is_not_posted() -> None:
    posting = replace(
        omaha(kill=KillOption.HALF_KILL),
        house=letter(Fixed(300, 600), blinds=(100, 300), kill=KillOption.HALF_KILL, rake=omaha().house.rake),
    )
    opening = OpenTable(by=DEALER, at=OPENED, area=POKER_ROOM, rotation=(posting,))
    refusal = perform(new_table("7"), opening)
    assert isinstance(refusal, Refusal)
    assert refusal.code is Code.SIGN_INCOMPLETE
    assert "half-kill limits cannot be paid" in str(refusal)
    for change in ({"odd_unit": 50}, {"half_kill_rounding": "up"}):
        payable = replace(posting, house=replace(posting.house, **change))
        assert isinstance(perform(new_table("7"), replace(opening, rotation=(payable,))), tuple)


@spec("R-14.11-b.3")
def test_a_kill_is_not_posted_without_the_pot_that_starts_it() -> None:
    for at in (None, KillAmount(0), KillMultiple(-1)):
        posting = replace(omaha(), rules=replace(omaha().rules, kill_at=at))
        refusal = perform(new_table("7"), OpenTable(by=DEALER, at=OPENED, area=POKER_ROOM, rotation=(posting,)))
        assert isinstance(refusal, Refusal)
        assert refusal.paragraph == "14.11(b)"


def killed(players: int, holder: int, blinds: dict[int, int], **settings: object) -> play.Round:
    """A round at 4/8 under a kill, in which these seats were told to post these regular blinds."""
    house = letter(Fixed(400, 800), blinds=(200, 400), kill=KillOption.KILL, posts_may_differ=True, **settings)
    opening = play.OpenRound(
        stacks=(50_000,) * players,
        deck=deck_for(OMAHA, ("",) * players),
        kill=play.KillButton(KillOption.KILL, play.Seat(holder)),
        blinds=tuple(blinds.get(seat, 0) for seat in range(players)),
    )
    outcome = play.start(play.procedure(OMAHA, house), opening)
    assert not isinstance(outcome, play.Refusal), outcome
    return outcome[0]


@pytest.mark.parametrize(
    ("holder", "blinds", "first"),
    [
        (3, {0: 200, 1: 400}, 2),  # as usual
        (2, {0: 200, 1: 400}, 2),  # the holder is first to act themselves
        (3, {0: 400}, 1),  # a dead small blind: left of the last regular blind
        (1, {0: 400}, 1),
        (0, {0: 400}, 1),  # the holder sits in the last regular blind
        (0, {0: 200, 1: 400}, 2),
        (1, {0: 200, 1: 400}, 2),
    ],
)
@spec("R-14.11-i.4", "R-14.11-i.6", "R-14.10-f.1")
def test_under_a_kill_the_turn_starts_left_of_the_last_regular_blind(
    holder: int, blinds: dict[int, int], first: int
) -> None:
    state = killed(5, holder, blinds)
    assert (state.turn, state.bet) == (first, 800)


@spec("R-14.7-c-3")
def test_with_a_dead_small_blind_nobody_is_left_out_for_a_blind_they_do_not_owe() -> None:
    """Posted 4/8 with blinds 2 and 4: the last blind needs 8, who posts nothing needs 4."""
    house = letter(Fixed(400, 800), blinds=(200, 400), posts_may_differ=True)
    plan = play.procedure(OMAHA, house)
    deck = deck_for(OMAHA, ("", "", ""))
    short = play.OpenRound(stacks=(800, 400, 50_000), deck=deck, blinds=(400, 0, 0))
    assert not isinstance(play.start(plan, short), play.Refusal)
    owing = play.OpenRound(stacks=(700, 400, 50_000), deck=deck, blinds=(400, 0, 0))
    refusal = play.start(plan, owing)
    assert isinstance(refusal, play.Refusal)
    assert refusal.facts == {"seat": 0, "stack": 700, "needed": 800}
