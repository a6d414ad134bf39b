/** What a console reads over HTTP, and looks at again now and then; whatever was read last stays on the screen. */

import { answer } from "../../room/api";
import { stillShown } from "../../room/route.svelte";

const AGAIN_AFTER = 5_000;

export class Reading<Type> {
  value = $state.raw<Type | null>(null);
  wrong = $state("");
  busy = $state(false);
  #asking: Promise<void> | null = null;
  readonly #isShown = stillShown();

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

  /** Ask now. What is shown once this is over is no older than the question, whoever has asked again meanwhile. */
  async again(): Promise<void> {
    if (!this.#isShown()) return;
    const path = this.path();
    if (path === null) return;
    this.busy = true;
    let last: Promise<void> = (this.#asking = this.#ask(path, (): boolean => this.#asking === last));
    await last;
    while (this.#asking !== last) await (last = this.#asking);
    this.busy = false;
  }

  /** An answer that comes after a later question is not shown. */
  async #ask(path: string, isLast: () => boolean): Promise<void> {
    try {
      const found = await answer<Type>(path);
      if (isLast()) [this.value, this.wrong] = [found, ""];
    } catch (error) {
      if (isLast()) this.wrong = (error as Error).message;
    }
  }
}
