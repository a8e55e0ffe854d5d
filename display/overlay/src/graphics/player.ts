/** The player plate: cards, name, stack, last act, equity. */

import { bigBlinds, chips, percent } from "../amounts";
import { cards } from "../cards";
import { filled, NO_PLAYER, NO_STAT, number, type PlayerData, type StatData, text } from "../data";
import { el, Graphic } from "../graphic";

export const PLAYER_CSS = `
.player { display: grid; grid-template-columns: auto 1fr auto; gap: 0 14px; align-items: center; padding: 10px 16px 10px 12px; min-height: 2.6em; }
.player .who { min-width: 0; }
.player .name { max-width: 24em; }
.player .line { display: flex; gap: 0 0.6em; align-items: baseline; }
.player .worth { flex-wrap: wrap; }
.player .stack { font-size: 0.92em; white-space: nowrap; }
.player .act { font-size: 0.82em; color: var(--accent); white-space: nowrap; text-transform: uppercase; letter-spacing: 0.03em; }
.player .equity { font-size: 1.35em; font-weight: 750; text-align: right; min-width: 2.6em; }
.player .equity:empty { display: none; } /* its room is the name's */
.player .position { font-size: 0.62em; font-weight: 750; padding: 1px 6px; border-radius: 4px; background: var(--line); color: var(--ink); }
.player.to-act { box-shadow: inset 5px 0 0 var(--accent); }
.player.folded { opacity: 0.55; }
.player .sure { font-size: 0.68em; color: var(--quiet); white-space: nowrap; }
.player .stats { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 2px 18px; font-size: 0.72em; color: var(--quiet); padding-top: 6px; }
.player .stats b { color: var(--ink); }
.player .outs { grid-column: 1 / -1; font-size: 0.72em; color: var(--quiet); padding-top: 6px; }
`;

/** The inside of a plate: the table's strip has one for each player. */
export function plateOf(player: PlayerData): HTMLElement {
  const stack = number(player.stack_chips);
  const held = Array.isArray(player.cards) ? player.cards : [];
  const name = el("div", "line", el("span", "name", text(player.name)));
  if (text(player.position)) name.append(el("span", "position", text(player.position)));
  const blinds = bigBlinds(stack, number(player.big_blind_chips));
  const worth = el("div", "line worth");
  if (stack > 0 || text(player.act) !== "all-in") worth.append(el("span", "stack", blinds ? `${chips(stack)} \u00b7 ${blinds}` : chips(stack)));
  const sure = text(player.sure);
  if (sure) worth.append(el("span", "sure", sure));
  const act = text(player.act);
  if (act) worth.append(el("span", "act", number(player.act_chips) ? `${act} ${chips(number(player.act_chips))}` : act));
  const plate = el("div", "player", held.length ? cards(held) : el("span", ""), el("div", "who", name, worth));
  const equity = typeof player.equity_pct === "number" ? player.equity_pct : -1;
  plate.append(el("span", "equity", equity >= 0 ? percent(equity) : ""));
  if (player.to_act === true) plate.classList.add("to-act");
  if (player.folded === true) plate.classList.add("folded");
  const outs = Array.isArray(player.outs) ? player.outs : [];
  if (outs.length && outs.length <= MOST_OUTS) plate.append(el("div", "outs", "Outs ", cards(outs)));
  const stats = Array.isArray(player.stats) ? filled(player.stats, NO_STAT) : [];
  if (stats.length) {
    const row = el("div", "stats");
    for (const stat of stats) row.append(el("span", "stat", `${text(stat.label)} `, el("b", "", figure(stat)), ` ${sample(stat)}`));
    plate.append(row);
  }
  return plate;
}

/** A share in per cent, or a factor: never without its sample, which `sample` tells. */
function figure(stat: StatData): string {
  const [n, of] = [number(stat.n), number(stat.of)];
  if (of <= 0) return "-";
  return stat.factor === true ? (n / of).toFixed(1) : percent((100 * n) / of);
}

function sample(stat: StatData): string {
  return stat.factor === true ? `(${number(stat.n)}:${number(stat.of)})` : `(${number(stat.n)}/${number(stat.of)})`;
}

/** More outs than that say nothing at a glance. */
const MOST_OUTS = 8;

export default class PlayerPlate extends Graphic<PlayerData> {
  constructor() {
    super(NO_PLAYER, PLAYER_CSS, "left");
  }

  protected override draw(data: PlayerData): Node[] {
    return [plateOf(data)];
  }
}
