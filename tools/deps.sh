#!/usr/bin/env bash
# Installs what is needed to build and test luztar, and nothing that is there already.
#
#   tools/deps.sh [GROUP...]    groups: base (the default), bench, browser, latex, algebra,
#                               python, package, format, reference, all; and peers (./run_bench --peers),
#                               windows (tools/check_sources.py --windows), bare (tools/try_wheel.sh),
#                               web, npm (tools/build_web.sh)
#   tools/deps.sh --print ...   prints the command instead of running it
#
# Exit status: 0 everything is there, 1 the package manager failed, 3 no right to install (the
# command for an administrator is printed and nothing was changed).
# LUZTAR_NO_DEPS=1 skips all of this, for those who bring the parts by other means.
#
# Tried on Debian 12. Written but not tried: Ubuntu, Fedora, Arch, Homebrew.
set -u

# group    Debian, Ubuntu       Fedora             Arch              Homebrew
packages="
base       g++                  gcc-c++            gcc               -
base       cmake                cmake              cmake             cmake
base       ninja-build          ninja-build        ninja             ninja
base       libeigen3-dev        eigen3-devel       eigen             eigen
base       libtomlplusplus-dev  tomlplusplus-devel tomlplusplus      tomlplusplus
base       nlohmann-json3-dev   json-devel         nlohmann-json     nlohmann-json
base       libcli11-dev         cli11-devel        cli11             cli11
base       libfmt-dev           fmt-devel          fmt               fmt
base       tao-pegtl-dev        PEGTL-devel        pegtl             pegtl
base       doctest-dev          doctest-devel      doctest           doctest
base       python3              python3            python            python3
base       libboost-dev         boost-devel        boost             boost
base       pkgconf              pkgconf-pkg-config pkgconf           pkgconf
bench      libbenchmark-dev     google-benchmark-devel benchmark     google-benchmark
bench      libsundials-dev      sundials-devel     sundials          sundials
peers      libsundials-dev      sundials-devel     sundials          sundials
peers      libode-dev           ode-devel          ode               -
peers      libbullet-dev        bullet-devel       bullet            bullet
peers      libmujoco-dev        -                  -                 -
peers      libdart-dev          -                  -                 -
peers      libdart-external-ikfast-dev      -      -                 -
peers      libdart-external-odelcpsolver-dev -     -                 -
peers      libsiconos-kernel-dev            -      -                 -
peers      libsiconos-numerics-dev          -      -                 -
peers      python3-venv         -                  -                 -
browser    chromium             chromium           chromium          -
latex      texlive-latex-base   texlive-scheme-basic texlive-latex    -
algebra    python3-sympy        python3-sympy      python-sympy      -
python     python3-dev          python3-devel      -                 -
python     python3-venv         -                  -                 -
package    dpkg-dev             -                  -                 -
package    file                 -                  -                 -
format     clang-format-14      clang-tools-extra  clang             clang-format
format     clang-tidy-14        -                  -                 -
reference  doxygen              doxygen            doxygen           doxygen
windows    g++-mingw-w64-x86-64-posix mingw64-gcc-c++ mingw-w64-gcc  mingw-w64
bare       debootstrap          debootstrap        debootstrap       -
web        emscripten           -                  -                 -
web        nodejs               -                  -                 -
npm        npm                  -                  -                 -
"

find_manager() {
  if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
    manager=apt column=2
  elif command -v dnf >/dev/null; then
    manager=dnf column=3
  elif command -v pacman >/dev/null; then
    manager=pacman column=4
  elif command -v brew >/dev/null; then
    manager=brew column=5
  else
    echo "deps: no apt-get, dnf, pacman or brew here; install these by hand, then set" >&2
    echo "LUZTAR_NO_DEPS=1: C++20 compiler, CMake, Ninja, Eigen, toml++, nlohmann-json," >&2
    echo "CLI11, fmt, PEGTL, doctest, Boost (headers), pkg-config, Python 3" >&2
    exit 3
  fi
}

is_installed() {
  case $manager in
    apt) dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q '^install ok installed$' ;;
    dnf) rpm -q "$1" >/dev/null 2>&1 ;;
    pacman) pacman -Q "$1" >/dev/null 2>&1 ;;
    brew) brew list --versions "$1" >/dev/null 2>&1 ;;
  esac
}

# Names of the packages of the groups in $groups that are not installed.
missing_packages() {
  local group name
  echo "$packages" | awk -v c=$column 'NF {print $1, $c}' | while read -r group name; do
    case " $groups " in *" $group "*) ;; *) continue ;; esac
    if [ "$name" != - ] && ! is_installed "$name"; then echo "$name"; fi
  done | awk '!seen[$0]++'
}

# The command that installs $missing, as root where that is needed.
install_command() {
  case $manager in
    apt) echo "apt-get update && apt-get install -y --no-install-recommends $missing" ;;
    dnf) echo "dnf install -y $missing" ;;
    pacman) echo "pacman -S --needed --noconfirm $missing" ;;
    brew) echo "brew install $missing" ;;
  esac
}

# Sets $become to what stands before a command that needs root; leaves with 3 if there is no way.
find_rights() {
  become=
  if [ $manager = brew ] || [ "$(id -u)" = 0 ]; then return; fi
  if command -v sudo >/dev/null; then
    if sudo -n true 2>/dev/null || { [ -t 0 ] && [ -t 2 ] && sudo -v; }; then
      become=sudo
      return
    fi
  fi
  {
    echo "deps: these packages are missing and you may not install them:"
    echo "  $missing"
    echo "Nothing was changed. Please hand this command to an administrator:"
    echo
    echo "  sudo sh -c '$(install_command)'"
    echo
  } >&2
  exit 3
}

install_missing() {
  local log started=$SECONDS
  log=$(mktemp) || exit 1
  echo "deps: installing $(echo "$missing" | wc -w | tr -d ' ') packages with $manager" >&2
  echo "$missing" | fold -s -w 74 | sed 's/^/  /' >&2
  if ! $become env DEBIAN_FRONTEND=noninteractive sh -c "$(install_command)" \
      >"$log" 2>&1 </dev/null; then
    tail -n 15 "$log" >&2
    rm -f "$log"
    echo "deps: failed: $(install_command)" >&2
    exit 1
  fi
  rm -f "$log"
  echo "deps: done in $((SECONDS - started)) s" >&2
}

print_only=
groups=
for argument in "$@"; do
  case $argument in
    --print) print_only=yes ;;
    base | test | bench | peers | browser | latex | algebra | python | package | format | reference | windows | bare | \
        web | npm)
      groups="$groups $argument" ;;
    all) groups="base test bench browser latex algebra python package format reference" ;;
    *) sed -n '2,15s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
  esac
done
groups=${groups:-base}

if [ -n "${LUZTAR_NO_DEPS:-}" ]; then exit 0; fi
find_manager
missing=$(missing_packages | tr '\n' ' ')
missing=${missing% }
if [ -z "$missing" ]; then exit 0; fi
if [ -n "$print_only" ]; then install_command; exit 0; fi
find_rights
install_missing
