#!/bin/bash
# The dependency law of src/: which folder may include headers of which, which room of a folder headers of which other room; no folder and
# no module (X.c and X.h) includes another in a circle; no two files have one name; a folder has at most 40 files. Prints each breach;
# status 1 if there is one.
set -u
cd "$(dirname "$0")/.." || exit 2

# folder: the folders, or single headers, that it may include besides itself; world/* are all rooms of world. A search knows reductions
# only by their interface, and a reduction knows of the search only its nodes. A file may have a row of its own: boot.c starts the engine.
# The library of `mazurka hunt` is a runtime by itself: it knows nothing of the world or a search.
# The apps are commands made of others, and write no reports of their own on a check.
declare -A may=(
    [base]=""
    [model]="base"
    [wire]="base model"
    [world]="base model wire"
    [world/boot.c]="search/search.h"
    [probe]="base model wire world world/*"
    [search]="base model wire property reduce/reduction.h reduce/shared_facts.h"
    [reduce]="base model search/engine/node.h"
    [property]="base model"
    [hunt]="base wire stub/stub.h"
    [stub]="wire"
    [plugin]="base/assembly.h"
    [cxx]=""
    [omp]=""
    [courier]="wire/courier_frames.h"
    [tool]="base model wire"
    [apps]="base model wire tool/cli tool/binary/* tool/compile tool/run tool/result tool/commands"
)

# room: the other rooms of its folder, or single headers there, that it may include. What lies outside of the rooms, such as world.h, is
# for all of them, and may include all.
#
# The stand-ins meet in few places: cancellation points, the clock, held locks. The tool is a stack: the command line, then what is known
# of a program's file, then compiling, running, results, reports and commands; each room knows of those below only what it needs.
declare -A rooms=(
    [world/memory]=""
    [world/loaded]="memory"
    [world/orders]="memory weak"
    [world/race]="memory loaded orders weak"
    [world/weak]=""
    [world/state]="memory loaded race"
    [world/outside]="memory loaded race state"
    [world/waiting]="memory loaded race state"
    [world/watch]="memory loaded race orders state outside"
    [world/setup]="memory loaded race state outside watch"
    [probe/hooks]="files/file_questions.h"
    [probe/sync]="thread/cancel.h time/clock.h"
    [probe/thread]="process/signals.h process/scheduling.h sync/abandoned.h sync/held.h time/clock.h"
    [probe/process]="channels/channel.h files/descriptors.h heap/map_calls.h sync/futex.h thread time/clock.h"
    [probe/heap]="files/file_maps.h process/signals.h sync/held.h thread/cancel.h"
    [probe/string]="files/descriptors.h"
    [probe/files]="channels heap/maps.h process/entropy.h thread/cancel.h"
    [probe/channels]="files/descriptors.h process/signals.h thread/cancel.h time/clock.h"
    [probe/time]="thread/cancel.h"
    [probe/cxx]="heap sync thread"
    [hunt/strategies]=""
    [hunt/checks]=""
    [reduce/events]=""
    [search/engine]=""
    [search/policies]="engine"
    [search/samplers]="engine policies"
    [search/drivers]="engine policies samplers"
    [search/parallel]="engine policies drivers"
    [tool/cli]=""
    [tool/binary/elf]="cli"
    [tool/binary/liveness]="cli binary/elf"
    [tool/binary/symbols]="cli"
    [tool/binary/names]="cli binary/symbols"
    [tool/binary/uninstrumented]="cli binary/elf binary/liveness binary/symbols"
    [tool/binary/asserts]="cli binary/liveness binary/symbols binary/uninstrumented"
    [tool/compile]="cli binary/elf binary/uninstrumented"
    [tool/trace]="cli binary/elf compile"
    [tool/run]="cli binary/*"
    [tool/checkpoint]="cli binary/elf binary/uninstrumented run"
    [tool/mpi]="cli binary/elf run checkpoint"
    [tool/result]="cli binary/* trace run"
    [tool/advice]="cli binary/* run result"
    [tool/report]="cli binary/elf binary/names binary/symbols compile trace run result"
    [tool/commands]="cli binary/* compile trace run checkpoint mpi result advice report"
    [tool/commands/states]="cli binary/liveness binary/symbols compile run"
    [tool/commands/census]="cli run result report commands"
    [tool/commands/variables]="cli binary/names run result commands"
    [apps/test]="diff diff/code"
    [apps/store]=""
    [apps/suite]="store"
    [apps/lab]="store suite"
    [apps/clients]="test clients/headers clients/invariants"
    [apps/clients/headers]=""
    [apps/clients/invariants]=""
    [apps/clients/parts]=""
    [apps/diff]="diff/code"
    [apps/diff/code]=""
    [apps/hunt]=""
    [apps/orders]=""
    [apps/doctor]=""
    [apps/dap]=""
)

# Folders whose rooms may not include what lies outside of them: that is above all of them, and there is no circle.
on_top=" search "

status=0
breach()
{
    echo "$*"
    status=1
}

includes=$(grep -rnE '^[[:space:]]*#[[:space:]]*include[[:space:]]+"[^"]*/' src --include='*.[chS]' --include='*.cc' |
    sed -E 's/^src\/([^:]*):([0-9]*):.*"([^"]*)".*/\1 \2 \3/')

for directory in src/*/; do
    folder=$(basename "$directory")
    [[ -n ${may[$folder]+known} ]] || breach "src/$folder: scripts/check_layers.sh has no rule for this folder"
done
for room in $(find src -mindepth 3 -name '*.[ch]' -printf '%h\n' | sort -u); do
    [[ -n ${rooms[${room#src/}]+known} ]] || breach "$room: scripts/check_layers.sh has no rule for this room"
done

set -f # patterns of lists are none of files

# Does a list allow that header? By a folder of the list one folder depends on another; a single header is an interface.
declare -A depends=()
allows() # LIST HEADER DEPENDENCE
{
    local word
    for word in $1; do
        [[ $2 == "$word" ]] && return 0
        [[ ${2%/*} == $word ]] && depends[$3]=1 && return 0
    done
    return 1
}

while read -r file line target; do
    folder=${file%%/*} from=${file%/*} to=${target%/*}
    [[ $from == "$to" ]] && continue
    if [[ ${to%%/*} != "$folder" ]]; then
        allows "${may[$folder]-} ${may[$folder/${file##*/}]-}" "$target" "$from $to" ||
            breach "src/$file:$line: src/$folder must not include $target"
    elif [[ $from == */* && $to == */* ]]; then
        allows "${rooms[$from]-}" "${target#*/}" "$from $to" || breach "src/$file:$line: src/$from must not include $target"
    elif [[ $from == */* && $on_top == *" $folder "* ]]; then
        breach "src/$file:$line: src/$from must not include $target"
    fi
done <<< "$includes"
circles=$(printf '%s\n' "${!depends[@]}" | tsort 2>&1 >/dev/null)
[[ -z $circles ]] || breach "folders that include each other in a circle:" $'\n'"$circles"

# tsort names the members of each circle.
pairs=$(awk '
    { sub(/\.[a-zA-Z]*$/, "", $1); sub(/\.h$/, "", $3); if ($1 != $3) print $1, $3 }' <<< "$includes")
circles=$(tsort <<< "$pairs" 2>&1 >/dev/null)
[[ -z $circles ]] || breach "modules that include each other in a circle:" $'\n'"$circles"

twice=$(find src -type f -name '*.*' -printf '%f\n' | sort | uniq -d)
[[ -z $twice ]] || breach "names of two files:" $twice

crowded=$(find src -type f -printf '%h\n' | sort | uniq -c | awk '$1 > 40 { print $2 ": " $1 }')
[[ -z $crowded ]] || breach "folders of more than 40 files:" $'\n'"$crowded"
exit $status
