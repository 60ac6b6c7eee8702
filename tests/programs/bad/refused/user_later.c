// expect: refused "setuid is supported only before the first thread or choice"
// expect: refused "setgroups is supported only before the first thread or choice"
// expect: refused "syscall with the number"
// options: -DCALL=setuid(getuid())
// options: -DCALL=setgroups(0,NULL)
// options: -DCALL=syscall(SYS_gettimeofday)
// What a thread asks for would hold for all of them.
#define _GNU_SOURCE
#include <grp.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static void *work(void *unused)
{
    long result = CALL; // BUG HERE
    return result ? unused : NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
