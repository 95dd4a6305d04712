#!/usr/bin/env bash
# Tries the front doors in a Debian 12 with nothing in it (debootstrap; needs root):
#
#   tools/try_bare_debian.sh FOLDER [COMMAND...]     default: ./demo, pip install ., ./check
#
# First as a user without rights, who must get exit status 3 and a command to hand on, then as
# root. FOLDER is made if it is not there and is kept; delete it for a fresh start. The machine's
# own package sources are used.
set -eu
folder=${1:?folder}
shift
tools=$(dirname "${BASH_SOURCE[0]}")
"$tools/deps.sh" bare
. "$tools/bare_debian.sh"
open_debian "$folder"

if ! inside root 'command -v cmake' >/dev/null; then
  echo "== as a user without rights: ./demo must refuse with exit status 3"
  status=0
  inside visitor ./demo || status=$?
  if [ "$status" != 3 ]; then
    echo "exit status $status instead of 3"
    exit 1
  fi
fi
python='tools/deps.sh base python && python3 -m venv .venv && .venv/bin/pip install ".[plot]" &&
  .venv/bin/python tests/install/wheel_test.py'
if [ $# = 0 ]; then set -- ./demo "$python" ./check; fi
for command in "$@"; do
  echo "== as root: $command"
  inside root "$command"
done
