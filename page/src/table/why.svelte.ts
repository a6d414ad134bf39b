/** The question "why?" that is being answered: one at a time, wherever it was asked. */

import type { Saying, Told } from "../wire";

/** What is asked about: the paragraph behind it, and of something that happened what decided it. */
export type Question = Pick<Told, "rule"> &
  Partial<Pick<Told, "edition" | "reading" | "because">> & { says: Saying | null };

export const asked = $state<{ about: Question | null; over: boolean }>({ about: null, over: false });

export function why(about: Question): void {
  asked.about = about;
  // Whoever asks in a dialog is answered in one: nothing beside it can be reached.
  asked.over = document.querySelector("dialog:modal") !== null;
}

export function answered(): void {
  asked.about = null;
}
