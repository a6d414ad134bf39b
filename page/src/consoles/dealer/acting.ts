/**
 * Who acts next, and what they may do. The room says so; while entries are on their way to it, the tablet goes on from them: to the
 * next hand clockwise that can still act. It is a guess, which the dealer corrects by tapping a seat, and the room decides.
 */

import type { Offer, SeatView, TableView } from "../../wire";
import type { Entry } from "./entries";

export interface Acting {
  seat: number;
  offers: readonly Offer[];
  /** Whether the tablet assumes it, because the room has not answered yet. */
  assumed: boolean;
}

const FOLDS = new Set(["Fold", "Concede"]);

const canAct = (seat: SeatView): boolean => seat.dealt_in && seat.live && !seat.all_in && !seat.frozen;

/** The next seat clockwise whose hand can act, after those that the entries have folded. */
export function nextAfter(view: TableView, after: number, waiting: readonly Entry[]): number | null {
  const folded = new Set(waiting.filter((each) => FOLDS.has(each.given.order.type)).map((each) => each.seat));
  for (let step = 1; step <= view.places; step += 1) {
    const number = (after + step) % view.places;
    const seat = view.seats.find((each) => each.seat === number);
    if (seat && canAct(seat) && !folded.has(number)) return number;
  }
  return null;
}

/** The only hand that is left if this one is folded; none where several are. */
export function lastBut(view: TableView, seat: number, waiting: readonly Entry[]): number | null {
  const folded = waiting.filter((each) => FOLDS.has(each.given.order.type)).map((each) => each.seat);
  const others = view.seats.filter(
    (each) => each.dealt_in && each.live && each.seat !== seat && !folded.includes(each.seat),
  );
  return others.length === 1 ? others[0]!.seat : null;
}

/** Whether a hand can be mucked at the showdown: of no pot is it the last claim. */
export const mayMuck = (view: TableView, seat: number): boolean =>
  view.pots.every((pot) =>
    pot.seats.some((other) => other !== seat && view.seats.some((each) => each.seat === other && each.live)),
  );

const offer = (kind: Offer["kind"], values: Partial<Offer> = {}): Offer => ({
  kind,
  rule: "",
  amount: 0,
  least: 0,
  most: 0,
  step: 0,
  discard: 0,
  free: false,
  ...values,
});

/**
 * What anybody might do, where only the room knows what this player may: first what is likelier. While cards are drawn, everybody
 * draws as whoever the room has last asked.
 */
export function anything(view: TableView, seat: number, waiting: readonly Entry[], asked: readonly Offer[]): Offer[] {
  const drawing = asked.filter((each) => each.kind === "Draw");
  const held = view.seats.find((each) => each.seat === seat);
  const facesBet =
    (held?.bet ?? 0) < view.bet || waiting.some((each) => ["Bet", "Raise"].includes(each.given.order.type));
  const amounts = { least: 1, most: (held?.bet ?? 0) + (held?.stakes ?? 0), step: 1 };
  const quiet = facesBet ? [offer("Call"), offer("Check")] : [offer("Check"), offer("Call")];
  return [offer("Fold"), ...quiet, offer(facesBet ? "Raise" : "Bet", amounts), ...drawing];
}

/** Who acts: as the room says, as the entries on their way imply, or as the dealer has tapped. */
export function acting(
  view: TableView,
  turn: number | null,
  offers: readonly Offer[],
  waiting: readonly Entry[],
  tapped: number | null,
): Acting | null {
  const last = waiting.findLast((each) => each.seat !== null)?.seat ?? null;
  const seat = tapped ?? (last === null ? turn : nextAfter(view, last, waiting));
  if (seat === null) return null;
  const assumed = seat !== turn || waiting.length > 0;
  return { seat, offers: assumed ? anything(view, seat, waiting, offers) : offers, assumed };
}
