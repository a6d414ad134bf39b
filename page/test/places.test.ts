import { describe, expect, test } from "vitest";
import { isTall, places, TALL, WIDE, type Area } from "../src/table/places";

const AREAS: Record<string, Area> = {
  "a desktop": { width: 1100, height: 718 },
  "a phone": { width: 390, height: 642 },
  "the replayer on a desktop": { width: 1060, height: 725 },
};

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function boxes(count: number, area: Area): Box[] {
  const sizes = isTall(area) ? TALL : WIDE;
  return places(count, area).map(({ x, y }, seat) => {
    const { width, height } = seat === 0 ? sizes.mine : sizes.seat;
    return { left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2 };
  });
}

const overlap = (one: Box, other: Box) =>
  one.left < other.right - 0.5 && other.left < one.right - 0.5 && one.top < other.bottom - 0.5 && other.top < one.bottom - 0.5;

describe.each(Object.entries(AREAS))("at %s", (_, area) => {
  test.each([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])("%i seats neither touch nor leave the area", (count) => {
    const found = boxes(count, area);
    expect(found).toHaveLength(count);
    for (const [place, box] of found.entries()) {
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.top).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(area.width);
      expect(box.bottom).toBeLessThanOrEqual(area.height);
      for (const other of found.slice(place + 1)) expect(overlap(box, other), `seat ${place} of ${count}`).toBe(false);
    }
  });
});

test("the seat after mine is on my left, and the one before it on my right", () => {
  const found = places(9, AREAS["a desktop"]!);
  expect(found[1]!.x).toBeLessThan(found[0]!.x);
  expect(found[8]!.x).toBeGreaterThan(found[0]!.x);
});
