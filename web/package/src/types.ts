/** What a person reads about a mistake in a model, with its place. Lines and columns count from 1; 0: none. */
export interface Mistake {
  message: string;
  help: string;
  line: number;
  column: number;
  severity: "error" | "warning";
  file: string;
}

/** A number of `[parameters]`: `value` in SI, `display.factor` of `display.unit` is 1 SI unit's worth. */
export interface Parameter {
  name: string;
  value: number;
  unit: string;
  display: { factor: number; unit: string };
  formula: string;
  note: string;
}

/** One change of mode: time in s, impulse in N s (rotations: N m s). */
export interface Event {
  t: number;
  name: string;
  before: string;
  after: string;
  cause: string;
  impulse: number;
}

/** How a run is made. */
export interface Options {
  /** Values of parameters: numbers in SI, or text with a unit, "0.2 mm". */
  set?: Record<string, number | string>;
  /** Settings of the run, as `[simulation]` names them: duration, samples, tolerance ... */
  settings?: Record<string, number | string>;
  /** Limit of wall-clock time in s; 10 where it is not given. A run that meets it keeps what it has. */
  seconds?: number;
  /** Limit of numbers kept: rows x columns. */
  points?: number;
  /** For a picture: no more rows than these, evenly spaced; events are the same. Runs by steps keep their rows. */
  rows?: number;
}

/** One example that the package brings. */
export interface Example {
  name: string;
  title: string;
  group: string;
  text: string;
  /** Data files that it names, for `load`. */
  files: Record<string, string>;
}

/** Words of model files, for completion. */
export interface Vocabulary {
  tables: Record<string, { keys: string[]; help?: Record<string, string> }>;
  kinds: string[];
}

/** The engine. */
export interface Luztar {
  version: string;
  examples(): Example[];
  /** Mistakes and warnings of a text; empty where there are none. */
  check(text: string, files?: Record<string, string>): Mistake[];
  /** Throws LuztarError where the text is no model. `files`: what it names, by name. */
  load(text: string, files?: Record<string, string>): Model;
  vocabulary(): Vocabulary;
}

export type DeriveFormat = "text" | "html" | "latex" | "markdown" | "json";

export interface DeriveOptions {
  format?: DeriveFormat;
  /** A, B, C, D in symbols. */
  linear?: boolean;
}

/** A law of physics that a run was checked by: the largest residual, relative to what is summed, and its limit. */
export interface Proof {
  holds: boolean;
  residual: number;
  limit: number;
  /** Where and when, in words, if it does not hold. */
  what: string;
}

/** A model that was read. */
export interface Model {
  title: string;
  parameters: Parameter[];
  bodies: string[];
  /** Name of each element and its kind. */
  elements: Record<string, string>;
  text: string;
  simulate(options?: Options): Run;
  sweep(vary: Record<string, number[]>, measures?: string[], options?: Options): Table;
  derive(options?: DeriveOptions): string;
  /** JSON, as `luztar equilibrium --json` prints it. */
  equilibrium(options?: Options): string;
  modes(options?: Options): string;
  linearize(inputs: string[], outputs: string[], options?: Options): string;
}

/** A run. */
export interface Run {
  status: string;
  finished: boolean;
  diagnosis: string;
  warnings: string[];
  t: Float64Array;
  names: string[];
  units: Record<string, string>;
  /** A column by its name: "q.block", "f.contact", "mode.contact". */
  column(name: string): Float64Array;
  events: Event[];
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  summary: any;
  proof: Record<string, Proof>;
  /** It has fewer rows than the model asks for, because of `rows`. */
  thinned: boolean;
  /** What the report's `<script id="data">` holds. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  reportData(): any;
  /** The same as JSON text. */
  reportText(): string;
  /** The report, one HTML file. */
  report(): string;
  /** trajectory.csv, events.csv, summary.json by name. */
  files(): Record<string, string>;
}

/** Rows of a sweep: the varied values, then the measures. */
export interface Table {
  names: string[];
  rows: number[][];
  status: string[];
}

/** The module luztar.wasm: where it lies, its bytes, or compiled, whose code all threads share. */
export type Wasm = string | URL | ArrayBuffer | WebAssembly.Module;

export interface OpenOptions {
  wasm?: Wasm;
}
