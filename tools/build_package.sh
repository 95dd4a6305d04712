#!/usr/bin/env bash
# Makes the Debian package of program, library and documents, and prints where it is:
#
#   tools/build_package.sh          into build/package
#
# It installs what the build needs, builds what is not current, and ends with `cpack` (docs/install.md).
# Exit status: 0 it is made, 1 it is not, 3 packages are missing and may not be installed.
set -eu
cd "$(dirname "${BASH_SOURCE[0]}")/.."
log=build/package.log

tools/deps.sh base package
tools/build.sh release luztar_app
cpack --config build/release/CPackConfig.cmake -B build/package >"$log" 2>&1 || {
  tail -n 20 "$log" >&2
  echo "package: it could not be made; all of it is in $PWD/$log" >&2
  exit 1
}
sed -n 's/^CPack: - package: \(.*\) generated\.$/\1/p' "$log"
