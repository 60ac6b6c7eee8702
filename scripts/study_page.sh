#!/bin/bash
# study_page.sh - suite/results/study.md: what the studies `000`, with 5,000 states a run, and `searches` come to. `make study-page`
# runs it, for more than an hour. Runs are kept in $BUILD, so that it goes on where it was interrupted. The page keeps its words, up to
# the first heading of a table.
set -eu
cd "$(dirname "$0")/.."
build=${BUILD:-build}
mazurka=$build/bin/mazurka
store=${STORE:-$build/lab.db}
page=suite/results/study.md

but_daisy=elevator,alarm_clock,linked_list,producer_consumer,rax_extended,replicated_workers,papabench,monte_carlo,cdx,cache4j,qsort_mt

run() { "$mazurka" lab run "$@" --store="$store" ${JOBS:+-j "$JOBS"}; }

# A study's tables, without those of single programs.
tables()
{
    "$mazurka" lab rank "$@" --store="$store" | awk '/^### / { shown = !/^### (Table 10|Tables 11|Compared)/ } shown'
}

run 000 --states=5k --time=10s --sample=7920 --phases=sweep,comparison,thresholds,characteristics
run searches
words=$(sed '/^### /,$d' "$page")
{
    echo "$words"
    echo
    tables 000 --states=5k --sample=7920 | awk '/^### / { shown = !/Table [345679]/ } shown' | sed 's/^### /### 000: /'
    # No configuration finds an error in all programs; ranks need some that do.
    tables 000 --states=5k --sample=7920 --programs="$but_daisy" |
        awk '/^### / { shown = /Table [345679]/ } shown' | sed 's/^### /### 000 without daisy: /'
    # Its runs are runs of the whole study.
    tables 000 --quick | awk '/^### / { shown = /Table [46]:|Soonest/ } shown' | sed 's/^### /### 000, quick: /'
    tables searches | awk '/^### / { shown = /Soonest|Portfolios/ } shown' | sed 's/^### /### searches: /'
} >"$build/study.md"
mv "$build/study.md" "$page"
