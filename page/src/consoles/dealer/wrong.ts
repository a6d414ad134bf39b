/** What goes wrong at a table, in the dealer's words, and the order that says so. The room says what follows, and by which paragraph. */

export interface Trouble {
  words: string;
  counter: "felt" | "round" | "box" | "table";
  type: string;
  known?: Record<string, unknown>;
  /** What the form begins with. */
  suggested?: Record<string, unknown>;
  /** The reading that it rests on, where the text leaves a choice. */
  reading?: string;
}

export const TROUBLES: readonly { about: string; troubles: readonly Trouble[] }[] = [
  {
    about: "Cards",
    troubles: [
      {
        words: "A card was exposed in the deal",
        counter: "felt",
        type: "Deal",
        known: { cards: undefined },
        suggested: { exposed: [{ seat: null, number: 0 }] },
        reading: "AMB-112",
      },
      { words: "A card went off the table", counter: "felt", type: "CardFell" },
      { words: "A card lies face up in the deck", counter: "felt", type: "CardFaceUp" },
      {
        words: "Dealt to somebody who is not in",
        counter: "felt",
        type: "HandGone",
        known: { cause: "dealt to a player who may not take part" },
      },
      { words: "The deck ran short: reshuffled", counter: "felt", type: "Reshuffle" },
    ],
  },
  {
    about: "The deal",
    troubles: [
      {
        words: "Dealt from the wrong seat",
        counter: "felt",
        type: "MisdealFound",
        known: { cause: "dealt from the wrong starting position" },
      },
      {
        words: "A player was skipped",
        counter: "felt",
        type: "MisdealFound",
        known: { cause: "an eligible player was not dealt in" },
      },
      {
        words: "Not shuffled or cut",
        counter: "felt",
        type: "MisdealFound",
        known: { cause: "shuffle or cut not made as required" },
      },
      {
        words: "Several cards face up in the deck",
        counter: "felt",
        type: "MisdealFound",
        known: { cause: "more than one card face up in the deck" },
      },
      {
        words: "Cards are missing",
        counter: "felt",
        type: "CountWrong",
        known: { cause: "cards are missing from the deck" },
      },
      {
        words: "Too many cards",
        counter: "felt",
        type: "CountWrong",
        known: { cause: "there are additional cards in the deck" },
      },
    ],
  },
  {
    about: "A hand",
    troubles: [
      { words: "I swept a hand", counter: "felt", type: "HandGone", known: { cause: "collected by the dealer" } },
      {
        words: "A hand got mixed up",
        counter: "felt",
        type: "HandGone",
        known: { cause: "mixed with other cards" },
      },
      {
        words: "Wrong number of cards",
        counter: "felt",
        type: "HandGone",
        known: { cause: "wrong number of cards" },
      },
      { words: "Thrown away", counter: "felt", type: "HandGone", known: { cause: "thrown away by its player" } },
      { words: "Held, or under a chip", counter: "round", type: "MarkProtected" },
      { words: "A mixed hand is rebuilt", counter: "felt", type: "HandRebuilt" },
      { words: "A player walked away", counter: "felt", type: "PlayerGone" },
    ],
  },
  {
    about: "Bets",
    troubles: [
      { words: "Chips pushed in", counter: "felt", type: "PutIn" },
      { words: "A bet out of turn", counter: "felt", type: "Say", reading: "AMB-45" },
    ],
  },
  {
    about: "The supervisor decides",
    troubles: [
      { words: "Let an action stand", counter: "round", type: "Uphold", suggested: { paragraph: "14.15(b)" } },
      { words: "Rule, and put chips right", counter: "round", type: "Rule", suggested: { paragraph: "14.15(b)" } },
    ],
  },
];
