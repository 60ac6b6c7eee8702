#!/bin/bash
# Blanks within lines are where clang-format puts them (.clang-format). Line breaks, and how far what follows them is indented, are
# the writer's: a table in columns, or an argument below its neighbour, may read better. Nor does it count what clang-format 14 takes
# for C++ or for a declaration: blanks after a closing parenthesis and around * & < > ::, and names that are words of C++. Prints what
# differs; status 1 if something does.
set -u
export LC_ALL=C.UTF-8
cd "$(dirname "$0")/.." || exit 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# One statement a line, with single blanks.
statements()
{
    sed -E 's/\\$//' | tr '\n' ' ' | sed -E '
        s/ +/ /g; s/([[({]) /\1/g; s/ ([])}])/\1/g; s/\) +/)/g
        s/ *(\*|&+|::+|[<>]+) */\1/g; s/ (\(\*)/\1/g; s/(:+) +([:"])/\1\2/g
        s/([;{}]) ?/\1\n/g' | sed -E 's/^ +//; s/ +$//; /^$/d'
}

mapfile -t files < <(find src include/mazurka.h examples bench suite -name '*.[ch]' | sort)
printf '%s\n' "${files[@]%/*}" | sort -u | (cd "$work" && xargs mkdir -p)
awk -v work="$work" 'FNR == 1 { close(out); out = work "/" FILENAME; print "/* " FILENAME " */" > out } { print > out }' "${files[@]}"
cp .clang-format "$work"
cd "$work" || exit 2
sed -E -i 's/\b(class|new|template|this|delete|private|public|operator|namespace|try|catch|throw)\b/\1_/g' "${files[@]}"
cat "${files[@]}" | statements >written
clang-format "${files[@]}" | statements >formatted
diff -U0 --label "as written" --label "as clang-format has it" written formatted | grep '^[-+@]' | head -n 60
cmp -s written formatted
