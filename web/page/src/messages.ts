/** What the page and its worker say to each other. */
import type { Example, Mistake, Options, Parameter, Table, Vocabulary } from "../../package/src/types";

export type Files = Record<string, string>;

/** A model as it is to be run. */
export interface Job {
  text: string;
  files: Files;
  options: Options;
}

export interface Ready {
  version: string;
  examples: Example[];
}

/** A run; without `data` the model is refused and `mistakes` say why. */
export interface Outcome {
  mistakes: Mistake[];
  parameters: Parameter[];
  /** JSON of what the report draws. */
  data: string | null;
  /** It has fewer rows than the model asks for: a picture while a slider moves. */
  thinned: boolean;
  /** Wall-clock time of the run [ms]. */
  took: number;
}

/** What is run before anybody asks, if it is an example. */
export interface Ahead {
  example?: string;
  options: Options;
}

/** What the first script has begun (head.ts). */
export interface Head {
  /** The example that is shown first. */
  first: string;
  options: Required<Pick<Options, "set" | "seconds" | "points">>;
  wasm: Promise<WebAssembly.Module>;
  makeWorker: () => Worker;
  /** A worker that was opened, and what it says to that. */
  begun: Begun;
}

export interface Begun {
  worker: Worker;
  reply: Promise<Reply>;
}

/** All requests by name: what is sent and what comes back. */
export interface Calls {
  open: { send: { wasm: WebAssembly.Module; ahead?: Ahead }; get: Ready };
  vocabulary: { send: null; get: Vocabulary };
  run: { send: Job; get: Outcome };
  results: { send: Job; get: { files: Files; report: string } };
  derive: { send: Job & { format: "html" | "latex" | "markdown" }; get: string };
  sweep: { send: Job & { name: string; values: number[]; measure: string }; get: Table };
}

export type Call = keyof Calls;
export type Request = { [K in Call]: { id: number; call: K; send: Calls[K]["send"] } }[Call];

export interface Reply {
  id: number;
  value?: unknown;
  /** In words. */
  error?: string;
  mistakes?: Mistake[];
}
