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
    output=$("$MAZURKA" check "$2" 2>&1)
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
"$MAZURKA" cc main.c part_plain.o -o partly
tells "part without hooks" partly "part.c was not compiled by \`mazurka cc\`"
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
exit $failed
