/** This user's preferences, kept in this browser only. */

export interface Preferences {
  fourColors: boolean;
  sounds: boolean;
  stillness: boolean;
  /** Tell of my turn outside the page. */
  notices: boolean;
  muted: string[];
  /** Games whose first round I have seen with the coach, or without one by my own wish. */
  coached: string[];
}

const KEY = "pokerroom.preferences";
const USUAL: Preferences = {
  fourColors: true,
  sounds: true,
  stillness: false,
  notices: false,
  muted: [],
  coached: [],
};

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

export function noCoach(game: string): void {
  if (!preferences.coached.includes(game)) preferences.coached = [...preferences.coached, game];
  keep();
}
