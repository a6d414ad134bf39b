/** A form that asks the room something: whether it is busy, and what was wrong with which field. */

import { Unanswered } from "../room/api";

/** The field that a refusal is about, by its code. */
const FIELDS: Record<string, string> = {
  "name unfit": "name",
  "name reserved": "name",
  "name taken": "name",
  "password unfit": "password",
  "no such code": "code",
};

export class Asking {
  busy = $state(false);
  #problem = $state("");
  #field = $state("");

  /** What is wrong with a field; without one, with the whole. */
  problem(field = ""): string {
    return this.#field === field ? this.#problem : "";
  }

  clear(): void {
    this.#problem = "";
  }

  async ask<Type>(what: () => Promise<Type>, then: (answer: Type) => void): Promise<void> {
    this.busy = true;
    this.clear();
    try {
      then(await what());
    } catch (error) {
      this.#problem = (error as Error).message;
      this.#field = error instanceof Unanswered ? (FIELDS[error.code] ?? "") : "";
    }
    this.busy = false;
  }
}
