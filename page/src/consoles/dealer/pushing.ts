/** Whom the dealer pushes the pots to, as the showdown asks for it: share by share, and whole where nobody wins one of its shares. */

import { dollars } from "../../money";
import type { PotView } from "../../wire";
import { seatsWords } from "./words";

export interface Push {
  pot: number;
  seats: readonly number[];
  /** The name of the share; none for the whole pot. */
  share?: string;
}

/** The main pot before anybody has said who wins it, as a ruling on the pots begins. */
export const TO_NOBODY: Push = { pot: 0, seats: [], share: "" };

/** One question of the showdown: who wins this share of this pot. */
export interface Asked {
  number: number;
  pot: PotView;
  share: string;
  key: string;
}

/** Who wins what was asked, by its key; null where no hand is low enough for it. */
export type Winners = Readonly<Record<string, readonly number[] | null>>;

/** The last side pot first, 14.6(e)6; of each pot the high hand, then the low one. */
export const askedOf = (pots: readonly PotView[], shares: readonly string[]): Asked[] =>
  pots
    .map((pot, number) => ({ pot, number }))
    .reverse()
    .flatMap((each) => shares.map((share) => ({ ...each, share, key: `${each.number} ${share}` })));

/** A pot of which nobody wins a share is pushed whole: divided in halves first, its odd chips would go elsewhere. */
export function pushesOf(asked: readonly Asked[], winners: Winners): Push[] {
  const whole = new Set(asked.filter(({ key }) => winners[key] === null).map(({ number }) => number));
  const several = new Set(asked.map(({ share }) => share)).size > 1;
  return asked.flatMap(({ number, share, key }) => {
    const seats = winners[key];
    if (!seats) return [];
    return [{ pot: number, seats, ...(several && !whole.has(number) ? { share } : {}) }];
  });
}

/** The push in the dealer's words: who wins what. */
export function pushWords(pushes: readonly Push[], pots: readonly PotView[]): string {
  if (!pushes.length) return "Pots pushed as the cards say";
  const said = pushes.map(({ pot, seats, share }) => {
    const name = pot ? `side pot ${pot}` : pots.length > 1 ? "the main pot" : dollars(pots[0]?.amount ?? 0);
    const won = share ? `${share} of ${name}` : name;
    return `${seatsWords(seats)} ${seats.length > 1 ? "win" : "wins"} ${won}`;
  });
  const words = said.join(", ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
