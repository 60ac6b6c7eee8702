#!/bin/bash
# run.sh - checks libraries that nobody here wrote, by the drivers in this folder: a row of the table in bench/results/field-notes.md for
# each. The sources are fetched from Debian's archive (`apt-get source`) and built with `mazurka cc`, which is why no test does so.
#
#     bench/field/run.sh [NAME...]        only rows whose name contains one of the words; -l lists the rows and what they need
#
# The table is libraries.txt; how each library is built is in builds.sh. The status is 1 if a verdict is another one than the table expects.
# Environment: BUILD, MAZURKA; SOURCES, where sources and what is built of them are kept (default: BUILD/field); TIME, the limit of
# each search (60s); OPTIONS, further options for each, such as --reduction=none.
set -u
here=$(cd "$(dirname "$0")" && pwd)
BUILD=$(realpath -m "${BUILD:-$here/../../build}")
export MAZURKA=${MAZURKA:-$BUILD/bin/mazurka} NO_COLOR=1 PATH="$BUILD/bin:$PATH"
sources=${SOURCES:-$BUILD/field}
mkdir -p "$sources/built" || exit 2
sources=$(realpath "$sources") failed=0

. "$here/../sources.sh"

# archive NAME OPTION... -- FILE...: compiles the files into built/NAME.a, once
archive()
{
    local name=$1 options=() file folder=built/$1
    shift
    [[ -e built/$name.a ]] && return
    while [[ $1 != -- ]]; do
        options+=("$1")
        shift
    done
    shift
    mkdir -p "$folder"
    for file; do
        case $file in
        *.c) "$MAZURKA" cc -g -w "${options[@]}" -c "$file" -o "$folder/${file//\//_}.o" ;;
        *) "$MAZURKA" c++ -g -w "${options[@]}" -c "$file" -o "$folder/${file//\//_}.o" ;;
        esac || return 1
    done
    ar rcs "built/$name.a" "$folder"/*.o
}

. "$here/builds.sh"

# --- one row -----------------------------------------------------------------------------------------------------------

# Options of a row: --OPTION is for the check, NAME=VALUE goes into its environment, all else is for the compiler.
checked() # NAME DRIVER OPTION...: writes result.json
{
    local driver=$here/$2 compiler=cc program=$sources/built/row option limits=() environment=() compiler_options=()
    shift 2
    for option; do
        case $option in
        --*) limits+=("$option") ;;
        [A-Z]*=*) environment+=("$option") ;;
        *) compiler_options+=("$option") ;;
        esac
    done
    [[ $driver == *.c ]] || compiler=c++
    "$MAZURKA" $compiler -g -w "${compiler_options[@]}" -o "$program" "$driver" "${flags[@]}" || return 1
    rm -f "$sources/result.json"
    env "${environment[@]}" "$MAZURKA" check --no-trace --quiet --time="${TIME:-60s}" --json="$sources/result.json" \
        "${limits[@]}" ${OPTIONS-} "$program" > "$sources/row.log" 2>&1
    [[ -s $sources/result.json ]]
}

# With a framework for tests every case is checked by itself; the verdict counts them.
tested() # NAME DRIVER OPTION...
{
    local driver=$here/$2 compiler=cc program=$sources/built/row
    shift 2
    [[ $driver == *.c ]] || compiler=c++
    "$MAZURKA" $compiler -g -w "$@" -o "$program" "$driver" "${flags[@]}" || return 1
    (cd "$sources/built" && "$MAZURKA" test ./row --no-trace --budget="${TIME:-60s}") > "$sources/row.log" 2>&1
    grep -q ' cases: ' "$sources/row.log"
}
told_of_cases() # as told()
{
    awk '/ states, / { sub(/.*\(/, ""); gsub(/,/, "", $1); states += $1; seconds += $(NF - 1) }
         / cases: / { sub(/.*cases: /, ""); sub(/with a bug/, "bug"); sub(/, 0 undecided/, ""); verdict = $0 }
         END { printf "%s|%d|%.1f\n", verdict, states, seconds }' "$sources/row.log"
}

told() # what the result says, as "verdict (kind)|states|seconds"
{
    python3 - "$sources/result.json" << 'END'
import json, sys
result = json.load(open(sys.argv[1]))
statistics = result["statistics"]
kinds = sorted({finding["kind"].replace("_", " ") for finding in result["findings"]})
verdict = result["verdict"] + (f' ({", ".join(kinds)})' if kinds else "")
print(verdict, f'{statistics["states"]:,}', f'{statistics["search_seconds"]:.1f}', sep="|")
END
}

row() # NAME PACKAGE BUILD DRIVER EXPECTED OPTIONS
{
    local name=$1 package=$2 build=$3 driver=$4 expected=$5 settings=$6 how=checked tell=told verdict states seconds
    flags=()
    [[ $driver == */tests/* ]] && how=tested tell=told_of_cases
    cd "$sources" || exit 2
    # shellcheck disable=SC2086 # a row has several options
    if fetch "$package" > "$sources/row.log" 2>&1 && "build_$build" > "$sources/row.log" 2>&1 && $how "$name" "$driver" $settings; then
        IFS='|' read -r verdict states seconds < <($tell)
    else
        tail -n 3 "$sources/row.log" >&2
        verdict="not built" states=- seconds=-
    fi
    echo "| $name | $(version "$package") | \`${driver##*/}\`${settings:+ \`$settings\`} | $verdict | $states | $seconds |"
    [[ $verdict == "$expected" ]] || { echo "run.sh: $name: $expected was expected" >&2; failed=1; }
}

wanted() # NAME, of WORDS
{
    local word
    [[ ${#words[@]} -gt 0 ]] || return 0
    for word in "${words[@]}"; do
        [[ ${1,,} == *"${word,,}"* ]] && return 0
    done
    return 1
}

list=0 words=()
for word; do
    if [[ $word == -l ]]; then list=1; else words+=("$word"); fi
done
[[ $list -eq 1 ]] || echo '| library | version | driver | verdict | states | seconds |'
[[ $list -eq 1 ]] || echo '| --- | --- | --- | --- | --- | --- |'
while IFS='|' read -r name package build driver expected options; do
    fields=("$name" "$package" "$build" "$driver" "$expected" "$options")
    for i in "${!fields[@]}"; do
        fields[i]=$(sed 's/^ *//; s/ *$//' <<< "${fields[i]}")
    done
    wanted "${fields[0]}" || continue
    if [[ $list -eq 1 ]]; then
        printf '%-28s %-18s %-22s %s\n' "${fields[0]}" "${fields[1]}" "${fields[3]}" "${fields[4]}"
    else
        row "${fields[@]}" < /dev/null
    fi
done < <(grep -v '^#' "$here/libraries.txt" | grep .)
exit $failed
