/** What this client knows about the room: who we are, the lobby, and the tables we watch. */

import { keepPromise } from "../history/promises";
import type {
  PayoutNews,
  Move,
  ClientMessage,
  ConsentWanted,
  DealersTable,
  FloorBoard,
  Invitation,
  LobbyView,
  Offered,
  Refused,
  Said,
  Saying,
  ServerMessage,
  Standing,
  TableView,
  Told,
  You,
} from "../wire";
import { spokenWords } from "../words";
import { ensureSession, lockState } from "./api";
import { announce, interrupt } from "./announce.svelte";
import { waitBefore, type Status } from "./connection";
import { FLOOR, Lines } from "./lines";
import { go, isShown, place, tableName, toTable } from "./route.svelte";
import { soundOf } from "./sound";

const LOG_LENGTH = 400;

type Listener = (message: ServerMessage) => void;
/** What the pages of other games do with the messages of their own, by type: each says so when it is first fetched. */
const listeners = new Map<string, Listener>();

export function listen<Type extends ServerMessage["type"]>(
  type: Type,
  hear: (message: Extract<ServerMessage, { type: Type }>) => void,
): void {
  listeners.set(type, hear as Listener);
}
const CHAT_LENGTH = 100;

export interface Watched {
  view: TableView;
  sequence: number;
  log: Told[];
  said: Said[];
}

export interface Notice {
  key: number;
  says: Saying;
  rule: string;
  good: boolean;
}

type Answer = { ok: true; table: string } | { ok: false; refused: Refused };
type Asked = { [Kind in ClientMessage as Kind["type"]]: Omit<Kind, "id"> }[AskedType];
type AskedType = Extract<ClientMessage, { id: string }>["type"];

export const room = $state({
  status: "connecting" as Status,
  /** The line was lost and is not back yet: nothing can be asked meanwhile. */
  down: false,
  goodbye: null as Saying | null,
  you: null as You | null,
  /** Whether this console was left, and shows nothing until its holder has shown who they are. */
  locked: false,
  lobby: null as LobbyView | null,
  tables: {} as Record<string, Watched>,
  /** The tables that I watch as staff, where a dealer deals. */
  dealers: {} as Record<string, DealersTable>,
  /** How many entries of mine as a dealer the room has not confirmed, by table. */
  unsent: {} as Record<string, number>,
  offered: null as Offered | null,
  /** What staff would do with my money, if I agree. */
  consents: [] as ConsentWanted[],
  /** The rooms that I was required to leave, and why: I can have no seat and join no list there until I am reinstated. */
  removals: [] as Standing[],
  /** Tables among friends that I may come to. */
  invitations: {} as Record<string, Invitation>,
  /** How many signatures each room where I work waits for from me; told when that changes. */
  inboxes: {} as Record<string, number>,
  notices: [] as Notice[],
  /** The last that was told of a bad beat at each table, until somebody here has seen enough of it. */
  hits: {} as Record<string, PayoutNews>,
  /** How far the room's clock is ahead of ours, in milliseconds. */
  skew: 0,
});

/** The board of the floor that this page shows, of which room, and what takes it. */
let floor: { room: string; take: (board: FloorBoard) => void } | null = null;
/** Tables this page wants to follow, whether or not it is connected. */
const wanted = new Map<string, number>();
/** Games beside poker that this page wants to follow, by the addresses of their pages. */
const wantedGames = new Map<string, number>();
/** What was asked and not answered yet, by its id. */
const pending = new Map<string, { message: ClientMessage; at: number; settle: (answer: Answer) => void }>();
/** What needs no answer any more, by its id. */
const answered = new Set<string>();
/** How old a request may be that is asked again when the line is back, in milliseconds. */
const ASKED_AGAIN_WITHIN = 60_000;
let lines: Lines | null = null;
let notices = 0;
/** Lines of a log that are no events of the table stand between those that are. */
let beside = 0;

export async function connect(): Promise<void> {
  if (lines) return;
  lines = new Lines(location.origin, {
    heard,
    status: changed,
    places,
    seen: lastSeen,
    following,
    leaving,
    unanswered,
  });
  await enter(0);
  addEventListener("offline", () => lines?.drop());
  addEventListener("online", () => lines?.hurry());
  addEventListener("visibilitychange", () => document.visibilityState === "visible" && lines?.hurry());
}

/** If the room does not answer, keep trying for as long as it takes. */
async function enter(attempt: number): Promise<void> {
  try {
    await ensureSession();
    lines?.open();
  } catch {
    changed("waiting");
    setTimeout(() => void enter(attempt + 1), waitBefore(attempt));
  }
}

function changed(status: Status): void {
  room.status = status;
  if (status === "open") room.down = false;
  if (status === "waiting" || status === "closed") room.down = true;
  if (status === "closed") for (const id of [...pending.keys()]) settle(id, { ok: false, refused: offline(id) });
}

/**
 * Whether what was asked before the line was lost has been done is not known here, but in the room: it answers the same id as before, and
 * does nothing twice. What is too old is not asked again: by then somebody may want something else.
 */
function unanswered(): ClientMessage[] {
  for (const [id, { at }] of [...pending])
    if (Date.now() - at >= ASKED_AGAIN_WITHIN) settle(id, { ok: false, refused: unconfirmed(id) });
  return [...pending.values()].map(({ message }) => message);
}

function offline(id: string): Refused {
  return { type: "Refused", id, code: "offline", says: { key: "page.offline", values: {} }, rule: "" };
}

function unconfirmed(id: string): Refused {
  const says: Saying = { key: "page.unconfirmed", values: {} };
  notice(says, "");
  return { type: "Refused", id, code: "offline", says, rule: "" };
}

/** Disconnected: because the console is locked, or because the room no longer knows us, for example after it was reset. */
async function sentAway(): Promise<void> {
  const found = await lockState().catch(() => null);
  if (found?.locked) room.locked = true;
  if (!found || found.person) return;
  room.locked = false;
  reconnect();
}

/** After logging in or out the room must see the new session: connect again and keep nothing of the old one. */
export function reconnect(): void {
  lines?.end();
  lines = null;
  room.tables = {};
  room.dealers = {};
  room.offered = null;
  room.consents = [];
  room.removals = [];
  room.invitations = {};
  room.inboxes = {};
  room.goodbye = null;
  room.down = false;
  void connect();
}

const places = (): string[] => [...wanted.keys(), ...wantedGames.keys(), ...(floor ? [FLOOR] : [])];
const lastSeen = (place: string): number | undefined => (wanted.has(place) ? room.tables[place]?.sequence : undefined);

/** Another server need not know yet that I have come to a table by its link. */
function following(place: string): ClientMessage[] {
  if (place === FLOOR) return floor ? [{ type: "WatchFloor", room: floor.room }] : [];
  if (wantedGames.has(place)) return [{ type: "WatchGame", game: place }];
  const invited = room.invitations[place];
  const watching: ClientMessage = { type: "Watch", table: place, after: room.tables[place]?.sequence ?? null };
  if (!invited) return [watching];
  const id = newId();
  answered.add(id);
  return [{ type: "OpenInvitation", id, token: invited.token }, watching];
}

function leaving(place: string): ClientMessage {
  if (place === FLOOR) return { type: "UnwatchFloor" };
  return wantedGames.has(place) ? { type: "UnwatchGame", game: place } : { type: "Unwatch", table: place };
}

/** Follow a table until the function it returns is called; several may want the same. */
export function watch(table: string): () => void {
  wanted.set(table, (wanted.get(table) ?? 0) + 1);
  lines?.send({ type: "Watch", table, after: room.tables[table]?.sequence ?? null });
  return () => {
    const others = (wanted.get(table) ?? 1) - 1;
    if (others) return void wanted.set(table, others);
    wanted.delete(table);
    lines?.send({ type: "Unwatch", table });
  };
}

/** Follow a game beside poker until the function it returns is called. */
export function watchGame(game: string): () => void {
  wantedGames.set(game, (wantedGames.get(game) ?? 0) + 1);
  lines?.send({ type: "WatchGame", game });
  return () => {
    const others = (wantedGames.get(game) ?? 1) - 1;
    if (others) return void wantedGames.set(game, others);
    wantedGames.delete(game);
    lines?.send({ type: "UnwatchGame", game });
  };
}

/** Follow the floor of a room until the function it returns is called: all of it comes first, and again after a lost line. */
export function followFloor(name: string, take: (board: FloorBoard) => void): () => void {
  const following = (floor = { room: name, take });
  lines?.send({ type: "WatchFloor", room: name });
  return () => {
    if (floor !== following) return;
    floor = null;
    lines?.send({ type: "UnwatchFloor" });
  };
}

/** A unique id for a request. `crypto.randomUUID` is missing where the page came over plain http. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
}

/** Ask the room for something; the promise settles when it is durable, or refused. */
export function ask(message: Asked): Promise<Answer> {
  const id = newId();
  return new Promise((settle) => {
    const asked = { ...message, id };
    if (!room.down && lines?.send(asked)) {
      pending.set(id, { message: asked, at: Date.now(), settle });
      return;
    }
    const refused = offline(id);
    notice(refused.says, "");
    settle({ ok: false, refused });
  });
}

export async function act(table: string, move: Move): Promise<boolean> {
  const seen = room.tables[table]?.sequence ?? null;
  const answer = await ask({ type: "Act", table, move, seen });
  return answer.ok;
}

export async function quickSeat(game: string | null): Promise<void> {
  const answer = await ask({ type: "QuickSeat", game });
  if (answer.ok && answer.table) go(toTable(answer.table));
}

/** Take the offered seat; if dealt in elsewhere, only have it kept. */
export async function accept(): Promise<void> {
  const offered = room.offered;
  if (!offered) return;
  room.offered = null;
  const done = await ask({ type: "AnswerOffer", table: offered.table, seat: offered.seat, accept: true });
  if (done.ok && done.table) go(toTable(done.table));
  else if (!done.ok && done.refused.code === "round in progress") room.offered = offered;
}

export function decline(): void {
  const offered = room.offered;
  room.offered = null;
  if (offered) void ask({ type: "AnswerOffer", table: offered.table, seat: offered.seat, accept: false });
}

/** `good` for news that nobody need worry about. */
export function notice(says: Saying, rule: string, good = false): void {
  const key = (notices += 1);
  room.notices = [...room.notices.slice(-2), { key, says, rule, good }];
  setTimeout(() => dismiss(key), rule ? 9_000 : 6_000);
}

/** A hit is celebrated and written down at its table, and told to everybody else in the room. */
function payoutNews(news: PayoutNews): void {
  if (room.lobby)
    room.lobby.payouts = room.lobby.payouts.map((each) => (each.name === news.payout ? news.shown : each));
  const watched = room.tables[news.table];
  if (watched) {
    beside += 1e-6;
    const told: Told = {
      sequence: watched.sequence + beside,
      tag: "PayoutNews",
      says: news.says,
      rule: news.rule,
      edition: news.edition,
      reading: news.reading,
      round: news.hit?.round ?? 0,
      seat: null,
      amount: news.amount,
      cards: [],
      because: [],
      award: null,
    };
    watched.log = [...watched.log, told].slice(-LOG_LENGTH);
  }
  if ((watched && isShown(news.table)) || isOnConsole(news.table)) announce(spokenWords(news.says));
  else notice(news.says, news.rule, true);
  room.hits = { ...room.hits, [news.table]: news };
}

/** Staff have it above their console as long as it lasts, and whoever deals the table before them. */
function isOnConsole(table: string): boolean {
  const { route } = place;
  return route.screen === "staff" || (route.screen === "dealer" && route.table === table);
}

export function dismiss(key: number): void {
  room.notices = room.notices.filter((each) => each.key !== key);
}

/** Why I may not take a seat or wait for one, in the play-chip room or the licensed one. */
export function removalFrom(playChips: boolean): Standing | undefined {
  return room.removals.find((each) => each.play_chips === playChips);
}

/** The room's time, in seconds since 1970. */
export function roomTime(): number {
  return (Date.now() + room.skew) / 1000;
}

function heard(message: ServerMessage): void {
  switch (message.type) {
    case "Welcome":
      room.you = message.you;
      // The room then says which of them are still in force.
      room.removals = [];
      room.lobby = message.lobby;
      room.skew = message.now * 1000 - Date.now();
      room.goodbye = null;
      break;
    case "Lobby":
      room.lobby = message.lobby;
      break;
    case "TableState":
      seen(message.table, message.sequence, message.told, message.state);
      break;
    case "Happened":
      seen(message.table, message.sequence, message.told, message.state);
      break;
    case "DealersTable":
      room.dealers[message.table] = message;
      break;
    case "PayoutNews":
      payoutNews(message);
      break;
    case "FloorBoard":
      if (floor?.room === message.room) floor.take(message);
      break;
    case "Accepted":
      settle(message.id, { ok: true, table: message.table });
      break;
    case "Refused":
      // Two servers may answer what was asked of both while its table moved.
      if (message.id && answered.has(message.id)) break;
      notice(message.says, message.rule);
      if (!message.id && room.offered?.leaving) room.offered = null;
      if (message.id) settle(message.id, { ok: false, refused: message });
      break;
    case "Offered":
      room.offered = message;
      announce(
        message.accepted || message.leaving
          ? `The seat at ${tableName(message.table)} is kept for you until this round is over.`
          : `A seat is offered to you at ${tableName(message.table)}.`,
      );
      break;
    case "InboxChanged":
      room.inboxes = { ...room.inboxes, [message.room]: message.waiting };
      break;
    case "Invitation":
      room.invitations = { ...room.invitations, [message.table]: message };
      break;
    case "ConsentWanted":
      room.consents = [...withoutConsent(message.proposal), message];
      break;
    case "ConsentSettled":
      room.consents = withoutConsent(message.proposal);
      break;
    case "Standing":
      standing(message);
      break;
    case "Said": {
      const watched = room.tables[message.table];
      const isKnown = (each: Said) =>
        each.at === message.at && each.name === message.name && each.text === message.text;
      if (watched && !watched.said.some(isKnown)) watched.said = [...watched.said.slice(1 - CHAT_LENGTH), message];
      break;
    }
    case "Pong":
      room.skew = message.now * 1000 - Date.now();
      break;
    case "Goodbye":
      room.goodbye = message.says;
      if (!message.again) void sentAway();
      break;
    default:
      listeners.get((message as ServerMessage).type)?.(message);
  }
}

/** I sit where a seat was kept for me. */
function arrived(table: string): void {
  const moved = room.offered?.leaving;
  room.offered = null;
  if (moved && (place.route.screen === "table" || place.route.screen === "lobby")) go(toTable(table));
}

function withoutConsent(proposal: string): ConsentWanted[] {
  return room.consents.filter((each) => each.proposal !== proposal);
}

export async function answerConsent(wanted: ConsentWanted, agrees: boolean): Promise<void> {
  room.consents = withoutConsent(wanted.proposal);
  await ask({ type: "AnswerConsent", proposal: wanted.proposal, agrees });
}

/** Required to leave, or reinstated. An offered seat is withdrawn; a removal is shown while it is in force. */
function standing(message: Standing): void {
  room.removals = room.removals.filter((each) => each.play_chips !== message.play_chips);
  if (message.required) {
    room.removals = [...room.removals, message];
    room.offered = null;
    interrupt(spokenWords(message.says));
  } else {
    notice(message.says, "");
  }
}

function settle(id: string, answer: Answer): void {
  pending.get(id)?.settle(answer);
  pending.delete(id);
  answered.add(id);
}

function seen(table: string, sequence: number, told: readonly Told[], view: TableView): void {
  const before = room.tables[table];
  if (before && sequence < before.sequence) return;
  const known = before?.sequence ?? -1;
  const fresh = told.filter((each) => each.sequence > known);
  room.tables[table] = {
    view,
    sequence,
    log: before ? [...before.log, ...fresh].slice(-LOG_LENGTH) : fresh,
    said: before?.said ?? [],
  };
  if (view.my_seat !== null && room.offered?.table === table) arrived(table);
  if (view.commitment) keepPromise(table, view.commitment);
  if (!fresh.length || !before || !isShown(table)) return;
  soundOf(fresh.map((each) => each.tag));
  const spoken = fresh.flatMap((each) => (each.says && each.tag !== "CardBurned" ? [spokenWords(each.says)] : []));
  if (spoken.length) announce(spoken.join(" "));
}
