// Linear systems beside the program: A, B, C, D in numbers, and the documents with A, B, C, D in symbols.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { LuztarError, open } from "../dist/index.js";
import { inFolder, printed, program } from "./native.mjs";

const luztar = await open();
const NEAR = 1e-12; // of the greatest number of a matrix
/** By example: inputs, outputs, changed values. emps has a sampled controller, hunting_servo a state. */
const SYSTEMS = {
  belt: [["k", "v0"], ["q.block", "f.contact"], {}],
  brake_squeal: [["mu", "P"], ["q.along", "v.across", "f.contact"], { mu: 0.6 }],
  gear_pair: [["l0"], ["f.teeth"], {}],
  hunting_servo: [["Kp"], ["q.table"], {}],
  emps: [["off"], ["q.carriage"], {}],
  steering: [[], ["f.shaft"], { k_rod: "2e5 N/m" }],
};
const inFiles = (example, use) => inFolder({ [`${example.name}.toml`]: example.text, ...example.files }, use);
const exampleOf = (name) => luztar.examples().find((one) => one.name === name);

/** Matrices to NEAR, poles too; all else the same. */
function assertSameSystem(system, native) {
  for (const name of ["A", "B", "C", "D"]) {
    const numbers = native[name].flat();
    const size = Math.max(0, ...numbers.map(Math.abs));
    assert.deepEqual(system[name].map((row) => row.length), native[name].map((row) => row.length), `shape of ${name}`);
    system[name].flat().forEach((x, i) => assert.ok(Math.abs(x - numbers[i]) <= NEAR * size, `${name}: ${x}, not ${numbers[i]}`));
  }
  const words = ({ states, inputs, outputs, about, period, modes, notes, title }) =>
    JSON.stringify({ states, inputs, outputs, about, period, modes, notes, title }, (key, x) => (typeof x === "number" ? x.toPrecision(9) : x));
  assert.equal(words(system), words(native));
}

for (const [name, [inputs, outputs, set]] of Object.entries(SYSTEMS)) {
  test(`linear system of ${name}`, () => {
    const example = exampleOf(name);
    const options = Object.entries(set).flatMap(([key, value]) => ["--set", `${key}=${value}`]);
    if (inputs.length) options.push("--inputs", inputs.join(","));
    inFiles(example, (folder) => {
      const native = JSON.parse(printed(folder, "linearize", `${name}.toml`, "--outputs", outputs.join(","), ...options, "--out", "-"));
      assert.ok(native.A.length > 0 && native.C.length === outputs.length && native.D[0].length === inputs.length);
      const model = luztar.load(example.text, example.files);
      assertSameSystem(JSON.parse(model.linearize(inputs, outputs, { set })), native);
    });
  });
}

for (const name of ["belt", "brake_squeal", "gear_pair", "steering"]) {
  test(`linear system of ${name} in symbols`, () => {
    const example = exampleOf(name);
    const model = luztar.load(example.text, example.files);
    inFiles(example, (folder) => {
      for (const format of ["text", "html", "latex", "markdown", "json"]) {
        const native = printed(folder, "derive", `${name}.toml`, "--linear", "--format", format);
        assert.equal(model.derive({ format, linear: true }).replaceAll("model.toml", `${name}.toml`), native, format);
        assert.notEqual(native, model.derive({ format }), "a document of its own");
      }
    });
  });
}

test("what is refused is refused in the words of the program", () => {
  const refused = (example, work, ...args) =>
    inFiles(example, (folder) => {
      const { stderr } = spawnSync(program, args, { cwd: folder, encoding: "utf8" });
      assert.throws(work, (error) => {
        assert.ok(error instanceof LuztarError);
        for (const { message, help } of error.mistakes) assert.ok(stderr.includes(message) && stderr.includes(help), `${stderr} has no ${message}`);
        return error.mistakes.length > 0;
      });
    });
  const belt = exampleOf("belt");
  const emps = exampleOf("emps");
  const model = luztar.load(belt.text);
  refused(belt, () => model.linearize(["v9"], []), "linearize", "belt.toml", "--inputs", "v9");
  refused(belt, () => model.linearize([], ["q.seat"]), "linearize", "belt.toml", "--outputs", "q.seat");
  refused(emps, () => luztar.load(emps.text, emps.files).derive({ linear: true }), "derive", "emps.toml", "--linear");
});

test("nothing is written to the console", () => {
  const code = `const { open } = await import(${JSON.stringify(new URL("../dist/index.js", import.meta.url))});
    const luztar = await open();
    const model = luztar.load(luztar.examples().find((one) => one.name === "belt").text);
    for (const made of [model.equilibrium(), model.modes(), model.linearize([], [])]) JSON.parse(made);`;
  const said = spawnSync(process.execPath, ["--input-type=module", "--eval", code], { encoding: "utf8" });
  assert.deepEqual([said.status, said.stdout, said.stderr], [0, "", ""]);
});

test("a format that there is not is refused with the list of them", () => {
  assert.throws(() => luztar.load(exampleOf("belt").text).derive({ format: "pdf" }), /no format 'pdf'.*text, markdown, latex, html and json/s);
});
