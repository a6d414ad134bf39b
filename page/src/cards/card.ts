/** A card as the room writes it: rank and suit, or `??` for one that lies face down to us. */

export const FACE_DOWN = "??";

const RANKS: Record<string, string> = {
  "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine",
  T: "ten", J: "jack", Q: "queen", K: "king", A: "ace",
};
const SUITS: Record<string, string> = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };

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

const CARD_IN_WORDS = /(?<![A-Za-z0-9])([2-9TJQKA])([cdhs])(?![A-Za-z0-9])/g;
const CARDS_IN_WORDS = new RegExp(`${CARD_IN_WORDS.source}(?: ${CARD_IN_WORDS.source})*`, "g");
const SIGNS: Record<Suit, string> = { c: "♣", d: "♦", h: "♥", s: "♠" };

export interface Piece {
  text: string;
  card: Shown | null;
}

export interface Shown {
  suit: Suit;
  /** A comma or a stop that follows: whoever hears the card must not hear it apart. */
  after: string;
  spoken: string;
}

/** Words of the room in pieces, so that a card in them can be shown as one. */
export function pieces(words: string): Piece[] {
  const found: Piece[] = [];
  let from = 0;
  for (const match of words.matchAll(CARD_IN_WORDS)) {
    if (match.index > from) found.push({ text: words.slice(from, match.index), card: null });
    const suit = suitOf(match[0]);
    from = match.index + match[0].length;
    const after = /^[.,;:]/.exec(words.slice(from))?.[0] ?? "";
    from += after.length;
    found.push({ text: `${rankOf(match[0])}${SIGNS[suit]}`, card: { suit, after, spoken: spoken(match[0]) + after } });
  }
  if (from < words.length) found.push({ text: words.slice(from), card: null });
  return found;
}

/** The same words for the ear. */
export function spokenWords(words: string): string {
  return words.replace(CARDS_IN_WORDS, (cards) => cards.split(" ").map(spoken).join(", "));
}
