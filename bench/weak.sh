#!/bin/bash
# weak.sh - weak memory: the structures of bench/weak under sequential consistency and with --memory-model=c11, and how soon it is found
# that one order is too weak. Writes the page bench/results/lock-free.md to standard output.
#
#     bench/weak.sh [PATTERN] >bench/results/lock-free.md       only structures whose name contains PATTERN
#
# Environment: as for common.sh; TIME limit for one search (default 20s).
set -u
cd "$(dirname "$0")/.." || exit 2
. bench/common.sh
TIME=${TIME:-20s}
pattern=${1:-}

compile() # STRUCTURE THREADS ROUNDS [OPTION]: its program, $work/program
{
    "$MAZURKA" cc -O1 -pthread -DTHREADS="$2" -DROUNDS="$3" ${4:-} "bench/weak/$1.c" -o "$work/program"
}

grouped() { sed -E ':a; s/([0-9])([0-9]{3})(,|$)/\1,\2\3/; ta' <<<"$1"; }

# Sets states, transitions and seconds; states are what they are called where the search has not ended.
search() # OPTIONS
{
    check "$work/program" --reduction=sum --all "$@" || exit 2
    states=$(value statistics.states) transitions=$(value statistics.transitions) seconds=$(value statistics.search_seconds)
    ended=$(awk -F'\t' '$1 == "verdict" && $2 != "unknown" { print "yes" }' "$work/result")
}

sc() { search --race-rule=hb; }
c11() { search --memory-model=c11 "$@"; }

cell() { [ -n "$ended" ] && grouped "$states" || echo "> $TIME"; }

ratio() { [ -n "$ended" ] && awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }' || echo "-"; }

# Seconds for a transition, as a multiple of sequential consistency's: of searches that take long enough to tell.
slower()
{
    awk -v a="$seconds" -v n="$transitions" -v b="$1" -v m="$2" \
        'BEGIN { if (a < 0.05 || b < 0.05) print "-"; else printf "%.1f", a / n / (b / m) }'
}

row() # STRUCTURE
{
    local line="| $1 |" first bound sc_seconds sc_transitions
    compile "$1" 3 1 || exit 2
    sc
    first=$states line+=" $(cell) |"
    c11
    line+=" $(cell) | $(ratio "$states" "$first") |"
    compile "$1" 3 3
    sc
    first=$states sc_seconds=$seconds sc_transitions=$transitions line+=" $(cell) |"
    [ -n "$ended" ] || first=0
    c11 --stale=1
    line+=" $(cell) |"
    [ "$first" != 0 ] && line+=" $(ratio "$states" "$first") | $(slower "$sc_seconds" "$sc_transitions") |" || line+=" - | - |"
    compile "$1" 2 1 -DBROKEN
    for bound in 1 2; do
        c11 --stale=$bound
        awk -F'\t' '$1 == "verdict" && $2 == "bug" { found = 1 } END { exit !found }' "$work/result" && break
        bound=-
    done
    echo "$line $bound | $(printf %.2f "$seconds") |"
}

# Programs without weaker atomics: least seconds of a processor of five checks, in turn, of one model and of both.
pays() # SOURCE OPTION...
{
    local source=$1 model run TIMEFORMAT=%U
    local -A least=()
    "$MAZURKA" cc -O1 -pthread "${@:2}" "bench/$source" -o "$work/program"
    for run in 1 2 3 4 5; do
        for model in --memory-model=sc --memory-model=auto; do
            seconds=$({ time "$MAZURKA" check --no-trace --quiet --all --jobs=1 --seed=1 $model "$work/program" \
                >/dev/null 2>&1; } 2>&1)
            least[$model]=$(sort -g <<<"$seconds"$'\n'"${least[$model]:-9999}" | head -n 1)
        done
    done
    echo "| ${source%.c} | ${least[--memory-model=sc]} | ${least[--memory-model=auto]} |"
}

cat <<'END'
# Weak memory: lock-free structures

How many states have lock-free structures with `--memory-model=c11`, and how soon is it found that one order is too
weak? `bench/weak.sh` makes this page, with `--reduction=sum`; under sequential consistency races are looked for by
the same rule (`--race-rule=hb`). Three threads with one round each, without a bound, and with three rounds each, with
`--stale=1`; ratios are those of states, and of seconds for a transition where both searches take 0.05 s and more. In
the last columns one order is relaxed (`-DBROKEN`), with two threads of one round: the bound with which that is found,
and seconds. `>`: the limit of a search. GenMC (`--rc11`) has no column: it is not in Debian, and was not at hand.

| structure | SC, 3 × 1 | c11 | ratio | SC, 3 × 3 | c11, `--stale=1` | ratio | slower a transition | broken: found with `--stale` | s |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
END
for source in bench/weak/*"$pattern"*.c; do
    row "$(basename "$source" .c)"
done
[ -z "$pattern" ] || exit 0
cat <<'END'

What has no weaker atomics pays nothing: least seconds of a processor, of five checks in turn with sequential consistency alone and with
both models (`--memory-model=auto`). The states are the same.

| program | sc | auto |
| --- | ---: | ---: |
END
pays racy_counter.c -DTHREADS=4 -DROUNDS=3
pays list.c -DTHREADS=4
