/** Giving orders from a desk: done once however often it is sent, and what came of it in words. */

import { announce } from "../../room/announce.svelte";
import { newId } from "../../room/room.svelte";
import { give, type Beside, type Given } from "../orders";

export class Giving {
  told = $state("");
  wrong = $state("");
  rule = $state("");
  busy = $state(false);
  /** What was sent and not answered: sent again under the same id it is done once. */
  #unanswered: Given | null = null;

  constructor(readonly room: () => string) {}

  /** Before something else is begun: what came of the last order is no longer said. */
  clear(): void {
    [this.told, this.wrong, this.rule] = ["", "", ""];
  }

  /** Whether it was taken: done, or waiting for another's signature. `done` says what has happened. */
  async give(
    counter: string,
    type: string,
    fields: Record<string, unknown>,
    done: string,
    table = "",
    beside?: Beside,
  ): Promise<boolean> {
    const order = { type, ...fields };
    const asked = JSON.stringify([counter, table, order]);
    const before = this.#unanswered;
    const same = before && JSON.stringify([before.counter, before.table, before.order]) === asked;
    const given = same ? before : { id: newId(), counter, table, order };
    this.clear();
    this.busy = true;
    const answer = await give(this.room(), beside ? { ...given, beside } : given);
    this.busy = false;
    this.#unanswered = answer.kind === "lost" ? given : null;
    if (answer.kind === "done") {
      this.told = answer.proposal ? `${done} Nothing has happened yet: it waits for a second signature.` : done;
      announce(this.told);
      return true;
    }
    if (answer.kind === "lost") this.wrong = "The room has not answered. Send it again: it is done once.";
    else [this.wrong, this.rule] = [answer.says, answer.rule];
    return false;
  }
}
