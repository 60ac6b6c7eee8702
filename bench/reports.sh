#!/bin/bash
# reports.sh - what the report of a long trace takes: seconds of processors and bytes, for each form of it. The search that finds the bug is
# part of it, and takes some hundredths of a second.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
mazurka=${MAZURKA:-$root/build/bin/mazurka}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$mazurka" cc -g -o long_trace "$root/bench/long_trace.c"

report() # OPTIONS...
{
    "$mazurka" check ./long_trace --no-trace --minimize=off --race=off --search=walk "$@" >text 2>/dev/null || [ $? = 1 ]
}

echo "| form | seconds | bytes |"
echo "| --- | --- | --- |"
for form in "" --steps=100000 --html=page --json=page --sarif=page --junit=page; do
    rm -f page
    TIMEFORMAT='%U %S'
    seconds=$({ time report $form; } 2>&1 | awk '{ printf "%.2f", $1 + $2 }')
    [ -e page ] || mv text page
    echo "| \`mazurka check $form\` | $seconds | $(stat -c %s page) |"
done
