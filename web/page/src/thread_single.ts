/** The engine's thread of one file that holds everything. */
import wasm from "luztar-wasm?url";
import InlineWorker from "./worker?worker&inline";

export const makeWorker = () => new InlineWorker();

/** `wasm` is an address "data:...;base64,..." here. */
export async function wasmBytes(): Promise<ArrayBuffer | null> {
  const text = atob(wasm.slice(wasm.indexOf(",") + 1));
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes.buffer;
}
