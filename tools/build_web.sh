#!/usr/bin/env bash
# Builds the engine as WebAssembly (preset `web`), the npm package of it, web/package/luztar-VERSION.tgz, and the page
# that runs models in a browser, web/page/dist and web/page/dist/luztar.html.
#
#   tools/build_web.sh
#
# Exit status: 0 it is there, 1 a part failed, 3 no right to install what is missing (tools/deps.sh).
set -eu
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [ -z "${LUZTAR_NO_DEPS:-}" ]; then
  tools/deps.sh base web
  command -v npm >/dev/null || tools/deps.sh npm  # node of others brings it along
fi
export NODE_PATH=/usr/share/nodejs  # Debian's emscripten looks for acorn there
log=build/web/build.log
mkdir -p build/web
if ! { cmake --preset web && cmake --build --preset web; } >"$log" 2>&1; then
  tail -n 40 "$log" >&2
  echo "build_web: failed; all of it: $log" >&2
  exit 1
fi
cd web/package
npm ci --no-audit --no-fund --silent
node tools/examples.mjs ../../examples
rm -rf dist ./*.tgz
npx tsc
cp ../../build/web/luztar.js ../../build/web/luztar.wasm dist/
cp ../../LICENSE ../../cmake/copyright .
npm pack --silent
node tools/sizes.mjs
cd ../page
npm ci --no-audit --no-fund --silent
npm run build --silent
cp ../../LICENSE ../../cmake/copyright dist/
