"""How somebody is told that what they asked for was not recorded."""

from collections.abc import Mapping

from pokerroom.live.refusals import Code, Refusal
from pokerroom.room.ports import Fenced, StoreAway, StoreBusy, StoreError, StreamHalted
from pokerroom.store.writer import WriterClosed

UNRECORDED: Mapping[type[StoreError], Code] = {
    StoreBusy: Code.BUSY,
    StoreAway: Code.CANNOT_RECORD,
    Fenced: Code.TAKEN_OVER,
    StreamHalted: Code.RECORD_HALTED,
    WriterClosed: Code.CLOSING,
    StoreError: Code.FAILED,
}


def of_record(error: StoreError) -> Refusal:
    """Why something was not recorded."""
    return Refusal(next(code for kind, code in UNRECORDED.items() if isinstance(error, kind)))
