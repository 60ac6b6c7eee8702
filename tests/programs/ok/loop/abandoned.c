// expect: verified
// leftovers: with dead values kept the first round of the loop comes to another state than those that follow
// A thread spins for ever on a flag that nobody sets; main does not wait for it, so the process still ends.
#include <pthread.h>
#include <stdatomic.h>

atomic_int never; // not static: clang would see that nobody sets it

static void *spin(void *unused)
{
    while (!atomic_load(&never))
        ;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, spin, NULL);
    return 0;
}
