#!/bin/bash
# test_searches.sh - searches as a user puts them together: every part that is listed works, finds the bug, and proves the fix.
. "$(dirname "$0")/../lib/cases.sh"
bad=$programs/bad/race/lost_update.c
check() { "$MAZURKA" check --no-trace "$@"; }
"$MAZURKA" cc -g -o "$cases_work/bad" "$bad" -pthread || exit 1
"$MAZURKA" cc -g -DTHREADS=3 -o "$cases_work/dine" "$root/bench/philosophers.c" -pthread || exit 1
bad=$cases_work/bad dine=$cases_work/dine
all=$(check "$dine" --quiet) # verified: all N states
[[ $all == verified:* ]] || { echo "FAIL $all"; exit 1; }

lists()
{
    "$MAZURKA" searches >list
    grep -q "^Drivers" list
    says 2 "takes no arguments" "$MAZURKA" searches dfs
    says 0 "Usage: mazurka searches" "$MAZURKA" searches --help
    # every option that is listed has a page that shows it
    for option in $(grep -o '^  --[a-z-]*' list | sort -u); do
        grep -rqe "$option" "$root/docs/searches" || { echo "no page for $option"; return 1; }
    done
}
case_ "mazurka searches" lists

drivers()
{
    for search in $("$MAZURKA" searches | grep -o '^  --search=[a-z-]*' | sed 's/.*=//'); do
        says 1 "assertion failed" check "$bad" --search="$search" --quiet
        [[ $search == walk ]] || says 0 "$all" check "$dine" --search="$search" --quiet
    done
    says 3 "covered: " check "$dine" --search=walk --walks=5 --quiet
}
case_ "drivers" drivers

parts()
{
    for part in $("$MAZURKA" searches | grep -o '^  --order=[a-z-]*'); do
        says 1 "assertion failed" check "$bad" "$part" --quiet
        says 0 "$all" check "$dine" "$part" --quiet
    done
    for part in $("$MAZURKA" searches | grep -o '^  --heuristic=[a-z-]*'); do
        says 0 "$all" check "$dine" --search=best "$part" --quiet
    done
    for part in $("$MAZURKA" searches | grep -o '^  --rb-complete=[a-z-]*'); do
        says 0 "$all" check "$dine" --rb='<3,pl,d,R,0.50,1>' "$part" --quiet
    done
    for part in $("$MAZURKA" searches | grep -o '^  --restarts=[a-z-]*'); do
        says 1 "assertion failed" check "$bad" --order=random "$part" --restart-states=5 --quiet
    done
}
case_ "orders, heuristics, completion, restarts" parts

bounds()
{
    says 3 "states to depth 3" check "$dine" --depth=3 --quiet
    says 3 "states within 0 preemptions" check "$dine" --preemptions=0 --quiet
    says 3 "states within 1 delay" check "$dine" --delays=1 --quiet
    says 3 "to depth 4 and within 1 preemption" check "$dine" --depth=4 --preemptions=1 --quiet
    says 0 "$all" check "$dine" --preemptions=0.. --quiet
    says 0 "$all" check "$dine" --delays=0..100+2 --quiet
    says 0 "$all" check "$dine" --depth=5..100+5 --quiet
    says 1 "assertion failed" check "$bad" --preemptions=0..2 --quiet
    says 2 "a range such as 0..3" check "$dine" --preemptions=x
    says 2 "from the smaller number" check "$dine" --delays=3..1
    says 2 "at least 1" check "$dine" --depth=0
}
case_ "bounds" bounds

rb()
{
    says 3 "covered: all states to depth 4 (" check "$dine" --rb='<4,pl,d,F,0.50,1>' --quiet
    says 3 "states; --rb leaves parts out" check "$dine" --rb='<4,pl,d,F,0.50,1>' --rb-paper --quiet
    says 0 "$all" check "$dine" --rb='<100,pl,d,F,0.50,1>' --quiet
    says 0 "$all" check "$dine" --rb='<I,pl,d,Lb,0.75,1.5>' --quiet
    says 3 "to depth 3 and within 2 preemptions (" check "$dine" --rb='<3,pl,d,F,0.50,1>' --preemptions=2 --quiet
    says 1 "assertion failed" check "$bad" --rb='<5,pl,d,F,0.50,1>' --quiet
    says 2 "expected a strategy: F, R or Lb" check "$bad" --rb='<5,pl,d,Q,0.50,1>'
    check --rb=list >list
    is 7920 "$(sort -u list | wc -l)"
    is "<5,pl,d,F,0.50,1>" "$(head -n 1 list)"
}
case_ "randomized backtracking" rb

refuses()
{
    says 4 "unsound: early backtracking leaves a path" check "$bad" --search=bfs --rb='<5,pl,d,F,0.50,1>'
    says 4 "unsound: there may be two bounds" check "$bad" --depth=9 --preemptions=2 --delays=1
    says 4 "finds the same again" check "$bad" --restarts=luby
    says 4 "unsound: livelocks" check "$bad" --search=bfs --livelock
    says 4 "nothing to complete" check "$bad" --rb-complete=order
    says 4 "no order of that name" check "$bad" --order=best
    says 2 "no search" check "$bad" --search=best-first
    says 2 "is for --rb" check "$bad" --rb-paper
    says 2 "is for --restarts" check "$bad" --restart-states=5
    says 2 "is for --search=walk" check "$bad" --walks=5
    says 2 "each run ends" check "$bad" --runs=5 --all
}
case_ "what does not go together" refuses

runs()
{
    says 1 "20 runs; an error was found in " check "$bad" --rb='<3,pl,d,R,0.75,1>' --order=random --runs=20 --json=r.json
    is 20 "$(field runs.runs r.json)"
    (($(field runs.found r.json) > 5))
    is "--search=dfs --rb='<3,pl,d,R,0.75,1>' --order=random" "$(field settings.configuration r.json)"
    # each of them is the run with its seed
    check "$bad" --rb='<3,pl,d,R,0.75,1>' --order=random --seed=4 --json=one.json >/dev/null || true
    is "$(field runs.each.3.states r.json)" "$(field statistics.processed one.json)"
    is "$(field runs.each.3.preemptions r.json)" "$(field findings.0.preemptions one.json)"
    says 3 "5 runs; an error was found in 0 %" check "$dine" --rb='<3,pl,d,R,0.75,1>' --runs=5
}
case_ "several runs" runs

same()
{
    for options in "--order=random" "--rb=<3,pl,d,R,0.75,1>" "--search=random-bfs" "--rb=<I:3-5,pl,d,Lb,0.50^r,1> --rb-states=30"; do
        check "$bad" $options --seed=3 >one || true
        check "$bad" $options --seed=3 >two || true
        cmp one two
    done
}
case_ "the same seed gives the same run" same

replays()
{
    "$MAZURKA" check "$bad" --rb='<3,pl,d,R,0.75,1>' --preemptions=2 --trace=t.mzt || true
    says 1 "replayed: assertion failed" "$MAZURKA" replay t.mzt
}
case_ "what a steered search finds is replayed" replays
end_cases
