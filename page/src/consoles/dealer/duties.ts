/** The steps of the dealer's box: which order settles what is due, and what can be done with a deck, a device or the table. */

import type { Order, OrderKind } from "../orders";
import { dollars } from "../../money";
import { asPosted } from "../../words";
import type { BackView, BoxView, DealersTable, DeckView, DutyView, FloorSeat, LastPush, SeatView } from "../../wire";

export interface Step {
  /** What the button says. */
  words: string;
  counter: "box" | "table" | "round" | "felt";
  type: string;
  /** What is known of the order already, and not asked; undefined where the room's own value is meant. */
  known: Record<string, unknown>;
  /** What the form begins with. */
  suggested?: Record<string, unknown>;
  /** Given as it is, without a form. */
  atOnce?: boolean;
  /** What cannot be undone in it: it is confirmed once more. */
  warns?: string;
  /** Whether no paragraph asks for it: the house does. */
  practice?: boolean;
}

/** Who gives an order that not everybody in the pit gives. */
const GIVEN_BY: Readonly<Record<string, string>> = {
  DistributeDecks: "shift supervisor",
  ChooseDeckRules: "shift supervisor",
  VerifyDeck: "floorperson",
  OrderRecut: "floorperson",
};

/** What only the dealer signed on does. */
const BY_THE_DEALER: ReadonlySet<string> = new Set([
  "SignOff",
  "InspectDeck",
  "AcceptPreparedDeck",
  "SpreadDeck",
  "TurnDeckUp",
  "OfferInspection",
  "WashDeck",
  "ShuffleDeck",
  "PrepareDeck",
  "PutInPlay",
  "StoreDeck",
  "CountDeck",
  "CountStub",
  "SetDeckDown",
  "PickDeckUp",
  "CollectHand",
  "CollectRake",
  "CollectContribution",
  "PushPot",
  "DrawForButton",
]);

export const giver = (step: Step): string =>
  GIVEN_BY[step.type] ?? (BY_THE_DEALER.has(step.type) ? "dealer" : "the floor");

/** Whoever is at the console: which orders their role gives, and whether they are signed on as the dealer. */
export interface Hand {
  kinds: readonly OrderKind[];
  deals: boolean;
}

export const kindOf = (step: Pick<Step, "counter" | "type">, { kinds }: Hand): OrderKind | undefined =>
  kinds.find((each) => each.counter === step.counter && each.type === step.type);

export const isMine = (step: Step, hand: Hand): boolean =>
  (hand.deals || !BY_THE_DEALER.has(step.type)) && kindOf(step, hand) !== undefined;

const now = (words: string, type: string, known: Record<string, unknown> = {}, practice = false): Step => ({
  words,
  counter: "box",
  type,
  known,
  practice,
  atOnce: true,
});

const ofDeck = (words: string, type: string, deck: string, known: Record<string, unknown> = {}): Step =>
  now(words, type, { deck, ...known });

const asked = (words: string, type: string, known: Record<string, unknown> = {}, practice = false): Step => ({
  words,
  counter: "box",
  type,
  known,
  practice,
});

type Settle = (of: string, shown: DealersTable) => Step | null;

/** What settles each duty; none where it is not an order. */
const SETTLES: Readonly<Record<string, Settle>> = {
  BEGIN_DAY: (_, { gaming_day: day }) => now(`Begin gaming day ${day ?? ""}`, "BeginDay", { day }),
  DISTRIBUTE: (_, shown) => distributing(shown),
  BRING_DECK: (_, shown) => bringing(shown.box),
  INSPECT: (of) => ofDeck(`Deck ${of} inspected: 52 cards`, "InspectDeck", of, { found: 52 }),
  VERIFY: (of) => ofDeck(`Verify deck ${of}`, "VerifyDeck", of),
  SPREAD: (of, { box }) => ofDeck(`Deck ${of} spread`, "SpreadDeck", of, spread(box, of)),
  TURN_UP: (of) => ofDeck(`Deck ${of} turned up`, "TurnDeckUp", of),
  SHOW: (of) => ofDeck(`Two players may look at deck ${of}`, "OfferInspection", of),
  WASH: (of) => ofDeck(`Deck ${of} washed`, "WashDeck", of),
  SHUFFLE: (of, { box }) =>
    box.decks.some((deck) => deck.name === of && deck.in_play)
      ? now("Shuffled and cut", "PrepareDeck")
      : ofDeck(`Deck ${of} shuffled`, "ShuffleDeck", of, { method: shuffled(box) }),
  RESHUFFLE: (of) => ofDeck(`Deck ${of} shuffled again by hand`, "ShuffleDeck", of, { method: "by hand" }),
  CUT: () => now("Shuffled and cut", "PrepareDeck"),
  STORE: (of, { box }) =>
    ofDeck(`Deck ${of} put away`, "StoreDeck", of, { place: box.shuffler ? "shuffling device" : "designated area" }),
  COUNT: (of) => ofDeck(`Deck ${of} counted: 52`, "CountDeck", of, { found: 52 }),
  SORT: (of) => ofDeck(`Deck ${of} sorted: 52`, "SortDeck", of, { found: 52 }),
  CHANGE: (of) => ofDeck(`Take deck ${of} away`, "RemoveDeck", of),
  RELIEVE: () => now("Sign off", "SignOff", {}, true),
  TRANSACT: () => now("Done: button off", "PickDeckUp"),
  CALL_MISDEAL: () => ({ words: "Call the misdeal", counter: "round", type: "DeclareMisdeal", known: {} }),
  CALL_DEAD: () => ({ words: "Call it dead", counter: "round", type: "DeclareDead", known: {} }),
};

const shuffled = (box: BoxView): string => (box.shuffler ? "by device" : "by hand");

/** At the opening the deck lies face up in suit and sequence, 14.4(c); at an idle table face down, 14.5(d). */
const spread = (box: BoxView, deck: string): Record<string, unknown> =>
  box.decks.find((each) => each.name === deck)?.step === "LEFT_IDLE"
    ? { face: "face down", in_sequence: false }
    : { face: "face up", in_sequence: true };

export function settling(duty: string, of: string, shown: DealersTable): Step | null {
  return SETTLES[duty]?.(of, shown) ?? null;
}

/** What the supervisor says about this table: what it posts is known, where it is and which backs it gets is not. */
const distributing = ({ table, state, gaming_day: day }: DealersTable): Step => ({
  ...asked("Distribute decks", "DistributeDecks"),
  suggested: {
    day,
    tables: [
      {
        table,
        limits: asPosted(state.limits),
        location: "",
        game: asPosted(state.title),
        backs: [{ ...BLUE }, { ...RED }],
      },
    ],
  },
});

const BLUE: BackView = { color: "blue", design: "plain" };
const RED: BackView = { color: "red", design: "plain" };

/** Decks are lettered as they come; one that was taken away does not come back under its letter. */
export function bringing(box: BoxView): Step {
  const back = box.backs.find((each) => !box.decks.some((deck) => deck.back === `${each.color} ${each.design}`));
  return {
    ...asked(back ? `Bring the ${back.color} deck` : "Bring a deck", "ReceiveDeck", { cards: undefined }),
    suggested: { deck: nextLetter(box), backs: back ? [{ ...back }] : [], edges: "white" },
  };
}

function nextLetter(box: BoxView): string {
  const last = box.decks.map((deck) => deck.name).sort();
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].filter((letter) => !last.includes(letter));
  return letters.find((letter) => letter > (last.at(-1) ?? "")) ?? letters[0] ?? "";
}

const covering: Step = {
  ...asked("Bring the cover card", "ProvideCoverCard"),
  suggested: { cover: { color: "yellow", opaque: true, solid: true } },
};

/** What is left to do before a closed box is open and somebody deals, in order. */
export function opening(shown: DealersTable): Step[] {
  const { box, gaming_day: day } = shown;
  return [
    ...(box.backs.length ? [] : [distributing(shown)]),
    ...(box.decks.length < 2 ? [bringing(box)] : []),
    ...(box.cover ? [] : [covering]),
    ...(box.day === null && day !== null ? [now("Open the box", "OpenTable", { day })] : []),
    ...(box.dealer ? [] : [now("Sign on", "SignOn", {}, true)]),
  ];
}

/** A deck that is ready to be dealt from, where none is in play. */
function puttingInPlay(box: BoxView): Step[] {
  const ready = box.decks.find((deck) => ["SHUFFLED", "WASHED", "USED"].includes(deck.step));
  return ready && !box.decks.some((deck) => deck.in_play)
    ? [ofDeck(`Deal from deck ${ready.name}`, "PutInPlay", ready.name)]
    : [];
}

/** In this order; no deck is washed before every deck at the table was shown, 14.4(c). */
const LOOKED_AT = ["INSPECT", "VERIFY", "SPREAD", "TURN_UP", "SHOW"];
const MADE_READY = ["WASH", "SHUFFLE", "RESHUFFLE"];
const LAST = ["STORE", "CUT"];

/** One card to each player who is there to play, where the sign draws for the first button, 14.10(c)2ii. */
const drawing = ({ state }: DealersTable): Step => ({
  ...ofTable("Draw for the button", "DrawForButton"),
  suggested: {
    cards: state.seats.filter((seat) => !seat.sitting_out && !seat.away).map(({ seat }) => ({ seat, card: "" })),
  },
});

const isDrawnFor = ({ box }: DealersTable): boolean => box.may_deal?.code === "no button";

/** What would bring the next round nearer, first what comes first. */
export function nextSteps(shown: DealersTable, at: number): Step[] {
  const due = shown.box.due.filter((duty) => duty.when <= at && duty.duty !== "RELIEVE");
  const settled = (duties: readonly string[]): Step[] =>
    duties
      .flatMap((duty) => due.filter((each) => each.duty === duty))
      .map((each) => settling(each.duty, each.of, shown))
      .filter((step) => step !== null);
  const others = due.map((each) => each.duty).filter((duty) => ![...LOOKED_AT, ...MADE_READY, ...LAST].includes(duty));
  const first = [...opening(shown), ...settled([...new Set(others)]), ...settled(LOOKED_AT)];
  if (first.length) return first;
  const ready = [...settled(MADE_READY), ...puttingInPlay(shown.box), ...settled(LAST)];
  return isDrawnFor(shown) ? [...ready, drawing(shown)] : ready;
}

/** What may be done with one deck at any time. */
export function withDeck({ name, in_play: inPlay }: DeckView): Step[] {
  return [
    ...(inPlay ? [] : [ofDeck("Deal from it", "PutInPlay", name)]),
    asked("Count", "CountDeck", { deck: name }),
    asked("Sort", "SortDeck", { deck: name }),
    asked("Shuffle", "ShuffleDeck", { deck: name }),
    asked("Spread", "SpreadDeck", { deck: name }),
    asked("Accept as prepared", "AcceptPreparedDeck", { deck: name }),
    asked("Cards are wrong", "ReportWrongCards", { deck: name }),
    asked("The shuffle failed", "ReportFailedShuffle", { deck: name }),
    {
      ...ofDeck("Take away", "RemoveDeck", name),
      warns: `Deck ${name} leaves the table for good: another is brought, inspected and shown to two players.`,
    },
  ];
}

/** How many cards an order says that there are in a deck. */
const COUNTED: Readonly<Record<string, (order: Order) => number>> = {
  CountDeck: ({ found }) => Number(found),
  SortDeck: ({ found }) => Number(found),
  CountStub: ({ dealt, found }) => Number(dealt) + Number(found),
};

const WHOLE = 52;

/** A count that would take a deck away for good is made once more before it is entered. */
export function doubtOf(order: Order): { says: string; again: string } | null {
  const cards = COUNTED[order.type]?.(order) ?? WHOLE;
  if (cards === WHOLE) return null;
  const says = `That makes ${cards} cards, not ${WHOLE}. Count once more: a deck that counts wrong leaves the table for good, 14.6(e)4.`;
  return { says, again: "found" };
}

const DAILY: ReadonlySet<string> = new Set(["BEGIN_DAY", "DISTRIBUTE"]);

/** What a box that stays open into another gaming day owes it, 14.2(c): rounds are dealt meanwhile, with the decks there. */
export function ofTheDay(shown: DealersTable): { duty: DutyView; step: Step } | null {
  const duty = shown.box.due.find((each) => DAILY.has(each.duty));
  const step = duty && settling(duty.duty, duty.of, shown);
  return duty && step ? { duty, step } : null;
}

/** The ante of this amount in coin, in each way that quarters and halves make it. */
const inCoin = (ante: number): number[][] =>
  [...Array(Math.floor(ante / 50) + 1).keys()]
    .map((halves) => [...Array<number>(halves).fill(50), ...Array<number>((ante - 50 * halves) / 25).fill(25)])
    .filter((coins) => coins.reduce((sum, coin) => sum + coin, 0) === ante);

/** What the dealer enters for a player without a device: bills and coin, 14.7(c), and the answer to a higher minimum, 14.17. */
export function forThePlayer(seat: number, player: string | null, shown: DealersTable): Step[] {
  const { state, pieces } = shown;
  if (player === null) return [];
  const entered = (words: string, type: string, known: Record<string, unknown>): Step => ({
    words,
    counter: "felt",
    type,
    known,
    atOnce: true,
  });
  const ante = pieces.ante_in_coin;
  const owesCoin = state.playing && ante > 0 && !pieces.coin_from.includes(seat);
  return [
    ...(state.proposal?.waiting.includes(seat)
      ? [
          entered(`Agrees to ${dollars(state.proposal.minimum)}`, "Agree", { player, agrees: true }),
          entered("Does not agree", "Agree", { player, agrees: false }),
        ]
      : []),
    // Of a hand that was rebuilt the cards are known, and those that go are named.
    ...(shown.stage === "drawing" && shown.turn === seat
      ? [{ words: "Draws for named cards", counter: "felt" as const, type: "Draw", known: { seat } }]
      : []),
    ...(owesCoin
      ? inCoin(ante).map((coins) =>
          entered(`Ante in coin: ${coins.map((coin) => dollars(coin)).join(" + ")}`, "PayAnteInCoin", { seat, coins }),
        )
      : []),
    {
      words: pieces.laid[seat]?.length
        ? `Bills on the table: ${pieces.laid[seat].map((bill) => dollars(bill)).join(", ")}`
        : "Lays bills on the table",
      counter: "felt",
      type: "LayBills",
      known: { seat },
      suggested: { bills: [...(pieces.laid[seat] ?? [])] },
    },
  ];
}

/** What somebody with a seat does, as the floor's board says it. */
export function stateOf(who: SeatView | undefined): FloorSeat["state"] {
  if (!who) return "";
  if (who.away) return "away";
  return who.sitting_out || who.waits_for_blind ? "out" : "playing";
}

/** What may be done about a seat; `player` is who has it. Whoever is about to leave may play or sit out until then. */
export function withSeat(seat: number, player: string | null, state: FloorSeat["state"]): Step[] {
  const about = (words: string, type: string, atOnce = false): Step => ({
    words,
    counter: "table",
    type,
    known: { player },
    atOnce,
  });
  if (player === null) return [{ words: "Seat a player", counter: "table", type: "TakeSeat", known: { seat } }];
  const may = (step: Step, ...unless: FloorSeat["state"][]): Step[] => (unless.includes(state) ? [] : [step]);
  return [
    about("Add chips", "TopUp"),
    ...may(about("Sits out", "SitOut", true), "out", "away"),
    ...may(about("Plays again", "SitIn", true), "playing", "away"),
    about("Leaves", "LeaveSeat", true),
    ...may(about("Goes away for a while", "GoAway"), "away"),
    ...may(about("Comes back", "Return"), "playing", "out"),
    about("Pays the time charge", "PayTime", true),
  ];
}

const ofTable = (words: string, type: string, atOnce = false): Step => ({
  words,
  counter: "table",
  type,
  known: {},
  atOnce,
});

/** What players pay for their time at the table, every 20 or 30 minutes, 14.14(b)3. */
export const collectingTime = ofTable("Collect time charges", "CollectTime", true);

/** What one confirmation says of a round: what was taken from its pots, in cents, and whether the next deck is shuffled and cut. */
export interface Taken {
  rake: number;
  contribution: number;
  prepared: boolean;
}

export const takenOf = ({ rake, contribution, may_prepare: prepared }: BoxView | LastPush): Taken => ({
  rake,
  contribution,
  prepared,
});

/** What one confirmation says of the round just ended, step by step: losing hands, what is taken, pots, winning hands, 14.6(e). */
export function clearing({ box }: DealersTable): { about: string; steps: Step[] }[] {
  if (box.attested) return [];
  const collected = (wins: boolean): Step[] =>
    box.hands
      .filter((hand) => hand.wins === wins)
      .map(({ seat, cards }) => now(`Seat ${seat + 1} returned ${cards} cards`, "CollectHand", { seat, found: cards }));
  const taken = (words: string, type: string, amount: number): Step[] =>
    amount ? [now(`${words} ${dollars(amount)} taken`, type, { amount })] : [];
  return [
    {
      about: `After round ${box.round}, step by step`,
      steps: [
        ...collected(false),
        ...taken("Rake", "CollectRake", box.rake),
        ...taken("Bad beat", "CollectContribution", box.contribution),
        ...box.pots.map(({ pot }) => now(pot ? `Side pot ${pot} pushed` : "Main pot pushed", "PushPot", { pot })),
        ...collected(true),
        asked("A hand came back short", "CollectHand"),
      ],
    },
  ];
}

/** Relief: whoever deals signs off, anybody else of the pit takes over from them. */
function comingAndGoing(box: BoxView, me: string): Step[] {
  if (box.dealer === null) return [now("Sign on", "SignOn", {}, true)];
  return box.dealer === me ? [now("Sign off", "SignOff", {}, true)] : [takingOver(box.dealer)];
}

export const takingOver = (dealer: string): Step => now(`Take over from ${dealer}`, "RelieveDealer", {}, true);

/** What may be done with the table and its devices, by what it is about. */
export function withTable(shown: DealersTable, me: string): { about: string; steps: Step[] }[] {
  const { box, state } = shown;
  if (box.day === null)
    return [{ about: "Table", steps: [distributing(shown), ofTable("Close the table", "CloseTable", true)] }];
  return [
    {
      about: "Deal",
      steps: [
        ...comingAndGoing(box, me),
        now("Shuffled and cut", "PrepareDeck"),
        asked("Recut", "OrderRecut"),
        box.transaction === null
          ? asked("Button on the deck", "SetDeckDown")
          : now("Button off the deck", "PickDeckUp"),
        ...(state.playing ? [{ ...asked("Count the stub", "CountStub"), suggested: { dealt: shown.cards_out } }] : []),
        asked("Shuffle or cut left out", "NoteSkipped"),
        ...(isDrawnFor(shown) ? [drawing(shown)] : []),
      ],
    },
    {
      about: "Decks and devices",
      steps: [
        distributing(shown),
        bringing(box),
        covering,
        box.shuffler ? now("Remove the shuffler", "RemoveShuffler") : asked("Install a shuffler", "InstallShuffler"),
        { ...asked("Rules of the house", "ChooseDeckRules"), suggested: { rules: { ...box.rules } } },
      ],
    },
    {
      about: "Table",
      steps: [
        collectingTime,
        ofTable("Count time charges", "VerifyTime"),
        ofTable("Closing soon", "AnnounceClosing"),
        asked("Close the box", "CloseTable", {}, true),
      ],
    },
  ];
}
