"""Why somebody may not in the room: the codes and their sentences."""

from enum import unique

from pokerroom.rules.refusal import Refusal, RefusalCode

__all__ = ["Code", "Facts", "Refusal"]

Facts = dict[str, int | str]


@unique
class Code(RefusalCode):
    NO_TIME_ZONE = "no time zone", "{at} says no time zone"
    NOT_AN_ID = "not an id", "{id} cannot name an order: it is empty, or holds what no record keeps"
    NOT_A_NAME = (
        "not a name",
        "{name} names nobody and nothing: a name begins with a letter or a figure and has no : or /",
    )
    ID_TAKEN = "id taken", "this id was used for another order, and nothing has happened now: use a new id"
    RECORDED_LATER = "recorded later", "{at} is earlier than what is recorded already, {last}"
    DAY_CLOSED = "day closed", "{at} is before {closed}, when the last gaming day was closed: closed books stay closed"
    NO_GAMING_DAY = (
        "no gaming day",
        "no gaming day is open: a round of play is dealt in one, and its rake is booked there",
    )
    NOT_BY_HAND = (
        "not by hand",
        "{what} is not written by hand: the books follow the tables and the cage, where it is put right",
    )
    NO_AUTHORITY = "no authority", "{who} may not do this: it takes {needed}"
    NOT_FOR_ANOTHER = "not for another", "{who} cannot do this for {player}"

    NO_SUBJECT = "no subject", "nothing says what the settings are for"
    NO_DOCUMENT = "no document", "no document of the submission is named for {subject}"
    FILED_LATER = "filed later", "the filing date {filed_on} of {subject} is after today, {today}"
    EFFECTIVE_BEFORE_FILED = (
        "effective before filed",
        "{subject} cannot take effect at {effective}, before it was filed on {filed_on}",
    )
    WRONG_SUBJECT = (
        "wrong subject",
        "the rake is filed once for the house, under {rake}, and nothing else is: not under {subject}",
    )
    OTHER_KIND = "other kind", "{subject} has been filed as {filed}, so it cannot be filed as {proposed}"
    CANNOT_BE_POSTED = "cannot be posted", "{subject} cannot be filed: {what}"
    NO_SUCH_VERSION = "no such version", "{subject} has no version {version}"
    VERSION_WITHDRAWN = "version withdrawn", "version {version} of {subject} was withdrawn"
    ALREADY_APPROVED = "already approved", "version {version} of {subject} has been approved already"
    NO_REASON = "no reason", "no reason is given"
    SAME_PERSON = "same person", "{who} cannot approve what {maker} did: it takes two people"
    NEEDS_TWO_PEOPLE = (
        "needs two people",
        "version {version} of {subject} is approved: a second person must agree to withdraw it",
    )
    EFFECTIVE_PASSED = (
        "effective passed",
        "version {version} of {subject} was to take effect at {effective}, which has passed: propose it again",
    )
    FOLLOWED_BY_ANOTHER = (
        "followed by another",
        "version {other} of {subject} takes effect at {effective}: withdraw that first",
    )
    RAKE_NOT_FILED = "rake not filed", "the rake of {subject} is not the one filed: {what}"
    ABOVE_FILED_MAXIMUM = (
        "above the filed maximum",
        "{subject} could rake {amount:$}, above the filed maximum of {most:$}: {what}",
    )
    NOTHING_IN_FORCE = "nothing in force", "no settings of {subject} are in force at {moment}"
    DIFFERS_FROM_FILED = (
        "differs from filed",
        "what is posted for {subject} is not version {version}, which is in force: {what}",
    )
    SUPERSEDED = "superseded", "table {table} posts {settings}, which is no longer in force: {now} is"

    NOTHING_TO_SHUFFLE = "nothing to shuffle", "no deck at table {table} waits to be shuffled again"

    NO_NAME = "no name", "no name is given to call {player} by"
    NO_TITLE = "no title", "a list is named by a game and its limits: nothing says {what}"
    BARRED = "barred", "{player} may not play here: {reason}"
    NOT_BARRED = "not barred", "{player} is not barred"
    NO_SUCH_LIST = "no such list", "there is no list for {wanted}"
    LIST_OPEN = "list open", "there is a list for {wanted} already"
    LIST_IN_USE = "list in use", "table {table} offers {wanted}, so its list stays"
    NO_SUCH_TABLE = "no such table", "there is no table {table} in the room"
    TABLE_KNOWN = "table known", "table {table} is in the room already"
    NO_SEATS = "no seats", "table {table} needs at least two seats, not {seats}"
    CANNOT_FEED = "cannot feed", "table {table} cannot feed table {main}: {what}"
    NO_SUCH_SEAT = "no such seat", "table {table} has no seat {seat:seat}"
    ALREADY_SEATED = "already seated", "{player} has a seat at table {table} already"
    NOT_SEATED = "not seated", "{player} has no seat at table {table}"
    ALREADY_WAITING = "already waiting", "{player} is on the list for {wanted} already"
    TOO_MANY_LISTS = "too many lists", "{player} is on {lists} lists already, as many as the house allows"
    NOT_WAITING = "not waiting", "{player} is not on the list for {wanted}"
    MUST_MOVE_TABLE = (
        "must-move table",
        "table {table} feeds table {main}: one goes from there to the main game in order only",
    )
    OTHER_GAME = "other game", "table {table} offers {other}, not {wanted}"
    CHANGE_REQUESTED = "change requested", "{player} has asked for another table already"
    NO_CHANGE_REQUESTED = "no change requested", "{player} has not asked for another table"
    SEAT_TAKEN = "seat taken", "seat {seat:seat} of table {table} is taken by {other}"
    SEAT_HELD = "seat held", "seat {seat:seat} of table {table} is held for {other}"
    SEAT_NOT_LOCKED = "seat not locked", "seat {seat:seat} of table {table} is not locked up for anybody"
    NO_VACANT_SEAT = "no vacant seat", "table {table} has no vacant seat that nobody is called to"
    NOBODY_WAITS = "nobody waits", "nobody can be called to table {table}"
    HOLDS_ANOTHER = "holds another", "seat {seat:seat} of table {table} is held for {player} already"
    OTHERS_WAIT = "others wait", "{other} is to be called to table {table} before {player}"
    NO_OFFER = "no offer", "seat {seat:seat} of table {table} is not offered to {player}"
    OFFER_EXPIRED = "offer expired", "the seat was held for {player} until {until}, which has passed"
    ALREADY_ACCEPTED = "already accepted", "{player} has accepted the seat already"
    NOT_A_TIME_AHEAD = "not a time ahead", "{until} is not after {at}"
    HELD_TOO_LONG = "held too long", "a seat is held for {minutes} minutes at most, not until {until}"
