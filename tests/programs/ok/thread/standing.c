// expect: verified
// errors: pthread_getaffinity_np pthread_getschedparam sched_getaffinity
// What a thread has asked of the scheduler is what it is told, and what a new thread begins with: name, processors, policy, niceness.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

static cpu_set_t one;

static void expect(const char *name, int policy, int niceness, int processors)
{
    char got[16], own[16];
    cpu_set_t set;
    struct sched_param p = {.sched_priority = 7};
    int known = 7;
    assert(pthread_getname_np(pthread_self(), got, sizeof got) == 0 && strcmp(got, name) == 0);
    assert(prctl(PR_GET_NAME, own) == 0 && strcmp(own, name) == 0);
    assert(sched_getscheduler(0) == policy && pthread_getschedparam(pthread_self(), &known, &p) == 0 && known == policy);
    assert(p.sched_priority == 0 && sched_getparam(gettid(), &p) == 0 && p.sched_priority == 0);
    assert(getpriority(PRIO_PROCESS, 0) == niceness);
    assert(sched_getaffinity(0, sizeof set, &set) == 0 && (processors == 0 || CPU_COUNT(&set) == processors));
    assert(pthread_getaffinity_np(pthread_self(), sizeof set, &set) == 0 && CPU_ISSET(sched_getcpu(), &set));
}

static void *work(void *unused)
{
    (void)unused;
    struct sched_param none = {0}, high = {.sched_priority = 200};
    cpu_set_t nothing;
    CPU_ZERO(&nothing);
    expect("first", SCHED_BATCH, 3, 1);
    assert(prctl(PR_SET_NAME, "a name that is cut short") == 0 && pthread_setname_np(pthread_self(), "0123456789abcdef") == ERANGE);
    assert(pthread_setschedparam(pthread_self(), SCHED_OTHER, &none) == 0 && nice(2) == 5);
    assert(sched_setaffinity(0, sizeof nothing, &nothing) == -1 && errno == EINVAL);
    assert(sched_setscheduler(0, SCHED_FIFO, &high) == -1 && errno == EINVAL && pthread_setschedprio(pthread_self(), 4) == EINVAL);
    assert(sched_setscheduler(0, SCHED_BATCH, &high) == -1 && errno == EINVAL && sched_getscheduler(-1) == -1 && errno == EINVAL);
    assert(pthread_getname_np(pthread_self(), (char[4]){0}, 4) == ERANGE && sched_getaffinity(0, 1, &nothing) == -1 && errno == EINVAL);
    assert(pthread_getaffinity_np(pthread_self(), 1, &nothing) == EINVAL);
    expect("a name that is ", SCHED_OTHER, 5, 1);
    return NULL;
}

int main(void)
{
    pthread_t t;
    struct sched_param none = {0};
    cpu_set_t set;
    assert(sched_getaffinity(0, sizeof set, &set) == 0);
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    assert(CPU_ISSET(sched_getcpu(), &set) && pthread_setaffinity_np(pthread_self(), sizeof one, &one) == 0);
    assert(pthread_setname_np(pthread_self(), "first") == 0 && sched_setscheduler(0, SCHED_BATCH, &none) == 0);
    assert(setpriority(PRIO_PROCESS, 0, 3) == 0);
    expect("first", SCHED_BATCH, 3, 1);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    expect("first", SCHED_BATCH, 3, 1);
    return 0;
}
