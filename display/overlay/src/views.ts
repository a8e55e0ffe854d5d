/** From the table's state to what each graphic draws, null where there is nothing to draw: pure, so that it can be tested. */

import { ago, chips, potName } from "./amounts";
import type { BoardData, ChipCountsData, FindingData, LevelData, PlayerData, StatData, TableData, WinnerData } from "./data";
import type { Award, OpenFinding, PlayerStatistics, Seat, State, Statistics } from "./state";

/** The names of the graphics, as their manifests and the producer's page have them. */
export const GRAPHICS = ["table", "player", "board", "finding", "winner", "chip-counts", "level"] as const;
export type GraphicName = (typeof GRAPHICS)[number];

/** Streets without a hand to look at. */
const BETWEEN_HANDS = new Set(["idle"]);

/** The figures of a player that a producer may choose, each with its field in `statistics` and its label. */
export const STATS = {
  vpip: ["vpip", "VPIP"],
  pfr: ["pfr", "PFR"],
  "3bet": ["three_bet", "3-BET"],
  af: ["aggression", "AF"],
  wtsd: ["went_to_showdown", "WTSD"],
  wsd: ["won_at_showdown", "W$SD"],
} as const satisfies Record<string, readonly [keyof PlayerStatistics, string]>;
export type StatName = keyof typeof STATS;

/** What is drawn beside the state: the language of rulings, and which figures of players, as they were told last. */
export interface Around {
  language: string;
  stats: readonly StatName[];
  statistics: Statistics | undefined;
  /** How long ago the state came, in seconds: between hands none may come for an hour. */
  age_s: number;
}

/** What each graphic draws of this state. */
export const VIEWS: Record<GraphicName, (state: State, around: Around) => object | null> = {
  table: tableOf,
  player: playerToAct,
  board: boardOf,
  finding: findingOf,
  winner: winnerOf,
  "chip-counts": countsOf,
  level: levelOf,
};

function tableOf(state: State): TableData | null {
  const left = seated(state).filter((seat) => seat.status !== "busted" || wentOutNow(state, seat));
  const players = left.map((seat) => playerOf(state, seat));
  return players.length ? { players } : null;
}

/** Whether a player lost his last chips in the hand that has just ended. */
function wentOutNow(state: State, seat: Seat): boolean {
  if (state.street !== "settled") return false;
  return seat.committed_chips > 0;
}

/** Whose turn it is: to bet, or to discard. */
function turnOf(state: State): number | null {
  return state.action?.seat ?? state.draw_seat ?? null;
}

/** The plate of the player whose turn it is. */
function playerToAct(state: State, around: Around): PlayerData | null {
  const seat = seated(state).find((one) => one.seat === turnOf(state));
  return seat === undefined ? null : { ...playerOf(state, seat), sure: sureOf(seat, around), stats: statsOf(seat.name, around) };
}

/** The chosen figures of a player, each with its sample; none of which there is nothing to tell yet. */
function statsOf(name: string, around: Around): StatData[] {
  const told = around.statistics?.players.find((one) => one.name === name);
  if (told === undefined) return [];
  const chosen = around.stats.map((stat) => {
    const [field, label] = STATS[stat];
    return { label, n: told[field].n, of: told[field].of, factor: field === "aggression" };
  });
  return chosen.filter((one) => one.of > 0);
}

/** Chips that move are on their way for so long, in seconds. */
const MOVES_S = 10;

/** How sure a stack is, in words: empty where its tray shows it, and for a moment while chips move. */
function sureOf(seat: Seat, around: Around): string {
  const { stack_sure: sure, stack_off_chips: off, stack_seen_s: seen } = seat;
  if (sure === "seen" || (sure === "moving" && seen !== null && seen + around.age_s < MOVES_S)) return "";
  const last = seen === null ? "" : `, seen ${ago(seen + around.age_s)} ago`; // null: it never showed what the books have
  if (sure === "differs") return `tray shows ${chips(Math.abs(off))} ${off > 0 ? "more" : "less"}${last}`;
  return `by the books${last}`;
}

/**
 * Shares as whole per cents that add to 100, by the largest remainders: 49.5 and 50.5 are 50 and 50, not 50 and 51.
 * One that would stand there as nothing, or as all, keeps its decimals: it is drawn as `<1%` or `>99%`.
 */
export function wholePercents(shares: readonly number[]): number[] {
  const whole = shares.map(Math.floor);
  const missing = Math.round(sum(shares)) - sum(whole);
  const byRemainder = shares.map((share, at) => ({ at, rest: share - Math.floor(share) })).sort((one, other) => other.rest - one.rest);
  for (const { at } of byRemainder.slice(0, missing)) whole[at] = (whole[at] ?? 0) + 1;
  return whole.map((percent, at) => (percent <= 0 || percent >= 100 ? (shares[at] ?? 0) : percent));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

function playerOf(state: State, seat: Seat): PlayerData {
  const known = state.equities?.players ?? [];
  const at = known.findIndex((one) => one.seat === seat.seat);
  const dealt = !BETWEEN_HANDS.has(state.street);
  const acts = dealt && state.street !== "settled"; // what was done last says nothing any more
  return {
    seat: seat.seat,
    name: seat.name,
    stack_chips: seat.stack_chips,
    big_blind_chips: countedIn(state),
    act: actOf(seat, acts),
    act_chips: acts && seat.last_act !== null && !["fold", "check"].includes(seat.last_act) ? seat.last_act_to_chips : 0,
    cards: dealt ? cardsOf(state, seat) : [],
    equity_pct: state.street === "settled" ? -1 : (wholePercents(known.map((one) => one.equity_pct))[at] ?? -1),
    outs: state.street === "settled" ? [] : (known[at]?.outs ?? []),
    to_act: turnOf(state) === seat.seat,
    folded: dealt && !["in", "all-in"].includes(seat.status),
    position: positionOf(state, seat.seat),
    sure: "",
    stats: [],
  };
}

/** In stud so many cards are dealt face down before the first that is not. */
const DOWN_FIRST = 2;

/** The big blind in which stacks are counted; 0 where there is none. */
function countedIn(state: State): number {
  return state.bring_in === true ? 0 : state.level.big_blind_chips;
}

/** Hidden cards that were released, else the hand that was shown, else backs, in stud with the up-cards where they were dealt. */
function cardsOf(state: State, seat: Seat): string[] {
  const hidden = state.hole_cards?.find((one) => one.seat === seat.seat)?.cards ?? [];
  if (hidden.length) return hidden;
  if (seat.tabled.length) return seat.tabled;
  const up = seat.up_cards ?? [];
  const backs = Array.from({ length: Math.max(0, seat.card_count - up.length) }, () => "");
  return [...backs.slice(0, DOWN_FIRST), ...up, ...backs.slice(DOWN_FIRST)];
}

function actOf(seat: Seat, acts: boolean): string {
  if (!acts) return seat.status === "busted" ? "busted" : seat.away ? "away" : "";
  if (seat.status === "all-in") return "all-in";
  return seat.last_act ?? "";
}

function positionOf(state: State, seat: number): string {
  if (seat === state.button_seat) return seat === state.small_blind_seat ? "BTN/SB" : "BTN"; // heads-up it is both
  if (seat === state.small_blind_seat) return "SB";
  return seat === state.big_blind_seat ? "BB" : "";
}

function boardOf(state: State): BoardData | null {
  if (BETWEEN_HANDS.has(state.street) || (!state.board.length && !state.pot_chips)) return null;
  const hands = state.seats.map((seat) => seat.winning_cards).filter((cards) => cards.length > 0);
  return {
    board: state.board,
    places: state.full_board_count ?? 5,
    winning_cards: (hands[0] ?? []).filter((card) => hands.every((cards) => cards.includes(card))), // of several: what all of them have
    pots: [...state.pots, ...state.uncontested],
    pot_chips: state.pot_chips,
    to_call_chips: state.action?.to_call_chips ?? 0,
  };
}

/** What stops play, else the newest. */
export function openFinding(state: State): OpenFinding | undefined {
  return state.findings.find((one) => one.stops_play) ?? state.findings[0];
}

function findingOf(state: State, { language }: Around): FindingData | null {
  const found = openFinding(state);
  if (found === undefined) return null;
  const title = found.title[language] ?? found.title["en"] ?? "";
  const book = found.book.replaceAll("-", " ").toUpperCase(); // tda-2019
  return { title, name: found.name, book, rule: found.rule, note: "" };
}

export function winnerOf(state: State): WinnerData | null {
  if (state.street !== "settled") return null;
  const won = state.seats.filter((seat) => seat.won_chips > 0);
  won.sort((one, other) => other.won_chips - one.won_chips);
  if (!won.length) return null;
  return {
    winners: won.map((seat) => ({
      name: seat.name,
      amount_chips: seat.won_chips,
      pots: potsOf(state, seat.seat),
      hand: labelOf(state, seat),
      cards: seat.winning_cards.length ? seat.winning_cards : seat.tabled,
    })),
  };
}

/** What a winner won with: of who won both halves, his high hand and that he had the low, too. */
function labelOf(state: State, seat: Seat): string {
  const halves = state.awards.filter((one) => one.seat === seat.seat).map((one) => one.half ?? "");
  return seat.hand_label && halves.includes("low") && halves.includes("high") ? `${seat.hand_label}, and low` : seat.hand_label;
}

/**
 * Which pots a seat won: `Side pot`, or of several `Main pot: 1,200 \u00b7 Side pot: 850`, of halves `Low half: 400`; empty where
 * there is but one to win, and won whole.
 */
function potsOf(state: State, seat: number): string {
  const { awards } = state;
  const pots = [...new Set(awards.map((one) => one.pot))].sort((one, other) => one - other);
  const won = pots.flatMap((pot, at) => wonOf(awards.filter((one) => one.pot === pot && one.seat === seat)).map((part) => ({ at, ...part })));
  if (pots.length < 2 && won.every((part) => !part.half)) return "";
  const named = won.map(({ at, half, amount }) => {
    const noun = half ? `${pots.length > 1 ? " pot, " : ""}${half} half` : " pot";
    const name = pots.length > 1 ? potName(at, pots.length, noun) : capital(noun);
    return won.length > 1 ? `${name}: ${chips(amount)}` : name;
  });
  return named.map((part) => part.replaceAll(" ", "\u00a0")).join(" \u00b7 ");
}

/** What a seat won of one pot: halves that it won both are the pot. */
function wonOf(awards: readonly Award[]): { half: string; amount: number }[] {
  const halves = [...new Set(awards.map((one) => one.half ?? ""))];
  const whole = halves.length !== 1;
  const won = whole ? [{ half: "", of: awards }] : halves.map((half) => ({ half, of: awards.filter((one) => (one.half ?? "") === half) }));
  return won.map(({ half, of }) => ({ half, amount: sum(of.map((one) => one.amount_chips)) })).filter((one) => one.amount > 0);
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function countsOf(state: State, around: Around): ChipCountsData | null {
  const players = seated(state).filter((seat) => seat.status !== "busted" || seat.stack_chips > 0);
  if (!players.length) return null;
  return {
    title: "Chip counts",
    as_of: asOf(state, players, around),
    big_blind_chips: countedIn(state),
    players: players.map((seat) => {
      const allIn = seat.status === "all-in" && state.street !== "settled";
      const bet = allIn ? seat.committed_chips : 0; // his until the pot is awarded
      return { name: seat.name, stack_chips: seat.stack_chips + bet, all_in: allIn, away: seat.away, sure: sureOf(seat, around) };
    }),
  };
}

/** Of when the counts are: the hand, and how many of them their trays show now; chips in motion are in sight. */
function asOf(state: State, players: readonly Seat[], around: Around): string {
  const hand = state.hand ? `hand ${state.hand}` : "";
  const seen = players.filter((seat) => !sureOf(seat, around)).length;
  if (!players.length) return hand;
  return [hand, seen === players.length ? "all seen" : `${seen} of ${players.length} seen`].filter((part) => part).join(" \u00b7 ");
}

function levelOf(state: State): LevelData {
  const { level, room } = state;
  return {
    number: level.number ?? 0,
    small_blind_chips: level.small_blind_chips,
    big_blind_chips: level.big_blind_chips,
    ante_chips: level.ante_chips,
    left_s: level.left_s ?? -1,
    running: level.left_s !== null && !room.on_break,
    next_small_blind_chips: level.coming?.small_blind_chips ?? 0,
    next_big_blind_chips: level.coming?.big_blind_chips ?? 0,
    next_ante_chips: level.coming?.ante_chips ?? 0,
    note: room.on_break ? "Break" : room.hand_for_hand ? "Hand for hand" : "",
  };
}

function seated(state: State): Seat[] {
  return state.seats.filter((seat) => seat.name !== "" && !["left", "empty"].includes(seat.status));
}
