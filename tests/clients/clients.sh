#!/bin/sh
# `dehusk serve` with clients that nobody here wrote: one that openapi-python-client generates from /openapi.json, and
# feedparser, which reads the feeds that go out.
#
#   tests/clients/clients.sh
#
# Needs python3; the packages go into a venv of their own (.venv/clients, or DEHUSK_CLIENTS_VENV). Where they can not be had
# it says so and ends with 77, which is no success. DEHUSK names a program that is built already.
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
root=$here/../..
venv=${DEHUSK_CLIENTS_VENV:-$root/.venv/clients}

skip() {
    echo "SKIPPED: the server with clients of others, because $1"
    exit 77
}

command -v python3 >/dev/null || skip "python3 is missing"
[ -x "$venv/bin/python" ] || python3 -m venv "$venv" 2>/dev/null || skip "no venv can be made: apt-get install python3-venv"
if ! "$venv/bin/python" -c "import openapi_python_client, feedparser, attrs, httpx, ruff" 2>/dev/null; then
    "$venv/bin/pip" install --quiet --disable-pip-version-check --constraint "$root/tests/packages.txt" openapi-python-client feedparser attrs httpx python-dateutil ruff >&2 ||
        skip "its packages can not be installed"
fi
if [ -z "${DEHUSK:-}" ]; then
    [ -x "$root/target/debug/dehusk" ] || (cd "$root" && cargo build --quiet -p dehusk-cli)
    DEHUSK=$root/target/debug/dehusk
fi
export DEHUSK
PATH=$venv/bin:$PATH exec "$venv/bin/python" "$here/clients.py"
