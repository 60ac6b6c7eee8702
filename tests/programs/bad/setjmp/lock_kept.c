// expect: bug deadlock
// The error path jumps over the unlock.
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int jobs = 1;

static void take(jmp_buf error)
{
    pthread_mutex_lock(&lock);
    if (jobs == 0)
        longjmp(error, 1);
    jobs--;
    pthread_mutex_unlock(&lock);
}

static void *work(void *unused)
{
    jmp_buf error;
    if (setjmp(error) == 0)
        take(error);
    return unused;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
