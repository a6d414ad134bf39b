/** My turns, wherever I am: at the table on the screen, at another, or with another window before this one. */

import { untrack } from "svelte";
import type { Turn } from "../wire";
import { asPosted, spokenWords } from "../words";
import { interrupt } from "./announce.svelte";
import { preferences } from "./preferences.svelte";
import { room, roomTime, watch } from "./room.svelte";
import { go, isShown, tableName, toTable } from "./route.svelte";
import { sound } from "./sound";

export interface MyTurn {
  table: string;
  /** The game and the table, in words. */
  where: string;
  turn: Turn;
}

/** Every table that waits for me. */
export function myTurns(): MyTurn[] {
  return Object.entries(room.tables).flatMap(([table, { view }]) =>
    view.offers.length && view.turn && view.turn.seat === view.my_seat
      ? [{ table, where: `${asPosted(view.title)}, ${tableName(table)}`, turn: view.turn }]
      : [],
  );
}

/** Those that are not on the screen. */
export function turnsElsewhere(): MyTurn[] {
  return myTurns().filter(({ table }) => !isShown(table));
}

export function secondsLeft({ deadline }: Turn, now: number): number | null {
  return deadline === null ? null : Math.max(0, Math.ceil(deadline - now));
}

/** What stands in the tab: my turn before anything else, with the time left. */
function title(usual: string, now: number): string {
  const first = myTurns()[0];
  if (!first) return usual;
  const left = secondsLeft(first.turn, now);
  const key = left === null ? "page.title-turn" : "page.title-turn-timed";
  return spokenWords({ key, values: { seconds: left ?? 0, usual } });
}

/** Whether somebody who allowed it would miss the page. */
function isOutOfSight(): boolean {
  return document.hidden || !document.hasFocus();
}

export const canNotify = typeof Notification !== "undefined";

/** Ask the browser whether it lets us, as somebody wants it; whether it does. */
export async function allowNotices(): Promise<boolean> {
  if (!canNotify) return false;
  return (await Notification.requestPermission()) === "granted";
}

/** Tell of a turn outside the page; the function it returns takes it back. */
function notify({ table, where }: MyTurn): () => void {
  if (!preferences.notices || !canNotify || Notification.permission !== "granted" || !isOutOfSight()) return () => {};
  try {
    const body = spokenWords({ key: "page.turn-at", values: { where } });
    const shown = new Notification(spokenWords({ key: "page.turn", values: {} }), { body, tag: `turn ${table}` });
    shown.onclick = () => {
      window.focus();
      go(toTable(table));
      shown.close();
    };
    return () => shown.close();
  } catch {
    // Some phones show notices only for pages that are installed.
    return () => {};
  }
}

/** Follow every table where I have a seat, tell of each turn there, and say it in the tab. To be called while a component is made. */
export function tellTurns(usual: () => string): void {
  let now = $state(roomTime());
  const seated = $derived(
    (room.lobby?.tables ?? [])
      .filter((table) => table.mine)
      .map((table) => table.name)
      .join("\n"),
  );
  const turns = $derived(myTurns());
  const whose = $derived(turns.map(({ table }) => table).join("\n"));

  $effect(() => {
    const left = seated
      .split("\n")
      .filter(Boolean)
      .map((table) => untrack(() => watch(table)));
    return () => left.forEach((leave) => leave());
  });

  $effect(() => {
    if (!whose) return;
    const told = untrack(() =>
      turns.map((each) => {
        if (!isShown(each.table)) {
          sound("turn");
          interrupt(spokenWords({ key: "page.turn-at", values: { where: each.where } }));
        }
        return notify(each);
      }),
    );
    now = roomTime();
    const timer = setInterval(() => (now = roomTime()), 500);
    return () => {
      clearInterval(timer);
      told.forEach((takeBack) => takeBack());
    };
  });

  $effect(() => {
    document.title = title(usual(), now);
  });
}
