"""N.J.A.C. 13:69F-15.1: requests, tickets, quick-pick, conditioning, the rate card, house advantage, the report."""

from fractions import Fraction

import msgspec
import pytest

from pokerroom.keno import HOUSE_CARD
from pokerroom.keno.commands import Redeem, ReportWinners, TakeToRedeem
from pokerroom.keno.events import TicketTaken, WinnersReported
from pokerroom.keno.odds import PostedPay, chance, house_advantage
from pokerroom.keno.refusals import Code
from pokerroom.keno.reports import OfRunner, ReportLine
from pokerroom.keno.requests import Form, PatronsPart, Request, RequestKind
from pokerroom.keno.serials import HIDDEN, partly_hidden, printed, written
from pokerroom.words import said
from tests.keno_counter import OTHER_RUNNER, RUNNER, SUPERVISOR, WRITER, Counter, runner_form, writer_form
from tests.spec_marks import scenario, spec


@spec("R-15.1-cond")
def test_request_and_ticket_carry_the_same_code_for_type_and_rate() -> None:
    ticket = Counter().buy(writer_form(4, conditioning="S 5.00"))
    assert ticket.conditioning == "S 5.00"
    assert (said(ticket.type_name), ticket.rate) == ("one-spot straight", 5_00)


@pytest.mark.parametrize(
    "text", ["", "1.00", "S", "S1.00", "s 1.00", "S 1", "S 1.0", "S -1.00", "S 1.000", "S \u0661.00"]
)
def test_conditioning_that_says_neither_type_nor_rate_is_refused(text: str) -> None:
    refused = Counter().not_sold(writer_form(4, conditioning=text))
    assert refused == (Code.UNREADABLE_CONDITIONING, '15.1 "Conditioning"')


@spec("R-15.1-house", "R-15.2-a")
@scenario("KE-03")
def test_the_chance_of_three_spots_and_the_advantage_of_one_are_exact() -> None:
    assert chance(3, 3) == Fraction(1140, 82160)
    assert float(1 / chance(3, 3)) == pytest.approx(72.07, abs=0.005)
    one_spot = PostedPay(spots=1, caught=1, pays=3)
    assert (one_spot.chance, one_spot.true_odds, one_spot.payoff_odds) == (Fraction(1, 4), Fraction(3), 2)
    assert one_spot.advantage == house_advantage(HOUSE_CARD, 1) == Fraction(1, 4)


@spec("R-15.1-req")
def test_a_request_is_a_writers_or_a_runners_and_nothing_else() -> None:
    assert {each.value for each in RequestKind} == {"keno writer request", "keno runner request"}
    form = msgspec.to_builtins(writer_form(4)) | {"kind": "web"}
    with pytest.raises(msgspec.ValidationError, match="'web'"):
        msgspec.convert(form, Request)


@pytest.mark.parametrize(
    ("form", "part"),
    [(Form.TWO_PART, PatronsPart.SECOND_PART), (Form.DETACHABLE, PatronsPart.DETACHED_RECEIPT)],
)
@spec("R-15.1-runreq")
def test_a_form_given_to_a_runner_leaves_the_patron_with_a_receipt(form: Form, part: PatronsPart) -> None:
    assert Counter().buy(runner_form(4, 5, form=form), RUNNER).patrons_part is part


@spec("R-15.1-writereq")
def test_a_form_of_one_part_is_for_one_game_or_several() -> None:
    counter = Counter()
    ticket = counter.buy(writer_form(4, games=3))
    assert (list(ticket.numbers), ticket.price, ticket.patrons_part) == ([1, 2, 3], 3_00, None)
    for number in (1, 2, 3, 4):
        assert [held.ticket.id for held in counter.keno.in_game(number)] == ([ticket.id] if number < 4 else [])


@spec("R-15.1-ticket.1")
def test_a_ticket_shows_exactly_the_spots_of_its_request() -> None:
    assert Counter().buy(writer_form(80, 7, 22)).spots == (7, 22, 80)


@spec("R-15.1-ticket.2")
@scenario("KE-04")
def test_a_writer_takes_a_form_or_words_and_a_runner_a_form_alone() -> None:
    counter = Counter()
    spoken = Form.SPOKEN
    counter.buy(writer_form(4))
    counter.buy(writer_form(4, form=spoken))
    counter.buy(runner_form(4), RUNNER)
    counter.buy(runner_form(4, form=Form.DETACHABLE), RUNNER)
    to_runner = (Code.SPOKEN_TO_RUNNER, '15.1 "Keno ticket"')
    assert counter.not_sold(writer_form(4, form=spoken), RUNNER) == to_runner
    assert counter.not_sold(runner_form(4, form=spoken), RUNNER) == to_runner
    assert counter.not_sold(writer_form(4), RUNNER) == (Code.WRONG_REQUEST, '15.1 "Keno runner request"')
    assert counter.not_sold(runner_form(4, form=Form.ONE_PART), RUNNER)[0] is Code.WRONG_REQUEST
    assert counter.not_sold(runner_form(4), WRITER) == (Code.WRONG_REQUEST, '15.1 "Keno writer request"')
    assert counter.not_sold(writer_form(4), SUPERVISOR) == (Code.NOT_AN_ISSUER, '15.1 "Keno ticket"')


@spec("R-15.1-receipt")
@scenario("KE-06")
def test_a_runner_who_takes_a_winner_gives_a_receipt_with_its_serial() -> None:
    counter = Counter()
    ticket = counter.buy(writer_form(4))
    counter.draw()
    (taken,) = counter.do(TakeToRedeem, by=RUNNER, ticket=ticket.id)
    assert isinstance(taken, TicketTaken)
    assert (taken.ticket, taken.amount, taken.rule.paragraph) == (ticket.id, 3_00, '15.1 "Keno ticket receipt"')
    assert counter.refused(TakeToRedeem, by=OTHER_RUNNER, ticket=ticket.id)[0] is Code.TAKEN_BY_RUNNER
    assert counter.redeem(ticket) == 3_00


@spec("R-15.1-qp")
def test_a_quick_pick_has_the_spots_that_the_system_chose() -> None:
    counter, picked = Counter(), (9, 80, 1, 17, 55, 23, 42, 61)
    ticket = counter.buy(writer_form(quick_pick=8), picked=picked)
    assert (ticket.quick_pick, ticket.spots) == (True, tuple(sorted(picked)))
    both = (Code.BOTH_PICKED_AND_MARKED, '15.1 "Quick-pick"')
    assert counter.not_sold(writer_form(4, quick_pick=8), picked=picked) == both
    assert counter.not_sold(writer_form(quick_pick=11)) == (Code.TOO_MANY_SPOTS, "15.2(b)")
    assert counter.not_sold(writer_form(quick_pick=0)) == (Code.NO_SPOTS, "15.2(c)1")


@spec("R-15.1-rate")
@scenario("KE-07")
def test_what_is_not_on_the_rate_card_is_not_sold() -> None:
    counter = Counter()
    assert counter.not_sold(writer_form(4, conditioning="W 1.00")) == (Code.NOT_A_WAGER, "15.2(c)")
    for rate in ("0.00", "0.50", "1.50", "100.01", "101.00"):
        refused = counter.not_sold(writer_form(4, conditioning=f"S {rate}"))
        assert refused == (Code.RATE_NOT_ON_CARD, '15.1 "Rate card"')
    assert counter.buy(writer_form(4, conditioning="S 100.00")).pays == HOUSE_CARD.pays_of(1)


@pytest.mark.parametrize(
    ("spots", "name"), [((7,), "one-spot"), ((7, 22, 80), "three-spot"), (range(1, 11), "ten-spot")]
)
@spec("R-15.1-spots")
def test_a_ticket_is_called_by_the_number_of_its_spots(spots: tuple[int, ...], name: str) -> None:
    assert said(Counter().buy(writer_form(*spots)).name) == name


# With the numbers 1 to 20 drawn, a ten-spot of eight of them pays 960 for one, and a nine-spot of seven 300 for one.
TWELVE = runner_form(4, conditioning="S 4.00")
FIVE_HUNDRED = runner_form(1, 2, 3, 4, 21, conditioning="S 25.00")
MORE = runner_form(1, 2, 3, 4, 21, conditioning="S 26.00")


def reported(counter: Counter) -> WinnersReported:
    return next(each for each in reversed(counter.events) if isinstance(each, WinnersReported))


@spec("R-15.1-wktr.1", "R-15.1-wktr.2", "R-15.1-wktr-1", "R-15.1-wktr-2", "R-15.1-wktr-3-i", "R-15.1-wktr-3-ii")
def test_the_report_lists_each_runners_winners_of_500_dollars_or_less() -> None:
    counter = Counter()
    small, middle = (counter.buy(form, RUNNER) for form in (TWELVE, FIVE_HUNDRED))
    large = counter.buy(MORE, RUNNER)
    other = counter.buy(TWELVE, OTHER_RUNNER)
    counter.buy(runner_form(79), RUNNER)
    counter.buy(writer_form(4))
    counter.draw()
    assert counter.keno.tickets[large.id].won == 520_00
    report = reported(counter).report
    assert report.game == 1
    assert report.runners == (
        OfRunner("R7", (ReportLine(partly_hidden(small.id), 12_00), ReportLine(partly_hidden(middle.id), 500_00))),
        OfRunner("R8", (ReportLine(partly_hidden(other.id), 12_00),)),
    )


@spec("R-15.1-wktr.2")
def test_a_report_that_is_not_automatic_is_made_by_a_supervisor() -> None:
    counter = Counter(automatic_reports=False)
    ticket = counter.buy(TWELVE, RUNNER)
    assert counter.refused(ReportWinners, by=SUPERVISOR, game=1)[0] is Code.NOT_DRAWN
    counter.draw()
    assert counter.refused(ReportWinners, by=WRITER, game=1)[0] is Code.NOT_THEIR_POSITION
    assert counter.refused(Redeem, by=RUNNER, ticket=ticket.id)[0] is Code.NOT_REPORTED
    counter.do(ReportWinners, by=SUPERVISOR, game=1)
    assert reported(counter).report.runners[0].lines[0].payout == 12_00
    assert counter.redeem(ticket, RUNNER) == 12_00


@spec("R-15.1-wktr.1")
def test_a_runner_pays_what_their_own_report_shows_and_nothing_else() -> None:
    counter = Counter()
    middle, large = counter.buy(FIVE_HUNDRED, RUNNER), counter.buy(MORE, RUNNER)
    others, writers = counter.buy(TWELVE, OTHER_RUNNER), counter.buy(writer_form(4))
    counter.draw()
    above = (Code.ABOVE_THE_LINE, '15.1 "Winning keno ticket report"')
    assert counter.refused(Redeem, by=RUNNER, ticket=large.id) == above
    for ticket in (others, writers):
        assert counter.refused(Redeem, by=RUNNER, ticket=ticket.id)[0] is Code.NOT_THEIR_TICKET
    assert counter.redeem(middle, RUNNER) == 500_00
    assert counter.redeem(large) == 520_00


@spec("R-15.1-wktr-3-ii")
def test_a_report_shows_half_of_a_serial_and_the_rest_does_not_follow_from_it() -> None:
    id_, secret = written(123_456_789_012), written(998_877_665_544)
    shown, whole = partly_hidden(id_), printed(id_, secret)
    assert shown.replace("-", "").rstrip(HIDDEN) == id_
    assert secret not in shown.replace("-", "")
    assert len(shown) == len(whole) == 23
