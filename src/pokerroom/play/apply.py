"""`apply` folds: it returns the round after an event. It decides nothing and checks nothing."""

from collections.abc import Callable, Iterable
from itertools import zip_longest
from typing import Any

from msgspec.structs import replace

from pokerroom.cards import UNKNOWN, Card, without
from pokerroom.games import CATALOGUE
from pokerroom.play.apply_irregular import IRREGULAR_FOLDS
from pokerroom.play.commands import Seat
from pokerroom.play.events import (
    AntesPosted,
    BetMade,
    BettingRoundClosed,
    BettingRoundOpened,
    BlindPosted,
    Called,
    CardBurned,
    CardsDealt,
    CardsNamed,
    Checked,
    CommonCardDealt,
    CommunityDealt,
    ContributionTaken,
    DeckRanShort,
    DeckReshuffled,
    DeckShuffled,
    Discarded,
    DiscardsDue,
    DrawOpened,
    Drew,
    Entered,
    EntryTakenBack,
    Event,
    Folded,
    ForcedBetPosted,
    HandConceded,
    HandDisclosed,
    HandShown,
    OpenerAwaited,
    PotAwarded,
    PotsPushed,
    Raised,
    RakeReturned,
    RakeTaken,
    RoundClosed,
    RoundOpened,
    RulingMade,
    ShowdownOpened,
    StoodPat,
    UncalledReturned,
)
from pokerroom.play.procedure import Procedure, procedure
from pokerroom.play.state import NOTHING, FromPot, Round, Stage, able_from, put
from pokerroom.rules.clauses import CommonCard, Face
from pokerroom.rules.rulebook import CURRENT, Rulebook


def apply(state: Round, event: Event) -> Round:
    return FOLDS[type(event)](state, event)


def replay(events: Iterable[Event], rulebook: Rulebook = CURRENT) -> Round:
    """The round that a log leads to; the log starts with `RoundOpened`."""
    log = iter(events)
    opened = next(log, None)
    if not isinstance(opened, RoundOpened):
        raise TypeError(f"a log starts with RoundOpened, not with {type(opened).__name__}")
    state = open_round(opened, procedure(CATALOGUE[opened.edition, opened.game], opened.house, rulebook))
    for event in log:
        state = apply(state, event)
    return state


def open_round(event: RoundOpened, table: Procedure) -> Round:
    seats = len(event.stacks)
    return Round(
        procedure=table,
        button=event.button,
        kill=event.kill,
        stacks=event.stacks,
        bets=(0,) * seats,
        paid=(0,) * seats,
        live=(1 << seats) - 1,
        down=((),) * seats,
        up=((),) * seats,
        muck=((),) * seats,
        levels=(-1,) * seats,
    )


def deck_shuffled(state: Round, event: DeckShuffled) -> Round:
    by_dealer = event.deck[0] == UNKNOWN
    return replace(state, deck=event.deck, by_dealer=by_dealer, unnamed=event.unnamed, stage=Stage.DEALING)


def antes_posted(state: Round, event: AntesPosted) -> Round:
    stacks = tuple([stack - ante for stack, ante in zip(state.stacks, event.amounts, strict=True)])
    if event.to_main_pot:
        return replace(state, stacks=stacks, main_pot_antes=event.amounts)
    return replace(state, stacks=stacks, paid=event.amounts)


def blind_posted(state: Round, event: BlindPosted) -> Round:
    seat = event.seat
    return replace(
        state,
        stacks=put(state.stacks, seat, state.stacks[seat] - event.amount),
        bets=put(state.bets, seat, state.bets[seat] + event.amount),
        bet=event.bet,
        full=event.bet,
        in_blind=state.in_blind if event.kill and not event.instead else state.in_blind | 1 << seat,
    )


def card_burned(state: Round, event: CardBurned) -> Round:
    return replace(state, burns=(*state.burns, event.card), dealt=state.dealt + 1, burned=True)


def cards_dealt(state: Round, event: CardsDealt) -> Round:
    seats, cards = event.seats, event.cards
    count = len(seats)
    down, up = list(state.down), list(state.up)
    if event.turned:
        return replace(
            state,
            street=event.street,
            dealt=state.dealt + len(cards),
            waiting=state.waiting[count:],
            **hands_with_turned(event, down, up),
        )
    face_down = event.faces.count(Face.DOWN)  # Down cards come before up cards in every deal.
    if len(event.faces) == 1:
        hands = down if face_down else up
        for seat, card in zip(seats, cards, strict=True):
            hands[seat] += (card,)
    else:
        for place, seat in enumerate(seats):
            own = cards[place::count]
            down[seat] += own[:face_down]
            up[seat] += own[face_down:]
    return replace(
        state,
        street=event.street,
        down=tuple(down),
        up=tuple(up),
        dealt=state.dealt + len(cards),
        waiting=state.waiting[count:],
    )


def hands_with_turned(
    event: CardsDealt, down: list[tuple[Card, ...]], up: list[tuple[Card, ...]]
) -> dict[str, tuple[tuple[Card, ...], ...]]:
    """The hands after a deal in which some cards lie the other way up than they should."""
    seats = event.seats
    for place, card in enumerate(event.cards):
        face_up = (event.faces[place // len(seats)] is Face.UP) != (place in event.turned)
        hands, seat = (up if face_up else down), seats[place % len(seats)]
        hands[seat] += (card,)
    return {"down": tuple(down), "up": tuple(up)}


def community_dealt(state: Round, event: CommunityDealt) -> Round:
    cards = event.cards
    apart = replace(state.apart, burn_ready=False) if state.apart.burn_ready else state.apart
    return replace(state, street=event.street, board=state.board + cards, dealt=state.dealt + len(cards), apart=apart)


def common_card_dealt(state: Round, event: CommonCardDealt) -> Round:
    return replace(state, street=event.street, board=(*state.board, event.card), dealt=state.dealt + 1, waiting=())


def deck_ran_short(state: Round, event: DeckRanShort) -> Round:
    return replace(state, stage=Stage.SHUFFLING, street=event.street, waiting=event.waiting)


def deck_reshuffled(state: Round, event: DeckReshuffled) -> Round:
    stage = Stage.DRAWING if state.owed else Stage.DEALING
    apart = state.apart
    if apart.mistaken and not isinstance(state.procedure.game.shortage, CommonCard):
        apart = replace(apart, mistaken=())  # With the discards, which only a common card leaves in place.
    return replace(state, deck=event.deck, dealt=0, burns=event.burns, muck=event.muck, stage=stage, apart=apart)


def betting_round_opened(state: Round, event: BettingRoundOpened) -> Round:
    return replace(
        state,
        stage=Stage.BETTING,
        to_act=event.to_act,
        increment=event.increment,
        incomplete=0 < state.bet < event.increment,
        obliged=event.obliged,
        opener=event.to_act[0],
        street_aggressor=None,
        raises=0,
        checked=0,
    )


def forced_bet_posted(state: Round, event: ForcedBetPosted) -> Round:
    seat = event.seat
    return replace(
        state,
        to_act=state.to_act[1:],
        stacks=put(state.stacks, seat, state.stacks[seat] - event.amount),
        bets=put(state.bets, seat, event.amount),
        bet=event.bet,
        full=event.bet if event.bet >= state.increment else 0,
        obliged=0,
        incomplete=event.bet < state.increment,
    )


def folded(state: Round, event: Folded) -> Round:
    seat = event.seat
    return replace(
        state,
        to_act=tuple([other for other in state.to_act if other != seat]),
        live=state.live & ~(1 << seat),
        muck=put(state.muck, seat, state.muck[seat] + state.down[seat] + state.up[seat]),
        down=put(state.down, seat, ()),
        up=put(state.up, seat, ()),
        obliged=0,
    )


def checked(state: Round, event: Checked) -> Round:
    return replace(state, to_act=state.to_act[1:], checked=state.checked | 1 << event.seat, obliged=0)


def called(state: Round, event: Called) -> Round:
    seat, amount = event.seat, event.amount
    return replace(
        state,
        to_act=state.to_act[1:],
        stacks=put(state.stacks, seat, state.stacks[seat] - amount),
        bets=put(state.bets, seat, state.bets[seat] + amount),
        levels=put(state.levels, seat, state.bet),
        wagered=state.wagered | 1 << seat,
    )


def others_to_answer(state: Round, seat: int) -> tuple[Seat, ...]:
    """Everybody else who can still bet must answer a bet or raise, starting at the left of the player who made it."""
    return tuple([other for other in able_from(state, seat + 1) if other != seat])


def bet_made(state: Round, event: BetMade) -> Round:
    seat, to = event.seat, event.to
    return replace(
        state,
        to_act=others_to_answer(state, seat),
        stacks=put(state.stacks, seat, state.stacks[seat] - to),
        bets=put(state.bets, seat, to),
        levels=put(state.levels, seat, to),
        bet=to,
        full=to if event.full else 0,
        increment=event.increment,
        incomplete=False,
        obliged=0,
        aggressor=seat,
        street_aggressor=seat,
        wagered=state.wagered | 1 << seat,
    )


def raised(state: Round, event: Raised) -> Round:
    seat, to = event.seat, event.to
    return replace(
        state,
        to_act=others_to_answer(state, seat),
        stacks=put(state.stacks, seat, state.stacks[seat] - to + state.bets[seat]),
        bets=put(state.bets, seat, to),
        levels=put(state.levels, seat, to),
        bet=to,
        full=to if event.full else state.full,
        increment=event.increment,
        incomplete=False,
        raises=state.raises + event.counts,
        aggressor=seat,
        street_aggressor=seat,
        wagered=state.wagered | 1 << seat,
        obliged=0,
    )


def ruling_made(state: Round, event: RulingMade) -> Round:  # noqa: ARG001  a ruling alone moves nothing
    return state


def uncalled_returned(state: Round, event: UncalledReturned) -> Round:
    """Taken first from the bet in front of the player, then from the chips already gathered."""
    seat, amount, bet = event.seat, event.amount, state.bets[event.seat]
    after = replace(
        state,
        stacks=put(state.stacks, seat, state.stacks[seat] + amount),
        bets=put(state.bets, seat, max(bet - amount, 0)),
    )
    return after if amount <= bet else taken_back(after, seat, amount - bet)


def taken_back(state: Round, seat: int, amount: int) -> Round:
    """Chips taken out of the pot: bets and antes first, then chips posted for everybody."""
    paid = min(amount, state.paid[seat])
    after = replace(state, paid=put(state.paid, seat, state.paid[seat] - paid))
    if paid == amount:
        return after
    posted = state.main_pot_antes
    return replace(after, main_pot_antes=put(posted, seat, posted[seat] - amount + paid))


def betting_round_closed(state: Round, event: BettingRoundClosed) -> Round:  # noqa: ARG001
    seats, paid, bets = len(state.stacks), state.paid, state.bets
    if state.bet:
        paid = tuple([chips + bet for chips, bet in zip(paid, bets, strict=True)])
        bets = (0,) * seats
    return replace(
        state,
        stage=Stage.DEALING,
        to_act=(),
        paid=paid,
        bets=bets,
        levels=(-1,) * seats,
        bet=0,
        full=0,
        in_blind=0,
    )


def discards_due(state: Round, event: DiscardsDue) -> Round:
    return replace(state, stage=Stage.DISCARDING, to_act=event.seats)


def discarded(state: Round, event: Discarded) -> Round:
    seat, cards = event.seat, event.cards
    after = replace(
        state,
        down=put(state.down, seat, without(state.down[seat], cards)),
        muck=put(state.muck, seat, state.muck[seat] + cards),
        entered=state.entered | 1 << seat,
    )
    if state.stage is Stage.DRAWING:
        return replace(after, owed=len(cards), discarded=len(cards))
    if state.stage is Stage.DISCARDING:
        rest = state.to_act[1:]
        return replace(after, to_act=rest, stage=Stage.DISCARDING if rest else Stage.DEALING)
    return after


def draw_opened(state: Round, event: DrawOpened) -> Round:
    once = not state.procedure.house.burn_each_draw
    return replace(state, stage=Stage.DRAWING, street=event.street, to_act=event.to_draw, burned=once and state.burned)


def stood_pat(state: Round, event: StoodPat) -> Round:  # noqa: ARG001
    return replace(state, to_act=state.to_act[1:])


def drew(state: Round, event: Drew) -> Round:
    seat, cards = event.seat, event.cards
    owed = state.owed - len(cards)
    return replace(
        state,
        down=put(state.down, seat, state.down[seat] + cards),
        dealt=state.dealt + len(cards),
        owed=owed,
        to_act=state.to_act if owed else state.to_act[1:],
    )


def showdown_opened(state: Round, event: ShowdownOpened) -> Round:
    return replace(state, stage=Stage.SHOWDOWN, pots=event.pots, to_act=event.to_show)


def hand_shown(state: Round, event: HandShown) -> Round:
    if UNKNOWN in state.cards(event.seat):
        state = hand_disclosed(state, event)
    return replace(state, to_act=state.to_act[1:], shown=state.shown | 1 << event.seat)


def hand_disclosed(state: Round, event: HandShown | HandDisclosed) -> Round:
    seat, down, up = event.seat, state.down, state.up
    held = len(down[seat])
    if UNKNOWN in down[seat]:
        down = put(down, seat, event.cards[:held])
    if UNKNOWN in up[seat]:
        up = put(up, seat, event.cards[held:])
    return replace(state, down=down, up=up, shown=state.shown | 1 << seat)


def hand_conceded(state: Round, event: HandConceded) -> Round:
    return folded(state, Folded(event.rule, event.seat))


def pot_awarded(state: Round, event: PotAwarded) -> Round:
    stacks = list(state.stacks)
    for seat, amount in zip(event.seats, event.amounts, strict=True):
        stacks[seat] += amount
    return replace(state, stacks=tuple(stacks), awarded=state.awarded + sum(event.amounts))


def round_closed(state: Round, event: RoundClosed) -> Round:  # noqa: ARG001
    return replace(state, stage=Stage.CLOSED, to_act=())


def rake_taken(state: Round, event: RakeTaken) -> Round:
    methods = state.taken.by_method or (0,) * len(state.procedure.house.rake)
    taken = replace(
        state.taken,
        raked=tuple([a + b for a, b in zip_longest(state.raked, event.amounts, fillvalue=0)]),
        from_pots=(*state.taken.from_pots, *from_pots(event)),
        by_method=put(methods, event.method, methods[event.method] + sum(event.amounts)),
    )
    return replace(state, taken=taken)


def from_pots(event: RakeTaken) -> list[FromPot]:
    """What the event took from each pot; an event of the first rulebook does not say whose pots they were."""
    pairs = zip(event.claims, event.amounts, strict=bool(event.claims))
    return [FromPot(claim, amount, event.method) for claim, amount in pairs if amount]


def contribution_taken(state: Round, event: ContributionTaken) -> Round:
    pots = tuple(
        [replace(pot, amount=pot.amount - given) for pot, given in zip(state.pots, event.amounts, strict=False)]
    )
    taken = replace(state.taken, contributed=state.contributed + sum(event.amounts))
    return replace(state, pots=pots, taken=taken)


def rake_returned(state: Round, event: RakeReturned) -> Round:  # noqa: ARG001
    return replace(state, taken=NOTHING)


def entered(state: Round, event: Entered) -> Round:
    """What comes next can be taken back, unless it is a ruling; what a reader names, with the entry before it."""
    if event.along:
        return state
    return replace(state, before=None if event.final else replace(state, before=None))


def entry_taken_back(state: Round, event: EntryTakenBack) -> Round:  # noqa: ARG001
    assert state.before is not None
    return state.before


def cards_named(state: Round, event: CardsNamed) -> Round:
    if event.seat is None:
        return replace(state, board=event.cards)
    return replace(state, up=put(state.up, event.seat, event.cards))


def opener_awaited(state: Round, event: OpenerAwaited) -> Round:  # noqa: ARG001
    return replace(state, stage=Stage.TELLING, to_act=(), obliged=0)


def pots_pushed(state: Round, event: PotsPushed) -> Round:  # noqa: ARG001  the awards that follow move the chips
    return state


FOLDS: dict[type[Any], Callable[[Round, Any], Round]] = {
    DeckShuffled: deck_shuffled,
    AntesPosted: antes_posted,
    BlindPosted: blind_posted,
    CardBurned: card_burned,
    CardsDealt: cards_dealt,
    CommunityDealt: community_dealt,
    CommonCardDealt: common_card_dealt,
    DeckRanShort: deck_ran_short,
    DeckReshuffled: deck_reshuffled,
    BettingRoundOpened: betting_round_opened,
    ForcedBetPosted: forced_bet_posted,
    Folded: folded,
    Checked: checked,
    Called: called,
    BetMade: bet_made,
    Raised: raised,
    RulingMade: ruling_made,
    UncalledReturned: uncalled_returned,
    BettingRoundClosed: betting_round_closed,
    DiscardsDue: discards_due,
    Discarded: discarded,
    DrawOpened: draw_opened,
    StoodPat: stood_pat,
    Drew: drew,
    ShowdownOpened: showdown_opened,
    HandShown: hand_shown,
    HandConceded: hand_conceded,
    PotAwarded: pot_awarded,
    RoundClosed: round_closed,
    RakeTaken: rake_taken,
    RakeReturned: rake_returned,
    ContributionTaken: contribution_taken,
    HandDisclosed: hand_disclosed,
    Entered: entered,
    EntryTakenBack: entry_taken_back,
    CardsNamed: cards_named,
    OpenerAwaited: opener_awaited,
    PotsPushed: pots_pushed,
    **IRREGULAR_FOLDS,
}
