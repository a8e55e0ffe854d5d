/** Who won the pot, with what. */

import { chips } from "../amounts";
import { cards } from "../cards";
import { filled, NO_WINNER, number, text, type WinnerData } from "../data";
import { el, Graphic } from "../graphic";

const CSS = `
:host { font-size: var(--cs-size, 30px); }
.plate { box-shadow: inset 0 -4px 0 var(--accent), 0 6px 24px rgba(0, 0, 0, 0.35); }
.row { display: grid; grid-template-columns: 1fr auto auto; align-items: center; gap: 24px; padding: 14px 26px; }
.row + .row { border-top: 1px solid var(--line); }
.row .name { max-width: 16em; }
.hand { font-size: 0.72em; color: var(--quiet); max-width: 20em; }
.won { color: var(--accent); font-size: 1.2em; }
`;

export default class Winner extends Graphic<WinnerData> {
  constructor() {
    super(NO_WINNER, CSS, "up");
  }

  protected override draw(data: WinnerData): Node[] {
    return filled(data.winners, { name: "", amount_chips: 0, pots: "", hand: "", cards: [] as string[] }).map((one) => {
      const who = el("div", "", el("div", "name", text(one.name)));
      if (text(one.hand)) who.append(el("div", "hand", text(one.hand)));
      const held = Array.isArray(one.cards) ? one.cards : [];
      const won = el("div", "what", el("div", "won amount", `wins ${chips(number(one.amount_chips))}`));
      if (text(one.pots)) won.append(el("div", "hand", text(one.pots)));
      return el("div", "row", who, cards(held), won);
    });
  }
}
