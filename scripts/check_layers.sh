#!/bin/bash
# The dependency law: which folder of src/ may include headers of which. Prints each breach; status 1 if there is one.
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
    [search]="base model wire property reduce/reduction.h"
    [reduce]="base model search/node.h"
    [property]="base model"
    [stub]="wire"
    [plugin]="base/assembly.h"
    [cxx]=""
    [tool]="base model wire"
)

status=0
for directory in src/*/; do
    folder=$(basename "$directory")
    if [[ -z ${may[$folder]+known} ]]; then
        echo "src/$folder: scripts/check_layers.sh has no rule for this folder"
        status=1
        continue
    fi
    while IFS=: read -r file line include; do
        [[ -z $file ]] && continue
        target=$(sed -E 's/.*"([^"]*)".*/\1/' <<< "$include")
        [[ $target != */* ]] && continue
        allowed=" $folder ${may[$folder]} ${may[$folder/${file##*/}]-} "
        [[ $allowed == *" $target "* || $allowed == *" ${target%%/*} "* ]] && continue
        echo "$file:$line: src/$folder must not include $target"
        status=1
    done < <(grep -rnE '^[[:space:]]*#[[:space:]]*include[[:space:]]+"' "$directory" --include='*.[chS]' --include='*.cc')
done
exit $status
