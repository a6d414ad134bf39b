"""Whether a round of play has a bad beat: a strong hand that loses to a stronger one, 14.1 "Bad beat", 14.19(a)."""

from collections.abc import Container, Sequence

import msgspec

from pokerroom.cards import Card
from pokerroom.jackpot.rules import BothLevels, Level, PayoutRules, Several
from pokerroom.jackpot.sharing import Entitled
from pokerroom.ranking.bad_beats import Qualifier, meets
from pokerroom.ranking.strength import Strength


class TabledHand(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A hand at the showdown, with the strength that the game's high ranking gives it."""

    player: str
    own: tuple[Card, ...]
    strength: Strength


class Showdown(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The evidence of a bad beat: every hand tabled, the board, and everybody dealt in."""

    table: str
    round: int
    game: str
    board: tuple[Card, ...]
    hands: tuple[TabledHand, ...]
    dealt_in: tuple[str, ...]

    def tells(self, other: "Showdown") -> bool:
        """Whether every card that the other one names is the same here."""
        mine = {(hand.player, frozenset(hand.own)) for hand in self.hands}
        theirs = {(hand.player, frozenset(hand.own)) for hand in other.hands}
        return theirs <= mine and set(self.board) == set(other.board)


class BadBeat(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A qualifying hand that lost, and the hand it lost to."""

    level: Level
    losing: tuple[str, ...]
    winning: tuple[str, ...]

    def entitled(self, showdown: Showdown, room: Sequence[str]) -> Entitled:
        """`room` is everybody dealt in at the other participating tables."""
        involved = {*self.losing, *self.winning}
        return Entitled(
            losing=self.losing,
            winning=self.winning,
            table=tuple(player for player in showdown.dealt_in if player not in involved),
            room=tuple(room),
        )


def bad_beats(rules: PayoutRules, showdown: Showdown, qualifier: Qualifier) -> tuple[BadBeat, ...]:
    """The payouts that a round leads to; `qualifier` is the primary one as it stands on its ladder now."""
    if showdown.game not in rules.games:
        return ()
    primary = beaten(qualifier, showdown, Level.PRIMARY, rules.several)
    if rules.secondary is None or (primary and rules.both_levels is not BothLevels.BOTH):
        return primary
    paid = {player for each in primary for player in each.losing}
    return primary + beaten(rules.secondary.qualifier, showdown, Level.SECONDARY, rules.several, without=paid)


def beaten(
    asked: Qualifier,
    showdown: Showdown,
    level: Level,
    several: Several | None,
    *,
    without: Container[str] = (),
) -> tuple[BadBeat, ...]:
    """The qualifying hand that lost, if there is one; of several the highest, or all of them, as the appendix says."""
    winners = beating(asked, showdown) if len(showdown.dealt_in) >= asked.minimum_players else []
    losers = [
        hand
        for hand in showdown.hands
        if winners and hand.strength < winners[0].strength and is_qualifying(asked, showdown.board, hand)
        if hand.player not in without
    ]
    if several is not Several.SPLIT:
        best = max((hand.strength for hand in losers), default=None)
        losers = [hand for hand in losers if hand.strength == best]
    if not losers:
        return ()
    losing, winning = (tuple(hand.player for hand in hands) for hands in (losers, winners))
    return (BadBeat(level=level, losing=losing, winning=winning),)


def beating(asked: Qualifier, showdown: Showdown) -> list[TabledHand]:
    """The strongest hands that may beat a qualifying one."""
    best = max((hand.strength for hand in showdown.hands), default=Strength(0))
    able = [
        hand
        for hand in showdown.hands
        if hand.strength >= asked.beaten_by
        and (asked.loser_only or meets(asked, hand.own, showdown.board, hand.strength))
        and (hand.strength == best or not asked.takes_pot)
    ]
    top = max((hand.strength for hand in able), default=None)
    return [hand for hand in able if hand.strength == top]


def is_qualifying(asked: Qualifier, board: tuple[Card, ...], hand: TabledHand) -> bool:
    return hand.strength >= asked.least and meets(asked, hand.own, board, hand.strength)
