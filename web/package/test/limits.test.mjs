// Limits of time and memory, the worker, sweeps, results.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { LuztarError, LuztarWorker, open } from "../dist/index.js";
import { inFolder, program, rowsOf, simulated } from "./native.mjs";

const luztar = await open();
const example = (name) => luztar.examples().find((one) => one.name === name);
const belt = luztar.load(example("belt").text);
/** A run that takes minutes. */
const LONG = { settings: { duration: 1e6, samples: 100, max_events: 1e9 } };

test("a run that meets its limit of time keeps what it has", () => {
  const begin = Date.now();
  const run = belt.simulate({ ...LONG, seconds: 2 });
  assert.equal(run.status, "time limit");
  assert.equal(run.finished, false);
  assert.match(run.diagnosis, /limit of time at t = .* s; give it more `seconds`/);
  assert.ok(run.events.length > 0);
  assert.ok(Date.now() - begin < 60_000);
});

test("a run that would not fit is refused before it begins", () => {
  const settings = { samples: 1e8 };
  assert.throws(() => belt.simulate({ settings }), /the run would keep .* numbers, the limit is .*`points`/);
  assert.throws(() => belt.simulate({ settings: { samples: 1000 }, points: 100 }), LuztarError);
});

test("memory that is not there is told, and the engine goes on", () => {
  assert.throws(() => belt.simulate({ settings: { samples: 1e8 }, points: 1e12 }), /not enough memory/);
  assert.equal(belt.simulate().status, "finished");
});

test("a sweep has the rows of the program", () => {
  const table = belt.sweep({ v0: [0.1, 0.2, 0.4] }, ["max(q.block)", "events(contact)"]);
  assert.deepEqual(table.names, ["v0", "max(q.block)", "events(contact)"]);
  assert.deepEqual(table.status, ["finished", "finished", "finished"]);
  inFolder({ "belt.toml": example("belt").text }, (folder) => {
    table.rows.forEach(([v0, most, events]) => {
      const summary = JSON.parse(simulated(folder, "belt.toml", "--set", `v0=${v0}`)["summary.json"]);
      assert.equal(summary.status, "finished");
      assert.ok(Number.isFinite(most) && Number.isInteger(events));
    });
  });
});

/** A model whose sweep draws so many parameters from a Sobol sequence. */
function drawn(count) {
  const names = [...Array(count).keys()].map((i) => `p${i}`);
  const parameters = names.map((name) => `${name} = 1.0`).join("\n");
  const vary = names.map((name) => `"${name}=uniform(1, 2)"`).join(", ");
  return `[parameters]\n${parameters}\n[bodies.a]\nmass = "${names.join("+")}"\n[simulation]\nduration = 0.01
[sweep]\nvary = [${vary}]\nmeasure = ["last(t)"]\nsamples = 16\nsampling = "sobol"\n`;
}

test("a Sobol sequence has 101 parameters, with the values of the program", () => {
  const text = drawn(101);
  const { names, rows } = luztar.load(text).sweep({});
  inFolder({ "many.toml": text }, (folder) => {
    spawnSync(program, ["sweep", "many.toml", "--out", "o", "--quiet"], { cwd: folder });
    const native = rowsOf(readFileSync(join(folder, "o", "table.csv"), "utf8"));
    assert.equal(native.length, 16);
    native.forEach((row, i) => assert.deepEqual(Object.values(row).slice(0, 101).map(Number), rows[i].slice(0, 101)));
  });
  assert.equal(names[100], "p100");
  assert.throws(() => luztar.load(drawn(102)).sweep({}), /a Sobol sequence has at most 101 parameters/);
});

test("a run has the files, the summary and the report of the program", () => {
  const run = belt.simulate({ set: { v0: "0.2 m/s" } });
  const files = run.files();
  assert.deepEqual(Object.keys(files).filter((name) => name.endsWith(".csv")).sort(), ["events.csv", "trajectory.csv"]);
  assert.equal(run.t.length, run.column("q.block").length);
  assert.ok(Object.values(run.proof).every((proof) => proof.holds));
  assert.equal(run.summary.status, "finished");
  assert.match(run.report(), /<script type="application\/json" id="data">/);
  assert.equal(typeof run.reportData(), "object");
});

test("words of model files", () => {
  const { tables, kinds } = luztar.vocabulary();
  assert.ok(tables[""].keys.includes("bodies"));
  assert.ok(tables.frictions.keys.includes("kinetic"));
  assert.ok(kinds.includes("springs"));
});

test("a worker does the same, and stops at once", async () => {
  const worker = new LuztarWorker();
  const model = await worker.load(example("belt").text);
  const run = await model.simulate();
  assert.deepEqual(run.events, belt.simulate().events);
  assert.deepEqual(await run.column("q.block"), belt.simulate().column("q.block"));
  await assert.rejects(worker.load("mas = 1"), LuztarError);
  const long = model.simulate({ ...LONG, seconds: 1000 });
  setTimeout(() => worker.stop(), 200);
  const begin = Date.now();
  await assert.rejects(long, /stopped/);
  assert.ok(Date.now() - begin < 60_000);
  assert.equal((await model.simulate()).finished, true);
  await assert.rejects(run.report(), /was stopped/);
  worker.close();
});

test("a compiled module serves threads and workers", async () => {
  const wasm = await WebAssembly.compile(readFileSync(new URL("../dist/luztar.wasm", import.meta.url)));
  for (const engine of [await open({ wasm }), await open({ wasm })])
    assert.deepEqual(engine.load(example("belt").text).simulate().events, belt.simulate().events);
  const worker = new LuztarWorker({ wasm });
  const run = await (await worker.load(example("belt").text)).simulate();
  assert.deepEqual(run.events, belt.simulate().events);
  worker.close();
  await assert.rejects(open({ wasm: await WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)) }));
});
