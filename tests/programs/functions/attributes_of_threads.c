// expect: verified
// errors: pthread_attr_init pthread_attr_destroy pthread_attr_getdetachstate pthread_attr_setdetachstate pthread_attr_getguardsize
// errors: pthread_attr_setguardsize pthread_attr_getinheritsched pthread_attr_setinheritsched pthread_attr_getschedparam
// errors: pthread_attr_setschedparam pthread_attr_getschedpolicy pthread_attr_setschedpolicy pthread_attr_getscope
// errors: pthread_attr_setscope pthread_attr_getstacksize pthread_attr_setstacksize pthread_attr_setstack
// errors: pthread_attr_setaffinity_np pthread_setaffinity_np pthread_setconcurrency pthread_setname_np pthread_setschedparam
// errors: pthread_attr_getstack pthread_getattr_np pthread_setschedprio pthread_self pthread_equal sched_yield
#include "functions.h"

#include <limits.h>
#include <sched.h>
#include <stdint.h>

static char stack[1 << 17] __attribute__((aligned(64)));

static void use(void)
{
    pthread_attr_t a;
    struct sched_param param = {0};
    int value = -1;
    size_t size = 0;
    cpu_set_t cpus;
    CPU_ZERO(&cpus);
    CPU_SET(0, &cpus);
    assert(pthread_attr_init(&a) == 0);
    char *lo = NULL;
    size_t bytes = 0;
    assert(pthread_getattr_np(pthread_self(), &a) == 0 && pthread_attr_getstack(&a, (void **)&lo, &bytes) == 0);
    assert((char *)&value >= lo && (char *)&value < lo + bytes && pthread_attr_destroy(&a) == 0);
    assert(pthread_attr_init(&a) == 0);
    assert(pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED) == 0 && pthread_attr_getdetachstate(&a, &value) == 0);
    assert(value == PTHREAD_CREATE_DETACHED && pthread_attr_setguardsize(&a, 8192) == 0 && pthread_attr_getguardsize(&a, &size) == 0);
    assert(size == 8192 && pthread_attr_setinheritsched(&a, PTHREAD_EXPLICIT_SCHED) == 0);
    assert(pthread_attr_getinheritsched(&a, &value) == 0 && value == PTHREAD_EXPLICIT_SCHED);
    point();
    assert(pthread_attr_setschedpolicy(&a, SCHED_OTHER) == 0 && pthread_attr_getschedpolicy(&a, &value) == 0 && value == SCHED_OTHER);
    assert(pthread_attr_setschedparam(&a, &param) == 0 && pthread_attr_getschedparam(&a, &param) == 0 && param.sched_priority == 0);
    assert(pthread_attr_setscope(&a, PTHREAD_SCOPE_SYSTEM) == 0 && pthread_attr_getscope(&a, &value) == 0 && value == PTHREAD_SCOPE_SYSTEM);
    assert(pthread_attr_setstacksize(&a, 1 << 20) == 0 && pthread_attr_getstacksize(&a, &size) == 0 && size == 1 << 20);
    assert(pthread_attr_setstack(&a, stack, sizeof stack) == 0 && pthread_attr_setaffinity_np(&a, sizeof cpus, &cpus) == 0);
    assert(pthread_attr_destroy(&a) == 0);
    assert(pthread_setaffinity_np(pthread_self(), sizeof cpus, &cpus) == 0 && pthread_setname_np(pthread_self(), "worker") == 0);
    assert(pthread_setschedparam(pthread_self(), SCHED_OTHER, &param) == 0 && pthread_setschedprio(pthread_self(), 0) == 0);
    assert(pthread_setconcurrency(2) == 0 && sched_yield() == 0 && pthread_equal(pthread_self(), pthread_self()));
}

static void errors(void)
{
    pthread_attr_t a;
    int value;
    assert(pthread_attr_init(&a) == 0);
    assert(pthread_attr_setdetachstate(&a, 77) == EINVAL && pthread_attr_getdetachstate(&a, &value) == 0);
    assert(value == PTHREAD_CREATE_JOINABLE);
    assert(pthread_attr_setinheritsched(&a, 77) == EINVAL && pthread_attr_setschedpolicy(&a, 77) == EINVAL);
    assert(pthread_attr_setscope(&a, 77) == EINVAL && pthread_attr_setscope(&a, PTHREAD_SCOPE_PROCESS) == ENOTSUP);
    assert(pthread_attr_setschedparam(&a, &(struct sched_param){.sched_priority = 77}) == EINVAL);
    assert(pthread_attr_setstacksize(&a, 1) == EINVAL && pthread_attr_setstack(&a, stack, 1) == EINVAL);
    assert(pthread_attr_setguardsize(&a, 0) == 0 && pthread_attr_destroy(&a) == 0);
    assert(pthread_setname_np(pthread_self(), "a name that is much too long") == ERANGE && pthread_setconcurrency(-1) == EINVAL);
}
