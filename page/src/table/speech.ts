/** What the keys that read the table say: only what one's own eyes could see. */

import { spokenCards } from "../cards/card";
import { dollars } from "../money";
import type { SeatView, TableView } from "../wire";
import { counted, spokenWords } from "../words";

export function myCards(view: TableView): string {
  const me = view.seats.find((seat) => seat.me);
  if (!me || !(me.down.length + me.up.length)) return "You have no cards.";
  const up = me.up.length ? ` Up: ${spokenCards(me.up)}.` : "";
  const hands = view.my_hands.length
    ? view.my_hands.flatMap((hand) => [hand.says, ...(hand.near ? [hand.near] : [])])
    : [view.my_high, view.my_low].filter((each) => each !== null);
  const name = hands.map(spokenWords).join("; ");
  return `Your cards: ${spokenCards(me.down)}.${up}${name ? ` ${name}.` : ""}`;
}

export function theBoard(view: TableView): string {
  return view.board.length ? `On the board: ${spokenCards(view.board)}.` : "No community cards.";
}

export function thePot(view: TableView): string {
  const sides = view.pots.slice(1).map((pot, place) => `side pot ${place + 1} ${dollars(pot.amount)}`);
  const me = view.seats.find((seat) => seat.me);
  const toCall = me && me.live ? Math.max(0, view.bet - me.bet) : 0;
  const parts = [`The pot is ${dollars(view.pot)}`, ...sides, ...(toCall ? [`${dollars(toCall)} to call`] : [])];
  return `${parts.join(", ")}.`;
}

function seatInWords(seat: SeatView): string {
  const condition = seat.sitting_out
    ? ", sitting out"
    : !seat.live
      ? ", not in the round"
      : seat.all_in
        ? ", all-in"
        : "";
  const up = seat.up.length && seat.live ? `, up ${spokenCards(seat.up)}` : "";
  const bet = seat.bet ? `, bet ${dollars(seat.bet)}` : "";
  return `Seat ${seat.seat + 1}, ${seat.me ? "you" : seat.name}, ${dollars(seat.stakes)}${bet}${condition}${up}.`;
}

export function theSeats(view: TableView): string {
  return view.seats.map(seatInWords).join(" ") || "Nobody is seated.";
}

export function theOffers(view: TableView): string {
  if (view.dealt_by === "dealer" && view.my_seat !== null && view.turn?.seat === view.my_seat)
    return "Your turn: act at the table.";
  if (!view.offers.length) return "It is not your turn.";
  const said = view.offers.map((offer) => {
    switch (offer.kind) {
      case "Call":
        return `call ${dollars(offer.amount)}`;
      case "PostForcedBet":
        return `post ${dollars(offer.amount)}`;
      case "Bet":
      case "Raise": {
        const to =
          offer.least === offer.most ? dollars(offer.least) : `${dollars(offer.least)} to ${dollars(offer.most)}`;
        return `${offer.kind.toLowerCase()} ${offer.kind === "Raise" ? "to " : ""}${to}`;
      }
      case "Draw":
        return `draw up to ${counted(offer.discard, "card")}, or stand pat`;
      case "Discard":
        return `discard ${counted(offer.discard, "card")}`;
      case "PlayOn":
        return "play on";
      default:
        return offer.kind.toLowerCase();
    }
  });
  return `Your turn: ${said.join(", ")}.`;
}
