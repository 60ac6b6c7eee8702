// expect: verified
// options: --search=bfs --reduction=none
// options: --search=bfs --visible=all
// options: --search=best --visible=all
// options: --search=mixed --mixed-depth=3 --visible=all
// options: --search=dfs --visible=all
// The unwinder is not interrupted: in its frames lies what was left there earlier, which differs when its way is gone again.
#include <pthread.h>
#include <stddef.h>

static int mine[2];

static void clean_up(void *number)
{
    mine[(long)number]++;
}

static __attribute__((noinline)) void leave(long number)
{
    pthread_cleanup_push(clean_up, (void *)number);
    mine[number]++;
    pthread_exit(NULL);
    pthread_cleanup_pop(0);
}

static void *work(void *number)
{
    leave((long)number);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return mine[0] + mine[1] != 4;
}
