import { expect, test } from "vitest";
import { owed, removalWords, standing } from "../src/consoles/floor/conduct";
import type { RemovalView } from "../src/wire";

function removal(given: Partial<RemovalView>): RemovalView {
  return { player: "bob", name: "Bob", cause: "swung at a dealer", at: 100, stands: true, notice_by: 900, ...given };
}

const FIRST = removal({ stands: false });
const AGAIN = removal({ at: 200, cause: "came back" });

test("whoever was reinstated and removed again is away by the removal that stands", () => {
  expect(standing([FIRST, AGAIN], "bob")).toBe(AGAIN);
  expect(standing([FIRST], "bob")).toBeUndefined();
  expect(standing([AGAIN], "cy")).toBeUndefined();
});

test("a notice stays owed when its player is reinstated, and says so", () => {
  const told = removal({ player: "cy", notice_by: null });
  expect(owed([FIRST, AGAIN, told])).toEqual([FIRST, AGAIN]);
  expect(removalWords(FIRST)).toBe("reinstated; was required to leave: swung at a dealer");
  expect(removalWords(AGAIN)).toBe("required to leave: came back");
});
