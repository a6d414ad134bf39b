/** Words as they are set on the page: what the room says, made from the catalogue, and names with the signs a printer has. */

import { cardText, spoken } from "../cards/card";
import { dollars } from "../money";
import type { LastAction, Saying, Told } from "../wire";
import { Catalogue, type Piece, type Sentences } from "./catalogue";
import english from "virtual:sentences/en";

export function counted(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}

/** Names in a sentence; beyond some, only how many more there are. */
export function listed(names: readonly string[], most = 3): string {
  const shown = names.length > most ? [...names.slice(0, most - 1), counted(names.length - most + 1, "other")] : names;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}

const typeset = (text: string): string => text.replaceAll("'", "’");

/** The name of a game, its limits, or a line of its sign: with the apostrophe and the dash between amounts that a printer has. */
export function asPosted(text: string): string {
  return typeset(text).replaceAll("-$", "–$");
}

/** A moment of today or soon, as a clock here shows it. */
export function clockTime(moment: string): string {
  return new Date(moment).toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });
}

/** A moment of any day, in the zone of whoever reads it. */
export function dayAndTime(moment: string): string {
  return new Date(moment).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}

const ENGLISH = new Catalogue(english, {
  dollars,
  letter: (rank) => (rank === "T" ? "10" : rank),
  text: typeset,
  card: cardText,
  time: clockTime,
});

/** The sentences of a screen that was fetched later. */
export function also(sentences: Sentences): void {
  Object.assign(english, sentences);
}

/** What is said, in plain text. */
export function plainWords(what: Saying): string {
  return pieces(what)
    .map((piece) => (typeof piece === "string" ? piece : piece.cards.join(" ")))
    .join("");
}

/** What is said, in pieces: words, and cards that are shown as such. */
export function pieces(what: Saying): readonly Piece[] {
  return ENGLISH.says(what);
}

/** What is said, for the ear. */
export function spokenWords(what: Saying): string {
  return pieces(what)
    .map((piece) => (typeof piece === "string" ? piece : piece.cards.map(spoken).join(", ")))
    .join("");
}

/** What a player did last, in a word or two: as briefly as the catalogue has it, where there is little room. */
export function actionWords(action: LastAction, ...briefly: ("beside-chips" | "narrow")[]): string {
  const key = `action.${action.kind}`;
  const brief = briefly.map((way) => `${key}-${way}`).find((each) => each in english);
  return spokenWords({ key: brief ?? key, values: { amount: action.amount ?? 0 } });
}

/** Whether this kind of event is something that a player does. */
export const isAction = (kind: string): boolean => `action.${kind}` in english;

/** The citation of a paragraph in full. Of the text in force it goes without saying which it is. */
export function citation({ rule, edition, reading }: Pick<Told, "rule" | "edition" | "reading">): string {
  const [title = "", ...text] = edition.split("-");
  const current = text.join("-") === "current";
  const key = `citation.${current ? "current" : "other"}${reading ? "-read" : ""}`;
  return spokenWords({ key, values: { title, paragraph: rule, text: text.join(" "), reading: reading ?? "" } });
}
