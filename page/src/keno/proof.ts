/** Whether the numbers of a game are those that were promised before its first ticket was sold. */

import { balls, promised, type Drawing } from "../history/draws";
import type { KenoDrawn } from "../wire";

export type Proved = "proved" | "other promise" | "other numbers";

export function check(drawn: KenoDrawn): Proved {
  const draw: Drawing = { game: "keno", place: "", number: drawn.number };
  if (promised(draw, drawn.secret) !== drawn.commitment) return "other promise";
  return balls(draw, drawn, 80, 20).join() === drawn.balls.join() ? "proved" : "other numbers";
}
