/** The positions of staff; apart from the consoles, because the lobby asks who is staff. */

export { POSITIONS } from "../staff";

const NO_STAFF: readonly string[] = ["visitor", "player"];

export const isStaff = (position: string | undefined): boolean =>
  position !== undefined && !NO_STAFF.includes(position);
