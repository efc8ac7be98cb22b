#!/bin/sh
# A book of our own pages, read by epubcheck, which publishers use to refuse books:
#
#   tests/epub/check.sh [PAGE…]
#
# Needs epubcheck (Debian has it); without it, it says so and ends with 77, which is no success.
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
root=$here/../..
command -v epubcheck > /dev/null || { echo "SKIPPED: there is no epubcheck. Books were NOT checked." >&2; exit 77; }
dehusk=${DEHUSK:-$root/target/debug/dehusk}
[ -x "$dehusk" ] || (cd "$root" && cargo build -p dehusk-cli)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ $# -gt 0 ] || set -- "$root"/examples/*.html "$root"/tests/pages/*/page.html
"$dehusk" --epub "$work/book.epub" "$@" || [ $? -eq 2 ]
epubcheck "$work/book.epub"
