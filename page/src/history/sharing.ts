/** Links to rounds of mine, which anybody can open; and what such a link shows. */

import { answer, post, type Evidence, type RoundTold } from "../room/api";

export interface Share {
  id: string;
  /** Its path at this room. */
  address: string;
  table: string;
  round: number;
  cards: boolean;
  names: boolean;
  at: string;
}

/** A round as its owner shares it: nobody in it is me. */
export interface SharedRound extends RoundTold {
  by: string;
  /** Of the owner, who is shown nearest. */
  seat: number;
  cards: boolean;
  names: boolean;
  proof: Evidence | null;
}

export const shares = (): Promise<Share[]> => answer<{ shares: Share[] }>("/api/shares").then((found) => found.shares);

export const share = (table: string, round: number, cards: boolean, names: boolean): Promise<Share> =>
  post(`/api/rounds/${encodeURIComponent(table)}/${round}/share`, { cards, names });

export const takeBack = (id: string): Promise<void> =>
  answer(`/api/shares/${encodeURIComponent(id)}`, { method: "DELETE" });

/** What the link at this address shows. The page there has no origin, and no cookie belongs to it. */
export const sharedRound = (address: string): Promise<SharedRound> =>
  answer(`${address}/round`, { credentials: "omit" });

export const linkTo = (share: Share): string => `${location.origin}${share.address}`;

const WIDTH = 640;
const HEIGHT = 480;

/** For a page of somebody's own: the round in a frame. */
export const frameOf = (share: Share): string =>
  `<iframe src="${linkTo(share)}" width="${WIDTH}" height="${HEIGHT}" title="A round of poker" style="border:0" loading="lazy"></iframe>`;
