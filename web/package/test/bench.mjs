// Time of runs beside the program: node test/bench.mjs [EXAMPLE...]. The least of some runs each [ms].
import { readFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { open } from "../dist/index.js";
import { inFolder, program } from "./native.mjs";

const luztar = await open();
const names = process.argv.slice(2);
const wanted = names.length ? names : ["janecek_guide", "belt", "gear_system", "layers_100"];
const MOST = 2.5; // of the geometric mean of the ratios

function least(times, measure) {
  let best = Infinity;
  for (let i = 0; i < times; ++i) best = Math.min(best, measure());
  return best;
}

const ratios = [];
for (const name of wanted) {
  const example = luztar.examples().find((one) => one.name === name);
  const model = luztar.load(example.text, example.files);
  const web = least(7, () => {
    const begin = performance.now();
    model.simulate({ seconds: 1000 });
    return performance.now() - begin;
  });
  const native = inFolder({ [`${name}.toml`]: example.text, ...example.files }, (folder) =>
    least(7, () => {
      const begin = performance.now();
      spawnSync(program, ["simulate", `${name}.toml`, "--out", "o", "--force", "--quiet"], { cwd: folder });
      return performance.now() - begin;
    }),
  );
  ratios.push(web / native);
  console.log(`${name}: ${native.toFixed(1)} ms program, ${web.toFixed(1)} ms module, ratio ${(web / native).toFixed(2)}`);
}
const mean = Math.exp(ratios.map(Math.log).reduce((a, b) => a + b) / ratios.length);
console.log(`ratio ${mean.toFixed(2)}, at most ${MOST}`);
process.exit(mean > MOST ? 1 : 0);
