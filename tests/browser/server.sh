#!/bin/sh
# Opens the pages of `dehusk serve` in headless Chromium, with a feed whose articles try to run scripts.
#
#   tests/browser/server.sh                  starts a server on a small hostile web and uses its pages
#   SHOTS=DIR tests/browser/server.sh        keeps screenshots in DIR
#
# Needs what tests/browser/report.sh needs; without it, it says so and ends with 77, which is no success.
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
what="The server's pages were"
. "$here/browser.sh"
dehusk=${DEHUSK:-$here/../../target/debug/dehusk}
[ -x "$dehusk" ] || (cd "$here/../.." && cargo build -p dehusk-cli)
rm -rf "$work/server"
mkdir -p "$work/server"
NODE_PATH="$work/node_modules" CHROMIUM="$browser" DEHUSK="$dehusk" WORK="$work/server" SHOTS="${SHOTS:-$work/shots}" \
    node "$here/server.cjs"
