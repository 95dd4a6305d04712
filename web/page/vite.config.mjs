import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { defineConfig } from "vite";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = resolve(here, "../..");
const scripts = resolve(root, "src/luztar/io/report");
/** What is made: the folder, or of the single file its head or the rest. */
const part = process.env.LUZTAR_PAGE ?? "folder";
const single = part !== "folder";
const engine = process.env.LUZTAR_PACKAGE ?? resolve(root, "web/package/dist");

const CALLED = "document, location, history, addEventListener, requestAnimationFrame, luztarPage";

/** The report's scripts, in the order of cmake/embed.cmake, as the body of one function. */
function reportModule() {
  const name = "virtual:report";
  return {
    name: "report",
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load(id) {
      if (id !== `\0${name}`) return null;
      const parts = ["shared", "timed", "."].flatMap((folder) =>
        readdirSync(resolve(scripts, folder))
          .filter((file) => file.endsWith(".js") && file !== "80_start.js")
          .sort()
          .map((file) => resolve(scripts, folder, file)),
      );
      parts.push(resolve(here, "src/report/tail.js"));
      for (const part of parts) this.addWatchFile(part);
      const body = parts.map((part) => readFileSync(part, "utf8")).join("");
      return `export function makeReport(${CALLED}) {\n${body}}\n`;
    },
  };
}

/** The curves of the examples that scripts/pictures.mjs has made; none before it ran. */
function picturesModule() {
  const name = "virtual:pictures";
  const file = resolve(here, "build/pictures.json");
  return {
    name: "pictures",
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) =>
      id === `\0${name}` ? `export default ${existsSync(file) ? readFileSync(file, "utf8") : "{}"}` : null,
  };
}

/** In the single file the engine is compressed: base64 of what gzip makes of it. */
function packedEngine() {
  const name = "luztar-wasm?url";
  return {
    name: "packed-engine",
    enforce: "pre",
    resolveId: (id) => (single && id === name ? "\0packed-engine" : null),
    load: (id) =>
      id === "\0packed-engine"
        ? `export default "${gzipSync(readFileSync(resolve(engine, "luztar.wasm")), { level: 9 }).toString("base64")}"`
        : null,
  };
}

/** The page gives the engine its bytes, so its worker needs no second copy of them. */
function bytesOnce() {
  const place = 'new URL("./luztar.wasm", import.meta.url)';
  return {
    name: "bytes-once",
    transform: (code, id) =>
      id === resolve(engine, "module.js") ? { code: code.replace(place, "undefined"), map: null } : null,
  };
}

/**
 * The script that comes first stands in index.html, before all that is to be fetched; the policy names its hash. Its
 * addresses are those of the document, because it is no module: a module waits for the style sheet.
 */
function headFirst() {
  const inPage = (html, code) => {
    const script = `{${code.trim().replaceAll("import.meta.url", "document.baseURI")}}`;
    const hash = createHash("sha256").update(script).digest("base64");
    return html
      .replace("script-src 'self'", `script-src 'self' 'sha256-${hash}'`)
      .replace("</title>", () => `</title>\n<script>${script}</script>`);
  };
  return {
    name: "head-first",
    transformIndexHtml: {
      order: "post",
      handler(html, { server, bundle }) {
        if (server) return html.replace("</title>", '</title>\n<script type="module" src="/src/head.ts"></script>');
        const head = bundle["head.js"];
        delete bundle["head.js"];
        return head ? inPage(html, head.code) : html;
      },
    },
  };
}

const INPUTS = { folder: ["index.html", "src/head.ts"], head: ["src/head.ts"], rest: ["index.html"] };

export default defineConfig({
  base: "./",
  plugins: [packedEngine(), reportModule(), picturesModule(), headFirst()],
  // A worker made of a blob in a page that is a file can be no module in Chromium.
  worker: {
    format: single ? "iife" : "es",
    plugins: () => [bytesOnce()],
    rollupOptions: { output: { inlineDynamicImports: true } },
  },
  resolve: {
    alias: [
      { find: "luztar-engine", replacement: engine },
      ...(single ? [] : [{ find: /^luztar-wasm/, replacement: resolve(engine, "luztar.wasm") }]),
      { find: "thread", replacement: resolve(here, `src/thread_${single ? "single" : "file"}.ts`) },
      { find: "report.css", replacement: resolve(scripts, "page.css") },
    ],
  },
  build: {
    outDir: single ? `build/${part}` : "dist",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    assetsInlineLimit: single ? 100_000_000 : 0,
    cssCodeSplit: false,
    rollupOptions: {
      input: INPUTS[part].map((file) => resolve(here, file)),
      output: {
        entryFileNames: ({ name }) => (name === "head" ? "head.js" : "page.js"),
        assetFileNames: "[name][extname]",
        format: part === "head" ? "iife" : "es",
      },
    },
  },
});
