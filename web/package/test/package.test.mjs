// The tarball in an empty project: the code blocks of its README run there. Versions, types.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, test } from "node:test";
import { root } from "./native.mjs";

const here = fileURLToPath(new URL("..", import.meta.url));
const project = mkdtempSync(join(tmpdir(), "luztar-project-"));
after(() => rmSync(project, { recursive: true }));
const readme = readFileSync(join(here, "README.md"), "utf8");
const blocks = [...readme.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code);
const call = (program, args) => execFileSync(program, args, { cwd: project, encoding: "utf8" });

test("the tarball installs without a registry", () => {
  const tarball = readdirSync(here).find((name) => name.endsWith(".tgz"));
  assert.ok(tarball, "no tarball; tools/build_web.sh makes it");
  assert.match(readme, new RegExp(`npm install ${tarball}`));
  writeFileSync(join(project, "package.json"), '{"name": "empty", "type": "module", "private": true}');
  call("npm", ["install", "--offline", "--no-audit", "--no-fund", join(here, tarball)]);
});

test("the licences of what is in it come along", () => {
  const read = (name) => readFileSync(join(project, "node_modules/luztar", name), "utf8");
  assert.match(read("LICENSE"), /Apache License/);
  for (const name of ["Boost", "Eigen", "fmt", "nlohmann-json", "toml\\+\\+", "Emscripten", "musl", "libc\\+\\+"])
    assert.match(read("copyright"), new RegExp(`^Files: ${name}$`, "m"));
});

test("there are code blocks", () => assert.ok(blocks.length >= 4));

blocks.forEach((code, i) => {
  test(`code block ${i + 1} of the README`, () => {
    writeFileSync(join(project, `block${i}.js`), code);
    const said = call(process.execPath, [`block${i}.js`]);
    assert.notEqual(said.trim(), "");
    if (i === 0) assert.match(said, /^finished\n/);
    if (i === 0) assert.match(said, /true\n$/);
  });
});

test("types of the package fit a strict program", () => {
  writeFileSync(
    join(project, "typed.mts"),
    `import { open, type Run } from "luztar";\n` +
      `const run: Run = (await open()).load("").simulate();\nconst t: Float64Array = run.t;\nvoid t;\n`,
  );
  const tsc = join(here, "node_modules/typescript/bin/tsc");
  call(process.execPath, [tsc, "--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "typed.mts"]);
});

test("the version is that of the program", () => {
  const [, version] = /project\(luztar VERSION ([\d.]+)/.exec(readFileSync(join(root, "CMakeLists.txt"), "utf8"));
  assert.equal(JSON.parse(readFileSync(join(here, "package.json"), "utf8")).version, version);
});
