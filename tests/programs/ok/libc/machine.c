// expect: verified states=1
// errors: sysconf getauxval get_avphys_pages __sysconf __getauxval
// Free memory is the same in every run, and in every thread; so are the bytes that the kernel gives a process.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <sys/auxv.h>
#include <sys/sysinfo.h>
#include <unistd.h>

unsigned long __getauxval(unsigned long);
long __sysconf(int);

static long before;
static bool searched; /* by itself it changes while the program runs */

static void *work(void *unused)
{
    assert(!searched || (sysconf(_SC_AVPHYS_PAGES) == before && __sysconf(_SC_AVPHYS_PAGES) == before && get_avphys_pages() == before));
    errno = 0;
    assert(sysconf(-1) == -1 && errno == EINVAL);
    errno = 0;
    assert(getauxval(12345) == 0 && errno == ENOENT);
    errno = 0;
    assert(__sysconf(-1) == -1 && errno == EINVAL);
    errno = 0;
    assert(__getauxval(12345) == 0 && errno == ENOENT);
    return unused;
}

int main(void)
{
    pthread_t t;
    before = sysconf(_SC_AVPHYS_PAGES);
    searched = getpid() == 1000;
    assert(before > 0);
    assert(getauxval(AT_RANDOM) && *(char *)getauxval(AT_RANDOM));
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
