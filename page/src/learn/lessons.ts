/** The lessons of the games, as the room makes them from its own rules; each is fetched once. */

import { steps, type Step } from "../history/replay";
import { answer, type Event } from "../room/api";
import type { HandNow, Offer, Saying, Told } from "../wire";
import { also } from "../words";
import sentences from "virtual:sentences/en/lesson";

also(sentences);

export interface LearnedHand {
  cards: string[];
  kind: Saying;
  says: Saying;
}

export interface Corner {
  better: LearnedHand | null;
  worse: LearnedHand;
  board: string[];
  says: Saying;
}

export interface Way {
  share: string;
  rule: string;
  says: Saying[];
  hands: LearnedHand[];
  corners: Corner[];
}

export interface Lesson {
  game: string;
  title: string;
  family: string;
  edition: string;
  ways: Way[];
  streets: { name: string; rule: string; says: Saying[] }[];
  limits: Saying[];
  players: string[];
  played_at: string;
  steps: { told: Told; event: Event; hands: HandNow[]; offers: Offer[] }[];
}

export interface GameListed {
  game: string;
  title: string;
  family: string;
}

const fetched = new Map<string, Promise<Lesson>>();

export function lessonOf(game: string): Promise<Lesson> {
  const known = fetched.get(game);
  if (known) return known;
  const found = answer<Lesson>(`/api/learn/${encodeURIComponent(game)}`);
  found.catch(() => fetched.delete(game));
  fetched.set(game, found);
  return found;
}

/** Every game once, though several editions of the rules may have it. */
export async function gamesListed(): Promise<GameListed[]> {
  const all = await answer<GameListed[]>("/api/games");
  return [...new Map(all.toReversed().map((each) => [each.game, each])).values()].toReversed();
}

export const toLesson = (game: string): string => `#/learn/${encodeURIComponent(game)}`;

/** The worked round as tables to look at: what the learner holds and may do is in each of them. */
export function workedSteps(lesson: Lesson): Step[] {
  const seats = lesson.players.map((name, seat) => ({ seat, name, net: 0, me: seat === 0 }));
  const summary = {
    table: lesson.title,
    round: 1,
    game: lesson.game,
    title: lesson.title,
    at: "",
    ending: "completed",
    seats,
    net: 0,
    play_chips: true,
  };
  const told = lesson.steps.map((each) => each.told);
  const log = lesson.steps.map((each) => each.event);
  return steps({ summary, told }, log).map((step) => {
    const { hands, offers } = lesson.steps[step.told.sequence]!;
    return { ...step, view: { ...step.view, my_hands: hands, offers } };
  });
}
