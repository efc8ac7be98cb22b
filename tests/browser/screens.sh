#!/bin/sh
# Uses the pages of `dehusk serve` as a reader does, and looks at every screen at three widths, light and dark, with axe.
#
#   tests/browser/screens.sh                 starts a server on a small web and looks at its pages
#   SHOTS=DIR tests/browser/screens.sh       keeps screenshots in DIR
#
# Needs what tests/browser/report.sh needs, and axe-core; without it, it says so and ends with 77, which is no success.
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
what="The screens were"
. "$here/browser.sh"
if [ ! -d "$work/node_modules/axe-core" ]; then
    npm install --silent --no-save --prefix "$work" playwright-core@1 axe-core@4 || skip "axe-core can not be installed"
fi
dehusk=${DEHUSK:-$here/../../target/debug/dehusk}
[ -x "$dehusk" ] || (cd "$here/../.." && cargo build -p dehusk-cli)
rm -rf "$work/screens"
mkdir -p "$work/screens"
NODE_PATH="$work/node_modules" CHROMIUM="$browser" DEHUSK="$dehusk" WORK="$work/screens" SHOTS="${SHOTS:-$work/shots/screens}" \
    node "$here/screens.cjs"
