import { expect, test } from "vitest";
import { counted, listed, printed } from "../src/words";

test("one thing is not several", () => {
  expect(counted(1, "second")).toBe("1 second");
  expect(counted(0, "second")).toBe("0 seconds");
  expect(counted(30, "second")).toBe("30 seconds");
});

test("words are set with the signs a printer has", () => {
  expect(printed("Hold 'em, $2-$4 limit")).toBe("Hold ’em, $2–$4 limit");
  expect(printed("Seven-card stud high-low split")).toBe("Seven-card stud high-low split");
});

test("a ten among ranks is written as on the cards", () => {
  expect(printed("no pair, ten high: T-9-6-5-2")).toBe("no pair, ten high: 10-9-6-5-2");
  expect(printed("K-T-8 kickers")).toBe("K-10-8 kickers");
  expect(printed("A-K-Q-J-T")).toBe("A-K-Q-J-10");
});

test("names stand in a sentence, and beyond some only their number", () => {
  expect(listed([])).toBe("");
  expect(listed(["Ada"])).toBe("Ada");
  expect(listed(["Ada", "Bo", "Cy"])).toBe("Ada, Bo and Cy");
  expect(listed(["Ada", "Bo", "Cy", "Di"])).toBe("Ada, Bo and 2 others");
});
