#!/bin/sh
# Opens a report of `dehusk eval report` in headless Chromium and uses it as a reader would.
#
#   tests/browser/report.sh                  a small run over pages made here, one of them hostile
#   tests/browser/report.sh FILE.html        a report that is there already
#   SHOTS=DIR tests/browser/report.sh ...    keeps screenshots in DIR
#
# Needs chromium (Debian: apt-get install --no-install-recommends chromium), node and npm; playwright-core
# is installed into a folder of its own. Without them it says so and ends with 77, which is no success.
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
what="The report was"
. "$here/browser.sh"

if [ $# -gt 0 ]; then
    report=$1
    set -- "$report"
else
    report=$work/report.html
    dehusk=${DEHUSK:-$here/../../target/debug/dehusk}
    [ -x "$dehusk" ] || (cd "$here/../.." && cargo build -p dehusk-cli)
    rm -rf "$work/run"
    node "$here/pages.cjs" "$work/run"
    "$dehusk" eval run --corpora "$work/run/corpora" --extractor readability --extractor text \
        --pred "<script>hacked()</script>=$work/run/other" --out "$work/run/out" >/dev/null
    "$dehusk" eval report --corpora "$work/run/corpora" --out "$work/run/out" \
        --pred "<script>hacked()</script>=$work/run/other" --to "$report"
    set -- "$report" hostile
fi
NODE_PATH="$work/node_modules" CHROMIUM="$browser" SHOTS="${SHOTS:-$work/shots}" node "$here/report.cjs" "$@"
