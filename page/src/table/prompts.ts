/** The words above the buttons: what my turn asks for, and what is waited for when it asks for nothing. */

import { dollars } from "../money";
import type { Offer, TableView } from "../wire";
import { counted } from "../words";
import { costingCards, find } from "./offers";

/** What has to be done about cards or at the showdown; nothing where it is an ordinary turn to wager. */
export function instruction(offers: readonly Offer[], inPayout = false): string {
  if (find("Draw", offers)) return "Tap the cards to exchange, then draw.";
  const discard = find("Discard", offers);
  if (discard) return `Tap ${counted(discard.discard, "card")} to give up.`;
  const cards = costingCards(offers);
  if (cards) return `To stay in, tap ${counted(cards.discard, "down card")} to give up.`;
  if (find("Show", offers))
    return `Showdown: show your hand, or muck it.${inPayout ? " A mucked hand wins no bad beat payout." : ""}`;
  return find("Freeze", offers) ? "Your last card was exposed. Go on wagering?" : "";
}

/** What it costs to stay in, for how much, and the odds that the pot lays: the same in every limit. */
export function toCall(view: TableView): string {
  const call = find("Call", view.offers);
  if (!call?.amount) return "";
  const pot = contended(view, call.amount);
  return `${dollars(call.amount)} to call into ${dollars(pot)} · ${odds(pot, call.amount)}`;
}

/** The pot that I would play for: of what others have bet, no more than I could match. */
function contended(view: TableView, call: number): number {
  const mine = (view.seats.find((seat) => seat.me)?.bet ?? 0) + call;
  return view.pot - view.seats.reduce((above, seat) => above + Math.max(0, seat.bet - mine), 0);
}

/** How often I must win for the call to pay, as people say it at a table, and in percent. */
export function odds(pot: number, call: number): string {
  const times = pot / call;
  const rounded = times < 10 ? Math.round(10 * times) / 10 : Math.round(times);
  return `odds ${rounded} to 1 (${Math.round((100 * call) / (pot + call))}%)`;
}

export function toAct(view: TableView): string {
  const acting = view.seats.find((seat) => seat.seat === view.turn?.seat);
  if (acting?.me && view.dealt_by === "dealer") return "Your turn: act at the table";
  return acting ? `${acting.name} to act` : "";
}

/** What is waited for, at this time of the room. */
export function waitingFor(view: TableView, now: number): string {
  const behind = view.delayed ? `, ${counted(Math.round(view.delayed), "second")} behind the table` : "";
  if (view.halted) return "Play waits."; // Why stands on the felt.
  if (view.playing && toAct(view)) return toAct(view) + behind;
  if (view.dealt_by === "dealer") return atDealersTable(view, behind);
  if (view.my_seat === null) return `You are watching${behind}.`;
  if (view.playing) return "";
  return view.seats.length < 2 ? "Waiting for players" : nextRound(view, now);
}

function atDealersTable(view: TableView, behind: string): string {
  if (view.playing) return `The dealer goes on${behind}`;
  if (view.my_seat === null) return `You are watching${behind}`;
  return view.seats.length < 2 ? "Waiting for players" : "The dealer deals the next round";
}

function nextRound(view: TableView, now: number): string {
  const left = view.next_round_at === null ? 0 : Math.ceil(view.next_round_at - now);
  return left > 0 ? `The next round starts in ${left} s.` : "The next round starts by itself.";
}
