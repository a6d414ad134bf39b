/**
 * The entries of a console on their way to the room. What an entry led to may be shown before its answer has come, or after: it counts as
 * shown once the room tells of an event past those known when it was sent; answered and not shown yet, it still stands before what is shown.
 */

import { newId } from "../../room/room.svelte";
import { give, type Answer, type Given, type Order } from "../orders";
import { Entries, type Entry } from "./entries";

/** Whose entries these are, at which table, and where they are sent. */
export interface Desk {
  person: string;
  table: string;
  room: string;
}

export class Sending {
  waiting = $state.raw<readonly Entry[]>([]);
  /** The last one sent was not answered. */
  lost = $state(false);

  #answeredTo = $state(-1);
  #sentAfter = $state(Number.MAX_SAFE_INTEGER);
  #settling = $state.raw<readonly { entry: Entry; sequence: number }[]>([]);
  readonly #entries: Entries;

  constructor(
    private readonly desk: Desk,
    /** The last event that the console shows. */
    private readonly seenTo: () => number,
  ) {
    this.#entries = new Entries(
      `entries ${desk.person} ${desk.table}`,
      localStorage,
      (given) => this.#send(given),
      (waiting, lost) => ([this.waiting, this.lost] = [waiting, lost]),
    );
  }

  /** What is not shown yet, in order. */
  get unseen(): Entry[] {
    return [
      ...this.#settling.filter((each) => each.sequence > this.seenTo()).map((each) => each.entry),
      ...this.waiting.slice(this.seenTo() > this.#sentAfter ? 1 : 0),
    ];
  }

  /** The entry that ends the round and is not shown yet. */
  get ending(): Entry | undefined {
    return this.unseen.find((each) => each.ends);
  }

  /** `ends`: the round is over with it. */
  add(counter: string, order: Order, words: string, ends = false): void {
    const seat = typeof order.seat === "number" && counter === "felt" ? order.seat : null;
    this.#entries.add({ id: newId(), counter, table: this.desk.table, order }, words, seat, ends);
  }

  withdraw = (): void => this.#entries.withdraw();

  hurry = (): void => this.#entries.hurry();
  again = (): void => this.#entries.again();
  giveUp = (id: string): void => this.#entries.giveUp(id);
  end = (): void => this.#entries.end();

  async #send(given: Given): Promise<Answer> {
    const entry = this.waiting.find((each) => each.given.id === given.id);
    this.#sentAfter = Math.max(this.seenTo(), this.#answeredTo);
    const answer = await give(this.desk.room, given);
    if (answer.kind === "done") this.#answered(entry, answer.sequence);
    this.#sentAfter = Number.MAX_SAFE_INTEGER;
    return answer;
  }

  #answered(entry: Entry | undefined, sequence: number): void {
    this.#answeredTo = Math.max(this.#answeredTo, sequence);
    const still = this.#settling.filter((each) => each.sequence > this.seenTo());
    this.#settling = entry ? [...still, { entry, sequence }] : still;
  }
}
