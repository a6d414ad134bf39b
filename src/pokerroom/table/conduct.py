"""What players may not do at a table, and what the house must then do, 14.7(h), 14.15(c) and 14.16."""

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

cite = NJAC_13_69F.cite

OWN_INTEREST = cite("14.16(a)")
REQUIRED = cite("14.16(b)")


class Incident(StrEnum):
    """What a dealer has stopped and warned a player about."""

    POT_TOUCHED = "touched chips in the pot"
    CARDS_OUT_OF_VIEW = "took cards out of the dealer's view"


INCIDENT_RULES = {
    Incident.POT_TOUCHED: cite("14.7(h)"),
    Incident.CARDS_OUT_OF_VIEW: cite("14.15(c)"),
}


class Intervene(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Stop a player, and warn him."""

    by: Official
    at: datetime
    player: str
    incident: Incident
    warning: str


class RequireToLeave(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Have a player leave the game, on reasonable cause to believe that he does not play for himself alone."""

    by: Official
    at: datetime
    player: str
    cause: str


class NotifyDivision(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Tell the Division that a player was required to leave; `reference` is how the notice is found again."""

    by: Official
    at: datetime
    player: str
    reference: str


Command = Intervene | RequireToLeave | NotifyDivision


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


class DivisionNotified(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    rule: Citation
    by: Official
    at: datetime
    player: str
    reference: str


Event = PlayerWarned | PlayerRequiredToLeave | DivisionNotified


class Removal(msgspec.Struct, frozen=True, gc=False):
    """A player required to leave, and when the Division was told."""

    player: str
    cause: str
    at: datetime
    notified: datetime | None = None


class Conduct(msgspec.Struct, frozen=True, gc=False):
    rules: DeckRules = DeckRules()
    warnings: tuple[PlayerWarned, ...] = ()
    removals: tuple[Removal, ...] = ()

    def removal(self, player: str) -> Removal | None:
        return next((each for each in self.removals if each.player == player), None)


def decide(state: Conduct, command: Command) -> tuple[Event, ...] | Refusal:
    match command:
        case Intervene():
            return intervene(command)
        case RequireToLeave():
            return require_to_leave(state, command)
        case NotifyDivision():
            return notify(state, command)


def intervene(command: Intervene) -> tuple[Event, ...] | Refusal:
    rule = INCIDENT_RULES[command.incident]
    if not is_said(command.warning):
        return Refusal(Code.NO_WORDS, rule, {"what": f"the warning to {command.player}"})
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
    if not command.by.is_at_least(Position.FLOORPERSON):
        facts = {"who": str(command.by), "needed": Position.FLOORPERSON.value}
        return Refusal(Code.NO_AUTHORITY, REQUIRED, facts)
    if not is_said(command.cause):
        return Refusal(Code.NO_CAUSE, REQUIRED, {"player": command.player})
    refusal = seat_refusal(state, command.player)
    if refusal is not None:
        return refusal
    return (
        PlayerRequiredToLeave(rule=REQUIRED, by=command.by, at=command.at, player=command.player, cause=command.cause),
    )


def notify(state: Conduct, command: NotifyDivision) -> tuple[Event, ...] | Refusal:
    removal = state.removal(command.player)
    if removal is None or removal.notified is not None:
        return Refusal(Code.NOTHING_TO_NOTIFY, REQUIRED, {"player": command.player})
    if command.at < removal.at:
        return Refusal(Code.RECORDED_LATER, REQUIRED, {"at": str(command.at), "last": str(removal.at)})
    if not is_said(command.reference):
        return Refusal(Code.NO_WORDS, REQUIRED, {"what": f"the reference of the notice about {command.player}"})
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
            removal = Removal(event.player, event.cause, event.at)
            return replace(state, removals=(*state.removals, removal))
        case DivisionNotified():
            told = tuple(
                replace(each, notified=event.at) if each.player == event.player else each for each in state.removals
            )
            return replace(state, removals=told)


def seat_refusal(state: Conduct, player: str) -> Refusal | None:
    """Why a player may not take a seat, if he was required to leave."""
    removal = state.removal(player)
    if removal is None:
        return None
    return Refusal(Code.REQUIRED_TO_LEAVE, OWN_INTEREST, {"player": player, "cause": removal.cause})


def due(state: Conduct, now: datetime) -> tuple[Due, ...]:
    """Notices owed to the Division: at once, and late after the minutes the house allows itself."""
    allowed = timedelta(minutes=state.rules.notify_minutes)
    return tuple(
        Due(Duty.NOTIFY, each.player, each.at, each.at + allowed, REQUIRED)
        for each in state.removals
        if each.notified is None and each.at <= now
    )
