#!/bin/bash
# test_diff_whole.sh - mazurka diff: the whole program before its pairs, bugs that are older than the edit, what is staged, and
# repositories that do not say what to check.
. "$(dirname "$0")/diff/repository.sh"

whole()
{
    local status=0
    "$MAZURKA" diff "$@" >"$cases_work/told" 2>&1 || status=$?
    cat "$cases_work/told"
    return $status
}
NO_CHECK=$'    if (balance < amount) {\n        pthread_mutex_unlock(&lock);\n        return 0;\n    }\n'
FAILS="assertion failed: read_balance() >= 0"

verifies_what_is_small()
{
    repository
    edit src/bank.c "balance -= amount" "balance = balance - amount"
    says 0 "verified: all behaviours" whole --json=out.json
    also "the whole program: verified: all behaviours"
    is verified "$(field verdict out.json)"
    is verified "$(field targets.0.whole.end out.json)"
    is 0 "$(field pairs out.json)"
    says 3 "covered: " whole --no-whole --no-baseline
    git checkout -q .
    edit "src/the test.c" "    pay(80);" "    pay(40 + 40);"
    says 0 "verified: all behaviours" whole
}
case_ "what can be explored as a whole is verified" verifies_what_is_small

# None of these is an edit of one thread's code between two others'.
finds_beyond_pairs()
{
    repository
    edit src/bank.c "balance = 100" "balance = -1"
    says 1 "$FAILS" whole
    also "HEAD is verified: the bug is of the edit"
    also "bug: in the whole program"
    git checkout -q .
    edit "src/the test.c" "    pay(80);" "    pay(180);"
    edit src/bank.c "balance < amount" "balance > amount"
    says 1 "$FAILS" whole
}
case_ "initial values and the code of a single thread break programs, too" finds_beyond_pairs

tells_older_bugs()
{
    repository
    edit src/bank.c "$NO_CHECK" ""
    commit bad
    edit src/bank.c "balance -= amount" "balance = balance - amount"
    says 3 "also in HEAD: $FAILS" whole --json=out.json
    also "that HEAD has, too (above)"
    is true "$(field targets.0.whole.bugs.0.older out.json)"
    edit src/bank.c "balance = balance - amount" "balance = balance - amount; if (balance < -50) *(volatile int *)0 = 1"
    says 1 "not found in HEAD: segmentation fault" whole
    git checkout -q .
    # In a file that was edited, and has another name now.
    printf "[target bank]\nbuild = '%s' cc -g -o program src/*.c\nprogram = ./program\n" "$MAZURKA" >.mazurka.ini
    git mv "src/the test.c" src/test.c
    commit build
    git mv src/test.c src/clerk.c
    edit src/clerk.c "    pay(80);" "    pay(40 + 40);"
    says 3 "also in HEAD: $FAILS at src/clerk.c:" whole
    git reset -q --hard HEAD~
    # Compiled by nobody, the older version cannot be compared with.
    edit src/bank.c "balance -= amount" "balance = balance - amount"
    "$MAZURKA" cc -g -o program src/bank.c "src/the test.c"
    says 1 "whether HEAD has it, too, is not known: it is not known how to build it" whole --program=./program
    printf '#error no\n' >>src/bank.h
    commit broken
    edit src/bank.h "#error no" ""
    edit src/bank.c "balance = balance - amount" "balance -= amount"
    says 1 "whether HEAD has it, too, is not known: " whole
}
case_ "bugs that the older version has are told apart" tells_older_bugs

# The lines themselves have not changed.
comments_hide_code()
{
    repository
    edit src/bank.c $'    if (balance < amount) {\n        pthread_mutex_unlock(&lock);\n        return 0;\n    }' \
        $'    /*\n    if (balance < amount) {\n        pthread_mutex_unlock(&lock);\n        return 0;\n    }\n    */'
    says 1 "$FAILS" whole
    commit hidden
    git diff HEAD~ HEAD | git apply -R
    says 0 "verified: " whole
}
case_ "comments around code that is as before" comments_hide_code

compiled_without()
{
    repository
    edit src/bank.c "    balance -= amount;" $'#ifdef FAST\n    balance = 0 - 1;\n#endif\n    balance -= amount;'
    says 3 "left out: src/bank.c:22-24: behind #if: the program has no code of it" whole
    also "covered: all of 1 program; 1 left out (see above)"
    edit .mazurka.ini "sources =" "sources = -DFAST"
    says 1 "$FAILS" whole
    git checkout -q .
    sed -i '1i #ifndef BANK_H\n#define BANK_H\n#include "start.lst"' src/bank.h
    printf '#endif\n' >>src/bank.h
    printf '#define START 100\n' >src/start.lst
    edit src/bank.c "balance = 100" "balance = START"
    commit guard
    edit src/bank.c "balance -= amount" "balance = balance - amount"
    says 0 "verified: " whole
    git checkout -q .
    printf '#define START -1\n' >src/start.lst
    says 3 "src/start.lst: sources name the file, or a part of its path: what depends on it is not known" whole
}
case_ "what this program was compiled without, and files that sources include" compiled_without

# "All of it" is no word on code that nobody executes with these arguments.
nobody_comes_there()
{
    repository
    edit src/bank.c "return balance++" "return balance--"
    says 3 "left out: src/bank.c:29: no thread came there: nothing in the program is known to call unused()" whole --json=out.json
    also "covered: all of 1 program; 1 left out (see above)"
    is false "$(field targets.0.fragments.0.executed out.json)"
    git checkout -q .
    edit "src/the test.c" "int main(void)
{" "int main(int argc, char **argv)
{
    if (argc < 2)
        return !argv[0];"
    commit usage
    edit src/bank.c "$NO_CHECK" ""
    says 3 "src/bank.c:17-19: no thread came there with these arguments" whole
    edit .mazurka.ini "sources" $'arguments = 1\nsources'
    says 1 "$FAILS" whole
    # Reached in some interleavings only, in another program, in set-up.
    git checkout -q .
    edit src/bank.c "amount) {" "amount) { balance = balance + 0;"
    printf '[target none]\nsources = src/bank.c "src/the test.c"\n' >>.mazurka.ini
    edit .mazurka.ini "sources" $'arguments = 1\nsources'
    says 3 "covered: all of 2 programs; 1 left out" whole
    also "left out: .mazurka.ini: "
    git commit -qam all && edit src/bank.c "balance + 0" "balance - 0"
    says 0 "verified: 2 programs, all of each (see above)" whole
}
case_ "changed code that no thread executes is left out" nobody_comes_there

# The other program has no code of the header, but is made with it.
included_by_another()
{
    git init -q -b main .
    printf '%s\n' 'struct s { _Atomic int n; };' 'static inline void add(struct s *s) { s->n++; }' >s.h
    printf '%s\n' '#include "s.h"' 'struct s a;' 'int main(void)' '{' '    add(&a);' '    return 0;' '}' >a.c
    printf '#include "s.h"\n' >t.h
    printf '%s\n' '#include <assert.h>' '#include <pthread.h>' '#include "t.h"' 'static struct s b;' \
        'static void *run(void *p) { b.n++; return p; }' 'int main(void)' '{' '    pthread_t t;' \
        '    pthread_create(&t, 0, run, 0);' '    run(0);' '    pthread_join(t, 0);' '    assert(b.n == 2);' '    return 0;' '}' >b.c
    printf '[target a]\nsources = -O0 a.c\n[target b]\nsources = -O1 b.c\n' >.mazurka.ini
    commit first
    edit s.h "_Atomic int" int
    says 1 "bug: assertion failed: b.n == 2" whole
    edit s.h "int" "_Atomic long"
    says 0 "verified: 2 programs, all of each" whole
}
case_ "a header that one program has code of, and another has not" included_by_another

# Its Makefile does not know that the header belongs to it.
older_than_its_header()
{
    repository
    printf 'bank: src/bank.c\n\t$(CC) -g -o $@ src/bank.c "src/the test.c"\n' >Makefile
    printf '[target bank]\nbuild = make CC="%s cc"\nprogram = bank\n' "$MAZURKA" >.mazurka.ini
    printf 'bank\n' >.gitignore
    commit make
    edit src/bank.c "balance -= amount" "balance = balance - amount"
    says 0 "verified: " whole
    sleep 0.05
    edit src/bank.h "pthread_mutex_lock(&lock)" "(void)0"
    says 2 "bank is older than src/bank.h: \`make CC=" whole
    rm bank
    says 1 "unlock" whole
}
case_ "a program that is older than its header" older_than_its_header

# Eight threads with forty steps each: no search of that ends here.
goes_on_with_pairs()
{
    git init -q -b main .
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
    pthread_t t[8];
    for (int i = 0; i < 8; i++)
        pthread_create(&t[i], 0, run, 0);
    for (int i = 0; i < 8; i++)
        pthread_join(t[i], 0);
    return 0;
}
END
    printf '[target long]\nsources = long.c\ncheck = --race=off\n' >.mazurka.ini
    commit first
    edit long.c "+= i" "-= i"
    says 3 "the whole program: unknown: not finished in " whole --time=1s --json=out.json
    also "thread 1 (run) with thread 2 (run): "
    is unknown "$(field targets.0.whole.end out.json)"
    is 1000 "$(field targets.0.budget_milliseconds out.json)"
    local temporary=$PWD/temporary status=0
    mkdir "$temporary"
    TMPDIR=$temporary "$MAZURKA" diff --time=10m --json=out.json >told 2>&1 &
    local child=$! rounds=0
    until compgen -G "$temporary/mazurka-*/*/0/whole.log" >/dev/null || [[ $((rounds++)) -gt 600 ]]; do sleep 0.1; done
    kill -TERM $child
    wait $child || status=$?
    is 3 $status
    is unknown "$(field verdict out.json)"
    [[ -z $(ls "$temporary") ]]
}
case_ "pairs follow where the whole does not end; an end in the middle of it is a verdict" goes_on_with_pairs

compares_what_is_staged()
{
    repository
    edit src/bank.c "$NO_CHECK" ""
    git add src/bank.c
    git show HEAD:src/bank.c >src/bank.c
    local before
    before=$(find .git/objects -type f | sort)
    says 0 "nothing has changed" whole
    says 1 "$FAILS" whole --staged
    also "built from a copy of what is staged"
    says 1 "$FAILS" whole --cached HEAD
    is "$before" "$(find .git/objects -type f | sort)"
    is "MM src/bank.c" "$(git status --porcelain)"
    says 2 "--staged compares what is staged with one revision" whole --staged HEAD..HEAD
    git reset -q --hard
    says 0 "nothing has changed" whole --staged
}
case_ "--staged: what the next commit will hold" compares_what_is_staged

bisects()
{
    repository
    git tag good
    local change
    for change in "balance - amount" "balance - (amount)" "balance + -amount" "-amount + balance"; do
        sed -i "s/^    balance [-=].*;/    balance = $change;/" src/bank.c
        [[ $change != "balance + -amount" ]] || edit src/bank.c "$NO_CHECK" ""
        commit "pay: $change"
    done
    git bisect start HEAD good >/dev/null
    export MAZURKA
    says 0 "is the first bad commit" git bisect run sh "$root/examples/diff/bisect.sh" good
    is "pay: balance + -amount" "$(git show -s --format=%s refs/bisect/bad)"
}
case_ "git bisect finds the commit that made a bug" bisects

# --- repositories without a configuration ---------------------------------------------------------------------------------------------

without_configuration()
{
    repository
    git rm -q .mazurka.ini
    printf 'int main(void)\n{\n    return 0;\n}\n' >src/other.c
    commit none
}

compiles_files()
{
    without_configuration
    edit src/bank.c "$NO_CHECK" ""
    says 1 "note: there is no .mazurka.ini: looking at 1 program that files with a main make" whole
    also "target src/the test.c"
    also "$FAILS"
    says 1 "replay: mazurka replay" whole --function=pay
    git checkout -q .
    edit src/other.c "return 0" "return 0 + 0"
    says 0 "verified: " whole
    git rm -qf src/other.c "src/the test.c"
    edit src/bank.c "$NO_CHECK" ""
    says 2 "no file with a main goes with what has changed: write one" whole
}
case_ "without a configuration: files with a main and what they include" compiles_files

builds_by_make()
{
    without_configuration
    printf '%s\n' 'CFLAGS = -g' 'all: bank other' 'bank: src/bank.c' $'\t$(CC) $(CFLAGS) -o $@ src/bank.c "src/the test.c"' \
        'other: src/other.c' $'\t$(CC) -g -o $@ $^' >Makefile
    commit make
    edit src/bank.c "$NO_CHECK" ""
    says 1 "looking at 2 programs that the build makes" whole
    also "$FAILS"
    also "HEAD is verified: the bug is of the edit"
    is " M src/bank.c" "$(git status --porcelain | grep -v mzt)"
    says 1 "$FAILS" "$MAZURKA" replay bank.mzt
    # The next build makes what has changed.
    git checkout -q src/bank.c
    edit src/bank.c "balance -= amount" "balance = balance - amount"
    says 0 "verified: " whole --target=bank
    git mv src/other.c src/another.c
    edit Makefile "src/other.c" "src/another.c"
    says 3 "1 left out (see above)" whole --target=bank
    also "covered: all of 1 program"
    says 2 "has no target 'bunk'. Did you mean 'bank'?" whole --target=bunk
    printf 'all:\n\tfalse\n' >Makefile
    says 2 "the program does not build" whole
}
case_ "without a configuration: a Makefile, built in a copy that stays" builds_by_make

# The Makefile names one file of three. What is checked is made of the files as they are, all the same.
makes_nothing_old()
{
    without_configuration
    printf '%s\n' 'all: bank' 'bank: src/bank.c' $'\t$(CC) -g -o $@ src/bank.c "src/the test.c"' >Makefile
    commit make
    edit src/bank.c "balance -= amount" "balance = balance - amount"
    says 0 "verified: " whole
    cp src/bank.h "$cases_work/bank.h"
    sed -i -E 's/(LOCK\(\)) .*/\1 (void)0/' src/bank.h
    says 1 "data race" whole
    cp "$cases_work/bank.h" src/bank.h
    edit src/bank.c "$NO_CHECK" ""
    touch -d 2020-01-01 src/bank.c
    says 1 "$FAILS" whole
    git checkout -q .
    ln -s "$cases_work/bank.h" src/there.h
    ln -s nowhere src/dangling.h
    edit src/bank.c '"bank.h"' '"there.h"'
    sed -i 's/bank\b/other/g; s/src.other/src\/bank/g' Makefile
    says 3 "looking at 1 program that the build makes" whole
    also "covered: all of 1 program"
    git clean -qfd && git checkout -q .
    git rm -qf src/bank.h && mkdir src/bank.h && cp "$cases_work/bank.h" src/bank.h/bank.h
    sed -i 's/"bank.h"/"bank.h\/bank.h"/' src/bank.c "src/the test.c"
    says 3 "covered: all of 1 program" whole
    # Another one has the copy, or nothing can be written there.
    git reset -q --hard && git clean -qfd
    edit src/bank.c "$NO_CHECK" ""
    says 1 "$FAILS" flock "$(echo .git/mazurka-diff/*.lock)" "$MAZURKA" diff
    is " M src/bank.c" "$(git status --porcelain)"
}
case_ "without a configuration: nothing is left of older builds" makes_nothing_old

# The bug is known by then; nothing of the build stays.
stopped_while_the_older_is_built()
{
    without_configuration
    printf '%s\n' 'all:' $'\techo $$$$ >"$(OUT)"; sleep 1000; true' $'\t$(CC) -g -o bank src/bank.c "src/the test.c"' >Makefile
    commit make
    sed -i /sleep/d Makefile
    edit src/bank.c "$NO_CHECK" ""
    local status=0 rounds=0
    OUT=$PWD/shell "$MAZURKA" diff >"$cases_work/told" 2>&1 &
    local child=$!
    until [[ -s shell || $((rounds++)) -gt 600 ]]; do sleep 0.1; done
    kill -TERM $child
    wait $child || status=$?
    is 1 $status
    also "bug: $FAILS"
    also "whether HEAD has it, too, is not known: it was stopped while it was built"
    until [[ ! -e /proc/$(<shell) ]]; do # what is killed goes when it can
        [[ $((rounds++)) -lt 700 ]] || return 1
        sleep 0.1
    done
}
case_ "a signal while the older version is built" stopped_while_the_older_is_built

builds_by_cmake()
{
    without_configuration
    cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.10)
project(bank C)
find_package(Threads REQUIRED)
add_executable(bank src/bank.c "src/the test.c")
target_link_libraries(bank Threads::Threads)
END
    commit cmake
    edit src/bank.c "$NO_CHECK" ""
    says 1 "$FAILS" whole
    also "target mazurka-build/bank"
    is " M src/bank.c" "$(git status --porcelain | grep -v mzt)"
}
if type cmake >/dev/null 2>&1; then
    case_ "without a configuration: CMake" builds_by_cmake
else
    echo "skip without a configuration: CMake: no cmake here"
fi
end_cases
