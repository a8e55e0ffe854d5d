/**
 * Where a page has the table from: the agent that served it (`cardspeak overlay`), or a broker by MQTT over WebSocket.
 *
 * Both tell each state, and whether the table is there; the agent also what the producer's page shows and has chosen. A state
 * stands for everything before it: a page that is torn down and opened again is right from the first one. `anew`: of the table
 * that is there now nothing is known yet, and what was told before is not of it.
 */

import type { State, Statistics } from "./state";

/**
 * `show` is what the producer has chosen; only the agent knows it. `served`: whether the agent itself answers; where it does
 * not, nothing that it told last is known to be so.
 */
export type News =
  | { kind: "state"; stream: string; state: State }
  | { kind: "statistics"; statistics: Statistics | null }
  | { kind: "anew" }
  | { kind: "there"; ready: boolean }
  | { kind: "show"; show: Show }
  | { kind: "hands"; hands: Hand[] }
  | { kind: "health"; health: Health | null }
  | { kind: "pages"; count: number }
  | { kind: "stream"; stream: string; rehearsal: boolean }
  | { kind: "served"; alive: boolean };

/** Which graphics may be seen; `hidden` is the panic key. */
export interface Show {
  hidden: boolean;
  off: string[];
}

/** A hand that is over, as it ended. */
export interface Hand {
  hand: number;
  winners: { name: string; chips: number }[];
}

/** How hardware, journal and delivery do; told only to a login that may read it. */
export interface Health {
  nodes: { node: string; status: string; reason: string; unknown_zones: string[] }[];
  backlog: number;
  facts: Record<string, unknown>;
}

/** So long without a sign of the agent, and the page says that its picture is old. Its heart beats every 2 s. */
const SILENT_MS = 5000;

/** The agent's events, from this page's own origin; ends with the page. A page that draws says so: `events?draws`. */
export function fromAgent(hear: (news: News) => void, path = "events"): void {
  const source = new EventSource(path);
  let [timer, silent, ready] = [0, false, false];
  const gone = (): void => {
    silent = true;
    hear({ kind: "served", alive: false });
    hear({ kind: "there", ready: false });
  };
  const alive = (): void => {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      gone();
    }, SILENT_MS);
    if (!silent) return;
    silent = false;
    hear({ kind: "served", alive: true });
    hear({ kind: "there", ready }); // it was only held up: what it told last holds again
  };
  const told = <Data>(name: string, news: (data: Data) => News): void => {
    source.addEventListener(name, (event) => {
      alive();
      hear(news(JSON.parse((event as MessageEvent<string>).data) as Data));
    });
  };
  told<{ stream: string; state: State } | null>("state", (data) => (data === null ? { kind: "anew" } : { kind: "state", ...data }));
  told<Statistics | null>("statistics", (statistics) => ({ kind: "statistics", statistics }));
  told<{ ready: boolean }>("there", (data) => {
    ready = data.ready;
    return { kind: "there", ready };
  });
  told<Show>("show", (show) => ({ kind: "show", show }));
  told<Hand[]>("hands", (hands) => ({ kind: "hands", hands }));
  told<Health | null>("health", (health) => ({ kind: "health", health }));
  told<{ count: number }>("pages", ({ count }) => ({ kind: "pages", count }));
  told<{ stream: string; rehearsal?: boolean }>("stream", ({ stream, rehearsal }) => ({ kind: "stream", stream, rehearsal: rehearsal === true }));
  source.addEventListener("beat", alive);
  source.onerror = () => {
    ready = false; // what the next one knows of the table it has to say first
    gone();
  }; // it connects again by itself
}
