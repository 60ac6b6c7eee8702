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
N=${N:-4} FIRST=${FIRST:-1} JOBS=${JOBS:-2}
[[ -x $MAZURKA ]] || { echo "FAIL $0: there is no $MAZURKA"; exit 1; }
unset MAZURKA_CC
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
generate=$work/generate
gcc -std=gnu17 -O1 -Wall -Wextra -I"$root/src" -o "$generate" "$root"/tests/random/*.c "$root/src/base/rng.c" ||
    { echo "FAIL the generator does not compile"; exit 1; }

# The findings of a result, one a line and sorted, without what depends on the way: "kind TAB line TAB text".
findings() # FILE.json
{
    awk -f "$root/tests/lib/flatten.awk" "$1" | awk -F'\t' '
        $1 ~ /^findings\.[0-9]+\.(kind|text|place\.line)$/ {
            split($1, path, ".")
            name = path[3] == "place" ? "line" : path[3]
            value[path[2], name] = substr($0, length($1) + 2)
            last = path[2]
            some = 1
        }
        END {
            for (i = 0; some && i <= last; i++)
                print value[i, "kind"] "\t" value[i, "line"] "\t" value[i, "text"]
        }' | sort
}

value() # FILE.json NAME: the first value of that name
{
    sed -n 's/^ *"'"$2"'": "\(.*\)",\{0,1\}$/\1/p; s/^ *"'"$2"'": \([^",]*\),\{0,1\}$/\1/p' "$1" | head -n 1
}

# Runs one check. Status 0: it came to an end.
check() # DIRECTORY NAME PROGRAM OPTIONS: leaves NAME.json, NAME.out, NAME.findings
{
    local directory=$1 name=$2 at=$1/$2 program=$3 status
    shift 3
    timeout -k 5 300 "$MAZURKA" check "$program" --all --trust=all --race=off --states="$STATES" --time=100s --no-trace \
        --json="$at.json" "$@" >"$at.out" 2>"$at.err" </dev/null
    status=$?
    if ! [[ -s $at.json ]]; then
        echo "$name: status $status: $(tail -n 1 "$at.err")" >>"$directory/complaints"
        return 1
    fi
    findings "$at.json" >"$at.findings"
    if grep -q '"confirmed": false' "$at.json" || grep -qE '^(internal|diverged|refused|runaway)' "$at.findings"; then
        echo "$name: $(grep -h '"doubt": "' "$at.json" | head -n 1) $(grep -E '^(internal|diverged|refused|runaway)' "$at.findings" |
            head -n 1)" >>"$directory/complaints"
        return 0
    fi
    [[ $status == [01] && $(value "$at.json" coverage) =~ ^(all|the only)\  ]] && return 0
    [[ $status == [013] ]] || echo "$name: status $status" >>"$directory/complaints"
    rm "$at.findings"
    return 1
}

agree() # DIRECTORY NAME NAME [ends]: compares two results, if both are complete
{
    local a=$1/$2 b=$1/$3 difference
    [[ -e $a.findings && -e $b.findings ]] || return
    if ! cmp -s "$a.findings" "$b.findings"; then
        difference=$(diff "$a.findings" "$b.findings" | grep '^[<>]' | head -n 3 | tr '\n\t' '| ')
        echo "findings differ, $2 and $3: $difference" >>"$1/complaints"
    fi
    if [[ ${4:-} == ends && $(value "$a.json" end_states) != $(value "$b.json" end_states) ]]; then
        echo "end states: $2 $(value "$a.json" end_states), $3 $(value "$b.json" end_states)" >>"$1/complaints"
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
