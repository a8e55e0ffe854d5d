/** What each graphic draws, as its manifest has it, and what stands there where it was told nothing. */

/**
 * The player plate. Cards are `Ah`; anything else in `cards` is a back. `equity_pct` is what the hand wins of the main pot,
 * -1 where it is not known.
 */
export interface PlayerData {
  seat: number;
  name: string;
  stack_chips: number;
  big_blind_chips: number;
  act: string;
  act_chips: number;
  cards: string[];
  equity_pct: number;
  outs: string[];
  to_act: boolean;
  folded: boolean;
  position: string;
  sure: string;
  stats: StatData[];
}

/** One figure of a player with its sample: `n` of `of`; of a `factor`, `n` over `of`. */
export interface StatData {
  label: string;
  n: number;
  of: number;
  factor: boolean;
}

export const NO_STAT: StatData = { label: "", n: 0, of: 0, factor: false };

export const NO_PLAYER: PlayerData = {
  seat: 0,
  name: "",
  stack_chips: 0,
  big_blind_chips: 0,
  act: "",
  act_chips: 0,
  cards: [],
  equity_pct: -1,
  outs: [],
  to_act: false,
  folded: false,
  position: "",
  sure: "",
  stats: [],
};

/** The table: every player on one strip. */
export interface TableData {
  players: PlayerData[];
}

export const NO_TABLE: TableData = { players: [] };

export interface PotData {
  amount_chips: number;
  seats: number[];
}

/** The board, with room for as many cards as the game has there, and the pots, the main pot first. */
export interface BoardData {
  board: string[];
  places: number;
  winning_cards: string[];
  pots: PotData[];
  pot_chips: number;
  to_call_chips: number;
}

export const NO_BOARD: BoardData = { board: [], places: 5, winning_cards: [], pots: [], pot_chips: 0, to_call_chips: 0 };

/** The lower third for what a rule found. */
export interface FindingData {
  title: string;
  name: string;
  book: string;
  rule: string;
  note: string;
}

export const NO_FINDING: FindingData = { title: "", name: "", book: "", rule: "", note: "" };

/** One who won, what, of which pots if there are several, and with which hand. */
export interface WonData {
  name: string;
  amount_chips: number;
  pots: string;
  hand: string;
  cards: string[];
}

/** Everybody who won something in a hand: of a split pot several, of side pots others. */
export interface WinnerData {
  winners: WonData[];
}

export const NO_WINNER: WinnerData = { winners: [] };

export interface CountData {
  name: string;
  stack_chips: number;
  all_in: boolean;
  away: boolean;
  sure: string;
}

export const NO_COUNT: CountData = { name: "", stack_chips: 0, all_in: false, away: false, sure: "" };

/** Chip counts, the largest first; of who is all-in, what he has bet is his. `as_of` says of when they are, empty for now; `sure` how sure a count is, empty if it is seen. */
export interface ChipCountsData {
  title: string;
  as_of: string;
  big_blind_chips: number;
  players: CountData[];
}

export const NO_COUNTS: ChipCountsData = { title: "Chip counts", as_of: "", big_blind_chips: 0, players: [] };

/** The level: blinds, ante, and the time left where the room tells it; -1 where it does not. */
export interface LevelData {
  number: number;
  small_blind_chips: number;
  big_blind_chips: number;
  ante_chips: number;
  left_s: number;
  running: boolean;
  next_small_blind_chips: number;
  next_big_blind_chips: number;
  next_ante_chips: number;
  note: string;
}

export const NO_LEVEL: LevelData = {
  number: 0,
  small_blind_chips: 0,
  big_blind_chips: 0,
  ante_chips: 0,
  left_s: -1,
  running: false,
  next_small_blind_chips: 0,
  next_big_blind_chips: 0,
  next_ante_chips: 0,
  note: "",
};

/** The things in a list that are objects, with what they lack: other renderers may send anything. */
export function filled<Item extends object>(given: readonly unknown[], empty: Item): Item[] {
  const things = given.filter((one): one is Partial<Item> => typeof one === "object" && one !== null && !Array.isArray(one));
  return things.map((one) => ({ ...empty, ...one }));
}

/** A number out of something that should be one. */
export function number(given: unknown): number {
  return typeof given === "number" && Number.isFinite(given) ? given : 0;
}

/** A text out of something that should be one. */
export function text(given: unknown): string {
  return typeof given === "string" ? given : "";
}
