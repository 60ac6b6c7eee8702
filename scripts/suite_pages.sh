#!/bin/bash
# suite_pages.sh - suite/results/races.md and suite/results/own.md: what the programs of suite/ and the searches of the papers come to.
# `make suite-pages` runs it. What is run is kept in $BUILD, so that it goes on where it was interrupted. A page keeps its words, up to
# the first heading of the third order.
set -e
cd "$(dirname "$0")/.."
build=${BUILD:-build} mazurka=${BUILD:-build}/bin/mazurka jobs=(${JOBS:+-j "$JOBS"})
of_dfs_rb=alarm_clock,linked_list,producer_consumer,rax_extended,replicated_workers,elevator,daisy,papabench
of_dfs_rb+=,monte_carlo,cdx,cache4j,qsort_mt

# ERRORS OPTION...
run()
{
    local errors=$1 status=0
    shift
    "$mazurka" suite run suite --errors="$errors" --store="$build/suite-$errors.db" "${jobs[@]}" "$@" || status=$?
    ((status <= 1)) # 1: a program is not as expected, which the page will say
}

# PROGRAM
all_but()
{
    local facts names=
    for facts in suite/*/facts.json; do
        facts=${facts%/facts.json}
        [ "${facts#suite/}" = "$1" ] || names+=,${facts#suite/}
    done
    echo "${names#,}"
}

# PAGE ERRORS
write()
{
    local words
    words=$(sed '/^### /,$d' "suite/results/$1")
    { echo "$words"; "$mazurka" suite show suite --markdown --errors="$2" --store="$build/suite-$2.db"; } >"$build/$1"
    mv "$build/$1" "suite/results/$1"
}

run races --programs=$of_dfs_rb --configurations=all --states=50k --runs=5 --budget=20s
write races.md races
# At the paper's scale of merge_sort, with 100 threads, what they share is not known in minutes (suite/results/own.md): one scale below.
run own --programs="$(all_but merge_sort)" --configurations=all --states=20k --runs=3
run own --programs=merge_sort --configurations=check,least-preemptions --states=20k
run own --programs=merge_sort --scale=medium --configurations=census,top-ten,rivals,combinations --states=20k --runs=3
write own.md own
