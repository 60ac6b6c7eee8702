#!/bin/bash
# program.sh - checks one program of tests/programs and compares the result with what the program itself says.
#
#     tests/lib/program.sh FILE COMPILER LEVEL [NUMBER]          (environment as in tests/run.sh)
#
# Lines at the top of FILE, which is a C or C++ file (for C++ gcc means g++, and clang clang++):
#     // expect: verified                  the verdict, with the exit status that belongs to it
#     // expect: bug KIND "TEXT"           kind of fault (or: any), and a part of its text
#     // expect: refused "TEXT"            the program uses something unsupported: a part of what is said about it
#     // expect: unknown|covered "TEXT"    a part of the reason
#     // states: N     // transitions: N   exact numbers, where an independent model gives them (count_states.py); without a
#                                          reduction, unless one is among the options
#     // ends: N                           exact number of distinct end states
#     // findings: N                       exact number of findings other than data races, with --all among the options
#     // races: N                          exact number of data races (default: 0 where "verified" is expected, else any); the lines
#                                          that take part in them end in "// RACE", and no others do
#     // options: ...                      further options of mazurka check. Several lines: all of this with each of them (or with that
#                                          of NUMBER), and with the "expect" line of the same number, if there are as many
#     // args: ...     // stdin: ...       what the program is given
#     // stdout: LINE                      lines that a replay prints, in this order
#     // native: STATUS|endless            exit status when the program runs by itself (default 0)
#     // leftovers                         what it does depends on what others have left on a stack: states are not compared
#     // only: gcc|clang|-O0|-O1|x86_64    and "// slow" (gcc -O0 only): read by tests/run.sh
# A line that ends in "// BUG HERE" (or "// OR HERE") is one where the fault must be reported.
#
# A bug is replayed twice from its trace file: as a user would, and with the program that was kept; both must reach the same
# fault and print the same.
{ # read as a whole before it runs
set -u
file=$1 compiler=$2 level=$3 number=${4:-1}
name="${file#tests/programs/} $compiler $level"
source=$(realpath "$file")

mapfile -t headers < <(grep -E '^// [a-z]+:' "$source")
header() # WORD: what its lines say
{
    local line
    for line in ${headers[@]+"${headers[@]}"}; do
        [[ $line == "// $1:"* ]] || continue
        line=${line#"// $1:"}
        echo "${line#"${line%%[! ]*}"}"
    done
}

mapfile -t expectations < <(header expect)
mapfile -t option_lines < <(header options)
if [ ${#option_lines[@]} -gt 1 ]; then
    name+=" ${option_lines[number - 1]}"
    if [ $# = 3 ]; then
        status=0
        for ((number = 1; number <= ${#option_lines[@]}; number++)); do
            bash "$0" "$@" $number || status=1
        done
        exit $status
    fi
fi
options=${option_lines[number - 1]-} expect=${expectations[number - 1]-${expectations-}}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
program=$work/kept/$(basename "${file%.*}") # the name that it also has in reports
mkdir "$work/kept"

complaints=()
complain() { complaints+=("$1"); }

verdict=${expect%% *}
text=
[[ $expect == *\"*\" ]] && text=${expect#*\"} && text=${text%\"}
kind=
[ "$verdict" = bug ] && kind=${expect#bug } && kind=${kind%% *}
[[ -n $(header states)$(header transitions) && $options != *--reduction=* ]] && options+=" --reduction=none"
hang=$(grep -o -e '--hang=[^ ]*' <<<"$options") # the one option that a trace does not hold
eval "arguments=($(header args))"
header stdin >"$work/stdin"
races=$(header races)
[ "$verdict" = verified ] && races=${races:-0}
mapfile -t race_lines < <(grep -nE '// RACE$' "$source" | cut -d: -f1)
mapfile -t lines < <(grep -nE '// (BUG|OR) HERE$' "$source" | cut -d: -f1)

# --- check -------------------------------------------------------------------------------------------------------------

command=("$MAZURKA" check --self-check --cc="$compiler" "$level" $options --json="$work/result.json" --trace="$work/trace.mzt"
    --keep="$program" "$source" -- ${arguments[@]+"${arguments[@]}"})
timeout -k 5 "$LIMIT" "${command[@]}" <"$work/stdin" >"$work/out" 2>"$work/err"
status=$?
awk -f tests/lib/flatten.awk "$work/result.json" >"$work/result" 2>/dev/null || : >"$work/result"
declare -A value
while IFS=$'\t' read -r path text_of; do
    value[$path]=$text_of
done < <(grep -E '^(verdict|reason|coverage|statistics\.[a-z_]+|findings\.0\.(kind|text|headline|place\.line))'$'\t' "$work/result")
result() { echo "${value[$1]-}"; }

compare() # WHAT WANTED GOT
{
    [ "$2" = "$3" ] || complain "$1: expected $2, got ${3:-nothing}"
}

contains() # WHAT PART WHOLE
{
    [[ -z $2 || $3 == *"$2"* ]] || complain "$1: expected a text with \"$2\", got \"$3\""
}

check_line()
{
    local got line
    got=$(result findings.0.place.line)
    [ ${#lines[@]} = 0 ] && return
    for line in "${lines[@]}"; do
        [ "$line" = "$got" ] && return
    done
    complain "line: expected ${lines[*]}, got ${got:-nothing}"
}

check_finding() # VERDICT STATUS KIND
{
    compare "exit status" "$2" $status
    compare verdict "$1" "$(result verdict)"
    [ "$3" = any ] || compare "kind of fault" "$3" "$(result findings.0.kind)"
    contains "text of the fault" "$text" "$(result findings.0.text)"
    check_line
}

case $verdict in
verified)
    if [ "$races" = 0 ]; then
        compare "exit status" 0 $status
        compare verdict verified "$(result verdict)"
    else # they are all that there is
        compare "exit status" 1 $status
        contains coverage verified: "$(result coverage)"
        kind=race
    fi
    ;;
bug) check_finding bug 1 "$kind" ;;
refused) check_finding unknown 3 refused ;;
unknown | covered)
    compare "exit status" 3 $status
    compare verdict "$verdict" "$(result verdict)"
    contains reason "$text" "$(result reason)"
    ;;
*) complain "no \"// expect:\" line that is understood: $expect" ;;
esac

for count in states:states transitions:transitions ends:end_states; do
    wanted=$(header "${count%:*}")
    [ -n "$wanted" ] && compare "${count#*:}" "$wanted" "$(result "statistics.${count#*:}")"
done

wanted=$(header findings)
count_kinds() # 1: races; 0: others
{
    awk -F'\t' -v race="$1" '$1 ~ /^findings\.[0-9]+\.kind$/ && ($2 == "race") == race { n++ } END { print n + 0 }' "$work/result"
}
[ -n "$wanted" ] && compare findings "$wanted" "$(count_kinds 0)"
lines_of_races() # RESULT
{
    awk -F'\t' '$1 ~ /accesses\.[01]\.place\.line$/ { print $2 }' "$1" | sort -nu | tr '\n' ' ' | sed 's/ $//'
}
if [ -n "$races" ]; then
    compare races "$races" "$(count_kinds 1)"
    compare "lines of races" "${race_lines[*]}" "$(lines_of_races "$work/result")"
fi

# --- replay, and a run without Mazurka ---------------------------------------------------------------------------------

replay() # NUMBER OPTIONS
{
    local number=$1
    shift
    timeout -k 5 "$LIMIT" "$MAZURKA" replay "$work/trace.mzt" $hang "$@" <"$work/stdin" >"$work/replay.$number" 2>"$work/replay.$number.err"
    compare "exit status of replay $number" 1 $?
    [ "$kind" = runaway ] && return # it is stopped somewhere in its loop
    [ "$(tail -n 1 "$work/replay.$number")" = "replayed: $(result findings.0.headline)" ] ||
        complain "replay $number ended with: $(tail -n 1 "$work/replay.$number") $(tail -n 1 "$work/replay.$number.err")"
}

check_replays()
{
    local line
    # As a user would, who has the sources only: not in all cells, for it compiles once more.
    replay 1 $([[ "$compiler $level" =~ ^(gcc -O0|clang -O1)$ && $file == *.c ]] || echo --program="$program")
    replay 2 --program="$program"
    [ "$kind" = runaway ] || cmp -s "$work/replay.1" "$work/replay.2" || complain "two replays print different things"
    header stdout >"$work/stdout"
    [ -s "$work/stdout" ] || return
    grep -Fxf "$work/stdout" "$work/replay.1" | cmp -s "$work/stdout" - ||
        complain "replay: expected the lines \"$(tr '\n' '|' <"$work/stdout")\", got \"$(tr '\n' '|' <"$work/replay.1")\""
}

check_native()
{
    local native
    native=$(header native)
    [ "$native" = endless ] && return
    timeout -k 5 "$LIMIT" "$program" ${arguments[@]+"${arguments[@]}"} <"$work/stdin" >/dev/null 2>"$work/native.err"
    compare "exit status of a run without Mazurka" "${native:-0}" $?
}

# What is found must not depend on dead values: neither when they are kept nor when they are filled with garbage.
found() # RESULT: verdict, findings, ends
{
    # Races are found in whatever order and by whatever threads; a loop or a recursion has no one place where it fails.
    awk -F'\t' -v verdict="$verdict" -v races="$races" -v kind="$kind" '
        BEGIN {
            known = verdict == "bug" || verdict == "verified"
            others = known && (races == "" || races == "0")
            placed = others && kind != "livelock" && kind != "stack-overflow" && kind != "runaway"
        }
        $1 == "verdict" || $1 ~ /^findings\.[0-9]+\.kind$/ ||
            others && $1 ~ /^findings\.[0-9]+\.text$/ || placed && $1 ~ /^findings\.[0-9]+\.place\.line$/ ||
            others && verdict == "verified" && $1 == "statistics.end_states"
        known && races != "" && $1 ~ /accesses\.[01]\.place\.line$/ { print $2 }' "$1" | sort
}

check_settings()
{
    local setting word own=() first
    [[ $options == *--dead-values* || $options == *--uninit* || $options == *--states* || $options == *--time* ]] && return
    for word in $options; do
        [[ $word == --* ]] && own+=("$word") # the others are the compiler's
    done
    first=$(found "$work/result")
    # Each setting once for each compiler.
    for setting in $([[ "$compiler $level" =~ ^(gcc -O0|clang -O1)$ ]] && echo clear poison || echo keep); do
        timeout -k 5 "$LIMIT" "$MAZURKA" check --quiet --no-trace ${own[@]+"${own[@]}"} --dead-values=$setting \
            --json="$work/$setting.json" "$program" -- ${arguments[@]+"${arguments[@]}"} <"$work/stdin" >/dev/null 2>"$work/$setting.err"
        awk -f tests/lib/flatten.awk "$work/$setting.json" >"$work/$setting" 2>/dev/null
        [ "$first" = "$(found "$work/$setting")" ] ||
            complain "--dead-values=$setting finds something else: $(found "$work/$setting" | tr '\t\n' ' |')"
    done
    # With --self-check every transition is taken; without it those are not that are known to lead to known states.
    [ "$verdict" != verified ] || [ ! -e "$work/clear" ] || [ "$(counts "$work/result")" = "$(counts "$work/clear")" ] ||
        complain "foresight makes a difference: $(counts "$work/result" | tr '\t\n' ' |') and $(counts "$work/clear" | tr '\t\n' ' |')"
}

# What is found must not depend on the reduction either. (Of a bug only that there is one: another may be found first.)
check_reduction()
{
    local word own=()
    [[ "$compiler $level" =~ ^(gcc -O1|clang -O0)$ ]] || return
    [[ $(result settings.configuration) == --search=auto && $(result settings.reduction) != none ]] || return
    for word in $options; do
        [[ $word == --* ]] && own+=("$word")
    done
    timeout -k 5 "$LIMIT" "$MAZURKA" check --quiet --no-trace ${own[@]+"${own[@]}"} --reduction=none \
        --json="$work/none.json" "$program" -- ${arguments[@]+"${arguments[@]}"} <"$work/stdin" >/dev/null 2>"$work/none.err"
    awk -f tests/lib/flatten.awk "$work/none.json" >"$work/none" 2>/dev/null
    if [ "$verdict" = verified ]; then
        [ "$(found "$work/result")" = "$(found "$work/none")" ] ||
            complain "without a reduction something else is found: $(found "$work/none" | tr '\t\n' ' |')"
    else
        compare "verdict without a reduction" "$(result verdict)" "$(awk -F'\t' '$1 == "verdict" { print $2 }' "$work/none")"
    fi
}

counts() # RESULT
{
    awk -F'\t' '$1 ~ /^statistics\.(states|transitions|revisits|end_states|deadlocks)$/' "$1"
}

# States that are reached with dead values cleared are states of the program, and it prints the same from there. Once for each
# compiler.
check_agreement()
{
    [[ -z $options && ( $verdict = verified || $verdict = bug ) && "$compiler $level" =~ ^(gcc -O1|clang -O0)$ ]] || return
    grep -q '^// leftovers' "$source" && return
    timeout -k 5 "$LIMIT" "$MAZURKA" states "$program" --agree=4 -- ${arguments[@]+"${arguments[@]}"} <"$work/stdin" >"$work/agree" 2>&1 ||
        complain "states --agree: $(head -n 1 "$work/agree")"
}

# Clocks where they are not needed: neither more nor less.
check_clocks()
{
    timeout -k 5 "$LIMIT" "$MAZURKA" check --quiet --no-trace --race-rule=clocks --json="$work/clocks.json" "$program" >/dev/null 2>&1
    awk -f tests/lib/flatten.awk "$work/clocks.json" >"$work/clocks" 2>/dev/null
    compare "lines of races with --race-rule=clocks" "${race_lines[*]}" "$(lines_of_races "$work/clocks")"
}

if [ ${#complaints[@]} = 0 ]; then
    [[ $file == */races/* ]] && check_clocks
    [[ $verdict = bug || $kind = race ]] && check_replays
    [ "$verdict" = verified ] && check_native
    check_settings
    check_reduction
    check_agreement
fi

# --- report ------------------------------------------------------------------------------------------------------------

if [ ${#complaints[@]} = 0 ]; then
    echo "ok $name"
    exit 0
fi
printf '    %s\n' "${complaints[@]}"
printf '    command:'
printf ' %q' "${command[@]/#$work/TMP}"
printf '\n'
{ tail -n 4 "$work/err"; head -n 3 "$work/out"; } | cut -c1-200 | sed 's|^|    > |'
echo "FAIL $name"
exit 1
}
