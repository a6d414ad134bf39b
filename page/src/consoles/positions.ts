/** Which positions are those of staff; apart from the consoles, because the lobby asks it. */

const NO_STAFF: readonly string[] = ["visitor", "player"];

export const isStaff = (position: string | undefined): boolean =>
  position !== undefined && !NO_STAFF.includes(position);
