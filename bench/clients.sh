#!/bin/bash
# clients.sh - measures `mazurka clients` on the data structures of the suite: one client of three threads with three calls, checked by all
# processors, and all 756,756 orders of the calls of one with three threads and five calls. Seconds of the check alone, and of the whole
# command for the orders, the least of REPEAT.
#
#     bench/clients.sh [PATTERN]       only structures whose name contains PATTERN
set -u
cd "$(dirname "$0")/.." || exit 2
mazurka=$PWD/${BUILD:-build}/bin/mazurka
REPEAT=${REPEAT:-3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

least() # COMMAND...: prints seconds; the least of several
{
    for ((i = 0; i < REPEAT; i++)); do
        "$@" || return
    done | sort -n | head -n 1
}

checked() # SPECIFICATION: seconds of the check of one client
{
    "$mazurka" clients "$1" -DFIXED --exact --clients=1 --quiet --json="$work/r.json" --budget=1m > /dev/null
    python3 -c 'import json, sys
c = json.load(open(sys.argv[1]))["clients"][0]
print("%.3f %s %d" % (c["seconds"], c["verdict"], c["states"]))' "$work/r.json"
}

ordered() # SPECIFICATION: seconds
{
    local TIMEFORMAT=%R
    { time "$mazurka" clients "$1" -DFIXED --exact --calls=5 --clients=1 --list --outcomes > "$work/list"; } 2>&1
}

printf '%-24s %10s %-10s %10s %12s\n' structure "3 x 3, s" verdict states "3 x 5, s"
for spec in examples/clients/*.spec; do
    name=$(basename "$spec" .spec)
    [[ $name == *"${1:-}"* && $name != queue ]] || continue
    read -r seconds verdict states < <(least checked "$spec")
    printf '%-24s %10s %-10s %10s %12s\n' "$name" "$seconds" "$verdict" "$states" "$(least ordered "$spec")"
done
