"""A table with its players, their stakes and its rounds of play: commands in, events or a refusal out.

`new_table` names a table, `decide` answers a command, `perform` also applies it, `apply` and `replay` fold a record,
which holds the table's own events and those of its rounds. `offers` says what a player may do. `rotation_handed_in`
applies the presets to games that somebody submits for posting.
"""

from pokerroom.table.seating.announcing import Announcement, announcements
from pokerroom.table.seating.apply import apply, replay
from pokerroom.table.seating.decide import Outcome, decide, new_table, perform
from pokerroom.table.seating.events import Event
from pokerroom.table.seating.lineup import next_lineup
from pokerroom.table.seating.offering import offers
from pokerroom.table.seating.posting import (
    TABLE_PRESETS,
    KillAmount,
    KillMultiple,
    Posting,
    Rotation,
    TableRules,
    customary_table,
    in_pieces,
    letter_table,
    posting_refusal,
)
from pokerroom.table.seating.presets import by_preset, mere_label, rotation_handed_in
from pokerroom.table.seating.sign import Sign, lines_of, sign_of
from pokerroom.table.seating.state import Place, Status, Table

__all__ = [
    "TABLE_PRESETS",
    "Announcement",
    "Event",
    "KillAmount",
    "KillMultiple",
    "Outcome",
    "Place",
    "Posting",
    "Rotation",
    "Sign",
    "Status",
    "Table",
    "TableRules",
    "announcements",
    "apply",
    "by_preset",
    "customary_table",
    "decide",
    "in_pieces",
    "letter_table",
    "lines_of",
    "mere_label",
    "new_table",
    "next_lineup",
    "offers",
    "perform",
    "posting_refusal",
    "replay",
    "rotation_handed_in",
    "sign_of",
]
