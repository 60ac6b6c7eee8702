#!/bin/bash
# program.sh - checks one program of tests/programs and compares the result with what the program itself says.
#
#     tests/lib/program.sh FILE COMPILER LEVEL [COMPILER LEVEL]...          (environment as in tests/run.sh)
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
#     // options: ...                      further options of mazurka check. Several lines: all of this with each of them, and with the
#                                          "expect" line of the same number, if there are as many. The program is compiled once for
#                                          all that ask for nothing else of the compiler. Where no memory model is among them it is sc
#     // args: ...     // stdin: ...       what the program is given
#     // stdout: LINE                      lines that a replay prints, in this order
#     // native: STATUS|endless            exit status when the program runs by itself (default 0)
#     // leftovers                         what it does depends on what others have left on a stack: states are not compared, nor what
#                                          is found where dead values are kept
#     // only: gcc|clang|-O0|-O1|x86_64    and "// slow" (gcc -O0 only): read by tests/run.sh
# A line that ends in "// BUG HERE" (or "// OR HERE") is one where the fault must be reported.
#
# A bug is replayed from its trace file with the program that was kept and, in one cell, as a user would: both must reach the same fault
# and print the same. (That one program replays the same way twice: cli/test_determinism.sh.) The second replay compiles once more, by the
# same words but for the name: where there is nothing else to be said of options, arguments or input, a third of the programs do it.
# All of this happens thousands of times: bash does by itself what it can, for each process of another program costs a millisecond.
{ # read as a whole before it runs
set -u
shopt -s extglob
file=$1
shift
[[ $file == /* ]] && source=$file || source=$PWD/$file

declare -A header=() # what the lines of each word say, with a newline behind each
race_lines=() lines=() leftovers= slow= threads= headers=thread
classes='^#include <(mutex|string|stdexcept|memory|vector|future|chrono|condition_variable|shared_mutex|[a-z]*stream)>$'
mapfile -t text <"$source"
for i in "${!text[@]}"; do
    line=${text[i]}
    [[ $line == *"// RACE" ]] && race_lines+=($((i + 1)))
    [[ $line == *"// BUG HERE" || $line == *"// OR HERE" ]] && lines+=($((i + 1)))
    [[ $line == "// leftovers"* ]] && leftovers=yes
    [[ $line == "// slow"* ]] && slow=yes
    [[ $line == "#include <thread>" ]] && threads=yes
    [[ $line =~ $classes ]] && headers=many
    [[ $line =~ ^//\ ([a-z]+):\ *(.*)$ ]] && header[${BASH_REMATCH[1]}]+=${BASH_REMATCH[2]}$'\n'
done
told() # WORD: what its one line says, in $told
{
    told=${header[$1]-}
    told=${told%$'\n'}
}

told expect && mapfile -t expectations <<<"$told"
told options && mapfile -t option_lines <<<"$told"
lines_of_options=$((${#option_lines[@]} > 1 ? ${#option_lines[@]} : 1))
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The folders of all that follows: one for each cell, where what was compiled is kept, and in it one for each line of options.
folders=()
for ((i = 0; i < $# / 2; i++)); do
    for ((number = 1; number <= lines_of_options; number++)); do
        folders+=("$folder/$i/$number")
    done
done
mkdir -p "${folders[@]}"

complain() { complaints+=("$1"); }

# What hangs is ended by tests/run.sh.
given_input() # COMMAND...
{
    "$@" <"$work/stdin.txt"
}

# Half of what a compiler does for a C++ program is to read headers. It reads <thread>, or those that many programs have, once for each
# set of flags; what it makes of a program is the same, byte for byte (cli/test_cxx.sh). Whoever comes while they are read does without.
use_precompiled()
{
    local headers=$headers at
    [ -z "$compiler_words" ] || headers=thread # too few programs have these flags
    at=$PRECOMPILED/$compiler$level$compiler_words$headers
    if mkdir "$at" 2>/dev/null; then
        [ $headers = thread ] && printf '#include <thread>\n' >"$at/headers.h" ||
            printf '#include <%s>\n' thread cassert mutex atomic string stdexcept memory vector >"$at/headers.h"
        "${compile[@]}" -x c++-header -c "$at/headers.h" -o "$at/new" 2>/dev/null &&
            mv "$at/new" "$at/headers.h.gch" # clang knows this name, too
    fi
    [ -e "$at/headers.h.gch" ] && precompiled=(-include "$at/headers.h")
}

# Each program is linked with the system's linker in one cell, and replayed there as users do it, who have the sources only: a third of
# the programs with each level of gcc, a sixth with each of clang. In the other cells gold links, where it is installed, and gcc calls
# it. Gold takes half the time of the usual linker, and clang, which takes longest to be loaded, is not loaded a second time.
type -P ld.gold >/dev/null && gold=-fuse-ld=gold || gold=
cells=("gcc -O0" "gcc -O1" "clang -O0" "gcc -O0" "gcc -O1" "clang -O1")
base_name=${file##*/}
as_users_do=${cells[${#base_name} % 6]}
[[ -n ${header[only]-}$slow ]] && as_users_do="gcc -O0" # not all cells are there
[[ -n ${header[options]-}${header[args]-}${header[stdin]-} || $((${#text[@]} % 3)) = 0 ]] && from_sources=yes || from_sources=

# What has other options for clang than these is not divided: they may be meant for clang as linker.
divide_compilation()
{
    [[ -n $linker && $compiler = clang && ! -x $program && ${compiler_words//_-@(std=c++|D)+([A-Z0-9=])/} = "" ]] || return
    "${compile[@]}" ${precompiled[@]+"${precompiled[@]}"} -c -o "$program.o" "$source" 2>/dev/null &&
        "${link[@]}" -pthread $linker -o "$program" "$program.o" 2>/dev/null
}

# Everything about one cell that the program says.
prepare() # COMPILER LEVEL NUMBER
{
    local word number=$3
    compiler=$1 level=$2 cell="$1 $2" name="${file#tests/programs/} $1 $2"
    [ $lines_of_options = 1 ] || name+=" ${option_lines[number - 1]}"
    options=${option_lines[number - 1]-} expect=${expectations[number - 1]-${expectations-}}
    program=${file##*/} program=$work/${program%.*} # the name that it also has in reports; names of other files there end in something
    complaints=()
    verdict=${expect%% *} text= kind= unguarded=
    [[ $verdict = verified || $verdict = bug ]] && unguarded=--no-guard
    [[ $expect == *\"*\" ]] && text=${expect#*\"} && text=${text%\"}
    [ "$verdict" = bug ] && kind=${expect#bug } && kind=${kind%% *}
    [[ -n ${header[states]-}${header[transitions]-} && $options != *--reduction=* ]] && options+=" --reduction=none"
    own=() search=() compiler_options=() compiler_words= hang=
    [[ $options == *--memory-model=* ]] && model= || model=--memory-model=sc
    for word in $options; do
        [[ $word == --* ]] && own+=("$word")
        [[ $word == --* || $word == -j* ]] && search+=("$word") || { compiler_options+=("$word"); compiler_words+=_$word; }
        [[ $word == --hang=* ]] && hang=$word # the one option that a trace does not hold
    done
    compile=("$MAZURKA" cc --cc="$compiler") link=("$MAZURKA" cc --cc=gcc)
    [[ $file == *.cpp ]] && compile=("$MAZURKA" c++ --cxx="${compiler/gcc/g}++") link=("$MAZURKA" c++ --cxx=g++)
    compile+=(--opt="${level#-O}" -pthread ${compiler_options[@]+"${compiler_options[@]}"})
    [ "$cell" = "$as_users_do" ] && linker= || linker=$gold
    precompiled=()
    [[ $threads && -n ${PRECOMPILED-} && $compiler_words != */* ]] && use_precompiled
    # What is checked: the source, or, of several lines of options, what a line before has compiled in the same way.
    [ $lines_of_options = 1 ] || { program=${work%/*}/with${compiler_words//\//_}/${program##*/} && mkdir -p "${program%/*}"; }
    divide_compilation
    if [ -x "$program" ]; then
        checked=(${search[@]+"${search[@]}"} "$program")
    else
        [ "$compiler" = gcc ] || linker= # clang's own
        checked=(--cc="$compiler" "$level" $options $linker ${precompiled[@]+"${precompiled[@]}"}
            --keep="$program" "$source")
    fi
    told args && eval "arguments=($told)"
    printf %s "${header[stdin]-}" >"$work/stdin.txt"
    told races && races=$told
    [ "$verdict" = verified ] && races=${races:-0}
    # Once for each program is enough: other ways to search do without.
    [ "$cell" = "gcc -O0" ] && minimize=2s suggest=10s || minimize=off suggest=off
}

# --- what results say --------------------------------------------------------------------------------------------------

relevant='^(verdict|reason|coverage|settings[.](configuration|reduction)|statistics[.][a-z_]+|'
relevant+='findings[.][0-9]+[.](kind|text|headline|place[.]line))$|accesses[.][01][.]place[.]line$'

# For each result: the number of races and of other findings, and the lines of races; counters that do not depend on --self-check;
# what must not depend on dead values or on the reduction: verdict, findings, ends. Races are found in whatever order and by whatever
# threads, and races and uses of freed memory are told as a schedule shows them that may have been minimized; a loop or a recursion has
# no one place where it fails.
declare -A value=() races_in=() others_in=() race_lines_in=() counts=() found=()
what_counts()
{
    [[ $verdict = bug || $verdict = verified ]] && known=yes || known=
    [[ $known && ( -z $races || $races = 0 ) ]] && others=yes || others=
    [[ $others && $kind != livelock && $kind != stack-overflow && $kind != runaway ]] && placed=yes || placed=
}

load() # RESULT..., of $work/RESULT.json: into value["RESULT PATH"] and the others
{
    local result path got said kind_of lines files=()
    for result; do
        files+=("$work/$result.json")
        races_in[$result]=0 others_in[$result]=0 counts[$result]= race_lines_in[$result]= found[$result]=
    done
    result=
    while IFS=$'\t' read -r path got; do
        if [[ $path == file ]]; then # the next one begins
            [ -z "$result" ] || loaded
            result=${got##*/} result=${result%.json} said= kind_of= lines=()
        fi
        value[$result $path]=$got
        case $path in
        *accesses.[01].place.line)
            got=${got/null/0} # none is known
            lines[got]=$((${lines[got]-0} + 1))
            ;;
        findings.*.kind)
            said+="$path $got|" kind_of=$got
            [ "$got" = race ] && races_in[$result]=$((races_in[$result] + 1)) || others_in[$result]=$((others_in[$result] + 1))
            ;;
        findings.*.text) [[ $others && $minimize$kind_of != 2s@(race|memory) ]] && said+="$path $got|" ;;
        findings.*.line) [[ $placed && $minimize$kind_of != 2s@(race|memory) ]] && said+="$path $got|" ;;
        verdict) said+="$path $got|" ;;
        statistics.states | statistics.transitions | statistics.revisits | statistics.end_states | statistics.deadlocks)
            counts[$result]+="$path $got|"
            ;;
        statistics.overtaking) # a reduction has some of these, and all other ends
            [[ $others && $verdict = verified ]] && said+="ends $((${value[$result statistics.end_states]} - got)) and $((got > 0))|"
            ;;
        esac
    done < <(awk -f tests/lib/flatten.awk -v only="$relevant" -v files=1 "${files[@]}" 2>/dev/null)
    [ -z "$result" ] || loaded
}

loaded() # what load has read of $result
{
    race_lines_in[$result]=${!lines[*]} # in ascending order
    [[ $known && -n $races ]] && said+="${!lines[*]}: ${lines[*]}"
    found[$result]=$said
}

compare() # WHAT WANTED GOT
{
    [ "$2" = "$3" ] || complain "$1: expected $2, got ${3:-nothing}"
}

contains() # WHAT PART WHOLE
{
    [[ -z $2 || $3 == *"$2"* ]] || complain "$1: expected a text with \"$2\", got \"$3\""
}

# --- check -------------------------------------------------------------------------------------------------------------

result() { got=${value[result $1]-}; } # PATH: in $got

check_line()
{
    local line
    result findings.0.place.line
    [ ${#lines[@]} = 0 ] && return
    for line in "${lines[@]}"; do
        [ "$line" = "$got" ] && return
    done
    complain "line: expected ${lines[*]}, got ${got:-nothing}"
}

check_finding() # VERDICT STATUS KIND
{
    compare "exit status" "$2" $status
    result verdict && compare verdict "$1" "$got"
    result findings.0.kind && [ "$3" != any ] && compare "kind of fault" "$3" "$got"
    result findings.0.text && contains "text of the fault" "$text" "$got"
    check_line
}

check_verdict()
{
    case $verdict in
    verified)
        if [ "$races" = 0 ]; then
            compare "exit status" 0 $status
            result verdict && compare verdict verified "$got"
        else # they are all that there is
            compare "exit status" 1 $status
            result coverage && contains coverage verified: "$got"
            kind=race
        fi
        ;;
    bug) check_finding bug 1 "$kind" ;;
    refused) check_finding unknown 3 refused ;;
    unknown | covered)
        compare "exit status" 3 $status
        result verdict && compare verdict "$verdict" "$got"
        result reason && contains reason "$text" "$got"
        ;;
    *) complain "no \"// expect:\" line that is understood: $expect" ;;
    esac

}

check_counts()
{
    local count
    for count in states:states transitions:transitions ends:end_states; do
        told "${count%:*}"
        result "statistics.${count#*:}" && [ -n "$told" ] && compare "${count#*:}" "$told" "$got"
    done
    told findings && [ -n "$told" ] && compare findings "$told" "${others_in[result]}"
    [ -n "$races" ] || return
    compare races "$races" "${races_in[result]}"
    compare "lines of races" "${race_lines[*]}" "${race_lines_in[result]}"
}

# --- replay, and a run without Mazurka ---------------------------------------------------------------------------------

replay() # NUMBER OPTIONS
{
    local number=$1 printed
    shift
    given_input "$MAZURKA" replay "$work/trace.mzt" $hang "$@" >"$work/replay.$number.txt" 2>"$work/replay.$number.err.txt"
    compare "exit status of replay $number" 1 $?
    [ "$kind" = runaway ] && return # it is stopped somewhere in its loop
    mapfile -t printed <"$work/replay.$number.txt"
    result findings.0.headline
    [ "${printed[*]: -1}" = "replayed: $got" ] ||
        complain "replay $number ended with: ${printed[*]: -1} $(tail -n 1 "$work/replay.$number.err.txt")"
}

check_replays()
{
    replay 1 --program="$program"
    # As a user would, who has the sources only: in one cell, for it compiles once more.
    if [[ $from_sources && $cell = "$as_users_do" && ${checked[-1]} == *.c ]]; then
        replay 2
        [ "$kind" = runaway ] || cmp -s "$work/replay.1.txt" "$work/replay.2.txt" || complain "two replays print different things"
    fi
    [ -n "${header[stdout]-}" ] || return
    printf %s "${header[stdout]}" >"$work/stdout.txt"
    grep -Fxf "$work/stdout.txt" "$work/replay.1.txt" | cmp -s "$work/stdout.txt" - ||
        complain "replay: expected the lines \"$(tr '\n' '|' <"$work/stdout.txt")\", got \"$(tr '\n' '|' <"$work/replay.1.txt")\""
}

check_native()
{
    told native
    [ "$told" = endless ] && return
    given_input "$program" ${arguments[@]+"${arguments[@]}"} >/dev/null 2>"$work/native.err.txt"
    compare "exit status of a run without Mazurka" "${told:-0}" $?
}

# --- other ways to search ------------------------------------------------------------------------------------------------
# What has a verdict is deterministic, which need not be looked at again (unguarded) but with other dead values.

again() # NAME OPTIONS...: another result, to be loaded
{
    local name=$1
    shift
    given_input "$MAZURKA" check --quiet --no-trace --minimize=off $model ${own[@]+"${own[@]}"} "$@" --json="$work/$name.json" \
        "$program" -- ${arguments[@]+"${arguments[@]}"} >/dev/null 2>"$work/$name.err.txt"
}

# What is found must not depend on dead values: neither when they are kept nor when they are filled with garbage. Each setting once for
# each compiler.
choose_settings()
{
    settings=()
    [[ $options == *--dead-values* || $options == *--uninit* || $options == *--states* || $options == *--time* ]] && return
    [ -z $leftovers ] && settings=(keep)
    [[ $cell =~ ^(gcc -O0|clang -O1)$ ]] && settings=(clear poison)
}

compare_settings()
{
    local setting
    for setting in ${settings[@]+"${settings[@]}"}; do
        [ "${found[result]}" = "${found[$setting]}" ] || complain "--dead-values=$setting finds something else: ${found[$setting]}"
    done
    # With --self-check every transition is taken; without it those are not that are known to lead to known states.
    [[ $verdict != verified || ! -v counts[clear] || ${counts[result]} = "${counts[clear]}" ]] || check_foresight
}

# Sleep sets go by what is foreseen: then it is counted without them.
check_foresight()
{
    local with=${counts[result]} without=${counts[clear]}
    if [[ ${value[result settings.reduction]-} == sum* ]]; then
        again foreseen --reduction=sum-plain $unguarded
        again taken --reduction=sum-plain --no-foresight $unguarded
        load foreseen taken
        with=${counts[foreseen]} without=${counts[taken]}
    fi
    [ "$with" = "$without" ] || complain "foresight makes a difference: $with and $without"
}

# What is found must not depend on the reduction either. (Of a bug only that there is one: another may be found first.) Without options
# for the search there is likely to be one; with them the result says whether there is.
may_have_reduction() { [[ $cell =~ ^(gcc -O1|clang -O0)$ ]]; }

has_reduction()
{
    may_have_reduction && [[ ${value[result settings.configuration]-} == --search=auto && ${value[result settings.reduction]-} != none ]]
}

compare_reduction()
{
    if [ "$verdict" = verified ]; then
        # Ends that overtake others may all be left out: where somebody else can always go first (docs/design/reductions-proofs.md).
        [[ ${found[result]} == "${found[none]}" || ${found[result]} == "${found[none]/ and 1|/ and 0|}" ]] ||
            complain "without a reduction something else is found: ${found[none]}"
    else
        result verdict && compare "verdict without a reduction" "$got" "${value[none verdict]-}"
    fi
}

# Before anything is compared, for all results are read at once.
search_otherwise()
{
    local setting
    choose_settings
    results=(${settings[@]+"${settings[@]}"})
    for setting in ${settings[@]+"${settings[@]}"}; do
        again $setting --dead-values=$setting
    done
    if may_have_reduction && [ ${#own[@]} = 0 ]; then
        again none --reduction=none $unguarded
        results+=(none)
    fi
}

check_others()
{
    if has_reduction && [[ " ${results[*]-} " != *" none "* ]]; then
        again none --reduction=none $unguarded
        load none
    fi
    compare_settings
    has_reduction && compare_reduction
}

# States that are reached with dead values cleared are states of the program, and it prints the same from there. Once for each
# compiler.
check_agreement()
{
    [[ -z $options && ( $verdict = verified || $verdict = bug ) && $cell =~ ^(gcc -O1|clang -O0)$ && -z $leftovers ]] || return
    given_input "$MAZURKA" states "$program" --agree=4 -- ${arguments[@]+"${arguments[@]}"} >"$work/agree.txt" 2>&1 ||
        complain "states --agree: $(head -n 1 "$work/agree.txt")"
}

# Clocks where they are not needed: neither more nor less.
check_clocks()
{
    given_input "$MAZURKA" check --quiet --no-trace $unguarded --minimize=off $model --race-rule=clocks --json="$work/clocks.json" \
        "$program" >/dev/null 2>&1
    load clocks
    compare "lines of races with --race-rule=clocks" "${race_lines[*]}" "${race_lines_in[clocks]}"
}

# --- all of it ----------------------------------------------------------------------------------------------------------

tell()
{
    if [ ${#complaints[@]} = 0 ]; then
        echo "ok $name"
        return 0
    fi
    printf '    %s\n' "${complaints[@]}"
    printf '    command:'
    printf ' %q' "${command[@]/#$work/TMP}"
    printf '\n'
    { tail -n 4 "$work/err.txt"; head -n 3 "$work/out.txt"; } | cut -c1-200 | sed 's|^|    > |'
    echo "FAIL $name"
    return 1
}

check_cell() # COMPILER LEVEL NUMBER, in $work
{
    prepare "$@"
    what_counts
    command=("$MAZURKA" check --self-check $model --minimize=$minimize --suggest=$suggest --json="$work/result.json"
        --trace="$work/trace.mzt" "${checked[@]}" -- ${arguments[@]+"${arguments[@]}"})
    given_input "${command[@]}" >"$work/out.txt" 2>"$work/err.txt"
    status=$?
    search_otherwise
    load result ${results[@]+"${results[@]}"}
    check_verdict
    check_counts
    if [ ${#complaints[@]} = 0 ]; then
        [[ $file == */races/* ]] && check_clocks
        [[ $verdict = bug || $kind = race ]] && check_replays
        [ "$verdict" = verified ] && check_native
        check_others
        check_agreement
    fi
    tell
}

# Each in a subshell of its own: none sees what another has left.
failed=0
for ((i = 0; $# > 1; i++)); do
    for ((number = 1; number <= lines_of_options; number++)); do
        work=$folder/$i/$number
        (check_cell "$1" "$2" $number) || failed=1
    done
    shift 2
done
exit $failed
}
