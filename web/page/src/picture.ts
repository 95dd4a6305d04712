/** The run as the report draws it, drawn anew with each run. */
import { makeReport } from "virtual:report";

export type Part = "motion" | "events" | "proofs";
export const PARTS: Part[] = ["motion", "events", "proofs"];

/** A run or a measured file whose curves can be laid over. */
export interface Source {
  label: string;
  channels: unknown[];
}

interface SweepAbout {
  name: string;
  unit: string;
  x: number[];
  measure: string;
  y: number[];
  choose: (value: number) => void;
}

/** What src/report/tail.js returns. */
export interface Drawn {
  data: RunData;
  look(): unknown;
  /** How many times longer the run is than what is seen of it. */
  zoom(): number;
  finish(): void;
  drawSeen(): void;
  build(part: Part, all: boolean): void;
  setTheme(name: string): void;
  pause(): void;
  sources(): Source[];
  keep(label: string): Source;
  sweepLine(about: SweepAbout): { figure: HTMLElement; draw(): void };
  openTables(files: Pick<File, "name" | "text">[]): void;
}

/** Of the report's data, what the page itself reads. */
export interface RunData {
  title: string;
  file: string;
  finished: boolean;
  status: string;
  diagnosis: string;
  warnings: string[];
  end: number;
  events: { total: number };
  bodies: { name: string; kind: string }[];
  elements: { name: string; kind: string; modes: unknown }[];
  proofs: { name: string; holds: boolean }[];
}

/** A tab's place and what a run has put there. */
interface Place {
  panel: HTMLElement;
  host: HTMLElement | null;
}

const REST = 150; // ms without a new run until what is out of sight is drawn too

function makeElement(tag: string, className = ""): HTMLElement {
  const node = document.createElement(tag);
  node.className = className;
  return node;
}

/**
 * One run. The report's scripts take the document, its address and its events for their own: here they get
 * ones that reach only their part of the page and end with it.
 */
class DrawnRun {
  readonly hosts: Record<Part, HTMLElement>;
  readonly drawn: Drawn;
  private readonly built = new Set<Part>();
  private readonly ended = new AbortController();
  private readonly followers = new Set<() => void>();

  constructor(json: string, settings: object) {
    const named: Record<string, HTMLElement | { textContent: string }> = {
      data: { textContent: json },
      page: makeElement("div", "run-page"),
      contents: makeElement("nav"),
      "reset-zoom": makeElement("button"),
      theme: makeElement("button"), // the page's own button switches
    };
    const bar = makeElement("div", "run-bar");
    const reset = named["reset-zoom"] as HTMLButtonElement;
    reset.type = "button";
    reset.textContent = "Whole run";
    reset.hidden = true;
    bar.append(named.contents as HTMLElement, reset);
    (named.contents as HTMLElement).setAttribute("aria-label", "Parts of the run");
    this.hosts = { motion: makeElement("div", "run"), events: makeElement("div", "run"), proofs: makeElement("div", "run") };
    this.hosts.motion.append(bar, named.page as HTMLElement);
    this.page = named.page as HTMLElement;
    this.contents = named.contents as HTMLElement;
    this.drawn = makeReport(
      this.documentFor(named),
      this.address,
      { replaceState: (_state: unknown, _title: string, hash: string) => void (this.address.hash = hash) },
      (type: string, listener: EventListener) => this.listen(type, listener),
      (act: FrameRequestCallback) => requestAnimationFrame((now) => !this.ended.signal.aborted && act(now)),
      settings,
    );
    for (const host of Object.values(this.hosts)) host.addEventListener("click", (event) => this.follow(event));
  }

  private readonly page: HTMLElement;
  private readonly contents: HTMLElement;
  private readonly address = { hash: "" };

  private documentFor(named: Record<string, unknown>): unknown {
    const find = (id: string) => {
      for (const host of [this.page, ...Object.values(this.hosts)]) {
        const found = host.querySelector(`#${CSS.escape(id)}`);
        if (found) return found;
      }
      return null;
    };
    return {
      documentElement: document.documentElement,
      body: document.body,
      get activeElement() {
        return document.activeElement;
      },
      createElement: (tag: string) => document.createElement(tag),
      createElementNS: (space: string, tag: string) => document.createElementNS(space, tag),
      getElementById: (id: string) => named[id] ?? find(id),
    };
  }

  private listen(type: string, listener: EventListener): void {
    if (type === "hashchange") this.followers.add(listener as () => void);
    else if (type !== "drop" && type !== "dragover") // those are the page's
      addEventListener(type, listener, { signal: this.ended.signal });
  }

  /** A link within the run leads to its part; the page's own address stays. */
  private follow(event: Event): void {
    const link = (event.target as Element).closest('a[href^="#"], a[*|href^="#"]');
    if (!link) return;
    event.preventDefault();
    this.address.hash = link.getAttribute("href") ?? "";
    this.drawn.finish();
    const id = decodeURIComponent(this.address.hash.slice(1));
    const part = id === "events" || id === "proofs" ? id : "motion";
    link.dispatchEvent(new CustomEvent("to-part", { bubbles: true, detail: part }));
    for (const follower of this.followers) follower();
  }

  /** Builds a part in its place, which must be on the page. */
  build(part: Part, all: boolean): void {
    if (this.built.has(part)) return;
    this.built.add(part);
    const links = this.contents.childElementCount;
    this.drawn.build(part, all);
    if (part === "motion") return;
    const made = this.page.lastElementChild;
    if (made) this.hosts[part].append(made);
    while (this.contents.childElementCount > links) this.contents.lastElementChild?.remove();
  }

  has(part: Part): boolean {
    return this.built.has(part);
  }

  end(): void {
    this.drawn.pause();
    this.ended.abort();
    for (const host of Object.values(this.hosts)) host.remove();
  }
}

/** The tabs' panels, which show one run. */
export class Picture {
  private run: DrawnRun | null = null;
  private places: Record<Part, Place>;
  private part: Part | null = "motion";
  private kept: Source[] = [];
  private before: unknown = null;
  private later = 0;
  private channels: string[] = [];

  constructor(
    panels: Record<Part, HTMLElement>,
    private theme: string,
    private readonly sourcesChanged: () => void,
  ) {
    const place = (part: Part): Place => ({ panel: panels[part], host: null });
    this.places = { motion: place("motion"), events: place("events"), proofs: place("proofs") };
  }

  get drawn(): Drawn | null {
    return this.run?.drawn ?? null;
  }

  /** Shows a run in place of the last; `anew`: what the reader has set in that one is forgotten; `thinned`: it has fewer rows. */
  show(json: string, anew = false, thinned = false): void {
    const old = this.run;
    if (old?.has("motion")) {
      this.before = old.drawn.look();
      this.kept = old.drawn.sources();
    }
    if (anew) this.before = null;
    const { theme, before, sourcesChanged } = this;
    const settings = { theme, before, channels: this.channels, sources: this.kept, sourcesChanged, thinned };
    const next = new DrawnRun(json, settings);
    const held = [scrollX, scrollY];
    const heights = PARTS.map((part) => this.places[part].panel.offsetHeight);
    old?.end();
    PARTS.forEach((part, i) => {
      const { panel } = this.places[part];
      panel.style.minHeight = `${heights[i]}px`; // so that the page does not jump
      panel.append(next.hosts[part]);
    });
    this.run = next;
    if (this.part) this.fill(this.part, false);
    clearTimeout(this.later);
    this.later = window.setTimeout(() => next.drawn.finish(), REST);
    for (const part of PARTS) this.places[part].panel.style.minHeight = "";
    if (scrollY !== held[1]) scrollTo(held[0], held[1]);
    next.drawn.drawSeen();
  }

  /** `all`: what is out of sight too. */
  private fill(part: Part, all: boolean): void {
    if (this.run && !this.run.has(part)) this.run.build(part, all);
  }

  /** The part whose tab is shown; null: a tab without one. */
  choose(part: Part | null): void {
    this.part = part;
    if (part !== "motion") this.run?.drawn.pause();
    if (!part || !this.run) return;
    this.fill(part, true);
    this.run.drawn.drawSeen();
  }

  /** Rows that can be told apart: one for each pixel of a plot, more where the reader looks at a part of the run. */
  get pixels(): number {
    return Math.ceil((this.places.motion.panel.clientWidth || innerWidth) * (this.drawn?.zoom() ?? 1));
  }

  setTheme(name: string): void {
    this.theme = name;
    this.run?.drawn.setTheme(name);
  }

  /** Keeps this run: its curves lie over those of the next runs. */
  keep(label: string): void {
    if (!this.run) return;
    this.collect();
    this.kept = [...this.kept.filter((one) => one.label !== label), this.run.drawn.keep(label)];
    this.run.drawn.sources = () => this.kept;
  }

  private collect(): void {
    if (this.run?.has("motion")) this.kept = this.run.drawn.sources();
  }

  get sources(): Source[] {
    this.collect();
    return this.kept;
  }

  forget(label: string): void {
    this.collect();
    this.kept = this.kept.filter((one) => one.label !== label);
    if (this.run) this.run.drawn.sources = () => this.kept;
  }

  /** Channels that the plot of the next new model shows first. */
  plotFirst(channels: string[]): void {
    this.channels = channels;
  }

  clear(): void {
    this.channels = [];
    this.run?.end();
    this.run = null;
    this.kept = [];
    this.before = null;
  }
}
