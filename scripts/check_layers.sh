#!/bin/bash
# The dependency law of src/: which folder may include headers of which, which room of a folder headers of which other room; no module
# (X.c and X.h) includes another in a circle; no two files have one name. Prints each breach; status 1 if there is one.
set -u
cd "$(dirname "$0")/.." || exit 2

# folder: the folders, or single headers, that it may include besides itself. A search knows reductions only by their
# interface, and a reduction knows of the search only its nodes. A file may have a row of its own: boot.c starts the engine.
declare -A may=(
    [base]=""
    [model]="base"
    [wire]="base model"
    [world]="base model wire"
    [world/boot.c]="search/engine.h"
    [probe]="base model wire world"
    [search]="base model wire property reduce/reduction.h reduce/shared_facts.h"
    [reduce]="base model search/node.h"
    [property]="base model"
    [stub]="wire"
    [plugin]="base/assembly.h"
    [cxx]=""
    [omp]=""
    [courier]="wire/courier_frames.h"
    [tool]="base model wire"
    [apps]="base model wire tool"
)

# room: the other rooms of its folder, or single headers there, that it may include. What lies outside of the rooms, such as world.h, is
# for all of them, and may include all. Rooms without a row may include each other.
#
# The stand-ins meet in few places: cancellation points, the clock, held locks. In the tool, `compile` and `liveness` know nothing of
# searches and their results, `gaps` nothing of runs; only `run`, `report` and `states` see the whole.
declare -A rooms=(
    [world/memory]=""
    [world/loaded]="memory"
    [world/race]="memory loaded"
    [world/state]="memory loaded race"
    [world/outside]="memory loaded race state"
    [world/watch]="memory loaded race state outside"
    [world/setup]="memory loaded race state outside watch"
    [probe/hooks]="files/file_questions.h"
    [probe/sync]="thread/cancel.h time/clock.h"
    [probe/thread]="process/signals.h process/standing.h sync/held.h time/clock.h"
    [probe/process]="files/descriptors.h heap/maps.h sync/futex.h thread time/clock.h"
    [probe/heap]="process/signals.h sync/held.h"
    [probe/string]="files/descriptors.h"
    [probe/files]="channels process/entropy.h thread/cancel.h"
    [probe/channels]="files/descriptors.h process/signals.h thread/cancel.h time/clock.h"
    [probe/time]="thread/cancel.h"
    [probe/cxx]="heap sync thread"
    [tool/compile]="cli gaps"
    [tool/liveness]="cli trace/fingerprint.h"
    [tool/names]="cli report/report.h"
    [tool/gaps]="cli liveness/image.h names"
    [tool/trace]="cli compile run/rehearsal.h report/result.h"
    [tool/run]="cli gaps liveness names pairwise report trace states/name_words.h"
    [tool/report]="cli compile/compile.h gaps liveness/image.h names pairwise run trace states/name_words.h"
    [tool/pairwise]="cli names run/launched.h"
    [tool/states]="cli compile/compile.h gaps liveness names run"
    [apps/test]=""
    [apps/store]=""
    [apps/suite]="store"
    [apps/lab]="store suite"
    [apps/clients]="test"
    [apps/diff]=""
)

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

# Of world/memory/undo.h world/memory, of world/world.h nothing. (Thousands of times: without a process.)
room_of() # VARIABLE PATH
{
    local -n room=$1
    [[ $2 == */*/* ]] && room=${2%/*} || room=
}

while read -r file line target; do
    folder=${file%%/*}
    allowed=" $folder ${may[$folder]-} ${may[$folder/${file##*/}]-} "
    [[ $allowed == *" $target "* || $allowed == *" ${target%%/*} "* ]] || breach "src/$file:$line: src/$folder must not include $target"
    room_of from "$file"
    room_of to "$target"
    [[ -z $from || -z $to || $from == "$to" || ${to%%/*} != "$folder" || -z ${rooms[$from]+known} ]] && continue
    [[ " ${rooms[$from]} " == *" ${to#*/} "* || " ${rooms[$from]} " == *" ${target#*/} "* ]] ||
        breach "src/$file:$line: src/$from must not include $target"
done <<< "$includes"

# tsort names the members of each circle. The engine of src/search is made of parts, each with its header, whose code works on the whole
# engine: there only headers count.
pairs=$(awk '
    $1 ~ /^search\/.*\.c$/ { next }
    { sub(/\.[a-zA-Z]*$/, "", $1); sub(/\.h$/, "", $3); if ($1 != $3) print $1, $3 }' <<< "$includes")
circles=$(tsort <<< "$pairs" 2>&1 >/dev/null)
[[ -z $circles ]] || breach "modules that include each other in a circle:" $'\n'"$circles"

twice=$(find src -type f -name '*.*' -printf '%f\n' | sort | uniq -d)
[[ -z $twice ]] || breach "names of two files:" $twice
exit $status
