/** Chip counts, the largest stack first. */

import { bigBlinds, chips } from "../amounts";
import { type ChipCountsData, filled, NO_COUNT, NO_COUNTS, number, text } from "../data";
import { el, Graphic } from "../graphic";

const CSS = `
.plate { width: max-content; min-width: var(--cs-counts-width, 22.5em); } /* as wide as its longest name */
.row .name { max-width: 16em; }
.rows { columns: var(--cs-counts-columns, 1); column-gap: 0; }
.title { display: flex; justify-content: space-between; align-items: baseline; padding: 14px 18px; font-weight: 750; font-size: 1.15em; border-bottom: 3px solid var(--accent); }
.title .quiet { font-size: 0.68em; font-weight: 500; }
.row { break-inside: avoid; display: grid; grid-template-columns: 1.3em 1fr auto 3.7em; gap: 0 12px; align-items: baseline; padding: 9px 18px; border-top: 1px solid var(--line); }
.row .amount { text-align: right; }
.row .sure { grid-column: 2 / -1; grid-row: 2; font-size: 0.68em; color: var(--quiet); }
.row .blinds { text-align: right; color: var(--quiet); font-size: 0.8em; }
.row .all-in { color: var(--accent); }
`;

export default class ChipCounts extends Graphic<ChipCountsData> {
  constructor() {
    super(NO_COUNTS, CSS, "right");
  }

  protected override draw(data: ChipCountsData): Node[] {
    const players = filled(data.players, NO_COUNT);
    players.sort((one, other) => number(other.stack_chips) - number(one.stack_chips));
    const rows = players.map((player, at) => {
      const [stack, allIn] = [number(player.stack_chips), player.all_in === true];
      const place = players.findIndex((other) => number(other.stack_chips) === stack) + 1;
      const row = el("div", "row", el("span", "quiet", place === at + 1 ? place.toString() : "="));
      // an all-in has its place by what it bet, but no number: what of it is ante, and what goes back, is not its stack
      row.append(el("span", player.away === true ? "name quiet" : "name", text(player.name)), el("span", "amount", allIn ? "" : chips(stack)));
      if (text(player.sure)) row.append(el("span", "sure", text(player.sure)));
      row.append(el("span", allIn ? "blinds all-in" : "blinds", allIn ? "ALL-IN" : bigBlinds(stack, number(data.big_blind_chips))));
      return row;
    });
    const title = el("div", "title", el("span", "", text(data.title)), el("span", "quiet", text(data.as_of)));
    return [title, el("div", "rows", ...rows)];
  }
}
