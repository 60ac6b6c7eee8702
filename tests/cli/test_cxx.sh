#!/bin/bash
# C++ programs that are built by make and by CMake with `mazurka c++`, and what the command itself does.
. "$(dirname "$0")/../lib/cases.sh"
unset MAZURKA_CXX CXX CXXFLAGS MAKEFLAGS MAKELEVEL
PATH=${MAZURKA%/*}:$PATH

project() { cp -r "$root/tests/cli/cxx/." .; }

# The project's program is right without an argument and wrong with one, where it says so.
checks() # PROGRAM
{
    says 0 "bank 1.2: 2 entries, 0" "$1"
    says 0 "verified: all" "$MAZURKA" check --self-check "$1"
    says 1 "assertion failed: alice.balance() >= 0" "$MAZURKA" check --self-check "$1" -- both
    says 1 "thread 1 (pay), created at test/transfers.cpp:2" "$MAZURKA" check "$1" -- both > report || { cat report; return 1; }
    grep "bank::account::withdraw" report
}
by_make() # COMPILER
{
    project
    MAZURKA_CXX=$1 make CXX="mazurka c++" CC="mazurka cc"
    checks ./out/transfers
}
by_cmake() # COMPILER
{
    command -v cmake || return 0
    project
    MAZURKA_CXX=$1 cmake -B out -DCMAKE_CXX_COMPILER=mazurka-c++ -DCMAKE_C_COMPILER=mazurka-cc -DCMAKE_BUILD_TYPE=Debug .
    MAZURKA_CXX=$1 cmake --build out
    checks ./out/transfers
}

# Headers that are precompiled make no difference to what users check, nor to the tests of tests/programs (lib/program.sh has the same).
precompiled_header() # COMPILER
{
    local source=$programs/ok/cxx/barrier.cpp flags=(--cxx="$1" --opt=1 -pthread -std=c++20 -c)
    printf '#include <%s>\n' thread cassert mutex atomic string stdexcept memory vector > headers.h
    mazurka c++ "${flags[@]}" -x c++-header headers.h -o headers.h.gch
    mazurka c++ "${flags[@]}" "$source" -o read.o
    [[ $1 == clang++ ]] || echo '#error the header is read' > headers.h # clang does not let it change
    mazurka c++ "${flags[@]}" -include "$PWD/headers.h" "$source" -o precompiled.o
    for object in read precompiled; do
        objcopy --strip-debug $object.o
    done
    cmp read.o precompiled.o
}

hello='#include <thread>
int main() { std::thread t([] {}); t.join(); }'
small='struct box { int value; box() : value(1) {} ~box() { value = 0; } };
int main() { box *b = new box; delete b; }'

choice_of_compiler()
{
    echo "$hello" > a.cpp
    says 0 "clang++" mazurka c++ --cxx=clang++ --show a.cpp
    says 0 "clang++" env MAZURKA_CXX=clang++ mazurka c++ --show a.cpp
    says 0 "clang++" env CXX=clang++ mazurka c++ --show a.cpp
    says 0 "c++ " env CXX="mazurka c++" mazurka c++ --show a.cpp
    says 0 "c++ " env CXX="mazurka-c++" mazurka-c++ --show a.cpp
    says 2 "cannot find the compiler 'none'. Name one with --cxx=COMPILER or in MAZURKA_CXX" mazurka c++ --cxx=none a.cpp
    says 0 "-lmazurka-cxx" mazurka cc --cc=g++ --show a.cpp
    says 0 "Usage: mazurka c++" mazurka help c++
}
check_a_source() # SUFFIX TEXT OPTIONS
{
    echo "$2" > "a.$1"
    says 0 "verified" "$MAZURKA" check "a.$1" "${@:3}"
}
mixed_sources()
{
    echo 'int twice(int class) { return 2 * class; }' > part.c # no C++
    printf 'extern "C" int twice(int);\n#include <pthread.h>\n#include <cassert>\n' > main.cpp
    echo 'static void *work(void *n) { *static_cast<int *>(n) = twice(2); return nullptr; }' >> main.cpp
    echo 'int main() { int n = 0; pthread_t t; pthread_create(&t, nullptr, work, &n);' >> main.cpp
    echo 'pthread_join(t, nullptr); assert(n == 4); }' >> main.cpp
    says 0 "verified" "$MAZURKA" check main.cpp part.c
    says 0 "verified" "$MAZURKA" check part.c main.cpp --cc=clang
}
language_option()
{
    echo "$small" > a.txt
    mazurka c++ -x c++ a.txt -o a
    says 0 "verified" "$MAZURKA" check ./a
}
own_operators() # a program may replace new and delete
{
    cat > a.cpp << 'END'
#include <cassert>
#include <cstdlib>
#include <new>
#include <thread>
int calls;
void *operator new(std::size_t n) { calls++; return std::malloc(n); }
void operator delete(void *p) noexcept { std::free(p); }
void operator delete(void *p, std::size_t) noexcept { std::free(p); }
int main() { std::thread t([] { delete new int; }); t.join(); assert(calls >= 2); }
END
    says 0 "verified" "$MAZURKA" check --self-check a.cpp
}
names_in_reports()
{
    printf '%s\n' '#include <thread>' 'template <typename T> struct box {' '    T value{};' '    void fill(T v)' '    {' \
        '        value = v;' '        if (value != v) __builtin_abort();' '    }' '};' 'int main()' '{' '    box<int> b;' \
        '    std::thread t(&box<int>::fill, &b, 1);' '    b.fill(2);' '    t.join();' '}' > a.cpp
    says 1 "abort called at a.cpp:7 in box<int>::fill" "$MAZURKA" check a.cpp > report || { cat report; return 1; }
    cat report
    grep -q "created at a.cpp:13 by thread 0" report
    grep -q "main's b.value" report
}

names_of_functions()
{
    printf '%s\n' '#include <iostream>' '#include <thread>' 'int main()' '{' '    std::thread t([] {});' \
        '    std::ios_base::sync_with_stdio(false);' '    t.join();' '}' > a.cpp
    says 3 "std::ios_base::sync_with_stdio(bool) is supported only before the first thread" "$MAZURKA" check a.cpp
    printf '%s\n' '#include <locale>' 'int main() { std::locale l("C"); }' > b.cpp
    says 3 "effects are not tracked: std::locale::locale(char const*)" "$MAZURKA" check b.cpp
}

for compiler in g++ clang++; do
    case_ "c++: a project by make, $compiler" by_make $compiler
    case_ "c++: a project by CMake, $compiler" by_cmake $compiler
    case_ "c++: precompiled headers make no difference, $compiler" precompiled_header $compiler
done
case_ "c++: the compiler is chosen" choice_of_compiler
c_by_cxx()
{
    echo 'int main(void) { int *class = (void *)0; return class != 0; }' >plain.c
    says 0 "verified" "$MAZURKA" check plain.c --cxx=g++
    says 0 "hooks " "$MAZURKA" states plain.c
}
case_ "c++: C is C for a compiler for C++" c_by_cxx
case_ "c++: check compiles .cc" check_a_source cc "$hello"
case_ "c++: check compiles .cxx" check_a_source cxx "$small" --cxx=clang++
case_ "c++: check compiles .C" check_a_source C "$small" -std=c++20
case_ "c++: C and C++ together" mixed_sources
case_ "c++: -x c++" language_option
case_ "c++: operators of the program's own" own_operators
case_ "c++: names in reports" names_in_reports
case_ "c++: names of functions that are not supported" names_of_functions
end_cases
