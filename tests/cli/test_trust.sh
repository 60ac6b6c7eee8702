#!/bin/bash
# A trace is data that people send each other: replaying one does no harm that the user has not asked for.
# shellcheck disable=SC2317 # cases are called by name
set -u
. "$(dirname "$0")/../lib/cases.sh"
gcc -O1 -o "$cases_work/seal" "$root/tests/cli/setup/seal.c" || exit 2

# What the attacker starts from.
make_trace() # OPTIONS...
{
    cp "$programs/bad/race/lost_update.c" .
    "$MAZURKA" check lost_update.c "$@" --trace=good.mzt >check.txt 2>&1 || :
    [ -s good.mzt ]
}

forge() # SED
{
    sed "$1" good.mzt | "$cases_work/seal" >forged.mzt
    ! cmp -s good.mzt forged.mzt
}

# refuses SED TEXT: the forged trace is refused with that text, and nothing has run.
refuses()
{
    forge "$1"
    says 2 "$2" "$MAZURKA" replay forged.mzt
    ! [ -e owned ]
}

runs_as_before()
{
    make_trace -DMODE=FAST -DORDER=memory_order_relaxed
    says 1 "replayed: " "$MAZURKA" replay good.mzt
    make_trace -DN=2
    says 1 "replayed: assertion failed" "$MAZURKA" replay good.mzt
    says 1 "compiling in $PWD: cc lost_update.c -DN=2" "$MAZURKA" replay good.mzt
    says 1 "running lost_update" "$MAZURKA" replay good.mzt
    forge 's/^seed .*/seed 7/'
    says 1 "replayed: assertion failed" "$MAZURKA" replay forged.mzt
}

compiler()
{
    make_trace
    refuses "s|^compiler .*|compiler \"sh -c 'touch owned' gcc\"|" "--cc=COMPILER"
    refuses 's|^compiler .*|compiler "./gcc"|' "--trust-trace"
    says 1 "replayed" "$MAZURKA" replay forged.mzt --cc=gcc
    printf '#!/bin/sh\ntouch owned\nexec gcc "$@"\n' >gcc-own
    chmod +x gcc-own
    forge 's|^compiler .*|compiler "./gcc-own"|'
    "$MAZURKA" replay forged.mzt --trust-trace || :
    [ -e owned ]
}

options()
{
    make_trace
    local word
    for word in -wrapper -fplugin=./evil.so -B. @words '-Dputs=system' -oowned -specs=x -Wl,-T,x -Wp,-MD,owned -fdump-tree-all=owned; do
        echo "-DX" >words
        refuses "s|^compile .*|compile \"$word\"\n&|" "the trace passes to the compiler:"
    done
    forge 's|^compile .*|compile "-DX=system(1)"\n&|'
    says 1 "replayed" "$MAZURKA" replay forged.mzt --trust-trace
}

places()
{
    make_trace
    mkdir elsewhere other
    chmod 777 elsewhere
    cp lost_update.c elsewhere/lost_update.c
    chmod 666 elsewhere/lost_update.c
    forge "s|^compile .*|compile \"$PWD/elsewhere/lost_update.c\"|"
    cd other
    says 2 "can be written by everybody" "$MAZURKA" replay ../forged.mzt
    cd ..
    chmod 1777 elsewhere # others can add files, though they cannot remove those of the user
    forge "s|^compile .*|&\ncompile \"-I$PWD/elsewhere\"|"
    cd other
    says 2 "can be written by everybody" "$MAZURKA" replay ../forged.mzt
}

program()
{
    make_trace --keep=kept
    mkdir other
    "$MAZURKA" check ./kept --trace=good.mzt >check.txt 2>&1 || :
    says 1 "replayed: assertion failed" "$MAZURKA" replay good.mzt
    cp good.mzt forged.mzt
    cd other
    says 2 "--program=FILE names the program" "$MAZURKA" replay ../forged.mzt
    says 1 "replayed: assertion failed" "$MAZURKA" replay ../forged.mzt --program=../kept
    says 1 "replayed: assertion failed" "$MAZURKA" replay ../forged.mzt --trust-trace
    says 1 "replay: mazurka replay here.mzt --program=" "$MAZURKA" check ../kept --trace=here.mzt
    cd ..
    refuses 's|^program .*|program "/bin/sh"\nargument "-c"\nargument "touch owned"|' "which is not below this directory"
}

# Files that say what is run are the user's own.
commands()
{
    git init -q .
    git -c user.name=x -c user.email=x commit -q --allow-empty -m empty
    printf '[target a]\nbuild = touch owned\nprogram = ./a\n' >.mazurka.ini
    cp .mazurka.ini a.study
    echo 'sources x.c;' >a.spec
    chmod 666 .mazurka.ini a.study a.spec
    says 2 "can be written by everybody: make it yours" "$MAZURKA" diff
    says 2 "can be written by everybody: make it yours" "$MAZURKA" lab run ./a.study
    says 2 "can be written by everybody: make it yours" "$MAZURKA" clients a.spec
    ! [ -e owned ]
    chmod 644 .mazurka.ini
    says 2 "building: touch owned" "$MAZURKA" diff
}

# Nothing that a terminal obeys comes out of a trace, or out of a program's names and messages.
terminal()
{
    make_trace
    forge 's|^fault-text .*|fault-text "\\x1b]0;owned\\x07\\x9b2J"|'
    "$MAZURKA" replay forged.mzt >out.txt 2>&1 || :
    grep -qF 'the trace leads to assertion: \x1b]0;owned\x07\x9b2J' out.txt
    forge 's|^compile .*|compile "-D\\x1b[2J"\n&|'
    "$MAZURKA" replay forged.mzt >>out.txt 2>&1 || :
    forge 's|^directory .*|directory "/no\\x1b[2J"|'
    "$MAZURKA" replay forged.mzt >>out.txt 2>&1 || :
    cat >speaks.c <<'END'
#include <assert.h>
#include <pthread.h>
static void *work(void *unused) { return unused; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    __assert_fail("\033]0;owned\007", "a\033[2Jb.c", 1, "\033[5mf");
}
END
    "$MAZURKA" check speaks.c >>out.txt 2>&1 || :
    "$MAZURKA" replay speaks.mzt --steps >>out.txt 2>&1 || :
    grep -qF '\x1b]0;owned\x07' out.txt
    ! grep -q $'[\x1b\x07\x9b]' out.txt
}

# Numbers that mean nothing end in a sentence.
numbers()
{
    make_trace
    local change status
    for change in 's|^stack .*|stack 18446744073709551615|' 's|^heap .*|heap 18446744073709551615|' \
        's|^stack .*|stack 9223372036854775808|' \
        's|^runaway .*|runaway 1|' 's|^heap .*|heap 1|' 's|^schedule .*|schedule 65535|' 's|^schedule .*|schedule 0.65535|' \
        's|^seed .*|&\nrange 0 ffffffffffffffff 4294967295|' 's|^seed .*|&\nrange 128 fffffffffffffff8 4294967295|' \
        's|^seed .*|&\nrange 0 100000000000 4294967295|' 's|^visible .*|visible "\\x1b"|' 's|^dead-values .*|dead-values "x"|'; do
        forge "$change"
        status=0
        timeout -k 5 "${LIMIT:-300}" "$MAZURKA" replay forged.mzt --hang=5s >out.txt 2>&1 || status=$?
        cat out.txt
        echo "$change: $status"
        [ $status -le 3 ]
        grep -q 'replayed\|mazurka: \|not reproduced' out.txt
    done
}

case_ "a trace of one's own is replayed" runs_as_before
case_ "the compiler is one of this machine" compiler
case_ "options that can do harm are refused" options
case_ "files of others are not compiled" places
case_ "programs elsewhere are named by the user" program
case_ "files that say what is run belong to the user" commands
case_ "numbers that mean nothing" numbers
case_ "control characters do not reach the terminal" terminal
end_cases
