// Every example of the package beside the program: events, and which numbers differ in their bits.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "../dist/index.js";
import { inFolder, printed, rowsOf, simulated } from "./native.mjs";

const luztar = await open();
const filesOf = (example) => ({ [`${example.name}.toml`]: example.text, ...example.files });
/** Runs of these take more than half a second of the program: `npm run test:all` has them. */
const LONG = process.env.LUZTAR_ALL ? [] : ["gear_system_simplified_1", "slider_crank", "burridge_knopoff", "steering"];
/** Blows that multiply the last digit of a sine: events are those of the program up to this one (docs/web.md). */
const CHAOTIC = { rattling_gear: 38, gear_system_simplified_1: 28 };
const differing = [];

function assertSameEvents(events, native, name) {
  assert.equal(events.length, native.length, `${name}: number of events`);
  const greatest = Math.max(0, ...events.map((event) => Math.abs(event.impulse)));
  native.forEach((row, i) => {
    const { t, name: element, before, after, cause, impulse } = events[i];
    const [word, blow] = row.cause.split(" ");
    const place = `${name}: event ${i}`;
    assert.deepEqual([element, before, after, cause], [row.element, row.from, row.to, word], place);
    assert.ok(Math.abs(t - Number(row.t)) <= 1e-12 * Math.max(1, Math.abs(t)), `${place} at ${t}, not ${row.t}`);
    if (blow !== undefined) assert.ok(Math.abs(impulse - Number(blow)) <= 1e-9 * greatest, place);
  });
}

for (const example of luztar.examples()) {
  if (LONG.includes(example.name)) continue;
  test(`events of ${example.name}`, () => {
    const native = inFolder(filesOf(example), (folder) => simulated(folder, `${example.name}.toml`));
    const run = luztar.load(example.text, example.files).simulate({ seconds: 100 });
    const most = CHAOTIC[example.name];
    assertSameEvents(run.events.slice(0, most), rowsOf(native["events.csv"]).slice(0, most), example.name);
    const rows = rowsOf(native["trajectory.csv"]);
    const bits = run.names.filter((name) => {
      const column = run.column(name);
      return rows.some((row, i) => row[name] !== undefined && Number(row[name]) !== column[i]);
    });
    if (bits.length > 0) differing.push(`${example.name}: ${bits.length} of ${run.names.length} columns`);
    assert.equal(run.status, JSON.parse(native["summary.json"]).status);
  });
}

test("examples whose last digits differ", (t) => {
  t.diagnostic(differing.length ? differing.join("; ") : "none: all have the bits of the program");
});

for (const name of ["guide", "belt", "gear_system", "two_blocks_one_pair", "steering", "janecek_guide"]) {
  const example = luztar.examples().find((one) => one.name === name);
  if (!example) continue;
  test(`documents of ${name}`, () => {
    const model = luztar.load(example.text, example.files);
    inFolder(filesOf(example), (folder) => {
      for (const format of ["text", "html", "latex", "markdown", "json"]) {
        const native = printed(folder, "derive", `${name}.toml`, "--format", format);
        assert.equal(model.derive({ format }).replaceAll("model.toml", `${name}.toml`), native, format);
      }
    });
  });
}

/** JSON with numbers to nine digits. */
const near = (text) => JSON.parse(text, (_, x) => (typeof x === "number" ? Number(x.toPrecision(9)) + 0 : x));

test("equilibrium and modes are those of the program", () => {
  const example = luztar.examples().find((one) => one.name === "air_spring");
  const model = luztar.load(example.text, example.files);
  inFolder(filesOf(example), (folder) => {
    for (const command of ["equilibrium", "modes"]) {
      const native = printed(folder, command, "air_spring.toml", "--out", "-");
      assert.deepEqual(near(model[command]()), near(native), command);
    }
  });
});
