// expect: verified
// A sense-reversing barrier from one counter, used twice.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { N = 2 };
static atomic_int waiting, sense;
static int phase_of[N];

static void barrier(int *my_sense)
{
    *my_sense = !*my_sense;
    if (atomic_fetch_add(&waiting, 1) == N - 1) {
        atomic_store(&waiting, 0);
        atomic_store(&sense, *my_sense);
    } else {
        while (atomic_load(&sense) != *my_sense)
            ;
    }
}

static void *work(void *argument)
{
    int me = (int)(long)argument, my_sense = 0;
    for (int i = 1; i <= 2; i++) {
        phase_of[me] = i;
        barrier(&my_sense);
        assert(phase_of[1 - me] == i);
        barrier(&my_sense);
    }
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, (void *)1L);
    work((void *)0L);
    pthread_join(t, NULL);
    return 0;
}
