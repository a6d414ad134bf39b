"""Commands that are no order of staff, and why. A test finds commands that are neither here nor declared."""

from collections.abc import Mapping
from typing import Any, get_args

from pokerroom import play
from pokerroom.dice import commands as of_dice
from pokerroom.jackpot import commands as of_payouts
from pokerroom.ledger import commands as in_books
from pokerroom.linked.host.commands import Command as HostCommand
from pokerroom.linked.member import commands as of_link
from pokerroom.room.books.commands import HoldMoney, InBooks, ReleaseMoney
from pokerroom.room.box.commands import AtBox
from pokerroom.room.conduct.commands import OnConduct
from pokerroom.room.dice.commands import AtDice, OnDiceOdds
from pokerroom.room.division import commands as with_division
from pokerroom.room.duty.commands import OfDuty
from pokerroom.room.filing.commands import InRegister
from pokerroom.room.friends import commands as of_friends
from pokerroom.room.inbox import commands as of_inbox
from pokerroom.room.keno import commands as at_keno
from pokerroom.room.link.commands import OnLink
from pokerroom.room.linked_host.commands import OnHost
from pokerroom.room.lists import commands as on_lists
from pokerroom.room.looks import commands as on_looks
from pokerroom.room.openings import OnOpenings
from pokerroom.room.payouts.commands import OnPayouts
from pokerroom.room.security.commands import OnSecurity
from pokerroom.room.shares import commands as on_shares
from pokerroom.room.tables.commands import AtTable, DealDrawForButton, DealRound, ShuffleAgain
from pokerroom.room.talk import commands as on_talk
from pokerroom.table.box import commands as at_box
from pokerroom.table.decks import commands as of_decks
from pokerroom.table.seating import commands as at_table

BY_PLAYERS = "players do it for themselves"
BY_THE_TABLE = "the room does it at its table"
BY_TABLES = "the box follows its table"
BY_THE_LISTS = "the lists follow the tables"
BY_THE_BOOKS = "the books follow the tables"
BY_THE_GATE = "it follows from an order that two people sign"
BY_CONDUCT = "it follows from `RequireToLeave`"

BY_THE_LINK = "the link to the host of a system does it"

NOT_ORDERS: Mapping[type[Any], str] = {
    play.DiscardMistakenCards: "the room deals to nobody by mistake; at a table with a dealer it is `RemoveHand`",
    **dict.fromkeys((DealRound, DealDrawForButton, ShuffleAgain, at_table.StopContributing), BY_THE_TABLE),
    play.OpenRound: "a round is opened by the table that deals it",
    at_table.Play: "each ruling is an order of its own, at the counter `round`",
    of_dice.TakeOdds: "it follows from `PostOdds`",
    of_dice.PromiseDice: BY_THE_TABLE,
    at_table.RemoveStakes: "nobody may, 14.7(c)1",
    **dict.fromkeys((on_lists.AddTable, on_lists.RemoveTable, on_lists.RelistTable), BY_THE_LISTS),
    **dict.fromkeys((on_lists.TakeSeat, on_lists.LeaveSeat), BY_THE_LISTS),
    **dict.fromkeys((at_table.RemovePlayer, on_lists.Remove), BY_CONDUCT),
    **dict.fromkeys((of_decks.SetUpTable, of_decks.TakeSeat, of_decks.LeaveSeat, of_decks.DealForButton), BY_TABLES),
    **dict.fromkeys((of_decks.BeginRound, of_decks.EndRound, at_box.LeaveToClear), BY_TABLES),
    on_lists.Expire: "the clock does it",
    on_talk.Say: BY_PLAYERS,
    **dict.fromkeys((on_shares.ShareRound, on_shares.TakeBackShare), BY_PLAYERS),
    **dict.fromkeys((of_friends.MakeTable, of_friends.Pause, of_friends.Resume, of_friends.End), BY_PLAYERS),
    **dict.fromkeys((of_inbox.ProposeOrder, of_inbox.SettleProposal), BY_THE_GATE),
    with_division.NoteCheck: "the room notes what a check came to",
    on_looks.TakeLook: "it is recorded when somebody opens what they look at",
    on_talk.TakeNames: "people say what they are called when they come in",
    on_talk.Begin: "the room does it when it first opens",
    **dict.fromkeys((in_books.Post, in_books.NoteRounds), BY_THE_BOOKS),
    **dict.fromkeys((HoldMoney, ReleaseMoney), "a buy-in at a table of another shard does it"),
    of_payouts.Contribute: "payouts follow the tables",
    of_payouts.NoteDealtIn: "payouts follow the tables",
    of_payouts.FollowSystem: BY_THE_LINK,
    of_payouts.TakeSystemAwards: BY_THE_LINK,
    of_payouts.NoteCovered: BY_THE_LINK,
    of_link.Join: "the file that `serve --link` names is the order",
    **dict.fromkeys(
        (
            of_link.TrustHostKey,
            of_link.WriteLetters,
            of_link.TakeNotices,
            of_link.NoteReceived,
            of_link.NoteStanding,
            of_link.AnswerCensus,
        ),
        BY_THE_LINK,
    ),
    **dict.fromkeys(get_args(HostCommand), "the host's people give it at the host (`live/host/orders.py`)"),
    **dict.fromkeys(
        (
            AtTable,
            AtBox,
            InBooks,
            InRegister,
            on_lists.OnLists,
            at_keno.AtKeno,
            OnConduct,
            OnHost,
            OnLink,
            OnPayouts,
            of_inbox.OnInbox,
            AtDice,
            OnDiceOdds,
            OfDuty,
            on_looks.OnLooks,
            OnOpenings,
            OnSecurity,
            with_division.WithDivision,
            on_shares.OnShares,
            on_talk.OnTalk,
            of_friends.OnFriends,
        ),
        "it carries another command",
    ),
}
