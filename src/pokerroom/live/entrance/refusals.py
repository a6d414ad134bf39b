"""Why somebody may not at the entrance: the codes and their sentences."""

from enum import unique

from pokerroom.rules.refusal import Refusal, RefusalCode

__all__ = ["AccountCode", "Refusal"]


@unique
class AccountCode(RefusalCode):
    NAME_UNFIT = (
        "name unfit",
        "a name has 3 to 20 Latin letters and digits, with single spaces, dots, dashes or apostrophes between them",
    )
    PASSWORD_UNFIT = "password unfit", "{what}"
    NAME_TAKEN = "name taken", "the name {name} is taken"
    NO_SUCH_ACCOUNT = "no such account", "there is no such account"
    NO_AUTHORITY = "no authority", "{who} may not do this: it takes one of {needed}"
    LOCKED = "locked", "the account is locked after {failures} failures, until {until} or until staff release it"
    NOT_RECOGNIZED = "not recognized", "name and password do not match an account"
    NOT_LOCKED = "not locked", "the account of {name} is not locked"
    OWN_ROLE = "own role", "{who} cannot decide on a role of his own"
    NOT_GRANTABLE = "not grantable", "the role of {role} cannot be granted to an account"
    ROLE_HELD = "role held", "{name} is {role} already"
    NO_PROPOSAL = "no proposal", "no role has been proposed for {name}"
    SAME_PERSON = "same person", "{who} proposed the role of {role} for {name}: another person must approve it"
    OFFICERS_APPOINTED = "officers appointed", "two people may grant roles already: it is for them to do"
