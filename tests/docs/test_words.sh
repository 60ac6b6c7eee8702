#!/bin/bash
# Every word that a format or a message has is on its page: what is added to a table of the source and not to the page shows here.
cd "$(dirname "$0")/../.." || exit 2
failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# on PAGE PREFIX SUFFIX NAME: reads words, one a line; each stands in the page between prefix and suffix.
on()
{
    local page=$1 prefix=$2 suffix=$3 name=$4 word missing=() count=0
    while IFS= read -r word; do
        count=$((count + 1))
        grep -qF -- "$prefix$word$suffix" "$page" || missing+=("$word")
    done
    if [[ $count -gt 0 && ${#missing[@]} -eq 0 ]]; then
        echo "ok ${page#"$work/"}: $name"
    else
        echo "FAIL ${page#"$work/"}: $name: of $count are missing: ${missing[*]}"
        failed=1
    fi
}

macros() { grep -hoP "$1" "${@:2}" | sort -u; } # PATTERN FILE...

on docs/design/trace-format.md '`' '`' "words of a trace" < <(macros 'FIELD\("\K[a-z-]+' src/tool/trace/trace_write.c)
on docs/design/trace-format.md '`' '`' "words of options in a trace" < <(macros '\.trace = "\K[a-z-]+' src/tool/cli/check_table.c)
on docs/use/json.md '`' '`' "keys of options" < <(macros '\.json = "\K\w+' src/tool/cli/check_table.c)
on docs/use/json.md '`' '`' "keys" < <(macros 'put(_number|_address)?\(\w+, "\K\w+' src/tool/report/{report,search,rc11}_json.c)
kinds() { macros 'F\([A-Z_]+, *"\K[a-z-]+' src/model/fault.h | grep -vxE "$1"; } # WITHOUT
on docs/use/json.md '`' '`' "kinds of faults" < <(kinds none)
on docs/use/faults.md '`' '`' "kinds of faults" < <(kinds 'none|refused|diverged|internal')
on docs/use/searches.md '--' '' "parts of a search" < <(macros '\{"--\K[a-z-]+' src/tool/commands/searches.c)
on docs/use/searches.md '' '' "orders" < <(macros ' ORDER\(\w+, "\K[a-z-]+' src/model/search_table.h)
on docs/design/searches/best.md '`' '`' "heuristics" < <(macros 'HEURISTIC\(\w+, "\K[a-z-]+' src/model/search_table.h)
on docs/use/reductions.md '`' '`' "reductions" < <(macros 'REDUCTION\(\w+, "\K[a-z-]+' src/model/reduction_table.h)
cat docs/*/*.md docs/design/searches/*.md README.md >"$work/pages"
on "$work/pages" '--' '' "options" < <(macros 'ROW\("\K[a-z-]+(?=", OPTION)' src/tool/cli/check_table.c)
exit $failed
