/** How much to bet: presets, whole chips, and what the pot allows. */

import { cents, dollars, isHalfTyped } from "../money";
import type { Offer, TableView } from "../wire";

export interface Preset {
  label: string;
  to: number;
}

/** An amount, how it stands in the field, where it may be half typed, and what is wrong with what was typed. */
export interface Entry {
  amount: number;
  typed: string;
  wrong: string;
}

type Steps = Pick<Offer, "least" | "most" | "step">;

/** The amounts that a form accepts: whole chips from the least, or the most itself. `whole`: the most is all I have. */
export interface Range {
  least: number;
  most: number;
  step: number;
  whole: boolean;
}

export function rangeOf(offer: Offer, view: TableView): Range {
  const { least, most, step } = offer;
  return { least, most, step, whole: allIn(offer, view) };
}

export function entered(amount: number, wrong = ""): Entry {
  return { amount, typed: (amount / 100).toFixed(amount % 100 ? 2 : 0), wrong };
}

/**
 * What is typed counts as soon as it is an amount, never as more than the most; until then the last amount does. What
 * more typing cannot set right is said at once, and the rest when the field is left.
 */
export function typing(typed: string, before: Entry, range: Range): Entry {
  const amount = cents(typed);
  if (amount === null) return { amount: before.amount, typed, wrong: isHalfTyped(typed) ? "" : problem(typed, range) };
  if (amount > range.most) return { amount: range.most, typed, wrong: problem(typed, range) };
  return { amount, typed, wrong: "" };
}

/** The field is left: it holds what will be sent, and if that is not what was typed, why. */
export function settled(entry: Entry, range: Range): Entry {
  return entered(snapped(entry.amount, range), entry.typed.trim() ? problem(entry.typed, range) : "");
}

/** Why something typed is not accepted as it stands, in words; nothing if it is. */
export function problem(typed: string, range: Range): string {
  const amount = cents(typed);
  const { least, most, step, whole } = range;
  if (amount === null) return `“${typed.trim()}” is no amount: type dollars, such as 12 or 12.50.`;
  if (amount > most) return whole ? `You have ${dollars(most)}: no more than that.` : `The most is ${dollars(most)}.`;
  if (amount < least) return `The least is ${dollars(least)}.`;
  return isAccepted(amount, range) ? "" : `Whole chips of ${dollars(step)}: ${dollars(snapped(amount, range))}.`;
}

/** The nearest amount the offer accepts: whole chips from the least, or all of it. */
export function snapped(amount: number, offer: Steps): number {
  if (amount >= offer.most) return offer.most;
  if (amount <= offer.least || offer.step <= 0) return Math.max(offer.least, Math.min(amount, offer.most));
  const chips = Math.round((amount - offer.least) / offer.step);
  return Math.min(offer.least + chips * offer.step, offer.most);
}

export function isAccepted(amount: number, offer: Steps): boolean {
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

/** What blinds make customary before the first cards are shared or drawn: so many of the largest. */
const BLINDS = [3, 5];
const PARTS: readonly (readonly [string, number])[] = [
  ["½ pot", 1 / 2],
  ["⅔ pot", 2 / 3],
  ["Pot", 1],
];

export function presets(offer: Offer, view: TableView): Preset[] {
  if (offer.least === offer.most) return [];
  const mine = view.seats.find((seat) => seat.me)?.bet ?? 0;
  const blinds = isOpening(view) ? BLINDS.map((times) => ({ label: `${times} BB`, to: times * view.minimum })) : [];
  const pots = PARTS.map(([label, part]) => ({ label, to: partOfPot(part, view, mine) }));
  const between = [...pots, ...blinds]
    .map(({ label, to }) => ({ label, to: snapped(Math.round(to), offer), asked: to }))
    .filter(({ to, asked }) => asked >= offer.least && to > offer.least && to < offer.most)
    .sort((one, other) => one.to - other.to);
  const found: Preset[] = [{ label: "Min", to: offer.least }];
  for (const { label, to } of between) if (found.every((each) => each.to !== to)) found.push({ label, to });
  return [...found, { label: allIn(offer, view) ? "All-in" : "Max", to: offer.most }];
}

/** Whether this is the round of bets that the blinds open. */
function isOpening(view: TableView): boolean {
  return view.blinds.length > 0 && view.street_number === 0;
}

export function allIn(offer: Offer, view: TableView): boolean {
  const me = view.seats.find((seat) => seat.me);
  return me !== undefined && offer.most >= me.bet + me.stakes;
}

/** What may be added to my table stakes now; nothing where they are the most already. */
export function addable(view: TableView, bank: number): Range | null {
  const me = view.seats.find((seat) => seat.me);
  if (!me) return null;
  const held = me.stakes + me.added;
  const [least, most] = view.buy_in;
  const piece = Math.max(view.piece, 1);
  const range = {
    least: Math.max(piece, Math.ceil((least - held) / piece) * piece),
    most: Math.floor(Math.min(most - held, bank) / piece) * piece,
    step: piece,
    whole: bank < most - held,
  };
  return range.most < range.least ? null : range;
}

/** Amounts to add that people often want: to the least, to a hundred minimums, to the most. */
export function usual(view: TableView, range: Range): number[] {
  const me = view.seats.find((seat) => seat.me);
  const held = me ? me.stakes + me.added : 0;
  const totals = [view.buy_in[0], 100 * view.minimum, view.buy_in[1]].filter((total) => total - held >= range.least);
  return [...new Set(totals.map((total) => snapped(total - held, range)))].sort((one, other) => one - other);
}
