/** The kinds of game that people ask for by name, and the families of games that each takes in. */

/** What people ask for first, then the rest as the book has them. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  "Hold ’em": ["hold-em"],
  Omaha: ["omaha"],
  Stud: ["seven-card-stud", "super-seven-card-stud", "five-card-stud", "mambo-stud"],
  Draw: ["five-card-draw", "triple-draw", "badugi"],
};

/** For a family that this page has not heard of. */
const OTHER = "Other";

export const KINDS: readonly string[] = [...Object.keys(FAMILIES), OTHER];

export function kindOf(family: string): string {
  return KINDS.find((kind) => FAMILIES[kind]?.includes(family)) ?? OTHER;
}
