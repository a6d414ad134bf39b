"""Passkeys: a key pair of somebody's device in place of a password; the room keeps the public half.

The browser is given a challenge, its device signs it after it has recognized its owner, and what comes back is verified
here (`webauthn`). A challenge is good once and for a few minutes, and for whom it was made. `webauthn` is loaded when
somebody first uses a passkey.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import msgspec

from pokerroom.live.ports import Entropy

VALID_FOR = timedelta(minutes=5)
MOST_WAITING = 10_000
"""Challenges that wait at a time; the oldest makes way."""
CHALLENGE_BYTES = 32
ROOM = "The poker room"


class Passkey(msgspec.Struct, frozen=True):
    credential: str
    """Its id, as browsers write it."""
    public_key: str
    count: int
    """How often it has signed, where its device counts: one that counts backwards is a copy."""
    added: datetime


class PasskeyAdded(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    id: str
    at: datetime
    credential: str
    public_key: str
    count: int


class PasskeyUsed(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    id: str
    at: datetime
    credential: str
    count: int


class PasskeyRemoved(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    id: str
    at: datetime
    credential: str


Event = PasskeyAdded | PasskeyUsed | PasskeyRemoved


class Site(NamedTuple):
    """Where the page came from: a passkey made for one site is worth nothing at another."""

    origin: str
    host: str


class Challenges:
    """What devices are asked to sign."""

    def __init__(self, clock: Callable[[], datetime], entropy: Entropy) -> None:
        self._clock, self._entropy = clock, entropy
        self._waiting: dict[bytes, tuple[str, datetime]] = {}

    def new(self, who: str) -> bytes:
        """For an account, or for whoever logs in."""
        challenge = self._entropy.source(CHALLENGE_BYTES)
        while len(self._waiting) >= MOST_WAITING:
            del self._waiting[next(iter(self._waiting))]
        self._waiting[challenge] = who, self._clock() + VALID_FOR
        return challenge

    def take(self, challenge: bytes, who: str) -> bool:
        """Whether it was made for them and is still good; it is not, from now on."""
        for_whom, until = self._waiting.pop(challenge, ("", self._clock()))
        return for_whom == who and self._clock() < until


def options_to_add(site: Site, challenge: bytes, who: str, name: str, known: tuple[Passkey, ...]) -> dict[str, Any]:
    """What a browser needs to make a passkey, one that names its owner by itself and recognizes them first."""
    import webauthn  # noqa: PLC0415
    from webauthn.helpers import structs  # noqa: PLC0415

    options = webauthn.generate_registration_options(
        rp_id=site.host,
        rp_name=ROOM,
        user_id=who.encode(),
        user_name=name,
        challenge=challenge,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[
            structs.PublicKeyCredentialDescriptor(webauthn.base64url_to_bytes(each.credential)) for each in known
        ],
    )
    return plain(webauthn.options_to_json(options))


def options_to_use(site: Site, challenge: bytes) -> dict[str, Any]:
    """The device says whose passkey it is: nobody learns from the room who has one."""
    import webauthn  # noqa: PLC0415
    from webauthn.helpers import structs  # noqa: PLC0415

    options = webauthn.generate_authentication_options(
        rp_id=site.host, challenge=challenge, user_verification=structs.UserVerificationRequirement.REQUIRED
    )
    return plain(webauthn.options_to_json(options))


def plain(text: str) -> dict[str, Any]:
    return msgspec.json.decode(text, type=dict[str, Any])


def made(site: Site, challenges: Challenges, who: str, answer: dict[str, Any], at: datetime) -> Passkey | None:
    """The passkey that a device has made; None where the answer does not hold."""
    import webauthn  # noqa: PLC0415
    from webauthn.helpers import bytes_to_base64url, exceptions  # noqa: PLC0415

    challenge = challenge_in(answer)
    if challenge is None or not challenges.take(challenge, who):
        return None
    try:
        found = webauthn.verify_registration_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    except (exceptions.WebAuthnException, ValueError):
        return None
    key = bytes_to_base64url(found.credential_public_key)
    return Passkey(bytes_to_base64url(found.credential_id), key, found.sign_count, at)


def used(site: Site, challenges: Challenges, passkey: Passkey | None, answer: dict[str, Any]) -> int | None:
    """How often the passkey has signed now; None where the answer does not hold."""
    import webauthn  # noqa: PLC0415
    from webauthn.helpers import exceptions  # noqa: PLC0415

    challenge = challenge_in(answer)
    if challenge is None or not challenges.take(challenge, "") or passkey is None:
        return None
    try:
        found = webauthn.verify_authentication_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=webauthn.base64url_to_bytes(passkey.public_key),
            credential_current_sign_count=passkey.count,
            require_user_verification=True,
        )
    except (exceptions.WebAuthnException, ValueError):
        return None
    return found.new_sign_count


def challenge_in(answer: dict[str, Any]) -> bytes | None:
    """What the device says it was asked; whether that is so is verified later."""
    import webauthn  # noqa: PLC0415

    try:
        said = webauthn.base64url_to_bytes(answer["response"]["clientDataJSON"])
        return webauthn.base64url_to_bytes(msgspec.json.decode(said)["challenge"])
    except (KeyError, TypeError, AttributeError, ValueError, msgspec.MsgspecError):
        return None
