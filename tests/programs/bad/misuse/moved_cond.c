// expect: bug misuse "signal on a copy of a condition variable: only the original may be used"
// realloc moves what must stay where it is.
#include <pthread.h>
#include <stdlib.h>

int main(void)
{
    pthread_cond_t *all = malloc(sizeof *all);
    pthread_cond_init(all, NULL);
    all = realloc(all, 100 * sizeof *all);
    pthread_cond_signal(all); // BUG HERE
    free(all);
    return 0;
}
