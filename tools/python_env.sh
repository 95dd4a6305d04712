#!/usr/bin/env bash
# Makes build/python-env with what python/requirements.txt names and this checkout's package in it,
# and prints its interpreter. What is there and current is not made again; libraries and program are
# those of build/release.
#
# Messages go to standard error. Exit status: 0 it is there, 1 it could not be made.
set -u
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
env=$root/build/python-env
log=$root/build/python-env.log
wanted=$(python3 --version; cat "$root/python/requirements.txt")
mkdir -p "$root/build"

fail() {
  tail -n 30 "$log" >&2
  echo "python: $1; all of it is in $log" >&2
  exit 1
}

if [ "$(cat "$env/.wanted" 2>/dev/null)" != "$wanted" ]; then
  echo "python: an environment with numpy, pytest, mypy ..., a minute the first time ..." >&2
  rm -rf "$env"
  python3 -m venv "$env" >"$log" 2>&1 || fail "no virtual environment"
  "$env/bin/pip" install -q --disable-pip-version-check -r "$root/python/requirements.txt" \
    >"$log" 2>&1 || fail "packages could not be installed"
  printf '%s\n' "$wanted" >"$env/.wanted"
fi

stamp=$env/.luztar
sources=("$root/src" "$root/apps" "$root/python" "$root/cmake" "$root/examples"
         "$root/CMakeLists.txt" "$root/pyproject.toml")
if [ ! -e "$stamp" ] || [ -n "$(find "${sources[@]}" -newer "$stamp" -print -quit)" ]; then
  touch "$stamp.begun"
  "$root/tools/build.sh" release luztar_app || exit 1
  "$env/bin/pip" install -q --disable-pip-version-check --no-build-isolation --no-deps \
    --force-reinstall -C build-dir="$root/build/python" \
    -C cmake.define.LUZTAR_BUILT="$root/build/release" \
    -C "build.targets=luztar_python;luztar_python_stub" "$root" >"$log" 2>&1 ||
    fail "the package could not be built"
  mv "$stamp.begun" "$stamp"
fi
echo "$env/bin/python"
