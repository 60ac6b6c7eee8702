#!/bin/bash
# What the tool makes of a runtime that dies, hangs, contradicts itself or talks nonsense: a fake one does it on demand.
# Prints "ok NAME" or "FAIL NAME" for each case; status 1 if one failed.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${BUILD:-build}
[[ $build == /* ]] || build=$root/$build
. "$root/tests/lib/wait.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
unset MAZURKA_CC MAZURKA_OPT LD_PRELOAD
export NO_COLOR=1
failed=0

# A tool of its own, beside the fake.
mkdir -p bin lib/mazurka
cp "$build/bin/mazurka" bin/mazurka
gcc -O1 -shared -fPIC -D_GNU_SOURCE -I"$root/src" "$root/tests/cli/fake/fake_runtime.c" -o lib/mazurka/libmazurka.so || exit 2
echo 'int x; int main(void) { x++; return 0; }' > fake.c
"$build/bin/mazurka" cc fake.c -o program || exit 2

# gives NAME STATUS TEXT COMMAND...: the command ends with that status, and stdout or stderr contains the text.
gives() {
    local name=$1 expected=$2 text=$3 output status=0
    shift 3
    output=$(timeout "${LIMIT:-300}" "$@" 2>&1 < /dev/null) || status=$?
    if [[ $status -eq $expected && $output == *"$text"* ]]; then
        echo "ok launch $name"
    else
        printf 'FAIL launch %s\n    status %s, not %s, or without "%s":\n%s\n' "$name" $status "$expected" "$text" "$output"
        failed=1
    fi
}
holds() { # NAME COMMAND...
    local name=$1
    shift
    if "$@"; then
        echo "ok launch $name"
    else
        echo "FAIL launch $name"
        failed=1
    fi
}
check() { # FAKE FAKE_REPLAY OPTIONS...
    local fake=$1 replay=$2
    shift 2
    env FAKE="$fake" FAKE_REPLAY="$replay" bin/mazurka check ./program --quiet "$@"
}
export -f check

run() { gives "$1" "$2" "$3" bash -c "check $4"; }

run "complete" 0 "verified: all 1,061 states" "complete same"
run "its output is not seen" 0 "verified: all 0 states" "output same"
holds "stdout holds the verdict alone" [ "$(check output same)" = "verified: all 0 states" ]

run "killed" 3 "unknown: the search process was killed (signal 9: Killed) after 1,234 states" "killed same"
run "the way to where it was killed" 3 "the schedule that led there: mazurka replay program.mzt" "killed same"
holds "that is what the trace has" grep -q '^schedule 0x2 1x2 2$' program.mzt
run "crashed" 3 "unknown: the search process was killed (signal 11" "crashed same"
run "exited" 3 "unknown: the search process ended by itself (status 9)" "exited same"
run "absent" 3 "ended by itself (status 5) before Mazurka took control" "absent same"
run "without a verdict" 2 "unknown: internal: the search ended without a verdict" "no_verdict same"
run "a verdict that there is not" 2 "unknown: internal: the search ended without a verdict" "wrong_verdict same"
run "gave up" 2 "mazurka: no memory for the fake" "gave_up same"
run "unsound" 4 "unsound: the fake loses deadlocks" "unsound same"
run "unsupported" 3 "unknown: fork is not supported" "unsupported same"
run "contradicted itself" 2 "unknown: internal: word 3 differs" "contradicted same"
run "nonsense" 2 "internal: the memory shared with the program is damaged" "huge same"

run "a bug" 1 "bug: assertion failed: x == 2 at fake.c:7" "assertion same"
run "a bug that is not there again" 2 "internal: a fault was found but not reproduced" "assertion none"
run "a bug that is another one" 2 "the replay reached another fault: abort called" "assertion other"
run "a replay that is lost" 2 "lost its way: decision 2 of 3" "assertion lost"
run "a replay that is killed" 2 "the replay did not end" "assertion killed"
run "a bug is never reported without its replay" 2 "unknown:" "assertion none"
run "of three, those that are there again" 1 "1 distinct bug; the search: all 10 states" "three same --all"

run "hangs and says where" 1 "bug: runaway: thread 1" "spinning spinning --hang=150ms"
# A part of this program has no hooks: whether the thread waits for what another one would write there cannot be told.
echo 'int x; __attribute__((no_sanitize("thread"))) int main(void) { x++; return 0; }' > unseen.c
"$build/bin/mazurka" cc unseen.c -o unseen || exit 2
unseen() { env FAKE=spinning FAKE_REPLAY="$1" bin/mazurka check ./unseen --quiet --hang=150ms; }
export -f unseen
gives "hangs where not all is seen" 3 "unknown: runaway: thread 1" bash -c "unseen spinning"
gives "hangs there, and not again" 3 "unknown: runaway: thread 1" bash -c "unseen none"
gives "says that it did not hang again" 3 "goes unseen (see the notes); the replay reached no fault" bash -c "unseen none"
run "hangs and is deaf" 3 "a thread ran for 150ms and could not be interrupted, after 1,234 states" "deaf same --hang=150ms"
run "waits" 3 "waited in a system call for 150ms" "sleeping same --hang=150ms"
run "does not stop in time" 3 "stopped by --time=200ms" "unheeding same --time=200ms"
run "a replay that does not end in time" 3 "unknown: 1 finding could not be replayed in the time that was left: assertion: x == 2" \
    "assertion busy --time=300ms --hang=0"
run "stops in time" 3 "stopped by --time=200ms after 99 states" "obedient same --time=200ms"

# Under sequential consistency all is well; what RC11 comes to makes the verdict no worse, but for a bug that is there again.
c11() { # FAKE_C11 FAKE_REPLAY OPTIONS...
    FAKE_C11=$1 check weak "$2" "${@:3}"
}
export -f c11
weak() { gives "$1" "$2" "$3" bash -c "c11 $4"; }
kept="the verdict is that of sequential consistency"
weak "RC11: complete" 0 "verified: all 1,061 states; under RC11 (no load buffering)" "complete same"
weak "RC11: killed" 0 "$kept: the search process was killed (signal 9: Killed) after 1,234 states" "killed same"
weak "RC11: killed, and the verdict" 0 "verified: all 1,061 states; under sequential consistency (release" "killed same"
weak "RC11: gave up" 0 "$kept: no memory for the fake" "gave_up same"
weak "RC11: unsound" 0 "$kept: the fake loses deadlocks" "unsound same"
weak "RC11: unsupported" 0 "$kept: fork is not supported" "unsupported same"
weak "RC11: contradicted itself" 0 "$kept: internal: word 3 differs" "contradicted same"
weak "RC11: nonsense" 0 "$kept: internal: the memory shared with the program is damaged" "huge same"
weak "RC11: without a verdict" 0 "$kept: internal: the search ended without a verdict" "no_verdict same"
weak "RC11: waits" 0 "$kept: the program waited in a system call for 150ms" "sleeping same --hang=150ms"
weak "RC11: a bug" 1 "bug: assertion failed: x == 2 at fake.c:7" "assertion same"
weak "RC11: a bug needs weak memory" 1 "this needs weak memory: under sequential consistency the program is verified" "assertion same"
weak "RC11: a bug that is not there again" 0 "$kept: internal: a fault was found but not reproduced" "assertion none"
weak "RC11: a bug that is another one" 0 "the replay reached another fault: abort called" "assertion other"
weak "RC11: a replay that does not end in time" 0 "$kept: 1 finding could not be replayed" "assertion busy --time=2s --hang=0"
weak "RC11: stops in time" 0 "$kept: 99 states in" "obedient same --time=2s"
weak "RC11: does not stop in time" 0 "--memory-model=c11 goes on" "unheeding same --time=2s"
weak "RC11: a bound of the user's" 0 "values with more than 1 newer ones were not read (--stale=1)" "stale same --stale=1"

weak_interrupted() { # SIGNAL TEXT
    local tool child
    FAKE=weak FAKE_C11=obedient bin/mazurka check ./program --quiet > out 2> err &
    tool=$!
    busy_child $tool
    kill -"$1" $tool
    wait $tool
    [[ $? -eq 0 && $(cat out) == "verified: all 1,061 states; under sequential consistency"* && $(cat err) == *"$kept: $2"* ]]
}
holds "RC11: Ctrl-C" weak_interrupted INT "stopped by Ctrl-C after 99 states"
holds "RC11: SIGTERM" weak_interrupted TERM "stopped by SIGTERM after 99 states"

interrupted() { # SIGNAL TEXT
    local tool child
    FAKE=obedient bin/mazurka check ./program --quiet > out 2> err &
    tool=$!
    busy_child $tool
    kill -"$1" $tool
    wait $tool
    [[ $? -eq 3 && $(cat out) == *"$2"* ]]
}
holds "Ctrl-C" interrupted INT "stopped by Ctrl-C after 99 states"
holds "SIGTERM" interrupted TERM "stopped by SIGTERM after 99 states"

child_goes() {
    local tool child tries
    FAKE=busy bin/mazurka check ./program --quiet > /dev/null 2>&1 &
    tool=$!
    busy_child $tool
    kill -KILL $tool
    wait $tool 2> /dev/null
    for ((tries = 0; tries < 300; tries++)); do
        [[ -n $child ]] && ! grep -q '^State:[[:space:]]*[RSD]' "/proc/$child/status" 2> /dev/null && return
        sleep 0.1
    done
    return 1
}
holds "the program goes with the tool" child_goes

# Where stderr is closed, no file of the tool takes its place.
closed() { "$build/bin/mazurka" check ./program --no-trace 2>&- | grep -q '^verified'; }
holds "stderr is closed" closed

# A kernel with larger pages, as the tool sees it.
cat > pages.c <<'END'
#include <unistd.h>
long sysconf(int name) { return name == _SC_PAGESIZE ? 65536 : name == _SC_NPROCESSORS_ONLN ? 2 : -1; }
END
gcc -shared -fPIC pages.c -o pages.so || exit 2
gives "other pages" 2 "this kernel has pages of 65536 bytes: mazurka needs one with pages of 4096" \
    env LD_PRELOAD="$work/pages.so" FAKE=complete FAKE_REPLAY=same bin/mazurka check ./program --quiet

rm lib/mazurka/libmazurka.so
run "no runtime" 2 "the runtime is missing" "complete same"
exit $failed
