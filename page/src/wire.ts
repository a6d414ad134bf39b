// Made by `python -m tools.wire` from src/pokerroom/wire/messages.py: change that, not this.

export const VERSION = 2;

/** A sentence or a part of one: its key in the catalogue, `<file>.<name>`, and the values that it names. Money is in cents, a seat counted from 0, a card its text. Words come in as values only where they are somebody's own: a name, a reason that was typed in. */
export interface Saying {
  key: string;
  values: Record<string, number | string | Saying | (number | string | Saying)[]>;
}

export interface Fold {
  type: "Fold";
}

export interface Check {
  type: "Check";
}

export interface Call {
  type: "Call";
  discard?: string[];
}

/** Make the first bet of a betting round. */
export interface Bet {
  type: "Bet";
  to: number;
  discard?: string[];
}

/** Raise the bet to a total of this betting round. */
export interface Raise {
  type: "Raise";
  to: number;
  discard?: string[];
}

export interface PostForcedBet {
  type: "PostForcedBet";
  discard?: string[];
}

/** Exchange these cards; none is to stand pat. */
export interface Draw {
  type: "Draw";
  discard?: string[];
}

/** Give up the down cards that entering the round cost. */
export interface Discard {
  type: "Discard";
  cards: string[];
}

export interface Show {
  type: "Show";
}

export interface Concede {
  type: "Concede";
}

export interface Freeze {
  type: "Freeze";
}

export interface PlayOn {
  type: "PlayOn";
}

/** The first message of a connection; `resume` holds the last sequence seen of each table watched before. */
export interface Hello {
  type: "Hello";
  version: number;
  resume?: Record<string, number>;
}

/** Be told what happens at a table, from the event after `after` on. */
export interface Watch {
  type: "Watch";
  table: string;
  after?: number | null;
}

export interface Unwatch {
  type: "Unwatch";
  table: string;
}

/** A move in the round of play. `seen` is the sequence of the state it answers: what has changed refuses it. */
export interface Act {
  type: "Act";
  id: string;
  table: string;
  move: Move;
  seen?: number | null;
}

/** Take a seat: this one or any, with this amount or the customary one. */
export interface Sit {
  type: "Sit";
  id: string;
  table: string;
  seat?: number | null;
  amount?: number | null;
}

/** Take the best seat free, in this game or in any. */
export interface QuickSeat {
  type: "QuickSeat";
  id: string;
  game?: string | null;
}

export interface TopUp {
  type: "TopUp";
  id: string;
  table: string;
  amount: number;
}

export interface SitOut {
  type: "SitOut";
  id: string;
  table: string;
}

export interface SitIn {
  type: "SitIn";
  id: string;
  table: string;
}

export interface Leave {
  type: "Leave";
  id: string;
  table: string;
}

/** Wait for a seat in this game at these limits, as the lobby names them. */
export interface JoinList {
  type: "JoinList";
  id: string;
  game: string;
  limits: string;
}

export interface LeaveList {
  type: "LeaveList";
  id: string;
  game: string;
  limits: string;
}

/** Take or decline the seat offered. Dealt in elsewhere, one keeps it by accepting, and accepts again afterwards. */
export interface AnswerOffer {
  type: "AnswerOffer";
  id: string;
  table: string;
  seat: number;
  accept: boolean;
}

/** Agree to what staff would do with my money, or decline it. */
export interface AnswerConsent {
  type: "AnswerConsent";
  id: string;
  proposal: string;
  agrees: boolean;
}

/** Ask to go from this table to another of the same game and limits: `to`, or any. A seat there is offered. */
export interface RequestChange {
  type: "RequestChange";
  id: string;
  table: string;
  to?: string | null;
}

export interface CancelChange {
  type: "CancelChange";
  id: string;
  table: string;
}

/** Ask everybody with a seat at my table to agree to a higher minimum wager, 14.17. I agree by asking. */
export interface ProposeMinimum {
  type: "ProposeMinimum";
  id: string;
  table: string;
  minimum: number;
}

/** Answer the proposal of a higher minimum: it takes effect when everybody agrees, and falls when one does not. */
export interface Agree {
  type: "Agree";
  id: string;
  table: string;
  agrees?: boolean;
}

export interface UseTimeBank {
  type: "UseTimeBank";
  id: string;
  table: string;
}

/** What the room does by itself for this player; what is left out stays as it was. */
export interface Preferences {
  type: "Preferences";
  id: string;
  /** Concede unseen at a showdown that is lost. */
  muck_losers?: boolean;
  auto_time_bank?: boolean;
  auto_top_up?: boolean;
}

export interface Chat {
  type: "Chat";
  id: string;
  table: string;
  text: string;
}

export interface Ping {
  type: "Ping";
  n: number;
}

/** Something I may do now. Amounts are given where the move has one. */
export interface Offer {
  /** The type of the move that takes it up. */
  kind: "Bet" | "Call" | "Check" | "Concede" | "Discard" | "Draw" | "Fold" | "Freeze" | "PlayOn" | "PostForcedBet" | "Raise" | "Show";
  /** The paragraph it rests on. */
  rule: string;
  /** What calling or the forced bet costs; what a fold does not save. */
  amount: number;
  /** Of a bet or raise: the total of this betting round. */
  least: number;
  most: number;
  /** Whole chips between least and most; most itself is always allowed. */
  step: number;
  /** Down cards to give up with it, or at most to exchange in a draw. */
  discard: number;
  /** A fold where nothing has to be called: ask before. */
  free: boolean;
}

/** What a player did last in a round of play. */
export interface LastAction {
  /** The kind of event, as the record names it. */
  kind: string;
  /** In cents; of cards drawn or discarded, how many. */
  amount: number | null;
}

export interface SeatView {
  seat: number;
  name: string;
  bot: boolean;
  me: boolean;
  /** Before the player now, less what they have put in. */
  stakes: number;
  /** Bought in during the round; it plays from the next one on. */
  added: number;
  bet: number;
  down: string[];
  up: string[];
  discards: string[];
  dealt_in: boolean;
  live: boolean;
  all_in: boolean;
  frozen: boolean;
  shown: boolean;
  sitting_out: boolean;
  away: boolean;
  leaving: boolean;
  /** Was required to leave the game, 14.16(b): plays the hand out, and may do nothing else at the table. */
  must_leave: boolean;
  connected: boolean;
  owes_blinds: boolean;
  time_bank: number;
  last_action: LastAction | null;
  /** Of the pots of the round just finished. */
  won: number;
}

export interface PotView {
  amount: number;
  /** Who may win it. */
  seats: number[];
}

export interface Turn {
  seat: number;
  since: number;
  /** When the time to act runs out; none while the clock stands. */
  deadline: number | null;
  on_time_bank: boolean;
}

export interface KillView {
  option: string;
  seat: number | null;
}

/** A higher minimum wager that everybody with a seat is asked to agree to, 14.17. */
export interface ProposalView {
  minimum: number;
  /** The name of who proposes it. */
  by: string;
  agreed: number[];
  /** Who has still to answer. */
  waiting: number[];
}

/** The change of tables I wait for: to this one, or to any. */
export interface ChangeView {
  to: string | null;
}

/** What binds the room to the order of the deck of this round: see docs/shuffle.md. */
export interface Commitment {
  round: number;
  deck: number;
  /** Hexadecimal. */
  root: string;
  cut: number;
}

export interface Award {
  /** 0 is the main pot. */
  pot: number;
  share: string;
  seats: number[];
  amounts: number[];
  /** The name of the winning hand; none where nobody had to show. */
  hand: Saying | null;
}

/** How the last round of play ended. */
export interface Result {
  round: number;
  ending: string;
  awards: Award[];
}

/** Everything one viewer may see of a table. */
export interface TableView {
  name: string;
  /** The key of the game. */
  game: string;
  /** The name of the game. */
  title: string;
  edition: string;
  limits: string;
  structure: string;
  minimum: number;
  sign: string[];
  /** The least and the most to sit down with. */
  buy_in: [number, number];
  /** Rounds of play started at this table. */
  round: number;
  /** A round of play is in progress. */
  playing: boolean;
  street: string | null;
  stage: string | null;
  board: string[];
  /** Everything put in, bets before the players included, less what was raked. */
  pot: number;
  pots: PotView[];
  /** What a player must have in to stay, in this betting round. */
  bet: number;
  raked: number;
  button: number | null;
  blinds: number[];
  kill: KillView | null;
  /** Higher minimums that are customary to propose here; none where none is possible. */
  increases: number[];
  proposal: ProposalView | null;
  /** Those taken. */
  seats: SeatView[];
  /** How many seats the table has. */
  places: number;
  turn: Turn | null;
  next_round_at: number | null;
  my_seat: number | null;
  offers: Offer[];
  /** The name of my hand as it stands, for each way the pot is won. */
  my_high: Saying | null;
  my_low: Saying | null;
  my_change: ChangeView | null;
  commitment: Commitment | null;
  result: Result | null;
  /** How far behind the table a spectator is. */
  delayed: number;
  /** Why the table has stopped; none while it runs. */
  halted: Saying | null;
}

/** One event as it is told, with what is needed to show it. */
export interface Told {
  sequence: number;
  /** The kind of event, as the record names it. */
  tag: string;
  /** None where the event only moves the round on. */
  says: Saying | null;
  /** The paragraph behind it, as `/api/rules/{paragraph}` takes it. */
  rule: string;
  /** Of the regulation, in which that paragraph stands. */
  edition: string;
  /** How the room reads it, where the words leave a choice: see docs/readings. */
  reading: string | null;
  round: number;
  seat: number | null;
  amount: number | null;
  cards: string[];
}

export interface WaitingList {
  game: string;
  limits: string;
  waiting: number;
  /** My place on it, from 1. */
  mine: number | null;
}

export interface LobbyTable {
  name: string;
  game: string;
  /** The games it is one of, such as `omaha` for Omaha high and for Omaha high-low. */
  family: string;
  title: string;
  limits: string;
  structure: string;
  minimum: number;
  buy_in: [number, number];
  places: number;
  seated: number;
  bots: number;
  free: number;
  waiting: number;
  average_pot: number;
  rounds_per_hour: number;
  playing: boolean;
  play_chips: boolean;
  /** I have a seat there. */
  mine: boolean;
}

export interface LobbyView {
  tables: LobbyTable[];
  lists: WaitingList[];
  /** What the room keeps for me, besides what lies on tables. */
  bank: number;
}

export interface You {
  id: string;
  name: string;
  role: string;
  guest: boolean;
  muck_losers: boolean;
  auto_time_bank: boolean;
  auto_top_up: boolean;
}

export interface Welcome {
  type: "Welcome";
  version: number;
  you: You;
  now: number;
  lobby: LobbyView;
}

/** Nothing has happened. `rule` is the paragraph that forbids it, where one does. */
export interface Refused {
  type: "Refused";
  id: string | null;
  code: string;
  says: Saying;
  rule: string;
}

/** It has happened, and is durable. `table` and `seat` say where, when a seat was taken. */
export interface Accepted {
  type: "Accepted";
  id: string;
  table: string;
  seat: number | null;
}

/** The table as it is, and what has happened in its round of play so far, for one who has seen nothing of it yet. */
export interface TableState {
  type: "TableState";
  table: string;
  sequence: number;
  state: TableView;
  told: Told[];
}

/** What has happened since the sequence before, and the table after it. */
export interface Happened {
  type: "Happened";
  table: string;
  sequence: number;
  told: Told[];
  state: TableView;
}

export interface Lobby {
  type: "Lobby";
  lobby: LobbyView;
}

/** A seat that I waited for, or to change tables, is mine until then. */
export interface Offered {
  type: "Offered";
  table: string;
  seat: number;
  game: string;
  limits: string;
  until: number;
  /** I have accepted it, and take it when the round of play is over that I am dealt into elsewhere. */
  accepted: boolean;
}

/** Whether I was required to leave the game, 14.16(b): no seat and no list is open to me until I am reinstated. */
export interface Standing {
  type: "Standing";
  /** Of which room: the one of play chips, or the licensed one. */
  play_chips: boolean;
  required: boolean;
  /** What happened, and until when. */
  says: Saying;
  rule: string;
}

/** Staff would do something with my money: it happens if I agree, or if another member of staff signs it. */
export interface ConsentWanted {
  type: "ConsentWanted";
  proposal: string;
  says: Saying;
  by: string;
  until: number;
}

/** Nobody needs my consent to it any more. */
export interface ConsentSettled {
  type: "ConsentSettled";
  proposal: string;
}

export interface Said {
  type: "Said";
  table: string;
  name: string;
  text: string;
  at: number;
}

export interface Pong {
  type: "Pong";
  n: number;
  now: number;
}

/** The room closes the connection; `again` says whether a new one makes sense. */
export interface Goodbye {
  type: "Goodbye";
  says: Saying;
  again: boolean;
}

export type Move =
  | Fold
  | Check
  | Call
  | Bet
  | Raise
  | PostForcedBet
  | Draw
  | Discard
  | Show
  | Concede
  | Freeze
  | PlayOn;

export type ClientMessage =
  | Hello
  | Watch
  | Unwatch
  | Act
  | Sit
  | QuickSeat
  | TopUp
  | SitOut
  | SitIn
  | Leave
  | JoinList
  | LeaveList
  | AnswerOffer
  | AnswerConsent
  | RequestChange
  | CancelChange
  | ProposeMinimum
  | Agree
  | UseTimeBank
  | Preferences
  | Chat
  | Ping;

export type ServerMessage =
  | Welcome
  | Refused
  | Accepted
  | TableState
  | Happened
  | Lobby
  | Offered
  | Standing
  | ConsentWanted
  | ConsentSettled
  | Said
  | Pong
  | Goodbye;
