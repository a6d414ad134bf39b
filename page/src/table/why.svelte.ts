/** The question "why?" that is being answered: one at a time, wherever it was asked. */

export const asked = $state<{ rule: string; about: string }>({ rule: "", about: "" });

export function why(rule: string, about: string): void {
  asked.rule = rule;
  asked.about = about;
}
