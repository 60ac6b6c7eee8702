#!/bin/bash
# test_diff.sh - mazurka diff: what an edit breaks between two threads, in small repositories made here; bad input; the examples of a hook
# and of a pipeline.
. "$(dirname "$0")/../lib/cases.sh"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
export XDG_CACHE_HOME=$cases_work/cache

commit() { git add -A && git commit -qm "${1-change}"; }

# A bank with two cash machines and a clerk, who reads the balance.
repository()
{
    git init -q -b main .
    mkdir src
    cat >src/bank.c <<'END'
#include <pthread.h>
#include "bank.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

int read_balance(void)
{
    LOCK();
    int amount = balance;
    UNLOCK();
    return amount;
}

int pay(int amount)
{
    pthread_mutex_lock(&lock);
    if (balance < amount) {
        pthread_mutex_unlock(&lock);
        return 0;
    }
    balance -= amount;
    pthread_mutex_unlock(&lock);
    return amount;
}

int unused(void)
{
    return balance++;
}
END
    cat >src/bank.h <<'END'
#define LOCK() pthread_mutex_lock(&lock)
#define UNLOCK() pthread_mutex_unlock(&lock)
int read_balance(void);
int pay(int amount);
END
    cat >"src/the test.c" <<'END'
#include <assert.h>
#include <pthread.h>
#include "bank.h"
static void *machine(void *p)
{
    pay(80);
    return p;
}
static void *clerk(void *p)
{
    assert(read_balance() >= 0);
    return p;
}
int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], 0, machine, 0);
    pthread_create(&t[1], 0, machine, 0);
    pthread_create(&t[2], 0, clerk, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    assert(read_balance() >= 0);
    return 0;
}
END
    cat >.mazurka.ini <<'END'
[target bank]
sources = src/bank.c "src/the test.c"
END
    commit first
}

# Replaces the first text by the second in a file.
edit() # FILE OLD NEW
{
    local text
    IFS= read -r -d '' text <"$1" || true # to the end of the file
    [[ $text == *"$2"* ]] || { echo "$1 does not have: $2"; return 1; }
    printf '%s' "${text%%"$2"*}$3${text#*"$2"}" >"$1"
}

diff_()
{
    local status=0
    "$MAZURKA" diff "$@" >"$cases_work/told" 2>&1 || status=$?
    cat "$cases_work/told"
    return $status
}
also() { grep -qF -- "$1" "$cases_work/told" || { echo "does not say: $1"; return 1; }; } # TEXT: the last one has said this, too
without_times() { sed -E 's/, [0-9.]+ s$/, T s/; s/[0-9,]+ states?/N states/'; }

# --- what has changed ------------------------------------------------------------------------------------------------------------

nothing_changed()
{
    repository
    says 0 "nothing has changed" diff_
    edit src/bank.c "    balance -= amount;" "    /* it is enough */ balance -=   amount;"
    says 0 "no thread interaction changed" diff_
    edit src/bank.c "int read_balance(void)" $'/* of the account:\n   int x = balance; */\nint read_balance(void)'
    echo "about it" >README
    says 0 "no thread interaction changed" diff_
    says 0 '"verdict": "nothing"' diff_ --json=-
}
case_ "comments, blanks and other files change no thread interaction" nothing_changed

covers_an_edit()
{
    repository
    edit src/bank.c "balance -= amount" "balance = balance - amount"
    diff_ --no-baseline | without_times >got || true
    cat >wanted <<'END'
target bank
fragment src/bank.c:22 in pay(): read, write
  executed by thread 1 (machine), thread 2 (machine)
src/bank.c:22
  thread 1 (machine) with thread 0 (main): covered, N states, T s
  thread 1 (machine) with thread 2 (machine): covered, N states, T s
  thread 1 (machine) with thread 3 (clerk): covered, N states, T s
  thread 2 (machine) with thread 0 (main): covered, N states, T s
  thread 2 (machine) with thread 1 (machine): covered, N states, T s
  thread 2 (machine) with thread 3 (clerk): covered, N states, T s
covered: 6 pairs of 1 fragment; not seen: bugs of three threads, or of threads that wait inside a fragment
END
    diff wanted got
    ! ls *.mzt 2>/dev/null
    [[ -z $(git status --porcelain -- .git) ]]
    says 3 "covered: 6 pairs of 1 fragment" diff_ --pair-rule=figure2 --quiet --no-baseline
}
case_ "an edit that breaks nothing is covered, pair by pair" covers_an_edit

finds_a_removed_lock()
{
    repository
    edit src/bank.c $'    if (balance < amount) {\n        pthread_mutex_unlock(&lock);\n        return 0;\n    }\n' ""
    says 1 "assertion failed: read_balance() >= 0" diff_ --json=out.json
    is bug "$(field verdict out.json)"
    is 1 "$(field exit_code out.json)"
    is 19 "$(field targets.0.fragments.0.to out.json)"
    is pay "$(field targets.0.fragments.0.function out.json)"
    is true "$(field targets.0.fragments.0.removed out.json)"
    cp "$cases_work/told" text
    grep -q '^fragment src/bank.c:17-19 in pay(), something was removed: lock, read, write, unlock$' text
    grep -q '^interleaving: ' text
    grep -q '^bug: in . of 6 pairs of 1 fragment$' text
    says 1 "assertion failed: read_balance() >= 0" "$MAZURKA" replay "$(sed -n 's/^replay: mazurka replay //p' text | head -1)"
}
case_ "a bug is found, shown and replayed as by check; what was removed is looked for around its place" finds_a_removed_lock

# Statements that no other thread can notice decide what others will.
finds_local_statements()
{
    repository
    edit src/bank.c "    balance -= amount;" $'    if (amount == 80)\n        return 0;\n    balance -= amount;'
    says 1 "deadlock" diff_
    also "fragment src/bank.c:17-25 in pay(): lock, read, unlock, write"
    git checkout -q .
    edit src/bank.c $'    LOCK();\n' $'#if 0\n    LOCK();\n#endif\n'
    edit src/bank.c $'    UNLOCK();\n' $'#if 0\n    UNLOCK();\n#endif\n'
    says 1 "data race" diff_
    git checkout -q .
    edit src/bank.c "int pay(int amount)" $'__attribute__((noinline))\nint pay(int amount)'
    says 0 "in pay(): lock, read, unlock, write" diff_ --dry-run
    git checkout -q .
    edit src/bank.c "int unused(void)" $'int half(int n)\n{\n    return n / 2;\n}\n\nint unused(void)'
    says 0 "in half()" diff_ --dry-run
    ! also "in pay()"
}
case_ "added statements without a thread interaction lead to what is around them" finds_local_statements

finds_a_race()
{
    repository
    edit src/bank.c $'    LOCK();\n    int amount = balance;\n    UNLOCK();\n' $'    int amount = balance;\n'
    says 1 "data race" diff_
}
case_ "a lock that was removed is a data race" finds_a_race

follows_macros()
{
    repository
    edit src/bank.h "#define LOCK() pthread_mutex_lock(&lock)" "#define LOCK() (void)pthread_mutex_lock(&lock)"
    says 3 "fragment src/bank.c:9-11 in read_balance(): lock, read, unlock" diff_
    edit src/bank.h "#define LOCK() (void)pthread_mutex_lock(&lock)" "#define LOCK() (void)lock"
    says 1 "bug: in " diff_
    git checkout -q .
    printf '#define MOST 80\n#define USUAL (MOST)\n' >src/most.h
    edit "src/the test.c" "pay(80)" "pay(USUAL)"
    edit "src/the test.c" '#include "bank.h"' $'#include "bank.h"\n#include "most.h"'
    commit
    edit src/most.h "MOST 80" "MOST 70"
    says 0 "fragment src/the test.c:7 in machine(): call" diff_ --dry-run
}
case_ "a macro that has changed leads to where it is used" follows_macros

# What the edit does to its own counter nobody else can notice, so that no point of it lets another thread in.
explores_what_is_around()
{
    repository
    edit src/bank.c "static int balance = 100;" $'static int balance = 100;\nstatic _Thread_local int calls;'
    commit
    edit src/bank.c "    balance -= amount;" $'    calls++;\n    balance -= amount;'
    says 3 "no thread came there with something that others can notice: src/bank.c:" diff_
    also "covered: 6 pairs of 1 fragment"
    says 3 "(6 of them known from before)" diff_
}
case_ "where an edit is nothing that others can notice what is around it is explored" explores_what_is_around

# MOST is in a header that changes, LEAST in one that does not, and the program has no code of either.
follows_macros_through_headers()
{
    repository
    mkdir include
    printf '#define MOST 80\n#define FORGOTTEN 1\n' >include/most.h
    printf '#include "most.h"\n#define LEAST \\\n    (MOST - 10)\n#define NOBODY MOST\n' >include/least.h
    edit "src/the test.c" "pay(80)" "pay(LEAST)"
    edit "src/the test.c" '#include "bank.h"' $'#include "bank.h"\n#include "../include/least.h"'
    commit
    edit include/most.h "MOST 80" "MOST 70"
    says 0 "fragment src/the test.c:7 in machine(): call" diff_ --dry-run
    ! grep -q "no function of the program mentions" "$cases_work/told" || return 1
    commit
    says 0 "fragment src/the test.c:7 in machine(): call" diff_ --dry-run HEAD~1..HEAD
    edit include/most.h "FORGOTTEN 1" "FORGOTTEN 2"
    says 3 "left out: the macro FORGOTTEN: no function of the program mentions it" diff_
}
case_ "a macro that has changed leads through headers that have not" follows_macros_through_headers

extends_to_locked_blocks()
{
    repository
    edit src/bank.c $'    pthread_mutex_lock(&lock);\n    if' $'    pthread_mutex_lock((&lock));\n    if'
    says 0 "fragment src/bank.c:17-23 in pay(): lock, read, unlock, write" diff_ --dry-run
}
case_ "a lock is taken with all of its block, to the last way out" extends_to_locked_blocks

names_what_is_left_out()
{
    repository
    edit src/bank.c "balance++" "balance--"
    says 3 "left out: src/bank.c:29: no thread came there: nothing in the program is known to call unused()" diff_
    git checkout -q .
    edit src/bank.h "int pay(int amount);" $'int pay(int amount);\nstruct customer { int number; };'
    says 3 "left out: src/bank.h:5: " diff_
    also "unknown: what has changed was left out"
    git checkout -q .
    printf 'int other;\nint f(void)\n{\n    return other++;\n}\n' >src/other.c
    says 3 "left out: src/other.c:1-5: the program has no code of this file" diff_
    rm src/other.c
    edit "src/the test.c" "    pthread_t t[3];" $'    pthread_t t[3];\n    int many = 3;'
    edit "src/the test.c" "i < 3" "i < many"
    says 0 "fragment src/the test.c:14-25 in main(): pthread_create, read, pthread_join, call" diff_ --dry-run
    git checkout -q .
    edit src/bank.c '#include "bank.h"' $'#include "bank.h"\n#include <stdio.h>'
    says 3 "left out: src/bank.c:3: what an included file brings is not known" diff_
}
case_ "what is left out is named: functions nobody calls, types, files that are not in the program" names_what_is_left_out

names_what_is_built_in_another_way()
{
    mkdir part && cd part && repository && cd ..
    git init -q -b main .
    git -c protocol.file.allow=always submodule --quiet add ./part module
    printf '[target bank]\nsources = module/src/bank.c "module/src/the test.c"\n' >.mazurka.ini
    echo all: >Makefile
    echo part >.gitignore
    commit
    says 0 "nothing has changed" diff_
    edit module/src/bank.c "balance < amount" "balance <= amount"
    says 3 "left out: module: the submodule has changed" diff_
    also "unknown: what has changed was left out"
    (cd module && commit) && commit
    says 3 "left out: module: the submodule has changed" diff_ HEAD~1
    echo CFLAGS=-DNO_LOCKS >Makefile
    says 3 "left out: Makefile: the program may be built in another way" diff_
    git checkout -q .
    edit .mazurka.ini "sources = " "sources = -DNO_LOCKS "
    says 3 "left out: .mazurka.ini: the program may be built in another way" diff_
    printf '#define NAME(x) x\nint NAME(number);\n#include "code.part"\n' >part.c
    printf 'int main(void)\n{\n    return number++;\n}\n' >code.part
    printf '[target part]\nsources = part.c\n' >.mazurka.ini
    commit
    edit code.part "number++" "number--"
    says 3 "fragment code.part:3 in main(): read, write" diff_
    git checkout -q .
    edit part.c "x) x" "x) (x)"
    says 3 "left out: part.c:2: the macro NAME is used outside of functions" diff_
}
case_ "what is left out is named: submodules, files that a build reads; code has any name" names_what_is_built_in_another_way

# --- versions ----------------------------------------------------------------------------------------------------------------------

compares_revisions()
{
    repository
    edit src/bank.c "balance -= amount" "balance = balance - amount"
    commit second
    says 0 "nothing has changed" diff_
    says 3 "covered: 6 pairs" diff_ HEAD~1
    says 3 "covered: 6 pairs of 1 fragment (6 of them known from before)" diff_ HEAD~1..HEAD
    says 0 "nothing has changed" diff_ HEAD~1 -- "src/the test.c"
    says 3 "covered: 6 pairs" diff_ HEAD~1 -- src/bank.c
    cd src
    says 3 "covered: 6 pairs" diff_ HEAD~1 -- bank.c
    says 0 "nothing has changed" diff_ HEAD..HEAD
}
case_ "revisions, ranges, paths, sub-folders" compares_revisions

checks_another_version()
{
    repository
    git checkout -qb broken
    edit src/bank.c $'    if (balance < amount) {\n        pthread_mutex_unlock(&lock);\n        return 0;\n    }\n' ""
    commit broken
    git checkout -q main
    says 1 "the program was built from a copy of broken" diff_ main..broken
    is main "$(git rev-parse --abbrev-ref HEAD)"
    [[ -z $(git status --porcelain) ]]
    "$MAZURKA" cc src/bank.c "src/the test.c" -g -o program
    says 2 "broken is not what is checked out" diff_ main..broken --program=./program
    says 1 "bug: in " diff_ main..broken --program=./built --build="'$MAZURKA' cc src/bank.c 'src/the test.c' -o built"
    [[ ! -e built ]]
}
case_ "a range whose newer side is not checked out is built from a copy" checks_another_version

compares_merges()
{
    repository
    git checkout -qb side
    edit src/bank.c "balance -= amount" "balance = balance - amount"
    commit side
    git checkout -q main
    edit "src/the test.c" "pay(80)" "pay(70)"
    commit main
    git merge -q --no-edit side
    says 3 "fragment src/bank.c:22 in pay()" diff_ HEAD^1..HEAD
    says 3 "fragment src/the test.c:6 in machine()" diff_ HEAD^2..HEAD
    says 3 "fragment src/bank.c:22 in pay()" diff_ HEAD^1...side
    ! also "the test.c:6"
}
case_ "merge commits, against each of their parents" compares_merges

follows_renames()
{
    repository
    git mv "src/the test.c" src/ä.c
    edit .mazurka.ini '"src/the test.c"' src/ä.c
    says 0 "no thread interaction changed" diff_
    edit src/ä.c "pay(80)" "pay(81)"
    says 3 "fragment src/ä.c:6 in machine(): call" diff_
    git checkout -q HEAD . && git reset -q --hard && rm -f src/ä.c
    git rm -q "src/the test.c"
    git show "HEAD:src/the test.c" >src/new.c
    edit .mazurka.ini '"src/the test.c"' src/new.c
    edit src/new.c "pay(80)" "pay(82)"
    says 3 "fragment src/new.c:4-8 in machine(): call" diff_
}
case_ "renamed, removed and new files" follows_renames

# --- the baseline ------------------------------------------------------------------------------------------------------------------

remembers()
{
    repository
    edit src/bank.c "balance -= amount" "balance = balance - amount"
    says 3 "covered: 6 pairs of 1 fragment" diff_
    says 3 "(6 of them known from before)" diff_
    also "covered before"
    [[ -e .git/mazurka-diff.json ]]
    edit src/bank.c "    balance = balance - amount;" "    balance = balance - amount; /* pay */"
    says 3 "(6 of them known from before)" diff_
    edit src/bank.c "    balance = balance - amount; /* pay */" "    balance = balance - amount + 0;"
    diff_ --json=out.json >/dev/null || true
    is 0 "$(field known_pairs out.json)"
    diff_ --json=out.json --no-baseline >/dev/null || true
    is 0 "$(field known_pairs out.json)"
    diff_ --json=out.json >/dev/null || true
    is 6 "$(field known_pairs out.json)"
    # somebody else's code: what the clerk and main do. The clerk is in a pair of each machine, and main in all.
    edit src/bank.c "static int balance = 100" "static int balance = 101"
    diff_ --json=out.json >/dev/null || true
    is 0 "$(field known_pairs out.json)"
    echo nonsense >.git/mazurka-diff.json
    says 3 "cannot be read: all pairs are explored" diff_
    says 3 "known from before" diff_
}
case_ "what was covered is not explored again, as long as its code is the same" remembers

# Texts that stay as they are, and what they mean does not.
notices_other_meanings()
{
    repository
    edit "src/the test.c" "pay(80)" "pay(PAID)"
    printf '#define PAID 10\n' >src/paid.h
    edit "src/the test.c" '#include "bank.h"' $'#include "bank.h"\n#include "paid.h"'
    commit
    edit "src/the test.c" "pay(PAID)" "(void)pay(PAID)"
    says 3 "covered: 6 pairs of 1 fragment" diff_
    says 3 "(6 of them known from before)" diff_
    edit src/paid.h 10 20
    diff_ --json=out.json >/dev/null || true
    is 0 "$(field known_pairs out.json)"
    # with an option of a build that debug information does not tell
    rm src/paid.h && edit "src/the test.c" $'#include "paid.h"\n' ''
    export PAID=30
    local build="'$MAZURKA' cc -g -DPAID=\$PAID src/bank.c 'src/the test.c' -o program"
    says 3 "covered: " diff_ --program=./program --build="$build"
    says 3 "known from before" diff_ --program=./program --build="$build"
    export PAID=40
    diff_ --program=./program --build="$build" --json=out.json >/dev/null || true
    is 0 "$(field known_pairs out.json)"
    # What no thread of a pair executes does not matter, though it moves all that follows.
    edit src/bank.c "return balance++" "return balance++ * 3 + balance"
    says 3 "known from before" diff_ --program=./program --build="$build"
}
case_ "the same text with another macro is explored again, and other places of the same code are not" notices_other_meanings

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
    TMPDIR=$temporary "$MAZURKA" diff "${options[@]}" --pair-time=5m --json=out.json &
    local child=$! rounds=0
    until compgen -G "$temporary/mazurka-*/*/0/pair-1.log" >/dev/null || [[ $((rounds++)) -gt 600 ]]; do sleep 0.1; done
    kill -TERM $child
    wait $child || status=$?
    is 3 $status
    is unknown "$(field verdict out.json)"
    [[ -z $(ls "$temporary") ]]
    says 3 "not finished in 100 ms" "$MAZURKA" diff "${options[@]}" --pair-time=100ms
    says 3 "(--budget, --pair-time: more time)" "$MAZURKA" diff "${options[@]}" --budget=1s --json=out.json
    is 1000 "$(field targets.0.budget_milliseconds out.json)"
    is 0 "$(field targets.0.pair_milliseconds out.json)"
}
case_ "interrupted, or out of time" is_interrupted

# --- bad input -----------------------------------------------------------------------------------------------------------------------

bad_input()
{
    repository
    says 2 "nonsense is no revision of this repository" diff_ nonsense
    says 2 "Names of files come after --" diff_ src/bank.c
    says 2 "nonsense is no revision" diff_ HEAD..nonsense
    says 2 "unknown option" diff_ --frgment=x
    says 2 "one revision or range" diff_ HEAD HEAD
    says 2 "--build needs --program" diff_ --build=make
    says 2 "either --program or --sources" diff_ --program=a --sources=b.c
    says 2 "--fragment needs a value" diff_ --fragment
    says 2 "-j: a number" diff_ -j x
    says 0 "mazurka diff --function=queue_push" diff_ --help
    echo 'programm = x' >>.mazurka.ini
    says 2 "/.mazurka.ini:3: [target] has no key 'programm'. Did you mean 'program'?" diff_
    rm .mazurka.ini
    says 2 "there is no .mazurka.ini in " diff_
    says 2 "No such file" diff_ --config=none.ini
    mkdir empty && cd empty && git init -q .
    echo 'int x;' >a.c
    says 2 "this repository has no commit yet" diff_ --sources=a.c
    mkdir ../bin && ln -s "$(command -v sh)" ../bin/sh
    says 2 "there is no git here" env PATH="$PWD/../bin" "$MAZURKA" diff
    cd .. && git clone -q --bare . bare.git && cd bare.git
    says 2 "this repository has no work tree" diff_
}
case_ "bad input is told" bad_input

# --- examples --------------------------------------------------------------------------------------------------------------------------

pushes()
{
    mkdir work && cd work
    repository
    git init -q --bare ../there.git
    git remote add origin ../there.git
    git push -q origin main
    cp "$root/examples/diff/pre-push" .git/hooks/pre-push
    export MAZURKA
    edit src/bank.c "balance -= amount" "balance = balance - amount"
    commit good
    says 0 "covered: 6 pairs of 1 fragment" git push origin main
    edit src/bank.c $'    if (balance < amount) {\n        pthread_mutex_unlock(&lock);\n        return 0;\n    }\n' ""
    commit bad
    says 1 "bug: in " git push origin main
    is "$(git rev-parse HEAD~1)" "$(git rev-parse origin/main)"
    says 0 "" git push --no-verify origin main
    says 0 "there is nothing to compare" git push origin main:new
    says 0 "" git push origin :new
}
case_ "the example of a pre-push hook refuses what has a bug" pushes

runs_in_a_pipeline()
{
    repository
    git checkout -qb request
    edit src/bank.c "balance -= amount" "balance = balance - amount"
    commit good
    export MAZURKA
    says 0 "covered: 6 pairs of 1 fragment" sh "$root/examples/diff/ci.sh" main
    is covered "$(field verdict mazurka-diff.json)"
    says 0 "known from before" sh "$root/examples/diff/ci.sh" main
    edit src/bank.c $'    if (balance < amount) {\n        pthread_mutex_unlock(&lock);\n        return 0;\n    }\n' ""
    git add src && git commit -qm bad
    says 1 "bug: in " sh "$root/examples/diff/ci.sh" main
    is bug "$(field verdict mazurka-diff.json)"
    says 2 "none is no revision" sh "$root/examples/diff/ci.sh" none
}
case_ "the example for a pipeline checks a merge request" runs_in_a_pipeline

# A repository may come from anybody: none of the programs that its settings name is run.
hostile()
{
    repository
    printf '* filter=evil\n' >.gitattributes
    commit attributes
    edit src/bank.c "balance -= amount" "balance = balance - amount"
    commit good
    printf '#!/bin/sh\ntouch "%s/owned"\ncat\n' "$PWD" >evil
    chmod +x evil
    for hook in post-index-change post-checkout reference-transaction; do cp evil .git/hooks/$hook; done
    git config core.fsmonitor "$PWD/evil"
    git config filter.evil.clean "$PWD/evil"
    git config filter.evil.smudge "$PWD/evil"
    git config filter.evil.required true
    git config diff.external "$PWD/evil"
    git config core.pager "$PWD/evil"
    git config extensions.partialClone origin
    git config remote.origin.promisor true
    git config remote.origin.url "$PWD/.git"
    git config remote.origin.uploadpack "$PWD/evil"
    touch src/bank.c
    rm -f owned
    says 3 "covered: 6 pairs of 1 fragment" diff_ HEAD~1
    says 3 "covered: 6 pairs of 1 fragment" diff_ HEAD~1..HEAD
    edit src/bank.c "balance = balance - amount" "balance -= amount"
    says 3 "covered: 6 pairs" diff_ HEAD~1..HEAD --no-baseline
    rm -f ".git/objects/$(git -c core.fsmonitor= -c filter.evil.clean= rev-parse HEAD~1:src/bank.h | sed 's|^..|&/|')"
    rm -f owned
    diff_ HEAD~1..HEAD --no-baseline || :
    ! [[ -e owned ]] || { echo "a program of the repository was run"; return 1; }
    git config 'filter.a=b.clean' evil
    says 2 "names a filter that cannot be left out" diff_
}
case_ "programs that a repository names are not run" hostile

end_cases
