#!/bin/bash
# test_resume.sh - a search that was ended before its time is gone on with: `mazurka check --checkpoint`, `mazurka resume`. (Searches of
# random programs: model/test_keeping; the file, cut at every byte: unit/test_log_file.)
. "$(dirname "$0")/../lib/cases.sh"
build() { "$MAZURKA" cc -g -O1 -o "$cases_work/$1" "${@:2}" -pthread || exit 1; }
build last -DTHREADS=12 "$root/bench/lastzero.c"
build dine -DTHREADS=10 -DCIRCLE=1 "$root/bench/philosophers.c"
export PATH=$PATH:$(dirname "$MAZURKA")
last=$cases_work/last dine=$cases_work/dine
sum="--race=off --reduction=sum --no-trace --checkpoint=c.mzc"

# kill_and_go_on SECONDS: begins a search, and kills it as often as it takes; $verdict, $kills
kill_and_go_on()
{
    local command=("$MAZURKA" check "$@" --checkpoint-every=50ms --json=out.json) tool
    kills=0
    for _ in $(seq 30); do
        "${command[@]}" >out 2>err &
        tool=$!
        for _ in $(seq $((2 + RANDOM % 12))); do
            sleep 0.1
            kill -0 $tool 2>/dev/null || break
        done
        if ((kills < 4)) && kill -KILL $tool 2>/dev/null; then
            wait $tool 2>/dev/null || :
            kills=$((kills + 1))
            [[ -s c.mzc ]] && command=("$MAZURKA" resume c.mzc --json=out.json) || rm -f c.mzc
            continue
        fi
        wait $tool && status=0 || status=$?
        return 0
    done
    return 1
}

killed()
{
    RANDOM=1
    kill_and_go_on "$last" $sum -j 2
    cat out err
    is 0 $status
    is verified "$(field verdict out.json)"
    [[ ! -e c.mzc ]] || { echo "the checkpoint is there in the end"; return 1; }
}
case_ "killed at any time, it goes on" killed

killed_with_a_bug()
{
    RANDOM=2
    kill_and_go_on "$dine" $sum --all -j 1
    cat out err
    is 1 $status
    says 0 "1 distinct bug; the search: all behaviours" cat out
    says 0 "deadlock" cat out
}
case_ "bugs that were known are reported" killed_with_a_bug

ended_by_limit() # a checkpoint of some states, c.mzc
{
    says 3 "mazurka resume c.mzc" "$MAZURKA" check "$last" $sum --states=${1:-20000} -j 1
    [[ -s c.mzc ]]
}

limit()
{
    ended_by_limit
    says 3 "finished states were known" "$MAZURKA" resume c.mzc --states=60000
    says 0 "all behaviours" "$MAZURKA" resume c.mzc --states=2M --json=two.json
    "$MAZURKA" check "$last" --race=off --reduction=sum --no-trace -q --json=one.json
    local one two
    one=$(field statistics.states one.json)
    two=$(($(field statistics.states two.json) + $(field statistics.restored two.json)))
    ((two >= one && two < one + one / 20)) || { echo "one: $one states, two: $two"; return 1; }
}
case_ "what was finished is not explored again" limit

# What was noticed where the first search had finished is not lost in the second: the third has nothing of it to see.
noticed()
{
    cat >program.c <<'C'
#include <pthread.h>
int __VERIFIER_nondet_int(void);
int a, sink;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *work(void *p)
{
    for (int i = 0; i < 3; i++) { pthread_mutex_lock(&m); a++; pthread_mutex_unlock(&m); }
    return p;
}
void *look(void *p)
{
    pthread_mutex_lock(&m);
    int last = a == 6;
    pthread_mutex_unlock(&m);
    if (last) sink = __VERIFIER_nondet_int();
    return p;
}
int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, i < 2 ? work : look, 0);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    return 0;
}
C
    says 3 "resume" "$MAZURKA" check program.c $sum --search=dfs --states=20 -j 1
    says 3 "resume" "$MAZURKA" resume c.mzc --states=40
    says 3 "resume" "$MAZURKA" resume c.mzc --states=60
    says 3 "for a few values of __VERIFIER_nondet_" "$MAZURKA" resume c.mzc --states=1M
}
case_ "what was noticed goes with what was finished, from one process to the next" noticed

terminated()
{
    "$MAZURKA" check "$last" --race=off --no-trace --seed=1 --reduction=sum --checkpoint >out 2>err &
    local tool=$!
    for _ in $(seq 100); do
        sleep 0.05
        [[ -s last.mzc ]] && pgrep -P $tool >/dev/null && break
    done
    kill -TERM $tool
    wait $tool || :
    cat out err
    says 0 "last.mzc\` goes on" cat err
    says 0 "all behaviours" "$MAZURKA" resume last.mzc
}
case_ "SIGTERM: the command to go on; the file has the program's name" terminated

# Ended at a random state, and gone on with: the verdict and the bugs are those of a search that was not ended. EVERY=1: all programs.
corpus()
{
    local every=${EVERY:-67} number=0 compared=0 file whole="--search=dfs --reduction=sum --race=off --all --no-trace -q" before after
    RANDOM=3
    for file in $(find "$programs"/ok "$programs"/bad -name '*.c' | sort); do
        number=$((number + 1))
        ((number % every == 0)) && ! grep -qE '^// (options|args|stdin|only):' "$file" || continue
        "$MAZURKA" cc -g -O0 -o p "$file" -pthread 2>/dev/null || continue
        before=$("$MAZURKA" check ./p $whole --states=50k --json=one.json 2>/dev/null) || :
        "$MAZURKA" check ./p $whole --states=$((2 + RANDOM % 50)) --checkpoint=c.mzc --json=two.json >after 2>/dev/null || :
        [[ ! -e c.mzc ]] || "$MAZURKA" resume c.mzc --states=100k --json=two.json >after 2>/dev/null || :
        after=$(cat after)
        is "$(grep -E '"(verdict|kind|title)":' one.json | sort)" "$(grep -E '"(verdict|kind|title)":' two.json | sort)"
        is "${before%% *}" "${after%% *}"
        rm -f c.mzc
        compared=$((compared + 1))
    done
    ((compared > 0))
}
case_ "programs of the corpus, ended anywhere" corpus

environment()
{
    cat >program.c <<'C'
#include <pthread.h>
#include <stdlib.h>
#include <stdio.h>
int a, b, n;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *work(void *p) { for (int i = 0; i < n; i++) { pthread_mutex_lock(&m); a++; pthread_mutex_unlock(&m); b = i; } return p; }
int main(void)
{
    pthread_t t[3];
    FILE *f = fopen("rounds", "r");
    n = f && fscanf(f, "%d", &n) == 1 ? n : 1;
    n += getenv("MORE") != NULL;
    for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, work, 0);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    return 0;
}
C
    echo 3 >rounds
    mkdir elsewhere
    MORE=1 says 3 "resume" "$MAZURKA" check program.c $sum --states=100 -j 1
    (cd elsewhere && says 0 "all behaviours" "$MAZURKA" resume ../c.mzc --states=1M --json=r.json)
    ((0 < $(field statistics.restored r.json)))
    says 3 "resume" "$MAZURKA" check program.c $sum --states=100 -j 1
    cp c.mzc kept.mzc
    echo 2 >rounds
    says 2 "set-up does not leave the same memory each time it is run: n holds" "$MAZURKA" resume c.mzc
    echo 3 >rounds
    sed -i 's/b = i/b = i + 1/' program.c
    says 2 "has changed since" "$MAZURKA" resume c.mzc
}
case_ "the environment is that of the beginning; what differs is named" environment

files()
{
    cat >program.c <<'C'
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
int a;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *work(void *p)
{
    char n = '1';
    int fd = open("data", O_RDONLY);
    if (fd >= 0 && read(fd, &n, 1) == 1) close(fd);
    for (int i = '0'; i < n; i++) { pthread_mutex_lock(&m); a++; pthread_mutex_unlock(&m); }
    return p;
}
int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, work, 0);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    return 0;
}
C
    echo 3 >data
    says 3 "resume" "$MAZURKA" check program.c $sum --states=60 -j 1
    echo 9 >data
    says 2 "data, which the program had read, has changed since" "$MAZURKA" resume c.mzc
}
case_ "a file that the program reads has changed" files

# asks EXPRESSION: program.c, whose last thread asks when the others are through, which is explored first
asks()
{
    cat >program.c <<C
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
int a, asked, early;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *work(void *p) { for (int i = 0; i < 3; i++) { pthread_mutex_lock(&m); a++; pthread_mutex_unlock(&m); } return p; }
void *ask(void *p) { pthread_mutex_lock(&m); int last = a == 6; pthread_mutex_unlock(&m); if (last) asked = $1; return p; }
int main(void)
{
    pthread_t t[3];
    early = access("flag", F_OK);
    for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, i < 2 ? work : ask, 0);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    return 0;
}
C
}

outside()
{
    local some="check program.c $sum --search=dfs --states=20 -j 1"
    echo 1 >input; echo 2 >other
    asks 'open("absent", O_RDONLY) < 0'
    says 3 "goes on where the search was" "$MAZURKA" $some
    touch absent
    says 2 "absent is there, and the program had found none" "$MAZURKA" resume c.mzc
    rm absent
    says 3 "goes on where the search was" "$MAZURKA" resume c.mzc --states=40
    touch absent # the second process has not come to it
    says 2 "absent is there, and the program had found none" "$MAZURKA" resume c.mzc
    rm c.mzc
    asks 'getchar()'
    says 3 "goes on where the search was" "$MAZURKA" $some <input
    says 2 "standard input, which the program had read, is not" "$MAZURKA" resume c.mzc <other
    says 0 "finished states were known" "$MAZURKA" resume c.mzc --states=1M <input
    asks 'access("third", F_OK)'
    says 3 "threads of the program call access" "$MAZURKA" $some
    says 0 "all behaviours" "$MAZURKA" resume c.mzc --states=1M
}
case_ "files that are not there, standard input, questions to the system" outside

libraries()
{
    echo 'int step(void) { return 1; }' >step.c
    gcc -shared -fPIC -o libstep.so step.c
    sed 's/counter + 1/counter + step()/; 1i int step(void);' "$root/bench/racy_counter.c" >p.c
    "$MAZURKA" cc -g -DTHREADS=3 -DROUNDS=4 -o p p.c -pthread -L. -lstep -Wl,-rpath,"$PWD" 2>/dev/null
    says 3 "resume" "$MAZURKA" check ./p $sum --states=1000 -j 1
    echo 'int step(void) { return 2; }' >step.c
    gcc -shared -fPIC -o libstep.so step.c
    says 2 "libstep.so has changed since" "$MAZURKA" resume c.mzc
}
case_ "another library is refused" libraries

bad_input()
{
    ended_by_limit
    says 2 "there is such a file" "$MAZURKA" check "$last" $sum
    says 2 "--reduction: a search goes on with the options" "$MAZURKA" resume c.mzc --reduction=none
    says 2 "unknown option" "$MAZURKA" resume c.mzc --nonsense
    says 2 "needs a checkpoint" "$MAZURKA" resume
    says 2 "No such file" "$MAZURKA" resume nothing.mzc
    says 2 "no checkpoint of mazurka" "$MAZURKA" resume "$last"
    says 2 "Is a directory" "$MAZURKA" resume .
    says 2 "another search goes on" flock c.mzc "$MAZURKA" resume c.mzc
    cp c.mzc v.mzc
    printf '\007' | dd of=v.mzc bs=1 seek=8 conv=notrunc status=none
    says 2 "of version 7" "$MAZURKA" resume v.mzc
    cp c.mzc torn.mzc
    truncate -s -40 torn.mzc
    says 0 "all behaviours" "$MAZURKA" resume torn.mzc --states=2M
    head -c 50 c.mzc >head.mzc
    says 2 "damaged" "$MAZURKA" resume head.mzc
    says 2 "No such file" "$MAZURKA" check "$last" --reduction=sum --checkpoint=nowhere/c.mzc
    says 2 "not together with" "$MAZURKA" check "$last" --reduction=sum --checkpoint=d.mzc --budget=1s
    for search in --search=pct --search=bfs --reduction=none --reduction=spor --reduction=dlspor "--reduction=sum --order=random"; do
        says 4 "checkpoint" "$MAZURKA" check "$last" --race=off --checkpoint=d.mzc $search
        [[ ! -e d.mzc ]]
    done
    says 4 "checkpoint is of one" "$MAZURKA" check "$last" --race=off --reduction=sum --search=dfs --runs=2 --checkpoint=d.mzc
}
case_ "bad input" bad_input

end_cases
