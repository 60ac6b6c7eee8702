#!/bin/bash
# diff.sh [PATTERN] - how long `mazurka diff` takes after an edit: each statement with a thread interaction (bench/fragments.py), or each
# function, of the paper's nine programs, at the paper's scale, as if it had been edited, one after the other.
#
# For each program: edits, those that a thread came to, pairs, seconds from the command to the verdict (mean and longest; on the clock, with
# all processors), seconds of processors (longest), edits with a pair that was not finished in its share of the budget, the edit that took
# longest; and the seconds of `mazurka check` on the clock, with a limit of TIME (60s). What misses the aim is told: 5 seconds, and a tenth
# of `check` where that takes over 10.
#
# Environment: BUILD, BUDGET (of `mazurka diff`), TIME, FORM (fixed), EDITS (statements, where there is clang; else functions).
set -u
cd "$(dirname "$0")/.." || exit 2
root=$PWD
BUILD=${BUILD:-build}
[[ $BUILD == /* ]] || BUILD=$root/$BUILD
mazurka=$BUILD/bin/mazurka
programs=(alarm_clock producer_consumer rax_extended replicated_workers sor cache4j elevator qsort_mt papabench)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
now() { date +%s.%N; }
TIMEFORMAT='%R %U %S'
command -v clang >/dev/null && EDITS=${EDITS:-statements} || EDITS=functions

# Words for the compiler: sources, the form's, and a -D for each parameter of the scale.
words_of()
{
    python3 - "$1" "${FORM:-fixed}" <<'END'
import json, sys
facts = json.load(open(sys.argv[1] + "/facts.json"))
scales = facts.get("scales", {})
scale = scales.get("paper", next(iter(scales.values()), {}))
parameters = ["-D%s=%s" % item for item in scale.items()]
print(" ".join(facts["sources"] + facts.get("flags", []) + facts["forms"].get(sys.argv[2], []) + parameters))
END
}

# One word for each edit: an option of `mazurka diff`.
edits_of() # WORDS...
{
    local source
    if [[ $EDITS == statements ]]; then
        for source in $(printf '%s\n' "$@" | grep '\.c$'); do
            python3 "$root/bench/fragments.py" "$source" $(printf '%s\n' "$@" | grep -v '\.c$') | sed "s|^|--fragment=$source:|"
        done
    else
        nm "$work/program" | awk '$2 ~ /[tT]/ { print "--function=" $3 }' | sort -u
    fi
}

printf '%-20s %9s %7s %6s %8s %8s %10s %10s %10s  %s\n' \
    program edits reached pairs mean longest processors unfinished check 'longest in'
for program in "${programs[@]}"; do
    [[ $program == *"${1-}"* ]] || continue
    cd "$root/suite/$program" || exit 2
    words=$(words_of .)
    "$mazurka" cc $words -g -o "$work/program" >/dev/null 2>&1 || { echo "$program: it does not compile"; continue; }
    : >"$work/times"
    for edit in $(edits_of $words); do
        { time "$mazurka" diff "$edit" --sources="$words" --no-baseline --quiet ${BUDGET:+--budget=$BUDGET} \
            --json="$work/result.json" >/dev/null 2>&1; } 2>"$work/time" || [[ $? -ne 2 ]] || continue # no code of the source
        python3 - "$work/result.json" "${edit#*=}" $(<"$work/time") >>"$work/times" <<'END'
import json, sys
result = json.load(open(sys.argv[1]))
ends = [pair["end"] for fragment in result["targets"][0]["fragments"] for pair in fragment["pairs"]]
print(sys.argv[2], sys.argv[3], result["pairs"], int("unknown" in ends), float(sys.argv[4]) + float(sys.argv[5]))
END
    done
    began=$(now)
    "$mazurka" check $words --time="${TIME:-60s}" --quiet --no-trace >/dev/null 2>&1
    full=$(awk -v a="$began" -v b="$(now)" 'BEGIN { printf "%.1f", b - a }')
    awk -v program="$program" -v full="$full" '
        { n++; sum += $2; pairs += $3; reached += $3 > 0; unfinished += $4 }
        $5 > cpu { cpu = $5 }
        $2 > most { most = $2; name = $1 }
        END {
            printf "%-20s %9d %7d %6d %7.2fs %7.2fs %9.2fs %10d %9ss  %s\n", program, n, reached, pairs, sum / (n ? n : 1), most, cpu,
                unfinished, full, name
            if (most > 5)
                printf "%-20s misses 5 seconds\n", ""
            if (full > 10 && most > full / 10)
                printf "%-20s misses a tenth of the full search\n", ""
        }
    ' "$work/times"
done
