"""N.J.A.C. 13:69F-14.6(e)8 and 9, 14.4(c)1 and 14.7(c)2 by orders: rake, contribution, second deck, antes in coin."""

from pokerroom.live.payouts import FROM_EACH_POT
from pokerroom.live.refusals import Refusal
from pokerroom.live.seeding import MINIMUM, Variant
from pokerroom.room.box import BOXES
from pokerroom.rules.house import NoLimit
from pokerroom.table.box.events import RoundAttested
from pokerroom.table.clearing import ContributionCollected, RakeCollected
from pokerroom.wire import messages as wire
from tests.dealers_table import DEE, FLO, SUE, DealersTable, at_a_dealers_table
from tests.spec_marks import spec

PLAYERS = ("Ann", "Ben", "Cy", "Di", "Ed", "Fay")
NO_LIMIT = Variant(NoLimit(MINIMUM), {"bad_beat": FROM_EACH_POT})
SECOND_DECK_LATER = {"wash": "in-use"}


def recorded(felt: DealersTable, *kinds: type) -> list[object]:
    envelopes = felt.live.store.read(BOXES.named(felt.table.name))
    return [event for each in envelopes if isinstance(event := BOXES.read(each.envelope), kinds)]


async def with_a_raise(felt: DealersTable) -> None:
    """A round whose pot is large enough for a rake."""
    await felt.started()
    state = felt.round_as_dealt
    assert state is not None
    await felt.done(DEE, "felt", "Raise", seat=felt.at_table(felt.turn_of(state)), to=40_00)
    await felt.run_out()


@spec("R-14.6-e-8")
def test_the_dealer_takes_the_rake_before_a_pot_is_pushed() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready(*PLAYERS)
        console = await felt.console()
        await with_a_raise(felt)
        shown = felt.shows(console)
        prompts = [each.to_rake_area for each in console.so_far() if isinstance(each, wire.DealersTable)]
        rake = shown.box.rake
        assert sum(prompts) == rake > 0
        for hand in shown.box.hands:
            if not hand.wins:
                await felt.in_box("CollectHand", seat=hand.seat, found=hand.cards)
        early = await felt.refused(DEE, "box", "PushPot", pot=0)
        assert (early.code.sent_as, early.paragraph) == ("not taken", "14.6(e)8")
        other = await felt.refused(DEE, "box", "CollectRake", amount=rake + 1)
        assert (other.code.sent_as, other.paragraph) == ("other amount due", "14.6(e)8")
        await felt.in_box("CollectRake", amount=rake)
        assert (await felt.refused(DEE, "box", "CollectRake", amount=rake)).code.sent_as == "nothing to take"
        assert felt.shows(console).box.rake == 0
        await felt.in_box("CollectContribution", amount=shown.box.contribution)
        await felt.in_box("PushPot", pot=0)

    at_a_dealers_table(test, sign=NO_LIMIT)


@spec("R-14.6-e-9")
def test_the_dealer_takes_the_contribution_before_a_pot_is_pushed() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready(*PLAYERS)
        console = await felt.console()
        await with_a_raise(felt)
        shown = felt.shows(console).box
        prompts = {each.to_bad_beat for each in console.so_far() if isinstance(each, wire.DealersTable)}
        assert prompts == {0, shown.contribution}
        for hand in shown.hands:
            if not hand.wins:
                await felt.in_box("CollectHand", seat=hand.seat, found=hand.cards)
        await felt.in_box("CollectRake", amount=shown.rake)
        early = await felt.refused(DEE, "box", "PushPot", pot=0)
        assert (early.code.sent_as, early.paragraph) == ("not taken", "14.6(e)9")
        assert isinstance(await felt.asked(DEE, "box", "CollectContribution", amount=0), Refusal)
        await felt.in_box("CollectContribution", amount=shown.contribution)
        await felt.in_box("PushPot", pot=0)

    at_a_dealers_table(test, sign=NO_LIMIT)


@spec("R-14.6-e-8", "R-14.6-e-9")
def test_the_one_confirmation_says_what_was_taken_and_nothing_is_taken_twice() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready(*PLAYERS)
        await with_a_raise(felt)
        lies = felt.box.clearing
        assert lies is not None
        await felt.in_box("CollectRake", amount=lies.rake)
        await felt.in_box("Attest", round=1)
        kinds: tuple[type, ...] = (RakeCollected, ContributionCollected, RoundAttested)
        assert [type(each) for each in recorded(felt, *kinds)] == list(kinds)
        assert felt.box.clearing is None

    at_a_dealers_table(test, sign=NO_LIMIT)


@spec("R-14.4-c-1.2")
def test_where_the_house_chooses_so_the_second_deck_is_washed_when_it_is_rotated_in() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.posted()
        await felt.supplied()
        for by in (DEE, FLO):
            assert isinstance(await felt.asked(by, "box", "ChooseDeckRules", rules=SECOND_DECK_LATER), Refusal)
        looser = await felt.asked(SUE, "box", "ChooseDeckRules", rules={"count_minutes": 20})
        assert isinstance(looser, Refusal)
        assert "the regulation allows 1 to 15" in str(looser)
        await felt.done(SUE, "box", "ChooseDeckRules", rules=SECOND_DECK_LATER)
        await felt.seated("Ann", "Ben")
        await felt.shown()
        await felt.in_box("WashDeck", deck="A")
        await felt.in_box("ShuffleDeck", deck="A", method="by hand")
        await felt.in_box("PutInPlay", deck="A")
        await felt.in_box("StoreDeck", deck="B", place="designated area")
        await felt.in_box("PrepareDeck")
        await felt.folded_around()
        await felt.in_box("PutInPlay", deck="B")
        await felt.in_box("StoreDeck", deck="A", place="designated area")
        await felt.in_box("Attest", round=1, prepared=False)
        assert (await felt.refused(DEE, "table", "StartRound")).code.sent_as == "not washed"
        await felt.in_box("WashDeck", deck="B")
        await felt.in_box("PrepareDeck")
        await felt.started()

    at_a_dealers_table(test)


@spec("R-14.7-c-2.2")
def test_antes_in_coin_become_chips_by_the_dollar_as_the_dealer_enters_them() -> None:
    async def test(felt: DealersTable) -> None:
        await felt.opened_and_ready(*PLAYERS)
        console = await felt.console()
        await felt.started()
        assert felt.shows(console).pieces.ante_in_coin == 50
        for seat in range(6):
            assert (await felt.refused(DEE, "felt", "PayAnteInCoin", seat=seat, coins=[10] * 5)).paragraph == "14.7(c)"
            await felt.done(DEE, "felt", "PayAnteInCoin", seat=seat, coins=[50] if seat % 2 else [25, 25])
        assert (felt.table.coin.coins, felt.table.coin.chips) == ((), 3)
        assert felt.shows(console).pieces.coin_from == (0, 1, 2, 3, 4, 5)

    at_a_dealers_table(test, game="seven-card-stud-high")
