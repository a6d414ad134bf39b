/** Whether things may move: the user's own choice, and the system's. */

import { preferences } from "./preferences.svelte";

export function still(): boolean {
  return preferences.stillness || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Moves an element while it fades in or out: chips pushed to the pot, and to the winner. */
export function pushed(_: Element, { x, y, duration = 420 }: { x: number; y: number; duration?: number }) {
  return {
    duration: still() ? 0 : duration,
    css: (here: number, gone: number) => {
      const eased = gone * gone * (3 - 2 * gone);
      return `translate: ${eased * x}px ${eased * y}px; opacity: ${Math.min(1, here * 3)}`;
    },
  };
}

/** A card turned over where it lies. */
export function turned(_: Element) {
  return { duration: still() ? 0 : 260, css: (here: number) => `transform: rotateY(${90 * (1 - here)}deg)` };
}
