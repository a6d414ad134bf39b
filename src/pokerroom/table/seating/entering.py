"""What the dealer enters at a table where a person deals (R-46).

An entry is one command of the round, and what the dealer did before it without a word: where nobody has to name cards,
a player's action says that the street before it was dealt, and the first action of a betting round says who opened it.
All of it is one entry, which `TakeBack` takes back.
"""

from typing import get_args

from msgspec.structs import replace

from pokerroom import play
from pokerroom.play import Refusal, Round, Stage
from pokerroom.play.apply import apply
from pokerroom.play.events import Entered, Event
from pokerroom.play.unnamed import completed, open_cards, unnamed_deal
from pokerroom.rules.staff import Official
from pokerroom.table.seating.commands import By
from pokerroom.table.seating.state import Table

ACTIONS = get_args(play.PlayerCommand)
FOLLOW_THE_CARDS = (*ACTIONS, play.PushPots, play.NameOpener, play.NameCards, play.Reshuffle)
"""What is entered after cards were dealt; everything else may concern the deal itself."""


def entered(state: Round, command: play.Command, by: By) -> play.Outcome:
    """The round after an entry, and everything that the entry says."""
    if isinstance(command, play.TakeBack):
        return play.perform(state, command)
    ready = prepared(state, command, by)
    if isinstance(ready, Refusal):
        return ready
    after, events = ready
    outcome = play.perform(after, completed(after, command))
    return outcome if isinstance(outcome, Refusal) else (outcome[0], events + outcome[1])


def prepared(state: Round, command: play.Command, by: By) -> play.Outcome:
    """The round in which this could happen: who entered it, and what must have been dealt before."""
    after, events = noted(state, by, final=is_final(command))
    while (before := dealt_before(after, command)) is not None:
        outcome = play.perform(after, before)
        if isinstance(outcome, Refusal):
            return outcome
        after, events = outcome[0], events + outcome[1]
    return after, events


def noted(state: Round, by: By, *, final: bool = False) -> tuple[Round, list[Event]]:
    """The round with a new entry begun. What a card reader names does not stand in the way of the dealer's last entry,
    and goes with it.
    """
    along = isinstance(by, Official) and by.is_reader and state.before is not None and not final
    event = Entered(state.procedure.general.entered, by, final=final, along=along)
    return apply(state, event), [event]


def is_final(command: play.Command) -> bool:
    """A ruling is final, 14.15(b); so is the poker shift supervisor's removal of a hand, 14.16(b) (R-25)."""
    if isinstance(command, play.RemoveHand):
        return command.cause is play.Removal.REQUIRED_TO_LEAVE
    return isinstance(command, play.Rule | play.Uphold) or getattr(command, "ruling", None) is not None


def dealt_before(state: Round, command: play.Command) -> play.Command | None:
    """What the dealer has done before this could happen, and has not entered: the next of it, if anything is left."""
    if not isinstance(command, FOLLOW_THE_CARDS):
        return None
    if state.stage is Stage.TELLING and isinstance(command, ACTIONS):
        return play.NameOpener(command.seat)
    if isinstance(command, play.NameCards) and len(open_cards(state, command.seat)) >= len(command.cards):
        return None
    return unnamed_deal(state)


def as_dealt(state: Round) -> Round:
    """The round with everything on the table that is dealt without a word: whose turn it is then."""
    return dealt_unnamed(state)[0]


def dealt_unnamed(state: Round) -> tuple[Round, list[Event]]:
    """The same, with the events that lead there."""
    events: list[Event] = []
    while (deal := unnamed_deal(state)) is not None:
        outcome = play.perform(state, deal)
        assert not isinstance(outcome, Refusal), outcome
        state, events = outcome[0], events + outcome[1]
    return state, events


def on_the_felt(table: Table) -> Table:
    """The table as people around it see it: what the dealer deals without a word lies there already."""
    if table.dealing is None or table.round is None:
        return table
    dealt = as_dealt(table.round)
    return table if dealt is table.round else replace(table, round=dealt)
