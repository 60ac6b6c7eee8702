#!/bin/bash
# test_census.sh - mazurka census: exact numbers of programs whose paths can be counted by hand, estimates under a limit, what is refused.
. "$(dirname "$0")/../lib/cases.sh"
census() { "$MAZURKA" census --quiet "$@"; }

# N outcomes of each of two choices: N transitions out of each of 1 + N choice points; 1 path of N² fails.
cat >"$cases_work/choices.c" <<'END'
#include <assert.h>
#include <mazurka.h>
static int a, b;
int main(void)
{
    a = (int)mz_choose(N);
    b = (int)mz_choose(N);
    assert(a != 1 || b != 1); /* one of N * N */
    return 0;
}
END
cat >"$cases_work/race.c" <<'END'
#include <pthread.h>
static int x;
static void *add(void *p)
{
    x++;
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    x++;
    pthread_join(t, 0);
    return 0;
}
END
choices=$cases_work/choices.c race=$cases_work/race.c

counts()
{
    # The start, N states behind the first choice, and behind the second one N² steps: an error, and ends.
    census "$choices" -DN=4 --json=c.json >said
    cat said
    grep -q "census: complete: " said
    is "21 1 16 1" "$(jq -r '.met | "\(.states) \(.error_states) \(.paths) \(.error_paths)"' c.json)"
    is "2 2 2" "$(jq -r '.met | "\(.least_length) \(.average_length.value) \(.most_length)"' c.json)"
    is "0.0625 true null" "$(jq -r '"\(.met.error_path_ratio.value) \(.complete) \(.sampled)"' c.json)"
    is "assertion true" "$(jq -r '.errors[] | "\(.kind) \(.confirmed)"' c.json)"
    # no other order changes that
    census "$choices" -DN=4 --seed=7 | diff - said
}
case_ "counts what there is" counts

estimates()
{
    census "$choices" -DN=100 --states=3000 --json=e.json >said
    cat said
    grep -q "census: an estimate: stopped by --states=3000" said
    is "false" "$(jq .complete e.json)"
    # about 3,000 states were met in all, every one up to 1,000 is a sample, then every second and third one
    is "true" "$(jq '.sampled.states > 1500 and .sampled.states < .met.states' e.json)"
    is "true" "$(jq '.sampled.error_path_ratio | .low <= .value and .value <= .high and .low >= 0 and .high <= 1 and .high > .low' e.json)"
    census "$choices" -DN=100 --states=3000 | diff - said
    # the whole space has a ratio of 1 in 10,000; the interval of a part need not hold it, but is no less than nothing
    census "$choices" -DN=100 --json=all.json >/dev/null
    is "true 10000 1" "$(jq -r '"\(.complete) \(.met.paths) \(.met.error_paths)"' all.json)"
}
case_ "estimates what it cannot count" estimates

races()
{
    census "$race" --race=off --json=off.json >/dev/null
    is 0 "$(jq .met.error_paths off.json)"
    is null "$(jq .met.least_length off.json)"
    census "$race" --race=error --race-rule=poised --json=poised.json >said
    grep -q "error: data race" said
    is true "$(jq '.met.error_paths > 0 and .met.error_paths == .met.error_states' poised.json)"
    census "$race" --json=report.json >/dev/null # they are noticed by the way, and are no errors
    is 0 "$(jq .met.error_paths report.json)"
}
case_ "races are errors if they are to be" races

# An end with another status than 0 is an error where others have 0.
ends()
{
    echo '#include <mazurka.h>
          int main(void) { return mz_choose(4) == 3 || ALWAYS; }' >ends.c
    census ends.c -DALWAYS=0 --json=some.json >/dev/null
    is "5 1 4 1" "$(jq -r '.met | "\(.states) \(.error_states) \(.paths) \(.error_paths)"' some.json)"
    census ends.c -DALWAYS=1 --json=all.json >/dev/null
    is "5 0 4 0" "$(jq -r '.met | "\(.states) \(.error_states) \(.paths) \(.error_paths)"' all.json)"
}
case_ "ends that fail" ends

deadlocks()
{
    census "$programs/bad/deadlock/three_in_a_ring.c" --race=off --json=d.json >/dev/null
    # as a complete search of all states finds them: each transition once
    "$MAZURKA" check "$programs/bad/deadlock/three_in_a_ring.c" --search=dfs --reduction=none --all --race=off --no-trace --quiet \
        --json=all.json || is 1 $?
    is "$(jq '.statistics.transitions + 1' all.json)" "$(jq .met.states d.json)"
    is "$(jq '.statistics.states' all.json)" "$(jq .distinct_states d.json)"
    is true "$(jq '.met.error_paths > 0' d.json)"
}
case_ "agrees with mazurka check" deadlocks

words()
{
    says 0 "Usage: mazurka census" "$MAZURKA" census --help
    says 2 "nothing to check" census
    says 2 "has a search of its own" census "$race" --search=dfs
    says 2 "the order of a census is random" census "$race" --order=preemptions
    says 2 "a census is one run" census "$race" --runs=5
    says 2 "writes no trace" census "$race" --trace=x.mzt
    says 4 "a reduction leaves transitions out" census "$race" --reduction=sum
    says 4 "a bound cuts paths off" census "$race" --preemptions=2
    says 4 "early backtracking" census "$race" --rb='<5,pl,d,R,0.5,1>'
    says 4 "several processes" census "$race" -j2
    says 4 "a restart takes transitions again" census "$race" --restarts=luby
    says 4 "livelocks" census "$race" --livelock
    says 2 "is a directory" census "$race" --json=.
    echo 'int main(void) { return 1; }' >early.c
    says 2 "no census" census early.c
    printf '#include <pthread.h>\n#include <unistd.h>\nstatic void *f(void *p) { daemon(0, 0); return p; }\n
        int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); return pthread_join(t, 0); }' >daemons.c
    says 3 "no census: unknown: daemon is not supported" census daemons.c
    # as a search of check's it proves what it explores
    says 0 "verified: all" "$MAZURKA" check "$root/bench/philosophers.c" -DTHREADS=3 --search=census --quiet --no-trace
}
case_ "what is said of the command line" words
end_cases
