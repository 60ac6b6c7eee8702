// expect: verified
// A thread leaves by pthread_exit, or is cancelled, deep inside of its calls: every cleanup handler on the way runs, innermost
// first, and nothing of the thread that goes on changes.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static int order[2], cleaned;

struct note {
    int thread, digit;
};

static void clean(void *argument)
{
    const struct note *note = argument;
    order[note->thread] = order[note->thread] * 10 + note->digit;
}

static void unlock(void *unused)
{
    (void)unused;
    cleaned++;
    pthread_mutex_unlock(&lock);
}

static void deepest(int thread)
{
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(unlock, NULL);
    if (thread == 0)
        pthread_exit(&order[0]);
    for (;;)
        pthread_cond_wait(&never, &lock);
    pthread_cleanup_pop(0);
}

static int descend(int thread, int depth)
{
    struct note note = {thread, depth};
    int result = depth;
    pthread_cleanup_push(clean, &note);
    if (depth == 3)
        deepest(thread);
    else
        result += descend(thread, depth + 1);
    pthread_cleanup_pop(0);
    return result;
}

static void *leaves(void *unused)
{
    descend(0, 1);
    return unused;
}

static void *is_cancelled(void *unused)
{
    descend(1, 1);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    void *of_a, *of_b;
    pthread_create(&a, NULL, leaves, NULL);
    pthread_create(&b, NULL, is_cancelled, NULL);
    pthread_cancel(b);
    pthread_join(a, &of_a);
    pthread_join(b, &of_b);
    assert(of_a == &order[0] && of_b == PTHREAD_CANCELED);
    assert(order[0] == 321 && order[1] == 321 && cleaned == 2);
    return 0;
}
