#!/usr/bin/env bash
# Copies what a build takes of others into a folder that a container can have, for wheels of other Linuxes:
#
#   tools/wheel_headers.sh [FOLDER]     default: build/wheel-headers
#
# They are the headers of this Debian (tools/deps.sh base), since older systems have none of PEGTL 3, toml++
# or Eigen 3.4. cibuildwheel (pyproject.toml) takes build/ into its containers, where CMAKE_PREFIX_PATH
# names the folder. 150 MB, nearly all of it Boost.
set -eu
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder=$(realpath -m "${1:-$root/build/wheel-headers}")
headers="eigen3/Eigen/Core fmt/core.h nlohmann/json.hpp toml++/toml.h CLI/CLI.hpp tao/pegtl.hpp boost/version.hpp"

command -v dpkg-query >/dev/null || {
  echo "headers: only for Debian and its kin; on others set CMAKE_PREFIX_PATH to where the headers are" >&2
  exit 1
}
"$root/tools/deps.sh" base
packages=
for header in $headers; do
  packages="$packages $(dpkg-query -S "/usr/include/$header" | cut -d: -f1)"
done
# The files of CMake of fmt ask for its library, which wheels do not need.
library=$(readlink -f "$(gcc -print-file-name=libfmt.so)")
rm -rf "$folder"
mkdir -p "$folder"
# shellcheck disable=SC2086
{
  dpkg-query -L $packages | grep -v '^/usr/share/doc'
  printf '%s\n' "$library"
} | while read -r file; do
  if [ -f "$file" ]; then echo "$file"; fi
done | sort -u | tar -c -P -T - | tar -x -P -C "$folder" --transform 's,^/usr/,./,' --show-transformed-names
du -sh "$folder"
