/** Tables to test with: only what a test is about needs to be said. */

import type { LobbyTable, Offer, SeatView, TableView } from "../src/wire";

export function offer(given: Partial<Offer>): Offer {
  return { kind: "Fold", rule: "14.9(d)4", amount: 0, least: 0, most: 0, step: 0, discard: 0, free: false, ...given };
}

export function seat(given: Partial<SeatView>): SeatView {
  return {
    seat: 0,
    name: "Ada",
    bot: false,
    me: false,
    stakes: 10000,
    added: 0,
    bet: 0,
    down: [],
    up: [],
    discards: [],
    dealt_in: true,
    live: true,
    all_in: false,
    frozen: false,
    shown: false,
    sitting_out: false,
    away: false,
    leaving: false,
    must_leave: false,
    connected: true,
    owes_blinds: false,
    time_bank: 0,
    last_action: null,
    won: 0,
    ...given,
  };
}

export function table(given: Partial<TableView>): TableView {
  return {
    name: "Brigantine",
    game: "hold-em",
    title: "Hold 'em",
    edition: "",
    limits: "",
    structure: "",
    minimum: 200,
    sign: [],
    buy_in: [2000, 40000],
    round: 7,
    playing: true,
    street: "flop",
    stage: "betting",
    board: [],
    pot: 0,
    pots: [],
    bet: 0,
    raked: 0,
    button: 0,
    blinds: [],
    kill: null,
    increases: [300, 400],
    proposal: null,
    seats: [],
    places: 9,
    turn: { seat: 1, since: 0, deadline: null, on_time_bank: false },
    next_round_at: null,
    my_seat: 0,
    offers: [],
    my_high: null,
    my_low: null,
    my_change: null,
    commitment: null,
    result: null,
    delayed: 0,
    halted: null,
    ...given,
  };
}

export function lobbyTable(given: Partial<LobbyTable>): LobbyTable {
  return {
    name: "Brigantine",
    game: "hold-em",
    family: "hold-em",
    title: "Hold 'em",
    limits: "$2-$4 limit",
    structure: "limit",
    minimum: 200,
    buy_in: [2000, 40000],
    places: 9,
    seated: 4,
    bots: 2,
    free: 5,
    waiting: 0,
    average_pot: 0,
    rounds_per_hour: 0,
    playing: true,
    play_chips: true,
    mine: false,
    ...given,
  };
}
