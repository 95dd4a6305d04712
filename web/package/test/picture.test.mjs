// Runs with fewer rows, and what a report draws.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { open } from "../dist/index.js";
import { inFolder, program } from "./native.mjs";

const luztar = await open();
const example = (name) => luztar.examples().find((one) => one.name === name);
const belt = luztar.load(example("belt").text);

test("a picture has fewer rows of the same run", () => {
  const gears = luztar.load(example("gear_system").text);
  const set = { g_dg: 0.011 };
  const [whole, picture] = [gears.simulate({ set }), gears.simulate({ set, rows: 401 })];
  assert.deepEqual([whole.t.length, whole.thinned, picture.t.length, picture.thinned], [2001, false, 401, true]);
  assert.deepEqual(picture.events, whole.events);
  assert.deepEqual(picture.proof.laws.holds, true);
  for (const name of whole.names) {
    const [all, some] = [whole.column(name), picture.column(name)];
    assert.ok(some.every((value, i) => value === all[5 * i]), name);  // every fifth, to the bit
  }
  assert.equal(belt.simulate({ rows: 1e6 }).thinned, false);
  assert.throws(() => belt.simulate({ rows: 0 }), /rows is 0/);
});

test("runs by steps keep their rows", () => {
  const run = belt.simulate({ settings: { method: "stepping", step: 1e-2, samples: 300 }, rows: 10 });
  assert.deepEqual([run.t.length, run.thinned], [300, false]);
});

/** What the report of the program shows. */
function reported(folder, name) {
  spawnSync(program, ["simulate", `${name}.toml`, "--out", "o", "--quiet"], { cwd: folder });
  return readFileSync(join(folder, "o", "report.html"), "utf8").match(/<script type="application\/json" id="data">(.*?)<\/script>/s)[1];
}

test("a report has the characters of the program", () => {
  for (const name of ["bouncing_ball", "belt"])  // without sines, whose last digits differ
    inFolder({ [`${name}.toml`]: example(name).text }, (folder) => {
      const own = luztar.load(example(name).text).simulate().reportText();
      const plain = (text) => text.replace(/"(file|hash)":"[^"]*"/g, "");
      assert.ok(plain(own) === plain(reported(folder, name)), name);
    });
});
