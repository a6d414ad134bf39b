/**
 * The parts of the page that are fetched when somebody first goes there. The lobby and a table come at once: the first hand waits for
 * nothing else. A new screen has a kind of `Route` with what its address says, which it is given as its properties, and a line here.
 */

import type { Component } from "svelte";
import type { Route } from "./room/route.svelte";

/** Each part says itself what it is given; `never` leaves that open. */
export type Fetching = () => Promise<{ default: Component<never> }>;

type AtOnce = "lobby" | "table";

const SCREENS: Record<Exclude<Route["screen"], AtOnce>, Fetching> = {
  dealer: () => import("./consoles/dealer/Dealer.svelte"),
  dice: () => import("./dice/Dice.svelte"),
  "dice-pit": () => import("./consoles/dice/Pit.svelte"),
  dealers: () => import("./consoles/dealer/Tables.svelte"),
  staff: () => import("./consoles/Staff.svelte"),
  backstage: () => import("./consoles/BehindTheScenes.svelte"),
  friends: () => import("./friends/Arrive.svelte"),
  history: () => import("./history/History.svelte"),
  replay: () => import("./history/Replayer.svelte"),
  keno: () => import("./keno/Keno.svelte"),
  learn: () => import("./learn/Learn.svelte"),
  wall: () => import("./wall/Wall.svelte"),
};

export function fetchingOf(route: Route): Fetching {
  return SCREENS[route.screen as keyof typeof SCREENS];
}

/** How to play the game of a table, beside it; and the coach of a first round. */
export const howToPlay: Fetching = () => import("./learn/AtTable.svelte");
export const coach: Fetching = () => import("./learn/Coach.svelte");

export const makeTable: Fetching = () => import("./friends/MakeTable.svelte");
export const invite: Fetching = () => import("./friends/Invite.svelte");
/** The lock of whatever staff have before them. */
export const locked: Fetching = () => import("./consoles/Locked.svelte");
export const account: Fetching = () => import("./account/Account.svelte");
