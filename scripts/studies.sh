#!/bin/bash
# studies.sh - the studies of the papers at the papers' limits: runs that are missing, for so many hours, and what is kept of them.
#
#     scripts/studies.sh run [STUDY...]     for HOURS (default 8); the same command goes on where it was, with what is in build/studies
#     scripts/studies.sh keep [STUDY...]    of those of which there are runs: suite/results/stores/STUDY.txt, and the tables
#     scripts/studies.sh tables [STUDY...]  the tables again, suite/results/stores/STUDY.tables, from what is kept, without the runs
#
# Environment: BUILD (build), HOURS, JOBS (processes at a time; default: all processors), SLICE (I/N: a part of all experiments).
set -eu
cd "$(dirname "$0")/.."
build=${BUILD:-build} kept=suite/results/stores
mazurka=$build/bin/mazurka
verb=${1:-run}
shift || true
studies=("$@")
((${#studies[@]})) || studies=(clients-time 004-safety 004 003 002 000)
end=$(awk -v now="$(date +%s)" -v hours="${HOURS:-8}" 'BEGIN { printf "%d", now + 3600 * hours }')

# What a store has of the study may be a part of it: its programs, and the size of its sample (suite/results/stores/parts.txt).
part() { awk -v study="$1" '$1 == study { $1 = ""; print }' "$kept/parts.txt"; }

run()
{
    local left
    left=$(awk -v now="$(date +%s)" -v end="$end" 'BEGIN { printf "%.6f", (end - now) / 3600 }')
    [[ $left != -* ]] || return 3
    "$mazurka" lab run "$1" --time="${left}h" --store="$build/studies/$1.db" ${JOBS:+-j "$JOBS"} ${SLICE:+--slice="$SLICE"}
}

tables()
{
    local options
    read -ra options <<<"$(part "$1")"
    "$mazurka" lab rank "$1" "${options[@]}" --store="$kept/$1.txt" >"$kept/$1.tables"
}

mkdir -p "$build/studies"
for study in "${studies[@]}"; do
    case $verb in
    run) run "$study" || { (($? == 3)) && echo "the time is over: the same command goes on from here" && exit 3; exit 2; } ;;
    keep)
        [[ -f $build/studies/$study.db ]] || continue
        "$mazurka" lab export --store="$build/studies/$study.db" >"$kept/$study.txt"
        tables "$study"
        ;;
    tables) [[ ! -f $kept/$study.txt ]] || tables "$study" ;;
    *) echo "studies.sh: run, keep or tables, not $verb" >&2 && exit 2 ;;
    esac
done
