/** What may lie over the console: decks and devices, what went wrong, a call for the floor, the amount of a wager, up-cards. */

export type Panel = "box" | "wrong" | "floor" | "amount" | "up-cards";

/** Cards to be named: those in the center, or a hand. */
export interface Naming {
  seat: number | null;
  /** The cards as they are known, `??` where they are not. */
  places: readonly string[];
  verb: string;
  done: (cards: string) => void;
}
