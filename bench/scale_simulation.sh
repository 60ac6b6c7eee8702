#!/bin/bash
# scale_simulation.sh - builds and runs scale_simulation.c, which says what can be given:
#
#     bench/scale_simulation.sh [--workers=N] [--machines=N,N,...] [--delays=N,N,...] [--processors=N] [PATTERN]
#     bench/scale_simulation.sh --processes=N [PATTERN]
#
# Environment: BUILD (default build), CC (default cc).
set -eu
cd "$(dirname "$0")/.."
program=${BUILD:-build}/bench/scale_simulation
mkdir -p "$(dirname "$program")"
main=bench/scale_simulation.c
sources="src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c
    src/base/sequences.c src/model/fault.c src/model/op_columns.c src/model/rb_tuple.c src/model/search_table.c
    src/model/reduction_table.c
    $(echo src/search/*.c src/search/*/*.c src/reduce/*.c src/reduce/*/*.c src/property/*.c tests/toy/*.c)"
wrapped="labels_open labels_close labels_clear summaries_open summaries_close summaries_clear visited_publish"
if [[ -n $(find "$program" $main $sources -newer "$program" 2>&1) ]]; then
    # Tests are made of all but one of them, too. Those of the runtime call its own copies of functions of libc.
    if [[ -z ${CC-} ]]; then
        sources=$(printf "${BUILD:-build}/tests/parts/-O2/%s " ${sources//.c/.o})
        sources+=" ${BUILD:-build}/rt/base/bytes.o"
        make -s BUILD="${BUILD:-build}" $sources
    fi
    ${CC:-cc} -std=gnu17 -O2 -Wall -Wextra -D_GNU_SOURCE -Isrc -Iinclude -Itests/toy $(printf -- '-Wl,--wrap=%s ' $wrapped) \
        -o "$program" $main $sources
fi
exec "$program" "$@"
