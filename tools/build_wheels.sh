#!/usr/bin/env bash
# Makes the source package and from it wheels, and tries each where there is no compiler:
#
#   tools/build_wheels.sh [FOLDER]                     default: build/wheels
#   PYTHONS="python3.11 python3.12" tools/build_wheels.sh [FOLDER]
#
# Without PYTHONS all of 3.10 to 3.14 that are installed: in PATH, or by pyenv. Those before 3.12 have a
# wheel each; from 3.12 on they share one (abi3), which is made with the first and tried with all. The
# library is compiled once, from the source package. What may be handed out is in FOLDER/dist then.
# tools/try_wheel.sh installs a wheel of there in a Debian without a compiler.
# Exit status: 0 all is well, 1 something is not.
set -eu
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder=$(realpath -m "${1:-$root/build/wheels}")
tools=$folder/tools/bin
source=$folder/source
built=$source/build/release

fail() {
  echo "wheels: $1" >&2
  exit 1
}
logged() { # LOG COMMAND...
  "${@:2}" >"$folder/$1.log" 2>&1 || {
    tail -n 40 "$folder/$1.log" >&2
    fail "$1 failed; all of it is in $folder/$1.log"
  }
}
install() { # PIP PACKAGE...
  "$1" install -q --disable-pip-version-check --only-binary :all: "${@:2}"
}
# Of a version, "3.12": in PATH, where pyenv has commands that only say what to choose, else the newest of pyenv.
python_of() {
  local name
  for name in "python$1" $(printf '%s\n' "${PYENV_ROOT:-$HOME/.pyenv}/versions/$1".*/"bin/python$1" | sort -rV); do
    if "$name" -c 'import venv' 2>/dev/null; then
      echo "$name"
      return
    fi
  done
}
# cp312: of an interpreter
tag_of() { "$1" -c 'import sys; print("cp{}{}".format(*sys.version_info))'; }
has_abi3() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 12))'; }

read -r -a pythons <<<"${PYTHONS:-}"
if [ ${#pythons[@]} = 0 ]; then
  for version in 3.10 3.11 3.12 3.13 3.14; do
    found=$(python_of $version)
    if [ -n "$found" ]; then pythons+=("$found"); fi
  done
fi
[ ${#pythons[@]} != 0 ] || fail "there is no python3.10 or later"
echo "== Pythons: ${pythons[*]}"

"$root/tools/deps.sh" base python
rm -rf "$folder"/{tools,source,made,dist,maker-*,user-*,*.log}
mkdir -p "$folder/made" "$source"
"${pythons[0]}" -m venv "$folder/tools"
install "$tools/pip" -r "$root/python/requirements-wheel.txt"

echo "== source package"
logged sdist "$tools/python" -m build --sdist --outdir "$folder/dist" "$root"
if git -C "$root" rev-parse 2>/dev/null; then
  diff <(git -C "$root" ls-files | grep -v '^tests/reference/' | LC_ALL=C sort) \
    <(tar tf "$folder"/dist/*.tar.gz | cut -d/ -f2- | grep -v '^PKG-INFO$' | LC_ALL=C sort) ||
    fail "the source package has not the files that git knows (<)"
fi
tar xf "$folder"/dist/*.tar.gz -C "$source" --strip-components=1

echo "== library and program"
logged configure cmake -S "$source" -B "$built" -G Ninja -D CMAKE_BUILD_TYPE=Release -D SKBUILD=ON \
  -D LUZTAR_TESTS=OFF -D LUZTAR_INSTALL=OFF -D CMAKE_EXE_LINKER_FLAGS=-s
logged compile cmake --build "$built" --target luztar_app

echo "== wheels, side by side"
make_wheel() { # PYTHON
  local maker
  maker=$folder/maker-$(tag_of "$1")
  "$1" -m venv "$maker"
  install "$maker/bin/pip" --upgrade pip
  logged "wheel-$(tag_of "$1")" "$maker/bin/pip" wheel --disable-pip-version-check --no-deps \
    --wheel-dir "$folder/made" -C cmake.define.LUZTAR_BUILT="$built" -C build-dir="$maker/build" \
    -C "build.targets=luztar_python;luztar_python_stub" "$source"
}
abi3=
making=()
for python in "${pythons[@]}"; do
  if has_abi3 "$python"; then
    if [ -n "$abi3" ]; then continue; fi
    abi3=$python
  fi
  make_wheel "$python" &
  making+=($!)
done
failed=
for job in "${making[@]}"; do wait "$job" || failed=yes; done
[ -z "$failed" ] || exit 1
for wheel in "$folder"/made/*.whl; do
  PATH=$tools:$PATH logged audit auditwheel repair --wheel-dir "$folder/dist" "$wheel"
done
for wheel in "$folder"/dist/*.whl; do
  "$tools/auditwheel" show "$wheel"
  "$tools/python" -m zipfile --list "$wheel" >"$folder/files.log"
  if grep -F .libs/ "$folder/files.log"; then fail "libraries of others had to go into $wheel"; fi
  case $wheel in *-abi3-*) "$tools/abi3audit" --strict --verbose "$wheel" ;; esac
done
(cd "$folder/dist" && du -h -- *)

for python in "${pythons[@]}"; do
  tag=$(tag_of "$python")
  echo "== $tag, in an environment without a compiler"
  user=$folder/user-$tag
  "$python" -m venv "$user"
  if has_abi3 "$python"; then tag=abi3; fi
  (
    export PATH=$user/bin
    install "$user/bin/pip" "$(echo "$folder"/dist/*-$tag-*.whl)[plot]"
    "$user/bin/python" "$root/tests/install/wheel_test.py"
  )
done
