/**
 * What goes wrong at a table, in the dealer's words: every irregularity of 14.15, by which paragraph it is settled, the order that says so,
 * and when it can be. The room says what follows before it is confirmed.
 */

import type { DealersTable, SeatView } from "../../wire";
import { TO_NOBODY } from "./pushing";

export interface Trouble {
  words: string;
  rule: string;
  counter: "felt" | "round" | "box" | "conduct";
  type: string;
  known?: Record<string, unknown>;
  /** What the form begins with. */
  suggested?: Record<string, unknown>;
  /** Whom it may be about; anybody with a seat where this is not said. */
  about?: (seat: SeatView) => boolean;
  /** Whether the order names them as a player, and not by their seat. */
  ofPlayer?: boolean;
  /** What it leads to, where the room cannot foretell it. */
  then?: string;
}

/** Where the table stands, as far as it decides what can have gone wrong. */
type Shown = Pick<DealersTable, "state" | "stage" | "cards_due" | "misdeals" | "box">;

const isIn = (seat: SeatView): boolean => seat.dealt_in && seat.live;

const some = (may: boolean, ...troubles: Trouble[]): Trouble[] => (may ? troubles : []);

const onTheFelt = (words: string, rule: string, type: string, more: Partial<Trouble> = {}): Trouble => ({
  words,
  rule,
  counter: "felt",
  type,
  ...more,
});

/** A deal that is undone, while it still can be. */
const misdeal = ({ misdeals }: Shown, words: string, rule: string, cause: string): Trouble[] =>
  some(misdeals.includes(cause), onTheFelt(words, rule, "MisdealFound", { known: { cause } }));

const handGone = (words: string, rule: string, cause: string): Trouble =>
  onTheFelt(words, rule, "HandGone", { known: { cause }, about: isIn });

function cards({ state, cards_due: due }: Shown): Trouble[] {
  const exposed = due?.exposed ?? "";
  return [
    ...some(
      exposed !== "",
      onTheFelt("A card was exposed in the deal", exposed, "Deal", {
        known: { cards: undefined },
        suggested: { exposed: [{ seat: null, number: 0 }] },
        about: isIn,
      }),
    ),
    ...some(
      state.playing,
      onTheFelt("A card went off the table", "14.15(n)", "CardFell", { about: isIn }),
      onTheFelt("A card lies face up in the deck", "14.15(h)", "CardFaceUp"),
      onTheFelt("Cards are missing", "14.15(g)", "CountWrong", { known: { cause: "cards are missing from the deck" } }),
      onTheFelt("Too many cards", "14.15(g)", "CountWrong", {
        known: { cause: "there are additional cards in the deck" },
      }),
    ),
  ];
}

/** Nobody has acted, and the hands that lie there are not entered: what happened to one of them comes after that. */
const notEntered = ({ state, cards_due: due }: Shown): boolean => state.playing && due?.first === true;

const SKIPPED = "an eligible player was not dealt in";

function theDeal(shown: Shown): Trouble[] {
  return [
    ...misdeal(shown, "Dealt from the wrong seat", "14.15(e)2", "dealt from the wrong starting position"),
    ...misdeal(shown, "A player was skipped", "14.15(e)4", SKIPPED),
    ...some(
      shown.state.playing && !shown.misdeals.includes(SKIPPED),
      handGone("A player was skipped, found late", "14.15(e)4", "not dealt in; sits this round out"),
    ),
    ...misdeal(shown, "Not shuffled or cut", "14.15(e)1", "shuffle or cut not made as required"),
    ...misdeal(shown, "Several cards face up in the deck", "14.15(e)3", "more than one card face up in the deck"),
    ...some(
      shown.state.playing && !notEntered(shown) && shown.state.seats.some((seat) => !seat.dealt_in),
      onTheFelt("Dealt to somebody who is not in", "14.15(f)", "HandGone", {
        known: { cause: "dealt to a player who may not take part" },
        about: (seat) => !seat.dealt_in,
      }),
    ),
  ];
}

const aHand = (shown: Shown): Trouble[] => [
  ...some(
    notEntered(shown),
    onTheFelt("A hand went wrong in the deal", "14.15(f), (i)", "Deal", {
      known: { cards: undefined, exposed: undefined },
      then: "The hands are entered as dealt. Then say what happened.",
    }),
  ),
  ...theHands(shown),
];

const theHands = (shown: Shown): Trouble[] =>
  some(
    shown.state.playing && !notEntered(shown),
    handGone("I swept a hand", "14.15(i)", "collected by the dealer"),
    handGone("A hand got mixed up", "14.15(i)", "mixed with other cards"),
    handGone("Wrong number of cards", "14.15(i)", "wrong number of cards"),
    handGone("Thrown away", "14.15(j)1", "thrown away by its player"),
    ...some(
      shown.state.seats.some((seat) => isIn(seat) && seat.up.length > 0),
      onTheFelt("Up-cards turned face down", "14.15(j)1", "TurnedDown", { about: isIn }),
    ),
    { words: "Held, or under a chip", rule: "14.15(i)", counter: "round", type: "MarkProtected", about: isIn },
    onTheFelt("A mixed hand is rebuilt", "14.15(i)2", "HandRebuilt", { about: isIn }),
    onTheFelt("A player walked away", "14.15(i)4", "PlayerGone", { about: isIn }),
  );

const bets = ({ stage }: Shown): Trouble[] =>
  some(
    stage === "betting" || stage === "telling who acts first",
    onTheFelt("Chips short of what was said", "14.15(j)", "PutIn", { about: isIn }),
    onTheFelt("Chips in without a word", "14.7(i)", "PutIn", { about: isIn }),
    onTheFelt("A bet out of turn", "14.15(j)", "Say", { about: isIn }),
  );

const warning = (words: string, rule: string, incident: string, says: string): Trouble => ({
  words,
  rule,
  counter: "conduct",
  type: "Intervene",
  known: { incident },
  suggested: { warning: says },
  ofPlayer: true,
  then: "The player is stopped and warned. The warning is recorded, and stands against them on the floor's board.",
});

const conduct = ({ state }: Shown): Trouble[] =>
  some(
    state.seats.length > 0,
    warning(
      "Cards out of my sight",
      "14.15(c)",
      "took cards out of the dealer's view",
      "Keep your cards where I can see them.",
    ),
    warning("A hand in the pot", "14.7(h)", "touched chips in the pot", "Please leave the pot to the dealer."),
  );

function theShuffler({ box }: Shown): Trouble[] {
  const inside = box.decks.find((deck) => deck.place === "shuffling device");
  return [
    ...some(box.shuffler !== null && inside !== undefined, {
      words: "The shuffler jammed or stopped",
      rule: "14.15(p)",
      counter: "box",
      type: "ReportFailedShuffle",
      known: { deck: inside?.name },
      then: "The deck in it counts as unshuffled: it is shuffled again before it is dealt.",
    }),
    ...some(box.shuffler !== null, {
      words: "The shuffler leaves the table",
      rule: "14.15(q)",
      counter: "box",
      type: "RemoveShuffler",
      then: "From now on decks are shuffled by hand, which is not allowed while it stands there.",
    }),
  ];
}

const decisions = ({ state, stage }: Shown): Trouble[] => [
  ...some(state.playing, {
    words: "Let an action stand",
    rule: "14.15(b)",
    counter: "round",
    type: "Uphold",
    suggested: { paragraph: "14.15(b)" },
  }),
  ...some(state.round > 0, {
    words: "Rule, and put chips right",
    rule: "14.15(b)",
    counter: "round",
    type: "Rule",
    suggested: { paragraph: "14.15(b)" },
  }),
  ...some(stage === "showdown", {
    words: "Push the pots as decided",
    rule: "14.15(b)",
    counter: "round",
    type: "PushByRuling",
    suggested: { pushes: [TO_NOBODY], paragraph: "14.15(b)" },
  }),
];

const KINDS: readonly [string, (shown: Shown) => Trouble[]][] = [
  ["Cards", cards],
  ["The deal", theDeal],
  ["A hand", aHand],
  ["Bets", bets],
  ["Conduct", conduct],
  ["The shuffling device", theShuffler],
  ["The supervisor decides", decisions],
];

/** What can have gone wrong at this moment, by what it is about. */
export const troublesAt = (shown: Shown): { about: string; troubles: Trouble[] }[] =>
  KINDS.map(([about, kinds]) => ({ about, troubles: kinds(shown) })).filter(({ troubles }) => troubles.length);
