/** The compiled module, as its C++ (web/module) has it. */
import type { Event, Mistake, Parameter, Proof, Table, Wasm } from "./types.js";
import { LuztarError } from "./mistakes.js";

/** A value, or the mistakes that stand against it. */
export type Answer<T> = { value: T; mistakes?: undefined } | { mistakes: Mistake[] };

export interface CoreRun {
  facts(): {
    status: string;
    finished: boolean;
    diagnosis: string;
    warnings: string[];
    names: string[];
    units: Record<string, string>;
    proof: Record<string, Proof>;
    thinned: boolean;
  };
  times(): Float64Array;
  column(place: number): Float64Array;
  events(): Event[];
  summary(): string;
  reportData(): string;
  report(): Answer<string>;
  files(): Answer<Record<string, string>>;
  delete(): void;
}

export interface CoreModel {
  facts(): { title: string; parameters: Parameter[]; bodies: string[]; elements: Record<string, string> };
  check(): Answer<Mistake[]>;
  simulate(set: string[], settings: string[], seconds: number, points: number, rows: number): Answer<CoreRun>;
  sweep(vary: string[], measures: string[], set: string[], settings: string[], seconds: number): Answer<Table>;
  derive(format: string, linear: boolean): Answer<string>;
  equilibrium(set: string[]): Answer<string>;
  modes(set: string[]): Answer<string>;
  linearize(inputs: string[], outputs: string[], set: string[]): Answer<string>;
  delete(): void;
}

export interface Core {
  version(): string;
  load(text: string, names: string[], texts: string[]): Answer<CoreModel>;
}

/** What an answer holds. Throws LuztarError with its mistakes. */
export function taken<T>(answer: Answer<T>): T {
  if (answer.mistakes) throw new LuztarError(answer.mistakes);
  return answer.value;
}

type Silence = (text: string) => void;

interface FactoryOptions {
  wasmBinary?: ArrayBuffer;
  instantiateWasm?: (imports: WebAssembly.Imports, take: (instance: WebAssembly.Instance) => void) => object;
  print: Silence;
  printErr: Silence;
}

type Factory = (options: FactoryOptions) => Promise<Core>;

/** Where a place that a page names lies: seen from the page, or from this file where there is none. */
export function placeOf(wasm: string | URL): URL {
  return new URL(wasm, typeof document === "undefined" ? import.meta.url : document.baseURI);
}

async function bytes(wasm: string | URL | ArrayBuffer | undefined): Promise<ArrayBuffer> {
  if (wasm instanceof ArrayBuffer) return wasm;
  const place = wasm === undefined ? new URL("./luztar.wasm", import.meta.url) : placeOf(wasm);
  if (place.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    const file = await readFile(place);
    return file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer;
  }
  const response = await fetch(place);
  if (!response.ok) throw new Error(`cannot load ${place.href}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

/** Starts what is compiled already: threads that get one and the same module share its code. */
function startCompiled(factory: Factory, module: WebAssembly.Module): Promise<Core> {
  return new Promise((done, fail) => {
    const instantiateWasm = (imports: WebAssembly.Imports, take: (instance: WebAssembly.Instance) => void) => {
      WebAssembly.instantiate(module, imports).then(take).catch(fail);
      return {}; // the instance comes later
    };
    factory({ instantiateWasm, print: () => {}, printErr: () => {} }).then(done, fail);
  });
}

/** Loads and starts the module. @param wasm  beside this file where it is not given */
export async function start(wasm?: Wasm): Promise<Core> {
  const { default: factory } = (await import("./luztar.js" as string)) as { default: Factory };
  if (wasm instanceof WebAssembly.Module) return startCompiled(factory, wasm);
  return factory({ wasmBinary: await bytes(wasm), print: () => {}, printErr: () => {} });
}
