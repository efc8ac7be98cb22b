#!/bin/sh
# `dehusk batch` with the programs it lives among: archives that warcio and fastwarc wrote, corpora that pyarrow, DuckDB and
# Polars read, and places that an S3 server and a web server give.
#
#   tests/batch/peers.sh                     everything, with archives made here
#   tests/batch/peers.sh FILE.warc.gz ...    compares the records of these archives with those that fastwarc reads
#
# Needs python3; the packages go into the venv of the Python package's tests (.venv/python, or DEHUSK_VENV). Where they
# can not be had it says so and ends with 77, which is no success. DEHUSK and RECORDS name programs that are built already.
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
root=$here/../..
venv=${DEHUSK_VENV:-$root/.venv/python}
packages="warcio fastwarc pyarrow polars duckdb moto[server] boto3 brotli zstandard xxhash"

skip() {
    echo "SKIPPED: batch with its peers, because $1"
    exit 77
}

command -v python3 >/dev/null || skip "python3 is missing"
[ -x "$venv/bin/python" ] || python3 -m venv "$venv" 2>/dev/null || skip "no venv can be made: apt-get install python3-venv"
modules="import warcio, fastwarc, pyarrow, polars, duckdb, moto.server, boto3, brotli, zstandard, xxhash"
if ! "$venv/bin/python" -c "$modules" 2>/dev/null; then
    echo "installing $packages" >&2
    # shellcheck disable=SC2086
    "$venv/bin/pip" install --quiet --disable-pip-version-check --constraint "$root/tests/packages.txt" $packages >&2 || skip "its packages can not be installed"
fi
if [ -z "${DEHUSK:-}" ]; then
    (cd "$root" && cargo build --quiet -p dehusk-cli)
    DEHUSK=$root/target/debug/dehusk
fi
if [ -z "${RECORDS:-}" ]; then
    (cd "$root" && cargo build --quiet -p dehusk-batch --example records)
    RECORDS=$root/target/debug/examples/records
fi
export DEHUSK RECORDS
exec "$venv/bin/python" "$here/peers.py" "$@"
