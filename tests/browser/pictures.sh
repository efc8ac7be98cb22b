#!/bin/sh
# Takes the pictures of the README anew, into docs/images: examples/hard.html in the explain view and in the reader.
#
#   tests/browser/pictures.sh
#
# Needs what tests/browser/report.sh needs.
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
what="The pictures were"
. "$here/browser.sh"
dehusk=${DEHUSK:-$here/../../target/debug/dehusk}
[ -x "$dehusk" ] || (cd "$here/../.." && cargo build -p dehusk-cli)
rm -rf "$work/pictures"
mkdir -p "$work/pictures"
NODE_PATH="$work/node_modules" CHROMIUM="$browser" DEHUSK="$dehusk" WORK="$work/pictures" node "$here/pictures.cjs"
