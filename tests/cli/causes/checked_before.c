/* Two threads look whether there is one left, and both take it. The number itself is not asked for again. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int left = 1;
static int taken[2];
static void *take(void *which)
{
    if (atomic_load(&left) > 0) {
        atomic_fetch_sub(&left, 1);
        *(int *)which = 1;
    }
    return 0;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, take, &taken[0]);
    pthread_create(&b, 0, take, &taken[1]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return taken[0] + taken[1] == 2;
}
