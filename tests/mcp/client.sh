#!/bin/sh
# `dehusk mcp` with a client that nobody here wrote: the package `mcp` of the protocol's own project.
#
#   tests/mcp/client.sh
#
# Needs python3; the package goes into a venv of its own (.venv/mcp, or DEHUSK_MCP_VENV). Where it can not be had this says
# so and ends with 77, which is no success. DEHUSK names a program that is built already.
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
root=$here/../..
venv=${DEHUSK_MCP_VENV:-$root/.venv/mcp}

skip() {
    echo "SKIPPED: dehusk mcp with the package mcp, because $1"
    exit 77
}

command -v python3 >/dev/null || skip "python3 is missing"
[ -x "$venv/bin/python" ] || python3 -m venv "$venv" 2>/dev/null || skip "no venv can be made: apt-get install python3-venv"
if ! "$venv/bin/python" -c "import mcp" 2>/dev/null; then
    echo "installing mcp" >&2
    "$venv/bin/pip" install --quiet --disable-pip-version-check --constraint "$root/tests/packages.txt" mcp >&2 || skip "it can not be installed"
fi
if [ -z "${DEHUSK:-}" ]; then
    (cd "$root" && cargo build --quiet -p dehusk-cli)
    DEHUSK=$root/target/debug/dehusk
fi
export DEHUSK
exec "$venv/bin/python" "$here/client.py" "$root/examples"
