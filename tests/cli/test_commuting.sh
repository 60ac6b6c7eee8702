#!/bin/bash
# test_commuting.sh - operations that commute do not multiply states: as many as threads have steps, in one order.
. "$(dirname "$0")/../lib/cases.sh"
cd "$cases_work" || exit 1
programs=$root/tests/programs/ok/reduction

few() # NAME LEVEL
{
    says 0 "verified: all" "$MAZURKA" check -DTHREADS=8 "-O$2" --states=200 "$programs/$1.c"
}
for level in 0 1; do
    case_ "counters, -O$level" few counters "$level"
    case_ "posts, -O$level" few posts "$level"
    case_ "a barrier, -O$level" few meeting "$level"
done

end_cases
