#!/bin/sh
# Looks at the page of `dehusk eval reproduce` in headless Chromium: at three widths, light and dark.
#
#   tests/browser/reproduce.sh               a small run over pages made here, one of them hostile
#   tests/browser/reproduce.sh FILE.html     a page that is there already
#   SHOTS=DIR tests/browser/reproduce.sh ... keeps screenshots in DIR
#
# Needs chromium (Debian: apt-get install --no-install-recommends chromium), node and npm; playwright-core and
# axe-core are installed into a folder of their own. Without them it says so and ends with 77, which is no success.
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
what="The page of reproduce was"
. "$here/browser.sh"
[ -d "$work/node_modules/axe-core" ] || npm install --silent --no-save --prefix "$work" playwright-core@1 axe-core@4 ||
    skip "axe-core can not be installed"

if [ $# -gt 0 ]; then
    page=$1
    set -- "$page"
else
    dehusk=${DEHUSK:-$here/../../target/debug/dehusk}
    [ -x "$dehusk" ] || (cd "$here/../.." && cargo build -p dehusk-cli)
    rm -rf "$work/reproduce"
    node "$here/pages.cjs" "$work/reproduce"
    "$dehusk" eval reproduce own --corpora "$work/reproduce/corpora" --out "$work/reproduce/out" \
        --pred "<script>hacked()</script>=$work/reproduce/other" >/dev/null
    page=$work/reproduce/out/reproduce.html
    set -- "$page" made
fi
NODE_PATH="$work/node_modules" CHROMIUM="$browser" WORK="$work" SHOTS="${SHOTS:-$work/shots}" \
    node "$here/reproduce.cjs" "$@"
