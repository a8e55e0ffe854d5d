/**
 * The table from a broker, by MQTT over WebSocket: for a page that is served by somebody else than `cardspeak overlay`.
 *
 * Fifty lines are enough, because a state stands for everything before it: draw each one, and say that the picture is old
 * while the table, or the connection, is gone. `hardware_docs/mqtt.md`, "How to follow a table", says why that is right.
 */

import mqtt from "mqtt";
import type { News } from "./feed";
import type { State, Statistics } from "./state";

export interface Broker {
  url: string;
  login: string;
  password: string;
  venue: string;
  table: string;
  stream: string;
}

/** Where no state came for so long, it is asked for once more: a broker may keep a state a moment after it has handed it on. */
const ONCE_MORE_MS = 1000;
/** How often a connection that is gone is tried again, in milliseconds. */
const AGAIN_MS = 500;

/** Everything a broker tells of the table, until the page ends. */
export function fromBroker(hear: (news: News) => void, broker: Broker): void {
  const topics = `cardspeak/v1/${broker.venue}/${broker.stream}/table/${broker.table}`;
  const avail = broker.stream === "live" ? `cardspeak/v1/${broker.venue}/sys/table/${broker.table}/avail` : `${topics}/avail`;
  const client = mqtt.connect(broker.url, {
    username: broker.login,
    password: broker.password,
    clientId: `${broker.login}-${crypto.getRandomValues(new Uint32Array(2)).join("")}`,
    protocolVersion: 4,
    clean: true,
    reconnectPeriod: AGAIN_MS,
  });
  let [conn, came] = [-1, false];
  const ask = (): void => {
    if (client.connected && !came) client.subscribe([`${topics}/state`, `${topics}/statistics`, avail], { qos: 1 });
  };
  client.on("connect", () => {
    came = false;
    ask();
    setTimeout(ask, ONCE_MORE_MS);
  });
  client.on("close", () => hear({ kind: "there", ready: false }));
  client.on("message", (topic, payload) => {
    const message = read(payload);
    if (message === undefined) return;
    if (topic === `${topics}/statistics`) return hear({ kind: "statistics", statistics: message.data as Statistics });
    if (topic !== avail) {
      came = true;
      return hear({ kind: "state", stream: broker.stream, state: message.data as State });
    }
    const said = message.data as { state: string; conn: number };
    if (said.state === "lost" && said.conn < conn) return; // a late will of an older connection
    conn = said.conn;
    hear({ kind: "there", ready: said.state === "ready" });
  });
}

function read(payload: Uint8Array): { data: unknown } | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(payload)) as { data: unknown };
  } catch {
    return undefined; // nothing that a table would send
  }
}
