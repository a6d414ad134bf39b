/** What a console reads over HTTP, and looks at again now and then; whatever was read last stays on the screen. */

import { answer } from "../../room/api";

const AGAIN_AFTER = 5_000;

export class Reading<Type> {
  value = $state.raw<Type | null>(null);
  wrong = $state("");
  busy = $state(false);
  #asked = 0;

  /** Made while a component is set up. `path` says where, and nothing while there is nothing to ask; `every` is in milliseconds, 0 for once. */
  constructor(
    readonly path: () => string | null,
    every = AGAIN_AFTER,
  ) {
    $effect(() => {
      void path();
      void this.again();
      if (!every) return undefined;
      const timer = setInterval(() => void this.again(), every);
      return () => clearInterval(timer);
    });
  }

  /** Ask now. An answer that comes after a later question is not shown. */
  async again(): Promise<void> {
    const path = this.path();
    if (path === null) return;
    const number = (this.#asked += 1);
    this.busy = true;
    try {
      const found = await answer<Type>(path);
      if (number === this.#asked) [this.value, this.wrong] = [found, ""];
    } catch (error) {
      if (number === this.#asked) this.wrong = (error as Error).message;
    }
    if (number === this.#asked) this.busy = false;
  }
}
