/* A program without a mistake, with one of everything that is controlled. */
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static pthread_spinlock_t spin;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static sem_t sem;
static mtx_t mtx;
static cnd_t cnd;
static once_flag flag = ONCE_FLAG_INIT;
static int count, spun, turns, initialized, initialized_too, destroyed, c11, ends[2], back[2];
static atomic_int spinning;

static void initialize(void) { pthread_mutex_lock(&m); initialized++; pthread_mutex_unlock(&m); }
static void initialize_too(void) { initialized_too++; }

static void destroy(void *p)
{
    (void)p;
    pthread_mutex_lock(&m);
    destroyed++;
    pthread_mutex_unlock(&m);
}

static void *work(void *number)
{
    int me = *(int *)number;
    pthread_setspecific(key, number);
    pthread_once(&once, initialize);
    assert(initialized >= 1);
    call_once(&flag, initialize_too);
    pthread_mutex_lock(&m);
    while (turns != me)
        pthread_cond_wait(&c, &m);
    turns++;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    pthread_rwlock_wrlock(&rw);
    count++;
    pthread_rwlock_unlock(&rw);
    pthread_rwlock_rdlock(&rw);
    assert(count >= 1);
    pthread_rwlock_unlock(&rw);
    pthread_spin_lock(&spin);
    spun++;
    pthread_spin_unlock(&spin);
    pthread_barrier_wait(&barrier);
    assert(turns == 3);
    sem_post(&sem);
    while (atomic_load(&spinning) < me)
        if (me == 1)
            sched_yield();
    atomic_fetch_add(&spinning, 1);
    char byte;
    struct pollfd wanted = {.fd = ends[0], .events = POLLIN};
    if (me == 0)
        assert(poll(&wanted, 1, 60000) == 1);
    assert(read(ends[0], &byte, 1) == 1);
    assert(write(back[1], &byte, 1) == 1);
    return number;
}

static int work11(void *p)
{
    mtx_lock(&mtx);
    while (!c11)
        cnd_wait(&cnd, &mtx);
    mtx_unlock(&mtx);
    return p ? 5 : 6;
}

static void *detached(void *p) { sem_post(&sem); return p; }

static void wait_in_other_ways(void)
{
    char byte;
    fd_set set;
    struct timeval minute = {.tv_sec = 60}, moment = {.tv_usec = 10};
    struct epoll_event event = {.events = EPOLLIN};
    int e = epoll_create1(0), nothing[2];
    assert(pipe(nothing) == 0 && epoll_ctl(e, EPOLL_CTL_ADD, back[0], &event) == 0);
    assert(epoll_wait(e, &event, 1, -1) == 1 && read(back[0], &byte, 1) == 1);
    FD_ZERO(&set);
    FD_SET(back[0], &set);
    assert(select(back[0] + 1, &set, NULL, NULL, &minute) == 1 && FD_ISSET(back[0], &set) && read(back[0], &byte, 1) == 1);
    FD_ZERO(&set);
    FD_SET(nothing[0], &set);
    assert(select(nothing[0] + 1, &set, NULL, NULL, &moment) == 0);
    assert(read(back[0], &byte, 1) == 1);
}

static void time_out(void)
{
    struct timespec before, then, now;
    clock_gettime(CLOCK_REALTIME, &before);
    then = before;
    then.tv_sec += 1;
    errno = 42;
    pthread_mutex_lock(&m);
    assert(pthread_cond_timedwait(&c, &m, &then) == ETIMEDOUT && errno == 42);
    pthread_mutex_unlock(&m);
    clock_gettime(CLOCK_REALTIME, &now);
    assert(now.tv_sec >= then.tv_sec);
    assert(sem_timedwait(&sem, &then) == -1 && errno == ETIMEDOUT);
    clock_gettime(CLOCK_MONOTONIC, &before);
    assert(sleep(1) == 0 && usleep(10) == 0);
    clock_gettime(CLOCK_MONOTONIC, &now);
    assert(now.tv_sec - before.tv_sec >= 1);
}

int main(void)
{
    pthread_t t[3], d;
    thrd_t other;
    int number[3] = {0, 1, 2}, result;
    assert(pipe(ends) == 0 && pipe(back) == 0);
    pthread_key_create(&key, destroy);
    pthread_barrier_init(&barrier, NULL, 3);
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    sem_init(&sem, 0, 0);
    mtx_init(&mtx, mtx_plain);
    cnd_init(&cnd);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, work, &number[i]);
    thrd_create(&other, work11, &c11);
    pthread_create(&d, NULL, detached, NULL);
    pthread_detach(d);
    for (int i = 0; i < 4; i++)
        sem_wait(&sem);
    assert(write(ends[1], "abc", 3) == 3);
    wait_in_other_ways();
    for (int i = 0; i < 3; i++) {
        void *value;
        assert(pthread_join(t[i], &value) == 0 && value == &number[i]);
    }
    mtx_lock(&mtx);
    c11 = 1;
    cnd_signal(&cnd);
    mtx_unlock(&mtx);
    assert(thrd_join(other, &result) == thrd_success && result == 5);
    assert(destroyed == 3 && initialized == 1 && initialized_too == 1);
    time_out();
    return 0;
}
