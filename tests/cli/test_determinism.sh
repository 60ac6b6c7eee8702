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
    cmp one.json another_directory_with_a_long_name/two.json
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
