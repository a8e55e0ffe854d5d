/** Cards as they are drawn: `Ah` as it stands in messages, anything that is no card as a back. */

import { el } from "./graphic";

const SUITS: Record<string, string> = { s: "\u2660", h: "\u2665", d: "\u2666", c: "\u2663" };
const CARD = /^[2-9TJQKA][shdc]$/;

/** One card, face up if it has a name. */
export function card(name: unknown, wins = false): HTMLElement {
  if (typeof name !== "string" || !CARD.test(name)) return el("span", "card back");
  const [rank, suit] = [name.charAt(0), name.charAt(1)];
  const face = el("span", `card ${suit}${wins ? " wins" : ""}`, el("span", "rank", rank === "T" ? "10" : rank));
  face.append(el("span", "suit", SUITS[suit] ?? ""));
  return face;
}

/** Cards side by side, in places for at least `places`; those in `winning` stand out. */
export function cards(names: readonly unknown[], places = 0, winning: readonly unknown[] = []): HTMLElement {
  const row = el("span", "cards", ...names.map((name) => card(name, winning.includes(name))));
  for (let missing = names.length; missing < places; missing += 1) row.append(el("span", "card empty"));
  return row;
}

/** Backs for cards that nobody may see. */
export function backs(count: number): HTMLElement {
  return cards(Array.from({ length: Math.max(0, Math.min(count, 7)) }, () => null));
}
