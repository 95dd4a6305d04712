// Makes dist/luztar.html: the whole page with its engine in one file, which opens from a disk.
// Its scripts and styles are named by their hashes, so that nothing else can run in it.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("..", import.meta.url));
const read = (name) => readFileSync(resolve(here, "build", name), "utf8");
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const vite = resolve(here, "node_modules/vite/bin/vite.js");
for (const part of ["head", "rest"])
  execFileSync(process.execPath, [vite, "build", "--logLevel", "warn"], {
    cwd: here,
    env: { ...process.env, LUZTAR_PAGE: part },
    stdio: "inherit",
  });

// Within a script, "</script" and "<!--" would end it or change how it is read.
const scriptOf = (name) => read(name).replace(/<\/(script)/gi, "<\\/$1").replace(/<!--/g, "<\\!--");
const head = scriptOf("head/head.js");
const script = scriptOf("rest/page.js");
const style = read("rest/style.css");
const policy = [
  "default-src 'none'",
  `script-src ${hash(head)} ${hash(script)} 'wasm-unsafe-eval'`,
  "worker-src blob:",
  "style-src 'unsafe-inline'",
  "img-src data: blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const once = (text, what, by) => {
  if (text.split(what).length !== 2) throw new Error(`index.html must have one ${what}`);
  return text.replace(what, () => by);
};

let page = read("rest/index.html");
page = once(page, /http-equiv="Content-Security-Policy" content="[^"]*"/.exec(page)[0], `http-equiv="Content-Security-Policy" content="${policy}"`);
page = once(page, /<link rel="stylesheet"[^>]*>/.exec(page)[0], `<style>${style}</style>`);
page = once(page, /<script type="module"[^>]*><\/script>/.exec(page)[0], "");
page = once(page, "</body>", `<script>${head}</script>\n<script type="module">${script}</script>\n</body>`);
// The licences of what is in it travel with it.
const licences = readFileSync(resolve(here, "../../cmake/copyright"), "utf8");
writeFileSync(resolve(here, "dist/luztar.html"), `${page}<!--\n${licences}-->\n`);
