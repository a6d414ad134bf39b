// Made by `python -m tools.wire` from src/pokerroom/wire: change that, not this.

export const VERSION = 2;

/** What I follow is at another server: connect there too, say `Hello` with `resume`, then let go of it here. What I asked of it and is not answered yet I ask again there, under the same id. */
export interface Moved {
  type: "Moved";
  /** The table, or the game by where its page is; empty for the board of the floor. */
  table: string;
  /** Of the server, such as `https://room.example.com/s/two`; its socket is there at `/ws`, or at `/t/<table>`. */
  address: string;
}

/** The dealer's box: decks, devices and what is due. */
export interface BoxView {
  /** The gaming day it is open on; none while it is closed. */
  day: string | null;
  /** Who is signed on. */
  dealer: string | null;
  decks: DeckView[];
  /** The backs that the distribution of the gaming day gives this table. */
  backs: BackView[];
  cover: string | null;
  shuffler: string | null;
  /** How many have a seat. */
  players: number;
  /** What the dealer handles while the marker button lies on the deck. */
  transaction: string | null;
  /** Why the next round may not be dealt; none where it may. */
  may_deal: Reason | null;
  /** What is owed, and every running clock before it runs out: the next one first. */
  due: DutyView[];
  /** The round that `Attest` names: the last one that is over. */
  round: number;
  /** Whether nothing is left to attest of it. */
  attested: boolean;
  /** Whether a deck is there that can be shuffled and cut for the next round, which `Attest` then says. */
  may_prepare: boolean;
  hands: HandToClear[];
  /** Of that round, to put into the table inventory container. */
  rake: number;
  /** Of its pots, to put into the container of a bad beat payout. */
  contribution: number;
  pots: PotToClear[];
  rules: DeckRulesView;
  calls: CallView[];
}

/** The cards that the round waits for, in the order they leave the deck; for each whether it lies open. */
export interface CardsDue {
  street: string;
  open: boolean[];
  /** By which paragraph one that is due face down counts when it comes face up; empty where none is due so. */
  exposed: string;
  /** Whether nobody has a hand before them: they are dealt, and not entered yet. */
  first: boolean;
}

/** What the pots give if the seat to act folds, or mucks at the showdown, and the round is over: nobody confirms what they were not shown. */
export interface LastFold {
  seat: number;
  rake: number;
  contribution: number;
  /** Whether a deck can be shuffled and cut for the next round then. */
  may_prepare: boolean;
}

/** What the round leaves to confirm once its pots are pushed, whoever wins them. */
export interface LastPush {
  rake: number;
  contribution: number;
  /** Whether a deck can be shuffled and cut for the next round then. */
  may_prepare: boolean;
}

/** Chips that a player is bound to and has not put in yet. */
export interface Owing {
  seat: number;
  amount: number;
}

/** The pieces in use at a table, in cents, and what lies on it besides chips. */
export interface Pieces {
  chips: number[];
  bills: number[];
  /** Which bills are among the stakes of each seat. */
  laid: number[][];
  /** The ante, where it may be paid in coin. */
  ante_in_coin: number;
  /** Whose ante was, in this round. */
  coin_from: number[];
}

/** Why something may not be done now, and by which paragraph. */
export interface Reason {
  code: string;
  says: Saying;
  rule: string;
}

/** What the seat to act has said or put in so far: chips follow, or both hands come to rest, 14.7(g). */
export interface Unfinished {
  seat: number;
  words: string;
  placed: number;
}

/** The floor of a room: all of it, or what has changed since the last one. */
export interface FloorBoard {
  type: "FloorBoard";
  room: string;
  /** All of it: forget what was shown before. */
  whole: boolean;
  now: number;
  tables: FloorTable[];
  /** Tables that are no longer there. */
  gone: string[];
  lists: FloorList[];
  /** Lists that are no longer there, by game and limits. */
  ended: [string, string][];
  waits: ExpectedWait[];
  people: FloorPeople | null;
}

/** Something that everybody in the room may know of a payout: a hit, its verification, what was paid. */
export interface PayoutNews {
  type: "PayoutNews";
  payout: string;
  table: string;
  says: Saying;
  rule: string;
  edition: string;
  reading: string | null;
  amount: number;
  /** The display as it is now. */
  shown: PayoutShown;
  /** The hit that it is about; none where that was rejected. */
  hit: HitShown | null;
}

/** A payout as it is displayed, 14.19(b). */
export interface PayoutShown {
  name: string;
  amount: number;
  /** The payout for a lesser hand; none where there is none. */
  secondary: number | null;
  /** Whether the secondary is funded from the primary, and deducted from it if won, 14.19(m)2iii. */
  from_primary: boolean;
  /** Whether the amount is pending adjustment because of a payout, 14.19(i)1. */
  pending: boolean;
  /** Which hand must lose, in words. */
  qualifier: string;
  tables: string[];
  play_chips: boolean;
  /** The last hit, while it is being verified and paid and afterwards until the next. */
  hit: HitShown | null;
  /** Every hit that is still to be decided or paid, in their order. */
  open: HitShown[];
  /** Of a multi-casino payout. */
  system: SystemShown | null;
  /** Whether no pot contributes any more, 14.19(c); what is displayed can still be won. */
  stopped: boolean;
}

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
  /** Leave the table where I have a seat; if I am dealt in there, this one is kept for me until that round is over. */
  leave?: boolean;
}

/** Take the best seat free, in this game or in any: always for play chips, never for money. */
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

/** Come back: make missed blinds good and be dealt in, or wait for the last blind. */
export interface SitIn {
  type: "SitIn";
  id: string;
  table: string;
  wait?: boolean;
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
  /** For play chips or for money; where it is not said, the list of play chips if there is one. */
  play_chips?: boolean | null;
}

export interface LeaveList {
  type: "LeaveList";
  id: string;
  game: string;
  limits: string;
  play_chips?: boolean | null;
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

/** Make a table among friends, for play chips, that only those find who have its link. I am its host. */
export interface MakeTable {
  type: "MakeTable";
  id: string;
  /** One of those that `/api/friends` names. */
  settings: string;
  bots?: boolean;
}

/** Come by the link to a table among friends: from then on I may watch it and sit down there. */
export interface OpenInvitation {
  type: "OpenInvitation";
  id: string;
  token: string;
}

/** What the host of a table among friends may do: pause it between rounds, resume, and end it. */
export interface HostTable {
  type: "HostTable";
  id: string;
  table: string;
  power: "end" | "pause" | "resume";
}

/** Show me the board of the floor from now on: all of it first, then what changes. Whoever walks the floor is shown it, and whoever watches over it: security, surveillance and the Division. */
export interface WatchFloor {
  type: "WatchFloor";
  /** By its name in addresses: `play-chips` or `licensed`. */
  room: string;
}

export interface UnwatchFloor {
  type: "UnwatchFloor";
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
  /** What the blinds come to that the player has missed. */
  missed: number;
  /** Is dealt in when the last blind comes round. */
  waits_for_blind: boolean;
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

/** Of a table among friends. */
export interface FriendsView {
  /** The name of who made it. */
  host: string;
  paused: boolean;
  ended: boolean;
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
  /** The cards that make it, own and of the board, for each of the seats; none where nobody had to show. */
  cards: string[][];
}

/** How the last round of play ended. */
export interface Result {
  round: number;
  ending: string;
  awards: Award[];
}

/** My hand as it stands, for one way in which the pot is won. */
export interface HandNow {
  /** As an award names it: `high`, `low`, or `pot` where there is one way only. */
  share: string;
  /** Its name, or how far it is from one that may win. */
  says: Saying;
  /** Whether it may win as it is: a low may have to qualify. */
  stands: boolean;
  /** Of my cards and the board, those that count. */
  cards: string[];
  /** What one card more could make. */
  near: Saying | null;
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
  /** Whether the chips are for play; otherwise they are money. */
  play_chips: boolean;
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
  /** None where the table is anybody's. */
  friends: FriendsView | null;
  /** Of the street, from 0, while a round of play is in progress. */
  street_number: number | null;
  /** The smallest unit of table stakes. */
  piece: number;
  /** Where a dealer deals, cards and chips are on the felt: players follow here, and the dealer enters what they do. */
  dealt_by: "dealer" | "room";
  /** A scripted crew deals to simulated players: everybody may watch, and nobody takes a seat. */
  demonstration: boolean;
  /** My hand for each way the pot is won, with the cards that count; none once it is out, or while it is not whole. */
  my_hands: HandNow[];
  /** The least stakes that anybody is dealt in with. */
  needed: number;
  /** Seconds for which a seat is kept for somebody who has less than that. */
  rebuy: number;
  /** Until when mine is, while I have less. */
  my_seat_until: number | null;
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
  /** Why it came out so: hand compared with hand, or who acts first. */
  because: Saying[];
  /** Of a pot that was awarded. */
  award: Award | null;
}

export interface WaitingList {
  game: string;
  limits: string;
  waiting: number;
  /** My place on it, from 1. */
  mine: number | null;
  play_chips: boolean;
  /** How many of those who wait have been called to a seat. */
  called: number;
  /** How long whoever joins next may wait, by the pace of the evening; none after too few seatings. */
  minutes: number | null;
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
  /** Vacant seats that are held for nobody. */
  free: number;
  waiting: number;
  average_pot: number;
  rounds_per_hour: number;
  playing: boolean;
  play_chips: boolean;
  /** I have a seat there. */
  mine: boolean;
  /** A table among friends, where I have a seat or which I made; nobody else sees it here. */
  private: boolean;
  dealt_by: "dealer" | "room";
  /** Nobody takes a seat there. */
  demonstration: boolean;
}

export interface LobbyView {
  tables: LobbyTable[];
  lists: WaitingList[];
  /** What the room keeps for me, besides what lies on tables, play chips and money together: say them apart. */
  bank: number;
  /** The part of it that is play chips. */
  play_chips: number;
  /** The part of it that is money; none where I may not play for money. */
  money: number | null;
  /** Bad beat payouts as they are displayed, 14.19(b). */
  payouts: PayoutShown[];
  /** The games beside poker, which the house banks. */
  games: LobbyGame[];
  /** Whether anybody may try a position of staff, in a room set apart for it. */
  behind_the_scenes: boolean;
}

export interface You {
  id: string;
  name: string;
  /** The one I act in. */
  role: string;
  guest: boolean;
  muck_losers: boolean;
  auto_time_bank: boolean;
  auto_top_up: boolean;
  /** Every position of staff that I hold. */
  positions: string[];
  /** The only room in which I work, in an address; empty for all. */
  scope: string;
  /** Those in which I work, in an address: one for money comes first, whether a table is open there or not. */
  rooms: string[];
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

/** What a dealer's console shows, kept current for staff who watch a table that a dealer deals. */
export interface DealersTable {
  type: "DealersTable";
  table: string;
  /** How many events of the table and its box it includes. */
  sequence: number;
  now: number;
  /** The open gaming day of the room. */
  gaming_day: string | null;
  /** The table as everybody may see it, without delay; its turn has no deadline. */
  state: TableView;
  /** Once the cards due lie on the table without names: `telling` where the dealer says who acts first. */
  stage: string | null;
  /** The seat to act then; an action entered for it says that the cards were dealt. */
  turn: number | null;
  /** What the seat to act may do. */
  offers: Offer[];
  cards_due: CardsDue | null;
  /** How many cards have left the deck in this round, burned ones too: the stub is the rest of the 52. */
  cards_out: number;
  /** The causes by which a misdeal can still be declared. */
  misdeals: string[];
  /** Whether the last entry can be taken back. */
  may_take_back: boolean;
  /** Who has each seat, as orders name players; none where it is free. */
  players: (string | null)[];
  /** The ways a pot is won, by the names that `PushPots` takes: one, or high and low. */
  shares: string[];
  /** Those of them that only a hand low enough wins: where there is none, the pot is pushed whole. */
  qualified: string[];
  /** Those of them whose odd chips go by the cards: where nobody has named these, to the seat named first. */
  odd_by_cards: string[];
  /** What words and chips have bound players to, and is still due. */
  owing: Owing[];
  /** Words and chips of the seat to act that come to no action yet. */
  unfinished: Unfinished | null;
  /** What the last entry takes from the pots: the dealer lays it into the rake area before going on. */
  to_rake_area: number;
  /** At the showdown, what the pots contribute to a bad beat payout: it is taken before they are pushed. */
  to_bad_beat: number;
  /** When the next time charge is to be collected, 14.14(b)3; none where time is not charged. */
  time_due: number | null;
  /** Where the round would be over if the seat to act folded, or mucked. */
  last_fold: LastFold | null;
  /** At the showdown, where pushing the pots ends the round. */
  last_push: LastPush | null;
  /** What players may put in there. */
  pieces: Pieces;
  /** What is said of the bad beat payout of the table before it is too late, such as a container nearly full. */
  notices: Reason[];
  box: BoxView;
  /** What happened last at the table, the latest last. */
  told: Told[];
}

export interface Lobby {
  type: "Lobby";
  lobby: LobbyView;
}

/** Something has begun or ceased to wait for a second signature in a room where I work. */
export interface InboxChanged {
  type: "InboxChanged";
  /** In an address: `play-chips`. */
  room: string;
  /** How many of them I may sign. */
  waiting: number;
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
  play_chips: boolean;
  /** It is kept until I have left the table where I have a seat: then the room seats me there. */
  leaving: boolean;
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

/** A table among friends that I may come to, and the token in its link. */
export interface Invitation {
  type: "Invitation";
  table: string;
  token: string;
  /** The name of who made it. */
  host: string;
  /** I made it, and may pause, resume and end it. */
  mine: boolean;
  /** The names of its games, in turn. */
  titles: string[];
  limits: string;
  bots: boolean;
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

/** A deck at a table that a dealer deals. */
export interface DeckView {
  name: string;
  back: string;
  /** Where it lies: `open table`, `dealer's hand`, `designated area` or `shuffling device`. */
  place: string;
  /** How far it is prepared: `RECEIVED`, `INSPECTED`, `VERIFIED` and so on to `CUT`. */
  step: string;
  in_play: boolean;
  opened: number | null;
  counted: number | null;
  sorted: number | null;
}

/** Something owed at the table from `when` on, and late from `limit` on. */
export interface DutyView {
  duty: string;
  says: Saying;
  /** The deck, table or person that it is about. */
  of: string;
  when: number;
  limit: number;
  rule: string;
  reading: string | null;
}

/** A call for a floorperson that nobody has answered. */
export interface CallView {
  call: number;
  by: string;
  at: number;
  reason: string;
}

/** Cards that a seat gives back after a round: its hand, and what it discarded or drew for. */
export interface HandToClear {
  seat: number;
  cards: number;
  wins: boolean;
}

/** A pot to push; 0 is the main pot, which is pushed last. */
export interface PotToClear {
  pot: number;
  seats: number[];
  amounts: number[];
}

/** What the backs of a deck look like. */
export interface BackView {
  color: string;
  design: string;
}

/** How the house keeps its decks, as `ChooseDeckRules` takes it. */
export interface DeckRulesView {
  /** Whether the second deck is prepared at the opening, or when it is rotated into play: `both` or `in-use`. */
  wash: string;
  count_minutes: number;
  sort_hours: number;
  change_hours: number;
  relief_minutes: number;
  idle_minutes: number;
  notify_minutes: number;
  cut_min: number;
  cut_max: number;
  deck_clock: string;
}

/** A seat that is kept for somebody: called, accepted, or locked by the floor. */
export interface FloorHold {
  player: string;
  name: string;
  /** Which queue they were called from; empty for a locked seat. */
  queue: string;
  accepted: boolean;
  until: number;
}

/** A seat that somebody has, or that is held for somebody; the others of the table are vacant. */
export interface FloorSeat {
  seat: number;
  /** As orders name them; empty where nobody has it. */
  player: string;
  name: string;
  /** Dealt in, sitting out, on leave, or about to give the seat up. */
  state: "" | "away" | "leaving" | "out" | "playing";
  /** Of a player who is away: when the house's time for it is over. */
  until: number | null;
  hold: FloorHold | null;
}

/** The next game of a rotation, and in how many rounds of play its turn comes. */
export interface TurnOfGames {
  title: string;
  rounds: number;
}

/** A ruling, by its number at the table. */
export interface RulingView {
  ruling: number;
  by: string;
  at: number | null;
  reason: string;
}

/** A table as the floor sees it. It shows no card, and nothing of a round but that one is played. */
export interface FloorTable {
  name: string;
  open: boolean;
  game: string;
  title: string;
  limits: string;
  area: string;
  dealt_by: string;
  /** The filed version of what it posts. */
  settings: string;
  places: number;
  seats: FloorSeat[];
  /** The number of the round of play in progress. */
  round: number | null;
  /** A kill or half-kill in effect. */
  kill: string | null;
  next_game: TurnOfGames | null;
  /** A posted change waits for the end of the round. */
  changes: boolean;
  /** Who is signed on, where a dealer deals. */
  dealer: string | null;
  /** When another dealer is due. */
  relief: number | null;
  /** When each duty about its decks is due, or was. */
  duties: number[];
  calls: CallView[];
  /** The main game that its players must move to. */
  feeds: string | null;
  /** Those that nobody has witnessed. */
  rulings: RulingView[];
  halted: boolean;
  /** What is said of the bad beat payout of the table before it is too late. */
  notices: Reason[];
}

export interface FloorEntry {
  player: string;
  /** To call out. */
  name: string;
  /** Empty for whoever only watches the floor. */
  phone: string;
  since: number;
}

/** A waiting list, in its order; one that is not open is a list of interest in a game. */
export interface FloorList {
  game: string;
  limits: string;
  title: string;
  open: boolean;
  entries: FloorEntry[];
}

/** For whoever joins the list next. */
export interface ExpectedWait {
  game: string;
  limits: string;
  /** By the pace of this evening's seatings; none where there were too few to tell. */
  minutes: number | null;
}

/** Somebody who would like to sit at another table of the same game: at one, or at any. */
export interface FloorChange {
  player: string;
  name: string;
  at: string;
  to: string | null;
  since: number;
}

export interface BarredView {
  player: string;
  name: string;
  reason: string;
  rule: string;
}

/** A player required to leave, 14.16(b): while it stands, or while the Division is owed a notice of it. */
export interface RemovalView {
  player: string;
  name: string;
  cause: string;
  at: number;
  stands: boolean;
  /** Until when the house allows itself to notify the Division; none once it has. */
  notice_by: number | null;
}

export interface WarningView {
  player: string;
  name: string;
  incident: string;
  warning: string;
  by: string;
  at: number;
}

export interface OnDutyView {
  name: string;
  position: string;
  since: number;
}

/** Whoever may not play, was warned, wants another table or is on duty. */
export interface FloorPeople {
  changes: FloorChange[];
  barred: BarredView[];
  removals: RemovalView[];
  /** The last of them, the latest last. */
  warnings: WarningView[];
  on_duty: OnDutyView[];
  gaming_day: string | null;
}

/** Send me what happens there, beginning with how it stands. */
export interface WatchGame {
  type: "WatchGame";
  game: string;
}

export interface UnwatchGame {
  type: "UnwatchGame";
  game: string;
}

/** A game that the house banks, as the lobby lists it. */
export interface LobbyGame {
  /** Where it is played: the address of its page. */
  game: string;
  /** Which game it is: `dice`, `keno`. */
  kind: string;
  title: string;
  /** The smallest and the largest wager. */
  least: number;
  most: number;
  /** How many play there now. */
  playing: number;
  /** Vacant seats; none where nobody needs one. */
  free: number | null;
  play_chips: boolean;
  /** I have a seat or a wager there. */
  mine: boolean;
}

/** Take a seat with chips from my bank. */
export interface DiceSit {
  type: "DiceSit";
  id: string;
  game: string;
  seat: number;
  amount: number;
}

/** More chips from my bank. */
export interface DiceBuy {
  type: "DiceBuy";
  id: string;
  game: string;
  amount: number;
}

/** Get up: at once, or when the round of play is over if I have a wager. */
export interface DiceLeave {
  type: "DiceLeave";
  id: string;
  game: string;
}

/** Put chips on a betting area of the layout; on top of those that lie there already. */
export interface DiceWager {
  type: "DiceWager";
  id: string;
  game: string;
  bet: string;
  amount: number;
}

export interface DiceTakeBack {
  type: "DiceTakeBack";
  id: string;
  game: string;
  bet: string;
}

/** I place no more: once everybody with a wager says so, bets are closed. */
export interface DiceReady {
  type: "DiceReady";
  id: string;
  game: string;
}

/** Whether I accept the shaker that is offered to me. */
export interface DiceAnswer {
  type: "DiceAnswer";
  id: string;
  game: string;
  accept: boolean;
}

/** I have shaken it so many times and return it; what I add to electronic dice is in hexadecimal digits. */
export interface DiceShake {
  type: "DiceShake";
  id: string;
  game: string;
  times: number;
  added?: string;
}

/** I give up the right to shake. */
export interface DicePass {
  type: "DicePass";
  id: string;
  game: string;
}

/** I have refused the shaker, and would like to be offered it again. */
export interface DiceAsk {
  type: "DiceAsk";
  id: string;
  game: string;
}

/** A betting area of the layout. */
export interface DiceArea {
  bet: string;
  odds: string;
  /** What it pays on some totals, where that is more. */
  more: Record<string, string>;
  wins: number[];
  /** Wagers there are multiples of it, so that they can be paid exactly. */
  step: number;
  /** What the house keeps of each wager that is decided, as an exact fraction. */
  edge: string;
  percent: string;
}

export interface DicePlaceView {
  name: string;
  chips: number;
  wagers: Record<string, number>;
  refused: boolean;
  leaving: boolean;
  ready: boolean;
}

/** A shake that was read. Where the dice were electronic, what proves it. */
export interface DiceResult {
  number: number;
  faces: number[];
  total: number;
  promise: string;
  secret: string;
  added: string;
}

export interface DiceTold {
  sequence: number;
  says: Saying;
  rule: string;
  reading: string | null;
}

/** What staff see of the shaker. */
export interface DiceEquipment {
  shaker: string | null;
  dice: string | null;
  /** The last moment at which its dice may be shaken. */
  until: number | null;
  works: boolean | null;
  dealer: string | null;
  incidents: Saying[];
  /** Who has each seat, as orders name players. */
  players: (string | null)[];
  /** The seats to offer the shaker to, in turn. */
  queue: number[];
  losing: number;
  /** The seats with a winner to pay. */
  winning: number[];
  /** The order that the round waits for. */
  next: string | null;
}

/** A table of mini-dice as I see it; sent whenever something has happened there. */
export interface DiceState {
  type: "DiceState";
  game: string;
  table: string;
  sequence: number;
  now: number;
  phase: string;
  /** When the phase is over by itself. */
  until: number | null;
  number: number;
  shaken_by: string;
  play_chips: boolean;
  least: number;
  most: number;
  areas: DiceArea[];
  places: (DicePlaceView | null)[];
  my_seat: number | null;
  bank: number;
  covered: boolean;
  shakes: number;
  offered: number | null;
  holder: number | null;
  /** The digest that the dice of this round are promised by; empty where a dealer shakes. */
  promise: string;
  /** Of the last shake. */
  result: DiceResult | null;
  /** Those before it, the latest first. */
  history: DiceResult[];
  /** What happened last, the latest last. */
  told: DiceTold[];
  /** For staff. */
  equipment: DiceEquipment | null;
}

/** Buy a ticket for play chips: mark spots, or say how many the system shall pick. */
export interface BuyKeno {
  type: "BuyKeno";
  id: string;
  game: string;
  /** The type of ticket and its rate: `S 1.00`. */
  conditioning: string;
  /** The first game it plays, which must be on sale. */
  first: number;
  games?: number;
  spots?: number[];
  quick_pick?: number | null;
}

/** Take back a ticket of mine whose first game has not been drawn. */
export interface VoidKeno {
  type: "VoidKeno";
  id: string;
  game: string;
  serial: string;
}

/** Pay me what a ticket of mine has won. */
export interface RedeemKeno {
  type: "RedeemKeno";
  id: string;
  game: string;
  serial: string;
}

/** I want no more tickets in this game: it is drawn at once when everybody who has one says so. */
export interface ReadyForDraw {
  type: "ReadyForDraw";
  id: string;
  game: string;
  number: number;
}

/** Staff: which ticket has this serial number, and what has it won? Nothing is done. */
export interface CheckKeno {
  type: "CheckKeno";
  id: string;
  game: string;
  serial: string;
}

/** One posted pay, with its exact odds. */
export interface KenoPay {
  caught: number;
  /** For one: the wager is included. */
  pays: number;
  /** A fraction. */
  chance: string;
  one_in: number;
  /** To one, against it. */
  true_odds: number;
  /** To one. */
  payoff_odds: number;
  /** Of the house, in percent, if a ticket paid this alone. */
  advantage: number;
}

/** What a ticket of so many spots pays. */
export interface KenoPays {
  spots: number;
  name: Saying;
  pays: KenoPay[];
  /** Of the house, in percent, over all its pays. */
  advantage: number;
  /** The same as a fraction. */
  exact: string;
}

/** The rate card that is posted. */
export interface KenoCard {
  type: "KenoCard";
  game: string;
  title: string;
  least: number;
  most: number;
  step: number;
  /** The most games on one request. */
  games: number;
  pays: KenoPays[];
  /** The filing that it was approved by. */
  settings: string;
}

export interface KenoWin {
  game: number;
  caught: number;
  amount: number;
}

/** A ticket as it is printed: what the system has understood. */
export interface KenoTicket {
  serial: string;
  /** The rows of its QR code, the leftmost module in the highest bit; as many modules as rows. */
  qr: number[];
  name: Saying;
  conditioning: string;
  rate: number;
  price: number;
  spots: number[];
  quick_pick: boolean;
  first: number;
  last: number;
  at: number;
  /** The writer or runner who issued it, or their work station. */
  by: string;
  standing: "lost" | "on sale" | "paid" | "playing" | "taken" | "voided" | "won";
  /** What it caught and won in each game drawn so far that is remembered. */
  caught: KenoWin[];
  won: number;
  taken_by: string;
  paid: number | null;
  patrons_part: string;
  /** The id of the order that it was issued on, while that is remembered. */
  order: string;
}

export interface KenoReportLine {
  /** Partly hidden. */
  serial: string;
  payout: number;
}

/** The winning ticket report of a game, for one runner or work station. */
export interface KenoReport {
  code: string;
  lines: KenoReportLine[];
}

export interface KenoDrawn {
  number: number;
  /** In the order drawn. */
  balls: number[];
  /** What was published before its first ticket was sold; hexadecimal. */
  commitment: string;
  secret: string;
  at: number;
  tickets: number;
  wagered: number;
  won: number;
  /** Whether its winning ticket report has been made. */
  reported: boolean;
  /** For staff: a runner sees their own, a supervisor everybody's. */
  report: KenoReport[];
}

/** How keno stands, for one viewer. */
export interface KenoView {
  type: "KenoView";
  game: string;
  play_chips: boolean;
  /** The first game that a ticket can be bought for. */
  next: number;
  on_sale: boolean;
  /** When the draw begins by itself. */
  closes: number | null;
  /** To the numbers of the game on sale. */
  commitment: string;
  /** In the game on sale. */
  tickets: number;
  /** I have said that I want no more tickets in it. */
  ready: boolean;
  /** How many others have tickets in it and have not said so. */
  waiting: number;
  /** The last games, the latest first. */
  drawn: KenoDrawn[];
  /** My tickets, the latest first; for staff, those that they issued. */
  mine: KenoTicket[];
}

export interface KenoChecked {
  type: "KenoChecked";
  game: string;
  ticket: KenoTicket;
}

/** A hand that was tabled in a round that hit a payout. */
export interface TabledShown {
  who: string;
  cards: string[];
}

export interface AwardShown {
  who: string;
  part: string;
  amount: number;
}

/** A hit of a payout, as everybody in the room may know it: the hands were tabled before all. */
export interface HitShown {
  number: number;
  table: string;
  round: number;
  at: number;
  step: "paid" | "prepared" | "reported" | "verified";
  amount: number;
  losing: TabledShown[];
  winning: TabledShown[];
  board: string[];
  awards: AwardShown[];
}

/** The multi-casino system that a payout is of, as every poker room posts it, 14.20(d)1. */
export interface SystemShown {
  name: string;
  /** `offered`, `suspended` or `not yet`. */
  standing: string;
  information: string;
  /** The names of all casino licensees that take part. */
  members: string[];
  host: string;
  host_address: string;
  /** The casinos at which a payout is pending, 14.20(e)4i. */
  pending: string[];
  /** Payouts that are confirmed and not paid yet. */
  confirmed: Saying[];
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
  | MakeTable
  | OpenInvitation
  | HostTable
  | WatchGame
  | UnwatchGame
  | DiceSit
  | DiceBuy
  | DiceLeave
  | DiceWager
  | DiceTakeBack
  | DiceReady
  | DiceAnswer
  | DiceShake
  | DicePass
  | DiceAsk
  | BuyKeno
  | VoidKeno
  | RedeemKeno
  | ReadyForDraw
  | CheckKeno
  | WatchFloor
  | UnwatchFloor
  | Ping;

export type ServerMessage =
  | Welcome
  | PayoutNews
  | Refused
  | Accepted
  | TableState
  | Happened
  | DealersTable
  | FloorBoard
  | Lobby
  | InboxChanged
  | Offered
  | Standing
  | ConsentWanted
  | ConsentSettled
  | Invitation
  | DiceState
  | Said
  | Pong
  | Moved
  | Goodbye
  | KenoCard
  | KenoView
  | KenoChecked;
