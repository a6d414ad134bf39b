/** Two people at one screen: whoever stands beside signs now, by a passkey or by name and password, and nothing waits. */

import { signedByPasskey } from "../account/passkeys";
import type { Beside } from "./orders";

export class Sitting {
  here = $state(false);
  name = $state("");
  password = $state("");
  byPasskey = $state(false);
  declined = $state("");

  /** Whether it is still to be said who stands beside. */
  get unsigned(): boolean {
    return this.here && !this.byPasskey && !(this.name && this.password);
  }

  /** Their signature, or none where they sign later; their device is asked now, with what they sign before them. */
  async #beside(): Promise<Beside | undefined> {
    this.declined = "";
    if (!this.here) return undefined;
    return this.byPasskey ? { passkey: await signedByPasskey() } : { name: this.name, password: this.password };
  }

  /** Give something with it; where they decline, nothing is given. */
  async signing(give: (beside: Beside | undefined) => Promise<void> | void): Promise<void> {
    let beside: Beside | undefined;
    try {
      beside = await this.#beside();
    } catch {
      this.declined = "No passkey was shown: nothing has happened.";
      return;
    }
    await give(beside);
  }

  /** What they signed is done: their password stays in no field. */
  over(): void {
    [this.here, this.name, this.password, this.byPasskey, this.declined] = [false, "", "", false, ""];
  }
}
