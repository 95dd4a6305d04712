#!/usr/bin/env bash
# Builds the site of the documents into build/site, strictly: a warning, a dead link or code that fails
# ends it. The site opens from its files, without a network: build/site/index.html.
#
# build/site-env has what docs/requirements.txt names, and the luztar of build/python-env. Pictures, the
# gallery and the notebook are made again where their sources or the program changed. What the build needs
# and doxygen are installed (tools/deps.sh).
# Exit status: 0 it is built, 1 it is not, 3 packages are missing and may not be installed.
set -u
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
env=$root/build/site-env
log=$root/build/site.log
cd "$root" || exit 1

fail() {
  tail -n 30 "$log" >&2
  echo "site: $1; all of it is in $log" >&2
  exit 1
}

tools/deps.sh base python reference || exit
python=$(tools/python_env.sh) || exit 1
wanted=$("$python" --version; cat docs/requirements.txt)
if [ "$(cat "$env/.wanted" 2>/dev/null)" != "$wanted" ]; then
  echo "site: an environment with mkdocs, a minute the first time ..." >&2
  rm -rf "$env"
  "$python" -m venv "$env" >"$log" 2>&1 || fail "no virtual environment"
  "$env/bin/pip" install -q --disable-pip-version-check -r docs/requirements.txt >"$log" 2>&1 ||
    fail "packages could not be installed"
  printf '%s\n' "$wanted" >"$env/.wanted"
fi
purelib='import sysconfig; print(sysconfig.get_path("purelib"))'
"$python" -c "$purelib" >"$("$env/bin/python" -c "$purelib")/luztar.pth"

"$env/bin/python" tools/site_pages.py >"$log" 2>&1 || fail "its pages could not be made"
NO_MKDOCS_2_WARNING=1 "$env/bin/mkdocs" build --quiet --strict >"$log" 2>&1 || fail "mkdocs"
rm build/site/404.html  # for servers, with addresses of a server
doxygen docs/Doxyfile >"$log" 2>&1 || fail "the reference of the headers"
mkdir -p build/site/cpp && cp -r build/reference/html/. build/site/cpp || exit 1
echo "$root/build/site/index.html"
