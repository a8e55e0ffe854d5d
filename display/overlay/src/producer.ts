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

const NO_HANDS = "none is over since this cardspeak overlay began to listen";
/** So many messages wait for a moment wherever something happens. */
const USUAL_BACKLOG = 20;
const WITH_HEALTH = ["reveal", "nodes", "facts"];

const STREETS: Record<string, string> = { idle: "between hands", settled: "over" };

let show: Show = { hidden: false, off: [] };
/** What the agent told last. */
let known: Show | undefined;
let rehearsal = false;
let served = true;
/** Whether the table is there; undefined until anything was told of it. */
let ready: boolean | undefined;
let open = 0;

const at = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;

/** Choices that the agent has not answered yet, and the newest of them: one after the other, in the order of the presses. */
let asking = 0;
let last: Promise<void> = Promise.resolve();

/**
 * Ask the agent for a change. The next press counts from it at once; what was named by no press stays as it is, whatever page
 * changed it meanwhile. What counts in the end is what the agent tells.
 */
function choose(change: { hidden?: boolean; on?: GraphicName[]; off?: GraphicName[] }): void {
  const off = new Set([...show.off, ...(change.off ?? [])]);
  for (const name of change.on ?? []) off.delete(name);
  show = { hidden: change.hidden ?? show.hidden, off: [...off] };
  drawShow();
  asking += 1;
  last = last.then(async () => {
    const told = await answered(change);
    asking -= 1;
    at("said").textContent = told ? "" : "that did not reach the graphics: is cardspeak overlay running?";
    if (asking || (told ?? known) === undefined) return;
    show = told ?? (known as Show);
    drawShow();
  });
}

/** What is shown after the change, as the agent answers; undefined where it does not. */
async function answered(change: object): Promise<Show | undefined> {
  try {
    const answer = await fetch("show.json", { method: "PATCH", body: JSON.stringify(change), headers: { "Content-Type": "application/json" } });
    return answer.ok ? ((await answer.json()) as Show) : undefined;
  } catch {
    return undefined;
  }
}

function hear(news: News): void {
  switch (news.kind) {
    case "stream":
      rehearsal = news.rehearsal;
      at("stream").textContent = rehearsal ? `REHEARSAL, ${news.stream}` : news.stream;
      at("stream").className = rehearsal ? "warn" : "";
      drawThere();
      at("scope").textContent = `This is for the ${news.stream} pages. Another cardspeak overlay has a producer's page, and an H, of its own.`;
      return;
    case "state":
      at("hand").textContent = `hand ${news.state.hand}, ${STREETS[news.state.street] ?? news.state.street}`;
      return;
    case "anew":
      at("hand").textContent = "";
      return;
    case "there":
      ready = news.ready;
      return drawThere();
    case "show":
      known = news.show;
      if (asking) return; // a press that it does not know of yet counts
      show = news.show;
      return drawShow();
    case "hands":
      return at("hands").replaceChildren(...(news.hands.length ? [...news.hands].reverse().map(drawHand) : [el("li", "quiet", NO_HANDS)]));
    case "health":
      return drawHealth(news.health);
    case "served":
      served = news.alive;
      if (served && at("said").textContent) at("said").textContent = "that press was not carried out: press again";
      return drawPages();
    case "pages":
      open = news.count;
      return drawPages();
  }
}

function drawThere(): void {
  if (ready === undefined) return;
  at("there").textContent = !ready ? "no table: the picture is old" : rehearsal ? "no table: a rehearsal is played" : "the table is there";
  at("there").className = ready && !rehearsal ? "good" : "warn";
  document.body.className = ready ? "" : "old"; // what is said of the journal was so; readers of a table that has ended have no fault
}

/** How many pages are open; nobody knows while the program that serves them does not answer. */
function drawPages(): void {
  at("pages").className = served ? "" : "warn";
  at("pages").textContent = !served ? "cardspeak overlay does not answer: is it running?" : open === 1 ? "1 page with graphics is open" : `${open} pages with graphics are open`;
}

function drawShow(): void {
  at("panic").textContent = show.hidden ? "Everything is hidden: show again (H)" : "Hide everything (H)";
  at("panic").className = show.hidden ? "hidden" : "";
  at("graphics").replaceChildren(
    ...GRAPHICS.map((name) => {
      const on = !show.off.includes(name);
      const button = el("button", on ? "on" : "", `${TITLES[name]}: ${on ? "on" : "off"}`);
      button.addEventListener("click", () => {
        choose(on ? { off: [name] } : { on: [name] });
      });
      return button;
    }),
  );
}

function drawHand(hand: Hand): Node {
  const won = hand.winners.map((winner) => `${winner.name} ${chips(winner.chips)}`).join(", ");
  return el("li", "", el("b", "", `Hand ${hand.hand}`), won ? `  ${won}` : "  nobody won it");
}

function drawHealth(health: Health | null): void {
  if (health === null) return WITH_HEALTH.forEach((id) => at(id).replaceChildren(el("li", "quiet", "nothing heard yet: told to --login producer alone")));
  const unwell = health.nodes.filter((node) => node.status !== "ready");
  const readers = health.nodes.filter((node) => !NO_READERS.includes(node.node));
  const ready = readers.filter((node) => node.status === "ready").length;
  const all = el("li", ready < readers.length ? "warn" : "good", `${ready} of ${readers.length} are ready`);
  at("nodes").replaceChildren(...(readers.length ? [all] : [el("li", "quiet", "none: the table is dealt by keys")]), ...unwell.map(drawNode));
  at("reveal").replaceChildren(el("li", "", revealInWords(String(health.facts["reveal"] ?? ""))));
  const journal = String(health.facts["journal"] ?? "");
  const kept = el("li", journal === "ready" ? "good" : "warn", JOURNAL[journal] ?? (journal ? `the journal: ${journal}` : "nothing is said of the journal"));
  const late = health.backlog > USUAL_BACKLOG;
  const behind = el("li", late ? "warn" : "good", late ? `${health.backlog} messages wait for the broker` : "the broker has its messages");
  at("facts").replaceChildren(kept, behind);
}

/** They stand among the nodes where something is wrong with them, and read nothing. */
const NO_READERS = ["bridge", "journal"];

/** What is wrong with a node: its codes are those of the dealer's screen, which says more. */
function drawNode(node: Health["nodes"][number]): Node {
  const unseen = node.unknown_zones.length ? `, ${node.unknown_zones.length} places are not seen` : "";
  const why = node.reason ? ` (${node.reason.replaceAll("-", " ")})` : "";
  return el("li", "warn", `${node.node} ${STATUS[node.status] ?? node.status}${why}${unseen}`);
}

const STATUS: Record<string, string> = { degraded: "is slow", down: "is down", refused: "is refused" };

const JOURNAL: Record<string, string> = {
  ready: "the journal is written",
  "disk-full": "the table's disk is full or nearly so: tell the table's technician",
  "no-reserve": "the table's disk is full: tell the table's technician now",
  "no-new-hand": "the table's disk is full: no new hand begins",
  "journal-failed": "the table's disk refused a write: the table starts again",
  "no-snapshot": "the journal is written; the table's next start takes longer",
};

/** `all delay_s=1800`, as `health` has it. */
function revealInWords(told: string): string {
  const [, policy, delay] = /^(\S+) delay_s=(\d+(?:\.\d+)?)$/.exec(told) ?? [];
  if (policy === undefined) return told || "the bridge has not said when they are told";
  const seconds = Number(delay);
  const late = seconds >= 120 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds)} seconds`;
  const whose = policy === "all" ? "those of every hand, folded ones too" : "those that were shown; the others never";
  return `${late} after the end of a hand: ${whose}`;
}

at("panic").addEventListener("click", () => choose({ hidden: !show.hidden }));
document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() === "h" && !event.repeat && !event.ctrlKey && !event.metaKey) choose({ hidden: !show.hidden });
});
fromAgent(hear);
