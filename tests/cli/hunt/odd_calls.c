/* What programs may do and seldom do: aborts that are survived, calls that fail at once, cancellation anywhere, a robust mutex of a dead
 * thread, many threads. Correct. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MANY = 300 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, robust;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int survived, inside, go, ends[2];
static sem_t never;
static __thread sigjmp_buf back;

static void on_abort(int number)
{
    (void)number;
    siglongjmp(back, 1);
}

static void *survive(void *none)
{
    if (sigsetjmp(back, 1) == 0)
        assert(!"on purpose");
    pthread_mutex_lock(&m);
    survived++;
    pthread_mutex_unlock(&m);
    return none;
}

static void *fail(void *none)
{
    char byte;
    int pair[2];
    struct sigaction action;
    assert(sigaction(SIGSEGV, NULL, &action) == 0 && action.sa_handler == SIG_DFL);
    assert(accept(ends[0], NULL, NULL) == -1 && errno == ENOTSOCK);
    assert(recv(ends[0], &byte, 1, 0) == -1 && errno == ENOTSOCK);
    assert(read(ends[1], &byte, 1) == -1 && errno == EBADF);
    assert(write(ends[0], "", 1) == -1 && errno == EBADF);
    assert(read(ends[0], &byte, 0) == 0);
    assert(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
    assert(accept(pair[0], NULL, NULL) == -1 && errno == EINVAL);
    close(pair[0]);
    close(pair[1]);
    return none;
}

static void *wait_anywhere(void *none)
{
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    for (;;)
        sem_wait(&never);
    return none;
}

static void *be_alone(void *none)
{
    for (int i = 0; i < 5; i++) {
        pthread_mutex_lock(&m);
        assert(inside++ == 0);
        sched_yield();
        inside--;
        pthread_mutex_unlock(&m);
    }
    return none;
}

static void *die(void *none)
{
    pthread_mutex_lock(&robust);
    return none;
}

static void *inherit(void *none)
{
    int status = pthread_mutex_lock(&robust);
    assert(status == 0 || status == EOWNERDEAD);
    if (status == EOWNERDEAD)
        pthread_mutex_consistent(&robust);
    pthread_mutex_unlock(&robust);
    return none;
}

static void *await_go(void *none)
{
    pthread_mutex_lock(&m);
    while (!go)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return none;
}

static void start_and_join_many(void)
{
    static pthread_t many[MANY];
    for (int i = 0; i < MANY; i++)
        pthread_create(&many[i], NULL, await_go, NULL);
    pthread_mutex_lock(&m);
    go = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    for (int i = 0; i < MANY; i++)
        pthread_join(many[i], NULL);
}

int main(void)
{
    void *(*const routines[])(void *) = {survive, fail, wait_anywhere, be_alone, be_alone, die, inherit, inherit};
    enum { THREADS = sizeof routines / sizeof *routines, CANCELLED = 2 };
    pthread_t threads[THREADS];
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&robust, &attributes);
    sem_init(&never, 0, 0);
    signal(SIGABRT, on_abort);
    if (pipe(ends) != 0)
        return 1;
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, routines[i], NULL);
    pthread_cancel(threads[CANCELLED]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    start_and_join_many();
    return survived != 1;
}
