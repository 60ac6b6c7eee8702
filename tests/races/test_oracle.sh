#!/bin/bash
# test_oracle.sh - data races of random programs, held against a model that runs all interleavings (oracle.py).
#
# Environment: BUILD (default build), MAZURKA (default $BUILD/bin/mazurka), N programs for each compiler (default 25) beginning with
# seed FIRST (default 1).
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${BUILD:-build}
[[ $build == /* ]] || build=$root/$build
MAZURKA=${MAZURKA:-$build/bin/mazurka} N=${N:-25} FIRST=${FIRST:-1}
if ! command -v python3 >/dev/null; then
    echo "skip races of random programs: there is no python3"
    exit 0
fi
status=0
for cc in gcc clang; do
    python3 "$root/tests/races/oracle.py" "$MAZURKA" "$FIRST" "$N" $cc || status=1
    FIRST=$((FIRST + N))
done
exit $status
