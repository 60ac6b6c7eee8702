// expect: verified
// native: 0
// The handler of SIGABRT runs in the thread that calls abort, while others go on, and need not return: it ends the program, or jumps.
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_t aborting;
static int others;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sigjmp_buf back;

static void end(int number)
{
    pthread_mutex_lock(&lock);
    assert(number == SIGABRT && pthread_equal(pthread_self(), aborting) && others <= 1);
    pthread_mutex_unlock(&lock);
    _exit(0);
}

static void jump(int number)
{
    assert(number == SIGABRT);
    siglongjmp(back, 1);
}

static void *other(void *unused)
{
    pthread_mutex_lock(&lock);
    others++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    sigset_t now;
    aborting = pthread_self();
    pthread_create(&t, NULL, other, NULL);
    if (mz_choose(2)) {
        signal(SIGABRT, end);
        abort();
    }
    signal(SIGABRT, jump);
    if (sigsetjmp(back, 1) == 0)
        abort();
    pthread_sigmask(SIG_BLOCK, NULL, &now);
    assert(!sigismember(&now, SIGABRT));
    pthread_join(t, NULL);
    assert(others == 1);
    return 0;
}
