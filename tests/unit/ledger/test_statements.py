"""What the log says of an account, of a day and of all accounts; and how it is written down."""

import csv
from datetime import timedelta
from itertools import pairwise

import msgspec
from msgspec.structs import replace

from pokerroom.ledger import (
    CAGE,
    CloseDay,
    DayReport,
    Event,
    Post,
    Reason,
    Shift,
    bank,
    day_report,
    journal,
    replay,
    stakes,
    statement,
    transfers_of,
    trial_balance,
)
from pokerroom.ledger.papers import (
    columns,
    day_report_csv,
    day_report_text,
    journal_csv,
    journal_text,
    slip_text,
    statement_text,
    trial_balance_text,
)
from pokerroom.rules.editions import NJAC_13_69F
from tests.unit.ledger.staging import DAY, FLO, OPEN_DAY, Desk, after, count, transfer
from tests.unit.ledger.test_days import busy, close

ADA, BANK = stakes("table-4", "ada"), bank("ada")

DEPOSIT = transfer(10, CAGE, BANK, 50_000, Reason.DEPOSIT)
BUY_IN = transfer(20, BANK, ADA, 20_000, Reason.BUY_IN, rule=NJAC_13_69F.cite("14.7(c)"))
TOP_UP = transfer(30, BANK, ADA, 5_000, Reason.BUY_IN)
CASH_OUT = transfer(40, ADA, BANK, 25_000, Reason.CASH_OUT, note="=1+1")


def banked() -> Desk:
    return Desk(*(Post((each,)) for each in (DEPOSIT, BUY_IN, TOP_UP, CASH_OUT)))


def test_a_statement_runs_from_its_opening_to_its_closing_balance() -> None:
    paper = statement(BANK, banked().log, start=after(15), end=after(40))
    assert paper.opening == 50_000
    assert [(line.change, line.balance) for line in paper.lines] == [(-20_000, 30_000), (-5_000, 25_000)]
    assert paper.closing == 25_000


def test_the_closing_balance_of_one_statement_opens_the_next() -> None:
    log = banked().log
    times = [after(minutes) for minutes in (0, 10, 20, 25, 41, 60)]
    papers = [statement(BANK, log, start=start, end=end) for start, end in pairwise(times)]
    assert [paper.closing for paper in papers[:-1]] == [paper.opening for paper in papers[1:]]
    assert papers[-1].closing == replay(log).balance(BANK)


def test_a_statement_of_an_account_nobody_used_is_empty() -> None:
    paper = statement(bank("bo"), banked().log, start=after(0), end=after(60))
    assert (paper.opening, paper.lines, paper.closing) == (0, (), 0)


def test_the_trial_balance_lists_every_account_and_its_sums_agree() -> None:
    trial = trial_balance(banked().books)
    assert [(str(line.account), line.balance) for line in trial.lines] == [("cage", -50_000), ("bank:ada", 50_000)]
    assert (trial.debits, trial.credits, trial.difference) == (50_000, 50_000, 0)


def test_books_that_do_not_balance_show_it() -> None:
    books = replace(banked().books, balances={CAGE: -50_000, BANK: 49_999})
    assert trial_balance(books).difference == -1


def two_days() -> list[Event]:
    desk = banked()
    tomorrow = DAY + timedelta(days=1)
    desk.do(CloseDay(date=DAY, at=after(1440), by=FLO))
    desk.do(replace(OPEN_DAY, date=tomorrow, at=after(1440), shifts=(Shift("day", after(1440)),)))
    desk.post(transfer(1500, BANK, CAGE, 100, Reason.WITHDRAWAL))
    return desk.log


def test_every_transfer_is_in_the_journal_of_one_day() -> None:
    log = two_days()
    first, second = journal(log, DAY), journal(log, DAY + timedelta(days=1))
    assert [*first, *second] == list(transfers_of(log))
    assert list(journal(log, DAY)) == [DEPOSIT, BUY_IN, TOP_UP, CASH_OUT]
    assert list(journal(log, DAY - timedelta(days=1))) == []


def test_events_read_back_from_their_bytes() -> None:
    desk = busy()
    desk.do(count(800, 1, drop=40_000), close())
    coded = msgspec.msgpack.encode(desk.log)
    assert msgspec.msgpack.decode(coded, type=list[Event]) == desk.log


def report_of(desk: Desk) -> DayReport:
    desk.do(close())
    return day_report(desk.books)


def test_a_day_without_activity_says_so_on_paper() -> None:
    report = report_of(Desk())
    assert "no activity" in day_report_text(report)
    header, line = csv.reader(day_report_csv(report).splitlines())
    assert line[:2] == ["2026-03-14", "no activity"]
    assert len(line) == len(header)
    assert set(line[4:]) == {"0"}


def test_the_day_report_on_paper_shows_each_line_and_the_sums() -> None:
    desk = busy()
    desk.do(count(800, desk.books.tray("table-4").expected + 5_000 + 40_000, drop=40_000))
    text = day_report_text(report_of(desk))
    assert text.startswith(
        "Gaming day 2026-03-14, opened 2026-03-14 10:00:00+00:00, closed 2026-03-15 10:00:00+00:00\n"
    )
    rows = [line.split() for line in text.splitlines()]
    no_forms = ["$0", "$0"]
    assert ["table-4", "hold-em", "day", "4", "$200", "$4", "$1", "$6", "$1", "$0", *no_forms, "$0", "$0"] in rows
    assert ["all", "all", "all", "8", "$400", "$8", "$2", "$12", "$2", "$500", *no_forms, "$0", "$450"] in rows
    assert ["all", "all", "swing", "4", "$200", "$4", "$1", "$6", "$1", "$500", *no_forms, "$0", "$450"] in rows
    assert "difference        $450 (reported)" in text
    assert text.endswith("difference $0\n")


def test_the_day_report_as_csv_holds_cents() -> None:
    lines = csv.DictReader(day_report_csv(report_of(busy())).splitlines())
    by_game = {line["game"]: line for line in lines}
    assert by_game["hold-em"]["drop"] == "20000"
    assert by_game["omaha-high"]["shift"] == "swing"
    assert by_game[""]["bad_beat_payouts"] == "50000"


def test_a_slip_on_paper_shows_what_was_expected_and_what_was_counted() -> None:
    desk = busy()
    desk.do(count(800, 0))
    text = slip_text(desk.books.slips[0])
    assert text.startswith("Inventory slip of table-4, 2026-03-14 23:20:00+00:00, Flo (floorperson)\n")
    rows = [line.rsplit(maxsplit=1) for line in text.splitlines()[1:]]
    assert ["closer, expected", "-$378"] in [[name.strip(), value] for name, value in rows]
    assert "not counted" in text


def test_a_statement_on_paper_names_what_it_corrects_and_whom_it_was_with() -> None:
    text = statement_text(statement(BANK, banked().log, start=after(0), end=after(60)))
    assert text.splitlines()[0] == ("Statement of bank:ada from 2026-03-14 10:00:00+00:00 to 2026-03-14 11:00:00+00:00")
    assert text.splitlines()[4].split() == [
        "2026-03-14",
        "10:20:00+00:00",
        "table/4:20.1",
        "buy-in",
        "stakes:table-4/ada",
        "-$200",
        "$300",
    ]


def test_the_trial_balance_on_paper_has_two_columns_that_agree() -> None:
    assert trial_balance_text(trial_balance(banked().books)) == (
        "account   debit  credit\n"
        "cage       $500\n"
        "bank:ada           $500\n"
        "total      $500    $500\n"
    )  # fmt: skip


def test_the_journal_names_the_paragraph_of_each_transfer() -> None:
    lines = list(journal_text(journal(banked().log, DAY)))
    assert lines[1] == (
        "2026-03-14 10:20:00+00:00  table/4:20.1  bank:ada -> stakes:table-4/ada  $200  "
        "buy-in, N.J.A.C. 13:69F-14.7(c)  Dana (dealer)\n"
    )


def test_the_journal_as_csv_reads_back_and_computes_nothing() -> None:
    rows = list(csv.DictReader("".join(journal_csv(journal(banked().log, DAY))).splitlines()))
    assert [int(row["cents"]) for row in rows] == [50_000, 20_000, 5_000, 25_000]
    assert rows[1]["rule"] == "N.J.A.C. 13:69F-14.7(c)"
    assert rows[3]["note"] == "'=1+1"


def test_what_a_terminal_would_obey_is_not_printed() -> None:
    text = columns([["at", "reason"], ["1", "fine\x1b[2J\x07 indeed\nall of it"]], left=2)
    assert "\x1b" not in text
    assert "\x07" not in text
    assert text.count("\n") == 1
    assert "fine�[2J� indeed�all of it" in text
