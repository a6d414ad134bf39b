/** This user's preferences, kept in this browser only. */

export interface Preferences {
  fourColors: boolean;
  sounds: boolean;
  stillness: boolean;
  muted: string[];
}

const KEY = "pokerroom.preferences";
const USUAL: Preferences = { fourColors: true, sounds: true, stillness: false, muted: [] };

function stored(): Preferences {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Preferences>) };
  } catch {
    return { ...USUAL };
  }
}

export const preferences = $state(stored());

export function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // The page also works in a browser without storage.
  }
}

export function toggleMute(name: string): void {
  const muted = preferences.muted;
  preferences.muted = muted.includes(name) ? muted.filter((each) => each !== name) : [...muted, name];
  keep();
}
