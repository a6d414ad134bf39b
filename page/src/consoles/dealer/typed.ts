/** Cards as a dealer types them: `As`, `10h`, `td`; and the deck in the order of the pad. */

const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"] as const;
const SUITS = ["s", "h", "d", "c"] as const;

export const PAD = { ranks: RANKS, suits: SUITS };

/** One card as the room writes it; none where the text names no card. */
export function typedCard(text: string): string | null {
  const match = /^\s*(10|[2-9tjqka])\s*([cdhs♣♦♥♠])\s*$/i.exec(text);
  if (!match) return null;
  const rank = match[1] === "10" ? "T" : match[1]!.toUpperCase();
  const suit = { "♣": "c", "♦": "d", "♥": "h", "♠": "s" }[match[2]!] ?? match[2]!.toLowerCase();
  return rank + suit;
}

/** What a key adds to a card that is being typed: the card, once it is whole, or what there is of it. */
export function keyed(before: string, key: string): { card: string | null; typed: string } {
  const typed = before + key;
  const card = typedCard(typed);
  if (card) return { card, typed: "" };
  if (/^(1|10|[2-9tjqka])$/i.test(typed)) return { card: null, typed };
  return { card: null, typed: /^(1|[2-9tjqka])$/i.test(key) ? key : "" };
}
