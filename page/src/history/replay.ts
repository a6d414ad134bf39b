/** A round replayed: the record of it, as I saw it, told step by step as tables to look at. */

import { cardText } from "../cards/card";
import type { Event, RoundTold } from "../room/api";
import type { Award, LastAction, Saying, SeatView, TableView, Told } from "../wire";
import { isAction } from "../words";

export interface Step {
  told: Told;
  says: Saying;
  view: TableView;
}

interface Hand extends Pick<SeatView, "down" | "up" | "live" | "shown" | "bet" | "won"> {
  stack: number;
  action: LastAction | null;
}

interface Replayed {
  hands: Hand[];
  board: string[];
  gathered: number;
  turn: number | null;
  awards: Award[];
  button: number | null;
  over: boolean;
}

const texts = (cards: unknown) => (cards as number[]).map(cardText);
const numbers = (value: unknown) => value as number[];

function pay(hand: Hand | undefined, amount: number): void {
  if (!hand) return;
  hand.stack -= amount;
  hand.bet += amount;
}

/** Cards given up: those named, and as many unknown ones as were not. */
function giveUp(hand: Hand, cards: string[]): void {
  for (const card of cards) {
    const place = hand.down.indexOf(card);
    const from = place >= 0 ? place : hand.down.indexOf("??");
    if (from >= 0) hand.down = hand.down.filter((_, each) => each !== from);
  }
}

const APPLY: Record<string, (state: Replayed, event: Event, hand: Hand) => void> = {
  AntesPosted(state, event) {
    numbers(event.amounts).forEach((amount, seat) => {
      const hand = state.hands[seat];
      if (hand) hand.stack -= amount;
      state.gathered += amount;
    });
  },
  BlindPosted: (_, event, hand) => pay(hand, event.amount as number),
  ForcedBetPosted: (_, event, hand) => pay(hand, event.amount as number),
  Called: (_, event, hand) => pay(hand, event.amount as number),
  BetMade: (_, event, hand) => pay(hand, (event.to as number) - hand.bet),
  Raised: (_, event, hand) => pay(hand, (event.to as number) - hand.bet),
  CardsDealt(state, event) {
    const seats = numbers(event.seats);
    const faces = event.faces as string[];
    const turned = new Set((event.turned as number[] | undefined) ?? []);
    texts(event.cards).forEach((card, place) => {
      const hand = state.hands[seats[place % seats.length] ?? -1];
      const up = (faces[Math.floor(place / seats.length)] === "up") !== turned.has(place);
      if (hand && up) hand.up = [...hand.up, card];
      else if (hand) hand.down = [...hand.down, card];
    });
  },
  CommunityDealt: (state, event) => void state.board.push(...texts(event.cards)),
  CommonCardDealt: (state, event) => void state.board.push(cardText(event.card as number)),
  Folded(_, __, hand) {
    hand.live = false;
  },
  HandConceded(_, __, hand) {
    hand.live = false;
  },
  HandRemoved(state, event, hand) {
    hand.live = false;
    hand.stack += event.returned as number;
    state.gathered -= event.returned as number;
  },
  UncalledReturned(state, event, hand) {
    const amount = event.amount as number;
    const before = Math.min(amount, hand.bet); // What is more was gathered before: an ante, say.
    hand.stack += amount;
    hand.bet -= before;
    state.gathered -= amount - before;
  },
  BettingRoundClosed(state) {
    for (const hand of state.hands) {
      state.gathered += hand.bet;
      hand.bet = 0;
      if (hand.action?.kind !== "Folded") hand.action = null;
    }
  },
  Discarded: (_, event, hand) => giveUp(hand, texts(event.cards)),
  Drew(_, event, hand) {
    hand.down = [...hand.down, ...texts(event.cards)];
  },
  HandShown(_, event, hand) {
    hand.down = texts(event.cards).slice(0, hand.down.length);
    hand.shown = true;
  },
  HandDisclosed(_, event, hand) {
    hand.down = texts(event.cards).slice(0, hand.down.length);
    hand.shown = true;
  },
  RakeTaken(state, event) {
    state.gathered -= numbers(event.amounts).reduce((sum, amount) => sum + amount, 0);
  },
  PotAwarded(state, event) {
    numbers(event.seats).forEach((seat, place) => {
      const hand = state.hands[seat];
      const amount = numbers(event.amounts)[place] ?? 0;
      if (hand) {
        hand.stack += amount;
        hand.won += amount;
      }
      state.gathered -= amount;
    });
  },
  RoundClosed(state, event) {
    numbers(event.stacks).forEach((stack, seat) => {
      const hand = state.hands[seat];
      if (hand) hand.stack = stack;
    });
    state.over = true;
  },
};

function actionOf(event: Event): LastAction {
  const amount = (event.to ?? event.amount ?? (event.cards as number[] | undefined)?.length ?? null) as number | null;
  return { kind: event.type, amount };
}

function opened(event: Event): Replayed {
  const stacks = numbers(event.stacks);
  return {
    hands: stacks.map((stack) => ({ stack, down: [], up: [], live: true, shown: false, bet: 0, won: 0, action: null })),
    board: [],
    gathered: 0,
    turn: null,
    awards: [],
    over: false,
    button: (event.button as number | null) ?? null,
  };
}

function tableOf(state: Replayed, round: RoundTold): TableView {
  const { summary } = round;
  const seatOf = (number: number | null) => (number === null ? null : (summary.seats[number]?.seat ?? null));
  const seats = summary.seats.map((seat, number): SeatView => {
    const hand = state.hands[number]!;
    return {
      seat: seat.seat,
      name: seat.name,
      bot: false,
      me: seat.me,
      stakes: hand.stack,
      added: 0,
      bet: hand.bet,
      down: hand.down,
      up: hand.up,
      discards: [],
      dealt_in: true,
      live: hand.live,
      all_in: hand.live && !hand.stack && !state.over,
      frozen: false,
      shown: hand.shown,
      sitting_out: false,
      away: false,
      leaving: false,
      must_leave: false,
      connected: true,
      owes_blinds: false,
      time_bank: 0,
      last_action: hand.action,
      won: hand.won,
      missed: 0,
      waits_for_blind: false,
    };
  });
  const pot = state.gathered + state.hands.reduce((sum, hand) => sum + hand.bet, 0);
  return {
    name: summary.table,
    game: summary.game,
    title: summary.title,
    edition: "",
    limits: "",
    structure: "",
    minimum: 0,
    play_chips: summary.play_chips,
    sign: [],
    buy_in: [0, 0],
    piece: 1,
    needed: 0,
    rebuy: 0,
    my_seat_until: null,
    street_number: null,
    round: summary.round,
    playing: !state.over,
    street: null,
    stage: null,
    board: state.board,
    pot,
    bet: 0,
    raked: 0,
    pots: [{ amount: pot, seats: [] }],
    button: seatOf(state.button),
    blinds: [],
    kill: null,
    increases: [],
    proposal: null,
    seats,
    places: Math.max(...summary.seats.map((seat) => seat.seat + 1), 2),
    turn: null,
    next_round_at: null,
    my_seat: summary.seats.find((seat) => seat.me)?.seat ?? round.seat ?? null,
    offers: [],
    my_high: null,
    my_low: null,
    my_hands: [],
    my_change: null,
    commitment: null,
    result: state.over ? { round: summary.round, ending: summary.ending, awards: state.awards } : null,
    delayed: 0,
    halted: null,
    friends: null,
    dealt_by: "room",
    demonstration: false,
  };
}

/** One step for each event of which something is said. The record and what is told run side by side. */
export function steps(round: RoundTold, log: readonly Event[]): Step[] {
  const found: Step[] = [];
  let state: Replayed | null = null;
  let next = 0;
  for (const told of round.told) {
    const event = log[next];
    if (event && event.type === told.tag) {
      next += 1;
      if (event.type === "RoundOpened") state = opened(event);
      else if (state) {
        const hand = state.hands[(event.seat as number | undefined) ?? -1];
        APPLY[event.type]?.(state, event, hand!);
        if (told.award) state.awards.push(told.award);
        if (hand && isAction(event.type)) hand.action = actionOf(event);
      }
    }
    if (told.says && state) found.push({ told, says: told.says, view: tableOf(structuredClone(state), round) });
  }
  return found;
}
