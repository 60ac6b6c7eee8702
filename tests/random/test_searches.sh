#!/bin/bash
# test_searches.sh - random programs (generate.c), each explored by every search, in every order, with bounds that are raised until
# nothing is cut off and with early backtracking that is completed. All of these are complete, and must agree with a depth-first search
# of everything visible:
#
#     same findings, as many end states (unless the process may end while other threads run)
#     as many states as each other, begun with one set of visible memory; within a bound likewise
#     the same data races, and each by itself where a race is an error
#
#     tests/random/test_searches.sh [CLASS [SEED]...]    prints "ok CLASS" or "FAIL CLASS" for each class
#
# Environment: that of common.sh. Each program has some of the searches, in turn; SEARCHES=all: all of them.
set -u
N=${N:-2} FIRST=${FIRST:-4001} STATES=${STATES:-1500}
. "$(dirname "$0")/common.sh"
GUARD_ONCE=yes

# Those that the runtime names when it is asked for one that there is not; what claims nothing is not among them.
echo 'int main(void) { return 0; }' >"$work/none.c"
"$MAZURKA" cc -o "$work/none" "$work/none.c"
names() { "$MAZURKA" check "$work/none" --"$1"=? 2>&1 | sed -n 's/.*; known: //p' | tr -d ,; } # OPTION

ways=()
samplers=" $("$MAZURKA" searches | sed -n '/^Samplers/,/^Orders/s/^  --search=\([a-z-]*\).*/\1/p' | tr '\n' ' ')"
for name in $(names search); do
    [[ $samplers == *" $name "* ]] || ways+=("--search=$name --reduction=none")
done
for name in $(names order); do
    [[ $name == threads ]] && name=threads:2,1
    ways+=("--order=$name" "--search=bfs --order=$name")
done
for name in $(names heuristic); do
    ways+=("--search=best --heuristic=$name")
done
for name in order random again choose; do
    ways+=("--rb=<2,pl,d,R,0.50,1> --rb-complete=$name" "--rb=<1,cs,ncs,Lb,0.75,1> --rb-complete=$name --order=random")
done
ways+=("--preemptions=0.." "--delays=0..+3" "--depth=3..+7" "--preemptions=1..+2 --search=bfs")
ways+=("--search=mixed --mixed-depth=3 --order=random")
ways+=("--order=random --restarts=luby --restart-states=2000")
bounds=("--preemptions=1" "--preemptions=2" "--delays=2" "--depth=6")
inside=("" "--search=bfs" "--search=random-bfs" "--search=best --order=random" "--order=random" "--order=preemptions"
    "--rb=<2,pl,d,R,0.50,1> --rb-complete=order" "--rb=<2,pl,d,F,0.50,1> --rb-complete=random" "--rb=<2,pl,d,R,0.50,1> --rb-complete=again"
    "--rb=<H,pl,d,R,0.50,1> --rb-first-form --rb-complete=choose")

# Whether a check that ends at the first race has found one, or something else, or nothing.
first_race() # PROGRAM OPTIONS...
{
    "$MAZURKA" check "$1" --memory-model=sc --no-guard --minimize=off --trust=all --race=error --race-rule=poised \
        --states="$STATES" --no-trace --quiet \
        "${@:2}" 2>/dev/null </dev/null | sed -n 's/^\(bug: data race\|bug\|verified\|[a-z]*\):.*/\1/p' | head -n 1
}

same_number() # DIRECTORY NAME NAME WAY
{
    [[ -n ${states[$2]-} && ${states[$2]} == "${states[$3]-}" ]] ||
        echo "states: $2 ${states[$2]-}, $3 ${states[$3]-} ($4)" >>"$1/complaints"
}

# Numbers of states within bounds: in$i-$j of each bound i and of each search j inside of it.
read_numbers() # DIRECTORY
{
    local line name
    while IFS= read -r line; do
        name=${line%%.json:*} line=${line##* }
        states[${name##*/}]=${line%,}
    done < <(grep -HE '^  "states": ' "$1"/in*.json)
}

compare() # CLASS SEED
{
    local at=$work/$1.$2 ends=ends i j way found set compilers=(gcc clang)
    mkdir "$at"
    set=$at/visible
    "$generate" "$1" "$2" >"$at/program.c"
    compile "$at" program "${compilers[$2 % 2]}" $(($2 / 2 % 2)) || return
    grep -q '^/\* The process may end' "$at/program.c" && ends=
    check "$at" dfs "$at/program" --search=dfs --reduction=none --visible-to="$set" || { : >"$at/skipped"; return; }
    run "$at" all "$at/program" --search=dfs --reduction=none --visible=all
    for i in "${!ways[@]}"; do
        [[ ${SEARCHES-} == all || $(((i + $2) % 4)) == 0 ]] || continue
        run "$at" way$i "$at/program" ${ways[i]} --seed="$2" --visible-from="$set"
    done
    read_results "$at"
    agree "$at" all dfs $ends
    found=$(first_race "$at/program" --search=dfs --reduction=none --order=random)
    for i in "${!ways[@]}"; do
        way=${ways[i]}
        [[ -v statuses[way$i] ]] || continue
        [[ -v findings[way$i] ]] ||
            { grep -q 'stopped by --' "$at/way$i.out" || echo "$way: $(tail -n 1 "$at/way$i.out")" >>"$at/complaints"; continue; }
        agree "$at" dfs way$i ends
        same_number "$at" dfs way$i "$way"
        # Other faults may end the search before a race does.
        [[ -s $at/dfs.findings || $way == *restarts* ]] && continue
        way=$(first_race "$at/program" $way --seed="$2")
        [[ $way == "$found" ]] || echo "race as an error: $found, with ${ways[i]} $way" >>"$at/complaints"
    done
    for i in "${!bounds[@]}"; do
        for j in "${!inside[@]}"; do
            [[ ${SEARCHES-} == all || $j == 0 || $(((j + $2) % 4)) == 0 ]] || continue
            "$MAZURKA" check "$at/program" --memory-model=sc --no-guard --minimize=off --all --trust=all --race=off \
                --states="$STATES" --no-trace --json="$at/in$i-$j.json" ${bounds[i]} ${inside[j]} --seed="$2" --visible-from="$set" \
                >"$at/in$i-$j.out" 2>&1 </dev/null
        done
    done
    read_numbers "$at"
    for i in "${!bounds[@]}"; do
        for j in "${!inside[@]}"; do
            [[ ! -e $at/in$i-$j.out ]] || same_number "$at" in$i-0 in$i-$j "${bounds[i]} ${inside[j]}"
        done
    done
}

compare_all "searches on random" "" "$@"
