#!/bin/bash
# test_diff_builds.sh - mazurka diff on what is named by hand, on programs that a build makes, and through pointers, late threads and
# several targets.
. "$(dirname "$0")/diff/repository.sh"

# --- named by hand -------------------------------------------------------------------------------------------------------------------

takes_names()
{
    repository
    rm -rf .git
    says 3 "covered: 6 pairs of 1 fragment" diff_ --function=pay
    says 3 "covered: " diff_ --fragment="src/bank.c:9-11" --sources='src/bank.c "src/the test.c"' -j 1
    says 2 "the program has no code of a function paid (it has pay)" diff_ --function=paid
    says 2 "there is no code at these lines" diff_ --fragment=src/bank.c:2
    says 2 "--fragment=bank.c:9-2" diff_ --fragment=bank.c:9-2
    says 2 "this is no git repository" diff_
    says 2 "needs neither a revision nor paths" diff_ HEAD --function=pay
}
case_ "fragments and functions by name, without git" takes_names

# Twenty copies of a function, in each of which a thread may be.
takes_inlined_code()
{
    git init -q -b main .
    {
        echo '#include <pthread.h>'
        echo 'static int x; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;'
        echo 'static inline __attribute__((always_inline)) void bump(void)'
        printf '{\n    pthread_mutex_lock(&m);\n    x++;\n    pthread_mutex_unlock(&m);\n}\n'
        echo 'static void *run(void *p)'
        echo '{'
        printf '    if (p) {\n'
        for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19; do echo '    bump();'; done
        printf '    }\n    bump();\n    return p;\n}\n'
        echo 'int main(void) { pthread_t a, b; pthread_create(&a, 0, run, 0); pthread_create(&b, 0, run, 0);'
        echo '    pthread_join(a, 0); pthread_join(b, 0); return 0; }'
    } >inlined.c
    commit
    edit inlined.c "x++;" "x += 1;"
    says 3 "covered: 4 pairs of 1 fragment" diff_ --sources='-O2 inlined.c' --json=out.json
    [[ $(field targets.0.fragments.0.pieces out.json) -ge 20 ]]
}
case_ "a function that was inlined in twenty places is one fragment" takes_inlined_code

takes_clang()
{
    repository
    edit src/bank.c "balance -= amount" "balance = balance - amount"
    export MAZURKA_CC=clang
    says 3 "covered: 6 pairs of 1 fragment" diff_
    edit .mazurka.ini "sources = " "sources = -O2 "
    says 3 "fragment src/bank.c:22 in pay()" diff_ --json=out.json
    is 0 "$(field known_pairs out.json)"
}
case_ "what clang makes; other options of the compiler make other pairs" takes_clang

# A lock that the scope ends, threads with lambdas, calls through pointers.
takes_cxx()
{
    git init -q -b main .
    cat >queue.cpp <<'END'
#include <mutex>
#include <thread>
struct shape { virtual ~shape() = default; virtual void touch() = 0; };
struct queue : shape {
    std::mutex mutex;
    int items = 0;
    void touch() override
    {
        std::lock_guard<std::mutex> guard(mutex);
        items++;
    }
};
int main()
{
    queue q;
    shape &s = q;
    std::thread a([&] { s.touch(); }), b([&] { q.touch(); });
    a.join();
    b.join();
    return q.items - 2;
}
END
    commit
    edit queue.cpp "items++" "items += 1"
    says 3 "executed by thread 0 (main), thread 1 (main::{lambda()#1}), thread 2 (main::{lambda()#2})" diff_ --sources=queue.cpp
    also "fragment queue.cpp:10 in touch(): read, write"
    also "covered: 4 pairs of 1 fragment"
    git checkout -q .
    edit queue.cpp "        std::lock_guard<std::mutex> guard(mutex);" "        std::unique_lock<std::mutex> guard(mutex);"
    says 0 "fragment queue.cpp:9-11 in touch()" diff_ --sources=queue.cpp --dry-run
}
case_ "C++: locks that a scope ends, threads with lambdas, virtual functions" takes_cxx

# --- how it is built -------------------------------------------------------------------------------------------------------------------

builds_programs()
{
    repository
    printf 'program: src/bank.c\n\t$(CC) -g -pthread src/bank.c "src/the test.c" -o $@\n' >Makefile
    printf 'program\n*.json\n' >.gitignore
    cat >.mazurka.ini <<END
[diff]
base = first
pair-time = 20s
jobs = 2
[target made]
build = make -s CC='$MAZURKA cc'
program = ./program
END
    commit
    git tag first
    says 0 "nothing has changed" diff_
    edit src/bank.c "balance -= amount" "balance = balance - amount"
    commit
    says 3 "covered: 6 pairs of 1 fragment" diff_ --json=out.json
    is 20000 "$(field targets.0.pair_milliseconds out.json)"
    is made "$(field targets.0.name out.json)"
    edit src/bank.c "balance = balance - amount" "balance = balance - amont"
    says 2 "the program does not build: \`make -s CC='$MAZURKA cc'\` ended with status 2" diff_
    also "amont"
    says 2 "the configuration has no target 'mad'. Did you mean 'made'?" diff_ --target=mad
    git checkout -q .
    strip --strip-debug program 2>/dev/null
    says 2 "has no debug information" diff_ HEAD~1 --program=./program
    says 2 "No such file or directory" diff_ HEAD~1 --program=./missing
    "$MAZURKA" cc -g src/bank.c "src/the test.c" -o program
    touch -d "+10 seconds" src/bank.c
    says 2 "./program is older than src/bank.c: build it first" diff_ HEAD~1 --program=./program
    gcc -pthread -g src/bank.c "src/the test.c" -o plain
    says 2 "mazurka cc" diff_ HEAD~1 --program=./plain
}
case_ "programs with a build of their own, and those that do not build" builds_programs

# Who may execute a function that is called through pointers, and was not in the first run.
follows_pointers()
{
    cat >pointers.c <<'END'
#include <pthread.h>
static int x;
static void in_table(void) { x = 1; }
static void in_code(void) { x = 2; }
static void by_name(void) { x = 3; }
static void by_nobody(void) { x = 4; }
static void (*const table[])(void) = {in_table};
static void indirectly(void (*f)(void)) { f(); }
static void *calls(void *p)
{
    if (p)
        indirectly(p == &x ? table[0] : in_code);
    return p;
}
static void *runs(void *p)
{
    if (p)
        by_name();
    return p;
}
int main(int count, char **words)
{
    pthread_t a, b;
    (void)words;
    pthread_create(&a, 0, calls, 0);
    pthread_create(&b, 0, runs, 0);
    if (count > 5)
        by_nobody();
    pthread_join(a, 0);
    return pthread_join(b, 0);
}
END
    says 0 "executed by thread 1 (calls)" diff_ --dry-run --sources=pointers.c --function=in_table
    says 0 "executed by thread 1 (calls)" diff_ --dry-run --sources=pointers.c --function=in_code
    says 0 "thread 2 (runs)" diff_ --dry-run --sources=pointers.c --function=by_name
    says 0 "executed by thread 0 (main)" diff_ --dry-run --sources=pointers.c --function=by_nobody
    says 0 "executed by thread 1 (calls)" diff_ --dry-run --sources="-O2 -fno-inline -no-pie pointers.c" --function=in_code
    says 3 "no thread came there with these arguments" diff_ --sources=pointers.c --function=in_code
}
case_ "calls through pointers lead to every function whose address is taken" follows_pointers

# A thread that is created only where the other one was faster: the first run does not have it.
takes_late_threads()
{
    cat >late.c <<'END'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready;
static void *more(void *p)
{
    return p;
}
static void *run(void *p)
{
    pthread_t t;
    pthread_mutex_lock(&m);
    int late = ready;
    pthread_mutex_unlock(&m);
    if (!late && pthread_create(&t, 0, more, 0) == 0)
        pthread_join(t, 0);
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
END
    says 3 "covered: 2 pairs of 1 fragment" diff_ --fragment=late.c:11-13 --sources=late.c
    also "thread 1 (run) with thread 2 (?): covered"
}
case_ "threads that only some interleavings create append pairs" takes_late_threads

odd_names()
{
    repository
    git mv "src/the test.c" "src/ä, b.c"
    printf '[target bank]\nsources = src/bank.c "src/ä, b.c"\n' >.mazurka.ini
    commit
    edit "src/ä, b.c" "pay(80)" "pay(70)"
    says 3 "fragment src/ä, b.c:6 in machine(): call" diff_
    also "covered: 6 pairs of 1 fragment"
    git reset -q --hard
    printf 'int f(void)\n{\n    return 0;\n}\n' >$'src/\e[31m"red\n".c'
    says 3 '\x1b[31m"red' diff_
}
case_ "names of files do not reach the terminal as they are" odd_names

several_targets()
{
    repository
    printf '#include <pthread.h>\nstatic int x;\nstatic void *run(void *p)\n{\n    x = 1;\n    return p;\n}\n' >other.c
    printf 'int main(void)\n{\n    pthread_t t;\n    pthread_create(&t, 0, run, 0);\n    return pthread_join(t, 0);\n}\n' >>other.c
    printf '[target other]\nsources = other.c\n' >>.mazurka.ini
    commit
    edit src/bank.c "balance -= amount" "balance = balance - amount"
    edit other.c "x = 1" "x = 2"
    says 3 "covered: 6 pairs of 1 fragment; 1 left out" diff_
    also "left out: other.c:5: thread 1 (run) does nothing there that others can notice"
    ! also "has no code"
    says 3 "has no code" diff_ --target=other
}
case_ "several targets: what one has not another may have" several_targets

# Ctrl-C: what was explored counts, and nothing is left behind.
is_interrupted()
{
    local temporary=$PWD/temporary status=0
    mkdir temporary
    cat >long.c <<'END'
#include <pthread.h>
static int x[4];
static void *run(void *p)
{
    for (int i = 0; i < 40; i++)
        x[i % 4] += i;
    return p;
}
int main(void)
{
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], 0, run, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    return 0;
}
END
    local options=(--function=run --sources=long.c --check=--race=off)
    TMPDIR=$temporary "$MAZURKA" diff "${options[@]}" --no-whole --pair-time=5m --json=out.json &
    local child=$! rounds=0
    until compgen -G "$temporary/mazurka-*/*/0/pair-1.log" >/dev/null || [[ $((rounds++)) -gt 600 ]]; do sleep 0.1; done
    kill -TERM $child
    wait $child || status=$?
    is 3 $status
    is unknown "$(field verdict out.json)"
    field reason out.json | grep -q "not explored to the end: stopped by SIGTERM$"
    [[ -z $(ls "$temporary") ]]
    says 3 "not finished in 100 ms" "$MAZURKA" diff "${options[@]}" --pair-time=100ms
    says 3 "(--time, --pair-time: more time)" "$MAZURKA" diff "${options[@]}" --time=1s --json=out.json
    is 1000 "$(field targets.0.budget_milliseconds out.json)"
    is 0 "$(field targets.0.pair_milliseconds out.json)"
}
case_ "interrupted, or out of time" is_interrupted
end_cases
