/** Words as they are set on the page. */

export function counted(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}

/** The room writes plain apostrophes, ranges of limits with a hyphen, and the rank of a ten among others as a letter. */
export function printed(words: string): string {
  return words
    .replaceAll("'", "’")
    .replace(/(\$[\d.,]+)-(?=\$)/g, "$1–")
    .replace(/(?<=\b[2-9TJQKA]-)T\b|\bT(?=-[2-9TJQKA]\b)/g, "10");
}
