// The wrong models of tests/mistakes: what the module says of each is what the program says.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { LuztarError, open, toText } from "../dist/index.js";
import { root } from "./native.mjs";

const luztar = await open();
const text = readFileSync(join(root, "tests/mistakes/models.md"), "utf8");
/** Title, model, the data file beside it, what is said. */
const cases = [...text.matchAll(/^## (.*)\n```toml\n([^]*?)```\n(?:```csv (\S+)\n([^]*?)```\n)?```text\n([^]*?)```/gm)];

test("all wrong models are found", () => assert.ok(cases.length >= 60, `${cases.length}`));

for (const [, title, model, file, data, expected] of cases) {
  test(title, () => {
    const said = luztar.check(model, file ? { [file]: data } : {}).map((mistake) => {
      const what = mistake.severity === "warning" ? `warning: ${mistake.message}` : mistake.message;
      return toText({ ...mistake, message: what, file: mistake.file.replace("model.toml", "m.toml") });
    });
    const wanted = expected.trimEnd().split("\n").filter((line) => !/^m\.toml: ok/.test(line));
    assert.deepEqual(said, wanted);
  });
}

test("load throws all mistakes", () => {
  const load = () => luztar.load("[bodies.a]\nmas = 1\nvelocty = 2\n");
  assert.throws(load, (error) => error instanceof LuztarError && error.mistakes.some((one) => one.line === 2) && error.mistakes.some((one) => one.line === 3));
});

test("wrong values of parameters and settings", () => {
  const model = luztar.load(luztar.examples().find((one) => one.name === "belt").text);
  assert.throws(() => model.simulate({ set: { FX: 1 } }), /no parameter 'FX'/);
  assert.throws(() => model.simulate({ settings: { durations: 1 } }), LuztarError);
  assert.throws(() => model.simulate({ seconds: -1 }), /seconds is -1/);
  assert.throws(() => model.simulate().column("q.seat"), /no column 'q.seat'/);
  assert.throws(() => model.sweep({ FX: [1, 2] }, ["max(q.block)"]), LuztarError);
});
