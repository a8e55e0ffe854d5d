/**
 * Where a page has the table from: the agent that served it (`cardspeak overlay`), or a broker by MQTT over WebSocket.
 *
 * Both tell the same three things. A state that is told stands for everything before it, so nothing is kept here: a page that
 * is torn down and opened again is right from the first one.
 */

import type { State } from "./state";

/** `show` is what the producer has chosen; only the agent knows it. */
export type News =
  | { kind: "state"; stream: string; state: State }
  | { kind: "there"; ready: boolean }
  | { kind: "show"; show: Show };

/** Which graphics may be seen; `hidden` is the panic key. */
export interface Show {
  hidden: boolean;
  off: string[];
}

/** So long without a sign of the agent, and the page says that its picture is old. Its heart beats every 2 s. */
const SILENT_MS = 5000;

/** The agent's events, from this page's own origin; ends with the page. */
export function fromAgent(hear: (news: News) => void): void {
  const source = new EventSource("events");
  let silent = 0;
  const alive = (): void => {
    clearTimeout(silent);
    silent = window.setTimeout(() => hear({ kind: "there", ready: false }), SILENT_MS);
  };
  const told = <Data>(name: string, news: (data: Data) => News): void => {
    source.addEventListener(name, (event) => {
      alive();
      hear(news(JSON.parse((event as MessageEvent<string>).data) as Data));
    });
  };
  told<{ stream: string; state: State }>("state", (data) => ({ kind: "state", ...data }));
  told<{ ready: boolean }>("there", (data) => ({ kind: "there", ready: data.ready }));
  told<Show>("show", (show) => ({ kind: "show", show }));
  source.addEventListener("beat", alive);
  source.onerror = () => hear({ kind: "there", ready: false }); // it connects again by itself
}
