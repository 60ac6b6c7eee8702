#!/bin/bash
# Is the table of functions in docs/supported.md what src/model/calls.h says? And are the links in the documents good?
# Prints "ok NAME" or "FAIL NAME" for each case; status 1 if one failed.
set -u
cd "$(dirname "$0")/../.." || exit 2
failed=0

result() # NAME STATUS [DETAILS]
{
    if [[ $2 -eq 0 ]]; then
        echo "ok documents: $1"
        return
    fi
    echo "FAIL documents: $1"
    [[ -n ${3:-} ]] && sed 's/^/    /' <<<"$3"
    failed=1
}

difference=$(scripts/supported.sh --check 2>&1)
result "docs/supported.md is up to date (if not: scripts/supported.sh)" $? "$difference"

# Every function of the header is in the table once.
for function in $(grep -o 'C([a-zA-Z_0-9]*)' src/model/calls.h | sed 's/^C(//; s/)$//' | grep -vx C | LC_ALL=C sort -u); do
    grep -qF "\`$function\`" docs/supported.md || missing+=" $function"
done
[[ -z ${missing-} ]]
result "no function is missing" $? "missing:${missing-}"

# Files that the documents link to are there.
for document in README.md ARCHITECTURE.md docs/*.md; do
    directory=$(dirname "$document")
    for target in $(sed 's/`[^`]*`//g' "$document" | grep -oE '\]\([^)#:]+' | cut -c3-); do
        [[ -e $directory/$target ]] || broken+=" $document -> $target"
    done
done
[[ -z ${broken-} ]]
result "links lead somewhere" $? "broken:${broken-}"
exit $failed
