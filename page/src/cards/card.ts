/** A card as the room writes it: rank and suit, or `??` for one that lies face down to us. */

import type { Piece } from "../words/catalogue";

export const FACE_DOWN = "??";
/** The number of a card that nobody has named, in a record. */
export const UNKNOWN = 52;

const RANKS: Record<string, string> = {
  "2": "two",
  "3": "three",
  "4": "four",
  "5": "five",
  "6": "six",
  "7": "seven",
  "8": "eight",
  "9": "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
  A: "ace",
};
const SUITS: Record<string, string> = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };

/** A card by its number in a record. */
export function cardText(card: number): string {
  return card === UNKNOWN ? FACE_DOWN : `${"23456789TJQKA"[card >> 2]}${"cdhs"[card & 3]}`;
}

export type Suit = "c" | "d" | "h" | "s";

export function isFaceDown(card: string): boolean {
  return card === FACE_DOWN;
}

export function rankOf(card: string): string {
  const rank = card[0] ?? "";
  return rank === "T" ? "10" : rank;
}

export function suitOf(card: string): Suit {
  return (card[1] ?? "s") as Suit;
}

/** What a screen reader says. Of a card that lies face down it says that, and no more. */
export function spoken(card: string): string {
  if (isFaceDown(card)) return "face-down card";
  return `${RANKS[card[0] ?? ""] ?? card[0]} of ${SUITS[card[1] ?? ""] ?? card[1]}`;
}

export function spokenCards(cards: readonly string[]): string {
  const open = cards.filter((card) => !isFaceDown(card)).map(spoken);
  const down = cards.length - open.length;
  if (down) open.push(down === 1 ? "one card face down" : `${down} cards face down`);
  return open.join(", ") || "no cards";
}

export interface Laid {
  card: string;
  /** Dealt face down: only its player and a showdown see it. */
  down: boolean;
}

/** A hand as it lies at a table: hole cards, up-cards in the order they came, then the last card down after four up. */
export function laid(down: readonly string[], up: readonly string[]): Laid[] {
  const first = up.length < 4 ? down.length : Math.min(down.length, 2);
  return [
    ...down.slice(0, first).map((card) => ({ card, down: true })),
    ...up.map((card) => ({ card, down: false })),
    ...down.slice(first).map((card) => ({ card, down: true })),
  ];
}

const SIGNS: Record<Suit, string> = { c: "♣", d: "♦", h: "♥", s: "♠" };

export interface Shown {
  text: string;
  card: { suit: Suit; after: string; spoken: string } | null;
}

function shownCard(card: string): Shown {
  if (isFaceDown(card)) return { text: card, card: null };
  const suit = suitOf(card);
  return { text: `${rankOf(card)}${SIGNS[suit]}`, card: { suit, after: "", spoken: spoken(card) } };
}

/** Words for the eye. A comma or a stop that follows a card goes with it: whoever hears the card must not hear it apart. */
export function shown(pieces: readonly Piece[]): Shown[] {
  const found: Shown[] = [];
  for (const piece of pieces) {
    if (typeof piece !== "string") {
      found.push(
        ...piece.cards.flatMap((card, place) =>
          place ? [{ text: " ", card: null }, shownCard(card)] : [shownCard(card)],
        ),
      );
      continue;
    }
    const last = found.at(-1)?.card;
    const after = last && !last.after && ".,;:".includes(piece[0] ?? " ") ? piece[0]! : "";
    if (last && after) Object.assign(last, { after, spoken: last.spoken + after });
    if (piece.length > after.length) found.push({ text: piece.slice(after.length), card: null });
  }
  return found;
}
