/** Modules that vite.config.ts makes or finds. */
declare module "virtual:report" {
  export function makeReport(
    document: unknown,
    location: { hash: string },
    history: unknown,
    addEventListener: unknown,
    requestAnimationFrame: unknown,
    luztarPage: unknown,
  ): import("./picture").Drawn;
}

declare module "luztar-engine/engine.js" {
  export const Engine: new (core: unknown) => import("../../package/src/types").Luztar;
}

declare module "luztar-engine/module.js" {
  export function start(wasm: WebAssembly.Module): Promise<unknown>;
}

declare module "luztar-wasm?url" {
  const url: string;
  export default url;
}

declare module "report.css";

declare module "virtual:pictures" {
  const pictures: import("./gallery").Pictures;
  export default pictures;
}

declare module "thread" {
  export const makeWorker: () => Worker;
  export const compiled: () => Promise<WebAssembly.Module>;
}

declare var luztarHead: import("./messages").Head;
