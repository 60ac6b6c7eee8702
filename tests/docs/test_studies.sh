#!/bin/bash
# What is kept of the papers' studies: the tables beside it are made from it again, and pages say what it says.
cd "$(dirname "$0")/../.." || exit 2
failed=0
kept=suite/results/stores
MAZURKA=${MAZURKA:-${BUILD:-build}/bin/mazurka}

tell() # NAME COMPLAINTS
{
    if [[ -z ${2//$'\n'/} ]]; then
        echo "ok $1"
    else
        sed '/^$/d; s/^/    /' <<<"$2"
        echo "FAIL $1"
        failed=1
    fi
}

for text in "$kept"/*.txt; do
    study=$(basename "$text" .txt)
    [[ -f share/studies/$study.study ]] || continue
    read -ra options <<<"$(awk -v study="$study" '$1 == study { $1 = ""; print }' "$kept/parts.txt")"
    tell "the tables of $study are those of its results (if not: scripts/studies.sh tables)" \
        "$("$MAZURKA" lab rank "$study" "${options[@]}" --store="$text" 2>/dev/null | diff - "$kept/$study.tables" | head -n 20)"
done
tell "the tables of single fragments are those of their results (if not: SHARE=1 DATABASE=... bench/pairwise.py tables)" \
    "$(SHARE=1 DATABASE=$kept/pairwise.txt python3 -B bench/pairwise.py tables | diff - "$kept/pairwise.tables" | head -n 20)"
tell "some runs, made once more, are as they are kept" "$(python3 -B tests/docs/rows_again.py "$(realpath "$MAZURKA")" 2>&1)"
tell "figures on pages are those of the results" "$(python3 -B tests/docs/figures.py 2>&1)"
exit $failed
