"""Events to bytes and back, permanently: whatever any earlier version wrote is read as the current version."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from pokerroom.log.envelope import Envelope

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]
"""From the fields of one version of an event to those of the next."""


class CodecError(ValueError):
    """An event that cannot be written, or bytes that hold no known event."""


class Kind(msgspec.Struct, frozen=True, gc=False):
    """A type of event, with the upcaster from each earlier version to the next, oldest first.

    The version is the number of upcasters plus one, so the two cannot disagree.
    """

    type: type[msgspec.Struct]
    upcasters: tuple[Upcaster, ...] = ()

    @property
    def tag(self) -> str:
        tag = self.type.__struct_config__.tag
        if not isinstance(tag, str):
            raise CodecError(f"{self.type.__name__} has no tag to store it by")
        return tag

    @property
    def version(self) -> int:
        return 1 + len(self.upcasters)


class Encoded(msgspec.Struct, frozen=True, gc=False):
    tag: str
    version: int
    body: bytes


class Codec:
    """The types of event that a log may contain."""

    def __init__(self, kinds: Iterable[Kind | type[msgspec.Struct]]) -> None:
        self._kinds: dict[str, Kind] = {}
        for each in kinds:
            kind = each if isinstance(each, Kind) else Kind(each)
            if self._kinds.setdefault(kind.tag, kind) is not kind:
                raise CodecError(f"two types of event have the tag {kind.tag!r}")
        self._decoders = {tag: msgspec.json.Decoder(kind.type) for tag, kind in self._kinds.items()}
        self._written = {kind.type: (tag, kind.version) for tag, kind in self._kinds.items()}
        self._encoder = msgspec.json.Encoder(order="deterministic")

    def encode(self, event: msgspec.Struct) -> Encoded:
        written = self._written.get(type(event))
        if written is None:
            raise CodecError(f"{type(event).__name__} is not one of the {len(self._kinds)} types of event of this log")
        return Encoded(*written, self._encoder.encode(event))

    def read(self, envelope: Envelope) -> Any:
        """The event in an envelope."""
        return self.decode(envelope.tag, envelope.version, envelope.body)

    def decode(self, tag: str, version: int, body: bytes) -> Any:
        kind = self._kinds.get(tag)
        if kind is None:
            raise CodecError(f"no type of event of this log has the tag {tag!r}")
        if not 0 < version <= kind.version:
            raise CodecError(f"version {version} of {tag} is not known here: the newest is {kind.version}")
        try:
            return self._decoders[tag].decode(upcast(kind, version, body) if version < kind.version else body)
        except msgspec.MsgspecError as error:
            raise CodecError(f"the bytes are not a {tag} of version {version}: {error}") from None


def upcast(kind: Kind, version: int, body: bytes) -> bytes:
    fields = msgspec.json.decode(body, type=dict[str, Any])
    for upcaster in kind.upcasters[version - 1 :]:
        fields = upcaster(fields)
    return msgspec.json.encode(fields)
