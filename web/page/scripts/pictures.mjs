// Makes build/pictures.json, the gallery's pictures: of each example the velocity of a body over time and, above
// it, the modes of a pair. Runs each example once, in node, with the engine of the package.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = fileURLToPath(new URL("..", import.meta.url));
const root = resolve(here, "../..");
const folder = process.env.LUZTAR_PACKAGE ?? resolve(root, "web/package/dist");
const { open } = await import(pathToFileURL(resolve(folder, "index.js")));

const WIDTH = 200;
const HEIGHT = 70;
const TOP = 10; // below the band of modes
const COLUMNS = 100;
const SECONDS = 20; // of wall-clock time for an example

const FRICTION = ["--backward", "--stuck", "--forward"];
const GAP = ["--backward", "--gap", "--forward"];

const extent = (values) => values.reduce(([low, high], y) => [Math.min(low, y), Math.max(high, y)], [Infinity, -Infinity]);

/** Least and greatest in each column of pixels, in the order in which they come. */
function pathOf(t, y) {
  const [low, high] = extent(y);
  const [from, to] = [t[0], t[t.length - 1]];
  const height = HEIGHT - TOP - 6;
  const part = (value) => (high > low ? (1 - (value - low) / (high - low)) * height : height / 2);
  const toY = (value) => Math.round(10 * (TOP + 2 + part(value))) / 10;
  const points = [];
  for (let column = 0, i = 0; column < COLUMNS && i < t.length; ++column) {
    const end = from + ((to - from) * (column + 1)) / COLUMNS;
    const first = i;
    let [least, greatest] = [i, i];
    for (; i < t.length && (t[i] <= end || column === COLUMNS - 1); ++i) {
      if (y[i] < y[least]) least = i;
      if (y[i] > y[greatest]) greatest = i;
    }
    if (i === first) continue;
    const point = (k) => `${Math.round((10 * WIDTH * (t[k] - from)) / (to - from)) / 10} ${toY(y[k])}`;
    points.push(point(Math.min(least, greatest)));
    if (least !== greatest) points.push(point(Math.max(least, greatest)));
  }
  return `M${points.join("L")}`;
}

/** [left, right, colour] of stretches of one mode; those below a pixel are joined to their neighbours. */
function bandsOf(t, mode, colours) {
  const [from, to] = [t[0], t[t.length - 1]];
  const bands = [];
  for (let x = 0; x < WIDTH; ++x) {
    const at = from + ((to - from) * (x + 0.5)) / WIDTH;
    let i = Math.floor(((t.length - 1) * (x + 0.5)) / WIDTH);
    while (i + 1 < t.length && t[i + 1] <= at) ++i;
    while (i > 0 && t[i] > at) --i;
    const colour = colours[mode[i] + 1] ?? "--mixed";
    const last = bands[bands.length - 1];
    if (last && last[2] === colour) last[1] = x + 1;
    else bands.push([x, x + 1, colour]);
  }
  return bands;
}

/** The first that moves, velocities before places. */
function shownColumn(run) {
  const names = ["v.", "q.", "x.", "f."].flatMap((kind) => run.names.filter((name) => name.startsWith(kind)));
  const moves = (name) => {
    const [low, high] = extent(run.column(name));
    return high - low > 1e-9 * Math.max(1, Math.abs(high), Math.abs(low));
  };
  return names.find(moves) ?? names[0];
}

function pictureOf(model, run) {
  const of = shownColumn(run);
  const pairs = run.names.filter((name) => name.startsWith("mode."));
  const pair = pairs.find((name) => extent(run.column(name)).reduce((low, high) => high > low)) ?? pairs[0];
  const kind = pair && model.elements[pair.slice(5)];
  const sticks = kind === "friction" || kind === "frictions";
  const bands = pair ? bandsOf(run.t, run.column(pair), sticks ? FRICTION : GAP) : [];
  return { path: pathOf(run.t, run.column(of)), bands, of };
}

const engine = await open();
const pictures = {};
const documents = resolve(root, "docs");
const lessons = readdirSync(documents)
  .filter((file) => file.startsWith("learn-"))
  .map((file) => ({
    name: `lesson: ${file.replace(/^learn-\d*-?|\.md$/g, "")}`,
    text: /```toml\n([\s\S]*?)```/.exec(readFileSync(resolve(documents, file), "utf8"))[1],
    files: {},
  }));
for (const { name, text, files } of [...lessons, ...engine.examples()]) {
  const model = engine.load(text, files);
  const run = model.simulate({ seconds: SECONDS });
  if (run.t.length > 1) pictures[name] = pictureOf(model, run);
}
mkdirSync(resolve(here, "build"), { recursive: true });
writeFileSync(resolve(here, "build/pictures.json"), JSON.stringify(pictures));
console.log(`build/pictures.json: ${Object.keys(pictures).length} pictures`);
