/** What the floor asks over HTTP: the signs of what is filed, and a round in dispute. */

import { answer } from "../../room/api";
import type { Told } from "../../wire";
import type { Order } from "../orders";

export interface FiledSign {
  subject: string;
  version: string;
  limits: string;
  games: { game: string; title: string; lines: string[] }[];
}

export interface Ruling {
  counter: string;
  order: Order;
  told: Told[];
  /** Given with the order, so that it does this or nothing. */
  digest: string;
}

export interface RoundInDispute {
  table: string;
  playing: boolean;
  told: Told[];
  rulings: Ruling[];
}

export const filedSigns = (room: string): Promise<FiledSign[]> => answer(`${room}/signs`);

export const inDispute = (room: string, table: string): Promise<RoundInDispute> =>
  answer(`${room}/rulings?table=${encodeURIComponent(table)}`);

const RULED: Readonly<Record<string, string>> = {
  DeclareMisdeal: "Misdeal",
  DeclareDead: "The round is dead",
  RemoveHand: "Hand out of the round",
  LeaveTable: "Player has walked away",
  RemoveFaceUpCard: "Card face up in the deck",
  RemoveFallenCard: "Card fell off the table",
};

/** A ruling as one says it: what, for which seat, and why. */
export function rulingWords({ order }: Ruling, nameOf: (seat: number) => string): string {
  const what = RULED[order.type] ?? order.type;
  const who = typeof order.seat === "number" ? ` · ${nameOf(order.seat)}` : "";
  return `${what}${who}${typeof order.cause === "string" ? `: ${order.cause}` : ""}`;
}

/** Rulings of one kind together. */
export function byKind(rulings: readonly Ruling[]): { kind: string; rulings: Ruling[] }[] {
  const kinds = [...new Set(rulings.map((each) => each.order.type))];
  return kinds.map((kind) => ({
    kind: RULED[kind] ?? kind,
    rulings: rulings.filter((each) => each.order.type === kind),
  }));
}
