#!/bin/bash
# index.sh FOLDER [titles] - prints the index of a folder of docs/ for docs/README.md: a line for each page, with its title and the question
# that its first paragraph begins with; the title alone where it begins with none, or titles are asked for, which say enough of results.
cd "$(dirname "$0")/../../docs" || exit 2
for page in "$1"/*.md; do
    awk -v page="$page" -v titles="${2-}" '
        NR == 1 { title = substr($0, 3); next }
        /^$/ && text != "" { exit }
        /^(    |\||```|<!--)/ && text == "" { next }
        /^$/ { next }
        { text = text (text == "" ? "" : " ") $0 }
        END {
            question = match(text, /\?( |$)/) ? substr(text, 1, RSTART) : ""
            gsub(/\]\([^)]*\)/, "]", question)
            gsub(/[][]/, "", question)
            print "- [" title "](" page ")" (question == "" || titles ? "" : ": " question)
        }' "$page"
done
