/** The engine's thread of a folder of files. */
import wasm from "luztar-wasm?url";

export const makeWorker = () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });

/** Compiles while it comes in; a server that does not call it application/wasm is waited for. */
export async function compiled(): Promise<WebAssembly.Module> {
  const answer = await fetch(wasm);
  if (!answer.ok) throw new Error(`${wasm}: ${answer.status} ${answer.statusText}`);
  const streams = answer.headers.get("content-type") === "application/wasm";
  return streams ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}
