"""The kinds of offer to a player."""

import msgspec

from pokerroom.rules.citation import Citation


class MayFold(msgspec.Struct, frozen=True, tag=True, gc=False):
    rule: Citation
    free: bool
    """Checking is free: ask the player before accepting the fold (AMB-43)."""
    pays: int = 0
    """What folding does not save: a forced or compulsory bet, 14.15(j)2."""


class MayCheck(msgspec.Struct, frozen=True, tag=True, gc=False):
    rule: Citation


class MayCall(msgspec.Struct, frozen=True, tag=True, gc=False):
    rule: Citation
    amount: int
    """What calling costs; all the player has left if the bet is more."""
    discard: int = 0
    """Down cards to give up with it."""


class MayBet(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Bet any amount of whole chips (`step`) from `least` to `most`, or `most` itself."""

    rule: Citation
    least: int
    most: int
    step: int
    discard: int = 0


class MayRaise(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Raise to any total of this betting round from `least` to `most` in whole chips (`step`), or `most` itself."""

    rule: Citation
    least: int
    most: int
    step: int
    discard: int = 0


class MayPostForcedBet(msgspec.Struct, frozen=True, tag=True, gc=False):
    rule: Citation
    amount: int
    discard: int = 0


class MayDraw(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Exchange any number of cards from zero to `most`."""

    rule: Citation
    most: int


class MustDiscard(msgspec.Struct, frozen=True, tag=True, gc=False):
    rule: Citation
    count: int


class MayShow(msgspec.Struct, frozen=True, tag=True, gc=False):
    rule: Citation


class MayConcede(msgspec.Struct, frozen=True, tag=True, gc=False):
    rule: Citation


class MayFreeze(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Stop wagering and contend for the pot as it stands."""

    rule: Citation


class MayPlayOn(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Contend for the entire pot."""

    rule: Citation


Offer = (
    MayFold
    | MayCheck
    | MayCall
    | MayBet
    | MayRaise
    | MayPostForcedBet
    | MayDraw
    | MustDiscard
    | MayShow
    | MayConcede
    | MayFreeze
    | MayPlayOn
)
