#!/bin/bash
# The same seed and options give the same run, byte for byte: text, traces, statistics; and a replay is like every other.
# shellcheck disable=SC2317 # cases are called by name
set -u
. "$(dirname "$0")/../lib/cases.sh"

# A program of tests/programs, compiled once: in $program. (Those of the cases "of a source" are compiled each time, as users do it.)
compiled() # FILE OF tests/programs, OPTION...
{
    program=${1//\//_} program=$cases_work/programs/${program%.c}
    [[ -x $program ]] && return
    mkdir -p "$cases_work/programs"
    "$MAZURKA" cc $gold "${@:2}" -g -O0 -pthread "$programs/$1" -o "$program"
}

# check_into NAME ARGUMENTS...: NAME.out, NAME.mzt, NAME.json without what depends on the clock
check_into()
{
    local name=$1
    shift
    "$MAZURKA" check --trace=trace.mzt --json=result.json "$@" >"$name.out" 2>"$name.err" || :
    [[ -s $name.out ]] || { cat "$name.err"; return 1; }
    ! [[ -e trace.mzt ]] || mv trace.mzt "$name.mzt"
    grep -v '"[a-z_]*seconds"' result.json >"$name.json"
}

same_runs_of() # PROGRAM OPTION...
{
    compiled "$1"
    same_runs "$program" "${@:2}"
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
same_elsewhere_of() # PROGRAM
{
    compiled "$1"
    same_elsewhere "$program"
}

same_elsewhere() # SOURCE OR PROGRAM
{
    check_into one "$1" --seed=7
    mkdir another_directory_with_a_long_name
    (
        cd another_directory_with_a_long_name
        A_VARIABLE=$(printf '%5000s' x) check_into two "$1" --seed=7
    )
    cmp one.out another_directory_with_a_long_name/two.out
    # A token has the build id, and that the directory of the compilation; the root's digest has the environment.
    cmp <(grep -v '"token": \|"root": ' one.json) <(grep -v '"token": \|"root": ' another_directory_with_a_long_name/two.json)
}

same_replays_of() # PROGRAM
{
    compiled "$1"
    cp "$program" program # a trace names what lies below its folder
    same_replays ./program
}

same_replays() # SOURCE OR PROGRAM
{
    check_into one "$1"
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
    compiled "$1"
    for seed in 1 2 3 99; do
        check_into "seed$seed" "$program" --seed=$seed
        is "$2" "$(field verdict "seed$seed.json")"
    done
}

# The number of states of a complete search does not depend on the seed.
seeds_count_alike() # PROGRAM
{
    compiled "$1"
    check_into one "$program" --seed=1
    check_into two "$program" --seed=12345
    is "$(field statistics.states one.json)" "$(field statistics.states two.json)"
    is "$(field statistics.end_states one.json)" "$(field statistics.end_states two.json)"
}

# What is visible may not decide what is found: inferred or all, the program has the same ends and the same faults.
visible_agree() # PROGRAM
{
    compiled "$1"
    check_into auto "$program" --visible=auto
    check_into all "$program" --visible=all
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
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>
static int n;
static void *work(void *unused) { return unused; }
int main(int count, char **words)
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
    assert(count < 2 || n % 4 != atoi(words[1]));
    return 0;
}
END
    local way wrong seed first
    for way in -DGETRANDOM -DREAD -DSTREAM; do
        : >verdicts
        "$MAZURKA" cc $gold $way -pthread drawn.c -o drawn$way
        for wrong in 0 1 2 3; do
            check_into one drawn$way --seed=1 -- $wrong
            check_into two drawn$way --seed=2 -- $wrong
            is "$(field verdict one.json)" "$(field verdict two.json)"
            field verdict one.json >>verdicts
        done
        is "1 bug, 3 verified" "$(grep -c bug verdicts) bug, $(grep -c verified verdicts) verified"
    done
    for ((seed = 1; ; seed++)); do
        [ $seed -lt 30 ]
        check_into other drawn-DGETRANDOM --entropy=$seed -- 0
        [ "$(field verdict other.json)" = bug ] && break
    done
    "$MAZURKA" replay other.mzt >replayed.txt || :
    grep -q '^replayed: assertion' replayed.txt
    says 0 "with one sequence of random bytes" "$MAZURKA" check "$programs/ok/setup/random_bytes.c"
}

# A bug that two processes in a row come to is one; all else is not known. Never is it verified.
set_up_differs()
{
    "$MAZURKA" cc $gold -pthread "$root/tests/cli/setup/random_decides.c" -o random_decides
    for i in 1 2 3 4 5 6 7 8; do
        check_into one ./random_decides
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
    case_ "same run: $program" same_runs_of "$program"
    case_ "same elsewhere: $program" same_elsewhere_of "$program"
done
case_ "same run of a source" same_runs "$programs/bad/race/lost_update.c"
case_ "same run of a source: clang" same_runs "$programs/bad/race/memcpy.c" --cc=clang
case_ "same elsewhere, a source" same_elsewhere "$programs/bad/race/lost_update.c"
case_ "same run: all bugs" same_runs_of bad/classic/double_checked.c --all
case_ "same run: limited" same_runs_of ok/classic/philosophers.c --states=500

for program in bad/race/lost_update.c bad/mutex/lock_order.c bad/output/printed.c bad/choice/one_of_hundred.c \
    bad/heap/double_free.c bad/setup/change_directory.c; do
    case_ "same replay: $program" same_replays_of "$program"
done
case_ "same replay of a source" same_replays "$programs/bad/race/lost_update.c"
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
