/**
 * The table from a broker, by MQTT over WebSocket: for a page that is served by somebody else than `cardspeak overlay`.
 *
 * Some fifty lines are enough, because a state stands for everything before it: draw each one, and say that the picture is old
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

/** So long after a connection began everything is asked for once more: a broker may keep a state a moment after handing it on. */
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
  let [conn, epoch, as_of] = [-1, "", -1];
  const ask = (): unknown => client.connected && client.subscribe([`${topics}/state`, `${topics}/statistics`, avail], { qos: 1 });
  client.on("connect", () => {
    [epoch, as_of] = ["", -1];
    ask();
    setTimeout(ask, ONCE_MORE_MS);
  });
  client.on("close", () => hear({ kind: "there", ready: false }));
  client.on("message", (topic, payload, packet) => {
    const message = read(payload);
    if (message === undefined) return;
    if (topic === `${topics}/statistics`) return hear({ kind: "statistics", statistics: message.data as Statistics });
    if (topic !== avail) {
      const state = message.data as State;
      if (packet.retain && message.epoch === epoch && state.as_of < as_of) return; // kept before the one that is here
      [epoch, as_of] = [message.epoch, state.as_of];
      return hear({ kind: "state", stream: broker.stream, state });
    }
    const said = message.data as { state: string; conn: number };
    if (said.state === "lost" && said.conn < conn) return; // a late will of an older connection
    conn = said.conn;
    hear({ kind: "there", ready: said.state === "ready" });
  });
}

function read(payload: Uint8Array): { epoch: string; data: unknown } | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(payload)) as { epoch: string; data: unknown };
  } catch {
    return undefined; // nothing that a table would send
  }
}
