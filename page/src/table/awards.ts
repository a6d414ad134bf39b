/** For what somebody is paid of a bad beat payout, in words; the name of another award is its own. */

const PARTS: Record<string, string> = {
  losing: "losing hand",
  winning: "winning hand",
  table: "dealt in",
  room: "in the room",
};

export const partWords = (part: string): string => PARTS[part] ?? part;
