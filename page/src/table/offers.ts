/** The offers of my turn: their keys, what their buttons say, and the moves that take them up. */

import { dollars } from "../money";
import type { Move, Offer, TableView } from "../wire";

type Kind = Offer["kind"];

/** What I have chosen for the move to come. `doubted`: I was asked already whether I fold for nothing. */
export interface Chosen {
  amount: number;
  cards: readonly string[];
  doubted: boolean;
}

export const KEYS: Readonly<Record<Kind, string>> = {
  Fold: "F",
  Check: "C",
  Call: "C",
  Bet: "R",
  Raise: "R",
  PostForcedBet: "P",
  Draw: "D",
  Discard: "D",
  Show: "S",
  Concede: "M",
  Freeze: "F",
  PlayOn: "C",
};

type Label = (offer: Offer, chosen: Chosen, stakes: number) => string;

const LABELS: Readonly<Record<Kind, Label>> = {
  Fold: (offer, { doubted }) =>
    doubted ? "Fold for nothing?" : offer.amount ? `Fold, pay ${dollars(offer.amount)}` : "Fold",
  Check: () => "Check",
  Call: (offer, _, stakes) => `Call${offer.amount >= stakes ? " all-in" : ""} ${dollars(offer.amount)}`,
  PostForcedBet: (offer) => `Forced bet ${dollars(offer.amount)}`,
  Bet: (_, { amount }) => `Bet ${dollars(amount)}`,
  Raise: (_, { amount }) => `Raise to ${dollars(amount)}`,
  Draw: (_, { cards }) => (cards.length ? `Draw ${cards.length}` : "Stand pat"),
  Discard: (offer, { cards }) => `Discard ${cards.length} of ${offer.discard}`,
  Show: () => "Show",
  Concede: () => "Muck",
  Freeze: () => "Stop wagering",
  PlayOn: () => "Play on",
};

export function label(offer: Offer, chosen: Chosen, stakes: number): string {
  return LABELS[offer.kind](offer, chosen, stakes);
}

export function find(kind: Kind, offers: readonly Offer[]): Offer | undefined {
  return offers.find((offer) => offer.kind === kind);
}

/** The offer that leaves me an amount. */
export function wagerIn(offers: readonly Offer[]): Offer | undefined {
  return find("Bet", offers) ?? find("Raise", offers);
}

/** The offer that costs down cards, where staying in does. */
export function costingCards(offers: readonly Offer[]): Offer | undefined {
  return offers.find((offer) => offer.discard && offer.kind !== "Draw");
}

/** Whether as many cards are chosen as the offer asks for; a draw exchanges up to so many. */
export function isReady(offer: Offer, cards: number): boolean {
  return offer.kind === "Draw" ? cards <= offer.discard : !offer.discard || cards === offer.discard;
}

export function moveOf(offer: Offer, { amount, cards }: Chosen): Move {
  const discard = offer.discard ? [...cards] : [];
  switch (offer.kind) {
    case "Call":
    case "PostForcedBet":
    case "Draw":
      return { type: offer.kind, discard };
    case "Bet":
    case "Raise":
      return { type: offer.kind, to: amount, discard };
    case "Discard":
      return { type: "Discard", cards: discard };
    default:
      return { type: offer.kind };
  }
}

/** The same for as long as it is the same turn. */
export function turnKey(view: TableView): string {
  return `${view.round} ${view.street} ${view.stage} ${view.turn?.seat} ${view.bet} ${view.offers.length}`;
}
