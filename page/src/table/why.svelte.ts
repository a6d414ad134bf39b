/** The question "why?" that is being answered: one at a time, wherever it was asked. */

import type { Saying } from "../wire";

export const asked = $state<{ rule: string; about: Saying | null }>({ rule: "", about: null });

export function why(rule: string, about: Saying | null): void {
  asked.rule = rule;
  asked.about = about;
}
