#!/bin/bash
# OpenMP (docs/use/openmp.md): verdicts with every reduction and beside the plain search, what is refused, the number of threads, what
# reports show, and what takes the place of libgomp. Programs with a verdict each are in tests/programs/*/openmp.
. "$(dirname "$0")/../lib/cases.sh"
unset OMP_NUM_THREADS OMP_SCHEDULE OMP_NESTED OMP_DYNAMIC OMP_CANCELLATION OMP_MAX_ACTIVE_LEVELS MAZURKA_CXX

build() # SOURCE [NAME]
{
    "$MAZURKA" cc --cc=gcc -fopenmp -o "${2:-program}" "$1" -pthread
}

# ---- verdicts --------------------------------------------------------------------------------------------------------

verdict() # OPTIONS...: without numbers of states
{
    local said
    said=$("$MAZURKA" check --quiet ./program "$@" 2>/dev/null | tail -n 1)
    said=${said%% (*}
    said=${said%% at *}
    said=${said%%;*}
    echo "${said%% all*}"
}
agrees() # VERDICT/NAME OPTIONS... -- REDUCTION...
{
    local plain reduction options=()
    build "$programs/${1%/*}/openmp/${1#*/}.c"
    for ((; $# > 1; )); do
        shift
        [[ $1 == -- ]] && break
        options+=("$1")
    done
    plain=$(verdict "${options[@]}" --search=dfs --reduction=none --visible=all -j 1)
    [[ $plain == verified* || $plain == bug* ]]
    for reduction in "${@:2}"; do
        echo "$reduction:"
        is "$plain" "$(verdict "${options[@]}" --reduction=$reduction)"
    done
}
with_states=(sum sum-plain sum-sleep spor dlspor dljpf despor dejpf)
without=(dlspor-stateless despor-stateless sleep dpor dpor-stateful source-dpor optimal-dpor)
for name in ok/critical ok/sections ok/ordered bad/missing_depend bad/single_nowait bad/critical_deadlock; do
    case_ "$name: every reduction that matches states" agrees $name -- "${with_states[@]}"
done
for name in ok/critical bad/lost_update bad/critical_deadlock; do
    case_ "$name: every reduction that does not" agrees $name --race=off -- "${without[@]}"
done

# Who is given a single learns nothing by that of what others did before: OpenMP orders no such thing.
no_order()
{
    cat > a.c <<'END'
#include <omp.h>
int x, y;
int main(void)
{
#pragma omp parallel num_threads(2)
    {
        int won = 0;
        if (omp_get_thread_num() == 0)
            x = 1;
#pragma omp single nowait
        won = 1;
        if (!won && omp_get_thread_num() == 1)
            y = x;
    }
    return 0;
}
END
    build a.c
    says 1 "race: write of x by thread 0 at a.c:9" "$MAZURKA" check ./program
}
case_ "to take a single orders nothing" no_order

# What the library does for itself is no premise of the verdict, and no leak.
only_the_programs()
{
    build "$programs/ok/openmp/taskgroup.c"
    is "verified: all behaviours" "$(OMP_NUM_THREADS=2 "$MAZURKA" check --quiet --leaks --race=off ./program | sed 's/ (.*states.*)$//')"
    says 0 "as long as no race goes by which thread takes which part of the work at " "$MAZURKA" check --quiet ./program
    build "$programs/ok/openmp/doall.c"
    is "verified: all behaviours" "$(OMP_NUM_THREADS=2 "$MAZURKA" check --quiet --leaks --race=off ./program | sed 's/ (.*states.*)$//')"
}
case_ "the library's memory and atomics are no premise" only_the_programs

# A lock stands for an atomic access that has no instruction. It orders more than such an access does: the verdict says so.
no_instruction()
{
    cat > a.c <<'END'
#include <omp.h>
int x, y;
long double flag;
int main(void)
{
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 0) {
        x = 1;
#pragma omp atomic write
        flag = 1;
    } else {
        long double seen;
#pragma omp atomic read
        seen = flag;
        if (seen == 1)
            y = x;
    }
    return 0;
}
END
    build a.c
    says 0 "under sequential consistency (relaxed update at a.c:" "$MAZURKA" check ./program
    says 0 "no instruction can exchange is taken for sequentially consistent at a.c:" "$MAZURKA" check ./program
    says 3 "no instruction can exchange is taken for sequentially consistent at a.c:" "$MAZURKA" check --memory-model=c11 ./program
}
case_ "an atomic access without an instruction is told" no_instruction

# ---- reports ---------------------------------------------------------------------------------------------------------

shows_the_program()
{
    build "$programs/bad/openmp/tasks_race.c"
    says 1 "a write of n (4 bytes)" "$MAZURKA" check ./program > report
    if grep -E 'src/omp|implicit|team\.c' report; then
        return 1
    fi
    grep -q 'thread 1 (main._omp_fn' report
}
case_ "a report has lines of the program only" shows_the_program

# ---- threads ---------------------------------------------------------------------------------------------------------

number_of_threads()
{
    cat > a.c <<'END'
#include <assert.h>
#include <omp.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = 0;
#pragma omp parallel reduction(+ : n)
    n += 1;
    assert(n == atoi(argv[argc - 1]));
    return 0;
}
END
    build a.c
    says 0 "verified" "$MAZURKA" check ./program -- 2
    says 0 "verified" env OMP_NUM_THREADS=3 "$MAZURKA" check ./program -- 3
    says 1 "assertion failed" "$MAZURKA" check ./program -- 3
    env OMP_NUM_THREADS=5 ./program 5
    sed -i '/    n += 1;/i #pragma omp parallel reduction(+ : n)' a.c
    build a.c
    says 0 "verified" env OMP_NUM_THREADS=1,3 "$MAZURKA" check ./program -- 3
}
case_ "two threads, or OMP_NUM_THREADS" number_of_threads

# Each thread of the program's own has a team of its own, and ends together with that.
own_threads()
{
    cat > a.c <<'END'
#include <assert.h>
#include <pthread.h>
static int n[2];
static void *run(void *at)
{
    int *mine = at;
#pragma omp parallel num_threads(2)
#pragma omp critical
    ++*mine;
    return NULL;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, run, &n[1]);
    pthread_join(t, NULL);
    run(&n[0]);
    assert(n[0] == 2 && n[1] == 2);
    pthread_exit(NULL);
}
END
    build a.c
    ./program
    says 0 "verified" "$MAZURKA" check ./program --leaks
}
case_ "regions of threads that the program has made" own_threads

# Whether there are tasks is asked when there is a team, and not when the library is loaded.
tasks_of_plugins()
{
    cat > plugin.c <<'END'
int run(int *to)
{
#pragma omp parallel
#pragma omp single
#pragma omp task
    *to = 1;
    return *to;
}
END
    cat > a.c <<'END'
#include <assert.h>
#include <dlfcn.h>
int main(void)
{
    int n = 0, (*run)(int *) = dlsym(dlopen("./plugin.so", RTLD_NOW), "run");
#pragma omp parallel
#pragma omp critical
    n++;
    assert(n == 2 && run(&n) == 1);
    return 0;
}
END
    "$MAZURKA" cc --cc=gcc -fopenmp -shared -fPIC -o plugin.so plugin.c
    build a.c
    says 0 "verified" "$MAZURKA" check ./program
}
case_ "tasks of a library that the program loads" tasks_of_plugins

# ---- what is not there -----------------------------------------------------------------------------------------------

refused() # WHAT
{
    cat > a.c
    build a.c
    says 3 "$1 of OpenMP is not supported at a.c:" "$MAZURKA" check ./program
}
case_ "doacross is refused" refused "a loop with ordered(n) and depend(sink)" <<'END'
int a[3];
int main(void)
{
#pragma omp parallel for ordered(1)
    for (int i = 1; i < 3; i++) {
#pragma omp ordered depend(sink : i - 1)
        a[i] = a[i - 1];
#pragma omp ordered depend(source)
    }
    return 0;
}
END
case_ "target is refused" refused target <<'END'
int main(void)
{
    int n = 0;
#pragma omp target map(tofrom : n)
    n = 1;
    return n - 1;
}
END
case_ "teams are refused" refused teams <<'END'
int main(void)
{
#pragma omp teams
    ;
    return 0;
}
END
case_ "reductions over tasks are refused" refused "a reduction over tasks (task_reduction, in_reduction, reduction(task, ...))" <<'END'
int main(void)
{
    int n = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : n)
    {
#pragma omp task in_reduction(+ : n)
        n++;
    }
    return n - 1;
}
END

cancellation()
{
    cat > a.c <<'END'
int main(void)
{
#pragma omp parallel
    {
#pragma omp cancel parallel
#pragma omp cancellation point parallel
    }
    return 0;
}
END
    build a.c
    says 0 "verified" "$MAZURKA" check ./program
    says 3 "cancellation (OMP_CANCELLATION=true) of OpenMP is not supported" env OMP_CANCELLATION=true "$MAZURKA" check ./program
}
case_ "cancellation is off, and refused where it is asked for" cancellation

clang()
{
    echo 'int main(void) { return 0; }' > a.c
    says 2 "of OpenMP only gcc's is known: use --cc=gcc" "$MAZURKA" cc --cc=clang -fopenmp a.c
    says 2 "use --cc=gcc" "$MAZURKA" check --cc=clang -fopenmp a.c
    says 0 "-fopenmp-simd" "$MAZURKA" cc --cc=clang --show -fopenmp-simd a.c
}
case_ "clang's OpenMP is refused" clang

# ---- linking ---------------------------------------------------------------------------------------------------------

in_place_of_libgomp()
{
    local library
    library=$(gcc -print-file-name=libgomp.so)
    "$MAZURKA" cc --cc=gcc -fopenmp -c "$programs/ok/openmp/single.c" -o single.o
    "$MAZURKA" cc --cc=gcc single.o "$library" -lpthread -o by_path
    "$MAZURKA" cc --cc=gcc single.o -lgomp -o by_name
    for program in by_path by_name; do
        readelf -d $program > needed
        grep -q 'libmazurka-omp.so' needed
        ! grep -q 'libgomp' needed
        says 0 "verified" "$MAZURKA" check ./$program
    done
}
case_ "in place of libgomp, however it is linked" in_place_of_libgomp
end_cases
