/** luztar: mechanical systems with dry friction and freeplay, in a browser or in node. */
import { Engine } from "./engine.js";
import { start } from "./module.js";
import type { Luztar, OpenOptions } from "./types.js";

export type * from "./types.js";
export { LuztarError, toText } from "./mistakes.js";
export { LuztarWorker, type WorkerModel, type WorkerRun } from "./remote.js";

/** The engine in this thread. In a page use `LuztarWorker`, so that the page goes on meanwhile. */
export async function open(options: OpenOptions = {}): Promise<Luztar> {
  return new Engine(await start(options.wasm));
}
