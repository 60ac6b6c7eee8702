#!/bin/bash
# docs/design/limits.md has no hole: each table that can fill up names a test that exists, or says why there is none; and each file with a
# constant called MAX or MOST is on the page.
cd "$(dirname "$0")/../.." || exit 2
page=docs/design/limits.md status=0

exists() # NAME: of a unit test, a script or a program
{
    local file
    for file in "tests/$1.c" "tests/$1.sh" "tests/programs/$1"; do
        [ -f "$file" ] && return 0
    done
    return 1
}

tell() # NAME COMPLAINTS
{
    if [ -z "$2" ]; then
        echo "ok $1"
    else
        printf '%s' "$2" | sed 's/^/    /'
        echo "FAIL $1"
        status=1
    fi
}

complaints=
while IFS='|' read -r _ what _ _ tests rest; do
    case $what in " what, and where "* | " ---"*) continue ;; esac
    [[ -n $rest || -z ${tests// /} ]] && complaints+="$what: no test is named"$'\n'
    [[ $tests == " none: "* ]] && continue
    for name in $(grep -o '`[^`]*`' <<<"$tests" | tr -d '`'); do
        exists "$name" || complaints+="$what: there is no $name"$'\n'
    done
done < <(grep '^|' $page)
tell "each limit names a test" "$complaints"

# An operation has no more than two ranges.
complaints=
while IFS=: read -r file _ constant; do
    name=$(basename "$file")
    [ "$constant" = OP_MAX_ACCESSES ] && continue
    grep -q "\`[^\`]*$name\`" $page || complaints+="$file: $constant is not on the page"$'\n'
done < <(grep -rnoE '\b([A-Z]+_)*(MAX|MOST)(_[A-Z]+)* = ' src --include=*.[ch] | sed 's/ = $//')
tell "each limit is on the page" "$complaints"
exit $status
