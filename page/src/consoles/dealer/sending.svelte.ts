/**
 * The entries of a console on their way to the room. What an entry led to may be shown before its answer has come, or after: it counts as
 * shown once the room tells of an event past those known when it was sent; answered and not shown yet, it still stands before what is shown.
 */

import { newId, room } from "../../room/room.svelte";
import { give, type Answer, type Given, type Order } from "../orders";
import { Entries, keptAs, type About, type Entry } from "./entries";

/** Whose entries these are, at which table, and where they are sent. */
export interface Desk {
  person: string;
  table: string;
  room: string;
}

/** How an entry is made, besides what it orders. */
export interface How extends Omit<About, "by" | "seat"> {
  expected?: string | undefined;
}

export class Sending {
  waiting = $state.raw<readonly Entry[]>([]);
  /** The last one sent was not answered. */
  lost = $state(false);

  #answeredTo = $state(-1);
  /** Which entry is on its way, and the last event known when it was sent. */
  #onItsWay = $state.raw<{ id: string; after: number } | null>(null);
  #settling = $state.raw<readonly { entry: Entry; sequence: number }[]>([]);
  readonly #entries: Entries;

  constructor(
    private readonly desk: Desk,
    /** The last event that the console shows. */
    private readonly seenTo: () => number,
  ) {
    this.#entries = new Entries(
      keptAs(desk.person, desk.table),
      localStorage,
      (given) => this.#send(given),
      (waiting, lost) => {
        [this.waiting, this.lost] = [waiting, lost];
        room.unsent[desk.table] = waiting.length;
      },
    );
  }

  get person(): string {
    return this.desk.person;
  }

  /** What is not shown yet, in order. */
  get unseen(): Entry[] {
    // The answer is here a moment before its entry leaves the line: meanwhile nothing that is shown may seem not to be.
    const answered = new Set(this.#settling.map((each) => each.entry.given.id));
    const sent = this.#onItsWay;
    if (sent && this.seenTo() > sent.after) answered.add(sent.id);
    return [
      ...this.#settling.filter((each) => each.sequence > this.seenTo()).map((each) => each.entry),
      ...this.waiting.filter((each) => !answered.has(each.given.id)),
    ];
  }

  /** Whether such an entry is not shown yet: tapped again, it would be a second one. */
  has(counter: string, type: string): boolean {
    return this.unseen.some(({ given }) => given.counter === counter && given.order.type === type);
  }

  /** The entry that ends the round and is not shown yet. */
  get ending(): Entry | undefined {
    return this.unseen.find((each) => each.ends);
  }

  /** `expected`: the digest of what its giver has read that it would do. */
  add(counter: string, order: Order, words: string, { expected, ...about }: How = {}): void {
    const seat = typeof order.seat === "number" && counter === "felt" ? order.seat : null;
    const given = { id: newId(), counter, table: this.desk.table, order, ...(expected ? { expected } : {}) };
    this.#entries.add(given, words, { seat, by: room.you?.name, ...about });
  }

  withdraw = (): void => this.#entries.withdraw();
  release = (): void => this.#entries.release();

  hurry = (): void => this.#entries.hurry();
  again = (): void => this.#entries.again();
  giveUp = (id: string): void => this.#entries.giveUp(id);

  end(): void {
    this.#entries.end();
    delete room.unsent[this.desk.table];
  }

  /** Whoever enters signs: while somebody else is logged in here, or nobody has shown who they are, it waits. */
  async #send(given: Given): Promise<Answer> {
    if (room.locked || room.you?.id !== this.desk.person) return { kind: "lost" };
    const entry = this.waiting.find((each) => each.given.id === given.id);
    this.#onItsWay = { id: given.id, after: Math.max(this.seenTo(), this.#answeredTo) };
    const answer = await give(this.desk.room, given);
    if (answer.kind === "done") this.#answered(entry, answer.sequence);
    this.#onItsWay = null;
    return answer;
  }

  #answered(entry: Entry | undefined, sequence: number): void {
    this.#answeredTo = Math.max(this.#answeredTo, sequence);
    const still = this.#settling.filter((each) => each.sequence > this.seenTo());
    this.#settling = entry ? [...still, { entry, sequence }] : still;
  }
}

/** The desks of whoever is logged in: what was entered there is sent while they are elsewhere in the page, too. */
const desks = new Map<string, Sending>();

export function sendingFrom(desk: Desk): Sending {
  for (const [at, other] of desks) {
    if (other.person === desk.person) continue;
    other.end();
    desks.delete(at);
  }
  const at = `${desk.room} ${desk.table}`;
  const found = desks.get(at) ?? new Sending(desk, () => room.dealers[desk.table]?.sequence ?? -1);
  desks.set(at, found);
  return found;
}
