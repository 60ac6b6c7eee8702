#!/bin/bash
# test_future.sh - what threads will access: --future, --order=future, --filter=future; and the ways to a variable that are hard to see.
. "$(dirname "$0")/../lib/cases.sh"
source=$root/tests/cli/future
check() { "$MAZURKA" check --no-trace --minimize=off --race=off --search=dfs "$@"; }
"$MAZURKA" cc -g -o "$cases_work/parts" "$source/parts.c" -pthread || exit 1
"$MAZURKA" cc -g -o "$cases_work/members" "$source/members.c" -pthread || exit 1
"$MAZURKA" cc -g -DBUG -o "$cases_work/bug" "$source/parts.c" -pthread || exit 1
members=$cases_work/members
parts=$cases_work/parts bug=$cases_work/bug

saves()
{
    says 0 "verified: all 560 states" check "$parts" --reduction=none
    says 0 "verified: all behaviours (422 states" check "$parts" --reduction=spor --future
    says 0 "verified: all 560 states" check "$parts" --reduction=spor
    says 0 "verified: all behaviours (" check "$parts" --reduction=sum --future
    says 0 "verified: all 560 states" check "$parts" --reduction=none --order=future
    for options in "--reduction=spor --future" "--reduction=sum --future" "--order=future"; do
        says 1 "assertion failed" check "$bug" $options
    done
}
case_ "future: fewer states, the same verdict" saves

filters()
{
    says 3 "covered: 219 states; --filter leaves parts out" check "$parts" --filter=future
    says 3 "133 transitions left out by --filter" check "$parts" --filter=future
    check "$parts" --filter=future --json=out.json --quiet || true
    grep -q '"filtered": 133' out.json
    grep -q '"filter": "future"' out.json
    says 3 "covered" check "$parts" --filter=future --rb='<I,pl,d,Lb,0.75,1.5>' --rb-paper --rb-states=1000 --states=2000
}
case_ "future: a filter claims nothing, and says what it leaves out" filters

# What pointers lead to is inferred by --future, and guessed for filters and orders.
members()
{
    says 0 "verified: all 1,155 states" check "$members" --reduction=none
    says 0 "verified: all 1,155 states" check "$members" --reduction=spor
    says 0 "verified: all behaviours (579 states" check "$members" --reduction=spor --future
    says 0 "verified: all behaviours (375 states" check "$members" --reduction=sum --future
    says 0 "verified: all 1,155 states" check "$members" --reduction=spor --future -j 2
    says 0 "verified: all 1,155 states" check "$members" --reduction=none --order=future
    says 3 "covered: 252 states; --filter leaves parts out" check "$members" --filter=future
    says 3 "covered: 263 states; --filter leaves parts out" check "$members" --filter=last
    says 3 "covered: 263 states; --filter leaves parts out" check "$members" --filter=last --reduction=spor
    says 3 "covered" check "$parts" --filter=last
}
case_ "future: members of blocks, and elements" members

# The walks that guesses come of do not depend on the seed.
same_each_time()
{
    for seed in 1 2 3; do
        says 3 "covered: 252 states" check "$members" --filter=future --seed=$seed
    done
    check "$members" --filter=future --runs=3 --quiet --json=out.json || true
    is "252 252 252" "$(jq -r '[.runs.each[].states] | join(" ")' out.json)"
}
case_ "future: the same guesses each time" same_each_time

refusals()
{
    says 4 "is for reductions that go by it" check "$parts" --future
    says 4 "is for reductions that go by it" check "$parts" --future --reduction=dlspor
    says 4 "what the filter leaves out" check "$parts" --filter=future --reduction=sum
    says 4 "not with several of them" check "$parts" --filter=future -j 2
    says 4 "a filter leaves out some of that" check "$parts" --filter=future --preemptions=2
    says 4 "a filter leaves out some of that" check "$parts" --filter=future --rb='<I,pl,d,Lb,0.75,1.5>'
    says 4 "a depth-first search" "$MAZURKA" check "$parts" --filter=future --search=bfs
    says 4 "not with several of them" check "$parts" --filter=last -j 2
    says 2 "filter" check "$parts" --filter=past
}
case_ "future: what does not go together" refusals

trap_is_seen() # NUMBER COMPILER LEVEL [FILE WORDS]
{
    local reduction words=${5:-assertion failed}
    "$MAZURKA" cc --cc="$2" --opt="$3" -g -w -DTRAP="$1" -o trap "$source/${4:-traps.c}" -pthread
    for reduction in none "spor --future" "sum --future"; do
        says 1 "$words" check trap --reduction=$reduction
    done
}
for trap in $(seq 12); do
    compilers=(gcc clang) levels=(0 2 1)
    case_ "future: trap $trap" trap_is_seen "$trap" "${compilers[trap % 2]}" "${levels[trap % 3]}"
done

# Bugs like these the walks before a search find, too. Here the code alone tells nothing; with several processes nothing else counts.
nothing_is_left_out() # NUMBER COMPILER LEVEL
{
    trap_is_seen "$@"
    says 1 "0 transitions pruned" check trap --all --reduction=spor --future -j 2
}
for trap in 13 14; do
    case_ "future: trap $trap, gcc" nothing_is_left_out "$trap" gcc 0
    case_ "future: trap $trap, clang" nothing_is_left_out "$trap" clang 2
done

for trap in $(seq 18); do
    compilers=(gcc clang) levels=(0 2 1) words="assertion failed"
    [[ $trap != [78] ]] || words="freed at"
    case_ "future: a way to a member, trap $trap" \
        trap_is_seen "$trap" "${compilers[trap % 2]}" "${levels[trap % 3]}" member_traps.c "$words"
done
