// Prints the sizes of the package's files, and fails where one is above its limit [bytes]: node tools/sizes.mjs
import { readFileSync, readdirSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Of what is sent: compressed by Brotli as a server does that keeps what it compressed, which takes some seconds. */
const LIMITS = { "luztar.wasm": 990_000, "luztar.js": 26_000, "examples.js": 40_000 };
const OTHERS = 4_000;

let beyond = 0;
for (const name of readdirSync("dist").filter((name) => /\.(js|wasm)$/.test(name))) {
  const bytes = readFileSync(`dist/${name}`);
  const sent = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
  const limit = LIMITS[name] ?? OTHERS;
  if (sent > limit) beyond += 1;
  const note = sent > limit ? `  above its limit, ${limit}` : "";
  console.log(`${name}: ${bytes.length} bytes, gzip ${gzipSync(bytes).length}, brotli ${sent}${note}`);
}
process.exit(beyond > 0 ? 1 : 0);
