#!/bin/bash
# test_since.sh - `mazurka test --since=COMMIT`: cases that come to changed code go first; a program that is made of none is not checked.
. "$(dirname "$0")/../lib/cases.sh"
type -P git >/dev/null || { echo "skip git"; exit 0; }
export GIT_CONFIG_NOSYSTEM=1 HOME=$cases_work GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b

# A repository with a program of three cases, and a library, of a source each; its build is elsewhere where $1 says so.
project()
{
    local out=${1:-.}
    cat >cases.c <<'END_C'
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "parts.h"
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *step(void *p)
{
    pthread_mutex_lock(&m);
    x += STEP;
    pthread_mutex_unlock(&m);
    return p;
}
static void both(void *(*f)(void *))
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    step(0);
    pthread_join(t, 0);
}
static void first(void **s) { (void)s; both(step); assert_true(x > 0); }
static void second(void **s) { (void)s; both(step); assert_true(one(x) > 0); }
static void third(void **s) { (void)s; both(step); assert_true(two(x) > 0); }
int main(int argc, char **argv)
{
    const struct CMUnitTest all[] = {cmocka_unit_test(first), cmocka_unit_test(second), cmocka_unit_test(third)};
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(all, 0, 0);
}
END_C
    echo '#define STEP 1' >macro.h
    printf '#include "macro.h"\nint one(int);\nint two(int);\nint three(int);\n' >parts.h
    printf '#include "parts.h"\nint one(int i)\n{\n    return i + 1;\n}\n' >one.c
    printf '#include "parts.h"\nint two(int i)\n{\n    return i + 2;\n}\n' >two.c
    printf '#include "parts.h"\nint three(int i)\n{\n    return i + 3;\n}\n' >three.c
    printf 'all:\n' >Makefile
    echo text >README.md
    git init -q .
    git add .
    git commit -qm first
    build "$out"
}
build()
{
    mkdir -p "$1"
    "$MAZURKA" cc -g cases.c one.c two.c -lcmocka -o "$1/t"
}
since() # STATUS TEXT ARGUMENTS...
{
    says "$1" "$2" "$MAZURKA" test ./t --cache=off --since="${@:3}" >out 2>&1 || { cat out; return 1; }
}
names() { sed -n 's/^verified \([a-z]*\) .*/\1/p' out | xargs; }

order()
{
    project
    since 0 "./t is made of nothing that has changed since HEAD: 3 cases not checked" HEAD --json=none.json --junit=none.xml \
        --sarif=none.sarif
    is "HEAD,0,0,0" "$(jq -r '[.since, (.changed|length), (.cases|length), .exit_code]|join(",")' none.json)"
    is 0 "$(jq '.runs|length' none.sarif)"
    sed -i 's/i + 2/i + 3/' two.c # a dirty tree
    build .
    since 0 "since HEAD two.c has changed" HEAD
    grep -qx "1 of 3 cases come to it, and go first" out
    is "third first second" "$(names)"
    git commit -qam second
    sed -i 's/i + 1/i + 2/' one.c
    build .
    since 0 "one.c has changed" HEAD
    is "second first third" "$(names)"
    since 0 "since HEAD~1 one.c has changed, and 1 other file" HEAD~1
    is "second third first" "$(names)"
    since 0 "since HEAD one.c has changed" HEAD --filter=second
    is second "$(names)"
}
case_ "changed functions go first" order

files()
{
    project
    echo more >README.md
    sed -i 's/i + 3/i + 4/' three.c # of no program here
    since 0 "nothing that has changed" HEAD
    echo '#define STEP 2' >macro.h # no code of its own
    build .
    since 0 "since HEAD macro.h has changed" HEAD
    is "first second third" "$(names)"
    git checkout -q macro.h
    build .
    echo 'all: t' >Makefile
    since 0 "since HEAD Makefile has changed" HEAD
    git checkout -q .
    # A file under another name; one that git does not know yet; one that is gone.
    git mv one.c uno.c
    "$MAZURKA" cc -g cases.c uno.c two.c -lcmocka -o t
    since 0 "nothing that has changed" HEAD # but its name
    mkdir -p data && touch data/queue.txt notes.txt && git add data notes.txt && git commit -qm data -- data notes.txt
    cp parts.h bare
    echo more | tee data/queue.txt >notes.txt
    since 0 "nothing that has changed" HEAD
    for name in '"data/%s"' 'DATA "/data"' '"%s.txt"' 'name + ".txt"'; do # composed of parts
        { cat bare && printf '#define NAMED %s\n' "$name"; } >parts.h
        git commit -qm parts -- parts.h && touch t
        since 0 "has changed" HEAD
    done
    git checkout -q data notes.txt
    mv bare parts.h
    git commit -qm "no parts" -- parts.h
    sed -i 's/i + 1/i + 2/' uno.c
    "$MAZURKA" cc -g cases.c uno.c two.c -lcmocka -o t
    since 0 "since HEAD uno.c has changed" HEAD
    git checkout -q uno.c
    git commit -qm renamed
    "$MAZURKA" cc -g cases.c uno.c two.c -lcmocka -o t
    since 0 "nothing that has changed" HEAD
    printf 'static int more(int i) { return i; }\n' >new.h
    sed -i '1i#include "new.h"' uno.c
    sed -i 's/return i + 1/return more(i) + 1/' uno.c
    "$MAZURKA" cc -g cases.c uno.c two.c -lcmocka -o t
    git add uno.c
    git commit -qm uses
    since 0 "since HEAD new.h has changed" HEAD
    rm new.h two.c
    since 0 "since HEAD two.c has changed" HEAD
}
case_ "files of all kinds" files

places()
{
    mkdir tree
    cd tree
    project ../build
    cd ../build
    since 0 "nothing that has changed since HEAD" HEAD
    sed -i 's/i + 2/i + 3/' ../tree/two.c
    touch t
    since 0 "since HEAD two.c has changed" HEAD
    cd ..
    git clone -q --depth 1 "file://$PWD/tree" shallow
    cd shallow
    build .
    since 0 "nothing that has changed" HEAD
    since 2 "which is a shallow clone: git fetch --unshallow" HEAD~1
    since 2 "one commit" HEAD~0..HEAD
    mkdir ../alone
    cp ./* ../alone
    cd ../alone
    build .
    since 2 "none of the program's sources lies in one" HEAD
}
case_ "folders, clones, and no repository" places

# What cannot be told from which files it was made may be made of any.
unknown()
{
    project
    "$MAZURKA" cc -c one.c -o one.o
    "$MAZURKA" cc -g cases.c one.o two.c -lcmocka -o t
    sed -i 's/i + 1/i + 2/' one.c
    touch t
    since 0 "since HEAD one.c has changed" HEAD
    "$MAZURKA" cc -g -shared -fPIC three.c -o libthree.so
    git checkout -q .
    sed -i 's/one(x) > 0/three(x) > 0/' cases.c
    git commit -qam library
    "$MAZURKA" cc -g cases.c one.c two.c -L. -lthree -Wl,-rpath,"$PWD" -lcmocka -o t
    since 0 "nothing that has changed" HEAD
    sed -i 's/i + 3/i + 4/' three.c
    touch libthree.so t
    since 0 "since HEAD three.c has changed" HEAD
}
case_ "code without debug information, and libraries" unknown

# What was not built is not what is checked.
not_built()
{
    project
    says 0 "" "$MAZURKA" test ./t --cache=off --filter=first 2>err
    is "" "$(grep newer err)"
    sed -i 's/i + 2/i - 9/' two.c
    since 3 "mazurka: two.c is newer than ./t: it is checked as it was built; build first: with --since no case passes so" HEAD \
        --json=r.json --junit=r.xml
    grep -q 'name="(further cases)"' r.xml
    grep -q 'two.c is newer than ./t' r.xml
    is "two.c 3" "$(jq -r '(.newer[0]|sub(".*/"; "")) + " " + (.exit_code|tostring)' r.json)"
    "$MAZURKA" test ./t --cache=off --filter=first 2>err
    is "mazurka: note: two.c is newer than ./t: it is checked as it was built" "$(grep newer err)"
    "$MAZURKA" check ./t --time=20s >out 2>err -- first
    is "mazurka: note: two.c is newer than ./t: it is checked as it was built" "$(grep newer err)"
    build .
    touch -d '+1 day' two.c # on another machine, say
    "$MAZURKA" check ./t --time=20s >out 2>err -- first
    is "mazurka: note: two.c is newer than ./t: it is checked as it was built" "$(grep newer err)"
    build .
    "$MAZURKA" check ./t --time=20s >out 2>err -- first
    is "" "$(grep newer err)"
    since 1 "since HEAD two.c has changed" HEAD
    git checkout -q two.c # as in the commit, but the program is not
    since 3 "two.c is newer than ./t" HEAD
    build .
    since 0 "nothing that has changed" HEAD
    echo '#define STEP 0' >macro.h
    since 3 "macro.h is newer than ./t" HEAD
    build .
    since 1 "since HEAD macro.h has changed" HEAD
}
case_ "sources that are newer than the program" not_built

# The code of one is from many files, that are not met in the order of functions.
templates()
{
    cat >a.cpp <<'END_C'
#include <iostream>
#include <map>
#include <string>
#include <thread>
int main()
{
    std::thread t([] {});
    t.join();
    std::map<std::string, int> m;
    m["a"] = 1;
    std::cout << m.size();
}
END_C
    git init -q .
    git add .
    git commit -qm first
    "$MAZURKA" c++ -g a.cpp -o t
    since 0 "nothing that has changed since HEAD" HEAD
    sed -i 's/"a"/"b"/' a.cpp
    "$MAZURKA" c++ -g a.cpp -o t
    since 0 "since HEAD a.cpp has changed" HEAD
}
case_ "code of templates" templates
end_cases
