"""One round of play, from ante to award: commands in, events or a refusal out.

`start` opens a round at a table (`procedure`), `decide` answers a command with events or a `Refusal`, `apply` folds an
event into the state, `perform` does both at once, and `legal_actions` says what a player may do.
"""

from pokerroom.play.apply import apply, replay
from pokerroom.play.commands import (
    Bet,
    Call,
    Check,
    Command,
    Concede,
    Deal,
    Discard,
    Draw,
    Fold,
    KillButton,
    OpenRound,
    PlayerCommand,
    PostForcedBet,
    Raise,
    Reshuffle,
    Seat,
    Show,
    Uphold,
)
from pokerroom.play.dealing import cards_due, reshuffle_pool
from pokerroom.play.decide import Outcome, decide, perform, start
from pokerroom.play.events import Event, Pot
from pokerroom.play.offered import (
    MayBet,
    MayCall,
    MayCheck,
    MayConcede,
    MayDraw,
    MayFold,
    MayPostForcedBet,
    MayRaise,
    MayShow,
    MustDiscard,
    Offer,
)
from pokerroom.play.offers import legal_actions
from pokerroom.play.procedure import Procedure, procedure
from pokerroom.play.refusals import Code, Refusal
from pokerroom.play.state import Round, Stage
from pokerroom.play.views import Role, View, Viewer, seen_by, view

__all__ = [
    "Bet",
    "Call",
    "Check",
    "Code",
    "Command",
    "Concede",
    "Deal",
    "Discard",
    "Draw",
    "Event",
    "Fold",
    "KillButton",
    "MayBet",
    "MayCall",
    "MayCheck",
    "MayConcede",
    "MayDraw",
    "MayFold",
    "MayPostForcedBet",
    "MayRaise",
    "MayShow",
    "MustDiscard",
    "Offer",
    "OpenRound",
    "Outcome",
    "PlayerCommand",
    "PostForcedBet",
    "Pot",
    "Procedure",
    "Raise",
    "Refusal",
    "Reshuffle",
    "Role",
    "Round",
    "Seat",
    "Show",
    "Stage",
    "Uphold",
    "View",
    "Viewer",
    "apply",
    "cards_due",
    "decide",
    "legal_actions",
    "perform",
    "procedure",
    "replay",
    "reshuffle_pool",
    "seen_by",
    "start",
    "view",
]
