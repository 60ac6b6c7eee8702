#!/bin/bash
# test_mpi.sh - several machines search together (--mpi): they find what one finds, whatever becomes of one of them; and what differs
# between them is refused. All of them are processes of this machine.
. "$(dirname "$0")/../lib/cases.sh"
export OMPI_MCA_btl_base_warn_component_unused=0 TMPDIR=$cases_work
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_odls_base_sigkill_timeout=0 # for mpirun to wait, twice, when a rank has ended with another status than 0

without_mpi()
{
    mkdir -p bin lib/mazurka
    cp "$MAZURKA" bin/mazurka
    cp "$BUILD"/lib/mazurka/*.so lib/mazurka
    says 2 "built without MPI: install it (Debian: libopenmpi-dev and openmpi-bin)" \
        bin/mazurka check "$programs/bad/race/lost_update.c" --mpi
}
case_ "without MPI it is said what to install" without_mpi

command -v mpirun > /dev/null || { echo "skip mpi: there is no mpirun (Debian: openmpi-bin)"; end_cases; }
[[ -x $BUILD/lib/mazurka/mazurka-mpi ]] || { echo "skip mpi: mazurka was built without it (Debian: libopenmpi-dev)"; end_cases; }

build() { "$MAZURKA" cc -g -o "$cases_work/$1" "${@:2}" -pthread || exit 1; }
build last -DTHREADS=9 "$root/bench/lastzero.c"
build dine -DTHREADS=8 -DCIRCLE=1 "$root/bench/philosophers.c"
build dine16 -DTHREADS=16 -DCIRCLE=1 "$root/bench/philosophers.c"
sum="--race=off --reduction=sum --no-trace"

# ranks N WORDS...: `mazurka check WORDS`, on so many machines. (mpirun would put parts of lines of stdout between those of stderr.)
ranks()
{
    local status=0
    timeout --foreground -k 30 120 mpirun --oversubscribe --mca btl "${btl:-vader,self}" ${mpi-} -n "$1" \
        "$MAZURKA" "${command:-check}" "${@:2}" --mpi 2>said.by.ranks || status=$?
    cat said.by.ranks >&2
    return $status
}

# alike N FILE [OPTIONS]: N machines find what one does.
alike()
{
    local status=0 wanted=0
    "$MAZURKA" check "${@:2}" $sum --all -q -j 1 --json=one.json >one 2>&1 || wanted=$?
    ranks "$1" "${@:2}" $sum --all -q --json=all.json >out 2>&1 || status=$?
    is $wanted $status || { cat out; return 1; }
    is "$(field verdict one.json)" "$(field verdict all.json)"
    is "$(headlines one.json)" "$(headlines all.json)"
}
headlines() { jq -r '.findings[]?.headline' "$1" | sort; }

case_ "2 ranks verify" alike 2 "$cases_work/last"
case_ "4 ranks verify" alike 4 "$cases_work/last"
case_ "2 ranks find the deadlock" alike 2 "$cases_work/dine"
case_ "4 ranks find the deadlock" alike 4 "$cases_work/dine"
case_ "2 ranks compile, and find a failed assertion" alike 2 "$programs/bad/race/lost_update.c"
btl=tcp,self case_ "by TCP" alike 2 "$cases_work/dine"
MAZURKA_MPI_DELAY=10 case_ "letters that are late" alike 2 "$cases_work/last"
MAZURKA_MPI_ROOM=1 case_ "one letter at a time" alike 3 "$cases_work/last"

# mpirun gives every rank a terminal of its own.
plain()
{
    NO_COLOR= TERM=xterm ranks 2 "$programs/bad/race/lost_update.c" $sum >out || is 1 $?
    grep -q "^bug: " out
    ! grep -q $'\033' out || { cat -v out; return 1; }
}
case_ "no colours in a file" plain

wide()
{
    cat >wide.c <<'C'
#include <assert.h>
#include <pthread.h>
int a;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *end(void *p) { return p; }
void *work(void *p)
{
    for (int i = 0; i < 3; i++) { pthread_mutex_lock(&m); a++; pthread_mutex_unlock(&m); }
    assert(a != 4);
    return p;
}
int main(void)
{
    pthread_t t[66], u[2];
    for (int i = 0; i < 66; i++) pthread_create(&t[i], 0, end, 0);
    for (int i = 0; i < 2; i++) pthread_create(&u[i], 0, work, 0);
    for (int i = 0; i < 2; i++) pthread_join(u[i], 0);
    for (int i = 0; i < 66; i++) pthread_join(t[i], 0);
    return 0;
}
C
    alike 2 wide.c
}
case_ "more than 64 threads" wide

first_bug()
{
    says 1 "deadlock" ranks 2 "$cases_work/dine" $sum -q
}
case_ "without --all the first bug ends the search of all" first_bug

# Rank 1 is killed when it has written about the deadlock, and rank 0 begins later: it goes by what it was told, and passes that state by.
killed()
{
    export MAZURKA_MPI_DIE=1:$1 MAZURKA_MPI_DELAY=0:1500 MAZURKA_MPI_PATIENCE=5000
    mpi=--enable-recovery ranks 2 "$cases_work/dine16" $sum --all -q --json=all.json >out 2>&1 || :
    cat out
    is bug "$(field verdict all.json)"
    is 1 "$(jq '.findings | length' all.json)"
}
case_ "a bug that a machine has found which has died since" killed 3

# Without that the whole job ends, and says nothing.
job_ends()
{
    local status=0
    MAZURKA_MPI_DIE=1:1 ranks 2 "$cases_work/dine" $sum --all -q >out 2>err || status=$?
    [[ $status -ne 0 ]]
    ! grep -q verified out
}
case_ "a machine that dies ends the job" job_ends

other_program()
{
    cat >both.sh <<'SH'
[[ $OMPI_COMM_WORLD_RANK == 0 ]] && cp "$1" program || { mkdir -p other; cd other; cp "$2" program; }
exec "$3" check ./program --race=off -q --no-trace --mpi
SH
    says 2 "the program is another one there" mpirun --oversubscribe -n 2 bash both.sh \
        "$cases_work/last" "$cases_work/dine" "$MAZURKA"
}
case_ "another program is refused" other_program

other_state()
{
    cat >asks.c <<'C'
#include <pthread.h>
#include <sys/resource.h>
static struct rlimit limit;
static void *work(void *p) { return p; }
int main(void)
{
    pthread_t t;
    getrlimit(RLIMIT_CORE, &limit);
    return pthread_create(&t, NULL, work, NULL) || pthread_join(t, NULL);
}
C
    "$MAZURKA" cc -o program asks.c -pthread
    echo 'ulimit -c $OMPI_COMM_WORLD_RANK; exec "$1" check ./program -q --no-trace --mpi' >both.sh
    says 2 "the program begins in another state there" mpirun --oversubscribe -n 2 bash both.sh "$MAZURKA"
}
case_ "a program that begins in another state is refused" other_state

# Of the same length, so that the program begins in the same state: but it would find other files.
other_directory()
{
    mkdir d0 d1
    cp "$cases_work/dine" d0/program
    cp "$cases_work/dine" d1/program
    echo 'cd d$OMPI_COMM_WORLD_RANK; exec "$1" check ./program -q --no-trace --mpi' >both.sh
    says 2 "started in another directory there" mpirun --oversubscribe -n 2 bash both.sh "$MAZURKA"
}
case_ "another directory is refused" other_directory

# another WHAT: rank 1 has another build of it.
another()
{
    mkdir -p there/bin there/lib
    cp "$MAZURKA" there/bin
    cp -r "$BUILD/lib/mazurka" there/lib
    "$@"
    echo '[[ $OMPI_COMM_WORLD_RANK == 0 ]] || set -- there/bin/mazurka "$2"; exec "$1" check "$2" -q --no-trace --mpi' >both.sh
    says 2 "$says" mpirun --oversubscribe -n 2 bash both.sh "$MAZURKA" "$cases_work/dine"
}
version=$("$MAZURKA" --version | sed 's/^mazurka //')
says="mazurka has another version there" case_ "another version is refused" \
    another sed -i "s/${version//./\\.}/${version//[0-9]/9}/g" there/bin/mazurka
says="(libmazurka.so) is another build there" case_ "another runtime is refused" \
    another truncate -s +1 there/lib/mazurka/libmazurka.so

# in_parts N FILE [OPTIONS]: N machines that explore without a reduction find what one does, and come to as many states.
in_parts()
{
    local status=0 wanted=0 all="--race=off --reduction=none --search=dfs --all --no-trace -q"
    "$MAZURKA" check "${@:2}" $all -j 1 --json=one.json >one 2>&1 || wanted=$?
    ranks "$1" "${@:2}" $all --json=all.json >out 2>&1 || status=$?
    is $wanted $status || { cat out; return 1; }
    is "$(field verdict one.json)" "$(field verdict all.json)"
    is "$(headlines one.json)" "$(headlines all.json)"
    local number
    for number in states end_states deadlocks; do
        is "$(field "statistics.$number" one.json)" "$(field "statistics.$number" all.json)"
    done
}
build last6 -DTHREADS=6 "$root/bench/lastzero.c"
build dine6 -DTHREADS=6 -DCIRCLE=1 "$root/bench/philosophers.c"
build last8 -DTHREADS=8 "$root/bench/lastzero.c"
case_ "in parts: 2 ranks come to all states" in_parts 2 "$cases_work/last6"
case_ "in parts: 4 ranks come to all states" in_parts 4 "$cases_work/last6"
case_ "in parts: 2 ranks find the deadlock" in_parts 2 "$cases_work/dine6"
case_ "in parts: 4 ranks find the deadlock" in_parts 4 "$cases_work/dine6"
case_ "in parts: an order" in_parts 2 "$cases_work/dine6" --order=random
case_ "in parts: a failed assertion" in_parts 2 "$programs/bad/race/lost_update.c"
MAZURKA_MPI_DELAY=10 case_ "in parts: letters that are late" in_parts 2 "$cases_work/dine6"
MAZURKA_MPI_ROOM=1 case_ "in parts: one letter at a time" in_parts 3 "$cases_work/dine6"

# The processes of each rank share its table.
two_each()
{
    ranks 2 "$cases_work/dine6" -j 2 --race=off --reduction=none --all -q --no-trace --json=all.json >out 2>&1 || :
    is 35665 "$(field statistics.states all.json)"
    is 1 "$(jq '.findings | length' all.json)"
}
case_ "in parts: two processes on each rank" two_each

first_bug_in_parts()
{
    says 1 "deadlock" ranks 2 "$cases_work/dine6" --race=off --reduction=none -q --no-trace
}
case_ "in parts: the first bug ends the search of all" first_bug_in_parts

# Of a search that takes far longer than that rank 1 sends two long letters before the one that says how it has ended, which is long, too:
# who dies after that one is missed by nobody, and the verdict is what it is.
build last12 -DTHREADS=12 "$root/bench/lastzero.c"
killed_in_parts()
{
    export MAZURKA_MPI_DIE=1:2 MAZURKA_MPI_PATIENCE=5000
    mpi=--enable-recovery ranks 2 "$cases_work/last12" --race=off --reduction=none --search=dfs -q --no-trace --json=all.json >out 2>&1 || :
    cat out
    is unknown "$(field verdict all.json)"
    grep -q "a worker process was killed" out
    grep -q "nothing is heard of rank 1" out
}
case_ "in parts: nothing is verified when a machine has died" killed_in_parts

# MPI has told rank 0 how long the letter is, and never brings it: nobody waits for it.
broken_in_parts()
{
    export MAZURKA_MPI_BREAK=1:2 MAZURKA_MPI_PATIENCE=3000
    local status=0
    mpi=--enable-recovery ranks 2 "$cases_work/last12" --race=off --reduction=none --search=dfs -q --no-trace --json=all.json \
        >out 2>&1 || status=$?
    cat out
    ((status != 124))
    is unknown "$(field verdict all.json)"
    grep -q "nothing is heard of rank 1" out
}
case_ "in parts: a machine dies while it sends" broken_in_parts
btl=tcp,self case_ "in parts: a machine dies while it sends, by TCP" broken_in_parts

# All that is concluded rests on the order of letters: without one of them there is no verdict.
lost_letter()
{
    export MAZURKA_MPI_LOSE=1:1 MAZURKA_MPI_PATIENCE=8000
    ranks 2 "$cases_work/last12" --race=off --reduction=none --search=dfs -q --no-trace --json=lost.json >out 2>&1 || :
    cat out
    grep -q "a letter from rank 1 is lost" out
    [[ ! -e lost.json ]]
}
case_ "in parts: nothing is verified when a letter is lost" lost_letter

# below PROCESS NAME...: of its children the last with the first name, of its children the last with the second, and so on.
below()
{
    local at=$1 name
    for name in "${@:2}"; do
        at=$(pgrep -P "$at" -x "$name" | tail -1) && [[ $at ]] || return 1
    done
    echo "$at"
}

# searches PROCESS: it has had a processor for a tenth of a second, most of which was no beginning.
searches()
{
    local facts
    read -r -a facts <"/proc/$1/stat" && ((facts[13] + facts[14] >= 10))
} 2>/dev/null

# The other process of that rank does not wait for ever until there is room for what it could tell.
worker_killed_in_parts()
{
    ranks 2 "$cases_work/last12" -j 2 --race=off --reduction=none --search=dfs -q --no-trace --json=all.json >out 2>&1 &
    local job=$! worker=
    until worker=$(below $job timeout mpirun mazurka last12 last12) && searches "$worker"; do sleep 0.05; kill -0 $job; done
    kill -KILL "$worker"
    wait $job || :
    cat out
    is unknown "$(field verdict all.json)"
    grep -q "a worker process was killed" out
}
case_ "in parts: a process of a rank is killed" worker_killed_in_parts

limit_in_parts()
{
    says 3 "unknown" ranks 2 "$cases_work/last8" --race=off --reduction=none --search=dfs --states=200000 -q --no-trace --json=all.json
    local states=$(field statistics.states all.json)
    [[ $states -ge 150000 && $states -le 300000 ]] || { echo "$states states"; return 1; }
}
case_ "in parts: --states is of the whole" limit_in_parts

# What a thread asks the system may be answered otherwise elsewhere: then each rank explores everything.
alone_in_parts()
{
    cat >asks.c <<'C'
#include <pthread.h>
#include <sys/stat.h>
static int x;
static void *work(void *p) { struct stat s; x += stat("/", &s) == 0; return p; }
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
    in_parts 2 asks.c
}
case_ "in parts: a program whose threads ask the system" alone_in_parts

refused()
{
    says 4 "this search is for one machine" ranks 2 "$cases_work/dine6" --reduction=none --order=visited --search=dfs -q
    says 4 "this search is for one machine" ranks 2 "$cases_work/dine" --reduction=none --search=bfs -q
    says 4 "is explored on one machine" ranks 2 "$programs/ok/weak/message_passing.c" --memory-model=c11 -q
    says 2 "not together with" "$MAZURKA" check "$cases_work/dine" --budget=1s --mpi
    says 4 "nothing finished that a checkpoint could keep" ranks 2 "$cases_work/dine" --search=walk --checkpoint -q
}
case_ "searches that cannot be divided" refused

# --- checkpoints ---------------------------------------------------------------------------------------------------------

# Two begin, three go on, and one alone comes to the end; a copy of the file is gone on with by two.
kept()
{
    says 3 "mpirun -n 2 mazurka resume c.mzc --mpi" ranks 2 "$cases_work/last" $sum --states=3000 --checkpoint=c.mzc
    cp c.mzc copy.mzc
    command=resume says 3 "finished states were known" ranks 3 c.mzc --states=6000
    says 0 "finished states were known" "$MAZURKA" resume c.mzc --states=1M
    [[ ! -e c.mzc ]]
    mkdir elsewhere
    cd elsewhere
    command=resume says 0 "finished states were known" ranks 2 ../copy.mzc --states=1M
    [[ ! -e ../copy.mzc ]]
}
case_ "a checkpoint: any number of ranks goes on" kept

# Seven bugs, each in one order of threads only. Rank 1 begins earlier, and finds one that rank 0 does not come to: it is in the file, and
# known to who goes on with it.
kept_bugs()
{
    cat >orders.c <<'C'
#include <assert.h>
#include <pthread.h>
int order[7], count;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *work(void *p) { pthread_mutex_lock(&m); order[count++] = (int)(long)p; pthread_mutex_unlock(&m); return p; }
int main(void)
{
    pthread_t t[7];
    int rises = 1;
    for (long i = 0; i < 7; i++) pthread_create(&t[i], 0, work, (void *)i);
    for (int i = 0; i < 7; i++) pthread_join(t[i], 0);
    for (int i = 2; i < 7; i++) rises &= order[i] > order[i - 1];
C
    for i in 0 1 2 3 4 5 6; do echo "    assert(!rises || order[0] != $i);"; done >>orders.c
    echo '}' >>orders.c
    "$MAZURKA" cc -g -o orders orders.c -pthread
    echo 'export MAZURKA_OPTIONS=states=$((OMPI_COMM_WORLD_RANK ? 3000 : 10000)); exec "$@"' >limited.sh
    MAZURKA_MPI_DELAY=0:1000 mpirun --oversubscribe -n 2 bash limited.sh "$MAZURKA" check ./orders $sum --search=dfs --all -q \
        --checkpoint=c.mzc --mpi --json=all.json >out 2>&1 || :
    says 1 "stopped by --states=1" "$MAZURKA" resume c.mzc --states=1 -q --json=then.json
    is "$(headlines all.json)" "$(headlines then.json)"
    says 1 "7 distinct bugs" "$MAZURKA" resume c.mzc --states=1M -q
}
case_ "bugs that another machine had told are in the file" kept_bugs

# The batch system ends the job: mpirun sends SIGTERM to all, and kills them a second later; here on a busy machine, three.
terminated()
{
    export OMPI_MCA_odls_base_sigkill_timeout=3
    ranks 2 "$cases_work/long" $sum --checkpoint=c.mzc --checkpoint-every=50ms >out 2>err &
    local job=$!
    until [[ -s c.mzc && $(stat -c %s c.mzc) -gt 100000 ]]; do sleep 0.05; done
    kill -TERM "$(pgrep -P $job -x timeout)" # which passes it on
    wait $job || :
    cat out err
    says 0 "unknown: stopped by SIGTERM after" cat out
    says 0 "\`mpirun -n 2 mazurka resume c.mzc --mpi\` goes on" cat err
    says 3 "mazurka resume" "$MAZURKA" resume c.mzc --states=100
}
build long -DTHREADS=17 "$root/bench/lastzero.c"
case_ "SIGTERM at mpirun: a report, and a checkpoint" terminated

same_checks()
{
    says 3 "resume c.mzc --mpi" ranks 2 "$cases_work/last" $sum --states=3000 --checkpoint=c.mzc
    says 2 "there is such a file" ranks 2 "$cases_work/last" $sum --checkpoint=c.mzc
    truncate -s -40 c.mzc
    command=resume says 0 "all behaviours" ranks 2 c.mzc --states=1M
    says 3 "resume" ranks 2 "$cases_work/last" $sum --states=3000 --checkpoint=c.mzc
    cp "$cases_work/last" kept
    cp "$cases_work/dine" "$cases_work/last"
    command=resume says 2 "the program is not the one" ranks 2 c.mzc
    cp kept "$cases_work/last"
}
case_ "a checkpoint that does not fit" same_checks

# Who is refused mends the command, and gives it again: nothing is in the way.
refused_checkpoint()
{
    echo '((OMPI_COMM_WORLD_RANK == 0)) || set -- "$@" --seed=7; exec "$@"' >both.sh
    says 2 "the command has other words there" timeout -k 5 60 mpirun --oversubscribe -n 2 bash both.sh \
        "$MAZURKA" check "$cases_work/last" $sum -q --checkpoint=c.mzc --mpi
    [[ ! -e c.mzc ]] || { echo "the checkpoint of a search that was refused is there"; return 1; }
}
case_ "a checkpoint of a search that is refused" refused_checkpoint

# --- deaths --------------------------------------------------------------------------------------------------------------

# Rank 0 goes on alone where mpirun lets it.
courier_dies()
{
    mpi=--enable-recovery ranks 2 "$cases_work/long13" $sum -q --json=all.json >out 2>err &
    local job=$! tool=
    until tool=$(below $job timeout mpirun) && tool=$(pgrep -P "$tool" -o -x mazurka) && searches "$(below "$tool" long13 long13)"; do
        sleep 0.02
        kill -0 $job
    done
    kill -KILL "$(pgrep -P "$tool" -x mazurka-mpi)"
    wait $job || :
    cat out err
    is verified "$(field verdict all.json)"
    says 0 "the courier has ended: what other machines have found since then is not known" cat err
}
build long13 -DTHREADS=13 "$root/bench/lastzero.c"
MAZURKA_MPI_PATIENCE=3000 case_ "a courier that is killed" courier_dies

# descendants PROCESS: its children, and theirs.
descendants()
{
    local child
    for child in $(pgrep -P "$1"); do
        echo "$child"
        descendants "$child"
    done
}

# survives SEED: any process of three ranks is killed at any time: a tool, a courier, or one that explores. The others come to an end, and
# nothing is verified that is not.
survives()
{
    local job victims=() status=0
    RANDOM=$1
    mpi=--enable-recovery ranks 3 "$cases_work/last12" --race=off --reduction=none --search=dfs -q --no-trace --json=all.json >out 2>&1 &
    job=$!
    until below $job timeout mpirun mazurka last12 >/dev/null; do sleep 0.05; kill -0 $job; done
    sleep "$((RANDOM % 2)).$((RANDOM % 900 + 100))"
    victims=($(for rank in $(pgrep -P "$(below $job timeout mpirun)" -x mazurka); do echo "$rank"; descendants "$rank"; done))
    victim=${victims[RANDOM % ${#victims[@]}]}
    echo "seed $1: $(cat "/proc/$victim/comm") is killed"
    kill -KILL "$victim"
    wait $job || status=$?
    cat out
    ((status != 124))
    ! grep -q verified out
}
for seed in 1 2 3 4 5 6; do
    MAZURKA_MPI_PATIENCE=3000 case_ "a process that is killed at random: $seed" survives $seed
done

never_begins()
{
    local status=0
    echo '[[ $OMPI_COMM_WORLD_RANK == 0 ]] || kill -KILL $$; exec "$@"' >both.sh
    timeout -k 5 60 mpirun --oversubscribe --enable-recovery -n 2 bash both.sh \
        "$MAZURKA" check "$cases_work/last" $sum -q --mpi >out 2>&1 || status=$?
    cat out
    ((status != 124))
    says 0 "MPI does not begin, as if one of the ranks were not there" cat out
}
MAZURKA_MPI_PATIENCE=3000 case_ "a rank that never begins" never_begins

seeds()
{
    ranks 2 "$programs/bad/race/lost_update.c" --search=dfs --order=random --reduction=none --runs=10 --no-trace -q --json=runs.json || :
    is 10 "$(field runs.runs runs.json)"
    ranks 2 "$cases_work/last" --search=walk --walks=20 --race=off --no-trace -q --json=walks.json || :
    is 20 "$(field statistics.sampled walks.json)"
}
case_ "seeds are divided" seeds
end_cases
