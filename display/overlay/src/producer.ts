/** The producer's page: what may be seen, and how table, readers and graphics do. H, or the button, hides everything at once. */

import { chips } from "./amounts";
import { fromAgent, type Hand, type Health, type News, type Show } from "./feed";
import { el } from "./graphic";
import { GRAPHICS, type GraphicName } from "./views";

const TITLES: Record<GraphicName, string> = {
  table: "Table",
  player: "Player to act",
  board: "Board and pots",
  finding: "Ruling",
  winner: "Winner",
  "chip-counts": "Chip counts",
  level: "Level",
};

let show: Show = { hidden: false, off: [] };

const at = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;

/** Ask the agent for another choice; what counts is what it tells back. */
async function choose(wanted: Show): Promise<void> {
  const answer = await fetch("show.json", { method: "PUT", body: JSON.stringify(wanted), headers: { "Content-Type": "application/json" } }).catch(
    () => undefined,
  );
  at("said").textContent = answer?.ok === true ? "" : "that did not reach the graphics: is cardspeak overlay running?";
}

function hear(news: News): void {
  switch (news.kind) {
    case "state":
      at("stream").textContent = news.stream;
      at("hand").textContent = `hand ${news.state.hand}, ${news.state.street}`;
      return;
    case "there":
      at("there").textContent = news.ready ? "the table is there" : "no table: the picture is old";
      at("there").className = news.ready ? "good" : "warn";
      return;
    case "show":
      show = news.show;
      return drawShow();
    case "hands":
      return at("hands").replaceChildren(...[...news.hands].reverse().map(drawHand));
    case "health":
      return drawHealth(news.health);
    case "pages":
      at("pages").textContent = news.count === 1 ? "1 page with graphics is open" : `${news.count} pages with graphics are open`;
  }
}

function drawShow(): void {
  at("panic").textContent = show.hidden ? "Everything is hidden: show again (H)" : "Hide everything (H)";
  at("panic").className = show.hidden ? "hidden" : "";
  at("graphics").replaceChildren(
    ...GRAPHICS.map((name) => {
      const on = !show.off.includes(name);
      const button = el("button", on ? "on" : "", `${TITLES[name]}: ${on ? "on" : "off"}`);
      button.addEventListener("click", () => {
        void choose({ ...show, off: on ? [...show.off, name] : show.off.filter((other) => other !== name) });
      });
      return button;
    }),
  );
}

function drawHand(hand: Hand): Node {
  const won = hand.winners.map((winner) => `${winner.name} ${chips(winner.chips)}`).join(", ");
  return el("li", "", el("b", "", `Hand ${hand.hand}`), won ? `  ${won}` : "  nobody won it");
}

function drawHealth(health: Health): void {
  const rows = health.nodes.map((node) => {
    const why = [node.status, node.reason, ...node.unknown_zones].filter(Boolean).join(" ");
    return el("li", node.status === "ready" ? "good" : "warn", `${node.node}: ${why}`);
  });
  at("nodes").replaceChildren(...rows);
  const facts = Object.entries(health.facts).map(([name, value]) => el("li", "", `${name}: ${String(value)}`));
  at("facts").replaceChildren(...facts);
}

at("panic").addEventListener("click", () => void choose({ ...show, hidden: !show.hidden }));
document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() === "h" && !event.repeat && !event.ctrlKey && !event.metaKey) void choose({ ...show, hidden: !show.hidden });
});
fromAgent(hear, "events?producer");
