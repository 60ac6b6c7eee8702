#!/bin/bash
# peers.sh - Mazurka and other checkers on the same programs, at growing N: what each one counts, processor seconds, seconds on the
# clock, memory, verdict. Whatever is installed is run; what is not is named. All programs are correct: there all is explored.
#
#     bench/peers.sh [PATTERN]       only programs whose name contains PATTERN
#
# Environment: as for common.sh; TIME, the limit of one run in processor seconds (default 20), and CLOCK, that on the clock (default
# TIME: more on a machine that others use): what took longer is not tried with a larger N. MOST, the largest N (default: all). OUT, a folder
# (default $BUILD/peers): peers.csv, performance.svg (processor seconds by N) and performance.md, the page that shows both, which are
# those of docs/ when they were copied there last.
#
# GenMC, Nidhugg and CBMC read the C program that Mazurka runs, SPIN a model of it that we wrote (bench/peers/*.pml). Time to compile is
# in what GenMC, Nidhugg and CBMC take, not in that of Mazurka and SPIN.
set -u
OUT=${OUT:+$(realpath -m "$OUT")}
cd "$(dirname "$0")/.." || exit 2
. bench/common.sh
TIME=${TIME:-20}
CLOCK=${CLOCK:-$TIME}
OUT=${OUT:-$BUILD/peers}
pattern=${1:-}
wrong=0
gnu_time=$(type -P time)
declare -A gave_up # [program / tool]
mkdir -p "$OUT"
csv=$OUT/peers.csv
format='%-22s %4s  %-12s %14s %-11s %10s %10s %8s  %s\n'

# --- running ----------------------------------------------------------------------------------------------------------

limited() { (ulimit -t "$most"; exec "$@") >"$work/out" 2>&1; } # COMMAND...

# COMMAND...: its output in $work/out; sets status, clock, processor, megabytes.
measure()
{
    local user system kilobytes='' TIMEFORMAT='%R %U %S' with=()
    [ "$gnu_time" ] && with=("$gnu_time" -q -f %M -o "$work/memory")
    { time limited "${with[@]}" timeout -k 1 "$((CLOCK + 5))" "$@"; } 2>"$work/time"
    status=$?
    read -r clock user system <"$work/time"
    [ "$gnu_time" ] && read -r kilobytes <"$work/memory"
    processor=$(awk -v u="$user" -v s="$system" 'BEGIN { printf "%.2f", u + s }')
    megabytes=$(awk -v k="$kilobytes" 'BEGIN { if (k != "") printf "%.0f", k / 1024 }')
}

number_behind() { sed -n "s/.*$1[^0-9]*\([0-9][0-9]*\).*/\1/p" "$work/out" | tail -n 1; }
last_line() { grep . "$work/out" | tail -n 1 | tr -d '",' | cut -c -60; }

# Each sets count, verdict and the three of measure(): "verified", "error found", "not finished", or what the tool said.
# SOURCE (without .c or .pml) MACROS...

run_mazurka() # JOBS SOURCE MACROS...
{
    "$MAZURKA" cc "${@:3}" "$2.c" -o "$work/program" >"$work/out" 2>&1 || { verdict=$(last_line); return; }
    rm -f "$work/result.json"
    local most=unlimited # it ends by itself
    measure "$MAZURKA" check --memory-model=sc --no-trace --quiet -j "$1" --time="${CLOCK}s" --json="$work/result.json" "$work/program"
    [ -f "$work/result.json" ] || { verdict=$(last_line); return; }
    awk -f tests/lib/flatten.awk "$work/result.json" >"$work/result"
    count=$(value statistics.states)
    verdict=$(value verdict)
    [[ $(value coverage) == "stopped by --time"* ]] && verdict="not finished"
    [ "$verdict" = bug ] && verdict="error found"
}

run_mazurka-j1() { run_mazurka 1 "$@"; }
run_mazurka-j2() { jobs=2; run_mazurka 2 "$@"; }

run_spin()
{
    local model
    model=$(realpath "bench/peers/$(basename "$1").pml")
    (cd "$work" && spin -a "${@:2}" "$model" && "$CC" -O2 -w -DSAFETY -DMEMLIM=8192 pan.c -o pan) >"$work/out" 2>&1 ||
        { verdict=$(last_line); return; }
    measure "$work/pan" -n -m100000
    count=$(awk '/states, stored/ { print $1; exit }' "$work/out")
    grep -q 'errors: 0' "$work/out" && verdict=verified
    grep -q 'errors: [1-9]' "$work/out" && verdict="error found"
    grep -q 'depth too small\|out of memory' "$work/out" && verdict="not finished"
}

run_genmc()
{
    measure genmc --sc -- "${@:2}" "$1.c"
    count=$(number_behind 'complete executions explored')
    grep -q 'No errors were detected' "$work/out" && verdict=verified
    grep -q 'Error:' "$work/out" && verdict="error found"
}

run_nidhugg()
{
    measure nidhuggc "${@:2}" "$1.c" -- --sc --optimal
    count=$(number_behind 'Trace count')
    grep -q 'No errors were detected' "$work/out" && verdict=verified
    grep -q 'Error detected' "$work/out" && verdict="error found"
}

# It unwinds loops, and counts nothing that grows with interleavings but its formula.
run_cbmc()
{
    measure cbmc --unwind 130 --unwinding-assertions "${@:2}" "$1.c"
    count=$(awk '/ variables, .* clauses/ { clauses = $3 } END { print clauses }' "$work/out")
    grep -q 'VERIFICATION SUCCESSFUL' "$work/out" && verdict=verified
    grep -q 'VERIFICATION FAILED' "$work/out" && verdict="error found"
}

# tool | command | what it counts
peers='mazurka-j1|'$MAZURKA'|states
mazurka-j2|'$MAZURKA'|states
spin|spin|states
genmc|genmc|executions
nidhugg|nidhuggc|executions
cbmc|cbmc|clauses'
tools=()
missing=()

look_for_peers()
{
    local tool command
    while IFS='|' read -r tool command _; do
        if command -v "$command" >/dev/null; then
            tools+=("$tool")
        else
            missing+=("$tool")
            echo "$tool: not installed"
        fi
    done <<<"$peers"
}

counts_of() { awk -F'|' -v tool="$1" '$1 == tool { print $3 }' <<<"$peers"; }

# Was it ended by one of the limits, or has it taken longer? Several processes may take as much as one for each of them.
over_limit()
{
    [[ $status == 124 || $status == 137 || $status == 152 ]] && return
    awk -v c="${clock:-0}" -v p="${processor:-0}" -v most_c="$CLOCK" -v most_p="$((TIME * jobs))" \
        'BEGIN { exit !(c >= most_c || p >= most_p) }'
}

# --- rows -------------------------------------------------------------------------------------------------------------

row() # PROGRAM N TOOL SOURCE MACROS...
{
    local program=$1 n=$2 tool=$3 count='' verdict='' clock='' processor='' megabytes='' status=0 most=$TIME jobs=1
    shift 3
    [ "${gave_up[$program/$tool]-}" ] && return
    "run_$tool" "$@"
    if over_limit; then
        verdict="not finished" count=
    fi
    verdict=${verdict:-failed: $(last_line)}
    [ "$verdict" = verified ] || gave_up[$program/$tool]=1
    [[ $tool == mazurka* && $verdict != verified && $verdict != "not finished" ]] && wrong=1
    printf "$format" "$program" "$n" "$tool" "${count:--}" "$(counts_of "$tool")" "${processor:--}" "${clock:--}" "${megabytes:--}" \
        "$verdict"
    echo "$program,$n,$tool,$count,$(counts_of "$tool"),$processor,$clock,$megabytes,$verdict" >>"$csv"
}

program() # NAME SOURCE MACRO "N..." MACROS...: MACRO is what N is the value of
{
    local name=$1 source=$2 macro=$3 n tool
    [[ $name == *"$pattern"* ]] || return 0
    for n in $4; do
        [ "$n" -le "${MOST:-$n}" ] || return 0
        for tool in "${tools[@]}"; do
            row "$name" "$n" "$tool" "$source" "-D$macro=$n" "${@:5}"
        done
    done
}

version_of() # TOOL
{
    case $1 in
    mazurka-*) "$MAZURKA" --version | head -n 1 ;;
    spin) spin -V ;;
    nidhugg) nidhuggc --version 2>/dev/null | head -n 1 ;;
    *) "$1" --version 2>/dev/null | grep . | head -n 1 ;;
    esac
}

page()
{
    local tool
    cat bench/peers/page.md
    printf 'Made on %s (%s, %s processors), with a limit of %s processor seconds for a run, by\n\n    make peers TIME=%s CLOCK=%s\n\n' \
        "$(date -u +%Y-%m-%d)" "$(uname -m)" "$(nproc)" "$TIME" "$TIME" "$CLOCK"
    for tool in "${tools[@]}"; do
        echo "- $tool: $(version_of "$tool"), counts $(counts_of "$tool")"
    done
    for tool in "${missing[@]}"; do
        echo "- $tool: not installed"
    done
    echo
    awk -F, -v list="${tools[*]}" -f bench/peers/table.awk "$csv"
    printf '\n![Processor seconds by N](performance.svg)\n'
}

[ "$gnu_time" ] || echo "time: not installed, memory is not measured"
look_for_peers
echo "program,n,tool,count,of,processor_seconds,clock_seconds,megabytes,verdict" >"$csv"
printf "$format" program N tool count of processor clock MB verdict
program "racy counter" bench/peers/lost_updates THREADS "2 3 4 5 6 7" -DROUNDS=2
program "mutex counter" bench/mutex_counter THREADS "4 6 8 10 12 14 16" -DROUNDS=1
program "philosophers" bench/philosophers THREADS "4 6 8 10 12 14"
program "condition variables" bench/bounded_buffer PAIRS "1 2 3 4" -DROUNDS=2
program "Peterson" bench/peers/peterson THREADS "2 3 4 5"
program "Peterson by rounds" bench/peers/peterson_rounds ROUNDS "20 50 100 200"
program "ticket lock" bench/peers/ticket THREADS "3 4 5 6 7"
program "CLH lock" bench/peers/clh THREADS "3 4 5 6 7"
program "Treiber stack" bench/treiber THREADS "2 3 4 5" -DROUNDS=1
program "independent writers" bench/writers THREADS "3 4 5 6 8 10" -DROUNDS=5
program "lastzero" bench/lastzero THREADS "4 6 8 10 12 14"
program "indexer" bench/indexer THREADS "4 6 8 10 11 12 13 14 15"
awk -F, -f bench/peers/plot.awk "$csv" >"$OUT/performance.svg"
page >"$OUT/performance.md"
echo "$OUT/performance.md, performance.svg, peers.csv"
exit $wrong
