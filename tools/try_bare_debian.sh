#!/usr/bin/env bash
# Tries the front doors in a Debian 12 with nothing in it (debootstrap; needs root):
#
#   tools/try_bare_debian.sh FOLDER [COMMAND...]     default: ./demo, pip install ., ./check
#
# First as a user without rights, who must get exit status 3 and a command to hand on, then as
# root. FOLDER is made if it is not there and is kept; delete it for a fresh start. The machine's
# own package sources are used.
set -eu
folder=$(realpath -m "${1:?folder}")
shift
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

if [ ! -x "$folder/usr/bin/apt-get" ]; then
  mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.sources 2>/dev/null |
    grep -E '^(URIs:|deb )' | grep -oE 'https?://[^ ]+' | head -n 1)
  debootstrap --variant=minbase bookworm "$folder" "${mirror:-http://deb.debian.org/debian}"
fi

# The registries as this machine reaches them.
for name in sources.list sources.list.d apt.conf.d auth.conf.d trusted.gpg.d keyrings; do
  if [ -e "/etc/apt/$name" ]; then
    rm -rf "$folder/etc/apt/$name"
    cp -r "/etc/apt/$name" "$folder/etc/apt/$name"
  fi
done
cp -r /usr/share/keyrings "$folder/usr/share/"
cp /etc/resolv.conf /etc/hosts "$folder/etc/"
if [ -e /etc/pip.conf ]; then cp /etc/pip.conf "$folder/etc/"; fi
cp -r /usr/local/share/ca-certificates "$folder/usr/local/share/" 2>/dev/null || true
if [ -d /etc/ssl/certs ]; then
  rm -rf "$folder/etc/ssl/certs" # its links would lead out of the folder
  mkdir -p "$folder/etc/ssl"
  cp -rL /etc/ssl/certs "$folder/etc/ssl/"
fi

mount -t proc proc "$folder/proc"
mount --bind /dev/pts "$folder/dev/pts" # tests open terminals
trap 'umount "$folder/dev/pts" "$folder/proc"' EXIT

inside() { # USER COMMAND
  local home=/home/visitor
  if [ "$1" = 0 ]; then home=/root; fi
  chroot "$folder" /usr/bin/env -i HOME="$home" PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    LANG=C.UTF-8 CI="${CI:-}" http_proxy="${http_proxy:-}" https_proxy="${https_proxy:-}" \
    setpriv --reuid "$1" --regid "$1" --clear-groups bash -c "cd /home/visitor/luztar && $2"
}

id=$(chroot "$folder" id -u visitor 2>/dev/null) || {
  chroot "$folder" useradd --create-home visitor
  id=$(chroot "$folder" id -u visitor)
}
rm -rf "$folder/home/visitor/luztar"
git clone -q "$root" "$folder/home/visitor/luztar"
chown -R "$id:$id" "$folder/home/visitor"

if ! chroot "$folder" sh -c 'command -v cmake' >/dev/null; then
  echo "== as a user without rights: ./demo must refuse with exit status 3"
  status=0
  inside "$id" ./demo || status=$?
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
  inside 0 "$command"
done
