/** For how long nobody has touched a console, by the clock: a timer does not run while the machine sleeps. */
export class Idle {
  /** Seconds after which it is left; 0 where it never is. */
  after = 0;
  #touched: number;
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
    this.#touched = now();
  }

  get isLeft(): boolean {
    return this.after > 0 && this.#now() - this.#touched >= this.after * 1000;
  }

  /** Whoever touches a console that was left finds it so: they may be somebody else. */
  touch(): void {
    if (!this.isLeft) this.#touched = this.#now();
  }

  /** Its holder has shown who they are. */
  begin(): void {
    this.#touched = this.#now();
  }
}
