#!/bin/bash
# run.sh - runs every test, tells what took longest and how long all of it took, and closes with "N passed, N failed".
#
#     tests/run.sh [PATTERN...]      only tests whose name contains one of the patterns: mutex, cli/, "clang -O1", ...
#
# Tests are programs in $BUILD/tests/unit and $BUILD/tests/model and scripts tests/*/test_*.sh, which print a line "ok NAME"
# or "FAIL NAME" for each of their tests ("skip NAME: why" where the machine lacks what one needs), and the corpus
# tests/programs: every program with gcc and clang, where it is installed, -O0 and -O1 (lib/program.sh says what is compared).
#
# Those that took longest are started first (lib/durations.txt), so that no processor waits for the last of them.
#
# Environment: BUILD (default build), MAZURKA (default $BUILD/bin/mazurka), JOBS at a time (default: one more than there are
# processors, and up to twice that while a processor has nothing to do, for some tests wait), LIMIT in seconds for one check of a script
# (default 300, ten times that for a script or a program, and thirty times for a binary: it ends what hangs, and is no measure of speed),
# PROGRAMS: so many random programs of each class for binaries of model/ (default: as many as each of them takes by itself), TIMES: a
# file for the seconds of every test, VERBOSE=1 to see every passed test, TMPDIR for temporary files (default: memory, where there is
# enough, or else /tmp).
set -u
cd "$(dirname "$0")/.." || exit 2
export BUILD=$(realpath -m "${BUILD:-build}")
export MAZURKA=${MAZURKA:-$BUILD/bin/mazurka}
export LIMIT=${LIMIT:-300}
# What the user has set for a terminal or a compiler of his own must not change what is compared.
export NO_COLOR=1 LC_ALL=C
unset MAZURKA_CC MAZURKA_OPTIONS MAKEFLAGS MAKELEVEL MFLAGS
processors=$(nproc)
jobs=${JOBS:-$((processors + 1))} most_jobs=${JOBS:-$((2 * processors + 2))}
scripts_limit=$((LIMIT * 10)) binaries_limit=$((LIMIT * 30))

if ! [ -x "$MAZURKA" ]; then
    echo "$MAZURKA is not there: run make first" >&2
    exit 2
fi

# Where there is room for them in memory, and programs may be run there. Tests make and remove a hundred thousand files and folders.
in_memory() # FOLDER
{
    local free
    free=$(df --output=avail -k "$1" 2>/dev/null | tail -n 1)
    [ "${free:-0}" -ge 4000000 ] && awk '/^MemAvailable:/ { exit $2 < 6000000 }' /proc/meminfo &&
        work=$(mktemp -d -p "$1" 2>/dev/null) || return 1
    cp "$(type -P true)" "$work/true" && "$work/true" 2>/dev/null && return
    rm -rf "$work"
    return 1
}
[ -z "${TMPDIR-}" ] && in_memory /dev/shm || work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
export XDG_CACHE_HOME=$work/cache PRECOMPILED=$work/precompiled TMPDIR=$work/temporary
mkdir "$PRECOMPILED" "$TMPDIR"
slowest=10 times=${TIMES:-$work/times}

# --- the list of tests: "kind TAB name TAB arguments" ------------------------------------------------------------------

# Those whose names contain one of the patterns, or all where there is none. All that is wanted of a program is one test.
wanted() # PATTERN...
{
    awk -F'\t' -v patterns=$# '
        BEGIN { for (i = 1; i <= patterns; i++) { pattern[i] = ARGV[i]; ARGV[i] = "" } }
        function matches(name,    i)
        {
            for (i = 1; i <= patterns; i++)
                if (index(name, pattern[i]))
                    return 1
            return !patterns
        }
        function tell()
        {
            if (cells)
                print "program" FS (cells == 1 ? one : program) FS arguments
            cells = 0
        }
        !matches($2) { next }
        $1 != "program" { tell(); print; next }
        {
            split($3, word, " ")
            if (!cells || word[1] != file)
                tell()
            if (!cells)
                arguments = file = word[1]
            program = substr(file, length("tests/programs/") + 1)
            one = $2
            arguments = arguments " " word[2] " " word[3]
            cells++
        }
        END { tell() }' "$@"
}

# Programs with each compiler and level that their "// only:" and "// slow" lines let run.
list_programs() # FILE...
{
    awk -v machine="$(uname -m)" -v installed="gcc $(type -P clang >/dev/null && echo clang)" '
        function allowed(compiler, level,    word, words, n, i)
        {
            n = split(only, words, " ")
            for (i = 1; i <= n; i++) {
                word = words[i]
                if (word != (word ~ /^(gcc|clang)$/ ? compiler : word ~ /^-O/ ? level : machine))
                    return 0
            }
            return !slow || compiler level == "gcc-O0"
        }
        function tell(    compilers, count, levels, i, j, cell)
        {
            count = split(installed, compilers, " ")
            split("-O0 -O1", levels, " ")
            for (i = 1; file != "" && i <= count; i++) {
                for (j = 1; j <= 2; j++) {
                    cell = file " " compilers[i] " " levels[j]
                    if (allowed(compilers[i], levels[j]))
                        print "program\t" substr(cell, length("tests/programs/") + 1) "\t" cell
                }
            }
        }
        FNR == 1 { tell(); file = FILENAME; only = ""; slow = 0 }
        /^\/\/ only:/ { only = only " " substr($0, length("// only:") + 1) }
        /^\/\/ slow/ { slow = 1 }
        END { tell() }' "$@"
}

list()
{
    local file files
    for file in "$BUILD"/tests/{model,unit}/*; do
        [ -f "$file" ] && [ -x "$file" ] && printf 'binary\t%s\t%s\n' "${file#"$BUILD"/tests/}" "$file"
    done
    for file in tests/*/test_*.sh; do
        printf 'script\t%s\t%s\n' "${file#tests/}" "$file"
    done
    mapfile -t files < <(find tests/programs -name '*.c' -o -name '*.cpp' | sort)
    list_programs "${files[@]}"
}

# Longest first; those that are not in the list of durations follow in their own order.
longest_first()
{
    awk -F'\t' '
        FILENAME != "-" { name = $0; if (sub(/^ *[0-9.]+ s +[0-9.]+ s +/, "", name)) seconds[name] = $0 + 0; next }
        { print ($2 in seconds ? seconds[$2] : 0) FS $0 }' tests/lib/durations.txt - | sort -s -t $'\t' -k 1,1nr | cut -f 2-
}

# --- one test ----------------------------------------------------------------------------------------------------------

# Seconds on the clock, and of processors, which depend less on what else the machine does. (A test has a subshell of its own: all
# children of that are the test's.)
note_time() # NUMBER MILLISECONDS NAME
{
    local parts part spent=0
    times >"$work/$1.times"
    { read -r _ && read -ra parts; } <"$work/$1.times" # the second line is the children's: "0m1.234s 0m0.567s"
    for part in "${parts[@]}"; do
        [[ $part =~ ([0-9]+)m([0-9]+)\.([0-9]+) ]]
        spent=$((spent + BASH_REMATCH[1] * 60000 + 10#${BASH_REMATCH[2]}${BASH_REMATCH[3]}))
    done
    printf '%8.1f s %8.1f s  %s\n' "${2}e-3" "${spent}e-3" "$3" >"$work/$1.time"
}

run_one() # NUMBER KIND NAME ARGUMENTS
{
    local log=$work/$1.log status=0 said start=${EPOCHREALTIME/./}
    case $2 in
    binary) timeout -k 5 $binaries_limit "$4" $([[ $3 == model/* ]] && echo "${PROGRAMS-}") >"$log" 2>&1 || status=$? ;;
    script) timeout -k 5 $scripts_limit bash "$4" >"$log" 2>&1 || status=$? ;;
    program) timeout -k 5 $scripts_limit bash tests/lib/program.sh $4 >"$log" 2>&1 || status=$? ;;
    esac
    note_time $1 $(((${EPOCHREALTIME/./} - start) / 1000)) "$3"
    # Most pass and say no more than that: no process is needed to see it.
    mapfile -t said <"$log"
    printf -v said '%.3s' ${said[@]+"${said[@]}"}
    [[ $status = 0 && -n $said && -z ${said//ok /} && -z ${VERBOSE:-} ]] && return
    # A test that died, or said nothing, has not passed.
    if [ $status != 0 ] && ! grep -q '^FAIL ' "$log" || ! grep -qE '^(ok|FAIL|skip) ' "$log"; then
        echo "FAIL $3 (exit status $status)" >>"$log"
    fi
    if grep -q '^FAIL ' "$log"; then
        { echo "--- $3"; grep -v '^ok ' "$log"; } >"$work/$1.out"
        cat "$work/$1.out"
    elif [ -n "${VERBOSE:-}" ]; then
        [ "$2" = program ] && cat "$log" || sed "s|^ok |ok $3: |; s|: $3\$||" "$log"
    else
        grep '^skip ' "$log"
    fi
}

# --- all of them -------------------------------------------------------------------------------------------------------

# Tests wait for clocks, and for each other's files: what has run out of work is seen by the number of processes that could run, this one
# among them ("0.20 0.18 0.12 1/80 11206"; a system that does not tell has none).
idle()
{
    local runnable
    read -r _ _ _ runnable _ </proc/loadavg && runnable=${runnable%/*} && [ "$((runnable - 1))" -lt "$processors" ]
} 2>/dev/null

# Each test that ends leaves a file, and writes a line to wake whoever waits for room. Files are counted, not lines: bash may lose a line
# that comes when the time to wait for it is over, and a test that is taken to run for ever keeps its room.
count_running() # STARTED: in $running
{
    local ended=("$work"/ended/*) # and one more, which is there from the start
    running=$(($1 - ${#ended[@]} + 1))
}

wait_for_room() # STARTED
{
    local running
    while count_running "$1" && [ $running -ge "$most_jobs" ] || { [ $running -ge "$jobs" ] && ! idle; }; do
        read -r -t 0.2 -u "$woken"
    done
}

run_all() # PATTERN...
{
    local number=0 woken kind name arguments passed failed spent clock start=$SECONDS
    mkdir -p "$work/ended/none" && mkfifo "$work/woken" && exec {woken}<>"$work/woken" || exit 2
    while IFS=$'\t' read -r kind name arguments; do
        number=$((number + 1))
        wait_for_room $((number - 1))
        { trap ': 2>/dev/null >"$work/ended/$number"; echo >&$woken' EXIT; run_one $number "$kind" "$name" "$arguments"; } </dev/null &
        if [ -t 1 ]; then
            printf '\r%d tests started\r' $number
        fi
    done < <(list | wanted "$@" | longest_first)
    wait
    passed=$(cat "$work"/*.log 2>/dev/null | grep -c '^ok ')
    failed=$(cat "$work"/*.log 2>/dev/null | grep -c '^FAIL ')
    cat "$work"/*.time 2>/dev/null | sort -rn >"$times"
    if [ $number -gt $slowest ]; then
        echo "the $slowest slowest, in seconds on the clock and of processors:"
        head -n $slowest "$times"
    fi
    if [ $number = 0 ]; then
        echo "no test matches: $*" >&2
    fi
    spent=$(awk '{ spent += $3 } END { printf "%d", spent }' "$times")
    clock=$((SECONDS - start))
    printf 'in all: %d:%02d minutes on the clock, %d:%02d of processors (%d %% of what %d of them have)\n' $((clock / 60)) $((clock % 60)) \
        $((spent / 60)) $((spent % 60)) $((clock ? 100 * spent / clock / processors : 0)) "$processors"
    echo "$passed passed, $failed failed"
    [ "$failed" = 0 ] && [ "$passed" != 0 ]
}

type -P clang >/dev/null || echo "skip the programs with clang: it is not installed"
# In one piece, so that whoever edits this file while it runs does not change what it does.
run_all "$@"; exit
