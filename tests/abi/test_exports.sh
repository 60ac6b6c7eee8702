#!/bin/bash
# Whatever the runtime exports is known to the lists of src/model/call_table.h as modelled, refused, or for set-up only, and
# whatever they say that it stands in for, it does.
# Prints "ok NAME" or "FAIL NAME" for each case; status 1 if one failed.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${BUILD:-build}
[[ $build == /* ]] || build=$root/$build
library=$build/lib/mazurka/libmazurka.so
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

report() { # NAME: passes if $work/output is empty
    if [[ -s $work/output ]]; then
        echo "FAIL abi $1"
        sed 's/^/    /' "$work/output"
        failed=1
    else
        echo "ok abi $1"
    fi
}

cat > "$work/classes.c" << 'END'
#include <stdio.h>
#include <string.h>
#include "model/calls.c"
#include "model/calls_cxx.c"
static const char *const words[] = {"unknown", "modelled", "pure", "setup", "refused"};
#define PRINT(name, ...) puts(#name);
int main(int argc, char **argv)
{
    char name[256];
    if (argc > 1 && strcmp(argv[1], "list") == 0) {
        CALLS_MODELLED(PRINT) CALLS_SETUP(PRINT) CALLS_PROCESSES(PRINT) CALLS_REFUSED(PRINT)
        CALLS_CXX_MODELLED(PRINT) CALLS_CXX_SETUP(PRINT)
        return 0;
    }
    while (scanf("%255s", name) == 1)
        printf("%s %s\n", words[calls_classify(name)], name);
    return 0;
}
END
if ! cc -I"$root/src" "$work/classes.c" -o "$work/classes" > "$work/output" 2>&1 || [[ ! -e $library ]]; then
    echo "there is no $library, or no compiler" >> "$work/output"
    report "exports"
    exit 1
fi
nm -D --defined-only "$library" | awk '$2 ~ /[TWi]/ { sub(/@.*/, "", $3); print $3 }' | sort -u > "$work/exported"

"$work/classes" < "$work/exported" | grep -E '^(unknown|pure) ' > "$work/output"
report "every function that the runtime exports is listed"

"$work/classes" list | sort -u | comm -23 - "$work/exported" > "$work/output"
report "every function that is listed is exported by the runtime"
# The runtime for more threads is the same for the program.
for file in "$library" "${library%.so}-wide.so"; do
    nm -D --defined-only "$file" | awk '{ print $2, $3 }' | sort > "$work/${file##*/}"
done
diff "$work/libmazurka.so" "$work/libmazurka-wide.so" > "$work/output"
report "both runtimes export the same"

exit $failed
