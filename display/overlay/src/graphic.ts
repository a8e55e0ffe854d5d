/**
 * What all our OGraf graphics share: the step model, the way in and out, and data that cannot hurt.
 *
 * A graphic is a custom element with the methods of OGraf v1. It draws `data` and knows nothing of where that comes from:
 * any renderer may show it, ours is `page.ts`. All text goes through `textContent`; styles are sheets of the shadow root, so
 * that a page may forbid inline styles.
 */

import type { GraphicsAPI as GraphicsApi } from "ograf";
import { sheetOf } from "./theme";

type Load = Parameters<GraphicsApi.Graphic["load"]>[0];
type Play = Parameters<GraphicsApi.Graphic["playAction"]>[0];
type Stop = Parameters<GraphicsApi.Graphic["stopAction"]>[0];
type Update = Parameters<GraphicsApi.Graphic["updateAction"]>[0];

const OK = { statusCode: 200 };

/** How long a graphic takes to come in and to go, in milliseconds. */
const IN_MS = 320;
const OUT_MS = 220;

/** Where a graphic comes from, as the transform it has before it is there. */
export type Entrance = "up" | "down" | "left" | "right" | "fade";

const FROM: Record<Entrance, string> = {
  up: "translateY(40px)",
  down: "translateY(-40px)",
  left: "translateX(-60px)",
  right: "translateX(60px)",
  fade: "scale(0.98)",
};

/** A graphic of one step, drawn from data of type `Data`. */
export abstract class Graphic<Data extends object> extends HTMLElement implements GraphicsApi.Graphic {
  /** What it draws now. */
  protected data: Data;
  private readonly plate: HTMLElement;
  private step: number | undefined;
  private motion: Animation | undefined;

  /** `empty` is the data of a graphic that was told nothing; `css` is its own sheet. */
  constructor(
    private readonly empty: Data,
    css: string,
    private readonly entrance: Entrance,
  ) {
    super();
    this.data = empty;
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheetOf(css)];
    this.plate = document.createElement("div");
    this.plate.className = "plate";
    this.plate.hidden = true;
    root.append(this.plate);
  }

  /** The content of the plate for this data; `before` is what was drawn until now. */
  protected abstract draw(data: Data, before: Data): Node[];

  async load(params: Load): Promise<{ statusCode: number; statusMessage?: string }> {
    if (params.renderType === "non-realtime") {
      return { statusCode: 501, statusMessage: "this graphic is for live rendering only" };
    }
    this.take(params.data, this.empty);
    return OK;
  }

  async dispose(): Promise<{ statusCode: number }> {
    this.motion?.cancel();
    this.step = undefined;
    this.plate.hidden = true;
    this.plate.replaceChildren();
    return OK;
  }

  /** In at step 0; any step behind it is the end. */
  async playAction(params: Play = {}): ReturnType<GraphicsApi.Graphic["playAction"]> {
    const target = params.goto ?? (this.step ?? -1) + (params.delta ?? 1);
    if (target >= 1) {
      await this.leave(params.skipAnimation === true);
      return { ...OK, currentStep: undefined } as unknown as Awaited<ReturnType<GraphicsApi.Graphic["playAction"]>>;
    }
    if (target >= 0) await this.enter(params.skipAnimation === true);
    return { ...OK, currentStep: this.step } as Awaited<ReturnType<GraphicsApi.Graphic["playAction"]>>;
  }

  async stopAction(params: Stop = {}): Promise<{ statusCode: number }> {
    await this.leave(params.skipAnimation === true);
    return OK;
  }

  /** Fields that are left out keep what they have. */
  async updateAction(params: Update): Promise<{ statusCode: number }> {
    this.take(params.data, this.data);
    return OK;
  }

  async customAction(params: { id: string }): Promise<{ statusCode: number; statusMessage: string }> {
    return { statusCode: 404, statusMessage: `there is no action ${String(params.id)}` };
  }

  async goToTime(): Promise<{ statusCode: number; statusMessage: string }> {
    return { statusCode: 501, statusMessage: "this graphic is for live rendering only" };
  }

  async setActionsSchedule(): Promise<{ statusCode: number; statusMessage: string }> {
    return { statusCode: 501, statusMessage: "this graphic is for live rendering only" };
  }

  private take(given: unknown, before: Data): void {
    const known: Partial<Record<keyof Data, unknown>> = typeof given === "object" && given !== null ? given : {};
    const data = { ...before };
    for (const name of Object.keys(this.empty) as (keyof Data)[]) {
      const value = known[name];
      if (value !== undefined && sameKind(value, this.empty[name])) data[name] = value as Data[typeof name];
    }
    this.data = data;
    this.plate.replaceChildren(...this.draw(data, before));
  }

  private async enter(still: boolean): Promise<void> {
    if (this.step === 0) return;
    this.step = 0;
    this.plate.hidden = false;
    await this.move([{ opacity: 0, transform: FROM[this.entrance] }, { opacity: 1, transform: "none" }], still ? 0 : IN_MS);
  }

  private async leave(still: boolean): Promise<void> {
    if (this.step === undefined) return;
    this.step = undefined;
    await this.move([{ opacity: 1, transform: "none" }, { opacity: 0, transform: FROM[this.entrance] }], still ? 0 : OUT_MS);
    if (this.step === undefined) this.plate.hidden = true;
  }

  private async move(frames: Keyframe[], duration: number): Promise<void> {
    this.motion?.cancel();
    if (!duration || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    this.motion = this.plate.animate(frames, { duration, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" });
    await this.motion.finished.catch(() => undefined); // a motion that another one replaces is over, too
  }
}

/** Whether a value may stand where `empty` stands: lists for lists, numbers that are numbers, and nothing for null. */
function sameKind(value: unknown, empty: unknown): boolean {
  if (Array.isArray(empty)) return Array.isArray(value);
  if (typeof empty === "number") return typeof value === "number" && Number.isFinite(value);
  return typeof value === typeof empty && value !== null;
}

/** An element with a class and text, or children. */
export function el(name: string, className: string, ...content: (string | Node)[]): HTMLElement {
  const made = document.createElement(name);
  if (className) made.className = className;
  for (const one of content) made.append(typeof one === "string" ? document.createTextNode(one) : one);
  return made;
}
