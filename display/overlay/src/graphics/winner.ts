/** Who won the pot, with what. */

import { chips } from "../amounts";
import { cards } from "../cards";
import { NO_WINNER, number, text, type WinnerData } from "../data";
import { el, Graphic } from "../graphic";

const CSS = `
:host { font-size: var(--cs-size, 30px); }
.plate { display: inline-flex; align-items: center; gap: 24px; padding: 14px 26px; box-shadow: inset 0 -4px 0 var(--accent), 0 6px 24px rgba(0, 0, 0, 0.35); }
.hand { font-size: 0.72em; color: var(--quiet); }
.won { color: var(--accent); font-size: 1.2em; }
`;

export default class Winner extends Graphic<WinnerData> {
  constructor() {
    super(NO_WINNER, CSS, "up");
  }

  protected override draw(data: WinnerData): Node[] {
    const who = el("div", "", el("div", "name", text(data.name)));
    if (text(data.hand)) who.append(el("div", "hand", text(data.hand)));
    const parts: Node[] = [who];
    if (data.cards.length) parts.push(cards(data.cards));
    parts.push(el("div", "won amount", `${data.split ? "split" : "wins"} ${chips(number(data.amount_chips))}`));
    return parts;
  }
}
