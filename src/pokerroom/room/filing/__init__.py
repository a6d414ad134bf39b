"""The filing register: no rake, cap or house setting is in force without its filed version, 14.14(a), 14.15(r).

`perform` answers a command and applies it, `decide` and `apply` do one of the two, `replay` folds a log. `in_force` and
`report` say what was in force at any moment, `preview` what a proposal would change, `departures` where it differs from
its preset, and `may_post` whether a table may post what it is about to. `handed_in` reads settings that somebody
submits.
"""

from pokerroom.room.filing.commands import Approve, Command, Propose, Withdraw
from pokerroom.room.filing.decide import MAY_FILE, Outcome, apply, decide, may_post, perform, preview, replay
from pokerroom.room.filing.difference import FieldChange, difference
from pokerroom.room.filing.events import Event, SettingsApproved, SettingsProposed, SettingsWithdrawn
from pokerroom.room.filing.settings import (
    RAKE,
    KenoSettings,
    PayoutSubmission,
    RakeSubmission,
    Settings,
    Supplement,
    TableSettings,
    departures,
    handed_in,
    most_raked,
    payout_subject,
    rake_refusal,
)
from pokerroom.room.filing.state import InForce, Register, Version, in_force, rake_in_force, report

__all__ = [
    "MAY_FILE",
    "RAKE",
    "Approve",
    "Command",
    "Event",
    "FieldChange",
    "InForce",
    "KenoSettings",
    "Outcome",
    "PayoutSubmission",
    "Propose",
    "RakeSubmission",
    "Register",
    "Settings",
    "SettingsApproved",
    "SettingsProposed",
    "SettingsWithdrawn",
    "Supplement",
    "TableSettings",
    "Version",
    "Withdraw",
    "apply",
    "decide",
    "departures",
    "difference",
    "handed_in",
    "in_force",
    "may_post",
    "most_raked",
    "payout_subject",
    "perform",
    "preview",
    "rake_in_force",
    "rake_refusal",
    "replay",
    "report",
]
