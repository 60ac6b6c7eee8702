#!/bin/bash
# tables.sh NAME - prints a table of numbers that a page shows (<!-- made by: tests/docs/tables.sh NAME -->): programs of bench/, with
# limits in states and not in seconds, so that it is the same every time.
set -u
cd "$(dirname "$0")/../.." || exit 2
BUILD=${BUILD:-build}
MAZURKA=${MAZURKA:-$BUILD/bin/mazurka}
MOST=50000 # states of one search
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

grouped() { sed -E ':a; s/([0-9])([0-9]{3})(,|$)/\1,\2\3/; ta' <<<"$1"; }

type -P ld.gold >/dev/null && gold=-fuse-ld=gold || gold=
build() { "$MAZURKA" cc $gold "${@:2}" "bench/$1" -o "$work/program"; } # SOURCE OPTION...

# What is foreseen is forgotten now and then, by digests, which the environment is part of: a few steps more are taken in one environment of
# thirty: in one of a certain size. The least of three is always the same.
least_steps() # STEPS OPTION...
{
    local least=$1 value longer
    for longer in 40 80; do
        ANOTHER=$(printf "%${longer}d" 0) "$MAZURKA" check "$work/program" \
            --all --no-trace --quiet --seed=1 --json="$work/again" "${@:2}" >/dev/null 2>&1
        value=$(sed -n 's/^  "steps": \([0-9]*\),$/\1/p' "$work/again" | head -n 1)
        ((value >= least)) || least=$value
    done
    echo "$least"
}

# The fields of a complete search of the program, each in a column; "> N" if it was not complete.
columns() # FIELDS OPTION...
{
    local fields=$1 field value coverage
    "$MAZURKA" check "$work/program" --all --no-trace --quiet --seed=1 --json="$work/json" "${@:2}" >/dev/null 2>&1
    coverage=$(sed -n 's/^ "coverage": "\(.*\)",$/\1/p' "$work/json")
    for field in $fields; do
        value=$(sed -n "s/^  \"$field\": \([0-9]*\),\$/\1/p" "$work/json" | head -n 1)
        [[ $field != steps ]] || value=$(least_steps "$value" "${@:2}")
        [[ $coverage == "stopped by --states"* ]] && value="> $(grouped $MOST)" || value=$(grouped "$value")
        printf ' %s |' "$value"
    done
}

head_line() { printf '|'; printf ' %s |' "$@"; printf '\n|'; printf ' --- |%.0s' "$@"; printf '\n'; } # TITLE...

# One row: a program with each of several reductions.
row() # NAME REDUCTIONS SOURCE OPTION...
{
    local reduction
    build "${@:3}"
    printf '| %s |' "$1"
    for reduction in $2; do
        columns states --search=dfs --race=off --reduction="$reduction" --states=$MOST
    done
    echo
}

reductions()
{
    local list="none sum dlspor despor sleep dpor source-dpor optimal-dpor"
    head_line program $list
    row "philosophers, 4" "$list" philosophers.c -DCIRCLE=1 -DTHREADS=4
    row "philosophers, 6" "$list" philosophers.c -DCIRCLE=1 -DTHREADS=6
    row "lastzero, 6" "$list" lastzero.c -DTHREADS=6
    row "indexer, 13 threads" "$list" indexer.c -DTHREADS=13
    row "work queue, 3 x 3" "$list" work_queue.c -DTHREADS=3 -DITEMS=3
    row "fine locks, 4" "$list" fine_locks.c -DTHREADS=4
    row "bounded buffer, 2 pairs x 2" "$list" bounded_buffer.c -DPAIRS=2 -DROUNDS=2
    row "Treiber stack, 2 threads" "$list" treiber.c -DTHREADS=2
    row "mutex counter, 3 x 2" "$list" mutex_counter.c -DTHREADS=3 -DROUNDS=2
    row "racy counter, 2 x 3" "$list" racy_counter.c -DTHREADS=2 -DROUNDS=3
    row "one-lock monitor, 3 x 3" "$list" monitor.c -DTHREADS=3 -DROUNDS=3
    row "independent writers, 5 x 5" "$list" writers.c -DTHREADS=5 -DROUNDS=5
    row "list set, 2 clients" "$list" list_set.c -DTHREADS=2
}

sleep_sets()
{
    local list="sum sum-plain sum-sleep"
    head_line program $list
    row "philosophers, 6" "$list" philosophers.c -DCIRCLE=1 -DTHREADS=6
    row "philosophers, 9" "$list" philosophers.c -DCIRCLE=1 -DTHREADS=9
    row "lastzero, 8" "$list" lastzero.c -DTHREADS=8
    row "work queue, 4 x 4" "$list" work_queue.c -DTHREADS=4 -DITEMS=4
    row "fine locks, 6" "$list" fine_locks.c -DTHREADS=6
    row "Treiber stack, 3 threads" "$list" treiber.c -DTHREADS=3
    row "list under one lock, 3 x 3" "$list" list.c
    row "racy counter, 3 x 4" "$list" racy_counter.c -DTHREADS=3 -DROUNDS=4
}

visited()
{
    local reduction order
    head_line "reduction, order" "list set: states" steps "stack: states" steps
    "$MAZURKA" cc bench/list_set.c -DTHREADS=2 -o "$work/list"
    "$MAZURKA" cc bench/treiber.c -DTHREADS=3 -o "$work/stack"
    for reduction in none sum dlspor; do
        for order in default visited visited+random threads:3,1,2; do
            printf '| `%s`, `%s` |' $reduction $order
            for program in list stack; do
                ln -sf $program "$work/program"
                columns "states steps" --search=dfs --race=off --reduction=$reduction --order=$order
            done
            echo
        done
    done
}

indexer()
{
    local threads
    head_line threads "sum: transitions" "source-dpor" "optimal-dpor" "executions of optimal-dpor"
    for threads in 12 13 14; do
        build indexer.c -DTHREADS=$threads
        printf '| %s |' $threads
        columns transitions --search=dfs --race=off --reduction=sum
        columns transitions --search=dfs --race=off --reduction=source-dpor
        columns "transitions executions" --search=dfs --race=off --reduction=optimal-dpor
        echo
    done
}

every_step()
{
    head_line "" states transitions
    exact() # NAME SOURCE OPTION...
    {
        build "${@:2}"
        printf '| %s |' "$1"
        columns "states transitions" --race=off --reduction=none --search=dfs --every-step
        echo
    }
    exact "mutex counter, 3 threads x 4 rounds" mutex_counter.c -DTHREADS=3 -DROUNDS=4
    exact "mutex counter, 4 x 6" mutex_counter.c -DTHREADS=4 -DROUNDS=6
    exact "racy counter, 3 x 4" racy_counter.c -DTHREADS=3 -DROUNDS=4
}

# Programs on which the forms as printed lose, of tests/toy/counterexamples.c; model/test_reductions shows that they do.
counterexamples()
{
    head_line program "printed form" "what it loses"
    awk -F'"' '/^    \{"CE/ && $5 ~ /EAGER|BOTH/ {
        gsub(/\|\|/, "‖", $4)
        lost = $5 ~ /ENDS,|ENDS\}|ENDS$/ ? "an end state" : $5 ~ /DEADLOCKS/ ? "a deadlock" : "a failing assertion"
        print "| `" $4 "` | " ($5 ~ /BOTH/ ? "both" : "DE-S-POR") " | " lost " |"
    }' tests/toy/counterexamples.c
}

# Shapes of tests/litmus/shapes.txt and random litmus programs: by the axioms, and in the weak memory of src/world/weak.
litmus() { "$BUILD"/tests/model/test_weak shapes; }
litmus_classes() { "$BUILD"/tests/model/test_weak classes 1000; }

# Figure 7 of the paper on variable bounding: how many variables are accessed how often in an execution.
variables()
{
    local name
    head_line program threads "variables" "of them shared" "arrays whole" "threads in the paper" "variables in the paper"
    while read -r name threads paper; do
        "$MAZURKA" cc $gold "suite/$name/$name.c" -Isuite/include -o "$work/program" -lm -pthread
        "$MAZURKA" variables "$work/program" --walks=3 --quiet --arrays=whole --json="$work/whole" >/dev/null
        "$MAZURKA" variables "$work/program" --walks=3 --quiet --json="$work/json" >/dev/null
        printf '| %s | %s | %s | %s | %s | %s | %s |\n' "$name" "$(jq .threads "$work/json")" "$(jq '.variables | length' "$work/json")" \
            "$(jq .shared "$work/json")" "$(jq '.variables | length' "$work/whole")" "$threads" "$paper"
    done <<<$'moldyn 8 121,371\ntsp 18 84\ncache4j 12 251,469'
}

# Table 3 of the paper on variable bounding, at three sizes.
variable_bounds()
{
    local scale bound
    head_line size bounds "bug found?" states transitions
    while read -r scale flags; do
        "$MAZURKA" cc $gold suite/region_ownership/region_ownership.c $flags -o "$work/program" -pthread
        for bound in "" --preemption-variables=2 --preemption-variables=1; do
            [[ $scale != large || $bound != *1 ]] || continue
            "$MAZURKA" check "$work/program" --race=off --search=dfs --preemptions=3 --preemption-threads=2 $bound -j1 --no-trace --quiet \
                --json="$work/json" >/dev/null 2>&1
            printf '| %s | c=3, t=2%s | %s | %s | %s |\n' "$scale" "${bound:+, v=${bound#*=}}" \
                "$(jq -r 'if .verdict == "bug" then "yes" else "no" end' "$work/json")" \
                "$(grouped "$(jq .statistics.processed "$work/json")")" "$(grouped "$(jq .statistics.transitions "$work/json")")"
        done
    done <<<$'small -DREGIONS=1 -DCALLS=2\npaper -DREGIONS=2 -DCALLS=3\nlarge -DREGIONS=4 -DCALLS=12'
}

case ${1-} in
variable_bounds | variables | counterexamples | reductions | sleep_sets | visited | indexer | every_step | litmus | litmus_classes) "$1" ;;
*) echo "tables.sh: there is no table '${1-}'" >&2; exit 2 ;;
esac
