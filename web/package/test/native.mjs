// The program `luztar` beside which the module is held: LUZTAR, or that of build/release.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../../", import.meta.url));
export const program = process.env.LUZTAR ?? join(root, "build/release/luztar");
if (!existsSync(program)) throw new Error(`no program ${program}; build it, or give its place in LUZTAR`);

/** Calls `use` with a folder that holds these files, and takes it away. */
export function inFolder(files, use) {
  const folder = mkdtempSync(join(tmpdir(), "luztar-web-"));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What the program prints. */
export function printed(folder, ...args) {
  return execFileSync(program, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}

/** Result files of a run of the program. */
export function simulated(folder, model, ...args) {
  spawnSync(program, ["simulate", model, "--out", "out", "--no-report", "--quiet", ...args], { cwd: folder });
  const read = (name) => readFileSync(join(folder, "out", name), "utf8");
  return { "events.csv": read("events.csv"), "trajectory.csv": read("trajectory.csv"), "summary.json": read("summary.json") };
}

/** Rows of a table of the program, as objects of texts. */
export function rowsOf(csv) {
  const [head, ...lines] = csv.trimEnd().split("\n");
  const names = head.split(",");
  return lines.map((line) => Object.fromEntries(line.split(",").map((cell, i) => [names[i], cell])));
}
