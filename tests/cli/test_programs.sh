#!/bin/bash
# What `mazurka check PROGRAM` says about files that it cannot check, and about programs of which parts cannot be seen.
# Prints "ok NAME" or "FAIL NAME" for each case; status 1 if one failed.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${BUILD:-build}
[[ $build == /* ]] || build=$root/$build
MAZURKA=${MAZURKA:-$build/bin/mazurka}
[[ -x $MAZURKA ]] || { echo "FAIL $0: there is no $MAZURKA"; exit 1; }
unset MAZURKA_CC MAZURKA_OPT
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
failed=0

result() { # NAME STATUS OUTPUT
    if [[ $2 -eq 0 ]]; then
        echo "ok program $1"
    else
        printf 'FAIL program %s\n    %s\n' "$1" "$3"
        failed=1
    fi
}
refused() { # NAME FILE TEXT: status 2, and the text
    local output status
    output=$("$MAZURKA" check "$2" 2>&1)
    status=$?
    [[ $status -eq 2 && $output == *"$3"* ]]
    result "$1" $? "status $status: $output"
}
tells() { # NAME FILE TEXT
    local output
    output=$("$MAZURKA" check $2 2>&1) # perhaps with an option
    [[ $output == *"$3"* ]]
    result "$1" $? "$output"
}
silent() { # NAME FILE TEXT: the text does not appear
    local output
    output=$("$MAZURKA" check "$2" 2>&1)
    [[ $output != *"$3"* ]]
    result "$1" $? "$output"
}

echo 'void part(void); int main(void) { part(); return 0; }' > main.c
echo 'int counter; void part(void) { counter++; }' > part.c

gcc main.c part.c -o plain
gcc -static main.c part.c -o static
gcc -shared -fPIC part.c -o library
gcc -c part.c -o object
"$MAZURKA" cc main.c part.c -o good
cp good not_executable && chmod -x not_executable
head -c 1000 good > truncated && chmod +x truncated
printf '#!/bin/sh\n' > script && chmod +x script
echo text > text && chmod +x text
: > empty && chmod +x empty

refused "not built by us" plain "was not built with \`mazurka cc\`"
refused "static" static "is statically linked"
refused "shared library" library "is a shared library"
refused "object file" object "is an object file"
refused "not executable" not_executable "is not executable"
refused "truncated" truncated "is damaged"
refused "script" script "is a script"
refused "text" text "is not a program"
refused "empty" empty "is not a program"
refused "directory" . "is a directory"
refused "missing" missing "No such file"
if gcc -fsanitize=thread main.c part.c -o tsan 2> /dev/null; then
    refused "with libtsan" tsan "is linked with ThreadSanitizer's own runtime"
fi
case $(uname -m) in x86_64) other=aarch64 ;; *) other=x86_64 ;; esac
if command -v $other-linux-gnu-gcc > /dev/null; then
    $other-linux-gnu-gcc main.c part.c -o foreign
    refused "other architecture" foreign "is built for $other"
fi

silent "all of it seen" good "part.c"
gcc -g -c part.c -o part_plain.o
cat > threads.c << 'END'
#include <pthread.h>
void part(void);
static void *thread(void *p) { part(); return p; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    part();
    pthread_join(t, NULL);
    return 0;
}
END
"$MAZURKA" cc threads.c part_plain.o -o partly
tells "part without hooks" partly "with each call of part taken as one step"
tells "part that is not led outside" "partly --trust=all" "part.c was not compiled by \`mazurka cc\`"
gcc -g -fsanitize=thread -c part.c -o part_gcc.o
"$MAZURKA" cc main.c part_gcc.o -o partly_gcc
tells "part by plain gcc" partly_gcc "part.c was compiled with -fsanitize=thread, but not by \`mazurka cc\`"
for debug in -g -g0; do
    clang $debug -fsanitize=thread -c part.c -o part_clang.o
    "$MAZURKA" cc main.c part_clang.o -o partly_clang
    tells "part by plain clang $debug" partly_clang "part.c was compiled by clang, but not by \`mazurka cc\`"
done
"$MAZURKA" cc --cc=clang main.c part.c -o good_clang
silent "all of it seen, clang" good_clang "part.c"

# --- types that a compiler leaves without hooks: bit-fields, for gcc without the plugin and for clang in odd sizes ----------
fields() { # FILE MEMBERS: a program that updates the member `x` of a struct
    echo "struct s { $2 }; struct s s; int main(void) { s.x = 1; return 0; }" > "$1"
}
fields flags.c "unsigned x : 1, y : 20;"
fields whole.c "unsigned x : 8; unsigned : 0; unsigned short y : 16;"
fields three.c "unsigned x : 12, y : 12; char next;"
fields padded.c "char before; unsigned x : 12, : 3, y : 10; char next;"
fields long.c "unsigned x : 16, b : 16, c : 16, d : 16, e : 16, f : 16, g : 16, h : 16, i : 16;"
fields rounded.c "unsigned long x : 50, y : 50, z : 20; int next;"
fields apart.c "unsigned x : 31, y : 31; char next; _Bool z : 1;"
echo 'long double x; int main(void) { x = 1; return 0; }' > float.c
for size in 16 32; do
    echo "typedef int v __attribute__((vector_size($size))); v x; int main(void) { x += 1; return 0; }" > vector$size.c
done

without=$work/without # an installation like this one, but for the plugins
mkdir -p "$without/lib"
cp -R "${MAZURKA%/*}" "${MAZURKA%/bin/*}/include" "$without"
cp -R "${MAZURKA%/bin/*}/lib/mazurka" "$without/lib"
rm -rf "$without/lib/mazurka/gcc" "$without/lib/mazurka/clang"
for version in 4 5; do
    for file in flags three; do
        "$without/bin/mazurka" cc --cc=gcc -gdwarf-$version $file.c -o bits
        tells "bit-fields in $file.c by gcc without the plugin, DWARF $version" bits "$file.c: an update of the bit-field s.x"
    done
    "$without/bin/mazurka" cc --cc=gcc -gdwarf-$version whole.c -o bits
    silent "bit-fields that are stored whole, DWARF $version" bits unseen
    for file in three padded long; do
        "$MAZURKA" cc --cc=clang -gdwarf-$version $file.c -o bits
        tells "bit-fields in $file.c by clang, DWARF $version" bits "$file.c: clang reads and writes the bit-field s.x unseen"
    done
    for file in flags whole rounded apart; do
        "$MAZURKA" cc --cc=clang -gdwarf-$version $file.c -o bits
        silent "bit-fields in $file.c by clang, DWARF $version" bits unseen
    done
done
if [[ -e ${MAZURKA%/bin/*}/lib/mazurka/gcc ]]; then
    "$MAZURKA" cc --cc=gcc flags.c -o bits
    silent "bit-fields by gcc with the plugin" bits unseen
fi
"$without/bin/mazurka" cc --cc=gcc flags.c -o bits
echo 'int x; int main(void) { __asm__ volatile("" : "+m"(x)); __asm__ volatile("some %0" : "=m"(x)); return 0; }' > assembly.c
[[ $(uname -m) == x86_64 ]] && instruction=incl || instruction=str
sed -i "s/some/$instruction/" assembly.c
[[ $(uname -m) == x86_64 ]] || sed -i 's/str %0" : "=m"/str wzr, %0" : "=Q"/' assembly.c
for compiler in gcc clang; do
    "$without/bin/mazurka" cc --cc=$compiler assembly.c -o assembly
    tells "inline assembly without the plugin, $compiler" assembly "assembly.c:1: a statement accesses memory by inline assembly"
done
tells "no proof without the plugin" bits "but not all accesses of the program were seen"
for size in 16 32; do
    "$MAZURKA" cc --cc=clang vector$size.c -o vector$size
done
silent "small vectors by clang" vector16 unseen
tells "large vectors by clang" vector32 "vector32.c: clang reads and writes vectors unseen"
if [[ $(uname -m) == x86_64 ]]; then
    "$MAZURKA" cc --cc=clang float.c -o float
    tells "long double by clang" float "float.c: clang reads and writes long double unseen"
fi
exit $failed
