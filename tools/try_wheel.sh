#!/usr/bin/env bash
# Installs a wheel in a Debian 12 with nothing but Python in it, and no compiler (debootstrap; needs root):
#
#   tools/try_wheel.sh FOLDER [WHEEL]     default: that of Python 3.11 in build/wheels/dist
#
# A user without rights makes an environment, installs the wheel with numpy, then matplotlib, and runs
# tests/install/wheel_test.py there: the lines of README and docs/python.md, the command line. The last
# line says how long `pip install` of the wheel took, and how long a core worked for it, which is the same on
# a machine with other work to do; more than 15 s of the first are a failure. FOLDER is made if it
# is not there and is kept; delete it for a fresh start, and let it be no other than that of this script.
set -eu
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder=${1:?folder}
wheel=${2:-$(echo "$root"/build/wheels/dist/luztar-*-cp311-*.whl)}
most=15

[ -f "$wheel" ] || {
  echo "no wheel $wheel: tools/build_wheels.sh makes them" >&2
  exit 1
}
"$root/tools/deps.sh" bare
. "$root/tools/bare_debian.sh"
open_debian "$folder"
if ! inside root 'command -v python3' >/dev/null; then
  echo "== Python"
  inside root 'apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends python3 python3-venv' \
    >"$bare_debian/var/log/python.log" 2>&1 || {
    tail "$bare_debian/var/log/python.log" >&2
    exit 1
  }
fi
if inside root 'command -v cc c++ gcc g++ clang cmake ninja make'; then
  echo "a compiler is in $folder: name another folder" >&2
  exit 1
fi
rm -rf "$bare_debian/home/visitor/wheel"
mkdir "$bare_debian/home/visitor/wheel"
cp "$wheel" "$bare_debian/home/visitor/wheel/"
wheel=/home/visitor/wheel/$(basename "$wheel")

# Milliseconds of a core that commands of this script took so far.
worked() { awk -v ticks="$(getconf CLK_TCK)" '{ print int(($16 + $17) * 1000 / ticks) }' "/proc/$$/stat"; }
seconds() { echo "$(($1 / 1000)).$(printf %03d $(($1 % 1000)))"; } # MILLISECONDS

echo "== $(basename "$wheel")"
inside visitor 'rm -rf ../env ../.cache && python3 -m venv ../env'
begin=$(date +%s%N) worked=$(worked)
inside visitor "../env/bin/pip install -q --disable-pip-version-check $wheel"
took=$((($(date +%s%N) - begin) / 1000000)) worked=$(($(worked) - worked))
inside visitor '../env/bin/pip list --disable-pip-version-check && du -sh ../env/lib/python3*/site-packages/luztar'
echo "== README and docs/python.md, with matplotlib"
inside visitor "../env/bin/pip install -q --disable-pip-version-check '$wheel[plot]'"
inside visitor '../env/bin/python tests/install/wheel_test.py'
echo "pip install of the wheel with numpy: $(seconds $took) s, a core worked $(seconds $worked) s for it"
[ "$took" -le $((most * 1000)) ] || {
  echo "more than $most s" >&2
  exit 1
}
