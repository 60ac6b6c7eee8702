#!/bin/bash
# The source tree keeps its own rules, and compiles with clang as with gcc, without warnings; what clang makes of it works.
cd "$(dirname "$0")/../.." || exit 2
status=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

rule() # NAME COMMAND...
{
    local name=$1
    shift
    if "$@" >"$work/output" 2>&1; then
        echo "ok $name"
    else
        echo "FAIL $name"
        tail -n 30 "$work/output" | sed 's/^/    /'
        status=1
    fi
}

# Without what is C++, and compiled by HOST_CXX in any case: the plugin for gcc is that of the build. The tool runs for a moment, and parts
# of the runtime are not run at all: neither is optimized, which makes no difference to clang's warnings.
build_with_clang() # TARGETS...
{
    make --no-print-directory -j2 CC=clang CFLAGS=-O2 TOOL_CFLAGS=-O0 IDLE_CFLAGS=-O0 WERROR=-Werror CLANG_PLUGIN= COURIER= \
        BUILD="$work/clang" SETUP=: "$@"
}

compiles_with_clang()
{
    local build=${BUILD:-build}
    if [ -d "$build/lib/mazurka/gcc" ]; then
        mkdir -p "$work/clang/lib/mazurka" && cp -r "$build/lib/mazurka/gcc" "$work/clang/lib/mazurka" || return
    fi
    build_with_clang rt-at-once tool-at-once wide-warnings && build_with_clang tool narrow &&
        "$work/clang/bin/mazurka" check --self-check --reduction=none --no-trace tests/programs/ok/dead/calls.c |
            grep -Fx 'verified: all 2,021 states'
}

# Folders that include each other are found also where the script's table allows each of them.
finds_circles_of_folders()
(
    mkdir "$work/tree" && cp -r src scripts "$work/tree" && cd "$work/tree" || exit
    echo '#include "tool/result/result.h"' >>src/tool/run/watch.h
    scripts/check_layers.sh | grep -F 'src/tool/run must not include tool/result/result.h' || exit
    sed -i 's,\[tool/run\]="[^"]*,& result,' scripts/check_layers.sh
    scripts/check_layers.sh | grep -F 'folders that include each other in a circle'
)

finds_crowded_folders()
(
    mkdir "$work/crowd" && cp -r src scripts "$work/crowd" && cd "$work/crowd" || exit
    touch src/model/one_more_{1..40}.h
    scripts/check_layers.sh | grep -A1 -F 'folders of more than 40 files' | grep -E '^src/model: [0-9]+$'
)

# Functions of libc in a list of quoted names, in a macro of rows, in a comparison; and an exception that nobody needs.
finds_lists_of_functions()
(
    mkdir "$work/functions" && cp -r src scripts "$work/functions" && cd "$work/functions" || exit
    echo 'static const char *const own[] = {"open", "fopen", NULL};' >>src/world/run.c
    printf '#define OWN(X) \\\n    X(sem_post) \\\n    X(sem_wait)\n' >>src/world/undone.h
    echo 'bool is_it(const char *name) { return strcmp(name, "qsort") == 0; }' >>src/tool/main.c
    sed -i 's/"mkdtemp"/#name/' src/probe/files/files.c
    scripts/check_functions.py >said && exit 1
    diff - <(sed -E 's/:[0-9]+:/:/; s/ is a function.*//' said | LC_ALL=C sort) <<'END'
scripts/check_functions.py: src/probe/files/files.c has no mkdtemp any more
src/tool/main.c: qsort
src/world/run.c: fopen
src/world/run.c: open
src/world/undone.h: sem_post
src/world/undone.h: sem_wait
END
)

rule layers scripts/check_layers.sh
rule "one table of functions" scripts/check_functions.py
rule "lists of functions" finds_lists_of_functions
rule "circles of folders" finds_circles_of_folders
rule "folders of more than 40 files" finds_crowded_folders
rule format scripts/check_format.sh
if clang-format --version 2>/dev/null | grep -q 'version 14\.'; then # others put some blanks elsewhere
    rule "clang-format" scripts/check_clang_format.sh
else
    echo "skip clang-format: there is no release 14 of it"
fi
if command -v clang >/dev/null; then
    rule "compiles with clang" compiles_with_clang
else
    echo "skip compiles with clang: there is none"
fi

# What comments of src/ call a file is one; what a header says of the file where its declarations are defined lies beneath the header's
# folder. Some names are examples, or those of others.
named_files_exist()
{
    local header names name missing
    find src include -type f >"$work/files"
    printf '/%s\n' f.c file.c FILE.c list.c queue.h omp.h gcc-plugin.h | cat - "$work/files" | sed 's,.*/,,' >"$work/names"
    missing=$(
        grep -rhoE '/\*.*|^ \*.*|//.*' src --include='*.[chS]' --include='*.cc' |
            grep -oP '(?<![\w<./-])[a-zA-Z_][\w/-]*\.(c|h|S|cc)\b(?!\w|\(|\.\w)' | sed 's,.*/,,' | sort -u | grep -vxFf "$work/names"
        grep -roP '^/\* \K(\w+\.c(, )?)+(?=:| \*/)' src --include='*.h' | while IFS=: read -r header names; do
            for name in ${names//,/}; do
                grep -q "^${header%/*}/\(.*/\)\?$name\$" "$work/files" || echo "$header: $name"
            done
        done
    )
    echo "$missing"
    [ -z "$missing" ]
}
rule "files that comments name" named_files_exist
exit $status
