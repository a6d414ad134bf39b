/** Giving orders from a console: what came of the last one, in a sentence; sent again under its id where nobody answered. */

import { announce, interrupt } from "../../room/announce.svelte";
import { newId } from "../../room/room.svelte";
import { give, type Answer, type Given, type Order } from "../orders";

export interface Where {
  table?: string;
  subject?: string;
  /** The digest of what the order would do, as it was read. */
  expected?: string;
}

const TRIES = 3;
/** Milliseconds for which a console says what was done: on a busy evening an old line is taken for a new one. */
const TOLD_FOR = 20_000;

export class Giving {
  /** What was done last. */
  told = $state("");
  /** Why something was not done. */
  wrong = $state("");
  rule = $state("");
  busy = $state(false);

  constructor(readonly room: () => string) {}

  /** Give an order; `words` say what has happened once it has. */
  async give(counter: string, order: Order, words: string, { table = "", ...said }: Where = {}): Promise<Answer> {
    const given: Given = { id: newId(), counter, table, order, ...said };
    [this.busy, this.wrong, this.rule, this.told] = [true, "", "", ""];
    let answer = await give(this.room(), given);
    for (let tries = 1; answer.kind === "lost" && tries < TRIES; tries += 1) answer = await give(this.room(), given);
    this.busy = false;
    this.#tell(answer, words);
    return answer;
  }

  #tell(answer: Answer, words: string): void {
    if (answer.kind === "done") {
      this.told = answer.proposal ? `Not done yet, waits for a second signature: ${words}.` : `${words}.`;
      announce(this.told);
      const said = this.told;
      setTimeout(() => this.told === said && (this.told = ""), TOLD_FOR);
      return;
    }
    this.wrong = answer.kind === "lost" ? "The room has not answered: look at the board, then try again." : answer.says;
    this.rule = answer.kind === "refused" ? answer.rule : "";
    interrupt(this.wrong);
  }

  clear(): void {
    [this.wrong, this.rule, this.told] = ["", "", ""];
  }
}
