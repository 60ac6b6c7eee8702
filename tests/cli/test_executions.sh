#!/bin/bash
# test_executions.sh - optimal dynamic partial order reduction explores one execution of each trace, of programs whose number of traces is
# known (executions/*.c).
. "$(dirname "$0")/../lib/cases.sh"

executions() # NUMBER PROGRAM OPTION...
{
    local wanted=$1 program=$2
    "$MAZURKA" check --reduction=optimal-dpor --race=off --quiet --json=result.json "${@:3}" "$root/tests/cli/executions/$program.c"
    is verified "$(field verdict result.json)"
    is "$wanted" "$(field statistics.executions result.json)"
}

indexer()
{
    local threads=12 wanted
    for wanted in 8 64 512 4096; do
        executions $wanted indexer -DTHREADS=$((threads++))
    done
}

mutex_counter() # n!
{
    local threads=2 wanted
    for wanted in 2 6 24 120 720; do
        executions $wanted counter -DSHARED -DTHREADS=$((threads++))
    done
}

case_ "lastzero" executions 15360 lastzero -DTHREADS=12
case_ "indexer" indexer
case_ "mutex counter" mutex_counter
case_ "independent writers" executions 1 counter -DTHREADS=8
# Of k that add, k! orders, for every set of k.
case_ "choices" executions 65 choosers -DTHREADS=4 -DASKED
# Nobody asks who was first: one order for every set.
case_ "choices of who counts" executions 16 choosers -DTHREADS=4
case_ "plain store buffering" executions 3 store_buffering
case_ "plain store and load of one variable" executions 2 store_buffering -DONE
end_cases
