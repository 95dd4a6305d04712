/**
 * The script that comes first, and is small: the engine is compiled and runs the first model while the page's own script
 * is still read, which takes what was begun from `luztarHead`. It shares no module with that script.
 */
import { compiled, makeWorker } from "thread";
import type { Head, Reply } from "./messages";

const FIRST = "belt"; // the example that is shown where the address names no other
const options = {
  set: {},
  seconds: 10, // of wall-clock time, which the engine keeps
  points: 6_000_000, // rows x columns of a run
};

function begin(): Head {
  const wasm = compiled();
  const worker = makeWorker();
  const example = location.hash === "" ? FIRST : /^#example=(.*)/.exec(location.hash)?.[1];
  const reply = new Promise<Reply>((take) => {
    const fail = ({ message }: { message?: string }) => take({ id: 0, error: message || "its thread cannot be started" });
    worker.addEventListener("message", ({ data }: MessageEvent<Reply>) => take(data), { once: true });
    worker.addEventListener("error", fail, { once: true });
    wasm.then((wasm) => worker.postMessage({ id: 0, call: "open", send: { wasm, ahead: { example, options } } }), fail);
  });
  return { first: FIRST, options, wasm, makeWorker, begun: { worker, reply } };
}

globalThis.luztarHead = begin();
