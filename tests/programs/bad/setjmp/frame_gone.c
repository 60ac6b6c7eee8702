// expect: bug misuse "longjmp"
// longjmp into a function that has returned.
#include <pthread.h>
#include <setjmp.h>

static jmp_buf out;

static int prepare(void) { return setjmp(out); }

static void *work(void *unused)
{
    if (prepare() == 0)
        longjmp(out, 1); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
