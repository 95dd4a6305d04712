/** The engine's thread of a folder of files. */
import wasm from "luztar-wasm?url";

export const makeWorker = () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });

export async function wasmBytes(): Promise<ArrayBuffer | null> {
  const answer = await fetch(wasm);
  if (!answer.ok) throw new Error(`${wasm}: ${answer.status} ${answer.statusText}`);
  return answer.arrayBuffer();
}
