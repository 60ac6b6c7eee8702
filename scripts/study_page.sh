#!/bin/bash
# study_page.sh - docs/study.md: what the studies `000 --quick` and `searches` come to. `make study-page` runs it. Runs are kept in $BUILD,
# so that it goes on where it was interrupted. The page keeps its words, up to the first heading of a table.
set -eu
cd "$(dirname "$0")/.."
build=${BUILD:-build}
mazurka=$build/bin/mazurka
store=${STORE:-$build/lab.db}
page=docs/study.md

run() { "$mazurka" lab run "$@" --store="$store" ${JOBS:+-j "$JOBS"}; }

# A study's tables, without those of single programs.
tables()
{
    "$mazurka" lab rank "$@" --store="$store" | awk '/^### / { shown = !/^### (Table 10|Tables 11|Compared)/ } shown'
}

run 000 --quick --phases=sweep,comparison,characteristics
run searches
words=$(sed '/^### /,$d' "$page")
{
    echo "$words"
    echo
    tables 000 --quick | sed 's/^### /### 000: /'
    tables searches | awk '/^### / { shown = /Soonest|Portfolios/ } shown' | sed 's/^### /### searches: /'
} >"$build/study.md"
mv "$build/study.md" "$page"
