/** The engine's thread of one file that holds everything. */
import packed from "luztar-wasm?url";
import InlineWorker from "./worker?worker&inline";

export const makeWorker = () => new InlineWorker();

/** `packed`: base64 of the gzipped module, as vite.config.mjs makes it. */
export async function compiled(): Promise<WebAssembly.Module> {
  const text = atob(packed);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  const whole = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(whole, { headers: { "content-type": "application/wasm" } }));
}
