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
generate=$work/generate
gcc -std=gnu17 -O1 -Wall -Wextra -I"$root/src" -o "$generate" "$root"/tests/random/*.c "$root/src/base/rng.c" ||
    { echo "FAIL the generator does not compile"; exit 1; }

# What results say, by their names. Read in one go, as there are thousands.
declare -A findings coverage end_states
relevant='^(coverage|statistics[.](end_states|overtaking)|findings[.][0-9]+[.](kind|text|place[.]line|confirmed|doubt))$'
nl=$'\n'

# The findings of a result are one a line and sorted, without what depends on the way: "kind TAB line TAB text". Doubts, if any, go to
# $doubt.
read_result() # NAME FILE.json
{
    local path value at kinds=() lines=() texts=() all=()
    coverage[$1]= end_states[$1]= doubt= confirmed=yes
    while IFS= read -r value; do
        path=${value%%$'\t'*} value=${value#*$'\t'}
        at=${path#findings.} at=${at%%.*}
        case $path in
        coverage) coverage[$1]=$value ;;
        statistics.end_states) end_states[$1]=$value ;;
        statistics.overtaking) end_states[$1]=$((end_states[$1] - value)) ;;
        *.kind) kinds[at]=$value ;;
        *.text) texts[at]=$value ;;
        *.line) lines[at]=$value ;;
        *.confirmed) [[ $value == false ]] && confirmed= ;;
        *.doubt) doubt=${doubt:-$value} ;;
        esac
    done < <(awk -f "$root/tests/lib/flatten.awk" -v only="$relevant" "$2")
    for at in "${!kinds[@]}"; do
        all+=("${kinds[at]}"$'\t'"${lines[at]-}"$'\t'"${texts[at]-}")
    done
    findings[$1]=
    [[ ${#all[@]} -gt 0 ]] && printf -v findings[$1] '%s\n' "${all[@]}"
    [[ ${#all[@]} -gt 1 ]] && findings[$1]=$(sort <<<"${findings[$1]%$nl}")$nl
}

# Runs one check. Status 0: it came to an end.
check() # DIRECTORY NAME PROGRAM OPTIONS: leaves NAME.json, NAME.out, and if it came to an end NAME.findings
{
    local directory=$1 name=$2 at=$1/$2 program=$3 status confirmed doubt wrong=
    shift 3
    "$MAZURKA" check "$program" --minimize=off --all --trust=all --race=off \
        --states="$STATES" --time=100s --no-trace \
        --json="$at.json" "$@" >"$at.out" 2>"$at.err" </dev/null
    status=$?
    if ! [[ -s $at.json ]]; then
        echo "$name: status $status: $(tail -n 1 "$at.err")" >>"$directory/complaints"
        return 1
    fi
    read_result "$name" "$at.json"
    [[ $nl${findings[$name]} =~ $nl((internal|diverged|refused|runaway)[^$nl]*) ]] && wrong=${BASH_REMATCH[1]}
    if [[ -z $confirmed || -n $wrong ]]; then
        echo "$name: $doubt $wrong" >>"$directory/complaints"
    elif ! [[ $status == [01] && ${coverage[$name]} =~ ^(verified: )?(all|the only)\  ]]; then
        [[ $status == [013] ]] || echo "$name: status $status" >>"$directory/complaints"
        unset "findings[$name]"
        return 1
    fi
    printf %s "${findings[$name]}" >"$at.findings"
}

# Data races of a result, one a line and sorted: two threads and lines, whichever of them the report names first. Each pair of lines is
# told once, so where a line reads and writes it depends on the order of the search which of the two is told.
# A leaf is created by one of several threads, so which number it gets depends on the order too.
races() # FILE.json
{
    awk -f "$root/tests/lib/flatten.awk" -v only='^findings[.][0-9]+[.]headline$' "$1" | awk '
        function place(text) { # "write of x by thread 1 at FILE:12 in f"
            sub(/^.* by /, "", text)
            if (text ~ / in [a-z_]*leaf$/)
                sub(/thread [0-9]+/, "a leaf", text)
            sub(/ at .*:/, " at ", text)
            sub(/ in .*/, "", text)
            return text
        }
        sub(/^[^\t]*\tdata race: /, "") {
            n = index($0, ", and ")
            a = place(substr($0, 1, n - 1))
            b = place(substr($0, n + 6))
            print a < b ? a " / " b : b " / " a
        }' | sort -u
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
