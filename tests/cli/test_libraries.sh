#!/bin/bash
# Libraries without hooks that hide something: where they keep what they know, and how the program comes to their functions. In each
# program an assertion fails in one order only, so that nothing may be verified. See test_foreign.sh for what works.
# shellcheck disable=SC2317 # cases are called by name
set -u
. "$(dirname "$0")/../lib/cases.sh"

sources=$root/tests/cli/libraries
library=$cases_work/library
mkdir "$library"

build() # NAME OPTIONS...: as the system's compiler does
{
    gcc -shared -fPIC -O2 -pthread -o "$library/lib$1.so" "${@:2}" -L"$library" "-Wl,-rpath,$library"
}

check() # COMPILER OPTIONS FILE, with the libraries
{
    checked "$1" --self-check --no-trace "${@:2}" -I"$sources" -L"$library" "-Wl,-rpath,$library"
}

each() # STATUS TEXT OPTIONS...: with both compilers
{
    local compiler
    for compiler in gcc clang; do
        says "$1" "$2" check $compiler "${@:3}" || return 1
    done
}

# --- where --------------------------------------------------------------------------------------------------------------

# Either order breaks one of the two expectations. The program is the same whatever its library does, which is built where the program
# looks for it.
build hidden -DPLACE=VARIABLE "$sources/hidden.c"
for compiler in gcc clang; do
    for expected in 0 1; do
        "$MAZURKA" cc --cc=$compiler -DEXPECTED=$expected -o "$cases_work/order-$compiler-$expected" "$sources/hidden_order.c" \
            -I"$sources" -L"$library" "-Wl,-rpath,$library" -lhidden || exit 1
    done
done
hidden() # PLACE [early]
{
    local place=$1 early=${2:+-DEARLY} compiler expected
    build hidden -DPLACE="$place" $early "$sources/hidden.c"
    for compiler in gcc clang; do
        for expected in 0 1; do
            says 1 "assertion failed: found == EXPECTED" "$MAZURKA" check --self-check --no-trace "$cases_work/order-$compiler-$expected"
        done
    done
}
for place in VARIABLE HEAP MAPPED BREAK SHARED BY_ITSELF ENVIRONMENT RANDOM; do
    case_ "libraries: keeps a number, $place" hidden $place
done
for place in HEAP MAPPED BREAK SHARED BY_NUMBER BY_ITSELF; do
    case_ "libraries: keeps a number, $place, before main" hidden $place early
done

parts() # several processes explore, and each has its own
{
    build hidden -DPLACE=SHARED "$sources/hidden.c"
    each 1 "assertion failed: found == EXPECTED" -j2 -DEXPECTED=1 "$sources/hidden_order.c" -lhidden
    each 1 "assertion failed: found == EXPECTED" -j2 -DEXPECTED=0 "$sources/hidden_order.c" -lhidden
}
case_ "libraries: keeps a number in shared memory, several processes" parts

replayed()
{
    build hidden -DPLACE=MAPPED "$sources/hidden.c"
    "$MAZURKA" check --quiet --trace=t.mzt -DEXPECTED=1 "$sources/hidden_order.c" -L"$library" -lhidden "-Wl,-rpath,$library" \
        || [[ $? -eq 1 ]]
    says 1 "replayed: assertion failed: found == EXPECTED" "$MAZURKA" replay t.mzt
}
case_ "libraries: keeps a number in mapped memory, replayed" replayed

not_followed() # PLACE TEXT
{
    build hidden -DPLACE="$1" "$sources/hidden.c"
    each 3 "$2" -DEXPECTED=found "$sources/hidden_order.c" -lhidden
}
case_ "libraries: maps memory at two places" not_followed TWICE "a part of a file that is mapped already"
case_ "libraries: maps memory during the search" not_followed LATE ""
case_ "libraries: maps memory by syscall" not_followed BY_NUMBER ""

# --- how ----------------------------------------------------------------------------------------------------------------

build ways "$sources/ways.c"
build other -DSECOND "$sources/ways.c" -lways
build loaded "$sources/ways.c"
called() # WAY [TEXT [OPTIONS]]
{
    each 1 "${2:-assertion failed: x == 2}" -DWAY="$1" "${@:3}" "$sources/called.c" -Wl,--no-as-needed -lother -lways
}
for way in CONSTANT RETURNED TABLE SECOND_LIBRARY CHOSEN CHOSEN_POINTER FOUND_DATA LOADED SWAB FOUND_SWAB FOUND_SWAB_IN_C FOUND_VERSION \
    COPY_IN_C OWN_COPY_IN_C WRITTEN_CODE CALLED_BACK START HIDDEN_START SORTED; do
    case_ "libraries: comes to a function, $way" called $way
done
case_ "libraries: what is said of one function is not said of others" called TRUSTED "assertion failed: x == 2" --trust=ways_harmless
case_ "libraries: without the linker's stubs" called RETURNED "assertion failed: x == 2" -fno-plt -O2
case_ "libraries: a destructor" called DESTRUCTOR "abort called"
case_ "libraries: an exit handler" called HANDLER "abort called"

too_many()
{
    build many -O0 "$sources/many.c"
    each 0 "verified" -DCOUNT=1000 "$sources/all_of_many.c" -lmany
    each 3 "a function without hooks is one too many: no more than 1,024 can be guarded" -DCOUNT=1100 "$sources/all_of_many.c" -lmany
}
case_ "libraries: more functions than can be guarded" too_many

# The only library, of which no function is imported.
alone()
{
    each 1 "assertion failed: x == 2" "$sources/alone.c" -Wl,--no-as-needed -lways
}
case_ "libraries: no function is imported" alone

# Without hooks, but a part of the program itself.
archive()
{
    gcc -c -O2 -DPLACE=VARIABLE "$sources/hidden.c" -o hidden.o
    ar rcs libhidden.a hidden.o
    local expected compiler
    for compiler in gcc clang; do
        for expected in 0 1; do
            "$MAZURKA" check --no-trace --cc=$compiler $gold -DEXPECTED=$expected "$sources/hidden_order.c" libhidden.a >out 2>&1 || true
            cat out
            grep "^bug: assertion failed: found == EXPECTED" out
        done
    done
}
case_ "libraries: an archive" archive

virtual() # facets of libstdc++, after the advice that is printed
{
    local function=_ZSt9use_facetISt5ctypeIwEERKT_RKSt6locale compiler
    for compiler in g++ clang++; do
        "$MAZURKA" c++ --cxx=$compiler "$sources/facet.cpp" -o facet -pthread
        says 3 "$function if they have none" "$MAZURKA" check --no-trace ./facet
        says 3 "std::ctype<wchar_t>::do_tolower" "$MAZURKA" check --no-trace --trust=$function ./facet
    done
}
case_ "libraries: virtual functions of libstdc++" virtual

exceptions()
{
    local compiler
    g++ -shared -fPIC -O2 -o "$library/libthrows.so" "$sources/throws.cpp"
    for compiler in g++ clang++; do
        "$MAZURKA" c++ --cxx=$compiler "$sources/catches.cpp" -o catches -L"$library" "-Wl,-rpath,$library" -lthrows -pthread
        says 1 "assertion failed: x == 2" "$MAZURKA" check --self-check --no-trace ./catches
        says 3 "covered: all" "$MAZURKA" check --self-check --no-trace ./catches -- any
    done
}
case_ "libraries: exceptions" exceptions

# --- variables of threads -------------------------------------------------------------------------------------------------

build locals "$sources/locals.c"
local_order() # WHAT TEXT EXPECTED...
{
    local expected
    for expected in "${@:3}"; do
        each 1 "$2" -DWHAT="$1" -DEXPECTED="$expected" "$sources/local_order.c" -llocals
    done
}
case_ "libraries: a thread-local variable leads to shared memory" local_order KEPT "first == second" 0
case_ "libraries: thread-specific data lead to shared memory" local_order KEPT_FOR_THREAD "first == second" 0
case_ "libraries: a thread-local variable is changed by another thread" local_order POSTED "get() == EXPECTED" 1 2
case_ "libraries: a thread-local variable is read by another thread" local_order PEEKED "peek(0) == EXPECTED" 0 1

loaded_locals()
{
    each 3 "" -DLIBRARY="\"$library/liblocals.so\"" "$sources/load.c"
}
case_ "libraries: thread-local variables of one that the program loads" loaded_locals

annotations() # of its own, which count: ours would stand in for them
{
    cat > own.c << 'END'
static int count;
int counted(void) { return count; }
void AnnotateHappensBefore(const char *file, int line, const volatile void *object) { count++; }
END
    cat > calls.c << 'END'
#include <assert.h>
#include <pthread.h>
int counted(void);
void AnnotateHappensBefore(const char *file, int line, const volatile void *object);
static void *run(void *p) { AnnotateHappensBefore(__FILE__, __LINE__, p); return p; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    assert(counted() == 0);
    pthread_join(t, NULL);
    return 0;
}
END
    build own own.c
    each 3 "effects are not tracked: AnnotateHappensBefore" calls.c -lown
}
case_ "libraries: annotations of its own" annotations

# Built with hooks, and opened in set-up by a path that is relative: names, lines and values are known, and which executions there are.
opened()
{
    cat >plugin.c <<'END'
static int hits;
void hit(void)
{
    int now = hits;
    hits = now + 1;
}
int hit_times(void) { return hits; }
END
    cat >opens.c <<'END'
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
static void *run(void *hit) { ((void (*)(void))hit)(); return NULL; }
int main(int argc, char **argv)
{
    pthread_t t[2];
    void *plugin = dlopen(argv[1], RTLD_NOW);
    int (*times)(void) = (int (*)(void))dlsym(plugin, "hit_times");
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, run, dlsym(plugin, "hit"));
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(argc > 2 || times() == 2);
    return 0;
}
END
    "$MAZURKA" cc -g -shared -fPIC plugin.c -o plugin.so && "$MAZURKA" cc -g opens.c -o opens
    for path in ./plugin.so "$PWD/plugin.so"; do
        "$MAZURKA" check ./opens --no-trace --seed=1 -- $path >said || [ $? = 1 ]
        grep "^cause: thread 1 (run) read hits = 0 at plugin.c:4; then thread 2 (run) wrote hits: 0 → 1 at plugin.c:5" said
        grep "^> plugin.c:5  *hit  *write hits: 1 → 1 " said
    done
    says 0 "verified: all 19 states" "$MAZURKA" check ./opens --no-trace --race=off --reduction=none --self-check -- ./plugin.so any >said
    ! grep "no memory is shared" said
}
case_ "libraries: opened in set-up by a relative path" opened
end_cases
