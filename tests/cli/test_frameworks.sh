#!/bin/bash
# test_frameworks.sh - `mazurka test`: the cases of a program of tests, each checked by itself; the example projects for frameworks, make,
# CTest and Meson. What Catch2 takes to compile (15 s) is spent only with LONG=1.
. "$(dirname "$0")/../lib/cases.sh"
tests=$root/examples/tests
bin=$(dirname "$MAZURKA")
export PATH=$bin:$PATH

project() { cp "$tests"/* .; }
built() # NAME: by the example's own Makefile
{
    project
    make -s MAZURKA="$MAZURKA" "$1"
}
# lines VERDICT NAME: a line of the file out
line() { grep -qE "^$1 +$2" out || { cat out; echo "no line: $1 $2"; return 1; }; }
tested() # STATUS ARGUMENTS...
{
    local expected=$1 status=0
    shift
    "$MAZURKA" test "$@" > out 2> err || status=$?
    cat out err
    is "$expected" "$status"
}
needs() { [[ -e $1 ]] || { echo "skip $2: there is no $1"; return 1; }; }

# What a check says of its options is one line, without bytes that a terminal obeys.
wrong_option()
{
    echo 'int main(void) { return 0; }' >twice.c
    "$MAZURKA" cc -g twice.c -o twice
    tested 2 ./twice --cache=off --states=none --json=r.json
    grep -qxF 'error    twice: mazurka: --states=none: not a number such as 1000 or 2M' out
    is "mazurka: --states=none: not a number such as 1000 or 2M" "$(jq -r '.cases[0].reason' r.json)"
}
case_ "options that check does not take" wrong_option

cmocka()
{
    built cmocka
    is "pay pay_in_two" "$("$MAZURKA" test ./cmocka --list | xargs)"
    tested 1 cmocka --junit=r.xml
    line verified "pay \(.* states, "
    line bug "pay_in_two: exit with status 1; passes in other interleavings"
    grep -qx "2 cases: 1 verified, 1 with a bug, 0 undecided" out
    grep -q '<testsuite name="mazurka" tests="2" failures="1" errors="0" skipped="0"' r.xml
    grep -q '<testcase classname="cmocka" name="pay_in_two"' r.xml
    python3 -c 'import sys, xml.etree.ElementTree as t; t.parse("r.xml")'
    local replay
    replay=$(sed -n 's/^ *replay: //p' out)
    says 1 "replayed: exit with status 1" bash -c "$replay"
    tested 0 ./cmocka --filter=pay
    grep -q "^1 case: 1 verified" out
    says 2 "no case fits --filter=x" "$MAZURKA" test ./cmocka --filter=x
    tested 3 ./cmocka --filter=pay --states=1 --reduction=none --search=dfs # an option of check
    # A main that takes no names: one case, and a note.
    sed -i 's/argc > 1/argc > 9/' cmocka.c
    make -s MAZURKA="$MAZURKA" cmocka
    tested 1 ./cmocka
    grep -q "does not take the name of a case" err
    line bug "cmocka: "
}
case_ "cmocka" cmocka

# A case that fails in every interleaving is a bug as well; documents hold all cases, and nothing else.
write_always()
{
    cat >always.c <<'EOF'
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <pthread.h>
static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *count(void *unused)
{
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    return unused;
}
static void counts_to(int expected)
{
    pthread_t t;
    pthread_create(&t, 0, count, 0);
    count(0);
    pthread_join(t, 0);
    assert_int_equal(n, expected);
}
static void wrong(void **unused) { (void)unused; counts_to(3); }
static void right(void **unused) { (void)unused; counts_to(2); }
int main(int argc, char **argv)
{
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    const struct CMUnitTest tests[] = {cmocka_unit_test(wrong), cmocka_unit_test(right)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
EOF
    "$MAZURKA" cc -g always.c -o always -lcmocka
}
always()
{
    write_always
    tested 1 ./always
    line bug "wrong: exit with status 1; so in every interleaving"
    line "" "\| # 0x2 != 0x3"
    line "" "\| # always.c:22: error: Failure!"
    line verified "right "
    says 1 "replayed: exit with status 1" bash -c "$(sed -n 's/^ *token: //p' out)"
    tested 1 ./always --junit=-
    is '<?xml version="1.0" encoding="UTF-8"?>' "$(head -1 out)"
    grep -q '^bug ' err
    tested 1 ./always --json=-
    is "mazurka-test wrong=bug right=verified" "$(jq -r '[.schema, (.cases[] | .name + "=" + .check.verdict)] | join(" ")' out)"
    tested 0 ./always --exit-status=any
}
case_ "a case that always fails" always

# A gate passes what is as it was before: other lines and folders do not count, another failure of the case does.
baseline()
{
    write_always
    tested 1 ./always --json=before.json
    tested 0 ./always --baseline=before.json --junit=r.xml --json=now.json
    line known "wrong: exit with status 1; so in every interleaving"
    grep -qx "2 cases: 1 verified, 1 with a bug, 0 undecided; 1 as in before.json" out
    grep -q '<skipped message="known bug: exit with status 1; so in every interleaving"/>' r.xml
    is "before.json true false" "$(jq -r '[.baseline, .cases[].known] | join(" ")' now.json)"
    tested 0 ./always --baseline=before.json --sarif=r.sarif
    is "1 2 unchanged wrong" "$(jq -r '.runs[0] | [(.results, .invocations | length), (.results[] |
        .baselineState, .partialFingerprints["mazurkaCase/v1"])] | join(" ")' r.sarif)"
    is "always.c 22 true" "$(jq -r '.runs[0].results[0] | [(.locations[0].physicalLocation | .artifactLocation.uri, .region.startLine),
        .message.text == "wrong: # 0x2 != 0x3\n# always.c:22: error: Failure!\n(exit with status 1)"] |
        map(tostring) | join(" ")' r.sarif)"
    mkdir -p deep
    { echo; cat always.c; } >deep/always.c
    "$MAZURKA" cc -g deep/always.c -o always -lcmocka
    tested 0 ./always --baseline=before.json
    sed -i 's/counts_to(3)/counts_to(4)/' deep/always.c
    "$MAZURKA" cc -g deep/always.c -o always -lcmocka
    tested 1 ./always --baseline=before.json
    line bug "wrong: exit with status 1"
    sed -i 's/counts_to(4)/counts_to(2)/; s/right(void/other(void/; s/test(right)/test(other)/' deep/always.c
    "$MAZURKA" cc -g deep/always.c -o always -lcmocka
    tested 0 ./always --baseline=before.json --states=1000
    tested 3 ./always --baseline=before.json --states=1 --reduction=none --search=dfs # was a bug, or not there
    tested 3 ./always --json=before.json --states=1 --reduction=none --search=dfs
    tested 0 ./always --baseline=before.json --states=1 --reduction=none --search=dfs
    says 2 "mazurka test … --json=FILE\` writes one" "$MAZURKA" test ./always --baseline=none.json
    echo '{}' >empty.json
    says 2 "empty.json was not written by" "$MAZURKA" test ./always --baseline=empty.json
}
case_ "what is no worse than a baseline" baseline

# Two races that are told alike are two: the second one is new. And places are those of the repository, wherever it was compiled.
built_elsewhere()
{
    git init -q tree && cd tree && mkdir src build
    cat >src/twice.c <<'C'
#include <pthread.h>
static int count;
static void *work(void *unused)
{
    count = 1;
    OTHER
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    count = 2;
    pthread_join(t, 0);
    return 0;
}
C
    (cd build && "$MAZURKA" cc -g -DOTHER= ../src/twice.c -o twice -pthread)
    tested 1 build/twice --all --json=before.json --sarif=r.sarif
    is "src/twice.c %SRCROOT%" "$(jq -r '.runs[0].results[0].locations[0].physicalLocation.artifactLocation |
        .uri + " " + .uriBaseId' r.sarif)"
    (cd build && says 1 "by thread 0 at ../src/twice.c:13" "$MAZURKA" check --no-trace ./twice)
    (cd src && says 1 "by thread 0 at twice.c:13" "$MAZURKA" check --no-trace ../build/twice)
    "$MAZURKA" check --no-trace --format=github build/twice | grep "^::error file=src/twice.c,line="
    tested 0 build/twice --all --baseline=before.json
    (cd build && "$MAZURKA" cc -g "-DOTHER=count = 3;" ../src/twice.c -o twice -pthread)
    tested 1 build/twice --all --baseline=before.json
}
case_ "built in another folder; races that are told alike" built_elsewhere

check()
{
    needs /usr/include/check.h "check" || return 0
    built check
    is "pay pay_in_two" "$("$MAZURKA" test ./check --list | xargs)"
    tested 1 ./check
    line verified "pay \(.* states, "
    line bug "pay_in_two: exit with status 1; passes in other interleavings"
    says 1 "replayed: exit with status 1" bash -c "$(sed -n 's/^ *replay: //p' out)"
}
case_ "Check" check

# Cases that are skipped, crash, exit or hang have verdicts, too, and all those that the framework can name are named.
two_threads='
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static int n;
static void *count(void *unused) { __atomic_fetch_add(&n, 1, 5); return unused; }
static void two(void) { pthread_t t; pthread_create(&t, 0, count, 0); count(0); pthread_join(t, 0); }
static void hang(void) { for (volatile int on = 1; on;) usleep(1000); }'
odd_cmocka()
{
    {
        printf '#include <%s.h>\n' setjmp stdarg stddef stdint cmocka
        echo "$two_threads"
        cat <<'EOF'
static void skipped(void **unused) { (void)unused; two(); skip(); }
static void crashes(void **unused) { (void)unused; two(); *(volatile int *)0 = 1; }
static void good(void **unused) { (void)unused; two(); assert_int_equal(n, 2); }
static void ends(void **unused) { (void)unused; two(); END; }
static void behind(void **unused) { (void)unused; two(); }
int main(int argc, char **argv)
{
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    const struct CMUnitTest tests[] = {cmocka_unit_test(skipped), cmocka_unit_test(crashes), cmocka_unit_test(good),
                                       cmocka_unit_test(ends), cmocka_unit_test(behind)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
EOF
    } >odd.c
    "$MAZURKA" cc -g '-DEND=exit(3)' odd.c -o odd -lcmocka
    tested 3 ./odd --list
    is "skipped crashes good ends" "$(xargs <out)"
    grep -q "ends has ended it: cases behind that are not known" err
    tested 1 ./odd --json=r.json --junit=r.xml
    line skipped "skipped: the case skips itself in some interleaving"
    line bug "crashes: segmentation fault"
    line verified "good "
    line bug "ends: exit with status 3"
    grep -qx "4 cases: 1 verified, 2 with a bug, 0 undecided, 1 skipped; perhaps not all" out
    is "skipped true" "$(jq -r '[.cases[0].verdict, (.incomplete | test("ends has ended it"))] | join(" ")' r.json)"
    grep -q 'tests="5" failures="2" errors="0" skipped="2"' r.xml
    grep -q '<skipped message="skipped: the case skips itself' r.xml
    grep -q '<skipped message="unknown: ./odd names its cases by running them' r.xml
    tested 3 ./odd --filter=good # not all are known
    "$MAZURKA" cc -g '-DEND=(void)0' odd.c -o odd -lcmocka
    tested 0 ./odd --filter='[sg]*'
    grep -qx "2 cases: 1 verified, 0 with a bug, 0 undecided, 1 skipped" out
    "$MAZURKA" cc -g '-DEND=hang()' odd.c -o odd -lcmocka
    is "skipped crashes good ends" "$("$MAZURKA" test ./odd --list --list-time=1s 2>err | xargs)"
    grep -q "ends had not ended after 1.0 s (--list-time): cases behind it are not known" err
}
case_ "cmocka: odd cases" odd_cmocka

odd_check()
{
    needs /usr/include/check.h "check" || return 0
    {
        printf '#include <check.h>\n%s\n' "$two_threads"
        cat <<'EOF'
START_TEST(crashes) { two(); *(volatile int *)0 = 1; } END_TEST
START_TEST(exits) { two(); exit(3); } END_TEST
START_TEST(hangs) { two(); hang(); } END_TEST
START_TEST(good) { two(); ck_assert_int_eq(n, 2); } END_TEST
static void add(Suite *suite, const char *name, const TTest *test)
{
    TCase *tests = tcase_create(name);
    tcase_add_test(tests, test);
    suite_add_tcase(suite, tests);
}
int main(void)
{
    Suite *suite = suite_create("odd");
    add(suite, "crashes", crashes);
    add(suite, "exits", exits);
    add(suite, "hangs", hangs);
    add(suite, "good", good);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    return srunner_ntests_failed(runner) ? EXIT_FAILURE : EXIT_SUCCESS;
}
EOF
    } >odd.c
    # shellcheck disable=SC2046 # several words
    "$MAZURKA" cc -g odd.c -o odd $(pkg-config --libs check)
    is "crashes exits hangs good" "$(CK_DEFAULT_TIMEOUT=1 "$MAZURKA" test ./odd --list | xargs)"
    CK_DEFAULT_TIMEOUT=1 tested 1 ./odd --budget=2s
    line bug "crashes: segmentation fault"
    line bug "exits: exit with status 3"
    line verified "good "
    grep -q "^4 cases: " out
}
case_ "Check: odd cases" odd_check

googletest()
{
    needs /usr/include/gtest/gtest.h "GoogleTest" || return 0
    project
    echo 'TEST(Account, Skips) { GTEST_SKIP(); }' >>googletest.cpp
    echo 'TEST(Account, DISABLED_Never) { FAIL(); }' >>googletest.cpp # is not run, and no case
    make -s MAZURKA="$MAZURKA" googletest
    is "Account.Pay Account.PayInTwo Account.Skips" "$("$MAZURKA" test ./googletest --list | xargs)"
    tested 1 ./googletest
    line skipped "Account.Skips: "
    line verified "Account.Pay "
    line bug "Account.PayInTwo: exit with status 1; passes in other interleavings"
    says 1 "replayed: exit with status 1" "$MAZURKA" replay googletest-Account.PayInTwo.mzt
}
case_ "GoogleTest" googletest

# Two threads in its macros: Debian's library has no hooks, and what it does is not seen; its sources are compiled with hooks instead.
googletest_with_hooks()
{
    needs /usr/src/googletest/googletest/src/gtest-all.cc "GoogleTest's sources" || return 0
    cat >threads.cpp <<'END'
#include <gtest/gtest.h>
#include <mutex>
#include <thread>
static std::mutex lock;
static int value;
static void add()
{
    std::lock_guard<std::mutex> guard(lock);
    value++;
    EXPECT_GE(value, 1);
}
TEST(Threads, Add)
{
    std::thread one(add), two(add);
    one.join();
    two.join();
    EXPECT_EQ(value, 2);
}
END
    "$MAZURKA" c++ -g threads.cpp -o threads -lgtest -lgtest_main
    tested 0 ./threads
    "$MAZURKA" c++ -g -c threads.cpp # its headers take longest
    line verified "Threads.Add "
    local folder=
    folder=$(dirname "$(g++ -print-file-name=libgtest.a)")
    is "" "$("$MAZURKA" c++ -g threads.o -o threads "$folder/libgtest.a" -lgtest_main 2>&1)" # known from before
    "$MAZURKA" c++ -g threads.o -o threads "-L$folder" -lgtest -lgtest_main                     # a folder that is named wins
    tested 3 ./threads
    line covered "Threads.Add: "
    # What has been damaged is made again.
    for made in "$XDG_CACHE_HOME"/mazurka/libraries/*.a; do
        [[ $(wc -c <"$made") -gt 1000000 ]] || printf x >>"$made"
    done
    says 0 "compiling libgtest_main with hooks" "$MAZURKA" c++ -g threads.o -o threads -lgtest -lgtest_main
    says 0 "" "$MAZURKA" c++ -g -x c++ threads.cpp -o threads -lgtest -lgtest_main # the library is no source
    mkdir own && cp "$folder"/libgtest*.a own
    LIBRARY_PATH=$PWD/own "$MAZURKA" c++ -g threads.o -o threads -lgtest -lgtest_main
    tested 3 ./threads
    # Without a folder to keep it in, it is made for this once.
    XDG_CACHE_HOME=/dev/null/none says 0 "compiling libgtest_main with hooks" \
        "$MAZURKA" c++ -g threads.o -o threads -lgtest_main own/libgtest.a
    says 0 "-lgtest" "$MAZURKA" c++ --show -g threads.cpp -o threads -lgtest -lgtest_main
}
case_ "GoogleTest's library is linked with hooks" googletest_with_hooks

doctest()
{
    needs /usr/include/doctest/doctest.h "doctest" || return 0
    built doctest
    is "pay,pay, in two steps" "$("$MAZURKA" test ./doctest --list | paste -sd,)"
    tested 1 ./doctest
    line verified "pay \(.* states, "
    line bug "pay, in two steps: exit with status 1; passes in other interleavings"
}
case_ "doctest" doctest

catch2()
{
    [[ ${LONG-} && -e /usr/include/catch2/catch.hpp ]] || { echo "skip Catch2: only with LONG=1"; return 0; }
    built catch2
    tested 1 ./catch2
    line bug "pay, in two steps: exit with status 1; passes in other interleavings"
}
case_ "Catch2" catch2

# What mazurka test knows of Catch2 3, which Debian 12 does not have: a program that lists and runs cases as its programs do.
catch2_3()
{
    cat >three.c <<'EOF'
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static int x;
static void *set(void *unused) { __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST); return unused; }

int main(int count, char **word)
{
    pthread_t t;
    int may_skip = count == 3 && strcmp(word[2], "--allow-running-no-tests") == 0;
    if (count == 4 && strcmp(word[1], "--list-tests") == 0 && strcmp(word[2], "--verbosity") == 0 && strcmp(word[3], "quiet") == 0)
        return puts("right\nwrong\nskips, sometimes") < 0;
    pthread_create(&t, NULL, set, NULL);
    int seen = __atomic_load_n(&x, __ATOMIC_SEQ_CST);
    pthread_join(t, NULL);
    if (count > 1 && strcmp(word[1], "skips\\, sometimes") == 0 && !seen) {
        puts("three.c:1: SKIPPED:");
        return may_skip ? 0 : 4;
    }
    return count > 1 && strcmp(word[1], "wrong") == 0 && seen ? 42 : 0;
}
EOF
    "$MAZURKA" cc -w three.c -o three
    is "right,wrong,skips, sometimes" "$("$MAZURKA" test ./three --list | paste -sd,)"
    tested 1 ./three
    line verified "right \(.* states, "
    line bug "wrong: exit with status 42; passes in other interleavings"
    line skipped "skips, sometimes: "
    tested 2 ./three --framework=catch2
}
case_ "Catch2 3, a stand-in" catch2_3

plain()
{
    project
    says 0 "1 case: 1 verified, 0 with a bug, 0 undecided" make -s MAZURKA="$MAZURKA" CASES=plain verify
    "$MAZURKA" cc -g -DBUG=1 -o bad plain.c
    tested 1 bad
    line bug "bad: assertion failed"
    says 2 "was not built with" "$MAZURKA" test /bin/true
    says 2 "No such file" "$MAZURKA" test ./none
    says 2 "which program" "$MAZURKA" test
    says 0 "Usage: mazurka test" "$MAZURKA" test --help
    tested 2 ./bad --no-such-option
}
case_ "make, and programs without a framework" plain

# What `make install` installs for other tools.
installed=$cases_work/installed
install_it()
{
    mkdir -p "$installed"/{bin,lib/cmake/Mazurka,share/mazurka}
    cp "$root/share/MazurkaConfig.cmake" "$installed/lib/cmake/Mazurka"
    cp "$root/share/meson.ini" "$installed/share/mazurka"
    ln -s "$MAZURKA" "$installed/bin/mazurka"
}
install_it

ctest_()
{
    command -v cmake > /dev/null || return 0
    project
    CC=mazurka-cc cmake -B build -DMazurka_DIR="$installed/lib/cmake/Mazurka" -DMAZURKA="$MAZURKA" > log 2>&1 || { cat log; return 1; }
    cmake --build build > log 2>&1 || { cat log; return 1; }
    (cd build && ctest > ../out 2>&1) && return 1
    cat out
    grep -q "mazurka-good .*Passed" out
    grep -q "finds-the-bug .*Failed" out
}
case_ "CTest" ctest_

meson_()
{
    command -v meson > /dev/null || { echo "skip Meson: there is none"; return 0; }
    project
    meson setup build --native-file "$installed/share/mazurka/meson.ini" > log 2>&1 || { cat log; return 1; }
    meson test -C build > out 2>&1 || { cat out; return 1; }
    cat out
    grep -q "good .*OK" out
    grep -q "bad .*EXPECTEDFAIL" out
}
case_ "Meson" meson_
end_cases
