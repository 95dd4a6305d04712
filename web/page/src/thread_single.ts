/** The engine's thread of one file that holds everything. */
import packed from "luztar-wasm?url";
import InlineWorker from "./worker?worker&inline";

export const makeWorker = () => new InlineWorker();

/** `packed`: base64 of the gzipped module, as vite.config.mjs makes it. */
export async function wasmBytes(): Promise<ArrayBuffer | null> {
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
