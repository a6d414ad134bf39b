/** Which cards count, for what, and how they lie: those of my hand as it stands, and at the end of a round those that won. */

import type { SeatView, TableView } from "../wire";

export interface Mark {
  high: boolean;
  low: boolean;
  /** It helped to win: it is lifted. */
  lifted: boolean;
  /** It counted for nothing while others won: it is dimmed. */
  dimmed: boolean;
}

export type Marks = (card: string) => Mark;

const NONE: Mark = { high: false, low: false, lifted: false, dimmed: false };
export const unmarked: Marks = () => NONE;

interface Counting {
  share: string;
  cards: readonly string[];
}

function marksOf(counting: readonly Counting[], won: boolean): Marks {
  const inShare = (card: string, low: boolean) =>
    counting.some((each) => (each.share === "low") === low && each.cards.includes(card));
  return (card) => {
    const [high, low] = [inShare(card, false), inShare(card, true)];
    return { high, low, lifted: won && (high || low), dimmed: won && !high && !low };
  };
}

/** What won at the showdown; of everybody, or of one seat. */
function winning(view: TableView, seat?: number): Counting[] {
  const awards = view.playing ? [] : (view.result?.awards ?? []);
  return awards.flatMap(({ share, seats, cards }) =>
    cards.filter((_, place) => seat === undefined || seats[place] === seat).map((each) => ({ share, cards: each })),
  );
}

const isShowdown = (view: TableView): boolean => winning(view).some((each) => each.cards.length > 0);

/** Of my hand as it stands: ways in which every card counts go without saying. */
function standing(view: TableView, all: readonly string[]): Counting[] {
  return view.my_hands.filter((hand) => hand.cards.length > 0 && hand.cards.length < all.length);
}

/** How the cards of a seat are marked. */
export function handMarks(view: TableView, seat: SeatView): Marks {
  if (isShowdown(view)) return seat.shown || seat.me ? marksOf(winning(view, seat.seat), true) : unmarked;
  if (!seat.me || !view.playing) return unmarked;
  return marksOf(standing(view, [...seat.down, ...seat.up, ...view.board]), false);
}

/** How the cards of the board are marked. */
export function boardMarks(view: TableView): Marks {
  if (isShowdown(view)) return marksOf(winning(view), true);
  const me = view.seats.find((seat) => seat.me);
  if (!me || !view.playing) return unmarked;
  return marksOf(standing(view, [...me.down, ...me.up, ...view.board]), false);
}
