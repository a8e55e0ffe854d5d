/**
 * Our own renderer: a stage for an OBS browser source, transparent, in its own size.
 *
 * It loads each graphic by its manifest as any OGraf renderer would, gives it what `views.ts` makes of the table's state, and
 * plays and stops it as the state and the producer have it. The address says what it is for:
 *
 *     /?graphics=table,board&layout=vertical&motion=off&theme=light&language=it&cs-accent=%2300a3e0&stats=vpip,pfr
 *
 * The preview on the producer's page is this page, too: `?preview`, which counts as none that draws.
 *
 * The table comes from the agent that serves the page; or from a broker, where the part behind `#`, which no server ever
 * sees, names it: `#url=ws://127.0.0.1:9001&login=overlay&password=...&venue=home&table=t1&stream=live`.
 */

import type { GraphicsAPI as GraphicsApi } from "ograf";
import { fromAgent, type News, type Show } from "./feed";
import { isNew, type News as Standing, newsNow } from "./news";
import type { State, Statistics } from "./state";
import { isOfTheme } from "./theme";
import { GRAPHICS, type GraphicName, openFinding, STATS, type StatName, VIEWS, winnerOf } from "./views";

type Element = HTMLElement & GraphicsApi.Graphic;

interface Shown {
  element: Element;
  place: HTMLElement;
  playing: boolean;
  told: string;
}

interface Manifest {
  main: string;
}

/** What stands at the top for each status. */
const MARKS: Record<string, string> = { live: "LIVE", delayed: "DELAYED", stale: "PICTURE IS OLD", offline: "NO TABLE" };
/** And while a recording is played, in place of LIVE and DELAYED: nobody who sees it on air may take it for a table. */
const REHEARSAL: Record<string, string> = { en: "REHEARSAL", it: "PROVA", es: "ENSAYO" };

/** Loaded only where it is needed: it is a hundred times as large as the rest. */
const BROKER = new URL("mqtt.mjs", import.meta.url).href;

const options = new URLSearchParams(location.search);
const wanted = listed("graphics") ?? ["table", "board", "finding", "winner", "level"];
/** Which figures stand on the player's plate: none unless they are asked for. */
const stats = (listed("stats") ?? []).filter(isStat);
/** What a word in the address may be; what stands first is so where it is left out. */
const WORDS = { layout: ["wide", "vertical"], motion: ["on", "off"], theme: ["dark", "light"], mark: ["on", "off"], language: ["en", "it", "es"] } as const;
/** What the address may say besides these, and the variables of a theme. */
const OTHERS = ["graphics", "stats", "preview"];
/** The variables of a theme that can be what the address wants them to be. */
const theme = [...options].filter(([name, value]) => isOfTheme(name, value));
/** What the address asks for and nobody knows. */
const unknown = [
  ...wanted.filter((name) => !(GRAPHICS as readonly string[]).includes(name)).map((name) => `NO GRAPHIC ${quoted(name)}`),
  ...(listed("stats") ?? []).filter((name) => !isStat(name)).map((name) => `NO FIGURE ${quoted(name)}`),
  ...Object.entries(WORDS)
    .filter(([option, words]) => options.has(option) && !(words as readonly string[]).includes(options.get(option) ?? ""))
    .map(([option]) => `NO ${option.toUpperCase()} ${quoted(options.get(option) ?? "")}`),
  ...[...options]
    .filter(([name, value]) => !(name in WORDS) && !OTHERS.includes(name) && !isOfTheme(name, value))
    .map(([name, value]) => `NO ${name.startsWith("cs-") ? `${name.toUpperCase()} ${quoted(value)}` : `OPTION ${quoted(name)}`}`),
  ...(options.has("stats") && !wanted.includes("player") ? ["NO GRAPHIC player FOR FIGURES"] : []),
];
/** So often what says how long ago something was is looked at again, in milliseconds. */
const AGES_MS = 1_000;
/** So often letters are made smaller until a graphic fits: its edges do not shrink with them. */
const FITS = 12;
/** A ruling is news for so long, in milliseconds. */
const NEWS_MS = 12_000;

const still = word("motion") === "off";
const language = word("language");

const stage = document.getElementById("stage") as HTMLElement;
const mark = document.getElementById("mark") as HTMLElement;
const wrong = document.getElementById("wrong") as HTMLElement;
const shown = new Map<GraphicName, Shown>();

let state: State | undefined;
/** When the state came. */
let state_ms = 0;
let statistics: Statistics | undefined;
/** The ruling that is news, or was the last one. */
let ruling: Standing<object> | undefined;
/** Rulings that were open when the page first heard of this table: they are no news. */
let known: ReadonlySet<number> | undefined;
let stream = "";
let rehearsal = false;
let ready = false;
let show: Show = { hidden: false, off: ["finding"] }; // until the agent tells what the producer has chosen

async function begin(): Promise<void> {
  for (const option of ["layout", "theme", "mark"] as const) document.documentElement.dataset[option] = word(option);
  wrong.textContent = unknown.join(" \u00b7 ");
  for (const [name, value] of theme) document.documentElement.style.setProperty(`--${name}`, value);
  addEventListener("resize", fit);
  fit();
  await Promise.all(GRAPHICS.filter((name) => wanted.includes(name)).map(load));
  const broker = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  if (broker["url"] === undefined) return fromAgent(hear, options.has("preview") ? "events" : "events?draws");
  if (options.has("graphics")) show = { hidden: false, off: [] }; // no producer's page here: the address alone says
  const { fromBroker } = (await import(BROKER)) as typeof import("./mqtt");
  fromBroker(hear, { login: "overlay", password: "", venue: "home", table: "t1", stream: "live", ...broker, url: broker["url"] });
}

/** The stage as large as the source is, whatever that is. */
function fit(): void {
  const scale = Math.min(innerWidth / stage.offsetWidth, innerHeight / stage.offsetHeight);
  stage.style.transform = `scale(${scale})`;
}

async function load(name: GraphicName): Promise<void> {
  const place = document.createElement("div"); // before anything is waited for: places stand in one order, whichever comes first
  place.id = `at-${name}`;
  place.className = "place";
  stage.append(place);
  const manifest = (await (await fetch(`graphics/${name}.ograf.json`)).json()) as Manifest;
  const main = new URL(`graphics/${manifest.main}`, location.href).href;
  const made = ((await import(main)) as { default: new () => Element }).default;
  const tag = `cardspeak-${name}`;
  customElements.define(tag, made);
  const element = document.createElement(tag) as Element;
  element.id = name;
  place.append(element);
  const renderCharacteristics = { resolution: { width: stage.clientWidth, height: stage.clientHeight } };
  await element.load({ data: {}, renderType: "realtime", renderCharacteristics });
  shown.set(name, { element, place, playing: false, told: "" });
}

function hear(news: News): void {
  if (news.kind === "state") [state, stream, state_ms] = [news.state, news.stream, performance.now()];
  if (news.kind === "state") known ??= new Set(news.state.findings.map((one) => one.case));
  if (news.kind === "anew") [state, known] = [undefined, undefined];
  if (news.kind === "stream") rehearsal = news.rehearsal;
  if (news.kind === "statistics") statistics = news.statistics ?? undefined;
  if (news.kind === "there") ready = news.ready;
  if (news.kind === "show") show = news.show;
  draw();
}

function draw(): void {
  const status = state === undefined ? "offline" : !ready ? "stale" : rehearsal ? "rehearsal" : stream;
  document.documentElement.dataset["status"] = status;
  document.documentElement.dataset["hidden"] = show.hidden ? "yes" : "no";
  mark.textContent = (status === "rehearsal" ? REHEARSAL[language] : MARKS[status]) ?? "";
  const now_ms = performance.now();
  const seen = state === undefined ? undefined : withNews(state);
  for (const [name, one] of shown) {
    let data = seen === undefined ? null : VIEWS[name](seen, { language, stats, statistics, age_s: (now_ms - state_ms) / 1000 });
    if (name === "finding") data = rulingNow(seen, data, now_ms);
    const told = JSON.stringify(data);
    const changes = data !== null && told !== one.told;
    if (changes) {
      one.told = told;
      void one.element.updateAction({ data, skipAnimation: still });
    }
    const began = one.playing;
    play(one, data !== null && !show.hidden && !show.off.includes(name) && !(name === "chip-counts" && winnersStandThere()));
    if (one.playing && (changes || !began)) fitIn(one);
  }
}

/** Letters as large as the theme has them, or as the place of the graphic lets them be: it never grows beyond it. */
function fitIn({ element, place }: Shown): void {
  element.style.fontSize = "";
  let size_px = parseFloat(getComputedStyle(element).fontSize);
  for (let tries = 0; tries < FITS; tries += 1) {
    const fits = Math.min(place.clientWidth / element.offsetWidth, place.clientHeight / element.offsetHeight);
    if (!(fits < 1)) return;
    size_px *= fits;
    element.style.fontSize = `${size_px}px`;
  }
}

/** The state as far as its rulings are news to this page. */
function withNews(whole: State): State {
  return { ...whole, findings: whole.findings.filter((one) => known?.has(one.case) !== true) };
}

/** Whether the winners, who may be several, stand where the counts do in a vertical picture: those give way. */
function winnersStandThere(): boolean {
  return word("layout") === "vertical" && state !== undefined && shown.has("winner") && !show.off.includes("winner") && winnerOf(state) !== null;
}

/** The ruling that stands now, null if none: it has its time, though the floor may have spoken by then. */
function rulingNow(seen: State | undefined, data: object | null, now_ms: number): object | null {
  const open = seen === undefined ? undefined : openFinding(seen);
  const came = data === null || open === undefined ? undefined : { key: `${open.case} ${JSON.stringify(data)}`, data };
  const before = ruling;
  ruling = newsNow(before, came, now_ms, NEWS_MS);
  if (ruling !== before) setTimeout(draw, NEWS_MS + 1);
  return ruling !== undefined && isNew(ruling, now_ms, NEWS_MS) ? ruling.data : null;
}

/** The names in a list of the address; undefined where it has none. */
function listed(option: string): string[] | undefined {
  return options.get(option)?.split(",").map((name) => name.trim().toLowerCase());
}

/** The word of an option of the address, and where it has none that is known, the usual one. */
function word(option: keyof typeof WORDS): string {
  const words: readonly string[] = WORDS[option];
  return words.find((one) => one === options.get(option)) ?? (words[0] as string);
}

function quoted(given: string): string {
  return given === "" ? '""' : given;
}

function isStat(name: string): name is StatName {
  return Object.keys(STATS).includes(name);
}

function play(one: Shown, visible: boolean): void {
  if (visible === one.playing) return;
  one.playing = visible;
  void (visible ? one.element.playAction({ goto: 0, skipAnimation: still }) : one.element.stopAction({ skipAnimation: still || show.hidden }));
}

setInterval(draw, AGES_MS);
void begin();
