/** Words as they are set on the page. */

export function counted(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}

/** Names in a sentence; beyond some, only how many more there are. */
export function listed(names: readonly string[], most = 3): string {
  const shown = names.length > most ? [...names.slice(0, most - 1), counted(names.length - most + 1, "other")] : names;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}

/** The room writes plain apostrophes, ranges of limits with a hyphen, and the rank of a ten among others as a letter. */
export function printed(words: string): string {
  return words
    .replaceAll("'", "’")
    .replace(/(\$[\d.,]+)-(?=\$)/g, "$1–")
    .replace(/(?<=\b[2-9TJQKA]-)T\b|\bT(?=-[2-9TJQKA]\b)/g, "10");
}
