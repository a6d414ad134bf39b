/** A console that was left is so by the clock, whoever touches it next. */

import { describe, expect, it } from "vitest";
import { Idle } from "../src/consoles/idle";

function idleFor(after: number): { idle: Idle; pass: (seconds: number) => void } {
  let now = 0;
  const idle = new Idle(() => now);
  idle.after = after;
  return { idle, pass: (seconds) => (now += seconds * 1000) };
}

describe("a console", () => {
  it("is left when nobody has touched it for so long", () => {
    const { idle, pass } = idleFor(600);
    pass(599);
    expect(idle.isLeft).toBe(false);
    pass(1);
    expect(idle.isLeft).toBe(true);
  });

  it("is not left while somebody touches it", () => {
    const { idle, pass } = idleFor(600);
    for (let minute = 0; minute < 60; minute += 1) {
      pass(60);
      idle.touch();
    }
    expect(idle.isLeft).toBe(false);
  });

  it("stays left when somebody touches it after the machine slept", () => {
    const { idle, pass } = idleFor(600);
    pass(8 * 3600);
    idle.touch();
    expect(idle.isLeft).toBe(true);
    idle.begin();
    expect(idle.isLeft).toBe(false);
  });

  it("is never left where the house has set no time", () => {
    const { idle, pass } = idleFor(0);
    pass(1e6);
    expect(idle.isLeft).toBe(false);
  });
});
