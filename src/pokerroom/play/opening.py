"""Opening a round of play: who may be dealt in, and the antes and blinds that come before the cards."""

from pokerroom.cards import DECK, UNKNOWN, Card
from pokerroom.play.apply import open_round
from pokerroom.play.betting import post_blinds
from pokerroom.play.blinds import posters, posting_order
from pokerroom.play.commands import OpenRound, Seat
from pokerroom.play.events import AntesPosted, DeckShuffled, RoundOpened, UncalledReturned
from pokerroom.play.pots import unmatched_ante
from pokerroom.play.procedure import Procedure
from pokerroom.play.proceedings import Proceedings
from pokerroom.play.refusals import Code, Refusal
from pokerroom.words import Saying, saying, term

FEWEST_PLAYERS = 2
WHOLE_DECK = frozenset(DECK)
ONLY_NUMBERS = {int}


def opening_refusal(table: Procedure, command: OpenRound) -> Refusal | None:
    if is_plain(table, command):
        return deck_refusal(table, command)
    return (
        players_refusal(table, command)
        or money_refusal(table, command)
        or button_refusal(table, command)
        or kill_refusal(table, command)
        or posts_refusal(table, command)
        or stakes_refusal(table, command)
        or deck_refusal(table, command)
    )


def is_plain(table: Procedure, command: OpenRound) -> bool:
    """Whether the command has only stakes, for no more players than seats, each enough for any seat: the usual case."""
    stacks = command.stacks
    usual = command.button is None and command.kill is None and command.antes is None and command.blinds is None
    seated = FEWEST_PLAYERS <= len(stacks) <= table.seats
    return usual and seated and set(map(type, stacks)) == {int} and min(stacks) >= table.ample


def players_refusal(table: Procedure, command: OpenRound) -> Refusal | None:
    players = len(command.stacks)
    general, seats = table.general, table.game.seats
    if players < FEWEST_PLAYERS:
        return Refusal(Code.TOO_FEW_PLAYERS, general.players, {"players": players, "least_players": FEWEST_PLAYERS})
    most = table.seats if table.house.enforce_seats else table.seats_the_deck_serves
    if players > most:
        return Refusal(Code.TOO_MANY_PLAYERS, seats.rule, {"players": players, "most_players": most})
    return None


def money_refusal(table: Procedure, command: OpenRound) -> Refusal | None:
    for name, amounts in (("stack", command.stacks), ("ante", command.antes), ("blind", command.blinds)):
        for amount in amounts or ():
            if type(amount) is not int or amount < 0:
                what = saying(f"detail-play.amount-{name}")
                return Refusal(Code.NOT_MONEY, table.general.stakes, {"what": what, "value": str(amount)})
    return None


def is_seat(seat: object, players: int) -> bool:
    return type(seat) is int and 0 <= seat < players


def button_refusal(table: Procedure, command: OpenRound) -> Refusal | None:
    button, players = command.button, len(command.stacks)
    if button is None or (table.game.has_button and is_seat(button, players)):
        return None
    no_seat, no_button = saying("detail-play.no-such-seat", seat=button), saying("detail-play.no-button")
    what = no_seat if table.game.has_button else no_button
    return Refusal(Code.NO_SUCH_BUTTON, table.game.order.rule, {"what": what})


def kill_refusal(table: Procedure, command: OpenRound) -> Refusal | None:
    kill = command.kill
    if kill is None:
        return None
    if kill.option is table.house.kill and (kill.seat is None or is_seat(kill.seat, len(command.stacks))):
        return None
    rule = table.game.kill.rule if table.game.kill else table.general.limits
    return Refusal(Code.NO_KILL_HERE, rule, {"what": term(kill.option)})


def posts_refusal(table: Procedure, command: OpenRound) -> Refusal | None:
    for name, posts, rule in (
        ("antes", command.antes, table.game.ante.rule),
        ("blinds", command.blinds, table.general.blind),
    ):
        if posts is None:
            continue
        if not table.house.posts_may_differ or len(posts) != len(command.stacks):
            return Refusal(Code.POSTS_DIFFER, rule, {"what": saying(f"detail-play.posts-{name}")})
    return None


def stakes_refusal(table: Procedure, command: OpenRound) -> Refusal | None:
    """Forced money and one bet at the posted minimum must be on the table, 14.7(c)3 (AMB-78)."""
    if command.blinds is None and min(command.stacks) >= table.ample:
        return None
    for seat, (stack, needed) in enumerate(zip(command.stacks, needed_to_be_dealt_in(table, command), strict=True)):
        if stack < needed:
            facts: dict[str, int | str] = {"seat": seat, "stack": stack, "needed": needed}
            return Refusal(Code.STAKES_TOO_SMALL, table.general.eligibility, facts)
    return None


def needed_to_be_dealt_in(table: Procedure, command: OpenRound) -> list[int]:
    house, players = table.house, len(command.stacks)
    if house.short_stack_dealt_in:
        return [1] * players
    minimum = table.sizes[None if command.kill is None else command.kill.option].minimum
    due = blinds_due(table, command) if table.game.has_button else [house.forced_bet] * players
    return [house.ante + bet + minimum for bet in due]


def blinds_due(table: Procedure, command: OpenRound) -> list[int]:
    """What each seat is to post, by seat; the holder of the kill button posts that blind and no other."""
    kill, as_usual = command.kill, command.blinds is None or table.first_rulebook
    due = usual_blinds(table, command) if as_usual else list(command.blinds or ())
    if kill is not None and kill.seat is not None:
        due[kill.seat] = table.sizes[kill.option].minimum
    return due


def usual_blinds(table: Procedure, command: OpenRound) -> list[int]:
    """The posted blinds one after the other from the left of the button, by seat."""
    players = len(command.stacks)
    due = [0] * players
    order = posting_order(players, players - 1 if command.button is None else command.button, table.house)
    for seat, blind in zip(order, table.house.blinds, strict=False):
        due[seat] = blind
    return due


def deck_refusal(table: Procedure, command: OpenRound) -> Refusal | None:
    deck = command.deck
    if deck is None or is_whole(deck):
        return None
    return Refusal(Code.NOT_A_DECK, table.general.deck, {"what": deck_fault(deck)})


def is_whole(deck: tuple[Card, ...]) -> bool:
    """Whether this is fifty-two cards, each once, and each of them an int rather than merely equal to one."""
    return len(deck) == len(DECK) and WHOLE_DECK.issubset(deck) and set(map(type, deck)) == ONLY_NUMBERS


def deck_fault(deck: tuple[Card, ...]) -> Saying:
    strangers = [card for card in deck if type(card) is not int or card not in WHOLE_DECK]
    if strangers:
        return saying("detail-play.not-a-card", card=str(strangers[0]))
    if len(deck) != len(DECK):
        return saying("detail-play.cards-held", cards=len(deck))
    return saying("detail-play.card-twice")


def opened(table: Procedure, command: OpenRound) -> RoundOpened:
    game = table.game
    button = command.button
    if game.has_button and button is None:
        button = Seat(len(command.stacks) - 1)
    return RoundOpened(
        rule=game.permitted,
        game=game.key,
        edition=game.edition,
        house=table.house,
        stacks=command.stacks,
        button=button,
        kill=command.kill,
    )


def open_proceedings(table: Procedure, command: OpenRound) -> Proceedings:
    """The round with its forced money in and the first street not yet dealt."""
    event = opened(table, command)
    course = Proceedings(open_round(event, table), [event])
    deck = (UNKNOWN,) * len(DECK) if command.deck is None else command.deck
    course.happen(DeckShuffled(table.general.deck, deck, unnamed=command.deck is None and command.unnamed))
    post_antes(course, command.antes or (table.house.ante,) * len(command.stacks))
    if table.game.has_button:
        post_given_blinds(course, command.blinds)
    return course


def post_antes(course: Proceedings, antes: tuple[int, ...]) -> None:
    state = course.state
    if any(antes):
        amounts = tuple(min(ante, stack) for ante, stack in zip(antes, state.stacks, strict=True))
        rule = state.procedure.game.ante.rule
        course.happen(AntesPosted(rule, amounts, state.procedure.house.antes_to_main_pot))
        return_unmatched_ante(course)


def return_unmatched_ante(course: Proceedings) -> None:
    unmatched = unmatched_ante(course.state)
    if unmatched is not None:
        course.happen(UncalledReturned(course.state.procedure.general.uncalled, *unmatched))


def post_given_blinds(course: Proceedings, by_seat: tuple[int, ...] | None) -> None:
    if by_seat is None:
        post_blinds(course, course.state.procedure.house.blinds)
    else:
        post_blinds(course, tuple(by_seat[seat] for seat in posters(course.state)))
