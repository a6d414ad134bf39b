// Made by `python -m tools.wire` from the declarations in src/pokerroom/live/staff/orders: change those, not this.

/** A part of the floor, and whether it is approved for poker, 14.6(a). */
export interface Area {
  name: string;
  approved: boolean;
}

/** What one player receives of a payout, and as whom. */
export interface Award {
  player: string;
  part: string;
  amount: number;
}

/** What the backs of a deck look like. */
export interface Back {
  color: string;
  design: string;
}

/** What each pot of at least a certain size contributes to the bad beat payout fund after the rake, 14.19(c) (AMB-137). */
export interface BadBeatContribution {
  amount: number;
  least_pot: number;
}

/** Make the first bet of a betting round. */
export interface Bet {
  type: "Bet";
  seat: number;
  to: number;
  discard?: number[];
}

/** Another award from the same fund, such as for the high hand of an hour, 14.19(a), (b)4. */
export interface Bonus {
  name: string;
  terms: string;
  amount: number;
}

/** What happens where one round has a primary and a secondary hand, 14.19(m)2i (AMB-133). */
export type BothLevels = "both" | "primary only";

/** What was found in the box of a table. */
export interface BoxContents {
  table: string;
  chips: Chips[];
}

export interface Call {
  type: "Call";
  seat: number;
  discard?: number[];
}

/** What makes a round of play dead, 14.15(g). */
export type CardCount = "cards are missing from the deck" | "there are additional cards in the deck";

/** A portion of the primary payout, which is lowered by it when it is won, 14.19(m)2. */
export interface CarvedOut {
  type: "carved out";
  amount: number;
}

/** Who has a part in the room share: everybody dealt into a round in progress at another participating table, and where none is in progress into the last one there, if it ended so many minutes ago at most. */
export interface Census {
  minutes: number;
}

export interface Check {
  type: "Check";
  seat: number;
}

/** So many chips of one value. */
export interface Chips {
  value: number;
  count: number;
}

/** One paragraph of one edition, and the recorded reading of it where its words leave a choice. */
export interface Citation {
  edition: string;
  paragraph: string;
  reading?: string | null;
}

/** What leaves each pot for a payout, after the rake and before the award, 14.19(b)1 and 2, (c). */
export interface Contribution {
  amount: number;
  least_pot: number;
  method: string;
}

/** The card on which the deck is cut, and which then hides the bottom card, 14.1. */
export interface CoverCard {
  color: string;
  opaque: boolean;
  solid: boolean;
}

/** Who deals at a table: the room from a deck it shuffles, or a dealer from cards on the felt. */
export type DealtBy = "dealer" | "room";

/** Where a deck lies. */
export type DeckPlace = "dealer's hand" | "designated area" | "open table" | "shuffling device";

/** The choices of the licensee about cards, counts and clocks. */
export interface DeckRules {
  cut_min?: number;
  cut_max?: number;
  count_minutes?: number;
  sort_hours?: number;
  change_hours?: number;
  deck_clock?: "in-play" | "wall";
  wash?: "both" | "in-use";
  idle_minutes?: number;
  relief_minutes?: number;
  notify_minutes?: number;
}

/** A card that the dealer dealt to a seat for the first button, as it is written: `As`. */
export interface DrawnByDealer {
  seat: number;
  card: string;
}

/** A card due face down that was dealt face up; a player's first card of this deal is number 0. */
export interface Exposed {
  seat: number;
  number: number;
}

export type Face = "face down" | "face up";

/** How a shuffling device fails, 14.15(p). */
export type Failure = "did not complete the cycle" | "jammed" | "stopped during a shuffle";

/** What happens to the place of a player who lets a seat go. */
export type Fate = "goes last" | "keeps the place" | "loses the place";

/** Every bet and raise has one size: `small` on the early streets, `big` from street `big_from` on. */
export interface Fixed {
  type: "fixed";
  small: number;
  big: number;
  big_from?: number | null;
}

export interface Fold {
  type: "Fold";
  seat: number;
  how?: Folding;
}

/** How a player gave up a hand: in words, or by what they did with the cards, 14.15(j). */
export type Folding = "discarded face down" | "said" | "up-cards turned down";

export type Form = "one part" | "one part with a detachable receipt" | "spoken" | "two parts";

/** The only grounds on which a floorperson may order the shaker passed, 13.7(a)1ii. */
export type Ground = "repeated invalid shakes" | "unreasonable delay" | "violation of the rules";

/** What happens to the hand of a player who is required to leave during a round of play. */
export type HandInPlay = "finish" | "remove";

/** A hand that was tabled, by its seat and cards as they are written: `Ts Th`. */
export interface HandNamed {
  seat: number;
  cards: string;
}

/** How both hole cards must take part in a hand. */
export type HoleCards = "any" | "needed" | "play";

/** The sign on the table, and the settings behind it, with amounts in cents. A document that does not name a setting gets its preset's value. */
export interface HouseRules {
  preset?: "customary" | "letter";
  limits: Fixed | Spread | PotLimit | NoLimit;
  ante?: number;
  blinds?: number[];
  forced_bet?: number;
  max_raises?: number | null;
  check_raise?: boolean;
  max_seats?: number | null;
  kill?: KillOption | null;
  odd_unit?: number;
  showing?: Showing;
  rake?: (PercentageRake | IncrementalRake)[];
  rake_most?: number | null;
  time_charge?: TimeCharge | null;
  bad_beat?: BadBeatContribution | null;
  enforce_seats?: boolean;
  short_stack_dealt_in?: boolean;
  posts_may_differ?: boolean;
  partly_shown_hands?: boolean;
  antes_to_main_pot?: boolean;
  allow_coin_antes?: boolean;
  two_seven_wheel_is_straight?: boolean;
  stud_low_opener_ace?: "high" | "low";
  opener_may_bet_full?: boolean;
  completion_counts_as_raise?: boolean;
  five_stud_opener_may_check?: boolean;
  repost_blinds_each_round?: boolean;
  heads_up_button_small_blind?: boolean;
  common_card_counts_for_order?: boolean;
  exposed_river_counts_for_order?: boolean;
  warn_on_free_fold?: boolean;
  stud_burn_counts?: boolean;
  lone_card_joins_burns?: boolean;
  draw_reshuffle?: "mixed" | "remaining-first";
  own_discards_excluded?: "all-draws" | "this-draw";
  burn_each_draw?: boolean;
  super_reshuffle?: "before-street" | "mid-street";
  super_own_discards_excluded?: boolean;
  forced_bettor_discard?: "on-close" | "with-bet";
  heads_up_unlimited?: boolean;
  odd_unit_policy?: "all-to-first" | "spread";
  suit_card_scope?: "all-cards" | "hand";
  low_odd_card?: "lowest" | "worst";
  pots_of_same_winners?: "apart" | "joined";
  odd_unit_button_games?: OddUnits;
  min_raise?: "any-amount" | "last-increment";
  short_all_in_reopens?: Reopens;
  short_all_in_counts_as_raise?: boolean;
  half_kill_rounding?: "down" | "refuse" | "up";
  kill_acts?: "in-turn" | "last";
  exposed_limit_misdeal?: number | null;
  exposed_card_use?: "burn" | "discard";
  show_first_if_checked?: ShowFirst;
  conceded_hands_disclosed?: boolean;
}

/** What a dealer stopped a player from doing and warned them about. */
export type Incident = "took cards out of the dealer's view" | "touched chips in the pot";

/** Posted amounts as the pot reaches posted levels, 14.14(b)2. */
export interface IncrementalRake {
  type: "incremental";
  levels: RakeLevel[];
  most: number;
  scope?: "aggregate" | "per-pot";
}

/** A transfer that should have been made; accounts are written as the books write them: `bank:ada`, `cage`. */
export interface Instead {
  debit: string;
  credit: string;
  amount: number;
  reason: Reason;
}

/** What a payout may be made in, 14.19(j). */
export type Instrument = "cash" | "gaming chips" | "recognized cash equivalent";

/** The rate card that keno is sold by, 15.2(b). */
export interface KenoSettings {
  type: "keno";
  card: RateCard;
  automatic_reports?: boolean;
}

/** A pot of at least this amount starts a kill. */
export interface KillAmount {
  type: "amount";
  amount: number;
}

/** A pot of at least this many times the minimum wager in force starts a kill (AMB-105). */
export interface KillMultiple {
  type: "multiple";
  times: number;
}

export type KillOption = "half-kill" | "kill";

export type Kind = "bill" | "chip" | "coin";

export type Level = "primary" | "secondary";

export interface ListRules {
  order?: Queue[];
  call_automatically?: boolean;
  offer_minutes?: number;
  arrival_minutes?: number;
  lock_minutes?: number;
  declined?: Fate;
  expired?: Fate;
  no_show?: Fate;
  move_refused?: Fate;
  lists_most?: number | null;
}

/** What happens to the table stakes of a player who leaves for a while, 14.7(c)5. */
export type Method = "counted" | "covered";

/** What makes a deal a misdeal, 14.15(e); the last is a cause that the house has filed (AMB-113). */
export type Misdeal = "an eligible player was not dealt in" | "dealt from the wrong starting position" | "more than one card face up in the deck" | "shuffle or cut not made as required" | "too many cards exposed in the deal";

/** Chips that a ruling moves. */
export interface Move {
  amount: number;
  source: Place;
  target: Place;
}

/** A bet or raise adds at least `least`. */
export interface NoLimit {
  type: "no";
  least: number;
}

/** Who receives a tied odd unit in a game with a button (AMB-75). */
export type OddUnits = "as-written" | "card-by-suit" | "left-of-button";

/** A prescribed contribution from each pot, 14.19(m)1. */
export interface OwnContribution {
  type: "own";
  contribution: Contribution;
}

export type PaidAt = "cage" | "table";

/** Catching exactly so many of a ticket's spots pays this for one. */
export interface Pay {
  caught: number;
  pays: number;
}

export interface PayoutRules {
  name: string;
  games: string[];
  tables: string[];
  contribution: Contribution;
  qualifier: Qualifier;
  shares: Shares;
  route: Route;
  capacity: number;
  discontinuing?: string;
  table_notice?: string;
  several?: Several | null;
  both_levels?: BothLevels | null;
  secondary?: Secondary | null;
  bonuses?: Bonus[];
  reset?: Reset | null;
  ladder?: Step[];
  limit?: number;
  witnesses?: StaffPosition[];
  census?: Census | null;
  holds_table?: boolean;
  system?: string;
}

/** The appendix about a bad beat payout: its rules as they are posted, 14.19(c), (l) to (n). */
export interface PayoutSubmission {
  type: "payout";
  rules: PayoutRules;
  collects?: boolean;
}

/** A percentage of what is bet in each betting round, rounded down to `unit`, 14.14(b)1. */
export interface PercentageRake {
  type: "percentage";
  percent: number | string;
  most: number;
  unit?: number;
  antes_included?: boolean;
}

/** So many bills, coins or chips of one value in cents. */
export interface Pieces {
  tender: Tender;
  value: number;
  count: number;
}

/** Where a player's chips are: in their table stakes, in their bet of this betting round, or in the pot. */
export interface Place {
  seat: number;
  at: "bet" | "pot" | "stakes";
}

/** The three ways of placing a bet, 14.7(f)1 to 3. */
export type Placing = "pushed forward" | "released into the pot" | "released toward the pot";

export interface PostForcedBet {
  type: "PostForcedBet";
  seat: number;
  discard?: number[];
}

/** One game as posted at a table. */
export interface Posting {
  game: string;
  house: HouseRules;
  rules?: TableRules;
  edition?: string;
  rounds?: number;
  bad_beat?: string;
}

/** A bet or raise adds at least `least` and at most the pot. */
export interface PotLimit {
  type: "pot";
  least: number;
}

/** A pot, or one share of it such as the high half, and who wins it. Several winners divide it; where the cards decide who has the odd units, and are not known, the first named has. */
export interface Push {
  pot: number;
  seats: number[];
  share?: string;
}

/** Which hand must lose to which. */
export interface Qualifier {
  least: number;
  beaten_by: number;
  hole_cards?: HoleCards;
  pocket_pair_for_quads?: boolean;
  loser_only?: boolean;
  takes_pot?: boolean;
  minimum_players?: number;
}

/** The queues that a player may be called from. */
export type Queue = "must-move" | "table change" | "waiting list";

/** Raise the bet to a total for this betting round. */
export interface Raise {
  type: "Raise";
  seat: number;
  to: number;
  discard?: number[];
}

/** What is taken when the pot reaches an amount. */
export interface RakeLevel {
  reached: number;
  amount: number;
}

/** The rake of the house as filed: every method with its own maximum, and the most of all together. */
export interface RakeSubmission {
  type: "rake";
  methods?: (PercentageRake | IncrementalRake)[];
  time_charges?: TimeCharge[];
  most?: number;
}

export interface RateCard {
  title: string;
  least: number;
  most: number;
  step: number;
  games: number;
  pays: Pay[][];
  wagers?: Wager[];
}

export type Reason = "award" | "bad beat box counted" | "bad beat contribution" | "bad beat fund made up" | "bad beat payout" | "between members" | "buy-in" | "cash-out" | "contribution form found" | "contribution form unmatched" | "credit" | "deposit" | "drop" | "drop counted" | "fill" | "hold" | "incremental rake" | "percentage rake" | "rake collected" | "rake earned" | "refund" | "release" | "ruling" | "suspense" | "table change" | "time charge" | "variance" | "wager" | "wager lost" | "wager won" | "withdrawal";

/** Why a hand leaves a round of play without being folded, 14.15(e)4, (f), (i), (k) and 14.16(b). */
export type Removal = "collected by the dealer" | "dealt to a player who may not take part" | "hole cards exposed in the deal" | "its player was required to leave" | "left the table" | "mixed with other cards" | "not dealt in; sits this round out" | "thrown away by its player" | "wrong number of cards";

/** When an all-in of less than a full raise lets players who have acted raise again (AMB-77). */
export type Reopens = "cumulative" | "full" | "half" | "never";

/** The part of each day's contributions that begins the next payout, 14.19(p). */
export interface Reset {
  percent: number;
  internal_controls: string;
  manner_approved: string;
}

/** Where and by whom contributions are counted: one way for all tables of a payout. */
export type Route = "at the table, on video" | "at the table, with a second department" | "cage" | "closed table" | "satellite cage";

/** A payout for a lesser hand, 14.19(m). */
export interface Secondary {
  qualifier: Qualifier;
  shares: Shares;
  funded_by: OwnContribution | CarvedOut;
}

/** What happens where several players hold a qualifying hand, 14.19(n) (AMB-132). */
export type Several = "highest" | "split";

/** Who receives which percentage of a payout; what cannot be divided goes to the losing hand (AMB-131). */
export interface Shares {
  losing: number;
  winning: number;
  table: number;
  room?: number;
}

/** Who shows first when the last betting round was checked (AMB-117). */
export type ShowFirst = "first-to-act" | "last-aggressor-any-round";

/** At the showdown each player shows or concedes in turn, or the house has all live hands shown at once. */
export type Showing = "all" | "in-turn";

export type ShuffleMethod = "by device" | "by hand";

/** An automated card shuffling device. */
export interface Shuffler {
  device: string;
  counts: boolean;
  approval: string;
}

/** Which part of 14.5 the dealer left out or did wrongly before dealing, 14.15(e)1. */
export type Skipped = "cut" | "shuffle";

/** A bet or raise adds anything from `least` to `most`. */
export interface Spread {
  type: "spread";
  least: number;
  most: number;
}

export type StaffPosition = "Division" | "accounting" | "cage" | "count room" | "dealer" | "floorperson" | "internal audit" | "poker shift supervisor" | "poker supervisor" | "representative of a second department" | "satellite cage" | "security" | "surveillance" | "the room";

/** From this amount on, or so many days after the last payout, a lesser hand qualifies. */
export interface Step {
  from_amount?: number;
  after_days?: number;
  qualifier: Qualifier;
}

/** A rule of the internal controls that clarifies or adds to those for irregularities. */
export interface Supplement {
  type: "supplement";
  title: string;
  text: string;
}

/** One table in the day's distribution of decks, with the facts the distribution must take into account, 14.2(c). */
export interface TableDecks {
  table: string;
  limits: string;
  location: string;
  game: string;
  backs: Back[];
}

/** How the table is run between rounds of play. Amounts are cents. */
export interface TableRules {
  preset?: "customary" | "letter";
  first_button?: "dealers-right" | "dealt-card";
  button_rule?: "dead" | "moving";
  missed_blinds?: "none" | "post";
  button_draw_tie?: "redraw" | "suit";
  kill_at?: KillAmount | KillMultiple | null;
  kill_amount_basis?: "gross" | "net";
  kill_on_uncontested?: boolean;
  kill_if_absent?: "cancel" | "stay-on-limits";
  leave_max_minutes?: number | null;
  short_return?: "floor" | "refuse";
  buy_in_least?: number;
  buy_in_most?: number | null;
  open_cards?: "as-entered" | "named";
  words?: WordRules;
  rejoin_minutes?: number;
}

/** What a table posts, and the settings behind it. */
export interface TableSettings {
  type: "table";
  rotation: Posting[];
}

/** What a piece is: both lie in the drawer, and a player is paid in either. */
export type Tender = "cash" | "chips";

/** An hourly fee collected every 20 or 30 minutes, 14.14(b)3. */
export interface TimeCharge {
  hourly: number;
  every: number;
  per?: "player" | "table";
}

/** What may happen to the shaker, 13.3(a). */
export type Trouble = "dice handled" | "left unattended" | "seal broken";

/** The permissible wagers. 15.2(c) names the straight or basic ticket first; our text has no other. */
export type Wager = "straight";

/** A game and its limits as announced: what people wait for. */
export interface Wanted {
  game: string;
  limits: string;
}

/** How the house treats words and chips: acts out of turn, and the pieces in use, in cents. */
export interface WordRules {
  out_of_turn?: "binding-if-unchanged" | "void";
  chips?: number[];
  bills?: number[];
}

/** Open a table in an approved area, with the games and house rules filed under the request's subject. */
export interface TableOpenTable {
  type: "OpenTable";
  area: Area;
  rotation?: Posting[];
  settings?: string;
  dealt_by?: DealtBy;
}

/** Close a table at which nobody has a seat. */
export interface TableCloseTable {
  type: "CloseTable";
}

/** Tell everybody at a table that it closes in so many minutes. */
export interface TableAnnounceClosing {
  type: "AnnounceClosing";
  minutes: number;
}

/** Post other games or house rules from the next round of play on; `notice` names the notice given of new limits. */
export interface TablePostChange {
  type: "PostChange";
  rotation: Posting[];
  notice?: string;
  settings?: string;
}

/** Ask everybody who has a seat to agree to a higher minimum wager, 14.17. */
export interface TableProposeMinimum {
  type: "ProposeMinimum";
  minimum: number;
}

/** Seat a player with an amount from their bank. */
export interface TableTakeSeat {
  type: "TakeSeat";
  player: string;
  seat: number;
  amount: number;
}

/** Add to a player's stakes from their bank; during a round they are dealt into, it plays from the next one on. */
export interface TableTopUp {
  type: "TopUp";
  player: string;
  amount: number;
}

/** Give up a player's seat with all their stakes; who is dealt in leaves when the round of play is over. */
export interface TableLeaveSeat {
  type: "LeaveSeat";
  player: string;
}

/** Have a player sit out until they say otherwise. */
export interface TableSitOut {
  type: "SitOut";
  player: string;
}

/** Have a player who sits out be dealt in again. */
export interface TableSitIn {
  type: "SitIn";
  player: string;
  wait?: boolean;
}

/** Let a player leave for a while and keep the seat; their stakes are counted out, or covered on the table, 14.7(c)5. */
export interface TableGoAway {
  type: "GoAway";
  player: string;
  method: Method;
}

/** Let a player who is away come back with these stakes; `reason` says why less than went out is accepted. */
export interface TableReturn {
  type: "Return";
  player: string;
  amount: number;
  reason?: string;
}

/** Collect the time charge that has fallen due, 14.14(b)3. */
export interface TableCollectTime {
  type: "CollectTime";
}

/** Take a time charge that a player owes from their stakes. */
export interface TablePayTime {
  type: "PayTime";
  player: string;
}

/** Confirm the time charges that you have counted in the rake area, 14.14(b)3v. */
export interface TableVerifyTime {
  type: "VerifyTime";
  amount: number;
}

/** Sign as a witness of a ruling that another person made at this table; it is final without that, 14.15(b). */
export interface TableWitnessRuling {
  type: "WitnessRuling";
  ruling: number;
}

/** Declare a misdeal: every card goes back for a reshuffle, every chip to its player, 14.15(e). */
export interface RoundDeclareMisdeal {
  type: "DeclareMisdeal";
  cause: Misdeal;
}

/** Declare the round of play dead: every chip goes back and the deck is replaced, 14.15(g). */
export interface RoundDeclareDead {
  type: "DeclareDead";
  cause: CardCount;
}

/** Take the next card of the deck out of play because it lies face up, 14.15(h). */
export interface RoundRemoveFaceUpCard {
  type: "RemoveFaceUpCard";
}

/** Take the next card of the deck out of play because it fell off the table, 14.15(n). */
export interface RoundRemoveFallenCard {
  type: "RemoveFallenCard";
}

/** Take a hand out of the round of play without its player folding it, for one of the causes of 14.15 and 14.16(b). */
export interface RoundRemoveHand {
  type: "RemoveHand";
  seat: number;
  cause: Removal;
  to_blame?: boolean;
}

/** Record that a player holds their hand or has it under a chip, or no longer does. */
export interface RoundMarkProtected {
  type: "MarkProtected";
  seat: number;
  how: "held" | "under a chip" | null;
}

/** Record that a player has walked away from the table without a word, 14.15(i)4. */
export interface RoundLeaveTable {
  type: "LeaveTable";
  seat: number;
}

/** Let an action stand that only the sign or the order of play forbade, 14.15(b). */
export interface RoundUphold {
  type: "Uphold";
  action: Fold | Check | Call | Bet | Raise | PostForcedBet;
  reason: string;
  paragraph: string;
}

/** Record a final decision with its reason and paragraph, 14.15(b); it may put chips right by moving them. */
export interface RoundRule {
  type: "Rule";
  reason: string;
  paragraph: string;
  moves?: Move[];
}

/** Push the pots where a dealer deals as you have decided, tabled cards or not, with reason and paragraph, 14.15(b). */
export interface RoundPushByRuling {
  type: "PushByRuling";
  pushes: Push[];
  reason: string;
  paragraph: string;
}

/** Enter that a player checks; cards due before it lie on the table, unnamed. */
export interface FeltCheck {
  type: "Check";
  seat: number;
}

/** Enter that a player calls. */
export interface FeltCall {
  type: "Call";
  seat: number;
}

/** Enter that a player folds, and how, 14.15(j)1. */
export interface FeltFold {
  type: "Fold";
  seat: number;
  how?: Folding;
}

/** Enter that a player opens the betting with this amount. */
export interface FeltBet {
  type: "Bet";
  seat: number;
  to: number;
}

/** Enter that a player raises to this total for the betting round. */
export interface FeltRaise {
  type: "Raise";
  seat: number;
  to: number;
}

/** Enter that a player makes the forced bet. */
export interface FeltPostForcedBet {
  type: "PostForcedBet";
  seat: number;
}

/** Enter that a player whose last card was exposed stops wagering, 14.15(k)1. */
export interface FeltFreeze {
  type: "Freeze";
  seat: number;
}

/** Enter that a player whose last card was exposed plays on, 14.15(k)2. */
export interface FeltPlayOn {
  type: "PlayOn";
  seat: number;
}

/** Enter that a player agrees to a higher minimum wager, or does not, 14.17. */
export interface FeltAgree {
  type: "Agree";
  player: string;
  agrees?: boolean;
}

/** Say which bills are among a player's stakes before a round: only they may be put in as currency, 14.7(c). */
export interface FeltLayBills {
  type: "LayBills";
  seat: number;
  bills: number[];
}

/** Enter that a player's ante below a dollar was in coin; each dollar of it in the pot becomes a chip, 14.7(c)2. */
export interface FeltPayAnteInCoin {
  type: "PayAnteInCoin";
  seat: number;
  coins: number[];
}

/** Enter what a player says about their action; the rules of 14.7(d) to (i) say what it binds them to. */
export interface FeltSay {
  type: "Say";
  seat: number;
  words: string;
  audible?: boolean;
}

/** Enter the chips that a player puts in with one motion, each piece by its value, and how they were placed, 14.7(f). */
export interface FeltPutIn {
  type: "PutIn";
  seat: number;
  chips: number[];
  manner?: Placing;
  kind?: Kind;
}

/** Enter that a player indicates, while making a bet, that more is to come, 14.7(g)1. */
export interface FeltNotComplete {
  type: "NotComplete";
  seat: number;
}

/** Enter that both hands of a player have come to rest: what was built up is complete, 14.7(g)3. */
export interface FeltRested {
  type: "Rested";
  seat: number;
}

/** Enter that a player throws the hand away, 14.15(j)1i. */
export interface FeltThrewAway {
  type: "ThrewAway";
  seat: number;
}

/** Enter that a player turns the up-cards down, 14.15(j)1ii. */
export interface FeltTurnedDown {
  type: "TurnedDown";
  seat: number;
}

/** Enter how many cards a player exchanges; none is to stand pat. */
export interface FeltDraw {
  type: "Draw";
  seat: number;
  count: number;
  cards?: string;
}

/** Enter that a player gives up the down cards it costs to enter the round, 14.9B(e). */
export interface FeltDiscard {
  type: "Discard";
  seat: number;
  cards?: string;
}

/** Name the hand that a player tables at the showdown, 14.15(d). */
export interface FeltShow {
  type: "Show";
  seat: number;
  cards?: string;
}

/** Enter that a player gives up every claim at the showdown without showing. */
export interface FeltConcede {
  type: "Concede";
  seat: number;
  cards?: string;
}

/** Enter that the next cards are on the table: name those that lie open, or none, and those that were exposed by accident. */
export interface FeltDeal {
  type: "Deal";
  cards?: string;
  exposed?: Exposed[];
}

/** Enter that what goes back into a short deck was reshuffled. */
export interface FeltReshuffle {
  type: "Reshuffle";
}

/** Name the open cards before a player or in the center, which were dealt without names. */
export interface FeltNameCards {
  type: "NameCards";
  cards: string;
  seat?: number | null;
}

/** Say who acts first, where the cards decide it and nobody has named them. */
export interface FeltNameOpener {
  type: "NameOpener";
  seat: number;
}

/** Push the pots to their winners; without `pushes`, as the tabled cards say. Against tabled cards the floor is called, 14.15(b). */
export interface FeltPushPots {
  type: "PushPots";
  pushes?: Push[];
}

/** Take back the last entry, which was a mistake of the record, while nothing rests on it. */
export interface FeltTakeBack {
  type: "TakeBack";
}

/** Enter that the next card lies face up in the deck: it is not used, 14.15(h). */
export interface FeltCardFaceUp {
  type: "CardFaceUp";
  card?: string;
}

/** Enter that a card was dealt off the table: it is not used, and a player whose card it was gets the next, 14.15(n). */
export interface FeltCardFell {
  type: "CardFell";
  card?: string;
  seat?: number | null;
  replacement?: string;
}

/** Enter an error that makes the deal a misdeal: every card goes back, every chip to its player, 14.15(e). */
export interface FeltMisdealFound {
  type: "MisdealFound";
  cause: Misdeal;
}

/** Enter that cards are missing or there are too many: the round of play is dead and the deck is replaced, 14.15(g). */
export interface FeltCountWrong {
  type: "CountWrong";
  cause: CardCount;
}

/** Enter that a hand leaves the round without being folded, and why, 14.15(e)4, (f), (i); for cards dealt to the wrong seat, that seat. */
export interface FeltHandGone {
  type: "HandGone";
  seat: number;
  cause: Removal;
  to_blame?: boolean;
}

/** Enter that a player has walked away without a word, 14.15(i)4. */
export interface FeltPlayerGone {
  type: "PlayerGone";
  seat: number;
}

/** Enter a protected hand that got mixed with the discards, as two people remember it, 14.15(i)2. */
export interface FeltHandRebuilt {
  type: "HandRebuilt";
  seat: number;
  cards: string;
  witnesses: string[];
}

/** Say which backs each open table of the room gets on a gaming day, considering limits, location and game, 14.2(c). */
export interface BoxDistributeDecks {
  type: "DistributeDecks";
  day: string;
  tables: TableDecks[];
}

/** Choose how the house keeps the decks of this table, within the limits of the regulation: whether the second deck is washed at the opening or when it is rotated in, 14.4(c)1, and how often decks are counted, sorted and changed. */
export interface BoxChooseDeckRules {
  type: "ChooseDeckRules";
  rules: DeckRules;
}

/** Take a deck to the table: what its backs and edges look like, and the cards found in it, a whole deck unless you say otherwise, 14.2(a). */
export interface BoxReceiveDeck {
  type: "ReceiveDeck";
  deck: string;
  cards?: number[];
  backs: Back[];
  edges: string;
}

/** Bring the cover card: yellow or green, opaque, of one color, and unlike the backs, 14.1 and 14.2(a). */
export interface BoxProvideCoverCard {
  type: "ProvideCoverCard";
  cover: CoverCard;
}

/** Put a shuffling device to the table; both decks are used with it, and their backs differ in color, 14.2(d). */
export interface BoxInstallShuffler {
  type: "InstallShuffler";
  shuffler: Shuffler;
}

/** Take the shuffling device away, as before any other way to shuffle, 14.15(q). */
export interface BoxRemoveShuffler {
  type: "RemoveShuffler";
}

/** Open the box for the gaming day, with two decks and a cover card from its distribution, 14.2 and 14.4(a). */
export interface BoxOpenTable {
  type: "OpenTable";
  day: string;
}

/** Begin another gaming day at a table that stays open, 14.2(c). */
export interface BoxBeginDay {
  type: "BeginDay";
  day: string;
}

/** Close the box when nobody has a seat: its decks leave the table; `carried_by` says who carries them, which is the practice of the house. */
export interface BoxCloseTable {
  type: "CloseTable";
  carried_by?: string;
}

/** Change a deck: it leaves the table for good, 14.2(b). */
export interface BoxRemoveDeck {
  type: "RemoveDeck";
  deck: string;
}

/** Take over as the dealer of the table, 14.6(b); relief is the practice of the house. */
export interface BoxSignOn {
  type: "SignOn";
}

/** End your turn as the dealer of the table. */
export interface BoxSignOff {
  type: "SignOff";
}

/** Take over from the dealer signed on, between rounds; relief is the practice of the house, and the record has both. */
export interface BoxRelieveDealer {
  type: "RelieveDealer";
}

/** Inspect a deck just opened and say how many cards you found, 14.4(a). */
export interface BoxInspectDeck {
  type: "InspectDeck";
  deck: string;
  found: number;
}

/** Verify the dealer's inspection of a deck as a floorperson or superior, 14.4(b). */
export interface BoxVerifyDeck {
  type: "VerifyDeck";
  deck: string;
}

/** Accept a deck that was inspected and shuffled beforehand; `document` vouches for it, 14.4(a). */
export interface BoxAcceptPreparedDeck {
  type: "AcceptPreparedDeck";
  deck: string;
  document: string;
}

/** Spread a deck on the table: face up by suit and in sequence at the opening, either way up at an idle table, 14.4(b) and 14.5(d). */
export interface BoxSpreadDeck {
  type: "SpreadDeck";
  deck: string;
  face: Face;
  in_sequence: boolean;
}

/** Turn a deck up that was spread face down, once two players have come, 14.5(d). */
export interface BoxTurnDeckUp {
  type: "TurnDeckUp";
  deck: string;
}

/** Give the first two players the opportunity to look at a deck, 14.4(c). */
export interface BoxOfferInspection {
  type: "OfferInspection";
  deck: string;
}

/** Turn a deck down, mix it thoroughly and stack it, 14.4(c). */
export interface BoxWashDeck {
  type: "WashDeck";
  deck: string;
}

/** Shuffle a deck by hand or by the device; `counted` is what a counting device reports, 14.5(a). */
export interface BoxShuffleDeck {
  type: "ShuffleDeck";
  deck: string;
  method: ShuffleMethod;
  counted?: number | null;
}

/** Report that the device jammed, stopped or did not finish: the deck is shuffled again, 14.15(p). */
export interface BoxReportFailedShuffle {
  type: "ReportFailedShuffle";
  deck: string;
  failure: Failure;
}

/** Begin the cut: the cover card before the deck, 14.5(b)1. */
export interface BoxPlaceCoverCard {
  type: "PlaceCoverCard";
}

/** Put a packet of at least ten cards from the top on the cover card, 14.5(b)2. */
export interface BoxTakePacket {
  type: "TakePacket";
  size: number;
}

/** Put the rest of the deck on the packet, which ends the cut, 14.5(b)3. */
export interface BoxPlaceRest {
  type: "PlaceRest";
}

/** Confirm in one word that the next deck is shuffled, stacked and cut as 14.5 requires, and lies in play. */
export interface BoxPrepareDeck {
  type: "PrepareDeck";
}

/** Have a deck cut again that was not cut properly, before any card is dealt, 14.5(c). */
export interface BoxOrderRecut {
  type: "OrderRecut";
  reason: string;
}

/** Bring a deck into play; the one in play until now is taken out, 14.2(b). */
export interface BoxPutInPlay {
  type: "PutInPlay";
  deck: string;
}

/** Put the deck that is not in play where it belongs, 14.2(a) and (d)2. */
export interface BoxStoreDeck {
  type: "StoreDeck";
  deck: string;
  place: DeckPlace;
}

/** Put a deck into suit and sequence, and say how many cards there were, 14.2(b). */
export interface BoxSortDeck {
  type: "SortDeck";
  deck: string;
  found: number;
}

/** Count a deck between rounds, 14.6(e)4. */
export interface BoxCountDeck {
  type: "CountDeck";
  deck: string;
  found: number;
}

/** Count what is left in the dealer's hand at hold 'em or omaha, 14.6(e)4. */
export interface BoxCountStub {
  type: "CountStub";
  dealt: number;
  found: number;
}

/** Report cards that are missing from a deck, or foreign cards found in it: the deck leaves the table, 14.15(g). */
export interface BoxReportWrongCards {
  type: "ReportWrongCards";
  deck: string;
  what: string;
}

/** Establish that the deck of this round was not shuffled or cut as required, 14.15(e)1. */
export interface BoxNoteSkipped {
  type: "NoteSkipped";
  skipped: Skipped;
}

/** Put the deck down under the marker button to handle a transaction, 14.6(e)1. */
export interface BoxSetDeckDown {
  type: "SetDeckDown";
  transaction: string;
}

/** Take the deck up again: the transaction is completed, 14.6(e)1. */
export interface BoxPickDeckUp {
  type: "PickDeckUp";
}

/** Collect a seat's cards after a round, losing hands first, and say how many there were, 14.6(e)5 and 7. */
export interface BoxCollectHand {
  type: "CollectHand";
  seat: number;
  found: number;
}

/** Put the rake of the round into the table inventory container, and say how much it was, 14.6(e)8. */
export interface BoxCollectRake {
  type: "CollectRake";
  amount: number;
}

/** Put what the pots contribute to a bad beat payout into its container, and say how much it was, 14.6(e)9. */
export interface BoxCollectContribution {
  type: "CollectContribution";
  amount: number;
}

/** Push a pot to its winners, side pots before the main pot, 14.6(e)6. */
export interface BoxPushPot {
  type: "PushPot";
  pot: number;
}

/** Confirm in one word for the round just ended: hands collected and counted, rake and contribution taken, pots pushed, the next deck shuffled and cut, 14.5 and 14.6(e)5 to 9. */
export interface BoxAttest {
  type: "Attest";
  round: number;
  rake?: number | null;
  contribution?: number | null;
  prepared?: boolean;
}

/** Call a floorperson and say why; that the dealer waits for them is the practice of the house. */
export interface BoxCallFloor {
  type: "CallFloor";
  reason: string;
}

/** Answer a call for the floor: you have come and seen to it. */
export interface BoxAnswerCall {
  type: "AnswerCall";
  call: number;
  reason?: string;
}

/** Start the next round of play where a dealer deals: the deck must be one that may be dealt, 14.6(b). */
export interface TableStartRound {
  type: "StartRound";
}

/** Name the card that each player was dealt for the first button, where a dealer deals, 14.10(c)2ii. */
export interface TableDrawForButton {
  type: "DrawForButton";
  cards: DrawnByDealer[];
}

/** Set how the waiting lists work: their order, how long offers last, and what becomes of those who decline. */
export interface ListsSetRules {
  type: "SetRules";
  rules: ListRules;
}

/** Begin a list of those who would play a game that is not open yet. */
export interface ListsOpenInterest {
  type: "OpenInterest";
  wanted: Wanted;
}

/** Begin a waiting list; those on the interest list keep their order. */
export interface ListsOpenList {
  type: "OpenList";
  wanted: Wanted;
}

/** End a waiting list. */
export interface ListsCloseList {
  type: "CloseList";
  wanted: Wanted;
}

/** Put a player on a waiting list, under the name to call out. */
export interface ListsJoin {
  type: "Join";
  player: string;
  name: string;
  phone?: string;
  wanted: Wanted;
}

/** Take a player off a waiting list. */
export interface ListsLeaveList {
  type: "LeaveList";
  player: string;
  wanted: Wanted;
}

/** Ask for a seat at another table of the same game and limits for a player: at one table, or any. */
export interface ListsRequestChange {
  type: "RequestChange";
  player: string;
  to?: string | null;
}

/** Take back a player's request for another table. */
export interface ListsCancelChange {
  type: "CancelChange";
  player: string;
}

/** Offer a vacant seat to whoever is next, including those who let it go before. */
export interface ListsCallNext {
  type: "CallNext";
  table: string;
  seat?: number | null;
}

/** Call a particular player to a vacant seat; `reason` says why, where others are passed over. */
export interface ListsCallPlayer {
  type: "CallPlayer";
  player: string;
  table: string;
  seat: number;
  reason?: string;
}

/** Make a table a must-move table that feeds `feeds`, or none any more. */
export interface ListsSetMustMove {
  type: "SetMustMove";
  table: string;
  feeds?: string | null;
}

/** Accept the seat that a player was offered, for them. */
export interface ListsAccept {
  type: "Accept";
  player: string;
  table: string;
  seat: number;
}

/** Decline the seat that a player was offered, for them. */
export interface ListsDecline {
  type: "Decline";
  player: string;
  table: string;
  seat: number;
}

/** Record that a player was called and did not come. */
export interface ListsNoteNoShow {
  type: "NoteNoShow";
  player: string;
  table: string;
  seat: number;
}

/** Hold a seat for a player until a certain time, whoever is next. */
export interface ListsLockSeat {
  type: "LockSeat";
  player: string;
  table: string;
  seat: number;
  until: string;
  reason: string;
}

/** Stop holding a seat before its time is over. */
export interface ListsReleaseSeat {
  type: "ReleaseSeat";
  table: string;
  seat: number;
}

/** Keep a player from all lists and seats; `rule` is the paragraph that demands it, if one does. */
export interface ListsBar {
  type: "Bar";
  player: string;
  reason: string;
  rule?: Citation | null;
}

/** Let a player who was barred join lists and take seats again. */
export interface ListsReinstate {
  type: "Reinstate";
  player: string;
}

/** Take cash from a player into their bank. */
export interface CageDeposit {
  type: "Deposit";
  player: string;
  amount: number;
}

/** Pay cash to a player from their bank. */
export interface CageWithdraw {
  type: "Withdraw";
  player: string;
  amount: number;
}

/** Send chips from the cage to a table's tray, or back to the cage with `credit`. */
export interface CageFill {
  type: "Fill";
  table: string;
  amount: number;
  credit?: boolean;
}

/** Take over a drawer: count what lies in it by denomination. From then on your transfers move it. */
export interface CageOpenDrawer {
  type: "OpenDrawer";
  pieces: Pieces[];
}

/** Close your drawer at the end of a shift: count it by denomination with another person, who signs. */
export interface CageCloseDrawer {
  type: "CloseDrawer";
  pieces: Pieces[];
  expected?: number | null;
}

/** Close the gaming day in progress, if one is, and open the next. */
export interface BooksBeginDay {
  type: "BeginDay";
  date: string;
}

/** Close the gaming day without opening another, once all tables are closed. */
export interface BooksCloseDay {
  type: "CloseDay";
  date: string;
}

/** Record what two people counted at a table: the chips in its tray, and the drop box if it was opened. */
export interface BooksCountTable {
  type: "CountTable";
  table: string;
  closer: number;
  drop?: number | null;
  expected?: number | null;
}

/** Take back a transfer, named by its id in the journal such as `ledger:12.1`, and make those that should have been made. */
export interface BooksCorrect {
  type: "Correct";
  original: string;
  note: string;
  instead?: Instead[];
}

/** File settings as they were submitted to the Division; they wait for another person to approve them. */
export interface RegisterPropose {
  type: "Propose";
  subject: string;
  settings: RakeSubmission | TableSettings | Supplement | PayoutSubmission | KenoSettings;
  document: string;
  filed_on: string;
  effective: string;
}

/** Let settings that another person filed take effect at their time. */
export interface RegisterApprove {
  type: "Approve";
  subject: string;
  version: number;
}

/** Take back a version of what is filed; nothing takes its place. */
export interface RegisterWithdraw {
  type: "Withdraw";
  subject: string;
  version: number;
  reason: string;
}

/** Record that a player was stopped and warned, and about what. */
export interface ConductIntervene {
  type: "Intervene";
  player: string;
  incident: Incident;
  warning: string;
}

/** Have a player leave the game, every table and every list at once, 14.16(b). */
export interface ConductRequireToLeave {
  type: "RequireToLeave";
  player: string;
  cause: string;
  hand?: HandInPlay;
}

/** Let a player play again who was required to leave. */
export interface ConductReinstate {
  type: "Reinstate";
  player: string;
  reason: string;
}

/** Record that the Division was told of a player required to leave; `reference` is how the notice is found again. */
export interface ConductNotifyDivision {
  type: "NotifyDivision";
  player: string;
  reference: string;
}

/** Let somebody talk at no table until a certain time; a time in the past lets them talk again. */
export interface ChatSilence {
  type: "Silence";
  player: string;
  until: string;
}

/** Erase the text of something that was said, by its number; that it was said, where and by whom stays in the record. */
export interface ChatEraseRemark {
  type: "EraseRemark";
  remark: number;
  reason: string;
}

/** Erase what somebody is called in this room, until they come in again. */
export interface ChatEraseName {
  type: "EraseName";
  player: string;
  reason: string;
}

/** Offer a bad beat payout by the rules filed under `payout NAME` and in force, 14.19(a). */
export interface PayoutsOfferPayout {
  type: "OfferPayout";
  payout: string;
}

/** Post a notice of the change that was last approved for a payout, before it is made, 14.19(q). */
export interface PayoutsAnnounceChange {
  type: "AnnounceChange";
  payout: string;
}

/** Put into force what a posted notice announced, 14.19(q). */
export interface PayoutsChangeRules {
  type: "ChangeRules";
  payout: string;
}

/** Take no further contributions, as amended rules say, 14.19(c); what is in the fund can still be won. */
export interface PayoutsStopCollecting {
  type: "StopCollecting";
  payout: string;
}

/** End a payout: all of its money goes to another payout of the room, 14.19(l). */
export interface PayoutsDiscontinue {
  type: "Discontinue";
  payout: string;
  to: string;
}

/** Count the container of your table and return the chips to its tray, with a witness beside you, 14.19(f). */
export interface PayoutsCountAtTable {
  type: "CountAtTable";
  payout: string;
  table: string;
  chips: Chips[];
  written: number;
  serial?: number | null;
  recording?: string;
  licensed?: boolean;
}

/** Count every box at a closed table, with a poker supervisor beside you and surveillance recording, 14.19(d)1. */
export interface PayoutsCountAtClosedTable {
  type: "CountAtClosedTable";
  payout: string;
  place: string;
  closed?: boolean;
  boxes: BoxContents[];
  recording: string;
}

/** Account for every locked box before it is carried to the cage, 14.19(d)2. */
export interface PayoutsAccountForBoxes {
  type: "AccountForBoxes";
  payout: string;
  tables: string[];
}

/** Carry a locked container, or the locked boxes, to the cage, 14.19(d). */
export interface PayoutsCarry {
  type: "Carry";
  payout: string;
  container: number;
}

/** Count each box that was carried to you, or verify the aggregate of a container, 14.19(e). */
export interface PayoutsCountInCage {
  type: "CountInCage";
  payout: string;
  container: number;
  boxes?: BoxContents[];
  chips?: Chips[];
}

/** Record a contribution form that was spoiled, with a witness beside you: its serial is never used again, 14.19(f)3. */
export interface PayoutsVoidForm {
  type: "VoidForm";
  payout: string;
  table: string;
  reason: string;
  serial?: number | null;
}

/** Deposit the original of a form in the drop box of the table, 14.19(g). */
export interface PayoutsDropOriginal {
  type: "DropOriginal";
  payout: string;
  serial: number;
}

/** Place the duplicate of a form that you verified in the locked accounting box, 14.19(g). */
export interface PayoutsBoxDuplicate {
  type: "BoxDuplicate";
  payout: string;
  serial: number;
}

/** Compare the duplicates collected with the originals from the count room, by serial number, 14.19(h). */
export interface PayoutsMatchForms {
  type: "MatchForms";
  payout: string;
  day: string;
  duplicates: number[];
  originals: number[];
}

/** Enter what was counted in the official record, with the share for the reset amount, 14.19(k), (p). */
export interface PayoutsRecordDay {
  type: "RecordDay";
  payout: string;
  day: string;
}

/** Set the display to the official record, with a poker supervisor beside you, 14.19(k)1. */
export interface PayoutsAdjustDisplay {
  type: "AdjustDisplay";
  payout: string;
}

/** Say at the showdown that a strong hand has lost, and name the cards, 14.19(a). */
export interface PayoutsDeclareBadBeat {
  type: "DeclareBadBeat";
  payout: string;
  table: string;
  hands: HandNamed[];
  board?: string;
  round?: number | null;
}

/** Verify a bad beat: its display is pending adjustment, and the payout is to be delivered, 14.19(i). */
export interface PayoutsVerifyHit {
  type: "VerifyHit";
  payout: string;
  hit: number;
}

/** Say why a hand does not qualify. */
export interface PayoutsRejectHit {
  type: "RejectHit";
  payout: string;
  hit: number;
  reason: string;
}

/** Let play go on at a table that was kept as evidence of a hit, as the house does it. */
export interface PayoutsResumePlay {
  type: "ResumePlay";
  payout: string;
  hit: number;
}

/** Prepare the distribution in cash, an equivalent or chips, for the table or the cage, 14.19(j). */
export interface PayoutsPreparePayout {
  type: "PreparePayout";
  payout: string;
  hit: number;
  instrument: Instrument;
  paid_at: PaidAt;
}

/** Hand one player their part of a payout, 14.19(i)2, (j). */
export interface PayoutsPayAward {
  type: "PayAward";
  payout: string;
  hit: number;
  player: string;
  on_account?: boolean;
}

/** Make another award that the posted rules list for a round of play, with accounting beside you, who prepare it, 14.19(a), (b)4. */
export interface PayoutsAwardBonus {
  type: "AwardBonus";
  payout: string;
  bonus: string;
  player: string;
  table: string;
  round: number;
  earned: string;
  level?: Level;
}

/** Authorise a multi-casino payout that the host has decided for a claim of this casino, 14.20(e)4ii. */
export interface LinkAuthorise {
  type: "Authorise";
  claim: string;
}

/** Ask the host to let this casino pay patrons of a member that does not: every member is liable for all of a payout, 14.20(d)2. Pay them once the host has agreed. */
export interface LinkCoverAwards {
  type: "CoverAwards";
  claim: string;
  awards: Award[];
}

/** Pay another member what this casino owes it for payouts of the system, 14.20(c)2. */
export interface LinkSettle {
  type: "Settle";
  to: string;
  amount: number;
  reference: string;
}

/** Confirm that the money has come which another member said it had paid, 14.20(c)2: until then it is owed, and not in this casino's books. */
export interface LinkConfirmReceipt {
  type: "ConfirmReceipt";
  announced: number;
}

/** Bring a shaker with dice sealed in it to the table, each with its compliance on file, 13.3(a). */
export interface DicePlaceShaker {
  type: "PlaceShaker";
  shaker: string;
  dice: string;
  shaker_reference: string;
  dice_reference: string;
}

/** Take the shaker from the table, as when its dice are changed, 13.3(a)2. */
export interface DiceRemoveShaker {
  type: "RemoveShaker";
}

/** Say whether the shaker works, before the table opens, 13.5(a). */
export interface DiceInspectShaker {
  type: "InspectShaker";
  works: boolean;
}

/** Open a mini-dice table at the odds of the house, once its shaker has been inspected, 13.5(a). */
export interface DiceOpenDiceTable {
  type: "OpenDiceTable";
  least: number;
  most: number;
  unit?: number;
  seats?: number;
  odds?: Record<string, string> | null;
}

/** Close a mini-dice table where nobody is seated. */
export interface DiceCloseDiceTable {
  type: "CloseDiceTable";
}

/** Sign on at the table, or relieve its dealer: the shaker is yours to attend, 13.3(a)1. */
export interface DiceTakeOver {
  type: "TakeOver";
}

/** Leave a table without a shaker; with one, be relieved first, 13.3(a)1. */
export interface DiceSignOff {
  type: "SignOff";
}

/** Report that the shaker was left unattended, its seal broken or its dice handled, 13.3(a)1 and 3. */
export interface DiceReportTrouble {
  type: "ReportTrouble";
  trouble: Trouble;
  note: string;
}

/** Seat a player with chips from their bank, 13.4(b). */
export interface DiceSitDown {
  type: "SitDown";
  player: string;
  seat: number;
  amount: number;
}

/** Give a seated player more chips from their bank. */
export interface DiceBuyChips {
  type: "BuyChips";
  player: string;
  amount: number;
}

/** Let a player go: at once, or when the round of play is over if they have a wager, 13.4(b). */
export interface DiceGetUp {
  type: "GetUp";
  player: string;
}

/** Enter chips that a player has put on the layout, 13.4(a). */
export interface DicePlaceWager {
  type: "PlaceWager";
  player: string;
  bet: string;
  amount: number;
  instrument?: string;
  spoken?: boolean;
}

/** Enter that a player has taken a wager back before "No more bets". */
export interface DiceRemoveWager {
  type: "RemoveWager";
  player: string;
  bet: string;
}

/** Announce "No more bets", 13.5(b). */
export interface DiceNoMoreBets {
  type: "NoMoreBets";
}

/** Cover the shaker, 13.5(c). */
export interface DiceCover {
  type: "Cover";
}

/** Enter how often the shaker was shaken, by the dealer or by the player who has it, 13.5(c) and (d). */
export interface DiceShake {
  type: "Shake";
  times: number;
  player?: string | null;
}

/** Offer the shaker to the next player, or give it to the one who has kept it, 13.5(d) and 13.7. */
export interface DiceOfferShaker {
  type: "OfferShaker";
}

/** Enter whether the player accepts the shaker, 13.5(d). */
export interface DiceAnswerShaker {
  type: "AnswerShaker";
  player: string;
  accept: boolean;
}

/** Enter that a player gives up the right to shake, 13.7(a)1. */
export interface DicePassShaker {
  type: "PassShaker";
  player: string;
}

/** Enter that a player who has refused the shaker would like to be offered it again, 13.7(a)2. */
export interface DiceAskForShaker {
  type: "AskForShaker";
  player: string;
}

/** Order the shaker passed, on one of the three grounds of 13.7(a)1ii. */
export interface DiceOrderPassed {
  type: "OrderPassed";
  ground: Ground;
}

/** Uncover the shaker and call what lies on top of the two dice, 13.5(e). */
export interface DiceUncover {
  type: "Uncover";
  faces: number[];
}

/** Collect every losing wager, 13.5(f). */
export interface DiceCollectLosing {
  type: "CollectLosing";
}

/** Pay a player's winning wagers, or all that are left, 13.5(f). */
export interface DicePayWinners {
  type: "PayWinners";
  player?: string | null;
}

/** Offer odds at all mini-dice tables, as they are printed: at least those of 13.6(b). */
export interface OddsPostOdds {
  type: "PostOdds";
  odds: Record<string, string>;
  commission?: number;
}

/** Sell keno by the rate card that is filed under this subject, approved and in force, 15.2(b). */
export interface KenoPostKenoCard {
  type: "PostKenoCard";
  subject: string;
}

/** Open the next game of keno for sale; what will be drawn is promised now. */
export interface KenoOpenKenoGame {
  type: "OpenKenoGame";
}

/** Issue a keno ticket for cash on what a patron has marked or, to a writer, said, 15.1. */
export interface KenoIssueKenoTicket {
  type: "IssueKenoTicket";
  form: Form;
  conditioning: string;
  spots?: number[];
  groups?: number[][];
  quick_pick?: number | null;
  first: number;
  games?: number;
  station?: string;
}

/** Take back a ticket and return its price, before the draw of its first game has begun; a rule of the house. */
export interface KenoVoidKenoTicket {
  type: "VoidKenoTicket";
  serial: string;
  station?: string;
}

/** End the sale of the game and draw its twenty numbers. */
export interface KenoDrawKenoGame {
  type: "DrawKenoGame";
}

/** Take a winning ticket from its patron to redeem it, and give a receipt with its serial number, 15.1. */
export interface KenoTakeKenoTicket {
  type: "TakeKenoTicket";
  serial: string;
  station?: string;
}

/** Pay a winning ticket, once; a runner pays those on the report, up to $500, 15.1. */
export interface KenoRedeemKenoTicket {
  type: "RedeemKenoTicket";
  serial: string;
  station?: string;
}

/** Make the winning ticket report of a game, by runner or work station, 15.1. */
export interface KenoReportKenoWinners {
  type: "ReportKenoWinners";
  game: number;
}

/** Go on duty in the position you act in; in another you go off duty. */
export interface DutyGoOnDuty {
  type: "GoOnDuty";
}

/** Go off duty. */
export interface DutyGoOffDuty {
  type: "GoOffDuty";
}

/** Take somebody off duty who has gone without saying so, and say why. */
export interface DutyTakeOffDuty {
  type: "TakeOffDuty";
  who: string;
  reason: string;
}

/** Take something over to carry it from one place to another; whoever gives it to you signs. */
export interface SecurityTakeOver {
  type: "TakeOver";
  what: string;
  origin: string;
  destination: string;
  reference?: string;
}

/** Hand over what you carried; whoever receives it signs. */
export interface SecurityHandOver {
  type: "HandOver";
  carriage: number;
}

/** Record something that happened in the room, where, and what was done about it. */
export interface SecurityReportIncident {
  type: "ReportIncident";
  where: string;
  what: string;
  done?: string;
  about?: string;
}

/** Say which recording shows a count or another event, by the number of its slip. */
export interface SurveillanceNoteRecording {
  type: "NoteRecording";
  subject: string;
  reference: string;
}

/** Open the sealed decks of a round that is over, for a reason that is recorded before anything is shown. */
export interface DecksOpenDecks {
  type: "OpenDecks";
  table: string;
  round: number;
  reason: string;
}

/** Send a notice, a request or an approval to the other side: the house to the Division, or the Division to the house. */
export interface DivisionSendNotice {
  type: "SendNotice";
  subject: string;
  text: string;
  paragraph?: string;
  answers?: number | null;
}

/** Say that a notice of the other side has been received. */
export interface DivisionAcknowledge {
  type: "Acknowledge";
  notice: number;
}

export type TableOrder =
  | TableOpenTable
  | TableCloseTable
  | TableAnnounceClosing
  | TablePostChange
  | TableProposeMinimum
  | TableTakeSeat
  | TableTopUp
  | TableLeaveSeat
  | TableSitOut
  | TableSitIn
  | TableGoAway
  | TableReturn
  | TableCollectTime
  | TablePayTime
  | TableVerifyTime
  | TableWitnessRuling
  | TableStartRound
  | TableDrawForButton;

export type RoundOrder =
  | RoundDeclareMisdeal
  | RoundDeclareDead
  | RoundRemoveFaceUpCard
  | RoundRemoveFallenCard
  | RoundRemoveHand
  | RoundMarkProtected
  | RoundLeaveTable
  | RoundUphold
  | RoundRule
  | RoundPushByRuling;

export type FeltOrder =
  | FeltCheck
  | FeltCall
  | FeltFold
  | FeltBet
  | FeltRaise
  | FeltPostForcedBet
  | FeltFreeze
  | FeltPlayOn
  | FeltAgree
  | FeltLayBills
  | FeltPayAnteInCoin
  | FeltSay
  | FeltPutIn
  | FeltNotComplete
  | FeltRested
  | FeltThrewAway
  | FeltTurnedDown
  | FeltDraw
  | FeltDiscard
  | FeltShow
  | FeltConcede
  | FeltDeal
  | FeltReshuffle
  | FeltNameCards
  | FeltNameOpener
  | FeltPushPots
  | FeltTakeBack
  | FeltCardFaceUp
  | FeltCardFell
  | FeltMisdealFound
  | FeltCountWrong
  | FeltHandGone
  | FeltPlayerGone
  | FeltHandRebuilt;

export type BoxOrder =
  | BoxDistributeDecks
  | BoxChooseDeckRules
  | BoxReceiveDeck
  | BoxProvideCoverCard
  | BoxInstallShuffler
  | BoxRemoveShuffler
  | BoxOpenTable
  | BoxBeginDay
  | BoxCloseTable
  | BoxRemoveDeck
  | BoxSignOn
  | BoxSignOff
  | BoxRelieveDealer
  | BoxInspectDeck
  | BoxVerifyDeck
  | BoxAcceptPreparedDeck
  | BoxSpreadDeck
  | BoxTurnDeckUp
  | BoxOfferInspection
  | BoxWashDeck
  | BoxShuffleDeck
  | BoxReportFailedShuffle
  | BoxPlaceCoverCard
  | BoxTakePacket
  | BoxPlaceRest
  | BoxPrepareDeck
  | BoxOrderRecut
  | BoxPutInPlay
  | BoxStoreDeck
  | BoxSortDeck
  | BoxCountDeck
  | BoxCountStub
  | BoxReportWrongCards
  | BoxNoteSkipped
  | BoxSetDeckDown
  | BoxPickDeckUp
  | BoxCollectHand
  | BoxCollectRake
  | BoxCollectContribution
  | BoxPushPot
  | BoxAttest
  | BoxCallFloor
  | BoxAnswerCall;

export type ListsOrder =
  | ListsSetRules
  | ListsOpenInterest
  | ListsOpenList
  | ListsCloseList
  | ListsJoin
  | ListsLeaveList
  | ListsRequestChange
  | ListsCancelChange
  | ListsCallNext
  | ListsCallPlayer
  | ListsSetMustMove
  | ListsAccept
  | ListsDecline
  | ListsNoteNoShow
  | ListsLockSeat
  | ListsReleaseSeat
  | ListsBar
  | ListsReinstate;

export type CageOrder =
  | CageDeposit
  | CageWithdraw
  | CageFill
  | CageOpenDrawer
  | CageCloseDrawer;

export type BooksOrder =
  | BooksBeginDay
  | BooksCloseDay
  | BooksCountTable
  | BooksCorrect;

export type RegisterOrder =
  | RegisterPropose
  | RegisterApprove
  | RegisterWithdraw;

export type ConductOrder =
  | ConductIntervene
  | ConductRequireToLeave
  | ConductReinstate
  | ConductNotifyDivision;

export type ChatOrder =
  | ChatSilence
  | ChatEraseRemark
  | ChatEraseName;

export type PayoutsOrder =
  | PayoutsOfferPayout
  | PayoutsAnnounceChange
  | PayoutsChangeRules
  | PayoutsStopCollecting
  | PayoutsDiscontinue
  | PayoutsCountAtTable
  | PayoutsCountAtClosedTable
  | PayoutsAccountForBoxes
  | PayoutsCarry
  | PayoutsCountInCage
  | PayoutsVoidForm
  | PayoutsDropOriginal
  | PayoutsBoxDuplicate
  | PayoutsMatchForms
  | PayoutsRecordDay
  | PayoutsAdjustDisplay
  | PayoutsDeclareBadBeat
  | PayoutsVerifyHit
  | PayoutsRejectHit
  | PayoutsResumePlay
  | PayoutsPreparePayout
  | PayoutsPayAward
  | PayoutsAwardBonus;

export type LinkOrder =
  | LinkAuthorise
  | LinkCoverAwards
  | LinkSettle
  | LinkConfirmReceipt;

export type DiceOrder =
  | DicePlaceShaker
  | DiceRemoveShaker
  | DiceInspectShaker
  | DiceOpenDiceTable
  | DiceCloseDiceTable
  | DiceTakeOver
  | DiceSignOff
  | DiceReportTrouble
  | DiceSitDown
  | DiceBuyChips
  | DiceGetUp
  | DicePlaceWager
  | DiceRemoveWager
  | DiceNoMoreBets
  | DiceCover
  | DiceShake
  | DiceOfferShaker
  | DiceAnswerShaker
  | DicePassShaker
  | DiceAskForShaker
  | DiceOrderPassed
  | DiceUncover
  | DiceCollectLosing
  | DicePayWinners;

export type OddsOrder =
  | OddsPostOdds;

export type KenoOrder =
  | KenoPostKenoCard
  | KenoOpenKenoGame
  | KenoIssueKenoTicket
  | KenoVoidKenoTicket
  | KenoDrawKenoGame
  | KenoTakeKenoTicket
  | KenoRedeemKenoTicket
  | KenoReportKenoWinners;

export type DutyOrder =
  | DutyGoOnDuty
  | DutyGoOffDuty
  | DutyTakeOffDuty;

export type SecurityOrder =
  | SecurityTakeOver
  | SecurityHandOver
  | SecurityReportIncident;

export type SurveillanceOrder =
  | SurveillanceNoteRecording;

export type DecksOrder =
  | DecksOpenDecks;

export type DivisionOrder =
  | DivisionSendNotice
  | DivisionAcknowledge;

export type StaffOrder =
  | { id: string; counter: "table"; table: string; subject?: string; order: TableOrder }
  | { id: string; counter: "round"; table: string; subject?: string; order: RoundOrder }
  | { id: string; counter: "felt"; table: string; subject?: string; order: FeltOrder }
  | { id: string; counter: "box"; table: string; subject?: string; order: BoxOrder }
  | { id: string; counter: "lists"; order: ListsOrder }
  | { id: string; counter: "cage"; order: CageOrder }
  | { id: string; counter: "books"; order: BooksOrder }
  | { id: string; counter: "register"; order: RegisterOrder }
  | { id: string; counter: "conduct"; order: ConductOrder }
  | { id: string; counter: "chat"; order: ChatOrder }
  | { id: string; counter: "payouts"; order: PayoutsOrder }
  | { id: string; counter: "link"; order: LinkOrder }
  | { id: string; counter: "dice"; table: string; subject?: string; order: DiceOrder }
  | { id: string; counter: "odds"; order: OddsOrder }
  | { id: string; counter: "keno"; order: KenoOrder }
  | { id: string; counter: "duty"; order: DutyOrder }
  | { id: string; counter: "security"; order: SecurityOrder }
  | { id: string; counter: "surveillance"; order: SurveillanceOrder }
  | { id: string; counter: "decks"; order: DecksOrder }
  | { id: string; counter: "division"; order: DivisionOrder };
