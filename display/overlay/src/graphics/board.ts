/** The board and the pots. */

import { chips, potWithChips } from "../amounts";
import { cards } from "../cards";
import { type BoardData, filled, NO_BOARD, number } from "../data";
import { el, Graphic } from "../graphic";

const CSS = `
:host { font-size: var(--cs-size, 34px); }
.plate { display: inline-flex; align-items: center; gap: 26px; padding: 12px 22px; }
.pots { display: flex; flex-direction: column; font-size: 0.62em; max-width: 18em; }
.pots .main { font-size: 1.5em; }
.pots .part { white-space: nowrap; }
.label { color: var(--quiet); font-size: 0.8em; letter-spacing: 0.06em; text-transform: uppercase; }
`;

export default class BoardAndPots extends Graphic<BoardData> {
  constructor() {
    super(NO_BOARD, CSS, "up");
  }

  protected override draw(data: BoardData): Node[] {
    const pots = filled(data.pots, { amount_chips: 0, seats: [] as number[] }).filter((pot) => number(pot.amount_chips) > 0);
    const all = number(data.pot_chips);
    const column = el("div", "pots", el("span", "label", "Pot"), el("span", "main amount", chips(all)));
    if (pots.length > 1) {
      const parts = pots.map((pot, at) => potWithChips(at, pots.length, number(pot.amount_chips)));
      column.append(el("span", "quiet", ...parts.flatMap((part, at) => [at ? " \u00b7 " : "", el("span", "part", part)])));
    }
    if (number(data.to_call_chips) > 0) column.append(el("span", "accent", `${chips(number(data.to_call_chips))} to call`));
    const places = number(data.places);
    const board = places > 0 || data.board.length ? [cards(data.board, places, data.winning_cards)] : [];
    return all > 0 ? [...board, column] : board;
  }
}
