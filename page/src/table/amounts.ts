/** How much to bet: presets, whole chips, and what the pot allows. */

import { cents } from "../money";
import type { Offer, TableView } from "../wire";

export interface Preset {
  label: string;
  to: number;
}

/** An amount, and how it stands in the field, where it may be half typed. */
export interface Entry {
  amount: number;
  typed: string;
}

export function entered(amount: number): Entry {
  return { amount, typed: (amount / 100).toFixed(amount % 100 ? 2 : 0) };
}

/** What is typed counts as soon as it is an amount; until then the last amount does. */
export function typing(typed: string, before: Entry): Entry {
  return { amount: cents(typed) ?? before.amount, typed };
}

/** The nearest amount the offer accepts: whole chips from the least, or all of it. */
export function snapped(amount: number, offer: Offer): number {
  if (amount >= offer.most) return offer.most;
  if (amount <= offer.least || offer.step <= 0) return Math.max(offer.least, Math.min(amount, offer.most));
  const chips = Math.round((amount - offer.least) / offer.step);
  return Math.min(offer.least + chips * offer.step, offer.most);
}

export function isAccepted(amount: number, offer: Offer): boolean {
  return amount === offer.most || (amount >= offer.least && amount < offer.most && snapped(amount, offer) === amount);
}

/** One chip more or less, never out of the offer. */
export function stepped(amount: number, chips: number, offer: Offer): number {
  if (chips < 0 && amount === offer.most) {
    const whole = Math.ceil((offer.most - offer.least) / Math.max(offer.step, 1)) - 1;
    return Math.max(offer.least, offer.least + whole * offer.step);
  }
  return snapped(amount + chips * offer.step, offer);
}

/** A raise by a part of what the pot would hold after calling. */
function partOfPot(part: number, view: TableView, mine: number): number {
  return view.bet + part * (view.pot + view.bet - mine);
}

export function presets(offer: Offer, view: TableView): Preset[] {
  if (offer.least === offer.most) return [];
  const mine = view.seats.find((seat) => seat.me)?.bet ?? 0;
  const wanted: Preset[] = [
    { label: "Min", to: offer.least },
    { label: "½ pot", to: partOfPot(1 / 2, view, mine) },
    { label: "⅔ pot", to: partOfPot(2 / 3, view, mine) },
    { label: "Pot", to: partOfPot(1, view, mine) },
    { label: allIn(offer, view) ? "All-in" : "Max", to: offer.most },
  ];
  const found: Preset[] = [];
  for (const { label, to } of wanted) {
    const amount = snapped(Math.round(to), offer);
    const last = label === "All-in" || label === "Max";
    if (found.some((each) => each.to === amount) || (!last && amount === offer.most)) continue;
    found.push({ label, to: amount });
  }
  return found;
}

export function allIn(offer: Offer, view: TableView): boolean {
  const me = view.seats.find((seat) => seat.me);
  return me !== undefined && offer.most >= me.bet + me.stakes;
}
