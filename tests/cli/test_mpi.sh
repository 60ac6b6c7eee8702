#!/bin/bash
# test_mpi.sh - several machines search together (--mpi): they find what one finds, whatever becomes of one of them; and what differs
# between them is refused. All of them are processes of this machine.
. "$(dirname "$0")/../lib/cases.sh"
export OMPI_MCA_btl_base_warn_component_unused=0 TMPDIR=$cases_work

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

build() { "$MAZURKA" cc -g -O1 -o "$cases_work/$1" "${@:2}" -pthread || exit 1; }
build last -DTHREADS=9 "$root/bench/lastzero.c"
build dine -DTHREADS=8 -DCIRCLE=1 "$root/bench/philosophers.c"
build dine16 -DTHREADS=16 -DCIRCLE=1 "$root/bench/philosophers.c"
sum="--race=off --reduction=sum --no-trace"

# ranks N WORDS...: `mazurka check WORDS`, on so many machines.
ranks()
{
    timeout -k 5 120 mpirun --allow-run-as-root --oversubscribe --mca btl "${btl:-vader,self}" ${mpi-} -n "$1" \
        "$MAZURKA" check "${@:2}" --mpi
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

first_bug()
{
    says 1 "deadlock" ranks 2 "$cases_work/dine" $sum -q
}
case_ "without --all the first bug ends the search of all" first_bug

# Rank 1 is killed when it has written about the deadlock, and rank 0 begins later: it goes by what it was told, and passes that state by.
killed()
{
    export MAZURKA_MPI_DIE=1:$1 MAZURKA_MPI_DELAY=0:1500
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
    says 2 "the program is another one there" mpirun --allow-run-as-root --oversubscribe -n 2 bash both.sh \
        "$cases_work/last" "$cases_work/dine" "$MAZURKA"
}
case_ "another program is refused" other_program

other_state()
{
    cat >asks.c <<'C'
#include <pthread.h>
#include <unistd.h>
static char where[256];
static void *work(void *p) { return p; }
int main(void)
{
    pthread_t t;
    getcwd(where, sizeof where);
    return pthread_create(&t, NULL, work, NULL) || pthread_join(t, NULL);
}
C
    "$MAZURKA" cc -o program asks.c -pthread
    printf '%s\n' '[[ $OMPI_COMM_WORLD_RANK == 0 ]] || { mkdir -p other; cp program other; cd other; }' \
        'exec "$1" check ./program -q --no-trace --mpi' >both.sh
    says 2 "the program begins in another state there" mpirun --allow-run-as-root --oversubscribe -n 2 bash both.sh "$MAZURKA"
}
case_ "a program that begins in another state is refused" other_state

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

# Rank 1 has claimed what nobody else will explore.
killed_in_parts()
{
    export MAZURKA_MPI_DIE=1:2
    mpi=--enable-recovery ranks 2 "$cases_work/last8" --race=off --reduction=none --search=dfs -q --no-trace --json=all.json >out 2>&1 || :
    cat out
    is unknown "$(field verdict all.json)"
    grep -q "a worker process was killed" out
    grep -q "nothing is heard of rank 1" out
}
case_ "in parts: nothing is verified when a machine has died" killed_in_parts

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
    says 2 "not together with" "$MAZURKA" check "$cases_work/dine" --checkpoint --mpi
}
case_ "searches that cannot be divided" refused

seeds()
{
    ranks 2 "$programs/bad/race/lost_update.c" --search=dfs --order=random --reduction=none --runs=10 --no-trace -q --json=runs.json || :
    is 10 "$(field runs.runs runs.json)"
    ranks 2 "$cases_work/last" --search=walk --walks=20 --race=off --no-trace -q --json=walks.json || :
    is 20 "$(field statistics.sampled walks.json)"
}
case_ "seeds are divided" seeds
end_cases
