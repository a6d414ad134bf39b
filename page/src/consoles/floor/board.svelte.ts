/** The board as this page knows it: what the room tells is laid over what was there, table by table and list by list. */

import { SvelteMap } from "svelte/reactivity";
import { followFloor } from "../../room/room.svelte";
import type { ExpectedWait, FloorBoard, FloorList, FloorPeople, FloorTable } from "../../wire";

const NOBODY: FloorPeople = {
  changes: [],
  barred: [],
  removals: [],
  warnings: [],
  on_duty: [],
  gaming_day: null,
};

/** A list by what people wait for. */
export const keyOf = (of: { game: string; limits: string }): string => `${of.game} ${of.limits}`;

export class Board {
  readonly tables = new SvelteMap<string, FloorTable>();
  readonly lists = new SvelteMap<string, FloorList>();
  readonly waits = new SvelteMap<string, ExpectedWait>();
  people = $state.raw<FloorPeople>(NOBODY);
  /** Whether anything was told yet. */
  known = $state(false);
  /** The room's time, in seconds, as it ticks on this page. */
  now = $state(0);

  /** Keep it current until the function it returns is called; `room` as it stands in an address. */
  follow(room: string, roomTime: () => number): () => void {
    this.now = roomTime();
    const ticking = setInterval(() => (this.now = roomTime()), 1000);
    const stop = followFloor(room.split("/").at(-1)!, (told) => this.take(told));
    return () => {
      clearInterval(ticking);
      stop();
    };
  }

  take(told: FloorBoard): void {
    if (told.whole) for (const each of [this.tables, this.lists, this.waits]) each.clear();
    for (const table of told.tables) this.tables.set(table.name, table);
    for (const name of told.gone) this.tables.delete(name);
    for (const list of told.lists) this.lists.set(keyOf(list), list);
    for (const [game, limits] of told.ended) this.lists.delete(keyOf({ game, limits }));
    for (const wait of told.waits) this.waits.set(keyOf(wait), wait);
    if (told.people) this.people = told.people;
    this.known = true;
  }
}
