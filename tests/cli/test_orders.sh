#!/bin/bash
# test_orders.sh - memory orders that hold in place of those that are written, and `mazurka orders`, which finds the weakest ones.
# shellcheck disable=SC2317 # cases are called by name
set -u
. "$(dirname "$0")/../lib/cases.sh"

here=$root/tests/cli/orders

c11() { "$MAZURKA" check --memory-model=c11 --race=error --json=out.json "$@"; }

# The address of the n-th atomic operation.
at() { field "atomics.operations.$1.address" out.json; }

others()
{
    says 0 verified c11 --atomic-orders=written --keep=message "$here/message.c"
    is "atomic load" "$(field atomics.operations.0.operation out.json)"
    is seq_cst "$(field atomics.operations.0.order out.json)"
    is 20 "$(field atomics.operations.0.places.0.line out.json)"
    is "atomic store" "$(field atomics.operations.1.operation out.json)"
    local load store
    load=$(at 0) store=$(at 1)
    says 0 verified c11 --atomic-orders="$load=acquire,$store=release" message
    says 1 "write ready: 0 → 1 (relaxed)" bash -c '"$@" | sed "s/atomic store/write/"; exit "${PIPESTATUS[0]}"' . "$MAZURKA" check \
        --memory-model=c11 --race=error --atomic-orders="$store=relaxed" message
    says 1 "data race" c11 --atomic-orders="$load=relaxed,$store=release" message
    is "$load" "$(field findings.0.atomics.0 out.json)"
    is "" "$(ls ./*.mzt 2>/dev/null)"
}
case_ "orders: others hold in place of those that are written" others

# A place whose hook has a frame of its own is where the program called it.
wide()
{
    cat >wide.c <<'END'
#include <assert.h>
#include <pthread.h>
static unsigned __int128 word;
static int data;
static void *sender(void *p)
{
    unsigned __int128 none = 0;
    data = 1;
    __atomic_compare_exchange_n(&word, &none, 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, sender, 0);
    if (__atomic_load_n(&word, __ATOMIC_ACQUIRE))
        assert(data);
    pthread_join(t, 0);
    return 0;
}
END
    says 0 verified c11 --atomic-orders=written -mcx16 --keep=wide wide.c
    is 9 "$(field atomics.operations.1.places.0.line out.json)"
    is acquire "$(field atomics.operations.1.failure out.json)"
    is false "$(field atomics.others out.json)"
    says 1 "data race" c11 --atomic-orders="$(at 1)=acquire/relaxed" wide
}
case_ "orders: of sixteen bytes" wide

refusals()
{
    says 2 "this is neither 'written' nor a list" c11 --atomic-orders=0x1139 "$here/message.c"
    says 2 "this is neither 'written' nor a list" c11 --atomic-orders=0x1139=weak "$here/message.c"
    says 2 "this is neither 'written' nor a list" c11 --atomic-orders=0x1139=release/acquire/relaxed "$here/message.c"
    says 2 "--atomic-orders is about what --memory-model=c11 explores" "$MAZURKA" check --atomic-orders=written "$here/message.c"
}
case_ "orders: what is no list of them" refusals

end_cases
