/** The worker's side of LuztarWorker: a browser's worker, or one of node. */
import { Engine } from "./engine.js";
import { LuztarError } from "./mistakes.js";
import { start } from "./module.js";
import type { Model, Run } from "./types.js";

export interface Request {
  id: number;
  call: string;
  /** Of the model or the run that the call is of. */
  handle?: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  args: any[];
}

interface Port {
  postMessage(message: unknown, transfer?: ArrayBuffer[]): void;
}

let engine: Promise<Engine> | undefined;
const models = new Map<number, Model>();
const runs = new Map<number, Run>();
let handles = 0;

function keep<T>(map: Map<number, T>, item: T): number {
  map.set(++handles, item);
  return handles;
}

function of<T>(map: Map<number, T>, handle: number | undefined): T {
  const item = handle === undefined ? undefined : map.get(handle);
  if (!item) throw new Error(`nothing has the number ${handle}`);
  return item;
}

function factsOf(run: Run): object {
  const { status, finished, diagnosis, warnings, names, units, proof, thinned, t, events, summary } = run;
  return { status, finished, diagnosis, warnings, names, units, proof, thinned, t, events, summary, handle: keep(runs, run) };
}

const modelCalls = new Set(["sweep", "derive", "equilibrium", "modes", "linearize"]);
const runCalls = new Set(["column", "reportData", "reportText", "report", "files"]);

async function answer({ call, handle, args }: Request): Promise<unknown> {
  if (call === "open") engine ??= start(args[0]).then((core) => new Engine(core));
  if (!engine) throw new Error("the worker was not opened");
  const luztar = await engine;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  const called = (item: any) => item[call](...args);
  switch (call) {
    case "open":
      return luztar.version;
    case "load": {
      const model = luztar.load(args[0], args[1]);
      const { title, parameters, bodies, elements, text } = model;
      return { title, parameters, bodies, elements, text, handle: keep(models, model) };
    }
    case "simulate":
      return factsOf(of(models, handle).simulate(...args));
    case "forget":
      return models.delete(handle!) || runs.delete(handle!);
  }
  if (modelCalls.has(call)) return called(of(models, handle));
  if (runCalls.has(call)) return called(of(runs, handle));
  return called(luztar);
}

async function receive(request: Request, port: Port): Promise<void> {
  try {
    port.postMessage({ id: request.id, value: await answer(request) });
  } catch (error) {
    if (error instanceof LuztarError) port.postMessage({ id: request.id, mistakes: error.mistakes });
    else port.postMessage({ id: request.id, error: String(error) });
  }
}

if (typeof self !== "undefined" && typeof self.postMessage === "function") {
  self.onmessage = (event: MessageEvent<Request>) => void receive(event.data, self as unknown as Port);
} else {
  const { parentPort } = await import("node:worker_threads");
  parentPort?.on("message", (request: Request) => void receive(request, parentPort));
}
