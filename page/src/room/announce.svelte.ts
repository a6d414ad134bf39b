/** What a screen reader announces. Two voices: one waits its turn, one is for what cannot wait. */

export const voices = $state({ calm: "", urgent: "" });

let queue: string[] = [];
let scheduled = false;

/** Words that come close together are spoken as one. */
export function announce(words: string): void {
  queue.push(words);
  if (scheduled) return;
  scheduled = true;
  setTimeout(() => {
    voices.calm = queue.slice(-6).join(" ");
    queue = [];
    scheduled = false;
  }, 250);
}

/** The same words twice are spoken twice: a space makes them another text. */
export function interrupt(words: string): void {
  voices.urgent = voices.urgent === words ? `${words} ` : words;
}
