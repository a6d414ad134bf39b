"""The referee at the table: every step of a round is held against each notion in turn."""

from collections.abc import Sequence

from pokerroom.games import CATALOGUE
from pokerroom.play import (
    Code,
    Command,
    Deal,
    DiscardMistakenCards,
    Event,
    Offer,
    OpenRound,
    Refusal,
    RemoveFaceUpCard,
    RemoveFallenCard,
    RemoveHand,
    Round,
    Stage,
)
from pokerroom.play.events import RoundOpened
from pokerroom.rules.clauses import CommonCard, ReshuffleDiscards, ReshuffleMuck
from tests.property.referee.books import Books
from tests.property.referee.burns import Burns
from tests.property.referee.cards import Cards
from tests.property.referee.met import Met
from tests.property.referee.money import Money
from tests.property.referee.raises import Raises
from tests.property.referee.supply import plainly_suffices, survives_exposed, survives_lost_card, survives_mistaken
from tests.property.referee.turns import Turns

WAYS_OUT: dict[type[object], Met] = {
    CommonCard: Met.LOST_ON_COMMON_CARD,
    ReshuffleMuck: Met.LOST_ON_RESHUFFLE,
    ReshuffleDiscards: Met.LOST_ON_RESHUFFLE,
    type(None): Met.BURN_CREDITED,
}
"""How a round goes on for which the deck alone would not suffice."""


class Referee:
    """Follows one round of play from the command that opens it."""

    def __init__(self, opening: OpenRound, opened: RoundOpened, met: set[Met]) -> None:
        self.game, self.house = CATALOGUE[opened.edition, opened.game], opened.house
        self.met = met
        """The rare cases this round comes to are added to it."""
        self.books, self.cards = Books(), Cards()
        self.money = Money(self.house, self.met)
        self.burns = Burns(self.game, self.house, self.met)
        self.turns = Turns(self.game, self.house, opening, self.met)
        self.raises = Raises(self.game, self.house, opening, self.met)

    def follow(self, command: OpenRound | Command, events: Sequence[Event]) -> None:
        """Enter what came of a command, each event checked against all that came before it."""
        to_blame = isinstance(command, RemoveHand) and command.to_blame
        for event in events:
            self.money.before(event, self.books)
            self.turns.before(event, self.books)
            self.burns.before(event, self.cards)
            self.books.enter(event, to_blame=to_blame)
            self.cards.enter(event)
            self.raises.after(event)
        if self.books.closed and events:
            self.money.closed()

    def judge_supply(self, command: OpenRound | Command, refusal: Refusal | None) -> None:
        """Lost and exposed cards are refused for want of cards if, and only if, the rest could not be dealt."""
        if self.books.closed or (refusal is not None and refusal.code is not Code.DECK_TOO_SHORT):
            return
        suffices = self.suffices(command)
        if suffices is not None:
            self.note(command, suffices=suffices)
            assert suffices is (refusal is None), (
                f"{self.cards.deck} cards in the deck, {self.cards.burns} burned, {len(self.books.live)} players on "
                f"street {self.cards.street}: the cards {'suffice' if suffices else 'do not suffice'}, yet {refusal}"
            )

    def note(self, command: OpenRound | Command, *, suffices: bool) -> None:
        """A round that could not go on without a common card, a reshuffle or an exposed card for a burn card."""
        if not suffices:
            self.met.add(Met.TOO_SHORT)
        elif not plainly_suffices(self.game, self.cards, self.books.live, command):
            self.met.add(WAYS_OUT[type(self.game.shortage)])

    def suffices(self, command: OpenRound | Command) -> bool | None:
        """Whether the rest of the round can be dealt after this command; None where it costs no cards."""
        at_table = self.game, self.house, self.cards, self.books.live
        match command:
            case RemoveFaceUpCard() if self.cards.face_up:
                return self.cards.deck > 0  # A second one is a misdeal, 14.15(e)3: nothing more is dealt.
            case RemoveFaceUpCard() | RemoveFallenCard():
                return survives_lost_card(*at_table)
            case DiscardMistakenCards(cards=cards):
                return survives_mistaken(*at_table, len(cards))
            case Deal(exposed=exposed) if exposed:
                return survives_exposed(*at_table, command)
            case _:
                return None

    def judge_offers(self, state: Round, offers: Sequence[Offer]) -> None:
        """What the player to act is offered in a betting round."""
        if state.stage is Stage.BETTING and state.turn is not None:
            self.raises.check(state.turn, offers, self.books)
