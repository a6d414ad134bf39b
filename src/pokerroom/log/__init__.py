"""The form of the record: events in envelopes, each chained to the one before it, so that every change is noticed."""

from pokerroom.log.chain import Fault, Tampering, verify
from pokerroom.log.codec import Codec, CodecError, Encoded, Kind
from pokerroom.log.envelope import GENESIS, Envelope, EnvelopeError, Head, beginning, enclose, follows, head_of

__all__ = [
    "GENESIS",
    "Codec",
    "CodecError",
    "Encoded",
    "Envelope",
    "EnvelopeError",
    "Fault",
    "Head",
    "Kind",
    "Tampering",
    "beginning",
    "enclose",
    "follows",
    "head_of",
    "verify",
]
