"""Why somebody may not at the entrance: the codes."""

from enum import unique

from pokerroom.rules.refusal import Refusal, RefusalCode

__all__ = ["AccountCode", "Refusal"]


@unique
class AccountCode(RefusalCode, layer="entrance"):
    NAME_UNFIT = "name unfit"
    PASSWORD_UNFIT = "password unfit"  # noqa: S105  a code
    NAME_RESERVED = "name reserved"
    NAME_TAKEN = "name taken"
    NO_SUCH_ACCOUNT = "no such account"
    NO_AUTHORITY = "no authority"
    LOCKED = "locked"
    NOT_RECOGNIZED = "not recognized"
    CODE_NOT_RECOGNIZED = "code not recognized"
    NO_SUCH_CODE = "no such code"
    NO_SUCH_PASSKEY = "no such passkey"
    PASSKEY_NOT_RECOGNIZED = "passkey not recognized"
    NOT_LOCKED = "not locked"
    OWN_ROLE = "own role"
    NOT_GRANTABLE = "not grantable"
    ROLE_HELD = "role held"
    POSITION_NOT_HELD = "position not held"
    NO_PROPOSAL = "no proposal"
    NOT_SHOWN_AROUND = "not shown around"
    SAME_PERSON = "same person"
    OFFICERS_APPOINTED = "officers appointed"
