/** The engine in this thread. */
import { examples } from "./examples.js";
import { mistaken } from "./mistakes.js";
import { taken, type Core, type CoreModel, type CoreRun } from "./module.js";
import type {
  DeriveOptions, Event, Example, Luztar, Mistake, Model, Options, Parameter, Proof, Run, Table, Vocabulary,
} from "./types.js";
import { vocabularyOf } from "./vocabulary.js";

const SECONDS = 10;
const POINTS = 16e6;

/** Gives back what a model or a run takes of the module's memory, when nobody holds it. */
const forgotten = new FinalizationRegistry((core: { delete(): void }) => core.delete());

/** {FS: 2, FK: "3 N"} as the program takes it behind --set. */
function changes(values: Record<string, number | string> = {}): string[] {
  return Object.entries(values).map(([name, value]) => {
    if (name.includes("=")) throw mistaken(`no name has an '=': ${name}`, "write { NAME: VALUE }");
    return `${name}=${value === Infinity ? "inf" : value === -Infinity ? "-inf" : value}`;
  });
}

function limit(value: number | undefined, otherwise: number, key: string): number {
  if (value === undefined) return otherwise;
  if (!(value > 0)) throw mistaken(`${key} is ${value}`, `give a number above 0`);
  return value;
}

class EngineRun implements Run {
  readonly status: string;
  readonly finished: boolean;
  readonly diagnosis: string;
  readonly warnings: string[];
  readonly names: string[];
  readonly units: Record<string, string>;
  readonly proof: Record<string, Proof>;
  readonly thinned: boolean;
  readonly t: Float64Array;
  #core: CoreRun;
  #events?: Event[];
  #columns = new Map<string, Float64Array>();

  constructor(core: CoreRun) {
    this.#core = core;
    forgotten.register(this, core);
    const facts = core.facts();
    this.status = facts.status;
    this.finished = facts.finished;
    this.diagnosis = facts.diagnosis;
    this.warnings = facts.warnings;
    this.names = facts.names;
    this.units = facts.units;
    this.proof = facts.proof;
    this.thinned = facts.thinned;
    this.t = core.times();
  }

  get events(): Event[] {
    this.#events ??= this.#core.events();
    for (const event of this.#events)  // it changes no mode, as in events.csv
      if (event.cause === "jump" || event.cause === "sample") event.before = event.after = "input";
    return this.#events;
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  get summary(): any {
    return JSON.parse(this.#core.summary());
  }

  column(name: string): Float64Array {
    const known = this.#columns.get(name);
    if (known) return known;
    const place = this.names.indexOf(name);
    if (place < 0) throw mistaken(`no column '${name}'`, `there is ${this.names.slice(0, 20).join(", ")}`);
    const column = this.#core.column(place);
    this.#columns.set(name, column);
    return column;
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  reportData(): any {
    return JSON.parse(this.#core.reportData());
  }

  reportText(): string {
    return this.#core.reportData();
  }

  report(): string {
    return taken(this.#core.report());
  }

  files(): Record<string, string> {
    return taken(this.#core.files());
  }
}

class EngineModel implements Model {
  readonly title: string;
  readonly parameters: Parameter[];
  readonly bodies: string[];
  readonly elements: Record<string, string>;
  #core: CoreModel;

  constructor(
    core: CoreModel,
    readonly text: string,
  ) {
    this.#core = core;
    forgotten.register(this, core);
    const facts = core.facts();
    this.title = facts.title;
    this.parameters = facts.parameters;
    this.bodies = facts.bodies;
    this.elements = facts.elements;
  }

  simulate(options: Options = {}): Run {
    const seconds = limit(options.seconds, SECONDS, "seconds");
    const points = limit(options.points, POINTS, "points");
    const rows = options.rows === undefined ? 0 : limit(options.rows, 0, "rows");
    return new EngineRun(taken(this.#core.simulate(changes(options.set), changes(options.settings), seconds, points, rows)));
  }

  sweep(vary: Record<string, number[]>, measures: string[] = [], options: Options = {}): Table {
    const seconds = limit(options.seconds, SECONDS, "seconds");
    const texts = Object.entries(vary).map(([name, values]) => `${name}=${values.join(",")}`);
    return taken(this.#core.sweep(texts, measures, changes(options.set), changes(options.settings), seconds));
  }

  derive(options: DeriveOptions = {}): string {
    return taken(this.#core.derive(options.format ?? "text", options.linear ?? false));
  }

  equilibrium(options: Options = {}): string {
    return taken(this.#core.equilibrium(changes(options.set)));
  }

  modes(options: Options = {}): string {
    return taken(this.#core.modes(changes(options.set)));
  }

  linearize(inputs: string[], outputs: string[], options: Options = {}): string {
    return taken(this.#core.linearize(inputs, outputs, changes(options.set)));
  }
}

/** The calls of the engine on a module that was started. */
export class Engine implements Luztar {
  readonly version: string;
  #core: Core;
  #vocabulary?: Vocabulary;

  constructor(core: Core) {
    this.#core = core;
    this.version = core.version();
  }

  examples(): Example[] {
    return examples;
  }

  check(text: string, files: Record<string, string> = {}): Mistake[] {
    const loaded = this.#core.load(text, Object.keys(files), Object.values(files));
    if (loaded.mistakes) return loaded.mistakes;
    try {
      const checked = loaded.value.check();
      return checked.mistakes ?? checked.value;
    } finally {
      loaded.value.delete();
    }
  }

  load(text: string, files: Record<string, string> = {}): Model {
    return new EngineModel(taken(this.#core.load(text, Object.keys(files), Object.values(files))), text);
  }

  vocabulary(): Vocabulary {
    this.#vocabulary ??= vocabularyOf((text) => this.check(text));
    return this.#vocabulary;
  }
}
