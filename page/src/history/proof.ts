/** Whether the deck of a round was the one promised before the deal: docs/shuffle.md, checked in this browser. */

import { cardText, UNKNOWN } from "../cards/card";
import type { Commitment, Event, Evidence, Opening } from "../room/api";
import { sha256 as own } from "./sha256";

const VERSION = "pokerroom deck 1";
const HASH = 32;

type Bytes = Uint8Array<ArrayBuffer>;

function joined(...parts: (Bytes | number[])[]): Bytes {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** By the browser, or by ourselves where it has none for pages that came over plain http. */
async function sha256(bytes: Bytes): Promise<Bytes> {
  const browser = globalThis.crypto?.subtle;
  return browser ? new Uint8Array(await browser.digest("SHA-256", bytes)) : own(bytes);
}

export function fromBase64(text: string): Bytes {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

export function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function big(value: number, length: number): Bytes {
  const bytes = new Uint8Array(length);
  for (let place = length - 1, rest = value; place >= 0; place -= 1, rest = Math.floor(rest / 256))
    bytes[place] = rest % 256;
  return bytes;
}

/** The bytes that name one position of one deck, and no other of any. */
export function placeOf(commitment: Commitment, position: number): Bytes {
  const { table, round, deck = 0 } = commitment.context;
  const encoder = new TextEncoder();
  const name = Uint8Array.from(encoder.encode(table));
  return joined(
    Uint8Array.from(encoder.encode(VERSION)),
    big(name.length, 2),
    name,
    big(round, 8),
    big(deck, 4),
    big(commitment.count, 2),
    big(position, 2),
  );
}

/** How many leaves go left: the largest power of two that leaves one for the right. */
function split(count: number): number {
  let left = 1;
  while (left * 2 < count) left *= 2;
  return left;
}

/** For each step from the leaf up to the root, whether the hash beside it stands on the right. */
export function turns(position: number, count: number): boolean[] {
  const found: boolean[] = [];
  let start = 0;
  let stop = count;
  while (stop - start > 1) {
    const middle = start + split(stop - start);
    found.push(position < middle);
    if (position < middle) stop = middle;
    else start = middle;
  }
  return found.reverse();
}

/** Whether this card lay at this position of the deck that was committed to. */
export async function verify(commitment: Commitment, opening: Opening): Promise<boolean> {
  const { position, card } = opening;
  if (!(position >= 0 && position < commitment.count && card >= 0 && card < UNKNOWN)) return false;
  const path = opening.path.map(fromBase64);
  const salt = fromBase64(opening.salt);
  const right = turns(position, commitment.count);
  if (path.length !== right.length || [...path, salt].some((each) => each.length !== HASH)) return false;
  let value = await sha256(joined([0], placeOf(commitment, position), [card], salt));
  for (const [step, beside] of path.entries()) {
    value = await sha256(right[step] ? joined([1], value, beside) : joined([1], beside, value));
  }
  return hex(value) === hex(fromBase64(commitment.root));
}

type Held = [card: number, seat: number | null];

const cardsOf = (event: Event) => event.cards as number[];
const toSeat = (event: Event): Held[] => [[event.card as number, event.seat as number]];
const toNobody = (event: Event): Held[] => [[event.card as number, null]];

/** What each event takes off the deck, in order, and who gets it. */
const LEAVING: Record<string, (event: Event) => Held[]> = {
  CardBurned: toNobody,
  CommonCardDealt: toNobody,
  FaceUpCardRemoved: toNobody,
  FallenCardRemoved: toNobody,
  FallenCardReplaced: toSeat,
  MistakenCardsDiscarded: (event) => cardsOf(event).map((card) => [card, null]),
  CardExchanged: toSeat,
  CommunityDealt: (event) => cardsOf(event).map((card) => [card, null]),
  CardsDealt: (event) => {
    const seats = event.seats as number[];
    return cardsOf(event).map((card, place) => [card, seats[place % seats.length] ?? null]);
  },
  Drew: (event) => cardsOf(event).map((card) => [card, event.seat as number]),
};

const ofHand = (event: Event): Held[] => cardsOf(event).map((card) => [card, event.seat as number]);
const one =
  (field: string) =>
  (event: Event): Held[] => [[event[field] as number, event.seat as number]];

/** Events that name cards dealt before them, which not everybody saw then. */
const NAMING: Record<string, (event: Event) => Held[]> = {
  Discarded: ofHand,
  HandShown: ofHand,
  HandReconstructed: ofHand,
  HandDisclosed: ofHand,
  FallenCardReplaced: one("fallen"),
  CardExchanged: one("exposed"),
  DrawnCardExposed: one("card"),
};
const GIVEN_UP = new Set(["Discarded", "FallenCardReplaced", "CardExchanged", "DrawnCardExposed"]);
const NEW_DECK = new Set(["DeckShuffled", "DeckReshuffled"]);

interface Claim {
  card: number;
  /** Where it may have left a deck, each as `deck:nth`; several where discards are hidden. */
  slots: Set<string>;
}

/** What a viewer's own log says of the deck. */
export function claims(log: readonly Event[]): Claim[] {
  const made: Claim[] = [];
  const held = new Set<string>();
  const unseen = new Map<number | null, Set<string>>();
  let deck = -1;
  let nth = 0;
  for (const event of log) {
    if (NEW_DECK.has(event.type)) {
      deck += 1;
      nth = 0;
    }
    for (const [card, seat] of LEAVING[event.type]?.(event) ?? []) {
      const slot = `${deck}:${nth}`;
      nth += 1;
      if (card === UNKNOWN) unseen.set(seat, (unseen.get(seat) ?? new Set()).add(slot));
      else {
        made.push({ card, slots: new Set([slot]) });
        held.add(`${card} ${seat}`);
      }
    }
    const hand = (NAMING[event.type]?.(event) ?? []).filter(([card]) => card !== UNKNOWN);
    for (const [card, seat] of hand) {
      if (!held.has(`${card} ${seat}`)) made.push({ card, slots: new Set(unseen.get(seat) ?? []) });
    }
    if (GIVEN_UP.has(event.type)) for (const [card, seat] of hand) held.delete(`${card} ${seat}`);
  }
  return made;
}

export interface Promised {
  root: string;
  cut: number;
}

export interface Finding {
  faults: string[];
  /** Cards proved at the place where the log deals them. */
  proved: number;
  decks: number;
  /** Whether the root is the one this browser was shown before the deal; null where it was not there. */
  kept: boolean | null;
}

/** What is wrong with a round as this viewer saw it; nothing if every card they were shown is proved. */
export async function check(given: Evidence, promised: readonly (Promised | null)[] = []): Promise<Finding> {
  const faults: string[] = [];
  const opened = new Map<string, number>();
  for (const [number, commitment] of given.commitments.entries()) {
    const cut = given.cuts[number] ?? 0;
    if ((commitment.context.deck ?? 0) !== number) faults.push(`Deck ${number} was committed to as another deck.`);
    if (cut < 0 || cut >= commitment.count || (number && cut))
      faults.push(`Deck ${number} cannot have been cut at ${cut}.`);
    const results = await Promise.all((given.openings[number] ?? []).map((opening) => verify(commitment, opening)));
    for (const [place, opening] of (given.openings[number] ?? []).entries()) {
      if (!results[place])
        faults.push(`The opening of position ${opening.position} of deck ${number} does not verify.`);
      else opened.set(`${number}:${(opening.position - cut + commitment.count) % commitment.count}`, opening.card);
    }
  }
  const decks = given.log.filter((event) => NEW_DECK.has(event.type)).length;
  if (decks !== given.commitments.length)
    faults.push(`The log deals from ${decks} decks; ${given.commitments.length} were committed to.`);
  const proved = new Set<string>();
  for (const claim of claims(given.log)) {
    const found = [...claim.slots].filter((slot) => opened.get(slot) === claim.card);
    found.forEach((slot) => proved.add(slot));
    if (!found.length) faults.push(`No opening proves ${cardText(claim.card)}.`);
  }
  for (const [slot, card] of opened)
    if (!proved.has(slot)) faults.push(`${cardText(card)} was opened, but the log does not show it.`);
  let kept: boolean | null = null;
  for (const [number, promise] of promised.entries()) {
    const commitment = given.commitments[number];
    if (!promise || !commitment) continue;
    const same = promise.root === hex(fromBase64(commitment.root)) && promise.cut === given.cuts[number];
    kept = kept !== false && same;
    if (!same) faults.push(`Deck ${number} is not the one promised before the deal.`);
  }
  return { faults, proved: proved.size, decks, kept };
}
