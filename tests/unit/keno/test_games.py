"""A game of keno: sold, drawn, paid once; and what the house forbids by rules of its own."""

from msgspec.structs import replace

from pokerroom.keno import Keno, apply
from pokerroom.keno.commands import DrawGame, OpenGame, PostRateCard, Redeem, TakeToRedeem, VoidTicket
from pokerroom.keno.events import KenoGameDrawn
from pokerroom.keno.odds import chance, house_advantage, posted_pays
from pokerroom.keno.rate_card import HOUSE_CARD, Pay
from pokerroom.keno.refusals import Code, Refusal
from pokerroom.keno.serials import portions, printed, written
from pokerroom.keno.state import REMEMBERED
from tests.keno_counter import (
    FIRST_TWENTY,
    OTHER_RUNNER,
    RUNNER,
    SUPERVISOR,
    WRITER,
    Counter,
    runner_form,
    writer_form,
)

LATER = tuple(range(41, 61))


def test_a_ticket_wins_what_the_card_pays_for_the_spots_it_catches() -> None:
    counter = Counter()
    four = counter.buy(writer_form(1, 2, 3, 41, conditioning="S 5.00"))
    lost = counter.buy(writer_form(41))
    nothing = counter.buy(writer_form(*LATER[:10]))
    drawn, _ = counter.draw()
    assert isinstance(drawn, KenoGameDrawn)
    assert (drawn.wagered, drawn.won) == (7_00, 21_00)
    assert [counter.keno.tickets[each.id].won for each in (four, lost, nothing)] == [20_00, 0, 1_00]


def test_a_ticket_is_paid_once_and_only_after_its_last_game() -> None:
    counter = Counter()
    ticket = counter.buy(writer_form(1, games=2))
    counter.draw()
    assert counter.refused(Redeem, by=WRITER, ticket=ticket.id)[0] is Code.GAMES_TO_COME
    counter.open_game()
    assert counter.refused(Redeem, by=WRITER, ticket=ticket.id)[0] is Code.GAMES_TO_COME
    counter.draw()
    assert counter.redeem(ticket) == 6_00
    refusal = counter.ask(Redeem, by=WRITER, ticket=ticket.id)
    assert isinstance(refusal, Refusal)
    assert refusal.code is Code.ALREADY_PAID
    assert refusal.rule is not None
    assert refusal.rule.reading == "R-61"
    assert "house's own rule" in refusal.sentence
    assert counter.refused(TakeToRedeem, by=RUNNER, ticket=ticket.id)[0] is Code.ALREADY_PAID


def test_a_forged_ticket_and_one_that_lost_are_not_paid() -> None:
    counter = Counter()
    lost = counter.buy(writer_form(80))
    counter.draw()
    assert counter.refused(Redeem, by=WRITER, ticket=lost.id)[0] is Code.WON_NOTHING
    refusal = counter.ask(Redeem, by=WRITER, ticket=written(999))
    assert isinstance(refusal, Refusal)
    assert refusal.code is Code.NO_SUCH_TICKET
    assert "house's own rule" in refusal.sentence


def test_nothing_is_sold_or_voided_once_the_draw_has_begun() -> None:
    counter = Counter()
    ticket = counter.buy(writer_form(1, games=2))
    counter.draw()
    assert counter.not_sold(writer_form(1)) == (Code.DRAW_BEGUN, '15.1 "Keno ticket"')
    assert counter.not_sold(writer_form(1, first=2))[0] is Code.NO_GAME
    assert counter.refused(VoidTicket, by=WRITER, ticket=ticket.id)[0] is Code.DRAW_BEGUN
    counter.open_game()
    assert counter.not_sold(writer_form(1))[0] is Code.DRAW_BEGUN
    assert counter.not_sold(writer_form(1, first=3))[0] is Code.GAME_NOT_AHEAD
    assert counter.refused(VoidTicket, by=WRITER, ticket=ticket.id)[0] is Code.DRAW_BEGUN
    counter.buy(writer_form(1, first=2))


def test_a_voided_ticket_gives_its_price_back_and_plays_no_more() -> None:
    counter = Counter()
    own, others = counter.buy(runner_form(1, games=3), RUNNER), counter.buy(runner_form(1), OTHER_RUNNER)
    assert counter.refused(VoidTicket, by=RUNNER, ticket=others.id)[0] is Code.NOT_THEIR_TICKET
    assert counter.refused(VoidTicket, by=SUPERVISOR, ticket=own.id)[0] is Code.NOT_THEIR_POSITION
    (event,) = counter.do(VoidTicket, by=RUNNER, ticket=own.id)
    assert event.amount == 3_00  # type: ignore[union-attr]
    assert counter.refused(VoidTicket, by=WRITER, ticket=own.id)[0] is Code.VOIDED
    drawn, _ = counter.draw()
    assert isinstance(drawn, KenoGameDrawn)
    assert (drawn.wagered, [win.ticket for win in drawn.wins]) == (1_00, [others.id])
    assert counter.refused(Redeem, by=WRITER, ticket=own.id)[0] is Code.VOIDED


def test_a_card_posted_later_changes_no_ticket_sold_before() -> None:
    counter = Counter()
    ticket = counter.buy(writer_form(1))
    worse = tuple(tuple(Pay(pay.caught, 1) for pay in pays) for pays in HOUSE_CARD.pays)
    counter.do(PostRateCard, by=SUPERVISOR, card=replace(HOUSE_CARD, pays=worse))
    counter.draw()
    assert counter.redeem(ticket) == 3_00


def test_games_of_long_ago_are_forgotten_but_not_what_is_owed_for_them() -> None:
    counter = Counter()
    owed, lost, paid = (counter.buy(writer_form(*spots)) for spots in ((1,), (80,), (2,)))
    counter.draw()
    counter.redeem(paid)
    for _ in range(REMEMBERED):
        counter.open_game()
        counter.draw()
    assert set(counter.keno.tickets) == {owed.id}
    assert len(counter.keno.drawn) == REMEMBERED
    assert counter.refused(Redeem, by=WRITER, ticket=paid.id)[0] is Code.NO_SUCH_TICKET
    assert counter.redeem(owed) == 3_00
    assert lost.id not in counter.keno.tickets


def test_the_record_alone_gives_the_same_state() -> None:
    counter = Counter()
    ticket = counter.buy(runner_form(1, 2), RUNNER)
    counter.draw()
    counter.redeem(ticket, RUNNER)
    again = Keno(name="keno")
    for event in counter.events:
        again = apply(again, event)
    assert again == counter.keno


def test_each_game_is_opened_and_drawn_once_and_by_the_right_people() -> None:
    counter = Counter()
    opened = {"commitment": b"c", "key": "k", "nonce": b"n"}
    assert counter.refused(OpenGame, by=SUPERVISOR, **opened)[0] is Code.GAME_OPEN
    assert counter.refused(OpenGame, by=RUNNER, **opened)[0] is Code.NOT_THEIR_POSITION
    assert counter.refused(DrawGame, by=RUNNER, balls=FIRST_TWENTY, secret=b"")[0] is Code.NOT_THEIR_POSITION
    counter.draw()
    assert counter.refused(DrawGame, by=WRITER, balls=FIRST_TWENTY, secret=b"")[0] is Code.NO_GAME
    assert counter.refused(PostRateCard, by=WRITER, card=HOUSE_CARD)[0] is Code.NOT_THEIR_POSITION


def test_without_a_card_nothing_is_sold() -> None:
    counter = Counter()
    counter.keno = Keno(name="keno")
    assert counter.not_sold(writer_form(1))[0] is Code.NO_CARD
    assert counter.refused(OpenGame, by=SUPERVISOR, commitment=b"", key="", nonce=b"")[0] is Code.NO_CARD


def test_chances_of_a_ticket_sum_to_one_and_a_pay_of_its_card_is_never_worth_its_price() -> None:
    for spots in range(1, 11):
        assert sum(chance(spots, caught) for caught in range(spots + 1)) == 1
        assert 0.2 < house_advantage(HOUSE_CARD, spots) < 0.35
    lines = list(posted_pays(HOUSE_CARD))
    assert len(lines) == sum(map(len, HOUSE_CARD.pays))
    for spots in range(1, 11):
        returned = sum(line.returned for line in lines if line.spots == spots)
        assert 1 - returned == house_advantage(HOUSE_CARD, spots)


def test_a_serial_number_is_read_however_it_is_typed() -> None:
    id_, secret = written(2**50 - 1), written(33)
    serial = printed(id_, secret)
    assert serial == "ZZZZZ-ZZZZZ-00000-00011"
    for typed in (serial, serial.lower(), serial.replace("-", " "), "zzzzzzzzzz" + "ooooooooll"):
        assert portions(typed) == (id_, secret)
    for typed in ("", serial[:-1], serial + "0", serial.replace("Z", "U"), "é" * 20):
        assert portions(typed) is None
