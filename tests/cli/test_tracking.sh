#!/bin/bash
# test_tracking.sh - --track: sampled executions in which only some variables are scheduling points, and all else runs untouched.
. "$(dirname "$0")/../lib/cases.sh"
sources=$root/tests/cli/tracking

# What is found in sampled executions, each distinct end once, sorted.
ends() # OPTION...
{
    "$MAZURKA" check --quiet --all --seed=1 --no-trace --json=ends.json "$@" >ends.txt || true
    grep -oE 'x [0-9], y [0-9]' ends.txt | sort -u
}

# Where all that is shared is tracked, all ends are found that there are; otherwise those that locks allow.
same_ends()
{
    local all
    all=$(ends ../outcomes)
    is "x 4, y 7 x 4, y 8 x 6, y 7 x 6, y 8 x 7, y 7 x 7, y 8 x 8, y 7 x 8, y 8" "$(tr '\n' ' ' <<<"$all" | sed 's/ $//')"
    is "$all" "$(ends ../outcomes --search=walk --walks=3000 --track=all)"
    is "$all" "$(ends ../outcomes --search=walk --walks=3000 --track=x)"
    is "$all" "$(ends ../outcomes --search=walk --walks=3000 --track=x -j2)"
    is "$all" "$(ends ../outcomes --search=pos --walks=3000 --track=outcomes.c)"
    is "$all" "$(ends ../outcomes --search=pct --bug-depth=6 --walks=5000 --track=x)"
    is "$all" "$(ends ../outcomes --search=pctvb --bug-depth=6 --variables=2 --walks=8000 --track=x,y)"
    local locks="x 7, y 7 x 7, y 8 x 8, y 7 x 8, y 8"
    for list in none y untouched; do
        is "$locks" "$(ends ../outcomes --search=walk --walks=1000 --track=$list | tr '\n' ' ' | sed 's/ $//')"
    done
}

# Every fault that is found was replayed before it was told; its trace leads there as well, whoever replays it.
replays()
{
    local search
    for search in walk pos pct pctvb; do
        says 1 "assertion" "$MAZURKA" check ../outcomes --quiet --search=$search --track=x --trace=found.mzt
        says 1 "assertion" "$MAZURKA" replay found.mzt --program=../outcomes
        grep -qx 'visible "tracked"' found.mzt
    done
    says 1 "assertion" "$MAZURKA" check "$sources/outcomes.c" --quiet --search=walk --track=all --trace=found.mzt
    says 1 "assertion" "$MAZURKA" replay found.mzt
}

begins_again()
{
    local track
    built ./again "$1" -O0 -g "$sources/again.c"
    for track in none tracked all again.c; do
        says 3 "covered: 300 executions" \
            "$MAZURKA" check --quiet --search=walk --walks=300 --track=$track --json=again.json ./again
        is covered "$(field verdict again.json)"
        is 300 "$(field statistics.sampled again.json)"
    done
}

new_frames()
{
    says 3 "covered" "$MAZURKA" check --quiet --search=walk --walks=300 --track=none "$sources/uninitialized.c" "$@"
    says 1 "x == 2" "$MAZURKA" check --quiet --search=walk --walks=300 --track=x "$sources/uninitialized.c" "$@"
}

freed() { says 1 "freed" "$MAZURKA" check --quiet --search=walk --track=none "$sources/freed.c" "$@"; }

# One execution, in which nothing is decided, or is not: it is a sample.
never_verified()
{
    echo 'int main(void) { return 0; }' >one.c
    says 3 "covered: 1 execution with thread switches at synchronization only, without looking for data races" \
        "$MAZURKA" check --quiet --search=walk --track=none one.c
    says 3 "covered: 1 execution with thread switches at synchronization and accesses to all shared memory only" \
        "$MAZURKA" check --quiet --search=pct --track=all one.c
}

time_ends_it()
{
    says 3 "stopped by --time=300ms" "$MAZURKA" check --quiet --search=walk --track=none --time=300ms "$sources/endless.c" -DLOCKS
}

spins()
{
    says 3 "perhaps the thread waits for a variable that --track leaves out" \
        "$MAZURKA" check --quiet --search=walk --track=none --hang=100ms "$sources/endless.c" -DSPINS
    says 3 "covered" "$MAZURKA" check --quiet --search=walk --walks=20 --track=flag "$sources/endless.c" -DSPINS
}

# Longer than --hang, between two scheduling points.
computes()
{
    says 3 "covered" "$MAZURKA" check --quiet --search=walk --walks=1 --track=none --hang=50ms "$sources/endless.c" -DCOMPUTES=25000000
}

# A thread that goes on by itself makes the steps, and the decisions, that it makes one at a time where --depth counts them.
same_steps() # TRACK SOURCE OPTION...
{
    local depth n=100
    "$MAZURKA" cc -g "${@:2}" -o strides
    [[ $* != *THREADS* ]] || n=5
    for depth in "" --depth=1000000; do
        says 3 "covered: $n executions" "$MAZURKA" check ./strides --quiet --no-trace --search=pct --bug-depth=5 --seed=1 --walks=$n \
            --track="$1" $depth --json="strides$depth.json"
    done
    is "$(field statistics.steps strides--depth=1000000.json)" "$(field statistics.steps strides.json)"
    is "$(field statistics.transitions strides--depth=1000000.json)" "$(field statistics.transitions strides.json)"
}

goes_on_by_itself() # COMPILER
{
    local track
    for track in none total; do
        MAZURKA_CC=$1 same_steps $track "$sources/strides.c"
    done
}

made_anew() { same_steps none "$sources/over.c" && same_steps none "$sources/over.c" -DSMALL; }

# Who goes round is noticed after some thousands of steps, however many are made at once.
goes_round()
{
    says 3 "covered: 20 executions" "$MAZURKA" check "$sources/circles.c" --quiet --no-trace --search=pct --seed=1 --walks=20 \
        --track=none --json=circles.json
    (($(field statistics.steps circles.json) < 20 * 20000))
    says 3 "covered: 20 executions" "$MAZURKA" check "$sources/circles.c" -DALONE --quiet --no-trace --search=pct --seed=1 --walks=20 \
        --track=none
}

waits_and_writes()
{
    says 3 "a step of the last one did not end: perhaps a thread waits for a variable that --track leaves out" \
        "$MAZURKA" check "$sources/circles.c" -DWRITES --quiet --no-trace --search=walk --seed=1 --track=none --time=500ms
}

its_faults_replay()
{
    local seed
    "$MAZURKA" cc $gold -g -DBUG "$sources/strides.c" -o strides
    for seed in 1 2; do
        says 1 "total == THREADS" "$MAZURKA" check ./strides --quiet --search=pct --seed=$seed --track=total \
            --trace=found.mzt
        says 1 "total == THREADS" "$MAZURKA" replay found.mzt
    done
}

# Each name that `mazurka variables` prints is one for --track; which of them is tracked decides what is found.
printed_names()
{
    local name bug
    cp "$sources/blocks.c" .
    "$MAZURKA" cc -g blocks.c -o blocks
    "$MAZURKA" variables ./blocks --quiet --top=0 --json=list.json >/dev/null
    awk -f "$root/tests/lib/flatten.awk" -v only='^variables[.][0-9]+[.]name$' list.json | cut -f 2 >names
    grep -qx 'calloc at blocks.c:[0-9]* #1 \[2\]' names
    grep -qx 'lock in malloc at blocks.c:[0-9]* #1 + 8' names
    grep -qx 'global.part\[0\].{low,high}' names
    while IFS= read -r name; do
        bug=3
        [[ $name != malloc*'#2' ]] || bug=1
        says $bug "" "$MAZURKA" check ./blocks --quiet --no-trace --search=pct --walks=100 --seed=1 --track="$name" </dev/null
    done <names
    name=$(grep '#2$' names)
    says 1 "items[1]->value == 2" "$MAZURKA" check ./blocks --quiet --search=walk --track="matrix[1],${name#malloc at }+0" --trace=found.mzt
    says 1 "items[1]->value == 2" "$MAZURKA" replay found.mzt
    says 1 "items[1]->value == 2" "$MAZURKA" check ./blocks --quiet --search=pctvb --track="$name in new_item" --no-trace -j2
    says 3 "covered" "$MAZURKA" check ./blocks --quiet --search=pct --walks=100 --track="matrix,${name/\#2/\#9}" --no-trace
    for name in 'matrix[3]' 'matrix[0].x' 'global.part[0].{low' blocks.c:1#1 'blocks.c:54#0' 'malloc at blocks.c:54 #1 [2'; do
        says 2 "the program has no variable" "$MAZURKA" check ./blocks --search=pct --track="$name"
    done
}

# A hundred threads, of which the schedule decides who uses what: a search for shared memory finds more with every execution.
merge_sort()
{
    local status=0
    says 1 "left >= 0" "$MAZURKA" check "$root/suite/merge_sort/merge_sort.c" -I"$root/suite/include" -DINPUTS=200 -DLIMIT=99 --quiet \
        --search=pct --track=alive --walks=100 --seed=1 --minimize=off --no-trace
    # Whether races are found within the second depends on the machine.
    "$MAZURKA" check "$root/suite/merge_sort/merge_sort.c" -I"$root/suite/include" -DINPUTS=200 -DLIMIT=99 --search=walk --time=1s \
        --wide --minimize=off --no-trace >out 2>&1 || status=$?
    cat out
    [[ $status == [13] ]]
    grep -qF -- "--track=VARIABLE does not look for such memory" out
}

refused() # TEXT OPTION...
{
    says 2 "$1" "$MAZURKA" check "$sources/outcomes.c" "${@:2}"
}

"$MAZURKA" cc -g "$sources/outcomes.c" -o "$cases_work/outcomes" || exit 1
case_ "the ends that there are" same_ends
case_ "faults replay" replays
case_ "every execution begins with the same memory" begins_again gcc
case_ "the same with clang" begins_again clang
case_ "new frames hold zeros" new_frames
case_ "freed memory is seen" freed
case_ "nothing is verified" never_verified
case_ "a time limit ends what goes on for ever" time_ends_it
case_ "who waits for what is not tracked is told" spins
case_ "a long computation is no runaway" computes
case_ "a thread that goes on by itself makes the same steps" goes_on_by_itself gcc
case_ "the same with clang's" goes_on_by_itself clang
case_ "so do a hundred" same_steps total "$sources/strides.c" -DTHREADS=100
case_ "and one that overwrites what another waits for" made_anew
case_ "and its faults replay" its_faults_replay
case_ "who goes round is not waited for" goes_round
case_ "who waits for what is not tracked, and counts, is told" waits_and_writes
case_ "variables have the names that are printed" printed_names
case_ "merge_sort at the paper's size" merge_sort
case_ "needs a search that samples" refused "--track needs --search=walk or pos or pct or pctvb" --track=x
case_ "no states are told apart" refused "--track tells no states apart: --states needs that" --search=walk --track=x --states=10
case_ "not with --visible" refused "leave --visible out" --search=walk --track=x --visible=y
case_ "not with --race=error" refused "--track looks for no data races" --search=walk --track=x --race=error
case_ "an unknown variable" refused "--track=z: the program has no variable" --search=walk --track=z
end_cases
