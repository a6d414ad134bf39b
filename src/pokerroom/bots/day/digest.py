"""What a day came to, in one number: every event of every stream as it was decided, what is sealed opened.

Sealed bytes differ from run to run, and so do the hashes over them; the order of commits of different streams may
differ too. Everything else is the same for the same seed.
"""

from hashlib import sha256

import msgspec

from pokerroom.room.ports import EventStore
from pokerroom.room.registry import REGISTRY
from pokerroom.room.streams import table_of
from pokerroom.shuffle.seal import Keys, Place, Sealed, unseal


def digests(store: EventStore, keys: Keys) -> dict[str, str]:
    """The digest of each stream."""
    return {stream: stream_digest(store, stream, keys) for stream in sorted(store.heads())}


def day_digest(store: EventStore, keys: Keys) -> str:
    return sha256(msgspec.json.encode(digests(store, keys))).hexdigest()


def stream_digest(store: EventStore, stream: str, keys: Keys) -> str:
    running = sha256()
    declared = REGISTRY.stream(stream)
    for envelope, event in declared.events(store, table_of(stream)):
        tag, version = envelope.tag, envelope.version
        body: tuple[object, ...] = (envelope.body,)
        if isinstance(event, Sealed):
            opened = unseal(event, Place(stream, envelope.sequence), keys)
            if event.is_deck:
                body = (opened.event, opened.secret)
            else:
                coded = declared.codec.encode(opened.event)
                tag, version, body = coded.tag, coded.version, (coded.body,)
        header = (envelope.sequence, envelope.at, envelope.by, envelope.cause, tag, version)
        running.update(msgspec.json.encode((header, body)))
    return running.hexdigest()
