/** What a player means to do before it is their turn. An intention falls when the bet it answered has changed. */

import { dollars } from "../money";
import type { Move, Offer, TableView } from "../wire";

export type Wish = "check-or-fold" | "check" | "fold" | "call";

export interface Intention {
  wish: Wish;
  round: number;
  street: string | null;
  bet: number;
}

export function intend(wish: Wish, view: TableView): Intention {
  return { wish, round: view.round, street: view.street, bet: view.bet };
}

export function stillMeant(intention: Intention, view: TableView): boolean {
  return intention.round === view.round && intention.street === view.street && intention.bet === view.bet;
}

/** What may be intended now: nothing on one's own turn, nor without a hand that can still act, nor where a dealer enters it. */
export function wishes(view: TableView): Wish[] {
  const me = view.seats.find((seat) => seat.me);
  if (!me || view.dealt_by === "dealer") return [];
  if (!view.playing || view.stage !== "betting" || view.turn === null || view.turn.seat === me.seat) return [];
  if (!me.dealt_in || !me.live || me.all_in || me.frozen) return [];
  return view.bet > me.bet ? ["fold", "call"] : ["check-or-fold", "check"];
}

const KEYS: Record<Wish, string> = { "check-or-fold": "F", fold: "F", check: "C", call: "C" };

/** The wish that a key stands for, among those that may be intended now. */
export function wishFor(key: string, view: TableView): Wish | undefined {
  return wishes(view).find((wish) => KEYS[wish] === key);
}

const LABELS: Record<Wish, (view: TableView) => string> = {
  "check-or-fold": () => "Check or fold",
  check: () => "Check",
  fold: () => "Fold",
  call: (view) => `Call ${dollars(costOfCall(view))}`,
};

export function label(wish: Wish, view: TableView): string {
  return LABELS[wish](view);
}

/** What is still to be called, or all that is left. */
function costOfCall(view: TableView): number {
  const me = view.seats.find((seat) => seat.me);
  return Math.min(view.bet - (me?.bet ?? 0), me?.stakes ?? 0);
}

const MOVES: Record<Wish, readonly Offer["kind"][]> = {
  "check-or-fold": ["Check", "Fold"],
  check: ["Check"],
  fold: ["Check", "Fold"],
  call: ["Call", "Check"],
};

/** The move that takes the intention up; none where the offers no longer hold one, or one that needs more thought. */
export function moveFor(intention: Intention, view: TableView): Move | null {
  if (!stillMeant(intention, view)) return null;
  for (const kind of MOVES[intention.wish]) {
    const offer = view.offers.find((each) => each.kind === kind);
    if (offer && !offer.discard) return { type: kind } as Move;
  }
  return null;
}
