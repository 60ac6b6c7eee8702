#!/bin/bash
# Pages can be found: each begins with the question that it answers, each is in the index, and what names a page names one that there is.
# Searches and values of options have their places in the pages, and help texts take lists of names from the tables.
cd "$(dirname "$0")/../.." || exit 2
failed=0

tell() # NAME COMPLAINTS
{
    if [[ -z ${2//$'\n'/} ]]; then
        echo "ok $1"
    else
        sed '/^$/d; s/^/    /' <<<"$2"
        echo "FAIL $1"
        failed=1
    fi
}

pages() { find docs bench/results suite/*.md suite/results -name '*.md' | sort; }

tell "each page is on a shelf" "$(find docs -maxdepth 1 -name '*.md' ! -name README.md)"

complaints=
for page in $(pages | grep -vx docs/README.md); do
    link=${page#docs/}
    [[ $page == docs/* ]] || link=../$page
    [[ $(grep -cF "]($link)" docs/README.md) -ge 1 ]] || complaints+="$page is not in docs/README.md"$'\n'
done
tell "each page is in the index (if not: tests/docs/pages.py --update docs/README.md)" "$complaints"

# Pages of single searches are named after their options; all others begin with a question.
complaints=
for shelf in use use/howto design ../bench/results ../suite ../suite/results; do
    complaints+=$(tests/docs/index.sh $shelf | grep -v '?$')$'\n'
done
tell "each page begins with a question" "$complaints"

# What names a page of docs/: comments, messages, help texts, scripts.
named='\b(docs|bench/results|suite(/results)?)/[a-z/-]+\.(md|svg|png)'
complaints=$(grep -rnoE --exclude=CHANGELOG.md --exclude-dir='build*' --exclude-dir=.git "$named" . |
    while IFS=: read -r file line page; do
        [[ -e $page ]] || echo "$file:$line: there is no $page"
    done)
tell "pages that are named exist" "$complaints"

# A search has a page that has its option in the title; `profile` is that of `mazurka variables`.
complaints=
while IFS= read -r name; do
    head -qn 1 docs/design/searches/*.md docs/use/variables.md | grep -qE -- "(--search=|mazurka )$name\b" ||
        [[ $name == profile ]] || complaints+="there is no page for --search=$name"$'\n'
    grep -qF "[$name]" docs/use/searches.md || grep -qE "\[([a-z-]+, )*$name(, [a-z-]+)*\]" docs/use/searches.md ||
        complaints+="docs/use/searches.md does not have $name"$'\n'
done < <(grep -oP '^ *SEARCH\(\w+, "\K[a-z-]+' src/model/search_table.h)
tell "each search has a page" "$complaints"

# Each value of an option that is a choice stands in a page that has the option.
complaints=
while IFS=' ' read -r option values; do
    for value in ${values//|/ }; do
        pages | xargs grep -lF -- "--$option" | xargs grep -qE -- "--$option=([a-z0-9|\\\\]*\|)?$value\b|\`$value\`|\`=$value\`" ||
            complaints+="no page has --$option=$value"$'\n'
    done
done < <(grep -oP 'ROW\("\K[a-z-]+", OPTION_(CHOICE\w*|WORD), [\w.]+, "[^"]+' src/tool/cli/check_table.c | sed 's/", .*, "/ /')
tell "each value of a choice is in the pages" "$complaints"

# A help text that lists three names of a table or more takes them from the table.
complaints=
for table in 'SEARCH src/model/search_table.h' 'ORDER src/model/search_table.h' 'HEURISTIC src/model/search_table.h' \
    'REDUCTION src/model/reduction_table.h'; do
    names=$(grep -oP "^ *${table% *}\(\w+, \"\K[a-z-]+" "${table#* }" | sort -ur | paste -sd'|')
    complaints+=$(grep -nP "(?<![\w-])($names)(, | and | or )(($names)(, | and | or ))+($names)(?![\w-])" src/tool/cli/check_table.c)$'\n'
done
tell "help texts have no lists of their own" "$complaints"
exit $failed
