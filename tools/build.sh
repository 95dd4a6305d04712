#!/usr/bin/env bash
# Builds TARGETs of a preset (all and the tests, if none is named), quietly, when sources are newer.
#
#   tools/build.sh PRESET [TARGET...]
#
# Messages go to standard error, so that the front doors keep standard output for results.
set -u
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
preset=${1:?preset}
shift
folder=$root/build/$preset
stamp=$folder/.built
if [ $# -gt 0 ]; then stamp+=.$(printf '%s\n' "$@" | cksum | tr ' ' -); fi  # the names of all tests are no name of a file

# Comparing time stamps takes milliseconds; asking Ninja takes tenths of a second.
sources() {
  for name in src apps examples tests bench cmake CMakeLists.txt CMakePresets.json; do
    if [ -e "$root/$name" ]; then echo "$root/$name"; fi
  done
}
is_current() {
  local IFS=$'\n' made
  for made in "$stamp" "$folder/.built"; do  # whoever built all has built this target too
    # shellcheck disable=SC2046
    if [ -e "$made" ] && [ -z "$(find $(sources) -newer "$made" -print -quit 2>/dev/null)" ]; then
      return 0
    fi
  done
  return 1
}
if is_current; then exit 0; fi
case $preset in bench | peers) "$0" release luztar_app || exit ;; esac  # whose library they take

jobs=$(nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 2)
mkdir -p "$folder" || exit 1
exec 9>"$folder/.lock"
if command -v flock >/dev/null; then flock 9; fi
if is_current; then exit 0; fi  # another process built it while we waited

log=$folder/build.log
started=$SECONDS
if [ ! -e "$stamp" ]; then echo "build: $preset, some minutes the first time ..." >&2; fi
touch "$stamp.begun"
if [ ! -e "$folder/build.ninja" ] && ! cmake -S "$root" --preset "$preset" >"$log" 2>&1 9>&-; then
  tail -n 20 "$log" >&2
  echo "build: configuring failed; all of it is in $log" >&2
  exit 1
fi
# On a terminal, how many of the steps are done; the line is overwritten.
show_progress() {
  while sleep 1 && kill -0 $$ 2>/dev/null; do
    step=$(grep -oE '^\[[0-9]+/[0-9]+\]' "$log" 2>/dev/null | tail -n 1 | tr -d '[]')
    if [ -n "$step" ]; then printf '\rbuild: %s, step %s of %s ' "$preset" "${step%/*}" "${step#*/}" >&2; fi
  done
}
shown=
if [ -t 2 ]; then
  show_progress 9>&- &
  shown=$!
fi
if [ $# -eq 0 ]; then
  set -- all
  if grep -q '^build tests:' "$folder/build.ninja"; then set -- all tests; fi
fi
cmake --build "$folder" -j "$jobs" --target "$@" >"$log" 2>&1 9>&-
status=$?
if [ -n "$shown" ]; then
  kill "$shown" 2>/dev/null
  wait "$shown" 2>/dev/null
  printf '\r%50s\r' '' >&2
fi
if [ $status -ne 0 ]; then
  grep -E -A 4 '(^|[ :])error: |CMake Error|undefined reference' "$log" | head -n 40 >&2
  echo "build: failed; all of it is in $log" >&2
  exit 1
fi
mv "$stamp.begun" "$stamp"  # what changed during the build is newer than this
if [ $((SECONDS - started)) -gt 1 ]; then
  echo "build: $preset done in $((SECONDS - started)) s" >&2
fi
