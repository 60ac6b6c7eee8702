#!/bin/bash
# test_contest.sh - several processes side by side, each with a search of its own (-j N with a reduction other than sum, or several): they
# find what one finds, the first to finish ends it, and whoever dies is missed by nobody. And how many processes there are if
# nobody has said it.
. "$(dirname "$0")/../lib/cases.sh"
check() { "$MAZURKA" check --no-trace "$@"; }
build() { "$MAZURKA" cc -g -o "$cases_work/$1" "${@:2}" -pthread || exit 1; }
build long -DROUNDS=100 "$root/bench/big.c"
build longer "$root/bench/big.c"
build dine -DTHREADS=7 "$root/bench/philosophers.c"
build bad "$programs/bad/race/lost_update.c"
cd "$cases_work" || exit 1

found() # FILE: verdict and distinct bugs; which of two accesses that race came first may differ
{
    awk -f "$root/tests/lib/flatten.awk" -v only='^(verdict|findings[.][0-9]+[.](kind|text))$' "$1" |
        sed 's/^[^\t]*\t//; s/^.* by thread .*, and .* by thread .*$/a race/' | sort
}

find_the_same()
{
    for program in "$programs"/bad/race/{lost_update,double_read,memcpy}.c "$programs"/bad/deadlock/others_loop.c \
        "$programs"/bad/cond/*.c "$programs"/*/classic/[a-cmpr]*.c; do
        "$MAZURKA" cc -g $gold -o program "$program" -pthread 2>err || { cat err; return 1; }
        for options in "--reduction=sum" "--search=portfolio --reduction=sum" "--reduction=spor,dlspor"; do
            check ./program --all ${options/,dlspor/} --states=200000 --minimize=off --json=one.json --quiet || true
            check ./program --all $options -j 2 --states=200000 --minimize=off --json=several.json --quiet || true
            found one.json >one
            found several.json >several
            cmp one several || { echo "$program $options"; diff one several; return 1; }
        done
    done
}
case_ "they find the same" find_the_same

find_the_bug()
{
    for options in "-j 2 --reduction=sum" "-j 3 --reduction=sum --order=random" "-j 2 --search=auto --reduction=sum" \
        "-j 2 --reduction=sum,none"; do
        says 1 "assertion failed" "$MAZURKA" check "$cases_work/bad" $options --trace=t.mzt
        says 1 "assertion failed" "$MAZURKA" replay t.mzt --program="$cases_work/bad"
    done
}
case_ "they find the bug, and its interleaving" find_the_bug

verify()
{
    says 0 "verified: all" check "$cases_work/dine" --race=off -j 2 --reduction=spor --json=r.json
    is "--search=dfs --jobs=2" "$(field settings.configuration r.json)"
    (($(field statistics.first_to_finish r.json) > 0))
    says 0 "all behaviours" check "$cases_work/dine" --race=off -j 3 --reduction=sum --search=auto
    says 0 "all behaviours" check "$cases_work/dine" --race=off -j 3 --reduction=spor,dlspor,sum
}
case_ "one of them explores everything" verify

# Each process has another permutation of the threads, with each reduction; where there are no more of them, they go on as always.
permutations()
{
    local order=(1,2,3 2,1,3 3,1,2 1,3,2 2,3,1 3,2,1) first states
    says 0 "verified: all behaviours" check "$cases_work/dine" --race=off -j 6 --reduction=dlspor --order=threads:1,2,3 --json=r.json
    first=$(field statistics.first_to_finish r.json) states=$(field statistics.states r.json)
    check "$cases_work/dine" --race=off -j 1 --reduction=dlspor --order=threads:"${order[first - 1]}" --json=one.json --quiet
    is "$states" "$(field statistics.states one.json)"
    # where there are no more of them they go on as always
    says 0 "verified: all behaviours" check "$cases_work/dine" --race=off -j 4 --reduction=spor,dlspor --order=threads:3
    says 1 "assertion failed" check "$cases_work/bad" --race=off -j 6 --reduction=dlspor --order=threads:1,2,0
}
case_ "several orders of threads, side by side" permutations

refuses()
{
    says 4 "for comparing numbers" check "$cases_work/bad" --race=off -j 2 --reduction=dlspor-paper
    says 4 "as many processes" check "$cases_work/bad" --reduction=sum,spor
    says 4 "as many processes" check "$cases_work/bad" --reduction=sum,spor,dlspor -j 2
    says 4 "for comparing numbers" check "$cases_work/bad" --race=off --reduction=sum,dlspor-paper -j 2
    ! check "$cases_work/bad" -j 2 --reduction=sum,nonsense
    ! check "$cases_work/bad" -j 8 --reduction=sum,spor,none,dlspor,despor
}
case_ "what does not go together is refused" refuses

begin() # PROGRAM: starts a search by two processes; $tool, $leader, $workers
{
    "$MAZURKA" check --no-trace "$cases_work/$1" -j 2 --reduction=spor --race=off >out 2>err &
    tool=$!
    sleep 0.5 # until what is shared is known
    for _ in $(seq 2000); do
        leader=$(pgrep -P $tool | head -n 1)
        workers=$(pgrep -P "${leader:-0}" | tr '\n' ' ')
        [ "$(wc -w <<<"$workers")" != 2 ] || break
        sleep 0.05
    done
    is 2 "$(wc -w <<<"$workers")"
}

a_worker_is_killed() # NUMBER
{
    begin long
    kill -KILL "$(awk -v n="$1" '{ print $n }' <<<"$workers")"
    wait $tool
    grep -q "^verified: all " out
    grep -q "process $((3 - $1)) was the first to finish" err
}
case_ "the first one is killed: the second explores everything" a_worker_is_killed 1
case_ "the second one is killed: the first explores everything" a_worker_is_killed 2

all_are_killed()
{
    begin longer
    local status=0
    kill -KILL $workers
    wait $tool || status=$?
    is 3 $status
    grep -q "a worker process was killed" out
    ! grep -q "^verified" out
}
case_ "both are killed: no more is claimed than was complete" all_are_killed

limits()
{
    says 3 "stopped by --time=1s" check "$cases_work/long" -j 2 --reduction=spor --time=1s --quiet
    says 3 "stopped by --states=1000 after " check "$cases_work/long" -j 2 --reduction=spor --states=1000 --quiet
    says 3 "stopped by --memory=4M" check "$cases_work/long" -j 2 --reduction=spor --memory=4M --quiet
}
case_ "limits" limits

jobs_of() # OPTIONS
{
    check "$cases_work/bad" --quiet --json=r.json "$@" >/dev/null 2>&1 || true
    field settings.jobs r.json
}

default()
{
    local processors
    processors=$(nproc)
    is $((processors < 4 ? processors : 4)) "$(jobs_of)"
    is 1 "$(taskset -c "$(taskset -pc $$ | sed 's/.*[: ]\([0-9]*\).*$/\1/;s/[-,].*//')" "$MAZURKA" check --no-trace --quiet \
        --json=- "$cases_work/bad" 2>/dev/null | sed -n 's/.*"jobs": \([0-9]*\).*/\1/p')"
    is 1 "$(jobs_of --seed=1)"
    is 1 "$(jobs_of --search=dfs)"
    is 1 "$(jobs_of --order=random)"
    is 1 "$(jobs_of -j 1)"
    is 3 "$(jobs_of -j 3)"
    is 3 "$(jobs_of -j 3 --seed=2)"
}
case_ "how many there are if nobody has said it" default

# However many there are by default, a program with few states is done with by one: everything but times is the same, each time, and so it
# is where there is only one, which keeps less besides its states, for it has nobody to hand them over to.
small_ones()
{
    for i in 1 2; do
        check "$cases_work/bad" --all --json=- 2>/dev/null | grep -vE 'seconds|per_second' >default$i
    done
    cmp default1 default2
    check "$cases_work/bad" --all --seed=1 --json=- 2>/dev/null | grep -vE 'seconds|per_second' >alone
    cmp <(grep -vE '"(jobs|table_bytes)"' default1) <(grep -vE '"(jobs|table_bytes)"' alone)
    grep -q '"table_bytes"' default1
    [ "$(field statistics.table_bytes default1)" -lt $(($(field statistics.table_bytes alone) + 4096)) ]
}
case_ "few states are explored by one, and always the same way" small_ones

end_cases
