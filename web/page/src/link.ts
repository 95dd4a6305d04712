/** A model in the fragment of the page's address: deflated JSON, base64url. */

/** What a link holds. */
export interface Linked {
  text: string;
  set?: Record<string, number>;
  /** What the text names, by name. */
  files?: Record<string, string>;
}

const MOST = 4_000_000; // characters of the model, so that no link fills the memory

async function through(bytes: BlobPart, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value);
    length += next.value.length;
    if (length > MOST) throw new Error("the link holds more than a model");
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export async function toFragment(linked: Linked): Promise<string> {
  const bytes = await through(JSON.stringify(linked), new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return `#m=${btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
}

/** What a fragment holds; null of another one; throws where it is broken. */
export async function fromFragment(hash: string): Promise<Linked | null> {
  if (!hash.startsWith("#m=")) return null;
  const text = atob(hash.slice(3).replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = Uint8Array.from(text, (c) => c.charCodeAt(0));
  const json = new TextDecoder().decode((await through(bytes, new DecompressionStream("deflate-raw"))) as Uint8Array<ArrayBuffer>);
  const linked = JSON.parse(json) as Linked;
  if (typeof linked.text !== "string") throw new Error("the link holds no model");
  const numbers = Object.entries(linked.set ?? {}).filter(([, value]) => typeof value === "number");
  const files = Object.entries(linked.files ?? {}).filter(([, text]) => typeof text === "string");
  return { text: linked.text, set: Object.fromEntries(numbers), files: Object.fromEntries(files) };
}
