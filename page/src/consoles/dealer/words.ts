/** What the console says of entries and seats, in the dealer's words. */

import { dollars } from "../../money";
import { listed } from "../../words";
import type { Order } from "../orders";

export const seatWord = (seat: number): string => `Seat ${seat + 1}`;

export function seatsWords(seats: readonly number[]): string {
  return seats.length === 1
    ? `seat ${seats[0]! + 1}`
    : `seats ${listed(
        seats.map((seat) => String(seat + 1)),
        11,
      )}`;
}

const DONE: Readonly<Record<string, string>> = {
  Check: "checks",
  Call: "calls",
  Fold: "folds",
  PostForcedBet: "posts the forced bet",
  Freeze: "stops wagering",
  PlayOn: "plays on",
  Concede: "mucks",
  Discard: "gives up cards",
  NameOpener: "acts first",
};

/** An entry as the dealer would say it. */
export function entryWords(order: Order): string {
  const who = typeof order.seat === "number" ? seatWord(order.seat) : "";
  const type = order.type;
  if (type === "Bet") return `${who} bets ${dollars(order.to as number)}`;
  if (type === "Raise") return `${who} raises to ${dollars(order.to as number)}`;
  if (type === "Draw") return order.count ? `${who} draws ${order.count as number}` : `${who} stands pat`;
  if (type === "Show") return `${who} shows ${String(order.cards)}`;
  if (type === "NameCards") return `${who || "Center"}: ${String(order.cards)}`;
  const known = DONE[type];
  return known && who ? `${who} ${known}` : type;
}
