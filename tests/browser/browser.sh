# What the browser tests share, to be read by them: $work and $browser, or an end with 77 that says what was not
# tested. They set $what before.
work=${TMPDIR:-/tmp}/dehusk-browser-test
mkdir -p "$work"

skip() {
    echo "SKIPPED: $1. $what NOT tested in a browser." >&2
    exit 77
}

browser=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || true)}
[ -n "$browser" ] || skip "there is no chromium"
command -v node >/dev/null && command -v npm >/dev/null || skip "there is no node with npm"
if [ ! -d "$work/node_modules/playwright-core" ]; then
    npm install --silent --no-save --prefix "$work" playwright-core@1 || skip "playwright-core can not be installed"
fi
