"""What the HTTP API accepts and returns, as types: the OpenAPI page is made from them."""

from datetime import date, datetime
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from pokerroom.live.entrance.identity import Role
from pokerroom.live.entrance.names import LONGEST_READ
from pokerroom.room.duty import OnDuty
from pokerroom.web.api.readings import Reading
from pokerroom.wire.banked import LobbyGame
from pokerroom.wire.messages import LobbyTable, Told, WaitingList
from pokerroom.wire.payouts import PayoutShown
from pokerroom.words import Saying

LONGEST_GIVEN = 1000

Name = Annotated[str, Meta(max_length=LONGEST_READ, description="3 to 20 Latin letters and digits.")]
"""As somebody typed it: what is wrong with it is said by the desk, in a sentence."""
Password = Annotated[str, Meta(max_length=LONGEST_GIVEN, description="10 to 200 characters that nobody guesses.")]
Given = Annotated[str, Meta(max_length=LONGEST_GIVEN)]
"""A password as somebody typed it: it may be wrong in any way."""


class Request(msgspec.Struct, frozen=True, kw_only=True):
    pass


class EnterAsGuest(Request, frozen=True, kw_only=True):
    name: Name | None = None
    """None to let the room choose one."""


class Register(Request, frozen=True, kw_only=True):
    name: Name
    password: Password


class LogIn(Request, frozen=True, kw_only=True):
    name: Name
    password: Given


class NewPassword(Request, frozen=True, kw_only=True):
    old: Given
    new: Password


class Recover(Request, frozen=True, kw_only=True):
    name: Name
    code: Given
    """One of the codes that were shown once."""
    new: Password


class WithPassword(Request, frozen=True, kw_only=True):
    password: Given


class OfficerCode(Request, frozen=True, kw_only=True):
    code: Given
    """From whoever runs the machine."""


class NewRole(Request, frozen=True, kw_only=True):
    role: Role


class NewPasskey(Request, frozen=True, kw_only=True):
    """A passkey that a device has made, with the password of its account."""

    password: Annotated[str, Meta(max_length=200)]
    passkey: dict[str, Any]
    """As the browser gives it."""


class WithPasskey(Request, frozen=True, kw_only=True):
    passkey: dict[str, Any]
    """What a device has signed, as the browser gives it."""


class Unlock(Request, frozen=True, kw_only=True):
    """One of them."""

    password: Annotated[str, Meta(max_length=200)] = ""
    passkey: dict[str, Any] | None = None


class BehindTheScenes(Request, frozen=True, kw_only=True):
    position: Role | None
    """None to come back."""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    pass


class Problem(Answer, frozen=True, kw_only=True):
    """Why not."""

    status_code: int
    detail: str
    """In words, for whoever reads the answer."""
    says: Saying | None = None
    """The same for a client that has the sentences: times are then told in the reader's own zone."""
    code: str = ""
    """The same for the same reason, whatever the words."""
    rule: str = ""
    """The paragraph that forbids it, where one does."""
    extra: Any = None
    """What was wrong with each field of a request that could not be read."""


class Person(Answer, frozen=True, kw_only=True):
    id: str
    name: str
    role: Role
    """The one they act in."""
    guest: bool
    positions: tuple[Role, ...]
    """Every position of staff that they hold."""
    scope: str
    """The only room in which they work; empty for all."""


class Me(Answer, frozen=True, kw_only=True):
    """Who this browser is to the room; None before it has entered."""

    person: Person | None
    locked: bool = False
    """Whether this session was locked, and answers nothing before it is unlocked."""
    lock_after: float = 0.0
    """Seconds after which a console that nobody touches locks itself; 0 for never."""


class Failed(Answer, frozen=True, kw_only=True):
    """Passwords or codes that did not match."""

    count: int
    first: datetime
    last: datetime
    addresses: tuple[str, ...]
    """The last few they came from."""


class Entered(Me, frozen=True, kw_only=True):
    recovery_codes: tuple[str, ...] = ()
    """For whoever loses the password, shown this once."""
    failed: Failed | None = None
    """What failed since the log-in before this one."""


class RecoveryCodes(Answer, frozen=True, kw_only=True):
    recovery_codes: tuple[str, ...]


class LogInTold(Answer, frozen=True, kw_only=True):
    at: datetime
    address: str
    new_device: bool


class PasskeyTold(Answer, frozen=True, kw_only=True):
    credential: str
    added: datetime


class Mine(Answer, frozen=True, kw_only=True):
    """What the owner of an account is told about it."""

    log_ins: tuple[LogInTold, ...]
    """The latest first."""
    failed_before: Failed | None
    """Between the last log-in and the one before it."""
    failed: Failed | None
    """Since the last log-in."""
    sessions: int
    """Browsers in which the account is open."""
    recovery_codes_left: int
    passkeys: tuple[PasskeyTold, ...]


class AccountState(Answer, frozen=True, kw_only=True):
    person: Person
    opened: datetime
    locked: bool
    """For everybody, until staff release it."""
    locked_until: datetime | None
    """For everybody until then, as earlier versions did."""
    locked_places: int
    """Devices and addresses to which it is closed for a while."""
    proposed: Role | None
    proposed_by: str | None


class GameSummary(Answer, frozen=True, kw_only=True):
    game: str
    title: str
    family: str
    edition: str
    seats: int
    """The most players that may be dealt in."""
    rule: str
    why: str


class Duty(Answer, frozen=True, kw_only=True):
    """Something a paragraph requires, and how one can see that it is kept."""

    id: str
    summary: str
    observable: str
    applies_to: str


class RuleExplained(Answer, frozen=True, kw_only=True):
    citation: str
    paragraph: str
    edition: str
    edition_name: str
    note: str | None
    requires: tuple[Duty, ...]
    parents: tuple[str, ...]
    children: tuple[str, ...]
    readings: tuple[Reading, ...]


class GameSign(Answer, frozen=True, kw_only=True):
    game: str
    title: str
    edition: str
    lines: tuple[str, ...]


class TableSign(Answer, frozen=True, kw_only=True):
    table: str
    now: int
    """Which of the games is being played."""
    games: tuple[GameSign, ...]
    rule: str
    why: str


class FiledSign(Answer, frozen=True, kw_only=True):
    """Settings in force, and what the sign of a table says that posts them: one for each of its games."""

    subject: str
    version: str
    limits: str
    """As waiting lists name them: of the first game."""
    games: tuple[GameSign, ...]


class WallTable(Answer, frozen=True, kw_only=True):
    table: LobbyTable
    sign: tuple[str, ...]


class Wall(Answer, frozen=True, kw_only=True):
    """For a big screen where poker tables are, 14.18."""

    at: datetime
    tables: tuple[WallTable, ...]
    lists: tuple[WaitingList, ...]
    games: tuple[LobbyGame, ...] = ()
    payouts: tuple[PayoutShown, ...] = ()


class Seated(Answer, frozen=True, kw_only=True):
    seat: int
    name: str
    net: int
    """Cents won or lost."""
    me: bool


class RoundSummary(Answer, frozen=True, kw_only=True):
    table: str
    round: int
    game: str
    title: str
    edition: str
    at: datetime
    ending: str
    seats: tuple[Seated, ...]
    net: int
    """What I won or lost, in cents."""
    play_chips: bool
    """Whether these are cents of play chips; otherwise they are money."""


class Rounds(Answer, frozen=True, kw_only=True):
    rounds: tuple[RoundSummary, ...]
    before: datetime | None
    """Ask for rounds before this to continue; None if there are no more."""


class Proof(Answer, frozen=True, kw_only=True):
    """One entry for each deck of a round; bytes are in Base64."""

    commitments: tuple[dict[str, Any], ...]
    cuts: tuple[int, ...]
    openings: tuple[tuple[dict[str, Any], ...], ...]
    log: tuple[dict[str, Any], ...]
    play_chips: bool
    """Whether the round was played for play chips; otherwise it was for money."""


class RoundTold(Answer, frozen=True, kw_only=True):
    summary: RoundSummary
    told: tuple[Told, ...]


class ShareRound(Request, frozen=True, kw_only=True):
    """What a link to a round of mine shows besides what a spectator saw."""

    cards: bool
    """My own cards, also those that I did not show."""
    names: bool
    """What the others are called; if not, they are told apart by their seats."""


class ShareMade(Answer, frozen=True, kw_only=True):
    """A link to a round of mine, which anybody can open who has it."""

    id: str
    address: str
    """Its path at this room."""
    table: str
    round: int
    cards: bool
    names: bool
    at: datetime


class SharesMade(Answer, frozen=True, kw_only=True):
    shares: tuple[ShareMade, ...]


class RoundShared(Answer, frozen=True, kw_only=True):
    """A round as its owner shares it; nobody in it is `me`."""

    by: str
    """What its owner is called, and their seat."""
    seat: int
    cards: bool
    names: bool
    summary: RoundSummary
    told: tuple[Told, ...]
    proof: Proof | None
    """None where the deck of the round cannot be checked."""


class Beside(Request, frozen=True, kw_only=True):
    """Whoever stands beside, and proves at this screen who they are; their session is not opened for it."""

    name: Annotated[str, Meta(max_length=64)] = ""
    password: Annotated[str, Meta(max_length=200)] = ""
    passkey: dict[str, Any] | None = None
    """What their device has signed, in place of name and password: it says whose it is."""
    position: Role | None = None
    """The one they sign in; without it, the first of theirs that may."""


class StaffOrder(Request, frozen=True, kw_only=True):
    """An order, as `GET /api/rooms/{room}/orders` lists them.

    Asked twice under one id, it is carried out once; another order under that id is refused as `id taken`.
    """

    id: Annotated[str, Meta(min_length=1, max_length=64)]
    counter: Annotated[str, Meta(max_length=20)]
    """Where it is given."""
    order: dict[str, Any]
    """Its `type` and its content, without who gives it and when."""
    table: Annotated[str, Meta(max_length=64)] = ""
    subject: Annotated[str, Meta(max_length=200)] = ""
    """The reference under which what a table posts was filed."""
    beside: Beside | None = None
    """The second person, where both sign in one sitting."""
    expected: Annotated[str, Meta(max_length=64)] = ""
    """The digest of what it would do, as it was foretold: where it would do something else by now, it is refused."""


class Foretold(Answer, frozen=True, kw_only=True):
    """What an order would lead to, as it would be told: sentences, paragraphs, and the readings they rest on."""

    told: tuple[Told, ...]
    digest: str
    """Given as `expected` with the order, so that it does this or nothing."""


class RulingPossible(Answer, frozen=True, kw_only=True):
    """An order that may be given in the round of play in progress, and what it would lead to."""

    counter: str
    order: dict[str, Any]
    told: tuple[Told, ...]
    digest: str
    """Given as `expected` with the order, so that it does this or nothing."""


class RoundInDispute(Answer, frozen=True, kw_only=True):
    """The round of play in progress or the last one, as everybody was told it, and what may be ruled in it."""

    table: str
    playing: bool
    told: tuple[Told, ...]
    rulings: tuple[RulingPossible, ...]


class OrderKind(Answer, frozen=True, kw_only=True):
    counter: str
    type: str
    says: dict[str, Any]
    """A JSON schema."""
    second: str
    """When another person must countersign it; empty if nobody must."""
    names_table: bool
    """Whether it is about a table, which the request names."""
    presence: bool
    """Whether the other signs in the same sitting, and never later."""


class OrderDone(Answer, frozen=True, kw_only=True):
    """The order is durable. `events` are what it led to, by type."""

    id: str
    events: tuple[str, ...]
    repeated: bool
    proposal: str | None = None
    """Where two must sign, nothing has happened yet: another person countersigns it under this id."""
    sequence: int | None = None
    """How many events its table has by now, with its box: a console that shows as many shows what it led to."""


class ToSign(Answer, frozen=True, kw_only=True):
    """An order that waits for a second signature."""

    id: str
    counter: str
    type: str
    does: Saying
    """What will happen: the order's own sentence."""
    says: dict[str, Any]
    table: str
    names: dict[str, str]
    """What the people whom it names are called."""
    proposed_by: str
    mine: bool
    """Whether I proposed it: then another signs."""
    at: datetime
    until: datetime
    """When it is forgotten if nobody has signed it."""


class Balance(Answer, frozen=True, kw_only=True):
    account: str
    balance: int


class BooksNow(Answer, frozen=True, kw_only=True):
    """The books of a room: every account with a balance, and the gaming day so far."""

    balances: tuple[Balance, ...]
    debits: int
    credits: int
    day: str | None
    """Its date; None while no gaming day is open."""
    report: dict[str, Any] | None


class Moved(Answer, frozen=True, kw_only=True):
    """A transfer of the books. Its id is what a correction names."""

    id: str
    at: datetime
    debit: str
    credit: str
    amount: int
    reason: str
    rule: str
    by: str
    note: str
    corrects: str | None


class FieldDiffers(Answer, frozen=True, kw_only=True):
    """One setting by its dotted name, as it was and as it is; empty where there was none."""

    field: str
    before: str
    after: str


class Filing(Answer, frozen=True, kw_only=True):
    """A version of what is filed, and whether it is in force."""

    subject: str
    version: int
    document: str
    filed_on: date
    effective: datetime
    proposed_by: str
    approved_by: str | None
    withdrawn_by: str | None
    in_force: bool
    changes: tuple[str, ...]
    """The differences from what it replaces; for one that waits for approval, what it would change."""
    departures: tuple[str, ...]
    """Where a table's settings differ from their preset: the preset's value, and the house's own."""
    differences: tuple[FieldDiffers, ...]
    """The changes side by side."""
    settings: dict[str, Any]
    """What is filed, as it can be filed again."""


class Hold(Answer, frozen=True, kw_only=True):
    table: str
    seat: int
    player: str
    until: datetime
    accepted: bool


class Removed(Answer, frozen=True, kw_only=True):
    player: str
    cause: str
    at: datetime
    notified: datetime | None
    reinstated: datetime | None
    """None while the player may not play."""


class RulingToWitness(Answer, frozen=True, kw_only=True):
    """A ruling that nobody but whoever made it has signed."""

    table: str
    ruling: int
    """Its number at the table, by which it is witnessed."""
    by: str
    at: datetime | None
    reason: str


class FloorNow(Answer, frozen=True, kw_only=True):
    """Who waits, which seats are held, and who may not play."""

    lists: tuple[WaitingList, ...]
    holds: tuple[Hold, ...]
    barred: dict[str, str]
    removals: tuple[Removed, ...]
    """Players required to leave, when the Division was told, and when they were reinstated."""
    rulings: tuple[RulingToWitness, ...]
    """Those that nobody has witnessed yet."""
    on_duty: tuple[OnDuty, ...]
    """Who is on duty, in which position and since when; dealers sign on at their tables."""


class FriendsChoice(Answer, frozen=True, kw_only=True):
    """Something that a table among friends may be made of, as the room has filed it."""

    settings: str
    titles: tuple[str, ...]
    """The names of its games, in turn."""
    limits: str


class FriendsOffer(Answer, frozen=True, kw_only=True):
    choices: tuple[FriendsChoice, ...]
    addresses: tuple[str, ...]
    """Under which others in the network can come to this room; none unless its settings let them."""
