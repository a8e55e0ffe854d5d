/** The lower third that says what a rule found, with the rule as it is printed. */

import { type FindingData, NO_FINDING, text } from "../data";
import { el, Graphic } from "../graphic";

const CSS = `
.plate { display: inline-grid; grid-template-columns: auto 1fr; max-width: var(--cs-finding-width, 45em); }
.mark { background: var(--accent); color: #14171c; font-weight: 800; font-size: 1.5em; display: grid; place-items: center; padding: 0 18px; }
.said { padding: 12px 22px; min-width: 0; }
.title { font-size: 1.25em; font-weight: 700; }
.said div { overflow-wrap: anywhere; }
.said .quiet { font-size: 0.82em; }
`;

export default class FindingLowerThird extends Graphic<FindingData> {
  constructor() {
    super(NO_FINDING, CSS, "up");
  }

  protected override draw(data: FindingData): Node[] {
    const about = [text(data.name), text(data.note)].filter(Boolean).join(" \u00b7 ");
    const rule = text(data.rule) ? `${text(data.book)}, rule ${text(data.rule)}` : text(data.book);
    const said = el("div", "said", el("div", "title", text(data.title)));
    for (const line of [about, rule]) if (line) said.append(el("div", "quiet", line));
    return [el("div", "mark", "\u00a7"), said];
  }
}
