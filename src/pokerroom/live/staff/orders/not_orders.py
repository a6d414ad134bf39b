"""Commands that are no order of staff, and why. A test finds commands that are neither here nor declared."""

from collections.abc import Mapping
from typing import Any, get_args

from pokerroom import play
from pokerroom.ledger import commands as in_books
from pokerroom.room.books.commands import InBooks
from pokerroom.room.conduct.commands import OnConduct
from pokerroom.room.filing.commands import InRegister
from pokerroom.room.lists import commands as on_lists
from pokerroom.room.tables.commands import AtTable, DealDrawForButton, DealRound, ShuffleAgain
from pokerroom.room.talk import commands as on_talk
from pokerroom.table.seating import commands as at_table

BY_PLAYERS = "players do it for themselves"
BY_THE_TABLE = "the room does it at its table"
BY_THE_LISTS = "the lists follow the tables"
BY_THE_BOOKS = "the books follow the tables"
BY_CONDUCT = "it follows from `RequireToLeave`"

NOT_ORDERS: Mapping[type[Any], str] = {
    **dict.fromkeys(get_args(play.PlayerCommand), BY_PLAYERS),
    at_table.Agree: BY_PLAYERS,
    **dict.fromkeys((play.Deal, play.Reshuffle), "the room deals, and nobody names a card"),
    play.DiscardMistakenCards: "the room deals to nobody by mistake; at a table with a dealer it is `RemoveHand`",
    **dict.fromkeys((at_table.DrawForButton, at_table.StartRound), BY_THE_TABLE),
    **dict.fromkeys((DealRound, DealDrawForButton, ShuffleAgain), BY_THE_TABLE),
    play.OpenRound: "a round is opened by the table that deals it",
    play.ReconstructHand: "the room knows the cards of every hand it has dealt",
    at_table.Play: "each ruling is an order of its own, at the counter `round`",
    at_table.RemoveStakes: "nobody may, 14.7(c)1",
    **dict.fromkeys((on_lists.AddTable, on_lists.RemoveTable), BY_THE_LISTS),
    **dict.fromkeys((on_lists.TakeSeat, on_lists.LeaveSeat), BY_THE_LISTS),
    **dict.fromkeys((at_table.RemovePlayer, on_lists.Remove), BY_CONDUCT),
    on_lists.Expire: "the clock does it",
    on_talk.Say: BY_PLAYERS,
    on_talk.TakeNames: "people say what they are called when they come in",
    on_talk.Begin: "the room does it when it first opens",
    **dict.fromkeys((in_books.Post, in_books.NoteRounds), BY_THE_BOOKS),
    **dict.fromkeys(
        (AtTable, InBooks, InRegister, on_lists.OnLists, OnConduct, on_talk.OnTalk), "it carries another command"
    ),
}
