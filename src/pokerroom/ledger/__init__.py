"""The books of the room: double entry in whole cents, where money moves only by transfers between two accounts.

`perform` answers a command and applies it, `decide` and `apply` do one of the two, `replay` folds a log.
`trial_balance`, `statement`, `journal` and `day_report` say what the books and their log hold; `papers` writes it as
text.
"""

from pokerroom.ledger.accounts import (
    BAD_BEAT_FUND,
    CAGE,
    REVENUE,
    SUSPENSE,
    Account,
    AccountError,
    Kind,
    bad_beat_box,
    bank,
    drop_box,
    inventory,
    pot,
    rake_area,
    stakes,
    variance,
    wagers,
)
from pokerroom.ledger.apply import apply, fold, replay
from pokerroom.ledger.commands import CloseDay, Command, Correct, CountTable, NoteRounds, OpenDay, Post
from pokerroom.ledger.counting import SLIP_RULE, Count, Flag, Slip, Thresholds, Tray
from pokerroom.ledger.days import Day, DayReport, Dealt, Figures, Held, Line, Shift, Where
from pokerroom.ledger.decide import Outcome, decide, perform
from pokerroom.ledger.events import (
    DayClosed,
    DayOpened,
    Event,
    RoundsNoted,
    TableCounted,
    TransferCorrected,
    TransfersPosted,
)
from pokerroom.ledger.refusals import Code, Refusal
from pokerroom.ledger.state import Books, day_report
from pokerroom.ledger.statements import (
    Statement,
    StatementLine,
    TrialBalance,
    journal,
    statement,
    transfers_of,
    trial_balance,
    unfounded,
)
from pokerroom.ledger.transfers import Reason, RecordId, Signature, Transfer, agreed_by, compensation, signature

__all__ = [
    "BAD_BEAT_FUND",
    "CAGE",
    "REVENUE",
    "SLIP_RULE",
    "SUSPENSE",
    "Account",
    "AccountError",
    "Books",
    "CloseDay",
    "Code",
    "Command",
    "Correct",
    "Count",
    "CountTable",
    "Day",
    "DayClosed",
    "DayOpened",
    "DayReport",
    "Dealt",
    "Event",
    "Figures",
    "Flag",
    "Held",
    "Kind",
    "Line",
    "NoteRounds",
    "OpenDay",
    "Outcome",
    "Post",
    "Reason",
    "RecordId",
    "Refusal",
    "RoundsNoted",
    "Shift",
    "Signature",
    "Slip",
    "Statement",
    "StatementLine",
    "TableCounted",
    "Thresholds",
    "Transfer",
    "TransferCorrected",
    "TransfersPosted",
    "Tray",
    "TrialBalance",
    "Where",
    "agreed_by",
    "apply",
    "bad_beat_box",
    "bank",
    "compensation",
    "day_report",
    "decide",
    "drop_box",
    "fold",
    "inventory",
    "journal",
    "perform",
    "pot",
    "rake_area",
    "replay",
    "signature",
    "stakes",
    "statement",
    "transfers_of",
    "trial_balance",
    "unfounded",
    "variance",
    "wagers",
]
