#!/bin/bash
# index.sh - an index of the source: every module, with the first sentence of its header or of its only file.
#
#     scripts/index.sh [FOLDER]        src by default
set -eu
cd "$(dirname "$0")/.."
find "${1:-src}" -type f \( -name '*.[chS]' -o -name '*.cc' \) -printf '%h\t%f\n' | LC_ALL=C sort | awk -F '\t' '
    function sentence(file,    text, line, lines) { # of the comment at the top
        while (lines++ < 8 && (getline line < file) > 0) {
            gsub(/^( \*|\/\*|\/\/|#) ?|[ *]*\*\/.*$/, "", line)
            text = text (text == "" ? "" : " ") line
            if (text ~ /[.?]( |$)/ || line == "")
                break
        }
        close(file)
        sub(/^[^ ]+ - /, "", text)
        return match(text, /\.( |$)/) ? substr(text, 1, RSTART) : text
    }
    { file[NR] = $1 "/" $2; is[file[NR]] = 1; folder[NR] = $1; name[NR] = $2 }
    END {
        for (i = 1; i <= NR; i++) {
            header = file[i]
            if (sub(/\.c$/, ".h", header) && is[header])
                continue # the header says it
            if (folder[i] != last)
                print (last == "" ? "" : "\n") folder[i]
            last = folder[i]
            printf "    %-28s %s\n", name[i], sentence(file[i])
        }
    }'
