#!/bin/bash
# test_diff.sh - mazurka diff: what an edit breaks between two threads, versions that are compared, what is remembered; bad input; the
# examples of a hook and of a pipeline.
. "$(dirname "$0")/diff/repository.sh"

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

# Two workers wait in a semaphore each, and one is let in while the other is inside: by the rule of the paper's figure, not by that of its
# authors' program.
finds_a_lost_update()
{
    git init -q -b main .
    cat >sum.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
static sem_t work;
static atomic_int sum;
static void *worker(void *unused)
{
    sem_wait(&work);
    sum += 1;
    return unused;
}
int main(void)
{
    pthread_t t, u;
    sem_init(&work, 0, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_create(&u, 0, worker, 0);
    sem_post(&work);
    sem_post(&work);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(sum == 2);
    return 0;
}
END
    printf '[target sum]\nsources = sum.c\n' >.mazurka.ini
    commit first
    edit sum.c "sum += 1" "sum = sum + 1"
    says 3 "covered: 4 pairs of 1 fragment" diff_ --no-whole --no-baseline --pair-rule=authors
    says 1 "assertion failed: sum == 2" diff_ --no-whole --no-baseline --pair-rule=figure2
    says 1 "assertion failed: sum == 2" diff_ --no-whole --no-baseline --json=out.json
    is both "$(field targets.0.pair_rule out.json)"
    edit sum.c "sum = sum + 1" "sum += 1; /* right */"
    says 3 "covered: 4 pairs of 1 fragment" diff_ --no-whole --no-baseline
}
case_ "a lost update that one rule alone does not let happen" finds_a_lost_update

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
    says 0 "verified: all behaviours" git push origin main
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
    says 0 "verified: all behaviours" sh "$root/examples/diff/ci.sh" main
    is verified "$(field verdict mazurka-diff.json)"
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
