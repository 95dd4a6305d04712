// Writes src/examples.ts from examples/ of the repository: node tools/examples.mjs FOLDER
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const folder = process.argv[2];
const examples = [];
let group = "";
for (const line of readFileSync(`${folder}/list.txt`, "utf8").split("\n")) {
  if (line === "" || line.startsWith("#")) continue;
  if (!line.startsWith("  ")) {
    group = line;
    continue;
  }
  const name = line.trim();
  const text = readFileSync(`${folder}/${name}.toml`, "utf8");
  const data = `${folder}/${name}.csv`;
  const files = existsSync(data) ? { [`${name}.csv`]: readFileSync(data, "utf8") } : {};
  const title = /^title = "(.*)"/m.exec(text)?.[1] ?? name;
  examples.push({ name, title, group, text, files });
}
writeFileSync(
  "src/examples.ts",
  `// Made by tools/examples.mjs.\nimport type { Example } from "./types.js";\n\n` +
    `export const examples: Example[] = ${JSON.stringify(examples, null, 1)};\n`,
);
