#!/bin/bash
# The same seed and options give the same run, byte for byte: text, traces, statistics; and a replay is like every other.
# shellcheck disable=SC2317 # cases are called by name
set -u
. "$(dirname "$0")/../lib/cases.sh"

# check_into NAME ARGUMENTS...: NAME.out, NAME.mzt, NAME.json without what depends on the clock
check_into()
{
    local name=$1
    shift
    "$MAZURKA" check "$@" --trace=trace.mzt --json=result.json >"$name.out" 2>"$name.err" || :
    [[ -s $name.out ]] || { cat "$name.err"; return 1; }
    ! [[ -e trace.mzt ]] || mv trace.mzt "$name.mzt"
    grep -v '"[a-z_]*seconds"' result.json >"$name.json"
}

same_runs() # ARGUMENTS...
{
    check_into one "$@"
    check_into two "$@"
    cmp one.out two.out
    cmp one.json two.json
    ! [[ -e one.mzt ]] || cmp one.mzt two.mzt
}

# A program does not move because the environment or the directory is another one.
same_elsewhere() # PROGRAM
{
    check_into one "$programs/$1" --seed=7
    mkdir another_directory_with_a_long_name
    (
        cd another_directory_with_a_long_name
        A_VARIABLE=$(printf '%5000s' x) check_into two "$programs/$1" --seed=7
    )
    cmp one.out another_directory_with_a_long_name/two.out
    # A token has the build id, and that the directory of the compilation; the root's digest has the environment.
    cmp <(grep -v '"token": \|"root": ' one.json) <(grep -v '"token": \|"root": ' another_directory_with_a_long_name/two.json)
}

same_replays() # PROGRAM
{
    check_into one "$programs/$1"
    for i in 1 2 3; do
        "$MAZURKA" replay one.mzt >"replay.$i" 2>"error.$i" || :
        "$MAZURKA" replay one.mzt --steps >"steps.$i" 2>&1 || :
    done
    grep -q '^replayed: ' replay.1 || { cat replay.1 error.1; return 1; }
    for i in 2 3; do
        cmp replay.1 "replay.$i"
        cmp error.1 "error.$i"
        cmp steps.1 "steps.$i"
    done
}

# Other seeds may find another interleaving, but never another verdict.
seeds_agree() # PROGRAM VERDICT
{
    for seed in 1 2 3 99; do
        check_into "seed$seed" "$programs/$1" --seed=$seed
        is "$2" "$(field verdict "seed$seed.json")"
    done
}

# The number of states of a complete search does not depend on the seed.
seeds_count_alike() # PROGRAM
{
    check_into one "$programs/$1" --seed=1
    check_into two "$programs/$1" --seed=12345
    is "$(field statistics.states one.json)" "$(field statistics.states two.json)"
    is "$(field statistics.end_states one.json)" "$(field statistics.end_states two.json)"
}

# What is visible may not decide what is found: inferred or all, the program has the same ends and the same faults.
visible_agree() # PROGRAM
{
    check_into auto "$programs/$1" --visible=auto
    check_into all "$programs/$1" --visible=all
    is "$(field verdict auto.json)" "$(field verdict all.json)"
    is "$(field findings.0.kind auto.json)" "$(field findings.0.kind all.json)"
    if [[ $(field verdict auto.json) == verified ]]; then
        is "$(field statistics.end_states auto.json)" "$(field statistics.end_states all.json)"
    fi
}

# Random bytes are input: the same, whatever the seed, unless others are asked for.
random_repeats()
{
    cat >drawn.c <<'END'
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/random.h>
#include <unistd.h>
static int n;
static void *work(void *unused) { return unused; }
int main(void)
{
    unsigned char c = 0;
#if defined GETRANDOM
    getrandom(&c, 1, 0);
#elif defined READ
    int fd = open("/dev/urandom", O_RDONLY);
    if (read(fd, &c, 1) != 1) return 1;
    close(fd);
#else
    FILE *f = fopen("/dev/urandom", "r");
    c = (unsigned char)fgetc(f);
    fclose(f);
#endif
    n = c;
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    assert(n % 4 != WRONG);
    return 0;
}
END
    local way wrong seed first
    for way in -DGETRANDOM -DREAD -DSTREAM; do
        : >verdicts
        for wrong in 0 1 2 3; do
            check_into one drawn.c $way -DWRONG=$wrong --seed=1
            check_into two drawn.c $way -DWRONG=$wrong --seed=2
            is "$(field verdict one.json)" "$(field verdict two.json)"
            field verdict one.json >>verdicts
        done
        is "1 bug, 3 verified" "$(grep -c bug verdicts) bug, $(grep -c verified verdicts) verified"
    done
    for ((seed = 1; ; seed++)); do
        [ $seed -lt 30 ]
        check_into other drawn.c -DGETRANDOM -DWRONG=0 --entropy=$seed
        [ "$(field verdict other.json)" = bug ] && break
    done
    "$MAZURKA" replay other.mzt >replayed.txt || :
    grep -q '^replayed: assertion' replayed.txt
    says 0 "with one sequence of random bytes" "$MAZURKA" check "$programs/ok/setup/random_bytes.c"
}

# A bug that two processes in a row come to is one; all else is not known. Never is it verified.
set_up_differs()
{
    for i in 1 2 3 4 5 6 7 8; do
        check_into one "$root/tests/cli/setup/random_decides.c"
        cat one.out one.err >>all
        [ "$(field verdict one.json)" != verified ]
        cat one.out one.err | grep -q 'set-up does not leave the same memory each time it is run: even holds 0x' # verdict or note
    done
    ! grep internal all
}

case_ "random bytes are the same each time" random_repeats
case_ "set-up that differs is told" set_up_differs
for program in bad/race/lost_update.c bad/mutex/lock_order.c bad/crash/null.c bad/classic/treiber_aba.c ok/mutex/counter.c \
    ok/cond/broadcast.c bad/heap/plain_count.c bad/output/printed.c ok/classic/peterson.c; do
    case_ "same run: $program" same_runs "$programs/$program"
    case_ "same elsewhere: $program" same_elsewhere "$program"
done
case_ "same run: all bugs" same_runs "$programs/bad/classic/double_checked.c" --all
case_ "same run: clang" same_runs "$programs/bad/race/memcpy.c" --cc=clang
case_ "same run: limited" same_runs "$programs/ok/classic/philosophers.c" --states=500

for program in bad/race/lost_update.c bad/mutex/lock_order.c bad/output/printed.c bad/choice/one_of_hundred.c \
    bad/heap/double_free.c bad/setup/change_directory.c; do
    case_ "same replay: $program" same_replays "$program"
done
for pair in bad/race/lost_update.c:bug bad/cond/lost_wakeup.c:bug ok/cond/predicate_loop.c:verified ok/loop/flag_wait.c:verified; do
    case_ "seeds agree: ${pair%:*}" seeds_agree "${pair%:*}" "${pair#*:}"
done
for program in ok/mutex/counter.c ok/classic/peterson.c ok/heap/locked_list.c ok/atomic/iriw.c; do
    case_ "seeds count alike: $program" seeds_count_alike "$program"
done
for program in ok/atomic/store_buffer.c ok/atomic/message_passing.c ok/race/increments.c ok/mutex/trylock.c ok/choice/all_values.c \
    ok/cond/signal_choice.c ok/rwlock/readers_meet.c ok/tls/pointer.c ok/race/harmless.c bad/thread/loop_variable.c \
    bad/race/struct_copy.c bad/libc/sleep_to_synchronize.c bad/tls/through_pointer.c field/pbzip2.c; do
    case_ "visible agree: $program" visible_agree "$program"
done
end_cases
