/** The steps of the dealer's box: which order settles what is due, and what can be done with a deck, a device or the table. */

import type { BoxView, DeckView } from "../../wire";

export interface Step {
  /** What the button says. */
  words: string;
  counter: "box" | "table" | "round";
  type: string;
  /** What is known of the order already. */
  known: Record<string, unknown>;
  /** Given as it is, without a form. */
  atOnce?: boolean;
  /** Whether no paragraph asks for it: the house does. */
  practice?: boolean;
}

const ofDeck = (words: string, type: string, deck: string, known: Record<string, unknown> = {}): Step => ({
  words,
  counter: "box",
  type,
  known: { deck, ...known },
  atOnce: true,
});

type Settle = (of: string, box: BoxView, table: string) => Step | null;

/** What settles each duty; none where it is not an order. */
const SETTLES: Readonly<Record<string, Settle>> = {
  DISTRIBUTE: () => ({ words: "Distribute", counter: "box", type: "DistributeDecks", known: {} }),
  BRING_DECK: () => ({ words: "Bring a deck", counter: "box", type: "ReceiveDeck", known: {} }),
  INSPECT: (of) => ofDeck("Inspected: 52", "InspectDeck", of, { found: 52 }),
  VERIFY: (of) => ofDeck("Verify", "VerifyDeck", of),
  SPREAD: (of, box) => ofDeck("Spread", "SpreadDeck", of, spread(box, of)),
  TURN_UP: (of) => ofDeck("Turned up", "TurnDeckUp", of),
  SHOW: (of) => ofDeck("Two have looked", "OfferInspection", of),
  WASH: (of) => ofDeck("Washed", "WashDeck", of),
  SHUFFLE: (of, box) => ofDeck("Shuffled", "ShuffleDeck", of, { method: shuffled(box) }),
  RESHUFFLE: (of) => ofDeck("Reshuffled by hand", "ShuffleDeck", of, { method: "by hand" }),
  CUT: () => ({ words: "Shuffled and cut", counter: "box", type: "PrepareDeck", known: {}, atOnce: true }),
  STORE: (of, box) =>
    ofDeck("Put away", "StoreDeck", of, { place: box.shuffler ? "shuffling device" : "designated area" }),
  COUNT: (of) => ofDeck("Counted: 52", "CountDeck", of, { found: 52 }),
  SORT: (of) => ofDeck("Sorted: 52", "SortDeck", of, { found: 52 }),
  CHANGE: (of) => ofDeck("Change it", "RemoveDeck", of),
  TRANSACT: () => ({ words: "Done: button off", counter: "box", type: "PickDeckUp", known: {}, atOnce: true }),
  CALL_MISDEAL: () => ({ words: "Call the misdeal", counter: "round", type: "DeclareMisdeal", known: {} }),
  CALL_DEAD: () => ({ words: "Call it dead", counter: "round", type: "DeclareDead", known: {} }),
};

const shuffled = (box: BoxView): string => (box.shuffler ? "by device" : "by hand");

/** At the opening the deck lies face up in suit and sequence, 14.4(c); at an idle table face down, 14.5(d). */
const spread = (box: BoxView, deck: string): Record<string, unknown> =>
  box.decks.find((each) => each.name === deck)?.step === "LEFT_IDLE"
    ? { face: "face down", in_sequence: false }
    : { face: "face up", in_sequence: true };

export function settling(duty: string, of: string, box: BoxView, table: string): Step | null {
  return SETTLES[duty]?.(of, box, table) ?? null;
}

const asked = (words: string, type: string, known: Record<string, unknown> = {}, practice = false): Step => ({
  words,
  counter: "box",
  type,
  known,
  practice,
});

/** What may be done with one deck at any time. */
export function withDeck({ name, in_play: inPlay }: DeckView): Step[] {
  return [
    ...(inPlay ? [] : [ofDeck("Put in play", "PutInPlay", name)]),
    asked("Count", "CountDeck", { deck: name }),
    asked("Sort", "SortDeck", { deck: name }),
    asked("Shuffle", "ShuffleDeck", { deck: name }),
    asked("Spread", "SpreadDeck", { deck: name }),
    asked("Accept as prepared", "AcceptPreparedDeck", { deck: name }),
    asked("Cards are wrong", "ReportWrongCards", { deck: name }),
    asked("The shuffle failed", "ReportFailedShuffle", { deck: name }),
    ofDeck("Change", "RemoveDeck", name),
  ];
}

/** What may be done about a seat; `player` is who has it. */
export function withSeat(seat: number, player: string | null): Step[] {
  const about = (words: string, type: string, atOnce = false): Step => ({
    words,
    counter: "table",
    type,
    known: { player },
    atOnce,
  });
  if (player === null) return [{ words: "Seat a player", counter: "table", type: "TakeSeat", known: { seat } }];
  return [
    about("Add chips", "TopUp"),
    about("Sits out", "SitOut", true),
    about("Plays again", "SitIn", true),
    about("Leaves", "LeaveSeat", true),
    about("Goes away for a while", "GoAway"),
    about("Comes back", "Return"),
    about("Pays the time charge", "PayTime", true),
  ];
}

/** What may be done with the table and its devices. */
export function withTable(box: BoxView, gamingDay: string | null): Step[] {
  const open = box.day !== null;
  return [
    ...(box.dealer
      ? [{ ...asked("Sign off", "SignOff", {}, true), atOnce: true }]
      : [{ ...asked("Sign on", "SignOn", {}, true), atOnce: true }]),
    ...(open ? [] : [{ ...asked("Open the box", "OpenTable", { day: gamingDay ?? "" }), atOnce: gamingDay !== null }]),
    asked("Distribute decks", "DistributeDecks"),
    asked("Bring a deck", "ReceiveDeck"),
    asked("Cover card", "ProvideCoverCard"),
    box.shuffler
      ? { ...asked("Remove the shuffler", "RemoveShuffler"), atOnce: true }
      : asked("Install a shuffler", "InstallShuffler"),
    { ...asked("Shuffled and cut", "PrepareDeck"), atOnce: true },
    asked("Recut", "OrderRecut"),
    box.transaction === null
      ? asked("Button on the deck", "SetDeckDown")
      : { ...asked("Button off the deck", "PickDeckUp"), atOnce: true },
    asked("Count the stub", "CountStub"),
    asked("Shuffle or cut left out", "NoteSkipped"),
    { words: "Draw for the button", counter: "table", type: "DrawForButton", known: {} },
    { words: "Collect time charges", counter: "table", type: "CollectTime", known: {}, atOnce: true },
    { words: "Count time charges", counter: "table", type: "VerifyTime", known: {} },
    { words: "Closing soon", counter: "table", type: "AnnounceClosing", known: {} },
    ...(open
      ? []
      : [{ words: "Close the table", counter: "table", type: "CloseTable", known: {}, atOnce: true } as const]),
    ...(open ? [asked("Close the box", "CloseTable", {}, true)] : []),
  ];
}
