#!/usr/bin/env bash
# Makes the source package, from it the wheel, and tries the wheel where there is no compiler:
#
#   tools/try_wheel.sh [FOLDER]                      default: build/wheel
#   PYTHON=python3.12 tools/try_wheel.sh [FOLDER]    3.12 or later: one wheel for all from 3.12 on
#
# What may be handed out is in FOLDER/dist then. Some minutes: all is compiled from nothing.
# Exit status: 0 all is well, 1 something is not.
set -eu
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder=$(realpath -m "${1:-$root/build/wheel}")
python=${PYTHON:-python3}
tools=$folder/tools/bin
user=$folder/user/bin

fail() {
  echo "wheel: $1" >&2
  exit 1
}
install() { # PIP PACKAGE...
  "$1" install -q --disable-pip-version-check --only-binary :all: "${@:2}"
}

"$root/tools/deps.sh" base python
rm -rf "$folder/tools" "$folder/user" "$folder/made" "$folder/dist"
mkdir -p "$folder"
"$python" -m venv "$folder/tools"
install "$tools/pip" -r "$root/python/requirements-wheel.txt"

echo "== source package and wheel"
"$tools/python" -m build --outdir "$folder/made" "$root" >"$folder/build.log" 2>&1 || {
  tail -n 40 "$folder/build.log" >&2
  fail "not built; all of it is in $folder/build.log"
}
(cd "$folder/made" && du -h -- *)
if git -C "$root" rev-parse 2>/dev/null; then
  diff <(git -C "$root" ls-files | grep -v '^tests/reference/' | LC_ALL=C sort) \
    <(tar tf "$folder"/made/*.tar.gz | cut -d/ -f2- | grep -v '^PKG-INFO$' | LC_ALL=C sort) ||
    fail "the source package has not the files that git knows (<)"
fi

echo "== where it runs"
PATH=$tools:$PATH auditwheel repair --wheel-dir "$folder/dist" "$folder"/made/*.whl \
  >"$folder/audit.log" 2>&1 || {
  cat "$folder/audit.log" >&2
  fail "no platform fits"
}
cp "$folder"/made/*.tar.gz "$folder/dist/"
(cd "$folder/dist" && du -h -- *)
"$tools/auditwheel" show "$folder"/dist/*.whl
"$tools/python" -m zipfile --list "$folder"/dist/*.whl >"$folder/files.log"
if grep -F .libs/ "$folder/files.log"; then fail "libraries of others had to go into the wheel"; fi
case $(echo "$folder"/dist/*.whl) in
  *-abi3-*) "$tools/abi3audit" --strict --verbose "$folder"/dist/*.whl ;;
esac

echo "== in an environment without a compiler"
"$python" -m venv "$folder/user"
export PATH=$user
install "$user/pip" "$(echo "$folder"/dist/*.whl)[plot]"
"$user/python" "$root/tests/install/wheel_test.py"
