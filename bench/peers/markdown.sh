#!/bin/sh
# Peers that write Markdown, over a folder of corpora and over fixtures:
#
#   bench/peers/markdown.sh WORK FOLDER…
#
# WORK is made if needed and keeps the peers and their answers, WORK/out/PEER/NAME.jsonl, where NAME is the last part
# of FOLDER. It ends with the arguments that give them to `dehusk eval markdown`. Needs node with npm, and python3.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 2 ] || { sed -n '2,8p' "$0" >&2; exit 2; }
mkdir -p "$1" && work=$(cd "$1" && pwd) && shift

[ -d "$work/node_modules/defuddle" ] || (cd "$work" && npm init -y > npm.log 2>&1 && npm install --no-audit --no-fund \
  defuddle@0.19.4 @mozilla/readability@0.6.0 turndown@7.2.5 @joplin/turndown-plugin-gfm@1.0.68 jsdom@29.1.1 \
  linkedom@0.18.12 >> npm.log 2>&1) || { cat "$work/npm.log" >&2; exit 1; }
[ -x "$work/python/bin/python" ] || {
  python3 -m venv "$work/python" && "$work/python/bin/pip" -q install trafilatura==2.3.1 lxml_html_clean > "$work/pip.log" 2>&1
} || { cat "$work/pip.log" >&2; exit 1; }

cp "$here/markdown.js" "$work/markdown.js" # node looks for packages beside the program
for folder in "$@"; do
  name=$(basename "$folder")
  "$work/python/bin/python" "$here/markdown.py" pages "$folder" > "$work/pages.jsonl"
  for peer in defuddle readability-turndown turndown trafilatura; do
    mkdir -p "$work/out/$peer"
    case $peer in
      trafilatura) "$work/python/bin/python" "$here/markdown.py" trafilatura ;;
      *) node "$work/markdown.js" "$peer" ;;
    esac < "$work/pages.jsonl" > "$work/out/$peer/$name.jsonl" 2> "$work/out/$peer/$name.log"
  done
  rm "$work/pages.jsonl"
done
for peer in defuddle readability-turndown turndown trafilatura; do printf -- '--pred %s=%s ' "$peer" "$work/out/$peer"; done
echo
