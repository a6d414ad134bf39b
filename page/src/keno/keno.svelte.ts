/** What this client knows of keno: the card, how it stands, and what may be asked. */

import { ask, listen, roomTime } from "../room/room.svelte";
import { conditioning, type Wanted } from "./form";
import { still } from "../room/motion";
import type { KenoCard, KenoDrawn, KenoTicket, KenoView } from "../wire";

export const BALLS = 20;
/** Seconds between two balls. */
export const BETWEEN = 0.6;

export const keno = $state({
  views: {} as Record<string, KenoView>,
  cards: {} as Record<string, KenoCard>,
  /** The ticket that staff looked up last. */
  checked: null as KenoTicket | null,
});

listen("KenoView", (view) => (keno.views[view.game] = view));
listen("KenoCard", (card) => (keno.cards[card.game] = card));
listen("KenoChecked", ({ ticket }) => (keno.checked = ticket));

export async function buy(view: KenoView, wanted: Wanted): Promise<boolean> {
  const answer = await ask({
    type: "BuyKeno",
    game: view.game,
    conditioning: conditioning(wanted.rate),
    first: view.next,
    games: wanted.games,
    spots: wanted.quickPick === null ? [...wanted.spots] : [],
    quick_pick: wanted.quickPick,
  });
  return answer.ok;
}

export const voided = (game: string, serial: string) => ask({ type: "VoidKeno", game, serial });
export const redeem = (game: string, serial: string) => ask({ type: "RedeemKeno", game, serial });
export const ready = (view: KenoView) => ask({ type: "ReadyForDraw", game: view.game, number: view.next });
export const check = (game: string, serial: string) => ask({ type: "CheckKeno", game, serial });

/** How many balls of a game are out by now; all at once where nothing shall move. */
export function ballsOut(drawn: KenoDrawn, now: number): number {
  if (still()) return BALLS;
  return Math.max(0, Math.min(BALLS, Math.floor((now - drawn.at) / BETWEEN)));
}

/** The last draw as it is watched, ball by ball, and the seconds until the next. Its clock runs while something moves. */
export class Watching {
  private now = $state(roomTime());
  readonly last: KenoDrawn | undefined = $derived.by(() => this.view().drawn[0]);
  readonly balls: readonly number[] = $derived.by(() => this.last?.balls.slice(0, ballsOut(this.last, this.now)) ?? []);
  /** The game whose balls are still coming out; 0 if none. */
  readonly coming: number = $derived.by(() => (this.last && this.balls.length < BALLS ? this.last.number : 0));
  readonly seconds: number | null = $derived.by(() => {
    const closes = this.view().closes;
    return closes === null ? null : Math.max(0, Math.ceil(closes - this.now));
  });

  constructor(private readonly view: () => KenoView) {
    const moves = $derived(this.coming > 0 || this.view().closes !== null);
    $effect(() => {
      if (!moves) return;
      const timer = setInterval(() => (this.now = roomTime()), 100);
      return () => clearInterval(timer);
    });
  }
}
