"""What one line of a dealer's script may say, and the command or act it stands for."""

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from difflib import get_close_matches
from itertools import chain
from typing import Any, Literal, NamedTuple

from pokerroom.cards import TYPED_CARD, UNKNOWN, Card
from pokerroom.cli.script import ScriptError, read_amount, read_amounts, read_cards, read_seat
from pokerroom.cli.shares import deal_of
from pokerroom.play import (
    Bet,
    Call,
    CardCount,
    Check,
    Command,
    Concede,
    Deal,
    DeclareDead,
    DeclareMisdeal,
    Discard,
    DiscardMistakenCards,
    Draw,
    Fold,
    Freeze,
    LeaveTable,
    MarkProtected,
    Misdeal,
    Move,
    Place,
    PlayerCommand,
    PlayOn,
    PostForcedBet,
    Raise,
    ReconstructHand,
    Removal,
    RemoveFaceUpCard,
    RemoveFallenCard,
    RemoveHand,
    Reshuffle,
    Round,
    Rule,
    Ruling,
    Seat,
    Show,
    Stage,
    Uphold,
    reshuffle_pool,
)
from pokerroom.rules.staff import Official, Position
from pokerroom.table.acts import Act, NotComplete, Placing, PutIn, Rested, Spoke, ThrewAway, TurnedDown


class Scene(NamedTuple):
    """The round in which a line is read, and its time."""

    state: Round
    at: datetime


class Gesture(NamedTuple):
    """Words, chips or cards as a player handles them, with the down cards that it costs to enter super stud."""

    act: Act
    giving_up: tuple[Card, ...] = ()


Asked = Command | Gesture
Said = re.Match[str]


class Form(NamedTuple):
    """One kind of line: an example, what it means, and how it is read."""

    example: str
    means: str
    pattern: re.Pattern[str]
    read: Callable[[Scene, Said], Asked]


PIECES = {
    "seat": r"(?P<seat>S[1-9]\d?)",
    "giving_up": r"(?: giving up (?P<giving_up>.+))?",
    "cards": r"(?: (?P<cards>.+))?",
}


def form(example: str, means: str, pattern: str, read: Callable[[Scene, Said], Asked]) -> Form:
    for name, piece in PIECES.items():
        pattern = pattern.replace(f"{{{name}}}", piece)
    return Form(example, means, re.compile(pattern, re.IGNORECASE), read)


def seat(said: Said) -> Seat:
    return read_seat(said["seat"])


def one_card(text: str) -> Card:
    named = read_cards(text)
    if len(named) != 1:
        raise ScriptError(f"one card is named here, not {text!r}")
    return named[0]


def given_up(said: Said) -> tuple[Card, ...]:
    return read_cards(said["giving_up"])


def one_of(choices: dict[str, Any], text: str, what: str) -> Any:
    """What a phrase stands for, out of those allowed here."""
    try:
        return choices[text.casefold()]
    except KeyError:
        raise ScriptError(f"{text!r} is not a {what}: expected {', or '.join(choices)}") from None


def read_deal(scene: Scene, said: Said) -> Deal:
    return deal_of(scene.state, said["shares"] or "")


def read_reshuffle(scene: Scene, said: Said) -> Reshuffle:  # noqa: ARG001
    """A dealer does not know the order of the cards they have shuffled."""
    short = scene.state.stage is Stage.SHUFFLING
    return Reshuffle((UNKNOWN,) * len(reshuffle_pool(scene.state).cards) if short else ())


def read_spoken(scene: Scene, said: Said) -> Gesture:  # noqa: ARG001
    audible = said["how"].casefold() == "says"
    return Gesture(Spoke(seat(said), said["words"], audible=audible), given_up(said))


MANNERS = {"into": Placing.RELEASED_IN_POT, "toward": Placing.RELEASED_TOWARD}


def read_chips(scene: Scene, said: Said) -> Gesture:  # noqa: ARG001
    manner = MANNERS[said["where"].casefold()] if said["where"] else Placing.PUSHED
    return Gesture(PutIn(seat(said), read_amounts(said["pieces"]), manner), given_up(said))


MISDEALS = {
    "wrong starting position": Misdeal.WRONG_START,
    "shuffle or cut": Misdeal.SHUFFLE_OR_CUT,
    "skipped player": Misdeal.SKIPPED_PLAYER,
    "face-up cards": Misdeal.SEVERAL_FACE_UP,
}
COUNTS = {"cards missing": CardCount.MISSING, "additional cards": CardCount.ADDITIONAL}
REMOVALS = {
    "swept": Removal.SWEPT,
    "mixed": Removal.MIXED,
    "wrong in number": Removal.WRONG_COUNT,
    "thrown away": Removal.THROWN_AWAY,
    "not eligible": Removal.INELIGIBLE,
    "skipped": Removal.SKIPPED,
}
PROTECTION: dict[str, Literal["held", "under a chip"] | None] = {
    "held": "held",
    "under a chip": "under a chip",
    "unprotected": None,
}


def read_hand(scene: Scene, said: Said) -> Command:  # noqa: ARG001
    what = said["what"].casefold()
    if what in PROTECTION and not said["blame"]:
        return MarkProtected(seat(said), PROTECTION[what])
    cause = one_of(REMOVALS | PROTECTION, what, "thing that happens to a hand")
    if not isinstance(cause, Removal):
        raise ScriptError(f"nobody is to blame for a hand that is {what}")
    return RemoveHand(seat(said), cause, to_blame=said["blame"] is not None)


def read_known(scene: Scene, said: Said) -> ReconstructHand:  # noqa: ARG001
    witnesses = tuple(name.strip() for name in re.split(r", | and ", said["witnesses"]))
    return ReconstructHand(seat(said), read_cards(said["known"]), witnesses)


def read_fallen(scene: Scene, said: Said) -> RemoveFallenCard:  # noqa: ARG001
    card = one_card(said["card"])
    if said["seat"] is None:
        return RemoveFallenCard(card)
    replacement = one_card(said["replacement"]) if said["replacement"] else UNKNOWN
    return RemoveFallenCard(card, seat(said), replacement)


POSITIONS = {position.value: position for position in Position if position is not Position.CARD_READER}
MOVE = re.compile(
    r"(?P<amount>\S+) from (?P<source>S\d+)'s (?P<out_of>stakes|bet|pot)"
    r" to (?P<target>S\d+)'s (?P<into>stakes|bet|pot)",
    re.IGNORECASE,
)


def read_ruling(scene: Scene, said: Said) -> Command:
    by = Official(said["name"].strip(), one_of(POSITIONS, said["position"].strip(), "position"))
    ruling = Ruling(by, scene.at, said["reason"], said["paragraph"].strip())
    if said["stands"] is None:
        return Rule(ruling, tuple(map(read_move, said["moves"].split(", "))) if said["moves"] else ())
    upheld = read_line(said["stands"], scene)
    if not isinstance(upheld, PlayerCommand):
        raise ScriptError(f"a ruling lets a player's action stand, and {said['stands']!r} is not one")
    return Uphold(upheld, ruling)


def read_move(text: str) -> Move:
    found = MOVE.fullmatch(text.strip())
    if found is None:
        raise ScriptError(f"{text!r} moves no chips: write `10 from S1's stakes to S2's pot` (stakes, bet or pot)")
    return Move(
        read_amount(found["amount"]),
        Place(read_seat(found["source"]), found["out_of"].casefold()),  # type: ignore[arg-type]  # one of the three
        Place(read_seat(found["target"]), found["into"].casefold()),  # type: ignore[arg-type]
    )


DEAL = r"deal(?: (?P<shares>.+))?"
HAND = r"{seat}'s hand is (?P<what>[^,:]+)(?P<blame>, to blame)?"

FORMS: dict[str, tuple[Form, ...]] = {
    "The dealer": (
        form(
            "deal burn ?? | S1 As Kd | S2 ?? ??",
            "Cards by seat, in the order each got them. ?? is a card not known; a burn card or a hand left out is too.",
            DEAL,
            read_deal,
        ),
        form(
            "deal board 7h 8h 2c",
            "Cards to the center.",
            DEAL,
            read_deal,
        ),
        form(
            "deal S2 exposed 9h 4c then Td",
            "A card that came face up by accident, and the card given for it where the rule gives one.",
            DEAL,
            read_deal,
        ),
        form("reshuffle", "The deck ran short and was reshuffled.", r"reshuffle", read_reshuffle),
    ),
    "A player's action": (
        form(
            "S1 posts",
            "Makes the forced bet.",
            r"{seat} posts{giving_up}",
            lambda _, s: PostForcedBet(seat(s), given_up(s)),
        ),
        form("S1 folds", "", r"{seat} folds", lambda _, s: Fold(seat(s))),
        form("S1 checks", "", r"{seat} checks", lambda _, s: Check(seat(s))),
        form(
            "S1 calls [giving up 2c 3d]",
            "Down cards are given up only to enter super stud.",
            r"{seat} calls{giving_up}",
            lambda _, s: Call(seat(s), given_up(s)),
        ),
        form(
            "S1 bets 5",
            "Amounts are dollars.",
            r"{seat} bets (?P<amount>\S+){giving_up}",
            lambda _, s: Bet(seat(s), read_amount(s["amount"]), given_up(s)),
        ),
        form(
            "S1 raises to 10",
            "To a total for this betting round.",
            r"{seat} raises to (?P<amount>\S+){giving_up}",
            lambda _, s: Raise(seat(s), read_amount(s["amount"]), given_up(s)),
        ),
        form(
            "S1 draws 2c 3d",
            "Gives these for as many new ones, which the dealer then deals.",
            r"{seat} draws (?P<cards>.+)",
            lambda _, s: Draw(seat(s), read_cards(s["cards"])),
        ),
        form("S1 stands pat", "", r"{seat} stands pat", lambda _, s: Draw(seat(s))),
        form(
            "S1 gives up 2c 3d",
            "Down cards still owed at super stud.",
            r"{seat} gives up (?P<cards>.+)",
            lambda _, s: Discard(seat(s), read_cards(s["cards"])),
        ),
        form(
            "S1 stops wagering",
            "The choice after an exposed last card,",
            r"{seat} stops wagering",
            lambda _, s: Freeze(seat(s)),
        ),
        form("S1 plays on", "and the other one.", r"{seat} plays on", lambda _, s: PlayOn(seat(s))),
        form(
            "S1 shows [As Kd]",
            "The whole hand; cards not yet known are named.",
            r"{seat} shows{cards}",
            lambda _, s: Show(seat(s), read_cards(s["cards"])),
        ),
        form("S1 concedes", "", r"{seat} concedes{cards}", lambda _, s: Concede(seat(s), read_cards(s["cards"]))),
    ),
    "Words, chips and cards as players handle them": (
        form(
            'S1 says "raise to 30"',
            "`mutters` is not heard by the dealer.",
            r'{seat} (?P<how>says|mutters) "(?P<words>[^"]*)"{giving_up}',
            read_spoken,
        ),
        form(
            "S1 pushes 25 5",
            "One motion; each number is a chip.",
            r"{seat} pushes (?P<pieces>[$\d.,/ ]+)(?P<where>)?{giving_up}",
            read_chips,
        ),
        form(
            "S1 releases 25 into the pot",
            "Or toward the pot.",
            r"{seat} releases (?P<pieces>[$\d.,/ ]+) (?P<where>into|toward) the pot{giving_up}",
            read_chips,
        ),
        form(
            "S1 has more to come",
            "Says so while making the bet.",
            r"{seat} has more to come",
            lambda _, s: Gesture(NotComplete(seat(s))),
        ),
        form(
            "S1 rests both hands",
            "",
            r"{seat} rests both hands{giving_up}",
            lambda _, s: Gesture(Rested(seat(s)), given_up(s)),
        ),
        form("S1 throws the hand away", "", r"{seat} throws the hand away", lambda _, s: Gesture(ThrewAway(seat(s)))),
        form(
            "S1 turns the up-cards down",
            "",
            r"{seat} turns the up-cards down",
            lambda _, s: Gesture(TurnedDown(seat(s))),
        ),
    ),
    "What goes wrong": (
        form(
            "misdeal: wrong starting position",
            f"Or {', '.join(list(MISDEALS)[1:])}.",
            r"misdeal: (?P<cause>.+)",
            lambda _, s: DeclareMisdeal(one_of(MISDEALS, s["cause"], "cause of a misdeal")),
        ),
        form(
            "dead: cards missing",
            "Or additional cards.",
            r"dead: (?P<cause>.+)",
            lambda _, s: DeclareDead(one_of(COUNTS, s["cause"], "cause of a dead round")),
        ),
        form(
            "face up in the deck: 9d",
            "The next card lay face up.",
            r"face up in the deck: (?P<card>.+)",
            lambda _, s: RemoveFaceUpCard(one_card(s["card"])),
        ),
        form(
            "off the table: 6c",
            "The next card fell; `off the table: S3 6c, replaced by 4h` when it was S3's.",
            r"off the table: (?:{seat} )?(?P<card>\S+)(?:, replaced by (?P<replacement>\S+))?",
            read_fallen,
        ),
        form(
            "dealt by mistake: 7c ?? to Ann Lee",
            "To somebody who is not in the round.",
            r"dealt by mistake: (?P<mistaken>[^,]+?) to (?P<player>.+)",
            lambda _, s: DiscardMistakenCards(read_cards(s["mistaken"]), s["player"].strip()),
        ),
        form(
            "S1's hand is swept",
            f"Or {', '.join(list(REMOVALS)[1:])}. Ending in `, to blame` when S1 caused it.",
            HAND,
            read_hand,
        ),
        form(
            "S1's hand is under a chip",
            "Or held, or unprotected: how the dealer sees it.",
            HAND,
            read_hand,
        ),
        form(
            "S1's hand is known: As Kd, by Ada Park and Bo Lee",
            "A fouled hand, rebuilt.",
            r"{seat}'s hand is known: (?P<known>[^,]+), by (?P<witnesses>.+)",
            read_known,
        ),
        form("S1 leaves", "Walks away without a word.", r"{seat} leaves", lambda _, s: LeaveTable(seat(s))),
    ),
    "The floor": (
        form(
            'ruling by Ada Park, poker shift supervisor, on 14.15(b): "reason"',
            "Optionally followed by `; move 10 from S1's stakes to S2's pot` or `; let stand: S3 raises to 7`.",
            r"ruling by (?P<name>[^,]+), (?P<position>[^,]+), on (?P<paragraph>[^:]+):"
            r' "(?P<reason>[^"]*)"(?:; move (?P<moves>.+)|; let stand: (?P<stands>.+))?',
            read_ruling,
        ),
    ),
}
REFUSED = "refused: "
"""Written before a line that is expected to be refused."""


def read_line(text: str, scene: Scene) -> Asked:
    """What a line asks for in the present round."""
    for each in all_forms():
        said = each.pattern.fullmatch(text)
        if said is not None:
            return each.read(scene, said)
    like = " or ".join(f"`{example}`" for example in near(text))
    hint = f"did you mean {like}?" if like else "`pokerroom deal --help` lists the lines"
    raise ScriptError(f"{text!r} is not a line that a dealer can write; {hint}")


def all_forms() -> Iterator[Form]:
    return chain.from_iterable(FORMS.values())


def near(text: str) -> list[str]:
    """Examples that begin like the line, or else nearly so."""
    key = beginning(text)
    keys = dict.fromkeys(beginning(each.example) for each in all_forms())
    meant = [key] if key in keys else get_close_matches(key, keys, n=2)
    return [each.example for each in all_forms() if beginning(each.example) in meant]


def beginning(text: str) -> str:
    """What distinguishes lines: the word after a seat, or the first one."""
    after_seat = re.sub(r"^s\d+('s)?\s+", "", text.casefold())
    return re.split(r"[\s:]", after_seat)[0]


def cards_hidden(text: str) -> str:
    """The line with every card turned face down, except in what somebody said."""
    parts = text.split('"')
    parts[::2] = [CARD_WORDS.sub(turned_down, part) for part in parts[::2]]
    return '"'.join(parts)


def turned_down(cards: Said) -> str:
    return " ".join(["??"] * len(TYPED_CARD.findall(cards[0])))


CARD_WORDS = re.compile(rf"(?<![\w'])(?:{TYPED_CARD.pattern})+(?![\w'])")
"""Cards in any typed form: whatever a script reads as cards is hidden."""
