/** `state` and `delayed_state` as the table publishes them: what the graphics need of it (`hardware_docs/asyncapi.json`). */

export interface Seat {
  seat: number;
  name: string;
  status: "in" | "folded" | "all-in" | "out" | "busted" | "left" | "empty" | string;
  stack_chips: number;
  /** How sure the stack is, and how many seconds ago its tray last showed it; null for never. */
  stack_sure: "seen" | "moving" | "books" | "differs";
  stack_off_chips: number;
  stack_seen_s: number | null;
  bet_chips: number;
  /** What it has bet in this hand, in all its rounds. */
  committed_chips: number;
  won_chips: number;
  last_act: string | null;
  last_act_to_chips: number;
  card_count: number;
  /** Stud: those of its cards that lie face up, in the order dealt; recordings of before there was stud have none. */
  up_cards?: string[];
  tabled: string[];
  hand_label: string;
  winning_cards: string[];
  away: boolean;
}

/** `n` of `of`. */
export interface Figure {
  n: number;
  of: number;
}

/** What a player did so far, as `statistics` tells it after each hand. */
export interface PlayerStatistics {
  name: string;
  hand_count: number;
  vpip: Figure;
  pfr: Figure;
  three_bet: Figure;
  aggression: Figure;
  went_to_showdown: Figure;
  won_at_showdown: Figure;
}

export interface Statistics {
  hand: number;
  players: PlayerStatistics[];
}

export interface Pot {
  amount_chips: number;
  seats: number[];
}

/** What a seat was given of a pot, 0 the main pot, or of the half of it that the high or the low hand wins. */
export interface Award {
  pot: number;
  seat: number;
  amount_chips: number;
  half?: "" | "high" | "low";
}

export interface OpenFinding {
  case: number;
  title: Record<string, string>;
  name: string;
  book: string;
  rule: string;
  stops_play: boolean;
}

export interface Equity {
  seat: number;
  equity_pct: number;
  outs: string[];
}

export interface State {
  hand: number;
  street: string;
  level: {
    number: number | null;
    left_s: number | null;
    small_blind_chips: number;
    big_blind_chips: number;
    ante_chips: number;
    coming: { small_blind_chips: number; big_blind_chips: number; ante_chips: number } | null;
  };
  button_seat: number | null;
  small_blind_seat: number | null;
  big_blind_seat: number | null;
  seats: Seat[];
  /** The game has a bring-in in place of blinds. */
  bring_in?: boolean;
  /** How many cards its board has; recordings of before there were others have none here, and games with five. */
  full_board_count?: number;
  board: string[];
  pots: Pot[];
  uncontested: Pot[];
  awards: Award[];
  pot_chips: number;
  action: { seat: number; to_call_chips: number } | null;
  /** Who discards next in a draw. */
  draw_seat?: number | null;
  room: { hand_for_hand: boolean; on_break: boolean };
  findings: OpenFinding[];
  hole_cards?: { seat: number; cards: string[] }[];
  equities?: { players: Equity[] } | null;
}
