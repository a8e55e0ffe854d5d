/** The level: blinds, the time left where it is known, and what comes next. */

import { chips, clock } from "../amounts";
import { type LevelData, NO_LEVEL, number, text } from "../data";
import { el, Graphic } from "../graphic";

const CSS = `
.plate { display: inline-flex; align-items: center; gap: 22px; padding: 10px 20px; }
.blinds { font-weight: 700; font-size: 1.15em; white-space: nowrap; }
.label { color: var(--quiet); font-size: 0.66em; letter-spacing: 0.06em; text-transform: uppercase; }
.left { font-size: 1.7em; font-weight: 750; min-width: 3.2em; text-align: center; }
.left.soon { color: var(--warn); }
`;

/** The last of a level stands out, in seconds. */
const SOON_S = 60;

export default class LevelClock extends Graphic<LevelData> {
  private ends_ms: number | undefined;
  private ticking: number | undefined;
  private left = el("span", "left");

  constructor() {
    super(NO_LEVEL, CSS, "down");
  }

  override async dispose(): Promise<{ statusCode: number }> {
    clearInterval(this.ticking);
    this.ticking = undefined;
    return super.dispose();
  }

  protected override draw(data: LevelData): Node[] {
    const left_s = number(data.left_s);
    this.ends_ms = left_s >= 0 && data.running === true ? performance.now() + left_s * 1000 : undefined;
    if (this.ends_ms !== undefined) this.ticking ??= window.setInterval(() => this.tick(), 250);
    else {
      clearInterval(this.ticking);
      this.ticking = undefined;
    }
    const level = number(data.number) ? `Level ${number(data.number)}` : "Blinds";
    const blinds = named(number(data.small_blind_chips), number(data.big_blind_chips), number(data.ante_chips));
    const parts: Node[] = [el("div", "", el("div", "label", level), el("div", "blinds", blinds))];
    if (left_s >= 0) {
      this.left = el("span", "left");
      this.say(left_s);
      parts.unshift(this.left);
    }
    if (number(data.next_big_blind_chips)) {
      const next = named(number(data.next_small_blind_chips), number(data.next_big_blind_chips), number(data.next_ante_chips));
      parts.push(el("div", "", el("div", "label", "Next"), el("div", "quiet", next)));
    }
    if (text(data.note)) parts.push(el("div", "accent", text(data.note)));
    return parts;
  }

  private tick(): void {
    if (this.ends_ms !== undefined) this.say((this.ends_ms - performance.now()) / 1000);
  }

  private say(left_s: number): void {
    this.left.textContent = clock(left_s);
    this.left.classList.toggle("soon", left_s <= SOON_S);
  }
}

function named(small: number, big: number, ante: number): string {
  return `${chips(small)} / ${chips(big)}${ante ? ` \u00b7 ante ${chips(ante)}` : ""}`;
}
