# For scripts to read in (`.`): a Debian 12 with nothing in it, in a folder, and commands in it. Needs root.
#
#   open_debian FOLDER           makes it (debootstrap) unless it is there, with a user `visitor` who has
#                                a clone of the sources; it is closed when the script ends, and kept
#   inside USER COMMAND...       runs in the clone; USER is root or visitor
#
# The registries are those of this machine, as apt and pip reach them here.

bare_debian=
open_debian() {
  bare_debian=$(realpath -m "$1")
  local sources name mirror
  sources=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
  if [ ! -x "$bare_debian/usr/bin/apt-get" ]; then
    mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.sources 2>/dev/null |
      grep -E '^(URIs:|deb )' | grep -oE 'https?://[^ ]+' | head -n 1)
    debootstrap --variant=minbase bookworm "$bare_debian" "${mirror:-http://deb.debian.org/debian}"
  fi
  for name in sources.list sources.list.d apt.conf.d auth.conf.d trusted.gpg.d keyrings; do
    if [ -e "/etc/apt/$name" ]; then
      rm -rf "$bare_debian/etc/apt/$name"
      cp -r "/etc/apt/$name" "$bare_debian/etc/apt/$name"
    fi
  done
  cp -r /usr/share/keyrings "$bare_debian/usr/share/"
  cp /etc/resolv.conf /etc/hosts "$bare_debian/etc/"
  if [ -e /etc/pip.conf ]; then cp /etc/pip.conf "$bare_debian/etc/"; fi
  cp -r /usr/local/share/ca-certificates "$bare_debian/usr/local/share/" 2>/dev/null || true
  if [ -d /etc/ssl/certs ]; then
    rm -rf "$bare_debian/etc/ssl/certs" # its links would lead out of the folder
    mkdir -p "$bare_debian/etc/ssl"
    cp -rL /etc/ssl/certs "$bare_debian/etc/ssl/"
  fi

  mount -t proc proc "$bare_debian/proc"
  mount --bind /dev/pts "$bare_debian/dev/pts" # tests open terminals
  trap 'umount "$bare_debian/dev/pts" "$bare_debian/proc"' EXIT

  chroot "$bare_debian" id -u visitor >/dev/null 2>&1 || chroot "$bare_debian" useradd --create-home visitor
  rm -rf "$bare_debian/home/visitor/luztar"
  git clone -q "$sources" "$bare_debian/home/visitor/luztar"
  chroot "$bare_debian" chown -R visitor:visitor /home/visitor
}

inside() { # USER COMMAND...
  local home=/home/$1
  if [ "$1" = root ]; then home=/root; fi
  chroot "$bare_debian" /usr/bin/env -i HOME="$home" \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    LANG=C.UTF-8 CI="${CI:-}" http_proxy="${http_proxy:-}" https_proxy="${https_proxy:-}" \
    setpriv --reuid "$1" --regid "$1" --clear-groups bash -c "cd /home/visitor/luztar && ${*:2}"
}
