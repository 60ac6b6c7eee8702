#!/bin/bash
# test_resume.sh - a search that was ended before its time is gone on with: `mazurka check --checkpoint`, `mazurka resume`. (Searches of
# random programs: model/test_keeping; the file, cut at every byte: unit/test_log_file.)
. "$(dirname "$0")/../lib/cases.sh"
build() { "$MAZURKA" cc -g -o "$cases_work/$1" "${@:2}" -pthread || exit 1; }
build last -DTHREADS=12 "$root/bench/lastzero.c"
build dine -DTHREADS=10 -DCIRCLE=1 "$root/bench/philosophers.c"
export PATH=$PATH:$(dirname "$MAZURKA")
last=$cases_work/last dine=$cases_work/dine
sum="--race=off --reduction=sum --no-trace --checkpoint=c.mzc"

# kill_and_go_on SECONDS: begins a search, and kills it as often as it takes; $verdict, $kills
kill_and_go_on()
{
    local begin=("$MAZURKA" check "$@" --checkpoint-every=50ms --json=out.json) command tool
    command=("${begin[@]}")
    kills=0
    for _ in $(seq 30); do
        "${command[@]}" >out 2>err &
        tool=$!
        for _ in $(seq $((2 + RANDOM % 12))); do
            sleep 0.1
            kill -0 $tool 2>/dev/null || break
        done
        ((kills >= 4)) || kill -KILL $tool 2>/dev/null || :
        wait $tool 2>/dev/null && status=0 || status=$?
        ((status == 137)) || return 0 # it has come to its end before
        kills=$((kills + 1))
        command=("$MAZURKA" resume c.mzc --json=out.json)
        [[ -s c.mzc ]] || { rm -f c.mzc; command=("${begin[@]}"); }
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

untold()
{
    says 2 "No space left on device" bash -c '"$@" >/dev/full' bash "$MAZURKA" check "$last" $sum --states=20000 --checkpoint-every=1ms
    [[ -s c.mzc ]]
    says 2 "No space left on device" "$MAZURKA" resume c.mzc --states=1M --json=/dev/full
    [[ -s c.mzc ]] # nobody has read its verdict
    says 0 "verified" "$MAZURKA" resume c.mzc --states=1M --json=out.json
    [[ ! -e c.mzc ]]
}
case_ "the file stays until everything is told" untold

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

# In the end there is little left, perhaps one state: it is not "the only state".
little_left()
{
    "$MAZURKA" cc -g -o little "$programs/ok/memory/woken_and_gone.c" -pthread
    local states=4 status=3
    "$MAZURKA" check ./little $sum --search=dfs --states=$states -j 1 -q >words || :
    while ((status == 3 && states < 40)); do
        states=$((states + 1)) status=0
        "$MAZURKA" resume c.mzc --states=$states -q >words || status=$?
    done
    is 0 $status
    says 0 "verified: all behaviours (" cat words
}
case_ "the words for what little is left" little_left

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

# The program has files of its own: their numbers are those of the search when the bug is shown, after the checkpoint was closed.
descriptors()
{
    "$MAZURKA" cc -g -o edge "$programs/bad/channel/lost_edge.c" -pthread
    says 1 "thread 0 waits in epoll_wait" "$MAZURKA" check ./edge $sum --search=dfs --all -j 1 --states=2 --json=edge.json
    is "[]" "$(python3 -c 'import json; print([n for n in json.load(open("edge.json"))["notes"] if "set-up" in n])')"
}
case_ "a bug is shown with the descriptors of the search" descriptors

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
    sed -i 's/O_RDONLY/O_RDWR/' program.c # its content is kept then
    rm c.mzc
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
    says 3 "goes on where the search was" "$MAZURKA" $some
    touch third
    says 2 "third is there, and the program had found none" "$MAZURKA" resume c.mzc
    rm c.mzc
    asks 'faccessat(AT_FDCWD, "third", F_OK, 0)'
    says 3 "threads of the program call faccessat" "$MAZURKA" $some
    says 0 "all behaviours" "$MAZURKA" resume c.mzc --states=1M
}
case_ "files that are not there, standard input, questions to the system" outside

# Functions without stand-ins whose answer is the machine's: what they would answer is compared, wherever they are called.
answers()
{
    local some="check program.c $sum --search=dfs --states=20 -j 1"
    asks '(int)sysconf(_SC_OPEN_MAX)'
    says 3 "goes on where the search was" "$MAZURKA" $some
    (ulimit -n $(($(ulimit -n) - 1)) && says 2 "sysconf(_SC_OPEN_MAX), which the program may ask for at any time, is" \
        "$MAZURKA" resume c.mzc)
    says 0 "finished states were known" "$MAZURKA" resume c.mzc --states=1M
    asks '(int)getuid()'
    says 3 "goes on where the search was" "$MAZURKA" $some
    (ulimit -n $(($(ulimit -n) - 1)) && says 0 "finished states were known" "$MAZURKA" resume c.mzc --states=1M)
}
case_ "what the machine answers is compared, if the program can ask" answers

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

cplusplus()
{
    cat >program.cpp <<'C'
#include <mutex>
#include <pthread.h>
#include <vector>
struct account { std::mutex lock; int money = 0; };
static std::vector<account> accounts(4);
static void move(long i)
{
    std::lock_guard<std::mutex> one(accounts[i].lock), other(accounts[i + 1].lock);
    accounts[i].money--;
    accounts[i + 1].money++;
}
int main()
{
    // std::thread uses memory again that others have left, which proves to be shared at the very end of a search only.
    pthread_t threads[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&threads[i], nullptr, [](void *k) -> void * { for (int n = 0; n < 4; n++) move((long)k); return k; }, (void *)i);
    for (auto t : threads)
        pthread_join(t, nullptr);
}
C
    "$MAZURKA" c++ -g -o program program.cpp -pthread
    "$MAZURKA" check ./program --race=off --reduction=sum --no-trace -q --json=one.json
    local states
    states=$(field statistics.states one.json)
    says 3 "mazurka resume c.mzc" "$MAZURKA" check ./program $sum --states=$((states / 3)) -j 1
    says 3 "mazurka resume" "$MAZURKA" resume c.mzc --states=$((states * 2 / 3)) # which may prove that more is shared
    says 0 "finished states were known" "$MAZURKA" resume c.mzc --states=1M
    RANDOM=4
    kill_and_go_on ./program $sum -j 2
    cat out err
    is 0 $status
    is verified "$(field verdict out.json)"
}
case_ "C++: ended, killed and gone on with" cplusplus

two_at_once()
{
    ended_by_limit
    "$MAZURKA" resume c.mzc --states=2M >out 2>err &
    local first=$! refused=0
    while kill -0 $first 2>/dev/null; do
        "$MAZURKA" resume c.mzc --states=2M >second 2>&1 && break # the first one had not begun, or is through
        if grep -q "another search goes on" second; then refused=1; break; fi
    done
    wait $first || { cat out err second; grep -q "another search goes on" err; return; }
    says 0 "all behaviours" cat out
    [[ $refused == 1 ]] || cat second
}
case_ "two at once: one goes on" two_at_once

# The tool may not write more from some time on, as on a full disk: the search is not lost, nor what was written before.
full()
{
    build long -DTHREADS=17 "$root/bench/lastzero.c"
    "$MAZURKA" check "$cases_work/long" $sum -j 1 --checkpoint-every=50ms >out 2>err &
    local tool=$! most
    until [[ -s c.mzc && $(stat -c %s c.mzc) -gt 10000 ]]; do sleep 0.01; done # it needs files before it explores
    most=$(($(stat -c %s c.mzc) + 300000))
    prlimit --pid $tool --fsize=$most:
    until grep -q "cannot be written" err || ! kill -0 $tool 2>/dev/null; do sleep 0.05; done
    prlimit --pid $tool --fsize=unlimited: # it needs files for other things
    kill -TERM $tool
    wait $tool || :
    cat out err
    says 0 "c.mzc cannot be written: File too large; the search goes on, and what is finished from now on is not kept" cat err
    says 0 "mazurka resume c.mzc" cat err
    (($(stat -c %s c.mzc) <= most))
    says 3 "finished states were known" "$MAZURKA" resume c.mzc --states=100
}
case_ "a full disk" full

unwritable()
{
    says 2 "this is a directory: name a file in it, such as ./check.mzc" "$MAZURKA" check "$last" --reduction=sum --checkpoint=.
    says 2 "no file that a search could be kept in" "$MAZURKA" check "$last" --reduction=sum --checkpoint=/dev/null
    says 2 "the file cannot be made: File name too long" "$MAZURKA" check "$last" --reduction=sum --checkpoint="$(printf '%0300d' 0)"
    says 2 "the file cannot be made: Permission denied" "$MAZURKA" check "$last" --reduction=sum --checkpoint=/sys/kernel/c.mzc
    says 2 "the file cannot be made: Not a directory" "$MAZURKA" check "$last" --reduction=sum --checkpoint="$last/c.mzc"
}
case_ "where no file can be made" unwritable

# Somebody else's file, and a directory of his. As root one has to be somebody for it.
other_user()
{
    local as= last=$last
    trap 'rm -rf "$PWD"' EXIT
    cd "$(mktemp -d /tmp/mazurka.XXXXXX)" # everybody may go there
    export TMPDIR=/tmp XDG_CACHE_HOME=$PWD
    chmod 755 .
    cp "$last" program
    last=./program
    ended_by_limit
    chmod 644 c.mzc
    [[ $(id -u) != 0 ]] || as="setpriv --reuid=65534 --regid=65534 --clear-groups"
    [[ -n $as ]] || chmod 444 c.mzc
    says 2 "a search that goes on writes to its checkpoint: Permission denied" $as "$MAZURKA" resume c.mzc
    chmod 666 c.mzc
    chmod 555 .
    says 0 "c.mzc is of no more use, and cannot be removed: Permission denied" $as "$MAZURKA" resume c.mzc --states=2M
}
if [[ $(id -u) != 0 ]] || setpriv --reuid=65534 --regid=65534 --clear-groups "$MAZURKA" --version >/dev/null 2>&1; then
    case_ "a file of somebody else" other_user
else
    echo "skip a file of somebody else: nobody cannot run $MAZURKA"
fi

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
