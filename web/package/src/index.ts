/** luztar: mechanical systems with dry friction and freeplay, in a browser or in node. */
import type { Luztar, Mistake, OpenOptions } from "./types.js";
export type * from "./types.js";

/** A model is refused, or a call is wrong: with all its mistakes. */
export class LuztarError extends Error {
  constructor(
    message: string,
    readonly mistakes: Mistake[],
  ) {
    super(message);
    this.name = "LuztarError";
  }
}

/** The engine in this thread. In a page, use `LuztarWorker`, so that the page goes on. */
export declare function open(options?: OpenOptions): Promise<Luztar>;

type Promised<T> = { [K in keyof T]: T[K] extends (...a: infer A) => infer R ? (...a: A) => Promise<R> : T[K] };
export type WorkerModel = Promised<import("./types.js").Model>;
export type WorkerRun = Promised<import("./types.js").Run>;

/** The same calls as promises, in a worker. */
export declare class LuztarWorker {
  constructor(options?: { worker?: Worker; wasm?: string | URL });
  version(): Promise<string>;
  examples(): Promise<ReturnType<Luztar["examples"]>>;
  check(text: string, files?: Record<string, string>): Promise<Mistake[]>;
  load(text: string, files?: Record<string, string>): Promise<WorkerModel>;
  vocabulary(): Promise<ReturnType<Luztar["vocabulary"]>>;
  /** Ends the run at once: what waits is refused with a LuztarError; the next call starts anew. */
  stop(): void;
  close(): void;
}
