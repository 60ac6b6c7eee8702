#!/bin/bash
# What all source files have in common: no tabs, no blanks at line ends, lines of 120 columns (up to 140 where a break would
# read worse), a newline at the end, an opening comment that says what the file is. Prints each breach; status 1 if there
# is one.
set -u
export LC_ALL=C.UTF-8
cd "$(dirname "$0")/.." || exit 2

status=0
breach() { # description, then grep's arguments
    local what=$1
    shift
    while IFS= read -r hit; do
        echo "${hit%%:*}:$(cut -d: -f2 <<< "$hit"): $what"
        status=1
    done < <(grep -nHP "$@" /dev/null)
}

mapfile -t code < <(find src include tests examples bench suite -name '*.[chS]' -o -name '*.cc' -o -name '*.js' -o -name '*.css' \
    2> /dev/null | sort)
mapfile -t shell < <(find scripts tests bench -name '*.sh' 2> /dev/null | sort)
breach "tab" '\t' "${code[@]}"
breach "blank at the end of the line" '[ \t]+$' "${code[@]}" "${shell[@]}" Makefile
breach "more than 140 columns" '^.{141,}$' "${code[@]}" "${shell[@]}"
without() { # description, a pattern for a whole file, files: those that do not match
    local what=$1 file
    shift
    while IFS= read -r file; do
        echo "$file: $what"
        status=1
    done < <(grep -LzP -e "$@")
}
without "no newline at the end" '\n\z' "${code[@]}"
mapfile -t ours < <(printf '%s\n' "${code[@]}" | grep -E '^(src|include)/')
without "does not open with a comment that says what it is" '\A/\*' "${ours[@]}"
exit $status
