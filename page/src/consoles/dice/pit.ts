/** What a dealer or a floorperson may do next at a mini-dice table, as buttons: an order each. */

import type { DiceState } from "../../wire";
import type { Order } from "../orders";

export interface Step {
  label: string;
  order: Order;
}

const NEXT: Record<string, string> = {
  NoMoreBets: "No more bets",
  Cover: "Cover the shaker",
  OfferShaker: "Offer the shaker",
  CollectLosing: "Collect losing wagers",
};

const nameAt = (state: DiceState, seat: number): string => state.places[seat]?.name ?? `Seat ${seat + 1}`;

/** The orders that the round waits for; the result has a pad of its own. */
export function steps(state: DiceState): Step[] {
  const equipment = state.equipment;
  const next = equipment?.next;
  if (!equipment || !next) return [];
  const player = (seat: number | null): string => equipment.players[seat ?? -1] ?? "";
  if (next === "AnswerShaker" && state.offered !== null)
    return [true, false].map((accept) => ({
      label: `${nameAt(state, state.offered ?? 0)} ${accept ? "takes the shaker" : "declines"}`,
      order: { type: "AnswerShaker", player: player(state.offered), accept },
    }));
  if (next === "Shake" && state.phase === "held")
    return [3, 2].map((times) => ({
      label: `${nameAt(state, state.holder ?? 0)} shook ${times === 3 ? "three times or more" : "fewer than three times"}`,
      order: { type: "Shake", times, player: player(state.holder) },
    }));
  if (next === "Shake") return [{ label: "Shaken three times", order: { type: "Shake", times: 3 } }];
  if (next === "PayWinners")
    return equipment.winning.map((seat) => ({
      label: `Pay ${nameAt(state, seat)}`,
      order: { type: "PayWinners", player: player(seat) },
    }));
  return next in NEXT ? [{ label: NEXT[next] ?? next, order: { type: next } }] : [];
}

export const GROUNDS = ["unreasonable delay", "repeated invalid shakes", "violation of the rules"] as const;
export const TROUBLES = ["left unattended", "seal broken", "dice handled"] as const;
