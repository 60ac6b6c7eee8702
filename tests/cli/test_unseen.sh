#!/bin/bash
# Code whose accesses to memory go unseen: what is said about it, by name and line, and that nothing is verified then.
# shellcheck disable=SC2317 # cases are called by name
set -u
. "$(dirname "$0")/../lib/cases.sh"

compilers=(gcc)
command -v clang > /dev/null && compilers+=(clang)

# threads FILE: two threads that call work(), which the file defines.
threads()
{
    cat > "$1"
    cat >> "$1" << 'END'
static void *thread(void *p) { work(); return p; }
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
END
}

# --- what our own mistakes, and a program's, look like -----------------------------------------------------------------

unnoticed()
{
    threads unnoticed.c << 'END'
#include <pthread.h>
static int shared, hidden[4];
__attribute__((no_sanitize("thread"), noinline)) static int unseen(void) { return hidden[2]++; }
static void work(void) { shared++; unseen(); shared++; }
END
}
self_check_names()
{
    unnoticed
    says 2 "has not put back memory at hidden[2] (0x" "$MAZURKA" check unnoticed.c --self-check --no-trace
}
guard_names()
{
    unnoticed
    sed -i 's/^static void work.*/static void work(void) { shared++; hidden[unseen() % 3 ? 0 : 1] = 1; shared++; }/' unnoticed.c
    says 3 "write of 4 bytes at hidden[1] (called at unnoticed.c:4 in work)" "$MAZURKA" check unnoticed.c --no-trace
}

case_ "a self-check names what differs" self_check_names
case_ "the determinism guard names what differs" guard_names
end_cases
