#!/bin/bash
# Functions of the C library and the kernel do under check what they do by themselves: random sequences of calls (sequence.c), whose
# results are printed by the program alone, and compared in one that is checked: before its first thread, after it, and of descriptors
# half and half. SEQUENCES: so many of each family (default 4). Prints "ok NAME" or "FAIL NAME" for each case; status 1 if one failed.
# shellcheck disable=SC2317 # cases are called by name
. "$(dirname "$0")/../lib/cases.sh"
here=$root/tests/conformance
cd "$cases_work" || exit 2
head -c 300 "$here/sequence.c" >data.txt
export TZ=UTC
gcc -O1 -w -o alone "$here"/*.c -pthread -lm || exit 2
"$MAZURKA" cc -O1 -g -w -o checked "$here"/*.c -pthread -lm || exit 2

same() # FAMILY WHEN
{
    local seed when=$2
    for ((seed = 1; seed <= ${SEQUENCES:-4}; seed++)); do
        "$cases_work/alone" "$1" $seed 150 "$when" "$cases_work/data.txt" >"expected.$seed" || return 1
        says 0 verified "$MAZURKA" check "$cases_work/checked" --memory-model=sc --no-trace -- "$1" $seed 150 "$when" \
            "$cases_work/data.txt" "expected.$seed" || return 1
    done
}
for family in files writes channels sockets signals time strings random maths standing; do
    for when in before after; do
        case_ "conformance: $family, $when the first thread" same $family $when
    done
done
for family in locks maps; do
    case_ "conformance: $family, after the first thread" same $family after
done
for family in files writes channels; do
    case_ "conformance: $family, across the first thread" same $family across
done
end_cases
