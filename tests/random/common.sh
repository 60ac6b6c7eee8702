# common.sh - for scripts that check random programs in several ways, which must agree. They define
#
#     compare CLASS SEED     one program in all ways, in $work/CLASS.SEED; leaves complaints if they disagree, and a file "skipped" if
#                            it is too large
#
# and call compare_all. Environment: BUILD (default build), MAZURKA (default $BUILD/bin/mazurka), N programs of each class (default 4)
# beginning with seed FIRST, STATES: what has more is not compared (default 4000), JOBS at a time (default 2), KEEP: a directory for
# programs with complaints.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=${BUILD:-build}
[[ $build == /* ]] || build=$root/$build
export MAZURKA=${MAZURKA:-$build/bin/mazurka} STATES=${STATES:-4000} NO_COLOR=1 LC_ALL=C
ulimit -S -t "${LIMIT:-300}" # of processor time, each process: for a check that goes on for ever, without a process that watches it
N=${N:-4} FIRST=${FIRST:-1} JOBS=${JOBS:-2}
[[ -x $MAZURKA ]] || { echo "FAIL $0: there is no $MAZURKA"; exit 1; }
unset MAZURKA_CC
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
# What is made once for all scripts of a run: the generator, and the headers of its programs, read once for each compiler and level.
# (Compilers make the same of a program with them, byte for byte.) Whoever comes while a compiler reads them does without.
shared=${PRECOMPILED:-$work}
generate=$shared/generate
if [[ ! -x $generate ]]; then
    gcc -std=gnu17 -D_GNU_SOURCE -Wall -Wextra -I"$root/src" -o "$work/generate.new" "$root"/tests/random/*.c "$root/src/base/rng.c" ||
        { echo "FAIL the generator does not compile"; exit 1; }
    mv "$work/generate.new" "$generate"
fi
type -P ld.gold >/dev/null && gold=-fuse-ld=gold || gold=

# An object, and what is linked of it, as tests/lib/program.sh links: clang is not loaded a second time.
compile() # DIRECTORY NAME COMPILER LEVEL: DIRECTORY/program.c to DIRECTORY/NAME.o and DIRECTORY/NAME
{
    local headers=$shared/random-$3$4/headers.h options=(--cc="$3" --opt="$4" -w)
    if mkdir "${headers%/*}" 2>/dev/null; then
        grep '^#' "$1/program.c" >"$headers"
        "$MAZURKA" cc "${options[@]}" -x c-header -c "$headers" -o "$headers.new" 2>/dev/null && mv "$headers.new" "$headers.gch"
    fi
    [[ -e $headers.gch ]] && options+=(-include "$headers")
    "$MAZURKA" cc "${options[@]}" -c -o "$1/$2.o" "$1/program.c" 2>"$1/compiler" &&
        "$MAZURKA" cc --cc=gcc $gold -o "$1/$2" "$1/$2.o" 2>"$1/compiler" ||
        { echo "$3: $(head -n 1 "$1/compiler")" >"$1/complaints"; return 1; }
}

# What results say, by their names. Several are read in one go, as there are thousands.
declare -A findings coverage end_states states statuses
unread=() # names of checks that have run
nl=$'\n'

# Runs one check, which leaves NAME.json and NAME.out. That a program is deterministic, and that its set-up is, is looked at by the first
# check of it: with GUARD_ONCE no other one does, for that has nothing to do with how it is searched, and takes a third of a small check.
declare -A guarded=()
run() # DIRECTORY NAME PROGRAM OPTIONS
{
    local name=$2 at=$1/$2 program=$3
    shift 3
    [[ ${GUARD_ONCE-} && -v guarded[$program] ]] && set -- --no-guard "$@"
    guarded[$program]=yes
    "$MAZURKA" check "$program" --memory-model=sc --minimize=off --all --trust=all --race=off \
        --states="$STATES" --time=100s --no-trace \
        --json="$at.json" "$@" >"$at.out" 2>"$at.err" </dev/null
    statuses[$name]=$?
    unread+=("$name")
}

# What a check has found goes to NAME.findings, and is there only if the check came to an end.
take_findings() # DIRECTORY NAME FINDINGS UNCONFIRMED DOUBT WRONG
{
    local name=$2 status=${statuses[$2]}
    if [[ -n $4$6 ]]; then
        echo "$name: $5 $6" >>"$1/complaints"
    elif ! [[ $status == [01] && ${coverage[$name]} =~ ^(verified: )?(all|the only)\  ]]; then
        [[ $status == [013] ]] || echo "$name: status $status" >>"$1/complaints"
        return
    fi
    findings[$name]=${3//$'\036'/$nl}
    printf %s "${findings[$name]}" >"$1/$name.findings"
}

# Reads all checks that have run and were not read yet.
read_results() # DIRECTORY
{
    local name said_coverage said_states ends unconfirmed doubt wrong all files=()
    local -A said=()
    for name in "${unread[@]}"; do
        [[ -s $1/$name.json ]] && files+=("$1/$name.json")
    done
    while IFS=$'\037' read -r name said_coverage said_states ends unconfirmed doubt wrong all; do
        said[$name]=yes coverage[$name]=$said_coverage states[$name]=$said_states end_states[$name]=$ends
        take_findings "$1" "$name" "$all" "$unconfirmed" "$doubt" "$wrong"
    done < <([[ ${#files[@]} = 0 ]] || awk -f "$root/tests/random/results.awk" "${files[@]}")
    for name in "${unread[@]}"; do
        [[ -n ${said[$name]-} ]] || echo "$name: status ${statuses[$name]}: $(tail -n 1 "$1/$name.err")" >>"$1/complaints"
    done
    unread=()
}

# Runs one check and reads it. Status 0: it came to an end.
check() # DIRECTORY NAME PROGRAM OPTIONS
{
    run "$@"
    read_results "$1"
    [[ -v findings[$2] ]]
}

# Compares data races with those of the first result, if that and the others are complete (races.awk).
agree_on_races() # DIRECTORY LINES NAME NAME...: LINES=1: by lines alone
{
    local at=$1 lines=$2 first=$3 name files=() difference
    shift 2
    for name; do
        [[ -v findings[$name] ]] && files+=("$at/$name.json") || [[ $name != "$first" ]] || return
    done
    while IFS= read -r difference; do
        echo "data races differ from those of $first, $difference" >>"$at/complaints"
    done < <(awk -v lines="$lines" -f "$root/tests/random/races.awk" "${files[@]}")
}

agree() # DIRECTORY NAME NAME [ends]: compares two results, if both are complete
{
    local difference
    [[ -v findings[$2] && -v findings[$3] ]] || return
    if [[ ${findings[$2]} != "${findings[$3]}" ]]; then
        difference=$(diff "$1/$2.findings" "$1/$3.findings" | grep '^[<>]' | head -n 3 | tr '\n\t' '| ')
        echo "findings differ, $2 and $3: $difference" >>"$1/complaints"
    fi
    if [[ ${4:-} == ends && ${end_states[$2]} != "${end_states[$3]}" ]]; then
        echo "end states: $2 ${end_states[$2]}, $3 ${end_states[$3]}" >>"$1/complaints"
    fi
}

# Programs of one class. Status 1: there are complaints.
compare_class() # TITLE TOO-LARGE CLASS SEED...
{
    local title=$1 too_large=$2 class=$3 seed at skipped ok=1
    shift 3
    for seed; do
        while [[ $(jobs -rp | wc -l) -ge $JOBS ]]; do
            wait -n
        done
        compare "$class" "$seed" &
    done
    wait
    skipped=$(find "$work" -path "*/$class.*/skipped" | wc -l)
    for seed; do
        at=$work/$class.$seed
        [[ -s $at/complaints ]] || continue
        ok=0
        echo "    $class $seed:"
        sed 's/^/        /' "$at/complaints"
        [[ -n ${KEEP:-} ]] && mkdir -p "$KEEP" && cp -r "$at" "$KEEP/"
    done
    if [[ $ok == 1 ]]; then
        echo "ok $title $class: $# programs, $skipped of them too large$too_large"
    else
        echo "FAIL $title $class"
    fi
    rm -rf "$work/$class".*
    [[ $ok == 1 ]]
}

# Prints "ok TITLE CLASS" or "FAIL TITLE CLASS" for each class, or for the one given, and ends the script.
compare_all() # TITLE TOO-LARGE [CLASS [SEED]...]
{
    local title=$1 too_large=$2 failed=0 class classes seeds
    shift 2
    classes=("${1:-}")
    [[ -n ${1:-} ]] || mapfile -t classes < <("$generate" | awk '{ print $1 }')
    [[ $# -gt 0 ]] && shift
    seeds=("$@")
    [[ $# -gt 0 ]] || mapfile -t seeds < <(seq "$FIRST" $((FIRST + N - 1)))
    for class in "${classes[@]}"; do
        compare_class "$title" "$too_large" "$class" "${seeds[@]}" || failed=1
    done
    exit $failed
}
