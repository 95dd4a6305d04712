/** The engine in a worker: the same calls as promises. */
import { LuztarError, mistaken } from "./mistakes.js";
import { placeOf } from "./module.js";
import type { Request } from "./worker.js";
import type { DeriveOptions, Example, Mistake, Model, Options, Run, Table, Vocabulary, Wasm } from "./types.js";

type Promised<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : T[K];
};

/** A run of a worker: what is a call of `Run` is a promise here. */
export type WorkerRun = Promised<Run>;
/** A model of a worker. `simulate` gives a WorkerRun. */
export type WorkerModel = Omit<Promised<Model>, "simulate"> & { simulate(options?: Options): Promise<WorkerRun> };

interface Reply {
  id: number;
  value?: unknown;
  mistakes?: Mistake[];
  error?: string;
}

/** What a browser's worker and one of node have in common. */
interface Thread {
  post(request: Request): void;
  listen(take: (reply: Reply) => void, fail: (error: Error) => void): void;
  end(): void;
}

function browserThread(worker: Worker): Thread {
  return {
    post: (request) => worker.postMessage(request),
    listen: (take, fail) => {
      worker.onmessage = (event: MessageEvent<Reply>) => take(event.data);
      worker.onerror = (event) => fail(new Error(event.message || "the worker cannot be started"));
    },
    end: () => worker.terminate(),
  };
}

async function newThread(): Promise<Thread> {
  if (typeof Worker !== "undefined")
    return browserThread(new Worker(new URL("./worker.js", import.meta.url), { type: "module" }));
  const { Worker: NodeWorker } = await import("node:worker_threads");
  const worker = new NodeWorker(new URL("./worker.js", import.meta.url));
  return {
    post: (request) => worker.postMessage(request),
    listen: (take, fail) => {
      worker.on("message", take);
      worker.on("error", fail);
    },
    end: () => void worker.terminate(),
  };
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export interface WorkerOptions {
  /** The module; beside the package's files where it is not given. */
  wasm?: Wasm;
  /** Makes the browser's worker, where a bundler wants to see `new Worker(...)` in the page's own source. */
  worker?: () => Worker;
}

/** The engine in a worker of its own. Calls run one after the other; `stop` ends the one that runs. */
export class LuztarWorker {
  #options: WorkerOptions;
  #thread?: Promise<Thread>;
  #waiting = new Map<number, Waiting>();
  #last = 0;
  /** Counts the workers that were started: numbers of models and runs are those of one of them. */
  #generation = 0;

  constructor(options: WorkerOptions = {}) {
    this.#options = options;
  }

  #start(): Promise<Thread> {
    this.#thread ??= (async () => {
      const own = ++this.#generation;
      const thread = this.#options.worker ? browserThread(this.#options.worker()) : await newThread();
      thread.listen(
        (reply) => this.#take(reply),
        (error) => {
          if (own === this.#generation) this.#end(error);
        },
      );
      const opened = new Promise((resolve, reject) => this.#waiting.set(++this.#last, { resolve, reject }));
      thread.post({ id: this.#last, call: "open", args: [this.#wasm()] });
      opened.catch(() => {});
      return thread;
    })();
    return this.#thread;
  }

  /** As it can be sent to the worker. */
  #wasm(): Exclude<Wasm, URL> | undefined {
    const { wasm } = this.#options;
    return typeof wasm === "string" || wasm instanceof URL ? placeOf(wasm).href : wasm;
  }

  #take(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.mistakes) waiting?.reject(new LuztarError(reply.mistakes));
    else if (reply.error !== undefined) waiting?.reject(new Error(reply.error));
    else waiting?.resolve(reply.value);
  }

  async #call<T>(call: string, args: unknown[], handle?: number): Promise<T> {
    const thread = await this.#start();
    return new Promise<T>((resolve, reject) => {
      const id = ++this.#last;
      this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      thread.post({ id, call, handle, args });
    });
  }

  #end(error: Error): void {
    void this.#thread?.then((thread) => thread.end());
    this.#thread = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const one of waiting) one.reject(error);
  }

  /** Ends what runs, at once: calls that wait are refused with a LuztarError. The next call starts a worker anew. */
  stop(): void {
    this.#end(mistaken("the run was stopped", ""));
  }

  /** Ends the worker. */
  close(): void {
    this.#end(mistaken("the worker was closed", ""));
  }

  async version(): Promise<string> {
    return this.#call("open", [this.#wasm()]);
  }

  examples(): Promise<Example[]> {
    return this.#call("examples", []);
  }

  check(text: string, files?: Record<string, string>): Promise<Mistake[]> {
    return this.#call("check", [text, files]);
  }

  vocabulary(): Promise<Vocabulary> {
    return this.#call("vocabulary", []);
  }

  async load(text: string, files?: Record<string, string>): Promise<WorkerModel> {
    type Facts = Pick<Model, "title" | "parameters" | "bodies" | "elements" | "text"> & { handle: number };
    let { handle, ...facts } = await this.#call<Facts>("load", [text, files]);
    let generation = this.#generation;
    /** A call of the model: in a worker that was started since, it is read once more. */
    const call = async <T>(name: string, args: unknown[]): Promise<T> => {
      await this.#start();
      if (generation !== this.#generation) {
        generation = this.#generation;
        handle = (await this.#call<Facts>("load", [text, files])).handle;
      }
      return this.#call<T>(name, args, handle);
    };
    return {
      ...facts,
      simulate: async (options?: Options) => this.#run(await call<Run & { handle: number }>("simulate", [options])),
      sweep: (vary: Record<string, number[]>, measures?: string[], options?: Options) =>
        call<Table>("sweep", [vary, measures, options]),
      derive: (options?: DeriveOptions) => call<string>("derive", [options]),
      equilibrium: (options?: Options) => call<string>("equilibrium", [options]),
      modes: (options?: Options) => call<string>("modes", [options]),
      linearize: (inputs: string[], outputs: string[], options?: Options) =>
        call<string>("linearize", [inputs, outputs, options]),
    };
  }

  #run({ handle, ...facts }: Run & { handle: number }): WorkerRun {
    const generation = this.#generation;
    const call = async <T>(name: string, args: unknown[] = []): Promise<T> => {
      if (generation !== this.#generation || !this.#thread)
        throw mistaken("the worker of this run was stopped", "make the run anew");
      return this.#call<T>(name, args, handle);
    };
    return {
      ...facts,
      column: (name: string) => call<Float64Array>("column", [name]),
      reportData: () => call("reportData"),
      reportText: () => call<string>("reportText"),
      report: () => call<string>("report"),
      files: () => call<Record<string, string>>("files"),
    };
  }
}

