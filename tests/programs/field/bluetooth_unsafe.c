// expect: bug assertion "stopped"
// Shape: the Bluetooth driver of KISS (Qadeer and Wu, PLDI 2004), also in SCTBench: the stopping flag is tested before the
// pending-I/O count is raised, so the driver may stop in between. Known verdict: unsafe.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int pending_io = 1, stopping_flag, stopping_event, stopped;

static void io_decrement(void)
{
    if (atomic_fetch_sub(&pending_io, 1) == 1)
        atomic_store(&stopping_event, 1);
}

static int io_increment(void)
{
    if (atomic_load(&stopping_flag))
        return -1;
    atomic_fetch_add(&pending_io, 1);
    return 0;
}

static void *stop(void *unused)
{
    atomic_store(&stopping_flag, 1);
    io_decrement();
    while (!atomic_load(&stopping_event))
        ;
    atomic_store(&stopped, 1);
    return unused;
}

static void *add(void *unused)
{
    if (io_increment() == 0) {
        assert(!stopped); // BUG HERE
        io_decrement();
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, stop, NULL);
    add(NULL);
    pthread_join(t, NULL);
    return 0;
}
