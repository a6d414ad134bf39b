"""What players may not do at a table, and what the house must then do, 14.7(h), 14.15(c) and 14.16.

A player required to leave stays away from every table and list until the poker shift supervisor reinstates them. The
room records what follows at the tables and on the lists together with it.
"""

from datetime import datetime, timedelta
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from pokerroom.rules.citation import Citation
from pokerroom.rules.editions import NJAC_13_69F
from pokerroom.rules.staff import Official, Position
from pokerroom.rules.wording import is_said
from pokerroom.table.deck_rules import DeckRules
from pokerroom.table.due import Due, Duty
from pokerroom.table.refusals import Code, Refusal
from pokerroom.words import saying, term

cite = NJAC_13_69F.cite

REQUIRED = cite("14.16(b)")
AWAY = cite("14.16(b)", reading="R-25")
"""Until a player is reinstated."""
RULED = cite("14.15(b)", reading="R-25")


class Incident(StrEnum):
    """What a dealer stopped a player from doing and warned them about."""

    POT_TOUCHED = "touched chips in the pot"
    CARDS_OUT_OF_VIEW = "took cards out of the dealer's view"


INCIDENT_RULES = {
    Incident.POT_TOUCHED: cite("14.7(h)"),
    Incident.CARDS_OUT_OF_VIEW: cite("14.15(c)"),
}


class HandInPlay(StrEnum):
    """What happens to the hand of a player who is required to leave during a round of play."""

    FINISH = "finish"
    """The player plays it out."""
    REMOVE = "remove"
    """The poker shift supervisor takes it out of the round."""


class Intervene(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Stop a player, and warn them."""

    by: Official
    at: datetime
    player: str
    incident: Incident
    warning: str


class RequireToLeave(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Require a player to leave the game, on reasonable cause to believe that they do not play only for themselves."""

    by: Official
    at: datetime
    player: str
    cause: str
    hand: HandInPlay = HandInPlay.FINISH


class Reinstate(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Let a player who was required to leave play again."""

    by: Official
    at: datetime
    player: str
    reason: str


class NotifyDivision(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Tell the Division that a player was required to leave; `reference` is for finding the notice later."""

    by: Official
    at: datetime
    player: str
    reference: str


Command = Intervene | RequireToLeave | Reinstate | NotifyDivision


class PlayerWarned(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    rule: Citation
    by: Official
    at: datetime
    player: str
    incident: Incident
    warning: str


class PlayerRequiredToLeave(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    rule: Citation
    by: Official
    at: datetime
    player: str
    cause: str
    hand: HandInPlay | None = None
    """None in records from before removals took effect at the tables: the player could still be dealt in."""


class PlayerReinstated(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    rule: Citation
    by: Official
    at: datetime
    player: str
    reason: str


class DivisionNotified(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    rule: Citation
    by: Official
    at: datetime
    player: str
    reference: str


Event = PlayerWarned | PlayerRequiredToLeave | PlayerReinstated | DivisionNotified


class Removal(msgspec.Struct, frozen=True, gc=False):
    """A player required to leave, when the Division was told, and when the player was reinstated."""

    player: str
    cause: str
    at: datetime
    notified: datetime | None = None
    hand: HandInPlay | None = None
    reinstated: datetime | None = None
    by: Official | None = None
    """Who required it."""

    @property
    def stands(self) -> bool:
        return self.reinstated is None

    @property
    def took_effect(self) -> bool:
        """Whether the tables and lists were told; in early records they were not."""
        return self.hand is not None


class Conduct(msgspec.Struct, frozen=True, gc=False):
    rules: DeckRules = DeckRules()
    warnings: tuple[PlayerWarned, ...] = ()
    removals: tuple[Removal, ...] = ()

    def removal(self, player: str) -> Removal | None:
        """The last removal of a player that is still in force."""
        found = [each for each in self.removals if each.player == player and each.stands]
        return found[-1] if found else None

    def unnotified(self, player: str) -> tuple[Removal, ...]:
        """The removals of a player that the Division has not been told of."""
        return tuple(each for each in self.removals if each.player == player and each.notified is None)


def decide(state: Conduct, command: Command) -> tuple[Event, ...] | Refusal:
    match command:
        case Intervene():
            return intervene(command)
        case RequireToLeave():
            return require_to_leave(state, command)
        case Reinstate():
            return reinstate(state, command)
        case NotifyDivision():
            return notify(state, command)


def intervene(command: Intervene) -> tuple[Event, ...] | Refusal:
    rule = INCIDENT_RULES[command.incident]
    if not is_said(command.warning):
        return Refusal(Code.NO_WORDS, rule, {"what": saying("detail-table.warning", player=command.player)})
    return (
        PlayerWarned(
            rule=rule,
            by=command.by,
            at=command.at,
            player=command.player,
            incident=command.incident,
            warning=command.warning,
        ),
    )


def require_to_leave(state: Conduct, command: RequireToLeave) -> tuple[Event, ...] | Refusal:
    ruling = command.hand is HandInPlay.REMOVE
    needed, rule = (Position.SHIFT_SUPERVISOR, RULED) if ruling else (Position.FLOORPERSON, REQUIRED)
    refusal = authority_refusal(command.by, needed, rule)
    if refusal is not None:
        return refusal
    removal = state.removal(command.player)
    # A removal that never took effect at the tables can be ordered again, and then takes effect.
    if removal is not None and removal.took_effect:
        return refusal_by(removal)
    if not is_said(command.cause):
        return Refusal(Code.NO_CAUSE, REQUIRED, {"player": command.player})
    return (
        PlayerRequiredToLeave(
            rule=REQUIRED,
            by=command.by,
            at=command.at,
            player=command.player,
            cause=command.cause,
            hand=command.hand,
        ),
    )


def authority_refusal(by: Official, needed: Position, rule: Citation) -> Refusal | None:
    if by.is_at_least(needed):
        return None
    return Refusal(Code.NO_AUTHORITY, rule, {"who": by.saying, "needed": term(needed)})


def reinstate(state: Conduct, command: Reinstate) -> tuple[Event, ...] | Refusal:
    removal, player = state.removal(command.player), command.player
    if removal is not None and command.at < removal.at:
        return Refusal(Code.RECORDED_LATER, AWAY, {"at": str(command.at), "last": str(removal.at)})
    refusal = authority_refusal(command.by, Position.SHIFT_SUPERVISOR, RULED)
    if refusal is not None:
        return refusal
    if removal is None:
        return Refusal(Code.NOT_REQUIRED_TO_LEAVE, AWAY, {"player": player})
    if not is_said(command.reason):
        return Refusal(Code.NO_REASON, AWAY, {"player": player})
    return (PlayerReinstated(rule=AWAY, by=command.by, at=command.at, player=player, reason=command.reason),)


def notify(state: Conduct, command: NotifyDivision) -> tuple[Event, ...] | Refusal:
    owed = state.unnotified(command.player)
    if not owed:
        return Refusal(Code.NOTHING_TO_NOTIFY, REQUIRED, {"player": command.player})
    if command.at < owed[-1].at:
        return Refusal(Code.RECORDED_LATER, REQUIRED, {"at": str(command.at), "last": str(owed[-1].at)})
    if not is_said(command.reference):
        what = saying("detail-table.notice-reference", player=command.player)
        return Refusal(Code.NO_WORDS, REQUIRED, {"what": what})
    return (
        DivisionNotified(
            rule=REQUIRED, by=command.by, at=command.at, player=command.player, reference=command.reference
        ),
    )


def apply(state: Conduct, event: Event) -> Conduct:
    match event:
        case PlayerWarned():
            return replace(state, warnings=(*state.warnings, event))
        case PlayerRequiredToLeave():
            removal = Removal(event.player, event.cause, event.at, hand=event.hand, by=event.by)
            return replace(state, removals=(*state.removals, removal))
        case PlayerReinstated():
            assert state.removal(event.player) is not None, f"{event.player} was not required to leave"
            return dated(state, event, "reinstated")
        case DivisionNotified():
            return dated(state, event, "notified")


def dated(state: Conduct, event: PlayerReinstated | DivisionNotified, what: str) -> Conduct:
    """The removals of a player, dated with the time of this event where they have no time yet."""
    removals = tuple(
        replace(each, **{what: event.at}) if each.player == event.player and getattr(each, what) is None else each
        for each in state.removals
    )
    return replace(state, removals=removals)


def seat_refusal(state: Conduct, player: str) -> Refusal | None:
    """Why a player may not play: they were required to leave and have not been reinstated."""
    removal = state.removal(player)
    return None if removal is None else refusal_by(removal)


def refusal_by(removal: Removal) -> Refusal:
    return Refusal(Code.REQUIRED_TO_LEAVE, AWAY, {"player": removal.player, "cause": removal.cause})


def due(state: Conduct, now: datetime) -> tuple[Due, ...]:
    """Notices owed to the Division: due at once, and late after the minutes the house allows itself."""
    allowed = timedelta(minutes=state.rules.notify_minutes)
    return tuple(
        Due(Duty.NOTIFY, each.player, each.at, each.at + allowed, REQUIRED)
        for each in state.removals
        if each.notified is None and each.at <= now
    )
