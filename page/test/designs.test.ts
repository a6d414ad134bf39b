import { expect, it } from "vitest";

import { stepsIn, whenOf } from "../src/consoles/payouts/designs";

it("reads a ladder line by line, by amount, by days or by whichever comes first", () => {
  const steps = stepsIn("$50,000 = quad eights\n\n 1 day = quad sixes\n80000 or 60 days = quad deuces ");
  expect(steps).toEqual([
    { from_amount: 5_000_000, after_days: 0, losing: "quad eights" },
    { from_amount: 0, after_days: 1, losing: "quad sixes" },
    { from_amount: 8_000_000, after_days: 60, losing: "quad deuces" },
  ]);
  expect(steps!.map(whenOf)).toEqual([
    "from $50,000 on",
    "a day after the last hit",
    "from $80,000 on or 60 days after the last hit",
  ]);
  for (const wrong of ["quad eights", "many days = quads", "5000 and 3 days = quads"])
    expect(stepsIn(wrong)).toBeNull();
});
