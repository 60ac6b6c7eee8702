// expect: verified
// longjmp out of nested calls, back into a frame that holds a lock and releases it.
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int failures;

static int deep(jmp_buf out, int level)
{
    if (level == 0 && failures >= 0)
        longjmp(out, 3);
    return level < 0 ? 0 : 1 + deep(out, level - 1);
}

static void *work(void *unused)
{
    jmp_buf out;
    pthread_mutex_lock(&lock);
    int code = setjmp(out);
    if (code == 0)
        deep(out, 4);
    assert(code == 3);
    failures++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(failures == 2);
    return 0;
}
